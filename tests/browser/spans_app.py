"""A tiny page around the spans widget. Events go to a file, one a line."""

import json
import os
from pathlib import Path

import streamlit as st

from annotation.spans import pieces
from ui.components.spans import spans
from ui.texts import section

LOG = Path(os.environ["COMPONENT_LOG"])
st.set_page_config(layout="wide")
LABELS = [
    {"name": name, "title": name.capitalize(), "gloss": "", "colour": colour, "key": str(place)}
    for place, (name, colour) in enumerate(
        [("disorder", "#d62728"), ("anatomy", "#1f77b4"), ("drug", "#2ca02c")], start=1
    )
]
LONG = " ".join(f"La phrase {n} parle d'une douleur du genou gauche et d'un traitement." for n in range(60))
# Text, unit, nested and broken, suggestion.
TEXTS = [
    ("Pas de cancer du poumon droit, ni gauche 𝛼. Du paracétamol <b>chaque</b> soir.", "tokens", True, None),
    ("Une toux sèche et une fièvre.", "tokens", False, [("disorder", [[4, 8]]), ("disorder", [[22, 28]])]),
    ("abc def", "characters", True, None),
    (LONG, "tokens", True, None),
]
state = st.session_state.setdefault("desk", {"place": 0, "ack": None, "drafts": {}, "answers": {}})


def on_event(event):
    LOG.open("a", encoding="utf-8").write(json.dumps(dict(event)) + "\n")
    state["ack"] = event["event_id"]
    if event["kind"] == "draft":
        state["drafts"][state["place"]] = event["value"]
    elif event["kind"] == "answer":
        state["answers"][state["place"]] = event["value"]
        state["drafts"].pop(state["place"], None)
        state["place"] += 1
    elif event["kind"] == "skip":
        state["place"] += 1
    elif event["kind"] == "undo":
        state["place"] -= 1


@st.fragment
def work():
    place = state["place"]
    if place >= len(TEXTS):
        st.success("finished")
        return
    text, unit, free, suggested = TEXTS[place]
    spans(
        "test:spans",
        {
            "item": {"id": f"i{place}", "occasion": 1},
            "asked": {
                "text": text, "question": "Mark every mention.", "labels": LABELS, "nested": free,
                "broken": free, "tokens": unit == "tokens",
                "pieces": [list(one) for one in pieces(text, unit)],
            },
            "suggestion": suggested and {
                "by": "a list", "spans": [{"label": label, "parts": parts} for label, parts in suggested],
            },
            "answer": state["answers"].get(place), "draft": state["drafts"].get(place),
            "flag": False, "note": "", "progress": {"done": place, "total": len(TEXTS)},
            "ack": state["ack"], "error": None, "min_show_ms": 250, "can_undo": place > 0,
            "guideline": [], "texts": {**section("component"), **section("spans")},
        },
        on_event,
    )  # fmt: skip


work()
