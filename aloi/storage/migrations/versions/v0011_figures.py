"""Figures are computed once per state of the answers, and kept: the states, and the figures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the two tables; figures of an older store are computed when somebody looks at them."""
    op.create_table(
        "states",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_states")),
    )
    op.create_table(
        "figures",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("computed_at", sa.DateTime(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", "subject", name=op.f("pk_figures")),
    )
