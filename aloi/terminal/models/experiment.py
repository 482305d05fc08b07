"""All tables of a paper by one command: `aloi experiment run`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.terminal.base import OUT, Answer, Group, document_text, store_options, store_url, table, warn
from aloi.terminal.options import request_options
from aloi.workbench.requests.models.training import ExperimentRequest

if TYPE_CHECKING:
    from aloi.workbench.reports.experiments import ExperimentStep, StepDone


@click.group(cls=Group)
def experiment() -> None:
    """Run the commands of a file: all tables of a paper."""


@experiment.command("run")
@request_options(ExperimentRequest)
@store_options
def run_(request: ExperimentRequest) -> Answer:
    """Run the steps of FILE in order, and write their tables; steps that did not change are not repeated.

    Every step is checked before the first one runs. An interrupted command resumes when it is run again.
    """
    from aloi.workbench.reports.experiments import read_experiment, run_experiment

    steps = read_experiment(request, outputs_of)
    done = run_experiment(
        request.file,
        steps,
        run_step,
        stamp=_store_stamp,
        report=lambda step: warn(f"{step.name}: {_state(step)}"),
    )
    rows = [(step.name, step.command, _state(step), len(step.runs), ", ".join(step.files)) for step in done]
    return Answer({"steps": done}, table(("step", "command", "state", "runs", "files"), rows))


def _state(step: StepDone) -> str:
    return "unchanged" if step.reused else "done"


def command_at(path: str) -> click.Command:
    """Return the command of a request by its name, such as `study clister-table`."""
    context = click.get_current_context().find_root()
    command: Any = context.command
    for name in path.split():
        command = command.get_command(context, name)
    return command  # type: ignore[no-any-return]


def outputs_of(path: str) -> dict[str, bool]:
    """Return the outputs that a command can write into files, and whether they are required."""
    return {
        str(option.name): option.required
        for option in command_at(path).params
        if isinstance(option, click.Option) and option.type is OUT
    }


def run_step(step: ExperimentStep) -> Sequence[str]:
    """Run the command of a step as the terminal does, write its files, and return the ids of its runs."""
    from aloi.workbench.reports.experiments import PRINTED

    command = command_at(step.command)
    flags = {str(option.name): option.opts[0] for option in command.params}
    for path in step.write.values():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "request.json"
        file.write_text(json.dumps(step.options), encoding="utf-8")
        words = ["--request", str(file)]
        for name, path in step.write.items():
            words += [] if name in PRINTED else [flags[name], path]
        context = click.get_current_context()
        with command.make_context(step.command, words, parent=context) as inner:
            answer: Answer = command.invoke(inner)
    if answer.status:
        raise AloiError("aloi.value", name=Term("exit-status"), value=answer.status, expected="0")
    document = document_text(answer.document)
    for name, text in zip(PRINTED, (document, "\n".join(answer.lines)), strict=True):
        if name in step.write:
            Path(step.write[name]).write_text(text + "\n", encoding="utf-8", newline="\n")
    return _run_ids(json.loads(document))


def _run_ids(document: Any) -> list[str]:
    """Return the ids of the runs that a command printed."""
    if not isinstance(document, dict):
        return []
    runs = document["runs"] if isinstance(document.get("runs"), list) else [document]
    return [str(each["id"]) for each in runs if isinstance(each, dict) and "id" in each and "recipe" in each]


def _store_stamp() -> str:
    """Return a text that changes with the event log of the store; empty without a store."""
    from aloi.workbench.store.opening import open_known

    store = open_known(store_url())
    if store is None:
        return ""
    try:
        return str(store.event_log.head())
    finally:
        store.close()
