"""Cells of a table of ratings as the level of measurement needs them, and what was made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.ratings import NUMERIC_LEVELS, Cluster, Ratings
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.label_sets import LabelSets, label_sets, labels_of
from aloi.corpora.readers.columns import ColumnTable
from aloi.corpora.readers.read_as import TableReading
from aloi.corpora.readers.words import (
    Twins,
    decimal_of,
    double_words,
    doubtful_words,
    find_twins,
    has_decimal_comma,
    is_number,
    is_padded,
    missing_words,
    number,
)
from aloi.workbench.agreement.reading.derived_columns import Dropped, columns_of_marks
from aloi.workbench.agreement.reading.grid import Grid
from aloi.workbench.agreement.reading.layouts import LayoutOptions, RawRatings


def ratings_of(
    table: ColumnTable,
    raw: RawRatings,
    level: str,
    options: LayoutOptions,
    *,
    as_sets: bool = False,
    clusters: Sequence[str] = (),
) -> tuple[Ratings, TableReading]:
    """Return the ratings of a table as sets, numbers or labels, and a description of the detected kind.

    Numbers at the interval and ratio levels, and wherever every cell is a number; labels otherwise, which
    at the ordinal level need their order declared. Sets are read as `label_sets` says. Counts become
    as many ratings as they say, of annotators without a name.

    Raises
    ------
    AloiError
        Fewer than two annotators, or cells that the level cannot take.
    """
    name = table.path.name
    cluster_columns = [raw.further[one] for one in clusters]
    documents: list[Cluster] | None = list(zip(*cluster_columns, strict=True)) if cluster_columns else None
    if raw.layout == "counts":
        reading = _reading(table, raw, None, (), raw.twins)
        return _from_counts(name, raw, level, options, documents), reading
    if len(raw.grid.names) < 2:
        raise _too_few(name, raw.grid.names)
    counts = raw.grid.counts()
    words = missing_words(list(counts), options.categories, options.missing)
    grid = raw.grid.without(words)
    marks: tuple[str, ...] = ()
    if raw.layout == "wide" and not options.columns:
        raw, grid = _without_empty(raw, grid)
        marks = columns_of_marks(grid)
    left = {text: count for text, count in counts.items() if text not in words}
    twins = list(raw.twins)
    decimal = categories = sets = None
    if as_sets:
        sets = label_sets(left, options.categories, options.separator)
        values, added = _sets_of(grid, sets, left, options)
    else:
        grid, added = _joined(grid, left, level, options)
        used = _used(grid)
        texts = list(dict.fromkeys(grid.texts[place] for place in used))
        values, decimal = _parsed(name, raw.units, grid, texts, level, options.categories)
        categories = _categories(options.categories, [values[place] for place in used])
    ratings = Ratings.from_codes(raw.units, grid.names, grid.codes, values, level, categories, documents)
    reading = _reading(table, raw, decimal, tuple((word, counts[word]) for word in words), twins + added)
    return ratings, _with_doubts(replace(reading, marks=marks), left, options.categories, sets)


def _with_doubts(
    reading: TableReading, counts: Mapping[str, int], categories: Sequence[str], sets: LabelSets | None
) -> TableReading:
    """Return a reading with the cells that may be no rating, or several; of sets, how they are written."""
    doubtful = tuple((word, counts[word]) for word in doubtful_words(counts, categories))
    if sets is None:
        doubled = _several_labels(counts, categories)
        return replace(reading, doubtful=doubtful, doubled=tuple((word, counts[word]) for word in doubled))
    written = Counter[str]()
    for cell, form in sets.forms.items():
        written[form] += counts[cell]
    return replace(
        reading,
        doubtful=doubtful,
        sets=tuple(written.items()),
        unsplit=tuple((cell, counts[cell]) for cell in sets.unsplit),
        parted=tuple((cell, counts[cell]) for cell in sets.parted),
    )


def _several_labels(counts: Mapping[str, int], categories: Sequence[str]) -> list[str]:
    """Return the cells of one label that hold several, as a measure of sets would read them."""
    several = {*double_words(counts, categories), *label_sets(counts, categories).holding_several()}
    return [word for word in counts if word in several and not (is_number(word) or has_decimal_comma(word))]


def _sets_of(
    grid: Grid, sets: LabelSets, counts: Mapping[str, int], options: LayoutOptions
) -> tuple[list[object], list[Twins]]:
    """Return the set of labels in each distinct cell, and the labels that are duplicates."""
    cells = [
        frozenset(labels_of(value))
        if isinstance(value, Collection) and not isinstance(value, str)
        else sets.sets.get(text, frozenset())
        for value, text in zip(grid.values, grid.texts, strict=True)
    ]
    labels = Counter[str]()
    for text, cell in zip(grid.texts, cells, strict=True):
        labels.update(dict.fromkeys(cell, counts.get(text, 0)))
    label_twins, becomes = find_twins("labels", labels, options.normalise, options.categories)
    return [frozenset(becomes.get(label, label) for label in cell) for cell in cells], label_twins


def _without_empty(raw: RawRatings, grid: Grid) -> tuple[RawRatings, Grid]:
    """Return the ratings without annotators who rated nothing."""
    empty = [name for at, name in enumerate(grid.names) if (grid.codes[:, at] < 0).all()]
    if not empty or len(grid.names) - len(empty) < 2:
        return raw, grid
    dropped = [*raw.dropped, *(Dropped(name, "it holds no rating") for name in empty)]
    remaining = grid.columns([name for name in grid.names if name not in empty])
    return replace(raw, dropped=tuple(dropped)), remaining


def _too_few(name: str, annotators: Sequence[str]) -> AloiError:
    return AloiError(
        "workbench.holds-ratings-annotator",
        name=name,
        annotators=len(annotators),
        has_annotators=bool(annotators),
        annotator=annotators[0] if annotators else "",
    )


def _joined(
    grid: Grid, counts: Mapping[str, int], level: str, options: LayoutOptions
) -> tuple[Grid, list[Twins]]:
    """Return the grid with the labels joined as the options request, and all duplicates.

    Numbers have no duplicates, except `01` and `1`, which are two labels.
    """
    twins = [
        Twins("labels", (text, raw), ("space",), True) for text, raw in grid.spaced.items() if text in counts
    ]
    padded = level not in NUMERIC_LEVELS and any(map(is_padded, counts))
    if all(map(is_number, counts)) and not padded:
        return grid, twins
    label_twins, becomes = find_twins("labels", counts, options.normalise, options.categories)
    return (grid.without(becomes) if becomes else grid), [*twins, *label_twins]


def _reading(
    table: ColumnTable,
    raw: RawRatings,
    decimal: str | None,
    missing: tuple[tuple[str, int], ...],
    twins: Sequence[Twins],
) -> TableReading:
    dropped = tuple((one.name, one.why) for one in raw.dropped)
    reading = TableReading(table.read_as, raw.layout, decimal, missing, tuple(twins), dropped, raw.left_out)
    return replace(reading, suspected=tuple((one.name, one.why) for one in raw.suspected))


def _used(grid: Grid) -> NDArray[np.intp]:
    return np.flatnonzero(np.bincount(grid.codes[grid.codes >= 0], minlength=len(grid.values)))


def _parsed(
    name: str, units: Sequence[str], grid: Grid, texts: Sequence[str], level: str, categories: Sequence[str]
) -> tuple[list[object], str | None]:
    """Return the type of each distinct cell, and the decimal mark."""
    decimal = decimal_of(texts)
    plain = {text: text.replace(",", ".") for text in texts if decimal == "," and has_decimal_comma(text)}
    wrong = [text for text in texts if not is_number(plain.get(text, text))]
    padded = any(is_padded(text) for text in texts)
    if level in NUMERIC_LEVELS or not (wrong or padded):
        if wrong:
            raise _no_number(name, units, grid, wrong, level)
        left = frozenset(texts)
        return [number(plain.get(text, text)) if text in left else text for text in grid.texts], decimal
    rest = [text for text in texts if not is_number(text) and not has_decimal_comma(text)]
    comma = next((text for text in texts if has_decimal_comma(text)), None)
    if comma is not None and not rest:
        raise _decimal_comma(name, comma)
    if level == "ordinal" and not categories:
        raise AloiError(
            "aloi.value",
            name=Term("the-rating"),
            value=quoted((wrong or list(texts))[0]),
            expected=Term("numbers-or-labels"),
            todo=Term("list-the-labels"),
        ).at(name)
    return list(grid.texts), None


def _categories(categories: Sequence[str], values: Sequence[object]) -> list[object] | None:
    """Return the declared categories as the cells were read, None when none are declared."""
    if not categories:
        return None
    if not all(isinstance(value, (int, float)) for value in values):
        return list(categories)
    wrong = next((name for name in categories if not is_number(name)), None)
    if wrong is not None:
        raise AloiError(
            "aloi.value",
            name=Term("twice-category"),
            value=repr(wrong),
            expected=Term("number-as-the-ratings"),
            todo=Term("correct-categories"),
        )
    return [number(name) for name in categories]


def _no_number(name: str, units: Sequence[str], grid: Grid, wrong: Sequence[str], level: str) -> AloiError:
    """Return the error for the first cell that is no number."""
    bad = [place for place, text in enumerate(grid.texts) if text in set(wrong)]
    unit, annotator = np.argwhere(np.isin(grid.codes, bad))[0]
    cell = grid.texts[grid.codes[unit, annotator]]
    if has_decimal_comma(cell):
        return _decimal_comma(f"{name}, {units[unit]}, {grid.names[annotator]}", cell)
    return AloiError(
        "aloi.value",
        name=Term("rating-by-name", name_2=quoted(grid.names[annotator]), unit=quoted(units[unit])),
        value=quoted(cell),
        expected=Term("number-at-the-level", level=level),
        todo=Term("correct-the-cell"),
    ).at(name)


def _from_counts(
    name: str, raw: RawRatings, level: str, options: LayoutOptions, clusters: Sequence[Cluster] | None
) -> Ratings:
    """Return the ratings that counts of categories stand for."""
    numbers = raw.grid.numbers()
    filled = raw.grid.codes >= 0
    bad = (np.isnan(numbers) & filled) | (np.nan_to_num(numbers) < 0)
    bad |= np.nan_to_num(numbers) != np.floor(np.nan_to_num(numbers))
    if bad.any():
        unit, column = np.argwhere(bad)[0]
        cell = raw.grid.texts[raw.grid.codes[unit, column]]
        raise AloiError(
            "aloi.value",
            name=Term("count-of-column", column=repr(raw.grid.names[column]), unit=quoted(raw.units[unit])),
            value=quoted(cell),
            expected=Term("whole-numbers"),
            todo=Term("correct-the-cell-name"),
        ).at(name)
    counts = np.nan_to_num(numbers).astype(np.int64)
    totals = counts.sum(axis=1)
    flat = np.repeat(np.tile(np.arange(counts.shape[1], dtype=np.int32), len(counts)), counts.ravel())
    rows = np.repeat(np.arange(len(counts)), totals)
    rating_of_unit = np.arange(len(flat)) - np.repeat(np.cumsum(totals) - totals, totals)
    codes = np.full((len(counts), int(totals.max(initial=0))), -1, dtype=np.int32)
    codes[rows, rating_of_unit] = flat
    width = len(str(codes.shape[1]))
    people = [f"rating {at + 1:0{width}}" for at in range(codes.shape[1])]
    grid = Grid(tuple(people), raw.grid.names, codes)
    values, _ = _parsed(name, raw.units, grid, raw.grid.names, level, options.categories)
    declared = _categories(options.categories, values) or sorted(
        values,
        key=lambda value: (isinstance(value, str), value),
    )
    return Ratings.from_codes(raw.units, people, codes, values, level, declared, clusters)


def _decimal_comma(where: str, text: str) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("number-with-a-decimal"),
        value=quoted(text),
        expected=Term("numbers-with-a-decimal"),
        todo=Term("write-text", text_2=text.replace(",", ".")),
    ).at(where)
