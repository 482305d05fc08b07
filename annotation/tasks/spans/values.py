"""Answers of the spans task: spans with attributes, the relations between them, and their canonical form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations, groupby
from typing import TypeAlias

from aloi.annotation.fields import SpanAttribute
from aloi.annotation.rows import Attributes, LabelledRelation, LabelledSpan, attributes_of
from aloi.annotation.spans import (
    TOKENS,
    Part,
    covered_text,
    in_order,
    merge_parts,
    overlap,
    pieces,
    related,
    trimmed,
)
from aloi.annotation.tasks.base import InvalidAnnotation
from aloi.annotation.tasks.spans.settings import (
    HEAD,
    TAIL,
    relation_name,
    schema_attributes,
    schema_relations,
    value_name,
)
from aloi.base.errors import masked
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json

_SPAN_FIELDS = {"id", "label", "parts", "attributes"}
_RELATION_FIELDS = {"type", HEAD, TAIL}
Value: TypeAlias = Json | Mapping[str, Json]


def spans_of(value: Json) -> tuple[LabelledSpan, ...]:
    """Return the spans of a checked value."""
    return tuple(span for _, span in _identified(value))


def relations_of(value: Json) -> tuple[LabelledRelation, ...]:
    """Return the relations of a checked value, between the indices of `spans_of`."""
    index = {id_: at for at, (id_, _) in enumerate(_identified(value)) if id_}
    return tuple(
        LabelledRelation(type_, index[head], index[tail])
        for type_, head, tail in map(_ends, _listed(value, "relations"))
        if head in index and tail in index
    )


def value_of(
    spans: Sequence[LabelledSpan | None], relations: Iterable[LabelledRelation] = ()
) -> dict[str, Json]:
    """Return the value with these spans, in the order of the text, and the relations between them.

    Spans have ids only if there are relations: `s1`, `s2` and so on, in the order of the text. None is a
    removed span; its relations are removed too.
    """
    ordered, kept_relations = related(spans, relations)
    if not kept_relations:
        return {"spans": [to_json(span) for span in ordered]}
    return {
        "spans": [{"id": _id(at), **to_json(span)} for at, span in enumerate(ordered)],
        "relations": [
            {"type": relation.type, HEAD: _id(relation.head), TAIL: _id(relation.tail)}
            for relation in kept_relations
        ],
    }


def checked_value(value: Json, text: str, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return a value in canonical form, or raise InvalidAnnotation; a list of spans alone is accepted."""
    named = isinstance(value, Mapping) and {"spans"} <= set(value) <= {"spans", "relations"}
    listed = value["spans"] if isinstance(value, Mapping) and named else value
    raw_relations = value.get("relations", []) if isinstance(value, Mapping) else []
    if not isinstance(listed, list) or not (listed or named) or not isinstance(raw_relations, list):
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("the-answer"),
            value=masked(value),
            expected=Term("answer-spans"),
            todo=Term("as-page-sends"),
        )
    check = _Check(text, settings)
    spans = [check.span(raw) for raw in listed]
    _check_each_once(spans, text)
    if not settings["nested"]:
        _check_apart(spans, text)
    ids = check.ids(listed)
    relations = [check.relation(raw, spans, ids) for raw in raw_relations]
    ordered, kept_relations = related(spans, relations)
    in_canonical_order = [check.in_order(relation) for relation in kept_relations]
    ordered, kept_relations = related(ordered, in_canonical_order)
    check.single_ends(kept_relations)
    return value_of(ordered, kept_relations)


def fitting(
    spans: Sequence[LabelledSpan | None],
    relations: Iterable[LabelledRelation],
    settings: Mapping[str, Json],
    missing: Counter[str],
) -> tuple[list[LabelledSpan | None], list[LabelledRelation]]:
    """Return spans and relations without what a schema lacks: for those of a model, or of a file.

    Parameters
    ----------
    missing : Counter
        Removed labels, values and types are counted here, by the names of mappings. Relations of a removed
        span are not counted.
    """
    labels = {str(entry["name"]) for entry in _listed(settings, "labels")}
    attributes, types = schema_attributes(settings), {each.name: each for each in schema_relations(settings)}
    fitted: list[LabelledSpan | None] = []
    for span in spans:
        if span is None or span.label not in labels:
            missing.update([] if span is None else [span.label])
            fitted.append(None)
            continue
        fitted.append(_with_fitting_attributes(span, attributes, missing))
    fitted_relations: list[LabelledRelation] = []
    used_ends: set[tuple[str, str, int]] = set()
    for relation in relations:
        head, tail, entry = fitted[relation.head], fitted[relation.tail], types.get(relation.type)
        if head is None or tail is None:
            continue
        single = {
            (relation.type, end if entry.directed else "", at)
            for end, at in ((HEAD, relation.head), (TAIL, relation.tail))
            if end in entry.single
        } if entry else set()  # fmt: skip
        if entry is None or not entry.allows(head.label, tail.label) or used_ends & single:
            missing[relation_name(relation.type)] += 1
        else:
            used_ends |= single
            fitted_relations.append(relation)
    return fitted, fitted_relations


