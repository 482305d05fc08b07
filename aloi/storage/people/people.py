"""People, their invites and logins, and the store's own secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, Delete, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError, quoted
from aloi.base.records import from_json, to_row
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements
from aloi.storage.changes import note_change
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.database import StorePart
from aloi.storage.event_log.row_hashes import ACCOUNTS
from aloi.storage.members import put_member, require_manager
from aloi.storage.people.model import Invite, Login, RunningLogin, User
from aloi.storage.rows import read_person
from aloi.storage.scope import refuse_others

# Prefixes of pseudonyms: a manager is no annotator.
_PREFIXES = {Role.MANAGER: "M", Role.ADMINISTRATOR: "M"}
_ADMINISTERS = (
    t.people.c.role == Role.ADMINISTRATOR.value,
    t.people.c.password_hash.is_not(None),
    t.people.c.disabled.is_(False),
)
# Named here since the class has a method called `list`.
_Invites: TypeAlias = list[Invite]
_People: TypeAlias = list[Annotator]


class People(StorePart):
    """People, their invites and logins, and secrets of the store."""

    def has_administrator(self) -> bool:
        """Return whether somebody can run this store: an enabled administrator with a password."""
        with self._database.read() as connection:
            return _has_administrator(connection)

    def add(
        self,
        name: str,
        role: Role,
        now: datetime,
        *,
        expertise: str = "",
        password_hash: str | None = None,
        pseudonym: str | None = None,
    ) -> Annotator:
        """Return a new person; the pseudonym is the next free A1, A2, ..., a manager's M1, unless given.

        Only an administrator adds one; a manager invites into a campaign.

        Raises
        ------
        AloiError
            The name or the pseudonym is taken.
        """
        refuse_others(self._database)
        with self._database.write() as connection:
            return insert_person(connection, name, role, now, expertise, password_hash, pseudonym)

    def add_sources(self, names: Sequence[str], now: datetime, expertise: str = "") -> _People:
        """Return the sources of imported answers, in the given order; each has its name only.

        Raises
        ------
        AloiError
            One of the names is taken; nobody is added then.
        """
        sources = [
            Annotator(content_id("person", name), name.strip(), name, Role.ANNOTATOR, expertise, True)
            for name in names
        ]
        with self._database.write() as connection:
            _insert(connection, sources, now)
        return sources

    def add_first_administrator(self, name: str, password_hash: str, now: datetime) -> Annotator:
        """Return the administrator made at first start, or raise AloiError when somebody was faster."""
        with self._database.write() as connection:
            if _has_administrator(connection):
                raise AloiError(
                    "aloi.exists",
                    name=Term("an-administrator-of-this-aloi"),
                    expected=Term("the-first-account"),
                    todo=Term("sign-in-or-ask"),
                )
            return insert_person(connection, name, Role.ADMINISTRATOR, now, "", password_hash, None)

    def list(self) -> list[Annotator]:
        """Return everybody, in the order they joined."""
        return [read_person(row) for row in self._database.rows(_everybody())]

    def preferences(self, person_id: str) -> dict[str, Json]:
        """Return the preferences of a person, by name: their language, their keys."""
        query = select(t.people.c.preferences).where(t.people.c.id == person_id)
        return next((row["preferences"] or {} for row in self._database.rows(query)), {})

    def prefer(self, person_id: str, name: str, value: Json) -> None:
        """Store a preference of a person; None removes it."""
        mine = t.people.c.id == person_id
        with self._database.write(turn=None) as connection:
            query = select(t.people.c.preferences).where(mine).with_for_update()
            chosen = {**(connection.execute(query).scalar() or {}), name: value}
            stored = {key: one for key, one in chosen.items() if one is not None}
            connection.execute(update(t.people).where(mine).values(preferences=stored or None))

    def get(self, ref: str) -> Annotator:
        """Return the person of that id, pseudonym or name, or raise AloiError naming the pseudonyms."""
        columns = (t.people.c.id, t.people.c.pseudonym, t.people.c.name)
        query = select(t.people).where(or_(*(column == ref for column in columns)))
        rows = self._database.rows(query)
        for column in columns:
            for row in rows:
                if row[column.name] == ref:
                    return read_person(row)
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-person"),
            name=quoted(ref),
            known=(one.pseudonym for one in self.list()),
            todo=Term("check-the-spelling"),
        )

    def with_pseudonym(self, pseudonym: str) -> Annotator | None:
        """Return who has a pseudonym; None when it is nobody's."""
        rows = self._database.rows(select(t.people).where(t.people.c.pseudonym == pseudonym))
        return next(map(read_person, rows), None)

    def user(self, name: str) -> User | None:
        """Return the account of that name or pseudonym; None when there is none."""
        with self._database.read() as connection:
            for column in (t.people.c.name, t.people.c.pseudonym):
                row = connection.execute(select(t.people).where(column == name)).mappings().first()
                if row is not None:
                    return User(read_person(row), row["password_hash"], row["disabled"])
        return None

    def with_password(self, password_hash: str) -> User | None:
        """Return the account that signs in with this, which only an account elsewhere has alone."""
        with self._database.read() as connection:
            query = select(t.people).where(t.people.c.password_hash == password_hash)
            row = connection.execute(query).mappings().first()
        return None if row is None else User(read_person(row), row["password_hash"], row["disabled"])

    def workers(self) -> Sequence[Annotator]:
        """Return the people who can get items: enabled, no sources of imported answers, no participants."""
        off = self.disabled_ids()
        with self._database.read() as connection:
            off |= set(connection.execute(select(t.participants.c.person_id)).scalars())
        return [one for one in self.list() if not one.is_source and one.id not in off]

    def disabled_ids(self) -> set[str]:
        """Return the ids of disabled people."""
        with self._database.read() as connection:
            return set(connection.execute(select(t.people.c.id).where(t.people.c.disabled)).scalars())

    def is_disabled(self, person_id: str) -> bool:
        """Return whether a person is switched off."""
        return person_id in self.disabled_ids()

    def erased_ids(self) -> set[str]:
        """Return the ids of people whose name was erased: nobody can sign in as them any more."""
        with self._database.read() as connection:
            return erased_ids(connection)

    def set_password(self, person_id: str, password_hash: str) -> None:
        """Change a person's password, and end their logins and the links that would change it again."""
        with self._database.write() as connection:
            _change(connection, person_id, password_hash=password_hash)
            _end_ways_in(connection, person_id)

    def rehash(self, person_id: str, current_hash: str, password_hash: str) -> None:
        """Replace the hash of a password by another of the same one, unless it was changed meanwhile."""
        p = t.people.c
        with self._database.write(turn=None) as connection:
            connection.execute(
                update(t.people)
                .where(p.id == person_id, p.password_hash == current_hash)
                .values(password_hash=password_hash)
            )

    def set_role(self, person_id: str, role: Role, now: datetime | None = None) -> None:
        """Change the role of an account; the last administrator keeps theirs."""
        refuse_others(self._database)
        with self._database.write() as connection:
            if role != Role.ADMINISTRATOR:
                keep_an_administrator(connection, person_id)
            _change(connection, person_id, role=role.value)
            ACCOUNTS.record_standing(connection, person_id, now)

    def rename(self, person_id: str, pseudonym: str) -> None:
        """Change a pseudonym; data frozen before keep the previous one.

        Raises
        ------
        AloiError
            Nobody has this id, or somebody is so called already.
        """
        p, mine = t.people.c, t.assignments.c.annotator_id == person_id
        with self._database.write() as connection:
            others = select(p.id).where(p.id != person_id, or_(p.name == pseudonym, p.pseudonym == pseudonym))
            if connection.execute(others).first() is not None:
                raise AloiError(
                    "aloi.exists",
                    name=Term("a-person-called", chosen=repr(pseudonym), name=repr(pseudonym)),
                    expected=Term("name-and-a-pseudonym"),
                )
            _change(connection, person_id, pseudonym=pseudonym)
            for round_id in connection.execute(
                select(t.assignments.c.round_id).where(mine).distinct()
            ).scalars():
                note_change(connection, round_id)

    def refuse_erased(self, person_id: str) -> None:
        """Raise AloiError for a person without a name, who can have no account again."""
        with self._database.read() as connection:
            _refuse_erased(connection, person_id)

    def set_disabled(self, person_id: str, disabled: bool, now: datetime | None = None) -> None:
        """Switch a person off, which ends their logins and links, or on; the last administrator stays on."""
        refuse_others(self._database)
        with self._database.write() as connection:
            if not disabled:
                _refuse_erased(connection, person_id)
            if disabled:
                keep_an_administrator(connection, person_id)
                _end_ways_in(connection, person_id)
            _change(connection, person_id, disabled=disabled)
            ACCOUNTS.record_standing(connection, person_id, now)

    def add_invite(
        self,
        token_hash: str,
        role: Role,
        expires: datetime,
        now: datetime,
        *,
        person_id: str | None = None,
        name_hint: str = "",
        expertise: str = "",
        campaign_id: str | None = None,
    ) -> None:
        """Keep a one-time link by the hash of its token; somebody known has the newest one alone.

        A manager invites into a campaign of theirs. All else is up to an administrator: a link gives the
        account of somebody known a new password.
        """
        if campaign_id is None or person_id is not None or role is Role.ADMINISTRATOR:
            refuse_others(self._database)
        with self._database.write() as connection:
            if campaign_id is not None:
                require_manager(connection, self._database, campaign_id)
            if person_id is not None:
                connection.execute(_unused(t.invites.c.person_id == person_id))
            connection.execute(
                insert(t.invites),
                {
                    "token_hash": token_hash, "role": role.value, "expires": expires, "created_at": now,
                    "person_id": person_id, "name_hint": name_hint, "expertise": expertise, "used_at": None,
                    "campaign_id": campaign_id,
                },
            )  # fmt: skip

    def invite(self, token_hash: str, now: datetime) -> Invite | None:
        """Return the link of a token; None when it is unknown, used, ended or too old."""
        with self._database.read() as connection:
            return _invite(connection, token_hash, now)

    def invites(self, now: datetime) -> _Invites:
        """Return the links that still work, the next to expire first."""
        with self._database.read() as connection:
            return _open_invites(connection, now)

    def end_invite(self, token_hash: str) -> None:
        """End a link that was not used."""
        with self._database.write() as connection:
            connection.execute(_unused(t.invites.c.token_hash == token_hash))

    def accept_invite(self, token_hash: str, name: str, password_hash: str, now: datetime) -> Annotator:
        """Return the person who accepts a link; all links of the person then stop working.

        Raises
        ------
        AloiError
            The link was used, ended or is too old, or the name is taken.
        """
        with self._database.write() as connection:
            invite = _invite(connection, token_hash, now)
            if invite is None:
                raise AloiError(
                    "aloi.value",
                    name=Term("this-link"),
                    value=Term("used-cancelled"),
                    expected=Term("an-unused-link"),
                    todo=Term("ask-a-manager"),
                )
            connection.execute(
                update(t.invites).where(t.invites.c.token_hash == token_hash).values(used_at=now)
            )
            if invite.person is None:
                person = insert_person(
                    connection, name, invite.role, now, invite.expertise, password_hash, None
                )
                if invite.campaign_id is not None:
                    put_member(connection, invite.campaign_id, person.id, invite.role)
                return person
            _change(connection, invite.person.id, password_hash=password_hash, is_source=False)
            _end_ways_in(connection, invite.person.id)
            return replace(invite.person, is_source=False)

    def add_login(self, token_hash: str, person_id: str, expires: datetime, now: datetime) -> None:
        """Keep a sign-in by the hash of its token, and forget those that are over."""
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.logins).where(t.logins.c.expires <= now))
            connection.execute(
                insert(t.logins),
                {"token_hash": token_hash, "person_id": person_id, "expires": expires, "created_at": now},
            )

    def login(self, token_hash: str, now: datetime) -> Login | None:
        """Return a running sign-in; None when it has ended or the person is switched off."""
        values = {"token_hash": token_hash, "now": now}
        row = self._database.first(statements.LOGIN, values)
        return None if row is None else Login(read_person(row), row["expires"], row["round_id"])

    def logins(self, person_id: str, now: datetime) -> Sequence[RunningLogin]:
        """Return a person's running sign-ins, the newest first."""
        n = t.logins.c
        query = (
            select(n.token_hash, n.created_at, n.expires)
            .where(n.person_id == person_id, n.expires > now)
            .order_by(n.created_at.desc(), n.token_hash)
        )
        return [from_json(RunningLogin, row) for row in self._database.rows(query)]

    def end_logins(self, person_id: str | None = None, *, but: str = "") -> None:
        """Sign everybody out, or one person, except the sign-in of a token's hash."""
        ended = delete(t.logins).where(t.logins.c.token_hash != but)
        if person_id is not None:
            ended = ended.where(t.logins.c.person_id == person_id)
        with self._database.write(turn=None) as connection:
            connection.execute(ended)

    def end_login(self, token_hash: str) -> None:
        """End a sign-in."""
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.logins).where(t.logins.c.token_hash == token_hash))

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes made once for this store."""
        query = select(t.secrets.c.value).where(t.secrets.c.name == name)
        with self._database.read() as connection:
            stored = connection.execute(query).scalar()
        if stored is not None:
            return bytes(stored)
        with self._database.write() as connection:
            stored = connection.execute(query).scalar()
            if stored is None:
                stored = secrets.token_bytes(32)
                connection.execute(insert(t.secrets), {"name": name, "value": stored})
            return bytes(stored)


def erased_ids(connection: Connection) -> set[str]:
    """Return the ids of erased people, from the log of corrections."""
    c = t.corrections.c
    query = select(c.person_id).where(c.kind == CorrectionKind.ERASE.value)
    return {one for one in connection.execute(query).scalars() if one is not None}


def _has_administrator(connection: Connection) -> bool:
    """Return whether an administrator can sign in; one added without a password cannot."""
    return bool(connection.execute(select(func.count()).where(*_ADMINISTERS)).scalar())


def _everybody() -> Select[Any]:
    return select(t.people).order_by(t.people.c.place)


def insert_person(
    connection: Connection,
    name: str,
    role: Role,
    now: datetime,
    expertise: str,
    password_hash: str | None,
    pseudonym: str | None,
) -> Annotator:
    """Return the person just added in an open transaction."""
    chosen = pseudonym or free_pseudonym(connection, role)
    person = Annotator(content_id("person", chosen), name, chosen, role, expertise)
    _insert(connection, [person], now, password_hash)
    return person


def free_pseudonym(connection: Connection, role: Role, prefix: str | None = None) -> str:
    """Return the next pseudonym of a role that is nobody's, with the usual prefix or another one."""
    names = connection.execute(select(t.people.c.pseudonym, t.people.c.name)).all()
    used_names = {name for row in names for name in row}
    number, prefix = 1, prefix or _PREFIXES.get(role, "A")
    while f"{prefix}{number}" in used_names:
        number += 1
    return f"{prefix}{number}"


