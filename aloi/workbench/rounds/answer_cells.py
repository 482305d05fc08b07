"""Cells of a table that hold answers: labels as the schema writes them, numbers, words for no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.annotation.rows import NO_CONCEPT
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import label_entries
from aloi.corpora.model import Json
from aloi.corpora.readers import Row, SourceTable, TableReading
from aloi.corpora.readers.read_as import tell
from aloi.corpora.readers.tables import parse_value
from aloi.corpora.readers.values import Settled, check_label, check_twin, joined_with, settle
from aloi.corpora.readers.words import NO_WORD, decimal_of, has_decimal_comma


@dataclass(frozen=True, slots=True)
class AnswerCells:
    """How the answers of a table are read: all its cells decide on words for missing and the decimal mark."""

    table: SourceTable
    labels: tuple[str, ...]
    normalise: tuple[str, ...]
    settled: Settled
    decimal: str | None

    @classmethod
    def of(
        cls,
        table: SourceTable,
        columns: Sequence[str],
        task_type: str,
        settings: Mapping[str, Json],
        normalise: Sequence[str] = (),
    ) -> AnswerCells:
        """Return how the answers in some columns of a table are read, for a schema.

        A label of the schema is no word for missing, nor is a word for no concept; where answers are a
        person's own words, `vide` may be one.
        """
        kind = task(task_type)
        labels = tuple(
            str(text.get("name") or text.get("value") or "") for text in label_entries(kind, settings)
        )
        raw = [row.values.get(column) for row in table.rows for column in columns]
        texts = [_text(one) for one in raw]
        plain = [one for one in texts if not one.startswith(("{", "["))]
        words = {one for one in plain if one.upper() in NO_CONCEPT} if kind.takes_terminology else set()
        if kind.gathers:
            words = {one for one in plain if one.upper() not in NO_WORD}
        settled = settle([table], "labels", plain, existing={*labels, *words}, normalise=normalise)
        numbers = [one for one in texts if settled(one)]
        decimal = None if labels else decimal_of(numbers)
        if decimal is not None:
            tell(table.path, TableReading(decimal=decimal))
        return cls(table, labels, tuple(normalise), settled, decimal)

    def is_missing(self, raw: object) -> bool:
        """Return whether a cell gives no answer."""
        return not self.settled(_text(raw))

    def value(self, row: Row, column: str) -> Json:
        """Return the answer in a cell.

        Raises
        ------
        AloiError
                A label that a spreadsheet turned into a date, or a duplicate of a label of the schema that is
                not joined with it.
        """
        raw, where = row.values.get(column), self.table.where(row)
        check_label(_text(raw), raw, where)
        text = _text(raw)
        if self.decimal == "," and has_decimal_comma(text):
            return text.replace(",", ".")
        return self._joined(parse_value(raw), where)

    def _joined(self, value: Json, where: str) -> Json:
        """Return a value with the labels as the schema writes them."""
        if not self.labels:
            return value
        if isinstance(value, str):
            parts = [joined_with(one.strip(), self.labels, self.normalise) for one in value.split("|")]
            for label in parts:
                check_twin(label, self.labels, where)
            return "|".join(parts)
        if isinstance(value, list):
            return [self._joined(one, where) if isinstance(one, str) else one for one in value]
        if isinstance(value, dict) and isinstance(value.get("labels"), list):
            return {**value, "labels": self._joined(value["labels"], where)}
        return value


def _text(raw: object) -> str:
    return "" if raw is None else str(raw).strip()
