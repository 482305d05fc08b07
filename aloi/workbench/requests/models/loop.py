"""Requests of the loop: pairs and items that a model chooses for people, and doubtful labels."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    LOCAL_FILES,
    Campaign,
    Seed,
    Settings,
)

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
