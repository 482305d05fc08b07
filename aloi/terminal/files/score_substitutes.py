"""Lexical substitution: `aloi score lexsub`."""

from __future__ import annotations

import click

from aloi.terminal.base import (
    Answer,
    Command,
    design_effects,
    difference,
    measured,
    p_cell,
    table,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.files.scores import LexsubRequest


@click.command("lexsub", cls=Command)
@request_options(LexsubRequest)
def lexsub(request: LexsubRequest) -> Answer:
    """Score files of substitutes against a gold; several files are also compared with one another."""
    from aloi.workbench.files.score_substitutes import score_files

    report = score_files(request)
    rows = [
        (system.name, score.metric, measured(score), score.n)
        for system in report.systems
        for score in system.scores.scores
    ]
    lines = table(("system", "score", ("value", "95% interval"), "items"), rows)
    first = report.systems[0].scores
    parts = [name for name in next(iter(first.by_pos.values())) if name != "items"]
    lines += ["", "by part of speech"]
    lines += table(
        ("system", "pos", "items", *parts),
        [
            (system.name, pos, row["items"], *(row[name] for name in parts))
            for system in report.systems
            for pos, row in system.scores.by_pos.items()
        ],
    )
    if report.differences:
        lines += ["", "differences on the same items"]
        lines += table(
            ("first", "second", "score", ("difference", "95% interval"), "test", "p", "p (Holm)"),
            [
                (
                    pair.a,
                    pair.b,
                    metric,
                    difference(pair),
                    pair.tested_by,
                    p_cell(pair.p),
                    p_cell(pair.p_holm),
                )
                for metric, family in report.differences.items()
                for pair in family
            ],
        )
    answered = ", ".join(f"{one.name} {one.scores.answered}" for one in report.systems)
    ceiling = measured(first, value=first.ceiling)
    lines += ["", f"{first.items} items; answered: {answered}; highest best possible: {ceiling}"]
    lines += design_effects(first.scores, first.units.caution)
    if report.repeating:
        lines += [f"gold lines with a substitute twice, whose last count holds: {report.repeating}"]
    return Answer(report.to_json(), lines)
