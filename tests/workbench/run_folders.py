"""Run folders written by hand: answers of a known quality to rows of any kind, no model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from aloi.evaluation.rows import Answer, EvaluationSet, Provenance
from aloi.evaluation.scores import score_set
from aloi.modeling.runs.predictions import write_predictions, write_tests
from aloi.modeling.runs.spec import DataUse, Run, RunSpec, SeedResult, write_run

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TEST = DataUse("a", "test", "clinical 1.0", "c0ffee", 80)
TRAIN = DataUse("a", "train", "clinical 1.0", "c0ffee", 400)
OTHER_TRAIN = DataUse("b", "train", "general 1.0", "decaf", 200)
OTHER_TEST = DataUse("b", "test", "general 1.0", "decaf", 40)
KINDS = ("ScoredPair", "LabelledText", "TaggedTokens", "MultipleChoice", "LinkedMention")
_CONCEPTS = tuple(f"C{number:03}" for number in range(12))


def gold_of(use: DataUse, kind: str = "ScoredPair") -> EvaluationSet:
    """Return the test of a data use: the same use gives the same one."""
    generator = np.random.default_rng(use.items)
    gold: list[Answer] = []
    beside = []
    for at in range(use.items):
        truth = float(generator.uniform(0, 5))
        answers: dict[str, Answer] = {}
        for who in (1, 2, 3):
            said = float(np.clip(truth + generator.normal(0, 0.6), 0, 5))
            answers[f"A{who}"] = said if kind == "ScoredPair" else _answer(kind, said / 5)
        miners = ("lexical", "nearest") if at % 4 else ("random_pairs",)
        beside.append(Provenance(miners, "adjudicated" if at % 5 == 0 else "aggregated", answers))
        pairs = kind == "ScoredPair"
        gold.append(float(np.mean(list(answers.values()))) if pairs else _answer(kind, truth / 5))
    documents = tuple(f"d{at // 4}" if kind == "TaggedTokens" else "" for at in range(use.items))
    ids = tuple(f"i{at:03}" for at in range(use.items))
    high = 5.0 if kind == "ScoredPair" else 1.0
    return EvaluationSet(use.label, use.checksum, kind, ids, documents, tuple(gold), 0.0, high, tuple(beside))


def _answer(kind: str, share: float) -> Answer:
    """Return one of a few answers of a kind, by a number of 0 to 1."""
    place = min(2, int(share * 3))
    match kind:
        case "LabelledText":
            return (("heart",), ("lung",), ("heart", "lung"))[place]
        case "TaggedTokens":
            return (("O", "B-DRUG", "O"), ("B-SIGN", "I-SIGN", "O"), ("O", "O", "B-DRUG"))[place]
        case "MultipleChoice":
            return ((0,), (1,), (0, 2))[place]
    return (_CONCEPTS[min(11, int(share * 12))],)


def _ranked(gold: Answer, place: int) -> Answer:
    """Return candidates of a mention with the right one at a place."""
    (right,) = gold  # type: ignore[misc]
    others = [one for one in _CONCEPTS if one != right]
    return ((*others[:place], str(right), *others[place:]),)


def _predicted(gold: EvaluationSet, noise: float, drawn: np.random.Generator, at: int) -> Answer:
    here = gold.gold[at]
    if gold.kind == "ScoredPair":
        return float(here) + noise * float(drawn.normal())  # type: ignore[arg-type]
    wrong = float(drawn.uniform()) < noise / 4
    if gold.kind == "LinkedMention":
        return _ranked(here, 3 if wrong else 0)
    return _answer(gold.kind, float(drawn.uniform())) if wrong else here


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
    kind: str = "ScoredPair",
    folds: int = 0,
    constant: float | None = None,
    **settings: str | int,
) -> str:
    """Write a run whose predictions are the gold and noise, or one constant score, and return its id."""
    data = (tuple(train), None, tuple(tests))
    spec = RunSpec(recipe, settings, *data, tuple(seeds), train_items, subset, folds=folds)
    place = folder / spec.id
    place.mkdir(parents=True)
    sets = [gold_of(use, kind) for use in tests]
    answers = {
        gold.label: [
            [
                _predicted(gold, noise, np.random.default_rng([at, seed, *recipe.encode(), subset]), at)
                if constant is None
                else constant
                for at in range(len(gold.ids))
            ]
            for seed in seeds
        ]
        for gold in sets
    }
    scores = [one for gold in sets for one in score_set(gold, answers[gold.label], seeds, replicates=100)]
    write_run(
        place,
        Run(
            spec,
            NOW,
            NOW,
            tuple(SeedResult(seed, "made by hand", 1.0, 1.0) for seed in seeds),
            tuple(scores),
            {},
            write_predictions(place, sets, seeds, answers),
            notes=tuple(notes),
            tests_checksum=write_tests(place, sets),
        ),
    )
    return spec.id
