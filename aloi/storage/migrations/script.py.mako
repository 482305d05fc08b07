"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.tables import UtcDateTime

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Bring the store to this revision."""
    ${upgrades if upgrades else "pass"}
