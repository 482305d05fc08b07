"""Scores of labels and of answers to questions: `aloi score labels`, `aloi score choices`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    BOOTSTRAP,
    CLUSTER,
    IN,
    NORMALISE,
    SHEET,
    Answer,
    Command,
    design_effects,
    measured,
    table,
)

if TYPE_CHECKING:
    from aloi.workbench.files.score_labels import LabelScores


@click.command("labels", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--threshold",
    type=float,
    help="Minimum probability from 0 to 1, if PREDICTED has one column of probabilities per label.",
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


def _answer(scores: LabelScores) -> Answer:
    rows = [(one.metric, measured(one), one.n) for one in scores.scores]
    lines = table(("metric", ("value", "95% interval"), "rows"), rows)
    if scores.by_label:
        lines.append("")
        lines += table(
            ("label", "precision", "recall", ("f1", "95% interval of f1"), "gold", "predicted"),
            [
                (
                    label,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1),
                    score.support,
                    score.predicted,
                )
                for label, score in scores.by_label.items()
            ],
        )
    lines += ["", f"{scores.n} rows of gold, {scores.missing} without answer"]
    lines += design_effects(scores.scores, scores.caution)
    return Answer(scores.to_json(), lines)
