"""The task of a stored campaign that this installation lacks: the package that added it is not installed."""

from __future__ import annotations

from inspect import isfunction
from typing import NoReturn

from aloi.annotation.task_packages import package_of
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase


class NoRow:
    """The kind of row of a task that is not installed: no format and no recipe takes it."""


def missing_task(name: str) -> TaskType:
    """Return a task that says what all tasks can say; whatever needs its code is `aloi.task-not-installed`.

    Lists and pages of a store compare `row_kind` and the flags of all tasks: this one fits none of them.
    """

    def refuse(*_: object, **__: object) -> NoReturn:
        raise not_installed(name)

    methods = [member for member, value in vars(TaskType).items() if isfunction(value)]
    facts = {
        "name": name,
        "version": 0,
        "installed": False,
        "summary": missing_note(name),
        "item_kind": property(refuse),
        "row_kind": NoRow,
        "main_metrics": (),
        "references": (),
    }
    kind: TaskType = type("MissingTask", (TaskType,), {**dict.fromkeys(methods, refuse), **facts})()
    return kind


def not_installed(name: str) -> AloiError:
    """Return the error of a task that is not installed; it names its package if that is known."""
    return AloiError("aloi.task-not-installed", task=repr(name), package=package_of(name) or "unknown")


def missing_note(name: str) -> Phrase:
    """Return the remark on a campaign whose task is not installed."""
    package = package_of(name)
    if not package:
        return Phrase("task-not-installed", "task {task} is not installed", task=name)
    return Phrase(
        "task-not-installed-package",
        "task {task} is not installed: install the package {package}",
        task=name,
        package=package,
    )
