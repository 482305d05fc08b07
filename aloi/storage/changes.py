"""How often a round, a campaign or a corpus has changed: what tells old figures from current ones."""

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
    """Note, within the transaction that makes it, a change of what has this id.

    Whatever changes something that figures count (answers, who works on a round, decisions, names) calls
    this: a figure is computed anew once the state it was computed from is no longer the present one.

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
    """Return what the state of a campaign's cleaning is kept under, apart from all else that changes it."""
    return f"cleanings:{campaign_id}"


def decisions_of(round_id: str) -> str:
    """Return what the state of a round's decisions is kept under, apart from that of its answers."""
    return f"decisions:{round_id}"
