"""One's own work as metrics, cards and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Item
from aloi.ui.navigation import link
from aloi.ui.numbers import counted, number
from aloi.ui.shared.cards import due_words
from aloi.ui.shared.items import answer_told, item_columns, skip_told
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.annotation.my_work import LONG_STRETCH, Day, OwnNote, RoundWork
from aloi.workbench.annotation.outcomes import ShownOutcome
from aloi.workbench.annotation.reopened import ReopenedAnswer

_PACE_ANSWERS = 5  # fewer say nothing about a pace


def duration(seconds: float) -> str:
    """Return a time in hours and minutes, as somebody at work says it."""
    minutes = round(seconds / 60)
    if not minutes:
        return t("my_work.under_a_minute") if seconds else t("my_work.minutes", minutes=0)
    hours, rest = divmod(minutes, 60)
    return t("my_work.hours", hours=hours, minutes=rest) if hours else t("my_work.minutes", minutes=rest)


def today_metrics(today: Day) -> None:
    """Draw the work of today, and a note if a pause is due."""
    st.subheader(t("my_work.today"))
    first, second, third, fourth = st.columns(4)
    first.metric(t("my_work.answers"), counted(today.answers), height="stretch")
    second.metric(
        t("my_work.at_work"), duration(today.at_work), help=t("my_work.at_work_help"), height="stretch"
    )
    third.metric(
        t("my_work.longest"), duration(today.longest), help=t("my_work.longest_help"), height="stretch"
    )
    fourth.metric(t("my_work.skips"), counted(today.skips), height="stretch")
    if today.current >= LONG_STRETCH.total_seconds():
        st.info(t("my_work.rest", time=duration(today.current)))


def round_card(round_work: RoundWork, name: str, today: date) -> None:
    """Draw a round with something left: how far, by when, how fast, how long still."""
    share = round_work.share
    done = share.submitted + share.skipped
    with st.container(border=True):
        st.markdown(f"**{no_markup(name)}**")
        if share.due is not None:
            st.markdown(due_words(share.due.date(), today))
        st.progress(done / max(1, done + share.left), t("my_work.left", left=share.left, done=done))
        st.caption(" · ".join([_pace(round_work), _time_left(round_work)]))
        link("annotate", t("home.items_wait_do"), {"round": share.round_id})


def round_table(rounds: Sequence[RoundWork], names: Mapping[str, str]) -> None:
    """Draw rounds in which nothing is left, one a row."""
    text_table(
        [
            {
                t("annotate.round"): names[round_work.share.round_id],
                t("rounds.answered"): round_work.share.submitted,
                t("rounds.skipped"): round_work.share.skipped,
                t("rounds.seconds"): "-"
                if round_work.median_seconds is None
                else round(round_work.median_seconds, 1),
                t("my_work.per_hour"): "-" if round_work.per_hour is None else _rounded(round_work.per_hour),
            }
            for round_work in rounds
        ]
    )


def note_cards(notes: Sequence[OwnNote], items: Sequence[Item]) -> None:
    """Draw the noted, flagged or skipped items with their texts."""
    for note, item in zip(notes, items, strict=True):
        marks = {"skipped": note.status == "skipped", "flagged": note.flag, "noted": note.comment}
        skipped = skip_told(note.skip_reason, note.skip_note) if note.status == "skipped" else ""
        words = [skipped, note.comment]
        with st.container(border=True):
            marks_text = ", ".join(t(f"my_work.{name}") for name, holds in marks.items() if holds)
            words_text = "; ".join(no_markup(one) for one in words if one)
            st.markdown(f"**{marks_text}**" + (f": {words_text}" if words_text else ""))
            _texts(item)


def reopened_cards(answers: Sequence[ReopenedAnswer], names: Mapping[str, str]) -> None:
    """Draw the items to answer again, with the messages of adjudicators and links to their rounds."""
    for answer in answers:
        with st.container(border=True):
            st.markdown(f"**{no_markup(names[answer.key.round_id])}**: {no_markup(answer.message)}")
            _texts(answer.item)
            link("annotate", t("home.items_wait_do"), {"round": answer.key.round_id})


def outcome_cards(outcomes: Sequence[ShownOutcome], kind: TaskType) -> None:
    """Draw answers beside the accepted values."""
    for outcome in outcomes:
        with st.container(border=True):
            result = t("my_work.same" if outcome.outcome.same else "my_work.different")
            mine, accepted = (
                no_markup(answer_told(kind, value)) for value in (outcome.mine, outcome.accepted)
            )
            st.markdown(t("my_work.result", mine=mine, accepted=accepted, result=result))
            st.markdown(
                no_markup(outcome.outcome.why) if outcome.outcome.adjudicated else t("my_work.by_gold")
            )
            _texts(outcome.item)


def _texts(item: Item) -> None:
    """Draw the texts of an item small, one below the other."""
    for title, text in item_columns(item).items():
        st.caption(t("my_work.text", title=no_markup(title), text=no_markup(text)))


def _pace(round_work: RoundWork) -> str:
    is_early = round_work.share.submitted < _PACE_ANSWERS
    if is_early or round_work.median_seconds is None or round_work.per_hour is None:
        return t("my_work.no_pace")
    seconds = number(round(round_work.median_seconds, 1))
    return t("my_work.pace", seconds=seconds, count=_rounded(round_work.per_hour))


def _rounded(per_hour: float) -> int:
    """Return a pace with two significant digits: more would be false precision."""
    return int(float(f"{per_hour:.2g}"))


def _time_left(round_work: RoundWork) -> str:
    if round_work.time_left is None:
        return t("my_work.no_time_left")
    left = round_work.time_left
    time, low, high = (duration(one) for one in (left.expected, left.low, left.high))
    if low == high:  # to the minute that is shown
        return t("my_work.time_left_sure", time=time)
    return t("my_work.time_left", time=time, low=low, high=high)
