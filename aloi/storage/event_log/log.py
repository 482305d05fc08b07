"""The event log as a part of the store: its length and its heads."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, union_all
from sqlalchemy.sql.expression import literal

from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.event_log.checking import replay_of
from aloi.storage.event_log.entries import STORE, canonical, last_of
from aloi.storage.event_log.replaying import Replay

_L = t.event_log.c


@dataclass(frozen=True, slots=True)
class LogHead:
    """The number of events of a log, and one hash over the heads of its chains in the order of their ids."""

    events: int
    head: str


class EventLog(StorePart):
    """The events, entry by entry; each part of the store writes its own with its data."""

    def head(self) -> LogHead:
        """Return the head of the store's log."""
        with self._database.read() as connection:
            return head_of(connection)

    def heads(self, chains: Sequence[str]) -> dict[str, LogHead]:
        """Return the last event of chains, such as those of rounds, by their ids."""
        with self._database.read() as connection:
            return {one: LogHead(*last_of(connection, one)) for one in chains}

    def replay(self, round_id: str) -> Replay:
        """Return the state that follows from the log of a round."""
        with self._database.read() as connection:
            return replay_of(connection, round_id)


def head_of(connection: Connection) -> LogHead:
    """Return the head of a store's log from the last entry of each chain, without reading the others."""
    chains = union_all(
        select(t.rounds.c.id.label("id")), select(t.campaigns.c.id), select(literal(STORE))
    ).subquery()
    log = t.event_log.alias("log").c
    last = select(func.max(log.number)).where(log.chain == chains.c.id).scalar_subquery()
    query = select(_L.chain, _L.number, _L.hash).join(chains, (_L.chain == chains.c.id) & (_L.number == last))
    return head_over({chain: LogHead(number, its) for chain, number, its in connection.execute(query)})


def head_over(heads: Mapping[str, LogHead]) -> LogHead:
    """Return the one head of several chains, by their ids."""
    chain_heads = [[chain, one.events, one.head] for chain, one in sorted(heads.items())]
    return LogHead(
        sum(one.events for one in heads.values()), hashlib.sha256(canonical(chain_heads)).hexdigest()
    )
