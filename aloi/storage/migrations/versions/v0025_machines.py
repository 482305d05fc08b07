"""Machine annotators and their answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
_ID = sa.String(64)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "machines",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("pseudonym", _ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("identity", sa.JSON, nullable=False),
        sa.Column("access", sa.JSON, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.UniqueConstraint("name", "version"),
    )
    op.create_table(
        "machine_answers",
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("item_id", _ID, sa.ForeignKey("items.id"), primary_key=True),
        sa.Column("machine_id", _ID, sa.ForeignKey("machines.id"), primary_key=True),
        sa.Column("guideline_version", sa.Integer, primary_key=True),
        sa.Column("reversed_order", sa.Boolean, primary_key=True),
        sa.Column("draw", sa.Integer, primary_key=True),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("value", sa.JSON, nullable=False),
        sa.Column("confidence", sa.Float),
        sa.Column("skip", sa.String(32)),
        sa.Column("attempts", sa.JSON, nullable=False),
        sa.Column("prompt", _ID, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
