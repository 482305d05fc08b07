"""Requests of scores: evaluation, comparison, predictions, and details of a run."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    Columns,
    Replicates,
    Scales,
    Seed,
    Settings,
    Split,
)


@request("evaluate", roles=())
class EvaluateRequest:
    """Score recipes without tuning."""

    recipe: Annotated[
        tuple[str, ...],
        Option(
            "Recipe; baselines means all baselines for the rows, and packaged encoders.",
            label="Recipes",
            argument=True,
            example="levenshtein",
        ),
    ]
    data: Annotated[
        tuple[str, ...],
        Option(
            "Training data of baselines (document frequencies, the mean) and of recipes. By default the "
            "split train.",
            label="Training data",
            metavar="SOURCE[:PART]",
            example="clinical:1.0",
        ),
    ] = ()
    test: Annotated[
        tuple[str, ...],
        Option(
            "Test data. By default the split test.",
            label="Test data",
            metavar="SOURCE[:PART]",
            example="clinical:1.0",
        ),
    ] = ()
    split: Split = None
    settings: Settings = field(default_factory=dict)
    scale: Scales = field(default_factory=dict)


@request("compare", roles=())
class CompareRequest:
    """Compare stored runs."""

    runs: Annotated[
        tuple[str, ...],
        Option("Ids of runs, or unique beginnings of ids.", label="Runs", argument=True, metavar="RUN"),
    ]
    metric: Annotated[
        str | None,
        Option(
            "Metric for the kind of rows, such as spearman or rmse for pairs. By default the first one.",
            label="Metric",
        ),
    ] = None
    test: Annotated[
        str | None,
        Option("Compare on this test only, such as 'clinical 1.0/test'.", label="Test data", metavar="LABEL"),
    ] = None
    cut: Annotated[
        Literal["origin", "status"] | None,
        Option(
            "Also score subsets of each test: by choice of an encoder, or by status of the gold.",
            label="Subsets of each test",
            choices={"origin": "by choice of an encoder", "status": "by status of the gold"},
        ),
    ] = None
    union: Annotated[
        bool,
        Option("Also compare on the items of all tests together.", label="All tests together"),
    ] = False
    cluster: Annotated[
        tuple[str, ...],
        Option(
            "Clusters of items to resample: document, sentence, string, concept, annotator; two cross each "
            "other; rows for none. By default those of the kind of rows.",
            label="Clusters",
            metavar="KEY",
            example="document",
        ),
    ] = ()
    method: Annotated[
        Literal["permutation", "bootstrap", "student"],
        Option("Significance test.", label="Significance test"),
    ] = "permutation"
    replicates: Annotated[Replicates, Option("Number of resamples of the test items.")] = 1000
    seed: Annotated[Seed, Option("Random seed of the resampling.")] = 0
    curve: Annotated[
        bool,
        Option(
            "Also compute learning curves and the expected gain of more rows; only they use subsets.",
            label="Learning curves",
        ),
    ] = False
    extra: Annotated[
        int, Option("Number of additional rows for the expected gain.", label="Additional rows", low=1)
    ] = 100


@request("predict", job="predict")
class PredictRequest:
    """Predict the answers of other rows with the model of a run."""

    run: Annotated[str, Option("Id of a finished run, or its unique beginning.", label="Run", argument=True)]
    file: Annotated[
        Path,
        Option(
            "Rows to predict: a table, or texts (a folder, a .zip or a table) as the model reads them. "
            "Answers in it are not read. FILE#ATTRIBUTE and FILE#relations are its spans and pairs of them.",
            label="Rows to predict",
            argument=True,
        ),
    ]
    columns: Columns = ()
    split: Split = None
    language: Annotated[
        str | None,
        Option(
            "Language of texts that are split into sentences. By default French.",
            label="Language of the texts",
            example="fr",
        ),
    ] = None


@request("run import")
class ImportRunRequest:
    """Store predictions of another system as a run, scored on a test."""

    file: Annotated[
        Path,
        Option(
            "Predictions: a table with id and prediction, or CoNLL.",
            label="Predictions",
            argument=True,
            exists=True,
        ),
    ]
    test: Annotated[
        str,
        Option(
            "Test data that was predicted. By default the split test of a source.",
            label="Test data",
            metavar="SOURCE[:PART]",
            example="clinical:1.0",
        ),
    ]
    name: Annotated[
        str,
        Option(
            "Name of the system in tables.",
            label="Name of the system",
            example="my-system",
        ),
    ]
    split: Split = None
    scale: Scales = field(default_factory=dict)


@request("run show", roles=())
class ShowRunRequest:
    """Show the settings, the cost and the scores of a run."""

    run: Annotated[str, Option("Id of a run, or its unique beginning.", label="Run", argument=True)]


@request("run details", roles=())
class RunDetailsRequest:
    """Show a run by label or type, its confused labels, and its scores by document, fold or domain."""

    run: Annotated[str, Option("Id of a run, or its unique beginning.", label="Run", argument=True)]
    test: Annotated[
        str | None,
        Option("One test only, such as 'clinical 1.0/test'. By default all.", label="Test data"),
    ] = None
    metric: Annotated[
        str | None,
        Option("Metric of groups of rows. By default the first one of the kind of rows.", label="Metric"),
    ] = None
    by: Annotated[
        str | None,
        Option(
            "Property of the rows that defines groups, such as document, fold or domain. The groups have an "
            "unweighted mean.",
            label="Groups of rows",
            example="document",
        ),
    ] = None
    replicates: Annotated[Replicates, Option("Number of bootstrap replicates.", low=1)] = 1000
    seed: Annotated[Seed, Option("Random seed of the bootstrap.")] = 0


@request("run verify", roles=())
class VerifyRunRequest:
    """Recompute the numbers of runs from their predictions."""

    run: Annotated[
        str | None,
        Option(
            "Id of a run, or its unique beginning. By default all runs.",
            label="Run",
            argument=True,
            metavar="[RUN]",
        ),
    ] = None
