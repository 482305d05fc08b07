"""A tiny page around the operations widget; events go to a file, one a line.

`?case=many`: eleven labels; `?case=long`: two long sentences.
"""

import streamlit as st

from aloi.ui.questions import QUESTIONS
from aloi.ui.texts import section
from tests.browser.app_events import opening, standing, take, told

DESK = next(one for one in QUESTIONS if one.name == "alignment")
st.set_page_config(layout="wide")
OPENING = opening()
LABELS = [
    {"name": name, "title": name, "gloss": gloss, "example": "", "colour": colour, "key": key, "sides": sides}
    for name, gloss, colour, key, sides in (
        ("synonym", "another word, the same sense", "#3b6fd4", "sy", "both"),
        ("move", "the same words elsewhere", "#8a3ffc", "m", "both"),
        ("delprop", "a clause taken away", "#c2571a", "dp", "source"),
        ("inprop", "a clause added", "#2a7f62", "ip", "target"),
        ("verbf", "another form of the verb", "#a37200", "vf", "both"),
        ("err", "the pair is broken", "#d3222f", "er", "pair"),
    )
]
if st.query_params.get("case") == "many":
    LABELS += [
        {**LABELS[1], "name": f"other {letter}", "title": f"Autre {letter}", "key": f"o{letter}"}
        for letter in "abcde"
    ]
for one in LABELS:
    if one["key"].startswith("s"):
        one["key"] = "y"
PAIRS = [
    (
        "Le patient , porteur d' un diabète ancien , présentait une dyspnée d' effort .",
        "Le patient avait du mal à respirer à l' effort .",
    ),
    ("<b>Il</b> dort .", "Il sommeille <script>window.broken=1</script> ."),
    (" ".join(f"mot{n}" for n in range(120)), " ".join(f"mot{n}" for n in range(1, 121))),
]
if st.query_params.get("case") == "long":
    PAIRS = [(" ".join(f"mot{n}" for n in range(75)), " ".join(f"mot{n}" for n in range(1, 76)))] * 3
state = standing()


@st.fragment
def work():
    place = state["place"]
    if place >= len(PAIRS):
        st.success("finished")
        return
    left, right = PAIRS[place]
    DESK.draw(
        f"test:operations:{OPENING}",
        {
            "item": {"id": f"i{place}", "occasion": 1, "left": left, "right": right},
            "alignment": {"source": left.split(), "target": right.split(), "labels": LABELS},
            **told(len(PAIRS)),
            "texts": {**section("component"), **section("operations")},
        },
        take,
    )  # fmt: skip


work()
