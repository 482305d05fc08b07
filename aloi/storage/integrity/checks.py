"""Consistency of a store, for `Store.check`. Its texts are checked in `contents.py`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, get_args

from sqlalchemy import Connection, Table, and_, func, or_, select
from sqlalchemy.exc import DatabaseError, OperationalError

from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.storage import tables as t
from aloi.storage.answers.late_answers import Why
from aloi.storage.driver.errors import StoreDamaged
from aloi.storage.integrity.values import OTHERS, find_broken_values
from aloi.storage.model import Problem
from aloi.storage.texts.full_text import index_fault

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_KEY = ("round_id", "item_id", "annotator_id", "occasion")


def find_problems(connection: Connection) -> Iterator[Problem]:
    """Yield the inconsistencies of a store."""
    yield from find_broken_values(connection, OTHERS)
    if connection.dialect.name == "sqlite":
        yield from _references(connection)
    yield from _counts(connection)
    yield from _revisions(connection)
    yield from _late(connection)
    yield from _cleanings(connection)
    yield from _terminologies(connection)


def found_in_any_bytes(
    connection: Connection, find: Callable[[Connection], Iterable[Problem]]
) -> list[Problem]:
    """Return what is found; where the bytes of a text are no UTF-8, once more within `any_bytes`.

    That calls Python for each value, which a store whose texts can be read does not need.
    """
    try:
        return _collected(connection, find)
    except OperationalError as error:
        if "decode" not in str(error.orig):
            raise
    with any_bytes(connection):
        return _collected(connection, find)


def _collected(connection: Connection, find: Callable[[Connection], Iterable[Problem]]) -> list[Problem]:
    """Return what is found, up to where a value of another type than its column's breaks it off."""
    problems: list[Problem] = []
    try:
        problems.extend(find(connection))
    except (AttributeError, LookupError, TypeError, ValueError):
        if next(find_broken_values(connection, t.metadata.sorted_tables), None) is None:
            raise
        problem = "a value is of another type than its column: what else there is was not all looked at."
        problems.append(Problem(None, None, problem))
    return problems


@contextmanager
def any_bytes(connection: Connection) -> Iterator[None]:
    """Let SQLite return texts whose bytes are no UTF-8, with replacement marks, instead of failing."""
    if connection.dialect.name != "sqlite":
        yield
        return
    plain: Any = connection.connection.driver_connection
    plain.text_factory = lambda content: content.decode("utf-8", "replace")
    try:
        yield
    finally:
        plain.text_factory = str


def require_readable(connection: Connection, store: str) -> None:
    """Raise StoreDamaged, naming the unreadable tables, if a file of SQLite is damaged.

    It says so itself, but for the names and the references of columns in its list of tables.
    """
    if connection.dialect.name != "sqlite":
        return
    try:
        fault = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
    except DatabaseError as error:
        fault = _name(error)
    if fault == "ok":
        damaged = [one.name for one in t.metadata.sorted_tables if not _is_as_made(connection, one)]
        if not damaged:
            return
    else:
        damaged = _unreadable(connection)
    fault = " ".join(fault.split())
    damage = StoreDamaged("storage.tables-damaged", store=store, tables=damaged, fault=fault)
    damage.tables = tuple(damaged)
    raise damage


def _unreadable(connection: Connection) -> list[str]:
    """Return the tables with unreadable pages; none if the list of tables cannot be read."""
    try:
        names = connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        ).scalars()
        return [name for name in names.all() if not _is_readable(connection, name)]
    except DatabaseError:
        return []


def _is_as_made(connection: Connection, table: Table) -> bool:
    """Return whether a table has the columns and references of this version."""
    columns = connection.exec_driver_sql(f'PRAGMA table_info("{table.name}")')
    keys = connection.exec_driver_sql(f'PRAGMA foreign_key_list("{table.name}")')
    expected_columns = {
        (column.name, column.type.compile(connection.dialect), not column.nullable)
        for column in table.columns
    }
    refers = {(one.parent.name, one.column.table.name, one.column.name) for one in table.foreign_keys}
    actual_columns = {(name, kind, bool(needed)) for _, name, kind, needed, *_ in columns}
    refers_there = {(name, other, its) for _, _, other, name, its, *_ in keys}
    return expected_columns == actual_columns and refers == refers_there


def _is_readable(connection: Connection, table: str) -> bool:
    """Return whether every page of a table can be read."""
    plain: Any = connection.connection.driver_connection
    try:
        with closing(plain.execute(f'SELECT * FROM "{table}"')) as rows:
            for _ in rows:
                pass
    except sqlite3.DatabaseError:
        return False
    return True


def _name(error: DatabaseError) -> str:
    return str(getattr(error.orig, "sqlite_errorname", type(error.orig).__name__))


