"""Requests about texts: corpora, segmentation, terminologies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import (
    Columns,
    Corpus,
    IdColumn,
    Language,
    Licence,
    Reader,
    Restricted,
    Source,
    TextColumn,
)

_DOCUMENT = (
    "Column with the document of each sentence. Sentences of one document stay in the same split of a "
    "release. Without it, identical sentences share a document."
)


@request("segment", roles=())
class SegmentFileRequest:
    """Split texts into sentences, from file to file."""

    texts: Annotated[
        Path,
        Option("Folder or zip of .txt, or a table with id and text.", argument=True, exists=True),
    ]
    language: Language
    out: Annotated[Path, Option("Table to write: .tsv, .csv, .jsonl or .parquet.", example="sentences.tsv")]
    text_column: TextColumn = None
    id_column: IdColumn = None


@request("corpus segment", job="segment")
class SegmentRequest:
    """Split the documents of a corpus into sentences."""

    corpus: Corpus


@request("corpus import", job="import_texts", conflicts=(("pairs", "targets"),))
class CorpusRequest:
    """Import a corpus: texts, ready pairs of texts, or sentences with a target word."""

    path: Annotated[
        Path,
        Option(
            "Folder or zip of .txt, BioC, or a table of texts, of pairs, or of sentences with a target word.",
            argument=True,
            exists=True,
        ),
    ]
    name: Annotated[str, Option("Name of the corpus.", label="Name", example="ward")]
    language: Language
    licence: Licence
    source: Source = ""
    restricted: Restricted = False
    columns: Columns = ()
    text_column: TextColumn = None
    id_column: IdColumn = None
    pairs: Annotated[bool, Option("Each row of the table is a pair of texts: one item.", label="Pairs")] = (
        False
    )
    left_column: Annotated[
        str | None, Option("Column of the left texts.", label="Column of the left sentence", metavar="C")
    ] = None
    right_column: Annotated[
        str | None, Option("Column of the right texts.", label="Column of the right sentence", metavar="C")
    ] = None
    left_document: Annotated[
        str | None,
        Option(_DOCUMENT, label="Document of the left sentence", metavar="C", choices={"": "(none)"}),
    ] = None
    right_document: Annotated[
        str | None,
        Option(_DOCUMENT, label="Document of the right sentence", metavar="C", choices={"": "(none)"}),
    ] = None
    targets: Annotated[
        bool, Option("Sentences with a marked word, in a table or XML.", label="Target words")
    ] = False


@request("terminology import", job="import_terminology")
class TerminologyRequest:
    """Import concepts with their names."""

    path: Annotated[
        Path,
        Option(
            "Table with concept_id and name, lines `CUI||name`, or a folder with MRCONSO.RRF.",
            argument=True,
            example="names.tsv",
        ),
    ]
    name: Annotated[str, Option("Name of the terminology.", label="Name", example="little")]
    licence: Annotated[
        Licence, Option("Terms of access to the names. UMLS requires a licence from each user.")
    ]
    source: Annotated[Source, Option("Origin and version of the terminology.")] = ""
    language: Annotated[
        Language, Option("Language of names for which the file states none.", label="Language of the names")
    ] = ""
    columns: Annotated[
        Columns,
        Option(
            "Roles of the columns of a table, if their names are others: id (concept), text (name), label "
            "(semantic group).",
            example="id=CUI,text=label_fr",
        ),
    ] = ()
    languages: Annotated[
        tuple[str, ...],
        Option(
            "Only names in these languages. By default all.", label="Languages", comma=True, example="fr,en"
        ),
    ] = ()
    groups: Annotated[
        tuple[str, ...],
        Option(
            "Only concepts of these semantic groups. By default all. For UMLS this needs MRSTY.RRF.",
            label="Semantic groups",
            comma=True,
            example="DISO,ANAT",
        ),
    ] = ()
    vocabularies: Annotated[
        tuple[str, ...],
        Option(
            "Only names from these source vocabularies of UMLS. By default all.",
            label="Vocabularies",
            comma=True,
            example="MSHFRE,MDRFRE",
        ),
    ] = ()
    holds: Annotated[
        Literal["names", "mentions"],
        Option(
            "Names of concepts, or an annotated corpus whose linked mentions become names of their concepts.",
            label="Content of the file",
            choices={"names": "Names of concepts", "mentions": "Linked mentions of a corpus"},
        ),
    ] = "names"


@request("terminology from-mentions")
class TerminologyOfMentionsRequest:
    """Create a terminology from the names of linked mentions."""

    sources: Annotated[
        tuple[str, ...],
        Option(
            "Linked mentions, perhaps with the language of their names, as in fr=french.tsv.",
            label="Linked mentions",
            argument=True,
            metavar="[LANGUAGE=]PATH...",
            example="fr=french.tsv",
        ),
    ]
    name: Annotated[str, Option("Name of the terminology.", label="Name", example="little")]
    licence: Annotated[Licence, Option("Licence of the names, such as CC BY 4.0.")]
    source: Annotated[Source, Option("Origin and version of the terminology.")] = ""
    reader: Reader = None


@request("terminology remove", job="remove_terminology")
class TerminologyRemovalRequest:
    """Remove a terminology, unless a campaign uses it."""

    name: Annotated[str, Option("Name of the terminology.", label="Name", argument=True, example="little")]
