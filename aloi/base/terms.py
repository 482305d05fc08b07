"""Words that messages insert (`terms.ftl`), and texts of results in other languages (`phrases.ftl`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Self

from aloi.base.messages import ENGLISH, Value, phrase_text, term_text


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


class Phrase(str):
    """A text of a result or of a registry: English, with the key of its translations.

    It is an ordinary text for those who compute, print or store it, so that nothing below the interfaces
    loads a catalogue. Other languages have it in `phrases.ftl`, under its key and with the same values. The
    pattern is that of `zope.i18nmessageid.Message`. A text made of it by an operation, such as `lower`, is
    plain English: insert a phrase into another one as a value.

    Parameters
    ----------
    key : str
        The entry of `phrases.ftl`.
    english : str
        The text, with placeholders in braces if there are values.
    **values : object
        Values that the text names; those that are phrases or terms are translated too.

    >>> Phrase("reason-few-items", "{count} item(s): two are needed", count=1)
    '1 item(s): two are needed'
    """

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Value]

    def __new__(cls, key: str, english: str, /, **values: object) -> Self:
        """Return the phrase; its text is English."""
        phrase = super().__new__(cls, english.format_map(values) if values else english)
        phrase.key = key
        phrase.values = {name: message_value(value) for name, value in values.items()}
        return phrase

    def text(
        self, language: str = ENGLISH, *, page: bool = False, written: Callable[[str], str] = str
    ) -> str:
        """Return the text in a language, or else in English; `written` writes its numbers and names."""
        values: dict[str, Value] = {}
        for name, value in self.values.items():
            if isinstance(value, Phrase):
                values[name] = value.text(language, page=page, written=written)
            else:
                values[name] = written(value) if isinstance(value, str) else value
        return phrase_text(self.key, values, language) or str(self)

    def has_language(self, language: str) -> bool:
        """Return whether a catalogue of the language has the phrase."""
        return phrase_text(self.key, self.values, language) is not None

    def to_json(self) -> dict[str, Any]:
        """Return the key, the text and the values, so that another process can show it in any language."""
        values = {
            name: value.to_json() if isinstance(value, Phrase | Term) else value
            for name, value in self.values.items()
        }
        return {"phrase": self.key, "text": str(self), "values": values}

    @classmethod
    def from_json(cls, document: Any) -> Phrase:
        """Return the phrase that `to_json` gave."""
        phrase = cls(document["phrase"], document["text"])
        phrase.values = {
            name: _phrase_or_term(value) if isinstance(value, dict) else value
            for name, value in document["values"].items()
        }
        return phrase

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[dict[str, Any]]]:
        return Phrase.from_json, (self.to_json(),)


def _phrase_or_term(document: dict[str, Any]) -> Phrase | Term:
    return Phrase.from_json(document) if "phrase" in document else Term.from_json(document)


def keyed(value: Any) -> Any:
    """Return JSON values with the keys of the phrases among them, as they are stored."""
    if isinstance(value, Phrase):
        return value.to_json()
    if isinstance(value, Mapping):
        return {name: keyed(part) for name, part in value.items()}
    return list(map(keyed, value)) if isinstance(value, list | tuple) else value


def with_phrases(value: Any) -> Any:
    """Return the JSON values that `keyed` was given."""
    if isinstance(value, list):
        return list(map(with_phrases, value))
    if not isinstance(value, dict):
        return value
    if value.keys() == {"phrase", "text", "values"}:
        return Phrase.from_json(value)
    return {name: with_phrases(part) for name, part in value.items()}


def message_value(value: object) -> Value:
    """Return a value as messages store it: it can be sent to another process, and no longer changes."""
    if isinstance(value, Term | Phrase) or hasattr(value, "sentences"):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return tuple(format(item) for item in value)
    return format(value)
