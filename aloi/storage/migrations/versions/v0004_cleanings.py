"""Decisions on substitutes as they were typed, and whether a gold is made of cleaned answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the decisions, and the mark of a gold."""
    op.create_table(
        "cleanings",
        sa.Column("campaign_id", sa.String(64), nullable=False),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(200), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(32), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_cleanings_campaign_id_campaigns")
        ),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_cleanings_item_id_items")),
        sa.PrimaryKeyConstraint("campaign_id", "item_id", "answer", "revision", name=op.f("pk_cleanings")),
    )
    op.add_column("golds", sa.Column("cleaned", sa.Boolean(), nullable=False, server_default=sa.false()))
