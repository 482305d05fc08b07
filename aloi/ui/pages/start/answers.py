"""The answers in a file of texts: who gave them, what would be lost, and whether they become round 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.numbers import counted
from aloi.ui.shared.forms.annotations import draw_annotators, draw_exclusions
from aloi.ui.shared.forms.checked import CheckedForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.imports.arrival import left_out
from aloi.workbench.imports.parts import REFERENCE
from aloi.workbench.starting.annotations import missing_labels
from aloi.workbench.starting.content import TextsContent

_SHOWN = 5  # labels that the schema lacks


def ask_answers(content: TextsContent | None, form: CheckedForm) -> dict[str, Any]:
    """Draw the answers of a file, and the choice to import them; return the fields of the request."""
    if content is not None and content.problem is not None:
        reason = session.error_text(AloiError.from_json(content.problem))
        st.warning(f"**{t('start.answers_problem')}**  \n{no_markup(reason)}", icon=":material/warning:")
        return {"texts_only": True, "annotator": ""}
    if content is None or not content.answers:
        return {"texts_only": False, "annotator": ""}
    texts_only = st.radio(
        t("start.answers"),
        [False, True],
        format_func=lambda each: t("start.answers_texts_only" if each else "start.answers_round"),
        horizontal=True,
        key=form.key("texts_only"),
    )
    if texts_only:
        return {"texts_only": True, "annotator": ""}
    name = ""
    if "" in content.answers:
        name = st.text_input(
            t("start.annotator"), REFERENCE, help=t("start.annotator_help"), key=form.key("annotator")
        ).strip()
    draw_annotators({each or name or REFERENCE: count for each, count in content.answers.items()})
    draw_exclusions([left_out(note) for note in content.left_out])
    return {"texts_only": False, "annotator": name}


def check_answers(
    kind: TaskType, content: TextsContent, settings: Mapping[str, Json], form: CheckedForm
) -> None:
    """Count answers that a schema does not accept as an error of the form, and say which ones."""
    lacking = missing_labels(kind, content.labels, settings)
    if lacking:
        first = [f"{name} ({counted(count)})" for name, count in lacking.items()][:_SHOWN]
        labels = ", ".join(first) + (" …" if len(lacking) > _SHOWN else "")
        form.check(True, no_markup(t("start.answers_labels", labels=labels)))
        return
    try:
        for item, value in content.examples:
            kind.check(value, item, settings)
    except AloiError as error:
        reason = no_markup(session.error_text(error))
        form.check(True, f"{t('start.answers_refused')}  \n{reason}")
