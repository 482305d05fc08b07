"""What a person sets for a linking campaign, and how it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from annotation.model import Campaign
from corpora.model import Json
from gold.aggregate import Answer
from storage.store import Store
from ui.texts import t
from ui.views import charts
from ui.views.tables import no_markup, text_table
from workbench.concepts import described
from workbench.position_bias import PositionBias


def linking_form(store: Store, ready: Mapping[str, Json]) -> dict[str, Json]:
    """Return the settings given in the widgets of a form, which start from a ready schema."""
    names = [one.name for one in store.terminologies.list()]
    if not names:
        st.warning(t("linking.no_terminology"))
    terminology = st.selectbox(t("linking.terminology"), names, help=t("linking.terminology_help"))
    question = st.text_input(t("linking.question"), str(ready["question"]))
    left, right = st.columns(2)
    number = left.number_input(
        t("linking.candidates"), 0, 50, int(str(ready["candidates"])), help=t("linking.candidates_help")
    )
    order = right.radio(
        t("linking.order"),
        ["ranked", "shuffled"],
        format_func=lambda word: t(f"linking.order_{word}"),
        help=t("linking.order_help"),
    )
    composite = left.checkbox(t("linking.composite"), value=bool(ready["composite"]))
    none = right.checkbox(t("linking.none"), value=bool(ready["none"]))
    return {
        "terminology": terminology or "",
        "question": question,
        "candidates": int(number),
        "order": order,
        "composite": composite,
        "none": none,
    }


def answers(store: Store, campaign: Campaign, given: Sequence[Answer], *, blind: bool) -> None:
    """Draw the answers to a mention with the names of their concepts, as counts alone when blind."""
    told = described(store, campaign, [one.value for one in given])
    if blind:
        lines = [f"{count} × {text}" for text, count in sorted(Counter(told).items())]
    else:
        lines = sorted(f"{one.pseudonym}: {text}" for one, text in zip(given, told, strict=True))
    st.text("\n".join(lines))


def linking_schema(settings: Mapping[str, Json]) -> None:
    """Draw the settings of a linking campaign."""
    st.markdown(f"**{no_markup(str(settings['question']))}**")
    told = [
        t("linking.says_terminology", name=no_markup(str(settings["terminology"]))),
        t(
            "linking.says_candidates",
            count=settings["candidates"],
            order=t(f"linking.order_{settings['order']}"),
        ),
        t("linking.says_composite" if settings["composite"] else "linking.says_single"),
        t("linking.says_none" if settings["none"] else "linking.says_always"),
    ]
    st.markdown("\n".join(f"- {one}" for one in told))


def bias(found: PositionBias) -> None:
    """Draw how often the concepts chosen stood at each place, and agreement by the order that was seen."""
    st.caption(t("linking.bias_why"))
    boxes = st.columns(4)
    for box, name in zip(boxes, ("answers", "searched", "none", "unseen"), strict=True):
        box.metric(t(f"linking.bias_{name}"), getattr(found, name))
    place, share, by = t("linking.place"), t("linking.share"), t("linking.counted")
    rows = [
        {place: str(one.place), share: value, by: t(f"linking.{name}")}
        for one in found.places
        for name, value in (("at_place", one.place_share), ("at_rank", one.rank_share))
    ]
    if rows:
        charts.bars(rows, place, share, by, order=[str(one.place) for one in found.places])
    text_table(
        [
            {
                place: one.place,
                t("linking.at_place"): one.at_place,
                t("linking.place_share"): f"{one.place_share:.1%}",
                t("linking.at_rank"): one.at_rank,
                t("linking.rank_share"): f"{one.rank_share:.1%}",
            }
            for one in found.places
        ],
        download="position-bias.csv",
    )
    st.markdown(f"**{t('linking.by_order')}**")
    text_table(
        [
            {
                t("linking.order_seen"): t("linking.same_order" if one.same_order else "linking.other_order"),
                t("linking.pairs"): one.pairs,
                t("linking.alike"): "-" if one.agreement is None else f"{one.agreement:.1%}",
            }
            for one in found.orders
        ]
    )