def _with_fitting_attributes(
    span: LabelledSpan, attributes: Sequence[SpanAttribute], missing: Counter[str]
) -> LabelledSpan:
    stated = [(name, value) for name, values in span.attributes for value in values]
    fits = [
        (name, value)
        for name, value in stated
        if any(
            each.name == name
            and each.applies_to(span.label)
            and (each.multiple or len(dict(span.attributes)[name]) == 1)
            and value in [choice.name for choice in each.values]
            for each in attributes
        )
    ]
    missing.update(value_name(*pair) for pair in stated if pair not in fits)
    grouped = {name: [value for other, value in fits if other == name] for name, _ in fits}
    return replace(span, attributes=attributes_of(grouped))


def names_in(value: Json) -> tuple[str, ...]:
    """Return the labels, attribute values and relation types of a value as mappings name them, each once."""
    spans = spans_of(value)
    names = [span.label for span in spans]
    names += [value_name(name, each) for span in spans for name, values in span.attributes for each in values]
    return tuple(dict.fromkeys((*names, *(relation_name(each.type) for each in relations_of(value)))))


def renamed(value: Json, names: Mapping[str, str]) -> dict[str, Json]:
    """Return a value with other names, unchecked; spans that come to be the same are one.

    Parameters
    ----------
    names : mapping
        Labels, values of attributes (`value_name`) and types of relations (`relation_name`) -> new names.
        A span, value or relation without one is removed; a relation is removed with an end, too.
    """
    spans = _renamed_spans(spans_of(value), names)
    relations = [
        replace(relation, type=_last(names[name]))
        for relation in relations_of(value)
        if (name := relation_name(relation.type)) in names
    ]
    return value_of(spans, relations)


def redraft(draft: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, Json]:
    """Return a draft with other names: `spans`, `offers` that are not accepted yet, and `relations`.

    Relations of a draft may have offers as ends, so ids stay.
    """
    ids: dict[str, str] = {}
    lists: dict[str, Json] = {}
    for name in ("spans", "offers"):
        identified = _identified(draft, name)
        first: dict[LabelledSpan, str] = {}
        renamed_spans = _renamed_spans([span for _, span in identified], names)
        for (id_, _), span in zip(identified, renamed_spans, strict=True):
            if span is not None:
                ids[id_] = first.setdefault(span, id_)
        lists[name] = [
            {**({"id": first[span]} if first[span] else {}), **to_json(span)} for span in in_order(first)
        ]
    if "relations" in draft:
        lists["relations"] = [
            {**raw, "type": _last(names[name]), HEAD: ids[head], TAIL: ids[tail]}
            for raw in _listed(draft, "relations")
            for type_, head, tail in (_ends(raw),)
            if (name := relation_name(type_)) in names and head in ids and tail in ids
        ]
    return {**draft, **lists}


def elements(value: Json) -> Counter[object]:
    """Return what a value states: its spans, their attribute values, and its relations.

    Two values differ by as many elements as they do not share. Ends of relations are spans without
    attributes.
    """
    spans = spans_of(value)
    stated: list[object] = [span.bare() for span in spans]
    stated += [
        (span.bare(), name, one_value)
        for span in spans
        for name, values in span.attributes
        for one_value in values
    ]
    stated += [
        (relation.type, spans[relation.head].bare(), spans[relation.tail].bare())
        for relation in relations_of(value)
    ]
    return Counter(stated)


