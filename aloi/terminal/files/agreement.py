"""Agreement on a table of ratings: `aloi agreement`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    IN,
    NORMALISE,
    OUT,
    SHEET,
    Answer,
    Command,
    language,
    measured,
    split_list,
    table,
    warn,
)
from aloi.terminal.files.difference import difference
from aloi.terminal.files.span_lines import soft_lines, span_lines

if TYPE_CHECKING:
    from aloi.workbench.agreement.full_report.figures import WholeReport
    from aloi.workbench.agreement.full_report.spans import MeasuredSpans
    from aloi.workbench.agreement.report import RoundReport
    from aloi.workbench.agreement.tables import TableReport
    from aloi.workbench.types import Agreement, PairAgreement


class _WithDifference(Command):
    """The command `agreement`, of which `agreement difference` is another one."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of the command that the first word names."""
        if args[:1] == ["difference"]:
            return difference.make_context(f"{info_name} difference", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_WithDifference, short_help="Measure agreement on a table of ratings.")
@click.argument("ratings", metavar="TABLE", type=IN)
@click.option("--level", help="Level: nominal, ordinal, interval or ratio; exported tables state theirs.")
@click.option("--measure", "measures", multiple=True, help="Measure; repeatable (default: all that apply).")
@click.option(
    "--weights",
    help="unweighted, linear, quadratic, ordinal, radical or ratio; alpha takes the level instead "
    "(default: unweighted, and where no measure is named also those that fit the level).",
)
@click.option("--weights-by", default="value", show_default=True, help="Weights by value or by rank.")
@click.option("--categories", metavar="A,B,C", help="All possible values, from low to high.")
@click.option(
    "--ci",
    help="Interval: score (default), analytic, bootstrap, jackknife or none; see the guide on agreement.",
)
@click.option(
    "--cluster",
    metavar="COLUMN",
    multiple=True,
    help="Column of the clusters, such as documents; twice for both sides of a pair.",
)
@click.option("--replicates", default=1000, show_default=True, help="Number of bootstrap replicates.")
@click.option("--seed", default=0, show_default=True, help="Random seed of the bootstrap.")
@click.option("--by", metavar="COLUMN", help="Also report each group of this column.")
@click.option("--unit", metavar="COLUMN", help="Column of the unit (default: the first one).")
@click.option("--annotator", metavar="COLUMN", help="Column of the annotator (a long table).")
@click.option("--value", metavar="COLUMN", help="Column of the rating (a long table).")
@click.option("--columns", metavar="A,B,C", help="Columns of ratings (a wide table).")
@click.option("--layout", help="Layout: wide, long, counts or spans (default: detected).")
@click.option(
    "--missing",
    multiple=True,
    metavar="WORD",
    help="Additional marker of a missing rating; repeatable.",
)
@click.option(
    "--separator",
    metavar="SIGN",
    help="Separator of the labels of a cell, such as ; or , (default: detected).",
)
@SHEET
@NORMALISE
@click.option(
    "--pairs/--no-pairs", "with_pairs", default=None, help="Measure each pair (default: up to 100,000 units)."
)
@click.option(
    "--whole", is_flag=True, help="Also report annotators, labels, items, models of annotators and a plan."
)
@click.option("--html", "page", type=OUT, help="Also write a report as one HTML file.")
@click.option("--latex", type=OUT, help="Also write tables for LaTeX (booktabs).")
def agreement(
    ratings: Path,
    measures: tuple[str, ...],
    categories: str | None,
    columns: str | None,
    page: Path | None,
    latex: Path | None,
    **options: Any,
) -> Answer:
    """Measure agreement on TABLE, wide (first column the unit, each other an annotator) or long.

    TABLE is .tsv, .csv, .xlsx, .ods, .jsonl or .parquet. An empty cell is a missing rating, and so are
    words such as NA or #N/A, which are listed; declare one with --categories if it is a label. Sets, for
    krippendorff_alpha_jaccard, krippendorff_alpha_masi, pairwise_agreement and mode_agreement, are written
    `a; b`, `a|b`, `["a", "b"]` or `{a, b}`.

    A table that `aloi annotations export` wrote needs no options: it is measured as its rounds are. So does a
    release: its zip, its manifest.json, its Hugging Face folder, or a file of its raw/.

    A table of spans has the columns document, annotator, start, end, and perhaps label and length: F1 of
    every two annotators, gamma and alpha_u.
    """
    from aloi.workbench.agreement.sections import table_sections
    from aloi.workbench.agreement.tables import TableOptions, table_report

    table_options = TableOptions(
        measures=measures, categories=split_list(categories), columns=split_list(columns), **options
    )
    report = table_report(ratings, table_options)
    if report.left_out:
        warn(f"Columns of texts excluded: {', '.join(report.left_out)}.")
    if page is not None or latex is not None:
        _write_reports(report, ratings.name, page, latex)
    if report.spans is not None:
        return Answer(report.to_json(), span_report_lines(report, report.spans))
    sections = table_sections(report, ratings.name)
    lines: list[str] = []
    for section in sections:
        lines += [
            *(["", section.title] if len(sections) > 1 else []),
            *result_lines(section.results, section.pairs),
        ]
    lines += ["", *(f"Warning: {one}" for one in report.cautions)] if report.cautions else []
    if report.whole is not None:
        findings = [f"- {one.sentence} {one.todo}" for one in report.whole.findings]
        lines += ["", "Next steps", *(findings or ["- no findings"]), *whole_lines(report.whole)]
    lines += methods_lines(report)
    return Answer(report.to_json(), lines)


