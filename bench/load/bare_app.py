"""The bare page the annotate page is measured against: the same component, and no program around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.ui.questions import QUESTIONS
from bench.load.bare_server import ITEMS, SCALES, WORDS, answer_log

SCALE = next(one for one in QUESTIONS if one.name == "scale")
state = st.session_state.setdefault("bare", {"place": 0, "ack": ""})


def on_event(event: Mapping[str, Any]) -> None:
    answer_log.save(state["place"], event)
    state["place"] += 1
    state["ack"] = event["event_id"]


@st.fragment
def work() -> None:
    left, right = answer_log.item(state["place"])
    data = {
        "item": {"id": str(state["place"]), "occasion": 1, "left": left, "right": right},
        "scales": SCALES, "answer": None, "flag": False, "note": "",
        "progress": {"done": state["place"], "total": len(ITEMS)}, "ack": state["ack"], "error": None,
        "min_show_ms": 250, "can_undo": state["place"] > 0, "tint": True, "guideline": [], "texts": WORDS,
    }  # fmt: skip
    SCALE.draw("bare", data, on_event)


work()
