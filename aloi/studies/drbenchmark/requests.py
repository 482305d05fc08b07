"""Requests of the benchmark suite."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import NOT_ON_PAGES, Settings

_Data = Annotated[
    Path | None,
    Option(
        "Folder with one folder per task. By default suite/data in the data folder.",
        only=NOT_ON_PAGES,
        reason="Pages read the data folder of the server.",
    ),
]
_ExistingData = Annotated[_Data, Option(exists=True)]
_Run = Annotated[str, Option("Name of the run.", label="Run", argument=True, example="first")]
_Tasks = Annotated[
    tuple[str, ...],
    Option(
        "Names of tasks. By default all.",
        label="Tasks",
        argument=True,
        metavar="[TASK]...",
        example="morfitt",
    ),
]
_ChosenTasks = Annotated[
    tuple[str, ...],
    Option("Names of tasks. By default all.", label="Tasks", comma=True, example="morfitt,clister"),
]
ProtocolName = Literal["aloi", "drbenchmark"]


@request("suite list", roles=())
class SuiteListRequest:
    """List the tasks: type, metric, licence, and whether the data is there or how to get it."""

    data: _Data = None


@request("suite check", roles=())
class SuiteCheckRequest:
    """Read the data of tasks, and count the rows of each split."""

    data: Annotated[_ExistingData, Option(argument=True, metavar="[FOLDER]")] = None
    tasks: _ChosenTasks = ()


@request("suite fetch", roles=())
class SuiteFetchRequest:
    """Fetch the data of tasks from the hub into the folder."""

    tasks: Annotated[_Tasks, Option("Names of tasks.", metavar="TASK...")]
    data: _Data = None


@request("suite run", job="suite")
class SuiteRunRequest:
    """Run models and baselines on tasks; an interrupted run is resumed."""

    name: Annotated[
        str | None,
        Option(
            "An existing run is resumed: finished cells are kept, and new tasks, models or seeds are added.",
            label="Name of the run",
            argument=True,
            metavar="[NAME]",
            example="first",
        ),
    ] = None
    data: _ExistingData = None
    models: Annotated[
        tuple[str, ...],
        Option(
            "Packaged encoder, folder or name on the Hub. The baselines are always included.",
            label="Encoders",
            flag="--model",
            metavar="NAME_OR_FOLDER",
        ),
    ] = ()
    tasks: _ChosenTasks = ()
    seeds: Annotated[
        tuple[int, ...],
        Option(
            "Means are computed over these runs; DrBenchmark uses four. Steps that do not depend on the seed "
            "run once.",
            label="Seeds (one run each)",
            comma=True,
            metavar="N,N,...",
            example="1,2",
        ),
    ] = (1, 2, 3, 4)
    protocol: Annotated[
        ProtocolName,
        Option(
            "How models are trained and scored.",
            label="Protocol",
            choices={"aloi": "Aloi, corrected", "drbenchmark": "DrBenchmark, as released"},
        ),
    ] = "aloi"
    shares: Annotated[
        tuple[float, ...],
        Option(
            "Shares of the training rows, for low-resource curves.",
            label="Shares of the training rows",
            comma=True,
            metavar="X,X,...",
            example="0.25,0.5,1",
            low=0.001,
            high=1,
        ),
    ] = (1.0,)
    draws: Annotated[
        int,
        Option(
            "Random samples of each share below 1. Several show the effect of sampling.",
            label="Samples per share",
            low=1,
            high=20,
        ),
    ] = 3
    processes: Annotated[
        int,
        Option(
            "Cells are run side by side, on all CUDA devices in turn. Each process needs memory for a model.",
            label="Processes",
            low=1,
            high=64,
        ),
    ] = 1
    settings: Annotated[
        Settings,
        Option("A setting of the encoders.", label="Other settings of encoders"),
    ] = field(default_factory=dict)
    dry_run: Annotated[
        bool,
        Option(
            "Run the tasks on small invented data, with the baselines and a tiny untrained model. It tests "
            "the installation; the scores have no meaning.",
            label="Dry run on invented data",
        ),
    ] = False


@request("suite table", roles=())
class SuiteTableRequest:
    """Show the scores of a run by task, and means by type of task."""

    name: _Run
    as_protocol: Annotated[
        ProtocolName | None,
        Option("Score the answers with another protocol. By default that of the run.", label="Protocol"),
    ] = None
    published: Annotated[
        Path | None,
        Option(
            "Table of published scores with the columns task, metric, model and value. Values above 1 are in "
            "percent.",
            label="Published scores",
            only=NOT_ON_PAGES,
            reason="Pages show the scores of the run; downloads have the comparison.",
        ),
    ] = None


@request("suite leaderboard", roles=())
class LeaderboardRequest:
    """Rank the models of a run by their mean over all tasks, with groups of ties."""

    name: _Run


@request("suite curve", roles=())
class SuiteCurveRequest:
    """Show the learning curves of a run with several shares of the training rows."""

    name: _Run
    task: Annotated[str | None, Option("One task only. By default all.", label="Task")] = None
    extra: Annotated[
        int, Option("Number of additional rows to extrapolate to.", label="Additional rows", low=1)
    ] = 100


@request("suite protocols", roles=())
class ProtocolsRequest:
    """Describe the two protocols; with two runs, compare their scores."""

    runs: Annotated[
        tuple[str, ...],
        Option(
            "Two runs to compare, such as one of each protocol.",
            label="Runs",
            argument=True,
            metavar="[RUN_ALOI RUN_DRBENCHMARK]",
            example="first",
        ),
    ] = ()
