"""doccano: classification and sequence labelling of all its versions, a file a member or one of all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import look_into
from aloi.gold.formats.offsets import OffsetUnit, countings
from aloi.gold.formats.projects.discontinuous import joined_parts, spans_in
from aloi.gold.formats.projects.model import (
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from aloi.gold.formats.projects.project_documents import Gathering, SpanIds, is_free_text
from aloi.gold.formats.projects.records import Record, leading_records, records_of
from aloi.gold.formats.source_files import excluded
from aloi.gold.formats.span_schema import ENDLESS, RELATED

LABEL, LABELS, CATEGORIES, SPANS, ANNOTATIONS = "label", "labels", "cats", "entities", "annotations"
_QUESTIONS = (LABEL, LABELS, SPANS, CATEGORIES)
# JavaScript positions, unless the project counts grapheme clusters; imported labels may be of Python.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.GRAPHEMES, OffsetUnit.CODE_POINTS)
_COMMENTS = ("Comments", "comments")
_WRITERS = ("username", "user", "created_by", "annotator")  # of a comment, the name before the number
_TOGETHER = "all"  # the file of a project whose members work on one answer together
_BETWEEN = "#"  # separates several labels, or comments, in a cell of its CSV
_TOOL_FIELDS = frozenset(
    {"id", "doc_id", "text", "data", "username", *_QUESTIONS, ANNOTATIONS, "relations", *_COMMENTS}
)
_LEADING = 1000  # records looked at: those without a label come first in some exports
_WRITTEN = excluded("texts", Phrase("why-people-wrote-text", "that people wrote (text to text)"))
_NUMBERED = Phrase("import-labels-export-names", "labels that the export names by their number alone")


class Doccano(Tool):
    """`label` or `labels` contains labels or `[start, end, label]`; `entities` and `cats` go with relations.

    The fields depend on the version. The first versions wrote `labels` or `entities` with a `username`.
    Versions 1.0 to 1.4 wrote `annotations` with a user each, or `labels` ("text label"). Since 1.5 it is
    `label`, and a CSV of classification with # between labels. If members annotate separately, a project is
    exported as a .zip, or folder, of `<member>.jsonl`. If they share annotations, it is exported as
    `all.jsonl`, which names nobody. A text without a label has no answer.
    """

    name = "doccano"
    title = Phrase("layout-doccano-jsonl-zip", "doccano (JSONL, a .zip of members)")

    def accepts(self, path: Path) -> bool:
        """Return whether a line has its comments, spans as lists, or entities with offsets."""
        if _is_table(path):
            return True
        return any(_is_marked(record) for record in islice(leading_records(path), _LEADING))

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the project; each member's file is read as theirs."""
        gathering = Gathering(offsets=_OFFSETS)
        files = {path.name: _rows(path)} if _is_table(path) else records_of(path)
        _check_labels([record for records in files.values() for record in records], options)
        for name, records in files.items():
            member = PurePosixPath(name).stem if len(files) > 1 or path.suffix.lower() == ".zip" else ""
            for number, record in enumerate(records, start=1):
                _take(record, "" if member == _TOGETHER else member, number, gathering)
        return gathering.project(options)


def _is_table(path: Path) -> bool:
    """Return whether a file is the CSV of a classification project."""
    if not path.is_file() or path.suffix.lower() != ".csv":
        return False
    try:
        columns = set(look_into(path).columns)
    except AloiError:
        return False
    return {"id", "text", LABEL, "Comments"} <= columns or {"id", "data", LABEL} <= columns


def _rows(path: Path) -> list[Record]:
    """Return the rows of a CSV as records of JSON."""
    table = read_table(path)
    listed = (LABEL, *_COMMENTS)
    return [
        Record(
            table.where(row),
            {
                name: row.text(name).split(_BETWEEN) if name in listed else row.text(name)
                for name in row.values
                if row.text(name)
            },
        )
        for row in table.rows
    ]


