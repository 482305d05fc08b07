"""The twenty tasks as `tasks.toml` declares them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from aloi.base.names import known_name
from aloi.base.records import from_json, own_form
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.gold.splitting.drbenchmark import CUTS
from aloi.modeling.recipes.training.transformer import published

REFERENCES = ("labrak2024drbenchmark",)
PARTS = ("train", "validation", "test")
_FILE = Path(__file__).with_name("tasks.toml")


class HyperParameters(StrEnum):
    """The source of hyper-parameters: the paper's appendix, or the recipes released with it."""

    PAPER = "paper"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class SuiteTaskType:
    """A type of task.

    Parameters
    ----------
    metric : str
        The main metric, by its name in the registry.
    metrics : tuple of str
        All metrics reported, the first of them `metric`. Tables show the first two.
    family : str
        The type whose hyper-parameters and recipes it has; empty if they are its own.
    """

    name: str
    title: str
    metric: str
    metrics: tuple[str, ...]
    family: str = ""

    @property
    def recipes(self) -> str:
        """Return the name of the type by which recipes and hyper-parameters are declared."""
        return self.family or self.name


@dataclass(frozen=True, slots=True)
class PublishedLayout:
    """A way in which the authors of a corpus distribute it.

    Parameters
    ----------
    reader : str
        The function of `aloi.studies.drbenchmark.core.published` that reads it.
    files : mapping
        Role of files for the reader -> pattern that the ends of their paths match.
    """

    reader: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """One task of the suite.

    Parameters
    ----------
    fields : mapping
        Column -> its type, as the loader gives them: `str`, `float`, `label`, `[str]`, ...
    reader : str
        The function of `aloi.studies.drbenchmark.core.reading` that makes rows of them.
    columns : mapping
        Role that the reader needs -> its column or columns.
    labels : tuple of str
        All labels in order, of entities and parts of speech without prefix; empty for scores. Others are
        refused. Data may give a label as its index.
    several : bool
        Whether a row may have several labels, or none.
    scale : (float, float) or None
        The ends of the scale of scores.
    cuts : tuple of float
        Shares at which the shuffled ids are cut (`aloi.gold.splitting.drbenchmark`). One cut makes train and
        validation of the official training split, two make all splits; none if all splits are shipped.
    cut_by : str
        The unit that is shuffled: `id` or `document`.
    sizes : tuple of int
        Rows of train, validation and test that the released loader gives; empty where unknown.
    other_sizes : str
        Which other sizes were published, and why; empty if none.
    licence, obtain : str
        The conditions of use, and how to get the data.
    hub, config : str
        The data set on the Hugging Face hub and its configuration, which may be empty.
    folders : tuple of str
        Beginnings of the names of folders with the corpus as distributed, in lower case without signs.
    layouts : tuple of PublishedLayout
        The ways in which it is distributed.
    published : str
        The name of its hyper-parameters in `modeling.recipes.training.transformer`; empty if it has those of
        its type.
    """

    name: str
    title: str
    type: SuiteTaskType
    schema: str
    fields: Mapping[str, str]
    reader: str
    columns: Mapping[str, str | tuple[str, ...]]
    labels: tuple[str, ...]
    several: bool
    scale: tuple[float, float] | None
    cuts: tuple[float, ...]
    cut_by: str
    sizes: tuple[int, ...]
    other_sizes: str
    licence: str
    hub: str
    config: str
    obtain: str
    folders: tuple[str, ...]
    layouts: tuple[PublishedLayout, ...]
    published: str

    def hyper(self, whose: HyperParameters) -> dict[str, Json]:
        """Return the hyper-parameters of the paper or of the released recipes, as settings of a recipe."""
        return published(self.type.recipes, self.published or None, whose.value)

    def column(self, role: str) -> str:
        """Return the column of a role that a reader needs; empty if there is none."""
        column = self.columns.get(role, "")
        return column if isinstance(column, str) else column[0]

    def several_columns(self, role: str) -> tuple[str, ...]:
        """Return the columns of a role that a reader needs."""
        columns = self.columns.get(role, ())
        return (columns,) if isinstance(columns, str) else columns

    @property
    def shipped(self) -> tuple[str, ...]:
        """The splits its data ship with: `all` if two cuts make the three, else the official ones."""
        return {0: PARTS, 1: ("train", "test"), 2: ("all",)}[len(self.cuts)]


@cache
def tasks() -> tuple[Task, ...]:
    """Return the tasks, in the order of the file."""
    declared = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(_task(one, declared) for one in declared["tasks"])


def task(name: str) -> Task:
    """Return the task of that name, or raise AloiError naming those there are."""
    named = {one.name: one for one in tasks()}
    return named[known_name(name, named, Phrase("kind-task-of-the-suite", "task of the suite"))]


_SIGNED = "data-use agreement"


def _column(declared: Any) -> str | tuple[str, ...]:
    return declared if isinstance(declared, str) else tuple(declared)


own_form(str | tuple[str, ...], _column, _column)


def _task(entry: Mapping[str, Any], declared: Mapping[str, Any]) -> Task:
    kind = declared["types"][entry["type"]]
    optional = {"labels": (), "several": False, "scale": None, "sizes": (), "config": "", "published": ""}
    other_sizes = entry.get("other_sizes", "")
    return from_json(
        Task,
        {"cut_by": "id", **optional, **entry},
        type={
            "family": "",
            **kind,
            "name": entry["type"],
            "title": Phrase(f"suite-type-{entry['type']}", kind["title"]),
        },
        title=Phrase(f"suite-title-{entry['name']}", entry["title"]),
        other_sizes=Phrase(f"suite-sizes-{entry['name']}", other_sizes) if other_sizes else "",
        obtain=Phrase(f"suite-obtain-{entry['name']}", entry["obtain"]),
        licence=Phrase("suite-signed", entry["licence"]) if entry["licence"] == _SIGNED else entry["licence"],
        fields=declared["schemas"][entry["schema"]],
        cuts=CUTS[entry["cut"]] if entry.get("cut") else (),
    )
