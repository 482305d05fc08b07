"""The pages Models and Comparison: a training asked for, its run shown, runs compared."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from aloi.corpora.readers import read_table
from aloi.evaluation.metrics import metrics_of
from aloi.ui.shared.runs import metric_name
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.models import runs as stored_runs
from aloi.workbench.texts import uploads
from tests.processes import printed_by
from tests.ui.pages import open_page, press, said
from tests.workbench.models.test_prediction import table as rows_table
from tests.workbench.models.test_prediction import trained
from tests.workbench.run_folders import KINDS, OTHER_TEST, TEST, TRAIN, write_run_folder

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 5, 4, tzinfo=UTC)
WORDS = ("le", "la", "un", "chat", "chien", "dort", "court", "mange", "vite", "jour", "nuit", "dose", "soir")


def table(folder: Path, name: str, count: int, seed: int) -> Path:
    """Write made-up pairs whose score goes with the words they share."""
    generator = np.random.default_rng(seed)
    lines = ["id\tsentence1\tsentence2\tscore"]
    for number in range(count):
        left = list(generator.choice(WORDS, 6, replace=False))
        kept = int(generator.integers(0, 6))
        right = left[:kept] + list(generator.choice(WORDS, 6 - kept))
        lines.append(f"{name}{number}\t{' '.join(left)}\t{' '.join(right)}\t{kept}")
    path = folder / f"{name}.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def place(site, tmp_path, monkeypatch):
    monkeypatch.setenv("ALOI_DATA", str(tmp_path / "data"))
    return site, tmp_path


def asked_for(at: AppTest, folder: Path) -> None:
    """Choose the two uploaded tables, one to train on and one to score on."""
    exam, learn = (str(one) for one in uploads.data_sets(folder / "data"))
    at.multiselect(key="models:data").set_value([exam, learn]).run()
    boxes = {one.label: one for one in at.multiselect}
    boxes[t("models.train_on")].set_value([f"{learn}:all"])
    boxes[t("models.tests")].set_value([f"{exam}:all"])
    at.run()


def test_a_training_is_asked_for_done_shown_and_compared(place):
    store, folder = place
    for name, count in (("learn", 40), ("exam", 30)):
        uploads.keep(table(folder, name, count, count), folder / "data")
    at = open_page(store, "models")
    assert t("models.runs_empty") in said(at)
    asked_for(at, folder)
    at.selectbox(key="models:recipe:ScoredPair").select_index(1).run()
    at.text_input(key="models:seeds").set_value("1, 2")
    at.number_input(key="models:setting:features_sts:trees").set_value(10)
    press(at, t("models.start_one"))
    assert not at.error, [one.value for one in at.error]
    [job] = store.jobs.list()
    assert (job.verb, job.status) == ("train", "queued")
    assert job.arguments["seeds"] == [1, 2]
    assert job.arguments["settings"] == {"trees": 10}
    assert jobs.run_one(store, folder / "data").status == "done"

    at.run()
    assert t("models.ended", count=1) in said(at)
    [run] = stored_runs.done_runs(stored_runs.runs_folder(folder / "data"))
    assert any(run.id in one for box in at.selectbox for one in box.options)  # as lists of runs name it
    spearman = next(one for one in run.scores if one.metric == "spearman")
    assert f"{spearman.value:.3f} [{spearman.low:.3f}, {spearman.high:.3f}]" in said(at)
    press(at, t("models.verify"))
    assert t("models.verified", count=len(run.scores)) in said(at)
    predictions = folder / "data" / "runs" / run.id / "predictions.jsonl"
    lines = predictions.read_text(encoding="utf-8").splitlines()
    predictions.write_text(
        "\n".join([*lines[1:], lines[0].replace('"predicted": ', '"predicted": 1')]), "utf-8"
    )
    press(at, t("models.verify"))
    assert t("models.not_verified") in said(at)


def test_a_run_is_named_found_and_deleted(site, tmp_path, monkeypatch):
    store, runs = site, tmp_path / "data" / "runs"
    monkeypatch.setenv("ALOI_DATA", str(tmp_path / "data"))
    names = [write_run_folder(runs, recipe=recipe, train=(TRAIN,)) for recipe in ("sbert_sts", "length")]
    at = open_page(store, "models")
    at.selectbox(key="models:run:").select_index(0).run()
    chosen = next(
        name
        for name in names
        if any(name in box.options[0] for box in at.selectbox if box.key == "models:run:")
    )
    fields = {one.label: one for one in [*at.text_input, *at.text_area]}
    fields[t("app.name_label")].set_value("Best *one*")
    fields[t("models.about_tags")].set_value("paper, fr")
    press(at, t("models.about_save"))
    assert stored_runs.show(runs, chosen).about.tags == ("paper", "fr")
    assert "Best" in said(at)
    at.text_input(key="models:search").set_value("paper").run()
    assert [len(box.options) for box in at.selectbox if box.key == "models:run:"] == [1]
    assert at.button(key=f"models:delete:{chosen}").disabled
    at.checkbox(key=f"models:delete:{chosen}:sure").check().run()
    press(at, t("models.delete"))
    assert not (runs / chosen).exists()
    assert t("models.deleted", run=chosen, count=1) in [one.value for one in at.toast] + said(at).split("\n")


def test_a_training_asked_for_while_another_one_ends_is_started(place):
    store, folder = place
    for name, count in (("learn", 40), ("exam", 30)):
        uploads.keep(table(folder, name, count, count), folder / "data")
    others = [jobs.start(store, "train", {"recipe": "length_ratio"}, "M1", NOW).id for _ in range(2)]
    at = open_page(store, "models")
    asked_for(at, folder)
    at.selectbox(key="models:recipe:ScoredPair").select_index(1).run()  # one that needs no model of others
    store.jobs.cancel(others[0], NOW)  # it ends while the page stands as it was drawn
    press(at, t("models.start_one"))
    assert [one.value for one in at.error] == []
    assert len([one for one in store.jobs.list() if one.status == "queued"]) == 2
    assert t("models.started") in [one.value for one in at.toast] + said(at).split("\n")


def test_a_training_says_of_its_loss_what_its_steps_have_told(place, monkeypatch):
    store, _ = place
    store.jobs.add("train", {"recipe": "length_ratio"}, "M1", NOW)
    assert store.jobs.claim(datetime.now(UTC), 60) is not None
    told: list[int] = []
    at_work = SimpleNamespace(id="some", status=stored_runs.RunStatus.RUNNING)
    fake = SimpleNamespace(
        RunStatus=stored_runs.RunStatus,
        runs_folder=stored_runs.runs_folder,
        runs=lambda folder, visible: (at_work,),
        loss_curve=lambda folder, run: tuple(told),
    )
    monkeypatch.setattr("aloi.ui.pages.models.watch.stored", fake)
    monkeypatch.setattr(
        "aloi.ui.pages.models.watch.training_steps", lambda points: st.caption(f"{len(points)} told")
    )
    assert not {t("models.no_losses"), "0 told"} & {*said(open_page(store, "models")).split("\n")}
    told.append(1)
    assert "1 told" in said(open_page(store, "models")).split("\n")


def test_floors_are_queued_scored_and_compared(place):
    store, folder = place
    uploads.keep(table(folder, "exam", 30, 3), folder / "data")
    at = open_page(store, "models")
    assert t("models.low", name=t("models.upload_name", name="exam.tsv")) in [
        one.label for one in at.number_input
    ]
    at.radio(key="models:kind").set_value("floors").run()
    press(at, t("models.start_floors"))
    queued = store.jobs.list()
    assert len(queued) > 4
    assert t("models.queued", count=len(queued) - 1) in said(at)
    for job in queued:
        if job.arguments["recipe"] not in ("levenshtein", "token_cosine", "lexical_mean"):
            store.jobs.cancel(job.id, datetime.now(UTC))
    while jobs.run_one(store, folder / "data"):
        pass
    at = open_page(store, "comparison")
    runs = stored_runs.done_runs(stored_runs.runs_folder(folder / "data"))
    assert len(runs) == 3
    shown = said(at)
    for run in runs:
        spearman = next(one for one in run.scores if one.metric == "spearman")
        assert f"{spearman.value:.3f} [" in shown
    assert t("comparison.holm_why", count=3) in shown
    assert shown.count("simulated tests of 50") == 1
    assert t("comparison.no_ceiling") in shown


def test_what_cannot_be_trained_is_refused_before_any_job(place):
    store, folder = place
    for name, count in (("learn", 6), ("exam", 30)):
        uploads.keep(table(folder, name, count, count), folder / "data")
    at = open_page(store, "models")
    asked_for(at, folder)
    at.selectbox(key="models:recipe:ScoredPair").select_index(1).run()
    press(at, t("models.start_one"))
    assert "too few pairs for training: 6" in at.error[0].value.replace("\\", "")
    at.text_input(key="models:seeds").set_value("one")
    press(at, t("models.start_one"))
    assert "whole number" in at.error[0].value
    assert store.jobs.list() == []


def test_asking_for_a_training_loads_nothing_heavy(place):
    _, folder = place
    for name, count in (("learn", 40), ("exam", 30)):
        uploads.keep(table(folder, name, count, count), folder / "data")
    script = """
