"""Cross-validation by document: each row is predicted by a fit without it; settings chosen on inner folds.

Nested: if settings are tuned, each outer fold tunes them on its own training rows, divided into inner folds.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.extras import extras_named
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metric, metrics_of
from aloi.evaluation.metrics.base import Direction
from aloi.evaluation.rows import Answer, EvaluationSet, LearntRow, answer_of
from aloi.modeling.in_the_loop.out_of_fold import share_out
from aloi.modeling.recipes.base import Predictor, Recipe, Step, Training, Watch
from aloi.modeling.runs.inputs import draw, keys_of
from aloi.modeling.runs.predictions import answer, plain
from aloi.modeling.runs.spec import InnerTuning, RunSpec, write_json

if TYPE_CHECKING:
    from optuna import Trial

Keys = Sequence[Sequence[str]]  # of each row, the names of what it shares with others
_STEPS = 1000  # how finely progress counts within a fit
_DECADE = 10  # a range whose ends differ by this factor is searched on a logarithmic scale


@dataclass(frozen=True, slots=True)
class FoldDone:
    """The predictions for the rows of one outer fold, and the origin of its model."""

    signature: str
    device: str
    answers: Mapping[str, Answer]
    settings: Mapping[str, Json]
    encoding: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OutOfFoldPredictor:
    """Predictions for rows, each by a fit without the row and without rows that share something with it."""

    signature: str
    device: str
    answers: Mapping[str, Answer]
    encoding: Mapping[str, Json]

    def predict(self, rows: Sequence[LearntRow]) -> list[Answer]:
        """Return the prediction for each row."""
        return [self.answers[row.id] for row in rows]


def fit_tuned(
    chosen: Recipe[Any], training: Training[Any], keys: Keys, tuning: InnerTuning | None
) -> tuple[Predictor[Any], dict[str, Json]]:
    """Return the recipe fitted on rows, and the settings that were chosen for it on inner folds, if any.

    Raises
    ------
    AloiError
        Rows that cannot be divided into the inner folds, a setting that the recipe does not accept, or a
        metric that is undefined for all settings.
    """
    if tuning is None:
        return chosen.fit(training), {}
    n_fits = tuning.trials * tuning.folds + 1
    best = _best_settings(chosen, training, keys, tuning, n_fits)
    settings = chosen.settings({**training.settings, **best})
    watch = _part(training.watch, n_fits - 1, n_fits)
    return chosen.fit(replace(training, settings=settings, watch=watch)), best


def cross_validated(
    chosen: Recipe[Any],
    training: Training[Any],
    keys: Keys,
    spec: RunSpec,
    done: Path,
) -> OutOfFoldPredictor:
    """Return predictions for all training rows, by as many fits as there are folds; note the chosen settings.

    The seed of the training divides the rows, and is that of the fits. Models are not kept.

    Parameters
    ----------
    keys : sequence of N sequences of str
        Rows that share a key are in one fold.
    spec : RunSpec
        Says the number of folds, the rows that each fit draws, and the settings to tune.
    done : Path
        Folder for the results of each fold; those of an interrupted run are not computed again.
    """
    folds, tuning = spec.folds, spec.tuning
    fold_of = share_out(keys, folds, training.seed)
    finished = []
    for number in range(folds):
        inside = np.flatnonzero(fold_of == number).tolist()
        file = done / f"{training.seed}-fold-{number}.json"
        fold = _read_fold(file, [training.train[at].id for at in inside])
        if fold is None:
            outside = np.flatnonzero(fold_of != number).tolist()
            if spec.train_items is not None:
                outside = list(draw(outside, min(spec.train_items, len(outside)), spec.subset))
            fold = _fit_fold(chosen, training, keys, (number, folds), inside, outside, tuning)
            done.mkdir(parents=True, exist_ok=True)
            write_json(file, to_json(fold))
        finished.append(fold)
    for number, fold in enumerate(finished, start=1):
        if fold.settings:
            chosen_settings = in_words(fold.settings)
            training.note(f"Settings of fold {number} of {folds}, seed {training.seed}: {chosen_settings}.")
    training.note(_by_fold(training, fold_of.tolist(), finished))
    answers = {name: value for fold in finished for name, value in fold.answers.items()}
    signature = f"{folds} folds, {finished[0].signature}"
    return OutOfFoldPredictor(signature, finished[0].device, answers, finished[0].encoding)


def folds_of(spec: RunSpec, tests: Mapping[str, EvaluationSet], seed: int) -> dict[str, list[int]]:
    """Return test -> the fold of each row, from 0, as a seed of a cross-validated run divided them."""
    keys = [keys_of(use, tests[use.label]) for use in spec.train]
    fold_of = iter(share_out([key for several in keys for key in several], spec.folds, seed).tolist())
    return {
        use.label: [next(fold_of) for _ in several] for use, several in zip(spec.train, keys, strict=True)
    }


def _by_fold(training: Training[Any], fold_of: Sequence[int], finished: Sequence[FoldDone]) -> str:
    """Return the main metric of each fold, and its rows, in words."""
    scored = metrics_of(type(training.train[0]).__name__)[0]
    values = []
    for number, fold in enumerate(finished):
        rows = [row for row, of in zip(training.train, fold_of, strict=True) if of == number]
        gold, answers = [answer_of(row) for row in rows], [fold.answers[row.id] for row in rows]
        value = scored.sums(gold, [answers], training.low, training.high)[0].observed
        values.append(f"{'none' if value is None else format(value, '.4f')} ({len(rows)} rows)")
    return f"{scored.name} by fold, seed {training.seed}: {', '.join(values)}."


def _fit_fold(
    chosen: Recipe[Any],
    training: Training[Any],
    keys: Keys,
    fold: tuple[int, int],
    inside: Sequence[int],
    outside: Sequence[int],
    tuning: InnerTuning | None,
) -> FoldDone:
    folder = training.folder / f"fold-{fold[0]}"
    folder.mkdir(parents=True, exist_ok=True)
    part = replace(
        training,
        train=tuple(training.train[at] for at in outside),
        folder=folder,
        watch=_part(training.watch, *fold),
    )
    fitted, settings = fit_tuned(chosen, part, [keys[at] for at in outside], tuning)
    rows = [training.train[at] for at in inside]
    answers = {row.id: answer(plain(each)) for row, each in zip(rows, fitted.predict(rows), strict=True)}
    shutil.rmtree(folder, ignore_errors=True)
    return FoldDone(
        fitted.signature,
        str(getattr(fitted, "device", "cpu")),
        answers,
        settings,
        dict(getattr(fitted, "encoding", {})),
    )


def _read_fold(file: Path, ids: Sequence[str]) -> FoldDone | None:
    """Return the stored results of a fold; None unless they are those of exactly these rows."""
    try:
        fold = from_json(FoldDone, json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return fold if fold.answers.keys() == set(ids) else None


def _part(watch: Watch, at: int, of: int) -> Watch:
    """Return the callback of one of several fits: its progress is a part of the whole."""

    def report(step: Step) -> bool:
        share = step.step / step.steps if step.steps else 0.0
        return watch(Step(round((at + share) * _STEPS), of * _STEPS, step.epoch, step.loss))

    return report


def _best_settings(
    chosen: Recipe[Any], training: Training[Any], keys: Keys, tuning: InnerTuning, n_fits: int
) -> dict[str, Json]:
    """Return the settings with the best metric of the predictions on inner folds."""
    fold_of = share_out(keys, tuning.folds, training.seed)
    kind = type(training.train[0]).__name__
    name = training.settings.get("metric")
    scored = metric(str(name)) if name else metrics_of(kind)[0]
    gold = [answer_of(row) for row in training.train]
    fits = 0

    def value_of(settings: Mapping[str, Json]) -> float | None:
        nonlocal fits
        answers: list[Answer] = [()] * len(gold)
        for number in range(tuning.folds):
            outside = tuple(training.train[at] for at in np.flatnonzero(fold_of != number).tolist())
            inside = np.flatnonzero(fold_of == number).tolist()
            # A folder of its own: nothing of other settings may be resumed.
            with tempfile.TemporaryDirectory(dir=training.folder) as folder:
                fitted = chosen.fit(
                    replace(
                        training,
                        train=outside,
                        dev=(),
                        settings=settings,
                        folder=Path(folder),
                        watch=_part(training.watch, min(fits, n_fits - 2), n_fits),
                    )
                )
                predicted = fitted.predict([training.train[at] for at in inside])
                for at, value in zip(inside, predicted, strict=True):
                    answers[at] = answer(plain(value))
            fits += 1
        return scored.sums(gold, [answers], training.low, training.high)[0].observed

    with extras_named():
        return _search(tuning, training, chosen, value_of, scored.direction is Direction.HIGHER)


def _search(
    tuning: InnerTuning,
    training: Training[Any],
    chosen: Recipe[Any],
    value_of: Callable[[Mapping[str, Json]], float | None],
    maximise: bool,
) -> dict[str, Json]:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    lists = {name: values for name, values in tuning.space.items() if isinstance(values, list | tuple)}
    combinations = list(product(*lists.values())) if len(lists) == len(tuning.space) else []
    study = optuna.create_study(
        direction="maximize" if maximise else "minimize",
        sampler=optuna.samplers.TPESampler(seed=training.seed),
    )
    if 0 < len(combinations) <= tuning.trials:
        for values in combinations:  # all of them: nothing has to be sampled
            study.enqueue_trial({name: json.dumps(value) for name, value in zip(lists, values, strict=True)})
        n_trials = len(combinations)
    else:
        n_trials = tuning.trials
    seen: dict[str, float] = {}
    for _ in range(n_trials):
        trial = study.ask()
        drawn = {name: _suggested(trial, name, values) for name, values in tuning.space.items()}
        key = json.dumps(drawn, sort_keys=True)
        if key not in seen:
            value = value_of(chosen.settings({**training.settings, **drawn}))
            seen[key] = math.nan if value is None else value
        if math.isnan(seen[key]):
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            trial.set_user_attr("settings", drawn)
            study.tell(trial, seen[key])
    if all(math.isnan(value) for value in seen.values()):
        raise AloiError(
            "aloi.value",
            name=Term("metric-of-trials"),
            value=Term("undefined"),
            expected=Term("defined-once"),
            todo=Term("tune-others"),
        )
    best: dict[str, Json] = study.best_trial.user_attrs["settings"]
    return best


def _suggested(trial: Trial, name: str, values: Json) -> Json:
    """Return a value of a list, or of the range of a table with `low` and `high`."""
    if not isinstance(values, Mapping):
        texts = [json.dumps(value) for value in _listed(values)]
        value: Json = json.loads(trial.suggest_categorical(name, texts))
        return value
    low, high = values["low"], values["high"]
    if isinstance(low, int) and isinstance(high, int):
        return trial.suggest_int(name, low, high)
    low, high = float(str(low)), float(str(high))
    return trial.suggest_float(name, low, high, log=low > 0 and high / low >= _DECADE)


def _listed(values: Json) -> Sequence[Json]:
    return values if isinstance(values, list | tuple) else [values]


def check_space(chosen: Recipe[Any], settings: Mapping[str, Json], space: Mapping[str, Json]) -> None:
    """Raise AloiError for settings to tune that the recipe does not accept, or that have no two values."""
    for name, values in space.items():
        ends = isinstance(values, Mapping) and set(values) == {"low", "high"}
        if isinstance(values, Mapping) and ends:
            low, high = values["low"], values["high"]
            numbers = isinstance(low, int | float) and isinstance(high, int | float)
            tried = [low, high] if numbers and low < high else []  # type: ignore[operator]
        else:
            tried = list(values) if isinstance(values, list | tuple) else []
        if len(tried) < 2:
            raise AloiError(
                "aloi.value",
                name=Term("setting-to-tune", name=name),
                value=json.dumps(values),
                expected=Term("values-to-tune"),
            )
        for value in tried:
            chosen.settings({**settings, name: value})


def in_words(settings: Mapping[str, Json]) -> str:
    """Return settings as `epochs=2, learning_rate=2e-05`."""
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in settings.items())
