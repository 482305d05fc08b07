"""Campaigns note the package that added their task."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column."""
    op.add_column("campaigns", sa.Column("task_package", sa.Text()))
