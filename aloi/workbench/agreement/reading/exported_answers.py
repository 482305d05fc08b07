"""Answers exported by Aloi: the table contains its label schema and is measured like its rounds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, TaskType, View
from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json, Pair, Passage, Sentence
from aloi.corpora.readers import Row, SourceTable, TableReading, tables_told
from aloi.corpora.readers.read_as import tell
from aloi.corpora.readers.values import Settled, settle
from aloi.workbench.agreement.full_report.views import CountedAnswer, main_views
from aloi.workbench.rounds.answer_cells import AnswerCells
from aloi.workbench.rounds.exported_texts import texts_as_answered

_COLUMNS = frozenset(["round", "item_id", "left", "right", "annotator", "occasion", "value", "schema"])


@dataclass(frozen=True, slots=True)
class ExportSchema:
    """The label schema of a round; `part` names the part of an answer that has a cell of its own."""

    task: str
    settings: Mapping[str, Json]
    part: str | None
    guideline: int | None


@dataclass(frozen=True, slots=True)
class ExportedRound:
    """The answers of a round that count, by its number, and what signatures say of it."""

    number: str
    answers: tuple[CountedAnswer, ...]
    context: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ExportedAnswers:
    """The rounds of an exported table, in order, the views of a report, and the detected format."""

    views: tuple[View, ...]
    rounds: tuple[ExportedRound, ...]
    read_as: TableReading

    @property
    def together(self) -> ExportedRound:
        """All rounds as one: an item of two rounds is two units."""
        if len(self.rounds) == 1:
            return self.rounds[0]
        answers = [replace(one, part=each.number) for each in self.rounds for one in each.answers]
        names = list(dict.fromkeys(name for each in self.rounds for name in each.context))
        context = {
            name: "+".join(dict.fromkeys(each.context[name] for each in self.rounds if name in each.context))
            for name in names
        }
        return ExportedRound("+".join(each.number for each in self.rounds), tuple(answers), context)

    def views_at(self, level: str | None) -> tuple[View, ...]:
        """Return the views of a level of measurement, or all of them.

        Raises
        ------
        AloiError
            None has this level.
        """
        views = tuple(view for view in self.views if level in (None, view.level))
        if not views:
            levels = dict.fromkeys(view.level for view in self.views)
            raise AloiError(
                "aloi.value",
                name=Term("level-of-the-exported"),
                value=repr(level),
                expected=Term("one-of", choices=tuple(levels)),
                todo=Term("omit-level"),
            )
        return views


def is_export(columns: Collection[str]) -> bool:
    """Return whether a table with these columns is one that `aloi annotations export` wrote."""
    return _COLUMNS.issubset(columns)


def read_exported(table: SourceTable, normalise: Sequence[str] = ()) -> ExportedAnswers:
    """Return the answers of an exported table: the first occasion of each answer that counts.

    Raises
    ------
    AloiError
        No row contains a label schema, or two rows contain different ones; an answer that the task rejects;
        an item that one person answers twice in a round.
    """
    table = texts_as_answered(table)
    schemas = _schemas_of_rounds(table)
    first = next(iter(schemas.values()))
    kind = task(first.task)
    settings = kind.check_settings(first.settings)
    with tables_told() as readings:
        cells = AnswerCells.of(table, ["value"], kind.name, settings, normalise)
        people = settle([table], "annotators", [row.text("annotator") for row in table.rows],
                        normalise=normalise, missing=False)  # fmt: skip
    rows, dropped, apart = _counting(cells, people)
    rounds: dict[str, dict[tuple[str, str], CountedAnswer]] = {}
    for row in rows:
        number, name, item = row.text("round").strip(), people(row.text("annotator")), _item(kind, row)
        answers = rounds.setdefault(number, {})
        if (item.id, name) in answers:
            raise AloiError(
                "aloi.repeated",
                name=Term("answer-to-an-item"),
                value=repr(name),
                expected=Term("one-answer-per"),
                todo=Term("remove-one-of-the-two"),
            ).at(table.where(row))
        value = _value(kind, settings, schemas.get(number, first).part, cells, row, item)
        answers[item.id, name] = CountedAnswer(item, name, value)
    reading_of_file = TableReading(table.read_as).merged_with(readings.get(table.path, TableReading()))
    reading = replace(reading_of_file, layout="long", task=kind.name, dropped=dropped)
    tell(table.path, reading)
    parts = tuple(
        ExportedRound(number, tuple(answers.values()), _context(number, schemas.get(number, first), apart))
        for number, answers in rounds.items()
    )
    return ExportedAnswers(tuple(main_views(kind.views(settings))), parts, reading)


def _counting(
    cells: AnswerCells, people: Settled
) -> tuple[list[Row], tuple[tuple[str, str], ...], dict[str, set[str]]]:
    """Return the rows that count, dropped rows with reasons, and the excluded annotators of each round."""
    left_out: Counter[str] = Counter()
    apart: dict[str, set[str]] = {}
    rows, repeats = [], 0
    for row in cells.table.rows:
        if cells.is_missing(row.values.get("value")):
            continue
        name = people(row.text("annotator"))
        if row.text("left_out").strip() not in ("", "0"):
            left_out[name] += 1
            apart.setdefault(row.text("round").strip(), set()).add(name)
        elif row.text("occasion").strip() not in ("", "1", "1.0"):
            repeats += 1
        else:
            rows.append(row)
    dropped = [(f"answers of {name}", f"excluded in the campaign ({n})") for name, n in left_out.items()]
    dropped += [("hidden repeats", f"not of the first occasion ({repeats})")] if repeats else []
    return rows, tuple(dropped), apart


def _schemas_of_rounds(table: SourceTable) -> dict[str, ExportSchema]:
    """Return the label schema of each round that has one; all must have the same task and settings."""
    schemas: dict[str, ExportSchema] = {}
    for row in table.rows:
        text = row.text("schema").strip()
        if not text:
            continue
        try:
            schema = from_json(ExportSchema, json.loads(text))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise no_schema(table.where(row)) from None
        first = next(iter(schemas.values()), schema)
        if (first.task, first.settings) != (schema.task, schema.settings):
            raise AloiError(
                "aloi.value",
                name=Term("the-task-or-its-settings"),
                value=Term("other-than"),
                expected=Term("answers-of-one-campaign"),
                todo=Term("measure-the-campaigns"),
            ).at(table.where(row))
        schemas[row.text("round").strip()] = schema
    if not schemas:
        raise no_schema(table.name)
    return schemas


def no_schema(name: str) -> AloiError:
    """Return the error for answers without the label schema under which they were given."""
    return AloiError(
        "aloi.missing",
        name=name,
        missing=Term("the-schema-of-the-answers"),
        expected=Term("schema-in-the-first"),
        todo=Term("export-the-answers"),
    )


def _item(kind: TaskType, row: Row) -> Item:
    """Return the item of an answer, as far as views need it: its texts and their offsets."""

    def sentence(side: str) -> Sentence:
        text = row.text(side)
        document = row.text(f"{side}_document") or row.text("item_id")
        return Sentence(f"{side} of {row.text('item_id')}", document, 0, 0, len(text), text)

    name = row.text("item_id").strip()
    if kind.item_kind == Pair.kind:
        return Pair(name, "", sentence("left"), sentence("right"))
    return Passage(name, "", sentence("left"))


def _value(
    kind: TaskType,
    settings: Mapping[str, Json],
    part: str | None,
    cells: AnswerCells,
    row: Row,
    item: Item,
) -> Json:
    """Return an answer; the task validates it if the table contains the item as it was shown."""
    value = cells.value(row, "value")
    if kind.item_kind not in (Pair.kind, Passage.kind):
        return value if isinstance(value, dict) or part is None else {part: value}
    full_value: Json = {part: value} if part is not None and isinstance(value, list) else value
    try:
        return kind.check(full_value, item, settings)
    except InvalidAnnotation as error:
        raise AloiError(
            "aloi.cell",
            column="value",
            value=Term("no-answer", task=kind.name),
            expected=Term("answers-as-aloi"),
            todo=Term("export-the-answers-again"),
        ).at(cells.table.where(row)) from error


def _context(number: str, schema: ExportSchema, apart: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the part of signatures about a round, as in its report."""
    without = "+".join(sorted(apart.get(number, ())))
    return {
        "round": number,
        "guideline": str(schema.guideline or "none"),
        **({"without": without} if without else {}),
    }