def _is_marked(record: Mapping[str, Any]) -> bool:
    """Return whether a record is one of doccano for sure."""
    if not isinstance(record.get("text", record.get("data")), str):
        return False
    listed = [each for name in (LABEL, LABELS, SPANS) for each in _list(record.get(name))]
    annotations = _list(record.get(ANNOTATIONS))
    return (
        any(_is_triple(each) or _is_entity(each) for each in (*listed, *annotations))
        or any(isinstance(each, Mapping) and {"label", "user"} <= each.keys() for each in annotations)
        or (isinstance(record.get("Comments"), list) and bool({LABEL, SPANS, CATEGORIES} & record.keys()))
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_triple(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) in (3, 4)
        and all(isinstance(end, int) and not isinstance(end, bool) for end in value[:2])
        and isinstance(value[2], str | int)
    )


def _is_entity(value: Any) -> bool:
    return isinstance(value, Mapping) and {"start_offset", "end_offset", "label"} <= value.keys()


def _check_labels(records: Sequence[Record], options: ProjectOptions) -> None:
    """Refuse labels that could also be free texts: both look alike in a line.

    Raises
    ------
    AloiError
        More than half of the labels are unique, or one is long, and no question to import was named.
    """
    for name in (LABEL, LABELS):
        labels = [
            each for record in records for each in _list(record.values.get(name)) if isinstance(each, str)
        ]
        several = len(labels) > 3 and len(set(labels)) > len(labels) / 2
        if options.question != name and (several or is_free_text(labels)):
            raise AloiError(
                "gold.project-labels-or-texts", given=len(labels), labels=len(set(labels)), name=name
            )


def _take(record: Record, member: str, number: int, gathering: Gathering) -> None:
    """Add a line: its text, and the answers of a member, or of several."""
    text = record.text("text", "") or record.text("data", "")
    name = record.text("id", "") or record.text("doc_id", "") or f"line-{number}"
    facts = record.metadata(*(each for each in record.values if each not in _TOOL_FIELDS))
    if not gathering.document(ProjectDocument(name, (text,), record.where, facts)):
        return
    values = {
        question: value
        for question in _QUESTIONS
        if (value := _value(record, question, text, gathering)) is not None
    }
    relations: tuple[LabelledRelation, ...] = ()
    if spans := spans_in(values.get(SPANS)):
        values[SPANS], relations = joined_parts(spans, _relations(record, spans, gathering))
    by_user = _annotations(record, text, gathering)
    person = member or record.text("username", "")
    if values:
        by_user = {person: {**by_user.pop("", {}), **values}, **by_user}
    elif "" in by_user and person:
        by_user = {person: by_user.pop(""), **by_user}
    comments = _comments(record, by_user)
    for user, labels in by_user.items():
        written = "\n".join(words for writer, words in comments if writer == user)
        gathering.answers.append(
            ProjectAnswer(
                name,
                record.where,
                user,
                values=labels,
                comment=written,
                relations={SPANS: relations} if user == person and relations else {},
            )
        )
    _count_comments(record, by_user.keys(), comments, gathering)


def _count_comments(
    record: Record,
    users: Collection[str],
    comments: Sequence[tuple[str | None, str]],
    gathering: Gathering,
) -> None:
    """Count the comments that belong to no answer, and a text without any label."""
    if users:
        unnamed = sum(writer is None for writer, _ in comments)
        others = sum(writer is not None and writer not in users for writer, _ in comments)
        gathering.leave(
            excluded(
                "comments",
                Phrase("why-texts-several-annotators", "on texts of several annotators that name nobody"),
            ),
            record.where,
            unnamed,
        )
        gathering.leave(
            excluded("comments", Phrase("why-people-without-answer", "of people without an answer")),
            record.where,
            others,
        )
    else:
        gathering.notebook.add(
            Phrase("import-texts-without-label", "texts without a label, taken as not answered"), record.where
        )
        gathering.leave(
            excluded("comments", Phrase("why-texts-without-answer", "on texts without an answer")),
            record.where,
            len(comments),
        )


def _relations(
    record: Record, spans: Sequence[LabelledSpan], gathering: Gathering
) -> tuple[LabelledRelation, ...]:
    """Return the relations between the entities of a line, which name them by their ids."""
    entities = SpanIds()
    for entity, span in zip(record.items(SPANS), spans, strict=False):
        entities.add(str(entity.get("id")) if isinstance(entity, Mapping) else "", span)
    relations = []
    for each in record.items("relations"):
        fields = each if isinstance(each, Mapping) else {}
        ends = (str(fields.get("from_id")), str(fields.get("to_id")))
        relation = entities.relation(str(fields.get("type") or RELATED), *ends)
        if relation is None:
            gathering.notebook.add(ENDLESS, record.where)
        else:
            relations.append(relation)
    return tuple(relations)


