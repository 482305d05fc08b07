"""Attributes and relations of other tools under names and values that a campaign takes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from aloi.annotation.fields import SpanAttribute, SpanRelation
from aloi.annotation.rows import LabelledSpan, TaggedTokens, attributes_of
from aloi.annotation.tasks.spans.settings import RELATION
from aloi.base.terms import Phrase
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.formats.span_schema import SpanSchema

MOST_VALUES = 40  # of an attribute: more are free text, or the concepts of a terminology
LONGEST = 60  # characters of a value
_FREE = "of the attribute {name}, which is no closed list"


def label_name(written: str) -> str:
    """Return a label as files and schemas can carry it: `_` for what is no letter, digit or -."""
    return re.sub(r"[^\w-]+", "_", written.strip())


class SpanNames:
    """The names and values of attributes and relations in a campaign, which stay apart.

    Attributes whose values are no closed list are removed and counted.
    """

    def __init__(self, rows: Sequence[TaggedTokens], declared: SpanSchema) -> None:
        self._used = used = declared.joined(SpanSchema.of(rows))
        values = {each.name: [value.name for value in each.values] for each in used.attributes}
        self._free = {
            name
            for name, listed in values.items()
            if len(listed) > MOST_VALUES or max(map(len, listed), default=0) > LONGEST
        }
        self._attributes = _apart(
            (name for name in values if name not in self._free), label_name, (RELATION,)
        )
        self._relations = _apart((each.name for each in used.relations), label_name)
        self._values = {name: _apart(values[name], _value) for name in self._attributes}

    def row(self, row: TaggedTokens, notebook: Notebook, where: str) -> TaggedTokens:
        """Return a row under these names."""
        spans = tuple(self._span(span, notebook, where) for span in row.spans)
        relations = tuple(replace(each, type=self._relations[each.type]) for each in row.relations)
        return replace(row, spans=spans, relations=relations)

    def schema(self, labels: Callable[[str], str] = label_name) -> SpanSchema:
        """Return what is declared or used under these names, its labels as `labels` names them."""
        names = tuple(dict.fromkeys(map(labels, self._used.labels)))
        attributes = tuple(
            self._attribute(each, tuple(map(labels, each.labels)))
            for each in self._used.attributes
            if each.name in self._attributes
        )
        relations = tuple(
            self._relation(each, tuple(map(labels, each.heads)), tuple(map(labels, each.tails)))
            for each in self._used.relations
            if each.name in self._relations
        )
        return SpanSchema(names, attributes, relations)

    def _span(self, span: LabelledSpan, notebook: Notebook, where: str) -> LabelledSpan:
        values: dict[str, list[str]] = defaultdict(list)
        for name, listed in span.attributes:
            if name in self._free:
                why = Phrase("why-free-attribute", _FREE, name=repr(name))
                notebook.add(excluded("values", why), where, len(listed))
            else:
                values[self._attributes[name]] += [self._values[name][value] for value in listed]
        return replace(span, attributes=attributes_of(values))

    def _attribute(self, listed: SpanAttribute, labels: tuple[str, ...]) -> SpanAttribute:
        names = self._values[listed.name]
        return replace(
            listed,
            name=self._attributes[listed.name],
            title=listed.title or listed.name,
            values=tuple(
                replace(value, name=names[value.name], title=value.title or value.name)
                for value in listed.values
            ),
            labels=labels,
            default=names.get(listed.default, ""),
        )

    def _relation(self, listed: SpanRelation, heads: tuple[str, ...], tails: tuple[str, ...]) -> SpanRelation:
        return replace(
            listed,
            name=self._relations[listed.name],
            title=listed.title or listed.name,
            heads=heads,
            tails=tails,
        )


def _value(written: str) -> str:
    return re.sub(r"[\s:]+", "_", written.strip()) or "_"


def _apart(
    names: Iterable[str], clean: Callable[[str], str], reserved: Sequence[str] = ()
) -> Mapping[str, str]:
    """Return clean names; those that would be the same, or are reserved, get a number."""
    used = {*reserved}
    apart: dict[str, str] = {}
    for name in names:
        cleaned = clean(name) or "_"
        candidates = (cleaned if number == 1 else f"{cleaned}-{number}" for number in count(1))
        apart[name] = next(each for each in candidates if each not in used)
        used.add(apart[name])
    return apart
