"""Fields of several requests. A request adds what differs: `Annotated[Seed, Option("Seed of the draw.")]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from aloi.base.requests import FILE, JOB, TERMINAL, Option

Campaign = Annotated[str, Option("Id or name of the campaign.", label="Campaign", example="clinical")]
Corpus = Annotated[str, Option("Id or name of the corpus.", label="Corpus", argument=True, example="ward")]
Language = Annotated[str, Option("ISO 639-1 code of the texts, such as fr.", label="Language", example="fr")]
Licence = Annotated[
    str, Option("Licence of the texts, printed in every release.", label="Licence", example="CC BY 4.0")
]
Source = Annotated[str, Option("Origin of the texts: a link, a reference, a hospital.", label="Source")]
Restricted = Annotated[
    bool,
    Option(
        "Exports of a restricted corpus require a reason. The reason is stored.",
        label="A data-use agreement restricts these texts",
    ),
]
Annotator = Annotated[str, Option("Annotator of the answers.", label="Annotator of these answers")]
Scheme = Annotated[
    str,
    Option(
        "Tag scheme, if the tags do not show it: IOB1, IOB2, IOE1, IOE2, IOBES, BILOU, BMES, BMEWO, IO or "
        "BARE (one span per token).",
        label="Tag scheme",
    ),
]
Normalise = Annotated[
    tuple[Literal["nfc", "case", "space", "marks", "accents", "number", "truth"], ...],
    Option(
        "Merge labels and names that differ only in these forms. The others are reported, and count as "
        "different.",
        label="Merge labels that differ only in",
        choices={
            "nfc": "Unicode form of accents",
            "case": "case",
            "space": "spaces",
            "marks": "typographic characters",
            "accents": "missing accents",
            "number": "number format",
            "truth": "the word for true or false",
        },
        comma=True,
        metavar="A,B",
        example="nfc,case",
    ),
]
TextColumn = Annotated[
    str | None,
    Option("Column of the texts of a table. By default detected.", label="Column of the text", metavar="C"),
]
IdColumn = Annotated[
    str | None,
    Option(
        "Column of the ids of a table. By default detected, or row numbers.",
        label="Column of the id",
        metavar="C",
    ),
]
Columns = Annotated[
    tuple[str, ...],
    Option(
        "Roles of the columns of a table: id, left, right, text, annotator, score, label, document, split, "
        "metadata or ignore. Several columns of scores or labels belong to one annotator each, called like "
        "the column. By default guessed from names and content, or as chosen before for this header.",
        label="Roles of the columns",
        comma=True,
        metavar="ROLE=COLUMN,...",
        example="left=sentence_A,right=sentence_B",
    ),
]
Reader = Annotated[
    str | None,
    Option(
        "Format of the mentions: codiesp, mantra, e3c, brat, concept, bigbio, bioc, pubtator, table. By "
        "default detected.",
        label="Format of the mentions",
    ),
]
Group = Annotated[
    str | None,
    Option("Only the mentions of this type or semantic group, such as DISO.", label="Semantic group"),
]
AnnotatorFrom = Annotated[
    Literal["directory", "file", "column"] | None,
    Option(
        "The part of a project that names annotators, if the same texts are in several directories or files.",
        label="Annotators are named by",
        choices={
            "": "(not by the files)",
            "directory": "the directory",
            "file": "the file",
            "column": "a column",
        },
    ),
]
Seed = Annotated[int, Option("Random seed.", label="Seed", low=0)]
Split = Annotated[
    str | None,
    Option(
        "Split the rows of each source again, by documents: train=.7,dev=.1,test=.2.",
        label="New splits",
        metavar="PART=SHARE,...",
        example="train=.7,dev=.1,test=.2",
    ),
]
Settings = Annotated[
    Mapping[str, Any],
    Option("A setting of the recipe.", flag="--set", metavar="KEY=VALUE", example="epochs=2"),
]
Scales = Annotated[
    Mapping[str, tuple[float, float]],
    Option(
        "Ends of the scale, if the data do not state it; with SOURCE= those of one source.",
        metavar="[SOURCE=]LOW,HIGH",
        bare="",
        example="0,5",
    ),
]
Replicates = Annotated[
    int,
    Option("Number of bootstrap replicates; 0 for no interval.", label="Bootstrap replicates", low=0),
]
Detect = Annotated[
    float | None,
    Option(
        "Also report the number of units that detect this difference with a power of 0.8.",
        label="Relevant difference",
        metavar="D",
    ),
]
# Files of the machine that the command runs on; a browser sends its own by an upload.
NOT_ON_PAGES = (TERMINAL, FILE, JOB)
LOCAL_FILES = (TERMINAL, FILE)
# Pages show results that a job computes ahead of the visit, with default settings.
CACHED = Option(only=NOT_ON_PAGES, reason="Pages show the cached result of the default settings.")

Why = Annotated[str, Option("Reason, stored in the log.", label="Reason")]
By = Annotated[
    str,
    Option(
        "Responsible person, stored in the log: id, pseudonym or name.",
        label="Responsible person",
        metavar="PERSON",
    ),
]
Preview = Annotated[
    bool,
    Option(
        "Only show what would change.",
        only=NOT_ON_PAGES,
        reason="Pages show the effect before the correction.",
    ),
]
Reason = Annotated[
    str,
    Option(
        "Reason for sharing texts of a restricted corpus. It is stored.", label="Reason (restricted corpus)"
    ),
]
ScaleName = Annotated[
    str | None, Option("Name of the scale. By default the main one.", label="Name of the scale")
]
People = Annotated[
    tuple[str, ...],
    Option("Annotators, by id, pseudonym or name.", comma=True, metavar="A1,A2", example="A1,A2"),
]


@dataclass(frozen=True)
class OfRound:
    """The fields of each request about one round."""

    campaign: Campaign
    round: Annotated[int, Option("Number of the round.", label="Round number")]


@dataclass(frozen=True)
class Reasoned:
    """The reason of a correction, and who is responsible for it."""

    why: Why = field(kw_only=True)
    by: By = field(default="", kw_only=True)


@dataclass(frozen=True)
class Previewed:
    """The reason of a correction whose effect can be counted first; the count alone needs no reason."""

    why: Annotated[Why, Option(unless="preview")] = field(default="", kw_only=True)
    by: By = field(default="", kw_only=True)
    preview: Preview = field(default=False, kw_only=True)


Seeds = Annotated[
    tuple[int, ...],
    Option(
        "Random seeds, one fit each. The mean is reported, with an interval over items and seeds.",
        label="Seeds",
        comma=True,
        metavar="N,N,...",
        example="0,1,2",
    ),
]
Private = Annotated[
    bool, Option("Create a new repository as private.", label="Create the repository as private")
]