class _Check:
    """The checks of an answer to one text under one schema; each raises InvalidAnnotation."""

    def __init__(self, text: str, settings: Mapping[str, Json]) -> None:
        places = pieces(text, str(settings["unit"]))
        self._text, self._settings = text, settings
        self._starts, self._ends = {start for start, _ in places}, {end for _, end in places}
        self._labels = [str(entry["name"]) for entry in _listed(settings, "labels")]
        self._attributes = {entry.name: entry for entry in schema_attributes(settings)}
        self._relations = {entry.name: entry for entry in schema_relations(settings)}

    def span(self, raw: Json) -> LabelledSpan:
        """Return one span in canonical form."""
        is_span = isinstance(raw, Mapping) and {"label", "parts"} <= set(raw) <= _SPAN_FIELDS
        raw_parts = _parts(raw.get("parts")) if isinstance(raw, Mapping) and is_span else ()
        label = raw.get("label") if isinstance(raw, Mapping) else None
        if not isinstance(raw, Mapping) or not raw_parts or label not in self._labels:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("a-span"),
                value=masked(raw),
                expected=Term("span-parts", names=self._labels),
                todo=Term("draw-again"),
            )
        parts = _sound_parts(raw_parts, self._text, self._starts, self._ends, self._settings)
        return LabelledSpan(str(label), parts, self._checked_attributes(raw.get("attributes"), str(label)))

    def _checked_attributes(self, raw: Json, label: str) -> Attributes:
        applicable = {name: entry for name, entry in self._attributes.items() if entry.applies_to(label)}
        try:
            if not isinstance(raw, Mapping | None):
                raise TypeError
            attributes = attributes_of(raw)
        except TypeError:
            raise _wrong_attributes(raw, label, applicable) from None
        for name, values in attributes:
            entry = applicable.get(name)
            if (
                entry is None
                or {*values} - {value.name for value in entry.values}
                or (len(values) > 1 and not entry.multiple)
            ):
                raise _wrong_attributes(raw, label, applicable)
        return attributes

    def ids(self, listed: Sequence[Json]) -> dict[str, int]:
        """Return the index of each span by its id."""
        index: dict[str, int] = {}
        for at, raw in enumerate(listed):
            id_ = str(raw.get("id") or "") if isinstance(raw, Mapping) else ""
            if id_ and index.setdefault(id_, at) != at:
                raise InvalidAnnotation("aloi.repeated", name=Term("id-of-span"), value=masked(id_))
        return index

    def relation(self, raw: Json, spans: Sequence[LabelledSpan], ids: Mapping[str, int]) -> LabelledRelation:
        """Return one relation between the indices of spans."""
        is_relation = isinstance(raw, Mapping) and set(raw) == _RELATION_FIELDS
        type_, head, tail = _ends(raw) if is_relation else ("", "", "")
        if type_ not in self._relations or not {head, tail} <= ids.keys():
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("a-relation"),
                value=masked(raw),
                expected=Term("relation-parts", names=[*self._relations]),
                todo=Term("draw-again"),
            )
        entry, labels = self._relations[type_], (spans[ids[head]].label, spans[ids[tail]].label)
        if not entry.allows(*labels) or spans[ids[head]] == spans[ids[tail]]:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("ends-of-relation", type=type_),
                value=" → ".join(labels),
                expected=Term(
                    "ends-allowed", heads=entry.heads or self._labels, tails=entry.tails or self._labels
                ),
                todo=Term("draw-again"),
            )
        return LabelledRelation(type_, ids[head], ids[tail])

    def in_order(self, relation: LabelledRelation) -> LabelledRelation:
        """Return a relation with its ends in the order of the text if it is symmetric."""
        if self._relations[relation.type].directed or relation.head < relation.tail:
            return relation
        return LabelledRelation(relation.type, relation.tail, relation.head)

    def single_ends(self, relations: Sequence[LabelledRelation]) -> None:
        """Check that no span has several relations of a type at an end that allows one."""
        for name, entry in self._relations.items():
            ends = [(each.head, each.tail) for each in relations if each.type == name]
            heads, tails = (Counter(pair[end] for pair in ends) for end in (0, 1))
            if not entry.directed:
                heads = tails = heads + tails
            for end, counts in ((HEAD, heads), (TAIL, tails)):
                if end in entry.single and max(counts.values(), default=0) > 1:
                    raise InvalidAnnotation(
                        "aloi.too-many",
                        name=Term("relations-of-end", type=name),
                        count=max(counts.values()),
                        most=1,
                        todo=Term("remove-a-relation"),
                    )


def _identified(value: Value, listed: str = "spans") -> list[tuple[str, LabelledSpan]]:
    """Return the spans of a value, each with its id, empty without one; what is no span is passed over."""
    identified = []
    for span in _listed(value, listed):
        if parts := _parts(span.get("parts")):
            attributes = span.get("attributes")
            try:
                read = attributes_of(attributes) if isinstance(attributes, Mapping) else ()
            except TypeError:
                read = ()
            identified.append((str(span.get("id") or ""), LabelledSpan(str(span["label"]), parts, read)))
    return identified


