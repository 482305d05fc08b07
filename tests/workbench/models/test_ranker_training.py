"""Training a ranker of concepts on files: checked before, run as a job, listed with its data."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.base.requests import from_data, to_data
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
from aloi.workbench.requests.models import LinkTrainRequest
from tests.modeling.recipes.training.test_ranking import DICTIONARY, MENTIONS, QUICK
from tests.modeling.tiny import tiny_folder


@pytest.fixture
def asked(tmp_path: Path) -> LinkTrainRequest:
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


def test_a_request_is_checked_and_counted_before(asked: LinkTrainRequest) -> None:
    assert check_request(asked) == {
        "names": 10, "mentions": 32, "without_concept": 1, "composite": 1, "duplicate": 0, "unnamed": 0,
        "kept": 30,
    }  # fmt: skip
    assert from_data(LinkTrainRequest, json.loads(json.dumps(to_data(asked)))) == asked
    with pytest.raises(AloiError, match="no setting 'lr'"):
        check_request(LinkTrainRequest(asked.dictionary, asked.mentions, settings={"lr": 1}))
    with pytest.raises(AloiError, match="There is no"):
        check_request(
            LinkTrainRequest(asked.dictionary, asked.mentions.with_name("none.tsv"), settings=asked.settings)
        )


def test_training_tells_its_steps_and_the_folder_ranks(asked: LinkTrainRequest, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, message: object) -> bool:
        told.append((done, total, str(message)))
        return True

    found = train_ranker(asked, tmp_path / "fitted", progress)
    assert [one[:2] for one in told] == [(1, 4), (2, 4), (3, 4), (4, 4), (4, 4)]
    assert told[0][2].startswith("epoch 1 of 1, loss ")
    assert "acc@1" in told[-1][2]
    assert found.title == "tiny trained on train.tsv, seed 0 (fitted)"
    assert found.record["about"] == {"dictionary": "names.tsv", "mentions": "train.tsv", "dev": "dev.tsv"}
    one = str(tmp_path / "fitted")
    report = rank_files(RankRequest(asked.dictionary, asked.dev, (one, "tfidf"), replicates=100))
    assert report.reports[one].scores[0].value == found.record["epochs"][0]["dev"]
    assert "concept_ranker (tiny (weights " in str(report.reports[one].document["ranker"])
    assert report.gaps[0].first == one


def test_it_runs_as_a_job(store: Store, tmp_path: Path, asked: LinkTrainRequest, now: datetime) -> None:
    assert trained_rankers(tmp_path) == ()
    jobs.start(store, "train_ranker", to_data(asked), "ada", now)
    done = jobs.run_one(store, tmp_path)
    assert done is not None
    assert (done.status, done.error) == ("done", None)
    place = rankers_folder(tmp_path) / training_id(asked)
    assert done.result == {"id": training_id(asked), "folder": str(place)}
    assert [one.folder for one in trained_rankers(tmp_path)] == [place]


def test_a_cancelled_job_leaves_no_ranker(
    store: Store, tmp_path: Path, asked: LinkTrainRequest, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = jobs.start(store, "train_ranker", to_data(asked), "ada", now)
    told: Callable[..., bool] = store.jobs.progress

    def progress(*given: object) -> bool:
        store.jobs.cancel(job.id, now)
        return told(*given)

    monkeypatch.setattr(store.jobs, "progress", progress)
    done = jobs.run_one(store, tmp_path)
    assert done is not None
    assert done.status == "cancelled"
    assert trained_rankers(tmp_path) == ()
