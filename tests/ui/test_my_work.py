"""The page My work, the days by which rounds are wanted, and the desk's guideline as the site gives it."""

from __future__ import annotations

from datetime import timedelta

from aloi.annotation.model import Role, SkipReason
from aloi.ui import session
from aloi.ui.shared.cards import due_words
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, DueRequest, OutcomeRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from tests.ui.pages import desk_shown, open_page, press, said
from tests.workbench.scene import NOW, make_scene


def test_nobody_has_work_on_an_empty_store(site, now):
    site.people.add("ada", Role.ANNOTATOR, now, password_hash="x", pseudonym="A1")
    for who in ("A1", "M1"):
        assert t("my_work.none") in said(open_page(site, "my_work", who))


def test_a_person_sees_their_own_work_and_what_became_of_it(site, tmp_path):
    scene = make_scene(site, tmp_path)
    one = scene.open()
    scene.give(one, {"A1": (4, 0, 3, 1, 2), "A2": (5, 5, 3, 3, 2, 4), "A3": (5, 1, 3, 3, 2, 4)})
    site.answers.mark(scene.key(one, 0, "A1"), comment="two doses")
    site.answers.skip(scene.key(one, 5, "A1"), "skip-0005", SkipReason.BROKEN, "broken off", now=NOW)
    today = session.now().date()
    rounds.set_due(site, DueRequest(scene.campaign.id, 1, today - timedelta(days=3)))
    rounds.set_shows_outcome(site, OutcomeRequest(scene.campaign.id, 1, True))
    name = t("my_work.round", campaign="closeness", number=1)

    shown = said(open_page(site, "my_work", "A1"))
    assert t("my_work.outcome_later", rounds=name) in shown
    assert t("my_work.nothing_left") in shown
    # What is done stands in the list of finished rounds, also while others still work on it.
    assert t("my_work.due_late", day=(today - timedelta(days=3)).isoformat(), days=3) not in shown
    assert t("my_work.left", left=0, done=6) not in shown
    assert "two doses" in shown
    assert "broken off" in shown

    adjudicating.decide(
        site, scene.campaign.id, 1, scene.items[0], {"score": 5}, "A dose is decisive.", ("A2",), NOW
    )
    adjudicating.decide(
        site, scene.campaign.id, 1, scene.items[1], {"score": 0}, "Nothing alike.", ("A2",), NOW
    )
    rounds.set_round_status(site, CloseRoundRequest(scene.campaign.id, 1))
    at = open_page(site, "my_work", "A1")
    shown = said(at)
    assert t("my_work.outcome_counts", total=2, same=1, different=1) in shown
    assert "A dose is decisive" in shown
    assert "Nothing alike" not in shown  # the same as theirs
    at.toggle[0].set_value(False).run()
    assert not at.exception
    assert "Nothing alike" in said(at)
    assert "A2" not in said(at)
    # Who adjudicates or manages works on their own items here, like everybody.
    assert t("my_work.none") in said(open_page(site, "my_work", "M1"))


def test_a_manager_sets_the_day_and_whether_outcomes_are_shown(site, tmp_path):
    scene = make_scene(site, tmp_path)
    scene.open()
    at = open_page(site, "rounds")
    due = session.now().date() + timedelta(days=1)
    at.date_input[-1].set_value(due).run()
    press(at, t("rounds.set_due"))
    next(one for one in at.toggle if one.label == label_of(OutcomeRequest, "show")).set_value(True).run()
    [kept] = site.campaigns.rounds(scene.campaign.id)
    assert (kept.due.date(), kept.shows_outcome) == (due, True)
    assert t("my_work.due_tomorrow", day=due.isoformat()) in said(open_page(site, "home", "A1"))


def test_days_are_told_in_words():
    today = NOW.date()
    told = {days: due_words(today + timedelta(days=days), today) for days in (-9, -1, 0, 1, 2)}
    assert len(set(told.values())) == 5
    assert [days for days, words in told.items() if "Late" in words] == [-9, -1]
    assert "9 days ago" in told[-9]


def test_the_desk_tells_of_a_new_guideline_and_stays_pinned(site, tmp_path):
    scene = make_scene(site, tmp_path)
    for text, why in (
        ("# Guide\n\nA dose is a detail.", ""),
        ("# Guide\n\nA dose is decisive.", "Read in two ways."),
    ):
        campaigns.add_guideline(site, GuidelineRequest(scene.campaign.id, text=text, why=why), NOW)
        one = scene.open(items=scene.items[len(site.campaigns.rounds(scene.campaign.id)) :][:1])
        if not why:
            scene.give(one, {"A1": [3]})
    site.people.prefer(site.people.get("A1").id, "guideline_pinned", True)

    def shown(who):
        return desk_shown(open_page(site, "annotate", who, round=one.id))

    mine = shown("A1")
    assert mine["guideline_pinned"] is True
    assert mine["guideline_news"]["reasons"] == [{"version": 2, "why": "Read in two ways."}]
    assert [["same", "A dose is "], ["removed", "a detail"], ["added", "decisive"], ["same", "."]] in mine[
        "guideline_news"
    ]["lines"]
    assert mine["guideline"][0]["body"] == [["p", ["A dose is decisive."]]]
    other = shown("A2")
    assert (other["guideline_pinned"], other["guideline_news"]) == (False, None)
