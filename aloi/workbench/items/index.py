"""The items of a campaign with their answers, written into a file that is filtered, sorted and read in parts.

The file is a small SQLite database in the data folder. `facets` has the columns of filters and orders,
`cells` the rows as they are shown, `found` the texts and notes as they are searched. Only the account that
runs Aloi may read the folder, and a sweep deletes the file after a week.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.model import Annotation, Assignment, Campaign, Purpose, Round, Status, Work
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import label_entries
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.base.names import counting_order
from aloi.corpora.model import Item, Json
from aloi.gold.making.adjudicate import needs_decision
from aloi.gold.model import GoldStatus
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.storage.columns import folded
from aloi.storage.store import Store
from aloi.workbench.items.texts import marked_texts, shortened
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.rounds.schemas import assumptions_of, decisions_of_round
from aloi.workbench.store.private import ITEMS

MARK = "\x1f"  # before and after an entry of `marks`
EQUALS = "\x1e"  # between the annotator and the label of an entry
NO_ROUND = 0
OPEN, NEEDED, DECIDED = "", "needed", "decided"  # whether an item needs a decision
_MOST_LABELS = 200
_TABLES = """
CREATE TABLE facets (
    place INTEGER PRIMARY KEY, item TEXT, round INTEGER, latest INTEGER, answers INTEGER, score REAL,
    gap REAL, decision TEXT, flagged INTEGER, skipped INTEGER, noted INTEGER, gold TEXT, split TEXT,
    head TEXT, marks TEXT
);
CREATE TABLE cells (place INTEGER PRIMARY KEY, cell TEXT);
CREATE TABLE found (place INTEGER PRIMARY KEY, text TEXT);
CREATE INDEX by_item ON facets (item);
"""


@dataclass(frozen=True, slots=True)
class AnswerLabel:
    """A label of a campaign's answers, its title, and how many items have it."""

    name: str
    title: str
    items: int


@dataclass(frozen=True, slots=True)
class ItemsIndex:
    """The table of a campaign's items: its file, and what its rows can be chosen by.

    Parameters
    ----------
    file : str
        Name of the file; a new one for each computation.
    items : int
        Items of the campaign, those in no round among them.
    rounds, annotators, labels, splits
        Those that occur.
    counts : mapping
        How many items are flagged, skipped, noted, differ (`disputed`), need a decision (`needed`) or are
        in no round (`unused`).
    scale : (float, float) or None
        The ends of the scale whose scores are answers.
    """

    file: str
    items: int
    rounds: tuple[int, ...]
    annotators: tuple[str, ...]
    labels: tuple[AnswerLabel, ...]
    splits: tuple[str, ...]
    counts: Mapping[str, int]
    scale: tuple[float, float] | None


def write_index(store: Store, campaign_id: str, folder: Path, progress: Progress = silent) -> ItemsIndex:
    """Return the index of a campaign's items, written into the data folder as the store is now."""
    builder = _Builder(store, store.campaigns.get(campaign_id), progress)
    target = folder / ITEMS
    target.mkdir(parents=True, exist_ok=True)
    name = f"{campaign_id}-{uuid.uuid4().hex[:12]}.db"
    with closing(sqlite3.connect(target / name)) as connection, connection:
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
        index = builder.write(connection, name)
    _forget_older(target, campaign_id)
    return index


def _forget_older(folder: Path, campaign_id: str) -> None:
    """Delete the files of a campaign but for the last two: pages may still read the one before."""
    files = sorted(folder.glob(f"{campaign_id}-*.db"), key=lambda path: path.stat().st_mtime)
    for path in files[:-2]:
        path.unlink(missing_ok=True)


@dataclass(slots=True)
class _RoundWork:
    """The answers, skips and decisions of a round, by item."""

    round: Round
    answers: Mapping[str, list[Annotation]]
    skips: Mapping[str, list[Assignment]]
    decided: Mapping[str, str]
    still_open: set[str]


@dataclass(frozen=True, slots=True)
class _Value:
    """An answer as rows show it: in words, its labels, its score on a scale and its colour.

    The colour is a share of the scale, or the place among the labels; -1 for none of them.
    """

    text: str
    labels: tuple[str, ...]
    score: float | None
    colour: float


