"""A tiny page around the concept widget; `?case=once` takes one concept an item. Events go to a file."""

import time

import streamlit as st

from aloi.ui.questions import QUESTIONS
from aloi.ui.texts import section
from tests.browser.app_events import hinted, opening, standing, take, told

ONCE = st.query_params.get("case") == "once"
SLOW = float(st.query_params.get("slow", 0))
DESK = next(one for one in QUESTIONS if one.name == "concept")
st.set_page_config(layout="wide")
OPENING = opening()
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
state = standing()


def on_event(event):
    state["searched"] = None
    if event["kind"] == "search":
        time.sleep(SLOW)
        state["searched"] = event["value"]["text"]
    take(event)


def results():
    text = state.get("searched")
    if text is None:
        return None
    found = [one for one in CONCEPTS if text in one["name"]]
    return {"item": f"i{state['place']}", "text": text, "found": found}


@st.fragment
def work():
    place = state["place"]
    DESK.draw(
        f"test:widget:{OPENING}",
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
            **hinted({"concepts": ["X20"]}, "X20 nom 20"),
            **told(len(TEXTS)),
            "texts": section("component") | section("concept"),
        },
        on_event,
    )


work()
