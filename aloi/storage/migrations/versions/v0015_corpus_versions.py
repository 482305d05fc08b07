"""Versions of corpora: texts that were added later."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table, and to texts and corpora the version; all there is belongs to the first."""
    for table in ("corpora", "documents"):
        op.add_column(table, sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "corpus_versions",
        sa.Column("corpus_id", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("checksum", sa.String(64), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("corpus_id", "version", name=op.f("pk_corpus_versions")),
        sa.ForeignKeyConstraint(
            ["corpus_id"], ["corpora.id"], name=op.f("fk_corpus_versions_corpus_id_corpora")
        ),
    )
