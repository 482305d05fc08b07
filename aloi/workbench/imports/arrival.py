"""The result of an import or of its preview, and its text for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aloi.annotation.model import Campaign, Round
from aloi.corpora.model import Corpus, Json
from aloi.gold.formats.source_files import Note


@dataclass(frozen=True, slots=True)
class Arrival:
    """The result of an import, or of its preview.

    `by_annotator` has the number of answers of each annotator, None if it is not counted. `answers` counts
    the answers of the source, `new` those that were not in the store. `rounds` are named after the parts of
    the source. `counts` are further counts of a layout. `revisions` are answers that their annotator changed
    afterwards, in addition to `answers`.
    """

    format: str
    read_as: str
    corpus: Corpus
    campaign: Campaign | None
    documents: int
    items: int
    by_annotator: Mapping[str, int | None]
    answers: int
    skips: int
    comments: int
    predictions: int
    notes: tuple[Note, ...]
    counts: Mapping[str, Any]
    new: int
    rounds: Mapping[str, Round] = field(default_factory=dict)
    new_items: int = 0
    new_corpus: bool = False
    revisions: int = 0

    @property
    def annotators(self) -> tuple[str, ...]:
        """The annotators of the answers."""
        return tuple(self.by_annotator)

    @property
    def already_stored(self) -> int:
        """The number of answers that were stored before."""
        return self.answers - self.new

    def counted(self, *descriptions: str) -> int:
        """Return the number of cases of the notes with these descriptions."""
        return sum(note.count for note in self.notes if note.description in descriptions)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document of `aloi import`."""
        names = (
            "format", "read_as", "documents", "items", "answers", "skips", "comments",
            "predictions", "revisions", "new",
        )  # fmt: skip
        left = exclusions(self.notes)
        return {
            **{name: getattr(self, name) for name in names},
            "annotators": [{"name": name, "answers": count} for name, count in self.by_annotator.items()],
            "known": self.already_stored,
            "campaign": self.campaign.name if self.campaign else None,
            "rounds": [one.number for one in self.rounds.values()],
            "left_out": [left_out(one) for one in left],
            "notes": [one.description for one in self.notes if one not in left],
            "note_counts": {one.description: one.count for one in self.notes if one not in left},
            "span_marks": [*self.span_marks()],
        }

    def span_marks(self) -> Iterator[dict[str, Json]]:
        """Yield the number of each value of attributes of spans, and of each type of relations."""
        for name, values in self.counts.get("attributes", {}).items():
            for value, count in values.items():
                yield {"kind": "attribute", "name": name, "value": value, "count": count}
        for name, count in self.counts.get("relations", {}).items():
            yield {"kind": "relation", "name": name, "value": "", "count": count}


def exclusions(notes: Sequence[Note]) -> list[Note]:
    """Return the notes about content that is not imported."""
    return [note for note in notes if note.omitted is not None]


def left_out(note: Note) -> dict[str, Json]:
    """Return omitted entries with their kind, their number and the reason."""
    omitted = note.omitted or {"what": note.description, "why": ""}
    return {"what": omitted["what"], "count": note.count, "why": omitted["why"]}
