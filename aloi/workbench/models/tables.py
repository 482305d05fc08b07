"""A comparison, and a run in detail, as LaTeX tables (booktabs) and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aloi.agreement.result import Interval
from aloi.evaluation.comparison.compare import Difference, SystemScore
from aloi.evaluation.metrics import metric as metric_of
from aloi.evaluation.reports.details import NONE, GroupScores, TestDetails
from aloi.workbench.models.comparison import Comparison, PeopleScores, TestComparison
from aloi.workbench.models.results import RunDetails
from aloi.workbench.reports.files import as_csv
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import INTERVAL, Number, Table, p_text

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
    "design_effect",
    "seeds",
    "rank",
    "letters",
    "p",
    "p_holm",
    "tested_by",
    "reason",
    "run",
    "signature",
)

MOST_LABELS = 12  # of a matrix of confusions on a page
_DIGITS = 4
_DETAIL_COLUMNS = (
    "kind",
    "test",
    "name",
    "predicted",
    "precision",
    "recall",
    "f1",
    "low",
    "high",
    "support",
    "count",
    "metric",
    "value",
    "rows",
    "reason",
)


def comparison_latex(comparison: Comparison) -> str:
    """Return the train x test grid, and for each test its pairs and cuts, as LaTeX tables."""
    return as_latex([*comparison.note_lines(), _grid(comparison), *test_tables(comparison)])


def test_tables(comparison: Comparison) -> list[Table | str]:
    """Return for each test its pairs, its cuts and their pairs, and people, as tables."""
    parts: list[Table | str] = []
    for test in comparison.tests:
        pairs = len(test.family.differences)
        if pairs > _MOST_PAIRS:
            parts.append(f"{pairs} pairs of systems: too many for the table of a page.")
        elif pairs:
            parts.append(_differences(comparison, test.label, test.family.differences))
        if test.cuts:
            parts.append(_cuts(comparison, test))
        for part in test.cuts:
            if 0 < len(part.differences) <= _MOST_PAIRS:
                title = f"{test.label}, {part.title} ({part.items})"
                parts.append(_differences(comparison, title, part.differences))
        if test.people is not None:
            parts.append(_people(comparison, test, test.people))
    return parts


def comparison_csv(*comparisons: Comparison) -> str:
    """Return every number of comparisons as one CSV: a row a score, difference, cut, annotator and ceiling.

    The column `kind` says which; nothing is rounded; what is undefined is empty and has a reason.
    """
    return as_csv(Table.of([row for one in comparisons for row in _csv_rows(one)], _CSV_COLUMNS))


def _csv_rows(comparison: Comparison) -> list[dict[str, object]]:
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
            rows += [{**of, "kind": "cut", **_score_cells(comparison, score)} for score in part.scores]
            for difference in part.differences:
                rows.append({**of, "kind": "cut difference", **_difference_cells(comparison, difference)})
        for difference in test.family.differences:
            rows.append({**shared, "kind": "difference", **_difference_cells(comparison, difference)})
        rows += [{**shared, **row} for row in _people_rows(comparison, test)]
    return rows


def _people_rows(comparison: Comparison, test: TestComparison) -> list[dict[str, object]]:
    """Return people, annotators and systems on the same targets, and the ceiling, as rows."""
    rows: list[dict[str, object]] = []
    people, ceiling = test.people, test.ceiling
    if people is not None:
        of: dict[str, object] = {"signature": people.signature, "items": people.items}
        rows.append(
            {**of, "kind": "people", "system": "annotators, mean", **_numbers(people.value, people.interval)}
            | {"reason": people.reason}
        )
        for person in people.annotators:
            rows.append(
                {**of, "kind": "annotator", "system": person.annotator, "items": person.items}
                | {**_numbers(person.value, None), "reason": person.reason}
            )
        for system in people.systems:
            run = comparison.run(system.name)
            named: dict[str, object] = {"system": run.system, "train": run.train, "run": run.id}
            rows.append(
                {**of, **named, "kind": "on people's targets", **_numbers(system.value, system.interval)}
            )
            apart = _numbers(system.difference, system.difference_interval)
            rows.append(
                {**of, **named, "kind": "minus people", "against": "annotators, mean", **apart}
                | {"p": system.p, "reason": system.reason}
            )
    if ceiling is not None:
        rows.append(
            {"kind": "ceiling", "system": "perfect system", "items": ceiling.items}
            | {**_numbers(ceiling.value, ceiling.interval), "reason": ceiling.reason}
            | {"signature": ceiling.signature}
        )
    return rows


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


def _difference_cells(comparison: Comparison, difference: Difference) -> dict[str, object]:
    return {
        "system": comparison.run(difference.a).label,
        "against": comparison.run(difference.b).label,
        "run": f"{difference.a} {difference.b}",
        **_numbers(difference.difference, difference.interval),
        "p": difference.p,
        "p_holm": difference.p_holm,
        "tested_by": difference.tested_by,
        "reason": difference.reason,
    }


def _numbers(value: float | None, interval: Interval | None) -> dict[str, object]:
    ends = (interval.low, interval.high) if interval else (None, None)
    effect = interval.design_effect if interval else None
    return {"value": value, "low": ends[0], "high": ends[1], "design_effect": effect}


def _grid(comparison: Comparison) -> Table:
    rows: list[list[object]] = [
        [
            row.run.system + (" (baseline)" if row.run.floor else ""),
            row.run.train,
            *(Number.of(one, signature=f"run {row.run.id}") for one in row.cells),
        ]
        for row in comparison.grid
    ]
    ceilings = [one.ceiling for one in comparison.tests]
    if any(one is not None and one.value is not None for one in ceilings):
        rows.append(["Ceiling (a perfect system)", None, *map(Number.of, ceilings)])
    title = (
        f"{metric_of(comparison.metric).title} with 95% intervals, mean over seeds; "
        f"{comparison.direction.value} is better. Systems of a column that share a letter are not "
        f"distinguishable ({comparison.tests_taken}, Holm, 0.05)."
    )
    head = ("System", "Trained on", *(one.label for one in comparison.tests))
    return Table(title, head, rows, [one.family.signature for one in comparison.tests])


def _differences(comparison: Comparison, of: str, differences: Sequence[Difference]) -> Table:
    rows = [
        (
            comparison.run(difference.a).label,
            comparison.run(difference.b).label,
            Number.of(difference, value=difference.difference, signed=True),
            difference.tested_by,
            p_text(difference.p),
            p_text(difference.p_holm),
        )
        for difference in differences
    ]
    title = f"Every two systems on {of}: {metric_of(comparison.metric).title}."
    return Table(title, ("System", "Against", ("Difference", INTERVAL), "Test", "p", "p (Holm)"), rows)


def _people(comparison: Comparison, test: TestComparison, people: PeopleScores) -> Table:
    rows: list[tuple[object, ...]] = [("People, mean", Number.of(people), None, None)]
    for system in people.systems:
        apart = Number.of(system, value=system.difference, interval=system.difference_interval, signed=True)
        rows.append((comparison.run(system.name).label, Number.of(system), apart, p_text(system.p)))
    title = (
        f"People and systems on {test.label} against {comparison.others}, each annotator excluded in turn: "
        f"{metric_of(comparison.metric).title}, {people.items} items."
    )
    head = ("System", (comparison.metric, INTERVAL), ("Minus people", INTERVAL), "p")
    return Table(title, head, rows, [people.signature])


def _cuts(comparison: Comparison, test: TestComparison) -> Table:
    scores_by_cut = [{score.name: score for score in one.scores} for one in test.cuts]
    rows = []
    for score in test.family.scores:
        run = comparison.run(score.name)
        rows.append((run.system, run.train, *(Number.of(column.get(score.name)) for column in scores_by_cut)))
    title = f"{metric_of(comparison.metric).title} on parts of {test.label}, number of items in brackets."
    if any(one.differences for one in test.cuts):
        title += " Systems of a column that share a letter are not distinguishable."
    return Table(title, ("System", "Trained on", *(f"{one.title} ({one.items})" for one in test.cuts)), rows)


def detail_tables(details: RunDetails) -> list[Table]:
    """Return the tables of a run: of each test its labels, confused labels and groups; then the tests."""
    tables = []
    for test in details.tests:
        if test.labels:
            tables += [_label_table(test), _confusion_table(test)]
        if test.groups:
            tables.append(_group_table(f"{test.test}: ", test.groups, test.metric))
    if details.over_tests:
        tables.append(_group_table("", details.over_tests, details.tests[0].metric))
    return tables


def details_latex(details: RunDetails) -> str:
    """Return the tables of a run as LaTeX."""
    return as_latex([f"Run {details.run}: {details.system}.", *detail_tables(details)])


def details_csv(details: RunDetails) -> str:
    """Return every number of the tables as one CSV.

    `kind` is `label`, `confusion`, `group: KEY` or `macro mean`.
    """
    rows: list[dict[str, object]] = []
    for test in details.tests:
        of_test = {"test": test.test}
        for label in test.labels:
            ends = {"low": label.interval.low, "high": label.interval.high} if label.interval else {}
            scores = {"precision": label.precision, "recall": label.recall, "f1": label.f1, **ends}
            counts = {"support": label.support, "count": label.predicted}
            rows.append({"kind": "label", **of_test, "name": label.label, **scores, **counts})
        for cell in test.confusion:
            pair = {"name": cell.gold, "predicted": cell.predicted, "count": cell.count}
            rows.append({"kind": "confusion", **of_test, **pair})
        if test.groups:
            rows += ({**of_test, **row} for row in _group_rows(test.groups, test.metric))
    if details.over_tests:
        rows += _group_rows(details.over_tests, details.tests[0].metric)
    return as_csv(Table.of(rows, _DETAIL_COLUMNS))


def _label_table(test: TestDetails) -> Table:
    rows = [
        (
            label.label,
            Number(label.precision, digits=_DIGITS),
            Number(label.recall, digits=_DIGITS),
            Number(label.f1, label.interval, digits=_DIGITS),
            label.support,
            Number(label.predicted, digits=0 if test.seeds == 1 else 1),
        )
        for label in test.labels
    ]
    title = f"{test.test}: precision, recall and F1 by label, mean of {test.seeds} seed(s)"
    return Table(title, ("label", "precision", "recall", ("F1", INTERVAL), "support", "predicted"), rows)


def _confusion_table(test: TestDetails) -> Table:
    """Return labels of the gold by predicted labels; the pairs of different ones if there are many labels."""
    digits = 0 if test.seeds == 1 else 1
    labels = list(dict.fromkeys(name for cell in test.confusion for name in (cell.gold, cell.predicted)))
    names = [*sorted(name for name in labels if name != NONE), NONE]
    counts = {(cell.gold, cell.predicted): cell.count for cell in test.confusion}
    if len(names) <= MOST_LABELS + 1:
        rows = [
            (gold, *(Number(counts.get((gold, name), 0), digits=digits) for name in names)) for gold in names
        ]
        return Table(f"{test.test}: gold labels by predicted labels", ("gold", *names), rows)
    pairs = sorted(
        (cell for cell in test.confusion if cell.gold != cell.predicted), key=lambda cell: -cell.count
    )
    listed = [(cell.gold, cell.predicted, Number(cell.count, digits=digits)) for cell in pairs]
    return Table(f"{test.test}: confused labels", ("gold", "predicted", "count"), listed)


def _group_table(prefix: str, groups: GroupScores, metric: str) -> Table:
    rows = [
        (group.group, group.rows, Number(group.value, reason=group.reason, digits=_DIGITS))
        for group in groups.groups
    ]
    total = sum(group.rows for group in groups.groups)
    rows.append(("macro mean", total, Number(groups.mean, groups.interval, digits=_DIGITS)))
    note = f"{groups.undefined} of {len(groups.groups)} groups have no value: the macro mean excludes them."
    title = f"{prefix}{metric_of(metric).title} by {groups.key}"
    head = (groups.key, "rows", (metric_of(metric).title, INTERVAL))
    return Table(title, head, rows, [note] if groups.undefined else [])


def _group_rows(groups: GroupScores, metric: str) -> Iterator[dict[str, object]]:
    shared = {"metric": metric, "kind": f"group: {groups.key}"}
    for group in groups.groups:
        score = {"value": group.value, "rows": group.rows, "reason": group.reason or ""}
        yield {**shared, "name": group.group, **score}
    ends = {"low": groups.interval.low, "high": groups.interval.high} if groups.interval else {}
    yield {**shared, "kind": "macro mean", "name": groups.key, "value": groups.mean, **ends}
