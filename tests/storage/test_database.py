"""What a store's engine sends to the database."""

from __future__ import annotations

from sqlalchemy import event, func, select

from storage.store import Store
from storage.tables import jobs


def test_only_a_single_query_is_sent_without_a_transaction(store: Store) -> None:
    sent: list[str] = []
    database = store._database
    event.listen(database.engine, "before_cursor_execute", lambda *of: sent.append(of[2].split("\n")[0]))
    query = select(func.count().label("number")).select_from(jobs)
    assert database.first(query, {}) == {"number": 0}
    assert sent == ["SELECT count(*) AS number "]
    with database.read() as connection:
        connection.execute(query)
    with database.write() as connection:
        connection.execute(query)
    assert sent[1:] == ["BEGIN", sent[0], "BEGIN IMMEDIATE", sent[0]]
