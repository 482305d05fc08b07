"""The store: open it, then use its parts; each of their methods is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import StatementError

from aloi.annotation.model import Role
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers.annotator_progress import OwnProgress
from aloi.storage.answers.annotator_work import OwnWork
from aloi.storage.answers.answers import Answers
from aloi.storage.answers.campaigns import Campaigns
from aloi.storage.answers.feed import AnswerFeed
from aloi.storage.answers.imports import ImportedSkips
from aloi.storage.answers.late_answers import LateAnswers
from aloi.storage.answers.tallies import Tallies
from aloi.storage.archive.archives import Archives
from aloi.storage.cached_results import CachedResults
from aloi.storage.corrections.log import Corrections
from aloi.storage.corrections.schemas import Schemas
from aloi.storage.corrections.setup import Setup
from aloi.storage.database import Database
from aloi.storage.driver.errors import StoreDamaged
from aloi.storage.event_log.checking import EventLog, LogHead, find_log_problems, head_of
from aloi.storage.event_log.making import make_anew
from aloi.storage.gold import Cleanings, GoldStore
from aloi.storage.integrity.checks import (
    any_bytes,
    find_index_problems,
    find_problems,
    found_in_any_bytes,
    require_readable,
)
from aloi.storage.integrity.contents import find_changes
from aloi.storage.integrity.values import HASHED, find_broken_values
from aloi.storage.jobs import Jobs
from aloi.storage.machines import Machines
from aloi.storage.members import Members
from aloi.storage.model import Examined, Problem, StoreContents, StoreCounts
from aloi.storage.moving import MovedTable, move
from aloi.storage.people.crowds import Crowds
from aloi.storage.people.erasing import Erasure
from aloi.storage.people.people import People
from aloi.storage.people.sign_ins import SignIns
from aloi.storage.people.tokens import Tokens
from aloi.storage.people.webhooks import Webhooks
from aloi.storage.scope import PersonScope, ScopedDatabase, refuse_others
from aloi.storage.texts.corpora import Texts
from aloi.storage.texts.item_history import ItemHistory
from aloi.storage.texts.suggestions import Suggestions
from aloi.storage.texts.terminologies import Terminologies


class Store:
    """All data of Aloi. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.texts = Texts(database)
        self.people = People(database)
        self.members = Members(database)
        self.erasure = Erasure(database)
        self.sign_ins = SignIns(database)
        self.tokens = Tokens(database)
        self.campaigns = Campaigns(database)
        self.answers = Answers(database)
        self.answer_feed = AnswerFeed(database)
        self.late = LateAnswers(database)
        self.imported_skips = ImportedSkips(database)
        self.item_history = ItemHistory(database)
        self.own_work = OwnWork(database)
        self.own_progress = OwnProgress(database)
        self.tallies = Tallies(database)
        self.gold = GoldStore(database)
        self.cleanings = Cleanings(database)
        self.suggestions = Suggestions(database)
        self.terminologies = Terminologies(database)
        self.machines = Machines(database)
        self.event_log = EventLog(database)
        self.corrections = Corrections(database)
        self.setup = Setup(database)
        self.schemas = Schemas(database)
        self.archives = Archives(database)
        self.jobs = Jobs(database)
        self.cached_results = CachedResults(database)
        self.webhooks = Webhooks(database)
        self.crowds = Crowds(database)
        self._scoped: dict[PersonScope, Store] = {}
        self._whole: Store | None = None

    @classmethod
    def open(cls, url: str) -> Store:
        """Return the store at a database URL, created or upgraded if needed.

        Raises
        ------
        AloiError
            A URL that is none, or a database that cannot be opened.
        """
        return cls(Database(url))

    def as_person(self, person_id: str, *roles: Role, campaign_id: str | None = None) -> Store:
        """Return the store as a person may read it: the campaigns in which they have one of these roles.

        An administrator reads all of it. New rows belong to the person, see `aloi.storage.scope`. With a
        `campaign_id` nothing of any other campaign is in it, for an administrator neither.
        """
        scope = PersonScope(person_id, frozenset(roles), campaign_id)
        if scope not in self._scoped:
            scoped = self._scoped[scope] = Store(ScopedDatabase(self._database.unscoped, scope))
            scoped._whole = self.unscoped
            scoped.answers.keep_none()  # what is in memory is of everybody
        return self._scoped[scope]

    @property
    def unscoped(self) -> Store:
        """The whole store, for what concerns all: whether a worker runs, whether something is used."""
        return self if self._whole is None else self._whole

    @property
    def person_id(self) -> str | None:
        """The id of the person as whom the store is read; None for the whole store."""
        return self._database.person_id

    @property
    def campaign_id(self) -> str | None:
        """The id of the only campaign that is read; None for all."""
        return self._database.campaign_id

    def is_administrator(self) -> bool:
        """Return whether everything may be read: by an administrator, or without a person."""
        return self._database.is_administrator()

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def together(self) -> AbstractContextManager[None]:
        """Make one transaction of all changes that this thread makes to the store in the block."""
        return self._database.together()

    def copy_to(self, path: Path) -> None:
        """Write the full store into a new SQLite file as of one moment; others may work meanwhile."""
        refuse_others(self._database)
        if not self._database.on_server:
            self._database.copy_to(path)
            return
        with closing(Database(f"sqlite:///{path}")) as copy:
            move(self._database, copy)

    def take_over(self, path: Path, keep: Callable[[], None]) -> None:
        """Replace all data of this store by those of an intact copy of a store, or nothing.

        `keep` is called once nobody writes any more: it may copy what is here, to the last answer, and
        whatever it raises breaks all off.

        Raises
        ------
        AloiError
            The store is no SQLite file, or cannot be written.
        """
        refuse_others(self._database)
        self._database.take_over(path, keep)

    def move_to(self, target: Store) -> list[MovedTable]:
        """Copy all data into an empty store, see `aloi.storage.moving.move`."""
        refuse_others(self._database)
        return move(self._database, target._database)

    def check(self) -> list[Problem]:
        """Return the inconsistencies of the store; empty if there are none.

        Raises
        ------
        StoreDamaged
            The database cannot be read through.
        """
        refuse_others(self._database)
        return self._unfitting() + self._index_problems()

    def _unfitting(self) -> list[Problem]:
        with self._database.snapshot() as connection:
            with any_bytes(connection):
                require_readable(connection, self._database.name)
            return found_in_any_bytes(connection, find_problems)

    def _index_problems(self) -> list[Problem]:
        with self._database.write() as connection:  # a read that went before others wrote cannot become one
            return [*find_index_problems(connection)]

    def find_changes(self) -> list[Problem]:
        """Return the changes since data were stored, as far as ids and checksums show.

        They cover the texts of corpora, sentences and items, golds and releases with their sources, and the
        names of terminologies. The event log covers answers and the other events that it records. Rows are
        read one after the other.
        """
        refuse_others(self._database)
        with self._database.snapshot() as connection:
            return self._changes(connection)

    def _changes(self, connection: Connection) -> list[Problem]:
        changes = found_in_any_bytes(connection, find_changes)
        unlike = found_in_any_bytes(connection, find_log_problems)
        why = partial(find_broken_values, tables=HASHED)  # a hash says that something differs, not what
        broken = found_in_any_bytes(connection, why) if unlike else []
        return [*broken, *changes, *unlike]

    def examine(self) -> Examined:
        """Return the results of `check` and `find_changes`, while others may continue to work.

        Each sees the store at one moment. They run in two threads: Python can work while the database does.

        Raises
        ------
        StoreDamaged
            The database cannot be read completely.
        """
        refuse_others(self._database)
        with ThreadPoolExecutor(1) as second_thread:
            looking = second_thread.submit(self._unfitting)
            try:
                changes, counts, log = self._contents_examined()
            finally:  # damage is reported before its consequences
                unfitting = looking.result()
        problems = (*unfitting, *changes, *self._index_problems())
        if log is None:
            return Examined(problems, counts, None, None)
        return Examined(problems, counts, log.events, log.head)

    def _contents_examined(self) -> tuple[list[Problem], StoreCounts, LogHead | None]:
        with self._database.snapshot() as connection:
            changes = self._changes(connection)
            counts = _counts(connection)
            try:
                return changes, counts, head_of(connection)
            except TypeError:  # the number of an entry is none
                if not changes:
                    raise
                return changes, counts, None

    def mend_log(self, why: Mapping[str, Json]) -> bool:
        """Rebuild the event log if it is not valid, as after a loss of rows; return whether it was rebuilt.

        `why` is in the first entry of each chain.

        Raises
        ------
        StoreDamaged
            No log can be built from the rows: a value is of another type than its column's.
        """
        refuse_others(self._database)
        try:
            with self._database.write() as connection, any_bytes(connection):
                problem = next(find_log_problems(connection), None)
                if problem is not None:
                    make_anew(connection, why)
        except (AttributeError, LookupError, TypeError, ValueError, StatementError) as error:
            code = type(error).__name__
            raise StoreDamaged("storage.driver-damaged", store=self._database.name, code=code) from None
        return problem is not None

    def contents(self) -> StoreContents:
        """Return the main content of the store: its campaigns, their answers, the time of the last one."""
        tables = (t.people, t.corpora, t.campaigns, t.adjudications, t.releases)
        answered = t.assignments.c.status == "submitted"
        with self._database.read() as connection:
            people, corpora, campaigns, decisions, releases = (
                connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
            )
            answers = connection.execute(select(func.count()).where(answered)).scalar_one()
            last = connection.execute(select(func.max(t.assignments.c.acted_at)).where(answered)).scalar()
        return StoreContents(people, corpora, campaigns, answers, decisions, releases, last)


def _counts(connection: Connection) -> StoreCounts:
    counted = [select(func.count()).select_from(one) for one in (t.documents, t.sentences, t.releases)]
    counted.append(select(func.count()).where(t.assignments.c.status == "submitted"))
    return StoreCounts(*(connection.execute(one).scalar_one() for one in counted))
