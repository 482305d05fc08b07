"""Requests about imports of annotations that were made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    Annotator,
    AnnotatorFrom,
    Campaign,
    Columns,
    IdColumn,
    Language,
    Licence,
    Normalise,
    Restricted,
    Scheme,
    Source,
)

Group = Annotated[
    str | None,
    Option(
        "A type of mention or a semantic group such as DISO; by default all.", label="Only this type or group"
    ),
]
Around = Annotated[
    int,
    Option(
        "Texts of up to 500 characters are shown completely. For longer texts, the sentence of the mention "
        "and this number of sentences before and after it are shown.",
        label="Sentences of context",
        low=0,
        high=20,
    ),
]


@request("import", job="import_annotations")
class ImportRequest:
    """Import annotations made elsewhere: a corpus and a campaign, unless they exist, and a round."""

    path: Annotated[Path, Option("File or folder of the annotations.", argument=True, example="answers.json")]
    campaign: Annotated[
        str | None,
        Option(
            "If a campaign with this name, these texts and this task exists, the answers are added to it. "
            "Otherwise a new campaign is created. For an archive: the name of the copy.",
            label="Name of the corpus and of its campaign",
            example="clinical",
        ),
    ] = None
    format: Annotated[
        str | None, Option("Format of the files. By default detected from the content.", label="Format")
    ] = None
    task: Annotated[str, Option("Task of a new campaign, if the format allows several.", label="Task")] = ""
    round: Annotated[
        int | None, Option("Round for the answers. By default a new, closed one.", label="Round", low=1)
    ] = None
    annotator: Annotated[
        Annotator, Option("Annotator of the answers if the files do not contain it. By default reference.")
    ] = ""
    annotator_from: AnnotatorFrom = None
    columns: Columns = ()
    others: Annotated[
        tuple[str, ...],
        Option(
            "The round stays open for them. Without other annotators, the round is closed.",
            label="Other annotators of these items",
            comma=True,
            metavar="B,C",
        ),
    ] = ()
    annotators: Annotated[
        tuple[str, ...],
        Option("Columns of a wide table that contain answers.", label="Columns of answers", comma=True),
    ] = ()
    add_annotators: Annotated[bool, Option("Create people for unknown names.", label="Create annotators")] = (
        True
    )
    question: Annotated[
        str, Option("Question to import, if the project has several.", label="Question to import")
    ] = ""
    text_field: Annotated[
        tuple[str, ...],
        Option(
            "If records have several texts: the name of the annotated text, or the two names of a pair.",
            label="Text fields",
            metavar="NAME",
        ),
    ] = ()
    offsets: Annotated[
        Literal["code_points", "utf_16", "graphemes", "bytes"] | None,
        Option(
            "Tools count offsets differently. By default the unit is detected from the spans of the file. "
            "Choose it here if the preview reports two possible units.",
            label="Unit of the offsets",
            choices={
                "": "detected from the file",
                "code_points": "code points (Python)",
                "utf_16": "UTF-16 units (JavaScript, Java)",
                "graphemes": "grapheme clusters",
                "bytes": "bytes of UTF-8",
            },
        ),
    ] = None
    texts: Annotated[
        Path | None,
        Option("File of the texts, if they are separate from the annotations.", label="Separate texts"),
    ] = None
    group: Group = None
    around: Around = 1
    separator: Annotated[
        str,
        Option(
            "For tables: a sign such as | or ;. Lists in .jsonl and .parquet need none.",
            label="Separator between labels in a cell",
            example=";",
        ),
    ] = "|"
    typology: Annotated[
        Path | None,
        Option(
            "Typology of operations of a new campaign, as TOML. By default the included one.",
            label="Typology of a new campaign (TOML)",
            exists=True,
        ),
    ] = None
    people: Annotated[
        Literal["same", "others"] | None,
        Option(
            "For an archive: whether people with the same pseudonyms are the same people or others.",
            label="People with the same pseudonyms",
            choices={"same": "The same people", "others": "Other people: they get new pseudonyms here"},
        ),
    ] = None
    scheme: Scheme = ""
    normalise: Normalise = ()
    language: Language = ""
    licence: Licence = ""
    source: Source = ""
    restricted: Restricted = False
    alone: Annotated[
        bool,
        Option(
            "No campaign is created; you can create one later on the page Campaigns.",
            label="Only the texts and their items, without the answers",
        ),
    ] = False
    preview: Annotated[bool, Option("Show what would be imported; store nothing.", label="Preview")] = False


Reference = Annotated[Annotator, Option("Annotator of the answers in the files.", example="reference")]
TextColumn = Annotated[
    str | None, Option("Column of the texts. By default text, abstract, ...", label="Column of the text")
]
LabelColumn = Annotated[
    str | None, Option("Column of the labels. By default labels, label, ...", label="Column of the labels")
]
OneHot = Annotated[
    tuple[str, ...],
    Option(
        "Columns of 1 and 0, one per label.", label="Columns of one label each", comma=True, metavar="A,B,..."
    ),
]
Separator = Annotated[
    str, Option("Separator between labels.", label="Separator between labels in a cell", example=";")
]
LabelFiles = Annotated[
    tuple[Path, ...],
    Option("Tables of texts with labels; each is a part.", argument=True, example="train.tsv"),
]


@request("labels import")
class ImportLabelsRequest:
    """Import labelled texts: a corpus, its passages, and a closed round of labels for each file."""

    files: LabelFiles
    campaign: Annotated[str, Option("Name of the new campaign.", label="Campaign", example="clinical")]
    language: Language
    licence: Licence
    source: Source = ""
    restricted: Restricted = False
    question: Annotated[str, Option("Question that the labels answer.", label="Question")] = ""
    annotator: Reference = "reference"
    normalise: Normalise = ()
    text_column: TextColumn = None
    label_column: LabelColumn = None
    id_column: IdColumn = None
    sep: Separator = "|"
    one_hot: OneHot = ()


@request("labels table", roles=())
class LabelTableRequest:
    """Count the labels of tables of texts."""

    files: LabelFiles
    text_column: TextColumn = None
    label_column: LabelColumn = None
    id_column: IdColumn = None
    sep: Separator = "|"
    one_hot: OneHot = ()


@request("questions import")
class QuestionsRequest:
    """Import questions with options, and perhaps the correct options as answers."""

    file: Annotated[Path, Option("JSON lines, or one JSON list.", argument=True, exists=True)]
    name: Annotated[str, Option("Name of the new corpus.", label="Name", example="exam")]
    licence: Licence
    language: Language = "fr"
    source: Source = ""
    restricted: Restricted = False
    campaign: Annotated[
        str | None,
        Option("Import the correct options of the file as answers of this campaign.", label="Campaign"),
    ] = None
    annotator: Reference = "reference"


@request("mentions import")
class MentionsRequest:
    """Import texts as a corpus, with an item for each mention."""

    path: Annotated[Path, Option("File or folder of the mentions.", argument=True, example="mentions.tsv")]
    name: Annotated[str, Option("Name of the new corpus.", label="Name", example="notes")]
    language: Language
    licence: Licence
    source: Source = ""
    restricted: Restricted = False
    reader: Annotated[
        str | None,
        Option("Format of the mentions: codiesp, mantra, e3c, brat, concept, bigbio, bioc, pubtator, table."),
    ] = None
    group: Group = None
    texts: Annotated[
        Path | None, Option("Path of the texts, if not in the file or next to it.", label="Separate texts")
    ] = None
    around: Around = 1
    annotator_from: AnnotatorFrom = None


@request("spans import")
class SpansRequest:
    """Import texts with spans: a corpus, a campaign with the labels found, and a round of answers."""

    path: Annotated[Path, Option("File or folder of the spans.", argument=True, example="brat")]
    campaign: Annotated[str, Option("Name of the new campaign.", label="Campaign", example="clinical")]
    language: Language
    licence: Licence
    source: Source = ""
    restricted: Restricted = False
    reader: Annotated[
        str | None,
        Option("Format of the spans: brat, conll, docbin, or of mentions: e3c, mantra, bigbio, bioc, ..."),
    ] = None
    annotator: Reference = "reference"
    also: Annotated[
        Mapping[str, Path],
        Option(
            "Annotations of the same texts by another annotator, such as Bea=bea/.",
            label="Further annotators",
            metavar="NAME=PATH",
            example="Bea=bea",
        ),
    ] = field(default_factory=dict)
    annotator_from: AnnotatorFrom = None
    scheme: Scheme = ""


@request("mentions answers", job="keep_source_answers")
class SourceAnswersRequest:
    """Store the concepts that the source of a campaign's mentions gives, as answers in a closed round."""

    campaign: Annotated[Campaign, Option(argument=True)]
    annotator: Annotated[Annotator, Option("Annotator of the answers.", example="reference")] = "reference"


