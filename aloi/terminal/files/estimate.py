"""Estimates from few human and many machine answers: `aloi agreement estimate`."""

from __future__ import annotations

import click

from aloi.terminal.base import SHEET, Answer, Command
from aloi.terminal.options import request_options
from aloi.workbench.requests.files.agreement import EstimateRequest


@click.command(cls=Command, short_help="Estimate from few human and many machine answers.")
@request_options(EstimateRequest)
@SHEET
def estimate(request: EstimateRequest) -> Answer:
    """Estimate the share of a label, or a mean, from few human and many machine answers of TABLE.

    The machine answers all units, people some of them, drawn at random (from each stratum, with --stratum).
    The mean of the machine is corrected by its error where people answered (prediction-powered inference).
    The estimate of people alone is printed beside it.
    """
    from aloi.workbench.agreement.estimates import estimate_report
    from aloi.workbench.reports.files import as_text

    report = estimate_report(request)
    lines = as_text(report.table())
    worth = report.estimate.worth
    if worth is not None:
        lines += ["", f"{report.estimate.machine} machine answers are worth {worth:.0f} human ones."]
    return Answer(report.to_json(), lines)
