"""The tables of the first release.

Stores of the revisions 0001 to 0020, from before it, are brought to this one by `before_first_release.py`.
"""

from __future__ import annotations

from alembic import op

from aloi.storage.migrations.first_tables import TABLES
from aloi.storage.texts.full_text import make_index

revision = "0021"
down_revision = None


def upgrade() -> None:
    """Make every table, and the full-text index of terminologies."""
    TABLES.create_all(op.get_bind(), checkfirst=False)
    make_index(op.get_bind())
