"""The interface of a recipe: its settings, how it is fitted on rows of one kind, and its predictions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.evaluation.rows import Answer, LearntRow

R = TypeVar("R", bound=LearntRow)
K = TypeVar("K", bound=LearntRow)
R_contra = TypeVar("R_contra", bound=LearntRow, contravariant=True)
PUBLISHED, RECOMMENDED = "published", "recommended"
FEWEST = 10  # training rows below which nothing is fitted


@dataclass(frozen=True, slots=True)
class Step:
    """How far a training is.

    Parameters
    ----------
    step, steps : int
        Optimiser steps done and in all; for what has no steps, 1 of 1.
    epoch : float
        Passes over the training rows so far.
    loss : float or None
        Mean training loss since the last report.
    dev : mapping
        Metric name -> value on the dev part, at the ends of epochs only.
    """

    step: int
    steps: int
    epoch: float
    loss: float | None = None
    dev: Mapping[str, float] | None = None


# The messages of a fit without steps, at its begin and its end.
STARTED, DONE = Step(0, 1, 0.0), Step(1, 1, 1.0)
# Called after every few steps; False requests a stop, and the recipe raises
# `aloi.corpora.mining.base.Cancelled`.
Watch: TypeAlias = Callable[[Step], bool]


def unwatched(step: Step) -> bool:
    """Return True: nobody watches, nobody stops."""
    del step
    return True


def unnoted(sentence: str) -> None:
    """Drop a note: nobody reads it."""
    del sentence


@dataclass(frozen=True, slots=True)
class Training(Generic[R]):
    """The inputs of a fit.

    Parameters
    ----------
    train : tuple of rows
        Of one kind. May be empty: a recipe with an untrained model (an encoder, a string similarity) then
        returns that model, any other raises AloiError.
    dev : tuple of rows
        For the choice of a checkpoint. If empty, the last checkpoint is used.
    low, high : float
        The ends of the scale of scored pairs and of their predictions; 0 and 1 for other rows.
    settings : mapping
        As `Recipe.settings` returned them.
    seed : int
        Random seed of the fit.
    folder : Path
        For checkpoints and the fitted model. An interrupted fit resumes from them.
    watch : Watch
        Called with the progress.
    cache : Path or None
        Folder of cached vectors of texts and of the measured speeds of encoders on this machine.
    note : callable
        Takes a sentence on the conditions of the fit, for the notes of the run.
    report_to : tuple of str
        Trackers of a fine-tuning, as transformers names them.
    """

    train: tuple[R, ...]
    dev: tuple[R, ...]
    settings: Mapping[str, Json]
    seed: int
    folder: Path
    watch: Watch = unwatched
    cache: Path | None = None
    low: float = 0.0
    high: float = 1.0
    note: Callable[[str], None] = field(default=unnoted, compare=False, repr=False)
    report_to: tuple[str, ...] = ()

    def tell(self, step: Step) -> None:
        """Report the progress of the fit; raise Cancelled if the watcher stops it."""
        if not self.watch(step):
            raise Cancelled


class Predictor(Protocol[R_contra]):
    """A fitted model. It may also have `notes(rows)`, `device`, `best_epoch` and `encoding`, for the run."""

    @property
    def signature(self) -> str:
        """The origin of the predictions: packages, versions, and a checksum of any weights."""
        ...

    def predict(self, rows: Sequence[R_contra]) -> Sequence[Answer]:
        """Return a prediction for each row in order; the gold of the rows is never used.

        Scores are on the scale it was fitted for, and may lie outside it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Rule(Generic[K]):
    """A function from rows of one kind to their answers, as a predictor.

    `model` is what it was fitted to, for exports: a head, a pipeline of scikit-learn; None for anything else.
    """

    signature: str
    kind: type[K]
    answers: Callable[[Sequence[K]], Sequence[Answer]]
    model: Any = field(default=None, compare=False, repr=False)

    @classmethod
    def each(cls, signature: str, kind: type[K], answer: Callable[[K], Answer]) -> Rule[K]:
        """Return the rule that answers row by row."""
        return cls(signature, kind, lambda rows: [answer(row) for row in rows])

    def predict(self, rows: Sequence[LearntRow]) -> list[Answer]:
        """Return the answer of each row."""
        typed_rows = of_kind(rows, self.kind)
        return list(self.answers(typed_rows)) if typed_rows else []


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of recipes: everything that is said of it.

    Parameters
    ----------
    default : Json
        Its value if nothing is requested.
    help : str
        Its meaning, in a sentence.
    choices : tuple
        All values it may have, if they are few.
    limits : (low, high) or None
        Of a number; whole numbers are those with whole limits.
    training : bool
        Whether it has no effect without training rows.
    text : Term or None
        Of a text or nothing: what is expected, in words.
    """

    default: Json
    help: str
    choices: tuple[Json, ...] = ()
    limits: tuple[float, float] | None = None
    training: bool = True
    text: Term | None = None


def declared(settings: Mapping[str, Setting], **changes: Json | Setting) -> dict[str, Setting]:
    """Return settings with other defaults, or with further settings at the end."""
    changed = dict(settings)
    for name, change in changes.items():
        changed[name] = change if isinstance(change, Setting) else replace(changed[name], default=change)
    return changed


class Recipe(ABC, Generic[R]):
    """A method of predicting answers from training rows.

    Attributes
    ----------
    row_kinds : tuple of type
        The kinds of rows it accepts; one fit gets rows of one kind.
    seeded : bool
        Whether another seed gives another model; if not, one run is enough.
    learns : bool
        Whether training rows change its predictions; if not, it gets none.
    needs_training : bool
        Whether it cannot predict without training rows.
    shared : bool
        Whether the processes of a launcher such as `torchrun` share one fit; if not, process 0 fits.
    floor : bool
        Whether it is a baseline that others are measured against.
    all_settings : mapping
        Name -> setting, the main ones first. The next four attributes are read from it.
    defaults : mapping
        Every setting -> its default.
    help : mapping
        Setting -> its meaning, in a sentence.
    choices : mapping
        Setting -> all values it may have, for those with few.
    of_training : set of str
        Settings that have no effect without training rows.
    presets : mapping
        `published` and `recommended` -> the settings that differ from the defaults.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    row_kinds: ClassVar[tuple[type, ...]]
    seeded: ClassVar[bool]
    learns: ClassVar[bool] = True
    needs_training: ClassVar[bool] = True
    shared: ClassVar[bool] = False
    floor: ClassVar[bool]
    only_of: ClassVar[str] = ""  # in the names of the sources that the recipe is for; empty for all sources
    all_settings: ClassVar[Mapping[str, Setting]] = {}
    defaults: ClassVar[Mapping[str, Json]] = {}
    help: ClassVar[Mapping[str, str]] = {}
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {}
    of_training: ClassVar[frozenset[str]] = frozenset()
    presets: ClassVar[Mapping[str, Mapping[str, Json]]] = {PUBLISHED: {}, RECOMMENDED: {}}

    def __init_subclass__(cls, **others: object) -> None:
        """Read the defaults, sentences and choices from the settings that the recipe declares."""
        super().__init_subclass__(**others)
        if "all_settings" in vars(cls):
            named = cls.all_settings.items()
            cls.defaults = {name: one.default for name, one in named}
            cls.help = {name: one.help for name, one in named}
            cls.choices = {name: one.choices for name, one in named if one.choices}
            cls.of_training = frozenset(name for name, one in named if one.training)

    @property
    def about(self) -> str:
        """How it predicts, in a sentence or two: the start of its docstring."""
        return Phrase(f"about-{self.name}", (type(self).__doc__ or self.title).split("\n\n")[0])

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, defaults included; called before any long work, loads no model.

        A recipe with more to check (a folder that is no model, a device that is not there) extends this.

        Raises
        ------
        AloiError
            A setting that is unknown or cannot work.
        """
        unknown = sorted(set(requested) - set(self.defaults))
        if unknown:
            raise AloiError(
                "modeling.recipe-no-setting", name=self.name, unknown=repr(unknown[0]), defaults=self.defaults
            )
        chosen = {**self.defaults, **requested}
        for name, choices in self.choices.items():
            check_choice(name, chosen[name], choices)
        for name, setting in self.all_settings.items():
            if setting.limits is not None and (chosen[name] is not None or setting.default is not None):
                check_number(name, chosen[name], *setting.limits)
            if setting.text is not None and not isinstance(chosen[name], str | None):
                raise unsuitable(name, chosen[name], setting.text)
        return chosen

    def check_trainable(self, settings: Mapping[str, Json], rows: int) -> None:
        """Raise AloiError if these settings cannot be trained on this many rows (0: untrained).

        Called before any long work, loads no model; nothing is refused unless a recipe extends this.
        """
        del settings, rows

    def is_calibrated(self, settings: Mapping[str, Json], *, trained: bool) -> bool:
        """Return whether predicted scores were fitted to the scale, so that error metrics mean something."""
        del settings
        return trained

    def load(self, training: Training[R]) -> tuple[Predictor[R], str] | None:
        """Return a model that a fit saved, with the checksum of its weights; None if it lacks its labels.

        `training` has the settings, seed and scale of that fit, no rows, and the saved model as `folder`.
        """
        del training
        return None

    @abstractmethod
    def fit(self, training: Training[R]) -> Predictor[R]:
        """Return the fitted model.

        Raises
        ------
        AloiError
            No training rows where it needs some, fewer than 10, or nothing to learn in them.
        Cancelled
            `training.watch` asked to stop.
        """


def check_training(recipe: Recipe[R], training: Training[R]) -> type:
    """Return the kind of the rows of a fit; raise AloiError for rows it cannot be fitted on.

    Rows of several kinds or of one that the recipe does not take, fewer than 10 of them, or scored pairs
    that all have one score.
    """
    kinds = {type(one) for one in (*training.train, *training.dev)}
    if not training.train or len(kinds) > 1 or not kinds <= set(recipe.row_kinds):
        raise AloiError(
            "modeling.recipe-given-rows-them-learn",
            name=recipe.name,
            value=sorted(kind.__name__ for kind in kinds),
            train=len(training.train),
            row_kinds=" or ".join(kind.__name__ for kind in recipe.row_kinds),
        )
    count = len(training.train)
    if count < FEWEST:
        raise AloiError(
            "aloi.too-few", name=Term("training-rows", name=recipe.name), count=count, least=FEWEST
        )
    kind = kinds.pop()
    if kind.__name__ == "ScoredPair" and len({one.score for one in training.train}) < 2:
        raise AloiError(
            "aloi.all-equal", name=Term("training-pairs"), count=count, value=f"{training.train[0].score:g}"
        )
    return kind


def of_kind(rows: Sequence[LearntRow], kind: type[K]) -> tuple[K, ...]:
    """Return the rows, or raise AloiError if one is of another kind than the fit expects."""
    typed_rows = tuple(row for row in rows if isinstance(row, kind))
    if len(typed_rows) != len(rows):
        other = next(type(row).__name__ for row in rows if not isinstance(row, kind))
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("rows-to-predict"),
            kind=other,
            expected=Term("kind-of-training", kind=kind.__name__),
        )
    return typed_rows


def check_number(name: str, value: Json, low: float, high: float) -> None:
    """Raise AloiError unless a setting is a number from low to high, a whole one where low is."""
    is_integer = isinstance(low, int)
    right = isinstance(value, int if is_integer else int | float) and not isinstance(value, bool)
    if not right or not low <= value <= high:  # type: ignore[operator]
        expected = "whole-from" if is_integer else "number-from"
        raise unsuitable(name, value, Term(expected, low=f"{low:g}", high=f"{high:g}"))


def check_choice(name: str, value: Json, choices: tuple[Json, ...]) -> None:
    """Raise AloiError unless a setting has one of its few values."""
    if not any(value is one or (isinstance(one, str) and value == one) for one in choices):
        raise unsuitable(name, value, Term("one-of", choices=(str(choice).lower() for choice in choices)))


def unsuitable(setting: str, value: Json, expected: Term) -> AloiError:
    """Return the error for a value that a setting cannot have."""
    return AloiError(
        "aloi.value", name=Term("the-setting", name=setting), value=repr(value), expected=expected
    )
