"""Agreement on a table of ratings in a file, wide or long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from aloi.agreement.battery import Battery
from aloi.agreement.compute import applicable
from aloi.agreement.difference import AgreementDifference as AgreementDifference
from aloi.agreement.difference import agreement_difference
from aloi.agreement.distances import WEIGHTS_OF_LEVEL
from aloi.agreement.machine.alternative import AlternativeTest as AlternativeTest
from aloi.agreement.planning.machines import MachinePlan
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import SCHEMA as SCHEMA
from aloi.agreement.result import Agreement, PairAgreement, PairRow, by_pair
from aloi.annotation.tasks.base import View
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import SourceTable, read_table
from aloi.corpora.readers.read_as import TableReading
from aloi.corpora.readers.tables import look_into
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck, crosschecked
from aloi.workbench.agreement.full_report.document import measured_json, report_json, spans_json
from aloi.workbench.agreement.full_report.figures import WholeReport, whole_report
from aloi.workbench.agreement.full_report.machines import machine_plans, machine_tests, people_of
from aloi.workbench.agreement.full_report.methods import methods_paragraph
from aloi.workbench.agreement.full_report.result_warnings import cautions, weights_not_taken
from aloi.workbench.agreement.full_report.spans import MeasuredSpans
from aloi.workbench.agreement.full_report.views import (
    ViewReport,
    ratings_given,
    view_cautions,
    view_report,
    whole_of_views,
)
from aloi.workbench.agreement.reading.exported_answers import (
    ExportedAnswers,
    ExportedRound,
    is_export,
    read_exported,
)
from aloi.workbench.agreement.reading.options import (
    SPANS,
    check_options,
    names_columns,
    not_of_spans,
    with_roles,
)
from aloi.workbench.agreement.reading.ratings import read_ratings
from aloi.workbench.agreement.reading.released_answers import read_released
from aloi.workbench.agreement.reading.span_tables import is_span_table, span_table_agreement
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.files.agreement import AgreementRequest, DifferenceRequest

_VIEW = "table"
# The same for all annotators of a rating.
_OF_COUNTS = (
    "percent_agreement",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "brennan_prediger",
    "krippendorff_alpha",
)
_PAIRS_UP_TO = 100_000  # units of a table whose pairs of annotators are measured unasked


@dataclass(frozen=True, slots=True)
class TableGroup:
    """The coefficients of a part of a table; `name` is its value in the column of `by`."""

    name: str
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    means: tuple[Agreement, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A view of answers that Aloi exported: its distinctive parts, and alpha from an independent package."""

    name: str
    title: str
    level: str
    about: Mapping[str, str]
    crosscheck: Crosscheck


@dataclass(frozen=True, slots=True)
class TableReport:
    """The coefficients of a table, of each pair of annotators with their means over pairs, and of its parts.

    `left_out` names columns of a wide table that contain texts, not ratings. `cautions` are warnings:
    intervals with low coverage in simulations of such tables, and labels that may be duplicates. `crosscheck`
    is alpha from an independent package. `read_as` describes the detected layout. `whole` is the full report,
    if requested.

    For answers that Aloi exported, `views` are the views of the answers; `results` contains all their
    coefficients. For a table of spans, `spans` is the agreement on spans; alpha is not computed, and nothing
    is checked. `machines` are the alternative annotator tests of annotators that are machines, which are in
    no coefficient, and `plans` the sizes of such tests for a wanted power.
    """

    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    means: tuple[Agreement, ...]
    by: str | None
    groups: tuple[TableGroup, ...]
    left_out: tuple[str, ...]
    cautions: tuple[str, ...]
    read_as: TableReading
    level: str
    crosscheck: Crosscheck | None
    whole: WholeReport | None = None
    views: tuple[TableView, ...] = ()
    spans: MeasuredSpans | None = None
    machines: tuple[AlternativeTest, ...] = ()
    plans: tuple[MachinePlan, ...] = ()

    def methods(self, language: str = "en") -> str:
        """Return a paragraph on the table for the methods of a paper."""
        return methods_paragraph(self.results, language)

    def to_json(self) -> dict[str, object]:
        """Return the document that `aloi agreement --json` prints."""
        tests = [test.to_json() for test in self.machines]
        machines: dict[str, object] = {"alternative": tests[0], "alternatives": tests} if tests else {}
        if self.plans:
            machines["alternative_plans"] = [each.to_json() for each in self.plans]
        if self.spans is not None:
            document = spans_json(self.spans, self.results, self.pairs, self.cautions, self.read_as)
            return document | machines
        alone = {} if self.crosscheck is None else {_VIEW: self.crosscheck}
        checks = {one.name: one.crosscheck for one in self.views} or alone
        about = {one.name: one.about for one in self.views}
        part = _part_json(self, about)
        document = report_json(part, self.results, checks, self.cautions, self.whole) | machines
        document["read_as"] = self.read_as.to_json()
        if self.by is not None:
            document["by"] = self.by
            document["groups"] = [{"group": one.name, **_part_json(one, about)} for one in self.groups]
        return document


