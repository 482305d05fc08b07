"""What is put right on pages: said in numbers first, done with a reason, and logged."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.ui.pages import open_page, press, said
from tests.workbench.scene import make_scene
from ui.texts import t


def correct(at: AppTest, label: str, why: str) -> str:
    """Open a correction, give its reason and do it; what was said before it was done."""
    press(at, label)
    told = said(at)
    next(one for one in at.text_input if one.label == t("corrections.why")).set_value(why)
    press(at, t("corrections.do"))
    return told


def test_answers_are_left_out_and_taken_in_again_on_the_page_of_people(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2), "A2": (1, 2), "A3": (5, None)})
    at = open_page(site, "people")
    at.selectbox(key=f"people:exclude:{scene.campaign.id}").select_index(2).run()
    names = {"who": "A3", "campaign": "closeness"}
    press(at, t("corrections.exclude", **names))
    press(at, t("corrections.do"))
    assert "No reason was given" in said(at)
    told = correct(at, t("corrections.exclude", **names), "Scale turned round")
    rounds = t("corrections.in_rounds", count=1)
    assert t("corrections.exclude_effect", count=1, rounds=rounds, **names) in told
    [one] = site.corrections.list()
    assert (one.by, one.why) == ("M1", "Scale turned round")
    left_out = t("corrections.left_out", who="A3", why="Scale turned round")
    assert left_out in said(at)
    assert left_out in said(open_page(site, "agreement"))
    at = open_page(site, "people")
    at.selectbox(key=f"people:exclude:{scene.campaign.id}").select_index(2).run()
    correct(at, t("corrections.include", **names), "It was A2")
    assert left_out not in said(at)
    assert t("corrections.log", count=2) in [one.label for one in at.expander]
