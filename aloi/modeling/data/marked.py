"""Attributes and relations as labelled texts: a sentence for each span, or each pair of spans, with markers.

Markers name the labels of the spans: `[SIGN]toux[/SIGN]`, and for relations `[head:DRUG]` and `[tail:DOSE]`
(Zhong and Chen 2021).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

from aloi.annotation.rows import LabelledSpan, LabelledText, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.rows import Provenance
from aloi.modeling.data.dataset import Dataset, dataset

RELATIONS = "relations"
NO_VALUE = "none"
HEAD, TAIL = "head:", "tail:"


def marked_dataset(data: Dataset, target: str) -> Dataset:
    """Return labelled texts of the spans of tagged sentences: `relations`, or the values of an attribute.

    Of an attribute, each span whose label ever has it is a row; without a value its label is `none`. Of
    relations, each pair of spans in a sentence is a row whose labels are ever the ends of a relation; a pair
    without a relation has no label. Rows share the document of their sentence.

    Raises
    ------
    AloiError
        Other rows than tagged tokens, or no relation or no such attribute.
    """
    rows = [row for part in data.parts.values() for row in part if isinstance(row, TaggedTokens)]
    attributes = {name for row in rows for span in row.spans for name, _ in span.attributes}
    targets = {*attributes, *({RELATIONS} if any(row.relations for row in rows) else ())}
    if target not in targets:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("attribute-of-spans", source=data.name),
            name=repr(target),
            known=sorted(targets),
            todo=Term("name-attribute"),
        )
    applies = frozenset(span.label for row in rows for span in row.spans if target in dict(span.attributes))
    ends = frozenset(
        (row.spans[relation.head].label, row.spans[relation.tail].label)
        for row in rows
        for relation in row.relations
    )
    parts: dict[str, list[LabelledText]] = {}
    provenance: dict[str, dict[str, Provenance]] = {}
    for part, sentences in data.parts.items():
        parts[part], provenance[part] = [], {}
        for row in sentences:
            if not isinstance(row, TaggedTokens):
                continue
            inherited = data.provenance.get(part, {}).get(row.id, Provenance())
            clusters = {"document": (row.document_id,), **inherited.clusters} if row.document_id else {}
            examples = [*(_pairs([row], ends) if target == RELATIONS else _values([row], applies, target))]
            parts[part] += examples
            facts = Provenance(inherited.miners, inherited.status, {}, clusters)
            provenance[part] |= dict.fromkeys((one.id for one in examples), facts)
    labels = tuple(sorted({label for part in parts.values() for one in part for label in one.labels}))
    named = {part: [replace(one, all_labels=labels) for one in several] for part, several in parts.items()}
    return dataset(f"{data.name}#{target}", LabelledText, named, provenance)


def marked_rows(rows: Sequence[TaggedTokens], target: str) -> list[LabelledText]:
    """Return a row without labels for each span, or for relations each pair of spans in a sentence."""
    texts = [*(_pairs if target == RELATIONS else partial(_values, attribute=target))(rows)]
    return [replace(one, labels=(), all_labels=()) for one in texts]


def _values(
    rows: Sequence[TaggedTokens], applies: frozenset[str] | None = None, attribute: str = ""
) -> Iterator[LabelledText]:
    """Yield a text for each span, of the labels that have the attribute if they are known."""
    for row in rows:
        for number, span in enumerate(row.spans, start=1):
            if applies is None or span.label in applies:
                values = dict(span.attributes).get(attribute, (NO_VALUE,))
                text = with_markers(row.text, {"": span})
                yield LabelledText(f"{row.id}-{number}", text, "", values, ())


def _pairs(
    rows: Sequence[TaggedTokens], ends: frozenset[tuple[str, str]] | None = None
) -> Iterator[LabelledText]:
    """Yield a text for each pair of spans of a sentence, of the labels that are related if they are known."""
    for row in rows:
        types: dict[tuple[int, int], set[str]] = {}
        for relation in row.relations:
            types.setdefault((relation.head, relation.tail), set()).add(relation.type)
        for head, tail in permutations(range(len(row.spans)), 2):
            if ends is None or (row.spans[head].label, row.spans[tail].label) in ends:
                text = with_markers(row.text, {HEAD: row.spans[head], TAIL: row.spans[tail]})
                labels = tuple(sorted(types.get((head, tail), ())))
                yield LabelledText(f"{row.id}-{head + 1}-{tail + 1}", text, "", labels, ())


def with_markers(text: str, spans: Mapping[str, LabelledSpan]) -> str:
    """Return a text with the label of each span before and after its parts; keys are put before labels.

    Examples
    --------
    >>> with_markers("forte toux", {"": LabelledSpan("SIGN", ((6, 10),))})
    'forte [SIGN]toux[/SIGN]'
    """
    # At one offset ends come before beginnings; of spans that end together the inner one ends first.
    marks = []
    for order, (role, span) in enumerate(spans.items()):
        for start, end in span.parts:
            name = f"{role}{span.label}"
            marks += [(start, 1, -end, order, f"[{name}]"), (end, 0, -start, -order, f"[/{name}]")]
    for offset, *_, mark in sorted(marks, reverse=True):
        text = text[:offset] + mark + text[offset:]
    return text
