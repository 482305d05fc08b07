"""The store as a person may read it: every query is restricted to the campaigns of that person.

Code that lists or resolves names does not need to know the person. Tables without a condition in
`PersonScope.conditions` are common to all: terminologies, secrets, states, and cached results, which are read
by ids that were resolved before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias, cast

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Join,
    Select,
    Table,
    bindparam,
    exists,
    false,
    or_,
    select,
    union,
)
from sqlalchemy.sql import visitors

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import tables as t
from aloi.storage.database import Database
from aloi.storage.driver.prepared_statements import PreparedStatement

Columns: TypeAlias = Any
_Condition: TypeAlias = Callable[[Columns], ColumnElement[bool]]
_ACCOUNT = PreparedStatement(
    select(t.people.c.role, t.people.c.disabled).where(t.people.c.id == bindparam("its_id"))
)
_OF_CAMPAIGN = (
    t.guidelines, t.schemas, t.assumptions, t.golds, t.cleanings, t.suggestions, t.releases,
    t.rounds, t.invites, t.webhooks,
)  # fmt: skip
_OF_ROUND = (
    t.round_annotators, t.round_items, t.assignments, t.answers, t.late_answers, t.events,
    t.adjudications, t.machine_answers, t.webhook_checks, t.crowds, t.participants,
)  # fmt: skip
_OF_PERSON = (t.logins, t.tokens, t.api_replies)
_OF_CORPUS = (t.corpus_versions, t.documents, t.sentences, t.items, t.exports)


@dataclass(frozen=True)
class PersonScope:
    """The campaigns in which a person has one of these roles, and everything that belongs to them.

    Parameters
    ----------
    campaign_id : str or None
        The only campaign of the scope: that of a token.
    everything : bool
        Whether the person is an administrator, who reads that campaign without a role in it.
    """

    person_id: str
    roles: frozenset[Role]
    campaign_id: str | None = None
    everything: bool = False

    @cached_property
    def conditions(self) -> Mapping[str, _Condition]:
        """The condition of the rows of a table that are the person's, by the name of the table."""
        campaigns, corpora, rounds = self._campaigns, self._corpora, self._rounds
        conditions: dict[str, _Condition] = {
            **{table.name: lambda c: c.campaign_id.in_(campaigns) for table in _OF_CAMPAIGN},
            **{table.name: lambda c: c.round_id.in_(rounds) for table in _OF_ROUND},
            **{table.name: lambda c: c.corpus_id.in_(corpora) for table in _OF_CORPUS},
            "campaigns": lambda c: c.id.in_(campaigns),
            "corpora": lambda c: c.id.in_(corpora),
            "corpus_members": lambda c: c.corpus_id.in_(corpora),
            "members": lambda c: or_(c.campaign_id.in_(campaigns), self._of_person(c.person_id)),
            "shares": lambda c: self._of_person(c.person_id),
            **{table.name: lambda c: c.person_id == self.person_id for table in _OF_PERSON},
            "people": self._people,
            "jobs": self._jobs,
            "event_log": lambda c: or_(c.chain.in_(campaigns), c.chain.in_(rounds)),
            "corrections": lambda c: or_(
                c.campaign_id.in_(campaigns),
                c.round_id.in_(rounds),
                c.campaign_id.is_(None) & c.round_id.is_(None) & c.corpus_id.in_(corpora),
            ),
            # Many rows: each is looked up, and the items of all campaigns are not gathered first.
            "origins": lambda c: exists().where(_ITEM.c.id == c.item_id, _ITEM.c.corpus_id.in_(corpora)),
            "release_rows": lambda c: exists().where(
                _RELEASE.c.id == c.release_id, _RELEASE.c.campaign_id.in_(campaigns)
            ),
            "webhook_events": lambda c: exists().where(
                _WEBHOOK.c.id == c.webhook_id, _WEBHOOK.c.campaign_id.in_(campaigns)
            ),
        }
        return conditions

    @cached_property
    def _campaigns(self) -> Select[Any]:
        if self.everything:
            c = t.campaigns.alias("its_only_campaign").c
            return select(c.id).where(c.id == self.campaign_id).correlate(None)
        m = t.members.alias("membership").c
        roles = [role.value for role in self.roles]
        query = select(m.campaign_id).where(m.person_id == self.person_id, m.role.in_(roles))
        if self.campaign_id is not None:
            query = query.where(m.campaign_id == self.campaign_id)
        return query.correlate(None)

    def _of_person(self, owner: ColumnElement[str]) -> ColumnElement[bool]:
        """Return whether a row is the person's own; none is for a scope of one campaign."""
        return false() if self.campaign_id is not None else owner == self.person_id

    @cached_property
    def _rounds(self) -> Select[Any]:
        r = t.rounds.alias("its_round").c
        return select(r.id).where(r.campaign_id.in_(self._campaigns)).correlate(None)

    @cached_property
    def _corpora(self) -> CompoundSelect[Any]:
        c, m = t.campaigns.alias("its_campaign").c, t.corpus_members.alias("corpus_membership").c
        return union(
            select(c.corpus_id).where(c.id.in_(self._campaigns)).correlate(None),
            select(m.corpus_id).where(self._of_person(m.person_id)).correlate(None),
        )

    def _people(self, c: Columns) -> ColumnElement[bool]:
        if not self.roles:
            return false()
        m = t.members.alias("colleague").c
        colleagues = select(m.person_id).where(m.campaign_id.in_(self._campaigns)).correlate(None)
        return or_(c.id == self.person_id, c.role == Role.ADMINISTRATOR.value, c.id.in_(colleagues))

    def _jobs(self, c: Columns) -> ColumnElement[bool]:
        p = t.people.alias("who_asks").c
        pseudonym = select(p.pseudonym).where(p.id == self.person_id).correlate(None)
        return or_(
            self._of_person(c.created_by)
            if self.campaign_id
            else c.created_by == pseudonym.scalar_subquery(),
            c.campaign_id.in_(self._campaigns),
            c.campaign_id.is_(None) & c.corpus_id.in_(self._corpora),
        )


