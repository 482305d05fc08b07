"""Sources of imported answers, which are not people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column; an import called whom it made after the source, under name and pseudonym alike."""
    op.add_column("people", sa.Column("is_source", sa.Boolean(), nullable=False, server_default=sa.false()))
    people = sa.table(
        "people",
        sa.column("is_source", sa.Boolean),
        sa.column("name", sa.Text),
        sa.column("pseudonym", sa.String),
        sa.column("password_hash", sa.Text),
    )
    imported = (people.c.name == people.c.pseudonym) & people.c.password_hash.is_(None)
    op.execute(people.update().where(imported).values(is_source=sa.true()))
