"""The column MISC of CoNLL-U: its entries, their escapes, and attributes and relations of spans in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from aloi.annotation.rows import LabelledRelation, LabelledSpan, attributes_of

_MISC = 9
_WRITTEN = {"\\": r"\\", " ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p"}
_IN_LISTS = {**_WRITTEN, ",": r"\c", "=": r"\e"}  # of names and values, which these signs separate
_READ = {written: plain for plain, written in _IN_LISTS.items()}
_OF_SPAN = re.compile(r"(Span|Rel)([1-9][0-9]*)\[(.*)\]")


def misc_of(cells: Sequence[str]) -> dict[str, str]:
    """Return the entries of the column MISC of a line."""
    misc = cells[_MISC] if len(cells) > _MISC else ""
    return dict(part.partition("=")[::2] for part in misc.split("|"))


def escaped(text: str) -> str:
    """Return a text as MISC and UDPipe write it: no white space and no vertical bar."""
    return "".join(_WRITTEN.get(char, char) for char in text)


def plain(text: str) -> str:
    r"""Return a text of MISC without escapes.

    >>> plain(escaped(r"5 mg|\d"))
    '5 mg|\\d'
    """
    return re.sub(r"\\[\\strnpce]", lambda match: _READ[match.group()], text)


def span_entries(
    spans: Sequence[LabelledSpan],
    relations: Sequence[LabelledRelation],
    tokens: Sequence[tuple[int, int]],
) -> dict[int, list[str]]:
    """Return the entries of spans with attributes or relations, by the index of the first token of the span.

    `Span2=drug` is the label of the second span of the sentence, `Span2[certainty]=negated` an attribute with
    its values, `Rel2[dose]=3,4` the third and the fourth span, to which relations lead from it. So several
    spans may begin at a token, and a span may have parts.
    """
    starts = [start for start, _ in tokens]
    tails: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for relation in relations:
        tails[relation.head][relation.type].append(relation.tail)
    ends = {end for relation in relations for end in (relation.head, relation.tail)}
    entries: dict[int, list[str]] = defaultdict(list)
    for at, span in enumerate(spans):
        if span.attributes or at in ends:
            listed = entries[max(0, bisect_right(starts, span.parts[0][0]) - 1)]
            listed.append(f"Span{at + 1}={escaped(span.label)}")
            listed += [
                f"Span{at + 1}[{_listed(name)}]={','.join(map(_listed, values))}"
                for name, values in span.attributes
            ]
            listed += [
                f"Rel{at + 1}[{_listed(type_)}]={','.join(str(tail + 1) for tail in indices)}"
                for type_, indices in tails[at].items()
            ]
    return entries


def read_span_entries(
    spans: Sequence[LabelledSpan], entries: Mapping[str, str]
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]]:
    """Return spans with their attributes, and the relations between them, from entries of `span_entries`.

    Raises
    ------
    ValueError
        An entry of a span that does not exist; its text is the name of the entry.
    """
    attributes: dict[int, dict[str, list[str]]] = defaultdict(dict)
    relations = []
    for key, value in entries.items():
        if not (match := _OF_SPAN.fullmatch(key)):
            continue
        at, name, values = int(match[2]) - 1, plain(match[3]), value.split(",")
        if at >= len(spans):
            raise ValueError(key)
        if match[1] == "Span":
            attributes[at][name] = [*map(plain, values)]
        elif all(tail.isdecimal() and 0 < int(tail) <= len(spans) for tail in values):
            relations += [LabelledRelation(name, at, int(tail) - 1) for tail in values]
        else:
            raise ValueError(f"{key}={value}")
    with_attributes = (
        replace(span, attributes=attributes_of(attributes[at])) if at in attributes else span
        for at, span in enumerate(spans)
    )
    in_order = sorted(relations, key=lambda each: (each.head, each.tail, each.type))
    return tuple(with_attributes), tuple(in_order)


def _listed(text: str) -> str:
    return "".join(_IN_LISTS.get(char, char) for char in text)
