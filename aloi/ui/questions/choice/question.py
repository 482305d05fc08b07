"""Labels of a list, one or several: by key, by arrows, or by searching in a long list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Choices, Field, Label
from aloi.annotation.tasks.base import TaskType, label_entries
from aloi.base.records import to_json
from aloi.corpora.identity import checksum
from aloi.corpora.model import Candidate, Item, Json, Pair, Question
from aloi.ui.questions.base import Case, DeskItem, QuestionKind
from aloi.ui.questions.label_rows import edit_labels
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t

_INDENT = "\u2003"  # an em space a level: plain ones are drawn as one


class ChoiceQuestion(QuestionKind[Choices]):
    """One or several labels of a list.

    The annotation interface takes:

    - `asked`: `{shown: [{title, before, mark, after}], name, question, labels, labels_key, least, most,
      inner, options}`. `shown` are the texts, each cut at its marked part (perhaps empty). `labels_key`
      changes with the list of labels; `options` says that they belong to the item.
    - `labels`: `[{value, title, gloss, parent, key}]`, parents named by their value.
    - `answer` and `draft`: `{name: [value, ...]}` or None; a single value may be without a list.

    An answer is `{name: [value, ...]}`, in the order of the labels. With `most` 1 a label is saved as it is
    chosen; with more, Enter saves.
    """

    field: ClassVar[type[Field]] = Choices
    script: ClassVar[Path] = Path(__file__).with_name("choice.js")
    sections: ClassVar[tuple[str, ...]] = ("choice", "choices")

    def data(self, fields: Sequence[Choices], work: DeskItem) -> dict[str, Json]:
        """Return the texts and the labels."""
        return _field_data(fields, work.screen.item)

    def decision_data(self, fields: Sequence[Choices], case: Case) -> dict[str, Json]:
        """Return the texts and the labels, each with its annotators."""
        (field,) = fields

        def labels_in(value: Json) -> list[str]:
            labels = value.get(field.name) if isinstance(value, dict) else None
            return [str(one) for one in (labels if isinstance(labels, list) else [labels]) if one is not None]

        return {**_field_data(fields, case.item), "marks": case.marks(labels_in)}

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the question, the labels and their number; options belong to the items, not to the schema."""
        question = st.text_input(
            t("campaigns.question"), str(settings.get("question", "")), key=f"{key}:question"
        )
        edited = {**settings, "question": question}
        if kind.label_path:
            edited = edit_labels(kind, edited, key)
        if "most" not in settings:
            return edited
        total = len(kind.labels(edited))
        several = _ask_several(settings, key)
        if "least" not in settings:
            return edited | {"most": None if several else 1}
        none = st.checkbox(t("campaigns.labels_none"), settings["least"] == 0, key=f"{key}:none")
        most = 1
        if several:
            first = _whole_number(settings["most"])
            most = int(
                st.number_input(
                    t("campaigns.labels_most"),
                    2,
                    5000,
                    first if first > 1 else max(2, total),
                    key=f"{key}:most",
                )
            )
        if any(one.get("parent") for one in label_entries(kind, edited)):
            edited["inner"] = st.checkbox(
                t("campaigns.labels_inner"),
                bool(settings.get("inner")),
                help=t("campaigns.labels_inner_help"),
                key=f"{key}:inner",
            )
        return edited | {"least": int(not none), "most": min(most, total) if total else most}

    def summary(self, field: Choices, settings: Mapping[str, Json]) -> None:
        """Draw the labels; of labels that each item has of its own, the question alone."""
        if "labels" in settings:
            _label_tree(field)
        else:
            st.markdown(f"**{no_markup(field.question or field.title)}**")


def _field_data(fields: Sequence[Choices], item: Item) -> dict[str, Json]:
    (field,) = fields
    labels: list[Json] = [to_json(one, "colour") for one in field.labels]
    field_data = to_json(
        field,
        "title",
        shown=_shown(item),
        labels=labels,
        labels_key=checksum(labels),
        options=isinstance(item, Question),
    )
    return {"asked": field_data}


def _shown(item: Item) -> list[Json]:
    """Return the texts of an item, each cut at the word that is marked in it."""
    if isinstance(item, Pair):
        return [
            {"title": t("choice.text_number", number=number), "before": text, "mark": "", "after": ""}
            for number, text in enumerate(item.texts, start=1)
        ]
    if not isinstance(item, Candidate):
        title = t("choices.question" if isinstance(item, Question) else "choice.text")
        texts = item.texts[:1] if isinstance(item, Question) else item.texts
        return [{"title": title, "before": one, "mark": "", "after": ""} for one in texts]
    target = item.target
    text = target.sentence.text
    before, after = text[: target.start], text[target.end :]
    return [
        {"title": t("choice.sentence"), "before": before, "mark": target.word, "after": after},
        {"title": t("choice.replaced"), "before": before, "mark": item.substitute, "after": after},
    ]


def _ask_several(settings: Mapping[str, Json], key: str) -> bool:
    """Return whether an answer may have several labels."""
    several = settings["most"] is None or _whole_number(settings["most"]) > 1
    chosen = st.radio(
        t("campaigns.labels_each"),
        [False, True],
        index=int(several),
        format_func=lambda one: t("campaigns.labels_several" if one else "campaigns.labels_one"),
        horizontal=True,
        key=f"{key}:several",
    )
    return bool(chosen)


def _label_tree(field: Choices) -> None:
    """Draw the labels of a question in their levels, with their keys and how many may be given."""
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    many = "labels_exactly" if field.least == field.most else "labels_many"
    st.caption(t(f"campaigns.{many}", count=len(field.labels), least=field.least, most=field.most))
    levels = _levels(field.labels)
    inner = {one.parent for one in field.labels}
    rows = [
        {
            t("campaigns.key"): label.key,
            t("campaigns.label"): f"{_INDENT * levels[label.value]}{label.value}",
            t("campaigns.label_title"): label.title,
            t("campaigns.gloss"): label.gloss,
            t("campaigns.label_given"): t("app.yes" if field.inner or label.value not in inner else "app.no"),
        }
        for label in _as_tree(field.labels)
    ]
    for name, same in (("key", ""), ("gloss", ""), ("label_given", t("app.yes"))):
        if all(row[t(f"campaigns.{name}")] == same for row in rows):
            for row in rows:
                del row[t(f"campaigns.{name}")]
    text_table(rows, download="labels.csv")


def _whole_number(value: Json) -> int:
    return value if isinstance(value, int) else 1


def _levels(labels: tuple[Label, ...]) -> dict[str, int]:
    """Return the number of ancestors of each label."""
    above = {one.value: one.parent for one in labels}
    levels = {}
    for label in labels:
        depth, parent = 0, label.parent
        while parent:
            depth, parent = depth + 1, above[parent]
        levels[label.value] = depth
    return levels


def _as_tree(labels: tuple[Label, ...]) -> list[Label]:
    """Return the labels in the order of the tree, each below its parent."""
    below: dict[str, list[Label]] = {}
    for label in labels:
        below.setdefault(label.parent, []).append(label)
    ordered: list[Label] = []
    waiting = [*reversed(below.get("", []))]
    while waiting:
        ordered.append(waiting.pop())
        waiting.extend(reversed(below.get(ordered[-1].value, [])))
    return ordered
