"""Requests about texts: corpora, segmentation, terminologies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import Corpus, IdColumn, Language, TextColumn


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
