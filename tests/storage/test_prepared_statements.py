"""A prepared statement gives what SQLAlchemy gives of it."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import InvalidRequestError, StatementError

from aloi.base.errors import AloiError
from aloi.storage.answers import statements as q
from aloi.storage.driver.prepared_statements import PreparedStatement
from aloi.storage.store import Store
from tests.storage.world import NOW, fill

READS = {
    name: one
    for name, one in vars(q).items()
    if isinstance(one, PreparedStatement) and hasattr(one.statement, "selected_columns")
}


@pytest.mark.sqlite
def test_every_query_gives_the_same_rows_of_the_same_types(store: Store) -> None:
    world = fill(store, items=4)
    for _ in range(2):
        found = world.lease(0)
        assert found is not None
        world.answer(found.key, f"e{found.key.item_id}", 4.0)
    world.lease(0)
    values = {
        **q.its(found.key), "event_id": f"e{found.key.item_id}", "now": NOW, "after": 0,
        "its_campaign_id": "k0", "token_hash": "h" * 64,
    }  # fmt: skip
    given = set()
    with store.answers._database.read() as connection:
        for name, query in READS.items():
            expected = [dict(row) for row in connection.execute(query.statement, values).mappings()]
            rows = query.rows(connection, values)
            assert rows == expected, name
            assert [[type(one) for one in row.values()] for row in rows] == [
                [type(one) for one in row.values()] for row in expected
            ], name
            if rows:
                given.add(name)
                assert query.first(connection, values) == expected[0]
                assert query.value(connection, values) == next(iter(expected[0].values()))
    assert given >= {"ANSWER_OF_EVENT", "ASSIGNMENT", "LOCKED_FOR_ANSWER", "HELD_IN_ROUND", "AHEAD", "ITEM"}


def test_what_is_missing_and_what_no_store_keeps_is_refused(store: Store) -> None:
    database = store.answers._database
    with database.read() as connection:
        assert q.ITEM.first(connection, {"its_item_id": "none"}) is None
        assert q.ITEM.value(connection, {"its_item_id": "none"}) is None
        with pytest.raises((InvalidRequestError, StatementError), match="its_item_id"):
            q.ITEM.first(connection, {"its_id": "none"})
    with pytest.raises(AloiError, match="U\\+0000"), database.read() as connection:
        q.ITEM.first(connection, {"its_item_id": "no\0ne"})
