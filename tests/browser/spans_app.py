"""A tiny page around the spans widget; `?case=many` has fourteen labels. Events go to a file, one a line."""

import time

import streamlit as st

from aloi.annotation.spans import pieces
from aloi.annotation.tasks import task
from aloi.corpora.model import Passage, Sentence
from aloi.gold.making.adjudicate import Dispute
from aloi.gold.making.aggregate import AnnotatorAnswer
from aloi.ui.questions import QUESTIONS
from aloi.ui.questions.base import Case
from aloi.ui.questions.spans.marked_data import marked_data
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
MORE: dict[str, object] = {}
if st.query_params.get("case") in ("related", "decided"):
    kind = task("spans")
    settings = kind.check_settings(
        {
            "labels": [
                {"name": "drug", "title": "Drug"},
                {"name": "dose", "title": "Dose"},
                {"name": "sign", "title": "Sign"},
            ],
            "attributes": [
                {
                    "name": "certainty",
                    "title": "Certainty",
                    "labels": ["sign"],
                    "default": "affirmed",
                    "values": [
                        {"name": "affirmed", "key": "a"},
                        {"name": "negated", "key": "x"},
                        {"name": "possible", "key": "p"},
                    ],
                },
                {"name": "course", "title": "Course", "multiple": True, "values": ["acute", "mild"]},
            ],
            "relations": [
                {"name": "has_dose", "title": "dose", "key": "d", "from": ["drug"], "to": ["dose"],
                 "single": ["to"]},
                {"name": "treats", "title": "treats", "key": "t", "from": ["drug"], "to": ["sign"]},
                {"name": "same", "title": "same as", "key": "e", "directed": False},
            ],
            "nested": True,
            "broken": True,
        }
    )  # fmt: skip
    LABELS = settings["labels"]
    MORE = {"attributes": settings["attributes"], "relations": settings["relations"]}
LONG = " ".join(f"La phrase {n} parle d'une douleur du genou gauche et d'un traitement." for n in range(60))
REPORT = "\n".join(
    "" if n == 7 else f"Ligne {n} : le patient signale une douleur du genou, sans fièvre ni frissons."
    for n in range(400)
)
LAST = REPORT.rindex("fièvre")
# Text, unit, nested and broken, suggestion.
RELATED = "Aspirine 100 mg matin, paracétamol 1 g, sans fièvre ni douleur 𝛼."
TEXTS = [
    ("Pas de cancer du poumon droit, ni gauche 𝛼. Du paracétamol <b>chaque</b> soir.", "tokens", True, None),
    ("Une toux sèche et une fièvre.", "tokens", False, [("disorder", [[4, 8]]), ("disorder", [[22, 28]])]),
    ("abc def", "characters", True, None),
    (LONG, "tokens", True, None),
    (REPORT, "tokens", True, [("disorder", [[22, 32]]), ("drug", [[LAST, LAST + 6]])]),
]
SUGGESTED = {
    "by": "a model",
    "spans": [
        {"id": "s1", "label": "drug", "parts": [[0, 8]]},
        {"id": "s2", "label": "dose", "parts": [[9, 15]]},
        {"id": "s3", "label": "sign", "parts": [[45, 51]], "attributes": {"certainty": "negated"}},
    ],
    "relations": [{"type": "has_dose", "from": "s1", "to": "s2"}],
}
if MORE:
    TEXTS[:2] = [(RELATED, "tokens", True, None), (RELATED, "tokens", True, SUGGESTED)]
DECISION: dict[str, object] = {}
if st.query_params.get("case") == "decided":
    spans = SUGGESTED["spans"]
    near = {**spans[1], "parts": [[9, 12]]}
    possible = {**spans[2], "attributes": {"certainty": "possible"}}
    answers = (
        AnnotatorAnswer("Ada", SUGGESTED),
        AnnotatorAnswer("Bea", {**SUGGESTED, "spans": [spans[0], near, possible]}),
    )
    item = Passage.of("test", Sentence("s", "d", 0, 0, len(RELATED), RELATED))
    case = Case(None, None, Dispute("i0", 1, 1, answers), item, None, "blind" in st.query_params)
    DECISION = {**marked_data(kind.fields(item, settings)[0], case), "decides": True}
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
                "pieces": steps(pieces(text, unit)), **MORE,
            },
            "suggestion": suggested if isinstance(suggested, dict) else suggested and {
                "by": "a list", "spans": [{"label": label, "parts": parts} for label, parts in suggested],
            },
            **told(len(TEXTS)),
            **whose(),
            "texts": {**section("component"), **section("spans")},
            **(DECISION if place == 0 else {}),
        },
        take,
    )  # fmt: skip


work()
