"""Stored runs read for a comparison: their predictions as tables, checked against their test items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpora.model import Json
from errors import AloiError
from modeling.recipes import RECIPES
from modeling.runs.document import FILE, read_run
from modeling.runs.folder import Predictions, read_predictions
from modeling.runs.kept_tests import KeptTest, read_tests
from modeling.runs.spec import DataUse, RunSpec

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TestResults:
    """The predictions of a run on one test, (S, N): a row a seed, items in the order of `kept.items`."""

    __test__ = False

    kept: KeptTest
    predicted: Floats


@dataclass(frozen=True, slots=True)
class RunResults:
    """A stored run.

    Parameters
    ----------
    system : str
        Recipe, its model where it has one, and the settings in which read runs of the recipe differ.
    train : str
        Training data as a table names them; `none` for the untuned model.
    notes : tuple of str
        What the run itself found worth saying, such as test items among the training items.
    tests : mapping
        Label -> its results. The same test has the same label in every run read together.
    """

    spec: RunSpec
    system: str
    train: str
    train_items: int
    floor: bool
    seeded: bool
    notes: tuple[str, ...]
    tests: Mapping[str, TestResults]

    @property
    def id(self) -> str:
        """Return the id of the run."""
        return self.spec.id


def read_results(folder: Path, run_ids: Sequence[str]) -> tuple[RunResults, ...]:
    """Return stored runs in the order named, each once.

    Parameters
    ----------
    run_ids : sequence of str
        Ids, or beginnings of ids that only one run has.

    Raises
    ------
    AloiError
        No runs named, one that is missing or not done, predictions that do not fit the test items, or two
        runs whose test of the same name has other items or other gold.
    """
    if not run_ids:
        raise AloiError("No run was named.", "At least one was expected.", "Name the runs to compare.")
    folders = list(dict.fromkeys(_folder(folder, one) for one in run_ids))
    runs = [read_run(one) for one in folders]
    specs = [one.spec for one in runs]
    labels: dict[tuple[str, str], str] = {}
    by_label: dict[str, tuple[KeptTest, str]] = {}
    found = []
    for place, run in zip(folders, runs, strict=True):
        spec = run.spec
        recipe = next((one for one in RECIPES if one.name == spec.recipe), None)
        found.append(
            RunResults(
                spec,
                _system(spec, specs),
                _train(spec),
                spec.train_items or sum(one.items for one in spec.train),
                recipe is not None and recipe.floor,
                recipe is not None and recipe.seeded,
                run.notes,
                _tests(place, spec, labels, by_label),
            )
        )
    return tuple(found)


def _folder(folder: Path, asked: str) -> Path:
    """Return the folder of the one run whose id begins so."""
    there = sorted(path.parent for path in folder.glob(f"*/{FILE}"))
    found = [path for path in there if path.name.startswith(asked)] if asked else []
    exact = [path for path in found if path.name == asked]
    if len(exact or found) != 1:
        many = f"{len(found)} runs begin so" if found else "no run that is done begins so"
        known = ", ".join(path.name for path in (found or there)[:8])
        raise AloiError(
            f"The run {asked!r} was named, but {many}.",
            f"The id of one stored run was expected: {known or 'there are none'}.",
            "List the runs with `aloi run list`.",
        )
    return (exact or found)[0]


def _tests(
    place: Path,
    spec: RunSpec,
    labels: dict[tuple[str, str], str],
    by_label: dict[str, tuple[KeptTest, str]],
) -> dict[str, TestResults]:
    """Return the results of a run on each of its tests, held against those of the runs read before."""
    kept = {test.label: test for test in read_tests(place)}
    said = {one.test: one for one in read_predictions(place)}
    found = {}
    for use in spec.tests:
        if use.label not in kept or kept[use.label].checksum != use.checksum:
            raise AloiError(
                f"The run {place.name} does not keep the items of its test {use.label}.",
                "The test it says it was scored on was expected in tests.json.",
                "Run it again.",
            )
        test = kept[use.label]
        label = labels.setdefault((use.checksum, use.part), use.label)
        known, first = by_label.setdefault(label, (test, place.name))
        _same_test(label, (known, first), (test, place.name))
        found[label] = TestResults(test, _predicted(place, use, test, spec, said.get(use.label)))
    return found


def _same_test(label: str, one: tuple[KeptTest, str], two: tuple[KeptTest, str]) -> None:
    (known, first), (test, second) = one, two
    told = None
    if [item.id for item in known.items] != [item.id for item in test.items]:
        told = "other items"
    elif [item.gold for item in known.items] != [item.gold for item in test.items]:
        told = "other gold scores"
    elif (known.low, known.high) != (test.low, test.high):
        told = "another scale"
    elif known.checksum != test.checksum:
        told = "data of another checksum"
    if told:
        raise AloiError(
            f"The runs {first} and {second} were both scored on {label}, but it is {told} for the second.",
            "Runs scored on the same test were expected: same items, gold, scale and data.",
            "Run one of them again on the other's data, or compare them apart.",
        )


def _predicted(place: Path, use: DataUse, test: KeptTest, spec: RunSpec, said: Predictions | None) -> Floats:
    """Return the predictions on a test, or raise AloiError unless they are for its items and gold."""
    ids = tuple(one.id for one in test.items)
    if said is None or said.ids != ids or said.seeds != tuple(sorted(spec.seeds)):
        odd = sorted(set(ids) ^ set(said.ids))[:3] if said else []
        told = f" ({', '.join(map(repr, odd))})" if odd else ""
        raise AloiError(
            f"The predictions of the run {place.name} on {use.label} are for other items or seeds{told}.",
            f"One for each of its {len(ids)} items and {len(spec.seeds)} seed(s) was expected.",
            "Run it again.",
        )
    for item, gold in zip(test.items, said.gold, strict=True):
        if item.gold != gold:
            raise AloiError(
                f"In the run {place.name} the gold of {item.id!r} ({use.label}) is {gold:g} "
                f"beside its prediction and {item.gold:g} in tests.json.",
                "The same gold in both was expected.",
                "Run it again.",
            )
    return said.predicted


def train_names(spec: RunSpec) -> str:
    """Return the names of the training data of a run, joined; `none` for the untuned model."""
    names = (one.name if one.part == "train" else one.label for one in spec.train)
    return " + ".join(names) or "none"


def _train(spec: RunSpec) -> str:
    if not spec.train or spec.train_items is None:
        return train_names(spec)
    draw = f", draw {spec.subset}" if spec.subset else ""
    return f"{train_names(spec)} ({spec.train_items} pairs{draw})"


def _system(spec: RunSpec, specs: Sequence[RunSpec]) -> str:
    """Return recipe, model, and the settings in which the runs of the recipe differ.

    Settings of the training say nothing of an untuned system, and are held against trained ones only.
    """
    found = next((one for one in RECIPES if one.name == spec.recipe), None)
    of_training = found.of_training if found else frozenset()
    same = [one for one in specs if one.recipe == spec.recipe]
    trained = [one for one in same if one.train]
    model = spec.settings.get("model")
    told = [_short(model)] if model else []
    for name, value in spec.settings.items():
        if name == "model" or (name in of_training and not spec.train):
            continue
        others = trained if name in of_training else same
        if any(one.settings.get(name) != value for one in others):
            told.append(f"{name}={_short(value)}")
    return f"{spec.recipe} ({', '.join(told)})" if told else spec.recipe


def _short(value: Json) -> str:
    """Return a setting as a table shows it: the last part of a path or hub name."""
    return Path(value).name or value if isinstance(value, str) else str(value)
