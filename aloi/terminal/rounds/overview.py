"""The overview of a campaign, as `aloi campaign overview` prints it."""

from __future__ import annotations

from typing import Any

from aloi.base.records import to_json
from aloi.terminal.base import facts, measured, table


def overview_document(found: Any) -> dict[str, Any]:
    """Return the overview of a campaign as the JSON document of the command."""
    progress = None
    if found.progress is not None:
        progress = {"round": found.current.number, **to_json(found.progress, "tally")}
    return {
        "campaign": found.campaign.name,
        "status": found.campaign.status.value,
        "rounds": [
            {
                "round": one.number,
                "purpose": one.purpose.value,
                "status": one.status.value,
                "due": one.due,
                **to_json(tally, "round_id"),
            }
            for one, tally in found.tallies
        ],
        "progress": progress,
        "agreement": [
            to_json(one, "number", "rule", round=one.number, rule=one.rule, met=one.met)
            for one in found.trust
        ],
        "disputes": found.disputes,
        "late": found.late,
        "releases": found.releases,
        "next": [{"step": one.key, **one.values} for one in found.next_steps],
    }


def overview_lines(found: Any) -> list[str]:
    """Return the overview of a campaign as lines for people."""
    rounds = [
        [
            one.number,
            one.purpose.value,
            one.status.value,
            f"{tally.done} of {tally.planned} planned",
            f"{tally.complete} of {tally.items}",
            tally.skipped,
        ]
        for one, tally in found.tallies
    ]
    lines = table(("round", "purpose", "status", "answers", "items complete", "skips"), rounds)
    if found.progress is not None:
        lines += _progress_lines(found.progress)
    if found.measured is not None:
        rule, met = found.measured.rule, found.measured.met
        held = {True: "holds", False: "does not hold", None: "cannot be told"}[met]
        told = "no stop rule" if rule is None else f"lower bound >= {rule.threshold:g} {held}"
        shown = measured(found.measured.result)
        lines.append(
            f"agreement of round {found.measured.number}: {found.measured.result.measure} {shown}, {told}"
        )
    if found.scored is not None:
        lines += [
            f"scores of round {found.scored.number}:",
            *table(
                ("level", "items", "wanted"),
                [(one.level, f"{one.items:g}", f"{one.wanted:.1f}") for one in found.scored.scores],
            ),
        ]
    lines += facts(disputes=found.disputes, late_answers=found.late, releases=found.releases)
    return lines + [f"next: {one.key}" for one in found.next_steps]


def _progress_lines(progress: Any) -> list[str]:
    ending, hours = progress.forecast, progress.hours
    if ending.end is None:
        who = f" ({', '.join(ending.who)})" if ending.who else ""
        told = f"{(ending.reason or '-').replace('_', ' ')}{who}"
    else:
        high = "?" if ending.high is None else f"{ending.high:%Y-%m-%d}"
        told = f"{ending.end:%Y-%m-%d} [{ending.low:%Y-%m-%d}, {high}]"
    expected = measured(hours, value=hours.expected, digits=1)
    people = [
        [one.pseudonym, one.done, one.waiting, one.silent_days, (one.behind or "-").replace("_", " ")]
        for one in progress.people
    ]
    return [
        *facts(
            answers_left=ending.left, ends=told, hours_spent=f"{hours.spent:.1f}", hours_expected=expected
        ),
        *table(("annotator", "done", "left", "days silent", "behind"), people),
    ]
