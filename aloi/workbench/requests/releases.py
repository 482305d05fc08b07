"""Requests about gold and releases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Campaign, Seed

Size = int | float | Literal["rest"]


@request("release build", job="build_release")
class ReleaseRequest:
    """Freeze a version: gold, splits, raw answers, guidelines, agreement, licence, checksums."""

    campaign: Campaign
    version: Annotated[
        str, Option("Version such as 1.0; must be new in the campaign.", label="Version", example="1.0")
    ]
    sizes: Annotated[
        Mapping[str, Size],
        Option(
            "Items or shares per split, one may be rest: train=600,test=400 or train=0.6,test=rest.",
            label="Splits",
            comma=True,
            metavar="PART=SIZE,...",
            example="train=0.6,test=rest",
        ),
    ]
    gold: Annotated[
        str | None, Option("Id of a frozen gold. By default the latest of the campaign.", label="Gold")
    ] = None
    stratify: Annotated[
        bool, Option("Balance the scores over the splits.", label="Balance the scores over the splits")
    ] = True
    force: Annotated[
        Mapping[int, str],
        Option(
            "Assign all items of a round to a split, such as 2=test.",
            label="Rounds for one split only",
            metavar="ROUND=PART",
            example="2=test",
        ),
    ] = field(default_factory=dict)
    disjoint: Annotated[
        Literal["none", "sentence", "document"] | None,
        Option(
            "Unit that splits do not share. sentence: pairs that share one are removed. document: whole "
            "documents are drawn, and pairs that share one are removed. none: overlaps are only counted. By "
            "default document for spans and mentions, and for other items that share documents.",
            label="Separation of the splits",
            choices={
                "": "Whole documents if items share them",
                "none": "Only count overlaps",
                "sentence": "Remove pairs that share a sentence",
                "document": "Whole documents; remove pairs that share one",
            },
        ),
    ] = None
    leaks: Annotated[
        tuple[str, ...],
        Option(
            "Check a split for exact and near duplicates in another one: test=train. By default all pairs of "
            "splits.",
            label="Check for leakage",
            metavar="TEST=TRAIN",
            example="test=train",
        ),
    ] = ()
    by: Annotated[
        str,
        Option("Compared unit of an item: sentence or pair; sentence or lemma; ...", label="Compared by"),
    ] = ""
    threshold: Annotated[
        float,
        Option(
            "Distance below which items count as leakage. 0 counts equal texts only.",
            label="Similarity threshold (distance)",
            low=0,
            high=1,
        ),
    ] = 0.2
    encoder: Annotated[
        str,
        Option(
            "Model folder or Hub name for the distance 1 - cosine. By default the edit distance, divided by "
            "the length of the longer text.",
            label="Sentence encoder (optional)",
        ),
    ] = ""
    leak_parts: Annotated[
        bool,
        Option(
            "Also freeze the filtered splits test_filtered and test_filtered_0.2.",
            label="Freeze the clean items as new splits",
        ),
    ] = False
    seed: Annotated[Seed, Option("Random seed of the splits.")] = 0
    overrides: Annotated[
        Mapping[str, str],
        Option(
            "Release despite a failed release check: licence, restricted, names, identifiers, agreement, "
            "crossing, trace; each with a reason.",
            label="Reasons to release anyway",
            flag="--override",
            value_flag="--why",
            value_help="Reason, stored in the log and the release; one per --override.",
            metavar="RULE",
            example="crossing=Known",
        ),
    ] = field(default_factory=dict)
    override_by: Annotated[
        str,
        Option("Responsible person: id, pseudonym or name.", metavar="PERSON", label="Responsible person"),
    ] = ""
    stand_off: Annotated[
        bool,
        Option(
            "Build a stand-off release: ids and offsets without texts. People who have the texts can restore "
            "them.",
            label="Stand-off release: ids and offsets only",
        ),
    ] = False
    identifiers: Annotated[
        Path | None,
        Option(
            "TOML file with further rules for identifiers.",
            exists=True,
            only=LOCAL_FILES,
            reason="Jobs and pages take the file identifiers.toml of the data folder.",
        ),
    ] = None
