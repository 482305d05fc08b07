"""What a desk keeps: late answers, a person's preferences, when a round is due, what was said of a skip."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

# What was kept as the reason of a skip: one of these sentences, perhaps with `: ` and words, or words alone.
_REASONS = {
    "The text is broken or cut off": "broken",
    "It cannot be understood without more context": "context",
    "It is outside what I know": "expertise",
}


def upgrade() -> None:
    """Add the late answers and the columns."""
    op.add_column("people", sa.Column("preferences", sa.JSON(), nullable=True))
    op.add_column("rounds", sa.Column("due", sa.DateTime(), nullable=True))
    op.add_column(
        "rounds", sa.Column("shows_outcome", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("assignments", sa.Column("skip_note", sa.Text(), nullable=True))
    op.add_column("assignments", sa.Column("acts", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("assignments", sa.Column("draft_at", sa.DateTime(), nullable=True))
    _code_skips()
    op.create_table(
        "late_answers",
        sa.Column("event_id", sa.String(64), nullable=False),
        sa.Column("round_id", sa.String(64), nullable=False),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("annotator_id", sa.String(64), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("flag", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("guideline_version", sa.Integer(), nullable=True),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("decision", sa.String(16), nullable=True),
        sa.Column("decided_by", sa.String(64), nullable=True),
        sa.Column("decided_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_late_answers_round_id_rounds")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_late_answers_item_id_items")),
        sa.ForeignKeyConstraint(
            ["annotator_id"], ["people.id"], name=op.f("fk_late_answers_annotator_id_people")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["people.id"], name=op.f("fk_late_answers_decided_by_people")
        ),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_late_answers")),
    )
    op.create_index(op.f("ix_late_answers_round_id"), "late_answers", ["round_id"])


def _code_skips() -> None:
    """Make codes of the sentences that reasons of skips were, and notes of the words beside them."""
    connection = op.get_bind()
    assignments = sa.table(
        "assignments", sa.column("skip_reason", sa.Text()), sa.column("skip_note", sa.Text())
    )
    reason = assignments.c.skip_reason
    for stored_reason in (
        connection.execute(sa.select(reason).where(reason.is_not(None)).distinct()).scalars().all()
    ):
        sentence, _, words = stored_reason.partition(": ")
        code = _REASONS.get(sentence)
        note = words if code else stored_reason
        change = sa.update(assignments).where(reason == stored_reason)
        connection.execute(change.values(skip_reason=code or "other", skip_note=note or None))