_ITEM, _RELEASE = t.items.alias("its_item"), t.releases.alias("its_release")
_WEBHOOK = t.webhooks.alias("its_webhook")


class ScopedDatabase(Database):
    """The database as a person may read it. Writes are not restricted: they use ids that were read before.

    The account is read in each transaction. An administrator reads everything, a disabled account nothing. A
    membership that ends applies at once, also to a page that was drawn before.
    """

    def __init__(self, base: Database, scope: PersonScope) -> None:
        self._base = base
        self._scope = scope
        self.engine = base.engine
        self.name = base.name
        self._joined = base._joined
        self._turn = base._turn
        self._file = base._file

    @property
    def unscoped(self) -> Database:
        """The whole database, for what concerns all: whether a worker runs, whether a name is free."""
        return self._base

    @property
    def person_id(self) -> str | None:
        """The id of the person."""
        return self._scope.person_id

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the store, as far as the person may."""
        with super().read() as connection:
            yield self._scoped(connection)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Give a connection that sees one state over several queries, as far as the person may."""
        with super().snapshot() as connection:
            yield self._scoped(connection)

    @property
    def campaign_id(self) -> str | None:
        """The id of the only campaign that is read; None for all of the person."""
        return self._scope.campaign_id

    def is_administrator(self) -> bool:
        """Return whether the person is an administrator now, of the whole store and not of one campaign."""
        return self._scope.campaign_id is None and self._account(None) == Role.ADMINISTRATOR.value

    def manages(self, campaign_id: str) -> bool:
        """Return whether the person is an administrator, and the campaign is among those that are read."""
        is_administrator = self._account(None) == Role.ADMINISTRATOR.value
        return is_administrator and self._scope.campaign_id in (None, campaign_id)

    def _scoped(self, connection: Connection) -> Connection:
        role = self._account(connection)
        is_administrator = role == Role.ADMINISTRATOR.value
        if is_administrator and self._scope.campaign_id is None:
            return connection
        scope = _NOTHING if role is None else self._scope
        if is_administrator:
            scope = replace(scope, everything=True)
        return cast(Connection, ScopedConnection(connection, scope))

    def _account(self, connection: Connection | None) -> str | None:
        """Return the role of the person's account; None where it is off, or there is none."""
        values = {"its_id": self._scope.person_id}
        row = self.first(_ACCOUNT, values) if connection is None else _ACCOUNT.first(connection, values)
        return None if row is None or row["disabled"] else row["role"]


_NOTHING = PersonScope("", frozenset())


class ScopedConnection:
    """A connection whose queries are narrowed to what is in a scope."""

    def __init__(self, connection: Connection, scope: PersonScope) -> None:
        self._connection = connection
        self._scope = scope

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: Any, *arguments: Any, **options: Any) -> Any:
        """Run a statement; of a query return what is in the scope."""
        return self._connection.execute(narrowed(statement, self._scope), *arguments, **options)

    def scalars(self, statement: Any, *arguments: Any, **options: Any) -> Any:
        """Return the first column of what `execute` gives."""
        return self.execute(statement, *arguments, **options).scalars()

    def scalar(self, statement: Any, *arguments: Any, **options: Any) -> Any:
        """Return the first value of what `execute` gives."""
        return self.execute(statement, *arguments, **options).scalar()


def narrowed(statement: Any, scope: PersonScope) -> Any:
    """Return a query that reads of each table, in every part of it, the rows of a scope alone."""
    if not isinstance(statement, Select | CompoundSelect):
        return statement

    def narrow(part: Any) -> None:
        for table in _tables(part):
            condition = scope.conditions.get(getattr(table, "element", table).name)
            if condition is not None:
                part._where_criteria += (condition(table.c),)

    return visitors.cloned_traverse(statement, {}, {"select": narrow})


def _tables(query: Any) -> list[Any]:
    """Return the tables that a query reads itself, by the names it has for them.

    SQLAlchemy's own list of them compiles the query, which takes longer than to run it. The right side of an
    outer join gets no condition: the left side decides which of its rows are read.
    """
    sources: dict[Any, None] = {}
    outer: set[Any] = set()
    for element in (*query._raw_columns, *query._where_criteria):
        sources |= dict.fromkeys(element._from_objects)
    for source in query._from_obj:
        sources |= dict.fromkeys(_joined(source, outer))
    for target, _, left, flags in query._setup_joins:
        (outer.update if flags["isouter"] else sources.update)(dict.fromkeys(_joined(target, outer)))
        if left is not None:
            sources |= dict.fromkeys(_joined(left, outer))
    return [one for one in sources if one not in outer and isinstance(getattr(one, "element", one), Table)]


def _joined(source: Any, outer: set[Any]) -> Iterator[Any]:
    """Yield the tables of a join, and put those behind an outer one apart."""
    if not isinstance(source, Join):
        yield source
        return
    yield from _joined(source.left, outer)
    if source.isouter:
        outer.update(_joined(source.right, outer))
    else:
        yield from _joined(source.right, outer)


def refuse_others(database: Database) -> None:
    """Raise AloiError unless an administrator acts, or nobody in particular."""
    if not database.is_administrator():
        raise AloiError("aloi.not-allowed", role=Term("an-administrator-of-this-aloi"))
