"""Discontinuous spans in files of tools without them: a span for each part, tied by relations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from aloi.annotation.rows import LabelledRelation, LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import merge_parts, related, tokens_and_tags, with_text
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.base import only
from aloi.gold.formats.projects.model import Project, Value
from aloi.gold.formats.projects.project_documents import joined
from aloi.gold.formats.source_ids import release_source_ids
from aloi.gold.model import Release

NEXT_PART = "next-part-of-span"  # the type of the relation from a part to the next one
DOCUMENT_ID = "document_id"


def separate_parts(row: TaggedTokens) -> tuple[list[LabelledSpan], list[LabelledRelation]]:
    """Return the spans of a row with one part each, and relations: those of first parts, then ties of parts.

    Raises
    ------
    AloiError
        A text of white space alone, which tools do not show, or a relation of the type of ties.
    """
    if not row.text.strip():
        raise AloiError("gold.blank-text", id=repr(row.id))
    if any(each.type == NEXT_PART for each in row.relations):
        raise AloiError(
            "aloi.value",
            name=Term("type-of-relation"),
            value=repr(NEXT_PART),
            expected=Term("other-name-than-ties"),
            todo=Term("other-format"),
        )
    parts: list[LabelledSpan] = []
    ties: list[LabelledRelation] = []
    first: list[int] = []
    for span in row.spans:
        first.append(len(parts))
        parts += [replace(span, parts=(part,)) for part in span.parts]
        ties += [LabelledRelation(NEXT_PART, at - 1, at) for at in range(first[-1] + 1, len(parts))]
    relations = [LabelledRelation(each.type, first[each.head], first[each.tail]) for each in row.relations]
    return parts, [*relations, *ties]


def joined_parts(
    spans: Sequence[LabelledSpan], relations: Iterable[LabelledRelation]
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]]:
    """Return spans with tied parts joined, and the relations between them; `separate_parts` undone.

    Label and attributes of a joined span are those of its first part in the list.
    """
    listed = [*relations]
    first = [*range(len(spans))]  # of each part, the first one of its span
    for tie in (each for each in listed if each.type == NEXT_PART):
        low, high = sorted((first[tie.head], first[tie.tail]))
        first = [low if each == high else each for each in first]
    by_first: dict[int, LabelledSpan] = {}
    for at, part in zip(first, spans, strict=True):
        by_first[at] = joined(by_first.get(at), part)
    index = {at: place for place, at in enumerate(by_first)}
    return tuple(by_first.values()), tuple(
        LabelledRelation(each.type, index[first[each.head]], index[first[each.tail]])
        for each in listed
        if each.type != NEXT_PART
    )


def line_files(
    rows: Mapping[str, Sequence[Row]],
    release: Release,
    line: Callable[[TaggedTokens, str], Mapping[str, Any]],
) -> dict[str, str]:
    """Return a file of JSON lines for each part of a release; `line` has the id of the source too."""
    ids = release_source_ids(release)
    return {
        f"{part}.jsonl": "".join(
            json.dumps(line(row, ids.of_item(row.id)), ensure_ascii=False) + "\n"
            for row in map(with_text, only(TaggedTokens, part_rows))
        )
        for part, part_rows in rows.items()
    }


def tagged_row(
    name: str,
    document: str,
    text: str,
    spans: Iterable[LabelledSpan],
    relations: Iterable[LabelledRelation],
) -> TaggedTokens:
    """Return the row of a text with its spans in order, and the relations between them."""
    listed, between = related([replace(each, parts=merge_parts(each.parts)) for each in spans], relations)
    return TaggedTokens(name, document, *tokens_and_tags(text, listed), text, listed, between)


def spans_in(value: Value | None) -> list[LabelledSpan]:
    """Return the spans of an answer to a question; none of an answer of another form."""
    return [each for each in value if isinstance(each, LabelledSpan)] if isinstance(value, tuple) else []


def rows_of_project(project: Project, question: str) -> tuple[TaggedTokens, ...]:
    """Return the texts of an export of ours with the spans of a question, by id.

    Raises
    ------
    AloiError
        Anything that the reader excluded: the files were changed.
    """
    for note in project.notes:
        if note.omitted is not None:
            raise AloiError(
                "gold.brat-first", folder=question, note=note.description, count=note.count, first=note.first
            )
    answers = {answer.document: answer for answer in project.answers}
    rows = []
    for document in project.documents:
        answer = answers.get(document.id)
        spans = spans_in(answer.values.get(question)) if answer else []
        relations = answer.relations.get(question, ()) if answer else ()
        its_document = document.metadata.get(DOCUMENT_ID, "")
        rows.append(tagged_row(document.id, its_document, document.texts[0], spans, relations))
    return tuple(sorted(rows, key=lambda row: row.id))
