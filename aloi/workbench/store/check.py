"""Whether the store is sound: readable, consistent, and still holding what was stored."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.storage.driver.errors import StoreDamaged
from aloi.storage.model import Problem
from aloi.storage.store import Store
from aloi.workbench.store.opening import open_store


@dataclass(frozen=True, slots=True)
class Check:
    """The result of an integrity check: counts, and all problems.

    `answers` counts current answers, `events` the entries of the event log, whose head is `head`. Counts are
    None if the database is too damaged for them. If nothing else can be determined, `damage` has the next
    steps in three lines.
    """

    documents: int | None
    sentences: int | None
    releases: int | None
    problems: tuple[Problem, ...]
    damage: str | None = None
    answers: int | None = None
    events: int | None = None
    head: str | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check(store: Store) -> Check:
    """Return the integrity report of a store: nothing is changed."""
    try:
        report = store.examine()
    except StoreDamaged as error:
        return _damaged(error)
    counts = report.counts
    return Check(
        counts.documents,
        counts.sentences,
        counts.releases,
        report.problems,
        answers=counts.answers,
        events=report.events,
        head=report.head,
    )


def check_url(url: str) -> Check:
    """Return the integrity report of the store at a database URL, which may be too damaged to be opened."""
    try:
        store = open_store(url)
    except StoreDamaged as error:
        return _damaged(error)
    try:
        return check(store)
    finally:
        store.close()


def _damaged(error: StoreDamaged) -> Check:
    problem = "cannot be read: the database is damaged."
    problems = tuple(Problem(table, None, problem) for table in error.tables)
    return Check(None, None, None, problems or (Problem(None, None, error.found),), str(error))
