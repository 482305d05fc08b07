"""Adjudicate: decide the items on which answers differ, widest difference first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.names import counting_order
from aloi.base.requests import info_of
from aloi.corpora.model import Json, Pair
from aloi.gold.model import Adjudication
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_round_yet
from aloi.ui.questions import question_of
from aloi.ui.questions.base import Case
from aloi.ui.questions.envelope import decision_data
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import answer_told, item_card, item_columns
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told, show_readings, text_table
from aloi.ui.shared.uploads import ask_normalise, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.cache.campaigns import ListDisputed
from aloi.workbench.requests.rounds import DecisionsRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.adjudicating import Dispute
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.rounds.schemas import decided_items, decisions_of_round
from aloi.workbench.store.opening import Store

_MOST_PEOPLE = 8  # people named one by one; of more, the annotators of an answer are beside it
_LETTERS = 44  # large ones, that fit on a line of the page


def answers(values: Mapping[str, Json], kind: TaskType, settings: Mapping[str, Json], *, blind: bool) -> None:
    """Draw the answers to an item, under pseudonyms, or as counts alone when blind."""
    answer_texts = {name: answer_told(kind, kind.describe(value, settings)) for name, value in values.items()}
    if blind:
        counted = sorted(Counter(answer_texts.values()).items())
        st.markdown(" · ".join(f"**{no_markup(word)}** × {count}" for word, count in counted))
        return
    named = sorted(answer_texts.items(), key=lambda one: counting_order(one[0]))
    if len(named) > _MOST_PEOPLE:
        by_answer: dict[str, list[str]] = {}
        for name, word in named:
            by_answer.setdefault(word, []).append(name)
        ordered = sorted(by_answer.items(), key=lambda one: (-len(one[1]), one[0]))
        lines = [(f"**{no_markup(word)}**", no_markup(", ".join(names))) for word, names in ordered]
        st.markdown("\n".join(f"- {t('adjudicate.said', who=one, what=other)}" for one, other in lines))
        return
    places = max(len(named), 4)
    if any(len(word) > _LETTERS // places for word in answer_texts.values()):
        lines = [(no_markup(name), f"**{no_markup(word)}**") for name, word in named]
        st.markdown("\n".join(f"- {t('adjudicate.said', who=one, what=other)}" for one, other in lines))
        return
    for column, (name, word) in zip(st.columns(places), named, strict=False):
        column.metric(name, word)


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
                t("adjudicate.value"): value,
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
st.title(t("adjudicate.title"), help=explained("dispute", "adjudication"))
campaigns = store.campaigns.with_rounds()
if not campaigns:
    no_round_yet(t("adjudicate.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("adjudicate.empty"))
left, right = st.columns(2, vertical_alignment="bottom")
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
    where=left,
)
if current is None:
    st.info(t("adjudicate.single_round"))
    st.stop()
blind = right.toggle(t("adjudicate.blind"), help=t("adjudicate.blind_help"), key="adjudicate:blind")
state = session.page_state(f"adjudicate:{current.id}")  # postponed items and errors belong to their round
later: list[str] = state.setdefault("later", [])


def put_off(item_id: str) -> None:
    """Postpone an item until the others are decided."""
    if item_id in later:
        later.remove(item_id)
    later.append(item_id)


def decide(item_id: str, value: Json, why: str) -> None:
    """Store a decision of the signed-in person."""
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
    """Ask for the decision in the annotation interface, with common parts set and others as proposals."""

    def on_event(event: Mapping[str, Json]) -> None:
        state["searched"] = event.get("value") if event.get("kind") == "search" else None
        state["ack"], state["error"] = str(event.get("event_id") or ""), None
        try:
            if event.get("kind") == "skip":
                put_off(dispute.item_id)
            elif event.get("kind") == "answer":
                decide(dispute.item_id, *question.decision(event))
        except AloiError as error:
            state["error"] = session.error_text(error)

    question.above_decision(case)
    data["progress"] = {"done": len(decided), "total": len(decided) + len(waiting)}
    # Streamlit takes one key for one widget: each round, and each kind of interface, has its own.
    question.draw(f"adjudicate:{current.id}:{question.name}", data, on_event)


def next_dispute() -> Dispute | None:
    """Return the widest disagreement, postponed ones last; those settled by later answers are skipped."""
    in_order = [one for one in waiting if one not in later] + [one for one in later if one in waiting]
    for item_id in in_order:
        if disputed := adjudicating.dispute(store, campaign.id, current.number, item_id):
            return disputed
    return None


queue = latest_result(store, ListDisputed(campaign.id, current.id))
decided = decided_items(store, campaign.id, current.id)
waiting = [] if queue is None else [one for one in queue.items if one not in decided]
dispute = next_dispute()
at_desk = None  # the data of the annotation interface, if the question is decided in one
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
        st.caption(far)  # the annotation interface has its own bar
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
