"""The parts of an import: the content of each source, and the options that hold for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from aloi.annotation.model import Round
from aloi.corpora.model import Item, Json
from aloi.workbench.imports.answers import (
    GivenAnswer,
)
from aloi.workbench.imports.layouts.base import (
    RowStatus,
    Source,
    SourceProvenance,
)
from aloi.workbench.texts.corpora import About

REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The campaign, round and annotators that annotations are imported into.

    Parameters
    ----------
    campaign : str or None
        Id or name; an unknown one is created. None stores items alone.
    about : About or None
        Metadata on the texts of a new campaign; optional for an existing one.
    number : int or None
        The round; None for a new round.
    settings : mapping or None
        The schema of a new campaign; by default that of the source, or the default one.
    question : str
        The question of a new campaign, if its source has none.
    annotator : str
        The annotator of the answers, if the source names none.
    others : tuple of str
        Further annotators who are to answer the items: their round stays open.
    """

    campaign: str | None
    about: About | None = None
    number: int | None = None
    settings: Mapping[str, Json] | None = None
    annotator: str = REFERENCE
    others: tuple[str, ...] = ()
    add_annotators: bool = True
    question: str = ""


@dataclass(slots=True)
class ImportPart:
    """The content of a source, item by item, and the round that already contains its answers."""

    source: Source
    items: dict[str, Item] = field(default_factory=dict)
    cells: list[tuple[GivenAnswer, Json]] = field(default_factory=list)
    skips: list[tuple[SourceProvenance, Item]] = field(default_factory=list)
    predictions: dict[str, Json] = field(default_factory=dict)
    round: Round | None = None
    n_existing: int = 0
    late_skips: int = 0

    def take(self, provenance: SourceProvenance, item: Item, value: Json, annotator: str) -> None:
        """Put what is said of an item among the answers, the skips or the suggestions."""
        self.items[item.id] = item
        named = replace(provenance, annotator=provenance.annotator or annotator)
        if provenance.status is RowStatus.ANSWER:
            self.cells.append((GivenAnswer(named, item), value))
        elif provenance.status is RowStatus.SKIP:
            self.skips.append((named, item))
        elif provenance.status is RowStatus.PREDICTION:
            self.predictions[item.id] = value

    @property
    def answered(self) -> set[tuple[str, str, int]]:
        """The triples of item, annotator and occasion that have an answer, each once for all revisions."""
        return {(cell.item.id, cell.annotator, cell.provenance.occasion) for cell, _ in self.cells}

    @property
    def names(self) -> list[str]:
        """The annotators who answered or skipped an item."""
        return [*(cell.annotator for cell, _ in self.cells), *(beside.annotator for beside, _ in self.skips)]
