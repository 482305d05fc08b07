"""The current answers of rounds, cached in memory: a new answer does not cause a full read."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from operator import itemgetter
from typing import TypeAlias

from sqlalchemy import Connection, bindparam, func, select

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.storage import tables as t
from aloi.storage.columns import ID
from aloi.storage.rows import in_parts, read_annotation, read_annotations

_MOST_BYTES = 256_000_000  # of all rounds that are kept: about 280,000 judgements
_AT_ONCE = 5000  # rows that are fetched together
_SAMPLE = 100  # answers of a round that tell how large the others are
_A = t.assignments.c
_N = t.answers.c
_I = t.round_items.c
_ROUND = bindparam("its_round_id", type_=ID)

# (item, annotator, occasion): the assignment that an answer is of.
_Key: TypeAlias = tuple[str, str, int]

_STATE = select(t.states.c.answers, t.states.c.changes).where(t.states.c.id == _ROUND)
_COUNT = (
    select(func.count()).select_from(t.assignments).where(_A.round_id == _ROUND, _A.status == "submitted")
)
_PLACES = select(_I.item_id, _I.place).where(_I.round_id == _ROUND)
_PLACES = _PLACES.execution_options(yield_per=_AT_ONCE)
_ANSWERED = select(_A.item_id, _A.annotator_id, _A.occasion).where(
    _A.round_id == _ROUND, _A.status == "submitted"
)
_ANSWERED = _ANSWERED.execution_options(yield_per=_AT_ONCE)
_HEADS = select(_N.item_id, _N.annotator_id, _N.occasion, _N.event_id).where(_N.round_id == _ROUND)
_HEADS = _HEADS.order_by(_N.item_id, _N.annotator_id, _N.occasion, _N.revision)


class _CachedRound:
    """The answers of one round, in the state of the round that they were read in."""

    def __init__(self) -> None:
        self.state: tuple[int, ...] | None = None
        self.answers: list[Annotation] = []
        self.size = 0  # bytes


class AnswerCache:
    """The last answer of each answered assignment of recently requested rounds, updated by changes.

    An answer never changes and has its own event. If a round has changed, its events are read, and only the
    answers with new events. An unchanged round costs two counts. Safe to use from several threads.

    Parameters
    ----------
    most : int
        Maximal size of the cache in bytes. The least recently requested rounds are dropped first; a round
        larger than the cache is not cached.
    """

    def __init__(self, most: int = _MOST_BYTES) -> None:
        self._most = most
        self._rounds: OrderedDict[str, _CachedRound] = OrderedDict()
        self._turn = threading.Lock()

    def latest(self, connection: Connection, round_id: str) -> list[Annotation]:
        """Return the answers of a round that count, by item, annotator and occasion."""
        its = {"its_round_id": round_id}
        row = connection.execute(_STATE, its).first()
        state = (*(row or (0, 0)), connection.execute(_COUNT, its).scalar_one())
        with self._turn:
            cached = self._rounds.get(round_id) or _CachedRound()
            before = cached.answers if cached.state is not None else []
            if cached.state == state:
                self._rounds.move_to_end(round_id)
                return list(before)
        answers = _read(connection, round_id, before)
        with self._turn:
            cached.state, cached.answers, cached.size = state, answers, size_of(answers)
            self._rounds[round_id] = cached
            self._rounds.move_to_end(round_id)
            while self._rounds and self.size > self._most:
                self._rounds.popitem(last=False)
        return list(answers)

    @property
    def size(self) -> int:
        """Approximate size of the cached answers in bytes."""
        return sum(one.size for one in self._rounds.values())


def size_of(answers: Sequence[Annotation]) -> int:
    """Return about how many bytes answers take in memory, by some of them, evenly drawn."""
    sample = answers[:: max(1, len(answers) // _SAMPLE)]
    seen: set[int] = set()
    waiting: list[object] = list(sample)
    size = 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        size += sys.getsizeof(value)
        if isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, Annotation | AssignmentKey):
            waiting += [getattr(value, each.name) for each in fields(value)]
    return round(size * len(answers) / len(sample)) if sample else 0


def _read(connection: Connection, round_id: str, before: Sequence[Annotation]) -> list[Annotation]:
    """Return the current answers of a round; answers that were read before are the same objects."""
    if not before:
        return _read_whole(connection, round_id)
    its = {"its_round_id": round_id}
    events: dict[_Key, str] = {(one[0], one[1], one[2]): one[3] for one in connection.execute(_HEADS, its)}
    by_event = {one.event_id: one for one in before}
    places: dict[str, int] = {one[0]: one[1] for one in connection.execute(_PLACES, its)}
    heads: list[tuple[int, str, int, str]] = []
    for item_id, annotator_id, occasion in connection.execute(_ANSWERED, its):
        event = events.get((item_id, annotator_id, occasion))
        if event is not None and item_id in places:
            heads.append((places[item_id], annotator_id, occasion, event))
    heads.sort(key=itemgetter(0, 1, 2))
    fresh = [one[3] for one in heads if one[3] not in by_event]
    if len(fresh) > len(by_event):  # most of the round: one query
        fresh_events = set(fresh)
        annotations = read_annotations(connection, select(t.answers).where(_N.round_id == round_id))
        by_event |= {one.event_id: one for one in annotations if one.event_id in fresh_events}
    else:
        for part in in_parts(fresh):
            rows = connection.execute(select(t.answers).where(_N.event_id.in_(part))).mappings()
            by_event |= {row["event_id"]: read_annotation(row) for row in rows}
    return [by_event[one[3]] for one in heads]


def _read_whole(connection: Connection, round_id: str) -> list[Annotation]:
    """Return the answers of a round that count, each read once."""
    annotations = read_annotations(connection, select(t.answers).where(_N.round_id == round_id))
    return counting_among(connection, round_id, annotations)


def counting_among(
    connection: Connection, round_id: str, revisions: Iterable[Annotation]
) -> list[Annotation]:
    """Return, of all revisions of the answers of a round, those that count."""
    its = {"its_round_id": round_id}
    last: dict[_Key, Annotation] = {}
    for annotation in revisions:
        key = (annotation.key.item_id, annotation.key.annotator_id, annotation.key.occasion)
        if key not in last or last[key].revision < annotation.revision:
            last[key] = annotation
    places: dict[str, int] = {one[0]: one[1] for one in connection.execute(_PLACES, its)}
    answered = ((one[0], one[1], one[2]) for one in connection.execute(_ANSWERED, its))
    counting = [(places[key[0]], key) for key in answered if key in last and key[0] in places]
    return [last[key] for _, key in sorted(counting, key=lambda one: (one[0], one[1][1:]))]
