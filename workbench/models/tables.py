"""A comparison as LaTeX tables (booktabs) and as CSV: grid, pairs, cuts, ceiling, notes, signatures."""

from __future__ import annotations

from agreement.result import Interval
from evaluation.ceiling import AnnotatorScore, Ceiling
from evaluation.comparison.compare import Difference, SystemScore
from evaluation.metrics import metric as metric_of
from workbench.models.comparing import Comparison, TestComparison
from workbench.reports.files import as_csv
from workbench.reports.latex import as_latex
from workbench.reports.table import INTERVAL, Number, Table, p_text

_MOST_PAIRS = 45  # of 10 systems: what a page holds
_CSV_COLUMNS = (
    "kind",
    "test",
    "part",
    "items",
    "system",
    "train",
    "against",
    "metric",
    "value",
    "low",
    "high",
    "seeds",
    "rank",
    "letters",
    "p",
    "p_holm",
    "reason",
    "run",
    "signature",
)


def comparison_latex(comparison: Comparison) -> str:
    """Return the train x test grid, and for each test its pairs and cuts, as LaTeX tables."""
    parts: list[Table | str] = [*comparison.note_lines(), _grid(comparison)]
    for test in comparison.tests:
        pairs = len(test.family.differences)
        if pairs > _MOST_PAIRS:
            parts.append(f"{pairs} pairs of systems: too many for the table of a page.")
        elif pairs:
            parts.append(_pairs(comparison, test))
        if test.cuts:
            parts.append(_cuts(comparison, test))
    return as_latex(parts)


def comparison_csv(comparison: Comparison) -> str:
    """Return every number of a comparison as one CSV: a row a score, difference, cut, ceiling and annotator.

    The column `kind` says which; nothing is rounded; what is undefined is empty and has a reason.
    """
    rows: list[dict[str, object]] = []
    for test in comparison.tests:
        shared: dict[str, object] = {
            "test": test.label,
            "items": test.items,
            "metric": comparison.metric,
            "signature": test.family.signature,
        }
        for score in test.family.scores:
            rows.append({**shared, "kind": "score", **_score_cells(comparison, score)})
        for part in test.cuts:
            of = {**shared, "part": part.title, "items": part.items}
            rows += [{**of, "kind": "cut", **_score_cells(comparison, one)} for one in part.scores]
            for one in part.differences:
                rows.append({**of, "kind": "cut difference", **_difference_cells(comparison, one)})
        for one in test.family.differences:
            rows.append({**shared, "kind": "difference", **_difference_cells(comparison, one)})
        rows += [{**shared, **row} for row in _ceiling_rows(test)]
    return as_csv(Table.of(rows, _CSV_COLUMNS))


def _ceiling_rows(test: TestComparison) -> list[dict[str, object]]:
    ceiling = test.ceiling
    if ceiling is None:
        return []
    found: list[tuple[str, str, Ceiling | AnnotatorScore, Interval | None]]
    found = [("ceiling", "annotators, mean", ceiling, ceiling.interval)]
    found += [("annotator", one.annotator, one, None) for one in ceiling.annotators]
    return [
        {
            "kind": kind,
            "system": system,
            "items": one.items,
            **_numbers(one.value, interval),
            "reason": one.reason,
            "signature": ceiling.signature,
        }
        for kind, system, one, interval in found
    ]


def _score_cells(comparison: Comparison, score: SystemScore) -> dict[str, object]:
    run = comparison.run(score.name)
    return {
        "system": run.system,
        "train": run.train,
        "run": run.id,
        "seeds": tuple(score.by_seed),
        "rank": score.rank,
        "letters": score.letters,
        "reason": score.reason,
        **_numbers(score.value, score.interval),
    }


def _difference_cells(comparison: Comparison, one: Difference) -> dict[str, object]:
    return {
        "system": comparison.run(one.a).label,
        "against": comparison.run(one.b).label,
        "run": f"{one.a} {one.b}",
        **_numbers(one.difference, one.interval),
        "p": one.p,
        "p_holm": one.p_holm,
        "reason": one.reason,
    }


def _numbers(value: float | None, interval: Interval | None) -> dict[str, object]:
    ends = (interval.low, interval.high) if interval else (None, None)
    return {"value": value, "low": ends[0], "high": ends[1]}


def _grid(comparison: Comparison) -> Table:
    rows: list[list[object]] = [
        [
            row.run.system + (" (floor)" if row.run.floor else ""),
            row.run.train,
            *(Number.of(one, signature=f"run {row.run.id}") for one in row.cells),
        ]
        for row in comparison.grid
    ]
    ceilings = [one.ceiling for one in comparison.tests]
    if any(ceilings):
        rows.append([f"Annotators against {comparison.others}", None, *map(Number.of, ceilings)])
    title = (
        f"{metric_of(comparison.metric).title} with 95 % intervals, mean over seeds; "
        f"{comparison.direction.value} is better. Systems of a column that share a letter are not "
        f"distinguishable ({comparison.method}, Holm, 0.05)."
    )
    head = ("System", "Trained on", *(one.label for one in comparison.tests))
    return Table(title, head, rows, [one.family.signature for one in comparison.tests])


def _pairs(comparison: Comparison, test: TestComparison) -> Table:
    rows = [
        (
            comparison.run(one.a).label,
            comparison.run(one.b).label,
            Number.of(one, value=one.difference, signed=True),
            p_text(one.p),
            p_text(one.p_holm),
        )
        for one in test.family.differences
    ]
    title = f"Every two systems on {test.label}: {metric_of(comparison.metric).title}, {comparison.method}."
    return Table(title, ("System", "Against", ("Difference", INTERVAL), "p", "p (Holm)"), rows)


def _cuts(comparison: Comparison, test: TestComparison) -> Table:
    found = [{score.name: score for score in one.scores} for one in test.cuts]
    rows = []
    for score in test.family.scores:
        run = comparison.run(score.name)
        rows.append((run.system, run.train, *(Number.of(column.get(score.name)) for column in found)))
    title = f"{metric_of(comparison.metric).title} on parts of {test.label}, number of items in brackets."
    if any(one.differences for one in test.cuts):
        title += " Systems of a column that share a letter are not distinguishable."
    return Table(title, ("System", "Trained on", *(f"{one.title} ({one.items})" for one in test.cuts)), rows)
