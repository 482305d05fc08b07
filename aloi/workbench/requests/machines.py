"""Requests about machine annotators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import NOT_ON_PAGES, Campaign, OfRound, Reasoned, Seed

MachineName = Annotated[
    str, Option("Name or pseudonym of the machine.", label="Machine annotator", argument=True, example="qwen")
]
MachineVersion = Annotated[
    int | None,
    Option("Version of the machine. By default the newest.", label="Version of the machine", low=1),
]
PromptGuideline = Annotated[
    int | None,
    Option(
        "Version of the guideline in the prompt. By default that of the round, or the newest for a round "
        "without guideline.",
        label="Version of the guideline",
        low=1,
    ),
]
ExampleRounds = Annotated[
    tuple[int, ...],
    Option(
        "Calibration rounds whose adjudicated items are examples. By default all others of the campaign.",
        label="Rounds of the examples",
        comma=True,
        metavar="N,N",
        example="1,2",
    ),
]
_SendingReason = Annotated[
    str,
    Option(
        "Reason for sending texts to an endpoint outside this machine; asked once for a corpus and stored.",
        label="Reason for sending the texts",
    ),
]
_Epsilon = Annotated[
    float,
    Option(
        "How much more often people may win against a machine that replaces them: 0.2 for experts, 0.15 for "
        "skilled people, 0.1 for a crowd.",
        label="Epsilon of the alternative annotator test",
        low=0,
        high=0.99,
    ),
]


@request("machine add", one_of=[("endpoint", "run", "file")])
class AddMachineRequest:
    """Add a machine annotator, or a new version of it if anything that may change its answers differs."""

    name: Annotated[MachineName, Option("Name of the machine.", label="Name")]
    endpoint: Annotated[
        str | None,
        Option(
            "Base URL of a server that speaks the OpenAI-compatible protocol.",
            label="Address of the server",
            metavar="URL",
            example="http://localhost:11434/v1",
        ),
    ] = None
    model: Annotated[
        str, Option("Name of the model at the server.", label="Model", metavar="M", example="qwen3:8b")
    ] = ""
    run: Annotated[
        str | None, Option("A trained run of Aloi instead of a server.", label="Trained run", example="run-1")
    ] = None
    file: Annotated[
        Path | None,
        Option(
            "Table of predictions instead of a server: columns item_id, value and perhaps confidence.",
            label="Table of predictions",
            exists=True,
            only=NOT_ON_PAGES,
            reason="Pages take the upload itself.",
        ),
    ] = None
    prompt: Annotated[
        Path | None,
        Option(
            "Text file with the first sentences of the prompt. By default those of Aloi.",
            label="First sentences of the prompt",
            exists=True,
            only=NOT_ON_PAGES,
            reason="Pages have a field for the text.",
        ),
    ] = None
    form: Annotated[
        Literal["json_schema", "json_object", "text"],
        Option(
            "How the server learns the form of the answer, besides the prompt. Servers without JSON schemas "
            "need another one.",
            label="Form of the answer",
            choices={"json_schema": "JSON schema", "json_object": "any JSON object", "text": "prompt only"},
        ),
    ] = "json_schema"
    temperature: Annotated[float, Option("Sampling temperature.", label="Temperature", low=0, high=2)] = 0.0
    top_p: Annotated[float, Option("Nucleus sampling.", label="Nucleus (top p)", low=0, high=1)] = 1.0
    max_tokens: Annotated[int, Option("Longest answer.", label="Longest answer", unit="tokens", low=16)] = (
        1024
    )
    seed: Annotated[Seed, Option("Random seed of the examples, sent with each request.")] = 0
    draws: Annotated[
        int,
        Option("Answers to each item, to measure self-agreement.", label="Answers per item", low=1, high=20),
    ] = 1
    both_orders: Annotated[
        bool,
        Option("Also ask pairs in reverse order, for the position bias.", label="Both orders of a pair"),
    ] = False
    examples: Annotated[
        int,
        Option("Adjudicated items of calibration rounds in the prompt.", label="Examples", low=0, high=50),
    ] = 0
    key_env: Annotated[
        str,
        Option(
            "Environment variable with the API key. The key itself is never stored.",
            label="Variable of the API key",
            metavar="VAR",
            example="MY_KEY",
        ),
    ] = ""
    key_file: Annotated[
        str,
        Option(
            "File with the API key, outside the data folder. Its path is stored, the key is not.",
            label="File of the API key",
            metavar="PATH",
        ),
    ] = ""
    input_price: Annotated[
        float | None, Option("Price of a million input tokens.", label="Price of input", low=0)
    ] = None
    output_price: Annotated[
        float | None, Option("Price of a million output tokens.", label="Price of output", low=0)
    ] = None


@request("machine list")
class ListMachinesRequest:
    """List the versions of the machine annotators."""


@request("machine try", job="machine_try")
class TryMachineRequest(OfRound):
    """Show the prompt of an item as it would be sent; nothing is sent without asking for it."""

    name: MachineName
    item: Annotated[
        str | None,
        Option("Id of the item. By default the first of the round.", label="Id of the item", metavar="I"),
    ] = None
    version: MachineVersion = None
    guideline: PromptGuideline = None
    example_rounds: ExampleRounds = ()
    send: Annotated[
        bool, Option("Send the prompt and show the answer, which is not stored.", label="Send the prompt")
    ] = False
    sending_reason: _SendingReason = ""


@request("machine answer", job="machine_answer")
class AnswerMachineRequest(OfRound):
    """Let a machine annotate the items of a round. Items that it answered before are not asked again."""

    name: MachineName
    version: MachineVersion = None
    guideline: PromptGuideline = None
    example_rounds: ExampleRounds = ()
    parallel: Annotated[
        int, Option("Requests at the same time.", label="Requests at the same time", low=1, high=256)
    ] = 4
    timeout: Annotated[
        float, Option("Longest wait for an answer.", label="Longest wait", unit="seconds", low=0.1)
    ] = 120.0
    sending_reason: _SendingReason = ""
    estimate: Annotated[
        bool,
        Option("Only count requests, tokens and cost; nothing is sent.", label="Only estimate the cost"),
    ] = False


@request("machine count")
class CountMachineRequest(Reasoned):
    """Let the answers of a machine count like those of a person: in agreement, gold and adjudication."""

    campaign: Campaign
    name: MachineName
    version: MachineVersion = None
    off: Annotated[
        bool, Option("Keep its answers apart again, as by default.", label="Keep its answers apart again")
    ] = False


@request("machine suggest")
class SuggestMachineRequest(Reasoned):
    """Show annotators the answers of a machine as suggestions, on a random share of the items."""

    campaign: Campaign
    name: MachineName
    version: MachineVersion = None
    share: Annotated[
        float,
        Option(
            "Share of the items with suggestions. The others are the group they are compared with.",
            label="Share of the items with suggestions",
            low=0,
            high=1,
        ),
    ] = 0.5
    seed: Annotated[Seed, Option("Random seed of the items with suggestions.")] = 0
    off: Annotated[
        bool, Option("Show no suggestions any more, as by default.", label="Show no suggestions any more")
    ] = False


@request("machine report", job="machine_report")
class MachineReportRequest(OfRound):
    """Compare a machine with the people of a round: test, agreement, bias, errors, stated confidence."""

    name: MachineName
    version: MachineVersion = None
    guideline: PromptGuideline = None
    epsilon: _Epsilon = 0.2
    seed: Seed = 0
