"""Scores without fine-tuning on tests: baselines, packaged encoders, and any recipe untrained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.encoders.packages import PACKAGED
from aloi.modeling.recipes import all_recipes, recipe, recipes_for
from aloi.workbench.models.data import Sources
from aloi.workbench.models.training import RunPlan, plans
from aloi.workbench.requests.models.evaluation import EvaluateRequest
from aloi.workbench.requests.models.training import NONE, TrainRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store

BASELINES = "baselines"
_ENCODER = "sbert_sts"  # the recipe that scores an encoder as it is


@dataclass(frozen=True, slots=True)
class Skipped:
    """A baseline that cannot be measured on these data, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecipeFacts:
    """Facts for the choice of a recipe; settings as name, default, help and allowed values.

    `rows` names the kinds of rows it is trained on.
    """

    name: str
    title: str
    floor: bool
    seeded: bool
    learns: bool
    needs_training: bool
    settings: tuple[SettingFacts, ...]
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingFacts:
    """One setting of a recipe; `choices` is empty if there are too many to list."""

    name: str
    default: Json
    help: str
    choices: tuple[Json, ...] = ()


def list_recipes() -> tuple[RecipeFacts, ...]:
    """Return every recipe with its settings."""
    return tuple(
        RecipeFacts(
            recipe_.name,
            recipe_.title,
            recipe_.floor,
            recipe_.seeded,
            recipe_.learns,
            recipe_.needs_training,
            tuple(
                SettingFacts(name, default, recipe_.help[name], tuple(recipe_.choices.get(name, ())))
                for name, default in recipe_.defaults.items()
            ),
            tuple(kind.__name__ for kind in recipe_.row_kinds),
        )
        for recipe_ in all_recipes()
    )


def evaluation_plans(
    store: Store | None, request: EvaluateRequest
) -> tuple[tuple[RunPlan, ...], tuple[Skipped, ...]]:
    """Return the runs that score recipes without fine-tuning, and the baselines that cannot be measured.

    Baselines that need training data are omitted without these.

    Raises
    ------
    AloiError
        Settings for several recipes, a recipe that needs training, or an error of `plans`.
    """
    recipes, settings = request.recipe, request.settings
    if settings and (len(recipes) != 1 or BASELINES in recipes):
        raise AloiError(
            "aloi.too-many",
            name=Term("recipes-with-settings", recipes=recipes),
            count=Term("several"),
            most=1,
            todo=Term("evaluate-that-recipe"),
        )
    plans_found: list[RunPlan] = []
    skipped: list[Skipped] = []
    shared = TrainRequest(
        BASELINES, request.data, request.test, NONE, split=request.split, scale=request.scale, seeds=(0,)
    )
    for name in recipes:
        if name != BASELINES:
            plans_found += plans(store, _request(shared, name, settings))
            continue
        for floor, baseline_settings in _floors(store, shared):
            obstacle = _obstacle(floor, baseline_settings, with_data=bool(request.data))
            if obstacle is not None:
                skipped.append(
                    Skipped(f"{floor} {baseline_settings['model']}" if baseline_settings else floor, obstacle)
                )
                continue
            plans_found += plans(store, _request(shared, floor, baseline_settings))
    return tuple({one.spec.id: one for one in plans_found}.values()), tuple(skipped)


def _obstacle(floor: str, settings: Mapping[str, Json], *, with_data: bool) -> str | None:
    """Return why a baseline cannot be measured; None if it can."""
    if recipe(floor).needs_training and not with_data:
        return "It needs data to learn from (--data)."
    try:
        recipe(floor).settings(settings)
    except AloiError as error:
        return f"{error.found} {error.todo}"
    return None


def _floors(store: Store | None, shared: TrainRequest) -> list[tuple[str, dict[str, Json]]]:
    """Return the baselines of the rows to score with their settings, then the packaged encoders untuned."""
    named = (*shared.test, *shared.data)
    if not named:
        raise AloiError(
            "aloi.missing",
            name=Term("the-evaluation-of-baselines"),
            missing=Term("a-test"),
            todo=Term("name-it-with-test"),
        )
    sources = Sources(store, shared.scale, None, shared.split)
    kind = sources.of(named[0]).kind
    baselines: list[tuple[str, dict[str, Json]]] = [
        (baseline.name, {}) for baseline in recipes_for(kind, named[0]) if baseline.floor
    ]
    if kind is ScoredPair:
        baselines += [(_ENCODER, {"model": baseline.name}) for baseline in PACKAGED]
    return baselines


def _request(shared: TrainRequest, name: str, settings: Mapping[str, Json]) -> TrainRequest:
    # Baselines may fit their few parameters; a recipe with a model is scored untrained.
    chosen = recipe(name)
    data = shared.data if chosen.floor or chosen.needs_training else ()
    return replace(shared, recipe=name, data=data, settings=settings)
