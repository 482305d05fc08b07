"""Annotate: one item, its questions, and the keys. An answer is stored at once."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from threading import current_thread

import streamlit as st

from aloi.annotation.model import AssignmentKey
from aloi.annotation.tasks import is_installed
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.ui import selection, session
from aloi.ui.campaign_header import check_installed
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.annotate import answers_list
from aloi.ui.questions import question_of
from aloi.ui.questions.base import DeskItem
from aloi.ui.questions.envelope import work_data
from aloi.ui.questions.stale_screens import refused
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench.annotation import answer_history, answering

store = session.open_store()
person = session.require()
state = session.page_state("annotate")

rounds_by_id = {one.id: one for one in answer_history.own_rounds(store, person.id)}
addressed = rounds_by_id.get(session.in_address("round") or "")
if session.in_address("round") is not None and addressed is None:
    st.warning(t("annotate.not_yours"))
if not rounds_by_id:
    st.title(t("annotate.menu"))
    nothing_yet(t("annotate.no_round"), "home", t("app.to_home"))
at = selection.current(store).campaign  # of several rounds the first of what the person was at
current = addressed or next((one for one in rounds_by_id.values() if at and one.campaign_id == at.id), None)
current = current or next(iter(rounds_by_id.values()))
# A closed round is among them where the address names it, or nothing else is left.
offered = [one for one in rounds_by_id.values() if one.is_open or one == current]
names = {one.id: t("annotate.round_name", campaign=one.campaign, number=one.number) for one in offered}

if state.get("round") != current.id:
    state.clear()
    state["round"] = current.id
    state["desk"] = answering.desk(store, current.id)
desk: answering.Desk = answering.in_force(store, state["desk"])
state["desk"] = desk
if not is_installed(desk.campaign):
    for other in offered:
        if other != current:
            link("annotate", names[other.id], {"round": other.id})
    check_installed(desk.campaign)
state["whole"] = True
state["let_in"] = current_thread()  # each run has one of its own


def put_in_address(number: int | None = None) -> None:
    """Put the round into the address, and the item under review if there is one."""
    item = {} if number is None else {"item": str(number)}
    session.put_in_address({"round": desk.round.id, **item})


def open_list() -> None:
    """Show the list of answers at the next drawing of the page."""
    answers_list.open_list()
    state["anew"] = True


def go(value: Json) -> None:
    """Show another item of one's own, another round, the list of answers, or the item under way."""
    target = value if isinstance(value, Mapping) else {}
    number, other = target.get("number"), target.get("round")
    if isinstance(other, str) and other in names:
        session.put_in_address({"round": other})
        state["anew"] = True
    elif target.get("list"):
        open_list()
    elif isinstance(number, int):
        put_in_address(number)
    elif target.get("leave"):
        put_in_address()
        answers_list.come_back()
        state["anew"] = answers_list.is_open()


def on_event(raw: Mapping[str, Json]) -> None:
    """Store the event of the component; an error of an answer is shown in place."""
    state["next"], state["conflict"], state["late"], event = None, None, False, None
    state["searched"] = raw.get("value") if raw.get("kind") == "search" else None
    try:
        signed_in = session.require()
        state["let_in"] = current_thread()
        event = answering.Event.read(raw)
        now, lease = session.now(), session.lease_seconds()
        # If the labels have changed, the full page is redrawn with the new ones.
        if event.kind == "answer":
            upcoming = answering.answer(store, desk, signed_in.id, event, now, lease, state.get("total"))
            state["next"] = upcoming
            state["anew"] = upcoming is not None and upcoming.schema != desk.campaign.schema.schema_version
        else:
            desk_now = answering.in_force(store, desk)
            state["anew"] = desk_now is not desk
            answering.act(store, desk_now, signed_in.id, event, now)
        state["ack"], state["error"] = event.event_id, None
        if event.kind == "go":
            go(event.value)
        elif event.kind in ("answer", "skip", "undo", "keep"):
            if not raw.get("resent"):  # sent before a reload, perhaps stored then: it leads nowhere now
                put_in_address()  # annotators return to this page, also if no item is pending
                answers_list.come_back()
                state["anew"] = state["anew"] or answers_list.is_open()
        else:
            # An answer of another window stays visible to the person who works in this one.
            number = answer_history.number_of(
                store, AssignmentKey(desk.round.id, event.item_id, signed_in.id, event.occasion)
            )
            if number is not None:
                put_in_address(number)
    except AloiError as error:
        state["ack"] = str(raw.get("event_id") or "")
        state.update(refused(store, desk, event, error))
        if state["late"] or state["number"]:
            put_in_address(state["number"])


