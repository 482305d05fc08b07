"""The sentences of errors: one folder a language, one catalogue a layer, in Fluent (see ADR 12)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

ENGLISH = "en"
FOLDER = Path(__file__).parent
_of_plugins: list[Path] = []  # folders such as this one
PARTS = ("expected", "todo")  # attributes of a message; what was found is the message itself
PAGE = "page"  # the action on a page, if `todo` names commands or options of the terminal


class OtherError(Protocol):
    """Another error, which sentences name by its own."""

    def sentences(self, language: str, *, page: bool = False) -> tuple[str, str, str]:
        """Return what was found, what was expected and what to do, in a language or else in English."""


@runtime_checkable
class TranslatedTerm(Protocol):
    """A term, which sentences name by its words in their language."""

    def text(self, language: str, *, page: bool = False) -> str:
        """Return the words in a language, or else in English."""


_LARGEST = 10**18  # of what sentences write digit by digit; Fluent fails at 29 digits
Value: TypeAlias = str | int | tuple[str, ...] | OtherError | TranslatedTerm
TERMS = "terms.ftl"  # the catalogue of terms
PHRASES = "phrases.ftl"  # the translations of texts that the code has in English
REQUESTS = "requests.ftl"  # those of the fields of requests


def rendered(
    code: str, values: Mapping[str, Value], language: str, *, page: bool = False
) -> tuple[str, str, str]:
    """Return the three sentences of a code.

    If a language has no catalogue, or its catalogue lacks the message or a sentence of it, English is used. A
    code that no catalogue knows is shown with its values: an error must never hide behind another.

    Parameters
    ----------
    code : str
        `layer.name`.
    values : mapping of str to value
        The values that the sentences name.
    language : str
        ISO 639-1.
    page : bool
        Whether it is shown on a page, which has no commands.
    """
    layer, _, name = code.partition(".")
    parts: dict[str, str] = {}
    for tongue in (ENGLISH, language):
        bundle = _bundle(tongue, f"{layer}.ftl", name)
        if bundle is None:
            continue
        message, fluent_values = bundle.get_message(name), arguments(values, tongue, page=page)
        for part, pattern in (("found", message.value), *message.attributes.items()):
            if pattern is not None:
                parts[part] = str(bundle.format_pattern(pattern, fluent_values)[0])
        for part in PARTS:
            if isinstance(term := values.get(part), TranslatedTerm):
                parts[part] = _sentence(part, term, tongue, page=page)
                parts.pop(PAGE if part == "todo" else "", None)
    if "found" not in parts:
        parts["found"] = ", ".join((code, *(f"{key}: {value}" for key, value in values.items())))
    return parts["found"], parts.get("expected", ""), (page and parts.get(PAGE)) or parts.get("todo", "")


def _sentence(part: str, term: TranslatedTerm, language: str, *, page: bool) -> str:
    """Return the sentence of a term that replaces what was expected, or what to do."""
    text = term.text(language, page=page)
    return text if part == "todo" else term_text("expected", {"term": text}, language)


def term_text(key: str, values: Mapping[str, Value], language: str, *, page: bool = False) -> str:
    """Return the words of an entry of `terms.ftl` in a language, or else in English; or else its key."""
    for tongue in (language, ENGLISH):
        bundle = _bundle(tongue, TERMS, key)
        if bundle is not None:
            message = bundle.get_message(key)
            pattern = message.attributes[PAGE] if page and PAGE in message.attributes else message.value
            if pattern is not None:
                return str(bundle.format_pattern(pattern, arguments(values, tongue, page=page))[0])
    return key


def phrase_text(key: str, values: Mapping[str, Value], language: str) -> str | None:
    """Return the text of an entry of `phrases.ftl` in a language; None if it has none, as English.

    The key of a field of a request is `class.field.part`, in `requests.ftl`. It is a part of the message
    `class-field`, or else of `field` for all classes that say the same of it.
    """
    owner, _, rest = key.partition(".")
    field, _, part = rest.partition(".")
    for name in (f"{owner}-{field}", field) if part else (key,):
        bundle = _bundle(language, REQUESTS if part else PHRASES, name)
        if bundle is None:
            continue
        message = bundle.get_message(name)
        pattern = message.attributes.get(part) if part not in ("", "label") else message.value
        if pattern is not None:
            return str(bundle.format_pattern(pattern, arguments(values, language))[0])
    return None


def add_folder(folder: Path) -> None:
    """Make the catalogues of a plug-in known: a folder such as this one; messages of Aloi come first."""
    if folder not in _of_plugins:
        _of_plugins.append(folder)


def _bundle(language: str, file: str, name: str) -> FluentBundle | None:
    """Return the catalogue in a language that has a message, that of Aloi first; None if none has it."""
    bundles = (catalogue(folder / language / file) for folder in (FOLDER, *_of_plugins))
    return next((bundle for bundle in bundles if bundle is not None and bundle.has_message(name)), None)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have catalogues, as their codes."""
    return tuple(sorted(path.name for path in FOLDER.iterdir() if next(path.glob("*.ftl"), None)))


@cache
def catalogue(path: Path) -> FluentBundle | None:
    """Return the messages of a file; None when there is no file."""
    if not path.is_file():
        return None
    from fluent.runtime import FluentBundle, FluentResource, resolver

    # Fluent refuses long values, against pages that strangers fill; here a list of names may be long.
    resolver.MAX_PART_LENGTH = 1_000_000
    bundle = FluentBundle([path.parent.name], use_isolating=False)
    bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


def arguments(values: Mapping[str, Value], language: str, *, page: bool = False) -> dict[str, object]:
    """Return values as the sentences of a language name them."""
    from fluent.runtime.types import fluent_number

    named_values: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, int) and abs(value) >= _LARGEST:
            named_values[name] = f"{Decimal(value):.6g}"
        elif isinstance(value, int):
            named_values[name] = fluent_number(value, useGrouping=False)
        elif isinstance(value, TranslatedTerm):
            named_values[name] = value.text(language, page=page)
        elif isinstance(value, str | tuple):
            named_values[f"{name}-count"] = len(value)
            named_values[name] = value if isinstance(value, str) else ", ".join(value) or "[]"
        else:
            named_values[name], named_values[f"{name}-expected"], named_values[f"{name}-todo"] = (
                value.sentences(language, page=page)
            )
    return named_values
