"""Adjudicate: decide the items on which answers differ, widest difference first."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.model import Json, Pair
from aloi.ui import selection, session
from aloi.ui.figures import figure
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_round_yet
from aloi.ui.pages.adjudicate.deciding_by_table import draw_decision_table
from aloi.ui.pages.adjudicate.view import answers, decision_table
from aloi.ui.questions import question_of
from aloi.ui.questions.base import Case
from aloi.ui.questions.envelope import decision_data
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.items import item_card
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.figures.rounds import DISPUTED_ITEMS
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.adjudicating import Dispute
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.rounds.schemas import decided_items, decisions_of_round

store = session.open_store()
person = session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("adjudicate.title"), help=explained("dispute", "adjudication"))
campaigns = store.campaigns.with_rounds()
if not campaigns:
    no_round_yet(t("adjudicate.empty"))
left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
campaign = selection.choose_campaign(
    store, campaigns, key="adjudicate:campaign", why_not=t("adjudicate.empty"), where=left
)
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
    label=t("agreement.round"),
    named=lambda one: t("app.round_name", number=one.number),
    first=latest_first[0],
    where=middle,
)
if current is None:
    st.info(t("adjudicate.single_round"))
    st.stop()
blind = right.toggle(t("adjudicate.blind"), help=t("adjudicate.blind_help"), key="adjudicate:blind")
state = session.page_state(f"adjudicate:{current.id}")  # what is put off or refused belongs to its round
later: list[str] = state.setdefault("later", [])


def put_off(item_id: str) -> None:
    """Let an item wait until the others are decided."""
    if item_id in later:
        later.remove(item_id)
    later.append(item_id)


def decide(item_id: str, value: Json, why: str) -> None:
    """Store a decision as the person who is signed in."""
    decider = session.require(Role.ADJUDICATOR, Role.MANAGER)
    adjudicating.decide(
        store, campaign.id, current.number, item_id, value, why, (decider.pseudonym,), session.now()
    )
    session.say(t("adjudicate.decided"))


def decide_by_form(item_id: str) -> None:
    """Ask for the decision through plain widgets."""
    draft_key = f"adjudicate:{current.id}:{item_id}"  # another round may ask something else of the same item
    with st.form(f"{draft_key}:form"):
        value: Json = {one.name: question.ask(one, f"{draft_key}:{one.name}") for one in fields}
        example = "why_example" if kind.item_kind == Pair.kind else "reason_example"
        why = st.text_input(t("adjudicate.why"), placeholder=t(f"adjudicate.{example}"))
        with st.container(horizontal=True):
            decided = st.form_submit_button(t("adjudicate.decide"), type="primary")
            waits = st.form_submit_button(t("adjudicate.later"), help=t("adjudicate.later_help"))
    if waits:
        put_off(item_id)
        st.rerun()
    if decided:
        with problems_told():
            decide(item_id, value, why)
            st.rerun()


def decide_at_desk(data: dict[str, Json]) -> None:
    """Ask for the decision at the desk of the question: what all gave stands, what some gave is proposed."""

    def on_event(event: Mapping[str, Json]) -> None:
        state["searched"] = event.get("value") if event.get("kind") == "search" else None
        state["ack"], state["error"] = str(event.get("event_id") or ""), None
        try:
            if event.get("kind") == "skip":
                put_off(dispute.item_id)
            elif event.get("kind") == "answer":
                decide(dispute.item_id, *question.decision(event))
        except AloiError as error:
            state["error"] = session.told(error)

    question.above_decision(case)
    data["progress"] = {"done": len(decided), "total": len(decided) + len(waiting)}
    # Streamlit takes one key for one widget: each round, and each kind of desk, has its own.
    question.draw(f"adjudicate:{current.id}:{question.name}", data, on_event)


def next_dispute() -> Dispute | None:
    """Return the widest dispute, what was put off last; one that later answers settled is passed over."""
    in_order = [one for one in waiting if one not in later] + [one for one in later if one in waiting]
    for item_id in in_order:
        if disputed := adjudicating.dispute(store, campaign.id, current.number, item_id):
            return disputed
    return None


queue = figure(store, DISPUTED_ITEMS, campaign.id, current.id)
decided = decided_items(store, campaign.id, current.id)
waiting = [] if queue is None else [one for one in queue.items if one not in decided]
dispute = next_dispute()
at_desk = None  # what the desk of the question shows, where it is decided at one
if dispute is not None:
    item = store.texts.items([dispute.item_id])[0]
    kind = task(campaign.schema.task_type)
    fields = kind.fields(item, campaign.schema.settings)
    question = question_of(fields)
    case = Case(store, campaign, dispute, item, state.get("searched"), blind)
    at_desk = decision_data(question, fields, case, state)
if queue is not None:
    far = t("adjudicate.progress", decided=len(decided), left=len(waiting))
    if at_desk is None:
        st.progress(len(decided) / max(1, len(decided) + len(waiting)), far)
    else:
        st.caption(far)  # the desk has a bar of its own
    if queue.waiting:
        st.caption(t("adjudicate.waiting", count=queue.waiting))
    if dispute is None:
        st.success(t("adjudicate.done") if not queue.waiting else t("adjudicate.not_yet"))
        if task(campaign.schema.task_type).gathers:
            link("cleaning", t("adjudicate.to_cleaning"))
        if person.role == Role.MANAGER:
            link("rounds", t("adjudicate.next"))
if at_desk is not None:
    decide_at_desk(at_desk)
elif dispute is not None:
    item_card(item, store.texts.corpus(campaign.corpus_id).language)
    answers(
        {one.pseudonym: one.value for one in dispute.answers}, kind, campaign.schema.settings, blind=blind
    )
    decide_by_form(dispute.item_id)

guidelines = store.campaigns.guidelines(campaign.id)
guideline = next((one for one in guidelines if one.version == current.guideline_version), None)
if guideline is not None:
    with st.expander(t("adjudicate.guideline", version=guideline.version)):
        draw_guideline(guideline.text, "round")
draw_decision_table(store, campaign, current)
decisions = decisions_of_round(store, campaign.id, current.id)
if decisions:
    with st.expander(t("adjudicate.decisions", count=len(decisions))):
        decision_table(store, campaign, decisions)
