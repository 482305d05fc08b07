"""Plug-ins of installed packages: `aloi plugins`."""

from __future__ import annotations

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Group, facts, table
from aloi.terminal.options import request_options
from aloi.workbench.requests.queries import CheckPluginsRequest


@click.group(cls=Group)
def plugins() -> None:
    """List and check what installed packages add: tasks, measures, formats, recipes, readers."""


@plugins.command("list")
def list_() -> Answer:
    """List the plug-ins: version, group, what each adds, or the reason why it was not loaded."""
    from aloi.workbench.plugins.listing import list_plugins, title_of

    document = [
        to_json(plugin, "added", "reason", loaded=plugin.reason is None, about=str(title_of(plugin)))
        for plugin in list_plugins()
    ]
    names = ("package", "version", "group", "name", "loaded", "about")
    rows = [tuple(row[name] for name in names) for row in document]
    heads = ("package", "version", "group", "name", "loaded", "adds, or reason")
    return Answer({"plugins": document}, table(heads, rows) if rows else facts(plugins=0))


@plugins.command("check")
@request_options(CheckPluginsRequest)
def check_(request: CheckPluginsRequest) -> Answer:
    """Check each plug-in against the contract of its group; exit 1 if one fails."""
    from aloi.workbench.plugins.checking import check_plugins

    results = check_plugins(request.name)
    failed = [result for result in results if result.problem]
    rows = [
        (result.package, result.name, result.check, result.problem or "passed", result.demand)
        for result in results
    ]
    heads = ("package", "name", "check", "result", "demand")
    lines = [*(table(heads, rows) if rows else []), *facts(checks=len(results), failed=len(failed))]
    return Answer({"checks": results, "failed": len(failed)}, lines, status=1 if failed else 0)
