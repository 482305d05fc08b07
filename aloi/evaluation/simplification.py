"""SARI and annotated operations: correlations of SARI with their counts, and models on the counts.

Pairs are in the order simplification file, then line. The folds of cross-validation are contiguous in that
order, so that a run can be repeated. Scores are SARI, add, keep and delete in [0, 100].
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.result import sign
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import from_json, own_form, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.base import Statistic
from aloi.evaluation.metrics.correlation import spearman
from aloi.evaluation.metrics.sari import SariVariant, ngrams, scores_of_counts, sentence_counts

if TYPE_CHECKING:
    from sklearn.base import RegressorMixin

Bools = NDArray[np.bool_]

# The order in which results are given; `aloi.evaluation.metrics.sari.NAMES` is the order of columns.
TARGETS = {"sari": 0, "keep": 2, "add": 1, "delete": 3}
FOLDS = 10
# The published penalties of (1/2n)||y - Xb||^2 + alpha ||b||_1.
ALPHAS = {"sari": 0.5, "keep": 0.6, "add": 0.2, "delete": 0.5}


# Reported for each model before its fit: its position, the number of models, its name and score.
OnFit = Callable[[int, int, str], None]


class StudyModel(StrEnum):
    """The models that explain a score by counts of operations."""

    LASSO = "lasso"
    TREE = "tree"
    FOREST = "forest"
    PERCEPTRON = "perceptron"


# The default without `tune`, small enough not to memorise single pairs; lasso takes `ALPHAS`.
_SETTINGS: dict[StudyModel, dict[str, Any]] = {
    StudyModel.TREE: {"max_depth": 4},
    StudyModel.FOREST: {"max_depth": 8},
    StudyModel.PERCEPTRON: {"alpha": 30.0},
}
# The grid of `tune`, on the same folds that then give r2_cv10, which is slightly optimistic therefore.
_GRIDS: dict[StudyModel, dict[str, list[Any]]] = {
    StudyModel.LASSO: {"alpha": [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0]},
    StudyModel.TREE: {"max_depth": [2, 3, 4, 5, 6, 8]},
    StudyModel.FOREST: {"max_depth": [4, 6, 8, None]},
    StudyModel.PERCEPTRON: {"regressor__mlpregressor__alpha": [3.0, 10.0, 30.0, 100.0]},
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """One model of one score.

    Parameters
    ----------
    r2_fit : float or None
        R2 on the pairs it was fitted to; None with a `reason`.
    r2_cv10 : float or None
        Mean R2 over 10 contiguous folds.
    coefficients : dict or None
        Label -> points of the score per group (lasso only).
    importances : dict or None
        Label -> share of the variance explained, sum 1 (tree and forest only).
    signature : str
        The model, its settings, the score and the pairs it was fitted to.
    """

    r2_fit: float | None
    r2_cv10: float | None
    reason: str | None = None
    intercept: float | None = None
    coefficients: dict[str, float] | None = None
    importances: dict[str, float] | None = None
    settings: dict[str, Json] = field(default_factory=dict)
    signature: str = ""


@dataclass(frozen=True, slots=True)
class SariStudy:
    """The study: `spearman` by label and score, `models` by score and model; `fitted_pairs` had no err.

    `references` gives the number of references of each pair, such as `6` or `1-4`; `signatures` are those of
    the means and the correlations.
    """

    pairs: int
    fitted_pairs: int
    references: str
    signatures: dict[str, str]
    sari_mean: dict[str, float]
    spearman: dict[str, dict[str, Statistic]]
    models: dict[str, dict[str, Fitted]]

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi operations sari-study --json` prints."""
        return to_json(self, "signatures", signature=self.signatures)


