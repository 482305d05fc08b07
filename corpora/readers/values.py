"""Cells of a column as a use case needs them: numbers, categories, names of people, ids.

All tables of answers, scores and labels read their cells here. So `4,5`, `N/A`, and `Oui` next to `oui`
mean the same everywhere: they are read correctly, or refused with an error message. The interpretation is
reported.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

from aloi.base.errors import AloiError, quoted
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.read_as import TableReading, tell
from aloi.corpora.readers.tables import Row, SourceTable
from aloi.corpora.readers.words import (
    NO_WORD,
    NORMALISATIONS,
    decimal_of,
    doubtful_words,
    find_twins,
    has_decimal_comma,
    is_number,
    missing_words,
    normalised,
    says_missing,
)

_SCIENTIFIC = re.compile(r"\d[.,]\d+[eE]\+\d\d")  # a spreadsheet's form of an id of many digits
# Whole names and abbreviations of months, English and French: "sepsis 3" and "marker 1" are no dates.
_MONTH = (
    "jan(?:v|vier|uary)?|feb(?:ruary)?|f[eé]v(?:r|rier)?|mar(?:s|ch)?|apr(?:il)?|avr(?:il)?|may|mai|jun|june|juin"
    "|jul|july|juil|juillet|aug(?:ust)?|ao[uû]t?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?"
    "|d[eé]c(?:embre|ember)?"
)
_DAY = re.compile(rf"\d{{1,2}}[-/ .](?:{_MONTH})\.?|(?:{_MONTH})\.?[-/ ]\d{{1,2}}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Settled:
    """Replacements of texts of a table: those merged with a duplicate, and words for a missing value."""

    becomes: Mapping[str, str]
    missing: frozenset[str]

    def __call__(self, text: str) -> str:
        """Return what a cell says; the empty text for a word that says nothing."""
        plain = text.strip()
        return "" if plain in self.missing else self.becomes.get(plain, plain)


def rows_by_id(table: SourceTable, *columns: str) -> dict[tuple[str, ...], Row]:
    """Return each row by the ids in some columns, or raise AloiError if an id is empty or repeated."""
    rows: dict[tuple[str, ...], Row] = {}
    for row in table.rows:
        key = tuple(check_id(row.text(column), table.where(row)) for column in columns)
        if not all(key) or key in rows:
            raise AloiError(
                "aloi.value",
                name=Term("row-id"),
                value=Term("name-empty", name=quoted(" ".join(key))),
                expected=Term("a-unique-id"),
                todo=Term("correct-the-ids"),
            ).at(table.where(row))
        rows[key] = row
    return rows


def read_numbers(table: SourceTable, column: str) -> dict[int, float | None]:
    """Return the number of each row by the number of the row; None if there is none.

    A decimal comma is read if no cell of the column has a point; words for missing are no number.

    Raises
    ------
    AloiError
        A cell that is no finite number: a date, a percentage, both decimal marks, or thousands.
    """
    texts = {row.number: row.text(column).strip() for row in table.rows}
    counts = Counter(filter(None, texts.values()))
    words = missing_words(list(counts), (), ())
    decimal = decimal_of([text for text in counts if text not in words])
    numbers: dict[int, float | None] = {}
    for row in table.rows:
        text = texts[row.number]
        if not text or text in words:
            numbers[row.number] = None
            continue
        plain = text.replace(",", ".") if decimal == "," else text
        value = row.values.get(column)
        if not is_number(plain) or isinstance(value, (bool, date, time, timedelta)):
            raise _no_number(table, row, column, text, value)
        numbers[row.number] = float(plain)
    _tell(table, TableReading(decimal=decimal, missing=tuple((word, counts[word]) for word in words)))
    return numbers


def settle(
    tables: Sequence[SourceTable],
    of: str,
    texts: Iterable[str],
    *,
    existing: Collection[str] = (),
    normalise: Collection[str] = (),
    missing: bool = True,
) -> Settled:
    """Return the replacements of categories or names of tables, and report them.

    Parameters
    ----------
    tables : sequence of SourceTable
        The origins of the texts, for the log.
    of : str
        As `Twins.of`.
    existing : collection of str
        The preferred forms of duplicates. A text among these is never a word for missing.
    normalise : collection of str
        The differences to ignore, of `NORMALISATIONS`.
    missing : bool
        Whether a word for missing means that there is no value; a name may be any word.

    Raises
    ------
    AloiError
        An unknown normalisation.
    """
    for name in normalise:
        known_name(name, NORMALISATIONS, Phrase("kind-normalisation", "normalisation"))
    counts = Counter(text for one in texts if (text := one.strip()))
    words = missing_words(list(counts), existing, ()) if missing else []
    left = {text: count for text, count in counts.items() if text not in words}
    texts_present = set(left)
    twins, becomes = find_twins(of, left | {one: left.get(one, 0) for one in existing}, normalise, existing)
    relevant = tuple(one for one in twins if texts_present & set(one.values))
    doubtful = doubtful_words(list(left), existing) if missing and of == "labels" else []
    reading = TableReading(
        missing=tuple((word, counts[word]) for word in words),
        twins=relevant,
        doubtful=tuple((word, counts[word]) for word in doubtful),
    )
    for table in tables:
        _tell(table, reading)
    return Settled(becomes, frozenset(words))


def check_label(text: str, value: object, where: str) -> None:
    """Raise AloiError for a label that a spreadsheet made a date of, such as 1-2 or 3/4."""
    if isinstance(value, (date, time, timedelta)) or _DAY.fullmatch(text.strip()):
        raise AloiError("corpora.label-is-a-date", where=where, value=quoted(text.strip()))


def check_twin(text: str, existing: Collection[str], where: str) -> None:
    """Raise AloiError for a text that is none of those known and differs from one in form alone."""
    if text in existing:
        return
    for existing_text in existing:
        twins, _ = find_twins("labels", {existing_text: 1, text: 1}, ())
        if twins:
            raise AloiError(
                "corpora.label-is-a-twin",
                where=where,
                text=quoted(text),
                known=repr(existing_text),
                differ_by=",".join(twins[0].differ_by),
            )


def check_id(text: str, where: str) -> str:
    """Return an id, trimmed, or raise AloiError for one whose digits a spreadsheet has lost."""
    plain = text.strip()
    if _SCIENTIFIC.fullmatch(plain):
        raise AloiError("corpora.id-lost-digits", where=where, text=quoted(plain))
    return plain


def require_text(row: Row, column: str, where: str) -> None:
    """Raise AloiError for a text to be annotated that says there is none (`#N/A`, `néant`), or a date."""
    check_label(row.text(column), row.values.get(column), where)
    if says_missing(row.text(column)):
        raise AloiError("corpora.text-says-missing", where=where, text=repr(row.text(column).strip()))


def check_words(row: Row, column: str, where: str) -> None:
    """Raise AloiError for words of a person or a source that a program wrote: `#N/A`, or a date.

    `vide` and `néant` are words like others.
    """
    check_label(row.text(column), row.values.get(column), where)
    if row.text(column).strip().upper() in NO_WORD:
        raise AloiError("corpora.text-says-missing", where=where, text=repr(row.text(column).strip()))


def joined_with(text: str, existing: Collection[str], by: Collection[str]) -> str:
    """Return the one known text that a text equals when both are made equal, else the text."""
    if text in existing or not by:
        return text
    same = [one for one in existing if normalised(one, by) == normalised(text, by)]
    return same[0] if len(same) == 1 else text


def _tell(table: SourceTable, reading: TableReading) -> None:
    if reading.missing or reading.twins or reading.doubtful or reading.decimal is not None:
        tell(table.path, reading)


def _no_number(table: SourceTable, row: Row, column: str, text: str, value: object) -> AloiError:
    """Return the error for a cell that is no number, by what it looks like."""
    kind = "none"
    if isinstance(value, (date, time, timedelta)) or _DAY.fullmatch(text):
        kind = "date"
    elif text.endswith("%"):
        kind = "percent"
    elif has_decimal_comma(text) or "," in text:
        kind = "comma"
    elif isinstance(value, float) and not math.isfinite(value):
        kind = "infinite"
    return AloiError(
        "corpora.cell-is-no-number",
        where=table.where(row),
        column=repr(column),
        text=quoted(text),
        kind=kind,
    )
