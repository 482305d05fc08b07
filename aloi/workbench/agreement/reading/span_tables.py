"""Agreement on a table of spans: a row what one annotator marked in one document."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.agreement.machine.alternative import AlternativeTest
from aloi.agreement.parts.gamma import SAMPLES
from aloi.agreement.parts.spans import Span, SpanAgreement, SpanDocument
from aloi.agreement.planning.machines import MachinePlan
from aloi.agreement.result import Agreement, Interval, PairAgreement, sign
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import SourceTable, read_table
from aloi.corpora.readers.read_as import TableReading, tables_told, tell
from aloi.corpora.readers.tables import SUFFIXES, look_into
from aloi.corpora.readers.values import check_label, read_numbers, settle
from aloi.workbench.agreement.full_report.machines import (
    people_documents,
    span_machine_plans,
    span_machine_tests,
)
from aloi.workbench.agreement.full_report.spans import MeasuredSpans, soft_agreements, span_agreements
from aloi.workbench.agreement.reading.layouts import ANNOTATORS
from aloi.workbench.agreement.reading.options import SPANS
from aloi.workbench.requests.files.agreement import AgreementRequest

VIEW = "spans"
_DOCUMENTS = ("document", "document_id", "doc", "doc_id", "text_id", "item_id", "filename")
_LABELS = ("label", "type", "tag", "étiquette")
_LENGTHS = ("length", "document_length", "longueur")
_PLACES = ("start", "end")
GUESSED = Phrase(
    "caution-there-no-column",
    "There is no column `length` with the length of the documents. Each document is taken to end at its last "
    "annotated character, so that chance, and with it gamma and alpha_u, are approximate.",
)


@dataclass(frozen=True, slots=True)
class SpanTable:
    """Which columns of a table hold its spans; `label` and `length` are None if it has none."""

    document: str
    annotator: str
    label: str | None
    length: str | None


@dataclass(frozen=True, slots=True)
class SpanTableAgreement:
    """The agreement of a table of spans, the detected format, warnings, tests of machines and plans."""

    measured: MeasuredSpans
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    read_as: TableReading
    cautions: tuple[str, ...]
    machines: tuple[AlternativeTest, ...] = ()
    plans: tuple[MachinePlan, ...] = ()


def span_columns(names: Collection[str]) -> SpanTable | None:
    """Return the columns of a table of spans by their usual names; None for another table."""
    lower = {name.strip().casefold(): name for name in names}

    def first(usual: Collection[str]) -> str | None:
        return next((lower[one] for one in usual if one in lower), None)

    document, annotator = first(_DOCUMENTS), first(sorted(ANNOTATORS))
    if document is None or annotator is None or not all(one in names for one in _PLACES):
        return None
    return SpanTable(document, annotator, first(_LABELS), first(_LENGTHS))


def is_span_table(path: Path | SourceTable) -> bool:
    """Return whether a table, in a file or in memory, is one of spans."""
    if isinstance(path, SourceTable):
        return span_columns(path.columns) is not None
    if not path.is_file() or path.suffix.lower() not in SUFFIXES:
        return False
    return span_columns(look_into(path).columns) is not None


def span_table_agreement(path: Path | SourceTable, request: AgreementRequest) -> SpanTableAgreement:
    """Return the agreement of a table `document, annotator, start, end, label`, and perhaps `length`.

    A span covers the characters from `start` up to, but not including, `end`, counted from 0. If an annotator
    read a document but marked nothing, it has one row with empty `start` and `end`. Annotators without a row
    are missing for that document.

    Raises
    ------
    AloiError
        A missing column, an offset that is no whole number, an empty span or one beyond the end of its
        document. Also two lengths of a document, or fewer than two annotators of a document.
    """
    table = read_table(path, quiet=True)
    columns = span_columns(table.columns)
    if columns is None:
        raise AloiError(
            "aloi.no-column",
            table=table.name,
            missing=Term("of-a-table-of-spans"),
            columns=[quoted(one) for one in table.columns],
            expected=Term("the-columns-document"),
            todo=Term("rename-the-columns"),
        )
    with tables_told() as readings:
        all_documents, lengths = _read(table, columns, request.normalise)
    documents = people_documents(all_documents, request)
    if not any(len(one.answers) > 1 for one in documents):
        raise AloiError(
            "aloi.no-content",
            path=table.name,
            content=Term("no-document"),
            expected=Term("documents-with-rows"),
            todo=Term("add-the-rows"),
        )
    reading = TableReading(table.read_as).merged_with(readings.get(table.path, TableReading()))
    reading = replace(reading, layout=SPANS)
    tell(table.path, reading)
    known_lengths = lengths or {one.id: _last(one) for one in documents}
    measured = MeasuredSpans(
        span_agreements(documents), soft_agreements(documents, known_lengths, seed=request.seed)
    )
    cautions = (*reading.cautions(), *(() if lengths else (GUESSED,)))
    results = _results(documents, measured, request.seed)
    machines, plans = span_machine_tests(all_documents, request), span_machine_plans(all_documents, request)
    pairs = tuple(map(_pair, measured.f1.pairs))
    return SpanTableAgreement(measured, results, pairs, reading, cautions, machines, plans)


def _read(
    table: SourceTable, columns: SpanTable, normalise: Sequence[str]
) -> tuple[list[SpanDocument], dict[str, int]]:
    """Return the documents with what each annotator marked, and their lengths where a column says them."""
    starts, ends = (read_numbers(table, name) for name in _PLACES)
    sizes = read_numbers(table, columns.length) if columns.length else {}
    people = settle([table], "annotators", [row.text(columns.annotator) for row in table.rows],
                    normalise=normalise, missing=False)  # fmt: skip
    labels_as_written = [row.text(columns.label) for row in table.rows] if columns.label else []
    labels = settle([table], "labels", labels_as_written, normalise=normalise)
    marked: dict[str, dict[str, list[Span]]] = {}
    lengths: dict[str, int] = {}
    for row in table.rows:
        where = table.where(row)
        document, name = row.text(columns.document).strip(), people(row.text(columns.annotator))
        if not document or not name:
            raise AloiError(
                "aloi.missing",
                name=where,
                missing=Term("the-document-or-the-annotator"),
                todo=Term("correct-the-row"),
            )
        spans = marked.setdefault(document, {}).setdefault(name, [])
        size = _integer(sizes.get(row.number), where)
        if size is not None and lengths.setdefault(document, size) != size:
            raise _other_length(quoted(document), where)
        start, end = _integer(starts[row.number], where), _integer(ends[row.number], where)
        if start is None and end is None:
            continue
        label = row.text(columns.label) if columns.label else ""
        check_label(label, row.values.get(columns.label or ""), where)
        if start is None or end is None or (size is not None and end > size):
            raise _wrong_offset(where)
        try:
            spans.append(Span(start, end, labels(label)))
        except AloiError as error:
            raise error.at(where) from error
    documents = [
        SpanDocument(name, {who: tuple(dict.fromkeys(spans)) for who, spans in answers.items()})
        for name, answers in sorted(marked.items())
    ]
    return documents, lengths if len(lengths) == len(documents) else {}


def _other_length(document: object, where: str) -> AloiError:
    return AloiError(
        "aloi.differ",
        name=Term("lengths-of-the-document", document=document),
        differences=Term("in-an-earlier-row"),
        expected=Term("one-length-per"),
        todo=Term("correct-the-column"),
    ).at(where)


def _wrong_offset(where: str) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-offset-of-the-span"),
        value=Term("not-valid"),
        expected=Term("character-offsets"),
        todo=Term("correct-the-row"),
    ).at(where)


def _integer(number: float | None, where: str) -> int | None:
    if number is not None and not number.is_integer():
        raise _wrong_offset(where)
    return None if number is None else int(number)


def _last(document: SpanDocument) -> int:
    return max((span.end for spans in document.answers.values() for span in spans), default=1)


def _results(documents: Sequence[SpanDocument], measured: MeasuredSpans, seed: int) -> tuple[Agreement, ...]:
    """Return the means over pairs, gamma and alpha_u as coefficients of the view `spans`."""
    people = {name for document in documents for name in document.answers}
    marked = sum(len(spans) for document in documents for spans in document.answers.values())
    missing = len(people) * len(documents) - sum(len(document.answers) for document in documents)

    def of_view(
        measure: str, value: float | None, reason: str | None, interval: Interval | None, units: int,
        signature: str, pairs: int | None = None,
    ) -> Agreement:  # fmt: skip
        return Agreement(measure, "nominal", None, value, reason, None, interval, units, len(people), marked,
                         missing, signature, pairs, VIEW)  # fmt: skip

    near, chance = measured.soft.gamma, measured.soft.alpha_u
    by = "none" if near.interval is None else near.interval.method
    facts: Mapping[str, object] = {"documents": near.documents, "samples": SAMPLES, "seed": seed}
    return (
        *(
            of_view(
                f"mean_pairwise_span_f1_{mean.match}", mean.f1.value, mean.f1.reason, mean.f1.interval,
                mean.f1.units, mean.signature, mean.pairs,
            )
            for mean in measured.f1.means
        ),
        of_view(
            "gamma", near.value, near.reason, near.interval, near.documents, sign("gamma", facts, None, by)
        ),
        of_view(
            "alpha_u", chance.value, chance.reason, None, chance.documents,
            sign("alpha_u", {"documents": chance.documents}, None, "none"),
        ),
    )  # fmt: skip


def _pair(agreement: SpanAgreement) -> PairAgreement:
    f1 = agreement.f1
    return PairAgreement(str(agreement.a), str(agreement.b), f1.units, f"span_f1_{agreement.match}", None,
                         f1.value, f1.reason, None, f1.interval, agreement.signature, VIEW)  # fmt: skip
