"""What the layers below say in English sentences of their own, in the reader's language.

Titles of recipes, formats and tasks, cautions and remarks are made where the numbers are, and some are stored
with them: they are English. `translations.<language>.toml` holds each of them as a key, with names in braces
for what is filled in, and its translation as the value, in which the same names stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from aloi.ui import language
from aloi.ui.numbers import numbers

_BLANK = re.compile(r"\\\{(\w+)\\\}")
# What is all numbers, such as `0.41` or `[0.25, 0.75]`; a version within a name is none.
_NUMBERS = re.compile(r"[-+−±\[\]\d., ]+")


def translated(text: str) -> str:
    """Return a text of a layer below in the reader's language; as it is where no translation is known.

    What is filled in is translated too where it is such a text itself, and numbers are written as the
    reader's language writes them.
    """
    tongue = language.current()
    exact, patterns = _texts_and_patterns(tongue)
    if text in exact:
        return exact[text]
    for pattern, into in patterns:
        match = pattern.fullmatch(text)
        if match is not None:
            return into.format(**{name: _filled(value) for name, value in match.groupdict().items()})
    return text


def of_streamlit() -> list[tuple[str, str]]:
    """Return words of Streamlit itself with their translations, `*` for what it fills in; none in English."""
    path = language.FOLDER / f"translations.{language.current()}.toml"
    if not path.is_file():
        return []
    return [(english, into) for english, into in _read(path)["streamlit"].items()]


def _filled(value: str) -> str:
    return numbers(value) if _NUMBERS.fullmatch(value) else translated(value)


@cache
def _texts_and_patterns(tongue: str) -> tuple[dict[str, str], Sequence[tuple[re.Pattern[str], str]]]:
    """Return the texts without blanks by their English, and the others as patterns, the longest first."""
    path = language.FOLDER / f"translations.{tongue}.toml"
    if not path.is_file():
        return {}, ()
    exact, patterns = {}, []
    for name, part in _read(path).items():
        for english, into in part.items() if name != "streamlit" else ():
            pattern = _BLANK.sub(r"(?P<\1>.+?)", re.escape(english))
            if "(?P<" in pattern:
                patterns.append((re.compile(pattern, re.DOTALL), into))
            else:
                exact[english] = into
    return exact, sorted(patterns, key=lambda one: -len(one[0].pattern))


@cache
def _read(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
