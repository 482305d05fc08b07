"""A tiny page around the spans widget; `?case=many` has fourteen labels. Events go to a file, one a line."""

import time

import streamlit as st

from aloi.annotation.spans import pieces
from aloi.ui.questions import QUESTIONS
from aloi.ui.questions.spans.question import steps
from aloi.ui.texts import section
from tests.browser.app_events import opening, standing, take, told

DESK = next(one for one in QUESTIONS if one.name == "spans")
st.set_page_config(layout="wide")
OPENING = opening()
LABELS = [
    {"name": name, "title": name.capitalize(), "gloss": "", "colour": colour, "key": str(place)}
    for place, (name, colour) in enumerate(
        [("disorder", "#d62728"), ("anatomy", "#1f77b4"), ("drug", "#2ca02c")], start=1
    )
]
if st.query_params.get("case") == "many":
    LABELS += [
        {"name": f"more_{place}", "title": title, "gloss": "", "colour": "#7f7f7f", "key": ""}
        for place, title in enumerate(["Âge", "Durée", "Œdème", "Rein droit", "Rein gauche", *"VWXYZ", "Fin"])
    ]
LONG = " ".join(f"La phrase {n} parle d'une douleur du genou gauche et d'un traitement." for n in range(60))
REPORT = "\n".join(
    "" if n == 7 else f"Ligne {n} : le patient signale une douleur du genou, sans fièvre ni frissons."
    for n in range(400)
)
LAST = REPORT.rindex("fièvre")
# Text, unit, nested and broken, suggestion.
TEXTS = [
    ("Pas de cancer du poumon droit, ni gauche 𝛼. Du paracétamol <b>chaque</b> soir.", "tokens", True, None),
    ("Une toux sèche et une fièvre.", "tokens", False, [("disorder", [[4, 8]]), ("disorder", [[22, 28]])]),
    ("abc def", "characters", True, None),
    (LONG, "tokens", True, None),
    (REPORT, "tokens", True, [("disorder", [[22, 32]]), ("drug", [[LAST, LAST + 6]])]),
]
OTHER_DRAFT = {"spans": [{"label": "drug", "parts": [[73, 77]]}], "offers": []}
state = standing()


def whose():
    """Return whose desk this is, and what another computer of theirs kept a moment ago."""
    if "person" not in st.query_params:
        return {}
    now = time.time()
    newer = {"draft": OTHER_DRAFT, "saved_at": now} if st.query_params.get("newer") else {}
    restricted = "restricted" in st.query_params
    place = {"person": st.query_params["person"], "round": "r1", "restricted": restricted}
    return place | {"now": now, "revision": 0} | newer


@st.fragment
def work():
    place = state["place"]
    if place >= len(TEXTS):
        st.success("finished")
        return
    text, unit, free, suggested = TEXTS[place]
    DESK.draw(
        f"test:spans:{OPENING}",
        {
            "item": {"id": f"i{place}", "occasion": 1},
            "asked": {
                "text": text, "question": "Mark every mention.", "labels": LABELS, "nested": free,
                "broken": free, "tokens": unit == "tokens",
                "pieces": steps(pieces(text, unit)),
            },
            "suggestion": suggested and {
                "by": "a list", "spans": [{"label": label, "parts": parts} for label, parts in suggested],
            },
            **told(len(TEXTS)),
            **whose(),
            "texts": {**section("component"), **section("spans")},
        },
        take,
    )  # fmt: skip


work()
