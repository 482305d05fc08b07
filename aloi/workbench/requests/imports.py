"""Requests about imports of annotations that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    Annotator,
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
            choices={"same": "The same people", "others": "Other people"},
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
