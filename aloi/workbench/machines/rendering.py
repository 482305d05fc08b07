"""The report on a machine as tables, JSON, HTML and LaTeX, with a paragraph for the methods of a paper."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.agreement.machine.groups import GroupDifference
from aloi.agreement.number import Number
from aloi.agreement.result import Interval, program_version
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.machines.model import MachineKind, Skip
from aloi.storage.store import Store
from aloi.workbench.agreement.estimates import MOST_LABELS, estimates_table
from aloi.workbench.agreement.full_report.machines import UNITS, machine_table
from aloi.workbench.agreement.full_report.methods import measure_title
from aloi.workbench.agreement.html import page_of_tables
from aloi.workbench.machines.helping import HelpEffect, HelpMeasure
from aloi.workbench.machines.registry import machine_document
from aloi.workbench.machines.report import MachineReport, MeanEstimate, machine_report
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import INTERVAL, Head, Table
from aloi.workbench.requests.machines import MachineReportRequest

_SHARE, _SHARE_RIGHT = Phrase("machine-share", "Share"), Phrase("machine-share-right", "Share right")
_ITEMS = Phrase("machine-items", "Items")
_ACCEPTED, _ANSWERED = Phrase("machine-accepted", "Accepted"), Phrase("machine-answered", "Answered")
_SKIPS = {
    Skip.REFUSED: Phrase("machine-skip-refused", "the model declined"),
    Skip.CUT: Phrase("machine-skip-cut", "answer too long"),
    Skip.NO_JSON: Phrase("machine-skip-no-json", "no JSON object"),
    Skip.INVALID: Phrase("machine-skip-invalid", "answer refused by the task"),
    Skip.AMBIGUOUS: Phrase("machine-skip-ambiguous", "ambiguous quote"),
    Skip.NOT_QUOTED: Phrase("machine-skip-not-quoted", "quote not in the text"),
    Skip.NOTHING_OFFERED: Phrase("machine-skip-nothing-offered", "no candidate concepts"),
    Skip.NO_PREDICTION: Phrase("machine-skip-no-prediction", "no prediction"),
    Skip.SERVER: Phrase("machine-skip-server", "the server failed"),
    Skip.TIMEOUT: Phrase("machine-skip-timeout", "the server did not answer in time"),
}
_HELP = {
    HelpMeasure.SECONDS: Phrase("machine-help-seconds", "Seconds of an answer (geometric mean)"),
    HelpMeasure.EQUAL: Phrase("machine-help-equal", "Equal answers of two people (by item)"),
    HelpMeasure.RIGHT: Phrase("machine-help-right", "Answers equal to the decision of adjudication"),
    HelpMeasure.PULL: Phrase("machine-help-pull", "Answers equal to that of the machine"),
}
_HELP_NOTE = Phrase(
    "machine-help-note",
    "Seconds are compared by their ratio. Intervals know annotators and documents, those of equal answers "
    "documents alone. Decisions compare fairly if both groups were adjudicated in the same way.",
)
_METHODS = {
    "en": (
        "The items of round {round} of {campaign} were also annotated by {annotator}. It answered {answered} "
        "of {items} items. We used the alternative annotator test (Calderon, Reichart and Dror 2025) with "
        "epsilon {epsilon}, p-values adjusted after Benjamini and Yekutieli (2001), and variances that know "
        "the documents of items. The winning rate was {rate}, the advantage probability {advantage}. {use} "
        "Computed by Aloi {program}."
    ),
    "fr": (
        "Les items du tour {round} de {campaign} ont aussi été annotés par {annotator}. Il a répondu à "
        "{answered} items sur {items}. Nous avons employé le test de l’annotateur alternatif (Calderon, "
        "Reichart et Dror 2025) avec un epsilon de {epsilon}, des valeurs p ajustées selon Benjamini et "
        "Yekutieli (2001) et des variances qui tiennent compte des documents des items. Le taux de victoires "
        "était de {rate}, la probabilité d’avantage de {advantage}. {use} Calculé par Aloi {program}."
    ),
}
_ANNOTATOR = {
    "en": {
        MachineKind.ENDPOINT: (
            "a language model ({model}, {title}; temperature {temperature}, {draws}seed {seed}), asked with "
            "guideline version {guideline} and {examples} adjudicated examples"
        ),
        MachineKind.RUN: "a model trained with Aloi (run {model}, {title})",
        MachineKind.FILE: "a system whose predictions were imported ({model}, {title})",
    },
    "fr": {
        MachineKind.ENDPOINT: (
            "un modèle de langue ({model}, {title} ; température {temperature}, {draws}graine {seed}), "
            "interrogé avec la version {guideline} du guide d’annotation et {examples} exemples adjugés"
        ),
        MachineKind.RUN: "un modèle entraîné avec Aloi (essai {model}, {title})",
        MachineKind.FILE: "un système dont les prédictions ont été importées ({model}, {title})",
    },
}
_APART = {
    "en": "Answers of the machine are in no agreement of people and in no gold value.",
    "fr": (
        "Les réponses de la machine n’entrent dans aucun accord entre personnes ni dans aucune valeur de "
        "référence."
    ),
}
_COUNTED = {
    "en": "Its answers also count in the agreement and the gold of the campaign, like those of a person.",
    "fr": (
        "Ses réponses comptent aussi dans l’accord et la référence de la campagne, comme celles d’une "
        "personne."
    ),
}


def methods(report: MachineReport, language: str = "en") -> str:
    """Return a paragraph on a machine for the methods of a paper."""
    its, test, french = report.machine.identity, report.test, language == "fr"
    spoken = "fr" if french else "en"
    draws = "" if its.draws == 1 else f"{its.draws} {'tirages' if french else 'draws'}, "
    machine = {
        "model": its.model_name,
        "title": report.machine.title,
        "temperature": f"{its.temperature:g}",
        "draws": draws,
        "seed": its.seed,
        "guideline": report.guideline_version or "–",
        "examples": its.examples,
    }
    values = {
        "round": report.round.number,
        "campaign": report.campaign.name,
        "annotator": _ANNOTATOR[spoken][its.kind].format(**machine),
        "use": (_COUNTED if report.counts else _APART)[spoken],
        "answered": report.answered,
        "items": report.items,
        "epsilon": f"{test.epsilon:g}",
        "rate": Number(test.winning_rate, test.winning_interval, test.reason),
        "advantage": Number(test.advantage, test.advantage_interval, test.reason),
        "program": program_version(),
    }
    text = _METHODS[spoken].format(**values)
    return text.replace(" ;", "\u00a0;") if french else text


def tables(report: MachineReport) -> list[Table]:
    """Return the tables of a report: test, agreement, bias, confusions, errors, calibration, drift."""
    return [machine_table(report.test), _pairs(report), *further_tables(report)]


def further_tables(report: MachineReport) -> list[Table]:
    """Return the tables of a report besides the test and the coefficients of pairs."""
    name = report.machine.title
    others = [
        Phrase("machine-of-others", "A person is compared with the value accepted without their answer.")
    ]
    return [
        _quality(report),
        *_estimates(report),
        *_optional(
            Phrase("machine-bias-by-degree", "Bias by accepted degree."),
            (
                "",
                Phrase("machine-degree", "Degree"),
                _ITEMS,
                (Phrase("machine-bias", "Bias"), INTERVAL),
            ),
            [
                (each.annotator, each.degree, each.bias.items, _cell(each.bias, signed=True))
                for each in report.bias
            ],
            others,
        ),
        *_optional(
            Phrase("machine-confusions", "Most frequent confusions."),
            ("", _ACCEPTED, _ANSWERED, _ITEMS, Phrase("machine-first-item", "First item")),
            [
                (each.annotator, each.accepted, each.answered, each.count, each.item_id)
                for each in report.confusions
            ],
            others,
        ),
        *_optional(
            Phrase("machine-errors", "Errors of {name}, the widest first.", name=name),
            (
                Phrase("machine-item", "Item"),
                _ACCEPTED,
                _ANSWERED,
                Phrase("machine-distance", "Distance"),
                Phrase("machine-confidence", "Confidence"),
            ),
            [
                (each.item_id, each.accepted, each.answered, Number(each.distance), Number(each.confidence))
                for each in report.errors
            ],
        ),
        _calibration(report),
        *_over_time(report),
        *_help(report.help),
    ]


def _estimates(report: MachineReport) -> list[Table]:
    """Return the table of estimates of all items; none if people answered each of them."""
    title = Phrase("machine-estimates", "Estimates for all items the machine answered.")
    note = Phrase(
        "machine-estimates-note",
        "The answers of the machine are corrected by its errors where people answered (prediction-powered "
        "inference). This holds only if people answered a random sample of the items.",
    )
    most = Phrase(
        "machine-estimates-most", "Only the {count} most frequent labels are shown.", count=MOST_LABELS
    )
    notes = [note, most] if len(report.estimates) == MOST_LABELS else [note]
    table = replace(estimates_table(report.estimates), title=title, notes=notes)
    return [table] if report.estimates else []


def _help(effect: HelpEffect | None) -> list[Table]:
    """Return the table of items with and without suggestion; none if the machine did not help."""
    if effect is None:
        return []
    rows = []
    for measure, name in _HELP.items():
        its = effect.differences[measure]
        is_ratio = measure is HelpMeasure.SECONDS
        change = _ratio(its) if is_ratio else Number(its.difference, its.interval, its.reason, signed=True)
        sides = (_exp(its.first) if is_ratio else its.first, _exp(its.second) if is_ratio else its.second)
        rows.append((name, *its.counts, *map(Number, sides), change))
    head = (
        "",
        Phrase("machine-help-count-with", "Answers with"),
        Phrase("machine-help-count-without", "Answers without"),
        Phrase("machine-help-with", "With"),
        Phrase("machine-help-without", "Without"),
        (Phrase("machine-help-difference", "Difference or ratio"), INTERVAL),
    )
    drawn = Phrase(
        "machine-help-items",
        "{shown} items had a suggestion, {hidden} had none; they were drawn at random.",
        shown=effect.items[0],
        hidden=effect.items[1],
    )
    return [Table(Phrase("machine-help", "Suggestions to people."), head, rows, [drawn, _HELP_NOTE])]


def _exp(logarithm: float | None) -> float | None:
    return None if logarithm is None else math.exp(logarithm)


def _ratio(its: GroupDifference) -> Number:
    """Return a difference of logarithms as a ratio."""
    interval = its.interval
    ends = None if interval is None else Interval(math.exp(interval.low), math.exp(interval.high), "t")
    return Number(_exp(its.difference), ends, its.reason)


def _calibration(report: MachineReport) -> Table:
    """Return the reliability curve of stated confidences; without any, a note says so."""
    error = str(Number(report.calibration.error, report.calibration.interval))
    note = Phrase("machine-calibration-error", "Expected calibration error: {error}.", error=error)
    none = Phrase("machine-no-confidence", "The machine stated no confidence.")
    return Table(
        Phrase("machine-stated-confidence", "Stated confidence."),
        (
            Phrase("machine-from", "From"),
            Phrase("machine-to", "To"),
            Phrase("machine-answers", "Answers"),
            Phrase("machine-mean-confidence", "Mean confidence"),
            _SHARE_RIGHT,
        ),
        [
            (each.low, each.high, each.answers, Number(each.confidence), Number(each.right))
            for each in report.calibration.bins
        ],
        [note if report.calibration.bins else none],
    )


def _over_time(report: MachineReport) -> list[Table]:
    """Return the tables of versions of the guideline, and of days."""
    no_guideline = Phrase("machine-no-guideline", "none")
    return [
        *_optional(
            Phrase("machine-guideline-versions", "Versions of the guideline, on the same items."),
            (
                "",
                Phrase("machine-before", "Before"),
                Phrase("machine-after", "After"),
                _ITEMS,
                (Phrase("machine-same-answer", "Same answer"), INTERVAL),
                (Phrase("machine-right-before", "Right before"), INTERVAL),
                (Phrase("machine-right-after", "Right after"), INTERVAL),
            ),
            [
                (
                    each.annotator,
                    each.before or no_guideline,
                    each.after or no_guideline,
                    each.same.items,
                    *map(_cell, (each.same, each.right_before, each.right_after)),
                )
                for each in report.changes
            ],
        ),
        *_optional(
            Phrase("machine-drift", "Drift over time."),
            (Phrase("machine-day", "Day"), _ITEMS, (_SHARE_RIGHT, INTERVAL)),
            [(each.day, each.right.items, _cell(each.right)) for each in report.days],
        ),
    ]


def _optional(
    title: str, head: Sequence[Head], rows: Sequence[Sequence[object]], notes: Sequence[str] = ()
) -> list[Table]:
    return [Table(title, head, rows, notes)] if rows else []


def _cell(estimate: MeanEstimate, signed: bool = False) -> Number:
    return Number(estimate.value, estimate.interval, estimate.reason, signed=signed)


def _pairs(report: MachineReport) -> Table:
    rows = [
        (
            pair.a,
            pair.b,
            pair.units,
            f"{measure_title(pair.measure)} ({pair.scale})",
            Number(pair.value, pair.interval, pair.reason),
        )
        for pair in report.pairs
    ]
    return Table(
        Phrase("machine-pairs", "Agreement of each pair."),
        (
            "",
            Phrase("machine-with", "With"),
            UNITS,
            Phrase("machine-coefficient", "Coefficient"),
            (Phrase("machine-value", "Value"), INTERVAL),
        ),
        rows,
    )


def _quality(report: MachineReport) -> Table:
    """Return the shares of accepted and of equal answers, with notes on all answers."""
    rows: list[tuple[str, MeanEstimate]] = [
        (Phrase("machine-accepted-answers", "Accepted answers"), report.right)
    ]
    if report.self_agreement.items:
        equal = Phrase("machine-equal-draws", "Equal answers of two draws")
        rows.append((equal, report.self_agreement))
    if report.position_bias.items:
        bias = Phrase("machine-position-bias", "Position bias (first order minus reverse)")
        rows.append((bias, report.position_bias))
    drawn = [(name, estimate.items, _cell(estimate)) for name, estimate in rows]
    title = Phrase("machine-quality", "Quality.")
    return Table(title, ("", _ITEMS, (_SHARE, INTERVAL)), drawn, _notes(report))


def _notes(report: MachineReport) -> list[str]:
    answered = Phrase(
        "machine-answered-items",
        "{answered} of {items} items answered.",
        answered=report.answered,
        items=report.items,
    )
    decided = Phrase(
        "machine-decided-values",
        "{count} accepted values are decisions of adjudication; the gold rule makes the others.",
        count=report.decided,
    )
    spent = Phrase(
        "machine-spent",
        "{tokens} tokens, {seconds} seconds.",
        tokens=report.tokens,
        seconds=f"{report.seconds:g}",
    )
    skipped = "Skipped: {count} ({reason})."
    skips = [
        Phrase("machine-skips-of-reason", skipped, count=count, reason=skip_name(reason))
        for reason, count in report.skipped.items()
    ]
    return [answered, *skips, decided, spent]


def skip_name(skip: str) -> str:
    """Return a reason of a skip for people to read."""
    return _SKIPS[Skip(skip)]


def report_json(report: MachineReport) -> dict[str, Json]:
    """Return the document that `aloi machine report --json` prints."""
    left_out = ("machine", "campaign", "round", "test", "pairs", "estimates")
    return {
        "machine": machine_document(report.machine),
        "campaign": report.campaign.name,
        "round": report.round.number,
        "alternative": report.test.to_json(),
        "pairs": [pair.to_json() for pair in report.pairs],
        "estimates": [{"name": name, **of.to_json()} for name, of in report.estimates],
        **to_json(report, *left_out),
        "methods": {language: methods(report, language) for language in _METHODS},
    }


def report_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the document of the report on a machine."""
    del folder
    go_on(progress, 0, 1, "")
    document: Json = report_json(machine_report(store, from_data(MachineReportRequest, arguments)))
    return document


def report_html(report: MachineReport, language: str = "en") -> str:
    """Return the report as one HTML file without scripts; texts are escaped."""
    title = Phrase(
        "machine-report-title",
        "Machine annotator {name}: {campaign}, round {number}",
        name=report.machine.title,
        campaign=report.campaign.name,
        number=report.round.number,
    )
    paragraphs = {of: methods(report, of) for of in _METHODS}
    return page_of_tables(title.text(language), paragraphs, tables(report), language)


def report_latex(report: MachineReport, language: str = "en") -> str:
    """Return the report as tables of LaTeX, with the paragraph of methods as a comment."""
    translated = [table.in_language(language) for table in tables(report)]
    return as_latex([*(methods(report, of) for of in _METHODS), *translated])
