"""Requests about candidates: pairs, targets, substitutes, passages and suggestions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Corpus, Seed

PassageSize = Literal["document", "paragraph", "sentence"]
Miner = Annotated[
    Literal["lexical", "nearest", "random"],
    Option("Similar form, similar meaning by a sentence encoder, or random pairs.", label="Method"),
]
Threshold = Annotated[
    float,
    Option(
        "Lowest lexical score that is kept. The CLISTER study used 0.45.",
        label="Minimum score",
        low=0,
        high=1,
    ),
]
Encoder = Annotated[
    str,
    Option(
        "Packaged encoder, model folder or Hub name. By default the encoder included in Aloi (French, no "
        "network needed).",
        label="Encoder",
        metavar="NAME_OR_FOLDER",
    ),
]
Top = Annotated[
    int,
    Option("Neighbours compared for each sentence (nearest).", label="Neighbours of each sentence", low=1),
]
TopPairs = Annotated[
    int | None,
    Option(
        "Number of pairs with the highest scores. They replace the neighbours of each sentence (nearest), or "
        "are kept in addition to a reservoir (lexical).",
        label="Best pairs in total",
        low=1,
    ),
]
Count = Annotated[int, Option("Pairs drawn (random).", label="Random pairs", low=1)]
Reservoir = Annotated[
    int,
    Option(
        "Pairs kept of each score bin, all with the same probability (lexical). 0: all pairs.",
        label="Pairs sampled per bin",
        metavar="PER_BIN",
        low=0,
    ),
]
Cap = Annotated[
    int,
    Option(
        "Maximum number of kept pairs that contain a sentence, if not all pairs are kept. 0: no limit.",
        label="Maximum pairs per sentence",
        metavar="K",
        low=0,
    ),
]
Distinct = Annotated[
    bool, Option("Each distinct text enters once, under its first id.", label="Distinct texts only")
]
Resume = Annotated[
    bool,
    Option(
        "Resume an interrupted lexical run with the same options.",
        only=LOCAL_FILES,
        reason="A job that is started again resumes its run.",
    ),
]
Scheduler = Annotated[
    str,
    Option(
        "Its workers compare the pairs (lexical); the result is the same. The texts are sent to them. By "
        "default this machine only.",
        label="Address of a Dask scheduler",
        metavar="ADDRESS",
        example="tcp://node1:8786",
    ),
]


@request("mine", roles=())
class MineFileRequest:
    """Find candidate pairs in a table, from file to file."""

    sentences: Annotated[
        Path, Option("Table with id and text, and perhaps document_id.", argument=True, exists=True)
    ]
    out: Annotated[Path, Option("Table of pairs to write.", example="pairs.tsv")]
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = False
    resume: Resume = False
    scheduler: Scheduler = ""


@request("corpus mine", job="mine")
class MineRequest:
    """Find candidate pairs in a corpus; they are written to a table for review."""

    corpus: Corpus
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = True
    resume: Resume = False
    scheduler: Scheduler = ""


@request("corpus draw")
class DrawRequest:
    """Store a sample of mined pairs as items, the same number from each score bin.

    The options of the miner are those of the run; they are stored as the origin of each item.
    """

    corpus: Corpus
    candidates: Annotated[Path, Option("Table of candidates.", argument=True, exists=True)]
    per_bin: Annotated[int, Option("Items drawn from each score bin.", label="Pairs per bin", low=1)]
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = True


@request("corpus random", job="draw_random")
class RandomRequest:
    """Draw random pairs of a corpus and show the closest ones, for review before a score is assumed."""

    corpus: Corpus
    count: Annotated[int, Option("Random pairs.", label="Random pairs", low=1)]
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    encoder: Encoder = ""
    show: Annotated[
        int, Option("Number of the closest pairs that are shown.", label="Closest pairs to check", low=1)
    ] = 20


@request("passages make")
class PassagesRequest:
    """Store the passages of a corpus as items; storing them again adds nothing."""

    corpus: Corpus
    by: Annotated[
        PassageSize,
        Option(
            "Unit of a passage.",
            label="Type of passage",
            choices={"document": "Document", "paragraph": "Paragraph", "sentence": "Sentence"},
        ),
    ] = "document"
