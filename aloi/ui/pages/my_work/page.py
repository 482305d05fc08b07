"""My work: today, pace and remaining items by round, notes and skips, the outcome of one's answers."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.tasks import task
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import nothing_yet
from aloi.ui.pages.my_work.view import (
    note_cards,
    outcome_cards,
    reopened_cards,
    round_card,
    round_table,
    today_metrics,
)
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench.annotation.my_work import RoundWork, my_work, own_notes
from aloi.workbench.annotation.outcomes import outcomes, shown_outcomes
from aloi.workbench.annotation.reopened import reopened_answers

_AT_ONCE = 10  # rows of a long list

store = session.open_store()
person = session.require()
st.title(t("my_work.menu"), help=explained("round", "gold", "adjudication"))
work = my_work(store, person.id, session.local_now())
if not work.rounds:
    nothing_yet(t("my_work.none"), "home", t("app.to_home"))
names = {
    round_.share.round_id: t("my_work.round", campaign=round_.share.campaign, number=round_.share.number)
    for round_ in work.rounds
}


def choose_part(count: int, key: str) -> slice:
    """Return which rows of a long list are shown."""
    pages = max(1, -(-count // _AT_ONCE))
    page = 1 if pages == 1 else int(st.number_input(t("my_work.page", pages=pages), 1, pages, 1, key=key))
    return slice((page - 1) * _AT_ONCE, page * _AT_ONCE)


def draw_notes(chosen: str) -> None:
    """Draw the notes, flags and skips in a round."""
    notes = own_notes(store, person.id, chosen)
    shown = notes[choose_part(len(notes), f"my_work:notes:page:{chosen}")]
    if shown:
        note_cards(shown, store.texts.items([one.item_id for one in shown]))
    else:
        st.caption(t("my_work.no_notes"))


def draw_outcomes(round_work: RoundWork) -> None:
    """Draw the outcome of the answers to a round, once it is closed and its manager shows it."""
    share, chosen = round_work.share, round_work.share.round_id
    if not share.shows_outcome:
        st.caption(t("my_work.outcome_none"))
        return
    if not share.is_closed:
        st.caption(t("my_work.outcome_later", rounds=no_markup(names[chosen])))
        return
    with problems_told(stop=True):
        decided_outcomes = outcomes(store, person.id, chosen)
    if not decided_outcomes:
        st.caption(t("my_work.outcome_nothing"))
        return
    different = [one for one in decided_outcomes if not one.same]
    st.markdown(
        t(
            "my_work.outcome_counts",
            total=len(decided_outcomes),
            same=len(decided_outcomes) - len(different),
            different=len(different),
        )
    )
    only = st.toggle(t("my_work.only_different"), value=bool(different), key=f"my_work:outcome:only:{chosen}")
    rows = different if only else list(decided_outcomes)
    part = rows[choose_part(len(rows), f"my_work:outcome:page:{chosen}:{only}")]
    kind = task(store.campaigns.get(share.campaign_id).schema.task_type)
    outcome_cards(shown_outcomes(store, share.campaign_id, part), kind)


today_metrics(work.today)
st.subheader(t("my_work.rounds"))
under_way = [own for own in work.rounds if own.share.is_open and own.share.left]
for round_work in under_way:
    round_card(round_work, names[round_work.share.round_id], session.today())
if not under_way:
    any_open = any(own.share.is_open for own in work.rounds)
    st.caption(t("my_work.nothing_left" if any_open else "my_work.none_open"))
finished = [own for own in work.rounds if own not in under_way]
if finished:
    with st.expander(t("my_work.finished", count=len(finished))):
        round_table(finished, names)
reopened = [one for one in reopened_answers(store, person.id) if one.key.round_id in names]
if reopened:
    st.subheader(t("my_work.reopened", count=len(reopened)))
    reopened_cards(reopened, names)
st.subheader(t("my_work.looked_back"))
by_id = {own.share.round_id: own for own in work.rounds}
chosen_round = selection.choose_own_round(
    store, {one: own.share.campaign_id for one, own in by_id.items()}, names, key="my_work:round:choice"
)
if len(names) == 1:
    st.caption(no_markup(names[chosen_round]))
st.markdown(f"**{t('my_work.notes')}**")
draw_notes(chosen_round)
st.markdown(f"**{t('my_work.outcome')}**")
st.caption(t("my_work.outcome_why"))
draw_outcomes(by_id[chosen_round])
