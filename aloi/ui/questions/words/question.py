"""Typed words, one by one, for a position in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field, Words
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.substitution.task import words_of
from aloi.corpora.model import Json, Target
from aloi.ui import session
from aloi.ui.questions.base import DeskItem, MeasuredRound, QuestionKind
from aloi.ui.questions.words import agreement
from aloi.ui.shared.choices import worded
from aloi.ui.texts import section, t
from aloi.workbench.rounds.cleaning import kept_lexicon
from aloi.workbench.rounds.word_checks import check_words


class WordsQuestion(QuestionKind[Words]):
    """Words or expressions that could replace a word.

    The annotation interface takes:

    - `asked`: `{before, target, after, most, none}`, the sentence cut at the target, the maximal number of
      words of an answer, and whether an answer without words is allowed.
    - `answer` and `draft`: `{substitutes: [text], none}` or None.
    - `checks`: `{text: [sentence]}`, warnings about the words of the draft.
    """

    field: ClassVar[type[Field]] = Words
    script: ClassVar[Path] = Path(__file__).with_name("words.js")
    sections: ClassVar[tuple[str, ...]] = ("words",)

    def data(self, fields: Sequence[Words], work: DeskItem) -> dict[str, Json]:
        """Return the sentence, and warnings about the words so far."""
        (field,) = fields
        return {
            "asked": {
                "before": field.text[: field.start],
                "target": field.text[field.start : field.end],
                "after": field.text[field.end :],
                "most": field.most,
                "none": field.may_be_none,
            },
            "checks": _checks(work),
        }

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the number of words and the rules for words."""
        del kind
        refuse = settings["refuse"]
        most = st.number_input(t("campaigns.most"), 1, 10, int(str(settings["most"])), key=f"{key}:most")
        none = st.checkbox(t("campaigns.none"), bool(settings["none"]), key=f"{key}:none")
        refused = worded(
            st.multiselect,
            "campaigns.refuse",
            ["target", "several_words"],
            refuse if isinstance(refuse, list) else [],
            help=t("campaigns.refuse_help"),
            key=f"{key}:refuse",
        )
        return {"most": int(most), "none": none, "refuse": refused}

    def summary(self, field: Words, settings: Mapping[str, Json]) -> None:
        """Draw the number of words requested, and the rules for words."""
        st.markdown(t("campaigns.words", most=field.most))
        if field.may_be_none:
            st.markdown(t("campaigns.words_none"))
        refuse = settings["refuse"]
        refused = [t(f"campaigns.refuse_{one}") for one in (refuse if isinstance(refuse, list) else [])]
        if refused:
            st.markdown(t("campaigns.words_refused", what=", ".join(refused)))

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return the overlap of annotators, by part of speech."""
        return [(t("substitutes.by_pos"), lambda: agreement.report(measured))]


def _checks(work: DeskItem) -> dict[str, Json]:
    """Return warnings about the words so far, in sentences."""
    screen = work.screen
    if not isinstance(screen.item, Target):
        return {}
    written = words_of(screen.draft if screen.draft is not None else screen.answer)
    if not written:
        return {}
    lexicon = kept_lexicon(session.settings().data, work.desk.campaign)
    remarks_by_word = check_words(written, screen.item, work.desk.language, lexicon)
    return {
        word: [
            t(f"words.check_{remark.kind}", **{name: _named(text) for name, text in remark.values.items()})
            for remark in remarks
        ]
        for word, remarks in remarks_by_word.items()
    }


def _named(text: str) -> str:
    """Return parts of speech in words, anything else as it is."""
    pos_names = section("pos")
    return ", ".join(pos_names.get(one, one) for one in text.split(", "))
