"""Requests about lexical substitution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aloi.base.requests import Option, request


@request("lexsub baseline", roles=())
class BaselineRequest:
    """Make the answers of a baseline of lexical substitution."""

    sentences: Annotated[Path, Option("Sentences with their targets, in XML.", exists=True)]
    dictionary: Annotated[Path, Option("Synonyms: a table, or lines lemma.pos :: a ; b.", exists=True)]
    frequencies: Annotated[
        Path | None, Option("Texts in which synonyms are counted.", label="Texts for frequencies")
    ] = None
    language: Annotated[str, Option("Language of these texts.", label="Language")] = "fr"
    encoder: Annotated[
        str | None,
        Option("Rank by how little a synonym changes the vector of the sentence.", label="Encoder"),
    ] = None
