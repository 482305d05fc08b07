"""The overview of a campaign as cards, charts and tables."""

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
from aloi.ui.shared.due_dates import due_words
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.overview.campaign import CampaignOverview, RoundTrust
from aloi.workbench.overview.forecast import Forecast
from aloi.workbench.overview.progress import PersonStanding, RoundProgress
from aloi.workbench.status import NextStep

_SHOWN_NAMES = 4


def cards(overview: CampaignOverview, today: date, local: Callable[[datetime], date]) -> None:
    """Draw progress, end date, agreement, disagreements and hours, side by side.

    `local` gives the day it is, where the person is, at a moment.
    """
    # A day is the widest of the values: it fits one line at 1280 pixels.
    far, until, trust, dispute, hours = st.columns([1.05, 1.3, 1.1, 1, 0.95])
    with far.container(border=True, height="stretch"):
        _far(overview, today)
    with until.container(border=True, height="stretch"):
        st.caption(t("overview.ends"))
        if overview.progress is not None:
            _end(overview.progress.forecast, local)
    with trust.container(border=True, height="stretch"):
        st.caption(t("overview.agreement"))
        _trust(overview.measured)
    with dispute.container(border=True, height="stretch"):
        st.caption(t("overview.disputes"))
        st.markdown(f"#### {number(overview.disputes, ',')}")
        if overview.late:
            st.caption(t("overview.late", count=overview.late))
    with hours.container(border=True, height="stretch"):
        st.caption(t("overview.hours"))
        if overview.progress is not None:
            _hours(overview.progress)


def _far(overview: CampaignOverview, today: date) -> None:
    st.caption(t("overview.answers"))
    if overview.shown is None or overview.progress is None:
        st.markdown("#### 0")
        return
    tally = overview.progress.tally
    share = tally.done / tally.planned if tally.planned else 1.0
    st.markdown(f"#### {number(tally.done, ',')} / {number(tally.planned, ',')}")
    st.progress(min(1.0, share))
    st.caption(far_words(overview.shown, overview.progress, share))
    if tally.left_out:
        st.caption(t("overview.left_out", count=tally.left_out))
    if overview.shown.due is not None and overview.shown.status == Status.OPEN:
        st.caption(due_words(overview.shown.due.date(), today))


def far_words(round_: Round, progress: RoundProgress, share: float) -> str:
    """Return the progress of a round in words; a closed round has that of its closing."""
    words = {
        "number": round_.number,
        "percent": number(share, ".0%"),
        "done": progress.tally.done,
        "planned": progress.tally.planned,
    }
    return t("overview.closed_with" if round_.status == Status.CLOSED else "overview.far", **words)


def _end(ending: Forecast, local: Callable[[datetime], date]) -> None:
    if ending.end is not None and ending.low is not None:
        st.markdown(f"#### {day(local(ending.end))}")
        high = t("overview.no_end") if ending.high is None else day(local(ending.high))
        st.caption(t("overview.between", low=day(local(ending.low)), high=high))
        if ending.assumed:
            st.caption(t("overview.assumed", who=names(ending.assumed)))
        return
    st.markdown("#### –" if ending.reason not in ("done", "closed") else f"#### {t('overview.over')}")
    st.caption(t(f"overview.no_forecast_{ending.reason}", who=names(ending.annotators)))


def names(annotators: tuple[str, ...]) -> str:
    """Return pseudonyms as a list in Markdown, only the first few if there are many."""
    annotators = tuple(map(no_markup, annotators))
    if len(annotators) <= _SHOWN_NAMES:
        return ", ".join(annotators)
    return t(
        "overview.and_more", names=", ".join(annotators[:_SHOWN_NAMES]), count=len(annotators) - _SHOWN_NAMES
    )


def _trust(trust: RoundTrust | None) -> None:
    if trust is None or trust.result is None:
        st.markdown("#### –")
        st.caption(t("overview.no_agreement"))
        return
    value = Number.of(trust.result, digits=2)
    st.markdown(f"#### {numbers(value.value_text)}")
    st.caption(
        t(
            "overview.agreement_of",
            measure=title(trust.result.measure),
            number=trust.number,
            interval=numbers(value.interval_text),
        )
    )
    if trust.rule is None:
        st.caption(t("overview.no_rule"))
    elif trust.met is None:
        st.caption(t("overview.rule_unknown"))
    else:
        key = "met" if trust.met else "not_met"
        st.markdown(t(f"overview.rule_{key}", threshold=number(trust.rule.threshold, "g")))


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


def steps(overview: CampaignOverview) -> None:
    """Draw the next actions, in order, each with a link to its page."""
    st.subheader(t("overview.next"))
    if not overview.next_steps:
        st.success(t("overview.nothing_next"))
    query = {"campaign": overview.campaign.id}
    if overview.current is not None:
        query["round"] = overview.current.id
    for rank, step in enumerate(overview.next_steps, start=1):
        line = st.container(horizontal=True, vertical_alignment="center")
        line.markdown(f"{rank}. {_step(step)}", width="content")
        page = step.page or ("rounds" if step.key in ("late", "wait") else None)
        if page is not None:
            with line:
                link(page, t(f"{page}.menu"), query)


def _step(step: NextStep) -> str:
    values = dict(step.values)
    if "who" in values:
        values["who"] = names(tuple(str(values["who"]).split(", ")))
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
    """Draw the annotators of the current round, those who are behind first, with the reason."""
    st.subheader(t("overview.people"))
    behind = progress.behind
    if behind:
        st.warning(t("overview.behind", who=names(tuple(one.pseudonym for one in behind))))
    ordered = sorted(progress.people, key=lambda one: (one.behind is None, -one.waiting))
    text_table([_person(one, local) for one in ordered], download="people.csv")


def _person(person: PersonStanding, local: Callable[[datetime], date]) -> dict[str, object]:
    ending, remark = person.forecast, "left_out" if person.left_out else person.behind
    return {
        t("overview.who"): person.pseudonym,
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
                t("overview.round"): round_.number,
                t("overview.purpose"): t(f"rounds.purpose_{round_.purpose.value}"),
                t("overview.status"): t(f"app.{round_.status.value}"),
                t("overview.of_planned"): t("overview.n_of_m", done=tally.done, planned=tally.planned),
                t("overview.complete"): t("overview.n_of_m", done=tally.complete, planned=tally.items),
                t("overview.skipped"): tally.skipped,
                t("overview.agreement"): _short(trust.get(round_.number)),
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
            t("overview.round"): t(
                "overview.round_measure", number=trust.number, measure=title(trust.result.measure)
            ),
            t("overview.agreement"): trust.result.value,
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
        t("overview.round"),
        t("overview.agreement"),
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
                t("overview.items"): score.items,
                t("overview.wanted"): round(score.target, 1),
                t("overview.wanted_share"): number(score.share, ".0%"),
            }
            for score in measured.scores
        ],
        t("overview.score"),
        t("overview.items"),
        t("overview.wanted"),
    )
    stated = bool(overview.campaign.wanted_shares)
    st.caption(t("overview.wanted_stated" if stated else "overview.wanted_even"))
    link("campaigns", t("overview.state_wanted"), {"campaign": overview.campaign.id})
