"""Versions of a campaign's schema, and under which one decisions, assumptions and golds were made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table and the columns; all there is was made under the first version."""
    for table in ("campaigns", "adjudications", "assumptions", "golds"):
        op.add_column(table, sa.Column("schema_version", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "schemas",
        sa.Column("campaign_id", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("mappings", sa.JSON(), nullable=False),
        sa.Column("why_changed", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("campaign_id", "version", name=op.f("pk_schemas")),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_schemas_campaign_id_campaigns")
        ),
    )
