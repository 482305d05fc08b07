"""The report on a machine as tables, JSON, HTML and LaTeX, with a paragraph for the methods of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.agreement.number import Number
from aloi.agreement.result import program_version
from aloi.base.records import to_json
from aloi.workbench.agreement.full_report.machines import machine_table
from aloi.workbench.agreement.html import page_of_tables
from aloi.workbench.machines.registry import machine_document
from aloi.workbench.machines.report import MachineReport, MeanEstimate
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import INTERVAL, Table

_SHARE = ("Share", INTERVAL)
_METHODS = {
    "en": (
        "The items of round {round} of {campaign} were also annotated by a language model "
        "({model}{version}; temperature {temperature}, {draws}seed {seed}), asked with guideline version "
        "{guideline} and {examples} adjudicated examples. It answered {answered} of {items} items. We "
        "used the alternative annotator test (Calderon, Reichart and Dror 2025) with epsilon {epsilon}, "
        "p-values adjusted after Benjamini and Yekutieli (2001), and variances that know the documents of "
        "items. The winning rate was {rate}, the advantage probability {advantage}. Answers of the "
        "machine are in no agreement of people and in no gold value. Computed by Aloi {program}."
    ),
    "fr": (
        "Les items du tour {round} de {campaign} ont aussi été annotés par un modèle de langue "
        "({model}{version} ; température {temperature}, {draws}graine {seed}), interrogé avec la version "
        "{guideline} du guide d’annotation et {examples} exemples adjugés. Il a répondu à {answered} "
        "items sur {items}. Nous avons employé le test de l’annotateur alternatif (Calderon, Reichart et "
        "Dror 2025) avec un epsilon de {epsilon}, des valeurs p ajustées selon Benjamini et Yekutieli "
        "(2001) et des variances qui tiennent compte des documents des items. Le taux de victoire était "
        "de {rate}, la probabilité d’avantage de {advantage}. Les réponses de la machine n’entrent dans "
        "aucun accord entre personnes ni dans aucune valeur de référence. Calculé par Aloi {program}."
    ),
}


def methods(report: MachineReport, language: str = "en") -> str:
    """Return a paragraph on a machine for the methods of a paper."""
    its, test, french = report.machine.identity, report.test, language == "fr"
    draws = "" if its.draws == 1 else f"{its.draws} {'tirages' if french else 'draws'}, "
    values = {
        "round": report.round.number,
        "campaign": report.campaign.name,
        "model": its.model,
        "version": f", {report.machine.title}",
        "temperature": f"{its.temperature:g}",
        "draws": draws,
        "seed": its.seed,
        "guideline": report.guideline_version or "–",
        "examples": its.examples,
        "answered": report.answered,
        "items": report.items,
        "epsilon": f"{test.epsilon:g}",
        "rate": Number(test.winning_rate, test.winning_interval, test.reason),
        "advantage": Number(test.advantage, test.advantage_interval, test.reason),
        "program": program_version(),
    }
    text = _METHODS["fr" if french else "en"].format(**values)
    return text.replace(" ;", "\u00a0;") if french else text


def tables(report: MachineReport) -> list[Table]:
    """Return the tables of a report: test, agreement, bias, confusions, errors, calibration, drift."""
    name = report.machine.title
    return [
        machine_table(report.test),
        _pairs(report),
        Table("Quality.", ("", "Items", _SHARE), _quality(report), _notes(report)),
        *_optional(
            "Bias by accepted degree.",
            ("Degree", "Items", ("Bias", INTERVAL)),
            [(each.degree, each.bias.items, _cell(each.bias, signed=True)) for each in report.bias],
        ),
        *_optional(
            f"Confusions of {name}.",
            ("Accepted", "Answered", "Items", "First item"),
            [(each.accepted, each.answered, each.count, each.item_id) for each in report.confusions],
        ),
        *_optional(
            f"Errors of {name}, the widest first.",
            ("Item", "Accepted", "Answered", "Distance", "Confidence"),
            [
                (each.item_id, each.accepted, each.answered, Number(each.distance), Number(each.confidence))
                for each in report.errors
            ],
        ),
        *_over_time(report),
    ]


def _over_time(report: MachineReport) -> list[Table]:
    """Return the tables of calibration, of versions of the guideline, and of days."""
    return [
        *_optional(
            "Stated confidence.",
            ("From", "To", "Answers", "Mean confidence", "Share right"),
            [
                (each.low, each.high, each.answers, Number(each.confidence), Number(each.right))
                for each in report.calibration.bins
            ],
            [f"Expected calibration error: {Number(report.calibration.error, report.calibration.interval)}."],
        ),
        *_optional(
            "Versions of the guideline, on the same items.",
            (
                "Before",
                "After",
                "Items",
                ("Same answer", INTERVAL),
                ("Right before", INTERVAL),
                ("Right after", INTERVAL),
            ),
            [
                (
                    each.before or "none",
                    each.after or "none",
                    each.same.items,
                    *map(_cell, (each.same, each.right_before, each.right_after)),
                )
                for each in report.changes
            ],
        ),
        *_optional(
            "Drift over time.",
            ("Day", "Items", ("Share right", INTERVAL)),
            [(each.day, each.right.items, _cell(each.right)) for each in report.days],
        ),
    ]


def _optional(
    title: str, head: Sequence[object], rows: Sequence[Sequence[object]], notes: Sequence[str] = ()
) -> list[Table]:
    return [Table(title, head, rows, notes)] if rows else []  # type: ignore[arg-type]


def _cell(estimate: MeanEstimate, signed: bool = False) -> Number:
    return Number(estimate.value, estimate.interval, estimate.reason, signed=signed)


def _pairs(report: MachineReport) -> Table:
    rows = [
        (
            pair.a,
            pair.b,
            pair.units,
            f"{pair.measure} ({pair.scale})",
            Number(pair.value, pair.interval, pair.reason),
        )
        for pair in report.pairs
    ]
    return Table("Agreement of each pair.", ("", "With", "Units", "Coefficient", ("Value", INTERVAL)), rows)


def _quality(report: MachineReport) -> list[tuple[str, int, Number]]:
    rows = [("Accepted answers", report.right)]
    if report.self_agreement.items:
        rows.append(("Equal answers of two draws", report.self_agreement))
    if report.position_bias.items:
        rows.append(("Position bias (first order minus reverse)", report.position_bias))
    return [(name, estimate.items, _cell(estimate)) for name, estimate in rows]


def _notes(report: MachineReport) -> list[str]:
    skipped = ", ".join(f"{reason} {count}" for reason, count in report.skipped.items()) or "none"
    return [
        f"{report.answered} of {report.items} items answered; skipped: {skipped}.",
        f"{report.decided} accepted values are decisions of adjudication; the gold rule makes the others.",
        f"{report.tokens} tokens, {report.seconds:g} seconds.",
    ]


def report_json(report: MachineReport) -> dict[str, object]:
    """Return the document that `aloi machine report --json` prints."""
    left_out = ("machine", "campaign", "round", "test", "pairs")
    return {
        "machine": machine_document(report.machine),
        "campaign": report.campaign.name,
        "round": report.round.number,
        "alternative": report.test.to_json(),
        "pairs": [pair.to_json() for pair in report.pairs],
        **to_json(report, *left_out),
        "methods": {language: methods(report, language) for language in _METHODS},
    }


def report_html(report: MachineReport) -> str:
    """Return the report as one HTML file without scripts; texts are escaped."""
    title = f"Machine annotator {report.machine.title}: {report.campaign.name}, round {report.round.number}"
    return page_of_tables(title, [methods(report, language) for language in _METHODS], tables(report))


def report_latex(report: MachineReport) -> str:
    """Return the report as tables of LaTeX, with the paragraph of methods as a comment."""
    return as_latex([*(methods(report, language) for language in _METHODS), *tables(report)])