def table_report(
    request: AgreementRequest, source: SourceTable | None = None, progress: Progress = silent
) -> TableReport:
    """Return the agreement of a table of ratings.

    `source` is a table in memory, instead of the file. `progress` is called with each step: reading,
    measuring, the parts of the table, the full report.

    A table that `aloi annotations export` wrote is measured like its rounds, in all views of the main scale;
    several rounds are measured together, then each. A table of spans is detected by its columns.

    Raises
    ------
    AloiError
        Options that exclude each other, fewer than two annotators, an item rated twice by one of them, or
        cells that the level cannot take.
    """
    path = request.table if source is None else source
    options = request = _named(request, path)
    check_options(request)
    go_on(progress, 0, 1, "")
    if _of_spans(path, options):
        return _span_report(path, options)
    exported = _exported(path, options)
    if exported is not None:
        return _of_exported(exported, options, progress)
    return _of_ratings(path, options, progress)


def _of_ratings(path: Path | SourceTable, options: AgreementRequest, progress: Progress) -> TableReport:
    """Return the agreement of ratings, wide, long or counted, and of the parts of the table."""
    _, raw, table, read_as = read_ratings(path, options)
    if raw.layout == "counts":
        options = _for_counts(options)
    elif options.pairs is None:
        options = replace(options, pairs=len(table.units) <= _PAIRS_UP_TO)
    ratings = people_of(table, options)
    context = _context(options)
    names = [] if options.by is None else list(raw.further[options.by])
    steps = 2 + len(set(names)) + int(options.whole)
    go_on(progress, 1, steps, "")
    results, pairs, means = _measure(ratings, options, context)
    groups, parts = [], {}
    for done, name in enumerate(sorted(set(names)), start=2):
        go_on(progress, done, steps, "")
        parts[name] = table.subset_units(np.array([each == name for each in names]))
        measured = _measure(people_of(parts[name], options), options, {**context, str(options.by): name})
        groups.append(TableGroup(name, *measured))
    full_report = None
    if options.whole and raw.layout != "counts":
        go_on(progress, steps - 1, steps, "")
        full_report = whole_report(ratings, [*results, *means], _battery(options, context))
    sentences = (
        *read_as.cautions(),
        *weights_not_taken(options, [ratings.level]),
        *cautions(ratings, results),
    )
    return TableReport(
        results, pairs, means, options.by, tuple(groups), raw.left_out, sentences, read_as, ratings.level,
        crosschecked(ratings, results), full_report, machines=machine_tests(table, options, parts),
        plans=machine_plans(table, options),
    )  # fmt: skip


def _named(request: AgreementRequest, table: Path | SourceTable) -> AgreementRequest:
    """Return a request with the columns that its roles name."""
    if not any("=" in entry for entry in request.columns):
        return request
    if isinstance(table, SourceTable):
        return with_roles(request, table.columns, table.path)
    return with_roles(request, look_into(table).columns, table)


def pair_rows(pairs: Sequence[PairAgreement]) -> list[PairRow]:
    """Return the coefficients of pairs of annotators as one row a pair."""
    return by_pair(pairs)


def difference_of_tables(request: DifferenceRequest) -> tuple[AgreementDifference, ...]:
    """Return how the agreement of a second table differs from that of a first, a measure after another.

    By default these are all measures that apply to the first table, with the weights of the level.

    Raises
    ------
    AloiError
        As `table_report`, of either table.
    """
    options = AgreementRequest(
        request.table,
        level=request.level,
        measure=request.measure,
        weights=request.weights,
        cluster=request.cluster,
        unit=request.unit,
        annotator=request.annotator,
        value=request.value,
        normalise=request.normalise,
        second=request.second,
        paired=request.paired,
    )
    return compared_with_second(options, (request.annotators, request.against))


