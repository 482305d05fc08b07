"""The request of the table of CLISTER."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.models.training import SEEDS, Estimate, Preset
from aloi.workbench.requests.shared import Replicates, Scales, Seed, Seeds, Settings


@request("study clister-table", job="clister_table")
class ClisterTableRequest:
    """Train on none, each and all of several sources, test on each and on all of them: one table."""

    data: Annotated[
        tuple[str, ...],
        Option(
            "Sources of scored pairs, two or more: releases, folders or tables.",
            label="Sources of pairs",
            metavar="SOURCE",
            example="clinical:1.0",
        ),
    ]
    recipe: Annotated[str, Option("Recipe that is trained.", label="Recipe", example="levenshtein")] = (
        "sbert_sts"
    )
    settings: Settings = field(default_factory=dict)
    preset: Preset = "published"
    scale: Scales = field(default_factory=dict)
    split: Annotated[
        str,
        Option(
            "Splits of sources that have no splits train and test, by documents.",
            label="Splits of unsplit sources",
            example="train=.6,dev=.1,test=.3",
        ),
    ] = "train=.6,dev=.1,test=.3"
    items: Annotated[
        int | None,
        Option(
            "Training pairs drawn from each source. By default as many as the smallest source has.",
            label="Training pairs of each source",
            low=1,
        ),
    ] = None
    subset: Annotated[int, Option("Number of the draw.", label="Draw", metavar="K", low=0)] = 0
    seeds: Seeds = SEEDS
    metric: Annotated[str, Option("Metric of scored pairs, such as pearson or rmse.", label="Metric")] = (
        "spearman"
    )
    replicates: Annotated[Replicates, Option("Number of resamples of the test items.")] = 1000
    seed: Annotated[Seed, Option("Random seed of the resampling.")] = 0
    estimate: Estimate = False
