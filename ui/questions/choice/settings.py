"""The labels of a campaign: asked for on the page Campaigns, and shown there as a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from annotation.fields import Choices, Label
from corpora.model import Json
from ui.shared.tables import no_markup, text_table
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.rounds.campaigns import labels_settings

_INDENT = "\u2003"  # an em space a level: plain ones are drawn as one


def labels_form(ready: Mapping[str, Json] | None) -> Callable[[], dict[str, Json]]:
    """Draw what may be set about labels; return what makes the settings, which may raise AloiError.

    `ready` is a ready schema, whose labels stay; without one the labels are asked for.
    """
    ready = ready or {}
    question = st.text_input(t("campaigns.question"), value=str(ready.get("question", "")))
    written, upload, within = "", None, bool(ready.get("inner"))
    if not ready:
        written = st.text_area(
            t("campaigns.labels"),
            placeholder="A00-B99; Infections\nA15; Tuberculosis; A00-B99",
            help=t("campaigns.labels_help"),
            height=180,
        )
        upload = st.file_uploader(t("campaigns.labels_file"), ["tsv", "csv", "txt"])
        within = st.checkbox(t("campaigns.labels_inner"), help=t("campaigns.labels_inner_help"))
    one, two = st.columns(2)
    least = one.number_input(t("campaigns.labels_least"), 0, 50, _whole(ready.get("least")))
    most = two.number_input(t("campaigns.labels_most"), 1, 50, _whole(ready.get("most")))

    def settings() -> dict[str, Json]:
        limits = {"question": question, "least": int(least), "most": int(most), "inner": within}
        if ready:
            return {**ready, **limits}
        source = written if upload is None else Path(saved_upload(upload))
        return labels_settings(source, **limits)

    return settings


def label_tree(field: Choices) -> None:
    """Draw the labels of a question in their levels, with their keys and how many may be given."""
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    many = "labels_exactly" if field.least == field.most else "labels_many"
    st.caption(t(f"campaigns.{many}", count=len(field.labels), least=field.least, most=field.most))
    levels = _levels(field.labels)
    inner = {one.parent for one in field.labels}
    rows = [
        {
            t("campaigns.key"): one.key,
            t("campaigns.label"): f"{_INDENT * levels[one.value]}{one.value}",
            t("campaigns.label_title"): one.title,
            t("campaigns.gloss"): one.gloss,
            t("campaigns.label_given"): t("app.yes" if field.inner or one.value not in inner else "app.no"),
        }
        for one in _as_tree(field.labels)
    ]
    for name, same in (("key", ""), ("gloss", ""), ("label_given", t("app.yes"))):
        if all(row[t(f"campaigns.{name}")] == same for row in rows):
            for row in rows:
                del row[t(f"campaigns.{name}")]
    text_table(rows, download="labels.csv")


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 1


def _levels(labels: tuple[Label, ...]) -> dict[str, int]:
    """Return how many labels stand above each one."""
    above = {one.value: one.parent for one in labels}
    found = {}
    for one in labels:
        depth, parent = 0, one.parent
        while parent:
            depth, parent = depth + 1, above[parent]
        found[one.value] = depth
    return found


def _as_tree(labels: tuple[Label, ...]) -> list[Label]:
    """Return the labels each below the one it belongs to."""
    below: dict[str, list[Label]] = {}
    for one in labels:
        below.setdefault(one.parent, []).append(one)
    found: list[Label] = []
    waiting = [*reversed(below.get("", []))]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(reversed(below.get(found[-1].value, [])))
    return found
