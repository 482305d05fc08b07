"""Requests about gold and releases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Campaign, Private, Reason, Seed

Release = Annotated[
    str,
    Option(
        "Id or version of the release, or CAMPAIGN:VERSION.", argument=True, label="Release", example="1.0"
    ),
]
Comments = Annotated[
    bool, Option("Include the comments of annotators.", label="Include the annotators' comments")
]
By = Annotated[
    str, Option("Compared unit of an item: sentence or pair; sentence or lemma; ...", label="Compared by")
]
Threshold = Annotated[
    float,
    Option(
        "Distance below which items count as leakage. 0 counts equal texts only.",
        label="Similarity threshold (distance)",
        low=0,
        high=1,
    ),
]
Encoder = Annotated[
    str,
    Option(
        "Model folder or Hub name for the distance 1 - cosine. By default the edit distance, divided by the "
        "length of the longer text.",
        label="Sentence encoder (optional)",
    ),
]
FrozenGold = Annotated[
    str | None, Option("Id of a frozen gold. By default the latest of the campaign.", label="Gold")
]
Size = int | float | Literal["rest"]
Sizes = Annotated[
    Mapping[str, Size],
    Option(
        "Items or shares per split, one may be rest: train=600,test=400 or train=0.6,test=rest.",
        label="Or other sizes",
        comma=True,
        metavar="PART=SIZE,...",
        example="train=0.6,test=rest",
    ),
]
Stratify = Annotated[
    bool, Option("Balance the scores over the splits.", label="Balance the scores over the splits")
]
Force = Annotated[
    Mapping[int, str],
    Option(
        "Assign all items of a round to a split, such as 2=test.",
        label="Rounds for one split only",
        metavar="ROUND=PART",
        example="2=test",
    ),
]
Leaks = Annotated[
    tuple[str, ...],
    Option(
        "Check a split for exact and near duplicates in another one: test=train. By default all pairs of "
        "splits.",
        label="Check for leakage",
        metavar="TEST=TRAIN",
        example="test=train",
    ),
]
SplitSeed = Annotated[Seed, Option("Random seed of the splits.")]


@request("release build", job="build_release")
class ReleaseRequest:
    """Freeze a version: gold, splits, raw answers, guidelines, agreement, licence, checksums."""

    campaign: Campaign
    version: Annotated[
        str, Option("Version such as 1.0; must be new in the campaign.", label="Version", example="1.0")
    ]
    sizes: Sizes
    gold: FrozenGold = None
    stratify: Stratify = True
    force: Force = field(default_factory=dict)
    policy: Annotated[
        Literal["none", "sentence", "document", "connected"] | None,
        Option(
            "none: every item is drawn alone. sentence or document: each is in one split, and items that "
            "cross two splits are excluded. connected: items that share documents are drawn together, and "
            "nothing is excluded. By default the policy that passes the release checks and excludes at most "
            "5 % of the gold.",
            label="Keep together when splitting",
            choices={
                "": "Recommended policy",
                "none": "Every item alone",
                "sentence": "Sentence in one split",
                "document": "Document in one split",
                "connected": "Shared documents together",
            },
        ),
    ] = None
    leaks: Leaks = ()
    by: By = ""
    threshold: Threshold = 0.2
    encoder: Encoder = ""
    leak_parts: Annotated[
        bool,
        Option(
            "Also freeze the filtered splits test_filtered and test_filtered_0.2.",
            label="Freeze the clean items as new splits",
        ),
    ] = False
    seed: SplitSeed = 0
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


@request("release preview")
class PreviewRequest:
    """Compare the splits of the gold under each split policy, without building a release."""

    campaign: Campaign
    sizes: Sizes
    gold: FrozenGold = None
    stratify: Stratify = True
    force: Force = field(default_factory=dict)
    leaks: Leaks = ()
    by: By = ""
    threshold: Threshold = 0.2
    encoder: Encoder = ""
    seed: SplitSeed = 0


@request("release export", job="export_release", one_of=(("format", "stand_off"),))
class ExportRequest:
    """Write a release in a format, or without its texts; writing it again gives the same bytes."""

    release: Release
    format: Annotated[
        str | None,
        Option("Name of an export format.", label="Format", example="sts_tsv"),
    ] = None
    stand_off: Annotated[
        bool,
        Option(
            "Stand-off export: ids, offsets and checksums without texts.",
            label="Stand-off export: ids and offsets only",
        ),
    ] = False
    reason: Reason = ""
    comments: Comments = False


@request("release push", job="push_release")
class PushRequest:
    """Upload a release to the Hugging Face Hub, as one commit of its folder."""

    release: Release
    repository: Annotated[
        str,
        Option(
            "Data set on the Hub. A missing one is created.",
            label="Name on the Hub",
            argument=True,
            metavar="OWNER/NAME",
            example="lab/corpus",
        ),
    ]
    private: Private = False
    reason: Reason = ""
    comments: Comments = False


@request("release leaks")
class LeaksRequest:
    """Check the splits of a release for leakage: exact and near duplicates, for rows of any kind."""

    release: Release
    check: Annotated[
        str | None,
        Option(
            "Two splits to compare: test=train. By default all pairs of splits.",
            label="Splits to compare",
            metavar="TEST=TRAIN",
            example="test=train",
        ),
    ] = None
    by: By = ""
    threshold: Threshold = 0.2
    encoder: Encoder = ""
    thresholds: Annotated[
        tuple[float, ...],
        Option(
            "Distances at which remaining items are counted, such as 0,0.1,0.2,0.3.",
            label="Distances to count at",
            comma=True,
            low=0,
            high=1,
            example="0,0.1,0.2,0.3",
        ),
    ] = ()


@request("release list")
class ReleaseListRequest:
    """List the releases."""

    campaign: Annotated[
        str | None, Option("Only of this campaign: id or name.", label="Campaign", example="clinical")
    ] = None


@request("release exports")
class ExportLogRequest:
    """List the exports of restricted texts with person and reason: releases, tables of answers, studies."""

    campaign: Campaign


@request("release diff")
class DiffRequest:
    """Show the differences between two releases: ids, versions, or CAMPAIGN:VERSION."""

    before: Annotated[
        Release, Option("Release to compare with: id, version or CAMPAIGN:VERSION.", label="Before")
    ]
    after: Annotated[
        Release, Option("Release that may differ: id, version or CAMPAIGN:VERSION.", label="After")
    ]


@request("release verify")
class VerifyRequest:
    """Verify the checksums of a release, and its gold from its answers."""

    release: Release


@request("gold freeze", job="freeze_gold")
class FreezeRequest:
    """Freeze the gold of a campaign; adjudicated values have priority, undecided items are listed."""

    campaign: Campaign
    rule: Annotated[
        str | None,
        Option(
            "mean, median, majority, or a model of annotators: dawid_skene, mace, ordinal_model. The models "
            "estimate the reliability of each annotator from all answers, and store the probability of each "
            "degree (soft labels). They need rounds with one guideline version. By default the rule of the "
            "task.",
            label="Aggregation of answers",
        ),
    ] = None
    rounds: Annotated[
        tuple[int, ...] | None,
        Option(
            "Numbers of the rounds. By default all but pilots.",
            label="Rounds",
            comma=True,
            low=1,
            example="1,2",
        ),
    ] = None
    uncleaned: Annotated[
        bool,
        Option(
            "Use substitutes as typed. Otherwise the decisions of cleaning are used, and every answer needs "
            "a decision first.",
            label="Use the answers as typed, without cleaning",
        ),
    ] = False


@request("gold soft")
class SoftLabelsRequest:
    """Write the soft labels of a gold from a model of annotators."""

    campaign: Campaign
    gold: Annotated[FrozenGold, Option(metavar="ID")] = None


@request("campaign archive", job="archive_campaign")
class ArchiveRequest:
    """Write a campaign into one file: texts, answers with every revision, gold, releases."""

    campaign: Annotated[Campaign, Option(argument=True)]
    names: Annotated[
        bool,
        Option("Include the names of people, not only their pseudonyms.", label="Include people’s names"),
    ] = False
    reason: Reason = ""
