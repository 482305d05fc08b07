"""Tries to sign in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table; until now they were counted in the memory of the web process."""
    op.create_table(
        "sign_in_tries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("counted_by", sa.String(80), nullable=False),
        sa.Column("tried_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_tries")),
    )
    op.create_index(op.f("ix_sign_in_tries_counted_by"), "sign_in_tries", ["counted_by"])
