"""Bulk inserts, and the statistics a server needs after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert

_MANY = 1000  # rows; fewer are found fast, whichever way a server looks


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows into a table; after many rows a server updates its statistics of the table."""
    connection.execute(insert(table), rows)
    if len(rows) >= _MANY:
        count_rows(connection, table)


def count_rows(connection: Connection, table: Table) -> None:
    """Let a server update its statistics of a table after a bulk insert.

    The server plans its queries by these statistics, and updates them itself a minute after a transaction at
    best. Until then it may scan all rows of a round for each changed or referring row. That took minutes for
    30,000 answers.
    """
    if connection.dialect.name != "sqlite":
        quoted = connection.dialect.identifier_preparer.quote(table.name)
        connection.exec_driver_sql(f"ANALYZE {quoted}")
