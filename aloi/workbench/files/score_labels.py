"""Score labels of a table, or answers to questions, against the gold of another."""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.values import Settled, check_label, rows_by_id, settle
from aloi.corpora.readers.words import missing_words
from aloi.evaluation.reports import labels as labels_score
from aloi.evaluation.reports.labels import LabelScores, above
from aloi.gold.formats.labels.label_spelling import CellReader, cell_readers, spelling_of_gold
from aloi.workbench.files.cluster_columns import clustering
from aloi.workbench.requests.files.scores import ChoicesRequest, LabelsRequest

_SINGLE, _SEVERAL = "label", "labels"
_LOG = logging.getLogger("aloi.scores")
__all__ = ["LabelScores", "score_choices", "score_labels"]


def score_labels(request: LabelsRequest, tables: Sequence[Path | SourceTable] = ()) -> LabelScores:
    """Return weighted, macro and micro F1 and the share of exact answers of two tables, with intervals.

    The gold has `id, label`, one a row; or `id, labels`, several with `|` between them, none if the cell is
    empty. The predictions have the same; or, with a threshold, `id` and a column of probabilities for each
    label. `tables` are both in memory, instead of the files. Differences that `normalise` does not name are
    reported, and count; `cluster` names columns of the gold, see `clustering`.

    Raises
    ------
    AloiError
        Columns or ids that do not fit, a word for missing as a label of the gold, or probabilities without
        threshold or vice versa.
    """
    table, other = map(read_table, tables or (request.gold, request.predicted))
    threshold, normalise = request.threshold, request.normalise
    several = _SEVERAL in table.columns
    if threshold is None:
        _check_column(other, several)
        gold_labels, predictions, cautions = _both(table, other, (several, several), normalise)
    else:
        gold_labels, predictions, cautions = _above_threshold(table, other, threshold, several, normalise)
    scores = labels_score.score_labels(
        gold_labels,
        predictions,
        several=several,
        clusters=clustering(table, request.cluster),
        replicates=request.replicates,
        seed=request.seed,
        facts={} if threshold is None else {"threshold": f"{threshold:g}"},
    )
    return _with_cautions(scores, cautions)


def _above_threshold(
    table: SourceTable, other: SourceTable, threshold: float, several: bool, normalise: Sequence[str]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]], list[str]]:
    """Return the labels of the gold, the predicted labels above the threshold, and warnings."""
    cells, cautions = _readers(((table, several),))
    gold = _labels(table, _settled(table, several, None, normalise, cells), cells, several=several)
    predicted = above(_probabilities(other, threshold, several=several), threshold)
    predicted, more = _as_gold(gold, predicted)
    return gold, predicted, [*cautions, *more]


def score_choices(request: ChoicesRequest, tables: Sequence[Path | SourceTable] = ()) -> LabelScores:
    """Return exact match and Jaccard overlap of two tables `id, labels`, as `score_labels` reads them."""
    table, other = map(read_table, tables or (request.gold, request.predicted))
    both = (_SEVERAL in table.columns, _SEVERAL in other.columns)
    gold_labels, predictions, cautions = _both(table, other, both, request.normalise)
    scores = labels_score.score_choices(
        gold_labels,
        predictions,
        clusters=clustering(table, request.cluster),
        replicates=request.replicates,
        seed=request.seed,
    )
    return _with_cautions(scores, cautions)


def _both(
    gold: SourceTable, predicted: SourceTable, several: tuple[bool, bool], normalise: Sequence[str]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]], list[str]]:
    """Return the labels of both tables, and warnings: duplicates of gold labels are reported or joined."""
    cells, cautions = _readers(((gold, several[0]), (predicted, several[1])))
    gold_labels = _labels(gold, _settled(gold, several[0], None, normalise, cells), cells, several=several[0])
    label_names = {label for labels in gold_labels.values() for label in labels}
    settled = _settled(predicted, several[1], label_names, normalise, cells)
    predictions = _labels(predicted, settled, cells, several=several[1], answers=True)
    predictions, more = _as_gold(gold_labels, predictions)
    return gold_labels, predictions, [*cautions, *more]


def _readers(tables: Sequence[tuple[SourceTable, bool]]) -> tuple[dict[str, CellReader], list[str]]:
    """Return how cells with several labels are read, by the path of their table."""
    cells = {
        str(table.path): [
            row.text(_SEVERAL)
            for row in table.rows
            if not isinstance(row.values.get(_SEVERAL), (list, tuple))
        ]
        for table, several in tables
        if several and _SEVERAL in table.columns
    }
    return cell_readers(cells)


