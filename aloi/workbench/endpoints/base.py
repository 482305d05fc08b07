"""Endpoints, the schemas of its answers, and the cursors of pages."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from aloi.base.errors import quoted
from aloi.base.requests import RequestError, info_of

if TYPE_CHECKING:  # a client has no store
    from aloi.corpora.model import Json
    from aloi.storage.people.tokens import ApiToken
    from aloi.storage.store import Store

Schema: TypeAlias = Mapping[str, Any]
T = TypeVar("T")
_NAMES = re.compile(r"{(\w+)}")
MOST_ROWS = 1000

# Schemas of answers.
ANY: Schema = {}
TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
TIME: Schema = {"type": "string", "format": "date-time"}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    return {"anyOf": [dict(schema), {"type": "null"}]}


def rows_of(schema: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": dict(schema)}


def record(**fields: Schema) -> Schema:
    """Return the schema of an object with these fields; an answer may gain others."""
    return {
        "type": "object",
        "properties": {name: dict(schema) for name, schema in fields.items()},
        "required": list(fields),
    }


def page_of(schema: Schema, name: str) -> Schema:
    """Return the schema of a page of rows."""
    return record(**{name: rows_of(schema)}, next_cursor=maybe(TEXT))


@dataclass(frozen=True, slots=True)
class Call:
    """The context of an answer: the store as the caller may read it, the data folder, who and when.

    `cursor` and `limit` choose a page of rows; `token` is that of the program, None for a local store.
    `networks` are those, not public, to which webhooks may be sent.
    """

    store: Store
    folder: Path
    by: str
    now: datetime
    cursor: str = ""
    limit: int = 100
    token: ApiToken | None = None
    networks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows, and where the next page begins; `None` after the last row of what does not grow."""

    name: str
    rows: Sequence[Mapping[str, Any]]
    next_cursor: str | None

    def document(self) -> dict[str, Any]:
        """Return the page as JSON."""
        return {self.name: list(self.rows), "next_cursor": self.next_cursor}


Run: TypeAlias = Callable[[Any, Call], "Json | Page | Mapping[str, Any]"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and a path, the request they make, and the function that answers.

    Parameters
    ----------
    request : type
        The declared request of the use case. The braces of the path name fields of it.
    run : callable or None
        (request, call) -> document. None puts the job of the request into the queue.
    answer : mapping
        The JSON schema of the document.
    rows : str
        The name of the rows in an answer that comes in pages; `answer` is the schema of a row then.
    status : int
        The status of success.
    """

    request: type
    method: str
    path: str
    run: Run | None = None
    answer: Schema = field(default_factory=dict)
    rows: str = ""
    status: int = 200

    @property
    def name(self) -> str:
        """The name of the request, such as `round open`."""
        return info_of(self.request).name

    @property
    def is_job(self) -> bool:
        """Whether the answer is a background job."""
        return self.run is None

    @property
    def reads(self) -> bool:
        """Whether nothing is changed."""
        return self.method == "GET"

    @property
    def path_fields(self) -> tuple[str, ...]:
        """The fields of the request that are in the path."""
        return tuple(_NAMES.findall(self.path))

    @property
    def is_of_campaign(self) -> bool:
        """Whether it changes nothing but a campaign of its path: a token of one campaign may be used."""
        return not {"campaign", "release"}.isdisjoint(self.path_fields)

    @property
    def document_schema(self) -> Schema:
        """The schema of the document, a page of rows or not."""
        return page_of(self.answer, self.rows) if self.rows else self.answer


def written_cursor(value: Json) -> str:
    """Return a position as the text that `read_cursor` reads."""
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")


def read_cursor(text: str, kind: type) -> Any:
    """Return the position of a cursor, which must be of this type; an empty one for an empty text.

    Raises
    ------
    RequestError
        A text that no page gave.
    """
    if not text:
        return kind()
    try:
        value = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        if isinstance(value, kind):
            return value
    except (ValueError, binascii.Error, RecursionError):
        pass
    raise RequestError(
        "aloi.field-type",
        field="cursor",
        value=quoted(text),
        kind="form",
        words=(),
        has_example=False,
        example="",
    )


def window(call: Call, name: str, values: Sequence[T], describe: Callable[[T], Mapping[str, Any]]) -> Page:
    """Return a page of a list that is in memory; its cursor is the number of rows before it."""
    start = read_cursor(call.cursor, int)
    end = start + call.limit
    next_cursor = written_cursor(end) if end < len(values) else None
    return Page(name, [describe(value) for value in values[start:end]], next_cursor)
