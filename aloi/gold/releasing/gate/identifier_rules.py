"""Patterns of likely identifiers of people: those that come with Aloi, and those of a user."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.releasing.gate.recognisers import PRESIDIO, RecognisedRule

BUILT_IN = Path(__file__).parent / "identifiers.toml"
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_TEXTS, _FLAGS = ("pattern", "check", "recogniser", "model", "language"), ("ignore_case", "use")
_LISTS = ("finds", "passes", "entities")
_USUAL_LEAST = 0.6  # how sure presidio has to be unless a rule says so


def is_nir(text: str) -> bool:
    """Return whether a text is a French social security number whose key fits its number.

    The key is 97 minus the rest of the number by 97; 2A and 2B of Corsica count as 19 and 18.
    """
    digits = re.sub(r"[\s.-]", "", text).upper().replace("2A", "19").replace("2B", "18")
    return digits.isdigit() and len(digits) == 15 and 97 - int(digits[:13]) % 97 == int(digits[13:])


_CHECKS: Mapping[str, Callable[[str], bool]] = {"nir": is_nir}


class Identifier(Protocol):
    """A kind of identifier, however it is found."""

    @property
    def name(self) -> str:
        """Its name."""

    def is_in(self, text: str) -> bool:
        """Return whether a text contains such an identifier."""


@dataclass(frozen=True, slots=True)
class IdentifierRule:
    """A kind of identifier: its name, what it looks like, and by name what else it has to be."""

    name: str
    pattern: re.Pattern[str]
    check: str = ""

    def is_in(self, text: str) -> bool:
        """Return whether a text contains such an identifier."""
        if not self.check:
            return self.pattern.search(text) is not None
        return any(_CHECKS[self.check](found[0]) for found in self.pattern.finditer(text))


def identifier_rules(path: Path | None = None) -> tuple[Identifier, ...]:
    """Return the rules that come with Aloi, and those of a file in the same form.

    A rule of the file replaces a rule with the same name, and `use = false` disables it. The examples of each
    rule are tested: texts it `finds`, and texts it `passes` over.

    Raises
    ------
    AloiError
        No such file, no TOML, or a rule that is incomplete or contradicts its examples.
    """
    rules = _read(BUILT_IN)
    if path is not None:
        rules |= _read(path)
    return tuple(one for one in rules.values() if one is not None)


def _read(path: Path) -> dict[str, Identifier | None]:
    """Return the rules of a file by name; None for one that is taken away."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("aloi.unreadable", path=path, format=Term("format-rules"), error=error) from error
    return {name: _rule(name, told, path) for name, told in raw.items()}


def _rule(name: str, rule_table: Any, path: Path) -> Identifier | None:
    table = rule_table if isinstance(rule_table, dict) else {}
    kinds: dict[str, Any] = dict.fromkeys(_TEXTS, str) | dict.fromkeys(_FLAGS, bool)
    kinds |= dict.fromkeys(_LISTS, list) | {"least": int | float}
    wrong = next((key for key, value in table.items() if not isinstance(value, kinds.get(key, ()))), "")
    is_used = table.get("use", True)
    needed = ("recogniser", "model", "language", "entities") if "recogniser" in table else ("pattern",)
    wrong = wrong or next((key for key in needed if not table.get(key) and is_used), "")
    if wrong or not _NAME.fullmatch(name) or table.get("recogniser", PRESIDIO) != PRESIDIO:
        raise AloiError("gold.identifiers-rule", path=path, name=repr(name), entry=wrong or needed[0])
    if not is_used:
        return None
    rule = _recognised(name, table) if "recogniser" in table else _by_pattern(name, table, path)
    for key, expected in (("finds", True), ("passes", False)):
        for number, example in enumerate(table.get(key, ()), start=1):
            if rule.is_in(str(example)) is not expected:
                raise AloiError(
                    "gold.identifiers-example", path=path, name=repr(name), list=key, number=number
                )
    return rule


def _recognised(name: str, table: Mapping[str, Any]) -> RecognisedRule:
    """Return a rule by presidio, or raise AloiError if a package it needs is not installed."""
    entities = tuple(map(str, table["entities"]))
    least = float(table.get("least", _USUAL_LEAST))
    rule = RecognisedRule(name, table["model"], table["language"], entities, least)
    rule.check_installed()
    return rule


def _by_pattern(name: str, table: Mapping[str, Any], path: Path) -> IdentifierRule:
    """Return a rule by a regular expression."""
    check = table.get("check", "")
    if check and check not in _CHECKS:
        raise AloiError("gold.identifiers-rule", path=path, name=repr(name), entry="check")
    try:
        pattern = re.compile(table["pattern"], re.IGNORECASE if table.get("ignore_case") else 0)
    except re.error as error:
        raise AloiError(
            "aloi.unreadable", path=path, format=Term("regular-expression", name=repr(name)), error=error
        ) from error
    return IdentifierRule(name, pattern, check)
