"""The rule of each campaign for the disagreements that need a decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column; campaigns follow the rule of their task."""
    op.add_column("campaigns", sa.Column("adjudication", sa.JSON(), nullable=False, server_default="{}"))
