"""The overview of a campaign, as `aloi campaign overview` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.terminal.base import facts, measured, table

if TYPE_CHECKING:
    from aloi.workbench.overview.campaign import CampaignOverview
    from aloi.workbench.overview.progress import RoundProgress


def overview_lines(overview: CampaignOverview) -> list[str]:
    """Return the overview of a campaign as lines for people."""
    rounds = [
        [
            round_.number,
            round_.purpose.value,
            round_.status.value,
            f"{tally.done} of {tally.planned} planned",
            f"{tally.complete} of {tally.items}",
            tally.skipped,
        ]
        for round_, tally in overview.tallies
    ]
    lines = table(("round", "purpose", "status", "answers", "items complete", "skips"), rounds)
    if overview.progress is not None:
        lines += _progress_lines(overview.progress)
    if overview.measured is not None and overview.measured.result is not None:
        rule, met = overview.measured.rule, overview.measured.met
        verdict = {True: "met", False: "not met", None: "undefined"}[met]
        bound = "undefined" if overview.measured.bound is None else f"{overview.measured.bound:.3f}"
        rule_text = f"lower bound {bound} >= {rule.threshold:g} {verdict}" if rule else "no stop rule"
        result = overview.measured.result
        lines.append(
            f"agreement of round {overview.measured.number}: {result.measure} {measured(result)}, {rule_text}"
        )
    if overview.scored is not None:
        lines += [
            f"scores of round {overview.scored.number}:",
            *table(
                ("level", "items", "wanted"),
                [(one.level, f"{one.items:g}", f"{one.target:.1f}") for one in overview.scored.scores],
            ),
        ]
    lines += facts(disputes=overview.disputes, late_answers=overview.late, releases=overview.releases)
    lines += [f"not measured: {overview.missing}"] if overview.missing else []
    return lines + [f"next: {one.key}" for one in overview.next_steps]


def _progress_lines(progress: RoundProgress) -> list[str]:
    ending, hours = progress.forecast, progress.hours
    if ending.end is None:
        names = f" ({', '.join(ending.annotators)})" if ending.annotators else ""
        forecast = f"{(ending.reason or '-').replace('_', ' ')}{names}"
    else:
        high = "?" if ending.high is None else f"{ending.high:%Y-%m-%d}"
        forecast = f"{ending.end:%Y-%m-%d} [{ending.low:%Y-%m-%d}, {high}]"
    expected = measured(hours, value=hours.expected, digits=1)
    people = [
        [
            person.pseudonym,
            person.done,
            person.waiting,
            person.silent_days,
            (person.behind or "-").replace("_", " "),
        ]
        for person in progress.people
    ]
    return [
        *facts(
            answers_left=ending.left, ends=forecast, hours_spent=f"{hours.spent:.1f}", hours_expected=expected
        ),
        *table(("annotator", "done", "left", "days silent", "behind"), people),
    ]
