"""A small store to test on: one corpus of invented sentences, some people, one campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from aloi.annotation.model import (
    Annotation,
    Annotator,
    Assignment,
    AssignmentKey,
    Campaign,
    Purpose,
    Role,
    Round,
    Schema,
)
from aloi.corpora.collection import texts_checksum
from aloi.corpora.identity import content_id
from aloi.corpora.model import Corpus, Document, Json, Origin, Pair, Sentence
from aloi.storage.store import Store

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
CORPUS = Corpus("c0", "invented", "fr", "CC0-1.0", "written for the tests", "0" * 64)


@dataclass(frozen=True)
class World:
    store: Store
    people: tuple[Annotator, ...]
    items: tuple[str, ...]
    round_id: str

    def key(self, item: int, person: int, occasion: int = 1) -> AssignmentKey:
        return AssignmentKey(self.round_id, self.items[item], self.people[person].id, occasion)

    def lease(self, person: int, now: datetime = NOW, seconds: int = 600) -> Assignment | None:
        return self.store.answers.lease_next(self.round_id, self.people[person].id, now, seconds)

    def answer(
        self, key: AssignmentKey, event: str, value: Json = 3, now: datetime = NOW, **given: object
    ) -> Annotation:
        details = {
            "seconds": 1.5, "flag": False, "comment": "", "shown": {"left_first": True},
            "guideline_version": 1,
        } | given  # fmt: skip
        return self.store.answers.submit(key, event, value, now=now, **details)  # type: ignore[arg-type]

    def coverage(self) -> list[tuple[int, int, bool]]:
        """Return (taken, submitted, still open) by item."""
        rows = self.store.answers.coverage(self.round_id)
        return [(one.assigned, one.submitted, one.still_open) for one in rows]


def make_corpus(count: int) -> Corpus:
    """Return the corpus of `count` documents, its id that of its content."""
    sums = texts_checksum((one.name, one.text) for one in make_pairs(count)[0])
    return replace(CORPUS, id=Corpus.make_id(CORPUS.name, CORPUS.language, sums), checksum=sums)


def make_pairs(count: int, corpus: Corpus = CORPUS) -> tuple[list[Document], list[Pair]]:
    """Return `count` documents of two sentences and the pair each makes."""
    documents, pairs = [], []
    for number in range(count):
        parts = (f"Le patient A{number} dort.", f"La patiente B{number} tousse.")
        text = " ".join(parts)
        document = Document(
            Document.make_id(corpus.id, f"d{number}", text), corpus.id, f"d{number}", text, {"year": "2026"}
        )
        documents.append(document)
        sentences, start = [], 0
        for index, part in enumerate(parts):
            end = start + len(part)
            made = Sentence.make_id(document.id, start, end, part)
            sentences.append(Sentence(made, document.id, index, start, end, part))
            start = end + 1
        pairs.append(Pair.of(corpus.id, *sentences))
    return documents, pairs


def origin(item_id: str, **changes: object) -> Origin:
    """Return where an item of the tests comes from."""
    given = {
        "miner": "lexical", "parameters": {"threshold": 0.45}, "score": 0.5, "stratum": "0.5-0.6",
        "probability": 0.25, "seed": 7, "mined_at": NOW,
    } | changes  # fmt: skip
    return Origin(item_id, **given)  # type: ignore[arg-type]


def fill(
    store: Store, items: int = 3, people: int = 3, overlap: int = 2, *,
    cap: int | None = None, repeated: Sequence[int] = (),
) -> World:  # fmt: skip
    """Fill a store: one open round in which everybody is offered every item, in the same order."""
    corpus = make_corpus(items)
    documents, pairs = make_pairs(items, corpus)
    store.texts.add_corpus(corpus, documents)
    store.texts.add_items([(pair, origin(pair.id)) for pair in pairs])
    crew = tuple(store.people.add(f"person {n}", Role.ANNOTATOR, NOW) for n in range(people))
    store.campaigns.add(Campaign("k0", "closeness", Schema("similarity", 1, {"high": 5}), corpus.id))
    store.campaigns.add_guideline("k0", "Read both.", "first", NOW)
    ids = tuple(pair.id for pair in pairs)
    opened = make_round(1, ids, tuple(one.id for one in crew), overlap, cap=cap, repeats=len(repeated))
    rows = [
        Assignment(AssignmentKey(opened.id, item, one.id), place)
        for one in crew
        for place, item in enumerate(ids)
    ]
    rows += [
        Assignment(AssignmentKey(opened.id, ids[item], one.id, 2), len(ids) + place)
        for one in crew
        for place, item in enumerate(repeated)
    ]
    store.campaigns.open_round(opened, rows)
    return World(store, crew, ids, opened.id)


def make_round(
    number: int, items: tuple[str, ...], people: tuple[str, ...], overlap: int, **changes: object
) -> Round:
    """Return a round of the campaign of the tests."""
    made = content_id("round", "k0", number)
    return Round(made, "k0", number, Purpose.MAIN, 1, items, people, overlap, 5, **changes)  # type: ignore[arg-type]
