"""JSON objects of other tools, with typed access to their fields; errors name the location."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.source_files import contents
from aloi.gold.releasing.companions import MANIFEST

_SPACE = re.compile(r"[ \t\r\n]*")
_TYPES = {dict: "object", list: "list", str: "text", bool: "truth", type(None): "null"}
_PARTS_OF_A_LIST = re.compile(r"[ \t\r\n,]*")


@dataclass(frozen=True, slots=True)
class Record:
    """An object of a file; `where` is its file and line, `path` leads to it within that line."""

    where: str
    values: Mapping[str, Any]
    path: str = ""

    def has(self, name: str) -> bool:
        """Return whether a field is there and not null."""
        return self.values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text, or a number as one; without a default it must be there."""
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        self.refuse(name, "text")

    def number(self, name: str) -> float | None:
        """Return a finite number, or None for a field that is not there."""
        value = self.values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
            self.refuse(name, "number")
        return value

    def natural_number(self, name: str) -> int:
        """Return a whole number from 0 up."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
            self.refuse(name, "whole")
        return value

    def truth(self, name: str) -> bool:
        """Return true or false; a field that is not there is false."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            self.refuse(name, "truth")
        return bool(value)

    def record(self, name: str) -> Record:
        """Return the object of a field, an empty one if it is missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, dict):
            self.refuse(name, "object")
        return Record(self.where, value or {}, self._path(name))

    def items(self, name: str) -> list[Any]:
        """Return a list, an empty one if it is missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, list):
            self.refuse(name, "list")
        return value or []

    def records(self, name: str) -> list[Record]:
        """Return the objects of a list."""
        objects = []
        for index, value in enumerate(self.items(name)):
            if not isinstance(value, dict):
                self.refuse(f"{name}[{index}]", "object", value)
            objects.append(Record(self.where, value, self._path(f"{name}[{index}]")))
        return objects

    def words(self, name: str) -> list[str]:
        """Return the texts of a list, numbers as texts; a text alone is a list of one."""
        value = self.values.get(name)
        listed = [value] if isinstance(value, str) else self.items(name)
        for index, word in enumerate(listed):
            if isinstance(word, bool) or not isinstance(word, str | int | float):
                self.refuse(f"{name}[{index}]", "text", word)
        return [str(value) for value in listed]

    def moment(self, name: str) -> datetime | None:
        """Return a time written as ISO 8601 or as seconds since 1970; without a zone it is taken as UTC."""
        value = self.values.get(name)
        if value is None or value == "":
            return None
        try:
            if isinstance(value, int | float) and not isinstance(value, bool):
                return datetime.fromtimestamp(value, UTC)
            if isinstance(value, str):
                read = datetime.fromisoformat(value)
                return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            pass
        self.refuse(name, "time")

    def metadata(self, *names: str) -> dict[str, str]:
        """Return fields as texts: the fields of an object, or any other value alone; null is omitted."""
        texts: dict[str, str] = {}
        for name in names:
            value = self.values.get(name)
            parts = value if isinstance(value, dict) else {name: value}
            texts |= {str(key): _as_text(one) for key, one in parts.items() if one is not None}
        return texts

    def refuse(self, name: str, expected: str, value: Any = None) -> NoReturn:
        """Raise AloiError for an unexpected field, named by a word of the message, without its content."""
        field_value = self.values.get(name) if value is None else value
        kind = (
            "missing"
            if name not in self.values and value is None
            else _TYPES.get(type(field_value), "number")
        )
        raise AloiError(
            "gold.project-field", where=self.where, field=self._path(name), kind=kind, expected=expected
        )

    def _path(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


def records_of(path: Path, suffixes: tuple[str, ...] = (".jsonl", ".json")) -> dict[str, list[Record]]:
    """Return the objects of a file, or of each such file of a folder or .zip, by the name of the file.

    Raises
    ------
    AloiError
        No such file, not UTF-8, or JSON that cannot be read, with its line and column.
    """
    files = _contents(path, suffixes)
    return {name: list(read_records(text, PurePosixPath(name).name)) for name, text in files.items()}


def read_records(text: str, name: str) -> Iterator[Record]:
    """Yield the objects of a text: of lines, of a list, or the one it is; each with its line.

    Raises
    ------
    AloiError
        Text that is not JSON, with line and column, or a value that is no object.
    """
    decoder = json.JSONDecoder(parse_constant=_no_number)
    ends = [found.start() for found in re.finditer("\n", text)]
    position = _SPACE.match(text).end()  # type: ignore[union-attr]
    closing = text[position : position + 1] == "["
    position += closing
    while True:
        position = _PARTS_OF_A_LIST.match(text, position).end()  # type: ignore[union-attr]
        if position >= len(text) or (closing and text[position] == "]"):
            break
        line = bisect_right(ends, position - 1) + 1
        where = f"{name}, line {line}"
        try:
            value, after = decoder.raw_decode(text, position)
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no text
        except json.JSONDecodeError as error:
            raise _not_json(name, error.lineno, error.colno, error.msg) from error
        except RecursionError as error:
            raise _not_json(name, line, 1, "it is nested too deep") from error
        except UnicodeEncodeError as error:
            raise _not_json(name, line, 1, "it contains half of a surrogate pair") from error
        except ValueError as error:
            raise _not_json(name, line, 1, "it contains a number that JSON does not have") from error
        if not isinstance(value, dict):
            raise AloiError("gold.project-no-object", where=where, kind=_TYPES.get(type(value), "number"))
        yield Record(where, value)
        position = after
    if closing and position >= len(text):
        raise _not_json(
            name, text.count("\n") + 1, len(text) - (ends[-1] if ends else -1), "the list is open"
        )


def leading_records(
    path: Path, suffixes: tuple[str, ...] = (".jsonl", ".json")
) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of such files one by one, as far as they can be read."""
    if path.is_file() and path.suffix.lower() not in (*suffixes, ".zip"):
        return
    try:
        for name, text in _contents(path, suffixes).items():
            for record in read_records(text, name):
                yield record.values
    except (AloiError, OSError):
        return


def first_record(path: Path, suffixes: tuple[str, ...] = (".jsonl", ".json")) -> Mapping[str, Any]:
    """Return the first object of the first such file; an empty one if none can be read."""
    return next(leading_records(path, suffixes), {})


def _contents(path: Path, suffixes: tuple[str, ...]) -> dict[str, str]:
    """Return the files of a project, without the metadata files of an export of Aloi."""
    texts = contents(path, suffixes)
    return {name: text for name, text in texts.items() if len(texts) == 1 or name != MANIFEST}


def _not_json(name: str, line: int, column: int, why: str) -> AloiError:
    return AloiError(
        "aloi.not-json",
        path=Term("at-column", path=name, line=str(line), column=str(column)),
        error=why,
        todo=Term("project-again"),
    )


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
