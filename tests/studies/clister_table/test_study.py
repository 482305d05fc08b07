"""The table of CLISTER: balanced draws, dev of every source, resumed cells, numbers, files, page, command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from scipy.stats import spearmanr

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import to_data
from aloi.modeling import recipes
from aloi.modeling.recipes.base import Training
from aloi.modeling.runs.estimate import RunCost, Seconds
from aloi.storage.store import Store
from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.studies.clister_table.study import ClisterTable, StudyPlan, make_table, plan_of
from aloi.studies.clister_table.tables import stated_scores, table_csv, table_latex
from aloi.terminal.main import aloi
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.models.results import read_results
from tests.modeling.made_runs import Noisy, NoisyRecipe, items
from tests.ui.pages import open_page, tables

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
BASELINES = ("mean", "levenshtein")


class Untrainable(NoisyRecipe):
    """The noisy recipe, which predicts untrained too."""

    needs_training: ClassVar[bool] = False

    def fit(self, training: Training[ScoredPair]) -> Noisy:
        """Return the fitted predictor; untrained, the same one."""
        return super().fit(training) if training.train else Noisy(training)


@pytest.fixture(scope="module")
def noisy() -> Iterator[NoisyRecipe]:
    recipe = Untrainable()
    floors = tuple(one for one in recipes.RECIPES if one.name in BASELINES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recipes, "RECIPES", (*floors, recipe))
        yield recipe


def write_table(path: Path, count: int, start: int, high: float) -> Path:
    """Write pairs with a status of their gold, which cuts read."""
    lines = ["id\tsentence1\tsentence2\tscore\tstatus"]
    lines += [
        f"{pair.id}\t{pair.left}\t{pair.right}\t{pair.score}\t{'adjudicated' if at % 3 else 'aggregated'}"
        for at, pair in enumerate(items(count, start, high))
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return a folder of three splits, 0 to 5, and a smaller table without splits, 0 to 4."""
    home = tmp_path_factory.mktemp("sources")
    folder = home / "general"
    folder.mkdir()
    for part, count, start in (("train", 60, 0), ("dev", 12, 100), ("test", 40, 200)):
        write_table(folder / f"{part}.tsv", count, start, 5.0)
    return str(folder), str(write_table(home / "clinical.tsv", 60, 400, 4.0))


def request_of(sources: tuple[str, str], **more: Any) -> ClisterTableRequest:
    scale = {"": (0.0, 5.0), sources[1]: (0.0, 4.0)}
    split = "train=.5,dev=.2,test=.3"
    values = {"recipe": "noisy", "scale": scale, "split": split, "replicates": 100, **more}
    return ClisterTableRequest(sources, **values)


TableMade = tuple[Path, ClisterTable]


@pytest.fixture(scope="module")
def table_made(
    noisy: NoisyRecipe, sources: tuple[str, str], tmp_path_factory: pytest.TempPathFactory
) -> TableMade:
    """Return a data folder and the table that was made in it."""
    data = tmp_path_factory.mktemp("data")
    return data, make_table(None, request_of(sources), data)


def _rows(plan: StudyPlan) -> list[tuple[str, int, list[str]]]:
    return [(row.trained_on, row.spec.n_train, [use.label for use in row.spec.devs]) for row in plan.rows]


def test_rows_draw_as_many_pairs_of_each_source_and_use_the_dev_of_each(
    noisy: NoisyRecipe, sources: tuple[str, str]
) -> None:
    plan = plan_of(None, request_of(sources))
    assert (plan.items, plan.tests) == (30, ("general/test", "clinical/test"))  # half of the 60 of clinical
    assert _rows(plan) == [
        ("none", 0, []),
        ("general/train", 30, ["general/dev"]),
        ("clinical/train", 30, ["clinical/dev"]),
        ("general/train + clinical/train", 60, ["general/dev", "clinical/dev"]),
    ]
    assert [row.spec.seeds for row in plan.rows] == [(0,), (0, 1, 2), (0, 1, 2), (0, 1, 2)]
    assert [one.spec.recipe for one in plan.baselines] == list(BASELINES)
    assert plan.baselines[0].spec.n_train == 60  # of the mean, which needs training data
    with pytest.raises(AloiError, match="at most 30"):
        plan_of(None, request_of(sources, items=31))
    with pytest.raises(AloiError, match="too few sources of scored pairs: 1"):
        plan_of(None, replace(request_of(sources), data=sources[:1]))


def test_a_table_that_was_killed_resumes_with_the_next_seed(
    noisy: NoisyRecipe, sources: tuple[str, str], table_made: TableMade, tmp_path: Path
) -> None:
    noisy.fitted.clear()
    noisy.fails = {2: KeyboardInterrupt()}  # in the last seed of the first source
    with pytest.raises(KeyboardInterrupt):
        make_table(None, request_of(sources), tmp_path)
    assert noisy.fitted == [0, 1]
    table = make_table(None, request_of(sources), tmp_path)
    assert noisy.fitted == [0, 1, 2, 0, 1, 2, 0, 1, 2]
    # Nothing differs but the note of the run that was interrupted.
    assert replace(table.comparison, notes=()) == replace(table_made[1].comparison, notes=())
    assert table.baselines == table_made[1].baselines


