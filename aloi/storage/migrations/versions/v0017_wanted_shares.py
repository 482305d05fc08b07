"""What a campaign wants: the share of its items that each level of its scale should have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("campaigns", sa.Column("wanted_shares", sa.JSON(), nullable=False, server_default="{}"))
