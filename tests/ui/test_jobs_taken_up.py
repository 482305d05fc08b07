"""What somebody left under way is on its page again after the page was loaded anew, with a way to stop it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Role
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.rounds import campaigns
from tests.ui.pages import open_page
from tests.workbench.scene import NOW, make_scene

UNDER_WAY = {
    "tokenisation": "study_tokenizers",
    "sari_study": "sari_study",
    "suite": "suite",
    "clister_table": "clister_table",
    "store": "backup",
    "terminologies": "import_terminology",
    "start": "set_up_campaign",
}
# What was asked where a page has several: page, verb, arguments, what folds it away.
# "C" and "K" stand for the campaign and its corpus.
IMPORT = "import_annotations"
OF_A_CAMPAIGN: tuple[tuple[str, str, dict[str, Json], str], ...] = (
    ("corpora", "segment", {}, ""),
    ("corpora", "import_texts", {"pairs": True}, ""),
    ("corpora", IMPORT, {"campaign": "new", "preview": False}, "imports.title"),
    ("corpora", "import_archive", {"campaign": "again"}, "imports.title"),
    ("corpora", "add_texts", {"corpus": "K", "path": "a.txt", "preview": False}, ""),
    ("rounds", IMPORT, {"campaign": "C", "round": 1, "preview": False}, "rounds.import"),
    ("rounds", "export_answers", {"campaign": "C"}, "rounds.export"),
    ("campaigns", "archive_campaign", {"campaign": "C"}, "archives.title"),
    ("campaigns", "change_schema", {"campaign": "C", "preview": False}, ""),
    ("adjudicate", "import_decisions", {"campaign": "C", "round": 1}, "adjudicate.table"),
    ("people", "exclude_answers", {"campaign": "C", "person": "A1", "preview": False}, ""),
    ("candidates", "draw_random", {"corpus": "K"}, "candidates.random"),
    ("candidates", "mine", {"corpus": "K"}, "candidates.mine"),
    ("store", "look_at_copy", {"path": "copy.aloi"}, ""),
    ("terminologies", "remove_terminology", {"name": "MeSH"}, ""),
)


def stops(at: AppTest) -> list[str]:
    return [one.label for one in at.button if one.label == t("app.job_cancel")]


@pytest.mark.parametrize("name", UNDER_WAY)
def test_a_page_loaded_anew_shows_what_was_asked_before(site: Store, name: str) -> None:
    site.people.add("M2", Role.ADMINISTRATOR, NOW, password_hash="x", pseudonym="M2")
    assert stops(open_page(site, name)) == []
    job = site.jobs.add(UNDER_WAY[name], {}, "M1", NOW)
    assert stops(open_page(site, name)) == [t("app.job_cancel")]
    assert stops(open_page(site, name, "M2")) == []
    site.jobs.cancel(job.id, NOW)
    assert stops(open_page(site, name)) == []


@pytest.mark.parametrize(("name", "verb", "asked", "inside"), OF_A_CAMPAIGN)
def test_what_was_asked_of_a_campaign_is_on_its_page_alone(
    site: Store, tmp_path: Path, name: str, verb: str, asked: dict[str, Json], inside: str
) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2), "A2": (1, 2)})
    ids = {"C": scene.campaign.id, "K": scene.campaign.corpus_id, "A1": site.people.get("A1").id}
    assert stops(open_page(site, name)) == []
    # That of another campaign, which ended last, takes no place here.
    if {"C", "K"} & set(flat(asked)):
        elsewhere = site.jobs.add(verb, filled(asked, dict.fromkeys(ids, "another")), "M1", NOW)
        assert stops(open_page(site, name)) == []
        site.jobs.cancel(elsewhere.id, NOW)
    site.jobs.add(verb, filled(asked, ids), "M1", NOW)
    at = open_page(site, name)
    assert stops(at) == [t("app.job_cancel")]
    if name == "candidates":
        assert opened(at) == t(inside)
    elif inside:  # and what folds it away stands open
        [around] = [one for one in at.expander if one.label == t(inside)]
        assert around.proto.expanded


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("similarity", "candidates.mine"),
        ("judging", "candidates.judge"),
        ("substitution", "candidates.targets"),
        ("classification", "candidates.passages"),
        ("multiple_choice", "candidates.stored"),
    ],
)
def test_candidates_open_at_what_the_campaign_asks_about(
    site: Store, tmp_path: Path, kind: str, part: str
) -> None:
    scene = make_scene(site, tmp_path)
    campaign = campaigns.create_campaign(site, CampaignRequest("other", scene.campaign.corpus_id, task=kind))
    count = site.texts.counts(scene.campaign.corpus_id).items
    at = open_page(site, "candidates", campaign=campaign.id)
    assert opened(at) == t(part, count=count)
    site.jobs.add("loop_doubt", {"corpus": scene.campaign.corpus_id}, "M1", NOW)
    assert opened(open_page(site, "candidates", campaign=campaign.id)) == t("candidates.fill")


def opened(at: AppTest) -> str:
    """Return the name of the tab that stands open first."""
    around = at.get("tab_container")[0].proto.tab_container
    return at.tabs[around.default_tab_index].label


def filled(asked: Json, ids: dict[str, str]) -> Json:
    """Return arguments with ids in place of what stands for them."""
    if isinstance(asked, dict):
        return {name: filled(one, ids) for name, one in asked.items()}
    return ids.get(asked, asked) if isinstance(asked, str) else asked


def flat(asked: Json) -> list[Json]:
    return [each for one in asked.values() for each in flat(one)] if isinstance(asked, dict) else [asked]


def test_a_job_that_ends_while_its_page_is_drawn_has_the_page_drawn_once_more(site: Store) -> None:
    """What stands above the job was read before it ended, and lacks what it made."""
    site.jobs.add("backup", {}, "M1", NOW)
    job = site.jobs.claim(NOW, 60)
    assert job is not None
    site.jobs.finish(job, {}, NOW)
    at = AppTest.from_function(_page_of_a_job, kwargs={"store": site, "job": job.id})
    at.run()
    assert (at.session_state.drawn, at.session_state.done) == (2, 1)
    at.run()
    assert (at.session_state.drawn, at.session_state.done) == (3, 2)


def _page_of_a_job(store, job) -> None:
    import streamlit as st

    from aloi.ui.shared.jobs import job_progress

    st.session_state.drawn = st.session_state.get("drawn", 0) + 1
    if job_progress(store, {"job": job}, "title") is not None:
        st.session_state.done = st.session_state.get("done", 0) + 1
