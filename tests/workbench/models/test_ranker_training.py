"""Training a ranker of concepts on files: checked before, run as a job, listed with its data."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.base.requests import from_data, to_data
from aloi.gold.formats.mentions.files import mentions_of
from aloi.modeling.exports.directory import shared_ranker
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.fitted import load
from aloi.storage.store import Store
from aloi.studies.linking.files import rank_files
from aloi.studies.linking.requests import RankRequest
from aloi.workbench import jobs
from aloi.workbench.models.ranker_training import (
    check_request,
    rankers_folder,
    train_ranker,
    trained_rankers,
    training_id,
)
from aloi.workbench.models.runs import done_runs
from aloi.workbench.requests.models.training import LinkTrainRequest
from tests.modeling.recipes.training.test_ranking import DICTIONARY, MENTIONS, QUICK
from tests.modeling.tiny import tiny_folder


@pytest.fixture
def order(tmp_path: Path) -> LinkTrainRequest:
    """Return a request on files of invented mentions, the last 20 of 50 being the dev part."""
    names = [
        f"{concept}\t{name}" for concept, name in zip(DICTIONARY.concepts, DICTIONARY.names, strict=True)
    ]
    rows = [f"{one.id}\t{one.mention}\t{one.concept}" for one in MENTIONS]
    head = "id\tmention\tconcept_id"
    for name, lines in {
        "names": ["concept_id\tname", *names],
        "train": [head, *rows[:30], "x\tcomposite\tC1|C2", "y\tnothing\tCUILESS"],
        "dev": [head, *rows[30:]],
    }.items():
        (tmp_path / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = {name: (tmp_path / f"{name}.tsv") for name in ("names", "train", "dev")}
    settings = {**QUICK, "epochs": 1, "model": str(tiny_folder())}
    return LinkTrainRequest(paths["names"], paths["train"], paths["dev"], settings=settings)


def test_a_request_is_checked_and_counted_before(order: LinkTrainRequest) -> None:
    assert check_request(order) == {
        "names": 10, "mentions": 32, "without_concept": 1, "composite": 1, "duplicate": 0, "unnamed": 0,
        "kept": 30,
    }  # fmt: skip
    assert from_data(LinkTrainRequest, json.loads(json.dumps(to_data(order)))) == order
    with pytest.raises(AloiError, match="no setting 'lr'"):
        check_request(LinkTrainRequest(order.dictionary, order.mentions, settings={"lr": 1}))
    with pytest.raises(AloiError, match="There is no"):
        check_request(
            LinkTrainRequest(
                order.dictionary,
                order.mentions.with_name("none.tsv"),
                settings=order.settings,
            )
        )


def test_training_tells_its_steps_and_the_folder_ranks(order: LinkTrainRequest, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, message: object) -> bool:
        told.append((done, total, str(message)))
        return True

    found = train_ranker(order, tmp_path / "fitted", tmp_path / "runs", progress)
    assert [one[:2] for one in told] == [(1, 4), (2, 4), (3, 4), (4, 4), (4, 4)]
    assert told[0][2].startswith("epoch 1 of 1, loss ")
    assert "acc@1" in told[-1][2]
    assert found.title == "tiny trained on train.tsv, seed 0 (fitted)"
    assert found.record["about"] == {"dictionary": "names.tsv", "mentions": "train.tsv", "dev": "dev.tsv"}
    one = str(tmp_path / "fitted")
    report = rank_files(RankRequest(order.dictionary, order.dev, (one, "tfidf"), replicates=100))
    assert report.reports[one].scores[0].value == found.record["epochs"][0]["dev"]
    assert "concept_ranker (tiny (weights " in str(report.reports[one].document["ranker"])
    assert report.gaps[0].first == one


def test_a_training_is_a_run_like_any_other(order: LinkTrainRequest, tmp_path: Path) -> None:
    """Ids that a corpus repeats are told apart; a test that chose the checkpoint is noted."""
    lines = order.mentions.read_text(encoding="utf-8").splitlines()
    order.mentions.write_text("\n".join([*lines, lines[1]]) + "\n", encoding="utf-8")
    trained = train_ranker(order, tmp_path / "fitted", tmp_path / "runs")
    folder = tmp_path / "runs" / trained.run
    stored = read_stored(folder)
    [note] = trained.record["notes"]["train.tsv"]
    assert note["what"] == "mentions with the id of an earlier mention, counted too"
    assert note["count"] == 1
    assert verify(folder) == []
    assert (stored.run.spec.recipe, stored.run.spec.train[0].items) == ("concept_ranker", 33)
    scores = {score.metric: score.value for score in stored.run.scores}
    assert scores["acc@1"] == pytest.approx(trained.record["epochs"][0]["dev"])
    assert "20 of 20 mentions of dev/all are also among the development mentions." in stored.run.notes
    model = load(folder, stored.run)
    assert model is not None
    rows = {one.id: one for one in mentions_of(order.dev or order.mentions, None, None).mentions}
    [(label, [answers])] = stored.answers.items()
    assert model.predict([rows[name] for name in stored.tests[label].ids]) == list(answers)
    assert shared_ranker(folder, stored.run).facts.architecture == "SentenceTransformer"


def test_it_runs_as_a_job(store: Store, tmp_path: Path, order: LinkTrainRequest, now: datetime) -> None:
    assert trained_rankers(tmp_path) == ()
    jobs.start(store, "train_ranker", to_data(order), "ada", now)
    done = jobs.run_one(store, tmp_path)
    assert done is not None
    assert (done.status, done.error) == ("done", None)
    place = rankers_folder(tmp_path) / training_id(order)
    [run] = done_runs(tmp_path / "runs")
    assert done.result == {"id": training_id(order), "folder": str(place), "run": run.id}
    assert [one.folder for one in trained_rankers(tmp_path)] == [place]


def test_a_cancelled_job_leaves_no_ranker(
    store: Store,
    tmp_path: Path,
    order: LinkTrainRequest,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = jobs.start(store, "train_ranker", to_data(order), "ada", now)
    told: Callable[..., bool] = store.jobs.progress

    def progress(*given: object) -> bool:
        store.jobs.cancel(job.id, now)
        return told(*given)

    monkeypatch.setattr(store.jobs, "progress", progress)
    done = jobs.run_one(store, tmp_path)
    assert done is not None
    assert done.status == "cancelled"
    assert trained_rankers(tmp_path) == ()