def compared_with_second(
    options: AgreementRequest, groups: tuple[Sequence[str], Sequence[str]] = ((), ())
) -> tuple[AgreementDifference, ...]:
    """Return the differences of the second table that a request names, none without one.

    `groups` are the annotators of each table that count; empty for all.
    """
    if options.second is None:
        return ()
    paths, options = (options.table, options.second), _named(options, options.table)
    check_options(options)
    tables = [_ratings(path, options) for path in paths]
    first_ratings, second_ratings = (
        each.subset_annotators(names) if names else each for each, names in zip(tables, groups, strict=True)
    )
    unasked = None if options.measure else WEIGHTS_OF_LEVEL.get(first_ratings.level, "unweighted")
    weights = options.weights or unasked
    names = options.measure or tuple(each.name for each in applicable(first_ratings, weights or "unweighted"))
    return tuple(
        agreement_difference(
            first_ratings,
            second_ratings,
            name,
            weights=weights,
            paired=options.paired,
            context=_context(options),
        )
        for name in names
    )


def _context(options: AgreementRequest) -> dict[str, str]:
    """Return the clusters, for signatures."""
    return {"cluster": ",".join(options.cluster)} if options.cluster else {}


def _of_spans(path: Path | SourceTable, options: AgreementRequest) -> bool:
    """Return whether a table contains spans, by its columns or by the requested layout."""
    if names_columns(options):
        return options.layout == SPANS
    return is_span_table(path)


def _span_report(path: Path | SourceTable, options: AgreementRequest) -> TableReport:
    """Return the agreement of a table of spans."""
    wrong = not_of_spans(options)
    if wrong is not None:
        raise AloiError(
            "aloi.not-for",
            name=Term("the-option-option", option=wrong),
            data=Term("table-of-spans", name=path.name),
            expected=Term("f1-gamma"),
            todo=Term("omit-it-or-name"),
        )
    report = span_table_agreement(path, options)
    return TableReport(
        report.results, report.pairs, (), None, (), (), report.cautions, report.read_as, "nominal", None,
        spans=report.measured, machines=report.machines, plans=report.plans,
    )  # fmt: skip


def _exported(path: Path | SourceTable, options: AgreementRequest) -> ExportedAnswers | None:
    """Return the answers of a table that Aloi exported, None for another one, or where columns are named."""
    if names_columns(options):
        return None
    if isinstance(path, SourceTable):
        answers, columns = None, path.columns
    else:
        answers = read_released(path)
        columns = () if answers is not None else look_into(path).columns
    if answers is None and not is_export(columns):
        return None
    named = {"cluster": options.cluster, "by": options.by, "categories": options.categories}
    wrong = next((name for name, given in named.items() if given), None)
    if wrong is not None:
        raise AloiError(
            "aloi.not-for",
            name=f"--{wrong}",
            data=Term("answers-exported", name=path.name),
            expected=Term("the-documents-rounds"),
            todo=Term("omit-option", option=f"--{wrong}"),
        )
    return answers or read_exported(read_table(path, quiet=True), options.normalise)


def _of_exported(answers: ExportedAnswers, options: AgreementRequest, progress: Progress) -> TableReport:
    """Return the agreement of answers that Aloi exported."""
    chosen = answers.views_at(options.level)
    parts = [] if len(answers.rounds) == 1 else answers.rounds
    steps = 2 + len(parts) + int(options.whole)
    go_on(progress, 1, steps, "")
    views = _view_reports(answers.together, chosen, options)
    groups = []
    for done, round_ in enumerate(parts, start=2):
        go_on(progress, done, steps, "")
        groups.append(TableGroup(round_.number, *_flat(_view_reports(round_, chosen, options))))
    results, pairs, means = _flat(views)
    full_report = None
    if options.whole:
        go_on(progress, steps - 1, steps, "")
        ratings = people_of(ratings_given(chosen[0], answers.together.answers), options)
        full_report = whole_of_views(views, ratings, _battery(options, answers.together.context))
    return TableReport(
        results,
        pairs,
        means,
        "round" if groups else None,
        tuple(groups),
        (),
        (
            *answers.read_as.cautions(),
            *weights_not_taken(options, [report.level for report in views]),
            *view_cautions(views),
        ),
        answers.read_as,
        views[0].level,
        views[0].crosscheck,
        full_report,
        tuple(
            TableView(report.name, report.title, report.level, report.about, report.crosscheck)
            for report in views
        ),
        machines=machine_tests(
            ratings_given(chosen[0], answers.together.answers),
            options,
            {part.number: ratings_given(chosen[0], part.answers) for part in parts},
        ),
        plans=machine_plans(ratings_given(chosen[0], answers.together.answers), options),
    )


