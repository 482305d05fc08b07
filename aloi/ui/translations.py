"""Translations of English sentences of the lower layers into the reader's language.

Titles of recipes, formats and tasks, warnings and remarks are made with the numbers, and some are stored with
them: they are English. `translations.<language>.toml` has each of them as a key, with placeholders in braces,
and its translation with the same placeholders as the value. `requests.<language>.toml` has those of requests.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from aloi.base.messages import phrase_text
from aloi.base.terms import Phrase
from aloi.ui import language
from aloi.ui.numbers import numbers

_WORDS = re.compile(r"[a-z0-9]+")
_BLANK = re.compile(r"\\\{(\w+)\\\}")
# Texts of numbers only, such as `0.41` or `[0.25, 0.75]`; a version within a name is none.
_NUMBERS = re.compile(r"[-+−±\[\]\d., ]+")


def translated(text: str) -> str:
    """Return a text of a lower layer in the reader's language; unchanged without a translation.

    Values of placeholders are translated too if they are such texts, and numbers are formatted for the
    reader's language.
    """
    tongue = language.current()
    if isinstance(text, Phrase) and phrase_text(text.key, {}, tongue) is not None:
        return text.text(tongue, written=_filled)
    exact, patterns = _texts_and_patterns(tongue)
    if text in exact:
        return exact[text]
    for pattern, into in patterns:
        match = pattern.fullmatch(text)
        if match is not None:
            return into.format(**{name: _filled(value) for name, value in match.groupdict().items()})
    return text


def named(kind: str, name: str) -> str:
    """Return the name of an entry of a list, such as an origin, in the reader's language, or else itself."""
    return translated(Phrase(f"{kind}-{'-'.join(_WORDS.findall(name.lower()))}", name))


def of_streamlit() -> list[tuple[str, str]]:
    """Return words of Streamlit with their translations, `*` for placeholders; none in English."""
    path = language.FOLDER / f"translations.{language.current()}.toml"
    if not path.is_file():
        return []
    return [(english, into) for english, into in _read(path)["streamlit"].items()]


def _filled(value: str) -> str:
    return numbers(value) if _NUMBERS.fullmatch(value) else translated(value)


@cache
def _texts_and_patterns(tongue: str) -> tuple[dict[str, str], Sequence[tuple[re.Pattern[str], str]]]:
    """Return the texts without placeholders by their English, and the others as patterns, longest first."""
    paths = [language.FOLDER / f"{name}.{tongue}.toml" for name in ("translations", "requests")]
    exact, patterns = {}, []
    for name, part in (entry for path in paths if path.is_file() for entry in _read(path).items()):
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
