"""Data of a release that files of a format cannot store, each with its count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aloi.annotation.rows import Row, TaggedTokens
from aloi.annotation.spans import flatten, snap
from aloi.base.terms import Phrase
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import entries, rows_of

Parts: TypeAlias = Mapping[str, Sequence[Row]]
Count: TypeAlias = Callable[[Parts, Release], int]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a format cannot carry: `description` in words, and how often a release has it."""

    description: str
    count: Count


def count_losses(losses: Sequence[Loss], rows: Parts, release: Release) -> dict[str, int]:
    """Return what the rows of a release lose, and how often; what they do not have is not listed."""
    counted = {loss.description: loss.count(rows, release) for loss in losses}
    return {what: count for what, count in counted.items() if count}


def rows_with(*fields: str) -> Count:
    """Return a function that counts the rows in which one of these fields has a value."""

    def count(rows: Parts, release: Release) -> int:
        del release
        return sum(
            any(getattr(row, name, None) not in ("", None, ()) for name in fields)
            for part_rows in rows.values()
            for row in part_rows
        )

    return count


def answers(description: str) -> Loss:
    """Return the loss of the answers behind the gold, called `description`; all their revisions count."""
    return Loss(description, lambda rows, release: len(rows_of(release.manifest, "annotations")))


SOFT_LABELS = Loss(
    Phrase("loss-soft-labels-probability", "soft labels: the probability of each category"),
    lambda rows, release: sum("soft" in one for one in rows_of(entries(release.manifest, "gold"), "items")),
)


def of_spans(count: Callable[[TaggedTokens], int]) -> Count:
    """Return a function that adds up a count over all rows of spans."""

    def total(rows: Parts, release: Release) -> int:
        del release
        return sum(count(row) for listed in rows.values() for row in listed if isinstance(row, TaggedTokens))

    return total


def _untagged(row: TaggedTokens) -> int:
    flat = flatten(row.text, row.spans)
    return flat.broken + flat.crossing + flat.empty


UNTEXTED_TOKENS = Loss(
    Phrase("loss-tokenization-rows-without", "the tokenization of rows without a text"),
    of_spans(lambda row: not row.text),
)
UNTAGGED_SPANS = Loss(
    Phrase(
        "loss-discontinuous-spans-those",
        "discontinuous spans, and those that share a token with a longer one",
    ),
    of_spans(_untagged),
)
WIDENED_SPANS = Loss(
    Phrase("loss-ends-spans-inside", "the ends of spans inside a token: the whole token is tagged"),
    of_spans(lambda row: snap(row.spans, row.text).widened),
)
LOST_ATTRIBUTES = Loss(
    Phrase("loss-attribute-values-spans", "attribute values of spans"),
    of_spans(lambda row: sum(len(values) for span in row.spans for _, values in span.attributes)),
)
LOST_RELATIONS = Loss(
    Phrase("loss-relations-between-spans", "relations between spans"),
    of_spans(lambda row: len(row.relations)),
)
LOST_DOCUMENTS = Loss(
    Phrase("loss-document-each-text", "the document each text was taken from"), rows_with("document_id")
)
SPAN_ANSWERS = answers(
    Phrase(
        "loss-annotations-support-spread-behind-each-span", "annotations, support and spread behind each span"
    )
)
