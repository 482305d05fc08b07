"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "corpora",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("restricted", sa.Boolean(), nullable=False),
        sa.Column("splitter", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corpora")),
        sa.UniqueConstraint("name", name=op.f("uq_corpora_name")),
    )
    op.create_table(
        "events",
        sa.Column("event_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("annotator_id", sa.String(length=64), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_events")),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("verb", sa.String(length=64), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=True),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.Column("heartbeat", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_status"), "jobs", ["status"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("pseudonym", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("expertise", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name", name=op.f("uq_people_name")),
        sa.UniqueConstraint("pseudonym", name=op.f("uq_people_pseudonym")),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("task_type", sa.String(length=64), nullable=False),
        sa.Column("task_version", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("corpus_id", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_campaigns_corpus_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("name", name=op.f("uq_campaigns_name")),
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("corpus_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_documents_corpus_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
        sa.UniqueConstraint("corpus_id", "place", name=op.f("uq_documents_corpus_id_place")),
    )
    op.create_table(
        "invites",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=True),
        sa.Column("name_hint", sa.Text(), nullable=False),
        sa.Column("expertise", sa.Text(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_invites_person_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invites")),
    )
    op.create_table(
        "items",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("corpus_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_items_corpus_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
    )
    op.create_index(op.f("ix_items_corpus_id"), "items", ["corpus_id"], unique=False)
    op.create_table(
        "logins",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_logins_person_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_logins")),
    )
    op.create_index(op.f("ix_logins_person_id"), "logins", ["person_id"], unique=False)
    op.create_table(
        "assumptions",
        sa.Column("campaign_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("checked", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_assumptions_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_assumptions_item_id")),
        sa.PrimaryKeyConstraint("campaign_id", "item_id", name=op.f("pk_assumptions")),
    )
    op.create_table(
        "golds",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("campaign_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(length=64), nullable=False),
        sa.Column("rounds", sa.JSON(), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_golds_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_golds")),
    )
    op.create_index(op.f("ix_golds_campaign_id"), "golds", ["campaign_id"], unique=False)
    op.create_table(
        "guidelines",
        sa.Column("campaign_id", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("why_changed", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_guidelines_campaign_id")),
        sa.PrimaryKeyConstraint("campaign_id", "version", name=op.f("pk_guidelines")),
    )
    op.create_table(
        "origins",
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("miner", sa.String(length=64), nullable=False),
        sa.Column("parameters_key", sa.String(length=64), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("stratum", sa.Text(), nullable=True),
        sa.Column("probability", sa.Float(), nullable=True),
        sa.Column("seed", sa.Integer(), nullable=True),
        sa.Column("mined_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_origins_item_id")),
        sa.PrimaryKeyConstraint("item_id", "miner", "parameters_key", name=op.f("pk_origins")),
    )
    op.create_table(
        "releases",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("campaign_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("manifest_checksum", sa.String(length=64), nullable=False),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_releases_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_releases")),
        sa.UniqueConstraint("campaign_id", "version", name=op.f("uq_releases_campaign_id_version")),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("campaign_id", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("guideline_version", sa.Integer(), nullable=True),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("cap", sa.Integer(), nullable=True),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("stop_rule", sa.JSON(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_rounds_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_rounds_campaign_id_number")),
    )
    op.create_table(
        "sentences",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("corpus_id", sa.String(length=64), nullable=False),
        sa.Column("document_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_sentences_corpus_id")),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name=op.f("fk_sentences_document_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sentences")),
    )
    op.create_index(op.f("ix_sentences_corpus_id"), "sentences", ["corpus_id"], unique=False)
    op.create_index(op.f("ix_sentences_document_id"), "sentences", ["document_id"], unique=False)
    op.create_table(
        "adjudications",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("adjudicators", sa.JSON(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("considered", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_adjudications_item_id")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_adjudications_round_id")),
        sa.PrimaryKeyConstraint("round_id", "item_id", "revision", name=op.f("pk_adjudications")),
    )
    op.create_table(
        "assignments",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("annotator_id", sa.String(length=64), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("skip_reason", sa.Text(), nullable=True),
        sa.Column("lease_expires", sa.DateTime(), nullable=True),
        sa.Column("flag", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("acted_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["annotator_id"], ["people.id"], name=op.f("fk_assignments_annotator_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_assignments_item_id")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_assignments_round_id")),
        sa.PrimaryKeyConstraint(
            "round_id", "item_id", "annotator_id", "occasion", name=op.f("pk_assignments")
        ),
    )
    op.create_index(
        "ix_assignments_leases", "assignments", ["round_id", "status", "lease_expires"], unique=False
    )
    op.create_index(
        "ix_assignments_work", "assignments", ["round_id", "annotator_id", "status", "position"], unique=False
    )
    op.create_table(
        "exports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("corpus_id", sa.String(length=64), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_exports_corpus_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exports")),
    )
    op.create_index(op.f("ix_exports_corpus_id"), "exports", ["corpus_id"], unique=False)
    op.create_table(
        "round_annotators",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("annotator_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotator_id"], ["people.id"], name=op.f("fk_round_annotators_annotator_id")
        ),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_round_annotators_round_id")),
        sa.PrimaryKeyConstraint("round_id", "annotator_id", name=op.f("pk_round_annotators")),
    )
    op.create_index(
        op.f("ix_round_annotators_annotator_id"), "round_annotators", ["annotator_id"], unique=False
    )
    op.create_table(
        "round_items",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_round_items_item_id")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_round_items_round_id")),
        sa.PrimaryKeyConstraint("round_id", "item_id", name=op.f("pk_round_items")),
    )
    op.create_table(
        "annotations",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("annotator_id", sa.String(length=64), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.String(length=64), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("flag", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("guideline_version", sa.Integer(), nullable=True),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id", "item_id", "annotator_id", "occasion"],
            [
                "assignments.round_id",
                "assignments.item_id",
                "assignments.annotator_id",
                "assignments.occasion",
            ],
            name=op.f("fk_annotations_round_id_item_id_annotator_id_occasion"),
        ),
        sa.PrimaryKeyConstraint(
            "round_id", "item_id", "annotator_id", "occasion", "revision", name=op.f("pk_annotations")
        ),
        sa.UniqueConstraint("event_id", name=op.f("uq_annotations_event_id")),
    )
