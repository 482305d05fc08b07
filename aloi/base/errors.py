"""The one kind of error a person can act on; every layer may raise it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

from aloi.base.messages import ENGLISH, Value, rendered
from aloi.base.terms import Term, message_value

_MOST_QUOTED, _MOST_WORDS = 20, 2  # characters and words of a value
_OPTION = re.compile(r"`?--([a-z][a-z-]*)`?")
_HIDDEN = ContextVar("values_hidden", default=False)
_ID = re.compile(r"(?=.*\d)[\w.:/#-]{1,64}", re.ASCII)


class AloiError(Exception):
    """Bad input or an impossible step, described so that a person can act on it.

    It contains no sentences: a code and values. The catalogue of a language
    (`aloi/base/messages/<language>/`) has the three sentences of each code: the problem, the expected input,
    and the action.

    Parameters
    ----------
    code : str
        `layer.name`: the message `name` of the catalogue `layer.ftl`.
    **values : object
            The values that the sentences name, quoting the offending one. Whole numbers choose plurals. For a
        sequence, the sentences give a list, and choose by its length (`$names-count`). For another AloiError
        they give its own first sentence, for a `Term` its words in the language of the message. All other
        values are formatted as an f-string formats them, at the time of the error. A term called `expected`
        or `todo` replaces that sentence.
    """

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: dict[str, Value] = {name: message_value(value) for name, value in values.items()}
        self.places: tuple[str | Term, ...] = ()
        self.in_notebook = False

    def sentences(self, language: str = ENGLISH, *, page: bool = False) -> tuple[str, str, str]:
        """Return what was found, what was expected and what to do, in a language or else in English.

        For a `page` what to do names its fields, not the options and commands of the terminal; in a notebook
        the arguments that stand for these options.
        """
        finding, expected, todo = rendered(self.code, self.values, language, page=page)
        if self.in_notebook and not page:
            expected, todo = map(with_arguments, (expected, todo))
        terms = [value.text(language, page=page) for value in self.values.values() if isinstance(value, Term)]
        if not self.places and finding.startswith(tuple(terms)):
            finding = finding[:1].upper() + finding[1:]
        places = (place.text(language) if isinstance(place, Term) else place for place in self.places)
        return ": ".join((*places, finding)), expected, todo

    def told(self, language: str = ENGLISH, *, page: bool = False) -> str:
        """Return the message on three lines, as the terminal prints it or as a `page` shows it."""
        return "\n".join(self.sentences(language, page=page))

    def at(self, location: str | Term) -> Self:
        """Return the same error, with the place it was found at before its first sentence."""
        moved = copy.copy(self)
        moved.places = (location, *self.places)
        return moved

    def to_json(self) -> dict[str, Any]:
        """Return the code, the values and the places, so that another process can tell it in any language."""
        values: dict[str, Any] = {}
        for name, value in self.values.items():
            if isinstance(value, AloiError):
                values[name] = {"error": value.to_json()}
            elif isinstance(value, Term):
                values[name] = value.to_json()
            else:
                values[name] = list(value) if isinstance(value, tuple) else value
        places = [place.to_json() if isinstance(place, Term) else place for place in self.places]
        return {"code": self.code, "values": values, "places": places}

    @classmethod
    def from_json(cls, document: Any) -> AloiError:
        """Return the error that `to_json` gave."""
        error = AloiError(
            document["code"], **{name: _from_json(value) for name, value in document["values"].items()}
        )
        error.places = tuple(map(_from_json, document["places"]))
        return error

    def __str__(self) -> str:
        return self.told()

    @property
    def found(self) -> str:
        """The problem and its location, in English."""
        return self.sentences()[0]

    @property
    def expected(self) -> str:
        """The expected input, in English."""
        return self.sentences()[1]

    @property
    def todo(self) -> str:
        """The next step for the person, in English."""
        return self.sentences()[2]


def _from_json(value: Any) -> Any:
    """Return a value or a place of an error from its JSON."""
    if not isinstance(value, dict):
        return value
    return AloiError.from_json(value["error"]) if "error" in value else Term.from_json(value)


def with_arguments(text: str) -> str:
    """Return a sentence whose options are arguments: `--weights-by` is `weights_by`."""
    return _OPTION.sub(lambda option: f"`{option[1].replace('-', '_')}`", text)


def quoted(value: object) -> str:
    """Return a value as errors quote it: whole where it is short or an id, else the length of it alone.

    A cell, a line or an answer may be the text of an item, and errors hold none.

    >>> quoted("n.c."), quoted("Il dort depuis hier."), quoted("FR-0017_sentence-0023")
    ("'n.c.'", "'…' (20)", "'FR-0017_sentence-0023'")
    """
    text = str(value)
    short = len(text) <= _MOST_QUOTED and len(text.split()) <= _MOST_WORDS
    return repr(value) if not _HIDDEN.get() and (short or _ID.fullmatch(text)) else masked(value)


def masked(value: object) -> str:
    """Return the length of a value alone: for answers that are texts, or hold words of an item.

    >>> masked("n.c.")
    "'…' (4)"
    """
    return f"'…' ({len(str(value))})"


@contextmanager
def values_hidden(hide: bool = True) -> Iterator[None]:
    """Let `quoted` give lengths alone meanwhile: any cell may be a text that a data-use agreement covers.

    >>> with values_hidden():
    ...     quoted("n.c.")
    "'…' (4)"
    """
    before = _HIDDEN.set(hide or _HIDDEN.get())
    try:
        yield
    finally:
        _HIDDEN.reset(before)
