"""Scores of tagged tokens: `aloi score tags`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.terminal.base import BOOTSTRAP, IN, TAG_SCHEMES, Answer, Command, measured, table, warn


@click.command("tags", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--scheme",
    help=f"Tag scheme of both files: {TAG_SCHEMES}.  [default: detected from the tags]",
)
@click.option("--bare", is_flag=True, help="Tags are parts of speech or the like: give each the prefix B-.")
@click.option("--unit", help="Resampled unit: sentence or document (default: document if GOLD names them).")
@BOOTSTRAP
def tags(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score spans of two CoNLL files: precision, recall and F1, lenient and strict, whole and by type.

    Lenient is seqeval's default: an I- without a B- opens a span. Strict counts only spans written as the
    scheme asks.
    """
    from aloi.workbench.files.score_tags import score_tags

    report = score_tags(gold, predicted, **options)
    if report.caution:
        warn(report.caution)
    rows = []
    for reading, scores in (("lenient", report.lenient), (f"strict {report.scheme.value}", report.strict)):
        for name, score in (("all", scores.micro), *scores.by_type.items()):
            reason = (scores.reason or "") if name == "all" else ""
            rows.append(
                (
                    reading,
                    name,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1, interval=score.interval["f1"], reason=reason),
                    score.support,
                    score.predicted,
                )
            )
    head = ("reading", "type", "precision", "recall", ("f1", "95% interval"), "gold", "predicted")
    lines = [report.read_as, *table(head, rows)]
    lenient_f1 = report.lenient.micro.interval["f1"]
    if lenient_f1 is not None and lenient_f1.design_effect is not None:
        lines.append(f"design effect of documents: {lenient_f1.design_effect:.2f}")
    lines.append(f"{report.sentences} sentences, {report.tokens} tokens, {report.accuracy:.4f} of tags equal")
    return Answer(report.to_json(), lines)
