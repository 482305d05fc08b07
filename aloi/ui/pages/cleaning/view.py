"""The cleaning of substitutes: the data of the widget for an answer, and the tables of decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.corpora.model import Item, Json, Target
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import section, t
from aloi.workbench.rounds.cleaning import AnsweredItem, CleaningQueue, Typed

_SENTENCES = 6
_LATEST = 100


def key_of(typed: Typed) -> str:
    """Return the key of an answer to a target lemma on the page."""
    return f"{typed.lemma}/{typed.pos}/{typed.answer}"


def in_order(waiting: Sequence[Typed], later: Sequence[str], again: str | None) -> list[Typed]:
    """Return the answers to decide: the one just reverted first, postponed ones last."""

    def rank(typed: Typed) -> int:
        key = key_of(typed)
        return -1 if key == again else later.index(key) + 1 if key in later else 0

    return sorted(waiting, key=rank)


def places_shown(typed: Typed) -> tuple[AnsweredItem, ...]:
    """Return the places of an answer whose sentences are drawn."""
    return (typed.open or typed.places)[:_SENTENCES]


def desk_data(
    typed: Typed,
    texts: Sequence[Item],
    pending: CleaningQueue,
    by: str,
    language: str,
    state: Mapping[str, object],
) -> dict[str, Json]:
    """Return the data of the cleaning widget: an answer, its sentences, and the proposals.

    `texts` are the items of `places_shown`.
    """
    total = sum(pending.table.values())
    mine = any(
        occurrence.decision and occurrence.decision.by == by
        for each in pending.answers
        for occurrence in each.places
    )
    return {
        "item": {"id": key_of(typed), "occasion": 1},
        "lang": language,
        "typed": _typed(typed, texts),
        "flag": False,
        "note": "",
        "progress": {"done": total - pending.table["to_decide"], "total": total},
        "ack": str(state.get("ack") or ""),
        "error": None if state.get("error") is None else str(state["error"]),
        "min_show_ms": session.min_show_ms(),
        "can_undo": mine,
        "guideline": [],
        "texts": section("component") | section("cleaning_desk"),
    }


def proposals(answers: Sequence[Typed]) -> None:
    """Draw answers with their proposals."""
    text_table(
        [
            {
                t("app.target"): typed.lemma,
                t("app.answer"): typed.answer,
                t("cleaning.result"): typed.proposal.result or t("cleaning.nothing"),
                t("cleaning.given_by"): sum(place.count for place in typed.open),
            }
            for typed in answers
        ]
    )


def bookkeeping(table: Mapping[str, int]) -> None:
    """Draw how many answers met with each decision; the sum is the number of answers collected."""
    rows = [
        {t("app.decision"): t(f"cleaning.row_{name}"), t("app.answers"): count}
        for name, count in (*table.items(), ("sum", sum(table.values())))
        if name != "to_decide" or count
    ]
    text_table(rows, download="cleaning.csv")


def choose_again(pending: CleaningQueue) -> Typed | None:
    """Return the answer that is to be decided again, if somebody requests it."""
    by_key = {key_of(one): one for one in pending.answers if one not in pending.waiting}
    if not by_key:
        return None

    def title(key: str) -> str:
        typed = by_key[key]
        decision = typed.places[0].decision
        result = decision.result if decision else typed.proposal.result
        return t(
            "cleaning.again_one",
            lemma=typed.lemma,
            answer=typed.answer,
            result=result or t("cleaning.nothing"),
        )

    left, right = st.columns([3, 1], vertical_alignment="bottom")
    key = left.selectbox(
        t("cleaning.again"),
        list(by_key),
        index=None,
        format_func=title,
        help=t("cleaning.again_help"),
        key="cleaning:again",
    )
    submitted = right.button(t("cleaning.again_do"), disabled=key is None, key="cleaning:again:do")
    return by_key[key] if submitted and key is not None else None


def decisions(answers: Sequence[Typed]) -> None:
    """Draw the latest valid decisions, the last one first."""
    decided = [(one, place) for one in answers for place in one.places if place.decision]
    decided.sort(key=lambda pair: pair[1].decision.created_at, reverse=True)
    st.caption(t("cleaning.decisions_why", shown=min(len(decided), _LATEST), count=len(decided)))
    text_table(
        [
            {
                t("app.target"): typed.lemma,
                t("app.answer"): typed.answer,
                t("cleaning.result"): occurrence.decision.result or t("cleaning.nothing"),
                t("app.decision"): t(f"cleaning.row_{occurrence.decision.category}"),
                t("cleaning.by"): occurrence.decision.by,
                t("cleaning.when"): moment(occurrence.decision.created_at),
                t("cleaning.why"): occurrence.decision.why,
            }
            for typed, occurrence in decided[:_LATEST]
        ]
    )


def _typed(typed: Typed, texts: Sequence[Item]) -> dict[str, Json]:
    proposal = typed.proposal
    names = section("pos")
    places = typed.open or typed.places
    shown: list[Json] = [_sentence(item) for item in texts if isinstance(item, Target)]
    pos = names.get(typed.pos, typed.pos)
    return {
        "target": t("cleaning.of_target", lemma=typed.lemma, pos=f", {pos}" if pos else ""),
        "answer": typed.answer,
        "given": _times_text(sum(place.count for place in places), len(places)),
        "reason": _reason(typed, names),
        "accept": _accepts(proposal.category, proposal.result),
        "result": proposal.result,
        "alternatives": [*proposal.alternatives],
        "sentences": shown,
        "more": t("cleaning.more", count=len(places) - _SENTENCES) if len(places) > _SENTENCES else "",
    }


def _times_text(count: int, sentences: int) -> str:
    if count == 1:
        return t("cleaning.given_once")
    return t("cleaning.given_one" if sentences == 1 else "cleaning.given", count=count, sentences=sentences)


def _reason(typed: Typed, names: Mapping[str, str]) -> str:
    reason = typed.proposal.reason
    if reason == "pos" and not typed.proposal.parts_of_speech:
        reason = "pos_looks"
    candidates = ", ".join(names.get(each, each) for each in typed.proposal.parts_of_speech)
    return t(f"cleaning.reason_{reason}", found=candidates, wanted=names.get(typed.pos, typed.pos))


def _accepts(category: Category, result: str | None) -> str:
    """Return the effect of Enter, in words."""
    if result is None:
        return t("cleaning.accept_excluded")
    return t("cleaning.accept_kept", result=result) if category is Category.UNCHANGED else result


def _sentence(item: Target) -> dict[str, Json]:
    text = item.sentence.text
    return {"before": text[: item.start], "target": item.word, "after": text[item.end :]}
