"""The contract of the registries, checked on installed plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.messages import languages
from aloi.base.names import known_name
from aloi.base.plugins import Plugin
from aloi.base.terms import Phrase
from aloi.workbench.plugins import formats, measures, readers, recipes, tasks
from aloi.workbench.plugins.listing import list_plugins

Check = Callable[[Any], str]
_LOADED = "loaded"


def texts(added: Any) -> str:
    """Check that title, summary and explanation are phrases that exist in each language."""
    shown = {name: getattr(added, name) for name in ("title", "summary", "about") if hasattr(added, name)}
    problems = [name for name, text in shown.items() if not isinstance(text, Phrase)]
    others = [language for language in languages() if language != "en"]
    problems += [
        f"{name} in {language}"
        for name, text in shown.items()
        for language in others
        if isinstance(text, Phrase) and not text.has_language(language)
    ]
    return ", ".join(problems)


# The checks of the entries of each group; `texts` is one of plug-ins alone.
CHECKS: Mapping[str, tuple[Check, ...]] = {
    "aloi.tasks": tasks.CHECKS,
    "aloi.measures": measures.CHECKS,
    "aloi.formats": formats.CHECKS,
    "aloi.recipes": recipes.CHECKS,
    "aloi.readers": readers.CHECKS,
}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check of a plug-in; an empty `problem` if it passed."""

    package: str
    group: str
    name: str
    check: str
    demand: str
    problem: str


def check_plugins(name: str | None = None) -> tuple[CheckResult, ...]:
    """Return the results of all checks of the installed plug-ins, by group, package, name and check.

    `name` is a package or a plug-in, None for all; AloiError if nothing has this name.
    """
    plugins = list_plugins()
    if name is not None:
        names = [*dict.fromkeys(known for plugin in plugins for known in (plugin.package, plugin.name))]
        known_name(name, names, Phrase("kind-plugin", "plug-in"))
        plugins = tuple(plugin for plugin in plugins if name in (plugin.package, plugin.name))
    return tuple(result for plugin in plugins for result in _checked(plugin))


def _checked(plugin: Plugin) -> list[CheckResult]:
    about = (plugin.package, plugin.group, plugin.name)
    loaded = CheckResult(*about, _LOADED, "The plug-in is loaded.", plugin.reason or "")
    if plugin.reason is not None:
        return [loaded]
    checks = (*CHECKS[plugin.group], texts)
    return [
        loaded,
        *(
            CheckResult(*about, check.__name__, str(check.__doc__), _problem(check, plugin.added))
            for check in checks
        ),
    ]


def _problem(check: Check, added: object) -> str:
    """Return the problem that a check finds; whatever the plug-in raises is one."""
    try:
        return check(added)
    except AloiError as error:
        return error.found
    except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
        return f"{type(error).__name__}: {error}"
