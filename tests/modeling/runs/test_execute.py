"""Runs: done once, taken up where they broke off, and every number found again from the predictions."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from aloi.annotation.rows import LabelledText, ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.modeling import recipes
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes.base import Step, Training
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.folder import is_held, locked, read_error, read_log
from aloi.modeling.runs.inputs import draw
from aloi.modeling.runs.machine import EnergyMeter
from aloi.modeling.runs.spec import DataUse, Run, read_document, read_run, write_run
from tests.modeling.made_runs import Noisy, NoisyRecipe, data, items, spec
from tests.modeling.row_cases import texts

A, B = data("A"), data("B", high=4.0, start=200)
BOTH = {"A": A, "B": B}
SCORE = r'(i055", "seed": 0, "predicted": )[\d.e-]+'


@pytest.fixture
def noisy(monkeypatch: pytest.MonkeyPatch) -> NoisyRecipe:
    recipe = NoisyRecipe()
    monkeypatch.setattr(recipes, "RECIPES", (*recipes.RECIPES, recipe))
    return recipe


def clock() -> datetime:
    return datetime(2026, 11, 21, 12, tzinfo=UTC)


def done(folder: Path, **others: object) -> Run:
    return execute(spec([A], [A], **others), BOTH, folder, clock=clock)


def test_a_run_is_written_and_read_back_equal(noisy: NoisyRecipe, tmp_path: Path) -> None:
    run = done(tmp_path / "r")
    assert read_run(tmp_path / "r") == run
    assert (run.started_at, run.finished_at, len(run.seeds)) == (clock(), clock(), 3)
    assert run.seeds[0].signature == "noisy 1"
    assert {"aloi", "python", "processor", "cores", "threads", "device"} <= set(run.environment)
    assert [one.metric for one in run.scores] == ["spearman", "pearson", "edrm", "rmse", "mae"]
    assert verify(tmp_path / "r") == []
    assert not (tmp_path / "r" / "seeds").exists()
    assert noisy.fitted == [0, 1, 2]
    assert done(tmp_path / "r") == run
    assert noisy.fitted == [0, 1, 2]  # a run that is done is not done again


def test_notes_and_reasons_of_a_run_are_shown_in_any_language(noisy: NoisyRecipe, tmp_path: Path) -> None:
    run = done(tmp_path / "done")
    reason = Phrase("reason-few-items", "{count} item(s): two are needed", count=1)
    note = Phrase("note-one-seed", "One seed only: the results do not generalise to other seeds.")
    scores = (replace(run.scores[0], value=None, reason=reason, ci_reason=reason), *run.scores[1:])
    write_run(tmp_path, replace(run, notes=(note, "Somebody wrote this."), scores=scores))
    stored = read_document(tmp_path)
    assert (stored["scores"][0]["reason"], stored["notes"][0]) == (str(reason), str(note))  # as ever: English
    again = read_run(tmp_path)
    assert again.notes == (note, "Somebody wrote this.")
    for text in (again.scores[0].reason, again.scores[0].ci_reason, again.notes[0]):
        assert isinstance(text, Phrase)
        assert text.text("fr") != text.text()


def test_scores_are_means_over_seeds_with_intervals_around_them(noisy: NoisyRecipe, tmp_path: Path) -> None:
    run = done(tmp_path)
    stored = read_stored(tmp_path)
    score = run.scores[0]
    gold = stored.tests["A/test"].gold
    each = [float(spearmanr(gold, row).statistic) for row in stored.answers["A/test"]]
    assert score.by_seed == pytest.approx(tuple(each), abs=1e-12)
    assert score.value == pytest.approx(np.mean(each), abs=1e-12)
    assert score.low is not None
    assert score.high is not None
    assert score.low < score.value < score.high
    assert score.n == 30
    assert "bootstrap-percentile-items-1000-seed0-mover-seeds3" in score.signature
    lines = (tmp_path / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert list(rows[0]) == ["test", "id", "seed", "predicted"]
    assert [(row["id"], row["seed"]) for row in rows[:4]] == [
        ("i050", 0), ("i050", 1), ("i050", 2), ("i051", 0)
    ]  # fmt: skip


def test_the_same_seeds_give_the_same_predictions(noisy: NoisyRecipe, tmp_path: Path) -> None:
    one, other = done(tmp_path / "a"), done(tmp_path / "b")
    assert one.predictions_checksum == other.predictions_checksum
    assert one.scores == other.scores
    assert done(tmp_path / "c", seeds=(3, 4, 5)).predictions_checksum != one.predictions_checksum


def test_a_crash_keeps_the_seeds_that_are_done(noisy: NoisyRecipe, tmp_path: Path) -> None:
    whole = done(tmp_path / "whole")
    noisy.fitted.clear()
    noisy.fails = {2: RuntimeError("the machine broke")}
    with pytest.raises(RuntimeError):
        done(tmp_path / "r")
    assert read_error(tmp_path / "r") == "RuntimeError"
    assert not (tmp_path / "r" / "run.json").exists()
    assert noisy.fitted == [0, 1]
    run = done(tmp_path / "r")
    assert noisy.fitted == [0, 1, 2]
    assert run.predictions_checksum == whole.predictions_checksum
    assert "resumed once" in run.notes[-1]
    assert read_error(tmp_path / "r") is None


def test_a_seed_file_that_is_cut_off_is_done_again(noisy: NoisyRecipe, tmp_path: Path) -> None:
    noisy.fails = {1: RuntimeError("x")}
    with pytest.raises(RuntimeError):
        done(tmp_path)
    path = tmp_path / "seeds" / "0.json"
    path.write_text(path.read_text(encoding="utf-8")[:50], encoding="utf-8")
    (tmp_path / "models" / "0" / "model").rmdir()
    done(tmp_path)
    assert noisy.fitted == [0, 0, 1, 2]


def test_who_watches_is_told_and_can_stop(noisy: NoisyRecipe, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def watch(place: int, step: Step) -> bool:
        told.append((place, step.step))
        return (place, step.step) != (1, 2)

    with pytest.raises(Cancelled):
        execute(spec([A], [A]), BOTH, tmp_path, watch=watch)
    assert told == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]
    assert read_error(tmp_path) is None
    assert [(seed, step.loss) for seed, step in read_log(tmp_path)][:2] == [(0, 1.0), (0, 0.5)]
    assert done(tmp_path).spec.seeds == (0, 1, 2)


def test_two_processes_do_not_work_at_one_run(noisy: NoisyRecipe, tmp_path: Path) -> None:
    with locked(tmp_path):
        assert is_held(tmp_path)
        with pytest.raises(AloiError, match="running in another process"):
            done(tmp_path)
    assert not is_held(tmp_path)


@pytest.mark.parametrize(("shared", "fitted"), [(True, [0, 1, 2]), (False, [])])
def test_a_second_process_of_a_launcher_shares_the_fits_that_can_be_and_writes_nothing(
    noisy: NoisyRecipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool, fitted: list[int]
) -> None:
    whole = done(tmp_path / "whole")
    noisy.fitted.clear()
    monkeypatch.setattr("aloi.modeling.runs.execute.is_writer", lambda: False)
    monkeypatch.setattr(NoisyRecipe, "shared", shared)

    def first_process(seconds: float) -> None:
        shutil.copy(tmp_path / "whole" / "run.json", tmp_path / "r" / "run.json")

    monkeypatch.setattr("aloi.modeling.runs.execute.time.sleep", first_process)
    assert done(tmp_path / "r") == whole
    assert noisy.fitted == fitted
    assert {one.name for one in (tmp_path / "r").iterdir()} <= {"models", "run.json"}


def edited(path: Path, pattern: str, by: str) -> None:
    text = path.read_text(encoding="utf-8")
    changed = re.sub(pattern, by, text, count=1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "pattern", "by", "said"),
    [
        ("predictions.jsonl", SCORE, r"\g<1>0.25", "predictions.jsonl is not"),
        ("predictions.jsonl", SCORE, r"\g<1>4.75", "value of spearman is"),
        ("predictions.jsonl", r'"A/test", "id": "i055", "seed": 0', '"B", "id": "i", "seed": 0', "cannot be"),
        ("predictions.jsonl", r".*i055.*\n", "", "predictions.jsonl cannot be read"),
        ("tests.json", r'"gold": 0\.\d+', '"gold": 0.125', "the predictions give"),
        ("tests.json", r'"high": 5.0', '"high": 6.0', "value of edrm is"),
        ("tests.json", r'"status": null', '"status": "single"', "tests.json is not what was written"),
        ("run.json", r'("metric": "mae",\s+"value": )[\d.]+', r"\g<1>0.001", "A/test: value of mae is 0.001"),
        ("run.json", r'("low": )0\.\d+', r"\g<1>0.001", "low of spearman is 0.001; the predictions give"),
        ("run.json", r'("seconds": )[\d.e-]+', r"\g<1>99.5", "run.json is not what was written"),
        ("run.json", r'("subset": )0', r"\g<1>3", "run.json has the id"),
        ("run.json", r'"aloi-run"', '"other"', "run.json cannot be read"),
        ("run.json", r"\{", "[", "run.json cannot be read"),
    ],
)  # fmt: skip
def test_verify_sees_every_edit(
    noisy: NoisyRecipe, tmp_path: Path, file: str, pattern: str, by: str, said: str
) -> None:
    done(tmp_path)
    edited(tmp_path / file, pattern, by)
    problems = verify(tmp_path)
    assert any(said in one for one in problems), problems


def test_scores_on_another_scale_are_put_on_it_and_overlap_is_told(
    noisy: NoisyRecipe, tmp_path: Path
) -> None:
    run = execute(spec([A, B], [A, B], seeds=(0,)), BOTH, tmp_path)
    assert noisy.trained_on == [tuple(one.id for one in (*A.parts["train"], *B.parts["train"]))]
    stored = read_stored(tmp_path)
    assert max(stored.tests["B/test"].gold) <= 4.0
    assert [(one.low, one.high) for one in stored.tests.values()] == [(0.0, 5.0), (0.0, 4.0)]
    # The same noise, on a scale 4/5 as long.
    short, long = (np.array(stored.answers[name]) for name in ("B/test", "A/test"))
    assert short * 5 / 4 == pytest.approx(long)
    assert run.notes == ("Predictions on the scale 0 to 5 were rescaled linearly to that of B/test, 0 to 4.",)
    mixed = data("M")
    mixed = dataset("M", ScoredPair, {"test": (*A.parts["train"][:3], *mixed.parts["test"])})
    run = execute(spec([A], [mixed], seeds=(0,)), {"A": A, "M": mixed}, tmp_path / "m")
    assert run.notes[0] == "3 of 33 pairs of M/test are also among the training pairs."


def test_bigger_draws_contain_smaller_ones(noisy: NoisyRecipe, tmp_path: Path) -> None:
    found = items(100)
    few, more, other = ({one.id for one in draw(found, *drawn)} for drawn in ((25, 1), (50, 1), (25, 2)))
    assert few < more
    assert (len(few), len(more)) == (25, 50)
    assert other != few
    assert draw(found, 100, 1) == found == draw(found, None, 0)
    execute(spec([A], [A], seeds=(0,), train_items=20, subset=1), BOTH, tmp_path)
    assert noisy.trained_on == [tuple(one.id for one in draw(A.parts["train"], 20, 1))]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"train_items": 41}, "The number of training items requested is 41"),
        ({"train_items": 9}, "There are too few pairs for training: 9"),
        ({"train": ()}, "cannot predict before it is trained"),
        ({"tests": ()}, "There are too few tests of the run: 0"),
        ({"tests": (0, 0)}, "The test A/test appears twice"),
    ],
)
def test_what_no_run_can_use_is_refused_before_anything_is_written(
    noisy: NoisyRecipe, tmp_path: Path, asked: dict[str, object], message: str
) -> None:
    wanted = spec([A], [A])
    if "tests" in asked:
        asked = {"tests": tuple(wanted.tests[0] for _ in asked["tests"])}  # type: ignore[attr-defined]
    with pytest.raises(AloiError, match=message):
        execute(replace(wanted, **asked), BOTH, tmp_path / "r")  # type: ignore[arg-type]
    assert not (tmp_path / "r").exists()


def test_energy_counts_packages_once_and_over_the_turn(tmp_path: Path) -> None:
    for name, micro in (("intel-rapl:0", 900), ("intel-rapl:0:0", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "max_energy_range_uj").write_text("999")
        (tmp_path / name / "energy_uj").write_text(str(micro))
    meter = EnergyMeter(tmp_path)
    (tmp_path / "intel-rapl:0" / "energy_uj").write_text("100")
    assert meter.joules() == pytest.approx(200e-6)
    assert EnergyMeter(tmp_path / "none").joules() is None


def test_run_json_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"format": "aloi-run", "format_version": 1}))
    with pytest.raises(AloiError, match=r"run\.json cannot be read as a run"):
        read_run(tmp_path)
    with pytest.raises(AloiError, match=r"absent.run\.json cannot be read as a run"):
        read_run(tmp_path / "absent")


def test_a_run_says_how_texts_were_encoded_and_stays_the_same_run(tiny_encoder: Path, tmp_path: Path) -> None:
    settings = recipes.recipe("sbert_sts").settings({"model": str(tiny_encoder), "device": "cpu"})
    wanted = spec([], [A], recipe="sbert_sts", settings=settings, seeds=(0,))
    run = execute(wanted, BOTH, tmp_path / "r", clock=clock, cache=tmp_path / "cache")
    assert {"encoding": "fp32", "encoding_batch": "by length", "encoding_tuning": "default"}.items() <= (
        dict(run.environment).items()
    )
    [note] = run.notes
    assert "not calibrated" in note
    assert verify(tmp_path / "r") == []
    # From the kept vectors: the same id and the same predictions, to the last digit.
    again = execute(wanted, BOTH, tmp_path / "again", clock=clock, cache=tmp_path / "cache")
    assert (again.id, again.predictions_checksum) == (run.id, run.predictions_checksum)
    assert (tmp_path / "cache" / "vectors.db").is_file()


@dataclass(frozen=True, slots=True)
class EncodedNoisy(Noisy):
    """Says how it encodes."""

    encoding: Mapping[str, Json] = field(default_factory=dict)


def test_a_run_in_whole_numbers_warns_its_readers(noisy: NoisyRecipe, tmp_path: Path) -> None:
    said: dict[str, Json] = {"encoding": "int8", "encoding_tuning": "abc, measured on 48 texts"}

    def fit(training: Training[ScoredPair]) -> Noisy:
        return EncodedNoisy(training, encoding=said)

    noisy.fit = fit  # type: ignore[method-assign]
    run = execute(spec([A], [A], seeds=(0,)), BOTH, tmp_path / "r", clock=clock)
    assert run.notes == ("Texts were encoded in int8, found fastest here: abc, measured on 48 texts.",)
    assert run.environment["encoding"] == "int8"
    assert verify(tmp_path / "r") == []


def test_another_run_in_the_folder_is_refused(noisy: NoisyRecipe, tmp_path: Path) -> None:
    done(tmp_path)
    with pytest.raises(AloiError, match="contains the run"):
        done(tmp_path, seeds=(7,))


def test_rows_that_the_recipe_does_not_take_are_refused(noisy: NoisyRecipe, tmp_path: Path) -> None:
    rows = dataset("T", LabelledText, {"train": texts(20), "test": texts(20)})
    use = DataUse("T", "test", "T", rows.checksum, 20)
    with pytest.raises(AloiError, match="The data of the run is of the kind LabelledText and ScoredPair"):
        execute(replace(spec([A], [A]), tests=(use,)), {**BOTH, "T": rows}, tmp_path / "r")
    train = replace(use, part="train")
    with pytest.raises(AloiError, match="The data for the recipe noisy is of the kind LabelledText"):
        execute(replace(spec([A], [A]), train=(train,), tests=(use,)), {"T": rows}, tmp_path / "r")
