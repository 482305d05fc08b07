"""A tiny page around the annotate widget; `?case=` chooses the scales. Events go to a file, one a line."""

import time

import streamlit as st

from aloi.ui.questions import QUESTIONS
from aloi.ui.questions.guideline import guideline_sections
from aloi.ui.texts import section
from tests.browser.app_events import MIN_SHOW_MS, hinted, opening, wait_for_release, write_down

SCALE = next(one for one in QUESTIONS if one.name == "scale")
CASE = st.query_params.get("case", "single")
st.set_page_config(layout="wide")
OPENING = opening()

GLOSSES = (
    "Nothing in common: another subject altogether.",
    "Same broad domain, but they say different things.",
    "Some shared concepts; the main point differs.",
    "Roughly the same, with an important difference.",
    "Nearly the same, apart from unimportant details.",
    "The same meaning: one could replace the other.",
)
SCORE = {
    "name": "score",
    "title": "Similarity",
    "question": "How alike are these two sentences in meaning?",
    "low": 0.0,
    "high": 5.0,
    "step": 1.0,
    "degrees": [
        {"value": float(value), "gloss": gloss, "left": "Il dort.", "right": "Il sommeille."}
        for value, gloss in enumerate(GLOSSES)
    ],
}
SCALES = {
    "single": [SCORE],
    "several": [
        {**SCORE, "name": name, "title": title}
        for name, title in (("form", "Form"), ("concepts", "Concepts"), ("score", "Similarity"))
    ],
    "typed": [
        {
            **SCORE,
            "high": 100.0,
            "degrees": [
                {"value": 0, "gloss": "nothing", "left": "", "right": ""},
                {"value": 100, "gloss": "all", "left": "", "right": ""},
            ],
        }
    ],
    "half": [{**SCORE, "step": 0.5}],
}
EVIL = '<img src=x onerror="window.broken=1"> <script>window.broken=1</script>'
PAIRS = [
    (
        "Le patient se plaint d'une douleur thoracique depuis trois jours, sans irradiation.",
        "La patiente décrit une douleur thoracique irradiant vers le bras gauche depuis trois jours.",
    ),
    (f"Texte {EVIL} fin.", f"{EVIL}"),
    *[
        (f"Phrase inventée numéro {n} avec le mot chat.", f"Phrase inventée numéro {n} avec le mot chien.")
        for n in range(2, 12)
    ],
]
LONG = " ".join(f"Le signe {n} est noté au dossier de la patiente." for n in range(16)) + " Fin."
PAIRS = {
    # One is far longer than any window, the other is not; then two that fit.
    "long": [(LONG * 6, LONG), *PAIRS[2:]],
    "alike": [
        (
            "L'état d\u2019avant-hier : 5\u00a0mg, Élevé\u202f; été, post-opératoire",
            "l\u2019ÉTAT d'avant\u2010hier : 5 mg, e\u0301leve\u0301 ; e\u0301te\u0301, post\u2011opératoire",
        ),
        ("Il dort bien la nuit.", "Elle tousse beaucoup chaque soir depuis mardi."),
        ("Il dort bien la nuit.", "Il dort mal la nuit."),
        *PAIRS[3:],
    ],
}.get(CASE, PAIRS)
DEGREES = "\n\n".join(
    f"## {value}: degree\n\n{gloss}\n\n{'One more line. ' * 30}" for value, gloss in enumerate(GLOSSES)
)
GUIDELINE = f"""# How alike

Read **both** sentences; a *détail* is no decisive point. See [the paper](https://example.org/paper),
[not this](javascript:window.broken=1), and {EVIL}.

| Sign | Degree |
|---|---|
| Nothing décisif differs | 4 |
| A **dé**tail differs | 3 |

{DEGREES}
"""
NEWS = {
    "about": "guide",
    "before": 1,
    "version": 2,
    "reasons": [{"version": 2, "why": f"Doses were read in two ways. {EVIL}"}],
    "lines": [
        [],
        [["same", "An unchanged line."]],
        [["same", "Another dose is "], ["removed", "a detail"], ["added", "decisive"], ["same", "."]],
    ],
}

state = st.session_state.setdefault(
    "desk", {"place": 0, "ack": None, "error": None, "answers": {}, "seen": []}
)


state["whole"] = True


def on_event(event):
    write_down(event)
    if st.query_params.get("lossy"):
        state["dropped"] = state.get("dropped", 0) + 1
        if state["dropped"] == 1:
            return  # as if the server had died before it stored the answer
    if "hold" in st.query_params and event["kind"] == "answer":
        state["held"] = state.get("held", 0) + 1
        wait_for_release(state["held"])
    if st.query_params.get("slow"):
        time.sleep(float(st.query_params["slow"]))
    refused = event["kind"] == "answer" and event["note"] == "refuse me"
    state["ack"], state["error"] = event["event_id"], "The round is closed." if refused else None
    if refused or event["event_id"] in state["seen"]:
        return
    state["seen"].append(event["event_id"])
    if event["kind"] == "answer":
        state["answers"][state["place"]] = event["value"]
        state["place"] += 1
    elif event["kind"] == "skip":
        state["place"] += 1
    elif event["kind"] == "undo" and state["place"]:
        state["place"] -= 1


def item(place):
    return {"id": f"i{place}", "occasion": 1, "left": PAIRS[place][0], "right": PAIRS[place][1]}


def following(place):
    """Return what comes next; with `?wrong=` the desk is told of an item that then does not come."""
    next_one = place + (2 if st.query_params.get("wrong") else 1)
    if next_one >= len(PAIRS):
        return None
    return {"item": item(next_one), "answer": state["answers"].get(next_one), "revision": revision(next_one)}


def revision(place):
    """Return what a screen is drawn from, where somebody's work is kept in the tab (`?person=`)."""
    return 10 + place if "person" in st.query_params else None


@st.fragment
def work():
    place = state["place"]
    if place >= len(PAIRS):
        st.success("finished")
        return
    SCALE.draw(
        f"test:widget:{OPENING}",
        {
            "item": item(place),
            "ahead": following(place),
            "revision": revision(place),
            "last": {"item_id": f"i{place - 1}", "occasion": 1, "revision": revision(place)}
            if place and "person" in st.query_params
            else None,
            "person": st.query_params.get("person"),
            "round": "r",
            "scales": SCALES.get(CASE, SCALES["single"]),
            "answer": state["answers"].get(place),
            "flag": False,
            "note": "",
            "progress": {"done": place, "total": len(PAIRS)},
            "ack": state["ack"],
            "error": state["error"],
            "min_show_ms": int(st.query_params.get("show", MIN_SHOW_MS)),
            "can_undo": place > 0,
            "tint": True,
            **hinted({"score": 4}, "4"),
            # As on the page of the site, it comes with a whole drawing only.
            "guideline": guideline_sections(GUIDELINE) if state.pop("whole", False) else None,
            "stretch": float(st.query_params.get("stretch", 0)) if not state["place"] else None,
            "guideline_pinned": "pinned" in st.query_params,
            "guideline_news": NEWS if "news" in st.query_params else None,
            "texts": section("component"),
        },
        on_event,
    )


work()
st.text_input("Elsewhere on the page", key=f"elsewhere:{OPENING}")
