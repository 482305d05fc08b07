"""A text, and three keys for the side it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field
from aloi.corpora.model import Json
from aloi.ui.questions.base import Case, DeskItem, QuestionKind
from tests.contract.small_task.task import SIDES, Leaning


class LeaningQuestion(QuestionKind[Leaning]):
    """A side; the desk takes `asked` {name, text, about, sides} and answers {name: side}."""

    field: ClassVar[type[Field]] = Leaning
    script: ClassVar[Path] = Path(__file__).with_name("leaning.js")

    def texts(self) -> dict[str, str]:
        return {"le_how": "+ for, = neither, - against", "did_answer": "Leans: {value}."}

    def data(self, fields: Sequence[Leaning], work: DeskItem) -> dict[str, Json]:
        del work
        return self._asked(fields)

    def decision_data(self, fields: Sequence[Leaning], case: Case) -> dict[str, Json]:
        del case
        return self._asked(fields)

    def _asked(self, fields: Sequence[Leaning]) -> dict[str, Json]:
        (field,) = fields
        return {"asked": {"name": field.name, "text": field.text, "about": field.about, "sides": list(SIDES)}}

    def summary(self, field: Leaning, settings: Mapping[str, Json]) -> None:
        st.markdown(f"Asked of {settings['about']}: {', '.join(SIDES)}")
