"""Command options made from the fields of a request: `@request_options(ReleaseRequest)`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin

import click

from aloi.base.requests import (
    FILE,
    TERMINAL,
    RequestError,
    RequestField,
    build,
    fields_of,
    read_file,
    read_text,
    values_of,
    written,
)
from aloi.terminal.base import IN, OUT, Decorator, Function, together

R = TypeVar("R")
Text: TypeAlias = str | bool | tuple[str, ...]  # what click gives of an option: a text, a flag, several texts
_FILE_SUFFIXES = (".toml", ".json")
_METAVARS: Mapping[object, str] = {int: "N", float: "X", date: "DAY", Path: "PATH", str: "TEXT", Any: "VALUE"}


class FieldType(click.ParamType["str | Path"]):
    """The text of a field; the request reads it, so that its errors are those of every interface."""

    def __init__(self, field: RequestField) -> None:
        self.field = field
        self.name = metavar(field).lower()
        self.is_path = Path in (field.type, *get_args(field.type)) and not field.is_mapping

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | Path:
        """Return the text; a path as one, because `--sheet` looks for the workbooks among the values."""
        del param, ctx
        return Path(value) if self.is_path and value else value


class RequestOption(click.Option):
    """An option made from a field. `--request` may give its value: `build` finds what is missing."""

    def value_is_missing(self, value: object) -> bool:
        """Return False: `build` finds missing fields."""
        del value
        return False


class RequestArgument(click.Argument):
    """A positional argument made from a field."""

    def value_is_missing(self, value: object) -> bool:
        """Return False: `build` finds missing fields."""
        del value
        return False


class TerminalOption(click.Option):
    """An option that only the terminal has; `reason` says why no field of the request has it."""

    def __init__(self, *arguments: Any, reason: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.reason = reason


def output_option(text: str, *names: str, required: bool = False) -> Decorator:
    """Return the option that names a file or a folder to write; `text` is its help."""
    reason = "Jobs write into the data folder, and pages offer downloads."
    return click.option(*names, type=OUT, cls=TerminalOption, reason=reason, required=required, help=text)


def request_options(kind: type[R], *, file_in: str = "") -> Decorator:
    """Return the decorator that gives a command the options of a request, and the request as `request`.

    Parameters
    ----------
    kind : type
        The request.
    file_in : str
        The positional field that may name a request file instead, such as `recipe`.
    """
    fields = {name: field for name, field in fields_of(kind).items() if field.offered(TERMINAL)}

    def decorated(command: Function) -> Function:
        def run(*arguments: object, **options: Text | Path | None) -> object:
            names = [*fields, *(_values_of(field) for field in fields.values() if field.option.value_flag)]
            values = {name: options.pop(name) for name in names}
            path = options.pop("request_file")
            if file_in and str(values[file_in]).endswith(_FILE_SUFFIXES):
                path = Path(str(values.pop(file_in)))
            texts = {
                name: str(value) if isinstance(value, Path) else value
                for name, value in values.items()
                if value is not None
            }
            request = _request(kind, texts, path if isinstance(path, Path) else None)
            return command(*arguments, request=request, **options)

        return together(*map(_parameter, fields.values()), _REQUEST_FILE)(functools.wraps(command)(run))

    return decorated


_REQUEST_FILE = click.option(
    "--request",
    "request_file",
    type=IN,
    help="TOML or JSON file with these options, named without dashes; options of the command replace them.",
)


def _request(kind: type[R], texts: Mapping[str, Text], path: Path | None) -> R:
    """Return the request of a command line and a request file."""
    fields, values = fields_of(kind), {}
    if path is not None:
        try:
            values = values_of(kind, read_file(path), FILE)
        except RequestError as error:
            raise error.at(str(path)) from None
    try:
        for name, text in _paired(fields, texts).items():
            if text == ():  # a repeatable option that was not used
                continue
            value = read_text(fields[name], text)
            is_merged = fields[name].is_mapping and name in values
            values[name] = {**values[name], **value} if is_merged else value  # of a table each line counts
        return build(kind, values)
    except RequestError as error:
        raise error.named(lambda name: _name(fields[name])) from None


def _paired(fields: Mapping[str, RequestField], texts: Mapping[str, Text]) -> dict[str, Text]:
    """Return the texts by field; two options that give keys and values of a mapping become its entries."""
    paired = dict(texts)
    for name, field in fields.items():
        if field.option.value_flag:
            keys, values = _several(paired.get(name)), _several(paired.pop(_values_of(field), ()))
            if len(keys) != len(values) or len(set(keys)) < len(keys):
                other = field.option.value_flag
                raise RequestError(
                    "aloi.field-pairs", field=name, keys=len(keys), other=other, values=len(values)
                )
            paired[name] = tuple(f"{key}={value}" for key, value in zip(keys, values, strict=True))
    return paired


def _several(text: Text | None) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else ()


def _values_of(field: RequestField) -> str:
    """Return the name of the parameter with the values of a mapping."""
    return field.option.value_flag.removeprefix("--").replace("-", "_")


def _name(field: RequestField) -> str:
    return metavar(field) if field.option.argument else field.flag


def _parameter(field: RequestField) -> Decorator:
    """Return the option or the argument of a field."""
    several = field.is_list and not field.option.comma
    if field.option.argument:
        return click.argument(
            field.name,
            cls=RequestArgument,
            type=FieldType(field),
            metavar=metavar(field),
            nargs=-1 if several else 1,
            required=field.required,
        )
    if field.type is bool:
        negated = field.optional or field.default is True
        name = field.flag + (f"/--no-{field.flag.removeprefix('--')}" if negated else "")
        return click.option(
            name, field.name, cls=RequestOption, is_flag=True, default=None, help=_help(field)
        )
    option = click.option(
        field.flag,
        field.name,
        cls=RequestOption,
        type=FieldType(field),
        metavar=metavar(field),
        multiple=several or (field.is_mapping and not field.option.comma),
        required=field.required,
        help=_help(field),
    )
    if not field.option.value_flag:
        return option
    more = click.option(field.option.value_flag, multiple=True, metavar="TEXT", help=field.option.value_help)
    return together(option, more)


def metavar(field: RequestField) -> str:
    """Return what help shows for the value of a field."""
    if field.option.metavar:
        return field.option.metavar
    if field.option.argument:
        return field.name.upper()
    if field.literals:
        return f"[{'|'.join(map(str, (*(field.option.words or ()), *field.literals)))}]"
    kinds = get_args(field.type) if field.is_list or field.is_mapping else (field.type,)
    texts = [_METAVARS.get(_first(kind), "TEXT") for kind in kinds if kind is not Ellipsis]
    text = "=".join(texts)
    text = "|".join((*(field.option.words or ()), text))
    return f"{text},..." if field.option.comma else text


def _first(kind: object) -> object:
    return get_args(kind)[0] if get_origin(kind) in (Union, UnionType) else kind


def _help(field: RequestField) -> str:
    """Return the help of a field with its unit, default and bounds."""
    option, notes = field.option, []
    if option.low is not None or option.high is not None:
        low, high = (None if bound is None else f"{bound:g}" for bound in (option.low, option.high))
        bounds = f"{low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"
        notes.append(f"{bounds} {option.unit}".strip())
    elif option.unit:
        notes.append(option.unit)
    default = "" if field.required or field.default is False else written(field, field.default)
    if field.default is True:
        default = field.flag.removeprefix("--")
    notes += [f"default: {default}"] if default else []
    repeated = (field.is_list or field.is_mapping) and not (option.comma or option.argument)
    notes += ["repeatable"] if repeated else []
    return f"{option.help}  [{'; '.join(notes)}]" if notes else option.help
