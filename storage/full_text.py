"""The full-text table of concept names: FTS5 on SQLite, a GIN index on PostgreSQL.

What is indexed is the search key of a name, whose words `corpora.terminology.search_key` has already
folded and parted by spaces, so both databases find the same names.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table, TextClause, insert, text
from sqlalchemy.exc import DatabaseError

from errors import AloiError
from storage import tables as t

INDEX = "concept_names_index"
# Keys hold no capital, accent or sign, so any letter beyond ASCII is part of a word. Nothing but whether
# a name holds the words is asked, so places of words in names are not kept.
_SQLITE = (
    f"CREATE VIRTUAL TABLE {INDEX} USING fts5(key, content='concept_names', content_rowid='id', "
    "tokenize='ascii', prefix='2 3', detail='none', columnsize=0)"
)
_SERVER = f"CREATE INDEX {INDEX} ON concept_names USING gin (to_tsvector('simple', key))"
_ADD = f"INSERT INTO {INDEX}(rowid, key) SELECT id, key FROM concept_names WHERE id BETWEEN :first AND :last"
_REMOVE = (
    f"INSERT INTO {INDEX}({INDEX}, rowid, key) "
    "SELECT 'delete', id, key FROM concept_names WHERE id BETWEEN :first AND :last"
)


def make_index(connection: Connection) -> None:
    """Make the full-text table, or raise AloiError where this SQLite was built without FTS5."""
    if not _is_sqlite(connection):
        connection.execute(text(_SERVER))
        return
    try:
        connection.execute(text(_SQLITE))
    except DatabaseError as error:
        raise AloiError(
            f"The full-text table of terminologies cannot be made: {error.orig}.",
            "A Python whose SQLite holds FTS5 was expected, as those of python.org and the systems do.",
            "Use another Python, or a store on PostgreSQL.",
        ) from error


def add_names(connection: Connection, names: Sequence[tuple[object, ...]]) -> None:
    """Store rows of `concept_names`, their columns in order and their ids rising, and index them."""
    _insert(connection, t.concept_names, names)
    if _is_sqlite(connection):  # PostgreSQL keeps its index by itself
        connection.execute(text(_ADD), {"first": names[0][0], "last": names[-1][0]})


def add_keys(connection: Connection, keys: Sequence[tuple[object, ...]]) -> None:
    """Store rows of `concept_keys`, their columns in order."""
    _insert(connection, t.concept_keys, keys)


def _insert(connection: Connection, table: Table, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows given as tuples, on SQLite without making a mapping of each: twice as fast."""
    columns = table.c.keys()
    if _is_sqlite(connection):
        places = ", ".join("?" * len(columns))
        connection.exec_driver_sql(f"INSERT INTO {table.name} VALUES ({places})", list(rows))
    else:
        connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in rows])


def forget_names(connection: Connection, first: int, last: int) -> None:
    """Take out the names of these ids, both included, before they are deleted."""
    if _is_sqlite(connection):
        connection.execute(text(_REMOVE), {"first": first, "last": last})


def words_query(connection: Connection, asked: Sequence[str]) -> TextClause:
    """Return the statement that reads the names holding the words, the last of them as a beginning.

    Its parameters: `words` (what `words_match` gives), `first` and `last` (the ids searched), `most` (rows
    read, in the order of ids) and the columns in `asked`, which must be equal to the value given.
    """
    more = "".join(f' AND n."{column}" = :{column}' for column in asked)
    if _is_sqlite(connection):
        # The full-text table is asked for the range of ids itself, so that it reads no other terminology.
        found = f"{INDEX} AS i JOIN concept_names AS n ON n.id = i.rowid WHERE i.{INDEX} MATCH :words"
        place = "i.rowid"
    else:
        found = "concept_names AS n WHERE to_tsvector('simple', n.key) @@ to_tsquery('simple', :words)"
        place = "n.id"
    return text(
        f'SELECT n.concept_id, n.name, n.language, n."group", n.preferred, n.key FROM {found} '
        f"AND {place} BETWEEN :first AND :last{more} ORDER BY {place} LIMIT :most"
    )


def words_match(connection: Connection, words: Sequence[str]) -> str:
    """Return the words of a search key as the database's query: letters and digits, never an operator."""
    if _is_sqlite(connection):
        return " AND ".join(f'"{word}"' for word in words) + "*"
    return " & ".join(words) + ":*"


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
