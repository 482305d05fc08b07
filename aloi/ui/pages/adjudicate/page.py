"""Adjudicate: decide the items that need it, widest difference first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.requests import info_of
from aloi.corpora.model import Json
from aloi.gold.making.adjudicate import Dispute
from aloi.gold.model import Adjudication
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_round_yet
from aloi.ui.numbers import moment
from aloi.ui.pages.adjudicate.header import draw_left, draw_rule
from aloi.ui.questions import question_of
from aloi.ui.questions.base import Case
from aloi.ui.questions.envelope import decision_data
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.corrections.noted_answers import draw_answers, draw_reopening, named
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import answer_told, item_columns
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, show_readings, text_table
from aloi.ui.shared.uploads import ask_normalise, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.cache.campaigns import ListDisputed
from aloi.workbench.requests.rounds import DecisionsRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.rounds.schemas import decisions_of_round
from aloi.workbench.store.opening import Store

_REASONS = 6  # frequent ones, as chips


def decision_table(store: Store, campaign: Campaign, decisions: Sequence[Adjudication]) -> None:
    """Draw the decisions, with their reasons."""
    items = store.texts.items([decision.item_id for decision in decisions])
    kind = task(campaign.schema.task_type)
    value_texts = [
        answer_told(kind, value)
        for value in described(store, campaign, [decision.value for decision in decisions])
    ]
    text_table(
        [
            {
                **item_columns(item),
                t("app.decision"): value,
                t("adjudicate.why"): decision.why,
                t("adjudicate.who"): ", ".join(decision.adjudicators),
            }
            for decision, item, value in zip(decisions, items, value_texts, strict=True)
        ],
        download=None if store.texts.corpus(campaign.corpus_id).restricted else "decisions.csv",
    )


def draw_decision_table(store: Store, campaign: Campaign, current: Round) -> None:
    """Draw the upload of a table of decisions on the items of a round."""
    state = session.page_state(f"adjudicate:table:{current.id}")
    take_up(store, state, info_of(DecisionsRequest).job, campaign=campaign.id, round=current.number)
    with st.expander(t("adjudicate.table"), expanded=bool(state)):
        st.caption(t("adjudicate.table_why"))
        upload = st.file_uploader(
            t("adjudicate.table_file"),
            type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
            key=f"adjudicate:table:{current.id}",
        )
        show_upload(upload)
        form = RequestForm(DecisionsRequest, "adjudicate:table", campaign=campaign.id, round=current.number)
        form.give(normalise=ask_normalise("adjudicate:table"))
        if upload is not None and st.button(t("adjudicate.table_do"), key="adjudicate:table:do"):
            form.give(table=saved_upload(upload))
            form.rest()
            start_request(store, form.request(), state)
        done = job_progress(store, state, t("adjudicate.table"))
        if done is not None:
            show_readings(done.result.get("tables", {}))
            st.success(t("adjudicate.table_done", count=done.result["count"]))
            if done.result["known"]:
                st.caption(t("adjudicate.table_known", count=done.result["known"]))


store = session.open_store()
person = session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("adjudicate.menu"), help=explained("dispute", "adjudication"))
campaigns = store.campaigns.with_rounds()
if not campaigns:
    no_round_yet(t("adjudicate.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("adjudicate.empty"))
left, right = st.columns([2, 3], vertical_alignment="bottom")
latest_first = [
    round_ for round_ in reversed(listed_rounds(store, campaign.id, with_items=False)) if round_.overlap > 1
]
if not latest_first:
    st.info(t("adjudicate.single"))
    st.stop()
current = selection.choose_round(
    store,
    campaign,
    latest_first,
    key="adjudicate:round",
    label=t("glossary.round"),
    named=lambda one: t("app.round_name", number=one.number),
    first=latest_first[0],
    where=left,
)
if current is None:
    st.info(t("adjudicate.single_round"))
    st.stop()
with right.container(horizontal=True, vertical_alignment="center"):
    if access.may({access.role_in(store, person, campaign.id)}, access.MANAGERS):
        draw_rule(store, campaign)
    link(
        "items",
        t("adjudicate.all_differences"),
        {"campaign": campaign.id, "in": str(current.number), "disputed": "1", "sort": "gap"},
    )
    is_blind = campaign.adjudication.blind
    blind = is_blind or st.toggle(
        t("adjudicate.blind"), help=t("adjudicate.blind_help"), key="adjudicate:blind"
    )
    if is_blind:
        st.caption(t("adjudicate.blind_always"))
state = session.page_state(f"adjudicate:{current.id}")  # postponed items and errors belong to their round
later: list[str] = state.setdefault("later", [])


def go_on() -> None:
    """Show the next item: the address no longer asks for one."""
    if session.in_address("item") is not None:
        session.put_in_address({"campaign": campaign.id, "round": current.id})


def put_off(item_id: str) -> None:
    """Postpone an item until the others are decided."""
    if item_id in later:
        later.remove(item_id)
    later.append(item_id)
    go_on()


def decide(item_id: str, value: Json, why: str) -> None:
    """Store a decision of the signed-in person."""
    decider = session.require(Role.ADJUDICATOR, Role.MANAGER)
    adjudicating.decide(
        store, campaign.id, current.number, item_id, value, why, (decider.pseudonym,), session.now()
    )
    go_on()
    session.say(t("adjudicate.decided"))


def decide_at_desk(data: dict[str, Json]) -> None:
    """Ask for the decision in the annotation interface, with common parts set and others as proposals."""

    def on_event(event: Mapping[str, Json]) -> None:
        event_id = str(event.get("event_id") or "")
        if event_id == state.get("ack") or event.get("item_id") != dispute.item_id:
            state["ack"] = event_id  # it was sent again before its confirmation came: it is stored
            return
        state["searched"] = event.get("value") if event.get("kind") == "search" else None
        state["error"] = None
        try:
            if event.get("kind") == "skip":
                put_off(dispute.item_id)
            elif event.get("kind") == "answer":
                decide(dispute.item_id, *question.decision(event))
        except AloiError as error:
            state["error"] = session.error_text(error)
        state["ack"] = event_id

    if case.decision is not None:
        adjudicators = no_markup(", ".join(case.decision.adjudicators))
        st.caption(t("adjudicate.decided_before", who=adjudicators, at=moment(case.decision.created_at)))
    question.above_decision(case)
    noted = adjudicating.noted_answers(store, campaign, current, dispute.item_id)
    answers = named(noted, dispute.item_id, blind=blind)
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_answers(answers, task(campaign.schema.task_type))
        draw_reopening(store, campaign, current, dispute.item_id, answers, go_on)
    data["reasons"] = [*store.gold.frequent_reasons(campaign.id, _REASONS)]
    data["progress"] = {"done": len(decided), "total": len(decided) + len(waiting)}
    # Streamlit takes one key for one widget: each round, and each kind of interface, has its own.
    question.draw(f"adjudicate:{current.id}:{question.name}", data, on_event)


def next_dispute() -> Dispute | None:
    """Return the disagreement of the address, else the widest one, postponed ones last.

    Those settled by later answers are skipped.
    """
    in_order = [one for one in waiting if one not in later] + [one for one in later if one in waiting]
    asked_item = session.in_address("item")
    # Of a round that they annotate themselves, adjudicators see the items that nobody may still answer.
    is_shown = asked_item in (*waiting, *decided) or asked_item not in access.hidden_items(store, campaign.id)
    if asked_item and is_shown:
        in_order.insert(0, asked_item)
    for item_id in in_order:
        if disputed := adjudicating.dispute(store, campaign.id, current.number, item_id):
            return disputed
    return None


queue = latest_result(store, ListDisputed(campaign.id, current.id))
decisions = decisions_of_round(store, campaign.id, current.id)
decided = {one.item_id for one in decisions}
waiting = [] if queue is None else [one for one in queue.items if one not in decided]
dispute = next_dispute()
if queue is not None:
    pace = adjudicating.seconds_per_decision(decisions, person.pseudonym)
    draw_left(len(decided), len(waiting), queue.waiting, pace)
    if not waiting:
        st.success(t("adjudicate.done") if not queue.waiting else t("adjudicate.not_yet"))
        if task(campaign.schema.task_type).gathers:
            link("cleaning", t("adjudicate.to_cleaning"))
        if person.role == Role.MANAGER:
            link("rounds", t("adjudicate.next"))
if dispute is not None:
    item = store.texts.items([dispute.item_id])[0]
    fields = task(campaign.schema.task_type).fields(item, campaign.schema.settings)
    question = question_of(fields)
    earlier = next((each for each in decisions if each.item_id == dispute.item_id), None)
    case = Case(store, campaign, dispute, item, state.get("searched"), blind, earlier)
    at_desk = decision_data(question, fields, case, state)
    if at_desk is not None:
        decide_at_desk(at_desk)

guidelines = store.campaigns.guidelines(campaign.id)
guideline = next((one for one in guidelines if one.version == current.guideline_version), None)
if guideline is not None:
    with st.expander(t("adjudicate.guideline", version=guideline.version)):
        draw_guideline(guideline.text, "round")
draw_decision_table(store, campaign, current)
if decisions:
    with st.expander(t("adjudicate.decisions", count=len(decisions))):
        decision_table(store, campaign, decisions)
