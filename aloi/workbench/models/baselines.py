"""Score on tests what needs no fine-tuning: the floors, encoders as they are, any recipe untrained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.modeling.encoders.packages import PACKAGED
from aloi.modeling.recipes import RECIPES, recipe
from aloi.workbench.models.data import Scale, Sources
from aloi.workbench.models.training import RunPlan, TrainRequest, plans

if TYPE_CHECKING:
    from aloi.storage.store import Store

FLOORS = "floors"
_ENCODER = "sbert_sts"  # the recipe that scores an encoder as it is


@dataclass(frozen=True, slots=True)
class Skipped:
    """A floor that cannot be measured here, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecipeFacts:
    """What a person chooses a recipe by; settings as name, default, help and the values it may have.

    `rows` names the kinds of rows it learns from.
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
    """One setting of a recipe; `choices` is empty where there are too many to name."""

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
        for recipe_ in RECIPES
    )


def evaluation_plans(
    store: Store | None,
    recipes: Sequence[str],
    *,
    tests: Sequence[str],
    data: Sequence[str] = (),
    settings: Mapping[str, Json] | None = None,
    scales: Mapping[str, Scale] | None = None,
    split: str | None = None,
) -> tuple[tuple[RunPlan, ...], tuple[Skipped, ...]]:
    """Return the runs that score recipes as they are, and the floors that cannot be had here.

    Parameters
    ----------
    recipes : sequence of str
        Names; `floors` stands for every floor of the kind of rows of the first test, and for pairs for every
        encoder that comes in a package, untuned.
    data : sequence of str
        What recipes learn from that must learn, and floors, such as document frequencies or the mean;
        without it, floors that need it are left out.
    settings : mapping or None
        Of the one recipe named.

    Raises
    ------
    AloiError
        Settings for several recipes, a recipe that needs training, and what `plans` refuses.
    """
    if settings and (len(recipes) != 1 or FLOORS in recipes):
        raise AloiError("workbench.settings-given", recipes=recipes)
    plans_found: list[RunPlan] = []
    skipped: list[Skipped] = []
    shared = TrainRequest("", tuple(data), tuple(tests), "none", seeds=(0,), scales=scales or {}, split=split)
    for name in recipes:
        if name != FLOORS:
            plans_found += plans(store, _request(shared, name, settings or {}))
            continue
        for floor, baseline_settings in _floors(store, shared):
            obstacle = _obstacle(floor, baseline_settings, with_data=bool(data))
            if obstacle is not None:
                skipped.append(
                    Skipped(f"{floor} {baseline_settings['model']}" if baseline_settings else floor, obstacle)
                )
                continue
            plans_found += plans(store, _request(shared, floor, baseline_settings))
    return tuple({one.spec.id: one for one in plans_found}.values()), tuple(skipped)


def _obstacle(floor: str, settings: Mapping[str, Json], *, with_data: bool) -> str | None:
    """Return why a floor cannot be had here; None where it can."""
    if recipe(floor).needs_training and not with_data:
        return "It needs data to learn from (--data)."
    try:
        recipe(floor).settings(settings)
    except AloiError as error:
        return f"{error.found} {error.todo}"
    return None


def _floors(store: Store | None, shared: TrainRequest) -> list[tuple[str, dict[str, Json]]]:
    """Return the floors of the rows to score with their settings, then the packaged encoders as they are."""
    named = (*shared.tests, *shared.train)
    if not named:
        raise AloiError("workbench.floors-scored-on-nothing")
    sources = Sources(store, shared.scales, None, shared.split)
    kind = sources.of(named[0]).kind
    baselines: list[tuple[str, dict[str, Json]]] = [
        (baseline.name, {}) for baseline in RECIPES if baseline.floor and kind in baseline.row_kinds
    ]
    if kind is ScoredPair:
        baselines += [(_ENCODER, {"model": baseline.name}) for baseline in PACKAGED]
    return baselines


def _request(shared: TrainRequest, name: str, settings: Mapping[str, Json]) -> TrainRequest:
    # Floors may learn their few numbers; what has a model without training is scored as it is.
    chosen = recipe(name)
    train = shared.train if chosen.floor or chosen.needs_training else ()
    return replace(shared, recipe=name, train=train, settings=settings)
