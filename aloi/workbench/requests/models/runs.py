"""Requests of stored runs: names, notes, tags, export and sharing."""

from __future__ import annotations

from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    Private,
    Reason,
    Split,
)

_AnyRun = Annotated[
    str, Option("Id of a run, or its unique beginning.", label="Run", argument=True, example="5f2a")
]


@request("run list", roles=())
class ListRunsRequest:
    """List runs, newest first, including unfinished ones."""

    search: Annotated[
        str,
        Option(
            "Words that a run contains: in its id, recipe, model, data, name, note or tags.", label="Search"
        ),
    ] = ""


@request("run name", roles=())
class NameRunRequest:
    """Give a run a name, which tables and the model card show."""

    run: _AnyRun
    name: Annotated[
        str, Option("Name of the run; empty for none.", label="Name of the run", argument=True, example="a")
    ]


@request("run note", roles=())
class NoteRunRequest:
    """Write a note on a run; it replaces the earlier one."""

    run: _AnyRun
    note: Annotated[
        str, Option("The note; empty for none.", label="Note on the run", argument=True, example="a")
    ]


@request("run tag", roles=())
class TagRunRequest:
    """Add tags to a run, or remove them."""

    run: _AnyRun
    tags: Annotated[tuple[str, ...], Option("Tags.", label="Tags", argument=True, example="a")]
    remove: Annotated[bool, Option("Remove the tags instead.", label="Remove the tags")] = False


@request("run delete", roles=())
class DeleteRunRequest:
    """Delete a run with its predictions and its model."""

    run: _AnyRun


_SavedRun = Annotated[
    str,
    Option("Id of a finished run, or its unique beginning.", label="Run", argument=True),
]


_ModelLicence = Annotated[
    str,
    Option(
        "Licence of the model, as the Hub names it, such as cc-by-4.0. By default the card states none.",
        label="Licence of the model",
    ),
]


_Use = Annotated[
    str, Option("Intended use, in a sentence of the card. By default from the data.", label="Intended use")
]


@request("run export", job="export_run")
class ExportRunRequest:
    """Write the model of a run as a directory with a model card."""

    run: _SavedRun
    format: Annotated[
        Literal["hub", "onnx", "spacy", "sklearn", "card"],
        Option(
            "hub: for sentence-transformers or transformers. onnx: a network for ONNX Runtime. spacy: a "
            "pipeline of spaCy that marks spans or labels texts. sklearn: a file of skops for scikit-learn. "
            "card: the model card alone, of any run.",
            label="Format",
            choices={
                "hub": "sentence-transformers or transformers",
                "onnx": "Network for ONNX Runtime",
                "spacy": "Pipeline of spaCy",
                "sklearn": "scikit-learn (skops)",
                "card": "The card alone",
            },
        ),
    ] = "hub"
    split: Split = None
    licence: _ModelLicence = ""
    use: _Use = ""
    reason: Reason = ""


@request("run push", job="push_run")
class PushRunRequest:
    """Upload the model of a run to the Hugging Face Hub, as one commit of its directory."""

    run: _SavedRun
    repository: Annotated[
        str,
        Option(
            "Model on the Hub. A missing one is created.",
            label="Name on the Hub",
            argument=True,
            metavar="OWNER/NAME",
            example="lab/model",
        ),
    ]
    private: Private = False
    split: Split = None
    licence: _ModelLicence = ""
    use: _Use = ""
    reason: Reason = ""


@request("mteb")
class BenchmarkRequest:
    """Score the sentence encoder of a run on the tasks of MTEB that releases make."""

    run: _SavedRun
    release: Annotated[
        tuple[str, ...],
        Option(
            "Releases. By default those that the run was tested on.",
            label="Releases",
            metavar="CAMPAIGN:VERSION",
            example="clinical:1.0",
        ),
    ] = ()


@request("run share")
class ShareRunRequest:
    """Let a person see a run on their pages."""

    run: Annotated[str, Option("Id of a run, or its unique beginning.", label="Run", argument=True)]
    person: Annotated[str, Option("Id, pseudonym or name of the person.", label="Person", example="A1")]
