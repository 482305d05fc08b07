"""Members of campaigns with their roles, and the people who see a corpus or a run without a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update

from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import tables as t
from aloi.storage.database import Database, StorePart
from aloi.storage.rows import read_person

CAMPAIGN_ROLES = (Role.MANAGER, Role.ADJUDICATOR, Role.ANNOTATOR)
_M = t.members.c


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's part in a campaign."""

    campaign_id: str
    person: Annotator
    role: Role


class Members(StorePart):
    """Members of campaigns, and of what else people share."""

    def of(self, campaign_id: str) -> list[Member]:
        """Return who takes part in a campaign: managers first, then in the order they joined Aloi.

        Sources of imported answers are no members: they do nothing here.
        """
        query = (
            select(t.people, _M.role.label("member_role"))
            .join(t.members, _M.person_id == t.people.c.id)
            .where(_M.campaign_id == campaign_id, _M.role.is_not(None), t.people.c.is_source.is_(False))
            .order_by(t.people.c.place)
        )
        rows = self._database.rows(query)
        members = [Member(campaign_id, read_person(row), Role(row["member_role"])) for row in rows]
        return sorted(members, key=lambda member: CAMPAIGN_ROLES.index(member.role))

    def roles(self, person_id: str) -> dict[str, Role]:
        """Return the roles of a person by the ids of the campaigns."""
        query = select(_M.campaign_id, _M.role).where(_M.person_id == person_id, _M.role.is_not(None))
        return {row["campaign_id"]: Role(row["role"]) for row in self._database.rows(query)}

    def put(self, campaign_id: str, person_id: str, role: Role) -> None:
        """Make somebody a member of a campaign, or give a member another role.

        Raises
        ------
        AloiError
            The acting person does not manage the campaign, or it would have no manager.
        """
        if role not in CAMPAIGN_ROLES:
            raise ValueError(f"{role.value} is no role in a campaign")
        with self._database.write() as connection:
            require_manager(connection, self._database, campaign_id)
            if role is not Role.MANAGER:
                _keep_a_manager(connection, self._database, campaign_id, person_id)
            put_member(connection, campaign_id, person_id, role)

    def remove(self, campaign_id: str, person_id: str) -> None:
        """End a membership; the name stays with what the person did in the campaign.

        Raises
        ------
        AloiError
            Nobody of this id is a member, or as for `put`.
        """
        its = (_M.campaign_id == campaign_id, _M.person_id == person_id)
        with self._database.write() as connection:
            require_manager(connection, self._database, campaign_id)
            _keep_a_manager(connection, self._database, campaign_id, person_id)
            ended = connection.execute(update(t.members).where(*its, _M.role.is_not(None)).values(role=None))
            if not ended.rowcount:
                raise AloiError(
                    "aloi.not-found",
                    kind=Term("this-person"),
                    name=Term("among-the-members"),
                    todo=Term("see-the-members"),
                    expected=Term("a-member-of-the-campaign"),
                )

    def record_author(self, kind: str, name: str) -> None:
        """Note that the acting person made something in the data folder, such as a run."""
        if self._database.person_id is not None:
            with self._database.write() as connection:
                its = {"kind": kind, "name": name, "person_id": self._database.person_id}
                _insert_once(connection, t.shares, made=True, **its)

    def share(self, kind: str, name: str, person_id: str) -> None:
        """Let somebody see something in the data folder."""
        with self._database.write() as connection:
            _insert_once(connection, t.shares, kind=kind, name=name, person_id=person_id, made=False)

    def shared(self, kind: str) -> frozenset[str] | None:
        """Return the names that the acting person made or shares with others; None for all names."""
        if self._database.is_administrator():
            return None
        s = t.shares.c
        return frozenset(row["name"] for row in self._database.rows(select(s.name).where(s.kind == kind)))


def put_member(connection: Connection, campaign_id: str, person_id: str, role: Role) -> None:
    """Give somebody a role in a campaign."""
    its = (_M.campaign_id == campaign_id, _M.person_id == person_id)
    _insert_once(connection, t.members, campaign_id=campaign_id, person_id=person_id)
    connection.execute(update(t.members).where(*its).values(role=role.value))


