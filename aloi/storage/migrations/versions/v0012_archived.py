"""What was archived or renamed, and titles of rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns."""
    for table in ("corpora", "campaigns", "rounds"):
        op.add_column(table, sa.Column("archived", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("rounds", sa.Column("title", sa.Text(), nullable=False, server_default=""))
    op.add_column("corpora", sa.Column("first_name", sa.Text(), nullable=True))
