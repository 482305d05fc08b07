"""The layouts that annotations come in, one file each or one a reader; this is the whole list."""

from __future__ import annotations

from pathlib import Path

from aloi.errors import AloiError
from workbench.imports.layouts.answers import AnswerTable
from workbench.imports.layouts.base import Layout
from workbench.imports.layouts.judgements import Swords
from workbench.imports.layouts.labels import LabelledLines, LabelTable
from workbench.imports.layouts.mentions import MENTION_LAYOUTS
from workbench.imports.layouts.operations import YawatFiles
from workbench.imports.layouts.questions import Questions
from workbench.imports.layouts.spans import ConllLayout
from workbench.imports.layouts.substitutes import SemDisLayout, SemEvalLayout, TargetTable

LAYOUTS: tuple[Layout, ...] = (
    AnswerTable(),
    LabelTable(),
    LabelledLines(),
    Questions(),
    ConllLayout(),
    *MENTION_LAYOUTS,
    YawatFiles(),
    SemDisLayout(),
    SemEvalLayout(),
    TargetTable(),
    Swords(),
)


def layout_named(name: str) -> Layout:
    """Return the layout of that name, or raise AloiError naming those there are."""
    for one in LAYOUTS:
        if name == one.name or name in one.also_called:
            return one
    raise AloiError(
        f"No format of annotations is called {name!r}.",
        f"One of these was expected: {', '.join(one.name for one in LAYOUTS)}.",
        "Check the spelling.",
    )


def find_layout(path: Path, task: str = "") -> Layout:
    """Return the one layout that a file or folder is of, by what it holds.

    With a task, only layouts that serve it are asked, and those of answers to whatever items there are.

    Raises
    ------
    AloiError
        Nothing at the path, or no layout, or more than one that it may be of.
    """
    if not path.exists():
        raise AloiError(f"There is no {path}.", "A file or a folder was expected.", "Check the path.")
    serving = [one for one in LAYOUTS if not (task and one.tasks) or task in one.tasks]
    fitting = [one for one in serving if one.accepts(path)]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(one.name for one in fitting or LAYOUTS)
    raise AloiError(
        f"{path.name} may be of {len(fitting)} formats."
        if fitting
        else f"{path.name} is of no known format.",
        f"One of these was expected: {names}.",
        "Name it with --format.",
    )
