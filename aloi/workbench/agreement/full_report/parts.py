"""The full report as parts with named columns; HTML, LaTeX and the terminal show them in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.agreement.number import Number
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.methods import MEAN, measure_title
from aloi.workbench.reports.table import INTERVAL, Table

_MOST_ITEMS = 20
_MOST_CONFUSED = 10
_MOST_COLUMNS = 8  # annotators who have a column each
_RANGED = ("others", "change", "deviation", "spread", "pearson", "spearman")
WORDS = {
    "part_further": "Further coefficients",
    "part_benchmarks": "Benchmark scales",
    "part_annotators": "Annotators",
    "part_labels": "Labels",
    "part_use": "Use of the categories",
    "part_confused": "Labels most often confused",
    "part_limits": "Limits of agreement of two annotators (Bland and Altman)",
    "part_items": "Items that lower agreement most",
    "part_disputed": "Most disputed items",
    "part_two": "Answers of two annotators",
    "part_plan": "Items needed for an interval of alpha 0.1 wide",
    "measure": "Coefficient",
    "value": "Value",
    "weights": "Weights or distance",
    "band": "At least (95% sure)",
    "scale": "Scale",
    "sure": "Probability",
    "annotator": "Annotator",
    "others": "Alpha with the others",
    "pearson": "Pearson with the rest",
    "spearman": "Spearman with the rest",
    "change": "Change of alpha",
    "deviation": "Bias",
    "spread": "Spread",
    "severity": "Severity (logits)",
    "se": "Its error",
    "infit": "Infit",
    "outfit": "Outfit",
    "quality": "CrowdTruth quality",
    "accuracy": "Accuracy (Dawid and Skene)",
    "competence": "Competence (MACE)",
    "label": "Label",
    "share": "Share",
    "specific": "Agreement on it",
    "alpha": "Alpha against the rest",
    "category": "Category",
    "labels": "Labels",
    "times": "Times",
    "told_apart": "Distinguishability (alpha)",
    "pair": "Pair",
    "units": "Items",
    "bias": "Mean difference",
    "sd": "Standard deviation",
    "low": "Lower limit",
    "high": "Upper limit",
    "item": "Item",
    "entropy": "Entropy (bits)",
    "influence": "Change of the coefficient",
    "needed": "Items needed",
    "answers": "Answers",
    "largest": "Largest gap",
    "mean": "Mean gap",
}


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A table of the report: `name` and `columns` are keys of WORDS; `ranged` columns have an interval.

    `note` is a sentence below it. `people` are further columns, each called by the name of an annotator, or
    of a category. `about` says which one of several parts of this name it is.
    """

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    ranged: tuple[str, ...] = ()
    note: str = ""
    people: tuple[str, ...] = ()
    about: str = ""

    def table(self) -> Table:
        """Return the part as a table in English."""
        heads = [(WORDS[name], INTERVAL) if name in self.ranged else WORDS[name] for name in self.columns]
        heads += self.people
        title = ": ".join(filter(None, (WORDS[f"part_{self.name}"], self.about)))
        return Table(f"{title}.", heads, self.rows, [self.note] if self.note else [])


def whole_parts(report: WholeReport) -> list[ReportPart]:
    """Return the non-empty tables of a full report."""
    parts = [
        _further(report),
        _benchmarks(report),
        _annotators(report),
        _use(report),
        _labels(report),
        _confused(report),
        _limits(report),
        _items(report),
    ]
    if report.plan is not None:
        rows = [(one.annotators, one.items, one.answers) for one in report.plan.rows]
        columns = ("annotator", "needed", "answers")
        parts.append(ReportPart("plan", columns, rows, note=report.plan.sentence))
    return [one for one in parts if one.rows]


def every_part(report: WholeReport) -> list[ReportPart]:
    """Return the tables of a full report, with disputed units and the answers of each pair of annotators."""
    disputed = disputed_part(report)
    return [*whole_parts(report), *([disputed] if disputed.rows else []), *matrix_parts(report)]


def disputed_part(report: WholeReport) -> ReportPart:
    """Return the most disputed units with all answers; a round shows its items in its own way, with texts."""
    people = tuple(dict.fromkeys(name for unit in report.disputed for name in unit.answers))
    crowd = len(people) > _MOST_COLUMNS
    rows = [
        (
            unit.unit,
            f"{unit.largest:g}",
            f"{unit.mean:.3g}",
            *([_in_one(unit.answers)] if crowd else (unit.answers.get(name, "") for name in people)),
        )
        for unit in report.disputed
    ]
    columns = ("item", "largest", "mean")
    note = f"{len(rows)} of {report.disputes}." if report.disputes > len(rows) else ""
    if crowd:
        return ReportPart("disputed", (*columns, "answers"), rows, note=note)
    return ReportPart("disputed", columns, rows, note=note, people=people)


