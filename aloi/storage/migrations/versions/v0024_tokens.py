"""Personal tokens of programs, replies to their requests, and jobs that read one campaign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
_ID = sa.String(64)


def upgrade() -> None:
    """Make the tables and the column."""
    op.create_table(
        "tokens",
        sa.Column("token_hash", _ID, primary_key=True),
        _person(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("expires", sa.DateTime, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("campaign_id", _ID),
        sa.Column("role", sa.String(16)),
        sa.Column("used_at", sa.DateTime),
    )
    op.create_table(
        "api_replies",
        sa.Column("key_hash", _ID, primary_key=True),
        _person(),
        sa.Column("fingerprint", _ID, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("body", sa.JSON),
    )
    op.add_column("jobs", sa.Column("limited_to", _ID))


def _person() -> sa.Column[str]:
    return sa.Column("person_id", _ID, sa.ForeignKey("people.id"), nullable=False, index=True)
