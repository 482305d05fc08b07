"""Spans with attributes and relations: `aloi score spans`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Command, measured, table, warn
from aloi.terminal.options import request_options
from aloi.workbench.requests.files.scores import MarkedSpansRequest

if TYPE_CHECKING:
    from aloi.workbench.files.score_tags import SpanMatches, SpanScore


@click.command("spans", cls=Command)
@request_options(MarkedSpansRequest)
def spans(request: MarkedSpansRequest) -> Answer:
    """Score spans, attributes and relations: precision, recall and F1, exact and partial.

    Sources are brat folders, or JSON lines with id, text, spans and relations; lines with the same document
    are resampled together. Exact match: the same label and characters. Partial match: the same label and a
    character in common.
    """
    from aloi.workbench.files.score_tags import score_spans

    report = score_spans(request)
    if report.caution:
        warn(report.caution)
    rows = [_row("spans", "exact", report.exact), _row("spans", "partial", report.partial)]
    for label, both in report.by_label.items():
        rows += [_row(f"label {label}", "exact", both.exact), _row(f"label {label}", "partial", both.partial)]
    rows += [_row(f"attribute {name}", "exact", one) for name, one in report.attributes.items()]
    if report.by_type:
        for name, both in (("relations", report.relations), *_types(report.by_type)):
            rows += [_row(name, "exact", both.exact), _row(name, "partial", both.partial)]
    head = ("scored", "match", "precision", "recall", ("f1", "95% interval"), "gold", "predicted")
    hard = (("nested", report.nested), ("discontinuous", report.discontinuous))
    lines = [
        *table(head, rows),
        "",
        *table(
            ("spans", "gold", "found exactly", "predicted"),
            [(name, one.gold, one.right, one.predicted) for name, one in hard],
        ),
        f"{report.texts} texts of {report.documents} documents, {report.missing} without prediction",
    ]
    return Answer(report.to_json(), lines)


def _types(by_type: Mapping[str, SpanMatches]) -> list[tuple[str, SpanMatches]]:
    return [(f"relation {name}", both) for name, both in by_type.items()]


def _row(name: str, match: str, score: SpanScore) -> tuple[object, ...]:
    return (
        name,
        match,
        *(measured(score, value=value, interval=None) for value in (score.precision, score.recall)),
        measured(score, value=score.f1, interval=score.interval["f1"], reason=""),
        score.support,
        score.predicted,
    )
