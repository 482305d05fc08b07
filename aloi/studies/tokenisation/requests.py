"""Requests about tokenizers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, IdColumn, Replicates, Seed, TextColumn

_DETECTED = Option(only=LOCAL_FILES, reason="Jobs read uploaded files, whose columns are detected.")
_OF_STORE = "Commands that take files need no store."


@request("fertility", job="study_tokenizers")
class FertilityRequest:
    """Count the sub-words that tokenizers make of a word, and compare their vocabularies."""

    models: Annotated[
        tuple[str, ...],
        Option(
            "A packaged model, a folder with a tokenizer, or a hub name.",
            label="Models",
            flag="--model",
            metavar="NAME_OR_FOLDER",
        ),
    ]
    texts: Annotated[
        tuple[Path, ...],
        Option(
            "A .conll file, a table, a folder or .zip of .txt: one data set.",
            exists=True,
            only=LOCAL_FILES,
            reason="Pages upload files.",
        ),
    ] = ()
    text_column: Annotated[TextColumn, _DETECTED] = None
    id_column: Annotated[IdColumn, _DETECTED] = None
    words_column: Annotated[
        str | None,
        Option(
            "Column of the words of each row of a table, instead of its texts.",
            metavar="C",
            only=LOCAL_FILES,
            reason=_DETECTED.reason,
        ),
    ] = None
    corpora: Annotated[
        tuple[str, ...],
        Option(
            "Corpora of the store; each is one data set.",
            label="Corpora of the store",
            only=(JOB, PAGE),
            reason=_OF_STORE,
        ),
    ] = ()
    upload: Annotated[
        str, Option("Folder of uploaded files; each is one data set.", only=(JOB, PAGE), reason=_OF_STORE)
    ] = ""
    terms: Annotated[
        tuple[str, ...],
        Option("Term whose sub-words are shown.", label="Terms", flag="--term", example="hépatomégalie"),
    ] = ()
    examples: Annotated[
        int,
        Option(
            "Words of each data set with the largest difference between the highest and the lowest number "
            "of sub-words; 0 for no examples.",
            label="Words with the largest differences between models, per data set",
            low=0,
            high=200,
        ),
    ] = 0
    replicates: Replicates = 1000
    seed: Annotated[Seed, Option("Random seed of the bootstrap.")] = 0
