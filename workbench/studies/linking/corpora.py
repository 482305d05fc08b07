"""Corpora of linked mentions as the first table of alekseev2022medical describes them, a row each."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agreement.result import program_version
from aloi.records import from_json, to_json
from corpora.model import Json
from corpora.readers.writing import spreadsheet_safe, whole_file
from gold.splitting.mention_leaks import Description, Size, curve, describe, filter_mentions
from gold.splitting.near_texts import DEFAULT_THRESHOLD, Mode
from workbench.reports.latex import escaped, latex_table
from workbench.studies.linking.files import mode_named
from workbench.studies.linking.sets import LinkingSet


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """What the table says of one corpus; `against` is what its test set was filtered against.

    `filtered` is without test mentions equal to a reference, `near` also without those nearer than
    `threshold`; `curve` what is left at other thresholds.
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
        told, sides = to_json(self.description), ("all", "train", "test")
        return {
            **to_json(self, "description", "near", "curve"),
            "mentions": {side: told[side]["mentions"] for side in sides},
            "concepts": {side: told[side]["concepts"] for side in sides},
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
    searched = mode_named(mode)
    found = filter_mentions(of.test, of.references, threshold=threshold, mode=searched)
    return CorpusRow(
        of.name,
        of.language,
        of.against,
        searched.value,
        threshold,
        describe(of.train, of.test),
        Size.of(found.filtered),
        Size.of(found.near),
        curve(of.test, of.references, thresholds, searched) if thresholds else (),
    )


def table_csv(rows: Sequence[CorpusRow]) -> str:
    """Return the rows as CSV, nothing rounded."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    sides = ("all", "train", "test")
    writer.writerow(
        ["corpus", "language"]
        + [f"{what}_{side}" for what in ("mentions", "concepts") for side in sides]
        + ["mean_length", "numerals", "filtered_mentions", "filtered_concepts"]
        + ["threshold", "near_mentions", "near_concepts", "signature"]
    )
    for one in rows:
        sizes = [getattr(one.description, side) for side in sides]
        writer.writerow(
            [spreadsheet_safe(one.name), spreadsheet_safe(one.language)]
            + [size.mentions for size in sizes]
            + [size.concepts for size in sizes]
            + [one.description.mean_length, one.description.numerals]
            + [one.filtered.mentions, one.filtered.concepts]
            + [one.threshold, one.near.mentions, one.near.concepts, one.signature]
        )
    return stream.getvalue()


def curve_csv(rows: Sequence[CorpusRow]) -> str:
    """Return what is left at each threshold as CSV, a row a corpus and threshold."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["corpus", "threshold", "mentions", "concepts"])
    for one in rows:
        for at, size in one.curve:
            writer.writerow([spreadsheet_safe(one.name), at, size.mentions, size.concepts])
    return stream.getvalue()


def table_latex(rows: Sequence[CorpusRow]) -> str:
    r"""Return the rows as one LaTeX table; the text needs `\usepackage{booktabs}`."""
    threshold = rows[0].threshold if rows else DEFAULT_THRESHOLD
    head = ["Corpus", "Language", "Mentions", "Concepts", "Length", r"Numerals (\%)", "Full", "Filtered"]
    caption = (
        "Linked mentions and distinct concepts in all (train / test), mean length in characters, share of "
        "mentions with numerals, and what is left of the test set (mentions / concepts) without mentions "
        f"that training or the dictionary holds, and without those nearer than {threshold:g}."
    )
    cells = [
        (
            [
                escaped(one.name),
                escaped(one.language),
                _sum(one.description, "mentions"),
                _sum(one.description, "concepts"),
                f"${one.description.mean_length:.2f}$",
                f"${100 * one.description.numerals:.2f}$",
                *(_size(size) for size in (one.description.test, one.filtered, one.near)),
            ],
            one.signature,
        )
        for one in rows
    ]
    made = latex_table(caption, "llrrrrrrr", [*head, rf"Filtered$_{{{threshold:g}}}$"], cells)
    first = f"% Made by Aloi {program_version()}. Needs \\usepackage{{booktabs}}."
    return "\n".join([first, "", *made]) + "\n"


def write_text(text: str, path: Path) -> None:
    """Write a table made here; the file appears whole."""
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _sum(told: Description, what: str) -> str:
    counts = [getattr(size, what) for size in (told.all, told.train, told.test)]
    if not counts[1]:
        return f"${counts[0]:,}$".replace(",", "{,}")
    return "${:,}$ (${:,}$ / ${:,}$)".format(*counts).replace(",", "{,}")


def _size(size: Size) -> str:
    return f"${size.mentions:,}$ / ${size.concepts:,}$".replace(",", "{,}")
