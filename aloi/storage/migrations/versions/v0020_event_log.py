"""The event log, with the chains of what is there already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from aloi.storage.event_log.making import make_all

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the table and make the chains; what they cover is named there, and does not change."""
    op.create_table(
        "event_log",
        sa.Column("chain", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=True),
        sa.Column("by", sa.Text(), nullable=True),
        sa.Column("item_id", sa.String(64), nullable=True),
        sa.Column("annotator_id", sa.String(64), nullable=True),
        sa.Column("occasion", sa.Integer(), nullable=True),
        sa.Column("ref", sa.Text(), nullable=True),
        sa.Column("acts", sa.Integer(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=True),
        sa.Column("content", sa.String(64), nullable=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("chain", "number", name=op.f("pk_event_log")),
        sqlite_with_rowid=False,
    )
    make_all(op.get_bind(), {"from": "migration"})
