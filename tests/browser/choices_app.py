"""A tiny page around the choices widget: several labels of a long list with levels.

Other cases: one of three labels beside two short texts (`?case=one`), the options A to U of a question
(`?case=options`), yes and no (`?case=yes`). With `?case=changing` a button changes the labels, as a manager
does meanwhile. Events go to a file.
"""

import streamlit as st

from aloi.ui.questions import QUESTIONS
from aloi.ui.texts import section
from tests.browser.app_events import hinted, opening, standing, take, told

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
YES = {**ONE, "labels": [label("yes", "Yes", key="y"), label("no", "No", key="n")], "labels_key": "yes"}
CASES = {"one": ONE, "options": OPTIONS, "yes": YES}
state = standing()


def changing():
    """Return what a desk is told of labels that change: before, and after the button was pressed."""
    changed = st.session_state.get("changed", False)
    keys = state.setdefault("keys", {"actions": {}, "labels": {}})
    draft = state["drafts"].get(state["place"])
    told_then = {"person": "p", "round": "r", "schema": 1, "saved_at": 1.0}
    if not changed:  # the keys go with a whole drawing only
        return told_then if st.session_state.get("sent") else {**told_then, "keys": keys}
    names = {"R05": "R05.8", "R50.9": "R50.9"}
    if draft and not st.session_state.get("mapped"):
        state["drafts"][state["place"]] = {"labels": [names[one] for one in draft["labels"] if one in names]}
    st.session_state["mapped"] = True
    labels = {names[name]: key for name, key in keys["labels"].items() if name in names}
    free = {name: key for name, key in keys["labels"].items() if name not in names}
    news = {"about": "labels", "version": 2, "before": 1, "reasons": [], "lines": [], "keys_free": free}
    changed_labels = [
        {**one, "value": names.get(one["value"], one["value"])} for one in LABELS if one["value"] != "R60.9"
    ]
    return {
        **told_then,
        "schema": 2,
        "saved_at": 2.0,
        "guideline": [],
        "keys": {"actions": keys["actions"], "labels": labels},
        "guideline_news": news,
        "asked": {"labels": changed_labels, "labels_key": "changed"},
    }


def take_keys(event):
    if event["kind"] == "keys":
        state["keys"] = event["value"]
    take(event)


whole = not st.session_state.get("drawn")
st.session_state["drawn"] = True


@st.fragment
def work():
    place = state["place"]
    if place >= len(TEXTS):
        st.success("finished")
        return
    more = changing() if st.query_params.get("case") == "changing" else {}
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
                **more.pop("asked", {}),
            },
            "item": {"id": f"i{place}", "occasion": 1},
            **told(len(TEXTS)),
            **hinted({"labels": ["no"]}, "No"),
            "guideline": [] if first else None,
            "texts": section("component") | section("choice") | section("choices"),
            **more,
        },
        take_keys,
    )


if st.query_params.get("case") == "changing" and st.button("Change the labels"):
    st.session_state["changed"] = True
work()
