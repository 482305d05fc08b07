"""Requests that score predictions in files against a gold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import Normalise, Replicates, Seed

_RELEASE_REASON = "Commands that take files need no store; aloi release export writes them."
_Gold = Annotated[Path, Option("Table of the gold, with a column id.", argument=True)]
_Predicted = Annotated[Path, Option("Table of the predictions, with the same ids.", argument=True)]
_GoldFile = Annotated[Path, Option("File of the gold.", argument=True, exists=True)]
_Clusters = Annotated[
    tuple[str, ...],
    Option(
        "Column of the gold with the clusters to resample; two columns for crossed clusters, rows for none. "
        "By default documents or sentences that the gold names.",
        label="Clusters",
        metavar="COLUMN",
        example="document",
    ),
]
_BootstrapSeed = Annotated[Seed, Option("Random seed of the bootstrap.")]


@request("score sts", roles=())
class StsRequest:
    """Score similarity of two tables with id and score."""

    gold: _Gold
    predicted: _Predicted
    scale: Annotated[tuple[float, float], Option("Ends of the scale.", metavar="LOW,HIGH", example="0,5")]
    variant: Annotated[
        Literal["dmax_from_system", "dmax_from_reference"],
        Option("Reference point of the largest distance of EDRM.", label="Variant of EDRM"),
    ] = "dmax_from_system"
    clip: Annotated[bool, Option("Clip answers to the scale before EDRM.", label="Clip answers")] = False
    cluster: _Clusters = ()
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score labels", roles=())
class LabelsRequest:
    """Score labels of two tables."""

    gold: _Gold
    predicted: _Predicted
    threshold: Annotated[
        float | None,
        Option(
            "Minimum probability, if the predictions have one column of probabilities per label.",
            label="Threshold",
            low=0,
            high=1,
        ),
    ] = None
    normalise: Normalise = ()
    cluster: _Clusters = ()
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score choices", roles=())
class ChoicesRequest:
    """Score answers to questions of two tables."""

    gold: _Gold
    predicted: _Predicted
    normalise: Normalise = ()
    cluster: _Clusters = ()
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score tags", roles=())
class TagsRequest:
    """Score spans of two CoNLL files."""

    gold: _GoldFile
    predicted: Annotated[Path, Option("File of the predictions.", argument=True, exists=True)]
    scheme: Annotated[
        str | None,
        Option(
            "Tag scheme of both files: IOB1, IOB2, IOE1, IOE2, IOBES, BILOU, BMES, BMEWO, IO or BARE (one "
            "span per token). By default detected from the tags.",
            label="Tag scheme",
        ),
    ] = None
    bare: Annotated[
        bool,
        Option("Tags are parts of speech or the like: give each the prefix B-.", label="Tags without scheme"),
    ] = False
    unit: Annotated[
        Literal["sentence", "document"] | None,
        Option(
            "Resampled unit. By default the document if the gold names those of all sentences.",
            label="Resampled unit",
            choices={"sentence": "Sentence", "document": "Document"},
        ),
    ] = None
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score spans", roles=())
class MarkedSpansRequest:
    """Score spans, attributes and relations of brat files or JSON lines."""

    gold: Annotated[Path, Option("Brat files or JSON lines of the gold.", argument=True, exists=True)]
    predicted: Annotated[
        Path, Option("Brat files or JSON lines of the predictions.", argument=True, exists=True)
    ]
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score sari", roles=())
class SariRequest:
    """Score simplifications in aligned text files."""

    source: Annotated[Path, Option("File of original sentences, one per line.", exists=True)]
    system: Annotated[Path, Option("File of simplifications to score, one per line.", exists=True)]
    reference: Annotated[
        tuple[Path, ...],
        Option("File of reference simplifications; once for each reference.", exists=True),
    ]
    per_sentence: Annotated[bool, Option("Also give the scores of each sentence.")] = False
    variant: Annotated[
        Literal["default", "paper_version", "precision_deletion", "legacy"],
        Option(
            "Computation of SARI; scores of different variants cannot be compared.", label="Variant of SARI"
        ),
    ] = "default"
    beside: Annotated[
        tuple[Literal["bleu", "readability"], ...],
        Option(
            "Additional scores next to SARI; none is faster.",
            label="Additional scores",
            words={"none": ()},
            comma=True,
        ),
    ] = ("bleu", "readability")
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0


@request("score lexsub", job="score_substitutes")
class LexsubRequest:
    """Score files of substitutes against a gold."""

    gold: Annotated[
        Path | None,
        Option(
            "File of gold lines, or the XML of the sentences beside it.",
            label="Gold lines",
            argument=True,
            exists=True,
            metavar="GOLD",
        ),
    ]
    systems: Annotated[
        tuple[Path, ...],
        Option(
            "Files of answers; several are also compared.",
            label="Files of answers",
            argument=True,
            exists=True,
        ),
    ]
    mapping: Annotated[
        Path | None,
        Option(
            "File of forms that count as equal, in the format of SemDis.",
            label="Mapping of forms",
            exists=True,
        ),
    ] = None
    scorer: Annotated[
        Literal["semdis", "semeval2007"],
        Option(
            "Rules of the scores.",
            label="Rules",
            choices={"semdis": "SemDis 2014", "semeval2007": "SemEval-2007"},
        ),
    ] = "semdis"
    harmonise: Annotated[
        bool,
        Option(
            "French: a participle counts as the infinitive of an adjective, a bare verb as the "
            "pronominal verb.",
            label="Harmonise forms (French)",
        ),
    ] = False
    cluster: Annotated[
        Literal["target", "item"],
        Option(
            "Resampled unit.",
            label="Resampled unit",
            choices={"target": "All items of a word", "item": "Each item"},
        ),
    ] = "target"
    replicates: Replicates = 1000
    seed: _BootstrapSeed = 0
    release: Annotated[
        str | None,
        Option("Id of a release with the gold.", only=(JOB, PAGE), reason=_RELEASE_REASON),
    ] = None
    part: Annotated[str | None, Option("Split of the release.", only=(JOB, PAGE), reason=_RELEASE_REASON)] = (
        None
    )
