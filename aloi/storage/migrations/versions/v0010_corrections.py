"""The log of corrections, and whose answers a gold leaves out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the log and the column."""
    op.create_table(
        "corrections",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("corpus_id", sa.String(64), nullable=True),
        sa.Column("campaign_id", sa.String(64), nullable=True),
        sa.Column("round_id", sa.String(64), nullable=True),
        sa.Column("person_id", sa.String(64), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_corrections")),
    )
    op.add_column("golds", sa.Column("excluded", sa.JSON(), nullable=False, server_default="[]"))