def test_the_cost_is_estimated_and_nothing_is_trained(
    noisy: NoisyRecipe, sources: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Seconds(1.0, 1.0)
    monkeypatch.setattr(
        "aloi.workbench.models.training.estimate",
        lambda spec, data, cache: RunCost(spec.id, len(spec.seeds), second, second, second, second, 2**30),
    )
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    data = ["--data", sources[0], "--data", sources[1], "--scale=0,5", "--split=train=.5,dev=.2,test=.3"]
    options = ["--recipe=noisy", "--estimate", "--json"]
    answer = CliRunner().invoke(aloi, ["study", "clister-table", *data, *options])
    # Three rows of three seeds, four seconds each; the untuned row costs nothing.
    assert json.loads(answer.stdout)["seconds"] == 36.0
    assert not (tmp_path / "runs").exists()


def test_every_number_comes_from_the_stored_predictions(table_made: TableMade) -> None:
    data, table = table_made
    assert table.tests == ("general/test", "clinical/test", "clinical/test + general/test")
    assert [run.train for run in table.comparison.runs] == [
        "none",
        "general (30 pairs)",
        "clinical (30 pairs)",
        "general + clinical (2 × 30 pairs)",
    ]
    [both] = read_results(data / "runs", table.runs[-1:])
    union = next(test for test in table.comparison.tests if test.label == table.tests[-1])
    scores = {score.name: score for score in union.family.scores}
    sides = [both.tests[label] for label in table.tests[:2]]
    gold = [score / side.gold.high for side in sides for score in side.gold.gold]
    answers = [[score / side.gold.high for side in sides for score in side.answers[at]] for at in range(3)]
    assert scores[both.id].by_seed == pytest.approx([spearmanr(gold, one).statistic for one in answers])
    # Four rows are six comparisons on each test and on each part; baselines are not among them.
    assert [len(test.family.differences) for test in table.comparison.tests] == [6, 6, 6]
    for test in table.comparison.tests:
        assert [cut.title for cut in test.cuts] == ["adjudicated", "aggregated"]
        assert sum(cut.items for cut in test.cuts) == test.items
        assert all(pair.p_holm is not None for cut in test.cuts for pair in cut.differences)
    assert table.baselines is not None
    assert [run.system for run in table.baselines.runs] == ["levenshtein"]
    assert "constant" in table.skipped["mean"]
    assert from_json(ClisterTable, to_json(table)) == table


def test_scripts_read_a_row_for_each_training_and_test(table_made: TableMade) -> None:
    table = table_made[1]
    rows = stated_scores(table)
    assert len(rows) == 4 * 3
    assert {row["tested_on"] for row in rows} == {"general/test", "clinical/test", "all"}
    assert [row["p_adjusted"] is None for row in rows if row["trained_on"] == "none"] == [True] * 3
    [of_all] = [
        row for row in rows if row["tested_on"] == "all" and str(row["trained_on"]).startswith("general +")
    ]
    union = next(test for test in table.comparison.tests if test.label == table.tests[-1])
    score = next(each for each in union.family.scores if each.name == table.runs[-1])
    assert (of_all["metric"], of_all["value"], of_all["interval"]) == (
        "spearman",
        score.value,
        score.interval,
    )
    assert of_all["p_adjusted"] == union.family.between(table.runs[-1], table.runs[0]).p_holm


def test_latex_has_one_table_of_training_by_test_data_and_csv_every_number(table_made: TableMade) -> None:
    table = table_made[1]
    latex = table_latex(table)
    main = latex.split(r"\end{table}")[0]
    assert r"Training data & general/test (40) & clinical/test (18) & all (58) \\" in main
    names = [line.split(" & ")[0] for line in main.splitlines() if line.endswith(r"\\") and " & " in line]
    assert names[2:] == [
        "none (untuned)",
        "general (30 pairs)",
        "clinical (30 pairs)",
        "general + clinical (2 × 30 pairs)",
        "baseline levenshtein",
    ]
    lines = table_csv(table).splitlines()
    assert sum(line.startswith("score,") for line in lines) == 3 * (4 + 1)
    assert sum(line.startswith("difference,") for line in lines) == 3 * 6
    assert sum(line.startswith("cut difference,") for line in lines) == 3 * 2 * 6


def test_a_job_makes_the_table_and_the_page_shows_it(
    site: Store, sources: tuple[str, str], table_made: TableMade
) -> None:
    assert t("clister_table.empty") in [one.value for one in open_page(site, "clister_table").info]
    jobs.start(site, "clister_table", to_data(request_of(sources)), "M1", NOW)
    done = jobs.run_one(site, table_made[0])
    assert done is not None
    assert done.status == "done", done.error
    at = open_page(site, "clister_table")
    assert not at.exception
    table = from_json(ClisterTable, done.result)
    last = next(row for row in table.comparison.grid if row.run.id == table.runs[-1]).cells[0]
    assert last is not None
    main, pairs, parts, *_ = tables(at)
    assert list(main.iloc[:, 0]) == [
        t("clister_table.untuned"),
        *(run.train for run in table.comparison.runs[1:]),
        t("clister_table.baseline", name="levenshtein"),
    ]
    assert f"{last.value:.3f}" in main.iloc[3, 2]  # clinical before general, as runs sort tests by name
    assert (len(pairs), len(parts)) == (6, 4)
