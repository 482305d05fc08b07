"""A tiny page around the concept widget; `?case=once` takes one concept an item. Events go to a file."""

import json
import os
import time
from pathlib import Path

import streamlit as st

from ui.components.concept import concept
from ui.texts import section

LOG = Path(os.environ["COMPONENT_LOG"])
ONCE = st.query_params.get("case") == "once"
SLOW = float(st.query_params.get("slow", 0))
st.set_page_config(layout="wide")
EVIL = "<img src=x onerror='window.broken=1'>"
CONCEPTS = [
    {
        "id": f"X{number:02}",
        "name": f"nom {number}",
        "group": "DISO",
        "matched": f"proche {number}" if number % 2 else "",
        "others": [["en", f"name {number}"], ["fr", EVIL]],
    }
    for number in range(1, 31)
]
TEXTS = [
    [
        ("La ", False),
        ("jambe", True),
        (f" gauche {EVIL} et la jambe ", False),
        ("droite", True),
        (".", False),
    ],
    [("mot " * 400, False), ("cible", True), (" mot" * 400, False)],
    *[[(f"La phrase {number} a un ", False), ("mot", True)] for number in range(2, 8)],
]
state = st.session_state.setdefault(
    "desk", {"place": 0, "ack": None, "drafts": {}, "answers": {}, "searched": None}
)


def on_event(event):
    LOG.open("a", encoding="utf-8").write(json.dumps(dict(event)) + "\n")
    state["ack"] = event["event_id"]
    state["searched"] = None
    if event["kind"] == "search":
        time.sleep(SLOW)
        state["searched"] = event["value"]["text"]
    elif event["kind"] == "draft":
        state["drafts"][state["place"]] = event["value"]
    elif event["kind"] == "answer":
        state["answers"][state["place"]] = event["value"]
        state["drafts"].pop(state["place"], None)
        state["place"] += 1
    elif event["kind"] == "undo":
        state["place"] -= 1


def results():
    text = state["searched"]
    if text is None:
        return None
    found = [one for one in CONCEPTS if text in one["name"]]
    return {"item": f"i{state['place']}", "text": text, "found": found}


@st.fragment
def work():
    place = state["place"]
    concept(
        "test:widget",
        {
            "item": {"id": f"i{place}", "occasion": 1},
            "asked": {
                "name": "concepts",
                "question": "Which concept?",
                "parts": [{"text": text, "mark": mark} for text, mark in TEXTS[place]],
                "group": "DISO",
                "composite": not ONCE,
                "at_once": ONCE,
                "none": True,
                "terminology": "signs",
                "candidates": CONCEPTS[:12],
                "shuffled": False,
                "ranks": list(range(1, 13)),
                "made_by": "test",
            },
            "known": {one["id"]: one["name"] for one in CONCEPTS},
            "results": results(),
            "answer": state["answers"].get(place),
            "draft": state["drafts"].get(place),
            "flag": False,
            "note": "",
            "progress": {"done": place, "total": len(TEXTS)},
            "ack": state["ack"],
            "error": None,
            "min_show_ms": 250,
            "can_undo": place > 0,
            "guideline": [],
            "texts": section("component") | section("concept"),
        },
        on_event,
    )


work()
