"""Whether a store holds together: what `Store.check` tells."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, select

from annotation.tasks.substitution.cleaning import Category
from storage import tables as t
from storage.texts.full_text import index_fault

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c


def find_problems(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with a store, in sentences."""
    if connection.dialect.name == "sqlite":
        yield from _damage(connection)
    yield from _counts(connection)
    yield from _revisions(connection)
    yield from _cleanings(connection)
    yield from _terminologies(connection)


def _damage(connection: Connection) -> Iterator[str]:
    for row in connection.exec_driver_sql("PRAGMA integrity_check"):
        if row[0] != "ok":
            yield f"The database file is damaged: {row[0]}."
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"A row of {row[0]} refers to a row of {row[2]} that is not there."


def _counts(connection: Connection) -> Iterator[str]:
    holds = and_(_A.occasion == 1, _A.status.in_(("leased", "submitted")))
    held = (
        select(func.count()).where(_A.round_id == _I.round_id, _A.item_id == _I.item_id, holds)
    ).scalar_subquery()
    for item, taken, wanted, counted in connection.execute(select(_I.item_id, _I.taken, _I.wanted, held)):
        if taken != counted:
            yield f"Item {item} counts {taken} annotators; {counted} hold or answered it."
        if counted > wanted:
            yield f"Item {item} has {counted} annotators; at most {wanted} were wanted."


def _revisions(connection: Connection) -> Iterator[str]:
    key = ("round_id", "item_id", "annotator_id", "occasion")
    gaps = select(_N.item_id, func.max(_N.revision), func.count()).group_by(*(_N[name] for name in key))
    for item, last, count in connection.execute(gaps):
        if last != count:
            yield f"An answer to item {item} is at revision {last} but has {count} revisions."
    answered = select(_N.item_id).where(*(_N[name] == _A[name] for name in key)).exists()
    for item in connection.execute(select(_A.item_id).where(_A.status == "submitted", ~answered)).scalars():
        yield f"Item {item} counts as submitted without an answer."


def _cleanings(connection: Connection) -> Iterator[str]:
    c = t.cleanings.c
    gaps = select(c.item_id, c.answer, func.max(c.revision), func.count())
    for item, answer, last, count in connection.execute(gaps.group_by(c.campaign_id, c.item_id, c.answer)):
        if last != count:
            yield f"The cleaning of {answer!r}, item {item}, is at revision {last} but has {count} revisions."
    for item, answer, category, result in connection.execute(
        select(c.item_id, c.answer, c.category, c.result).where(c.category.is_not(None))
    ):
        if category not in set(Category) or (result is None) != (category == Category.EXCLUDED):
            yield f"The cleaning of {answer!r}, item {item}, is {category!r} with the result {result!r}."


def _terminologies(connection: Connection) -> Iterator[str]:
    c, n, k = t.terminologies.c, t.concept_names.c, t.concept_keys.c
    for number, name, names, concepts in connection.execute(
        select(c.number, c.name, c.names, c.concepts).where(c.complete).order_by(c.number)
    ):
        counted = select(func.count(), func.count(n.concept_id.distinct())).where(n.terminology == number)
        found = tuple(connection.execute(counted).one())
        if found != (names, concepts):
            yield (
                f"The terminology {name!r} counts {names} names of {concepts} concepts; "
                f"it has {found[0]} of {found[1]}."
            )
        keys = connection.execute(select(func.count()).where(k.terminology == number)).scalar_one()
        if keys != found[0]:
            yield f"The terminology {name!r} has {found[0]} names, of which {keys} can be searched."
    fault = index_fault(connection)
    if fault:
        yield f"The full-text table of terminologies does not hold their names: {fault}."
