"""Parts of all commands: `--json`, `--store`, output and progress."""

from __future__ import annotations

import functools
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import click

from aloi.base.errors import AloiError
from aloi.base.messages import languages
from aloi.base.records import to_json
from aloi.base.settings import spoken
from aloi.base.terms import Term

Function = Callable[..., Any]  # of a command: click gives the options as keywords
Decorator = Callable[[Function], Function]

_TOLD_EVERY_SECONDS = 2.0
_SHEET_NAME = "aloi.sheet"
IN = click.Path(exists=True, path_type=Path)
OUT = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of a command: the JSON document, the lines of text, and the exit status."""

    document: object
    lines: Sequence[str]
    status: int = 0


@dataclass(slots=True)
class SharedOptions:
    """The values of the shared options of a command."""

    as_json: bool = False
    store: str | None = None
    language: str | None = None
    person: str | None = None


def emit(answer: Answer, *, as_json: bool) -> None:
    """Write an answer on standard output: one JSON document, or plain lines. Nothing else writes there."""
    try:
        if as_json:
            click.echo(document_text(answer.document))
        else:
            for line in answer.lines:
                click.echo(line)
    except BrokenPipeError:  # who reads it, such as `head`, has all they asked for
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def document_text(document: object) -> str:
    """Return the document of an answer as JSON."""
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False, default=_plain)


def shared_options() -> SharedOptions:
    """Return the values of the shared options of the running command."""
    return click.get_current_context().find_root().ensure_object(SharedOptions)


def language() -> str:
    """Return the language of messages."""
    return shared_options().language or spoken()


def message_of(error: AloiError) -> str:
    """Return the text of an error in the language of messages."""
    return error.told(language())


def add_language_option(command: click.Command) -> None:
    """Give a command the option that names the language of its messages; `message_of` reads it."""
    command.params.append(
        click.Option(
            ["--language-of-messages"],
            type=click.Choice(languages()),
            expose_value=False,
            is_eager=True,
            callback=_remember_language,
            help="Language of error messages (default: ALOI_LANGUAGE, then the settings).",
        )
    )


class Command(click.Command):
    """A command that also takes `--json` and `--language-of-messages`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; its document also has the reading of each table."""
        _check_sheet(ctx)
        if not shared_options().as_json:
            return super().invoke(ctx)
        from aloi.workbench.files.read_notes import told_tables

        with told_tables() as read:
            answer = super().invoke(ctx)
        if read and isinstance(answer, Answer) and isinstance(answer.document, dict):
            return replace(answer, document={**answer.document, "tables_read": read})
        return answer

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.params.append(
            click.Option(
                ["--json"],
                is_flag=True,
                expose_value=False,
                callback=_remember_json,
                help="Print one JSON document to standard output.",
            )
        )
        add_language_option(self)


def _check_sheet(context: click.Context) -> None:
    """Raise AloiError if a sheet is named and no path of the command can hold one."""
    if _SHEET_NAME in context.meta:
        from aloi.workbench.files.read_notes import check_sheet

        values = (value if isinstance(value, tuple) else (value,) for value in context.params.values())
        names = [name for several in values for name in several if isinstance(name, str | Path)]
        existing = [Path(name) for name in names if os.path.exists(name)]  # noqa: PTH110 - takes any text
        check_sheet(context.meta[_SHEET_NAME], *existing)


class Group(click.Group):
    """A group whose commands take `--json`; some may be loaded when one is called or all are listed."""

    command_class = Command
    group_class = type

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._later: dict[str, Callable[[], click.Command]] = {}

    def add_later(self, name: str, load: Callable[[], click.Command]) -> None:
        """Add a command that `load` returns, called when the command is needed."""
        self._later[name] = load

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, loaded if it is not yet."""
        if cmd_name in self._later:
            self.add_command(self._later.pop(cmd_name)(), cmd_name)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, after loading all."""
        for name in tuple(self._later):
            self.get_command(ctx, name)
        return super().list_commands(ctx)


def _remember_store(context: click.Context, option: click.Parameter, value: str | None) -> None:
    del option
    if value:
        context.find_root().ensure_object(SharedOptions).store = value


def _remember_person(context: click.Context, option: click.Parameter, value: str | None) -> None:
    del option
    if value is not None:
        context.find_root().ensure_object(SharedOptions).person = value


store_option = click.option(
    "--store",
    expose_value=False,
    callback=_remember_store,
    metavar="URL",
    help="Store, such as sqlite:///aloi-data/aloi.db (default: ALOI_STORE, then the settings).",
)
_AS = click.option(
    "--as",
    expose_value=False,
    callback=_remember_person,
    metavar="PERSON",
    help="Act as this person (name or pseudonym) and see only their campaigns (default: everything).",
)


def store_options(command: Function) -> Function:
    """Return the command with the options that name the store and who acts: `store_url`, `as_asked`."""
    return store_option(_AS(command))


def with_store(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the command with the options `--store` and `--as`; the opened store is its first argument.

    With `--as` the store holds what that person manages.
    """
    return _with_store(command, "MANAGERS")


