"""What is put before annotators with an item: candidate concepts, spans to confirm."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the suggestions."""
    op.create_table(
        "suggestions",
        sa.Column("campaign_id", sa.String(64), nullable=False),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_suggestions_campaign_id_campaigns")
        ),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_suggestions_item_id_items")),
        sa.PrimaryKeyConstraint("campaign_id", "item_id", name=op.f("pk_suggestions")),
    )
