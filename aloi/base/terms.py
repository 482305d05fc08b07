"""Words that messages insert and that each language translates: the catalogue `terms.ftl`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from aloi.base.messages import ENGLISH, Value, term_text


@dataclass(frozen=True, init=False)
class Term:
    """A kind of thing, an expectation or a next step, named by its key in `terms.ftl`.

    A message that takes a term as a value shows it in the language of the message.

    Parameters
    ----------
    key : str
        The entry of `terms.ftl`.
    **values : object
        Values that the entry names, as of an `AloiError`.

    >>> Term("number-from", low=0, high="0.5").text()
    'a number from 0 to 0.5'
    """

    key: str
    values: Mapping[str, Value]

    def __init__(self, key: str, /, **values: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "values", {name: message_value(value) for name, value in values.items()})

    def text(self, language: str = ENGLISH, *, page: bool = False) -> str:
        """Return the words in a language, or else in English; for a page without commands and options."""
        return term_text(self.key, self.values, language, page=page)

    def to_json(self) -> dict[str, Any]:
        """Return the key and the values, so that another process can show it in any language."""
        return {
            "term": self.key,
            "values": {
                name: value.to_json()
                if isinstance(value, Term)
                else list(value)
                if isinstance(value, tuple)
                else value
                for name, value in self.values.items()
            },
        }

    @classmethod
    def from_json(cls, document: Any) -> Term:
        """Return the term that `to_json` gave."""
        return cls(
            document["term"],
            **{
                name: cls.from_json(value) if isinstance(value, dict) else value
                for name, value in document["values"].items()
            },
        )

    def __hash__(self) -> int:
        return hash((self.key, *self.values.items()))

    def __str__(self) -> str:
        return self.text()


def message_value(value: object) -> Value:
    """Return a value as messages store it: it can be sent to another process, and no longer changes."""
    if isinstance(value, Term) or hasattr(value, "sentences"):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return tuple(format(item) for item in value)
    return format(value)
