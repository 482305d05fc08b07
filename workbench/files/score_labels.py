"""Score labels of a table, or answers to questions, against the gold of another."""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from aloi.errors import AloiError
from corpora.readers import Row, SourceTable, read_table
from corpora.readers.words import find_twins, missing_words
from evaluation.reports import labels as labels_score
from evaluation.reports.labels import Labels, LabelScores, above
from workbench.files.cluster_columns import clustering

_ONE, _SEVERAL = "label", "labels"
BETWEEN = "|"
_LOG = logging.getLogger("aloi.scores")
__all__ = ["LabelScores", "score_choices", "score_labels"]


def score_labels(
    gold: Path | SourceTable,
    predicted: Path | SourceTable,
    *,
    threshold: float | None = None,
    cluster: Sequence[str] = (),
    replicates: int = 1000,
    seed: int = 0,
) -> LabelScores:
    """Return weighted, macro and micro F1 and the share of exact answers of two tables, with intervals.

    Parameters
    ----------
    gold : Path or SourceTable
        `id, label`, one a row; or `id, labels`, several with `|` between them, none where the cell is
        empty.
    predicted : Path or SourceTable
        The same; or `id` and a column of probabilities for each label, with `threshold`.
    threshold : float or None
        The lowest probability, in [0, 1], at which a row has a label.
    cluster : sequence of str
        Columns of the gold: rows that share what they name are resampled together; see `clustering`.

    Raises
    ------
    AloiError
        Columns or ids that do not fit, probabilities without threshold or the other way round.
    """
    table, other = read_table(gold), read_table(predicted)
    several = _SEVERAL in table.columns
    wanted = _labels(table, several=several)
    if threshold is None:
        _check_column(other, several)
        answers = _labels(other, several=several, answers=True)
        _name_doubtful(wanted.values(), answers.values())
        given: Labels = answers
        facts = {}
    else:
        given = above(_probabilities(other, threshold, several=several), threshold)
        facts = {"threshold": f"{threshold:g}"}
    return labels_score.score_labels(
        wanted,
        given,
        several=several,
        clusters=clustering(table, cluster),
        replicates=replicates,
        seed=seed,
        facts=facts,
    )


def score_choices(
    gold: Path | SourceTable,
    predicted: Path | SourceTable,
    *,
    cluster: Sequence[str] = (),
    replicates: int = 1000,
    seed: int = 0,
) -> LabelScores:
    """Return exact match and Jaccard overlap of two tables `id, labels`, as `score_labels` reads them."""
    table, other = read_table(gold), read_table(predicted)
    wanted = _labels(table, several=_SEVERAL in table.columns)
    given = _labels(other, several=_SEVERAL in other.columns, answers=True)
    _name_doubtful(wanted.values(), given.values())
    return labels_score.score_choices(
        wanted,
        given,
        clusters=clustering(table, cluster),
        replicates=replicates,
        seed=seed,
    )


def _labels(table: SourceTable, *, several: bool, answers: bool = False) -> dict[str, frozenset[str]]:
    """Return the labels of each row; an answer with an empty cell in `label` is left out."""
    column = _SEVERAL if several else _ONE
    table.require("id", column)
    found: dict[str, frozenset[str]] = {}
    for row, name in _named(table):
        labels = _cell(row, column) if several else frozenset({row.text(column).strip()} - {""})
        if several or labels:
            found[name] = labels
        elif not answers:
            raise AloiError("workbench.label-empty", where=table.where(row), several=repr(_SEVERAL))
    return found


def _name_doubtful(wanted: Iterable[frozenset[str]], given: Iterable[frozenset[str]]) -> None:
    """Warn of labels that differ in form, case or space alone, and of answers that stand for none.

    They count as they are written: `Oui` for `oui` is a wrong answer, and so is `N/A`.
    """
    gold = Counter(label for labels in wanted for label in labels)
    answers = Counter(label for labels in given for label in labels)
    for twins in find_twins("labels", gold + answers, ())[0]:
        if any(one not in gold for one in twins.values):
            _LOG.warning(
                "labels that may be one: %s (they differ by %s); they count as different",
                ", ".join(map(repr, twins.values)),
                " and ".join(twins.differ_by),
            )
    for word in missing_words(list(answers), gold, ()):
        _LOG.warning("%r counts as an answer (rows: %d): an empty cell is no answer", word, answers[word])


def _cell(row: Row, column: str) -> frozenset[str]:
    """Return the labels of a cell: a list, or a text with `|` between them."""
    value = row.values.get(column)
    parts = map(str, value) if isinstance(value, (list, tuple)) else row.text(column).split(BETWEEN)
    return frozenset(part.strip() for part in parts) - {""}


def _named(table: SourceTable) -> list[tuple[Row, str]]:
    """Return each row with its id, or raise AloiError where one is empty or stands twice."""
    found, seen = [], set()
    for row in table.rows:
        name = row.text("id").strip()
        if not name or name in seen:
            raise AloiError("workbench.id-empty-or-stands-second", where=table.where(row), name=repr(name))
        seen.add(name)
        found.append((row, name))
    return found


def _check_column(table: SourceTable, several: bool) -> None:
    """Raise AloiError where the prediction has probabilities, or the other number of labels a row."""
    wanted, other = (_SEVERAL, _ONE) if several else (_ONE, _SEVERAL)
    if wanted in table.columns:
        return
    if other in table.columns:
        raise AloiError(
            "workbench.column-gold-column", path=table.path, value=repr(other), wanted=repr(wanted)
        )
    raise AloiError(
        "workbench.no-column-columns", path=table.path, wanted=repr(wanted), columns=map(repr, table.columns)
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
    columns = [name for name in table.columns if name not in ("id", _ONE, _SEVERAL)]
    found: dict[str, dict[str, float]] = {}
    for row, name in _named(table):
        found[name] = {column: _share(row.text(column), column, table.where(row)) for column in columns}
    return found


def _share(cell: str, column: str, where: str) -> float:
    try:
        share = float(cell)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise AloiError(
            "workbench.score-labels-column-holds", where=where, column=repr(column), cell=repr(cell)
        )
    return share
