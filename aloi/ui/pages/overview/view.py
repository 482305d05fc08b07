"""The overview of a campaign as cards, charts and tables: looked at before it is read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.annotation.model import Round, Status
from aloi.ui.navigation import link
from aloi.ui.numbers import day, number, numbers
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import title
from aloi.ui.shared.due import due_words
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.overview.campaign import CampaignOverview, RoundTrust
from aloi.workbench.overview.forecast import Forecast
from aloi.workbench.overview.progress import PersonStanding, RoundProgress
from aloi.workbench.status import NextStep

_SHOWN_NAMES = 4


def cards(found: CampaignOverview, today: date, local: Callable[[datetime], date]) -> None:
    """Draw how far, until when, agreement, disputes and hours, side by side.

    `local` gives the day it is, where the person is, at a moment.
    """
    # A day is the widest of the figures: it stands in one line at 1280 pixels.
    far, until, trust, dispute, hours = st.columns([1.05, 1.3, 1.1, 1, 0.95])
    with far.container(border=True, height="stretch"):
        _far(found, today)
    with until.container(border=True, height="stretch"):
        st.caption(t("overview.ends"))
        if found.progress is not None:
            _end(found.progress.forecast, local)
    with trust.container(border=True, height="stretch"):
        st.caption(t("overview.agreement"))
        _trust(found.measured)
    with dispute.container(border=True, height="stretch"):
        st.caption(t("overview.disputes"))
        st.markdown(f"#### {number(found.disputes, ',')}")
        if found.late:
            st.caption(t("overview.late", count=found.late))
    with hours.container(border=True, height="stretch"):
        st.caption(t("overview.hours"))
        if found.progress is not None:
            _hours(found.progress)


def _far(found: CampaignOverview, today: date) -> None:
    st.caption(t("overview.answers"))
    if found.shown is None or found.progress is None:
        st.markdown("#### 0")
        return
    tally = found.progress.tally
    share = tally.done / tally.planned if tally.planned else 1.0
    st.markdown(f"#### {number(tally.done, ',')} / {number(tally.planned, ',')}")
    st.progress(min(1.0, share))
    st.caption(far_words(found.shown, found.progress, share))
    if tally.left_out:
        st.caption(t("overview.left_out", count=tally.left_out))
    if found.shown.due is not None and found.shown.status == Status.OPEN:
        st.caption(due_words(found.shown.due.date(), today))


def far_words(one: Round, progress: RoundProgress, share: float) -> str:
    """Return how far a round is in words; a closed one says what it was closed with."""
    words = {
        "number": one.number,
        "percent": number(share, ".0%"),
        "done": progress.tally.done,
        "planned": progress.tally.planned,
    }
    return t("overview.closed_with" if one.status == Status.CLOSED else "overview.far", **words)


def _end(ending: Forecast, local: Callable[[datetime], date]) -> None:
    if ending.end is not None and ending.low is not None:
        st.markdown(f"#### {day(local(ending.end))}")
        high = t("overview.no_end") if ending.high is None else day(local(ending.high))
        st.caption(t("overview.between", low=day(local(ending.low)), high=high))
        if ending.assumed:
            st.caption(t("overview.assumed", who=names(ending.assumed)))
        return
    st.markdown("#### –" if ending.reason not in ("done", "closed") else f"#### {t('overview.over')}")
    st.caption(t(f"overview.no_forecast_{ending.reason}", who=names(ending.who)))


def names(who: tuple[str, ...]) -> str:
    """Return pseudonyms as a list in Markdown, the first few where there are many."""
    who = tuple(map(no_markup, who))
    if len(who) <= _SHOWN_NAMES:
        return ", ".join(who)
    return t("overview.and_more", names=", ".join(who[:_SHOWN_NAMES]), count=len(who) - _SHOWN_NAMES)


def _trust(found: RoundTrust | None) -> None:
    if found is None or found.result is None:
        st.markdown("#### –")
        st.caption(t("overview.no_agreement"))
        return
    value = Number.of(found.result, digits=2)
    st.markdown(f"#### {numbers(value.value_text)}")
    st.caption(
        t(
            "overview.agreement_of",
            measure=title(found.result.measure),
            number=found.number,
            interval=numbers(value.interval_text),
        )
    )
    if found.rule is None:
        st.caption(t("overview.no_rule"))
    elif found.met is None:
        st.caption(t("overview.rule_unknown"))
    else:
        key = "met" if found.met else "not_met"
        st.markdown(t(f"overview.rule_{key}", threshold=number(found.rule.threshold, "g")))


def _hours(progress: RoundProgress) -> None:
    hours = progress.hours
    if not hours.timed:
        st.markdown("#### –")
        st.caption(t("overview.no_hours"))
        return
    st.markdown(f"#### {t('overview.hours_spent', hours=number(hours.spent, '.1f'))}")
    if hours.expected:
        ends = (hours.low, hours.high)
        interval = None if ends[0] is None or ends[1] is None else Interval(ends[0], ends[1], "")
        st.caption(t("overview.hours_expected", hours=Number(hours.expected, interval, digits=1)))


def steps(found: CampaignOverview) -> None:
    """Draw what to do next, in order, each with the page that does it."""
    st.subheader(t("overview.next"))
    if not found.next_steps:
        st.success(t("overview.nothing_next"))
    place = {"campaign": found.campaign.id}
    if found.current is not None:
        place["round"] = found.current.id
    for rank, step in enumerate(found.next_steps, start=1):
        line = st.container(horizontal=True, vertical_alignment="center")
        line.markdown(f"{rank}. {_step(step)}", width="content")
        page = step.page or ("rounds" if step.key in ("late", "wait") else None)
        if page is not None:
            with line:
                link(page, t(f"{page}.menu"), place)


def _step(step: NextStep) -> str:
    values = dict(step.values)
    if "who" in values:
        values["who"] = names(tuple(str(values["who"]).split(", ")))
    if step.key in ("open", "late", "hand_over"):
        return t(f"overview.next_{step.key}", **values)
    return t(f"rounds.next_{step.key}", **values)


def burn_up(found: CampaignOverview) -> None:
    """Draw the answers of the current round day by day, and where they lead."""
    progress = found.progress
    if progress is None or not progress.burn_up:
        return
    st.subheader(t("overview.burn_up", number=found.shown.number if found.shown else 0))
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
    """Draw the annotators of the current round, those who are behind first, with the reason."""
    st.subheader(t("overview.people"))
    behind = progress.behind
    if behind:
        st.warning(t("overview.behind", who=names(tuple(one.pseudonym for one in behind))))
    ordered = sorted(progress.people, key=lambda one: (one.behind is None, -one.waiting))
    text_table([_person(one, local) for one in ordered], download="people.csv")


def _person(one: PersonStanding, local: Callable[[datetime], date]) -> dict[str, object]:
    ending, remark = one.forecast, "left_out" if one.left_out else one.behind
    return {
        t("overview.who"): one.pseudonym,
        t("overview.done"): one.done,
        t("overview.left"): one.waiting,
        t("overview.skipped"): one.skipped,
        t("overview.flagged"): one.flagged,
        t("overview.last"): "–" if one.last is None else day(local(one.last)),
        t("overview.own_end"): "–" if ending.end is None else day(local(ending.end)),
        t("overview.behind_why"): t(f"overview.behind_{remark}", count=one.silent_days or 0)
        if remark
        else "",
    }


def rounds(found: CampaignOverview) -> None:
    """Draw the rounds: what was planned and done, and how their annotators agree."""
    st.subheader(t("overview.rounds"))
    trust = {one.number: one for one in found.trust}
    text_table(
        [
            {
                t("overview.round"): one.number,
                t("overview.purpose"): t(f"rounds.purpose_{one.purpose.value}"),
                t("overview.status"): t(f"app.{one.status.value}"),
                t("overview.of_planned"): t("overview.n_of_m", done=tally.done, planned=tally.planned),
                t("overview.complete"): t("overview.n_of_m", done=tally.complete, planned=tally.items),
                t("overview.skipped"): tally.skipped,
                t("overview.agreement"): _short(trust.get(one.number)),
                t("overview.disputes"): trust[one.number].disputes if one.number in trust else 0,
            }
            for one, tally in found.tallies
        ],
        download="rounds.csv",
        wrapped=True,  # an interval goes on below its value, and is not cut
    )


def _short(found: RoundTrust | None) -> str:
    return "–" if found is None or found.result is None else numbers(str(Number.of(found.result, digits=2)))


def coefficients(found: CampaignOverview) -> None:
    """Draw the agreement of each round with its interval, against the threshold of the last stop rule."""
    rows = [
        {
            t("overview.round"): t(
                "overview.round_measure", number=one.number, measure=title(one.result.measure)
            ),
            t("overview.agreement"): one.result.value,
            t("agreement.low"): one.result.interval.low,
            t("agreement.high"): one.result.interval.high,
        }
        for one in found.trust
        if one.result is not None and one.result.value is not None and one.result.interval is not None
    ]
    if not rows:
        return
    st.subheader(t("overview.agreement_of_rounds"))
    rule = next((one.rule for one in reversed(found.trust) if one.rule is not None), None)
    charts.forest(
        rows,
        t("overview.round"),
        t("overview.agreement"),
        t("agreement.low"),
        t("agreement.high"),
        None if rule is None else rule.threshold,
    )
    charts.as_table(rows)
    with st.popover(t("app.signatures"), icon=":material/info:"):
        for one in found.trust:
            if one.result is not None:
                st.markdown(f"**{no_markup(t('app.round_name', number=one.number))}**")
                st.code(one.result.signature, language=None, wrap_lines=True)


def scores(found: CampaignOverview) -> None:
    """Draw how many items stand at each level of the scale, against those that the manager wants."""
    measured = found.scored
    if measured is None:
        return
    st.subheader(t("overview.scores", number=measured.number), help=t("overview.scores_help"))
    charts.against(
        [
            {
                t("overview.score"): numbers(one.level),
                t("overview.items"): one.items,
                t("overview.wanted"): round(one.wanted, 1),
                t("overview.wanted_share"): number(one.share, ".0%"),
            }
            for one in measured.scores
        ],
        t("overview.score"),
        t("overview.items"),
        t("overview.wanted"),
    )
    stated = bool(found.campaign.wanted_shares)
    st.caption(t("overview.wanted_stated" if stated else "overview.wanted_even"))
    link("campaigns", t("overview.state_wanted"), {"campaign": found.campaign.id})
