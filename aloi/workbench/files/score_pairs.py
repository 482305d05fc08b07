"""Score the predictions of a file against the gold of another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import SourceTable, read_table
from aloi.corpora.readers.values import read_numbers, rows_by_id
from aloi.evaluation.reports import sts
from aloi.evaluation.reports.sts import StsScores
from aloi.workbench.files.cluster_columns import clustering
from aloi.workbench.requests.files.scores import StsRequest


def score_sts(request: StsRequest, tables: Sequence[Path | SourceTable] = ()) -> StsScores:
    """Return Spearman, Pearson and EDRM of two tables `id, score`, each with a 95 % interval.

    `tables` are gold and predictions in memory, instead of the files. Items that share what the columns
    `cluster` of the gold name are resampled together; see `clustering`.
    An empty prediction, or a word such as `NA`, is a missing answer; gold must be complete. See
    `aloi.evaluation.reports.sts` for the definitions.

    Raises
    ------
    AloiError
        Columns or ids that do not fit, a score that is no finite number, gold outside the scale.
    """
    gold_source, predicted = tables or (request.gold, request.predicted)
    gold = read_table(gold_source)
    references = _scores(gold)
    empty = next((name for name, value in references.items() if value is None), None)
    if empty is not None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-item-empty", empty=repr(empty), name=gold.path.name),
            missing=Term("a-score"),
            expected=Term("one-score-for-each"),
            todo=Term("fill-it-in-or-remove"),
        )
    return sts.score_sts(
        {name: value for name, value in references.items() if value is not None},
        _scores(predicted),
        *request.scale,
        variant=request.variant,
        clipped=request.clip,
        clusters=clustering(gold, request.cluster),
        replicates=request.replicates,
        seed=request.seed,
    )


def _scores(path: Path | SourceTable) -> dict[str, float | None]:
    """Return {id: score or None} of a table."""
    table = read_table(path)
    table.require("id", "score")
    numbers = read_numbers(table, "score")
    return {name: numbers[row.number] for (name,), row in rows_by_id(table, "id").items()}
