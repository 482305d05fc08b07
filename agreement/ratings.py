"""The table agreement is measured on: units by annotators, missing cells allowed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import le
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term

LEVELS = ("nominal", "ordinal", "interval", "ratio")
NUMERIC_LEVELS = ("interval", "ratio")
MISSING = -1
# The document of a unit, or the two that it belongs to: a pair has one of each of its sentences.
Cluster: TypeAlias = str | tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings of U units by A annotators into C categories.

    Parameters
    ----------
    units : tuple of str
        U unit ids, all different.
    annotators : tuple of str
        A names, all different.
    codes : ndarray of int32, shape (U, A)
        Position of each rating in `categories`; -1 if missing.
    categories : tuple
        C values (numbers, labels or frozensets); their order is the order of an ordinal scale.
    level : str
        nominal, ordinal, interval or ratio.
    clusters : tuple or None
        The document of each unit, by name, or the names of the two that it belongs to: units that share one
        depend on each other, which intervals take into account.
    declared : bool
        Whether `categories` was declared; if not, a part of the table keeps the categories it uses.

    Raises
    ------
    AloiError
        Shapes that do not fit, repeated ids, or values that the level cannot take.
    """

    units: tuple[str, ...]
    annotators: tuple[str, ...]
    codes: NDArray[np.int32]
    categories: tuple[object, ...]
    level: str
    clusters: tuple[Cluster, ...] | None = None
    declared: bool = True
    # Results already computed from these ratings, because several measures need the same.
    memo: dict[str, object] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a table that cannot be measured."""
        _check_level(self.level, self.categories)
        _check_distinct("unit", self.units)
        _check_distinct("annotator", self.annotators)
        if self.codes.shape != (len(self.units), len(self.annotators)):
            raise ValueError(
                f"codes of the shape {self.codes.shape}: expected one row per unit, one column per annotator"
            )
        if self.codes.size and not MISSING <= self.codes.min() <= self.codes.max() < len(self.categories):
            raise ValueError(
                f"codes from {self.codes.min()} to {self.codes.max()}: expected indices of the categories"
            )
        if self.clusters is not None and len(self.clusters) != len(self.units):
            raise ValueError(f"there are {len(self.clusters)} clusters for {len(self.units)} units")

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[str, str, object]],
        level: str,
        categories: Sequence[object] | None = None,
        clusters: Mapping[str, Cluster] | None = None,
    ) -> Ratings:
        """Return the ratings of (unit, annotator, value) triples; a value of None is missing.

        Parameters
        ----------
        triples : iterable of (str, str, object)
            At most one triple a unit and annotator.
        level : str
            nominal, ordinal, interval or ratio.
        categories : sequence, optional
            Every value that could have been given; the values seen by default.
        clusters : mapping from unit to its document or documents, optional
            Must name every unit.
        """
        cells: dict[tuple[str, str], object] = {}
        units: dict[str, int] = {}
        annotators: dict[str, int] = {}
        for unit, annotator, value in triples:
            if (unit, annotator) in cells:
                raise AloiError(
                    "aloi.repeated",
                    name=Term("rating-by", annotator=repr(annotator)),
                    value=repr(unit),
                    todo=Term("own-id-of-unit"),
                )
            cells[unit, annotator] = value
            units.setdefault(unit, len(units))
            annotators.setdefault(annotator, len(annotators))
        table: list[list[object]] = [[None] * len(annotators) for _ in units]
        for (unit, annotator), value in cells.items():
            table[units[unit]][annotators[annotator]] = value
        documents = None if clusters is None else [_cluster(clusters, unit) for unit in units]
        return cls.from_table(tuple(units), tuple(annotators), table, level, categories, documents)

    @classmethod
    def from_table(
        cls,
        units: Sequence[str],
        annotators: Sequence[str],
        values: Sequence[Sequence[object]],
        level: str,
        categories: Sequence[object] | None = None,
        clusters: Sequence[Cluster] | None = None,
    ) -> Ratings:
        """Return the ratings of a table of U rows by A columns; None is missing.

        Parameters
        ----------
        units, annotators : sequence of str
            Names of the rows and of the columns.
        values : sequence of rows
            Numbers, labels or frozensets.
        level : str
            nominal, ordinal, interval or ratio.
        categories : sequence, optional
            Every value that could have been given; the values seen by default.
        clusters : sequence, optional
            The document or documents of each unit.
        """
        rows = [[_plain(value) for value in row] for row in values]
        for unit, row in zip(units, rows, strict=False):
            _check_row(unit, row, len(annotators))
        if categories is None:
            domain = order_categories({value for row in rows for value in row if value is not None})
        else:
            domain = tuple(_plain(value) for value in categories)
            _check_distinct("category", domain)
        _check_level(level, domain)
        code_of: dict[object, int] = {value: code for code, value in enumerate(domain)}
        code_of[None] = MISSING
        for unit, row in zip(units, rows, strict=False):
            _check_declared(unit, dict(zip(annotators, row, strict=True)), code_of)
        codes = np.array([[code_of[value] for value in row] for row in rows], dtype=np.int32)
        return cls(
            units=tuple(units),
            annotators=tuple(annotators),
            codes=codes.reshape(len(rows), len(annotators)),
            categories=domain,
            level=level,
            clusters=None if clusters is None else tuple(clusters),
            declared=categories is not None,
        )

    @classmethod
    def from_codes(
        cls,
        units: Sequence[str],
        annotators: Sequence[str],
        codes: NDArray[np.int32],
        values: Sequence[object],
        level: str,
        categories: Sequence[object] | None = None,
        clusters: Sequence[Cluster] | None = None,
    ) -> Ratings:
        """Return the ratings of codes into distinct cells, of which several may have the same value.

        Parameters
        ----------
        codes : ndarray of int32, shape (U, A)
            Position of each rating in `values`; -1 if missing.
        values : sequence
            Numbers, labels or frozensets; values without a code are dropped.
        units, annotators, level, categories, clusters
            As `from_table` has them.
        """
        used = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(values))).tolist()
        seen = {place: _plain(values[place]) for place in used}
        domain = (
            order_categories(set(seen.values())) if categories is None else tuple(map(_plain, categories))
        )
        if categories is not None:
            _check_distinct("category", domain)
        _check_level(level, domain)
        code_of: dict[object, int] = {value: code for code, value in enumerate(domain)}
        moved = np.full(len(values) + 1, MISSING, dtype=np.int32)
        for index, value in seen.items():
            if value not in code_of:
                unit, annotator = np.argwhere(codes == index)[0]
                _check_declared(units[unit], {annotators[annotator]: value}, code_of)
            moved[index] = code_of[value]
        return cls(
            units=tuple(units),
            annotators=tuple(annotators),
            codes=moved[codes],
            categories=domain,
            level=level,
            clusters=None if clusters is None else tuple(clusters),
            declared=categories is not None,
        )

    @property
    def numeric(self) -> bool:
        """Return whether every category is a number."""
        return all_numbers(self.categories)

    @property
    def set_valued(self) -> bool:
        """Return whether the ratings are sets."""
        return are_sets(self.categories)

    def counts(self) -> NDArray[np.int64]:
        """Return how many annotators gave each unit each category, shape (U, C)."""
        return count_codes(self.codes, len(self.categories))

    def values(self) -> Floats:
        """Return the ratings as numbers, shape (U, A), NaN where missing; AloiError if not numbers."""
        if not self.numeric:
            raise AloiError(
                "aloi.value",
                name=Term("list-of-categories"),
                value=self.categories[:5],
                expected=Term("numbers"),
                todo=Term("measure-for-labels"),
            )
        table = np.array([*map(_number, self.categories), math.nan], dtype=np.float64)
        return table[self.codes]

    def subset_annotators(self, names: Sequence[str]) -> Ratings:
        """Return the ratings of some annotators, in the order given; every unit stays."""
        places = {name: place for place, name in enumerate(self.annotators)}
        columns = [
            places[known_name(name, places, Phrase("kind-annotator-of-the-table", "annotator of the table"))]
            for name in names
        ]
        return self._part(self.units, tuple(names), self.codes[:, columns], self.clusters)

    def subset_units(self, mask: NDArray[np.bool_]) -> Ratings:
        """Return the ratings of the units where the mask (U,) is true."""
        return self._take(np.flatnonzero(mask))

    def canonical(self) -> Ratings:
        """Return the same ratings with units and annotators sorted by name.

        Every number is computed on this form, so that the order of the input changes nothing, not even
        the last bit of a sum or the draws of a bootstrap.
        """
        cached = self.memo.get("canonical")
        if isinstance(cached, Ratings):
            return cached
        names = sorted(self.annotators)
        columns = [self.annotators.index(name) for name in names]
        ratings = self
        if not all(map(le, self.units, self.units[1:])):
            order = sorted(range(len(self.units)), key=self.units.__getitem__)
            ratings = self._take(np.array(order, dtype=np.intp))
        if columns != list(range(len(columns))) or (not ratings.declared and ratings._has_unused()):
            ratings = ratings._part(ratings.units, tuple(names), ratings.codes[:, columns], ratings.clusters)
        self.memo["canonical"] = ratings
        return ratings

    def _has_unused(self) -> bool:
        """Return whether there is a category that no rating has."""
        codes = self.codes[self.codes >= 0]
        return bool((np.bincount(codes, minlength=len(self.categories)) == 0).any())

    def _take(self, order: NDArray[np.intp]) -> Ratings:
        clusters = None if self.clusters is None else tuple(self.clusters[row] for row in order)
        return self._part(
            tuple(self.units[row] for row in order), self.annotators, self.codes[order], clusters
        )

    def _part(
        self,
        units: tuple[str, ...],
        annotators: tuple[str, ...],
        codes: NDArray[np.int32],
        clusters: tuple[Cluster, ...] | None,
    ) -> Ratings:
        categories = self.categories
        if not self.declared:
            used = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(categories)))
            if len(used) < len(categories):
                recode = np.full(len(categories) + 1, MISSING, dtype=np.int32)
                recode[used] = np.arange(len(used), dtype=np.int32)
                codes = recode[codes]
                categories = tuple(categories[code] for code in used)
        return Ratings(units, annotators, codes, categories, self.level, clusters, self.declared)


def count_codes(codes: NDArray[np.int32], categories: int) -> NDArray[np.int64]:
    """Return the counts (U, C) of codes (U, A); -1 counts nowhere."""
    counts = np.zeros((codes.shape[0], categories), dtype=np.int64)
    for column in codes.T:  # each unit is in it once
        rated = np.flatnonzero(column >= 0)
        counts[rated, column[rated]] += 1
    return counts


def are_sets(values: Sequence[object]) -> bool:
    """Return whether there are values, and each of them is a set."""
    return bool(values) and all(isinstance(value, frozenset) for value in values)


def all_numbers(values: Iterable[object]) -> bool:
    """Return whether every value is a number (a boolean is a label)."""
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


def order_categories(values: Iterable[object]) -> tuple[object, ...]:
    """Return values in their order: by size if all are numbers, else as sorted strings."""
    categories = list(values)
    if all_numbers(categories):
        return tuple(sorted(categories, key=_number))
    return tuple(sorted(categories, key=_sort_key))


def _sort_key(value: object) -> tuple[str, str]:
    if isinstance(value, frozenset):
        return "\0".join(sorted(map(str, value))), "frozenset"
    return str(value), type(value).__name__


def _number(value: object) -> float:
    if not isinstance(value, (int, float)):
        raise TypeError(f"{value!r} is not a number")
    return float(value)


def _plain(value: object) -> object:
    """Return a NumPy scalar as the Python number it stands for."""
    return value.item() if isinstance(value, np.generic) else value


def cluster_names(cluster: Cluster) -> tuple[str, ...]:
    """Return the names of the one or two clusters of a unit, in the order of their names.

    >>> cluster_names("report"), cluster_names(("b", "a")), cluster_names(("a", "a"))
    (('report',), ('a', 'b'), ('a',))
    """
    return (cluster,) if isinstance(cluster, str) else tuple(sorted(set(cluster)))


def _cluster(clusters: Mapping[str, Cluster], unit: str) -> Cluster:
    if unit not in clusters:
        raise AloiError(
            "aloi.missing",
            name=Term("unit-named", unit=repr(unit)),
            missing=Term("a-document"),
            todo=Term("give-every-document"),
        )
    return clusters[unit]


def _check_row(unit: str, row: Sequence[object], width: int) -> None:
    if len(row) != width:
        raise AloiError(
            "aloi.value",
            name=Term("cells-of", unit=repr(unit)),
            value=len(row),
            expected=width,
            todo=Term("keep-column"),
        )
    if any(isinstance(value, float) and not math.isfinite(value) for value in row):
        raise AloiError(
            "aloi.not-finite", name=Term("rating-of", unit=repr(unit)), todo=Term("empty-if-missing")
        )


def _check_distinct(kind: str, names: Sequence[object]) -> None:
    if len(set(names)) == len(names):
        return
    seen: set[object] = set()
    for name in names:
        if name in seen:
            raise AloiError("aloi.repeated", name=Term(f"twice-{kind}"), value=repr(name))
        seen.add(name)


def _check_declared(unit: str, values: Mapping[str, object], codes: Mapping[object, int]) -> None:
    for name, value in values.items():
        if value not in codes:
            domain = ", ".join(str(one) for one in codes if one is not None)
            raise AloiError(
                "aloi.value",
                name=Term("rating-by-of", annotator=repr(name), unit=repr(unit)),
                value=repr(value),
                expected=Term("one-of", choices=domain),
                todo=Term("declare-category"),
            )


def _check_level(level: str, categories: Sequence[object]) -> None:
    known_name(level, LEVELS, Phrase("kind-level-of-measurement", "level of measurement"))
    if level not in NUMERIC_LEVELS:
        return
    wrong = [value for value in categories if not all_numbers([value])]
    if wrong:
        raise AloiError(
            "aloi.value",
            name=Term("the-rating"),
            value=repr(wrong[0]),
            expected=Term("number-at-level", level=level),
            todo=Term("level-for-labels"),
        )
    if level == "ratio":
        require_ratio(min(map(_number, categories), default=0.0))


def require_ratio(lowest: float) -> None:
    """Raise AloiError for a lowest value below 0, which has no ratio."""
    if lowest < 0:
        raise AloiError(
            "aloi.value",
            name=Term("lowest-value"),
            value=f"{lowest:g}",
            expected=Term("at-least", least=0),
            todo=Term("no-ratio"),
        )
