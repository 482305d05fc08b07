"""One writer of tables: no table that people open is written past it, and each command with one has --raw."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import click

from aloi.terminal.base import RAW
from aloi.terminal.main import aloi
from aloi.terminal.options import FieldType
from tests.sources import nodes

# The writer itself.
_WRITER = ("corpora/readers/cells.py", "corpora/readers/writing.py")
# What else makes lines of cells or workbooks: formats with a grammar of their own, and what no file is.
FIXED = {
    "aloi/gold/formats/pairs/sts_tsv.py": "the STS format of a release, read back as it was written",
    "aloi/gold/formats/tables/csv_safe.py": "CSV of a release; `about.json` says that it has apostrophes",
    "aloi/gold/formats/tables/xlsx.py": "workbook of a release, with the writer's cells",
    "aloi/gold/releasing/sources.py": "sources of a release, for programs",
}
_CALLS = (
    "writer",
    "DictWriter",
    "Workbook",
    "to_csv",
    "to_excel",
    "write_csv",
    "write_excel",
    "delimited_line",
)
# Options that name a file or folder to write that is no table, and why.
NO_TABLE = {
    ("campaign archive", "--out"): "archive",
    ("release export", "--out"): "folder in a format of releases; `csv_safe` and `xlsx` hold no formulas",
    ("operations subset", "--out"): "folder of YAWAT files",
    ("linking train", "--out"): "folder of a model",
    ("run export", "--out"): "folder of a model",
    ("linking cross", "--keep"): "folder of cached results",
    ("lexsub baseline", "--out"): "file of answers of SemEval",
    ("loop batch", "--pool"): "the number of pairs of a pool",
}
_DRAWN = ("--html", "--latex")  # reports
_READ = ("--texts", "--mentions", "--dev", "--test", "--train", "--reference", "--spans", "--data",
         "--frequencies", "--file", "--terminology-file", "--dictionary")  # fmt: skip


def called(call: ast.Call) -> str:
    """Return the name of what is called, without its module."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def commands(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command without sub-commands, and its name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for sub_name in command.list_commands(context):
            sub_command = command.get_command(context, sub_name)
            assert sub_command is not None
            yield from commands(sub_command, f"{name} {sub_name}".strip())
    else:
        yield name, command


def writes(kind: click.ParamType) -> bool:
    if isinstance(kind, FieldType):
        return kind.field.type is Path and not kind.field.option.exists
    return isinstance(kind, click.Path) and not kind.exists


def written_options(command: click.Command) -> list[str]:
    """Return the options of a command that name a file or folder to write."""
    return [
        option.opts[0]
        for option in command.params
        if isinstance(option, click.Option)
        and writes(option.type)
        and option.opts[0] not in (*_DRAWN, *_READ)
    ]


def test_tables_are_written_by_one_writer() -> None:
    found = {name for name, call in nodes(ast.Call, migrations=False) if called(call) in _CALLS}
    assert not found - {*FIXED, *_WRITER}, "write them with aloi.corpora.readers: write_table, delimited_text"
    assert not set(FIXED) - found, "no writer stands there any more: take it off the list"


def test_each_command_that_writes_a_table_has_the_option_raw() -> None:
    [option] = click.command()(RAW(lambda: None)).params[:1]
    tables, others = set(), set()
    for name, command in commands(aloi):
        raw = [each for each in command.params if "--raw" in each.opts]
        options = written_options(command)
        others |= {(name, each) for each in options if (name, each) in NO_TABLE}
        is_table = any((name, each) not in NO_TABLE for each in options)
        assert len(raw) == is_table, f"{name}: {options}: declare @RAW, or name it in NO_TABLE"
        for each in raw:
            assert getattr(each, "callback", None) is option.callback, f"{name}: its --raw is another option"
            tables.add(name)
    assert others == set(NO_TABLE)
    assert {"mine", "segment", "corpus mine", "annotations export", "loop balance", "compare"} <= tables
