"""Scores that others published, compared with those of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.agreement.result import Interval
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import read_table
from aloi.studies.drbenchmark.core.results import SuiteResults

_COLUMNS = ("task", "metric", "model", "value")


@dataclass(frozen=True, slots=True)
class PublishedScore:
    """A published score and that of the run.

    Parameters
    ----------
    published : float
        In the range of the metric: percentages are divided by 100.
    value, interval
        Of the run; None if it has no such score.
    reason : str or None
        Why the run has none.
    """

    task: str
    metric: str
    model: str
    published: float
    value: float | None
    interval: Interval | None
    reason: str | None

    @property
    def difference(self) -> float | None:
        """Return the score of the run minus the published one."""
        return None if self.value is None else self.value - self.published

    @property
    def inside(self) -> bool | None:
        """Return whether the interval of the run contains the published score; None without an interval."""
        if self.interval is None:
            return None
        return self.interval.low <= self.published <= self.interval.high


def published_scores(path: Path, results: SuiteResults) -> tuple[PublishedScore, ...]:
    """Return the published scores of a table, in its order, each with that of the run.

    Parameters
    ----------
    path : Path
        A table with the columns `task`, `metric`, `model` and `value`. The model is named as in the tables of
        the run. A value above 1 is in percent.

    Raises
    ------
    AloiError
        A missing column, or a value that is no number from 0 to 100.
    """
    table = read_table(path)
    table.require(*_COLUMNS)
    by_task = {each.task.name: each for each in results.tasks}
    scores = []
    for row in table.rows:
        task, metric, model = (row.text(column).strip() for column in _COLUMNS[:3])
        published = _value(row.text("value"), table.where(row))
        result = by_task.get(task)
        board = result.boards.get(metric) if result else None
        score = board.of(model) if board else None
        lacking = "task" if result is None else "metric" if board is None else "model"
        reason = score.reason if score else f"the run does not have this {lacking}"
        value, interval = (score.value, score.interval) if score else (None, None)
        scores.append(PublishedScore(task, metric, model, published, value, interval, reason))
    return tuple(scores)


def _value(text: str, where: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 100:
        raise AloiError(
            "aloi.value",
            name=Term("published-value"),
            value=repr(text),
            expected=Term("number-from", low="0", high="100"),
        ).at(where)
    return value / 100 if value > 1 else value


def published_rows(scores: Sequence[PublishedScore]) -> list[dict[str, object]]:
    """Return published scores as rows of the CSV of a run."""
    return [
        {
            "kind": "published",
            "name": score.task,
            "metric": score.metric,
            "model": score.model,
            "against": "published",
            "value": score.difference,
            "published": score.published,
            "reason": score.reason or "",
        }
        for score in scores
    ]
