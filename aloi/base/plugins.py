"""Entries that installed packages add to the registries of Aloi (docs/adr/0028-plugins.md)."""

from __future__ import annotations

import inspect
import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint, entry_points, version
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from aloi.base.messages import add_folder
from aloi.base.names import known_name
from aloi.base.terms import Phrase

T = TypeVar("T")
_LOG = logging.getLogger("aloi.plugins")
_PACKAGE = "aloi"
MESSAGES = "messages"  # the directory of a plug-in's package with its catalogues, as that of `aloi.base`


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point of an installed package: the object that it adds, or the reason why it adds none."""

    group: str
    name: str
    package: str
    version: str
    added: Any
    reason: Phrase | None = None


_plugins: dict[str, tuple[Plugin, ...]] = {}
_LOCK = RLock()


def with_plugins(
    entries_of_aloi: Sequence[T], group: str, base: type, names: Iterable[str] = ()
) -> tuple[T, ...]:
    """Return the entries of a registry: those of Aloi, then those of plug-ins, sorted by package and name.

    Parameters
    ----------
    entries_of_aloi : sequence
        The entries of Aloi; each has a `name`.
    group : str
        The group of entry points.
    base : type
        The class of the entries.
    names : iterable of str
        Further names that plug-ins cannot use.
    """
    with _LOCK:
        if group not in _plugins:
            _plugins[group] = ()  # a plug-in may ask for the registry while it is imported
            _plugins[group] = _read(
                group, base, {str(getattr(entry, "name", entry)) for entry in entries_of_aloi} | {*names}
            )
    return (*entries_of_aloi, *(plugin.added for plugin in _plugins[group] if plugin.reason is None))


def read_plugins(group: str) -> tuple[Plugin, ...]:
    """Return the plug-ins of a group whose registry was asked for; those that failed have a reason."""
    return _plugins[group]


def entry_named(
    name: str, entries_of_aloi: Sequence[T], entries: Callable[[], Sequence[T]], kind: Phrase
) -> T:
    """Return the entry of a name; plug-ins are read only if Aloi has none of this name.

    Raises
    ------
    AloiError
        No entry has this name; the message lists all names.
    """
    by_name = _by_name(name, entries_of_aloi, entries)
    return by_name[known_name(name, by_name, kind)]


def entry_or_none(name: str, entries_of_aloi: Sequence[T], entries: Callable[[], Sequence[T]]) -> T | None:
    """Return the entry of a name, None if there is none; as for `entry_named`."""
    return _by_name(name, entries_of_aloi, entries).get(name)


def package_adding(group: str, name: str) -> str:
    """Return the package whose plug-in has this name, empty for an entry of Aloi."""
    plugins = (each for each in _plugins.get(group, ()) if each.reason is None and each.name == name)
    return next((each.package for each in plugins), "")


def _by_name(name: str, entries_of_aloi: Sequence[T], entries: Callable[[], Sequence[T]]) -> dict[str, T]:
    """Return the entries by their names; those of plug-ins only if Aloi has none of this name."""
    by_name = {str(getattr(entry, "name", "")): entry for entry in entries_of_aloi}
    return by_name if name in by_name else {str(getattr(entry, "name", "")): entry for entry in entries()}


def _read(group: str, base: type, used_names: set[str]) -> tuple[Plugin, ...]:
    """Return the plug-ins of a group; of two with one name, the second has a reason."""
    read: list[Plugin] = []
    for entry_point in sorted(entry_points(group=group), key=_order):
        read.append(_plugin(entry_point, base, used_names))
        used_names.add(entry_point.name)
    return tuple(read)


def unread(groups: Iterable[str]) -> tuple[Plugin, ...]:
    """Return the entry points of other groups whose names begin with `aloi.`, which nothing reads."""
    read_groups = set(groups)
    reason = Phrase(
        "plugin-group", "no such group; the groups are {groups}", groups=", ".join(sorted(read_groups))
    )
    others = (group for group in entry_points().groups if group.startswith(f"{_PACKAGE}."))
    return tuple(
        _described(entry_point, None, reason)
        for group in sorted(set(others) - read_groups)
        for entry_point in sorted(entry_points(group=group), key=_order)
    )


def _order(entry_point: EntryPoint) -> tuple[str, str]:
    return entry_point.dist.name if entry_point.dist else "", entry_point.name


def _plugin(entry_point: EntryPoint, base: type, used_names: set[str]) -> Plugin:
    """Return the plug-in of an entry point, checked; whatever its code raises becomes its reason."""
    added = reason = None
    try:
        reason = _unmet(entry_point.dist) or _clash(entry_point.name, used_names)
        if reason is None:
            added = entry_point.load()
            added = added() if isinstance(added, type) else added
            _add_messages(entry_point)
            reason = _mismatch(added, entry_point.name, base)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plug-in may raise anything
        frame = traceback.extract_tb(error.__traceback__)[-1]
        location = f"{Path(frame.filename).name}, {frame.lineno}"
        reason = Phrase(
            "plugin-raises",
            "{error} ({location})",
            error=f"{type(error).__name__}: {error}",
            location=location,
        )
    if reason is not None:
        _LOG.warning("plug-in %s of %s was not loaded: %s", entry_point.name, entry_point.group, reason)
    return _described(entry_point, added if reason is None else None, reason)


def _described(entry_point: EntryPoint, added: Any, reason: Phrase | None) -> Plugin:
    package = entry_point.dist
    return Plugin(
        entry_point.group,
        entry_point.name,
        package.name if package else "",
        package.version if package else "",
        added,
        reason,
    )


def _unmet(package: Distribution | None) -> Phrase | None:
    """Return the reason if a package requires another version of Aloi than this one."""
    from packaging.requirements import Requirement

    for requirement in map(Requirement, (package.requires or ()) if package else ()):
        if requirement.name == _PACKAGE and not requirement.specifier.contains(
            installed := version(_PACKAGE), prereleases=True
        ):
            return Phrase(
                "plugin-version",
                "it requires Aloi {required}, and this is Aloi {installed}",
                required=str(requirement.specifier),
                installed=installed,
            )
    return None


def _clash(name: str, used_names: set[str]) -> Phrase | None:
    if name not in used_names:
        return None
    return Phrase("plugin-name-taken", "the name {name} already exists", name=repr(name))


def _mismatch(added: Any, name: str, base: type) -> Phrase | None:
    """Return the reason if an object is no complete entry of its registry."""
    if not isinstance(added, base):
        return Phrase(
            "plugin-type",
            "it is {kind}, and {base} was expected",
            kind=type(added).__name__,
            base=f"{base.__module__}.{base.__name__}",
        )
    declared = [each for ancestor in type(added).__mro__ for each in inspect.get_annotations(ancestor)]
    absent = [each for each in dict.fromkeys(declared) if not hasattr(added, each)]
    if absent:
        return Phrase("plugin-lacks", "it does not define {names}", names=", ".join(absent))
    if (other := getattr(added, "name", "")) != name:
        return Phrase(
            "plugin-other-name",
            "its name is {name}, and its entry point has another name",
            name=repr(other),
        )
    return None


def _add_messages(entry_point: EntryPoint) -> None:
    """Make the catalogues of the package of a plug-in known, if it has some."""
    file = sys.modules[entry_point.module.partition(".")[0]].__file__
    folder = Path(file).parent / MESSAGES if file else None
    if folder is not None and folder.is_dir():
        add_folder(folder)
