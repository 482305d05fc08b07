"""The full-text table of concept names: FTS5 on SQLite, a GIN index on PostgreSQL.

The index has the search key of a name. `aloi.corpora.terminologies.concepts.search_key` has already
normalised its words and separated them by spaces, so both databases find the same names.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, TextClause, insert, text
from sqlalchemy.exc import DatabaseError

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import tables as t
from aloi.storage.database import begun

INDEX = "concept_names_index"
# Keys hold no capital, accent or sign, so any letter beyond ASCII is part of a word. Nothing but whether
# a name holds the words is asked, so places of words in names are not kept.
_SQLITE = (
    f"CREATE VIRTUAL TABLE {INDEX} USING fts5(key, content='concept_names', content_rowid='id', "
    "tokenize='ascii', prefix='2 3', detail='none', columnsize=0)"
)
_SERVER = f"CREATE INDEX {INDEX} ON concept_names USING gin (to_tsvector('simple', key))"
_INSERT = f"INSERT INTO concept_names VALUES ({', '.join('?' * len(t.concept_names.c))})"
_KEYS = "SELECT terminology, key, id FROM concept_names WHERE terminology = :number"
_PART = "INSERT INTO concept_keys SELECT * FROM sorted_keys WHERE rowid BETWEEN :first AND :last"
_ADD = f"INSERT INTO {INDEX}(rowid, key) SELECT id, key FROM concept_names WHERE id BETWEEN :first AND :last"
_REMOVE = (
    f"INSERT INTO {INDEX}({INDEX}, rowid, key) "
    "SELECT 'delete', id, key FROM concept_names WHERE id BETWEEN :first AND :last"
)


def make_index(connection: Connection) -> None:
    """Create the full-text table, or raise AloiError if this SQLite was built without FTS5."""
    if not _is_sqlite(connection):
        connection.execute(text(_SERVER))
        return
    try:
        connection.execute(text(_SQLITE))
    except DatabaseError as error:
        raise AloiError(
            "aloi.value",
            name=Term("the-full-text"),
            value=Term("not-available", orig=error.orig),
            expected=Term("a-python-whose"),
            todo=Term("use-another"),
        ) from error


def add_names(connection: Connection, names: Sequence[tuple[object, ...]]) -> None:
    """Store rows of `concept_names`, their columns in order and their ids rising, and index them."""
    if _is_sqlite(connection):  # tuples as they are: making a mapping of each takes as long again
        connection.exec_driver_sql(_INSERT, list(names))
        connection.execute(text(_ADD), {"first": names[0][0], "last": names[-1][0]})
        return
    columns = t.concept_names.c.keys()  # PostgreSQL keeps its index by itself
    connection.execute(insert(t.concept_names), [dict(zip(columns, row, strict=True)) for row in names])


def fill_index(connection: Connection) -> None:
    """Index all names that are stored; PostgreSQL keeps its index by itself."""
    if _is_sqlite(connection):
        connection.exec_driver_sql(f"INSERT INTO {INDEX}({INDEX}) VALUES ('rebuild')")


def sort_keys(connection: Connection, terminology: int, at_once: int) -> None:
    """Fill `concept_keys` with a terminology's names in the order of keys, `at_once` in a transaction.

    On SQLite they are sorted into a table of this connection first, which makes nobody wait.
    """
    number = {"number": terminology}
    if not _is_sqlite(connection):
        with begun(connection):
            connection.execute(text(f"INSERT INTO concept_keys {_KEYS}"), number)
        return
    with begun(connection):
        connection.execute(text("DROP TABLE IF EXISTS temp.sorted_keys"))
        connection.execute(text(f"CREATE TEMP TABLE sorted_keys AS {_KEYS} ORDER BY key, id"), number)
        last = connection.execute(text("SELECT max(rowid) FROM sorted_keys")).scalar_one()
    for first in range(1, (last or 0) + 1, at_once):
        with begun(connection, write=True):
            part = {"first": first, "last": first + at_once - 1}
            connection.execute(text(_PART), part)
    with begun(connection, write=True):
        connection.execute(text("DROP TABLE temp.sorted_keys"))


def forget_names(connection: Connection, first: int, last: int) -> None:
    """Remove the names of these ids, both included, before they are deleted."""
    if _is_sqlite(connection):
        connection.execute(text(_REMOVE), {"first": first, "last": last})


def index_fault(connection: Connection) -> str | None:
    """Return the fault of the full-text table; None if it has the stored names.

    PostgreSQL keeps its index by itself.
    """
    if not _is_sqlite(connection):
        return None
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(f"INSERT INTO {INDEX}({INDEX}, rank) VALUES ('integrity-check', 1)")
    except DatabaseError as error:
        return str(error.orig)
    return None


def words_query(connection: Connection, filters: Sequence[str]) -> TextClause:
    """Return the statement that reads the names with the words, the last of them as a prefix.

    Its parameters are `words` (from `words_match`), `first` and `last` (the range of ids), `scanned` and
    `most` (names searched and rows read, in the order of ids). The columns in `filters` are parameters too
    and must equal their values.
    """
    if _is_sqlite(connection):
        # The full-text table is asked for the range of ids itself, so that it reads no other terminology.
        hits = (
            f"SELECT rowid AS id FROM {INDEX} WHERE {INDEX} MATCH :words "
            "AND rowid BETWEEN :first AND :last ORDER BY rowid LIMIT :scanned"
        )
    else:
        # By itself the planner would read names in the order of ids until enough of them fit.
        hits = (
            "WITH hits AS MATERIALIZED (SELECT id FROM concept_names "
            "WHERE to_tsvector('simple', key) @@ to_tsquery('simple', :words)) "
            "SELECT id FROM hits WHERE id BETWEEN :first AND :last ORDER BY id LIMIT :scanned"
        )
    more = " AND ".join(f'n."{column}" = :{column}' for column in filters) or "true"
    return text(
        f'SELECT n.concept_id, n.name, n.language, n."group", n.preferred, n.key FROM ({hits}) AS found '
        f"JOIN concept_names AS n ON n.id = found.id WHERE {more} ORDER BY n.id LIMIT :most"
    )


def words_match(connection: Connection, words: Sequence[str]) -> str:
    """Return the words of a search key as the database's query: letters and digits, never an operator."""
    if _is_sqlite(connection):
        return " AND ".join(f'"{word}"' for word in words) + "*"
    return " & ".join(words) + ":*"


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
