"""Stored runs compared: grid, pairs, cuts, ceiling; and what must not be compared."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from aloi.base.errors import AloiError
from aloi.evaluation.metrics import metric, metrics_of
from aloi.workbench.models.comparison import Comparison, ComparisonNote, NoteKind, against, compare_runs
from aloi.workbench.models.results import read_results
from aloi.workbench.requests.models.evaluation import CompareRequest
from tests.workbench.run_folders import (
    KINDS,
    OTHER_TEST,
    OTHER_TRAIN,
    TEST,
    TRAIN,
    gold_of,
    write_run_folder,
)

SBERT = {"recipe": "sbert_sts", "seeds": (1, 2, 3), "model": "models/small"}


@pytest.fixture
def runs(tmp_path: Path) -> dict[str, str]:
    """Return the ids of a floor and of one recipe trained on nothing, A, B and A + B, by a short name."""
    both = (TEST, OTHER_TEST)
    return {
        "floor": write_run_folder(tmp_path, recipe="levenshtein", noise=3, tests=both),
        "none": write_run_folder(tmp_path, noise=2, tests=both, **{**SBERT, "seeds": (1,)}),
        "A": write_run_folder(tmp_path, noise=0.8, train=(TRAIN,), tests=both, **SBERT),
        "B": write_run_folder(tmp_path, noise=1.2, train=(OTHER_TRAIN,), tests=both, **SBERT),
        "A+B": write_run_folder(tmp_path, noise=0.7, train=(TRAIN, OTHER_TRAIN), tests=(TEST,), **SBERT),
    }


def _compare(folder: Path, runs: dict[str, str], **options: object) -> Comparison:
    return compare_runs(folder, CompareRequest(tuple(runs.values()), replicates=200, **options))


def test_the_grid_has_a_row_a_run_and_a_column_a_test(tmp_path: Path, runs: dict[str, str]) -> None:
    found = _compare(tmp_path, runs)
    assert [one.label for one in found.tests] == ["clinical 1.0/test", "general 1.0/test"]
    assert [(row.run.system, row.run.train, row.run.floor) for row in found.grid] == [
        ("levenshtein", "none", True),
        ("sbert_sts (small)", "none", False),
        ("sbert_sts (small)", "general 1.0", False),
        ("sbert_sts (small)", "clinical 1.0", False),
        ("sbert_sts (small)", "clinical 1.0 + general 1.0", False),
    ]
    last = found.grid[-1]
    assert last.run.id == runs["A+B"]
    assert last.cells[1] is None
    assert last.cells[0] is not None
    assert len(last.cells[0].by_seed) == 3


def test_every_number_comes_from_the_predictions(tmp_path: Path, runs: dict[str, str]) -> None:
    found = _compare(tmp_path, runs, test="general 1.0/test", metric="rmse")
    (one,) = found.tests
    gold = gold_of(OTHER_TEST).gold
    lines = (tmp_path / runs["B"] / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    table = [line for line in map(json.loads, lines) if line["test"].startswith("general")]
    by_seed = [
        metric("rmse")
        .sums(gold, [[line["predicted"] for line in table if line["seed"] == seed]], 0, 5)[0]
        .observed
        for seed in (1, 2, 3)
    ]
    score = next(score for score in one.family.scores if score.name == runs["B"])
    assert score.by_seed == pytest.approx(by_seed, abs=1e-12)
    assert score.value == pytest.approx(np.mean(by_seed), abs=1e-12)
    # the lowest error is the best
    assert one.family.scores[0].name == runs["A"]
    assert one.family.scores[0].rank == 1
    assert found.direction.value == "lower"
    assert "|items:40|" in one.family.signature


def test_the_ceiling_stands_on_the_answers_kept(tmp_path: Path, runs: dict[str, str]) -> None:
    one = _compare(tmp_path, runs).tests[0]
    assert one.ceiling is not None
    assert one.ceiling.items == one.people.items == 80
    assert 0.8 < one.people.value < 0.95
    # A perfect system is nearer to the gold than one annotator is to the others.
    assert one.people.value < one.ceiling.value < 1
    assert [who.annotator for who in one.people.annotators] == ["A1", "A2", "A3"]
    assert {who.name for who in one.people.systems} == {score.name for score in one.family.scores}


def test_cuts_part_the_items(tmp_path: Path, runs: dict[str, str]) -> None:
    origin = _compare(tmp_path, runs, cut="origin").tests[0].cuts
    assert [(one.title, one.items) for one in origin] == [
        ("chosen by an encoder", 60),
        ("chosen without an encoder", 20),
    ]
    assert {score.name for score in origin[1].scores} == set(runs.values())
    status = _compare(tmp_path, runs, cut="status").tests[0].cuts
    assert [(one.title, one.items) for one in status] == [("adjudicated", 16), ("aggregated", 64)]
    assert not _compare(tmp_path, runs).tests[0].cuts


def test_notes_say_what_a_reader_should_know(tmp_path: Path, runs: dict[str, str]) -> None:
    found = _compare(tmp_path, runs, method="student")
    assert [note.kind for note in found.notes] == [NoteKind.STUDENT, NoteKind.FEW_ITEMS]
    assert "does not generalise to other items" in found.notes[0].text
    assert found.notes[1].text.startswith("general 1.0/test has 40 items")
    leaked = ("3 pairs leaked.",)
    one, two = (
        write_run_folder(tmp_path, noise=1, train=(TRAIN,), recipe="sbert_sts", seeds=seeds, notes=leaked)
        for seeds in ((7,), (1, 2))
    )
    found = compare_runs(tmp_path, CompareRequest((one, two), replicates=100))
    assert found.notes == (
        ComparisonNote(NoteKind.RUN, "3 pairs leaked.", (one, two)),
        ComparisonNote(
            NoteKind.ONE_SEED, "One seed only: the results do not generalise to other seeds.", (one,)
        ),
    )
    names = [f"sbert_sts ({run[:6]}), clinical 1.0" for run in (one, two)]
    assert found.note_lines() == [
        f"3 pairs leaked. ({'; '.join(names)})",
        f"One seed only: the results do not generalise to other seeds. ({names[0]})",
    ]


def test_draws_of_training_pairs_can_be_left_to_the_curve(tmp_path: Path) -> None:
    whole = write_run_folder(tmp_path, recipe="sbert_sts", train=(TRAIN,))
    draw = write_run_folder(tmp_path, recipe="sbert_sts", train=(TRAIN,), train_items=100, subset=2)
    found = compare_runs(tmp_path, CompareRequest((whole, draw), replicates=100))
    assert [one.train for one in found.runs] == ["clinical 1.0 (100 pairs, draw 2)", "clinical 1.0"]
    assert [one.id for one in compare_runs(tmp_path, CompareRequest((whole, draw), curve=True)).runs] == [
        whole
    ]
    assert [
        one.id for one in compare_runs(tmp_path, CompareRequest((draw,), curve=True, replicates=100)).runs
    ] == [draw]


def test_runs_that_look_alike_are_told_apart_by_id(tmp_path: Path) -> None:
    ids = [write_run_folder(tmp_path, recipe="sbert_sts", train=(TRAIN,), seeds=(one,)) for one in (1, 2)]
    found = compare_runs(tmp_path, CompareRequest(tuple(ids), replicates=100))
    assert sorted(one.system for one in found.runs) == sorted(f"sbert_sts ({one[:6]})" for one in ids)


def test_settings_that_differ_are_shown(tmp_path: Path) -> None:
    ids = [
        write_run_folder(
            tmp_path, recipe="sbert_sts", model="x/small", train=(TRAIN,), epochs=epochs, loss="cosine"
        )
        for epochs in (1, 5)
    ]
    found = compare_runs(tmp_path, CompareRequest(tuple(ids), replicates=100))
    assert [one.system for one in found.runs] == [
        "sbert_sts (small, epochs=1)",
        "sbert_sts (small, epochs=5)",
    ]


def test_settings_of_the_training_are_not_shown_of_untuned_systems(tmp_path: Path) -> None:
    options = {"recipe": "sbert_sts", "model": "x/small"}
    ids = [
        write_run_folder(tmp_path, train=(TRAIN,), epochs=9, prefix="", **options),
        write_run_folder(tmp_path, epochs=5, prefix="", **options),
        write_run_folder(tmp_path, epochs=5, prefix="query: ", **options),
    ]
    found = compare_runs(tmp_path, CompareRequest(tuple(ids), replicates=100))
    assert [one.system for one in found.runs] == [
        "sbert_sts (small, prefix=)",
        "sbert_sts (small, prefix=)",
        "sbert_sts (small, prefix=query: )",
    ]
    assert [
        one.system for one in compare_runs(tmp_path, CompareRequest(tuple(ids[:2]), replicates=100)).runs
    ] == [
        "sbert_sts (small)",
        "sbert_sts (small)",
    ]


def test_a_run_may_be_named_by_the_beginning_of_its_id(tmp_path: Path, runs: dict[str, str]) -> None:
    found = compare_runs(tmp_path, CompareRequest((runs["A"][:8], runs["A"]), replicates=100))
    assert [one.id for one in found.runs] == [runs["A"]]
    for asked, said in (("zzz", "The number of runs that match"), ("", "The number of runs that match")):
        with pytest.raises(AloiError, match=said):
            compare_runs(tmp_path, CompareRequest((asked,)))
    with pytest.raises(AloiError, match="lacks the names of the runs"):
        compare_runs(tmp_path, CompareRequest(()))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"metric": "f1"}, "No metric of rows of the kind ScoredPair is called 'f1'"),
        ({"metric": "exact_match"}, "No metric of rows of the kind ScoredPair is called 'exact_match'"),
        ({"test": "dev"}, "clinical 1.0/test, general 1.0/test"),
        ({"cut": "length"}, "origin, status"),
        ({"method": "magic"}, "permutation, bootstrap, student"),
    ],
)
def test_unknown_names_are_refused(
    tmp_path: Path, runs: dict[str, str], options: dict[str, str], said: str
) -> None:
    with pytest.raises(AloiError, match=said):
        _compare(tmp_path, runs, **options)


def _changed(folder: Path, run: str, what: str) -> None:
    """Change one thing about the test of a run."""
    path = folder / run / "tests.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    first = document["tests"][0]["items"][0]
    if what == "item":
        first["id"] = "a000"
        table = folder / run / "predictions.jsonl"
        table.write_text(table.read_text(encoding="utf-8").replace('"i000"', '"a000"'), encoding="utf-8")
    elif what == "gold":
        first["gold"] = 1.5
    elif what == "scale":
        document["tests"][0]["high"] = 6
    path.write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.parametrize(
    ("what", "said"), [("item", "other items"), ("gold", "other gold"), ("scale", "another scale")]
)
def test_runs_on_another_test_of_the_same_name_are_refused(tmp_path: Path, what: str, said: str) -> None:
    ids = [write_run_folder(tmp_path, recipe=recipe) for recipe in ("levenshtein", "length")]
    _changed(tmp_path, ids[1], what)
    with pytest.raises(AloiError) as caught:
        compare_runs(tmp_path, CompareRequest(tuple(ids)))
    assert said in caught.value.found
    assert ids[0] in caught.value.found
    assert compare_runs(tmp_path, CompareRequest(tuple(ids[1:]), replicates=100)).runs


def test_runs_on_other_data_of_the_same_name_are_refused(tmp_path: Path) -> None:
    changed = dataclasses.replace(TEST, checksum="changed")
    ids = [
        write_run_folder(tmp_path, recipe="levenshtein"),
        write_run_folder(tmp_path, recipe="length", tests=(changed,)),
    ]
    with pytest.raises(AloiError, match="data of another checksum"):
        compare_runs(tmp_path, CompareRequest(tuple(ids)))


def test_predictions_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    run = write_run_folder(tmp_path)
    path = tmp_path / run / "predictions.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"i003"', '"i999"'), encoding="utf-8")
    with pytest.raises(AloiError, match="i003"):
        compare_runs(tmp_path, CompareRequest((run,)))


def test_a_run_without_its_items_is_refused(tmp_path: Path) -> None:
    run = write_run_folder(tmp_path)
    (tmp_path / run / "tests.json").unlink()
    with pytest.raises(AloiError, match=r"lacks tests\.json"):
        compare_runs(tmp_path, CompareRequest((run,)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_row_has_grid_ranks_letters_cuts_and_ceiling(tmp_path: Path, kind: str) -> None:
    ids = [
        write_run_folder(tmp_path, recipe="majority_class", noise=3.5, tests=(TEST, OTHER_TEST), kind=kind),
        write_run_folder(tmp_path, recipe="tfidf_linear", noise=0.5, train=(TRAIN,), seeds=(1, 2), kind=kind),
    ]
    found = compare_runs(tmp_path, CompareRequest(tuple(ids), cut="origin", replicates=200))
    assert (found.kind, found.metric) == (kind, metrics_of(kind)[0].name)
    one, other = found.tests
    assert [score.name for score in one.family.scores] == ids[::-1]
    assert [(score.rank, score.letters) for score in one.family.scores] == [(1, "a"), (2, "b")]
    assert one.family.differences[0].p_holm < 0.05
    assert [cell is None for cell in found.grid[1].cells] == [False, True]
    assert other.items == 40
    assert [(part.title, part.items, len(part.differences)) for part in one.cuts] == [
        ("chosen by an encoder", 60, 1),
        ("chosen without an encoder", 20, 1),
    ]
    assert one.people.items == 80
    assert one.people.value > 0.3
    assert [system.value is not None for system in one.people.systems] == [True, True]
    unknown = (
        None if kind == "ScoredPair" else "a reliability ceiling is available for correlations of scores only"
    )
    assert one.ceiling.reason == unknown
    lines = against(tmp_path, ids[1], ids[0], replicates=100)
    assert [line.metric for line in lines] == [named.name for named in metrics_of(kind)]
    assert lines[0].difference.difference == pytest.approx(lines[0].value - lines[0].other)
    assert lines[0].difference.better == ids[1]


def test_runs_of_several_kinds_are_refused(tmp_path: Path) -> None:
    ids = [
        write_run_folder(tmp_path, recipe="levenshtein"),
        write_run_folder(tmp_path, recipe="majority_class", kind="LabelledText"),
    ]
    with pytest.raises(AloiError, match=f"{ids[0]} of pairs, {ids[1]} of texts"):
        compare_runs(tmp_path, CompareRequest(tuple(ids)))


def test_many_systems_are_tested_against_each_other_in_every_part_too(tmp_path: Path) -> None:
    ids = [write_run_folder(tmp_path, recipe="length", seeds=(seed,)) for seed in range(11)]
    found = compare_runs(tmp_path, CompareRequest(tuple(ids), cut="status", replicates=100))
    assert all(len(part.differences) == 55 and len(part.scores) == 11 for part in found.tests[0].cuts)


def test_runs_at_odds_about_a_test_are_compared_on_another(tmp_path: Path) -> None:
    changed = dataclasses.replace(OTHER_TEST, checksum="changed")
    ids = [
        write_run_folder(tmp_path, recipe="levenshtein", tests=(TEST, OTHER_TEST)),
        write_run_folder(tmp_path, recipe="length", tests=(TEST, changed)),
    ]
    with pytest.raises(AloiError, match="data of another checksum"):
        compare_runs(tmp_path, CompareRequest(tuple(ids)))
    assert len(compare_runs(tmp_path, CompareRequest(tuple(ids), test=TEST.label, replicates=100)).runs) == 2


def test_the_union_of_all_tests_is_a_test_of_its_own(tmp_path: Path, runs: dict[str, str]) -> None:
    comparison = _compare(tmp_path, runs, union=True)
    assert [(one.label, one.items) for one in comparison.tests] == [
        ("clinical 1.0/test", 80),
        ("clinical 1.0/test + general 1.0/test", 120),
        ("general 1.0/test", 40),
    ]
    union = comparison.tests[1]
    assert {score.name for score in union.family.scores} == set(runs.values()) - {runs["A+B"]}
    sides = read_results(tmp_path, [runs["A"]])[0].tests
    gold = [
        (g - side.gold.low) / (side.gold.high - side.gold.low)
        for side in sides.values()
        for g in side.gold.gold
    ]
    by_seed = [
        spearmanr(
            gold,
            [
                (score - side.gold.low) / (side.gold.high - side.gold.low)
                for side in sides.values()
                for score in side.answers[seed]
            ],
        ).statistic
        for seed in range(3)
    ]
    score = next(score for score in union.family.scores if score.name == runs["A"])
    assert score.by_seed == pytest.approx(by_seed, abs=1e-12)
    # The documents of two tests are never the same, and its cuts are those of both tests.
    assert union.people is None
    cuts = _compare(tmp_path, runs, union=True, cut="status").tests[1].cuts
    assert sum(one.items for one in cuts) == 120