def screen_now() -> answering.Screen | None:
    """Return the item that the address names, or the current one; None if there is none."""
    item_id = session.in_address("item") or ""
    if current.is_open and item_id.isdecimal():
        reached = answering.look_back(store, desk, person.id, int(item_id[:9]), state.get("total"))
        if reached is not None:
            return reached
    upcoming: answering.Screen | None = state.pop("next", None)
    return upcoming or answering.screen(store, desk, person.id, session.now(), session.lease_seconds())


def draw_finished() -> None:
    """Say that no item of this round is pending, with links back and to the other rounds."""
    campaign = {"campaign": no_markup(desk.campaign.name), "round": desk.round.number}
    st.title(t("annotate.menu"))
    if desk.attention is not None and session.is_participant():
        st.success(t("crowd.answered"))
        st.markdown(f'<a href="/crowd/end" target="_self">{t("crowd.to_end")}</a>', unsafe_allow_html=True)
        return
    if len(names) > 1:
        session.choose_in_address(
            st.container(),
            t("annotate.round"),
            names,
            desk.round.id,
            key="annotate:round:choice",
            query=lambda one: {"round": one},
        )
    if state.get("error"):
        (st.warning if state.get("late") else st.error)(no_markup(str(state["error"])))
    if not next(
        own_round
        for own_round in answer_history.own_rounds(store, person.id)
        if own_round.id == desk.round.id
    ).is_open:
        st.info(t("annotate.closed", **campaign))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(t("annotate.answers"), key="annotate:list", on_click=open_list)
            link("home", t("annotate.what_waits"))
        return
    st.success(t("annotate.finished", **campaign))
    st.caption(t("annotate.finished_why"))
    done = answer_history.count_done(store, desk, person.id).total
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(t("annotate.look_back"), key="annotate:back", disabled=not done):
            put_in_address(done)
            st.rerun()
        seen, state["last"] = state.get("last"), store.answers.last_act(desk.round.id, person.id)
        if st.button(t("annotate.undo_last"), key="annotate:undo:last", disabled=not done):
            with problems_told():
                signed_in = session.require()
                store.answers.undo(desk.round.id, signed_in.id, session.event_id(), session.now(), seen)
                st.rerun()
        st.button(t("annotate.answers"), key="annotate:list", on_click=open_list, disabled=not done)
        link("home", t("annotate.what_waits"))


@st.fragment
def draw_work() -> None:
    """Draw the current item; only this part is drawn again after an answer."""
    # A browser may ask for this part alone, also after signing out; to look once a run is enough.
    if state.pop("let_in", None) is not current_thread():
        with problems_told(stop=True):
            session.require()
    if state.pop("anew", False):
        st.rerun()
    screen = screen_now()
    if screen is None:
        draw_finished()
        return
    state["total"] = screen.total
    question = question_of(screen.fields)
    # A tab that holds nothing has no guideline either.
    is_full = state.pop("whole", False) or not session.held_by_tab()
    work = DeskItem(store, desk, screen, state.get("searched"), is_full, names)
    # Streamlit takes one key for one widget: each round, and each kind of interface, has its own.
    question.draw(f"annotate:{desk.round.id}:{question.name}", work_data(question, work, state), on_event)


draw_work()
answers_list.draw(store, desk, person, put_in_address if current.is_open else None, itertools.count())
