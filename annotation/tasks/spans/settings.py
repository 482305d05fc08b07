"""The schema of spans: labels, attributes of spans, relations between spans, and their keys and colours."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from aloi.annotation.fields import SpanAttribute, SpanRelation
from aloi.annotation.spans import OUTSIDE
from aloi.annotation.tasks.base import InvalidSchema
from aloi.base.records import RecordError, from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json

MARKED = "marked"  # the category of a token in some span, whatever its label
HEAD, TAIL = "from", "to"  # the ends of a relation
RELATION = "relation"  # before the name of a relation type in mappings; no attribute has this name
RESERVED_KEYS = frozenset("usfny?,")  # the keys of the page itself
_NAME = re.compile(r"[\w-]+")
_VALUE = re.compile(r"[^\s:]+")
_KEYS = "123456789abcdeghijklmopqrtvwxz0"
_COLOURS = (
    "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf",
    "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#3b5bdb", "#0b7285",
)  # fmt: skip
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LABELS_FOLDER = Path(__file__).parent / "label_sets"
T = TypeVar("T")


def ready(name: str, language: str) -> dict[str, Json]:
    """Return a shipped schema, its texts in `language`, or in English if it has none."""
    raw = tomllib.loads((_LABELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    texts = {key: _localized(entry, language) for key, entry in raw.items()}
    return {**texts, "nested": True, "broken": True}


def schema_attributes(settings: Mapping[str, Json]) -> tuple[SpanAttribute, ...]:
    """Return the attributes of spans in checked settings."""
    return from_json(tuple[SpanAttribute, ...], settings.get("attributes", []))


def schema_relations(settings: Mapping[str, Json]) -> tuple[SpanRelation, ...]:
    """Return the types of relations in checked settings."""
    return from_json(tuple[SpanRelation, ...], settings.get("relations", []))


def value_name(attribute: str, value: str) -> str:
    """Return how mappings name a value of an attribute.

    Examples
    --------
    >>> value_name("certainty", "negated")
    'certainty:negated'
    """
    return f"{attribute}:{value}"


def relation_name(type_: str) -> str:
    """Return how mappings name a type of relations.

    Examples
    --------
    >>> relation_name("dose")
    'relation:dose'
    """
    return f"{RELATION}:{type_}"


def with_names(settings: Mapping[str, Json], becomes: Mapping[str, Sequence[str]]) -> dict[str, Json]:
    """Return settings whose attributes and relations follow new names, unchecked; labels are not changed.

    A name that settings do not have yet is added. An attribute without values is removed, as is one all of
    whose labels are removed, and a relation at whose end no label remains.
    """
    attributes: dict[str, dict[str, Json]] = {}
    for attribute in schema_attributes(settings):
        labels = _new_names(attribute.labels, becomes)
        if labels or not attribute.labels:
            entry: dict[str, Json] = {**to_json(attribute), "labels": [*labels], "values": []}
            attributes[attribute.name] = entry
    for attribute in schema_attributes(settings):
        for value in attribute.values:
            old = value_name(attribute.name, value.name)
            for new in becomes.get(old, [old]):
                _add_value(attributes, new, {**to_json(value), "name": new.partition(":")[2]})
        entry = attributes.get(attribute.name, {})
        default = [*becomes.get(value_name(attribute.name, attribute.default), [])]
        if default:
            entry["default"] = default[0].partition(":")[2]
    relations: dict[str, dict[str, Json]] = {}
    for relation in schema_relations(settings):
        heads, tails = (_new_names(ends, becomes) for ends in (relation.heads, relation.tails))
        if (heads or not relation.heads) and (tails or not relation.tails):
            old = relation_name(relation.name)
            for new in becomes.get(old, [old]):
                name = new.partition(":")[2]
                words = {} if new == old else {"title": "", "key": ""}
                changed = {**to_json(relation), HEAD: [*heads], TAIL: [*tails], "name": name, **words}
                relations.setdefault(name, changed)
    for new in dict.fromkeys(name for names in becomes.values() for name in names if ":" in name):
        kind, _, name = new.partition(":")
        if kind == RELATION:
            relations.setdefault(name, {"name": name})
        else:
            _add_value(attributes, new, {"name": name})
    return {
        **settings,
        "attributes": [entry for entry in attributes.values() if entry["values"]],
        "relations": [*relations.values()],
    }


def _new_names(labels: Sequence[str], becomes: Mapping[str, Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(new for label in labels for new in becomes.get(label, [label])))


def _add_value(attributes: dict[str, dict[str, Json]], name: str, value: Mapping[str, Json]) -> None:
    """Add a value to its attribute, which is new if there is none, unless it has the value."""
    attribute = attributes.setdefault(name.partition(":")[0], {"name": name.partition(":")[0], "values": []})
    values = _listed(attribute["values"])
    if value["name"] not in [each["name"] for each in values if isinstance(each, Mapping)]:
        attribute["values"] = [*values, dict(value)]


def checked_lists(settings: Mapping[str, Json]) -> dict[str, list[Json]]:
    """Return labels, attributes and relations in canonical form, or raise InvalidSchema.

    Empty attributes and relations are omitted, as in settings from before they existed. Entries without a key
    get a free one, those without a colour the next one.
    """
    if any(not isinstance(settings.get(name, []), list) for name in ("labels", "attributes", "relations")):
        raise _invalid(Term("settings"), dict(settings), Term("settings-spans"))
    labels = [_label(entry) for entry in _listed(settings.get("labels"))]
    names = [str(label["name"]) for label in labels]
    attributes = [_attribute(entry, names) for entry in _listed(settings.get("attributes"))]
    relations = [_relation(entry, names) for entry in _listed(settings.get("relations"))]
    for listed, term in ((attributes, _attribute_form(names)), (relations, _relation_form(names))):
        listed_names = [str(entry["name"]) for entry in listed]
        if len({*listed_names}) < len(listed_names):
            raise _invalid(Term("names-of-entries"), listed_names, term)
    values = [value for attribute in attributes for value in _listed(attribute["values"])]
    _give_keys(labels, [*values, *relations])
    for listed in (labels, relations):
        for index, entry in enumerate(listed):
            entry["colour"] = entry["colour"] or _COLOURS[index % len(_COLOURS)]
    lists: dict[str, list[Json]] = {"labels": [*labels]}
    if attributes:
        lists["attributes"] = [*attributes]
    if relations:
        lists["relations"] = [*relations]
    return lists


def _localized(node: Json, language: str) -> Json:
    if isinstance(node, list):
        return [_localized(entry, language) for entry in node]
    if isinstance(node, dict):
        return (
            node.get(language, node["en"])
            if "en" in node
            else {key: _localized(entry, language) for key, entry in node.items()}
        )
    return node


def _listed(raw: Json) -> list[Json]:
    return raw if isinstance(raw, list) else []


def _label(raw: Json) -> dict[str, Json]:
    """Return one label of a schema, its colour and key empty by default."""
    entry = raw if isinstance(raw, Mapping) else {}
    name = str(entry.get("name", ""))
    if not _NAME.fullmatch(name) or name in (OUTSIDE, MARKED):
        raise _invalid(Term("a-label"), raw, Term("label-of-spans", outside=OUTSIDE, marked=MARKED))
    return {**_words(entry, name), "colour": _colour(entry, name), "key": _key(entry, name)}


def _attribute(raw: Json, labels: Sequence[str]) -> dict[str, Json]:
    """Return an attribute in canonical form; a value may be its name alone."""
    entry = raw if isinstance(raw, Mapping) else {}
    name = str(entry.get("name", ""))
    wrong = _invalid(Term("an-attribute"), raw, _attribute_form(labels))
    values = [
        _value(value if isinstance(value, Mapping) else {"name": value})
        for value in _listed(entry.get("values"))
    ]
    fields: dict[str, Json] = {"labels": [], "multiple": False, "default": "", **entry}
    fields |= {**_words(entry, name), "values": [*values]}
    attribute = _as(SpanAttribute, fields, wrong)
    value_names = [value.name for value in attribute.values]
    if (
        not _NAME.fullmatch(name)
        or name == RELATION
        or not all(map(_VALUE.fullmatch, value_names))
        or not 0 < len(value_names) == len({*value_names})
        or attribute.default not in ("", *value_names)
        or {*attribute.labels} - {*labels}
    ):
        raise wrong
    return {**to_json(attribute), "labels": [label for label in labels if label in attribute.labels]}


def _value(entry: Mapping[str, Json]) -> dict[str, Json]:
    name = str(entry.get("name", ""))
    return {**entry, **_words(entry, name), "key": _key(entry, name)}


def _relation(raw: Json, labels: Sequence[str]) -> dict[str, Json]:
    """Return a type of relations in canonical form."""
    entry = raw if isinstance(raw, Mapping) else {}
    name = str(entry.get("name", ""))
    wrong = _invalid(Term("a-relation"), raw, _relation_form(labels))
    fields: dict[str, Json] = {HEAD: [], TAIL: [], "directed": True, "single": [], **entry}
    fields |= {**_words(entry, name), "colour": _colour(entry, name), "key": _key(entry, name)}
    relation = _as(SpanRelation, fields, wrong)
    ends = {*relation.heads, *relation.tails}
    if not _NAME.fullmatch(name) or ends - {*labels} or {*relation.single} - {HEAD, TAIL}:
        raise wrong
    single = [HEAD, TAIL] if relation.single and not relation.directed else relation.single
    return {
        **to_json(relation),
        HEAD: [label for label in labels if label in relation.heads],
        TAIL: [label for label in labels if label in relation.tails],
        "single": [end for end in (HEAD, TAIL) if end in single],
    }


def _as(kind: type[T], fields: Mapping[str, Json], wrong: InvalidSchema) -> T:
    try:
        return from_json(kind, fields, closed=True)
    except RecordError:
        raise wrong from None


def _attribute_form(labels: Sequence[str]) -> Term:
    return Term("attribute-form", labels=labels)


def _relation_form(labels: Sequence[str]) -> Term:
    return Term("relation-form", labels=labels)


def _words(entry: Mapping[str, Json], name: str) -> dict[str, Json]:
    title = str(entry.get("title") or name.replace("_", " "))
    return {"name": name, "title": title, "gloss": str(entry.get("gloss") or "")}


def _key(entry: Mapping[str, Json], name: str) -> str:
    key = str(entry.get("key") or "").lower()
    if len(key) > 1 or key in RESERVED_KEYS or key.isspace():
        raise _wrong_key(name, key)
    return key


def _colour(entry: Mapping[str, Json], name: str) -> str:
    colour = str(entry.get("colour") or "")
    if colour and not _COLOUR.fullmatch(colour):
        raise _wrong_key(name, colour)
    return colour


def _wrong_key(name: str, value: str) -> InvalidSchema:
    form = Term("key-and-colour-form", reserved=" ".join(sorted(RESERVED_KEYS)))
    return _invalid(Term("key-and-colour", name=repr(name)), value, form)


def _give_keys(labels: Sequence[dict[str, Json]], others: Sequence[Json]) -> None:
    """Give entries without a key the next free one; attribute values and relations prefer their initial."""
    entries = [*labels, *(entry for entry in others if isinstance(entry, dict))]
    keys = [str(entry["key"]) for entry in entries if entry["key"]]
    if len(set(keys)) < len(keys):
        raise InvalidSchema(
            "aloi.value", name=Term("keys-of-labels"), value=" ".join(keys), expected=Term("each-once")
        )
    for index, entry in enumerate(entries):
        if not entry["key"]:
            preferred = "" if index < len(labels) else str(entry["name"]).lower()
            free = (key for key in (*preferred, *_KEYS) if key in _KEYS and key not in keys)
            entry["key"] = next(free, "")
            keys.append(str(entry["key"]))


def _invalid(name: Term, value: object, expected: Term) -> InvalidSchema:
    return InvalidSchema("aloi.value", name=name, value=repr(value), expected=expected)
