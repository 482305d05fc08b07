"""Annotate: one item, its scales, and the keys. An answer is stored when it is given."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aloi.errors import AloiError
from annotation.model import AssignmentKey, Status
from corpora.model import Json
from ui import session
from ui.navigation import nothing_yet
from ui.questions import question_of
from ui.questions.base import DeskItem
from ui.questions.envelope import work_data
from ui.shared.items import item_columns, item_text, own_told
from ui.shared.tables import no_markup
from ui.texts import t
from workbench.rounds import answering

store = session.open_store()
person = session.require()
state = session.page_state("annotate")

waiting = store.answers.waiting(person.id)
taken = session.recent_rounds(store, person)
mine = [one for one, _ in waiting] or taken
asked_round = session.in_address("round")
addressed = next((one for one in taken if one.id == asked_round), None)
if asked_round is not None and addressed is None:
    st.warning(t("annotate.not_yours"))
if addressed is not None and addressed not in mine:
    mine.append(addressed)  # finished or closed: its answers can still be looked at
if not mine:
    st.title(t("annotate.title"))
    nothing_yet(t("annotate.no_round"), "home", t("app.to_home"))

names = {
    one.id: t("annotate.round_of", campaign=store.campaigns.get(one.campaign_id).name, round=one.number)
    for one in mine
}
chosen = (addressed or mine[0]).id
if len(mine) == 1:
    st.sidebar.caption(names[chosen])
else:
    session.choose_in_address(
        st.sidebar,
        t("annotate.round"),
        names,
        chosen,
        key="annotate:round:choice",
        place=lambda one: {"round": one},
    )
if state.get("round") != chosen:
    state.clear()
    state["round"] = chosen
    state["desk"] = answering.desk(store, chosen)
desk: answering.Desk = state["desk"]
state["whole"] = True


def on_event(raw: Mapping[str, Json]) -> None:
    """Store what the component sent; the error of a refused answer is shown in place."""
    if session.in_address("round") is None:  # whoever works here comes back here, also when nothing waits
        session.put_in_address({"round": desk.round.id})
    state["next"] = None
    state["searched"] = raw.get("value") if raw.get("kind") == "search" else None
    try:
        signed_in = session.require()
        event = answering.Event.read(raw)
        given = (store, desk, signed_in.id, event, session.now())
        if event.kind == "answer":
            state["next"] = answering.answer(*given, session.lease_seconds(), state.get("total"))
        else:
            answering.act(*given)
        state["ack"], state["error"] = event.event_id, None
        if event.kind in ("answer", "skip", "undo"):
            state["correct"] = None
    except AloiError as error:
        state["ack"], state["error"] = str(raw.get("event_id") or ""), session.told(error)


@st.fragment
def draw_work() -> None:
    """Draw the item before the annotator; only this part is drawn again after an answer."""
    correct: AssignmentKey | None = state.get("correct")
    if correct is not None:
        screen = answering.correction(store, desk, correct)
    else:
        screen = state.pop("next", None) or answering.screen(
            store, desk, person.id, session.now(), session.lease_seconds()
        )
    if screen is None:
        said = {"campaign": desk.campaign.name, "round": desk.round.number}
        if state.get("error"):
            st.error(no_markup(str(state["error"])))
        if store.campaigns.round(desk.round.id).status == Status.CLOSED:
            st.info(t("annotate.closed", **said))
            return
        st.success(t("annotate.finished", **said))
        st.caption(t("annotate.finished_why"))
        if st.button(t("annotate.undo_last"), key="annotate:undo:last"):
            store.answers.undo(desk.round.id, session.require().id, session.event_id(), session.now())
            st.rerun(scope="fragment")
        return
    state["total"] = screen.total
    question = question_of(screen.fields)
    work = DeskItem(store, desk, screen, state.get("searched"), whole=state.pop("whole", False))
    # Streamlit takes one key for one widget: each round, and each kind of desk, has its own.
    question.draw(f"annotate:{desk.round.id}:{question.name}", work_data(question, work, state), on_event)


draw_work()
st.divider()
with st.expander(t("annotate.earlier")):
    if st.toggle(t("annotate.show_earlier"), key="annotate:earlier:show"):
        answers = answering.own_answers(store, desk, person.id)
        if not answers:
            st.caption(t("annotate.no_earlier"))
        for own in answers[:200]:
            texts = item_columns(own.item).values()
            columns = st.columns([2, *([7 / len(texts)] * len(texts)), 1.5], vertical_alignment="center")
            columns[0].markdown(f"**{no_markup(own_told(desk, own))}**")
            for column, text in zip(columns[1:-1], texts, strict=True):
                item_text(column, text, desk.language)
            key = own.assignment.key
            if answering.can_correct(desk) and columns[-1].button(
                t("annotate.correct"), key=f"annotate:{key.item_id}:{key.occasion}"
            ):
                state["correct"] = key
                st.rerun()
