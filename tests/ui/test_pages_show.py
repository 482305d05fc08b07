"""What every page shows, on an empty store and on the demo, to each role."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tomllib
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from aloi.agreement.planning import sizes, widths
from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.navigation import PAGES
from aloi.ui.questions.desk.parcels import unpack
from aloi.ui.server import auth
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.agreement import planning
from aloi.workbench.agreement.report import round_report
from aloi.workbench.demo.names import NAMES, SIMILARITY
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import PlanRequest
from aloi.workbench.rounds.adjudicating import queue
from tests.processes import printed_by
from tests.ui.pages import desk_shown, open_page, tables

ROOT = Path(__file__).parents[2]
APP = str(ROOT / "app.py")
NAME = NAMES[SIMILARITY]["en"]


def copy_of(built_demo, folder):
    """Return the address of a copy of the demo, and its store."""
    shutil.copyfile(built_demo[0] / "aloi.db", folder / "aloi.db")
    url = f"sqlite:///{folder / 'aloi.db'}"
    return url, Store.open(url)


@pytest.fixture(scope="module")
def demo(built_demo, tmp_path_factory):
    url, store = copy_of(built_demo, tmp_path_factory.mktemp("demo"))
    yield url, store
    store.close()


@pytest.fixture
def empty(tmp_path):
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    store = Store.open(url)
    store.people.add("boss", Role.ADMINISTRATOR, datetime.now(UTC), password_hash="x", pseudonym="M1")
    yield url, store
    store.close()


@pytest.fixture
def opened(monkeypatch):
    """Return a function that opens a page of a store as a person, and returns what it shows."""

    def opened_by(of, who, name):
        url, store = of
        monkeypatch.setenv("ALOI_STORE", url)
        return open_page(store, name, who)

    yield opened_by
    for store in session._STORES.values():
        store.close()
    session._STORES.clear()


def words(at) -> str:
    """Return everything a page says as one text."""
    kinds = (
        "title",
        "header",
        "subheader",
        "markdown",
        "caption",
        "info",
        "success",
        "warning",
        "error",
        "text",
        "code",
    )
    shown = [str(one.value) for kind in kinds for one in getattr(at, kind)]
    shown += [f"{one.label} {one.value}" for one in at.metric]
    shown += [one.to_csv() for one in tables(at)]
    shown += [one.proto.body for one in at.get("html")]
    return "\n".join(shown)


FIRST = {
    "home": "home.start_here_why",
    "start": "start.preview_examples",
    "annotate": "annotate.no_round",
    "my_work": "my_work.none",
    "adjudicate": "adjudicate.empty",
    "items": "rounds.no_campaign",
    "corpora": "corpora.empty",
    "candidates": "candidates.empty",
    "neighbours": "neighbours.no_corpus",
    "overview": "rounds.no_campaign",
    "campaigns": "campaigns.empty",
    "guideline": "rounds.no_campaign",
    "rounds": "rounds.no_campaign",
    "agreement": "agreement.empty",
    "cleaning": "cleaning.empty",
    "releases": "releases.empty",
    "measure": "measure.empty",
    "operations": "operation_corpus.empty",
    "machines": "machines.empty",
    "models": "models.no_data",
    "comparison": "comparison.empty",
    "suite": "suite.empty",
    "clister_table": "clister_table.empty",
    "store": "store.backup_why",
    "people": "people.invite_why",
    "sari_study": "sari_study.empty",
    "linking": "linking_tables.empty",
    "lexsub": "lexsub.missing",
    "tokenisation": "tokenisation.empty",
    "terminologies": "terminologies.empty",
    "crowds": "rounds.no_campaign",
    "webhooks": "rounds.no_campaign",
}


def test_every_page_has_a_first_sentence():
    assert set(FIRST) == {info.name for info in PAGES}


@pytest.mark.parametrize("tongue", ["en", "fr"])
def test_every_page_has_a_name_in_the_menu(tongue):
    texts = tomllib.loads((ROOT / f"aloi/ui/texts.{tongue}.toml").read_text(encoding="utf-8"))
    assert [info.name for info in PAGES if "menu" not in texts.get(info.name, {})] == []


NEED_CAMPAIGN = (
    "overview", "items", "guideline", "rounds", "agreement", "adjudicate", "releases", "operations",
    "crowds",
    "webhooks",
)  # fmt: skip


@pytest.mark.parametrize("name", [info.name for info in PAGES])
def test_every_page_of_an_empty_store_says_what_to_do_first(empty, opened, name):
    at = opened(empty, "M1", name)
    assert t(FIRST[name]) in words(at)
    if name in NEED_CAMPAIGN:
        assert [one.proto.page for one in at.main.get("page_link")] == ["start"]


def test_home_says_what_is_next_for_each_role(demo, opened):
    _, store = demo
    campaign = store.campaigns.list()[0]
    last = store.campaigns.rounds(campaign.id)[-1]
    [left] = [open_ for each, open_ in store.answers.waiting(store.people.get("A1").id) if each.id == last.id]
    disputes = len(queue(store, campaign.id, 4).disputes)
    missing = len(last.item_ids) * last.overlap - len(store.answers.latest(last.id))
    wait = t("home.items_wait", count=left, campaign=no_markup(NAME), round=4)
    decide = t("home.disputes_wait", count=disputes, campaign=no_markup(NAME), round=4)
    behind = {"campaign": no_markup(NAME), "round": 4, "who": "A1, A2, A3"}
    follow = t("home.round_behind", count=missing, **behind)
    annotator, decider, manager = (words(opened(demo, who, "home")) for who in ("A1", "J1", "M1"))
    assert wait in annotator
    assert decide not in annotator
    assert decide in decider
    assert follow not in decider
    assert decide in manager
    assert follow in manager


def test_an_annotator_has_only_their_pages(demo, opened):
    at = opened(demo, "A1", "home")
    with pytest.raises(ValueError, match="rounds"):
        at.switch_page("aloi/ui/pages/rounds/page.py").run()


def test_annotate_shows_a_pair_without_score_origin_or_other_answers(demo, opened):
    at = opened(demo, "A1", "annotate")
    [component] = at.get("bidi_component")
    shown = unpack(json.loads(component.proto.bytes), {})
    assert set(shown["item"]) == {"id", "occasion", "left", "right"}
    assert shown["answer"] is None
    assert shown["progress"] == {"done": 29, "total": 48}
    assert [scale["name"] for scale in shown["scales"]] == ["score"]
    assert [one["anchor"] for one in shown["guideline"] if one["anchor"]] == list("012345")


def test_agreement_shows_what_the_library_computes(demo, opened):
    _, store = demo
    report = round_report(store, NAME, 4)
    at = opened(demo, "M1", "agreement")
    shown = words(at)
    for view in report.views:
        for result in view.results:
            assert f"{result.value:.3f}" in shown
            assert f"[{result.interval.low:.3f}, {result.interval.high:.3f}]" in shown
            assert result.signature in shown
    pairs = report.views[0].pairs
    for pair in pairs:  # one coefficient is drawn, which one is chosen
        if (pair.measure, pair.scale) == (pairs[0].measure, pairs[0].scale):
            assert f"{pair.value:.3f}" in shown
    links = {one.proto.label: one.proto for one in at.get("page_link")}
    assert "disputed=1" in links[t("agreement.disputed", count=report.agreement.disputes)].query_string


def test_corpora_candidates_and_campaigns_show_the_counts(demo, opened):
    _, store = demo
    counts = store.texts.counts(store.texts.corpora()[0].id)
    corpora = words(opened(demo, "M1", "corpora"))
    for count in (counts.documents, counts.sentences, counts.items):
        assert f'<td class="n">{count}</td>' in corpora
    at = opened(demo, "M1", "candidates")
    assert t("candidates.stored", count=counts.items) in [tab.label for tab in at.tabs]
    assert NAME in words(opened(demo, "M1", "campaigns"))
    guideline = opened(demo, "M1", "guideline")
    assert "<ins>+" in words(guideline)
    assert "@@" not in words(guideline)
    assert t(
        "campaigns.version",
        version=2,
        why=no_markup(store.campaigns.guidelines(store.campaigns.list()[0].id)[1].why_changed),
    ) in [one.label for one in guideline.expander]


def test_rounds_show_progress_by_pseudonym_and_what_comes_next(demo, opened):
    shown = words(opened(demo, "M1", "rounds"))
    assert "A1" in shown
    assert t("rounds.next_wait", count=58, who="A1, A2, A3") in shown


def test_releases_show_gold_parts_and_checksums_that_hold(demo, opened):
    _, store = demo
    at = opened(demo, "M1", "releases")
    shown = words(at)
    [release] = store.gold.releases()
    assert t("releases.sound") in shown
    assert any(release.checksum in one.value for one in at.code)
    assert str(len(store.gold.golds(release.campaign_id)[-1].items)) in shown


FIGURES = {"dawid_skene": ["accuracy"], "mace": ["competence"], "ordinal_model": ["severity", "spread"]}


@pytest.fixture
def copied(demo, tmp_path):
    """Return a copy of the demo that a test may change."""
    url = f"sqlite:///{tmp_path / 'copy.db'}"
    with (
        closing(sqlite3.connect(demo[0].removeprefix("sqlite:///"))) as source,
        closing(sqlite3.connect(tmp_path / "copy.db")) as target,
    ):
        source.backup(target)
    store = Store.open(url)
    yield url, store
    store.close()


def test_gold_frozen_by_a_model_says_what_each_annotator_is_like(copied, opened):
    _, store = copied
    [campaign] = store.campaigns.list()
    at = opened(copied, "M1", "releases")
    assert t("releases.model") not in words(at)
    for rule, figures in FIGURES.items():
        choice = next(one for one in at.selectbox if one.label == label_of(FreezeRequest, "rule"))
        assert choice.options[-3:] == [t(f"releases.rule_{name}") for name in FIGURES]
        choice.set_value(rule)
        next(one for one in at.multiselect if one.label == label_of(FreezeRequest, "rounds")).set_value([3])
        next(one for one in at.button if one.label == t("releases.freeze")).click().run()
        assert not at.exception
        made = store.gold.golds(campaign.id)[-1]
        assert made.rule == rule
        frozen_by = t("releases.made_by", rule=t(f"releases.rule_{rule}"), rounds="3")
        assert {frozen_by, t("releases.model_decided")} <= {one.value for one in at.caption}
        [model] = made.models
        assert all(t(f"releases.about_{name}") in words(at) for name in figures)
        [table] = [one for one in tables(at) if t("releases.model_annotator") in one]
        names = [t("releases.model_annotator"), *(t(f"releases.figure_{name}") for name in figures)]
        assert list(table.columns) == names
        assert list(table[names[0]]) == ["A1", "A2", "A3"]
        assert list(table[names[1]].astype(float)) == [
            round(one.figures[figures[0]], 3) for one in model.annotators
        ]
        assert any(model.signature in one.value for one in at.code)
        assert t("releases.soft") in [one.label for one in at.get("download_button")]


def test_a_model_is_refused_for_answers_of_two_guidelines(copied, opened):
    _, store = copied
    [campaign] = store.campaigns.list()
    before = store.gold.golds(campaign.id)
    at = opened(copied, "M1", "releases")
    next(one for one in at.selectbox if one.label == label_of(FreezeRequest, "rule")).set_value("mace")
    next(one for one in at.button if one.label == t("releases.freeze")).click().run()
    assert "several versions of the guideline" in words(at)
    assert store.gold.golds(campaign.id) == before


@pytest.fixture(scope="module")
def zenobia(demo):
    """Add somebody whose name is no word of any page."""
    demo[1].people.add("Zenobia", Role.ANNOTATOR, datetime.now(UTC), pseudonym="A9")
    return demo


@pytest.mark.parametrize("name", [info.name for info in PAGES])
def test_names_are_on_the_people_page_alone(zenobia, opened, name):
    assert ("Zenobia" in words(opened(zenobia, "M1", name))) == (name == "people")


def test_the_desk_of_a_decision_marks_the_answers(demo, opened):
    _, store = demo
    first = queue(store, NAME, 4).disputes[0]
    shown = desk_shown(opened(demo, "J1", "adjudicate"))
    assert shown["decides"]
    given = {f"{one.value['score']:g}" for one in first.answers}
    assert (shown["item"]["id"], set(shown["marks"]["score"])) == (first.item_id, given)
    assert len(shown["reasons"]) <= 6


def test_sizes_that_cannot_be_met_are_refused(demo, opened):
    _, store = demo
    at = opened(demo, "M1", "releases")
    next(one for one in at.text_input if one.label == t("releases.version")).set_value("9.9")
    next(one for one in at.text_input if one.label == label_of(ReleaseRequest, "sizes")).set_value(
        "train=5000, test=rest"
    )
    next(one for one in at.button if one.label == t("releases.preview_do")).click().run()
    assert "5000" in words(at)
    assert [one.version for one in store.gold.releases()] == ["1.0"]


def test_a_round_nobody_works_on_is_refused(demo, opened):
    _, store = demo
    at = opened(demo, "M1", "rounds")
    at.multiselect[0].set_value([])
    next(one for one in at.button if one.label == t("rounds.do_open")).click().run()
    assert len(at.error) == 1
    assert len(store.campaigns.rounds(store.campaigns.list()[0].id)) == 4


def test_a_changed_guideline_says_why(demo, opened):
    _, store = demo
    at = opened(demo, "M1", "guideline")
    at.text_area[0].set_value("# Autre chose")
    next(one for one in at.button if one.label == t("campaigns.save")).click().run()
    assert "The change lacks a reason" in words(at)
    assert len(store.campaigns.guidelines(store.campaigns.list()[0].id)) == 2


def test_somebody_switched_off_can_do_nothing(demo, opened):
    _, store = demo
    at = opened(demo, "A2", "home")
    person = store.people.get("A2")
    store.people.set_disabled(person.id, True)
    try:
        at.run()
        assert t("signin.ended") in words(at)
    finally:
        store.people.set_disabled(person.id, False)


@pytest.fixture(scope="module")
def loaded(built_demo, tmp_path_factory):
    """Return, by page, which heavy libraries a fresh process has loaded after opening it and those before.

    It opens a copy of its own: the figures it asks for stay in the queue, where no page asks for them again.
    """
    url, store = copy_of(built_demo, tmp_path_factory.mktemp("loaded"))
    token = auth.hash_token(auth.start_login(store, store.people.get("M1").id, datetime.now(UTC)))
    script = f"""
