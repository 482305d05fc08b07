"""Labels and mentions run as pairs do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from aloi.annotation.rows import LabelledText, LinkedMention
from aloi.corpora.model import Json
from aloi.modeling import recipes
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.recipes.base import Recipe, Training
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import StoredRun, read_stored, verify
from aloi.modeling.runs.spec import DataUse, RunSpec
from tests.modeling.row_cases import LABELS, texts
from tests.modeling.runs.test_execute import clock


@dataclass(frozen=True)
class Guesser:
    """Answers right with the probability 0.7, wrong with the first label otherwise."""

    seed: int
    signature: str = "guesser"

    def predict(self, rows: Sequence[LabelledText]) -> list[tuple[str, ...]]:
        lucky = np.random.default_rng(self.seed).random(len(rows)) < 0.7
        return [row.labels if right else LABELS[:1] for row, right in zip(rows, lucky, strict=True)]

    def notes(self, rows: Sequence[LabelledText]) -> tuple[str, ...]:
        return (f"{len(rows)} texts were guessed.",)


class Guessing(Recipe[LabelledText]):
    name, title = "guessing", "Guessing"
    row_kinds = (LabelledText,)
    seeded, floor = True, False
    defaults: ClassVar[Mapping[str, Json]] = {}
    help: ClassVar[Mapping[str, str]] = {}

    def fit(self, training: Training[LabelledText]) -> Any:
        return Guesser(training.seed)


class Ranking(Recipe[LinkedMention]):
    """Ranks the concepts seen in training, the right one second."""

    name, title = "ranking", "Ranking"
    row_kinds = (LinkedMention,)
    seeded, floor = False, False
    defaults: ClassVar[Mapping[str, Json]] = {}
    help: ClassVar[Mapping[str, str]] = {}
    signature = "ranking"

    def fit(self, training: Training[LinkedMention]) -> Any:
        return self

    def predict(self, rows: Sequence[LinkedMention]) -> list[tuple[tuple[str, ...], ...]]:
        return [tuple(("X", one) for one in row.concepts) for row in rows]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "RECIPES", (*recipes.RECIPES, Guessing(), Ranking()))


def ran(recipe: str, found: Dataset, folder: Path, seeds: tuple[int, ...] = (0, 1)) -> StoredRun:
    """Return the run of a recipe on the parts train and test of data, read from its folder."""
    uses = [
        DataUse("d", part, found.name, found.checksum, len(found.parts[part])) for part in ("train", "test")
    ]
    run = execute(RunSpec(recipe, {}, (uses[0],), None, (uses[1],), seeds), {"d": found}, folder, clock=clock)
    stored = read_stored(folder)
    assert stored.run == run
    assert verify(folder) == []
    return stored


def test_labels_run_as_pairs_do(others: None, tmp_path: Path) -> None:
    rows = texts(40, seed=5)
    parts = {"train": (*texts(20), *(replace(one, id=f"x{one.id}") for one in rows[:2])), "test": rows}
    stored = ran("guessing", dataset("made", LabelledText, parts), tmp_path)
    assert list(stored.scores["made/test"]) == [
        "weighted_f1", "macro_f1", "micro_f1", "exact_match", "jaccard",
    ]  # fmt: skip
    score = stored.scores["made/test"]["exact_match"]
    test = stored.tests["made/test"]
    each = [
        np.mean([a == b for a, b in zip(row, test.gold, strict=True)]) for row in stored.answers["made/test"]
    ]
    assert score.by_seed == pytest.approx(each)
    assert "bootstrap-percentile-texts-1000-seed0-mover-seeds2" in score.signature
    assert "made/test: 40 texts were guessed." in stored.run.notes
    assert any("are also among the training texts" in note for note in stored.run.notes)


def test_mentions_run_as_pairs_do(others: None, tmp_path: Path) -> None:
    rows = [
        LinkedMention(f"m{n:02}", "d", "", (), f"toux {n}", "", f"C{n % 5}|C9" if n % 2 else f"C{n % 5}")
        for n in range(24)
    ]
    parts = {"train": rows[:12], "test": rows[12:]}
    stored = ran("ranking", dataset("made", LinkedMention, parts), tmp_path)
    scores = {name: one.value for name, one in stored.scores["made/test"].items()}
    assert (scores["acc@1"], scores["acc@5"], scores["mrr"]) == (0.0, 1.0, 0.5)
    assert stored.answers["made/test"][0][1] == (("X", "C3"), ("X", "C9"))
