"""What models of annotators said is kept with the gold they made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the models of a gold."""
    op.add_column("golds", sa.Column("models", sa.JSON(none_as_null=True), nullable=True))
