"""The tables; `migrations/` brings older files to this state."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """A time stored as UTC and given back aware."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as stored; a naive one is refused."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an aware time was expected")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as read, aware."""
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


ID = String(64)
CORPUS = "corpora.id"
PERSON = "people.id"
ROUND = "rounds.id"

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

corpora = Table(
    "corpora",
    metadata,
    Column("id", ID, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("language", String(16), nullable=False),
    Column("licence", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("restricted", Boolean, nullable=False),
    Column("splitter", Text),
)
documents = Table(
    "documents",
    metadata,
    Column("id", ID, primary_key=True),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("metadata", JSON, nullable=False),
    UniqueConstraint("corpus_id", "place"),
)
sentences = Table(
    "sentences",
    metadata,
    Column("id", ID, primary_key=True),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    Column("document_id", ID, ForeignKey("documents.id"), nullable=False, index=True),
    Column("place", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
items = Table(
    "items",
    metadata,
    Column("id", ID, primary_key=True),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    Column("kind", String(32), nullable=False),
    Column("body", JSON, nullable=False),
)
origins = Table(
    "origins",
    metadata,
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("miner", String(64), primary_key=True),
    Column("parameters_key", String(64), primary_key=True),
    Column("parameters", JSON, nullable=False),
    Column("score", Float),
    Column("stratum", Text),
    Column("probability", Float),
    Column("seed", Integer),
    Column("mined_at", UtcDateTime, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("pseudonym", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("expertise", Text, nullable=False),
    Column("password_hash", Text),
    Column("disabled", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
invites = Table(
    "invites",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("expires", UtcDateTime, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("person_id", ID, ForeignKey(PERSON)),
    Column("name_hint", Text, nullable=False),
    Column("expertise", Text, nullable=False),
    Column("used_at", UtcDateTime),
)
logins = Table(
    "logins",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", ID, ForeignKey(PERSON), nullable=False, index=True),
    Column("expires", UtcDateTime, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", ID, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("task_type", String(64), nullable=False),
    Column("task_version", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False),
    Column("status", String(16), nullable=False),
)
guidelines = Table(
    "guidelines",
    metadata,
    Column("campaign_id", ID, ForeignKey("campaigns.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("why_changed", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
assumptions = Table(
    "assumptions",
    metadata,
    Column("campaign_id", ID, ForeignKey("campaigns.id"), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("value", JSON, nullable=False),
    Column("why", Text, nullable=False),
    Column("checked", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
rounds = Table(
    "rounds",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign_id", ID, ForeignKey("campaigns.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("purpose", String(16), nullable=False),
    Column("guideline_version", Integer),
    Column("overlap", Integer, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("cap", Integer),
    Column("repeats", Integer, nullable=False),
    Column("stop_rule", JSON),
    Column("status", String(16), nullable=False),
    UniqueConstraint("campaign_id", "number"),
)
round_annotators = Table(
    "round_annotators",
    metadata,
    Column("round_id", ID, ForeignKey(ROUND), primary_key=True),
    Column("annotator_id", ID, ForeignKey(PERSON), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
)
round_items = Table(
    "round_items",
    metadata,
    Column("round_id", ID, ForeignKey(ROUND), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
)

_KEY = ("round_id", "item_id", "annotator_id", "occasion")
assignments = Table(
    "assignments",
    metadata,
    Column("round_id", ID, ForeignKey(ROUND), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("annotator_id", ID, ForeignKey(PERSON), primary_key=True),
    Column("occasion", Integer, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("skip_reason", Text),
    Column("lease_expires", UtcDateTime),
    Column("flag", Boolean, nullable=False),
    Column("comment", Text, nullable=False),
    Column("acted_at", UtcDateTime),
    Column("draft", JSON(none_as_null=True)),
    Index("ix_assignments_work", "round_id", "annotator_id", "status", "position"),
    Index("ix_assignments_leases", "round_id", "status", "lease_expires"),
)
answers = Table(
    "annotations",
    metadata,
    Column("round_id", ID, primary_key=True),
    Column("item_id", ID, primary_key=True),
    Column("annotator_id", ID, primary_key=True),
    Column("occasion", Integer, primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("event_id", String(64), nullable=False, unique=True),
    Column("value", JSON(none_as_null=False), nullable=False),
    Column("flag", Boolean, nullable=False),
    Column("comment", Text, nullable=False),
    Column("seconds", Float),
    Column("guideline_version", Integer),
    Column("shown", JSON, nullable=False),
    Column("created_at", UtcDateTime),
    ForeignKeyConstraint(_KEY, [f"assignments.{name}" for name in _KEY]),
)
# Skips and undos: what a repeated request is recognised by (answers are recognised by their own row).
events = Table(
    "events",
    metadata,
    Column("event_id", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("round_id", ID, nullable=False),
    Column("item_id", ID, nullable=False),
    Column("annotator_id", ID, nullable=False),
    Column("occasion", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

adjudications = Table(
    "adjudications",
    metadata,
    Column("round_id", ID, ForeignKey(ROUND), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("adjudicators", JSON, nullable=False),
    Column("value", JSON, nullable=False),
    Column("why", Text, nullable=False),
    Column("considered", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
golds = Table(
    "golds",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign_id", ID, ForeignKey("campaigns.id"), nullable=False, index=True),
    Column("place", Integer, nullable=False),
    Column("rule", String(64), nullable=False),
    Column("rounds", JSON, nullable=False),
    Column("items", JSON, nullable=False),
    Column("models", JSON(none_as_null=True)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("cleaned", Boolean, nullable=False, server_default=false()),
)
# What became of substitutes as they were typed; a revision without category takes the one before it back.
cleanings = Table(
    "cleanings",
    metadata,
    Column("campaign_id", ID, ForeignKey("campaigns.id"), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("answer", String(200), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("category", String(32)),
    Column("result", Text),
    Column("by", String(64), nullable=False),
    Column("why", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
# What is put before annotators with an item: candidate concepts, spans to confirm. Made anew, it replaces
# the older one; what an annotator saw is kept with their answer.
suggestions = Table(
    "suggestions",
    metadata,
    Column("campaign_id", ID, ForeignKey("campaigns.id"), primary_key=True),
    Column("item_id", ID, ForeignKey("items.id"), primary_key=True),
    Column("made_by", Text, nullable=False),
    Column("value", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
# A terminology is seen once it is complete: its names are stored in many short transactions, so that
# annotators can save their answers meanwhile.
terminologies = Table(
    "terminologies",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", ID, nullable=False),
    Column("name", String(200), nullable=False),
    Column("licence", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("languages", JSON, nullable=False),
    Column("groups", JSON, nullable=False),
    Column("concepts", Integer, nullable=False),
    Column("names", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("complete", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
# The ids of a terminology's names stand together: its number in the high bits, then the place of the name.
# `key` is what a search compares; the full-text table indexes its words.
concept_names = Table(
    "concept_names",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("terminology", Integer, nullable=False),
    Column("concept_id", String(200), nullable=False),
    Column("name", Text, nullable=False),
    Column("language", String(200), nullable=False),
    Column("group", String(200), nullable=False),
    Column("preferred", Boolean, nullable=False),
    Column("key", Text, nullable=False),
    Index(None, "terminology", "concept_id"),
)
# The names by key. A table and no index: it is filled in the order of keys once all names are there, which
# costs a fraction of keeping an index of a million names in order while they come in.
concept_keys = Table(
    "concept_keys",
    metadata,
    Column("terminology", Integer, primary_key=True, autoincrement=False),
    Column("key", Text().with_variant(Text(collation="C"), "postgresql"), primary_key=True),
    Column("name_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
releases = Table(
    "releases",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign_id", ID, ForeignKey("campaigns.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("version", String(64), nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("manifest_checksum", String(64), nullable=False),
    Column("manifest", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("campaign_id", "version"),
)
exports = Table(
    "exports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    Column("what", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", ID, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("verb", String(64), nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("message", Text, nullable=False),
    Column("result", JSON),
    Column("error", Text),
    Column("created_by", String(64), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("finished_at", UtcDateTime),
    Column("heartbeat", UtcDateTime),
    Column("attempts", Integer, nullable=False, server_default="0"),
)