class _Builder:
    """Makes the rows of a campaign: one for each item and round, and for each item in no round."""

    def __init__(self, store: Store, campaign: Campaign, progress: Progress) -> None:
        self._store, self._campaign, self._progress = store, campaign, progress
        self._kind, self._settings = task(campaign.schema.task_type), campaign.schema.settings
        self._names = answer_names(store)
        self._people = {its_id: counting_order(name) for its_id, name in self._names.items()}
        self._values: dict[str, _Value] = {}
        self._order = {name: place for place, name in enumerate(self._kind.labels(self._settings))}
        self._scale = self._kind.range(self._settings) if isinstance(self._kind, Similarity) else None
        self._labels: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._annotators: set[str] = set()

    def write(self, connection: sqlite3.Connection, name: str) -> ItemsIndex:
        """Write all rows and return the index."""
        store, campaign = self._store, self._campaign
        rounds = listed_rounds(store, campaign.id)
        steps = len(rounds) + 2
        works = []
        for done, round_ in enumerate(rounds):
            go_on(self._progress, done, steps, "")
            works.append(self._read(round_))
        go_on(self._progress, len(rounds), steps, "")
        items = {
            item.id: item
            for item in store.texts.corpus_items(campaign.corpus_id)
            if item.kind == self._kind.item_kind
        }
        gold, splits = self._gold(), _splits(store, campaign.id)
        rows = self._rows(works, items)
        for position, (item, work, is_latest) in enumerate(rows):
            self._write_row(connection, position, item, work, is_latest, gold, splits)
        go_on(self._progress, len(rounds) + 1, steps, "")
        return ItemsIndex(
            file=name,
            items=len(items),
            rounds=tuple(one.number for one in rounds),
            annotators=tuple(sorted(self._annotators, key=counting_order)),
            labels=self._label_counts(),
            splits=tuple(dict.fromkeys(splits.values())),
            counts=dict(self._counts),
            scale=self._scale,
        )

    def _read(self, round_: Round) -> _RoundWork:
        store = self._store
        answers: dict[str, list[Annotation]] = defaultdict(list)
        for annotation in counted_answers(store, round_):
            if annotation.key.occasion == 1:
                answers[annotation.key.item_id].append(annotation)
        self._describe(one.value for each in answers.values() for one in each)
        skips: dict[str, list[Assignment]] = defaultdict(list)
        for assignment in store.answers.assignments(round_.id, Work.SKIPPED):
            skips[assignment.key.item_id].append(assignment)
        decisions = decisions_of_round(store, self._campaign.id, round_.id)
        self._describe(one.value for one in decisions)
        decided = {one.item_id: self._value(one.value).text for one in decisions}
        coverage = store.answers.coverage(round_.id) if round_.status == Status.OPEN else ()
        still_open = {one.item_id for one in coverage if one.still_open}
        return _RoundWork(round_, answers, skips, decided, still_open)

    def _rows(
        self, works: Sequence[_RoundWork], items: Mapping[str, Item]
    ) -> Iterator[tuple[Item, _RoundWork | None, bool]]:
        """Yield each item with each of its rounds, by number, and whether that is the item's latest one."""
        latest = {item_id: work for work in works for item_id in work.round.item_ids}
        for work in works:
            for item_id in work.round.item_ids:
                if item_id in items:
                    yield items[item_id], work, latest[item_id] is work
        for item_id, item in items.items():
            if item_id not in latest:
                yield item, None, True

    def _write_row(
        self,
        connection: sqlite3.Connection,
        position: int,
        item: Item,
        work: _RoundWork | None,
        is_latest: bool,
        gold: Mapping[str, tuple[str, str]],
        splits: Mapping[str, str],
    ) -> None:
        answers = work.answers.get(item.id, []) if work else []
        skips = work.skips.get(item.id, []) if work else []
        values = [one.value for one in answers]
        gap = self._kind.distance(values, self._settings) if len(values) > 1 else None
        decision = self._decision(item.id, work, values, gap)
        notes = [[self._names[one.key.annotator_id], one.comment] for one in answers if one.comment]
        notes += [[self._names[one.key.annotator_id], one.skip_note] for one in skips if one.skip_note]
        flagged = sorted(self._names[one.key.annotator_id] for one in answers if one.flag)
        accepted = gold.get(item.id)
        if accepted is None and work and item.id in work.decided:
            accepted = (work.decided[item.id], GoldStatus.ADJUDICATED.value)
        value, status = accepted or ("", "")
        split, texts = splits.get(item.id, ""), marked_texts(item)
        people = sorted(answers, key=lambda one: self._people[one.key.annotator_id])
        cell = {
            "item": item.id,
            "round": work.round.number if work else NO_ROUND,
            "texts": [shortened(text) for text in texts],
            "answers": [self._chip(one) for one in people],
            "gap": gap,
            "decision": decision,
            "flags": flagged,
            "skips": [self._names[one.key.annotator_id] for one in skips],
            "notes": notes,
            "gold": value,
            "status": status,
            "split": split,
        }
        scores = [score for one in values if (score := self._value(one).score) is not None]
        plain = " ".join(part for text in texts for part, _ in text)
        score = sum(scores) / len(scores) if scores else None
        facts = (
            position, item.id, cell["round"], is_latest, len(answers), score, gap, decision, len(flagged),
            len(skips), len(notes), value, split, folded(plain[:80].strip()),
            self._marks(answers, count=is_latest),
        )  # fmt: skip
        connection.execute(f"INSERT INTO facets VALUES ({', '.join('?' * len(facts))})", facts)
        connection.execute(
            "INSERT INTO cells VALUES (?, ?)",
            (position, json.dumps(cell, ensure_ascii=False, separators=(",", ":"))),
        )
        searched = folded(" ".join([plain, *(note for _, note in notes)]))
        connection.execute("INSERT INTO found VALUES (?, ?)", (position, searched))
        if is_latest:
            self._counts.update(
                name
                for name, holds in (
                    ("flagged", flagged),
                    ("skipped", skips),
                    ("noted", notes),
                    ("disputed", gap),
                    ("needed", decision == NEEDED),
                    ("unused", work is None),
                )
                if holds
            )

    def _decision(
        self, item_id: str, work: _RoundWork | None, values: Sequence[Json], gap: float | None
    ) -> str:
        """Return whether the answers to an item need a decision, or have it."""
        if work is None or self._kind.gathers:
            return OPEN
        if item_id in work.decided:
            return DECIDED
        if not gap or item_id in work.still_open or work.round.purpose == Purpose.PILOT:
            return OPEN
        rule = self._campaign.adjudication
        return NEEDED if needs_decision(values, gap, self._kind, self._settings, rule) else OPEN

    def _marks(self, answers: Sequence[Annotation], *, count: bool) -> str:
        """Return who gave which labels, for the filters of annotators and labels."""
        marks: list[str] = []
        labels: set[str] = set()
        for annotation in answers:
            name = self._names[annotation.key.annotator_id]
            self._annotators.add(name)
            its_labels = self._value(annotation.value).labels
            labels.update(its_labels)
            marks += [f"{name}{EQUALS}{label}" for label in its_labels or ("",)]
        if count:
            self._labels.update(labels)
        return MARK + MARK.join(marks) + MARK if marks else ""

    def _label_counts(self) -> tuple[AnswerLabel, ...]:
        """Return the labels that occur, in the order of the schema, then the most frequent others."""
        scales = len({name.partition(":")[0] for name in self._order}) if self._scale else 0
        titles = {
            str(entry["name"]): str(entry.get("title") or entry["name"])
            for entry in label_entries(self._kind, self._settings)
        }

        def title(name: str) -> str:
            return name.partition(":")[2] if scales == 1 else titles.get(name, name)

        ordered = sorted(
            self._labels,
            key=lambda name: (self._order.get(name, len(self._order)), -self._labels[name], name),
        )
        return tuple(AnswerLabel(name, title(name), self._labels[name]) for name in ordered[:_MOST_LABELS])

    def _chip(self, answer: Annotation) -> list[Json]:
        """Return the annotator, the answer in words, and its colour."""
        value = self._value(answer.value)
        return [self._names[answer.key.annotator_id], value.text, value.colour]

    def _gold(self) -> dict[str, tuple[str, str]]:
        """Return the value and the status of each item of the last frozen gold, else what is assumed."""
        heads = self._store.gold.gold_heads(self._campaign.id)
        if heads:
            items = self._store.gold.gold(heads[-1].id).items
            values = [(one.item_id, one.value, one.status.value) for one in items]
        else:
            assumptions = assumptions_of(self._store, self._campaign.id)
            values = [(one.item_id, one.value, GoldStatus.ASSUMED.value) for one in assumptions]
        self._describe(value for _, value, _ in values)
        return {item_id: (self._value(value).text, status) for item_id, value, status in values}

    def _describe(self, values: Iterable[Json]) -> None:
        """Put answers into words, each different one once."""
        new = {repr(value): value for value in values}
        new = {key: value for key, value in new.items() if key not in self._values}
        texts = described(self._store, self._campaign, [*new.values()])
        for (key, value), text in zip(new.items(), texts, strict=True):
            labels = self._kind.labels_in(value) or (text,)
            score = self._kind.score(value, self._settings) if isinstance(self._kind, Similarity) else None
            self._values[key] = _Value(text, labels, score, self._colour(labels, score))

    def _colour(self, labels: Sequence[str], score: float | None) -> float:
        if score is None or self._scale is None:
            return self._order.get(labels[0], -1)
        low, high = self._scale
        return (score - low) / (high - low) if high > low else 0.0

    def _value(self, value: Json) -> _Value:
        return self._values[repr(value)]


def _splits(store: Store, campaign_id: str) -> dict[str, str]:
    """Return the split of each item in the last release of a campaign."""
    heads = store.gold.release_heads(campaign_id)
    if not heads:
        return {}
    manifest = store.gold.release(heads[-1].id).manifest
    return {
        str(item_id): str(part["name"])
        for part in rows_of(entries(manifest, "splits"), "parts")
        if "within" not in part
        for item_id in listed(part, "item_ids")
    }
