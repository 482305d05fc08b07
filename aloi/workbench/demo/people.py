"""Simulated people: who they are, and how they answer the items of a round in turn."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.random import Generator

from aloi.annotation.model import Annotator, Role, Round
from aloi.annotation.tasks import task
from aloi.corpora.identity import content_id
from aloi.corpora.model import Item, Json
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password

ANNOTATORS = Path(__file__).parent / "annotators.toml"
PASSWORD = "aloi-demo-only"  # printed by `make demo`: the demo store holds nothing to protect
_LEASE_SECONDS = 3600
_SATURDAY = 5  # of weekdays, from 0


@dataclass(frozen=True, slots=True)
class Simulated:
    """How one simulated annotator answers: a shift and a noise on a scale, a chance of slips, and a pace."""

    pseudonym: str
    role: str
    expertise: str
    bias: float
    noise: float
    slips: float
    seconds: float

    def without_guideline(self) -> Simulated:
        """Return the same person in a pilot: answers are three times as noisy."""
        return replace(self, bias=2 * self.bias, noise=3 * self.noise, slips=min(0.45, 3 * self.slips))


Crew: TypeAlias = Mapping[str, Annotator]
# (item, annotator, random generator) -> the answer.
Answering: TypeAlias = Callable[[Item, Simulated, Generator], Json]


def simulated(which: str = "people") -> list[Simulated]:
    """Return the simulated people of the first campaign, or those `joining` after it."""
    return [Simulated(**one) for one in tomllib.loads(ANNOTATORS.read_text(encoding="utf-8"))[which]]


def add_people(store: Store, people: Sequence[Simulated], now: datetime) -> dict[str, Annotator]:
    """Return stored people by pseudonym; each signs in under it with the password of the demo."""
    hashed = hash_password(PASSWORD)
    return {
        person.pseudonym: store.people.add(
            person.pseudonym, Role(person.role), now,
            expertise=person.expertise, pseudonym=person.pseudonym, password_hash=hashed,
        )
        for person in people
    }  # fmt: skip


def add_manager(store: Store, now: datetime) -> Annotator:
    """Return the stored administrator, who signs in as `manager`."""
    return store.people.add(
        "manager", Role.ADMINISTRATOR, now, pseudonym="M1", password_hash=hash_password(PASSWORD)
    )


def add_adjudicators(store: Store, campaign: str) -> None:
    """Make every adjudicator a member of a campaign."""
    campaign_id = store.campaigns.get(campaign).id
    for person in store.people.list():
        if person.role is Role.ADJUDICATOR:
            store.members.put(campaign_id, person.id, Role.ADJUDICATOR)


def answer_round(
    store: Store,
    opened: Round,
    people: Sequence[Simulated],
    crew: Crew,
    start: datetime,
    answering: Answering,
    most: int | None = None,
    days: int = 1,
) -> None:
    """Answer the items of a round as simulated people, in turn; at most `most` answers, if it is given.

    They spread their answers evenly over so many working days, the first of them at `start` or after it.
    """
    working = [one for one in people if one.pseudonym in crew and crew[one.pseudonym].id in opened.annotators]
    schema = store.campaigns.get(opened.campaign_id).schema
    n_planned = len(opened.item_ids) * opened.overlap
    per_day = max(1, -(-min(n_planned, n_planned if most is None else most) // days))
    clock, n_answers = start, 0
    busy = list(working)
    while busy:
        for person in list(busy):
            if n_answers == most:
                return
            if n_answers % per_day == 0:
                clock = _working_day(start, n_answers // per_day)
            assignment = store.answers.lease_next(opened.id, crew[person.pseudonym].id, clock, _LEASE_SECONDS)
            if assignment is None:
                busy.remove(person)
                continue
            item = store.texts.items([assignment.key.item_id])[0]
            chance = _chance(item.id, person.pseudonym, opened.id)
            value = task(schema.task_type).check(answering(item, person, chance), item, schema.settings)
            seconds = round(float(chance.gamma(4, person.seconds / 4)), 1)
            clock += timedelta(seconds=seconds / len(working))
            n_answers += 1
            store.answers.submit(
                assignment.key,
                content_id("demo", opened.id, item.id, person.pseudonym),
                value,
                seconds=seconds,
                flag=False,
                comment="",
                shown={"left_first": True},
                guideline_version=opened.guideline_version,
                now=clock,
            )


def _working_day(start: datetime, number: int) -> datetime:
    """Return the working day of that number from `start`, counted from 0, at the same time of day."""
    day = start
    while day.weekday() >= _SATURDAY or number:
        number -= day.weekday() < _SATURDAY
        day += timedelta(days=1)
    return day


def _chance(item_id: str, pseudonym: str, round_id: str) -> Generator:
    """Return the chance of one answer: the same for the same item, person and round."""
    digest = hashlib.sha256(f"{item_id}|{pseudonym}|{round_id}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8]))
