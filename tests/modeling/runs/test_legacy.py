"""Folders of runs that earlier versions wrote, kept as they were, still open and verify."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.evaluation.scores import score_set
from aloi.modeling.runs.check import check, verify
from aloi.modeling.runs.document import STAMP, stamp
from aloi.modeling.runs.stored import read_stored

# Written by the version before runs of every kind had one folder, on invented rows.
KEPT = Path(__file__).parent / "kept"


@pytest.mark.parametrize(
    ("name", "kind", "tests", "seeds"),
    [
        ("pairs", "ScoredPair", {"general/test": 24, "clinical/test": 24}, 3),
        ("texts", "LabelledText", {"texts": 24}, 2),
        ("labels", "LabelledText", {"several": 24}, 1),
        ("tags", "TaggedTokens", {"tags": 44}, 1),
        ("questions", "MultipleChoice", {"questions": 24}, 1),
    ],
)
def test_a_folder_of_before_opens_and_its_numbers_are_found_again(
    name: str, kind: str, tests: dict[str, int], seeds: int
) -> None:
    stored = read_stored(KEPT / name)
    assert (stored.kind, stored.legacy) == (kind, True)
    assert {label: len(one.ids) for label, one in stored.tests.items()} == tests
    assert {label: len(one) for label, one in stored.answers.items()} == dict.fromkeys(tests, seeds)
    assert verify(KEPT / name) == []
    for label, test in stored.tests.items():
        for again in score_set(test, stored.answers[label], stored.run.spec.seeds):
            was = stored.scores[label][again.metric]
            assert again.by_seed == pytest.approx(was.by_seed, abs=1e-12)


def test_what_stood_beside_pairs_is_there_still() -> None:
    test = read_stored(KEPT / "pairs").tests["general/test"]
    assert (test.low, test.high) == (0.0, 4.0)
    assert test.provenance[0].miners == ("random_pairs",)
    assert test.provenance[0].status == "adjudicated"
    assert test.provenance[0].answers.keys() == {"A1", "A2", "A3"}
    assert read_stored(KEPT / "tags").tests["tags"].units.keys == ("document",)


def _changed(tmp_path: Path, name: str, file: str, was: str, now: str) -> Path:
    folder = shutil.copytree(KEPT / name, tmp_path / name)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "file", "was", "now", "said"),
    [
        ("pairs", "predictions.tsv", "i250\t0\t0.26", "i250\t0\t0.27", "the gold of 'i250'"),
        ("pairs", "tests.json", '"adjudicated"', '"single"', "tests.json is not what was"),
        ("texts", "predictions.jsonl", '["heart"]', '["neurology"]', "predictions.jsonl is not what was"),
        ("tags", "tests.json", '"aloi-row-tests"', '"other"', "no tests.json that can be read"),
    ],
)  # fmt: skip
def test_an_edit_of_such_a_folder_is_seen(
    tmp_path: Path, name: str, file: str, was: str, now: str, said: str
) -> None:
    problems = verify(_changed(tmp_path, name, file, was, now))
    assert any(said in one for one in problems), problems


def test_an_interval_that_is_made_otherwise_today_is_told_and_no_problem(tmp_path: Path) -> None:
    folder = shutil.copytree(KEPT / "texts", tmp_path / "r")

    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    document["scores"][0]["low"] += 0.01
    document[STAMP] = stamp(document)
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    found = check(folder)
    assert found.problems == ()
    assert "resampled otherwise" in found.notes[0]


def test_a_version_to_come_is_refused(tmp_path: Path) -> None:
    folder = _changed(tmp_path, "pairs", "tests.json", '"format_version": 1', '"format_version": 9')
    with pytest.raises(AloiError, match=r"tests\.json"):
        read_stored(folder)
