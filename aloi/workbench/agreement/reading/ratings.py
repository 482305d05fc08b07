"""A table of ratings as its options read it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aloi.agreement.ratings import LEVELS, Ratings
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import SourceTable
from aloi.corpora.readers.columns import ColumnTable, read_columns
from aloi.corpora.readers.read_as import TableReading, tell
from aloi.workbench.agreement.reading.cells import ratings_of
from aloi.workbench.agreement.reading.layouts import LayoutOptions, RawRatings, raw_ratings
from aloi.workbench.agreement.reading.options import set_measures
from aloi.workbench.requests.files.agreement import AgreementRequest


def read_ratings(
    path: Path | SourceTable, options: AgreementRequest, further: Sequence[str] = ()
) -> tuple[ColumnTable, RawRatings, Ratings, TableReading]:
    """Return a table, its cells with those of `further` columns, its ratings, and the detected format."""
    table = read_columns(path)
    level = options.level
    if level is None:
        raise AloiError(
            "aloi.missing",
            name=table.path.name,
            missing=Term("the-level-of-its-ratings"),
            expected=Term("of-levels-only", levels=LEVELS),
            todo=Term("name-it-level"),
        )
    layout = LayoutOptions(
        layout=options.layout,
        unit=options.unit,
        long=None if options.annotator is None else (options.annotator, str(options.value)),
        columns=options.columns,
        further_columns=tuple(name for name in (*options.cluster, options.by, *further) if name is not None),
        by=options.by,
        missing=options.missing,
        normalise=options.normalise,
        categories=options.categories,
        separator=options.separator,
        machine=options.machine,
    )
    raw = raw_ratings(table, layout)
    as_sets = any(name in set_measures() for name in options.measure)
    ratings, read_as = ratings_of(table, raw, level, layout, as_sets=as_sets, clusters=options.cluster)
    tell(table.path, read_as)
    ordered = bool(options.categories) or ratings.numeric or ratings.set_valued
    if options.weights not in (None, "unweighted") and not ordered:
        raise AloiError(
            "aloi.not-for",
            name=Term("the-weighting-weights", weights=options.weights),
            data=Term("labels-whose", name=table.path.name),
            expected=Term("numbers-or-labels-whose"),
            todo=Term("list-the-labels-from-low"),
        )
    return table, raw, ratings, read_as
