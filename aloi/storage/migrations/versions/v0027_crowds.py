"""Rounds whose annotators come by a link, and these people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
_ID = sa.String(64)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "crowds",
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("token", _ID, nullable=False, unique=True),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("attention", sa.JSON, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "participants",
        sa.Column("person_id", _ID, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("round_id", _ID, sa.ForeignKey("crowds.round_id"), nullable=False),
        sa.Column("participant_hash", _ID, nullable=False),
        sa.Column("participant", sa.Text),
        sa.Column("study", sa.Text),
        sa.Column("session", sa.Text),
        sa.Column("sessions", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("started_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
        sa.UniqueConstraint("round_id", "participant_hash"),
    )
