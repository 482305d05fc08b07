"""The plug-ins of this installation, as commands list them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aloi.agreement.measures import all_measures
from aloi.annotation.tasks import all_tasks
from aloi.base.plugins import Plugin, read_plugins, unread
from aloi.corpora.readers import all_readers
from aloi.gold.formats import all_formats
from aloi.modeling.recipes import all_recipes

# The registry that reads each group of entry points.
GROUPS: Mapping[str, Callable[[], tuple[Any, ...]]] = {
    "aloi.tasks": all_tasks,
    "aloi.measures": all_measures,
    "aloi.formats": all_formats,
    "aloi.recipes": all_recipes,
    "aloi.readers": all_readers,
}


def list_plugins() -> tuple[Plugin, ...]:
    """Return all plug-ins of the installed packages, by group, package and name, loaded or not."""
    for registry in GROUPS.values():
        registry()
    return (*(plugin for group in GROUPS for plugin in read_plugins(group)), *unread(GROUPS))


def title_of(plugin: Plugin) -> str:
    """Return what a plug-in adds, or the reason why it adds nothing, in one line."""
    if plugin.reason is not None:
        return plugin.reason
    return str(plugin.added.summary if hasattr(plugin.added, "summary") else plugin.added.title)
