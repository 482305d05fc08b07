"""Counters of changes of a round, a campaign or a corpus, which show that cached results are out of date."""

from __future__ import annotations

from sqlalchemy import Connection, text

from aloi.storage.driver.prepared_statements import PreparedStatement

# SQLite and PostgreSQL read it alike.
_NOTE = PreparedStatement(
    text(
        "INSERT INTO states (id, answers, changes) VALUES (:id, :answers, 1) ON CONFLICT (id) DO UPDATE "
        "SET answers = states.answers + excluded.answers, changes = states.changes + 1"
    )
)


def note_change(connection: Connection, its_id: str, answers: int = 0) -> None:
    """Count, in the same transaction, a change of the object with this id.

    Every change of data behind cached results (answers, annotators of a round, decisions, names) calls this.
    A result is recomputed once its state is no longer the current one.

    Parameters
    ----------
    its_id : str
        The id of a round, a campaign or a corpus; `decisions_of(round)` for its decisions,
        `cleanings_of(campaign)` for what was decided in cleaning.
    answers : int
        How many answers, skips and undos the change is; 0 for anything else.
    """
    _NOTE.run(connection, {"id": its_id, "answers": answers})


def cleanings_of(campaign_id: str) -> str:
    """Return the id of the state of a campaign's cleaning, separate from its other changes."""
    return f"cleanings:{campaign_id}"


def decisions_of(round_id: str) -> str:
    """Return the id of the state of a round's decisions, separate from that of its answers."""
    return f"decisions:{round_id}"
