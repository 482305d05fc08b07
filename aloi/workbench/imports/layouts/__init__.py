"""The complete list of layouts of annotations, one file per layout or one per reader."""

from __future__ import annotations

from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.gold.formats.projects import TOOLS
from aloi.workbench.imports.layouts.answers import AnswerTable
from aloi.workbench.imports.layouts.base import Layout, ReadOptions
from aloi.workbench.imports.layouts.judgements import Swords
from aloi.workbench.imports.layouts.label_columns import LabelColumns
from aloi.workbench.imports.layouts.labels import LabelledLines, LabelTable
from aloi.workbench.imports.layouts.mentions import MENTION_LAYOUTS
from aloi.workbench.imports.layouts.operations import YawatFiles
from aloi.workbench.imports.layouts.projects import ProjectLayout
from aloi.workbench.imports.layouts.questions import Questions
from aloi.workbench.imports.layouts.role_tables import ROLE_TABLE, RoleTable
from aloi.workbench.imports.layouts.spans import ConllLayout, ConllULayout, DocBinLayout
from aloi.workbench.imports.layouts.substitutes import SemDisLayout, SemEvalLayout, TargetTable

LAYOUTS: tuple[Layout, ...] = (
    AnswerTable(),
    LabelTable(),
    LabelledLines(),
    Questions(),
    ConllLayout(),
    ConllULayout(),
    DocBinLayout(),
    *MENTION_LAYOUTS,
    YawatFiles(),
    SemDisLayout(),
    SemEvalLayout(),
    TargetTable(),
    Swords(),
    *(ProjectLayout(tool, annotators_from=tool.annotators_from) for tool in (*TOOLS, LabelColumns())),
    RoleTable(),
)


def layout_named(name: str) -> Layout:
    """Return the layout of that name, or raise AloiError naming those there are."""
    layouts = {name: layout for layout in LAYOUTS for name in (layout.name, *layout.also_called)}
    return layouts[known_name(name, layouts, Phrase("kind-format-of-annotations", "format of annotations"))]


def fitting_layouts(path: Path, task: str = "") -> list[Layout]:
    """Return the layouts that a file or folder may have, by its content: often one, or none.

    Raises
    ------
    AloiError
        Nothing at the path.
    """
    if not path.exists():
        raise AloiError("aloi.no-file", path=path)
    serving = [one for one in LAYOUTS if not (task and one.tasks) or task in one.tasks]
    fitting = [one for one in serving if one.accepts(path)]
    fitting = _without_general(fitting, is_new=not task)
    # Marks of other tools are specific to them; their files may also look like a plain table of labels.
    return [one for one in fitting if one.tells_task] or fitting


def _without_general(fitting: list[Layout], *, is_new: bool) -> list[Layout]:
    """Return the layouts without the one of any table with roles, unless it is the only one.

    A table of answers to items that are stored is another reading of the same columns: the one for a
    campaign that exists.
    """
    others = [layout for layout in fitting if layout.name != ROLE_TABLE]
    if len(others) < len(fitting) and is_new:
        others = [layout for layout in others if layout.tasks]
    return others or fitting


def find_layout(path: Path, task: str = "") -> Layout:
    """Return the only layout that a file or folder has, by its content.

    With a task, only layouts that serve it are asked, and those of answers to whatever items there are.

    Raises
    ------
    AloiError
        Nothing at the path, or no layout, or more than one that it may be of.
    """
    fitting = fitting_layouts(path, task)
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(one.name for one in fitting or LAYOUTS)
    raise AloiError(
        "workbench.may-formats",
        has_fitting=bool(fitting),
        name=path.name if fitting else "",
        fitting=len(fitting) if fitting else "",
        fitting_2="" if fitting else path.name,
        names=names,
    )


def layout_for(path: Path, name: str | None, options: ReadOptions) -> Layout:
    """Return the layout of a source: the named one, or the one it has, with annotators from where people say.

    Raises
    ------
    AloiError
        As `find_layout`; a layout in which that part does not name annotators.
    """
    layout = layout_named(name) if name else find_layout(path, options.task)
    by = options.annotator_from
    if not by or by in layout.annotators_from:
        return layout
    tables = layout_named(ROLE_TABLE)
    if name is None and options.task in ("", *tables.tasks) and tables.accepts(path):
        return tables
    raise AloiError("workbench.no-annotators-of-paths", name=path.name, by=by)
