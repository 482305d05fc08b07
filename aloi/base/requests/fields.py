"""The fields of a request: `Annotated[type, Option(...)]`."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from aloi.base.terms import Phrase

TERMINAL, FILE, JOB, PAGE = "terminal", "file", "job", "page"
ENTRY_POINTS = (TERMINAL, FILE, JOB, PAGE)
INFO = "__request__"
_fields: dict[type, Mapping[str, RequestField]] = {}


@dataclass(frozen=True, slots=True)
class Option:
    """The meaning and the form of a field, beyond its name, type and default.

    Parameters
    ----------
    help : str
        English sentences for help, tooltips and the reference. A default or a bound is not repeated there.
    label : str
        English name on pages; the name of the field unless given.
    unit : str
        Unit of a number, such as `minutes`.
    choices : mapping
        Value -> its English name on pages; the key `` names None. The values themselves are a `Literal` type.
    low, high : float or None
        Bounds of numbers, inclusive, also of those in a list.
    words : mapping
        Words that stand for values: {"all": None}.
    read : callable or None
        Reads a text that is no word: for values that are not written as their type. ValueError refuses it.
    example : str
        A value as text, for error messages, the reference and the tests.
    metavar : str
        Placeholder of the value in `--help`.
    flag : str
        Name of the command option, for what is not called like its field.
    value_flag, value_help : str
        A second option with the values of a mapping, whose keys `flag` has: `--override RULE --why TEXT`.
    argument, comma : bool
        Positional in commands; a list written in one option, with commas.
    bare : str or None
        Key of an entry without `KEY=`, for a mapping.
    exists : bool
        The path must exist.
    unless : str
        A flag of the request; unless it is set, the field must not be empty.
    only, reason
        The entry points that offer the field, where not all do, and why.
    """

    help: str = ""
    label: str = ""
    unit: str = ""
    choices: Mapping[str, str] | None = None
    low: float | None = None
    high: float | None = None
    words: Mapping[str, object] | None = None
    read: Callable[[str], object] | None = None
    example: str = ""
    metavar: str = ""
    flag: str = ""
    value_flag: str = ""
    value_help: str = ""
    argument: bool = False
    comma: bool = False
    bare: str | None = None
    exists: bool = False
    unless: str = ""
    only: tuple[str, ...] = ENTRY_POINTS
    reason: str = ""


_DEFAULTS = Option()


@dataclass(frozen=True, slots=True)
class RequestField:
    """A field of a request; `type` has neither None nor `Annotated`; MISSING is no default.

    `owner` is the class that declares the field. The texts of `option` are phrases with keys of it, such as
    `RoundRequest.seed.help`.
    """

    name: str
    type: Any
    optional: bool
    default: Any
    option: Option
    owner: str = ""

    @property
    def required(self) -> bool:
        """Return whether the field has no default."""
        return self.default is MISSING

    @property
    def label(self) -> str:
        """Return its name on pages."""
        english = self.option.label or self.name.replace("_", " ").capitalize()
        return Phrase(f"{self.owner}.{self.name}.label", english)

    @property
    def flag(self) -> str:
        """Return its option in the terminal."""
        return self.option.flag or f"--{self.name.replace('_', '-')}"

    @property
    def literals(self) -> tuple[Any, ...]:
        """Return the values of its `Literal` type, also of one in a list; none for other types."""
        member = get_args(self.type)[0] if self.is_list else self.type
        return get_args(member) if get_origin(member) is Literal else ()

    @property
    def is_list(self) -> bool:
        """Return whether it holds any number of values."""
        return get_origin(self.type) is tuple and get_args(self.type)[-1] is Ellipsis

    @property
    def is_mapping(self) -> bool:
        """Return whether it maps keys to values."""
        return get_origin(self.type) is Mapping or self.type is Mapping or get_origin(self.type) is dict

    def offered(self, entry_point: str) -> bool:
        """Return whether an entry point offers it."""
        return entry_point in self.option.only


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """The declaration of a request as a unit.

    Parameters
    ----------
    name : str
        Of the command that makes it, such as `release build`.
    job : str
        The background job that takes it; empty if it never is one.
    roles : tuple of str
        Roles of people who may make it.
    conflicts : sequence of sequence of str
        Fields of which at most one is given.
    one_of : sequence of sequence of str
        Fields of which exactly one is given.
    """

    name: str
    job: str
    roles: tuple[str, ...]
    conflicts: Sequence[Sequence[str]]
    one_of: Sequence[Sequence[str]]


def is_request(value: object) -> bool:
    """Return whether a value is the class of a request."""
    return isinstance(value, type) and hasattr(value, INFO)


def info_of(kind: type) -> RequestInfo:
    """Return the name, the job, the roles and the conflicts of a request."""
    info: RequestInfo = getattr(kind, INFO)
    return info


def fields_of(kind: type) -> Mapping[str, RequestField]:
    """Return the fields of a request by name, in the order of the class."""
    if kind not in _fields:
        hints = get_type_hints(kind, include_extras=True)
        _fields[kind] = {
            declared.name: _field(declared, hints[declared.name], _owner(kind, declared.name))
            for declared in dataclasses.fields(kind)
        }
    return _fields[kind]


def _owner(kind: type, name: str) -> str:
    """Return the name of the class that declares a field."""
    return next(base.__name__ for base in kind.__mro__ if name in inspect.get_annotations(base))


def _with_keys(option: Option, key: str) -> Option:
    """Return an option whose help, choices and words are phrases; their keys begin with that of its field."""

    def named(part: str, value: str) -> str:
        return f"{key}.{part}-{re.sub(r'[^a-z0-9]+', '-', value.lower())}"

    return dataclasses.replace(
        option,
        help=Phrase(f"{key}.help", option.help),
        choices=option.choices
        and {value: Phrase(named("choice", value), name) for value, name in option.choices.items()},
        words=option.words
        and {Phrase(named("word", word), word): value for word, value in option.words.items()},
    )


def _field(declared: dataclasses.Field[Any], hint: Any, owner: str) -> RequestField:
    option, optional = _DEFAULTS, False
    if get_origin(hint) is Annotated:
        hint, *options = get_args(hint)
        for more in options:  # the outer ones say what differs from a shared type
            differing = {
                part.name: getattr(more, part.name)
                for part in dataclasses.fields(Option)
                if getattr(more, part.name) != getattr(_DEFAULTS, part.name)
            }
            option = dataclasses.replace(option, **differing)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        optional = True
        hint = Union[tuple(member for member in get_args(hint) if member is not NoneType)]  # noqa: UP007
    default = declared.default
    if declared.default_factory is not MISSING:
        default = declared.default_factory()
    option = _with_keys(option, f"{owner}.{declared.name}")
    return RequestField(declared.name, hint, optional, default, option, owner)
