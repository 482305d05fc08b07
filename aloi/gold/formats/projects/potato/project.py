"""Potato: folders of annotators, or the tables and lines of all of them, of both of its versions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from aloi.annotation.rows import LabelledSpan
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import look_into
from aloi.gold.formats.offsets import OffsetUnit, countings
from aloi.gold.formats.projects.model import (
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from aloi.gold.formats.projects.potato.records import (
    Statement,
    is_table,
    kind_of,
    statements_of_records,
    statements_of_table,
    without_repeats,
)
from aloi.gold.formats.projects.potato.schemes import (
    SchemeForm,
    Stored,
    form_of,
    labels_of,
    number_of,
    split_words,
)
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.projects.records import Record, first_record, records_of
from aloi.gold.formats.source_files import excluded

_TABLE = (frozenset({"user", "instance_id", "displayed_text"}), frozenset({"instance_id", "user_id"}))
_TEXTS, _IDS = ("text", "displayed_text", "sentence"), ("id", "instance_id", "item_id")
_SPANS = "spans"  # the name of a scheme of spans whose name is not stored
# Browsers count UTF-16; data files may contain suggestions, which programs in Python count.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.CODE_POINTS)
_UNANSWERED = excluded("instances", Phrase("why-opened-not-answered", "that were opened and not answered"))
_COMPARISON = "to {name}, which ranks or compares"
_GRID = "to {name}, which rates several things at once"
_LONE_NOTES = excluded("notes", Phrase("why-instances-without-answer", "on instances without an answer"))


class Potato(Tool):
    """`annotated_instances.*` of version 1; `user_state.json` and `annotations.*` of version 2.

    Version 2 stores texts apart, in the data file of the project, which --texts names. A list of two texts,
    or two fields, is a pair. An answer to a scheme is its labels, or a number for a Likert scale or a slider.
    Text boxes are the annotator's notes. Rankings, comparisons and grids of ratings are counted.
    """

    name = "potato"
    title = Phrase("layout-potato-folder-annotators", "Potato (a folder of annotators, JSONL, TSV)")

    def accepts(self, path: Path) -> bool:
        """Return whether records or columns are those that Potato writes."""
        if is_table(path):
            try:
                columns = set(look_into(path).columns)
            except AloiError:
                return False
            return any(wanted <= columns for wanted in _TABLE) and any(
                re.search(r":::|\._spans$|\w\.\w", column) for column in columns
            )
        if kind_of(first_record(path).keys()) is not None:
            return True
        return not path.is_file() and any(
            kind_of(first_record(file).keys()) is not None for file in sorted(path.rglob("*.json*"))[:20]
        )

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the project of all annotators."""
        gathering = Gathering(offsets=_OFFSETS)
        statements = statements_of_table(path) if is_table(path) else statements_of_records(path, gathering)
        statements = without_repeats(statements, gathering)
        texts: dict[str, tuple[str, ...]] = {
            statement.instance: (statement.text,) for statement in statements if statement.text
        }
        if options.texts is not None:
            texts = {**texts, **_texts(options.texts, options.fields)}
        missing = sum(statement.instance not in texts for statement in statements)
        if missing:
            raise AloiError("gold.project-texts-apart", name=path.name, missing=missing)
        forms = _ask(statements, gathering)
        for statement in statements:
            shown = texts[statement.instance]
            if statement.text and len(shown) == 1:
                shown = (statement.text,)
            _take(statement, shown, gathering, forms)
        return gathering.project(options)


