"""Work under way on an item is kept before it is answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the draft of an assignment."""
    op.add_column("assignments", sa.Column("draft", sa.JSON(none_as_null=True), nullable=True))