def source_scores(source: str, simplifications: Sequence[str]) -> Floats:
    """Return SARI, add, keep, delete of each of K simplifications of a source, shape (K, 4).

    Each is scored with the K - 1 others as references.

    Raises
    ------
    AloiError
        Fewer than two simplifications.
    """
    if len(simplifications) < 2:
        raise AloiError("aloi.too-few", name=Term("simplifications"), count=len(simplifications), least=2)
    original, texts = ngrams(source, source=True), [ngrams(one) for one in simplifications]
    counts = [
        sentence_counts(original, text, texts[:index] + texts[index + 1 :])
        for index, text in enumerate(texts)
    ]
    return scores_of_counts(np.array(counts))


def study(
    labels: Sequence[str],
    counts: Floats,
    scores: Floats,
    without_err: Bools,
    *,
    references: str,
    models: Iterable[StudyModel] = tuple(StudyModel),
    tune: bool = False,
    seed: int = 0,
    on_fit: OnFit | None = None,
) -> SariStudy:
    """Return the correlations of counts of operations with SARI and its parts.

    Parameters
    ----------
    labels : sequence of L names
        `err` should not be among them.
    counts : array (N, L)
        Groups of each label in each pair.
    scores : array (N, 4)
        SARI, add, keep, delete of each pair.
    without_err : array (N,)
        The pairs the models are fitted to: those whose source has no simplification marked err. The
        correlations use all N.
    references : str
        How many references each pair was scored against, for the signatures.
    tune : bool
        Search the settings of each model; otherwise lasso takes `ALPHAS`.
    seed : int
        Of tree, forest and perceptron.
    on_fit : function or None
        Called before each model; what it raises ends the study.
    """
    chosen = list(models)
    predictors, targets = counts[without_err], scores[without_err]
    fits = [(name, model) for name in TARGETS for model in chosen]
    fitted: dict[str, dict[str, Fitted]] = {name: {} for name in (TARGETS if chosen else ())}
    for index, (name, model) in enumerate(fits):
        if on_fit is not None:
            on_fit(index, len(fits), f"{model.value} of {name}")
        model_fit = fit(labels, predictors, targets[:, TARGETS[name]], model, name, tune=tune, seed=seed)
        fitted[name][model.value] = replace(
            model_fit,
            signature=_signed(model, name, model_fit, len(targets), references, tune=tune, seed=seed),
        )
    return SariStudy(
        pairs=len(scores),
        fitted_pairs=len(targets),
        references=references,
        signatures=_signatures(len(scores), references),
        sari_mean={name: float(scores[:, column].mean()) for name, column in TARGETS.items()},
        spearman={
            label: {name: spearman(counts[:, index], scores[:, column]) for name, column in TARGETS.items()}
            for index, label in enumerate(labels)
        },
        models=fitted,
    )


def _signatures(pairs: int, references: str) -> dict[str, str]:
    """Return the signatures of the means of SARI and of its correlations."""
    facts = {"variant": SariVariant.DEFAULT.value, "tokenizer": "13a", "lowercase": "yes"}
    facts |= {"pairs": str(pairs), "references": references}
    correlated = {"of": "groups of a label", "p": "two-sided", **facts}
    return {
        "sari_mean": sign("sari", {"mean": "pairs", **facts}, None, "none"),
        "spearman": sign("spearman", correlated, None, "none"),
    }


def study_of_json(document: Mapping[str, Any]) -> SariStudy:
    """Return the study that `SariStudy.to_json` gave: it is kept so with the job that made it."""
    return from_json(SariStudy, document, signatures=document["signature"])


def _statistic_of(cell: Mapping[str, Any]) -> Statistic:
    return Statistic(cell["rho"], cell["p"], cell.get("reason"))


def _cell(statistic: Statistic) -> dict[str, Json]:
    return {
        "rho": statistic.value,
        "p": statistic.p,
        **({"reason": statistic.reason} if statistic.reason else {}),
    }


own_form(Statistic, _statistic_of, _cell)


