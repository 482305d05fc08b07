"""Endpoints of machine annotators: added, tried, letting them annotate, their answers and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aloi.base.records import to_json
from aloi.workbench.endpoints.base import (
    ANY,
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    TIME,
    Call,
    Endpoint,
    Page,
    maybe,
    record,
    rows_of,
    window,
)
from aloi.workbench.endpoints.requests import MachineAnswersRequest, MachinePromptRequest
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
    from aloi.machines.model import MachineAnswer

_OF_ROUND = "/campaigns/{campaign}/rounds/{round}/machines/{name}"
_MACHINE = record(
    id=TEXT, name=TEXT, pseudonym=TEXT, version=INTEGER, kind=TEXT, model=TEXT, endpoint=TEXT, created_at=TIME
)
_PROMPT = record(item_id=TEXT, prompt=TEXT, checksum=TEXT, schema=ANY, tokens=INTEGER, destination=TEXT)
_ANSWER = record(
    item_id=TEXT, draw=INTEGER, reversed_order=FLAG, guideline_version=maybe(INTEGER), schema_version=INTEGER,
    value=ANY, confidence=maybe(NUMBER), skip=maybe(TEXT), prompt=TEXT, tokens=INTEGER, seconds=NUMBER,
    created_at=TIME,
)  # fmt: skip
_COUNTED = record(campaign=TEXT, counted=rows_of(TEXT))


def _machines(request: ListMachinesRequest, call: Call) -> Page:
    from aloi.workbench.machines.registry import list_machines

    return window(call, "machines", list_machines(call.store, request), dict)


def _add(request: AddMachineRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.machines.registry import add_machine, machine_document

    return machine_document(add_machine(call.store, request, call.folder, call.now))


def _prompt(request: MachinePromptRequest, call: Call) -> dict[str, Any]:
    """Return the prompt of an item, which has its texts."""
    from aloi.workbench.machines.answering import try_machine
    from aloi.workbench.texts.restriction import allow_export

    campaign = call.store.campaigns.get(request.campaign)
    corpus = call.store.texts.corpus(campaign.corpus_id)
    allow_export(call.store, corpus, f"prompts of {campaign.name}", request.reason, call.now)
    its_machine = (request.name, request.item, request.version, request.guideline, request.example_rounds)
    tried = try_machine(call.store, TryMachineRequest(campaign.id, request.round, *its_machine), call.now)
    return to_json(tried, "outcome")


def _answers(request: MachineAnswersRequest, call: Call) -> Page:
    from aloi.workbench.rounds.rounds import find_round

    round_ = find_round(call.store, request.campaign, request.round, with_items=False)
    machine = call.store.machines.get(request.name, request.version)
    answers = call.store.machines.answers(round_.id, machine.id, request.guideline)
    return window(call, "answers", answers, _describe)


def _describe(answer: MachineAnswer) -> dict[str, Any]:
    tokens = answer.input_tokens + answer.output_tokens
    return to_json(answer, "round_id", "machine_id", "attempts", tokens=tokens, seconds=answer.seconds)


def _count(request: CountMachineRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.machines.counting import count_machine
    from aloi.workbench.rounds.machine_answers import counted_machines

    count_machine(call.store, request, call.now)
    campaign = call.store.campaigns.get(request.campaign)
    counted = counted_machines(call.store, campaign.id)
    return {"campaign": campaign.name, "counted": [each.machine.title for each in counted]}


def _suggest(request: SuggestMachineRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.machines.helping import describe_help, suggest_machine

    suggest_machine(call.store, request, call.now)
    return describe_help(call.store, request.campaign)


ENDPOINTS = (
    Endpoint(ListMachinesRequest, "GET", "/machines", _machines, _MACHINE, "machines"),
    Endpoint(AddMachineRequest, "POST", "/machines", _add, _MACHINE, status=201),
    Endpoint(MachinePromptRequest, "GET", f"{_OF_ROUND}/prompt", _prompt, _PROMPT),
    Endpoint(TryMachineRequest, "POST", f"{_OF_ROUND}/try"),
    Endpoint(AnswerMachineRequest, "POST", f"{_OF_ROUND}/answers"),
    Endpoint(MachineAnswersRequest, "GET", f"{_OF_ROUND}/answers", _answers, _ANSWER, "answers"),
    Endpoint(MachineReportRequest, "POST", f"{_OF_ROUND}/report"),
    Endpoint(CountMachineRequest, "POST", "/campaigns/{campaign}/machines/{name}/count", _count, _COUNTED),
    Endpoint(
        SuggestMachineRequest, "POST", "/campaigns/{campaign}/machines/{name}/suggestions", _suggest,
        record(campaign=TEXT, machine=maybe(TEXT), share=NUMBER),
    ),
)  # fmt: skip