def _insert(
    connection: Connection, people: Sequence[Annotator], now: datetime, password_hash: str | None = None
) -> None:
    """Add people after the existing ones, one by one, so that an error names the one whose name exists."""
    last = connection.execute(select(func.max(t.people.c.place))).scalar()
    account_values = {"password_hash": password_hash, "disabled": False, "created_at": now}
    p = t.people.c
    for position, person in enumerate(people, start=0 if last is None else last + 1):
        name_error = AloiError(
            "aloi.exists",
            name=Term("a-person-called", chosen=repr(person.pseudonym), name=repr(person.name)),
            expected=Term("name-and-a-pseudonym"),
        )
        # People sign in by either, so that nobody's name may be what another one is called by.
        crossed = select(p.id).where(or_(p.name == person.pseudonym, p.pseudonym == person.name))
        if connection.execute(crossed).first() is not None:
            raise name_error
        try:
            connection.execute(insert(t.people), {**to_row(person), "place": position, **account_values})
            ACCOUNTS.record_standing(connection, person.id, now)
        except IntegrityError as error:
            raise name_error from error


def _change(connection: Connection, person_id: str, **values: object) -> None:
    changed = connection.execute(update(t.people).where(t.people.c.id == person_id).values(**values))
    if not changed.rowcount:
        raise AloiError("aloi.not-found", kind=Term("the-person"), name=repr(person_id))