def _listed(value: Value, name: str) -> list[Mapping[str, Json]]:
    listed = value.get(name) if isinstance(value, Mapping) else None
    return [entry for entry in (listed if isinstance(listed, list) else []) if isinstance(entry, Mapping)]


def _ends(raw: Value) -> tuple[str, str, str]:
    fields = raw if isinstance(raw, Mapping) else {}
    return str(fields.get("type") or ""), str(fields.get(HEAD) or ""), str(fields.get(TAIL) or "")


def _id(at: int) -> str:
    return f"s{at + 1}"


def _last(name: str) -> str:
    return name.rpartition(":")[2]


def _renamed_spans(spans: Sequence[LabelledSpan], names: Mapping[str, str]) -> list[LabelledSpan | None]:
    """Return spans with other names; the attributes of those that come to be the same are joined.

    If their values differ, both remain: the check of the answer refuses them, so that it is asked again.
    """
    joined: dict[LabelledSpan, dict[str, tuple[str, ...]]] = {}
    new_spans: list[LabelledSpan | None] = []
    for span in spans:
        if span.label not in names:
            new_spans.append(None)
            continue
        new = LabelledSpan(names[span.label], span.parts, _renamed_attributes(span.attributes, names))
        joined.setdefault(new.bare(), {}).update(new.attributes)
        new_spans.append(new)
    return [
        span and replace(span, attributes=attributes_of(joined[span.bare()] | dict(span.attributes)))
        for span in new_spans
    ]


def _renamed_attributes(attributes: Attributes, names: Mapping[str, str]) -> Attributes:
    renamed_values: dict[str, list[str]] = {}
    for name, values in attributes:
        for new in (names[old] for one in values if (old := value_name(name, one)) in names):
            new_name, _, new_value = new.partition(":")
            renamed_values.setdefault(new_name, []).append(new_value)
    return attributes_of(renamed_values)


def _parts(raw: Json) -> tuple[Part, ...]:
    """Return the parts of a span as they are given; none where they are not pairs of whole numbers."""
    parts = []
    for pair in raw if isinstance(raw, list) else []:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(end) is not int for end in pair):
            return ()
        parts.append((int(str(pair[0])), int(str(pair[1]))))
    return tuple(parts)


def _sound_parts(
    raw_parts: Sequence[Part], text: str, starts: Set[int], ends: Set[int], settings: Mapping[str, Json]
) -> tuple[Part, ...]:
    """Return the parts of a span in canonical form, or raise InvalidAnnotation."""
    sound = all(start < end and start in starts and end in ends for start, end in raw_parts)
    parts = merge_parts(raw_parts, text) if settings["unit"] == TOKENS else trimmed(raw_parts, text)
    if not sound or not parts:
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("span-offsets"),
            value=str([list(part) for part in raw_parts]),
            expected=Term("parts-on-units", unit=settings["unit"], length=len(text)),
            todo=Term("draw-again"),
        )
    if len(parts) > 1 and not settings["broken"]:
        raise InvalidAnnotation(
            "aloi.too-many",
            name=Term("parts-of-span", text=masked(covered_text(text, LabelledSpan("", parts)))),
            count=len(parts),
            most=1,
            todo=Term("continuous-span"),
        )
    return parts


def _check_each_once(spans: Iterable[LabelledSpan], text: str) -> None:
    """Raise InvalidAnnotation if two spans with the same label and parts have different attributes."""
    ordered = sorted({*spans}, key=lambda span: (span.label, span.parts))
    for bare, same in groupby(ordered, key=LabelledSpan.bare):
        if len([*same]) > 1:
            raise InvalidAnnotation(
                "aloi.repeated",
                name=Term("span-other-attributes", label=bare.label),
                value=masked(covered_text(text, bare)),
            )


def _check_apart(spans: Iterable[LabelledSpan], text: str) -> None:
    crossed = next(((a, b) for a, b in combinations(dict.fromkeys(spans), 2) if overlap(a, b)), None)
    if crossed:
        a, b = (covered_text(text, span) for span in sorted(crossed, key=lambda span: span.parts))
        raise InvalidAnnotation("annotation.spans-share-characters", value=masked(a), value_2=masked(b))


def _wrong_attributes(raw: Json, label: str, applicable: Mapping[str, SpanAttribute]) -> InvalidAnnotation:
    allowed = "; ".join(
        f"{name}: {', '.join(value.name for value in entry.values)}" for name, entry in applicable.items()
    )
    return InvalidAnnotation(
        "aloi.value",
        name=Term("attributes-of-span", label=label),
        value=masked(raw),
        expected=Term("attributes-allowed", allowed=allowed or "-"),
        todo=Term("draw-again"),
    )
