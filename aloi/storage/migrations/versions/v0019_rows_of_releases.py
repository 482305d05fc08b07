"""The long lists of a release's manifest, in parts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the table; releases frozen before keep their manifest in one piece."""
    op.create_table(
        "release_rows",
        sa.Column("release_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["release_id"], ["releases.id"], name=op.f("fk_release_rows_release_id_releases")
        ),
        sa.PrimaryKeyConstraint("release_id", "name", "place", name=op.f("pk_release_rows")),
    )
