"""How often a worker took a job, so that one that ends its workers is not taken for ever."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the attempts of a job."""
    op.add_column("jobs", sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"))
