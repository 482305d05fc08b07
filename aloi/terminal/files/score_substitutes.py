"""Lexical substitution: `aloi score lexsub`, and baselines to score beside one's own: `aloi lexsub`."""

from __future__ import annotations

from pathlib import Path

import click

from aloi.terminal.base import (
    OUT,
    Answer,
    Command,
    Group,
    design_effects,
    difference,
    measured,
    p_cell,
    stated,
    table,
)
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.files import BaselineRequest, LexsubRequest


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


@click.group("lexsub", cls=Group)
def lexsub_() -> None:
    """Make the answers of a baseline of lexical substitution."""


@lexsub_.command("baseline")
@request_options(BaselineRequest)
@click.option(
    "--out",
    required=True,
    type=OUT,
    cls=TerminalOption,
    reason="Only commands make it.",
    help="File to write.",
)
def baseline(request: BaselineRequest, out: Path) -> Answer:
    """Answer with the single-word synonyms of a dictionary, by frequency or by how well they fit."""
    from aloi.workbench.studies.substitution.baselines import baseline_answers, write_baseline

    answers = baseline_answers(request)
    write_baseline(answers, out)
    answered = sum(bool(one.answers) for one in answers)
    system = request.encoder or "dictionary"
    return stated({"items": len(answers), "answered": answered, "out": str(out), "system": system})
