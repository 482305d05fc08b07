"""The last upgrade of stores from before the first release: revisions 0001 to 0020.

No version with these revisions was released, but developers and pilot laboratories have such stores. Missing
tables and columns are added as `first_tables.py` defines them, then rows are changed as the revisions did.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from aloi.storage.event_log.making import make_all
from aloi.storage.migrations.first_tables import TABLES
from aloi.storage.texts.full_text import make_index

FIRST_RELEASE = "0021"
_REVISIONS = frozenset(f"{number:04}" for number in range(1, int(FIRST_RELEASE)))
_VERSION = sa.table("alembic_version", sa.column("version_num", sa.String))
# Before revision 0009, the reason of a skip was one of these sentences, with `: ` and a note, or a note only.
_REASONS = {
    "The text is broken or cut off": "broken",
    "It cannot be understood without more context": "context",
    "It is outside what I know": "expertise",
}


def bring_to_first_release(connection: sa.Connection) -> None:
    """Bring a store from before the first release to its revision; leave every other store as it is.

    Parameters
    ----------
    connection : sqlalchemy.Connection
        In a transaction, so that an upgrade that is killed changes nothing.
    """
    if not sa.inspect(connection).has_table(_VERSION.name):
        return
    revision = connection.execute(sa.select(_VERSION.c.version_num)).scalar()
    if revision not in _REVISIONS:
        return
    _complete_tables(connection)
    if revision < "0008":
        _remove_dates_of_1970(connection)
    if revision < "0009":
        _code_skips(connection)
    if revision < "0014":
        _mark_sources(connection)
    if revision < "0020":
        make_all(connection, {"from": "migration"})
    connection.execute(_VERSION.update().values(version_num=FIRST_RELEASE))


def _complete_tables(connection: sa.Connection) -> None:
    """Add the tables, indexes and columns that the store lacks, and let columns be NULL that may be."""
    operations = Operations(MigrationContext.configure(connection))
    inspector = sa.inspect(connection)
    tables = set(inspector.get_table_names())
    for table in TABLES.sorted_tables:
        if table.name not in tables:
            table.create(connection)
            continue
        columns = {column["name"]: column for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                operations.add_column(
                    table.name,
                    sa.Column(
                        column.name,
                        column.type,
                        nullable=column.nullable,
                        server_default=column.server_default,
                    ),
                )
            elif column.nullable and not columns[column.name]["nullable"]:
                with operations.batch_alter_table(table.name) as batch:
                    batch.alter_column(column.name, existing_type=column.type, nullable=True)
    if "concept_names" not in tables:
        make_index(connection)


def _remove_dates_of_1970(connection: sa.Connection) -> None:
    """Remove placeholder dates of missing dates."""
    for name, column in (("annotations", "created_at"), ("assignments", "acted_at")):
        table = TABLES.tables[name]
        connection.execute(table.update().where(sa.text(f"{column} < '1971-01-01'")).values({column: None}))


def _code_skips(connection: sa.Connection) -> None:
    """Turn sentences that were reasons of skips into codes, and the words after them into notes."""
    assignments = TABLES.tables["assignments"]
    reason = assignments.c.skip_reason
    for stored in connection.execute(sa.select(reason).where(reason.is_not(None)).distinct()).scalars().all():
        sentence, _, words = stored.partition(": ")
        code = _REASONS.get(sentence)
        note = words if code else stored
        change = assignments.update().where(reason == stored)
        connection.execute(change.values(skip_reason=code or "other", skip_note=note or None))


def _mark_sources(connection: sa.Connection) -> None:
    """Mark the sources of imported answers: an import named them alike and gave them no password."""
    people = TABLES.tables["people"].c
    imported = (people.name == people.pseudonym) & people.password_hash.is_(None)
    connection.execute(TABLES.tables["people"].update().where(imported).values(is_source=sa.true()))
