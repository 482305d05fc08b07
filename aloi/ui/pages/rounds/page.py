"""Rounds: open one, follow it person by person, and decide on the next one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from aloi.annotation.model import Purpose, Role, Status
from aloi.annotation.tasks import task
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_results
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_campaign_yet
from aloi.ui.numbers import counted, day, day_field, number
from aloi.ui.pages.rounds.exporting import draw_export
from aloi.ui.pages.rounds.extending import draw_extending
from aloi.ui.pages.rounds.importing import draw_importing
from aloi.ui.pages.rounds.late_answers import draw_late
from aloi.ui.pages.rounds.view import progress_table, skips_table
from aloi.ui.questions import question_of_task
from aloi.ui.shared.agreement import verdict
from aloi.ui.shared.cards import StatCard, draw_cards
from aloi.ui.shared.choices import round_name
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting
from aloi.ui.texts import t
from aloi.workbench.cache.campaigns import CountRound, ListDisputed
from aloi.workbench.cache.results import read_all
from aloi.workbench.requests.rounds import (
    AddAnnotatorRequest,
    CloseRoundRequest,
    DueRequest,
    OutcomeRequest,
    ReassignRequest,
    ReopenRoundRequest,
    RoundRequest,
)
from aloi.workbench.rounds import rounds
from aloi.workbench.rounds.schemas import decided_items
from aloi.workbench.status import steps_after

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("rounds.menu"), help=explained("round", "pilot", "calibration", "main_round", "overlap"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("rounds.no_campaign"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
all_rounds = store.campaigns.rounds(campaign.id, with_items=False)
opened = rounds.listed_rounds(store, campaign.id, with_items=False)
upcoming = rounds.next_number(store, campaign)
people = store.people.workers()
names = {person.pseudonym: person for person in people}
free = store.campaigns.count_free_items(campaign.id)


def signed() -> dict[str, Any]:
    """Return the person and the time, for the event log."""
    return {"by": session.require(Role.MANAGER).pseudonym, "now": datetime.now(UTC)}


def attempt(done: str, verb: Callable[..., object], form: RequestForm[Any], **options: object) -> None:
    """Call an operation as the manager; say the result, or show the error."""
    with acting(Role.MANAGER):
        verb(store, form.request(), **options)
        session.say(done)


def draw_form() -> None:
    """Draw the questions of a new round."""
    form = RequestForm(RoundRequest, "rounds:open", campaign=campaign.id)
    with st.form("rounds:open:form"):
        purposes = [one.value for one in Purpose]
        captions = [t(f"rounds.purpose_{one}_why") for one in purposes]
        form.ask("purpose", draw=st.radio, captions=captions)
        what_box, annotators_box, often = st.columns([1, 2, 1])
        most = max(free, 1)
        form.ask("items", draw=what_box.number_input, min_value=1, max_value=most, value=min(most, 30))
        usual = [name for name, person in names.items() if person.role == Role.ANNOTATOR]
        form.ask("annotators", annotators_box, options=list(names), value=usual)
        form.ask("due", often, min_value="today", format=day_field())
        form.ask("overlap", often, min_value=1, max_value=50)
        with st.expander(t("rounds.more")):
            left, middle, right = st.columns(3)
            form.ask("cap", left)
            form.ask("repeats", middle)
            form.ask("seed", right)
            left, middle, right = st.columns(3)
            level = left.selectbox(t("rounds.stop_level"), ["ordinal", "interval", "nominal"])
            threshold = middle.number_input(t("rounds.stop"), 0.0, 1.0, 0.0, 0.05, help=t("rounds.stop_help"))
            form.give(stop_rule=f"krippendorff_alpha:{level}:{threshold}" if threshold else None)
            form.ask("guideline", right)
            form.ask("shows_outcome")
        form.rest()
        if st.form_submit_button(t("rounds.do_open"), type="primary"):
            with acting(Role.MANAGER):
                rounds.open_round(store, form.request(), **signed())
                session.say(t("rounds.opened", number=upcoming))


question_of_task(task(campaign.schema.task_type), campaign.schema.settings).prepare(store, campaign)
with st.expander(t("rounds.open"), expanded=not all_rounds):
    st.caption(t("rounds.free", count=free))
    if not free:
        st.info(t("rounds.no_items"))
        link("candidates", t("rounds.to_candidates"))
    if not people:
        st.info(t("rounds.no_people"))
        link("people", t("rounds.to_people"))
    if free and people:
        draw_form()

draw_importing(store, campaign, upcoming)
archive(
    store,
    "round",
    [
        ({"campaign": campaign.id, "round": round_.number}, t("app.round_name", number=round_.number))
        for round_ in all_rounds
        if round_.archived
    ],
)
draw_export(store, campaign)
if not opened:
    st.info(t("rounds.empty"))
    correction_log(store, campaign=campaign.id)
    st.stop()
current = selection.choose_round(
    store,
    campaign,
    opened[::-1],
    key="rounds:show:choice",
    label=t("glossary.round"),
    named=round_name,
    first=opened[-1],
)
if current is None:  # it was archived or deleted: the log says so
    correction_log(store, campaign=campaign.id)
    st.stop()
status, disputed = latest_results(
    store, read_all(store, [CountRound(campaign.id, current.id), ListDisputed(campaign.id, current.id)])
)
if status is not None:
    share = min(1.0, status.done / status.planned) if status.planned else 0.0
    planned = t("overview.n_of_m", done=status.done, planned=status.planned)
    version = current.guideline_version
    draw_cards(
        [
            StatCard(t("app.answers"), number(share, ".0%"), (planned,), share),
            StatCard(t("rounds.skipped"), counted(status.skipped)),
            StatCard(t("rounds.guideline"), t("rounds.none") if version is None else counted(version)),
            StatCard(t("rounds.per_item"), counted(current.overlap)),
        ]
    )
    progress_table(status, is_open=current.status == Status.OPEN)
    skips_table(status)
    if status.verdict is not None:
        verdict(status.verdict)
if status is not None and disputed is not None:
    st.subheader(t("rounds.next"))
    undecided = len(set(disputed.items) - decided_items(store, campaign.id, current.id))
    for step in steps_after(store, current, status, undecided if current.overlap > 1 else 0):
        st.markdown(f"- {t(f'rounds.next_{step.key}', **step.values)}")
        if step.page:
            link(step.page, t(f"rounds.next_{step.key}_do"))

draw_late(store, campaign, current)
st.subheader(t("rounds.change"))
of = {"campaign": campaign.id, "round": current.number}
close_box, add_box, hand_box = st.columns(3)
with close_box:
    if current.status == Status.OPEN:
        st.caption(t("rounds.close_why"))
        if st.button(t("rounds.close"), key="rounds:change:close"):
            closing = RequestForm(CloseRoundRequest, "rounds:change:close", **of)
            closing.rest()
            attempt(t("rounds.closed", number=current.number), rounds.set_round_status, closing, **signed())
    else:
        st.caption(t("rounds.reopen_why"))
        if st.button(t("rounds.reopen"), key="rounds:change:reopen"):
            opening = RequestForm(ReopenRoundRequest, "rounds:change:reopen", **of)
            opening.rest()
            attempt(t("rounds.reopened", number=current.number), rounds.set_round_status, opening, **signed())
inside = [person.pseudonym for person in people if person.id in current.annotators]
outside = [name for name in names if name not in inside]
with add_box:
    adding = RequestForm(AddAnnotatorRequest, "rounds:change:add", **of)
    newcomer = adding.ask("person", options=[None, *outside])
    adding.rest()
    if st.button(t("rounds.add"), key="rounds:change:add", disabled=newcomer is None):
        attempt(t("rounds.added", who=newcomer), rounds.add_annotator, adding)
with hand_box:
    handing = RequestForm(ReassignRequest, "rounds:change:reassign", **of)
    absent = handing.ask("absent", options=[None, *inside])
    others = handing.ask("to", options=[name for name in names if name != absent])
    handing.rest()
    if st.button(t("rounds.reassign"), key="rounds:change:reassign", disabled=not (absent and others)):
        attempt(t("rounds.reassigned", who=absent), rounds.reassign, handing, now=session.now())
due_box, outcome_box = st.columns([1, 2])
with due_box:
    dating = RequestForm(DueRequest, f"rounds:change:{current.id}", **of)
    wanted_by = dating.ask("due", value=current.due and current.due.date(), format=day_field())
    dating.rest()
    if st.button(t("rounds.set_due"), key="rounds:change:set_due"):
        text = t(
            "rounds.due_unset" if wanted_by is None else "rounds.due_set",
            number=current.number,
            day="" if wanted_by is None else day(wanted_by),
        )
        attempt(text, rounds.set_due, dating)
with outcome_box:
    showing = RequestForm(OutcomeRequest, f"rounds:change:{current.id}", **of)
    shown = showing.ask("show", draw=st.toggle, value=current.shows_outcome)
    showing.rest()
    if shown != current.shows_outcome:
        text = t("rounds.outcome_on" if shown else "rounds.outcome_off", number=current.number)
        attempt(text, rounds.set_shows_outcome, showing)

st.subheader(t("corrections.put_right"))
draw_extending(store, campaign, current, free)
setup_corrections(
    store,
    "round",
    {"campaign": campaign.id, "round": current.number},
    t("app.round_name", number=current.number),
    title=current.title,
)
correction_log(store, campaign=campaign.id)