def _as_gold(
    gold: Mapping[str, frozenset[str]], predicted: Mapping[str, frozenset[str]]
) -> tuple[dict[str, frozenset[str]], list[str]]:
    """Return predictions with the labels as the gold writes them, and warnings about changes."""
    becomes, cautions = spelling_of_gold(gold.values(), predicted.values())
    return {
        name: frozenset(becomes.get(label, label) for label in labels) for name, labels in predicted.items()
    }, cautions


def _with_cautions(scores: LabelScores, cautions: Sequence[str]) -> LabelScores:
    return replace(scores, caution=" ".join(filter(None, (*cautions, scores.caution))) or None)


def _settled(
    table: SourceTable,
    several: bool,
    gold_names: Collection[str] | None,
    normalise: Sequence[str],
    cells: Mapping[str, CellReader],
) -> Settled:
    """Return the resolved labels of a table; `gold_names` are those of the gold, for predictions.

    In the gold itself (None) a sign such as `-` or `?` is a label, and said to be one; `N/A` is none.
    """
    column = _SEVERAL if several else _SINGLE
    table.require("id", column)
    texts = [label for row in table.rows for label in _parts(row, column, cells.get(str(table.path)))]
    if gold_names is None:
        gold_names = {one for one in texts if not any(map(str.isalpha, one))}
        for sign in missing_words(sorted(gold_names), (), ()):
            _LOG.warning("%s: %r counts as a label (rows: %d)", table.name, sign, texts.count(sign))
    return settle([table], "labels", texts, existing=gold_names, normalise=normalise)


def _labels(
    table: SourceTable,
    settled: Settled,
    cells: Mapping[str, CellReader],
    *,
    several: bool,
    answers: bool = False,
) -> dict[str, frozenset[str]]:
    """Return the labels of each row; an answer that is empty, or a word for missing, is omitted."""
    column = _SEVERAL if several else _SINGLE
    labels_by_row: dict[str, frozenset[str]] = {}
    for (name,), row in rows_by_id(table, "id").items():
        parts = _parts(row, column, cells.get(str(table.path)))
        for part in parts:
            check_label(part, row.values.get(column), table.where(row))
        labels = frozenset(map(settled, parts)) - {""}
        silent = bool(parts) and not labels  # nothing but words for missing
        if answers and (silent or not (labels or several)):
            continue
        if silent or not (labels or several):
            raise AloiError(
                "aloi.cell",
                column=Term("of-labels"),
                value=Term("nothing-or-a-marker"),
                expected=Term("label-for-each"),
                todo=Term("fill-it-in-if", several=repr(_SEVERAL)),
            ).at(table.where(row))
        labels_by_row[name] = labels
    return labels_by_row


def _parts(row: Row, column: str, reader: CellReader | None) -> list[str]:
    """Return the labels of a cell: one without a reader, a list, or what the reader parts."""
    value = row.values.get(column)
    if isinstance(value, (list, tuple)):
        return [part for one in value if (part := str(one).strip())]
    text = row.text(column)
    return reader.labels(text) if reader else [part for part in (text.strip(),) if part]


def _check_column(table: SourceTable, several: bool) -> None:
    """Raise AloiError if the prediction has probabilities, or the other number of labels a row."""
    expected, other = (_SEVERAL, _SINGLE) if several else (_SINGLE, _SEVERAL)
    if expected in table.columns:
        return
    if other in table.columns:
        raise AloiError(
            "aloi.differ",
            name=Term("columns-of-path", path=table.path),
            differences=f"{other!r}, {expected!r}",
            expected=Term("the-same-column"),
            todo=Term("write-one-label"),
        )
    raise AloiError(
        "aloi.no-column",
        table=table.path,
        missing=repr(expected),
        columns=map(quoted, table.columns),
        expected=Term("the-columns-id", wanted=repr(expected)),
        todo=Term("rename-the-column-with-probabilities"),
    )


def _probabilities(
    table: SourceTable, threshold: float, *, several: bool
) -> Mapping[str, Mapping[str, float]]:
    """Return the probability of each label in each row."""
    if not 0 <= threshold <= 1 or not several:
        raise AloiError(
            "workbench.threshold-gold-several-labels-row",
            threshold=f"{threshold:g}",
            has_several=bool(several),
        )
    table.require("id")
    columns = [name for name in table.columns if name not in ("id", _SINGLE, _SEVERAL)]
    shares: dict[str, dict[str, float]] = {}
    for (name,), row in rows_by_id(table, "id").items():
        shares[name] = {column: _share(row.text(column), column, table.where(row)) for column in columns}
    return shares


def _share(cell: str, column: str, where: str) -> float:
    try:
        share = float(cell)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise AloiError(
            "aloi.cell",
            column=repr(column),
            value=quoted(cell),
            expected=Term("probability-from-0"),
            todo=Term("correct-the-cell-or-remove"),
        ).at(where)
    return share