def _signed(
    model: StudyModel, name: str, fitted: Fitted, pairs: int, references: str, *, tune: bool, seed: int
) -> str:
    """Return the signature of a fitted model."""
    facts = {
        "score": name,
        **fitted.settings,
        "tuned": "yes" if tune else "no",
        "folds": f"{FOLDS} contiguous",
        "seed": None if model is StudyModel.LASSO else seed,
        "pairs": pairs,
        "references": references,
        "variant": SariVariant.DEFAULT.value,
        "library": f"scikit-learn-{version('scikit-learn')}",
    }
    return sign(model.value, facts, None, "none")


def fit(
    labels: Sequence[str],
    counts: Floats,
    target: Floats,
    model: StudyModel,
    name: str,
    *,
    tune: bool,
    seed: int,
) -> Fitted:
    """Return a model of one score, fitted to counts (N, L); `name` chooses the published alpha."""
    if len(target) < 2 * FOLDS or not len(labels):
        few = "{pairs} pairs and {labels} labels are too few for 10 folds"
        return Fitted(None, None, Phrase("reason-few-folds", few, pairs=len(target), labels=len(labels)))
    if np.ptp(target) == 0:
        return Fitted(None, None, Phrase("reason-every-pair-has", "every pair has the same score"))
    estimator, settings, r2, crossed = _fitted(counts, target, model, name, tune=tune, seed=seed)
    if model is StudyModel.LASSO:
        coefficients = dict(zip(labels, map(float, estimator.coef_), strict=True))
        return Fitted(r2, crossed, None, float(estimator.intercept_), coefficients, settings=settings)
    if model is StudyModel.PERCEPTRON:
        return Fitted(r2, crossed, settings=settings)
    shares = dict(zip(labels, map(float, estimator.feature_importances_), strict=True))
    return Fitted(r2, crossed, importances=shares, settings=settings)


def _fitted(
    counts: Floats, target: Floats, model: StudyModel, name: str, *, tune: bool, seed: int
) -> tuple[Any, dict[str, Json], float, float]:
    """Return a fitted estimator, its settings, its R2 on what it was fitted to and over 10 folds."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.model_selection import GridSearchCV, KFold, cross_val_score

    folds = KFold(FOLDS)
    estimator = _estimator(model, name, seed)
    with warnings.catch_warnings():
        # A perceptron that stops where no step helps is a result: the R2 over folds tells how good a one.
        warnings.simplefilter("ignore", ConvergenceWarning)
        if tune:
            search = GridSearchCV(estimator, _GRIDS[model], cv=folds, scoring="r2").fit(counts, target)
            estimator = search.best_estimator_
            settings = {key.rpartition("__")[2]: value for key, value in search.best_params_.items()}
        else:
            settings = {"alpha": ALPHAS[name]} if model is StudyModel.LASSO else dict(_SETTINGS[model])
        crossed = float(cross_val_score(estimator, counts, target, cv=folds, scoring="r2").mean())
        estimator.fit(counts, target)
    return estimator, settings, float(estimator.score(counts, target)), crossed


def _estimator(model: StudyModel, name: str, seed: int) -> RegressorMixin:
    """Return the model before fitting, with the settings taken without `tune`."""
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.linear_model import Lasso
    from sklearn.neural_network import MLPRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeRegressor

    if model is StudyModel.LASSO:
        return Lasso(alpha=ALPHAS[name])
    if model is StudyModel.TREE:
        return DecisionTreeRegressor(**_SETTINGS[model], random_state=seed)
    if model is StudyModel.FOREST:
        return RandomForestRegressor(
            **_SETTINGS[model], n_estimators=100, min_samples_leaf=5, random_state=seed
        )
    # Scores are scaled too: on 0 .. 100 the network would not converge.
    network = MLPRegressor(
        **_SETTINGS[model], hidden_layer_sizes=(8,), solver="lbfgs", max_iter=4000, random_state=seed
    )
    return TransformedTargetRegressor(make_pipeline(StandardScaler(), network), transformer=StandardScaler())
