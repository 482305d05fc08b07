"""Terminologies: names loaded in short transactions, searched in the full-text table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.base.terms import Term
from aloi.corpora.terminologies.concepts import (
    Concept,
    ConceptMatch,
    ConceptName,
    Terminology,
    add_to_checksum,
    checked_names,
    names_checksum,
    search_key,
)
from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.driver.prepared_statements import PreparedStatement
from aloi.storage.rows import in_parts
from aloi.storage.texts.full_text import add_names, forget_names, sort_keys, words_match, words_query

_T = t.terminologies.c
_N = t.concept_names.c
_AT_ONCE = 20_000  # names a transaction stores: others wait for well under a second
_MOST = 2_000  # names read to find the best; beyond, those first by the alphabet, or in the order stored
_SCANNED = 20_000  # names looked through for those in one language or group
_ABANDONED = timedelta(hours=6)
_BITS = 32  # of an id, for the place of a name in its terminology
_K = t.concept_keys.c
_SHOWN = [_N.concept_id, _N.name, _N.language, _N.group, _N.preferred, _N.key]
_NUMBER = PreparedStatement(select(_T.number).where(_T.id == bindparam("its_id"), _T.complete))
_COLUMNS = [_T[name] for name in Terminology.__slots__]


class Terminologies(StorePart):
    """Concepts with their names; a terminology does not change once it is complete."""

    def add(
        self,
        terminology: Terminology,
        names: Iterable[ConceptName],
        now: datetime,
        on_progress: Callable[[int], object] = lambda done: None,
    ) -> Terminology:
        """Return the terminology as stored, with its names counted; all of the names or none.

        The names are read once, one after the other. The same terminology again changes nothing.

        Parameters
        ----------
        on_progress : callable
            Called with the number of names stored; an error that it raises ends the import.

        Raises
        ------
        AloiError
            No names, a name that cannot be stored, or another terminology of this name.
        """
        same_name = next((one for one in self.list() if one.name == terminology.name), None)
        if same_name is not None:
            if names_checksum(checked_names(names)) != same_name.checksum:
                raise _name_taken(same_name.name)
            return same_name
        self._drop_leftovers(now)
        number = self._begin(terminology, now)
        with ExitStack() as undone:
            undone.callback(self._drop, number)  # a key pressed to stop, too, leaves nothing half-stored
            stored = self._load(number, terminology, checked_names(names), on_progress)
            self._complete(number, stored)
            undone.pop_all()
        return stored

    def list(self) -> list[Terminology]:
        """Return every terminology, in the order imported."""
        query = select(*_COLUMNS).where(_T.complete).order_by(_T.number)
        return [from_json(Terminology, row) for row in self._database.rows(query)]

    def get(self, terminology_id: str) -> Terminology:
        """Return a terminology, or raise AloiError naming those there are."""
        return self._only(lambda one: one.id == terminology_id, terminology_id)

    def named(self, name: str) -> Terminology:
        """Return the terminology of that name or id, or raise AloiError naming those there are."""
        return self._only(lambda one: name in (one.id, one.name), name)

    def search(
        self,
        terminology_id: str,
        text: str,
        limit: int = 20,
        language: str | None = None,
        group: str | None = None,
    ) -> Sequence[ConceptMatch]:
        """Return the concepts with names that have the words typed, the last of them as a prefix.

        Each concept is returned once, with its best name. First is the text itself, then names that begin
        with it, then names that have its words in any order. Within each group preferred names are first,
        then short ones, then alphabetically. Case, accents and signs are ignored. An empty text has no
        results.

        The first 2,000 names that begin with the text and the first 2,000 with its words are compared. If one
        language or group is requested, both are searched among 20,000 names.
        """
        # Half a surrogate pair is no character, and NUL none that a store keeps.
        key = search_key(text.replace("\0", " ").encode("utf-8", "ignore").decode())
        if not key or limit < 1:
            return []
        number = self._number(terminology_id)
        filters = {
            column: value for column, value in (("language", language), ("group", group)) if value is not None
        }
        with self._database.read() as connection:
            best = _best(_beginning(connection, number, key, filters), key)
            words = key.split()
            if len(best) < limit and all(word.isalnum() for word in words):
                best = _best(_holding(connection, number, words, filters), key) | best
        return sorted(best.values(), key=_order)[:limit]

    def concept(self, terminology_id: str, concept_id: str) -> Concept:
        """Return a concept with its names, or raise AloiError if the terminology has no such id."""
        concepts = self.concepts(terminology_id, [concept_id])
        if not concepts:
            raise AloiError(
                "aloi.not-found",
                kind=Term("the-concept"),
                name=repr(concept_id),
                expected=Term("the-id-of-one-of-its-concepts"),
                todo=Term("check-the-spelling-or-search"),
            )
        return concepts[concept_id]

    def concepts(self, terminology_id: str, ids: Iterable[str]) -> dict[str, Concept]:
        """Return the concepts of these ids that the terminology has, in the order asked."""
        number = self._number(terminology_id)
        requested = list(dict.fromkeys(ids))
        names: dict[str, list[ConceptName]] = {}
        with self._database.read() as connection:
            for part in in_parts(requested):
                query = select(*_SHOWN).where(_N.terminology == number, _N.concept_id.in_(part))
                for row in connection.execute(query.order_by(_N.id)):
                    names.setdefault(row.concept_id, []).append(_name(row))
        return {
            concept_id: Concept(
                concept_id,
                tuple(
                    sorted(names[concept_id], key=lambda name: (not name.preferred, name.language, name.name))
                ),
            )
            for concept_id in requested
            if concept_id in names
        }

    def names(self, terminology_id: str) -> Iterator[ConceptName]:
        """Yield every name in the order imported."""
        first, end = name_ids(self._number(terminology_id))
        last = first - 1
        while True:
            query = select(_N.id, *_SHOWN).where(_N.id > last, _N.id < end)
            with self._database.read() as connection:
                rows = connection.execute(query.order_by(_N.id).limit(_AT_ONCE)).all()
            if not rows:
                return
            yield from map(_name, rows)
            last = rows[-1].id

    def remove(self, terminology_id: str) -> Terminology:
        """Return the terminology that was there and now is not."""
        terminology = self.get(terminology_id)
        self._drop(self._number(terminology.id))
        return terminology

    def _only(self, fits: Callable[[Terminology], bool], requested: str) -> Terminology:
        terminologies = self.list()
        for terminology in terminologies:
            if fits(terminology):
                return terminology
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-terminology"),
            name=repr(requested),
            known=(repr(one.name) for one in terminologies),
            todo=Term("check-the-name-or-import"),
        )

    def _number(self, terminology_id: str) -> int:
        row = self._database.first(_NUMBER, {"its_id": terminology_id})
        if row is None:
            self.get(terminology_id)  # raises, naming those there are
            raise KeyError(terminology_id)  # removed or completed in between
        return int(row["number"])

    def _begin(self, terminology: Terminology, now: datetime) -> int:
        with self._database.write() as connection:
            number = int(connection.execute(select(func.coalesce(func.max(_T.number), 0))).scalar_one()) + 1
            values = {name: getattr(terminology, name) for name in Terminology.__slots__}
            values |= {"languages": [], "groups": [], "complete": False, "created_at": now}
            connection.execute(insert(t.terminologies), {**values, "number": number})
        return number

    def _load(
        self,
        number: int,
        terminology: Terminology,
        names: Iterator[ConceptName],
        on_progress: Callable[[int], object],
    ) -> Terminology:
        digest = hashlib.sha256()
        languages, groups = set[str](), set[str]()
        done = 0
        while part := list(islice(names, _AT_ONCE)):
            first = (number << _BITS) + done
            rows = [_row(number, first + place, one) for place, one in enumerate(part)]
            with self._database.write() as connection:
                add_names(connection, rows)
            add_to_checksum(digest, part)
            done += len(part)
            languages.update(one.language for one in part)
            groups.update(one.group for one in part)
            on_progress(done)
        if not done:
            raise AloiError(
                "aloi.no-content",
                path=Term("the-terminology-name-2", name=repr(terminology.name)),
                content=Term("no-name"),
                expected=Term("least-one-concept"),
                todo=Term("check-the-file"),
            )
        with self._database.keep() as connection:
            sort_keys(connection, number, _AT_ONCE)
        with self._database.read() as connection:
            query = select(func.count(_N.concept_id.distinct())).where(_N.terminology == number)
            concepts = connection.execute(query).scalar_one()
        return replace(
            terminology,
            languages=tuple(sorted(languages - {""})),
            groups=tuple(sorted(groups - {""})),
            concepts=concepts,
            names=done,
            checksum=digest.hexdigest(),
        )

    def _complete(self, number: int, terminology: Terminology) -> None:
        with self._database.write() as connection:
            same_name = select(_T.number).where(_T.name == terminology.name, _T.complete)
            if connection.execute(same_name).first() is not None:
                raise _name_taken(terminology.name)
            values = {name: getattr(terminology, name) for name in Terminology.__slots__}
            values |= {
                "languages": list(terminology.languages),
                "groups": list(terminology.groups),
                "complete": True,
            }
            connection.execute(update(t.terminologies).where(_T.number == number).values(**values))

    def _drop_leftovers(self, now: datetime) -> None:
        """Remove the remains of killed imports; a running import is younger."""
        query = select(_T.number).where(~_T.complete, _T.created_at < now - _ABANDONED)
        with self._database.read() as connection:
            numbers = connection.execute(query).scalars().all()
        for number in numbers:
            self._drop(number)

    def _drop(self, number: int) -> None:
        """Remove a terminology: unseen at once, then its names in short transactions."""
        with self._database.write() as connection:
            connection.execute(update(t.terminologies).where(_T.number == number).values(complete=False))
        self._drop_keys(number)
        low, high = number << _BITS, (number + 1) << _BITS
        while True:
            with self._database.write() as connection:
                query = select(_N.id).where(_N.id >= low, _N.id < high).order_by(_N.id).limit(_AT_ONCE)
                ids = connection.execute(query).scalars().all()
                if not ids:
                    connection.execute(delete(t.terminologies).where(_T.number == number))
                    return
                forget_names(connection, ids[0], ids[-1])
                connection.execute(delete(t.concept_names).where(_N.id.between(ids[0], ids[-1])))

    def _drop_keys(self, number: int) -> None:
        query = select(_K.key).where(_K.terminology == number).order_by(_K.key).limit(_AT_ONCE)
        while True:
            with self._database.write() as connection:
                keys = connection.execute(query).scalars().all()
                if not keys:
                    return
                statement = delete(t.concept_keys).where(_K.terminology == number, _K.key <= keys[-1])
                connection.execute(statement)


def _name_taken(name: str) -> AloiError:
    return AloiError(
        "aloi.exists", name=Term("the-terminology-name", name=repr(name)), todo=Term("choose-another-name")
    )


def _row(number: int, name_id: int, concept_name: ConceptName) -> tuple[object, ...]:
    """Return the columns of `concept_names`."""
    key = search_key(concept_name.name)
    return (
        name_id,
        number,
        concept_name.concept_id,
        concept_name.name,
        concept_name.language,
        concept_name.group,
        concept_name.preferred,
        key,
    )


def name_ids(number: int) -> tuple[int, int]:
    """Return the first id that a name of a terminology may have, and the first one beyond them."""
    return number << _BITS, (number + 1) << _BITS


def _name(row: Row[Any]) -> ConceptName:
    return ConceptName(row.concept_id, row.name, row.language, row.group, bool(row.preferred))


def _beginning(connection: Connection, number: int, key: str, filters: dict[str, str]) -> Iterable[Row[Any]]:
    """Return names that begin with a key, alphabetically, the equal one first."""
    in_range = (_K.terminology == number, _K.key >= key, _K.key < key + "\U0010ffff")
    # Without a bound, a letter typed in a language with few names would read every name.
    ids = select(_K.name_id, _K.key.label("sorted")).where(*in_range).order_by(_K.key, _K.name_id)
    near = ids.limit(_SCANNED if filters else _MOST).subquery()
    query = select(*_SHOWN).join_from(near, t.concept_names, near.c.name_id == _N.id)
    for column, value in filters.items():
        query = query.where(_N[column] == value)
    return connection.execute(query.order_by(near.c.sorted, near.c.name_id).limit(_MOST))


def _holding(
    connection: Connection, number: int, words: Sequence[str], filters: dict[str, str]
) -> Iterable[Row[Any]]:
    """Return names that have words, the last of them as a prefix, in the order imported."""
    values: dict[str, Any] = {"first": number << _BITS, "last": ((number + 1) << _BITS) - 1, "most": _MOST}
    values["scanned"] = _SCANNED if filters else _MOST
    values["words"] = words_match(connection, words)
    return connection.execute(words_query(connection, list(filters)), values | filters)


def _best(rows: Iterable[Row[Any]], key: str) -> dict[str, ConceptMatch]:
    """Return the best name of each concept."""
    best: dict[str, ConceptMatch] = {}
    for row in rows:
        rank = 0 if row.key == key else 1 if row.key.startswith(key) else 2
        candidate = ConceptMatch(row.concept_id, row.name, row.language, row.group, bool(row.preferred), rank)
        if row.concept_id not in best or _order(candidate) < _order(best[row.concept_id]):
            best[row.concept_id] = candidate
    return best


def _order(candidate: ConceptMatch) -> tuple[Any, ...]:
    return (
        candidate.rank,
        not candidate.preferred,
        len(candidate.name),
        candidate.name,
        candidate.language,
        candidate.concept_id,
    )
