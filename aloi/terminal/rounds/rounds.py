"""Rounds of annotation: `aloi round`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    OF_CAMPAIGN,
    OUT,
    Answer,
    Group,
    facts,
    listed,
    measured,
    split_list,
    stated,
    table,
    together,
    with_store,
    with_store_of_deciders,
)
from aloi.terminal.files.agreement import methods_lines, result_lines, whole_lines
from aloi.terminal.options import request_options
from aloi.workbench.requests.rounds import RoundRequest

if TYPE_CHECKING:
    from aloi.workbench.agreement.substitutes import SubstituteFigures
    from aloi.workbench.agreement.verdict import Verdict
    from aloi.workbench.status import SkipCount
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Progress, Round

DAY = click.DateTime(["%Y-%m-%d"])
of_round = together(
    OF_CAMPAIGN, click.option("--round", "number", required=True, type=int, help="Number of the round.")
)


@click.group("round", cls=Group)
def round_() -> None:
    """Open, follow and close rounds of annotation."""


@round_.command("open")
@request_options(RoundRequest)
@with_store
def open_(store: Store, request: RoundRequest) -> Answer:
    """Open the next round of a campaign."""
    from aloi.workbench.rounds.rounds import open_round

    return _answer(open_round(store, request, now=datetime.now(UTC)))


@round_.command("close")
@of_round
@with_store
def close(store: Store, campaign: str, number: int) -> Answer:
    """Close a round: its answers can no longer change."""
    return _set_status(store, campaign, number, "closed")


@round_.command("reopen")
@of_round
@with_store
def reopen(store: Store, campaign: str, number: int) -> Answer:
    """Open a closed round again."""
    return _set_status(store, campaign, number, "open")


@round_.command("due")
@of_round
@click.option(
    "--due", "day", required=True, metavar="DAY|none", help="Date such as 2026-12-01; none removes it."
)
@with_store
def due_(store: Store, campaign: str, number: int, day: str) -> Answer:
    """Set or remove the due date of a round."""
    from aloi.workbench.rounds.rounds import set_due

    due = None if day == "none" else DAY.convert(day, None, click.get_current_context()).date()
    return _answer(set_due(store, campaign, number, due))


@round_.command("outcome")
@of_round
@click.option("--show/--hide", "shows_outcome", required=True, help="Let annotators see it, or not.")
@with_store
def outcome_(store: Store, campaign: str, number: int, shows_outcome: bool) -> Answer:
    """Show or hide the results of a closed round to its annotators."""
    from aloi.workbench.rounds.rounds import set_shows_outcome

    return _answer(set_shows_outcome(store, campaign, number, shows_outcome))


@round_.command("status")
@of_round
@with_store_of_deciders
def status(store: Store, campaign: str, number: int) -> Answer:
    """Show the progress of a round, its stop rule and the next step."""
    from aloi.workbench.rounds.rounds import describe_round
    from aloi.workbench.status import round_status

    status = round_status(store, campaign, number)
    counts = status.counts
    people = [{"annotator": one.pseudonym, **_counts(one.progress)} for one in counts.people]
    document = {
        **describe_round(status.round),
        "wanted": counts.required,
        "submitted": counts.submitted,
        "planned": counts.planned,
        "done": counts.done,
        "skipped": counts.skipped,
        "skips": _skips(counts.skips),
        "progress": people,
        "stop_rule": _verdict(counts.verdict),
        "next": [{"step": one.key, **one.values} for one in status.next_steps],
    }
    head = ("annotator", "submitted", "skipped", "leased", "waiting", "flagged", "median_seconds")
    lines = [
        *facts(
            round=number,
            status=status.round.status.value,
            answers=f"{counts.done} of {counts.planned} planned",
        ),
        *listed(people, *head),
    ]
    if counts.verdict is not None:
        verdict = {True: "met", False: "not met", None: "undefined"}[counts.verdict.met]
        rule = counts.verdict.rule
        shown = measured(counts.verdict.result)
        lines.append(f"stop rule {rule.measure} ({rule.level}) >= {rule.threshold:g} {verdict}: {shown}")
    lines.append(f"next: {', '.join(one.key for one in status.next_steps) or '-'}")
    return Answer(document, lines)


@round_.command("agreement")
@of_round
@click.option("--scale", help="Name of the scale (default: the main one).")
@click.option(
    "--ci", default="score", show_default=True, help="score, bootstrap, analytic, jackknife or none."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap.")
@click.option("--html", "page", type=OUT, help="Also write the whole report as one HTML file.")
@click.option("--latex", type=OUT, help="Also write the coefficients as tables for LaTeX (booktabs).")
@click.option(
    "--merge",
    "merges",
    multiple=True,
    metavar="NAME=LABEL,LABEL",
    help="Also measure with these labels as one; may be repeated.",
)
@click.option("--uncleaned", is_flag=True, help="Take substitutes as they were typed, before cleaning.")
@click.option(
    "--whole",
    "full_report",
    is_flag=True,
    help="Also severity, limits of agreement, items, benchmark scales.",
)
@with_store_of_deciders
def agreement_(
    store: Store, campaign: str, number: int, scale: str | None, ci: str, seed: int, page: Path | None,
    latex: Path | None, merges: tuple[str, ...], uncleaned: bool, full_report: bool,
) -> Answer:  # fmt: skip
    """Measure the agreement of a round, its sources and the next improvement."""
    from aloi.workbench.agreement import report as agreements
    from aloi.workbench.agreement.diagnosis import diagnose
    from aloi.workbench.agreement.html import html_report
    from aloi.workbench.agreement.merged_labels import labels, merged_reports, parse_merges
    from aloi.workbench.agreement.sections import latex_report, round_sections
    from aloi.workbench.agreement.substitutes import FIGURES, substitute_agreement, substitute_table
    from aloi.workbench.reports.files import write_text

    names = parse_merges(merges, labels(store.campaigns.get(campaign))) if merges else {}
    cleaned = not uncleaned
    report = agreements.round_report(
        store, campaign, number, ci=ci, seed=seed, scale=scale, cleaned=cleaned, whole=full_report
    )
    diagnosis = diagnose(store, campaign, number, scale=scale)
    figures = substitute_agreement(store, campaign, number, seed=seed, cleaned=cleaned)
    more = [substitute_table(figures)] if figures else []
    if page is not None:
        write_text(html_report(store, report, diagnosis, agreements.trend(store, campaign), more), page)
    if latex is not None:
        write_text(latex_report(round_sections(report), report.whole, report.methods(), more), latex)
    merged = merged_reports(store, campaign, number, names, ci=ci, seed=seed) if names else ()
    document = {
        **report.to_json(),
        "findings": [to_json(one) for one in diagnosis.findings],
        "annotators": [to_json(one) for one in diagnosis.annotators],
        "labels": [to_json(one) for one in diagnosis.labels],
        "prevalence": to_json(diagnosis.prevalence),
        "repeats": None if diagnosis.repeats is None else to_json(diagnosis.repeats),
        "merged": [
            {"view": report_.name, "results": [result.to_json() for result in report_.results]}
            for report_ in merged
        ],
        "by_pos": [one.to_json() for one in figures],
    }
    scales = agreements.scale_names(report.campaign)
    sentences = [f"- {one.sentence} {one.todo}" for one in diagnosis.findings]
    sentences += [f"- Warning: {one}" for one in report.cautions]
    lines = [
        *result_lines(report.results, *(view.pairs for view in report.views)),
        "",
        "Next steps",
        *(sentences or [_NOTHING if diagnosis.labels or "each" not in scales else _SETS]),
    ]
    if figures:
        lines += ["", *table((*FIGURES, "pairwise", "mode"), [_figures(one) for one in figures])]
    for view in merged:
        lines += ["", f"{view.title}, with merged labels", *result_lines(view.results)]
    if report.whole is not None:
        lines += whole_lines(report.whole)
    return Answer(document, [*lines, *methods_lines(report)])


_NOTHING = "- no findings"
_SETS = "- answers are sets of labels: --scale each measures each label separately"


def _figures(figures: SubstituteFigures) -> list[object]:
    """Return the results of substitutes of one part of speech as text."""
    from aloi.workbench.agreement.substitutes import FIGURES

    cells = {name: getattr(figures, name) for name in FIGURES} | {
        "pos": figures.pos or ("all" if figures.pos is None else "-")
    }
    return [*cells.values(), measured(figures.pairwise), measured(figures.mode)]


@round_.command("plan")
@of_round
@click.option("--width", default=0.1, show_default=True, help="Wanted width of alpha's 95% interval.")
@click.option("--teams", metavar="2,3,5", help="Numbers of annotators (default: as many as the round had).")
@click.option("--threshold", type=float, help="Also replay the rule: lower bound of alpha at least this.")
@click.option(
    "--every", "repeat_every", default=10, show_default=True, help="Look at the rule every so many items."
)
@click.option("--scale", help="Name of the scale (default: the main one).")
@click.option("--seed", default=0, show_default=True, help="Seed of the simulations.")
@with_store
def plan_(
    store: Store, campaign: str, number: int, width: float, teams: str | None, threshold: float | None,
    repeat_every: int, **options: Any,
) -> Answer:  # fmt: skip
    """Compute the number of items for a target interval, and the decision of a stop rule."""
    from aloi.workbench.agreement.planning import plan_round, replay_rule

    numbers = _whole_numbers(teams)
    plan = plan_round(store, campaign, number, width=width, annotators=numbers, **options)
    rule = None
    if threshold is not None:
        rule = replay_rule(store, campaign, number, threshold=threshold, step=repeat_every, **options)
    head = ("annotators", "items", "answers", "expected", "checked", "source", "reason")
    lines = [plan.sentence, *table(head, [[getattr(one, name) for name in head] for one in plan.rows])]
    if rule is not None:
        lines += ["", rule.replay.sentence, rule.false_stops.sentence]
    return Answer({"plan": to_json(plan), "rule": None if rule is None else to_json(rule)}, lines)


def _whole_numbers(text: str | None) -> list[int] | None:
    """Return the numbers of annotators asked for; None for those the round had."""
    try:
        return [int(one) for one in split_list(text)] or None
    except ValueError as error:
        raise AloiError("terminal.numbers-annotators", text=repr(text)) from error


@round_.command("reassign")
@of_round
@click.option("--from", "absent", required=True, help="Absent annotator.")
@click.option("--to", "others", required=True, metavar="A2,A3", help="Annotators who take over.")
@with_store
def reassign_(store: Store, campaign: str, number: int, absent: str, others: str) -> Answer:
    """Reassign the open items of an absent annotator."""
    from aloi.workbench.rounds.rounds import reassign

    handed = reassign(store, campaign, number, absent, split_list(others), datetime.now(UTC))
    return stated({"reassigned": handed})


@round_.command("add-annotator")
@of_round
@click.option("--person", required=True, help="Id, pseudonym or name.")
@with_store
def add_annotator_(store: Store, campaign: str, number: int, person: str) -> Answer:
    """Add an annotator to an open round."""
    from aloi.workbench.rounds.rounds import add_annotator

    return _answer(add_annotator(store, campaign, number, person))


def _set_status(store: Store, campaign: str, number: int, status: str) -> Answer:
    from aloi.workbench.rounds.options import status as parse_status
    from aloi.workbench.rounds.rounds import set_round_status

    return _answer(set_round_status(store, campaign, number, parse_status(status), now=datetime.now(UTC)))


def _skips(skips: Sequence[SkipCount]) -> dict[str | None, int]:
    """Return how many items were skipped for each reason."""
    counts: Counter[str | None] = Counter()
    for skip in skips:
        counts[skip.reason] += skip.count
    return dict(counts)


def _counts(progress: Progress) -> dict[str, object]:
    names = ("submitted", "skipped", "leased", "waiting", "flagged", "median_seconds")
    return {name: getattr(progress, name) for name in names}


def _verdict(verdict: Verdict | None) -> dict[str, object] | None:
    if verdict is None:
        return None
    return {**to_json(verdict.rule), "met": verdict.met, "result": verdict.result.to_json()}


def _answer(round_: Round) -> Answer:
    from aloi.workbench.rounds.rounds import describe_round

    return stated(describe_round(round_))