def _view_reports(
    part: ExportedRound, views: Sequence[View], options: AgreementRequest
) -> tuple[ViewReport, ...]:
    battery = _battery(options, part.context)
    reports = []
    for view in views:
        ratings = people_of(ratings_given(view, part.answers), options)
        requested = options.pairs
        with_pairs = len(ratings.units) <= _PAIRS_UP_TO if requested is None else requested
        reports.append(view_report(view, ratings, battery, with_pairs=with_pairs))
    return tuple(reports)


def _flat(
    views: Sequence[ViewReport],
) -> tuple[tuple[Agreement, ...], tuple[PairAgreement, ...], tuple[Agreement, ...]]:
    """Return the coefficients, pairs and means of views, one after the other."""
    results = tuple(one for view in views for one in view.results)
    pairs = tuple(one for view in views for one in view.pairs)
    return results, pairs, tuple(one for view in views for one in view.means)


def _ratings(path: Path | SourceTable, options: AgreementRequest) -> Ratings:
    """Return the ratings of a table, of one that Aloi exported those of its first view."""
    if _of_spans(path, options):
        raise AloiError(
            "aloi.not-for",
            name=Term("the-test-of-a-difference"),
            data=Term("table-of-spans", name=path.name),
            expected=Term("two-tables"),
            todo=Term("measure-the-two"),
        )
    exported = _exported(path, options)
    if exported is None:
        return people_of(read_ratings(path, options)[2], options)
    return ratings_given(exported.views_at(options.level)[0], exported.together.answers)


def _for_counts(options: AgreementRequest) -> AgreementRequest:
    """Return the options of a table of counts: only measures that do not need the annotator of a rating."""
    if options.machine:
        raise AloiError(
            "aloi.not-for",
            name="--machine",
            data=Term("table-of-counts"),
            expected=Term("table-with-annotators"),
            todo=Term("omit-option", option="--machine"),
        )
    named = next((one for one in options.measure if one not in _OF_COUNTS), None)
    if named is not None:
        raise AloiError(
            "aloi.not-for",
            name=named,
            data=Term("table-of-counts"),
            expected=Term("one-of", choices=_OF_COUNTS),
            todo=Term("choose-one-of-them"),
        )
    if options.ci == "jackknife":
        raise AloiError(
            "aloi.not-for",
            name=Term("the-jackknife-which"),
            data=Term("table-of-counts"),
            expected=Term("an-interval-over"),
            todo=Term("use-ci-analytic"),
        )
    chosen = options.measure or tuple(
        name for name in _OF_COUNTS if name != "gwet_ac2" or options.weights not in (None, "unweighted")
    )
    return replace(options, measure=chosen, pairs=False)


def _measure(
    ratings: Ratings, options: AgreementRequest, context: Mapping[str, str]
) -> tuple[tuple[Agreement, ...], tuple[PairAgreement, ...], tuple[Agreement, ...]]:
    """Return the coefficients of a table, those of each pair of annotators, and their means over pairs."""
    battery = _battery(options, context)
    if not options.pairs:
        return tuple(battery.results(ratings)), (), ()
    pairs, means = battery.pairs(ratings)
    return tuple(battery.results(ratings)), tuple(pairs), tuple(means)


def _battery(options: AgreementRequest, context: Mapping[str, str]) -> Battery:
    return Battery(
        measures=options.measure,
        weights=options.weights,
        weights_by=options.weights_by,
        ci=options.ci,
        replicates=options.replicates,
        seed=options.seed,
        context=context,
        view=_VIEW,
    )


def _part_json(part: TableReport | TableGroup, about: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    return measured_json(part.results, part.pairs, part.means, about)
