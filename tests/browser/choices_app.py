"""A tiny page around the choices widget: several labels of a long list with levels. Events go to a file."""

import json
import os
from pathlib import Path

import streamlit as st

from ui.components.choices import choices
from ui.texts import section

LOG = Path(os.environ["COMPONENT_LOG"])
st.set_page_config(layout="wide")


def label(value, title, parent="", key="", gloss=""):
    return {"value": value, "title": title, "parent": parent, "key": key, "gloss": gloss}


LABELS = [
    label("R00-R99", "Signes"),
    label("R50.9", "Fièvre", "R00-R99", "1"),
    label("R05", "Toux", "R00-R99", "t", "sèche ou grasse"),
    label("R60.9", "Œdème", "R00-R99", "3"),
    label("J00-J99", "Poumon"),
    label("J18.9", "Pneumonie", "J00-J99", "4"),
    *(label(f"Z{number}", f"Recours {number}", "J00-J99") for number in range(10, 40)),
]
TEXTS = [
    "Un <b>court</b> texte.",
    "\n\n".join(f"Paragraphe {number} d'un long texte." for number in range(80)),
    "Un dernier texte.",
]
state = st.session_state.setdefault("desk", {"place": 0, "ack": None, "drafts": {}, "answers": {}})
whole = not st.session_state.get("drawn")
st.session_state["drawn"] = True


def on_event(event):
    LOG.open("a", encoding="utf-8").write(json.dumps(dict(event)) + "\n")
    state["ack"] = event["event_id"]
    if event["kind"] == "draft":
        state["drafts"][state["place"]] = event["value"]
    elif event["kind"] == "answer":
        state["answers"][state["place"]] = event["value"]
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
    first = whole and not st.session_state.get("sent")
    st.session_state["sent"] = True
    choices(
        "choices",
        {
            "asked": {
                "shown": {"title": "Text", "text": TEXTS[place]},
                "name": "labels",
                "question": "Which codes?",
                "labels": LABELS if first else None,  # as the page does: a long list is sent once
                "labels_key": "k",
                "least": 0,
                "most": 3,
                "inner": False,
            },
            "item": {"id": f"i{place}", "occasion": 1},
            "answer": state["answers"].get(place),
            "draft": state["drafts"].get(place),
            "flag": False,
            "note": "",
            "progress": {"done": place, "total": len(TEXTS)},
            "ack": state["ack"] or "",
            "error": None,
            "min_show_ms": 150,
            "can_undo": place > 0,
            "guideline": [] if first else None,
            "texts": section("component") | section("choice") | section("choices"),
        },
        on_event,
    )


work()
