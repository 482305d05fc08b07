"""Clean: each substitute as typed is accepted, corrected, reduced, kept or excluded, by a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.model import Item, Json
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.cleaning import view as cleaning_views
from aloi.ui.questions.desk.widget import declare, mount
from aloi.ui.shared.corrections.noted_answers import draw_answers, draw_reopening, named
from aloi.ui.shared.items import item_columns
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.cache.campaigns import ProposeCleanings
from aloi.workbench.requests.campaigns import UndoCleaningRequest
from aloi.workbench.rounds import cleaning
from aloi.workbench.rounds.adjudicating import noted_answers
from aloi.workbench.rounds.cleaning import CleaningQueue
from aloi.workbench.rounds.rounds import default_rounds

store = session.open_store()
session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("cleaning.title"), help=explained("gold"))


def _rounds(campaign: Campaign) -> list[Round]:
    return store.campaigns.rounds(campaign.id, with_items=False)


campaigns = [
    campaign_
    for campaign_ in store.campaigns.list()
    if task(campaign_.schema.task_type).gathers
    and any(store.answers.any_answer(each.id) for each in default_rounds(_rounds(campaign_)))
]
if not campaigns:
    nothing_yet(t("cleaning.empty"), "campaigns", t("cleaning.to_campaigns"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("cleaning.empty"))
state = session.page_state(f"cleaning:{campaign.id}")
data = session.settings().data

with st.expander(t("cleaning.lexicon")):
    st.caption(t("cleaning.lexicon_why"))
    upload = st.file_uploader(t("cleaning.lexicon_file"), type=["tsv", "csv"], key="cleaning:lexicon")
    show_upload(upload)
    if upload is not None and st.button(t("cleaning.lexicon_do"), type="primary"):
        with problems_told():
            lexicon = isolated(cleaning.keep_lexicon, data, campaign, saved_upload(upload))
            session.say(t("cleaning.lexicon_kept", count=len(lexicon.by_form)))
            st.rerun()
with problems_told(stop=True):
    request = ProposeCleanings(campaign.id, cleaning.lexicon_stamp(data, campaign))
    typed = latest_result(store, request)
if typed is None:
    st.stop()
if typed.lexicon_forms is not None:
    st.caption(t("cleaning.lexicon_there", count=typed.lexicon_forms))


def queue() -> CleaningQueue:
    """Return the answers as last counted, with the current decisions on them."""
    return cleaning.with_decisions(store, campaign, typed.answers)


def decider() -> str:
    """Return the pseudonym of the adjudicator, read from the store at each call."""
    return session.require(Role.ADJUDICATOR, Role.MANAGER).pseudonym


def later_keys(but: cleaning.Typed | None = None) -> list[str]:
    """Return the postponed answers, without one that is postponed again."""
    dropped = None if but is None else cleaning_views.key_of(but)
    return [one for one in state.get("later", []) if one != dropped]


def take_back() -> None:
    """Revert the last decision of this person; its answer is shown again first."""
    undone = {
        (decision.item_id, decision.answer)
        for decision in cleaning.undo(store, UndoCleaningRequest(campaign.id, decider()), now=session.now())
    }
    again = [
        cleaning_views.key_of(typed)
        for typed in queue().waiting
        if any((place.item_id, typed.answer) in undone for place in typed.open)
    ]
    state["again"] = again[0] if again else None


def on_event(raw: Mapping[str, Json]) -> None:
    """Store the event of the widget; an error of a decision is shown in place."""
    state["ack"], state["error"] = str(raw.get("event_id") or ""), None
    shown = state.get("shown")
    try:
        if raw.get("kind") == "undo":
            take_back()
        elif shown is None or raw.get("item_id") != cleaning_views.key_of(shown):
            return  # the same event sent again: the decision is stored
        elif raw.get("kind") == "skip":
            state["again"] = None
            state["later"] = [*later_keys(but=shown), cleaning_views.key_of(shown)]
        elif raw.get("kind") == "answer" and isinstance(value := raw.get("value"), Mapping):
            result, why = value.get("result"), str(raw.get("note") or "")
            state["again"] = None
            cleaning.decide(
                store,
                campaign.id,
                shown,
                None if result is None else str(result),
                by=decider(),
                why=why,
                now=session.now(),
            )
    except AloiError as error:
        state["error"] = session.error_text(error)


def draw_noted(items: Sequence[Item]) -> None:
    """Draw the answers to some items with flags and notes; open if there are any."""
    noted = [
        (round_, item, answers)
        for item in items
        for round_ in default_rounds(_rounds(campaign))
        if (answers := noted_answers(store, campaign, round_, item.id))
    ]
    is_noted = any(each.flag or each.note for _, _, answers in noted for each in answers)
    with st.expander(t("cleaning.noted"), expanded=is_noted):
        for round_, item, answers in noted:
            for text in item_columns(item).values():
                st.caption(no_markup(text))
            by_name = named(answers, item.id, blind=campaign.adjudication.blind)
            draw_answers(by_name, task(campaign.schema.task_type))
            draw_reopening(store, campaign, round_, item.id, by_name)


@st.fragment
def work() -> None:
    """Draw the queue; only this part is drawn again after a decision."""
    with problems_told(stop=True):
        by = decider()
    pending = queue()
    if pending.automatic:
        with st.container(border=True):
            count = sum(place.count for one in pending.automatic for place in one.open)
            st.markdown(t("cleaning.automatic", count=count))
            if st.button(t("cleaning.automatic_do", count=count), type="primary", key="cleaning:automatic"):
                cleaning.accept(store, campaign.id, pending.automatic, by=by, now=session.now())
                st.rerun(scope="fragment")
            with st.expander(t("cleaning.automatic_look")):
                cleaning_views.proposals(pending.automatic)
    returned = [one for one in pending.automatic if cleaning_views.key_of(one) == state.get("again")]
    waiting = cleaning_views.in_order([*pending.waiting, *returned], later_keys(), state.get("again"))
    if waiting:
        state["shown"] = waiting[0]
        language = store.texts.corpus(campaign.corpus_id).language
        texts = store.texts.items([one.item_id for one in cleaning_views.places_shown(waiting[0])])
        shown = cleaning_views.desk_data(waiting[0], texts, pending, by, language, state)
        cleaning_desk("cleaning:component:event", shown, on_event)
        draw_noted(texts)
    else:
        state["shown"] = None
        if not pending.automatic:
            st.success(t("cleaning.done"))
            link("releases", t("cleaning.to_releases"))
        if st.button(t("cleaning.undo"), key="cleaning:undo"):
            take_back()
            st.rerun(scope="fragment")
    st.subheader(t("cleaning.table"))
    cleaning_views.bookkeeping(pending.table)
    with st.expander(t("cleaning.decisions")):
        again = cleaning_views.choose_again(pending)
        if again is not None:
            cleaning.take_back(store, campaign.id, again, by=by, now=session.now())
            state["again"] = cleaning_views.key_of(again)
            st.rerun(scope="fragment")
        cleaning_views.decisions(pending.answers)


_component = declare(Path(__file__).with_name("cleaning.js"))


def cleaning_desk(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the answer of `data`; `on_event` gets each event a person sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: the data of questions/scale without `scales`, `tint` and `guideline`, and `typed`:
        `{target, answer, given, reason, accept, result, alternatives: [text], sentences: [{before, target,
        after}], more}`. It has the typed answer and its target, sentences on its annotators and its problems,
        and the effect of Enter in words and as a result (None: excluded).
    on_event : callable
        Gets the events of `aloi.ui.questions.base.QuestionKind.draw`; the value of an answer is `{result:
        text or None}`, a skip has no reason.
    """
    mount(_component, key, data, on_event)


work()
