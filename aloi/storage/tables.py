"""The tables; `migrations/` brings older files to this state."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
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
    UniqueConstraint,
    false,
)

from aloi.storage.columns import ID, UtcDateTime, key, needed, optional

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


CORPUS = "corpora.id"
PERSON = "people.id"
ROUND = "rounds.id"


def _table(name: str, *parts: Any, **options: Any) -> Table:
    return Table(name, metadata, *parts, **options)


secrets = _table(
    "secrets",
    *key(name=String(64)),
    *needed(value=LargeBinary),
)

corpora = _table(
    "corpora",
    *key(id=ID),
    *needed(place=Integer),
    Column("name", Text, nullable=False, unique=True),
    *needed(language=String(16), licence=Text, source=Text, checksum=String(64), restricted=Boolean),
    *optional(splitter=Text, first_name=Text),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("version", Integer, nullable=False, server_default="1"),
)
# The versions of a corpus to which texts were added, the first one among them; none where none were.
corpus_versions = _table(
    "corpus_versions",
    *key(corpus_id=CORPUS, version=Integer),
    *needed(licence=Text, source=Text, checksum=String(64), documents=Integer),
)
documents = _table(
    "documents",
    *key(id=ID),
    *needed(corpus_id=CORPUS, place=Integer, name=Text, text=Text, metadata=JSON),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("corpus_id", "place"),
)
sentences = _table(
    "sentences",
    *key(id=ID),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    Column("document_id", ID, ForeignKey("documents.id"), nullable=False, index=True),
    *needed(place=Integer, start=Integer, end=Integer, text=Text),
)
items = _table(
    "items",
    *key(id=ID),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    *needed(kind=String(32), body=JSON),
    # The version of its corpus with whose texts it came; 1 for what was found in texts that were there.
    Column("version", Integer, nullable=False, server_default="1"),
)
origins = _table(
    "origins",
    *key(item_id="items.id", miner=String(64), parameters_key=String(64)),
    *needed(parameters=JSON),
    *optional(score=Float, stratum=Text, probability=Float, seed=Integer),
    *needed(mined_at=UtcDateTime),
    Column("version", Integer, nullable=False, server_default="1"),
)

people = _table(
    "people",
    *key(id=ID),
    *needed(place=Integer),
    Column("name", Text, nullable=False, unique=True),
    Column("pseudonym", String(64), nullable=False, unique=True),
    *needed(role=String(16), expertise=Text),
    *optional(password_hash=Text),
    *needed(disabled=Boolean, created_at=UtcDateTime),
    *optional(preferences=JSON(none_as_null=True)),
    # Sources of imported answers: not people who work in this store, until one signs in.
    Column("is_source", Boolean, nullable=False, server_default=false()),
)
invites = _table(
    "invites",
    *key(token_hash=String(64)),
    *needed(role=String(16), expires=UtcDateTime, created_at=UtcDateTime),
    *optional(person_id=PERSON),
    *needed(name_hint=Text, expertise=Text),
    # The campaign that the invited person joins in this role.
    *optional(used_at=UtcDateTime, campaign_id=ID),
)
logins = _table(
    "logins",
    *key(token_hash=String(64)),
    Column("person_id", ID, ForeignKey(PERSON), nullable=False, index=True),
    *needed(expires=UtcDateTime, created_at=UtcDateTime),
)
# Personal tokens of programs. `campaign_id` and `role` narrow what one may read and do.
tokens = _table(
    "tokens",
    *key(token_hash=String(64)),
    Column("person_id", ID, ForeignKey(PERSON), nullable=False, index=True),
    *needed(name=Text, scope=String(16), expires=UtcDateTime, created_at=UtcDateTime),
    *optional(campaign_id=ID, role=String(16), used_at=UtcDateTime),
)
# The answers to requests of programs that have a key, so that a repeated request is not done again.
api_replies = _table(
    "api_replies",
    *key(key_hash=String(64)),
    Column("person_id", ID, ForeignKey(PERSON), nullable=False, index=True),
    *needed(fingerprint=String(64), created_at=UtcDateTime),
    *optional(status=Integer, body=JSON(none_as_null=True)),
)
sign_in_tries = _table(
    "sign_in_tries",
    Column("id", Integer, primary_key=True),
    Column("counted_by", String(80), nullable=False, index=True),
    *needed(tried_at=UtcDateTime),
)

campaigns = _table(
    "campaigns",
    *key(id=ID),
    *needed(place=Integer),
    Column("name", Text, nullable=False, unique=True),
    *needed(task_type=String(64), task_version=Integer, settings=JSON, corpus_id=CORPUS, status=String(16)),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("schema_version", Integer, nullable=False, server_default="1"),
    Column("wanted_shares", JSON, nullable=False, server_default="{}"),
    # Which disagreements need a decision; empty for the rule of the task.
    Column("adjudication", JSON, nullable=False, server_default="{}"),
    # The package of the plug-in that added the task; none for tasks of Aloi.
    *optional(task_package=Text),
)
# Members of campaigns with their roles. Without a role: former members, whose names stay with their work.
members = _table(
    "members",
    *key(campaign_id="campaigns.id"),
    Column("person_id", ID, ForeignKey(PERSON), primary_key=True, index=True),
    *optional(role=String(16)),
)
# People who see a corpus without a campaign on it: those who imported it.
corpus_members = _table(
    "corpus_members",
    *key(corpus_id=CORPUS),
    Column("person_id", ID, ForeignKey(PERSON), primary_key=True, index=True),
)
# People who see files of the data folder, such as a run: its author, and people it is shared with.
shares = _table(
    "shares",
    *key(kind=String(16), name=String(200)),
    Column("person_id", ID, ForeignKey(PERSON), primary_key=True, index=True),
    *needed(made=Boolean),
)
# The versions of a schema that was changed, the first one among them; none where it never was.
schemas = _table(
    "schemas",
    *key(campaign_id="campaigns.id", version=Integer),
    *needed(settings=JSON, mappings=JSON, why_changed=Text),
    *optional(created_at=UtcDateTime),
)
guidelines = _table(
    "guidelines",
    *key(campaign_id="campaigns.id", version=Integer),
    *needed(text=Text, why_changed=Text, created_at=UtcDateTime),
)
assumptions = _table(
    "assumptions",
    *key(campaign_id="campaigns.id", item_id="items.id"),
    *needed(value=JSON, why=Text, checked=JSON, created_at=UtcDateTime),
    Column("schema_version", Integer, nullable=False, server_default="1"),
)
rounds = _table(
    "rounds",
    *key(id=ID),
    *needed(campaign_id="campaigns.id", number=Integer, purpose=String(16)),
    *optional(guideline_version=Integer),
    *needed(overlap=Integer, seed=Integer),
    *optional(cap=Integer),
    *needed(repeats=Integer),
    *optional(stop_rule=JSON),
    *needed(status=String(16)),
    *optional(due=UtcDateTime),
    Column("shows_outcome", Boolean, nullable=False, server_default=false()),
    Column("title", Text, nullable=False, server_default=""),
    Column("archived", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("campaign_id", "number"),
)
round_annotators = _table(
    "round_annotators",
    *key(round_id=ROUND),
    Column("annotator_id", ID, ForeignKey(PERSON), primary_key=True, index=True),
    *needed(place=Integer),
)
round_items = _table(
    "round_items",
    *key(round_id=ROUND, item_id="items.id"),
    *needed(place=Integer, wanted=Integer, taken=Integer),
)

_KEY = ("round_id", "item_id", "annotator_id", "occasion")
assignments = _table(
    "assignments",
    *key(round_id=ROUND, item_id="items.id", annotator_id=PERSON, occasion=Integer),
    *needed(position=Integer, status=String(16)),
    *optional(skip_reason=Text, lease_expires=UtcDateTime),
    *needed(flag=Boolean, comment=Text),
    *optional(acted_at=UtcDateTime, draft=JSON(none_as_null=True), skip_note=Text),
    # How often it was answered, skipped or withdrawn; this shows that a page is outdated.
    Column("acts", Integer, nullable=False, server_default="0"),
    *optional(draft_at=UtcDateTime),
    Index("ix_assignments_work", "round_id", "annotator_id", "status", "position"),
    Index("ix_assignments_leases", "round_id", "status", "lease_expires"),
)
answers = _table(
    "annotations",
    *key(round_id=ID, item_id=ID, annotator_id=ID, occasion=Integer, revision=Integer),
    Column("event_id", String(64), nullable=False, unique=True),
    *needed(value=JSON(none_as_null=False), flag=Boolean, comment=Text),
    *optional(seconds=Float, guideline_version=Integer),
    *needed(shown=JSON),
    *optional(created_at=UtcDateTime),
    ForeignKeyConstraint(_KEY, [f"assignments.{name}" for name in _KEY]),
)
# Answers that came when they could no longer count: the lease was gone, the item full, the round closed. They
# are kept for the manager, who takes one or leaves it (`decision`).
late_answers = _table(
    "late_answers",
    *key(event_id=String(64)),
    Column("round_id", ID, ForeignKey(ROUND), nullable=False, index=True),
    *needed(item_id="items.id", annotator_id=PERSON, occasion=Integer),
    *needed(value=JSON(none_as_null=False), flag=Boolean, comment=Text),
    *optional(seconds=Float, guideline_version=Integer),
    *needed(shown=JSON, why=String(16), created_at=UtcDateTime),
    *optional(decision=String(16), decided_by=PERSON, decided_at=UtcDateTime),
)
# Skips and undos: what a repeated request is recognised by (answers are recognised by their own row).
events = _table(
    "events",
    *key(event_id=String(64)),
    *needed(
        kind=String(16), round_id=ID, item_id=ID, annotator_id=ID, occasion=Integer, created_at=UtcDateTime
    ),
)

adjudications = _table(
    "adjudications",
    *key(round_id=ROUND, item_id="items.id", revision=Integer),
    *needed(adjudicators=JSON, value=JSON, why=Text, considered=JSON, created_at=UtcDateTime),
    Column("schema_version", Integer, nullable=False, server_default="1"),
)
golds = _table(
    "golds",
    *key(id=ID),
    Column("campaign_id", ID, ForeignKey("campaigns.id"), nullable=False, index=True),
    *needed(place=Integer, rule=String(64), rounds=JSON, items=JSON),
    *optional(models=JSON(none_as_null=True)),
    *needed(created_at=UtcDateTime),
    Column("cleaned", Boolean, nullable=False, server_default=false()),
    Column("excluded", JSON, nullable=False, server_default="[]"),
    Column("schema_version", Integer, nullable=False, server_default="1"),
)
# Decisions on substitutes as typed; a revision without category reverts the previous one.
cleanings = _table(
    "cleanings",
    *key(campaign_id="campaigns.id", item_id="items.id", answer=String(200), revision=Integer),
    *optional(category=String(32), result=Text),
    *needed(by=String(64), why=Text, created_at=UtcDateTime),
)
# Suggestions for items: candidate concepts, spans to confirm. A new one replaces the previous one; the one an
# annotator saw is stored with their answer.
suggestions = _table(
    "suggestions",
    *key(campaign_id="campaigns.id", item_id="items.id"),
    *needed(made_by=Text, value=JSON, created_at=UtcDateTime),
)
# A terminology is seen once it is complete: its names are stored in many short transactions, so that
# annotators can save their answers meanwhile.
terminologies = _table(
    "terminologies",
    *key(number=Integer),
    *needed(
        id=ID,
        name=String(200),
        licence=Text,
        source=Text,
        languages=JSON,
        groups=JSON,
        concepts=Integer,
        names=Integer,
        checksum=String(64),
        complete=Boolean,
        created_at=UtcDateTime,
    ),
)
# The ids of a terminology's names are contiguous: its number in the high bits, then the index of the name.
# `key` is what a search compares; the full-text table indexes its words.
concept_names = _table(
    "concept_names",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    *needed(
        terminology=Integer,
        concept_id=String(200),
        name=Text,
        language=String(200),
        group=String(200),
        preferred=Boolean,
        key=Text,
    ),
    Index(None, "terminology", "concept_id"),
)
# The names by key, as a table and not an index. It is filled in the order of keys after the import of all
# names, which costs a fraction of updating an index of a million names during the import.
concept_keys = _table(
    "concept_keys",
    Column("terminology", Integer, primary_key=True, autoincrement=False),
    *key(key=Text().with_variant(Text(collation="C"), "postgresql")),
    Column("name_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
# Versions of machine annotators, without API keys. Their answers are in tables of their own: no query of
# people's answers reads them (docs/adr/0025-machines.md).
machines = _table(
    "machines",
    *key(id=ID),
    *needed(
        place=Integer,
        name=String(200),
        pseudonym=String(64),
        version=Integer,
        identity=JSON,
        access=JSON,
        created_at=UtcDateTime,
    ),
    UniqueConstraint("name", "version"),
)
# One row a draw. `guideline_version` is 0 without guideline. `attempts` are the replies as received.
machine_answers = _table(
    "machine_answers",
    *key(
        round_id=ROUND,
        item_id="items.id",
        machine_id="machines.id",
        guideline_version=Integer,
        reversed_order=Boolean,
        draw=Integer,
    ),
    *needed(schema_version=Integer, value=JSON(none_as_null=False)),
    *optional(confidence=Float, skip=String(32)),
    *needed(attempts=JSON, prompt=String(64), created_at=UtcDateTime),
)
releases = _table(
    "releases",
    *key(id=ID),
    *needed(
        campaign_id="campaigns.id",
        place=Integer,
        version=String(64),
        checksum=String(64),
        manifest_checksum=String(64),
        manifest=JSON,
        created_at=UtcDateTime,
    ),
    UniqueConstraint("campaign_id", "version"),
)
# The long lists of a manifest, such as the answers: some rows together, compressed, in their order.
release_rows = _table(
    "release_rows",
    *key(release_id="releases.id", name=String(32), place=Integer),
    *needed(count=Integer, packed=LargeBinary),
)
exports = _table(
    "exports",
    *key(id=Integer),
    Column("corpus_id", ID, ForeignKey(CORPUS), nullable=False, index=True),
    *needed(what=Text, reason=Text, created_at=UtcDateTime),
)

# Corrections, append-only. They have no foreign keys, since their objects may be deleted.
corrections = _table(
    "corrections",
    *key(number=Integer),
    *needed(kind=String(32)),
    *optional(corpus_id=ID, campaign_id=ID, round_id=ID, person_id=ID),
    *needed(details=JSON, why=Text, by=String(64), created_at=UtcDateTime),
)

# Events in chains: one a round, one a campaign, one for all else (`aloi/storage/event_log`). Append-only.
# `content` is the hash of the row with the stored data, `hash` that of the entry and the previous one. There
# are no foreign keys: people are ids, and an entry outlives its object.
event_log = _table(
    "event_log",
    *key(chain=ID, number=Integer),
    *needed(kind=String(16)),
    *optional(at=UtcDateTime, by=Text, item_id=ID, annotator_id=ID, occasion=Integer, ref=Text, acts=Integer),
    *optional(details=JSON(none_as_null=True), content=String(64)),
    *needed(hash=String(64)),
    sqlite_with_rowid=False,
)

# How often what has an id (a round, a campaign, a corpus) has changed, and with how many answers.
states = _table("states", *key(id=ID), *needed(answers=Integer, changes=Integer))
# Cached results, once per state of their inputs. `subject` is the JSON of the request, `state` the state of
# the inputs, `answers` the number of answers in that state; `error` is set if there is no value.
cached_results = _table(
    "figures",
    *key(name=String(64), subject=Text),
    *needed(state=String(64), answers=Integer),
    *optional(value=JSON(none_as_null=True), error=JSON(none_as_null=True)),
    *needed(computed_at=UtcDateTime, seconds=Float),
)

jobs = _table(
    "jobs",
    *key(id=ID),
    *needed(place=Integer, verb=String(64), arguments=JSON),
    Column("status", String(16), nullable=False, index=True),
    *needed(done=Integer, total=Integer, message=Text),
    *optional(result=JSON, error=Text),
    *needed(created_by=String(64), created_at=UtcDateTime),
    *optional(started_at=UtcDateTime, finished_at=UtcDateTime, heartbeat=UtcDateTime),
    Column("attempts", Integer, nullable=False, server_default="0"),
    # What it is of, where its arguments say so. They refer to nothing: a job stays when that is deleted.
    *optional(campaign_id=ID, corpus_id=ID),
    # The only campaign that it reads, if it was requested with a token of that campaign.
    *optional(limited_to=ID),
)

# Addresses that receive events of a campaign, and their events in the order of `number`. `numbered` is the
# last number; `lease` belongs to the worker that delivers. A check names an item, or a round, on which
# annotators may disagree since then (docs/adr/0026-webhooks.md).
webhooks = _table(
    "webhooks",
    *key(id=ID),
    Column("campaign_id", ID, ForeignKey("campaigns.id"), nullable=False, index=True),
    *needed(
        url=Text, secret=Text, events=JSON, created_by=String(64), created_at=UtcDateTime, active=Boolean
    ),
    *needed(numbered=Integer),
    *optional(lease=String(64), lease_expires=UtcDateTime),
)
webhook_events = _table(
    "webhook_events",
    *key(webhook_id="webhooks.id", number=Integer),
    *needed(kind=String(32), data=JSON, created_at=UtcDateTime, status=String(16), attempts=Integer),
    *optional(due_at=UtcDateTime, answered_at=UtcDateTime, answer=String(64), subject=String(200)),
    Index("ix_webhook_events_waiting", "webhook_id", "status", "number"),
    Index("ix_webhook_events_subject", "webhook_id", "subject"),
)
webhook_checks = _table(
    "webhook_checks",
    *key(number=Integer),
    *needed(round_id=ID),
    *optional(item_id=ID),
)

# Rounds whose annotators come by a link, and these people. `attention` has the accepted answers by item.
# `participant`, `study` and `session` are ids of a platform; nothing else has them, and a manager deletes
# them (docs/adr/0027-crowds.md).
crowds = _table(
    "crowds",
    *key(round_id=ROUND),
    Column("token", String(64), nullable=False, unique=True),
    *needed(settings=JSON, attention=JSON, closed=Boolean, created_at=UtcDateTime),
)
participants = _table(
    "participants",
    *key(person_id=PERSON),
    *needed(round_id="crowds.round_id", participant_hash=String(64)),
    *optional(participant=Text, study=Text, session=Text),
    *needed(sessions=Integer, status=String(16), started_at=UtcDateTime),
    *optional(ended_at=UtcDateTime),
    UniqueConstraint("round_id", "participant_hash"),
)
