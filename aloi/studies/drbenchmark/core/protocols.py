"""The protocols of the suite and the models it runs, as `protocols.toml` declares them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from aloi.base.names import known_name
from aloi.base.records import from_json
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.modeling.encoders import names
from aloi.modeling.recipes import recipe as recipe_named
from aloi.modeling.recipes.base import Recipe
from aloi.studies.drbenchmark.core.declarations import HyperParameters, Task

_FILE = Path(__file__).with_name("protocols.toml")
DEFAULT = "aloi"
RELEASED = "drbenchmark"


@dataclass(frozen=True, slots=True)
class ProtocolPoint:
    """One difference between the protocols, described for both.

    `reproduced`: whether the protocol of DrBenchmark does as the released recipes; if not, both do as Aloi.
    """

    name: str
    title: str
    drbenchmark: str
    aloi: str
    reproduced: bool


@dataclass(frozen=True, slots=True)
class Protocol:
    """How tasks are trained and scored.

    Parameters
    ----------
    hyper_parameters : HyperParameters
        The source of hyper-parameters.
    clipped : bool
        Whether predictions outside the scale are set to its nearest end for EDRM.
    strict_spans : bool
        Whether the ranking uses the strict reading of tags.
    nested_draws : bool
        Whether smaller training sets are several nested draws; if not, one draw, that of the released
        recipes.
    released_data : bool
        Whether words and separators of the data are those of the released loaders and recipes.
    training : mapping
        Type of task -> settings of the encoder recipe.
    tasks : mapping
        Task -> settings that replace those of its type.
    named : mapping
        Part of a model's name -> type of task -> settings that replace those of the protocol.
    """

    name: str
    title: str
    hyper_parameters: HyperParameters
    clipped: bool
    strict_spans: bool
    nested_draws: bool
    released_data: bool
    training: Mapping[str, Mapping[str, Json]]
    tasks: Mapping[str, Mapping[str, Json]]
    named: Mapping[str, Mapping[str, Mapping[str, Json]]]

    def settings(self, task: Task, model: str) -> dict[str, Json]:
        """Return the settings of the recipe of an encoder that are this protocol's."""
        settings = {**self.training[task.type.name], **self.tasks.get(task.name, {})}
        for part, by_type in self.named.items():
            if part in model.casefold():
                settings |= by_type.get(task.type.name, {})
        return settings

    def metric(self, task: Task) -> str:
        """Return the metric a task is ranked by."""
        strict = "seqeval_strict_f1"
        return strict if self.strict_spans and strict in task.type.metrics else task.type.metric


@dataclass(frozen=True, slots=True)
class Model:
    """A model to run: a baseline by its name, or an encoder (a packaged one, a folder, or a hub name)."""

    name: str
    floor: bool

    @property
    def title(self) -> str:
        """The name in tables."""
        if self.floor:
            return Phrase(f"suite-floor-{self.name}", str(_declared()["floors"][self.name]["title"]))
        return self.name if len(Path(self.name).parts) < 3 else Path(self.name).name

    def recipe(self, task: Task) -> Recipe[Any]:
        """Return the recipe that runs it on a task."""
        declared = _declared()
        recipe_names = declared["floors"][self.name] if self.floor else declared["encoders"]
        return recipe_named(recipe_names[task.type.recipes])


def points() -> tuple[ProtocolPoint, ...]:
    """Return the points in which the protocols differ."""
    return tuple(
        ProtocolPoint(
            point["name"],
            _described(point, "title"),
            _described(point, "drbenchmark"),
            _described(point, "aloi"),
            point.get("reproduced", True),
        )
        for point in _declared()["points"]
    )


def _described(point: Mapping[str, str], part: str) -> Phrase:
    return Phrase(f"suite-{part}-{point['name']}", point[part])


def protocols() -> tuple[Protocol, ...]:
    """Return the protocols, the default first."""
    return tuple(_protocol(name, found) for name, found in _declared()["protocols"].items())


def protocol(name: str) -> Protocol:
    """Return the protocol of that name, or raise AloiError naming those there are."""
    named = {one.name: one for one in protocols()}
    return named[known_name(name, named, Phrase("kind-protocol", "protocol"))]


def floors() -> tuple[Model, ...]:
    """Return the baselines: models without any language model."""
    return tuple(Model(name, True) for name in _declared()["floors"])


def model(name: str) -> Model:
    """Return the model of that name, or raise AloiError if there can be none."""
    if name in _declared()["floors"]:
        return Model(name, True)
    names.check(name)
    return Model(name, False)


def settings_for(
    task: Task, model: Model, how: Protocol, changes: Mapping[str, Json] | None = None
) -> dict[str, Json]:
    """Return the settings of the recipe that runs a model on a task.

    Parameters
    ----------
    changes : mapping or None
        Settings of encoders that the user changed, such as fewer epochs; baselines have none.

    Raises
    ------
    AloiError
        A setting that the recipe does not have, or a value that it cannot take.
    """
    recipe = model.recipe(task)
    if model.floor:
        return recipe.settings({})
    settings: dict[str, Json] = {
        **task.hyper(how.hyper_parameters),
        "model": model.name,
        "keep_model": False,
        **how.settings(task, model.name),
    }
    return recipe.settings({**settings, **(changes or {})})


def _protocol(name: str, entry: Mapping[str, Any]) -> Protocol:
    return from_json(Protocol, {"named": {}, "tasks": {}, **entry}, name=name)


@cache
def _declared() -> Mapping[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
