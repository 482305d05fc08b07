"""The sentences of the interface, from catalogues: a translation is a file `texts.<language>.toml`.

A sentence that depends on a number is a table by plural category (`one`, `other`, ...: those of Unicode, as
in Babel and browsers), chosen by its value `count`. Sentences missing in a language are shown in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from babel import Locale

from aloi.agreement.number import Number
from aloi.base.messages import ENGLISH
from aloi.base.terms import Phrase
from aloi.ui import language
from aloi.ui.numbers import is_long, number, numbers

Sentence: TypeAlias = str | dict[str, str]
_WORDS = re.compile(r"[a-z0-9]+")
# Texts of numbers only, such as `0.41` or `[0.25, 0.75]`; a version within a name is none.
_NUMBERS = re.compile(r"[-+−±\[\]\d., ]+")


def t(key: str, **values: object) -> str:
    """Return the sentence called `section.name` in the reader's language, with its placeholders filled."""
    part, name = key.split(".", maxsplit=1)
    return worded_for(_section(part, language.current())[name], **values)


def worded_for(sentence: Sentence, **values: object) -> str:
    """Return a sentence of `section` with its placeholders filled; a table gives the form for its `count`."""
    if isinstance(sentence, dict):
        count = values["count"]
        form = _plural(sentence["language"], count) if isinstance(count, int | float) else "other"
        sentence = sentence.get(form, sentence["other"])
    return sentence.format(**{name: _written(name, value) for name, value in values.items()})


def _written(name: str, value: object) -> object:
    if isinstance(value, int) and is_long(value) and name != "seed":  # a seed is a name, not a count
        return number(value, ",")
    return numbers(str(value)) if isinstance(value, Number) else value


def section(name: str) -> dict[str, Sentence]:
    """Return all sentences of a section in the reader's language, with placeholders, for widgets.

    A table by plural category also says its `language`, whose rules choose from it.
    """
    return dict(_section(name, language.current()))


@cache
def _section(name: str, tongue: str) -> Mapping[str, Sentence]:
    """Return the sentences of a section in a language, in English if it has none."""
    return _catalogue(ENGLISH).get(name, {}) | _catalogue(tongue).get(name, {})


def _plural(tongue: str, count: float) -> str:
    return str(Locale.parse(tongue).plural_form(count))


@cache
def _catalogue(tongue: str) -> Mapping[str, dict[str, Sentence]]:
    """Return the sentences of a language by section and name; none for a language without a catalogue."""
    path = language.FOLDER / f"texts.{tongue}.toml"
    if tongue not in language.NAMES:
        return {}
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        part: {
            name: sentence if isinstance(sentence, str) else {"language": tongue, **sentence}
            for name, sentence in sentences.items()
        }
        for part, sentences in read.items()
    }


def translated(text: str) -> str:
    """Return a phrase in the reader's language, its numbers as readers write them; another text unchanged."""
    return text.text(language.current(), written=_filled) if isinstance(text, Phrase) else text


def named(kind: str, name: str) -> str:
    """Return the name of an entry of a list, such as an origin, in the reader's language, or else itself."""
    return translated(Phrase(f"{kind}-{'-'.join(_WORDS.findall(name.lower()))}", name))


def _filled(value: str) -> str:
    return numbers(value) if _NUMBERS.fullmatch(value) else value