def matrix_parts(report: WholeReport) -> list[ReportPart]:
    """Return the answers of each pair of annotators, one part per pair."""
    return [
        ReportPart(
            "two",
            ("category",),
            [(name, *counts) for name, counts in zip(matrix.categories, matrix.counts, strict=True)],
            people=matrix.categories,
            about=f"{matrix.a} (rows) and {matrix.b} (columns)",
        )
        for matrix in report.matrices
    ]


def _in_one(answers: Mapping[str, str]) -> str:
    """Return all answers to a unit in one cell, equal ones together, as in `yes: A4, A9; no: A6`."""
    by_answer: dict[str, list[str]] = {}
    for name, answer in answers.items():
        by_answer.setdefault(answer, []).append(name)
    return "; ".join(f"{answer}: {', '.join(names)}" for answer, names in by_answer.items())


def _further(report: WholeReport) -> ReportPart:
    rows = [(measure_title(one.measure), one.scale, Number.of(one), one.units) for one in report.further]
    return ReportPart("further", ("measure", "weights", "value", "units"), rows, ("value",))


def _benchmarks(report: WholeReport) -> ReportPart:
    rows = [
        (
            measure_title(result.measure.removeprefix(MEAN)),
            result.scale,
            band.name,
            band.scale,
            Number(next(part.cumulative for part in band.bands if part.name == band.name)),
        )
        for result, band in report.benchmarks
    ]
    return ReportPart("benchmarks", ("measure", "weights", "band", "scale", "sure"), rows)


def _annotators(report: WholeReport) -> ReportPart:
    columns: dict[str, dict[str, object]] = {
        "others": {one.annotator: Number.of(one.with_others) for one in report.annotators},
        "pearson": {one.annotator: Number.of(one.pearson) for one in report.correlations},
        "spearman": {one.annotator: Number.of(one.spearman) for one in report.correlations},
        "change": {one.annotator: Number.of(one.alpha_change) for one in report.annotators},
        "deviation": {one.annotator: Number.of(one.bias) for one in report.annotators},
        "spread": {one.annotator: Number.of(one.spread) for one in report.annotators},
        "severity": {one.annotator: Number(one.severity) for one in report.severities.annotators},
        "se": {one.annotator: Number(one.se) for one in report.severities.annotators},
        "infit": {one.annotator: Number(one.infit) for one in report.severities.annotators},
        "outfit": {one.annotator: Number(one.outfit) for one in report.severities.annotators},
        "quality": {name: Number(value) for name, value in report.quality.annotators.items()},
        "accuracy": {one.annotator: Number(one.accuracy) for one in report.learnt},
        "competence": {one.annotator: Number(one.competence) for one in report.learnt},
    }
    filled = {
        name: cells
        for name, cells in columns.items()
        if any(not isinstance(cell, Number) or cell.value is not None for cell in cells.values())
    }
    names = sorted({name for cells in filled.values() for name in cells})
    rows = [(name, *(cells.get(name) for cells in filled.values())) for name in names]
    ranged = tuple(name for name in _RANGED if name in filled)
    reason = report.severities.reason
    note = f"No severities: {reason}." if reason else ""
    return ReportPart("annotators", ("annotator", *filled), rows, ranged, note)


def _labels(report: WholeReport) -> ReportPart:
    rows = [
        (
            str(label.label),
            label.ratings,
            Number(label.prevalence),
            Number.of(label.specific),
            Number.of(label.alpha),
            Number(report.quality.labels.get(str(label.label))),
        )
        for label in report.labels
    ]
    columns = ("label", "answers", "share", "specific", "alpha", "quality")
    return ReportPart("labels", columns, rows, ("specific", "alpha"))


def _use(report: WholeReport) -> ReportPart:
    people = tuple(dict.fromkeys(name for one in report.use for name in one.counts))
    rows = [(one.category, *(one.counts[name] for name in people)) for one in report.use]
    return ReportPart("use", ("category",), rows, people=people)


def _confused(report: WholeReport) -> ReportPart:
    rows = [
        (f"{confusion.a} / {confusion.b}", f"{confusion.pairs:g}", Number(confusion.told_apart))
        for confusion in report.confusions[:_MOST_CONFUSED]
    ]
    return ReportPart("confused", ("labels", "times", "told_apart"), rows)


def _limits(report: WholeReport) -> ReportPart:
    rows = [
        (
            f"{pair.a} / {pair.b}",
            pair.units,
            Number(pair.bias, pair.bias_interval, pair.reason),
            Number(pair.sd),
            Number(pair.low, pair.low_interval),
            Number(pair.high, pair.high_interval),
        )
        for pair in report.limits
    ]
    return ReportPart("limits", ("pair", "units", "bias", "sd", "low", "high"), rows, ("bias", "low", "high"))


def _items(report: WholeReport) -> ReportPart:
    rows = [
        (
            item.unit,
            Number(item.entropy),
            Number(item.influence, digits=4, signed=True),
            Number(report.quality.units.get(item.unit)),
        )
        for item in report.items[:_MOST_ITEMS]
    ]
    return ReportPart("items", ("item", "entropy", "influence", "quality"), rows)
