"""The interpretation of a table, reported wherever one is read: the log, a preview, `--json`."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.corpora.readers.words import Twins

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_LISTED = 5  # cells of several labels that are named each
_LOG = logging.getLogger("aloi.tables")


@dataclass(frozen=True, slots=True)
class ReadAs:
    """How the bytes of a table became cells.

    Parameters
    ----------
    encoding : str or None
        `utf-8`, `utf-16` or `windows-1252`; None if the format has its own.
    separator : str or None
        The character between two cells; None if the format needs none.
    sheet : str or None
        The sheet of a spreadsheet that was read.
    other_sheets : tuple of str
        Other sheets with cells, which were not read.
    title_rows : int
        Rows above the header that were skipped.
    plain : bool
        Whether its suffix says it all: UTF-8, the usual separator, the header in the first row.
    hidden_rows : int
        Rows that a spreadsheet hides, as a filter does, and that were read.
    hidden_sheets : tuple of str
        Hidden sheets with cells, which were not read.
    percent : tuple of str
        Columns of numbers shown in percent: 45 % is read as 0.45.
    second_header : int or None
        The line of the first row, if it may be a second header; it was read as a row.
    line_ends : str or None
        `cr` if a carriage return alone ends the lines, as on old Macs.
    escaped : bool
        Whether Aloi wrote it with apostrophes before cells that begin like formulas; they were taken off.
    """

    encoding: str | None = None
    separator: str | None = None
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()
    title_rows: int = 0
    plain: bool = True
    hidden_rows: int = 0
    hidden_sheets: tuple[str, ...] = ()
    percent: tuple[str, ...] = ()
    second_header: int | None = None
    line_ends: str | None = None
    escaped: bool = False

    def describe(self) -> str:
        """Return it in words, such as `windows-1252, semicolon, 2 title rows skipped`."""
        words = [self.encoding] if self.encoding else []
        if self.separator is not None:
            words.append(_SEPARATORS[self.separator])
        if self.line_ends is not None:
            words.append("lines end with CR")
        if self.escaped:
            words.append("apostrophes before formulas taken off, since Aloi added them")
        if self.sheet is not None:
            words.append(f"sheet {self.sheet!r}")
        if self.other_sheets:
            words.append("sheets not read: " + ", ".join(map(repr, self.other_sheets)))
        if self.hidden_sheets:
            words.append("hidden sheets not read: " + ", ".join(map(repr, self.hidden_sheets)))
        if self.title_rows:
            words.append(f"{self.title_rows} title row{'s' if self.title_rows > 1 else ''} skipped")
        if self.hidden_rows:
            words.append(f"{self.hidden_rows} hidden row{'s' if self.hidden_rows > 1 else ''} read too")
        if self.percent:
            words.append("percent read as shares (45% is 0.45): " + ", ".join(map(repr, self.percent)))
        if self.second_header is not None:
            words.append(f"line {self.second_header} may be a second header and was read as a row")
        return ", ".join(words)

    def to_json(self) -> dict[str, Json]:
        """Return it as `--json` gives it."""
        return to_json(self, "plain")


@dataclass(frozen=True, slots=True)
class TableReading:
    """The interpretation of a table, and the cells that are no values.

    Parameters
    ----------
    source : ReadAs
        How bytes became cells.
    layout : str or None
        Of ratings: wide, long or counts; None for other tables.
    decimal : str or None
        The decimal mark, None if no number has one.
    missing : tuple of (word, count)
        Words for a missing value, and the number of cells with each.
    dropped : tuple of (name, why)
        Columns and rows that were excluded since they are computed.
    suspected : tuple of (name, kind)
        Columns that may be computed from the others, and count as annotators.
    left_out : tuple of str
        Columns of texts.
    task : str or None
        Of answers that Aloi exported: the task that they are of.
    doubtful : tuple of (word, count)
        Words that may stand for a missing rating, and count as ratings.
    doubled : tuple of (word, count)
        Cells that contain several labels, and count as one more.
    sets : tuple of (form, count)
        How sets of labels are written, such as `a|b`, and in how many cells; empty if none were read.
    unsplit : tuple of (word, count)
        Of sets: cells with a sign that may separate labels, which were read as one label.
    parted : tuple of (word, count)
        Of sets: cells that were split although one part is in no other cell.
    marks : tuple of str
        Columns of 0 and 1 alone, while annotators gave more degrees.
    """

    source: ReadAs = field(default_factory=ReadAs)
    layout: str | None = None
    decimal: str | None = None
    missing: tuple[tuple[str, int], ...] = ()
    twins: tuple[Twins, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    task: str | None = None
    doubtful: tuple[tuple[str, int], ...] = ()
    doubled: tuple[tuple[str, int], ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    unsplit: tuple[tuple[str, int], ...] = ()
    parted: tuple[tuple[str, int], ...] = ()
    marks: tuple[str, ...] = ()
    suspected: tuple[tuple[str, str], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether there is nothing that a person would want to check."""
        read = self.source.plain and self.layout != "counts" and self.decimal != ","
        clear = not (
            self.twins or self.dropped or self.doubtful or self.doubled or self.marks or self.suspected
        )
        clear = clear and not self.unsplit and not self.parted and all(form == "a;b" for form, _ in self.sets)
        return read and clear and all(word == "NA" for word, _ in self.missing)

    def describe(self) -> str:
        """Return it in words."""
        words = [self.source.describe()] if self.source.describe() else []
        if self.layout is not None:
            words.append(f"{self.layout} layout")
        if self.task is not None:
            words.append(f"answers exported by Aloi ({self.task})")
        if self.decimal == ",":
            words.append("decimal comma")
        if self.missing:
            words.append("missing: " + ", ".join(f"{word!r} ({count})" for word, count in self.missing))
        words += [f"{word!r} ({count}) may be missing ratings" for word, count in self.doubtful]
        words += [f"{word!r} ({count}) may be several labels" for word, count in self.doubled]
        if self.sets:
            words.append("sets written " + ", ".join(f"{form} ({count})" for form, count in self.sets))
        words += [f"{word!r} ({count}) read as one label" for word, count in self.unsplit]
        words += [f"{word!r} ({count}) read as several labels" for word, count in self.parted]
        words += [f"{name!r} contains only 0 and 1" for name in self.marks]
        words += [f"{name!r} may be the {kind} of the others" for name, kind in self.suspected]
        words += [f"{name!r} excluded: {why}" for name, why in self.dropped]
        words += [one.describe() for one in self.twins]
        return ", ".join(words)

    def cautions(self) -> list[str]:
        """Return what falsifies the numbers if it was not meant."""
        twins = [
            f"{group.describe()}. They count as different: "
            f"--normalise {','.join(group.differ_by)} merges them."
            for group in self.twins
            if not group.joined
        ]
        doubled = [
            f"{word!r} ({count}) contains several labels of this table and counts as one more label: "
            "correct the cells, write sets as a; b with a measure of sets, or name it in --categories."
            for word, count in self.doubled[:_LISTED]
        ]
        if len(self.doubled) > _LISTED:
            cells = sum(count for _, count in self.doubled[_LISTED:])
            doubled.append(
                f"{len(self.doubled) - _LISTED} more ({cells} cells) contain several labels and count so: "
                "see read_as.doubled of --json."
            )
        unsplit = [
            f"{word!r} ({count}) was read as one label: if it contains several, name their separator "
            "(--separator); if it is one, declare it (--categories) or name another separator."
            for word, count in self.unsplit[:_LISTED]
        ]
        parted = [
            f"{word!r} ({count}) was read as several labels, and a part of it is in no other cell: if it is "
            "one label, name another separator of labels (--separator ';')."
            for word, count in self.parted[:_LISTED]
        ]
        for name, doubts, cells_of in (("unsplit", unsplit, self.unsplit), ("parted", parted, self.parted)):
            if rest := cells_of[_LISTED:]:
                cells = sum(count for _, count in rest)
                doubts.append(f"{len(rest)} more ({cells} cells) were read so: see read_as.{name} of --json.")
        marks = [
            f"The column {name!r} contains only 0 and 1, the others contain more degrees, and it counts as "
            "an annotator: if it marks items, name the columns with ratings (--columns)."
            for name in self.marks
        ]
        suspected = [
            f"The column {name!r} equals the {kind} of the others and counts as an annotator: if it is "
            "computed, name the columns with ratings (--columns)."
            for name, kind in self.suspected
        ]
        return [*twins, *doubled, *unsplit, *parted, *marks, *suspected] + [
            f"{word!r} ({count}) may mean a missing rating and counts as a rating: --missing {word} "
            "excludes it, --categories declares it as a rating."
            for word, count in self.doubtful
        ]

    def merged_with(self, other: TableReading) -> TableReading:
        """Return this reading of a table with what another reading of the same table adds to it."""
        counts = dict(self.missing)
        for word, count in other.missing:
            counts[word] = max(counts.get(word, 0), count)
        return replace(
            self,
            source=self.source if other.source == ReadAs() else other.source,
            layout=other.layout or self.layout,
            task=other.task or self.task,
            decimal="," if "," in (self.decimal, other.decimal) else self.decimal or other.decimal,
            missing=tuple(counts.items()),
            twins=tuple(dict.fromkeys((*self.twins, *other.twins))),
            dropped=tuple(dict.fromkeys((*self.dropped, *other.dropped))),
            left_out=tuple(dict.fromkeys((*self.left_out, *other.left_out))),
            doubtful=tuple(dict.fromkeys((*self.doubtful, *other.doubtful))),
            doubled=tuple(dict.fromkeys((*self.doubled, *other.doubled))),
            sets=tuple(dict.fromkeys((*self.sets, *other.sets))),
            unsplit=tuple(dict.fromkeys((*self.unsplit, *other.unsplit))),
            parted=tuple(dict.fromkeys((*self.parted, *other.parted))),
            suspected=tuple(dict.fromkeys((*self.suspected, *other.suspected))),
            marks=tuple(dict.fromkeys((*self.marks, *other.marks))),
        )

    def to_json(self) -> dict[str, Json]:
        """Return it as `--json` gives it."""
        by_word = ("doubtful", "doubled", "sets", "unsplit", "parted", "suspected")
        return {
            **self.source.to_json(),
            **to_json(self, "source", **{name: dict(getattr(self, name)) for name in by_word}),
            "missing": [word for word, _ in self.missing],
            "missing_cells": dict(self.missing),
            "dropped": [name for name, _ in self.dropped],
            "dropped_why": dict(self.dropped),
        }


_READ: ContextVar[dict[Path, TableReading] | None] = ContextVar("_READ", default=None)


@contextmanager
def tables_told() -> Iterator[Mapping[Path, TableReading]]:
    """Collect the interpretations of tables read within, which the terminal and pages report."""
    readings: dict[Path, TableReading] = {}
    before = _READ.set(readings)
    try:
        yield readings
    finally:
        _READ.reset(before)


def tell(path: Path, reading: TableReading) -> None:
    """Report the interpretation of a table to the log and to collectors; warn if its suffix hides it."""
    description = reading.describe()
    if description:
        _LOG.log(logging.INFO if reading.plain else logging.WARNING, "%s read as: %s", path.name, description)
    gathered = _READ.get()
    if gathered is not None:
        gathered[path] = gathered[path].merged_with(reading) if path in gathered else reading
