"""Rounds of annotation: `aloi round`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    Answer,
    Group,
    facts,
    listed,
    measured,
    stated,
    table,
    with_store,
    with_store_of_deciders,
)
from aloi.terminal.files.agreement import methods_lines, result_lines, whole_lines
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.queries import RoundStatusRequest
from aloi.workbench.requests.rounds import (
    AddAnnotatorRequest,
    CloseRoundRequest,
    DueRequest,
    OutcomeRequest,
    PlanRequest,
    ReassignRequest,
    ReopenRoundRequest,
    RoundAgreementRequest,
    RoundRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.agreement.substitutes import SubstituteFigures
    from aloi.workbench.agreement.verdict import Verdict
    from aloi.workbench.status import SkipCount
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Progress, Round


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
@request_options(CloseRoundRequest)
@with_store
def close(store: Store, request: CloseRoundRequest) -> Answer:
    """Close a round: its answers can no longer change."""
    return _set_status(store, request)


@round_.command("reopen")
@request_options(ReopenRoundRequest)
@with_store
def reopen(store: Store, request: ReopenRoundRequest) -> Answer:
    """Open a closed round again."""
    return _set_status(store, request)


@round_.command("due")
@request_options(DueRequest)
@with_store
def due_(store: Store, request: DueRequest) -> Answer:
    """Set or remove the due date of a round."""
    from aloi.workbench.rounds.rounds import set_due

    return _answer(set_due(store, request))


@round_.command("outcome")
@request_options(OutcomeRequest)
@with_store
def outcome_(store: Store, request: OutcomeRequest) -> Answer:
    """Show or hide the results of a closed round to its annotators."""
    from aloi.workbench.rounds.rounds import set_shows_outcome

    return _answer(set_shows_outcome(store, request))


@round_.command("status")
@request_options(RoundStatusRequest)
@with_store_of_deciders
def status(store: Store, request: RoundStatusRequest) -> Answer:
    """Show the progress of a round, its stop rule and the next step."""
    from aloi.workbench.rounds.rounds import describe_round
    from aloi.workbench.status import round_status

    status = round_status(store, request.campaign, request.round)
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
            round=request.round,
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
@request_options(RoundAgreementRequest)
@click.option(
    "--html", "page", cls=TerminalOption, type=OUT, help="Also write the full report as one HTML file.",
    reason="Pages offer the report as a download.",
)  # fmt: skip
@click.option(
    "--latex", cls=TerminalOption, type=OUT, help="Also write the coefficients for LaTeX (booktabs).",
    reason="Pages offer the tables as a download.",
)  # fmt: skip
@with_store_of_deciders
def agreement_(store: Store, request: RoundAgreementRequest, page: Path | None, latex: Path | None) -> Answer:
    """Measure the agreement of a round, its sources and the next improvement."""
    from aloi.workbench.agreement import report as agreements
    from aloi.workbench.agreement.full_report.machines import machine_table
    from aloi.workbench.agreement.html import html_report
    from aloi.workbench.agreement.sections import latex_report, round_sections
    from aloi.workbench.agreement.spans import round_span_tables
    from aloi.workbench.agreement.substitutes import FIGURES, substitute_table
    from aloi.workbench.reports.files import as_text, write_text
    from aloi.workbench.round_agreement import measure_round

    measured_round = measure_round(store, request)
    report, diagnosis, figures = measured_round.report, measured_round.diagnosis, measured_round.figures
    tests = [machine_table(test) for test in report.machines]
    more = [*([substitute_table(figures)] if figures else []), *tests]
    if page is not None or latex is not None:
        more += round_span_tables(store, request.campaign, request.round, seed=request.seed)
    if page is not None:
        trend = agreements.trend(store, request.campaign)
        write_text(html_report(store, report, diagnosis, trend, more), page)
    if latex is not None:
        more += diagnosis.details.tables() if diagnosis.details else []
        write_text(latex_report(round_sections(report), report.whole, report.methods(), more), latex)
    merged, document = measured_round.merged, measured_round.document()
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
    lines += [line for test in tests for line in ("", *as_text(test))]
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
@request_options(PlanRequest)
@with_store
def plan_(store: Store, request: PlanRequest) -> Answer:
    """Compute the number of items for a target interval, and the decision of a stop rule."""
    from aloi.workbench.agreement.planning import plan_round, replay_rule

    of, seed = (request.campaign, request.round), request.seed
    teams = request.teams or None
    plan = plan_round(store, *of, width=request.width, annotators=teams, scale=request.scale, seed=seed)
    rule = None
    if request.threshold is not None:
        limit, step = request.threshold, request.step
        rule = replay_rule(store, *of, threshold=limit, step=step, scale=request.scale, seed=seed)
    head = ("annotators", "items", "answers", "expected", "checked", "source", "reason")
    lines = [plan.sentence, *table(head, [[getattr(one, name) for name in head] for one in plan.rows])]
    if rule is not None:
        lines += ["", rule.replay.sentence, rule.false_stops.sentence]
    return Answer({"plan": to_json(plan), "rule": None if rule is None else to_json(rule)}, lines)


@round_.command("reassign")
@request_options(ReassignRequest)
@with_store
def reassign_(store: Store, request: ReassignRequest) -> Answer:
    """Reassign the open items of an absent annotator."""
    from aloi.workbench.rounds.rounds import reassign

    return stated({"reassigned": reassign(store, request, datetime.now(UTC))})


@round_.command("add-annotator")
@request_options(AddAnnotatorRequest)
@with_store
def add_annotator_(store: Store, request: AddAnnotatorRequest) -> Answer:
    """Add an annotator to an open round."""
    from aloi.workbench.rounds.rounds import add_annotator

    return _answer(add_annotator(store, request))


def _set_status(store: Store, request: CloseRoundRequest | ReopenRoundRequest) -> Answer:
    from aloi.workbench.rounds.rounds import set_round_status

    return _answer(set_round_status(store, request, now=datetime.now(UTC)))


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
