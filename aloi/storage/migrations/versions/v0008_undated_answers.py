"""An answer made elsewhere may have no date: it is absent, where a date of 1970 stood for it before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Let the date of an answer be absent, and take away the dates that were none."""
    with op.batch_alter_table("annotations") as table:
        table.alter_column("created_at", existing_type=sa.DateTime(), nullable=True)
    for name, column in (("annotations", "created_at"), ("assignments", "acted_at")):
        dated = sa.table(name, sa.column(column, sa.DateTime()))
        never = sa.text(f"{column} < '1971-01-01'")
        op.execute(dated.update().where(never).values({column: None}))