def _comments(record: Record, users: Collection[str]) -> list[tuple[str | None, str]]:
    """Return (who wrote it, its words) of each comment that has words.

    A comment that names nobody is of the one person of the record; if several answered, of nobody: None. The
    one person may be named otherwise than the writer: not at all, or by name and the writer by number.
    """
    alone = next(iter(users)) if len(users) == 1 else None
    comments: list[tuple[str | None, str]] = []
    for key in _COMMENTS:
        for each in record.items(key):
            words, names = (each, []) if isinstance(each, str) else ("", [])
            if isinstance(each, dict):
                words = str(each.get("comment") or each.get("text") or "")
                names = [str(each[name]) for name in _WRITERS if each.get(name) not in (None, "")]
            writer = next((name for name in names if name in users), names[0] if names else alone)
            if alone is not None and writer != alone and alone.isdecimal() != str(writer).isdecimal():
                writer = alone
            if words.strip():
                comments.append((alone if alone == "" else writer, words))
    return comments


def _value(record: Record, name: str, text: str, gathering: Gathering) -> Value | None:
    """Return what a field says: spans, or labels; None for a field that is empty or not there."""
    if not record.values.get(name):
        return None
    if isinstance(record.values[name], str) or all(
        isinstance(each, str | int) for each in record.items(name)
    ):
        gathering.ask(name, QuestionForm.LABELS)
        return tuple(dict.fromkeys(record.words(name)))
    gathering.ask(name, QuestionForm.SPANS)
    spans = [
        _span(record, f"{name}[{index}]", each, text, gathering)
        for index, each in enumerate(record.items(name))
    ]
    return tuple(spans)


def _span(record: Record, name: str, value: Any, text: str, gathering: Gathering) -> LabelledSpan:
    """Return a span, written as a list or as an object."""
    words = ""
    if _is_triple(value):
        words = value[3] if len(value) == 4 and isinstance(value[3], str) else ""
        value = {"start_offset": value[0], "end_offset": value[1], "label": value[2]}
    if not _is_entity(value):
        record.refuse(name, "span", value)
    if isinstance(value.get("text"), str):
        words = value["text"]  # Aloi writes the words, which doccano ignores
    fields = {"start": value["start_offset"], "end": value["end_offset"], "label": value["label"]}
    placed = Record(record.where, fields, name)
    return gathering.span(placed, placed.text("label"), text, words)


def _annotations(record: Record, text: str, gathering: Gathering) -> dict[str, dict[str, Value]]:
    """Return the answer of each user in an export of versions 1.0 to 1.4, by the user's number or name."""
    labels: dict[str, list[str]] = {}
    spans: dict[str, list[LabelledSpan]] = {}
    for index, each in enumerate(record.items(ANNOTATIONS)):
        name = f"{ANNOTATIONS}[{index}]"
        if _is_triple(each) or _is_entity(each):
            user = Record(record.where, each, name).text("user", "") if isinstance(each, Mapping) else ""
            spans.setdefault(user, []).append(_span(record, name, each, text, gathering))
        elif isinstance(each, Mapping) and "label" in each:
            annotation = Record(record.where, each, name)
            user_labels = labels.setdefault(annotation.text("user", ""), [])
            user_labels.append(annotation.text("label"))
        elif isinstance(each, Mapping) and isinstance(each.get("text"), str):
            gathering.leave(_WRITTEN, record.where)
            continue
        else:
            record.refuse(name, "span", each)
        if isinstance(each, Mapping) and isinstance(each["label"], int):
            gathering.notebook.add(_NUMBERED, record.where)
    if labels:
        gathering.ask(LABEL, QuestionForm.LABELS)
    if spans:
        gathering.ask(SPANS, QuestionForm.SPANS)
    by_user: dict[str, dict[str, Value]] = {}
    for user, chosen in labels.items():
        by_user.setdefault(user, {})[LABEL] = tuple(dict.fromkeys(chosen))
    for user, marked in spans.items():
        by_user.setdefault(user, {})[SPANS] = tuple(marked)
    return by_user
