"""Requests of training: encoders, classifiers, rankers, settings and experiments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Any, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    LOCAL_FILES,
    Group,
    Reader,
    Scales,
    Seed,
    Seeds,
    Settings,
    Split,
)

NONE = "none"


SEEDS = (0, 1, 2)


SHARES = (25.0, 50.0, 75.0, 100.0)

Preset = Annotated[
    Literal["published", "recommended"],
    Option(
        "Settings to start from: those of the paper, or those that this program recommends.",
        flag="--settings",
        label="Settings to start from",
        choices={"published": "published", "recommended": "recommended"},
    ),
]
Estimate = Annotated[
    bool,
    Option(
        "Measure some steps, report the time and the memory of the runs, and train nothing.",
        only=LOCAL_FILES,
        reason="Pages and jobs show the time left while a run is trained.",
    ),
]


def _percents(text: str) -> tuple[float, ...]:
    return tuple(float(part.strip().rstrip("%")) for part in text.split(","))


@request(
    "train",
    job="train",
    conflicts=(
        ("grid", "curve"),
        *((name, "folds") for name in ("grid", "test", "dev", "estimate")),
        ("tune", "estimate"),
    ),
)
class TrainRequest:
    """Train a recipe and score it: one run, or the runs of a learning curve or of a grid."""

    recipe: Annotated[
        str,
        Option("Name of the recipe, or a TOML file with these fields.", argument=True, example="levenshtein"),
    ]
    data: Annotated[
        tuple[str, ...],
        Option(
            "Training data: a release, a folder or a table; several are joined. By default the split train.",
            label="Training data",
            metavar="SOURCE[:PART]",
            example="clinical:1.0",
        ),
    ] = ()
    test: Annotated[
        tuple[str, ...],
        Option(
            "Test data. By default the split test, of the training data if none are named.",
            label="Test data",
            metavar="SOURCE[:PART]",
            example="clinical:1.0",
        ),
    ] = ()
    dev: Annotated[
        str | None,
        Option(
            "Development data for the choice of a checkpoint, or none. By default the split dev of every "
            "training source that has one.",
            label="Development data",
            metavar="SOURCE[:PART]",
        ),
    ] = None
    split: Split = None
    settings: Settings = field(default_factory=dict)
    preset: Preset = "published"
    scale: Scales = field(default_factory=dict)
    seeds: Seeds = SEEDS
    items: Annotated[
        int | None, Option("Train on a random draw of so many rows.", label="Training rows", low=1)
    ] = None
    subset: Annotated[
        int, Option("Number of the draw; larger draws contain smaller ones.", metavar="K", low=0)
    ] = 0
    balanced: Annotated[
        bool,
        Option(
            "Draw so many rows from each training source, not from all of them together.",
            label="Draw from each source",
        ),
    ] = False
    curve: Annotated[
        tuple[float, ...],
        Option(
            "Percentages of the training rows, or of the drawn ones, such as 25,50,75,100.",
            label="Percentages of the training rows",
            comma=True,
            read=_percents,
            metavar="P,P,...",
            example="25,50,75,100",
            high=100,
        ),
    ] = ()
    subsets: Annotated[
        int,
        Option(
            "Number of random draws of each percentage, to show the effect of the draw.",
            label="Draws of each percentage",
            metavar="K",
            low=1,
        ),
    ] = 3
    grid: Annotated[bool, Option("Train on none, on each source, and on all of them.")] = False
    folds: Annotated[
        int | None,
        Option(
            "Cross-validate in so many folds of whole documents; each seed divides the training data anew.",
            label="Folds",
            low=2,
        ),
    ] = None
    tune: Annotated[
        Mapping[str, Any],
        Option(
            "A setting to choose on inner folds of the training rows: a list of values, or low and high.",
            label="Settings to choose",
            metavar="NAME=VALUES",
            example="epochs=[3]",
        ),
    ] = field(default_factory=dict)
    trials: Annotated[
        int, Option("The most combinations of settings that are tried.", label="Trials", low=1)
    ] = 20
    inner_folds: Annotated[
        int, Option("Inner folds that settings are chosen on.", label="Inner folds", low=2)
    ] = 3
    untuned: Annotated[
        bool,
        Option(
            "Also score the same model before training, on the same tests. The difference is the effect of "
            "training.",
            label="Score the untrained model too",
        ),
    ] = False
    estimate: Estimate = False
    report_to: Annotated[
        tuple[Literal["tensorboard", "mlflow", "wandb"], ...],
        Option(
            "Report loss and dev scores of a fine-tuning there too. Files are written beside the runs; "
            "nothing is sent unless the environment of the program says so.",
            label="Report the training to",
            comma=True,
            metavar="NAME,...",
        ),
    ] = ()


@request("loop tune", roles=())
class TuneRequest:
    """Find the fastest settings of an encoder on this machine."""

    encoder: Annotated[
        str,
        Option("Name or folder of the encoder.", label="Encoder", argument=True, metavar="NAME_OR_FOLDER"),
    ]
    data: Annotated[str, Option("Scored pairs to measure on.", label="Scored pairs", metavar="SOURCE")]
    scale: Annotated[
        tuple[float, float] | None,
        Option("Ends of the scale, if the data do not state it.", metavar="LOW,HIGH", example="0,5"),
    ] = None


@request("experiment run", roles=())
class ExperimentRequest:
    """Run the commands of a file in order, such as those behind all tables of a paper."""

    file: Annotated[
        Path,
        Option(
            "Experiment: TOML or JSON with steps, each with name, command, options and write.",
            label="Experiment",
            argument=True,
            exists=True,
        ),
    ]


@request("linking train", job="train_ranker")
class LinkTrainRequest:
    """Fine-tune an encoder on the names of a dictionary and mentions, by synonym marginalisation."""

    dictionary: Annotated[Path, Option("Training names: concept_id, name; or CUI||name.", label="Dictionary")]
    mentions: Annotated[Path, Option("Training mentions.", label="Training mentions")]
    dev: Annotated[
        Path | None,
        Option(
            "Mentions to choose a checkpoint on, by Acc@1. By default the last one is kept.",
            label="Development mentions",
        ),
    ] = None
    test: Annotated[
        Path | None,
        Option(
            "Mentions that the run is scored on. By default the development mentions, else the training "
            "mentions; the run notes what they share.",
            label="Test mentions",
        ),
    ] = None
    reader: Reader = None
    group: Group = None
    settings: Annotated[Settings, Option("A setting of concept_ranker.")] = field(default_factory=dict)
    seed: Seed = 0
