"""Scores of labels and of answers to questions: `aloi score labels`, `aloi score choices`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    BOOTSTRAP,
    CLUSTER,
    NORMALISE,
    SHEET,
    Answer,
    Command,
    design_effects,
    measured,
    table,
)
from aloi.terminal.files.sentences_and_pairs import IN

if TYPE_CHECKING:
    from aloi.workbench.files.score_labels import LabelScores


@click.command("labels", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--threshold", type=float, help="PREDICTED has a column of probabilities a label: lowest that counts."
)
@SHEET
@NORMALISE
@CLUSTER
@BOOTSTRAP
def labels(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score labels of two tables `id, label`, or `id, labels` with | between several: F1 and accuracy."""
    from aloi.workbench.files.score_labels import score_labels

    return _answer(score_labels(gold, predicted, **options))


@click.command("choices", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@SHEET
@NORMALISE
@CLUSTER
@BOOTSTRAP
def choices(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score answers to questions of two tables `id, labels`, several with | between: exact match, Jaccard."""
    from aloi.workbench.files.score_labels import score_choices

    return _answer(score_choices(gold, predicted, **options))


def _answer(found: LabelScores) -> Answer:
    rows = [(one.metric, measured(one), one.n) for one in found.scores]
    lines = table(("metric", ("value", "95% interval"), "rows"), rows)
    if found.by_label:
        lines.append("")
        lines += table(
            ("label", "precision", "recall", ("f1", "95% interval of f1"), "gold", "predicted"),
            [
                (
                    label,
                    *(measured(one, value=value, interval=None) for value in (one.precision, one.recall)),
                    measured(one, value=one.f1),
                    one.support,
                    one.predicted,
                )
                for label, one in found.by_label.items()
            ],
        )
    lines += ["", f"{found.n} rows of gold, {found.missing} without answer"]
    lines += design_effects(found.scores, found.caution)
    return Answer(found.to_json(), lines)
