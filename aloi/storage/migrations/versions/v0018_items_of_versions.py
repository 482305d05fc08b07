"""With which version of its corpus an item came, and each of its origins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the columns; of what came before, items in new texts are told by these."""
    for table in ("items", "origins"):
        op.add_column(table, sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
