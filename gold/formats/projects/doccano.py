"""doccano: JSON lines of classification and sequence labelling, a file a member or one of all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.errors import AloiError
from annotation.rows import LabelledSpan
from gold.formats.offsets import OffsetUnit, countings
from gold.formats.projects.gathering import Gathering
from gold.formats.projects.model import (
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from gold.formats.projects.records import Record, first_record, records_of

LABEL, CATEGORIES, SPANS = "label", "cats", "entities"
# JavaScript positions, unless the project counts grapheme clusters; imported labels may be of Python.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.GRAPHEMES, OffsetUnit.CODE_POINTS)
_COMMENTS = ("Comments", "comments")
_TOGETHER = "all"  # the file of a project whose members work on one answer together
_OWN = frozenset({"id", "text", "data", LABEL, CATEGORIES, SPANS, "relations", *_COMMENTS})


class Doccano(Tool):
    """`label` holds labels or `[start, end, label]`; `entities` and `cats` stand with relations and intents.

    A project whose members work apart is exported as a .zip, or folder, of `<member>.jsonl`; one in which
    they work together as `all.jsonl`, which names nobody. A text without a label was not answered.
    """

    name = "doccano"
    title = "doccano (JSONL, a .zip of members)"

    def accepts(self, path: Path) -> bool:
        """Return whether a line has its comments, spans as lists, or entities with offsets."""
        first = first_record(path)
        if "text" not in first or not ({LABEL, SPANS, CATEGORIES} & first.keys()):
            return False
        listed = [each for name in (LABEL, SPANS) for each in _list(first.get(name))]
        marked = any(_is_triple(each) or _is_entity(each) for each in listed)
        return marked or isinstance(first.get("Comments"), list)

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the project; each member's file is read as theirs."""
        found = Gathering(offsets=_OFFSETS)
        files = records_of(path)
        records = [one for each in files.values() for one in each]
        _check_labels(records, asked)
        for name, each in files.items():
            member = PurePosixPath(name).stem if len(files) > 1 or path.suffix.lower() == ".zip" else ""
            for place, one in enumerate(each, start=1):
                _take(one, "" if member == _TOGETHER else member, place, found)
        return found.project(asked)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_triple(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and isinstance(value[0], int)
        and isinstance(value[2], str)
    )


def _is_entity(value: Any) -> bool:
    return isinstance(value, Mapping) and {"start_offset", "end_offset", "label"} <= value.keys()


def _check_labels(records: list[Record], asked: ProjectOptions) -> None:
    """Refuse labels that may as well be texts people wrote: both stand alike in a line.

    Raises
    ------
    AloiError
        More than half of them stand once only, and nobody named them as the question that comes in.
    """
    given = [each for one in records for each in _list(one.values.get(LABEL)) if isinstance(each, str)]
    if asked.question != LABEL and len(given) > 3 and len(set(given)) > len(given) / 2:
        raise AloiError("gold.project-labels-or-texts", given=len(given), labels=len(set(given)))


def _take(one: Record, member: str, place: int, found: Gathering) -> None:
    """Take a line: its text, and what a member said of it."""
    text = one.text("text", "") or one.text("data", "")
    name = one.text("id", "") or f"line-{place}"
    facts = one.metadata(*(each for each in one.values if each not in _OWN))
    if not found.document(ProjectDocument(name, (text,), one.where, facts)):
        return
    found.leave("relations", one.where, len(one.items("relations")))
    values: dict[str, Value] = {}
    labels = one.items(LABEL)
    if labels and all(isinstance(each, str | int) for each in labels):
        found.ask(LABEL, QuestionForm.LABELS)
        values[LABEL] = tuple(dict.fromkeys(one.words(LABEL)))
    elif labels:
        values[LABEL] = _spans(one, LABEL, text, found)
    if one.items(SPANS):
        values[SPANS] = _spans(one, SPANS, text, found)
    if one.items(CATEGORIES):
        found.ask(CATEGORIES, QuestionForm.LABELS)
        values[CATEGORIES] = tuple(dict.fromkeys(one.words(CATEGORIES)))
    comments = [
        each if isinstance(each, str) else str(each.get("comment", "")) if isinstance(each, dict) else ""
        for key in _COMMENTS
        for each in one.items(key)
    ]
    if values:
        comment = "\n".join(each for each in comments if each.strip())
        found.answers.append(ProjectAnswer(name, one.where, member, values=values, comment=comment))
    else:
        found.notebook.add("texts without a label, taken as not answered", one.where)
        found.leave(
            "comments on texts without an answer", one.where, sum(bool(each.strip()) for each in comments)
        )


def _spans(one: Record, name: str, text: str, found: Gathering) -> tuple[LabelledSpan, ...]:
    """Return the spans of a line, written as lists or as objects."""
    found.ask(name, QuestionForm.SPANS)
    spans = []
    for place, each in enumerate(one.items(name)):
        if _is_triple(each):
            each = {"start_offset": each[0], "end_offset": each[1], "label": each[2]}
        if not _is_entity(each):
            one.refuse(f"{name}[{place}]", "span", each)
        placed = {"start": each["start_offset"], "end": each["end_offset"], "label": each["label"]}
        record = Record(one.where, placed, f"{name}[{place}]")
        span = found.span(record, record.text("label"), text)
        if span is not None:
            spans.append(span)
    return tuple(spans)
