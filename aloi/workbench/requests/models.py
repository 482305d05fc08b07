"""Requests about models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Any, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    LOCAL_FILES,
    Campaign,
    Columns,
    Group,
    Private,
    Reader,
    Reason,
    Replicates,
    Scales,
    Seed,
    Seeds,
    Settings,
    Split,
)

NONE = "none"
SEEDS = (0, 1, 2)
SHARES = (25.0, 50.0, 75.0, 100.0)


def _percents(text: str) -> tuple[float, ...]:
    return tuple(float(part.strip().rstrip("%")) for part in text.split(","))


@request(
    "train",
    job="train",
    conflicts=(
        ("grid", "curve", "folds"),
        *((name, "folds") for name in ("test", "dev", "items", "estimate")),
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
    preset: Annotated[
        Literal["published", "recommended"],
        Option(
            "Settings to start from: those of the paper, or those that this program recommends.",
            label="Settings to start from",
            choices={"published": "published", "recommended": "recommended"},
        ),
    ] = "published"
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
    estimate: Annotated[
        bool,
        Option(
            "Measure some steps, report the time and the memory of the runs, and train nothing.",
            only=LOCAL_FILES,
            reason="Pages and jobs show the time left while a run is trained.",
        ),
    ] = False
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


_DrawSeed = Annotated[Seed, Option("Random seed of the draw.")]
_CosineEncoder = Annotated[
    str,
    Option(
        "Encoder for the cosine feature. By default the packaged one.",
        label="Encoder",
        metavar="NAME_OR_FOLDER",
    ),
]


@request("loop balance", roles=())
class BalanceRequest:
    """Draw pairs of a table so that labels fill their scale."""

    pool: Annotated[Path, Option("Table of pairs: left, right, and id or left_id, right_id.", exists=True)]
    count: Annotated[int, Option("Pairs to draw.", label="Pairs", low=1)]
    gold: Annotated[
        Path | None,
        Option("Table of the scores so far: the same ids, score. None before the first.", exists=True),
    ] = None
    scale: Annotated[tuple[float, float], Option("Ends of the scale.", metavar="LOW,HIGH", example="0,5")] = (
        0.0,
        5.0,
    )
    encoder: _CosineEncoder = ""
    seed: _DrawSeed = 0


@request("loop population")
class PopulationRequest:
    """Show labels of batches, and estimates for the pool."""

    campaign: Campaign


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


_Team = Annotated[
    tuple[str, ...] | None,
    Option(
        "Annotators, by id, pseudonym or name; or all.",
        label="Annotators",
        words={"all": None},
        comma=True,
        metavar="A1,A2",
        example="A1,A2",
    ),
]
_Purpose = Annotated[
    Literal["main", "calibration"],
    Option("Purpose of the round.", label="Purpose", choices={"main": "Main", "calibration": "Calibration"}),
]
_ROUND_REASON = "The page shows the items first; then a form opens the round."


@request("loop fill", job="loop_fill", conflicts=(("run", "encoder"),))
class FillRequest:
    """Store new pairs that a model places in the score bins with few gold items."""

    campaign: Campaign
    count: Annotated[int, Option("Pairs to add.", label="Pairs to find", low=1)]
    run: Annotated[
        str | None,
        Option("A run of sbert_sts whose model places the pairs.", label="Run", metavar="ID"),
    ] = None
    encoder: Annotated[
        str,
        Option(
            "Encoder that places the pairs. By default the packaged one.",
            label="Encoder",
            metavar="NAME_OR_FOLDER",
        ),
    ] = ""
    bins: Annotated[
        int | None,
        Option(
            "Number of score bins to fill equally. By default the target shares of the campaign, else 5.",
            label="Score bins",
            low=2,
            high=100,
        ),
    ] = None
    seed: _DrawSeed = 0


@request("loop batch", job="loop_batch")
class BatchRequest:
    """Open a round with pairs drawn so that labels fill their scale."""

    campaign: Campaign
    pool: Annotated[
        Path,
        Option("Table of mined candidates of its corpus; jobs name one of the pages.", label="Candidates"),
    ]
    count: Annotated[int, Option("Pairs to draw.", label="Pairs", low=2)]
    annotators: _Team = None
    overlap: Annotated[
        int | None,
        Option("Annotators per item. By default all.", label="Annotations per item", low=1),
    ] = None
    purpose: _Purpose = "main"
    encoder: _CosineEncoder = ""
    seed: _DrawSeed = 0


@request("loop doubt", job="loop_doubt")
class DoubtRequest:
    """List gold items on which a model and annotators disagree."""

    campaign: Campaign
    recipe: Annotated[str, Option("Recipe of the models.", label="Recipe", example="levenshtein")]
    settings: Settings = field(default_factory=dict)
    folds: Annotated[int, Option("Number of folds of the gold.", label="Folds", low=2)] = 5
    disjoint: Annotated[
        Literal["sentence", "document"],
        Option(
            "Unit that folds do not share.",
            label="Folds share no",
            choices={"sentence": "Sentence", "document": "Document"},
        ),
    ] = "sentence"
    top: Annotated[int, Option("Items listed.", label="Items listed", low=1)] = 50
    seed: Annotated[Seed, Option("Random seed of the folds.")] = 0
    open_round: Annotated[
        bool,
        Option(
            "Open a round with these items; annotators see only the texts.",
            only=LOCAL_FILES,
            reason=_ROUND_REASON,
        ),
    ] = False
    annotators: Annotated[_Team, Option(only=LOCAL_FILES, reason=_ROUND_REASON)] = None
    purpose: Annotated[_Purpose, Option(only=LOCAL_FILES, reason=_ROUND_REASON)] = "main"


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
    Option("Id of a finished run with a saved model, or its unique beginning.", label="Run", argument=True),
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
        Literal["hub", "onnx", "spacy"],
        Option(
            "hub: for sentence-transformers or transformers. onnx: a network for ONNX Runtime. spacy: a "
            "pipeline of spaCy that marks spans or labels texts.",
            label="Format",
            choices={
                "hub": "sentence-transformers or transformers",
                "onnx": "Network for ONNX Runtime",
                "spacy": "Pipeline of spaCy",
            },
        ),
    ] = "hub"
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
