"""Baselines of lexical substitution: `aloi lexsub`."""

from __future__ import annotations

from pathlib import Path

import click

from aloi.studies.substitution.requests import BaselineRequest
from aloi.terminal.base import OUT, Answer, Group, stated
from aloi.terminal.options import TerminalOption, request_options


@click.group("lexsub", cls=Group)
def lexsub() -> None:
    """Make the answers of a baseline of lexical substitution."""


@lexsub.command("baseline")
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
    from aloi.studies.substitution.baselines import baseline_answers, write_baseline

    answers = baseline_answers(request)
    write_baseline(answers, out)
    answered = sum(bool(one.answers) for one in answers)
    system = request.encoder or "dictionary"
    return stated({"items": len(answers), "answered": answered, "out": str(out), "system": system})