def let_in(connection: Connection, campaign_id: str, person_ids: Sequence[str]) -> None:
    """Make annotators of those who are no members of a campaign."""
    for person_id in person_ids:
        _insert_once(connection, t.members, campaign_id=campaign_id, person_id=person_id)
    of_nobody = (_M.campaign_id == campaign_id, _M.person_id.in_(person_ids), _M.role.is_(None))
    connection.execute(update(t.members).where(*of_nobody).values(role=Role.ANNOTATOR.value))


def remember(connection: Connection, campaign_id: str, person_ids: Sequence[str]) -> None:
    """Keep the names of those who did something in a campaign for its members; it gives no role."""
    for person_id in person_ids:
        _insert_once(connection, t.members, campaign_id=campaign_id, person_id=person_id)


def own_campaign(connection: Connection, database: Database, campaign_id: str) -> None:
    """Make the acting person the manager of a new campaign."""
    if database.person_id is not None:
        _require_creator(connection, database)
        put_member(connection, campaign_id, database.person_id, Role.MANAGER)


def own_corpus(connection: Connection, database: Database, corpus_id: str) -> None:
    """Let the acting person see a corpus that they imported, perhaps after others."""
    if database.person_id is not None:
        _require_creator(connection, database)
        _insert_once(connection, t.corpus_members, corpus_id=corpus_id, person_id=database.person_id)


def require_manager(connection: Connection, database: Database, campaign_id: str) -> None:
    """Raise AloiError unless the acting person manages a campaign or is an administrator."""
    if not database.manages(campaign_id) and _role(connection, database, campaign_id) != Role.MANAGER.value:
        raise AloiError("aloi.not-allowed", role=Term("a-manager-of-the-campaign"))


def require_alone(connection: Connection, database: Database, corpus_id: str) -> None:
    """Raise AloiError if a campaign on a corpus is not managed by the acting person."""
    if database.is_administrator():
        return
    c = t.campaigns.c
    for campaign_id in connection.execute(select(c.id).where(c.corpus_id == corpus_id)).scalars().all():
        if _role(connection, database, campaign_id) != Role.MANAGER.value:
            raise AloiError(
                "aloi.in-use",
                name=Term("the-corpus"),
                uses=Term("campaign-that-you"),
                expected=Term("corpus-of-your"),
                todo=Term("ask-an-administrator"),
            )


def _require_creator(connection: Connection, database: Database) -> None:
    """Raise AloiError unless the acting person manages a campaign, or has the account of a manager."""
    mine = (_M.person_id == database.person_id, _M.role == Role.MANAGER.value)
    account = select(t.people.c.role).where(t.people.c.id == database.person_id)
    may = (Role.MANAGER.value, Role.ADMINISTRATOR.value)
    if connection.execute(account).scalar() not in may and not _count(connection, *mine):
        raise AloiError("aloi.not-allowed", role=Term("a-manager-of-the-campaign"))


def _keep_a_manager(connection: Connection, database: Database, campaign_id: str, person_id: str) -> None:
    """Raise AloiError where a campaign loses its last manager; an administrator may leave it without."""
    managers = (_M.campaign_id == campaign_id, _M.role == Role.MANAGER.value)
    if (
        not database.manages(campaign_id)
        and _count(connection, *managers, _M.person_id == person_id)
        and not _count(connection, *managers, _M.person_id != person_id)
    ):
        raise AloiError("aloi.only-one", role=Term("manager-of-the-campaign"))


def _role(connection: Connection, database: Database, campaign_id: str) -> str | None:
    its = (_M.campaign_id == campaign_id, _M.person_id == database.person_id)
    return connection.execute(select(_M.role).where(*its)).scalar()


def _count(connection: Connection, *conditions: Any) -> int:
    return connection.execute(select(func.count()).select_from(t.members).where(*conditions)).scalar_one()


def _insert_once(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row unless there is one with its key."""
    its = [column == values[column.name] for column in table.primary_key]
    if connection.execute(select(*table.primary_key).where(*its)).first() is None:
        connection.execute(insert(table), values)
