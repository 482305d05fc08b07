"""Attributes and relations of a schema of spans as two editable tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.spans.settings import HEAD, TAIL, schema_attributes, schema_relations
from aloi.corpora.model import Json
from aloi.ui.texts import t

_EMPTY_VALUE = {
    "attribute": "", "value": "", "gloss": "", "key": "", "default": False, "labels": [], "multiple": False,
}  # fmt: skip
_EMPTY_RELATION = {
    "relation": "", "gloss": "", "key": "", HEAD: [], TAIL: [], "symmetric": False, "single": [],
}  # fmt: skip
Rows = Sequence[Mapping[str, Any]]


def edit_attributes_and_relations(
    kind: TaskType, settings: Mapping[str, Json], edited: Mapping[str, Json], key: str
) -> dict[str, Json]:
    """Draw the attributes and relations of `settings`, and return `edited` with them, unchecked."""
    labels = list(kind.labels(settings))
    st.markdown(f"**{t('spans.attributes')}**", help=t("spans.attributes_help"))
    values = st.data_editor(
        value_rows(settings) or [_EMPTY_VALUE],
        column_config={
            "attribute": st.column_config.TextColumn(t("spans.attribute")),
            "value": st.column_config.TextColumn(t("spans.value")),
            "gloss": st.column_config.TextColumn(t("labels.gloss"), help=t("labels.gloss_help")),
            "key": st.column_config.TextColumn(t("labels.key"), help=t("labels.key_help"), width="small"),
            "default": st.column_config.CheckboxColumn(t("spans.default"), help=t("spans.default_help")),
            "labels": _label_column(t("spans.applies_to"), t("spans.applies_to_help"), labels),
            "multiple": st.column_config.CheckboxColumn(t("spans.multiple"), help=t("spans.multiple_help")),
        },
        column_order=("attribute", "value", "key", "default", "labels", "multiple", "gloss"),
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        key=f"{key}:attributes",
    )
    st.markdown(f"**{t('spans.relations')}**", help=t("spans.relations_help"))
    relations = st.data_editor(
        relation_rows(settings) or [_EMPTY_RELATION],
        column_config={
            "relation": st.column_config.TextColumn(t("spans.relation")),
            "gloss": st.column_config.TextColumn(t("labels.gloss"), help=t("labels.gloss_help")),
            "key": st.column_config.TextColumn(t("labels.key"), help=t("labels.key_help"), width="small"),
            HEAD: _label_column(t("spans.from"), t("spans.from_help"), labels),
            TAIL: _label_column(t("spans.to"), t("spans.to_help"), labels),
            "symmetric": st.column_config.CheckboxColumn(
                t("spans.symmetric"), help=t("spans.symmetric_help")
            ),
            "single": _ends_column(),
        },
        column_order=("relation", "key", HEAD, TAIL, "symmetric", "single", "gloss"),
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        key=f"{key}:relations",
    )
    return {
        **edited,
        "attributes": [*attributes_of_rows(kind, settings, values)],
        "relations": [*relations_of_rows(kind, settings, relations)],
    }


def _ends_column() -> Any:
    return st.column_config.MultiselectColumn(
        t("spans.single"),
        help=t("spans.single_help"),
        options=[HEAD, TAIL],
        format_func=lambda end: t(f"spans.{end}"),
    )


def value_rows(settings: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Return a row for each value of an attribute; what concerns the attribute is in its first row."""
    return [
        {
            "attribute": attribute.title if index == 0 else "",
            "value": value.title,
            "gloss": value.gloss,
            "key": value.key,
            "default": value.name == attribute.default,
            "labels": [*attribute.labels] if index == 0 else [],
            "multiple": attribute.multiple and index == 0,
        }
        for attribute in schema_attributes(settings)
        for index, value in enumerate(attribute.values)
    ]


def relation_rows(settings: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Return a row for each type of relations."""
    return [
        {
            "relation": relation.title,
            "gloss": relation.gloss,
            "key": relation.key,
            HEAD: [*relation.heads],
            TAIL: [*relation.tails],
            "symmetric": not relation.directed,
            "single": [*relation.single],
        }
        for relation in schema_relations(settings)
    ]


def attributes_of_rows(kind: TaskType, settings: Mapping[str, Json], rows: Rows) -> list[dict[str, Json]]:
    """Return the attributes of rows, unchecked; a row without an attribute belongs to the one above.

    Names of present titles stay, as answers contain them.
    """
    present = {attribute.title: attribute for attribute in schema_attributes(settings)}
    attributes: list[dict[str, Any]] = []
    for row in rows:
        title, typed = _text(row, "attribute"), _text(row, "value")
        if title and title not in (each["title"] for each in attributes):
            former = present.get(title)
            attributes.append(
                {
                    "name": former.name if former else kind.label_name(title),
                    "title": title,
                    "gloss": former.gloss if former else "",
                    "values": [],
                    "labels": [],
                    "multiple": False,
                    "default": "",
                }
            )
        if not attributes or not (title or typed):
            continue
        attribute = next((each for each in attributes if each["title"] == title), attributes[-1])
        attribute["labels"] += [*(row.get("labels") or [])]
        attribute["multiple"] = attribute["multiple"] or bool(row.get("multiple"))
        if typed:
            values = present[attribute["title"]].values if attribute["title"] in present else ()
            names = {value.title: value.name for value in values}
            name = names.get(typed, kind.label_name(typed))
            words = {"title": typed, "gloss": _text(row, "gloss"), "key": _text(row, "key")}
            attribute["values"].append({"name": name, **words})
            attribute["default"] = name if row.get("default") else attribute["default"]
    return attributes


def relations_of_rows(kind: TaskType, settings: Mapping[str, Json], rows: Rows) -> list[dict[str, Json]]:
    """Return the types of relations of rows, unchecked; rows without a relation are ignored."""
    present = {relation.title: relation for relation in schema_relations(settings)}
    relations: list[dict[str, Json]] = []
    for row in rows:
        title = _text(row, "relation")
        if title:
            former = present.get(title)
            relations.append(
                {
                    "name": former.name if former else kind.label_name(title),
                    "title": title,
                    "gloss": _text(row, "gloss"),
                    "key": _text(row, "key"),
                    "colour": former.colour if former else "",
                    HEAD: [*(row.get(HEAD) or [])],
                    TAIL: [*(row.get(TAIL) or [])],
                    "directed": not row.get("symmetric"),
                    "single": [*(row.get("single") or [])],
                }
            )
    return relations


def _label_column(title: str, help_: str, labels: Sequence[str]) -> Any:
    return st.column_config.MultiselectColumn(title, help=help_, options=labels, accept_new_options=True)


def _text(row: Mapping[str, Any], name: str) -> str:
    return str(row.get(name) or "").strip()