def _references(connection: Connection) -> Iterator[Problem]:
    for table, row, other, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        problem = f"refers to a row of {other} that is not there."
        yield Problem(table, None if row is None else f"row {row}", problem)


def _counts(connection: Connection) -> Iterator[Problem]:
    # Counted once for all items: item by item, SQLite goes through a whole round for each.
    holders = (
        select(_A.round_id, _A.item_id, func.count().label("held"))
        .where(_A.occasion == 1, _A.status.in_(("leased", "submitted")))
        .group_by(_A.round_id, _A.item_id)
        .subquery()
    )
    same = and_(holders.c.round_id == _I.round_id, holders.c.item_id == _I.item_id)
    counted = func.coalesce(holders.c.held, 0)
    differing = connection.execute(
        select(_I.round_id, _I.item_id, _I.taken, _I.wanted, counted)
        .select_from(t.round_items)
        .outerjoin(holders, same)
        .where(or_(_I.taken != counted, counted > _I.wanted))
    )
    for round_id, item, assigned, required, its in differing:
        row = f"{round_id}/{item}"
        if assigned != its:
            yield Problem(
                "round_items", row, f"counts {assigned} annotators; {its} hold or answered the item."
            )
        if its > required:
            yield Problem("round_items", row, f"has {its} annotators; at most {required} were wanted.")


def _revisions(connection: Connection) -> Iterator[Problem]:
    key = [_N[name] for name in _KEY]
    last, count = func.max(_N.revision), func.count()
    gaps = select(*key, last, count).group_by(*key).having(last != count)
    for *row, last_of_it, counted in connection.execute(gaps):
        problem = f"is at revision {last_of_it} but has {counted} revisions."
        yield Problem("annotations", "/".join(map(str, row)), problem)
    answered = select(_N.item_id).where(*(_N[name] == _A[name] for name in _KEY)).exists()
    without = select(*(_A[name] for name in _KEY)).where(_A.status == "submitted", ~answered)
    for its_key in connection.execute(without):
        yield Problem("assignments", "/".join(map(str, its_key)), "counts as submitted without an answer.")


def _late(connection: Connection) -> Iterator[Problem]:
    """Yield late answers that count although nobody took them, and those taken that do not."""
    late = t.late_answers.c
    counted = select(_N.event_id).where(_N.event_id == late.event_id).exists()
    for event, why, decision, counts in connection.execute(
        select(late.event_id, late.why, late.decision, counted).order_by(late.event_id)
    ):
        if why not in get_args(Why) or decision not in (None, "taken", "left"):
            yield Problem("late_answers", event, "its reason or its decision is unknown.")
        elif counts != (decision == "taken"):
            problem = "is an answer, but was not taken." if counts else "was taken, but is no answer."
            yield Problem("late_answers", event, problem)


def _cleanings(connection: Connection) -> Iterator[Problem]:
    c = t.cleanings.c
    gaps = select(c.campaign_id, c.item_id, func.max(c.revision), func.count())
    for campaign, item, last, count in connection.execute(gaps.group_by(c.campaign_id, c.item_id, c.answer)):
        if last != count:
            problem = f"an answer was decided on up to revision {last}, of which {count} are there."
            yield Problem("cleanings", f"{campaign}/{item}", problem)
    for campaign, item, revision, category, result in connection.execute(
        select(c.campaign_id, c.item_id, c.revision, c.category, c.result).where(c.category.is_not(None))
    ):
        if category not in set(Category) or (result is None) != (category == Category.EXCLUDED):
            category_words = (
                "an unknown category" if category not in set(Category) else f"the category {category!r}"
            )
            result_words = f"{'without' if result is None else 'with'} a result"
            problem = f"revision {revision} has {category_words} {result_words}."
            yield Problem("cleanings", f"{campaign}/{item}", problem)


def _terminologies(connection: Connection) -> Iterator[Problem]:
    c, n, k = t.terminologies.c, t.concept_names.c, t.concept_keys.c
    for number, its_id, names, concepts in connection.execute(
        select(c.number, c.id, c.names, c.concepts).where(c.complete).order_by(c.number)
    ):
        counted = select(func.count(), func.count(n.concept_id.distinct())).where(n.terminology == number)
        actual = tuple(connection.execute(counted).one())
        if actual != (names, concepts):
            problem = f"counts {names} names of {concepts} concepts; it has {actual[0]} of {actual[1]}."
            yield Problem("terminologies", its_id, problem)
        keys = connection.execute(select(func.count()).where(k.terminology == number)).scalar_one()
        if keys != actual[0]:
            yield Problem("terminologies", its_id, f"has {actual[0]} names, of which {keys} can be searched.")


def find_index_problems(connection: Connection) -> Iterator[Problem]:
    """Yield the problems of the full-text table; SQLite checks it in a writing transaction."""
    fault = index_fault(connection)
    if fault:
        yield Problem("concept_names_index", None, f"the full-text table does not hold the names: {fault}.")
