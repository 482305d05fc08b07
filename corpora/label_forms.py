"""Labels that programs write in several ways: whole numbers as 1 and 1.0, truth values as True, 1 and oui."""

from __future__ import annotations

import re
from collections.abc import Collection

_INTEGER = re.compile(r"([+-]?\d+)(\.0+|,0)")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
_TRUE = frozenset(["1", "true", "vrai", "yes", "oui", "wahr", "ja", "sí", "si", "verdadero"])
_FALSE = frozenset(["0", "false", "faux", "no", "non", "falsch", "nein", "falso"])
# Letters for true and false; each is a label of its own if other letters occur.
_LETTERS = (("t", "f"), ("v", "f"), ("y", "n"), ("o", "n"), ("j", "n"))


def whole_number(text: str) -> str:
    """Return a whole number without its decimals: a column of integers with a gap becomes one of floats.

    >>> whole_number("1.0"), whole_number("1.10"), whole_number("a")
    ('1', '1.10', 'a')
    """
    match = _INTEGER.fullmatch(text)
    return match[1] if match else text


def truth_value(text: str) -> str:
    """Return `true` or `false` for a text that says so in any form; other texts unchanged.

    >>> truth_value("VRAI"), truth_value("0"), truth_value("maybe")
    ('true', 'false', 'maybe')
    """
    plain = whole_number(text).casefold()
    if plain in _TRUE or plain in (true for true, _ in _LETTERS):
        return "true"
    return "false" if plain in _FALSE or plain in (false for _, false in _LETTERS) else text


def are_truth_values(texts: Collection[str]) -> bool:
    """Return whether labels that may say true or false do: no other number, and no other letter, is a label.

    >>> are_truth_values(["True", "1"]), are_truth_values(["yes", "1", "2"])
    (True, False)
    >>> are_truth_values(["V", "F", "N"])
    False
    """
    plain = {whole_number(text).casefold() for text in texts}
    numbers = {text for text in plain if _NUMBER.fullmatch(text)}
    letters = {text for text in plain if len(text) == 1 and text.isalpha()}
    return (
        numbers <= {"0", "1"}
        and numbers != plain
        and (not letters or any(letters == set(pair) for pair in _LETTERS))
    )
