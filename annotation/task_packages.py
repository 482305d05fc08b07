"""The package that adds each task of a plug-in, also of one that is no longer installed."""

from __future__ import annotations

from aloi.base.plugins import package_adding

GROUP = "aloi.tasks"
_packages: dict[str, str] = {}  # as the campaigns that were read name them


def remember_package(task_name: str, package: str) -> None:
    """Note the package that added a task when a campaign of it was created."""
    _packages[task_name] = package


def package_of(task_name: str) -> str:
    """Return the package that adds a task; empty for a task of Aloi, and if it is unknown."""
    return package_adding(GROUP, task_name) or _packages.get(task_name, "")
