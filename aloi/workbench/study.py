"""The entry by which a published study registers its commands, pages, jobs, folders and cached results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType

# Read by importlib alone: no module outside may import a study (docs/adr/0021-studies.md).
_PACKAGE = "aloi.studies"


def _any_task(kind: TaskType) -> bool:
    del kind
    return True


@dataclass(frozen=True, slots=True)
class StudyPage:
    """A page of a study: its address, icon, section of the menu, and roles, as in `PageInfo`.

    Parameters
    ----------
    after : str
        The page of the program that precedes it in the menu.
    suits : callable
        Whether it is in the menu for campaigns of a task.
    folder : str
        The directory of its `page.py`, below that of the study.
    """

    name: str
    icon: str
    section: str
    after: str
    roles: tuple[str, ...] = ("manager",)
    suits: Callable[[TaskType], bool] = _any_task
    folder: str = "pages"


@dataclass(frozen=True, slots=True)
class Study:
    """A published study; references are `module:attribute` below its package, loaded when they are used.

    Parameters
    ----------
    name : str
        Of its package.
    commands : mapping
        Path of each command, as in `operations stats`, to its reference; groups above it exist.
    jobs : mapping
        Verb of each job to the reference of its function.
    short_jobs : tuple of str
        Verbs of jobs that people wait for: they load no model.
    uploads, unfinished : tuple of str
        Folders of the data folder: those whose files, and those whose hidden files, are deleted after a
        week.
    cached : str, optional
        Module whose import adds the use cases of its cached results.
    requests : str, optional
        Module of its requests (docs/adr/0019-requests.md).
    """

    name: str
    commands: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[StudyPage, ...] = ()
    jobs: Mapping[str, str] = field(default_factory=dict)
    short_jobs: tuple[str, ...] = ()
    uploads: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    cached: str = ""
    requests: str = ""

    @property
    def folder(self) -> Path:
        """Return the directory of the study."""
        return Path(__file__).parents[1] / "studies" / self.name

    def load(self, reference: str) -> Any:
        """Return the object of a reference, whose module is imported."""
        module, _, attribute = reference.partition(":")
        return getattr(import_module(f"{_PACKAGE}.{self.name}.{module}"), attribute)

    def load_cached(self) -> None:
        """Import the module of cached results, if there is one."""
        if self.cached:
            import_module(f"{_PACKAGE}.{self.name}.{self.cached}")

    def load_requests(self) -> tuple[ModuleType, ...]:
        """Return the module of its requests, imported; none for a study without requests."""
        return (import_module(f"{_PACKAGE}.{self.name}.{self.requests}"),) if self.requests else ()


@cache
def studies() -> tuple[Study, ...]:
    """Return the entry of each study listed in the package `studies`; imports nothing else of them."""
    names: tuple[str, ...] = import_module(_PACKAGE).NAMES
    return tuple(import_module(f"{_PACKAGE}.{name}").STUDY for name in names)
