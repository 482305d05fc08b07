"""The overview of a campaign as cards, charts and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.annotation.model import Round, Status
from aloi.ui.navigation import link
from aloi.ui.numbers import day, number, numbers, shown
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import title
from aloi.ui.shared.cards import Markup, StatCard, bar, draw_cards, draw_rows, due_words
from aloi.ui.shared.tables import csv_bytes, give, no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.overview.campaign import CampaignOverview, RoundTrust
from aloi.workbench.overview.distribution import ValueDistribution
from aloi.workbench.overview.forecast import Forecast
from aloi.workbench.overview.progress import PersonStanding, RoundProgress
from aloi.workbench.status import NextStep

_SHOWN_NAMES = 4


def cards(overview: CampaignOverview, today: date, local: Callable[[datetime], date]) -> None:
    """Draw progress, agreement, disagreements, end date and hours, side by side.

    `local` gives the day it is, where the person is, at a moment.
    """
    progress = overview.progress
    drawn = [_far(overview, today), _trust(overview.measured)]
    late = (t("overview.late", count=overview.late),) if overview.late else ()
    drawn.append(StatCard(t("overview.disputes"), number(overview.disputes, ","), late))
    if progress is not None:
        drawn += [_end(progress.forecast, local), _hours(progress)]
    draw_cards(drawn)


def _far(overview: CampaignOverview, today: date) -> StatCard:
    label, progress, shown = t("overview.progress"), overview.progress, overview.shown
    if shown is None or progress is None:
        return StatCard(label, "–")
    tally = progress.tally
    share = tally.done / tally.planned if tally.planned else 1.0
    notes = [far_words(shown, progress)]
    if tally.left_out:
        notes.append(t("overview.left_out", count=tally.left_out))
    if shown.due is not None and shown.status == Status.OPEN:
        notes.append(due_words(shown.due.date(), today))
    return StatCard(label, number(share, ".0%"), tuple(notes), share)


def far_words(round_: Round, progress: RoundProgress) -> str:
    """Return the progress of a round in words; a closed round has that of its closing."""
    words = {"number": round_.number, "done": progress.tally.done, "planned": progress.tally.planned}
    return t("overview.closed_with" if round_.status == Status.CLOSED else "overview.far", **words)


def _end(ending: Forecast, local: Callable[[datetime], date]) -> StatCard:
    label = t("overview.ends")
    if ending.end is not None and ending.low is not None:
        high = t("overview.no_end") if ending.high is None else day(local(ending.high))
        notes = (t("overview.between", low=day(local(ending.low)), high=high),)
        if ending.assumed:
            notes += (t("overview.assumed", who=names(ending.assumed)),)
        return StatCard(label, day(local(ending.end)), notes)
    value = "–" if ending.reason not in ("done", "closed") else t("overview.over")
    return StatCard(label, value, (t(f"overview.no_forecast_{ending.reason}", who=names(ending.annotators)),))


def names(annotators: Sequence[str]) -> str:
    """Return pseudonyms as a list, only the first few if there are many."""
    if len(annotators) <= _SHOWN_NAMES:
        return ", ".join(annotators)
    return t(
        "overview.and_more", names=", ".join(annotators[:_SHOWN_NAMES]), count=len(annotators) - _SHOWN_NAMES
    )


def _trust(trust: RoundTrust | None) -> StatCard:
    label = t("glossary.agreement")
    if trust is None or trust.result is None:
        return StatCard(label, "–", (t("overview.no_agreement"),))
    value = Number.of(trust.result, digits=2)
    notes = (
        t("overview.interval", interval=numbers(value.interval_text)),
        t("overview.round_measure", number=trust.number, measure=title(trust.result.measure)),
    )
    if trust.rule is None or trust.met is None:
        notes += (t("overview.no_rule" if trust.rule is None else "overview.rule_unknown"),)
        return StatCard(label, numbers(value.value_text), notes)
    verdict = t(
        f"overview.rule_{'met' if trust.met else 'not_met'}",
        bound=Number(trust.bound, digits=2),
        threshold=number(trust.rule.threshold, "g"),
    )
    return StatCard(label, numbers(value.value_text), notes, verdict=verdict, is_good=trust.met)


def _hours(progress: RoundProgress) -> StatCard:
    hours, label = progress.hours, t("overview.hours")
    if not hours.timed:
        return StatCard(label, "–", (t("overview.no_hours"),))
    notes: tuple[str, ...] = ()
    if hours.expected:
        ends = (hours.low, hours.high)
        interval = None if ends[0] is None or ends[1] is None else Interval(ends[0], ends[1], "")
        notes = (t("overview.hours_expected", hours=Number(hours.expected, interval, digits=1)),)
    return StatCard(label, t("overview.hours_spent", hours=number(hours.spent, ".1f")), notes)


def steps(overview: CampaignOverview) -> None:
    """Draw the next actions, in order, each with a link to its page."""
    st.subheader(t("overview.next"))
    if not overview.next_steps:
        st.success(t("overview.nothing_next"))
    query = {"campaign": overview.campaign.id}
    if overview.current is not None:
        query["round"] = overview.current.id
    for rank, step in enumerate(overview.next_steps, start=1):
        line = st.container(horizontal=True, vertical_alignment="center", key=f"overview:step:{rank}")
        line.markdown(f"{rank}. {_step(step)}", width="content")
        page = step.page or ("rounds" if step.key in ("late", "wait") else None)
        if page is not None:
            with line:
                link(page, t(f"{page}.menu"), query)


def _step(step: NextStep) -> str:
    values = dict(step.values)
    if "who" in values:
        values["who"] = no_markup(names(str(values["who"]).split(", ")))
    if step.key in ("open", "late", "hand_over"):
        return t(f"overview.next_{step.key}", **values)
    return t(f"rounds.next_{step.key}", **values)


def burn_up(overview: CampaignOverview) -> None:
    """Draw the answers of the current round day by day, and the projection."""
    progress = overview.progress
    if progress is None or not progress.burn_up:
        return
    st.subheader(t("overview.burn_up", number=overview.shown.number if overview.shown else 0))
    ending = progress.forecast
    charts.burn_up(
        [(one.day, one.done) for one in progress.burn_up],
        progress.tally.planned,
        end=ending.end,
        low=ending.low,
        high=ending.high,
    )
    if ending.end is not None:
        with st.popover(t("overview.how_forecast"), icon=":material/info:"):
            st.markdown(t("overview.forecast_why"))
            st.code(ending.method, language=None, wrap_lines=True)


def people(progress: RoundProgress, local: Callable[[datetime], date]) -> None:
    """Draw the annotators of the round on display, those who are behind first, with the reason."""
    st.subheader(t("overview.people"))
    behind = progress.behind
    if behind:
        st.warning(t("overview.behind", who=no_markup(names([one.pseudonym for one in behind]))))
    ordered = sorted(progress.people, key=lambda one: (one.behind is None, -one.waiting))
    table = [_person(one, local) for one in ordered]
    if not table:
        return
    heads = [t("app.annotator"), t("overview.progress"), *list(table[0])[3:]]
    drawn_rows = [
        [person.pseudonym, _far_of(person), *map(shown, list(row.values())[3:])]
        for person, row in zip(ordered, table, strict=True)
    ]
    draw_rows(heads, drawn_rows, numeric=(2, 3), name=t("overview.people"))
    give(t("app.download_table"), csv_bytes(table), "people.csv", "download:people.csv")


def _far_of(person: PersonStanding) -> Markup:
    planned = person.done + person.waiting
    words = t("overview.n_of_m", done=person.done, planned=planned)
    return bar(person.done / planned if planned else 1.0, words)


def _person(person: PersonStanding, local: Callable[[datetime], date]) -> dict[str, object]:
    ending, remark = person.forecast, "left_out" if person.left_out else person.behind
    return {
        t("app.annotator"): person.pseudonym,
        t("overview.done"): person.done,
        t("overview.left"): person.waiting,
        t("overview.skipped"): person.skipped,
        t("overview.flagged"): person.flagged,
        t("overview.last"): "–" if person.last is None else day(local(person.last)),
        t("overview.own_end"): "–" if ending.end is None else day(local(ending.end)),
        t("overview.behind_why"): t(f"overview.behind_{remark}", count=person.silent_days or 0)
        if remark
        else "",
    }


def rounds(overview: CampaignOverview) -> None:
    """Draw the rounds: planned and finished answers, and the agreement of their annotators."""
    st.subheader(t("overview.rounds"))
    trust = {one.number: one for one in overview.trust}
    text_table(
        [
            {
                t("glossary.round"): round_.number,
                t("overview.purpose"): t(f"rounds.purpose_{round_.purpose.value}"),
                t("overview.status"): t(f"app.{round_.status.value}"),
                t("overview.of_planned"): t("overview.n_of_m", done=tally.done, planned=tally.planned),
                t("overview.complete"): t("overview.n_of_m", done=tally.complete, planned=tally.items),
                t("overview.skipped"): tally.skipped,
                t("glossary.agreement"): _short(trust.get(round_.number)),
                t("overview.disputes"): trust[round_.number].disputes if round_.number in trust else 0,
            }
            for round_, tally in overview.tallies
        ],
        download="rounds.csv",
    )


def _short(trust: RoundTrust | None) -> str:
    return "–" if trust is None or trust.result is None else numbers(str(Number.of(trust.result, digits=2)))


def coefficients(overview: CampaignOverview) -> None:
    """Draw the agreement of each round with its interval, against the threshold of the last stop rule."""
    rows = [
        {
            t("glossary.round"): t(
                "overview.round_measure", number=trust.number, measure=title(trust.result.measure)
            ),
            t("glossary.agreement"): trust.result.value,
            t("agreement.low"): trust.result.interval.low,
            t("agreement.high"): trust.result.interval.high,
        }
        for trust in overview.trust
        if trust.result is not None and trust.result.value is not None and trust.result.interval is not None
    ]
    if not rows:
        return
    st.subheader(t("overview.agreement_of_rounds"))
    rule = next((one.rule for one in reversed(overview.trust) if one.rule is not None), None)
    charts.forest(
        rows,
        t("glossary.round"),
        t("glossary.agreement"),
        t("agreement.low"),
        t("agreement.high"),
        None if rule is None else rule.threshold,
    )
    charts.as_table(rows)
    with st.popover(t("app.signatures"), icon=":material/info:"):
        for trust in overview.trust:
            if trust.result is not None:
                st.markdown(f"**{no_markup(t('app.round_name', number=trust.number))}**")
                st.code(trust.result.signature, language=None, wrap_lines=True)


def values(round_: Round, distribution: ValueDistribution) -> None:
    """Draw how often the answers of a round hold each label, option, concept or word."""
    if not distribution.answers:
        return
    total = sum(one.count for one in distribution.values) + distribution.others
    st.subheader(t("overview.values", number=round_.number), help=t("overview.values_help"))
    table = [
        {
            t("app.value"): value.title,
            t("overview.count"): value.count,
            t("overview.share"): number(value.count / total if total else 0.0, ".0%"),
        }
        for value in distribution.values
    ]
    drawn_rows = [
        [str(title_), bar(int(str(count)) / total if total else 0.0), shown(count), str(share)]
        for title_, count, share in (row.values() for row in table)
    ]
    heads = [t("app.value"), "", t("overview.count"), t("overview.share")]
    draw_rows(heads, drawn_rows, numeric=(2, 3), name=t("overview.values", number=round_.number))
    notes = [t("overview.values_of", count=distribution.answers)]
    if distribution.blank:
        notes.append(t("overview.values_blank", count=distribution.blank))
    if distribution.unused:
        notes.append(t("overview.values_unused", count=distribution.unused))
    if distribution.other_values:
        notes.append(t("overview.values_more", count=distribution.other_values))
    st.caption(" ".join(notes))
    give(t("app.download_table"), csv_bytes(table), "values.csv", "download:values.csv")


def scores(overview: CampaignOverview) -> None:
    """Draw the number of items at each level of the scale, compared with the manager's targets."""
    measured = overview.scored
    if measured is None:
        return
    st.subheader(t("overview.scores", number=measured.number), help=t("overview.scores_help"))
    charts.against(
        [
            {
                t("overview.score"): numbers(score.level),
                t("app.items"): score.items,
                t("app.target"): round(score.target, 1),
                t("overview.wanted_share"): number(score.share, ".0%"),
            }
            for score in measured.scores
        ],
        t("overview.score"),
        t("app.items"),
        t("app.target"),
    )
    stated = bool(overview.campaign.wanted_shares)
    st.caption(t("overview.wanted_stated" if stated else "overview.wanted_even"))
    link("campaigns", t("overview.state_wanted"), {"campaign": overview.campaign.id})
