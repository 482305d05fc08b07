"""A tiny page around the choices widget: several labels of a long list with levels, or one of three beside
two short texts (`?case=one`), or the options A to U of a question (`?case=options`). Events go to a file."""

import streamlit as st

from tests.browser.app_events import opening, standing, take, told
from ui.questions import QUESTIONS
from ui.texts import section

DESK = next(one for one in QUESTIONS if one.name == "choice")
st.set_page_config(layout="wide")
OPENING = opening()


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
ONE = {
    "shown": [
        {"title": "Sentence", "before": "Une ", "mark": "mince", "after": " couche."},
        {"title": "Replaced", "before": "Une ", "mark": "<b>fine</b>", "after": " couche."},
    ],
    "labels": [
        label("fits", "Fits", key="1"),
        label("no", "Does not", key="2"),
        label("u", "Unsure", key="3"),
    ],
    "labels_key": "one",
    "least": 1,
    "most": 1,
}
OPTIONS = {
    "labels": [
        label(letter, f"{letter}. Option {letter}", key=letter.lower()) for letter in "ABCDEFGHIJKLMNOPQRSTU"
    ],
    "labels_key": "options",
}
CASES = {"one": ONE, "options": OPTIONS}
state = standing()
whole = not st.session_state.get("drawn")
st.session_state["drawn"] = True


@st.fragment
def work():
    place = state["place"]
    if place >= len(TEXTS):
        st.success("finished")
        return
    first = whole and not st.session_state.get("sent")
    st.session_state["sent"] = True
    DESK.draw(
        f"choices:{OPENING}",
        {
            "asked": {
                "shown": [{"title": "Text", "before": TEXTS[place], "mark": "", "after": ""}],
                "name": "labels",
                "question": "Which codes?",
                "labels": LABELS,
                "labels_key": "k",
                "least": 0,
                "most": 3,
                "inner": False,
                **CASES.get(st.query_params.get("case", ""), {}),
            },
            "item": {"id": f"i{place}", "occasion": 1},
            **told(len(TEXTS)),
            "guideline": [] if first else None,
            "texts": section("component") | section("choice") | section("choices"),
        },
        take,
    )


work()
