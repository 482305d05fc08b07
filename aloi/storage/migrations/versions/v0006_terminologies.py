"""Terminologies: concepts, their names, and the full-text table the names are searched in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from aloi.storage.texts.full_text import make_index

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the terminologies, their names and the full-text table."""
    op.create_table(
        "terminologies",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("concepts", sa.Integer(), nullable=False),
        sa.Column("names", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.String(64), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_terminologies")),
    )
    op.create_table(
        "concept_names",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("terminology", sa.Integer(), nullable=False),
        sa.Column("concept_id", sa.String(200), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.String(200), nullable=False),
        sa.Column("group", sa.String(200), nullable=False),
        sa.Column("preferred", sa.Boolean(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_concept_names")),
    )
    op.create_index(
        op.f("ix_concept_names_terminology_concept_id"), "concept_names", ["terminology", "concept_id"]
    )
    op.create_table(
        "concept_keys",
        sa.Column("terminology", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("name_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("terminology", "key", "name_id", name=op.f("pk_concept_keys")),
        sqlite_with_rowid=False,
    )
    make_index(op.get_bind())
