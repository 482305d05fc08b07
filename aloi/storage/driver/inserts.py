"""Many rows at once, and what a server has to know of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert

_MANY = 1000  # rows; fewer are found fast, whichever way a server looks


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put rows into a table; of many, a server counts what the table holds from then on."""
    connection.execute(insert(table), rows)
    if len(rows) >= _MANY:
        count_rows(connection, table)


def count_rows(connection: Connection, table: Table) -> None:
    """Let a server count what a table holds, after much came into it.

    It chooses by such counts how it looks rows up, and makes them anew a minute after a transaction at best:
    until then it may go through all rows of a round for each row that refers to one, or is changed. That took
    minutes for 30,000 answers.
    """
    if connection.dialect.name != "sqlite":
        quoted = connection.dialect.identifier_preparer.quote(table.name)
        connection.exec_driver_sql(f"ANALYZE {quoted}")
