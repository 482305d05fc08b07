"""Personal tokens of programs, and the answers to requests that a program may repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from aloi.annotation.model import Annotator, Role
from aloi.base.records import to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.rows import read_person

_T, _R = t.tokens.c, t.api_replies.c
_NOTED = timedelta(minutes=1)  # between two notes of the last use


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token of a person; the token itself is known only to its recipient.

    Parameters
    ----------
    scope : str
        `read`, or `write` for everything that the person may do.
    campaign_id : str or None
        The only campaign of the token.
    role : Role or None
        The highest role that it is good for; that of the person by default.
    """

    token_hash: str
    person: Annotator
    name: str
    scope: str
    campaign_id: str | None
    role: Role | None
    created_at: datetime
    expires: datetime
    used_at: datetime | None = None

    @property
    def ref(self) -> str:
        """The reference of the token in lists."""
        return self.token_hash[:12]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request with a key; `status` is None while the request is processed."""

    fingerprint: str
    status: int | None
    body: Json


class Tokens(StorePart):
    """The tokens of people."""

    def add(self, token: ApiToken) -> None:
        """Store a token."""
        row = to_row(token, "person", person_id=token.person.id)
        with self._database.write(turn=None) as connection:
            connection.execute(insert(t.tokens), row)

    def valid(self, token_hash: str, now: datetime) -> ApiToken | None:
        """Return a token by its hash; None if it is unknown, expired, or of a disabled account.

        Its last use is noted, once a minute at most.
        """
        p = t.people.c
        conditions = (_T.token_hash == token_hash, _T.expires > now, p.disabled.is_(False))
        tokens = self._read(*conditions)
        if not tokens:
            return None
        [token] = tokens
        if token.used_at is None or token.used_at < now - _NOTED:
            with self._database.write(turn=None) as connection:
                connection.execute(update(t.tokens).where(_T.token_hash == token_hash).values(used_at=now))
        return token

    def list(self, person_id: str | None = None) -> list[ApiToken]:
        """Return the tokens of a person, or of all people that may be read; expired ones too."""
        return list(self._read(*([] if person_id is None else [_T.person_id == person_id])))

    def revoke(self, token_hash: str) -> None:
        """Delete a token: it opens nothing from now on."""
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.tokens).where(_T.token_hash == token_hash))

    def begin_reply(
        self, key_hash: str, person_id: str, fingerprint: str, now: datetime, lifetime: timedelta
    ) -> Reply | None:
        """Return the answer stored for a key; None for a new key, which is stored without an answer."""
        with self._database.write() as connection:
            connection.execute(delete(t.api_replies).where(_R.created_at <= now - lifetime))
            row = connection.execute(select(t.api_replies).where(_R.key_hash == key_hash)).mappings().first()
            if row is not None:
                return Reply(row["fingerprint"], row["status"], row["body"])
            values = {"key_hash": key_hash, "person_id": person_id, "fingerprint": fingerprint}
            connection.execute(insert(t.api_replies), {**values, "created_at": now})
        return None

    def end_reply(self, key_hash: str, status: int | None, body: Json = None) -> None:
        """Store the answer for a key; without a status the key is free again."""
        mine = _R.key_hash == key_hash
        with self._database.write(turn=None) as connection:
            if status is None:
                connection.execute(delete(t.api_replies).where(mine))
            else:
                connection.execute(update(t.api_replies).where(mine).values(status=status, body=body))

    def _read(self, *conditions: object) -> Sequence[ApiToken]:
        query = (
            select(t.people, *(column.label(f"token_{column.name}") for column in _T))
            .join(t.tokens, _T.person_id == t.people.c.id)
            .where(*conditions)  # type: ignore[arg-type]
            .order_by(_T.created_at, _T.token_hash)
        )
        names = [part.name for part in fields(ApiToken) if part.name not in ("person", "role")]
        return [
            ApiToken(
                person=read_person(row),
                role=None if row["token_role"] is None else Role(row["token_role"]),
                **{name: row[f"token_{name}"] for name in names},
            )
            for row in self._database.rows(query)
        ]