@request("operations import")
class OperationsImportRequest:
    """Import YAWAT files as pairs and submitted answers of a round; all of them or nothing."""

    source: Annotated[
        tuple[Path, ...], Option("Original sentences.", label="Original sentences", exists=True)
    ]
    target: Annotated[
        tuple[Path, ...], Option("Their simplifications.", label="Simplifications", exists=True)
    ]
    aln: Annotated[
        tuple[Path, ...], Option("The groups, a pair a line.", label="Groups of words", exists=True)
    ]
    campaign: Annotated[Campaign, Option("Id or name; a new campaign is created for a new name.")]
    annotator: Annotated[Annotator, Option("Annotator of the groups.", example="A1")]
    round: Annotated[
        int | None,
        Option(
            "Number of the round, or new.",
            label="Round number",
            words={"new": None},
            metavar="R|new",
            example="1",
        ),
    ] = None
    others: Annotated[
        tuple[str, ...],
        Option("Further annotators of a new round.", label="Other annotators", comma=True, metavar="B,C"),
    ] = ()
    add_annotators: Annotated[
        bool, Option("Create the annotator if the name is unknown.", label="Create annotators")
    ] = False
    language: Language = ""
    licence: Licence = ""
    text_source: Source = ""
    restricted: Restricted = False
    typology: Annotated[
        Path | None,
        Option(
            "Typology of operations of a new campaign, as TOML. By default the included one.",
            label="Typology of a new campaign (TOML)",
            exists=True,
        ),
    ] = None