def span_report_lines(report: TableReport, spans: MeasuredSpans) -> list[str]:
    """Return what a person reads of a table of spans."""
    lines = [*span_lines(spans.f1), *soft_lines(spans.soft)]
    lines += ["", *(f"Warning: {one}" for one in report.cautions)] if report.cautions else []
    return lines + methods_lines(report)


def methods_lines(report: TableReport | RoundReport) -> list[str]:
    """Return the paragraph for the methods of a paper, in the language of messages."""
    from aloi.workbench.agreement.full_report.methods import LANGUAGES

    paragraph = report.methods(language() if language() in LANGUAGES else "en")
    return ["", paragraph] if paragraph else []


def whole_lines(full_report: WholeReport) -> list[str]:
    """Return the tables of a whole report that a person reads."""
    from aloi.workbench.agreement.full_report.parts import every_part
    from aloi.workbench.reports.files import as_text

    lines = []
    for part in every_part(full_report):
        drawn = replace(part.table(), title="")
        lines += ["", part.table().title.removesuffix("."), *as_text(drawn)]
    return lines


def _write_reports(report: TableReport, name: str, page: Path | None, latex: Path | None) -> None:
    from aloi.workbench.agreement.html import table_html
    from aloi.workbench.agreement.sections import latex_of_table
    from aloi.workbench.reports.files import write_text

    if page is not None:
        write_text(table_html(report, name), page)
    if latex is not None:
        write_text(latex_of_table(report, name), latex)


def result_lines(results: Sequence[Agreement], *pairs: Sequence[PairAgreement]) -> list[str]:
    """Return the tables of coefficients and of each view's pairs that a person reads, the same one once."""
    head = (
        "measure",
        "weights or distance",
        ("value", "95% interval"),
        "interval by",
        "units",
        "annotators",
    )
    lines = table(
        (*head, "ratings"),
        [
            (
                result.measure,
                result.scale,
                measured(result),
                result.interval.method if result.interval else None,
                result.units,
                result.annotators,
                result.ratings,
            )
            for result in results
        ],
    )
    for table_ in dict.fromkeys("\n".join(_pair_lines(found)) for found in pairs if len(found) > 1):
        lines += ["", *table_.splitlines()]
    return lines


def _pair_lines(pairs: Sequence[PairAgreement]) -> list[str]:
    from aloi.workbench.agreement.tables import pair_rows

    rows = pair_rows(pairs)
    names = [one.measure for one in rows[0].results]
    measures = [
        f"{result.measure} ({result.scale})" if names.count(result.measure) > 1 else result.measure
        for result in rows[0].results
    ]
    return [
        f"{', '.join(measures)} of each pair",
        *table(
            ("a", "b", "units", *((name, "95%") for name in measures)),
            [(row.a, row.b, row.units, *map(measured, row.results)) for row in rows],
        ),
    ]