def _texts(path: Path, fields: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the texts of a data file of a project by their ids: one, or the two of a pair.

    Raises
    ------
    AloiError
        An id that has two texts.
    """
    if is_table(path):
        table = read_table(path)
        records = [Record(table.where(row), dict(row.values)) for row in table.rows]
    else:
        records = [record for listed in records_of(path).values() for record in listed]
    texts: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    for record in records:
        id_field = next((name for name in _IDS if name in record.values), "id")
        name, shown = record.text(id_field), _shown(record, fields)
        if texts.setdefault(name, shown) != shown:
            raise AloiError(
                "gold.project-id-has-two-texts", where=record.where, id=quoted(name), first=first[name]
            )
        first.setdefault(name, record.where)
    return texts


def _shown(record: Record, fields: Sequence[str]) -> tuple[str, ...]:
    """Return the text of a record of the data file, or two: of two fields, or of a list of two texts."""
    if len(fields) == 2:
        return tuple(record.text(name) for name in fields)
    text_field = next((name for name in (*fields, *_TEXTS) if name in record.values), "text")
    value = record.values.get(text_field)
    if isinstance(value, list) and len(value) == 2 and all(isinstance(text, str) for text in value):
        return tuple(value)
    return (record.text(text_field),)


def _ask(statements: Sequence[Statement], gathering: Gathering) -> dict[str, SchemeForm]:
    """Take the question that each scheme asks; return what each scheme of labels asks for."""
    stored: dict[str, list[Stored]] = defaultdict(list)
    for statement in statements:
        for scheme, values in statement.labels.items():
            stored[scheme].append(values)
        schemes = [*statement.marking, *(_scheme(span) for span in statement.spans)]
        for scheme in dict.fromkeys(schemes):
            gathering.ask(scheme, QuestionForm.SPANS)
    forms = {}
    for scheme, listed in stored.items():
        form = form_of(listed)
        if form is None:
            continue
        forms[scheme] = form
        if form is SchemeForm.RATING:
            gathering.ask(scheme, QuestionForm.RATING)
        elif form in (SchemeForm.LABELS, SchemeForm.MENU):
            counts = [len(labels_of(split_words(values)[0], form)) for values in listed]
            gathering.ask(scheme, QuestionForm.LABELS, several=max(counts) > 1)
    return forms


def _scheme(span: Record) -> str:
    return span.text("schema", "") or _SPANS


def _take(
    statement: Statement, texts: tuple[str, ...], gathering: Gathering, forms: Mapping[str, SchemeForm]
) -> None:
    """Take what one annotator stored of one instance."""
    record = statement.record
    facts = {"instance_id": statement.instance}
    if not gathering.document(ProjectDocument(statement.instance, texts, record.where, facts)):
        return
    values: dict[str, Value] = {}
    words: list[str] = []
    for scheme in sorted(statement.labels):
        answer, written = split_words(statement.labels[scheme])
        words += written
        form = forms.get(scheme)
        if not answer or form is None:
            continue
        if form is SchemeForm.WORDS:
            words += [str(value) for value in answer.values()]
        elif form is SchemeForm.RATING:
            number = number_of(answer)
            if number is None:
                raise AloiError(
                    "gold.project-field", where=record.where, field=scheme, kind="text", expected="number"
                )
            values[scheme] = number
        elif form in (SchemeForm.LABELS, SchemeForm.MENU):
            if labels := labels_of(answer, form):
                values[scheme] = labels
        else:
            why = (
                Phrase("why-comparison", _COMPARISON, name=repr(scheme))
                if form is SchemeForm.COMPARISON
                else Phrase("why-grid", _GRID, name=repr(scheme))
            )
            gathering.leave(excluded("answers", why), record.where)
    values |= _marked(statement, texts[0], gathering, is_answered=bool(values))
    if not values:
        gathering.leave(_UNANSWERED, record.where)
        gathering.leave(_LONE_NOTES, record.where, len(words))
        return
    gathering.answers.append(
        ProjectAnswer(
            statement.instance,
            record.where,
            statement.annotator,
            values=values,
            comment="\n".join(words),
            seconds=statement.seconds,
        )
    )


def _marked(
    statement: Statement, text: str, gathering: Gathering, *, is_answered: bool
) -> dict[str, tuple[LabelledSpan, ...]]:
    """Return the spans of each scheme; who saw the text and marked nothing has none."""
    if not (is_answered or statement.is_marked or statement.spans):
        return {}
    schemes = [
        question.name for question in gathering.questions.values() if question.form is QuestionForm.SPANS
    ]
    marked: dict[str, list[LabelledSpan]] = {scheme: [] for scheme in schemes}
    for mark in statement.spans:
        span = _span(mark, text, gathering)
        if span is not None:
            marked[_scheme(mark)].append(span)
    return {scheme: tuple(spans) for scheme, spans in marked.items()}


def _span(mark: Record, text: str, gathering: Gathering) -> LabelledSpan | None:
    label = mark.text("annotation", "") or mark.text("name", "") or mark.text("label", "")
    if not label:
        gathering.leave(excluded("spans", Phrase("why-without-label", "without a label")), mark.where)
        return None
    if mark.text("target_field", "") not in ("", *_TEXTS):
        gathering.leave(
            excluded("spans", Phrase("why-other-fields-than", "in other fields than the text")), mark.where
        )
        return None
    gathering.leave(
        excluded("parts", Phrase("why-further-parts", "of discontinuous spans after the first")),
        mark.where,
        len(mark.items("additional_parts")),
    )
    return gathering.span(mark, label, text, mark.text("span", "") or mark.text("text", ""))
