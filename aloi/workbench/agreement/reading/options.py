"""Options for reading and measuring a table of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.agreement.compute import DEFAULT_CI
from aloi.agreement.measures import MEASURES
from aloi.agreement.ratings import LEVELS
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.corpora.readers.words import NORMALISATIONS
from aloi.workbench.agreement.reading.layouts import LAYOUTS

SPANS = "spans"  # the layout of a table of which a row is a span
SET_MEASURES = tuple(one.name for one in MEASURES if one.for_sets)
_NOT_OF_SPANS = (
    "measures", "weights", "categories", "ci", "unit", "annotator", "columns", "cluster", "by", "missing",
    "whole",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options for reading and measuring a table of ratings.

    Parameters
    ----------
    level : str or None
        nominal, ordinal, interval or ratio; answers that Aloi exported contain their own level.
    measures : tuple of str
        Names of measures; empty for all that apply.
    weights : str or None
        Agreement weights of the weighted measures. By default, if no measure is named, results are reported
        both with the weights of the level and unweighted.
    categories : tuple of str
        All possible values, in order; empty for the values that occur.
    ci : str or None
        score (the default), analytic, bootstrap, jackknife or none.
    unit : str or None
        The column of the unit; by default the first one that is neither `cluster` nor `by`.
    annotator, value : str or None
        The columns of a long table; both or none (a wide table).
    columns : tuple of str
        The columns of a wide table that contain ratings; by default all but the first, `cluster`, `by` and
        those of texts.
    cluster : str, sequence of str or None
        The column naming the document of a unit, or two columns for the two sides of a pair. Units that share
        a document depend on each other. A name that occurs in both columns is the same document.
    by : str or None
        Also report each part of the table, that is, the rows with the same value in this column. A unit
        belongs to its part, so that the same unit may be rated once in each.
    layout : str or None
        wide, long, counts or spans; by default detected from the table.
    missing : tuple of str
        Further words that mean a missing rating.
    normalise : tuple of str
        Differences to ignore when labels are compared, so that duplicates are joined: nfc, case, space,
        marks, accents, number (always joined), truth (True, oui, 1).
    separator : str or None
        For sets: the separator of labels; by default detected from the cells.
    with_pairs : bool or None
        Whether each pair of annotators is measured; by default up to 100,000 units.
    sheet : str or None
        The sheet of a workbook; by default the first one with cells.
    whole : bool
        Also report annotators, labels, items, models of annotators and a plan for further ratings.
    """

    level: str | None = None
    measures: tuple[str, ...] = ()
    weights: str | None = None
    weights_by: str = "value"
    categories: tuple[str, ...] = ()
    ci: str | None = None
    replicates: int = 1000
    seed: int = 0
    unit: str | None = None
    annotator: str | None = None
    value: str | None = None
    columns: tuple[str, ...] = ()
    cluster: str | Sequence[str] | None = None
    by: str | None = None
    layout: str | None = None
    missing: tuple[str, ...] = ()
    normalise: tuple[str, ...] = ()
    separator: str | None = None
    with_pairs: bool | None = None
    sheet: str | None = None
    whole: bool = False

    def __post_init__(self) -> None:
        """Reject options that exclude each other."""
        if self.level is not None:
            known_name(self.level, LEVELS, "level of measurement")
        if self.layout is not None:
            known_name(self.layout, (*LAYOUTS, SPANS), "layout of a table")
        for name in self.normalise:
            known_name(name, NORMALISATIONS, "normalisation")
        if self.separator is not None and not self.separator.strip():
            raise AloiError("workbench.separator-empty", separator=repr(self.separator))
        if self.annotator is not None and self.layout not in (None, "long"):
            raise AloiError("workbench.layout-annotator", layout=repr(self.layout))
        set_measure = next((name for name in self.measures if name in SET_MEASURES), None)
        if set_measure is not None and self.level not in (None, "nominal"):
            raise AloiError("workbench.sets-level", asked=set_measure, level=repr(self.level))
        if (self.annotator is None) is not (self.value is None):
            raise AloiError("workbench.one-annotator-value-named-not")
        named = [name for name in (self.unit, self.annotator, self.value) if name is not None]
        twice = next((name for name in named if named.count(name) > 1), None)
        if twice is not None:
            raise AloiError("workbench.column-named-twice-two-unit", twice=repr(twice))
        if self.clusters and self.ci in ("analytic", "jackknife"):
            raise AloiError(
                "workbench.interval-whole-documents-resampled",
                ci=repr(self.ci),
                cluster=", ".join(self.clusters),
            )

    @property
    def names_columns(self) -> bool:
        """Whether the options name the columns of the ratings, whatever the source of the table."""
        return any((self.unit, self.annotator, self.columns, self.layout))

    @property
    def not_of_spans(self) -> str | None:
        """The first option that is given and says nothing of a table of spans."""
        is_set = {name: getattr(self, name) for name in _NOT_OF_SPANS}
        is_set["level"] = self.level not in (None, "nominal")
        return next((name for name, given in is_set.items() if given), None)

    @property
    def interval(self) -> str:
        """The interval asked for, or the default one."""
        return self.ci or DEFAULT_CI

    @property
    def clusters(self) -> tuple[str, ...]:
        """The columns that name the clusters of a unit, none, one or two."""
        return (self.cluster,) if isinstance(self.cluster, str) else tuple(self.cluster or ())
