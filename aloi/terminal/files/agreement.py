"""Agreement on a table of ratings: `aloi agreement` and `aloi agreement estimate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    OUT,
    SHEET,
    Answer,
    Command,
    language,
    measured,
    table,
    warn,
)
from aloi.terminal.files.difference import difference
from aloi.terminal.files.span_lines import soft_lines, span_lines
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.files.agreement import AgreementRequest, EstimateRequest

if TYPE_CHECKING:
    from aloi.workbench.agreement.full_report.figures import WholeReport
    from aloi.workbench.agreement.full_report.spans import MeasuredSpans
    from aloi.workbench.agreement.report import RoundReport
    from aloi.workbench.agreement.tables import TableReport
    from aloi.workbench.types import Agreement, PairAgreement

_REASON = "Jobs write their reports into the data folder."


@click.command(cls=Command, short_help="Estimate from few human and many machine answers.")
@request_options(EstimateRequest)
@SHEET
def estimate(request: EstimateRequest) -> Answer:
    """Estimate a share, a mean, an accuracy or agreement from few human and many machine answers of TABLE.

    The machine answers all units, people some of them, drawn at random (from each stratum, with --stratum).
    The mean of the machine is corrected by its error where people answered (prediction-powered inference).
    With --measure, agreement with the column of --system is estimated, which has an answer to all units. The
    estimate of people alone is printed beside it.
    """
    from aloi.workbench.agreement.estimates import estimate_report
    from aloi.workbench.reports.files import as_text

    report = estimate_report(request)
    lines = as_text(report.table())
    worth = report.estimate.worth
    if worth is not None:
        lines += ["", f"{report.estimate.machine} machine answers are worth {worth:.0f} human ones."]
    return Answer(report.to_json(), lines)


class _WithDifference(Command):
    """The command `agreement`, whose first word may name another command."""

    others: Mapping[str, click.Command] = {"difference": difference, "estimate": estimate}

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of the command that the first word names."""
        other = self.others.get(args[0]) if args else None
        if other is not None:
            return other.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_WithDifference, short_help="Measure agreement on a table of ratings.")
@request_options(AgreementRequest)
@SHEET
@click.option(
    "--html", "page", type=OUT, cls=TerminalOption, reason=_REASON, help="Also write an HTML report."
)
@click.option(
    "--latex", type=OUT, cls=TerminalOption, reason=_REASON, help="Also write tables for LaTeX (booktabs)."
)
def agreement(request: AgreementRequest, page: Path | None, latex: Path | None) -> Answer:
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
    from aloi.workbench.agreement.tables import table_report

    report = table_report(request)
    name = request.table.name
    if report.left_out:
        warn(f"Columns of texts excluded: {', '.join(report.left_out)}.")
    if page is not None or latex is not None:
        _write_reports(report, name, page, latex)
    if report.spans is not None:
        return Answer(report.to_json(), [*span_report_lines(report, report.spans), *machine_lines(report)])
    sections = table_sections(report, name)
    lines: list[str] = []
    for section in sections:
        lines += [
            *(["", section.title] if len(sections) > 1 else []),
            *result_lines(section.results, section.pairs),
        ]
    lines += ["", *(f"Warning: {one}" for one in report.cautions)] if report.cautions else []
    lines += machine_lines(report)
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


def machine_lines(report: TableReport) -> list[str]:
    """Return the tests of machines that a person reads."""
    from aloi.workbench.agreement.full_report.machines import machine_table, plan_table
    from aloi.workbench.reports.files import as_text

    lines = []
    for drawn in [*map(machine_table, report.machines), *map(plan_table, report.plans)]:
        lines += ["", drawn.title.removesuffix("."), *as_text(replace(drawn, title=""))]
    return lines


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