import json, sys
from streamlit.testing.v1 import AppTest
from aloi.ui.navigation import PAGES
loaded = {{}}
at = AppTest.from_file({APP!r}, default_timeout=60)
at.user = {{"login": {token!r}}}
at.run()
for info in PAGES:
    if info.name != "home":
        at.switch_page(str(info.file)).run()
    assert not at.exception, info.name
    assert at.title or at.get("bidi_component"), info.name
    loaded[info.name] = sorted({{"torch", "spacy", "faiss", "sentence_transformers"}} & set(sys.modules))
print(json.dumps(loaded))
"""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ALOI_STORE", url)
        printed = printed_by(script)
    store.close()
    return json.loads(printed.splitlines()[-1])


@pytest.mark.parametrize("name", [info.name for info in PAGES])
def test_opening_every_page_loads_nothing_heavy(loaded, name):
    assert loaded[name] == []


def test_agreement_says_what_to_fix_and_why(demo, opened):
    said = words(opened(demo, "M1", "agreement"))
    assert t("diagnosis.next") in said
    assert "higher than the others on average" in said  # A2 is simulated so
    assert t("diagnosis.with_others") in said
    assert t("diagnosis.specific") in said
    assert t("glosses.interval") in said


def test_a_round_is_compared_with_another(demo, opened):
    at = opened(demo, "M1", "agreement")
    next(one for one in at.button if one.label == t("comparing.do")).click().run()
    assert not at.exception
    heads = {t("comparing.difference"), t("agreement.measure")}
    compared = next(table for table in tables(at) if heads <= set(table))
    assert "Krippendorff's alpha" in list(compared[t("agreement.measure")])
    assert re.search(r"to detect 0\\?\.1, [\d,]+ and [\d,]+ units", words(at), re.IGNORECASE)


def test_planning_says_what_an_interval_costs_and_what_a_rule_would_have_done(demo, opened, monkeypatch):
    for one in (sizes, widths):
        monkeypatch.setattr(one, "PLAN_DRAWS", 100)
    monkeypatch.setattr(planning, "false_stop_rate", partial(planning.false_stop_rate, campaigns=20))
    at = opened(demo, "M1", "agreement")
    next(one for one in at.button if one.label == t("planning.do")).click().run()
    said = words(at)
    assert "To bring the interval of alpha down to 0\\.10 wide" in said
    assert t("planning.source_model") in said
    next(one for one in at.button if one.label == t("planning.replay")).click().run()
    assert "simulated campaigns" in words(at)
    next(one for one in at.text_input if one.label == label_of(PlanRequest, "teams")).set_value("two")
    next(one for one in at.button if one.label == t("planning.do")).click().run()
    assert label_of(PlanRequest, "teams") in words(at)
    assert at.error
