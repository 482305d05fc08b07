"""Annotations made elsewhere, before they are imported: who gave them, and what would be lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from aloi.ui.numbers import counted
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated

ANNOTATORS_OF_PATHS = "workbench.annotators-of-paths"  # the code of the error that asks for it


def are_annotators(names: Sequence[object], key: str) -> bool | None:
    """Ask whether directories or files are named after annotators; return None before an answer."""
    listed = ", ".join(no_markup(str(name)) for name in names)
    return st.radio(
        t("imports.annotators_of_paths", names=listed),
        [True, False],
        index=None,
        format_func=lambda each: t("imports.are_annotators" if each else "imports.no_annotators"),
        key=key,
    )


def draw_annotators(answers: Mapping[str, int | None]) -> None:
    """Draw the number of answers of each annotator."""
    text_table(
        [{t("imports.annotator"): name, t("imports.answers"): count} for name, count in answers.items()]
    )


def draw_exclusions(left_out: Sequence[Mapping[str, Any]]) -> None:
    """Draw what an import would lose, each with its count and reason; nothing if it loses nothing."""
    if not left_out:
        return
    lines = [
        f"- {no_markup(translated(note['what']))}: {counted(note['count'])}"
        + (f" ({no_markup(translated(note['why']))})" if note["why"] else "")
        for note in left_out
    ]
    st.warning("\n".join([f"**{t('imports.left_out')}**", "", *lines]), icon=":material/warning:")
