"""Run folders written by hand: predictions of a known quality, no model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from modeling.data.dataset import ScoredItem
from modeling.runs.document import write_run
from modeling.runs.kept_tests import kept_test, write_tests
from modeling.runs.spec import DataUse, Run, RunSpec

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TEST = DataUse("a", "test", "clinical 1.0", "c0ffee", 80)
TRAIN = DataUse("a", "train", "clinical 1.0", "c0ffee", 400)
OTHER_TRAIN = DataUse("b", "train", "general 1.0", "decaf", 200)
OTHER_TEST = DataUse("b", "test", "general 1.0", "decaf", 40)


def items(use: DataUse) -> tuple[ScoredItem, ...]:
    """Return the test items of a data use: the same use gives the same ones."""
    generator = np.random.default_rng(use.items)
    found = []
    for at in range(use.items):
        truth = float(generator.uniform(0, 5))
        answers = {f"A{who}": float(np.clip(truth + generator.normal(0, 0.6), 0, 5)) for who in (1, 2, 3)}
        miners = ("lexical", "nearest") if at % 4 else ("random_pairs",)
        status = "adjudicated" if at % 5 == 0 else "aggregated"
        gold = float(np.mean(list(answers.values())))
        found.append(ScoredItem(f"i{at:03}", f"left {at}", f"right {at}", gold, miners, status, answers))
    return tuple(found)


def write_run_folder(
    folder: Path,
    *,
    recipe: str = "tfidf",
    noise: float = 1.0,
    train: Sequence[DataUse] = (),
    tests: Sequence[DataUse] = (TEST,),
    seeds: Sequence[int] = (0,),
    train_items: int | None = None,
    subset: int = 0,
    notes: Sequence[str] = (),
    **settings: str | int,
) -> str:
    """Write a run whose predictions are the gold and noise, and return its id."""
    spec = RunSpec(recipe, settings, tuple(train), None, tuple(tests), tuple(seeds), train_items, subset)
    place = folder / spec.id
    place.mkdir(parents=True)
    rows = ["test\tid\tseed\tgold\tpredicted"]
    for use in sorted(tests, key=lambda one: one.label):
        for item in items(use):
            for seed in seeds:
                drawn = np.random.default_rng([int(item.id[1:]), seed, *recipe.encode(), subset])
                predicted = item.score + noise * float(drawn.normal())
                rows.append(f"{use.label}\t{item.id}\t{seed}\t{item.score!r}\t{predicted!r}")
    (place / "predictions.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    write_tests(place, tuple(kept_test(use, 0, 5, items(use)) for use in tests))
    write_run(place, Run(spec, NOW, NOW, (), (), {}, "0" * 64, notes=tuple(notes)))
    return spec.id
