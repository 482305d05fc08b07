"""Corpora of linked mentions as the first table of alekseev2022medical describes them, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aloi.base.records import from_json, to_json
from aloi.corpora.model import Json
from aloi.gold.splitting.mention_leaks import Description, Size, curve, describe, filter_mentions
from aloi.gold.splitting.near_texts import DEFAULT_THRESHOLD, Mode
from aloi.studies.linking.sets import LinkingSet
from aloi.workbench.reports.files import as_csv
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Number, Table

_SIDES = ("all", "train", "test")


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """The row of a corpus in the table; `against` names the references for filtering its test set.

    `filtered` excludes test mentions equal to a reference, `near` also those nearer than `threshold`. `curve`
    is the remainder at other thresholds.
    """

    name: str
    language: str
    against: str
    mode: str
    threshold: float
    description: Description
    filtered: Size
    near: Size
    curve: tuple[tuple[float, Size], ...] = ()

    @property
    def signature(self) -> str:
        """How the test sets were made."""
        return (
            f"filter:{self.against};mode:{self.mode};threshold:{self.threshold:g};text:lower-cased,stripped;"
            "distance:levenshtein/longer,strict;concepts:distinct fields"
        )

    def to_json(self) -> dict[str, Json]:
        """Return the row as `aloi linking table --json` prints it."""
        description, sides = to_json(self.description), ("all", "train", "test")
        return {
            **to_json(self, "description", "near", "curve"),
            "mentions": {side: description[side]["mentions"] for side in sides},
            "concepts": {side: description[side]["concepts"] for side in sides},
            "mean_length": self.description.mean_length,
            "numerals": self.description.numerals,
            f"filtered_{self.threshold:g}": to_json(self.near),
            "curve": [{"threshold": at, **to_json(size)} for at, size in self.curve],
            "signature": self.signature,
        }


def row_of_json(document: Any) -> CorpusRow:
    """Return the row that `CorpusRow.to_json` wrote."""
    sides = {
        side: {what: document[what][side] for what in ("mentions", "concepts")}
        for side in ("all", "train", "test")
    }
    return from_json(
        CorpusRow,
        document,
        description={**document, **sides},
        near=document[f"filtered_{document['threshold']:g}"],
        curve=[[one["threshold"], one] for one in document["curve"]],
    )


def corpus_row(
    of: LinkingSet,
    *,
    threshold: float = DEFAULT_THRESHOLD,
    mode: str = Mode.EXACT.value,
    thresholds: Sequence[float] = (),
) -> CorpusRow:
    """Return the row of a corpus, with the curve over thresholds if any are given."""
    searched = Mode(mode)
    filtered = filter_mentions(of.test, of.references, threshold=threshold, mode=searched)
    return CorpusRow(
        of.name,
        of.language,
        of.against,
        searched.value,
        threshold,
        describe(of.train, of.test),
        Size.of(filtered.filtered),
        Size.of(filtered.near),
        curve(of.test, of.references, thresholds, searched) if thresholds else (),
    )


def table_csv(rows: Sequence[CorpusRow]) -> str:
    """Return the rows as CSV, nothing rounded."""
    records = [
        {
            "corpus": row.name,
            "language": row.language,
            **{f"mentions_{side}": getattr(row.description, side).mentions for side in _SIDES},
            **{f"concepts_{side}": getattr(row.description, side).concepts for side in _SIDES},
            "mean_length": row.description.mean_length,
            "numerals": row.description.numerals,
            "filtered_mentions": row.filtered.mentions,
            "filtered_concepts": row.filtered.concepts,
            "threshold": row.threshold,
            "near_mentions": row.near.mentions,
            "near_concepts": row.near.concepts,
            "signature": row.signature,
        }
        for row in rows
    ]
    return as_csv(Table.of(records)) if records else ""


def curve_csv(rows: Sequence[CorpusRow]) -> str:
    """Return the remainder at each threshold as CSV, a row a corpus and threshold."""
    left = [(one.name, at, size.mentions, size.concepts) for one in rows for at, size in one.curve]
    return as_csv(Table("", ("corpus", "threshold", "mentions", "concepts"), left))


def table_latex(rows: Sequence[CorpusRow]) -> str:
    """Return the rows as one LaTeX table."""
    threshold = rows[0].threshold if rows else DEFAULT_THRESHOLD
    head = ("Corpus", "Language", "Mentions", "Concepts", "Length", "Numerals (%)", "Full", "Filtered")
    caption = (
        "Linked mentions and distinct concepts in all (train / test), mean length in characters, share of "
        "mentions with numerals, and the rest of the test set (mentions / concepts) without mentions that "
        f"are in training or the dictionary, and without those nearer than {threshold:g}."
    )
    cells = [
        (
            row.name,
            row.language,
            _sum(row.description, "mentions"),
            _sum(row.description, "concepts"),
            Number(row.description.mean_length, digits=2, signature=row.signature),
            Number(row.description.numerals, digits=2, percent=True),
            *(
                f"{size.mentions:,} / {size.concepts:,}"
                for size in (row.description.test, row.filtered, row.near)
            ),
        )
        for row in rows
    ]
    return as_latex([Table(caption, (*head, f"Filtered ({threshold:g})"), cells)])


def _sum(description: Description, field_name: str) -> str:
    total, train, test = (getattr(getattr(description, side), field_name) for side in _SIDES)
    return f"{total:,} ({train:,} / {test:,})" if train else f"{total:,}"
