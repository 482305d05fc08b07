"""Score on tests what needs no fine-tuning: the floors, encoders as they are, any recipe untrained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from annotation.rows import LinkedMention, ScoredPair
from corpora.model import Json
from errors import AloiError
from modeling.encoders.packaged import PACKAGED
from modeling.rankers.concept_ranker import CONCEPT_RANKER, ConceptRanker
from modeling.recipes import RECIPES, ROW_RECIPES, recipe
from modeling.recipes.base import Recipe
from modeling.recipes.row_base import RowRecipe
from modeling.recipes.sbert_sts import SBERT_STS
from workbench.models.train_data import Scale
from workbench.models.training import Plan, TrainRequest, plans

if TYPE_CHECKING:
    from storage.store import Store

FLOORS = "floors"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A floor that cannot be measured here, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecipeFacts:
    """What a person chooses a recipe by; settings as name, default, help and the values it may have.

    `rows` names the kinds of rows it learns from: scored pairs, labelled texts, tagged tokens, questions.
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
    """Return every recipe with its settings: of scored pairs, of concepts, of labels, tags and questions."""
    every: tuple[Recipe | ConceptRanker, ...] = (*RECIPES, CONCEPT_RANKER)
    found = [
        RecipeFacts(
            one.name,
            one.title,
            one.floor,
            one.seeded,
            one.learns,
            one.needs_training,
            _settings(one),
            (LinkedMention.__name__ if one is CONCEPT_RANKER else ScoredPair.__name__,),
        )
        for one in every
    ]
    known = {one.name for one in found}
    return (
        *found,
        *(
            RecipeFacts(
                one.name,
                one.title,
                one.floor,
                one.seeded,
                True,
                True,
                _settings(one),
                tuple(kind.__name__ for kind in one.row_kinds),
            )
            for one in ROW_RECIPES
            if one.name not in known
        ),
    )


def _settings(one: Recipe | ConceptRanker | RowRecipe[Any]) -> tuple[SettingFacts, ...]:
    return tuple(
        SettingFacts(name, default, one.help[name], tuple(one.choices.get(name, ())))
        for name, default in one.defaults.items()
    )


def evaluation_plans(
    store: Store | None,
    recipes: Sequence[str],
    *,
    tests: Sequence[str],
    data: Sequence[str] = (),
    settings: Mapping[str, Json] | None = None,
    scales: Mapping[str, Scale] | None = None,
) -> tuple[tuple[Plan, ...], tuple[Skipped, ...]]:
    """Return the runs that score recipes without fine-tuning, and the floors that cannot be had here.

    Parameters
    ----------
    recipes : sequence of str
        Names; `floors` stands for every floor and every encoder that comes in a package, untuned.
    data : sequence of str
        What floors learn from, such as document frequencies or the mean; without it, floors that need it
        are left out.
    settings : mapping or None
        Of the one recipe named.

    Raises
    ------
    AloiError
        Settings for several recipes, a recipe that needs training, and what `plans` refuses.
    """
    if settings and (len(recipes) != 1 or FLOORS in recipes):
        raise AloiError(
            f"Settings were given for {', '.join(recipes)}.",
            "Settings for one recipe were expected.",
            "Evaluate that recipe on its own.",
        )
    found: list[Plan] = []
    skipped: list[Skipped] = []
    for name in recipes:
        if name != FLOORS:
            found += plans(store, _request(name, settings or {}, tests, data, scales))
            continue
        for floor, given in _floors():
            label = f"{floor} {given['model']}" if given else floor
            if recipe(floor).needs_training and not data:
                skipped.append(Skipped(label, "It needs data to learn from (--data)."))
                continue
            try:
                recipe(floor).settings(given)
            except AloiError as error:
                skipped.append(Skipped(label, f"{error.found} {error.todo}"))
                continue
            found += plans(store, _request(floor, given, tests, data, scales))
    return tuple({one.spec.id: one for one in found}.values()), tuple(skipped)


def _floors() -> list[tuple[str, dict[str, Json]]]:
    """Return the floors with their settings: baselines, then the packaged encoders as they are."""
    found: list[tuple[str, dict[str, Json]]] = [(one.name, {}) for one in RECIPES if one.floor]
    found += [(SBERT_STS.name, {"model": one.name}) for one in PACKAGED]
    return found


def _request(
    name: str,
    settings: Mapping[str, Json],
    tests: Sequence[str],
    data: Sequence[str],
    scales: Mapping[str, Scale] | None,
) -> TrainRequest:
    # Floors may learn their few numbers; anything else is scored as it is.
    train = tuple(data) if recipe(name).floor else ()
    return TrainRequest(name, train, tuple(tests), "none", settings, scales=scales or {})