def keep_an_administrator(connection: Connection, person_id: str) -> None:
    """Raise AloiError for the last person who can run the store."""
    others = connection.execute(
        select(func.count()).where(t.people.c.id != person_id, *_ADMINISTERS)
    ).scalar()
    role = connection.execute(select(t.people.c.role).where(t.people.c.id == person_id)).scalar()
    if role == Role.ADMINISTRATOR.value and not others:
        raise AloiError("aloi.only-one", role=Term("administrator"), expected=Term("least-one-administrator"))


def _refuse_erased(connection: Connection, person_id: str) -> None:
    if person_id in erased_ids(connection):
        raise AloiError(
            "aloi.value",
            name=Term("the-name-of-this-person"),
            value=Term("erased"),
            expected=Term("a-person-with-an-account"),
            todo=Term("invite-them"),
        )


def _end_ways_in(connection: Connection, person_id: str) -> None:
    """End the logins and tokens of a person, and the links by which their password can be chosen."""
    for part in (t.logins, t.tokens):
        connection.execute(delete(part).where(part.c.person_id == person_id))
    connection.execute(_unused(t.invites.c.person_id == person_id))


def _unused(which: ColumnElement[bool]) -> Delete:
    """Return the statement that deletes unused links."""
    return delete(t.invites).where(t.invites.c.used_at.is_(None), which)


def _open_invites(connection: Connection, now: datetime, *conditions: ColumnElement[bool]) -> _Invites:
    i, p = t.invites.c, t.people.c
    query = select(t.invites).where(i.used_at.is_(None), i.expires > now, *conditions)
    rows = connection.execute(query.order_by(i.expires, i.token_hash)).mappings().all()
    named = select(t.people).where(p.id.in_({row["person_id"] for row in rows}))
    people = {row["id"]: row for row in connection.execute(named).mappings()}
    return [from_json(Invite, row, person=people.get(row["person_id"])) for row in rows]


def _invite(connection: Connection, token_hash: str, now: datetime) -> Invite | None:
    return next(iter(_open_invites(connection, now, t.invites.c.token_hash == token_hash)), None)
