"""Scores of tagged tokens: `aloi score tags`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.terminal.base import BOOTSTRAP, TAG_SCHEMES, Answer, Command, measured, table, warn
from aloi.terminal.files.sentences_and_pairs import IN


@click.command("tags", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--scheme",
    help=f"Tag scheme of both files: {TAG_SCHEMES}.  [default: detected from the tags]",
)
@click.option("--bare", is_flag=True, help="Tags are parts of speech or the like: give each the prefix B-.")
@click.option(
    "--unit", help="What intervals resample: sentence, or document, the default where GOLD names them."
)
@BOOTSTRAP
def tags(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score spans of two CoNLL files: precision, recall and F1, lenient and strict, whole and by type.

    Lenient is seqeval's default: an I- without a B- opens a span. Strict counts only spans written as the
    scheme asks.
    """
    from aloi.workbench.files.score_tags import score_tags

    found = score_tags(gold, predicted, **options)
    if found.caution:
        warn(found.caution)
    rows = []
    for reading, scores in (("lenient", found.lenient), (f"strict {found.scheme.value}", found.strict)):
        for name, one in (("all", scores.micro), *scores.by_type.items()):
            reason = (scores.reason or "") if name == "all" else ""
            rows.append(
                (
                    reading,
                    name,
                    *(measured(one, value=value, interval=None) for value in (one.precision, one.recall)),
                    measured(one, value=one.f1, interval=one.interval["f1"], reason=reason),
                    one.support,
                    one.predicted,
                )
            )
    head = ("reading", "type", "precision", "recall", ("f1", "95% interval"), "gold", "predicted")
    lines = [found.read_as, *table(head, rows)]
    whole = found.lenient.micro.interval["f1"]
    if whole is not None and whole.design_effect is not None:
        lines.append(f"design effect of documents: {whole.design_effect:.2f}")
    lines.append(f"{found.sentences} sentences, {found.tokens} tokens, {found.accuracy:.4f} of tags equal")
    return Answer(found.to_json(), lines)
