"""Machine annotators: `aloi machine`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    Answer,
    Group,
    data_folder,
    facts,
    language,
    listed,
    now,
    show_progress,
    stated,
    warn,
    with_store,
)
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.machines import (
    AddMachineRequest,
    AnswerMachineRequest,
    CountMachineRequest,
    ListMachinesRequest,
    MachineReportRequest,
    SuggestMachineRequest,
    TryMachineRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def machine() -> None:
    """Let language models and trained runs annotate, and compare them with people."""


@machine.command("add")
@request_options(AddMachineRequest)
@with_store
def add(store: Store, request: AddMachineRequest) -> Answer:
    """Add machine NAME: a language model at a server, a trained run, or a table of predictions."""
    from aloi.workbench.machines.registry import add_machine, machine_document

    document = machine_document(add_machine(store, request, data_folder(), now()))
    return stated(document, "name", "pseudonym", "version", "model", "endpoint")


@machine.command("list")
@request_options(ListMachinesRequest)
@with_store
def list_(store: Store, request: ListMachinesRequest) -> Answer:
    """List the versions of the machine annotators."""
    from aloi.workbench.machines.registry import list_machines

    machines = list_machines(store, request)
    names = ("pseudonym", "version", "name", "kind", "model", "endpoint", "id")
    return Answer({"machines": machines}, listed(machines, *names))


@machine.command("try")
@request_options(TryMachineRequest)
@with_store
def try_(store: Store, request: TryMachineRequest) -> Answer:
    """Print the prompt of an item for machine NAME; with --send, also ask and print the answer."""
    from aloi.workbench.machines.answering import try_machine

    tried = try_machine(store, request, now())
    lines = [tried.prompt, "", *facts(destination=tried.destination or "this machine", tokens=tried.tokens)]
    if tried.outcome is not None:
        outcome = tried.outcome
        lines += facts(answer=outcome.value, confidence=outcome.confidence, skipped=outcome.skip)
        lines += [f"reply: {attempt.text}" for attempt in outcome.attempts]
    return Answer(to_json(tried), lines)


@machine.command("answer")
@request_options(AnswerMachineRequest)
@with_store
def answer(store: Store, request: AnswerMachineRequest) -> Answer:
    """Let machine NAME annotate a round; what it answered before is not asked again."""
    from aloi.workbench.machines.answering import answer_round, estimate

    size = estimate(store, request)
    if request.estimate:
        return stated(to_json(size))
    cost = "" if size.cost is None else f", at most {size.cost:.2f}"
    destination = size.destination or "this machine"
    warn(f"{size.requests} requests to {destination}, about {size.input_tokens} input tokens{cost}.")
    return stated(to_json(answer_round(store, request, data_folder(), now(), progress=show_progress())))


@machine.command("count")
@request_options(CountMachineRequest)
@with_store
def count(store: Store, request: CountMachineRequest) -> Answer:
    """Let the answers of machine NAME count like those of a person, or keep them apart again."""
    from aloi.workbench.machines.counting import count_machine
    from aloi.workbench.rounds.machine_answers import counted_machines

    count_machine(store, request, now())
    counted = counted_machines(store, store.campaigns.get(request.campaign).id)
    return stated({"campaign": request.campaign, "counted": [each.machine.title for each in counted]})


@machine.command("suggest")
@request_options(SuggestMachineRequest)
@with_store
def suggest(store: Store, request: SuggestMachineRequest) -> Answer:
    """Show annotators the answers of machine NAME on a random share of the items, or stop that."""
    from aloi.workbench.machines.helping import describe_help, suggest_machine

    suggest_machine(store, request, now())
    return stated(describe_help(store, request.campaign))


@machine.command("report")
@request_options(MachineReportRequest)
@output_option("Also write the report as HTML to this file.", "--html")
@output_option("Also write the tables as LaTeX to this file.", "--latex")
@with_store
def report(store: Store, request: MachineReportRequest, html: Path | None, latex: Path | None) -> Answer:
    """Compare machine NAME with the people of a round."""
    from aloi.workbench.machines.rendering import report_html, report_json, report_latex, tables
    from aloi.workbench.machines.report import machine_report
    from aloi.workbench.reports.files import as_text, write_text

    measured = machine_report(store, request)
    for path, render in ((html, report_html), (latex, report_latex)):
        if path is not None:
            write_text(render(measured, language()), path)
    translated = [table.in_language(language()) for table in tables(measured)]
    lines = [line for table in translated for line in (*as_text(table), "")]
    return Answer(report_json(measured), lines)
