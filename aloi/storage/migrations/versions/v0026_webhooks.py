"""Webhooks, their events, and checks for disagreements."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
_ID = sa.String(64)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "webhooks",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("campaign_id", _ID, sa.ForeignKey("campaigns.id"), nullable=False, index=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("created_by", _ID, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("numbered", sa.Integer, nullable=False),
        sa.Column("lease", _ID),
        sa.Column("lease_expires", sa.DateTime),
    )
    op.create_table(
        "webhook_events",
        sa.Column("webhook_id", _ID, sa.ForeignKey("webhooks.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.DateTime),
        sa.Column("answered_at", sa.DateTime),
        sa.Column("answer", _ID),
        sa.Column("subject", sa.String(200)),
        sa.Index("ix_webhook_events_waiting", "webhook_id", "status", "number"),
        sa.Index("ix_webhook_events_subject", "webhook_id", "subject"),
    )
    op.create_table(
        "webhook_checks",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("round_id", _ID, nullable=False),
        sa.Column("item_id", _ID),
    )