def with_store_of_deciders(command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the command as `with_store` does; the store also holds what the person of `--as` adjudicates."""
    return _with_store(command, "DECIDERS")


def _with_store(command: Callable[..., Answer], needed: str) -> Callable[..., Answer]:
    @store_options
    @functools.wraps(command)
    def opened(**options: Any) -> Answer:
        from aloi.workbench.store.opening import open_store

        store = open_store(store_url())
        try:
            _keep_temporary()
            return command(as_asked(store, needed), **options)
        finally:
            store.close()

    return opened


def as_asked(store: Any, needed: str = "MANAGERS") -> Any:
    """Return the store as the person of `--as` may read it; the whole one without the option."""
    from aloi.workbench import access

    person = shared_options().person
    return store if person is None else access.sign_in(store, person, getattr(access, needed))


def _keep_temporary() -> None:
    """Place temporary files, which contain texts, in the data folder if it exists."""
    from aloi.workbench.store.private import keep_temporary

    data = data_folder()
    if data.is_dir():
        with suppress(OSError):  # it can only be read, and the command may need no more
            keep_temporary(data)


def store_url() -> str:
    """Return the address of the store: the option, then the environment and the settings."""
    from aloi.base.settings import Settings

    return shared_options().store or Settings.read().store


def data_folder() -> Path:
    """Return the data folder for everything outside the store, from the environment and the settings."""
    from aloi.base.settings import Settings

    return Settings.read().data


def now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


def show_progress() -> Callable[[int, int, Term | str], bool]:
    """Return a function that writes progress to standard error, at most every two seconds.

    With the share that is done it tells how long the rest takes, at the speed since the first call: what
    an earlier run left done was not done now.
    """
    last = time.monotonic()
    begun: tuple[Term | str, float, int] | None = None

    def progress(done: int, total: int, message: Term | str) -> bool:
        nonlocal last, begun
        now = time.monotonic()
        if begun is None or begun[0] != message or done < begun[2]:
            begun = message, now, done
        if now - last >= _TOLD_EVERY_SECONDS:
            last = now
            spent, n_done = now - begun[1], done - begun[2]
            rest = f", about {spent * (total - done) / n_done / 60:.1f} minutes left" if n_done > 0 else ""
            share = f" ({done / total:.0%}{rest})" if total else ""
            click.echo(f"{message}: {done} of {total}{share}" if total else message, err=True)
        return True

    return progress


def table(head: Sequence[str | tuple[str, str]], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return the lines of a plain table; two words head the value and the interval of what is `measured`."""
    from aloi.workbench.reports.files import as_text
    from aloi.workbench.reports.table import Table

    return as_text(Table("", head, rows))


def measured(estimate: Any, **form: Any) -> Any:
    """Return whatever has a value, and perhaps an interval and a reason, as a cell of a table: 4 decimals."""
    from aloi.workbench.reports.table import Number

    return Number.of(estimate, **{"digits": 4, **form})


def p_cell(value: float | None) -> str | None:
    """Return a p-value as tables show it; values below .001 are not shown as 0."""
    from aloi.workbench.reports.table import p_text

    return None if value is None else p_text(value)


def difference(comparison: Any) -> Any:
    """Return a difference of two systems as a cell of a table, with its sign."""
    return measured(comparison, value=comparison.difference, signed=True)


def design_effects(scores: Iterable[Any], caution: str | None) -> list[str]:
    """Return a line of the design effects of scores whose rows are in clusters; warn of few clusters."""
    if caution:
        warn(caution)
    effects = [
        f"{score.metric} {score.interval.design_effect:.2f}"
        for score in scores
        if score.interval and score.interval.design_effect is not None
    ]
    return [f"design effect: {', '.join(effects)}"] if effects else []


def facts(**named: object) -> list[str]:
    """Return one line `name: value` per entry."""
    from aloi.workbench.reports.table import cell_text

    return [f"{name.replace('_', ' ')}: {cell_text(value)}" for name, value in named.items()]


def shown(document: Mapping[str, object], *names: str) -> list[str]:
    """Return the lines of some facts of a document; of all of them where none is named."""
    return facts(**{name: document[name] for name in names or document})


def stated(document: Mapping[str, object], *names: str) -> Answer:
    """Return an answer that shows people facts of its document: those named, or all."""
    return Answer(document, shown(document, *names))


def listed(rows: Sequence[Mapping[str, object]], *names: str) -> list[str]:
    """Return the lines of a table with these entries of each row."""
    return table(names, [[row[name] for name in names] for row in rows])


def together(*options: Decorator) -> Decorator:
    """Return one decorator that adds several options, which help shows in this order."""

    def added(command: Function) -> Function:
        for option in reversed(options):
            command = option(command)
        return command

    return added


def _choose_sheet(context: click.Context, _option: click.Parameter, name: str | None) -> None:
    """Make the command read this sheet of workbooks."""
    if name is not None:
        from aloi.workbench.files.read_notes import sheet_chosen

        context.meta[_SHEET_NAME] = name
        context.with_resource(sheet_chosen(name))


SHEET = click.option(
    "--sheet",
    metavar="NAME",
    expose_value=False,
    callback=_choose_sheet,
    help="Sheet of a workbook, .xlsx or .ods (default: the first sheet with cells).",
)


def _write_cells(context: click.Context, _option: click.Parameter, raw: bool) -> None:
    """Make the command write tables so, and tell standard error at its end which cells were changed."""
    from aloi.workbench.files.read_notes import changed_cells_told

    context.with_resource(changed_cells_told(raw=raw, tell=warn))


RAW = click.option(
    "--raw",
    is_flag=True,
    expose_value=False,
    callback=_write_cells,
    help="Write cells of .csv and .tsv as they are. By default, a cell that begins like a formula "
    "(=, +, -, @) and is no number gets a ' before it: no spreadsheet runs it. Aloi takes it off again.",
)


def split_list(text: str | None) -> tuple[str, ...]:
    """Return the parts of a comma-separated option, trimmed; none for None or an empty text."""
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _remember_json(context: click.Context, option: click.Parameter, value: bool) -> None:
    del option
    options = context.find_root().ensure_object(SharedOptions)
    options.as_json = options.as_json or value


def _remember_language(context: click.Context, option: click.Parameter, value: str | None) -> None:
    del option
    if value:
        context.find_root().ensure_object(SharedOptions).language = value


def _plain(value: object) -> object:
    """Return what `json` cannot write by itself as something it can."""
    if is_dataclass(value) and not isinstance(value, type):
        return to_json(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def warn(text: str) -> None:
    """Write a warning to standard error while the command continues."""
    click.echo(text, err=True)