import sys
from pathlib import Path
sys.path.insert(0, "tests/ui")
from test_models_pages import asked_for
from tests.ui.pages import open_page, press
from aloi.storage.store import Store
from aloi.base.settings import Settings
from aloi.ui.texts import t
store = Store.open(Settings.read().store)
at = open_page(store, "models")
asked_for(at, Path(sys.argv[1]))
at.selectbox(key="models:recipe:ScoredPair").select_index(1).run()
press(at, t("models.start_one"))
heavy = {"torch", "transformers", "sentence_transformers", "datasets"}
print(len(store.jobs.list()), sorted(heavy & set(sys.modules)))
"""
    assert printed_by(script, str(folder)).strip().endswith("1 []")


def test_a_learning_curve_and_a_grid_become_the_runs_they_say(place):
    store, folder = place
    for name, count in (("learn", 60), ("exam", 30)):
        uploads.keep(table(folder, name, count, count), folder / "data")
    at = open_page(store, "models")
    asked_for(at, folder)
    at.selectbox(key="models:recipe:ScoredPair").select_index(1).run()
    at.radio(key="models:kind").set_value("curve").run()
    at.text_input(key="models:seeds").set_value("1")
    at.text_input(key="models:curve").set_value("40, 70 %, 100")
    at.number_input(key="models:subsets").set_value(2)
    at.number_input(key="models:setting:features_sts:trees").set_value(5)
    press(at, t("models.start_curve"))
    assert not at.error, [one.value for one in at.error]
    at.radio(key="models:kind").set_value("grid").run()
    press(at, t("models.start_grid"))
    grid, curve = store.jobs.list()
    assert curve.arguments["curve"] == [40.0, 70.0, 100.0]
    assert grid.arguments["grid"] is True
    store.jobs.cancel(grid.id, datetime.now(UTC))
    assert jobs.run_one(store, folder / "data").status == "done"
    runs = stored_runs.done_runs(stored_runs.runs_folder(folder / "data"))
    assert sorted((one.spec.train_items or 60, one.spec.subset) for one in runs) == [
        (24, 1), (24, 2), (42, 1), (42, 2), (60, 0),
    ]  # fmt: skip
    at = open_page(store, "comparison")
    shown = said(at)
    assert "100 more pairs than 60 would bring" in shown.replace("\\", "")
    assert t("comparison.one_run") in shown  # draws stand in the curve, not beside whole runs

    broken = folder / "data" / "runs" / "0123456789ab"
    broken.mkdir()
    at = open_page(store, "models")
    assert t("models.unfinished", count=1) in [one.label for one in at.expander]


def test_an_upload_can_be_chosen_and_rubbish_cannot_be_kept(place):
    store, folder = place
    at = open_page(store, "models")
    good = table(folder, "exam", 30, 3)
    at.file_uploader(key="models:upload").upload(good.name, good.read_bytes(), "text/plain").run()
    press(at, t("models.upload_do"))
    assert [one.name for one in uploads.data_sets(folder / "data")] == ["exam.tsv"]
    at.run()
    assert at.multiselect(key="models:data").value == [str(uploads.data_sets(folder / "data")[0])]
    at.file_uploader(key="models:upload").upload("bad.zip", b"PK no", "application/zip").run()
    press(at, t("models.upload_do"))
    assert "bad.zip cannot be read as ZIP" in at.error[0].value.replace("\\", "")
    assert len(uploads.data_sets(folder / "data")) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_runs_of_every_kind_have_every_part_of_the_two_pages(place, kind):
    store, folder = place
    runs = folder / "data" / "runs"
    first = write_run_folder(runs, recipe="majority_class", noise=3, kind=kind)
    for size in (200, None):
        write_run_folder(runs, recipe="tfidf_linear", train=(TRAIN,), train_items=size, subset=1, kind=kind)
    at = open_page(store, "comparison")
    at.selectbox(key="comparison:cut").set_value("origin").run()
    shown = said(at)
    assert f"{metric_name(metrics_of(kind)[0].name)} [95%]" in shown
    assert t("comparison.group_why") in shown
    assert (
        "Reliability ceiling: 0."
        if kind == "ScoredPair"
        else "No reliability ceiling: a reliability ceiling is available"
    ) in shown
    assert t("comparison.people") in shown
    assert t("comparison.part", title="chosen by an encoder", count=60) in shown
    assert t("comparison.curve_why") in shown
    assert t("comparison.holm_why", count=1) in shown
    at = open_page(store, "models")
    opened = at.selectbox(key="models:run:")
    opened.select_index(next(n for n, one in enumerate(opened.options) if first in one)).run()
    assert t("models.against_why") in said(at)
    assert ("confusions on 80 items" in said(at)) == (kind != "ScoredPair")
    assert (t("models.labels_why") in said(at)) == (kind in ("LabelledText", "TaggedTokens"))
    if key := {"TaggedTokens": "document", "LinkedMention": "concept"}.get(kind):
        groups = at.selectbox(key=f"models:groups:{first}")
        assert groups.options == ["none", key]
        groups.select_index(1).run()
        assert "Macro mean over" in said(at)


def test_runs_at_odds_about_another_test_are_compared_on_the_one_they_share(place):
    store, folder = place
    runs = folder / "data" / "runs"
    changed = replace(OTHER_TEST, checksum="changed")
    for recipe, other in (("levenshtein", OTHER_TEST), ("length", changed)):
        write_run_folder(runs, recipe=recipe, tests=(TEST, other))
    at = open_page(store, "comparison")
    assert len(at.selectbox(key="comparison:test").options) == 3
    at.selectbox(key="comparison:test").set_value((TEST.checksum, TEST.part)).run()
    assert "data of another checksum" in at.error[0].value
    assert t("comparison.holm_why", count=1) in said(at)


def test_a_run_predicts_an_upload_and_exports_what_it_has(site, tmp_path, monkeypatch):
    monkeypatch.setenv("ALOI_DATA", str(tmp_path / "data"))
    store, folder = site, tmp_path
    rows = [(f"t{n}", f"{WORDS[n % 10]} and {WORDS[n % 3]}", "odd" if n % 2 else "even") for n in range(40)]
    source = rows_table(folder / "texts.tsv", ("id", "text", "label"), rows)
    run = trained(folder / "data", "tfidf_linear", source)
    new = rows_table(folder / "new.tsv", ("id", "text"), [row[:2] for row in rows])
    at = open_page(store, "models")
    at.file_uploader(key=f"models:predict:{run}:file").upload(new.name, new.read_bytes(), "text/plain").run()
    boxes = {box.key: box for box in at.text_input}
    boxes[f"models:predict:{run}:split"].set_value("train=.6,test=.4")
    at.button(key=f"models:predict:{run}").click().run()
    assert not at.error, [each.value for each in at.error]
    assert jobs.run_one(store, folder / "data").status == "done"
    at.run()
    assert t("models.predicted_again") in [each.value for each in at.caption]
    assert t("models.predicted_otherwise") not in said(at)
    [file] = (folder / "data" / "exports").glob("predictions-*.xlsx")
    labels = {row.text("id"): row.text("labels") for row in read_table(file).rows}
    stored = stored_runs.stored_run(stored_runs.runs_folder(folder / "data"), run)
    [(test, [answers])] = stored.answers.items()
    assert [labels[name] for name in stored.tests[test].ids] == ["|".join(answer) for answer in answers]

    [formats] = [box for box in at.radio if box.key == f"models:export:{run}:format"]
    assert len(formats.options) == 2  # scikit-learn and the card
    formats.set_value("card")
    press(at, t("models.export_do"))
    assert jobs.run_one(store, folder / "data").status == "done"
    at.run()
    links = [link.proto.label for link in at.get("link_button")]
    assert t("models.export_download", name=f"model-{run}-card.zip") in links
