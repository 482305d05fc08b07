"""The parts of a report on agreement as tables: coefficients, and those of each pair of annotators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aloi.agreement.result import Agreement, PairAgreement, by_pair
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.machines import machine_table, plan_table
from aloi.workbench.agreement.full_report.methods import measure_title
from aloi.workbench.agreement.full_report.parts import every_part
from aloi.workbench.agreement.full_report.spans import span_label_table
from aloi.workbench.agreement.tables import TableGroup, TableReport, TableView
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import INTERVAL, Number, Table

if TYPE_CHECKING:  # it reads the store, which commands on files do without
    from aloi.workbench.agreement.report import RoundReport

_MOST_PAIRS = 45  # of 10 annotators: what a page holds


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a report: coefficients, and those of each pair of annotators.

    `counted` is the name for their units and their ratings.
    """

    title: str
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    counted: tuple[str, str] = ("Items", "Ratings")


def table_sections(report: TableReport, name: str) -> list[Section]:
    """Return the parts of a report on a table; `name` is what the whole table is called.

    Of answers that Aloi exported each way to look at them is a part.
    """
    if report.spans is not None:
        return [Section(name, report.results, report.pairs, ("Texts", "Spans"))]
    parts = [
        section
        for group in report.groups
        for section in _by_view(f"{name}, {report.by} {group.name}", group, report.views)
    ]
    return [*_by_view(name, report, report.views), *parts]


def _by_view(title: str, part: TableReport | TableGroup, views: Sequence[TableView]) -> list[Section]:
    all_results = (*part.results, *part.means)
    if len(views) < 2:
        return [Section(title, all_results, part.pairs)]
    return [
        Section(
            f"{title}, {view.title} ({view.level})",
            tuple(each for each in all_results if each.view == view.name),
            tuple(each for each in part.pairs if each.view == view.name),
        )
        for view in views
    ]


def round_sections(report: RoundReport) -> list[Section]:
    """Return the parts of a report on a round: one for each way to look at its answers."""
    name = f"{report.campaign.name}, round {report.round.number}"
    return [
        Section(
            f"{name}, {view.title} ({view.level})",
            (*view.results, *view.means),
            view.pairs,
        )
        for view in report.views
    ]


def latex_report(
    sections: Sequence[Section],
    full_report: WholeReport | None = None,
    methods: str = "",
    more: Sequence[Table] = (),
) -> str:
    """Return as LaTeX the coefficients of each section, of its pairs if there are 2 to 45, and `full_report`.

    `methods` is a paragraph added at the end as a comment; `more` are further tables of the task.
    """
    parts: list[Table | str] = []
    for section in sections:
        parts.append(coefficients(section))
        count = len(by_pair(section.pairs))
        if count > _MOST_PAIRS:
            parts.append(f"{count} pairs of annotators: too many for the table of a page.")
        elif len(section.pairs) > 1:
            parts.append(pairs(section))
    parts += more
    if full_report is not None:
        parts += [one.table() for one in every_part(full_report)]
    return as_latex([*parts, *([methods] if methods else [])])


def latex_of_table(report: TableReport, name: str) -> str:
    """Return the report on a table as LaTeX; `name` is the name of the table."""
    return latex_report(table_sections(report, name), report.whole, report.methods(), more_tables(report))


def coefficients(section: Section) -> Table:
    """Return the coefficients of a section as a table."""
    return Table(
        f"Agreement: {section.title}.",
        ("Coefficient", "Weights or distance", ("Value", INTERVAL), *section.counted),
        [
            (measure_title(result.measure), result.scale, Number.of(result), result.units, result.ratings)
            for result in section.results
        ],
    )


def pairs(section: Section) -> Table:
    """Return the coefficients of each pair of annotators of a section as a table, one row per pair."""
    rows = by_pair(section.pairs)
    titles = [pair_title(one, rows[0].results) for one in rows[0].results]
    heads = ["Value"] if len(titles) == 1 else titles
    return Table(
        f"{' and '.join(titles)} of every two annotators: {section.title}.",
        ("Pair", *((head, INTERVAL) for head in heads), section.counted[0]),
        [(f"{row.a} / {row.b}", *map(Number.of, row.results), row.units) for row in rows],
    )


def pair_title(pair: PairAgreement, section_pairs: Sequence[PairAgreement]) -> str:
    """Return the title of a coefficient of a pair, with its weights if the pair has several of it."""
    twice = [other.measure for other in section_pairs].count(pair.measure) > 1
    return f"{measure_title(pair.measure)} ({pair.scale})" if twice else measure_title(pair.measure)


def more_tables(report: TableReport) -> list[Table]:
    """Return the tables of a report in addition to the coefficients: labels of spans, tests of machines."""
    labels = [] if report.spans is None else [span_label_table(report.spans.f1, report.spans.soft)]
    return [*labels, *map(machine_table, report.machines), *map(plan_table, report.plans)]
