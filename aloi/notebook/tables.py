"""Tables as notebooks have them, brought to what the verbs read, and results brought to DataFrames."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from aloi.base.errors import AloiError
from aloi.base.extras import extras_named
from aloi.base.requests import FILE, from_data
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable
from aloi.corpora.readers.spreadsheets import check_sheet
from aloi.corpora.readers.workbooks.sheet_choice import sheet_chosen

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from aloi.agreement.result import Interval

R = TypeVar("R")
# A path, or a table of pandas or pyarrow.
Tabular: TypeAlias = "str | os.PathLike[str] | pd.DataFrame | pa.Table"


def readable(table: Tabular, name: str) -> Path | SourceTable:
    """Return a path as it is, a table of pandas or pyarrow as the readers have tables.

    A named index of a DataFrame is its first columns. NaN, NA and None are missing values.

    Parameters
    ----------
    name : str
        The name of a table without a file, for errors.

    Raises
    ------
    AloiError
        Something that is neither a path nor such a table, or two columns with the same name.
    """
    if isinstance(table, (str, os.PathLike)):
        return Path(table).expanduser()
    data: Any = table
    if hasattr(table, "to_pylist"):
        names = [str(one) for one in data.column_names]
        columns = [column.to_pylist() for column in data.columns]
    elif hasattr(table, "isna") and hasattr(table, "columns"):
        frame = data.reset_index() if any(one is not None for one in data.index.names) else data
        names = [str(one) for one in frame.columns]
        # By place: of two columns with the same name, each would give both.
        columns = [_values(frame.iloc[:, at]) for at in range(len(names))]
    else:
        raise AloiError("aloi.tables-type", name=name, table_name=type(table).__name__)
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise AloiError("aloi.repeated", name=Term("the-column-of", table=name), value=repr(twice[0]))
    cells = [[_plain(one) for one in column] for column in columns]
    rows = zip(*cells, strict=True) if cells else ()
    read = (Row(number, dict(zip(names, row, strict=True))) for number, row in enumerate(rows, start=1))
    return SourceTable(Path(name), tuple(names), tuple(read))


def frame(rows: Iterable[Mapping[str, object]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Return rows as a DataFrame; `columns` are those of a table without rows."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=None if columns is None else list(columns))


def bounds(interval: Interval | None) -> dict[str, object]:
    """Return the columns `low`, `high` and `ci_method` of an interval."""
    return {
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "ci_method": None if interval is None else interval.method,
    }


def _values(series: Any) -> list[object]:
    """Return the values of a column as Python has them, None for each that is missing."""
    return [None if gone else one for one, gone in zip(series.tolist(), series.isna().tolist(), strict=True)]


def _plain(value: Any) -> object:
    """Return a value as files have it: None for NaN, a list for a set or an array."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    return value.tolist() if hasattr(value, "tolist") else value


@contextmanager
def sheet_read(name: str | None, *sources: object) -> Iterator[None]:
    """Read this sheet of the workbooks among some paths; raise AloiError if none of them has it."""
    check_sheet(name, *(Path(path) for path in sources if isinstance(path, str | os.PathLike)))
    with sheet_chosen(name):
        yield


def request_of(kind: type[R], values: Mapping[str, object]) -> R:
    """Return the request of the arguments of a function, None for each that has its default.

    A list may be a single value, and values may be written as in request files.

    Raises
    ------
    AloiError
        An unknown argument, or a value that its field does not take.
    """
    return from_data(kind, {name: value for name, value in values.items() if value is not None}, FILE)


@contextmanager
def told_in_notebook() -> Iterator[None]:
    """Let errors name arguments instead of options, and the extra of a missing package."""
    try:
        with extras_named():
            yield
    except AloiError as error:
        error.in_notebook = True
        raise
