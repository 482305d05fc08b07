"""Attributes of spans and relations between them in files of tools: merged spans, and their schema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aloi.annotation.fields import AttributeValue, SpanAttribute, SpanRelation
from aloi.annotation.rows import Attributes, LabelledRelation, LabelledSpan, TaggedTokens, attributes_of
from aloi.annotation.spans import related
from aloi.annotation.tasks.spans.settings import HEAD, TAIL, schema_attributes, schema_relations
from aloi.base.records import to_json
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import entries, rows_of

DOUBLE = Phrase("import-spans-given-twice", "spans given twice (one place, several concepts), kept once")
OTHER_VALUES = excluded("values", Phrase("why-attributes-given-twice", "of attributes of spans given twice"))
ENDLESS = excluded("relations", Phrase("why-of-excluded-spans", "of excluded spans"))
TO_ITSELF = excluded("relations", Phrase("why-to-itself", "of a span with itself"))
REPEATED = Phrase("import-relations-given-twice", "relations given twice, kept once")
UNMARKED = Phrase("import-flags-unset", "flags of spans that are not set, read as false")
RELATED = "related"  # the type of relations without a label
TRUE, FALSE = "true", "false"


@dataclass(frozen=True, slots=True)
class SpanSchema:
    """The labels, attributes and types of relations that a source lists or uses."""

    labels: tuple[str, ...] = ()
    attributes: tuple[SpanAttribute, ...] = ()
    relations: tuple[SpanRelation, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[TaggedTokens]) -> SpanSchema:
        """Return what rows use: attributes with values and labels, relations with labels of their ends."""
        marked = _Marked()
        for row in rows:
            marked.add(row)
        return marked.schema()

    @classmethod
    def of_release(cls, release: Release, rows: Mapping[str, Iterable[TaggedTokens]]) -> SpanSchema:
        """Return the schema of a campaign of spans, and what rows use beyond it."""
        campaign = release.manifest.get("campaign")
        settings = (
            entries(campaign, "settings") if isinstance(campaign, dict) and "settings" in campaign else {}
        )
        listed = rows_of(settings, "labels") if "labels" in settings else []
        labels = tuple(str(label["name"]) for label in listed if "name" in label)
        declared = cls(labels, schema_attributes(settings), schema_relations(settings))
        return declared.joined(cls.of(row for part_rows in rows.values() for row in part_rows))

    def joined(self, other: SpanSchema) -> SpanSchema:
        """Return this schema with what another one has beyond it."""
        attributes = {each.name: each for each in self.attributes}
        for each in other.attributes:
            attributes[each.name] = _joined_attribute(attributes.get(each.name), each)
        relations = {each.name: each for each in self.relations}
        for relation in other.relations:
            relations[relation.name] = _joined_relation(relations.get(relation.name), relation)
        return SpanSchema(
            tuple(dict.fromkeys((*self.labels, *other.labels))),
            tuple(attributes.values()),
            tuple(relations.values()),
        )


@dataclass(slots=True)
class _Marked:
    """The labels, attributes and relations of the rows read so far."""

    labels: set[str] = field(default_factory=set)
    values: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    applied: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    multiple: set[str] = field(default_factory=set)
    heads: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    tails: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, row: TaggedTokens) -> None:
        self.labels |= {span.label for span in row.spans} or {tag[2:] for tag in row.tags if tag[1:2] == "-"}
        for span in row.spans:
            for name, values in span.attributes:
                self.values[name] |= {*values}
                self.applied[name].add(span.label)
                if len(values) > 1:
                    self.multiple.add(name)
        for relation in row.relations:
            self.heads[relation.type].add(row.spans[relation.head].label)
            self.tails[relation.type].add(row.spans[relation.tail].label)

    def schema(self) -> SpanSchema:
        return SpanSchema(
            tuple(sorted(self.labels)),
            tuple(
                attribute(name, sorted(values), sorted(self.applied[name]), multiple=name in self.multiple)
                for name, values in sorted(self.values.items())
            ),
            tuple(
                relation_type(name, sorted(heads), sorted(self.tails[name]))
                for name, heads in sorted(self.heads.items())
            ),
        )


def attribute(
    name: str, values: Iterable[str], labels: Iterable[str] = (), *, multiple: bool = False, default: str = ""
) -> SpanAttribute:
    """Return an attribute that a source names, without titles of its own."""
    listed = tuple(AttributeValue(value, "", "", "") for value in dict.fromkeys(values))
    return SpanAttribute(name, "", "", listed, tuple(labels), multiple, default)


def relation_type(
    name: str, heads: Iterable[str] = (), tails: Iterable[str] = (), *, directed: bool = True
) -> SpanRelation:
    """Return a type of relations that a source names, without titles of its own."""
    return SpanRelation(name, "", "", "", "", tuple(heads), tuple(tails), directed, ())


def merged(
    spans: Sequence[LabelledSpan | None],
    relations: Sequence[LabelledRelation],
    notebook: Notebook,
    where: str,
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]]:
    """Return spans in order, each once, and the relations between them; what is merged or lost is counted.

    Parameters
    ----------
    spans : sequence
        The spans that relations name by index; None for an excluded one.
    """
    values: dict[LabelledSpan, dict[str, tuple[str, ...]]] = {}
    for span in spans:
        if span is not None:
            first = values.setdefault(span.bare(), {})
            differing = [
                name for name, span_values in span.attributes
                if first.setdefault(name, span_values) != span_values
            ]  # fmt: skip
            _note(notebook, OTHER_VALUES, where, len(differing))
    _note(notebook, DOUBLE, where, sum(span is not None for span in spans) - len(values))
    joined = [
        None if span is None else replace(span.bare(), attributes=attributes_of(values[span.bare()]))
        for span in spans
    ]
    ends = [(joined[relation.head], joined[relation.tail]) for relation in relations]
    _note(notebook, ENDLESS, where, sum(None in pair for pair in ends))
    _note(notebook, TO_ITSELF, where, sum(head == tail is not None for head, tail in ends))
    ordered, ordered_relations = related(joined, relations)
    complete = sum(None not in pair and pair[0] != pair[1] for pair in ends)
    _note(notebook, REPEATED, where, complete - len(ordered_relations))
    return ordered, ordered_relations


def with_flags(
    row: TaggedTokens, flags: Iterable[SpanAttribute], notebook: Notebook, where: str
) -> TaggedTokens:
    """Return a row whose spans have each flag that applies to them: one that is not set is false."""
    listed = tuple(flags)
    spans = []
    for span in row.spans:
        values = dict(span.attributes)
        missing = [flag.name for flag in listed if flag.applies_to(span.label) and flag.name not in values]
        _note(notebook, UNMARKED, where, len(missing))
        values |= dict.fromkeys(missing, (FALSE,))
        spans.append(replace(span, attributes=attributes_of(values)))
    return replace(row, spans=tuple(spans))


def several(attributes: Iterable[tuple[str, str]]) -> Attributes:
    """Return attributes from (name, value) pairs, of which several may have one name."""
    values: dict[str, list[str]] = defaultdict(list)
    for name, value in attributes:
        values[name].append(value)
    return attributes_of(values)


def schema_settings(schema: SpanSchema, labels: Iterable[str]) -> dict[str, Json]:
    """Return the attributes and relations of a schema as settings of a campaign with these labels.

    Empty lists are omitted.
    """
    names = [*labels]
    attributes: list[Json] = [
        to_json(each, labels=[label for label in names if label in each.labels])
        for each in schema.attributes
        if each.values
    ]
    relations: list[Json] = [
        to_json(
            each,
            **{
                HEAD: [label for label in names if label in each.heads],
                TAIL: [label for label in names if label in each.tails],
            },
        )
        for each in schema.relations
    ]
    return {
        **({"attributes": attributes} if attributes else {}),
        **({"relations": relations} if relations else {}),
    }


def _joined_attribute(first: SpanAttribute | None, other: SpanAttribute) -> SpanAttribute:
    if first is None:
        return other
    names = {value.name for value in first.values}
    return replace(
        first,
        values=(*first.values, *(value for value in other.values if value.name not in names)),
        labels=_joined_ends(first.labels, other.labels),
        multiple=first.multiple or other.multiple,
    )


def _joined_relation(first: SpanRelation | None, other: SpanRelation) -> SpanRelation:
    if first is None:
        return other
    heads, tails = _joined_ends(first.heads, other.heads), _joined_ends(first.tails, other.tails)
    if not first.directed:
        heads = tails = _joined_ends(heads, tails)
    return replace(first, heads=heads, tails=tails)


def _joined_ends(first: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of both, none (which means all) if one of them has none."""
    return tuple(dict.fromkeys((*first, *other))) if first and other else ()


def _note(notebook: Notebook, description: Phrase, where: str, count: int) -> None:
    if count:
        notebook.add(description, where, count)
