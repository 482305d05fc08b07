"""Common elements of pages: tables of results, drawn by Streamlit, and error messages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.messages import ENGLISH
from aloi.base.records import from_json
from aloi.corpora.readers import ReadAs, TableReading
from aloi.corpora.readers.words import Twins
from aloi.ui import language as language_now
from aloi.ui import session
from aloi.ui.glossary import of_heads
from aloi.ui.numbers import NO_BREAK, counted, has_decimal_comma, is_long, shown
from aloi.ui.streamlit_words import of_streamlit
from aloi.ui.texts import t, translated
from aloi.workbench.reports.files import as_csv, as_html
from aloi.workbench.reports.table import Number, Part, Table
from aloi.workbench.store.opening import Store

_MIME = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".tex": "application/x-tex",
    ".tsv": "text/tab-separated-values",
}
# The label of Streamlit's own button above a grid, which ignores restrictions and cannot be removed by a
# page.
_GRID_FILE = "Download as CSV"
_LISTED = 10  # cells that are named in what a table was read as
_SEPARATOR_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}
# Days, and words such as Apache-2.0, are not cut at their hyphens.
_HEAD = re.compile(r"<th((?: [^>]*)?)>([^<]*)</th>")
_NOWRAP = re.compile(r"<td>(?=\d{4}-\d\d-\d\d|[^<\s]{1,16}</td>)")
_HTML_ROWS = 300  # a longer table is a grid, which draws only the rows in view
_TALL_ROWS = 40  # a longer table scrolls in its box
_SORTED_ROWS = 8  # a shorter table needs no sorting


def text_table(
    rows: Sequence[Mapping[Any, object]],
    *,
    download: str | None = None,
    language: str | None = None,
    signed: str | None = None,
) -> None:
    """Draw rows as a table; `download` names the file of its button.

    `signed` is the column of signatures: no table is wide enough for them, so they are behind a mark below
    it; the file has them as a column.

    A cell may be a Number; under two words its value and its interval have a column each. `language` is that
    of long texts, if known; browsers do not translate them. A click on a heading sorts a table of eight rows
    or more.

    Texts are shown as text, never read as HTML, Markdown or a formula.
    """
    if not rows:
        st.caption(t("app.empty_table"))
        return
    table = full_table = _table(rows)
    if signed is not None:
        table = _table([{head: cell for head, cell in row.items() if head != signed} for row in rows])
    # Counts stay counts, so that a grid sorts them.
    heads, cells = table.drawn(lambda cell, part: shown(cell, part) if isinstance(cell, Number) else cell)
    # A grid knows its columns by their heads: of two with the same name it would show only one.
    if len(rows) <= _HTML_ROWS or len(set(heads)) < len(heads):
        _draw_html(table, heads, len(rows), language)
    else:
        drawn = [dict(zip(heads, row, strict=True)) for row in cells]
        st.dataframe(drawn, hide_index=True, width="stretch", column_config=_columns(drawn))
    buttons = st.container(horizontal=True) if signed is not None and download else st
    if signed is not None:
        with buttons.popover(t("app.signatures"), icon=":material/info:"):
            st.caption(t("app.signatures_why"))
            for row, drawn_row in zip(rows, cells, strict=True):
                st.text(str(drawn_row[0]))
                st.code(str(row[signed]), language=None, wrap_lines=True)
    if download:
        give(t("app.download_table"), csv_bytes(full_table), download, f"download:{download}", box=buttons)


def report_table(table: Table) -> None:
    """Draw a table of a report in the reader's language, under its title, with its notes."""
    table = table.in_language(language_now.current())
    st.subheader(no_markup(table.title.rstrip(".")))
    if table.rows:
        text_table([dict(zip(table.head, row, strict=True)) for row in table.rows])
    for note in table.notes:
        st.caption(no_markup(note))


def _draw_html(table: Table, heads: Sequence[str], count: int, language: str | None) -> None:
    """Draw a table as HTML in a box that scrolls; keyboards can reach the box."""
    meanings = of_heads(heads)
    names = iter(heads)

    def head(match: re.Match[str]) -> str:
        meaning = html.escape(meanings.get(next(names), ""), quote=True)
        words = (
            f'<button class="sort">{match[2]}</button>' if match[2] and count >= _SORTED_ROWS else match[2]
        )
        title = f' title="{meaning}"' if meaning else ""
        return f'<th scope="col"{match[1]}{title}>{words}</th>'

    body = _HEAD.sub(head, _NOWRAP.sub('<td class="whole">', as_html(table, _unbroken)))
    prose = '<td class="prose"'
    marked = f'{prose} translate="no"' + (f' lang="{html.escape(language)}"' if language else "")
    name = html.escape(t("app.table"), quote=True)
    kind = "table-box long" if count > _TALL_ROWS else "table-box"
    box = f"<div class='{kind}' tabindex='0' role='region' aria-label='{name}'>"
    st.html(f"{box}{body.replace(prose, marked)}</div>")


def grid_style(store: Store) -> str:
    """Return the style that removes Streamlit's download button from all grids, or an empty text.

    The button is removed if a corpus of the store is restricted, also from tables of other corpora, as a page
    could fail to declare its corpus. The buttons of Aloi itself are decided for each table.
    """
    if not any(one.restricted for one in store.texts.corpora(archived=True)):
        return ""
    names = {_GRID_FILE, dict(of_streamlit()).get(_GRID_FILE, _GRID_FILE)}
    named = ", ".join(f'[aria-label^="{one}"]' for one in sorted(names))
    return f"<style>[data-testid=stElementToolbarButton]:has({named}) {{ display: none }}</style>"


def give(label: str, data: Any, name: str, key: str, *, box: Any = st, **form: Any) -> None:
    """Draw the download button of a file called `name`, whose suffix is its type.

    A function that makes the data is called once the button is pressed, if the person still has access.
    """
    data = session.while_allowed(data) if callable(data) else data
    box.download_button(
        label, data=data, file_name=name, mime=_MIME[Path(name).suffix], on_click="ignore", key=key, **form
    )


def csv_bytes(rows: Sequence[Mapping[Any, object]] | Table) -> bytes:
    """Return a table as CSV for a spreadsheet in the reader's language: UTF-8 with a mark, no formulas."""
    table = rows if isinstance(rows, Table) else _table(rows)
    return as_csv(table, decimal_comma=has_decimal_comma()).encode("utf-8-sig")


def _table(rows: Sequence[Mapping[Any, object]]) -> Table:
    translated_rows = [{head: _with_reason(cell) for head, cell in row.items()} for row in rows]
    return Table.of(translated_rows, why=t("app.reason"), ends=(t("agreement.low"), t("agreement.high")))


def _unbroken(cell: object, part: Part) -> str:
    """Return a cell whose interval is not split in a narrow column: it wraps below its value."""
    if isinstance(cell, bool):
        return t("app.yes" if cell else "app.no")
    text = shown(cell, part)
    return text.replace(", ", f",{NO_BREAK}") if isinstance(cell, Number) else text


def _with_reason(cell: object) -> object:
    """Return a cell whose number says in the reader's language why it, or its interval, is undefined."""
    if isinstance(cell, Number) and cell.reason:
        return replace(cell, reason=translated(cell.reason))
    return cell


def _columns(rows: Sequence[Mapping[str, object]]) -> dict[str, Any]:
    """Return how columns are drawn: numbers in the reader's language, terms with their meaning."""
    meanings, local = of_heads(rows[0]), language_now.current() != ENGLISH
    drawn: dict[str, Any] = {head: st.column_config.Column(help=told) for head, told in meanings.items()}
    first = next(iter(rows[0]))
    drawn[first] = st.column_config.Column(help=meanings.get(first), pinned=True)
    for head in rows[0]:
        cells = [row[head] for row in rows if row[head] is not None]
        if not all(isinstance(one, int | float) for one in cells):
            continue
        if (local and any(isinstance(one, float) for one in cells)) or any(map(is_long, cells)):
            drawn[head] = st.column_config.NumberColumn(format="localized", help=meanings.get(head))
    return drawn


def place_of(columns: Sequence[str], usual_names: Sequence[str]) -> int:
    """Return the index of the first requested column that exists, 0 if there is none."""
    return next((columns.index(name) for name in usual_names if name in columns), 0)


def problem(error: AloiError) -> None:
    """Show an error as plain text: finding, expectation and action."""
    st.error(no_markup(session.error_text(error)))


@contextmanager
def problems_told(*, stop: bool = False) -> Iterator[None]:
    """Show the error if the block raises AloiError; with `stop` the page ends there."""
    try:
        yield
    except AloiError as error:
        problem(error)
        if stop:
            st.stop()


@contextmanager
def acting(*roles: Role) -> Iterator[None]:
    """Act as a person of one of these roles, then redraw the page; an error is shown instead."""
    with problems_told():
        session.require(*roles)
        yield
        st.rerun()


def no_markup(text: str) -> str:
    """Return a text that Markdown shows unchanged, line by line."""
    return "  \n".join(re.sub(r"([\\`*_{}\[\]()#+\-.!|<>$:~])", r"\\\1", line) for line in text.splitlines())


def show_read_as(read_as: ReadAs | TableReading) -> None:
    """Say how a table was read; a table read otherwise than its suffix says, in a box."""
    reading = TableReading(read_as) if isinstance(read_as, ReadAs) else read_as
    words = [*_source_words(reading.source), *_cell_words(reading)]
    if words:
        text = no_markup(t("tables.read_as", how=" · ".join(words)))
        (st.caption if reading.plain else st.info)(text)


def show_readings(readings: Mapping[str, Any]) -> None:
    """Say how the tables of a job were read, by their names, as `aloi.workbench.imports.jobs` stored them."""
    for name, reading in readings.items():
        if len(readings) > 1:
            st.caption(no_markup(name))
        show_read_as(from_json(TableReading, reading))


def _source_words(source: ReadAs) -> list[str]:
    """Return a sentence on how the bytes of a table were read as cells."""
    words = [source.encoding] if source.encoding else []
    if source.separator is not None:
        words.append(t(f"tables.separator_{_SEPARATOR_NAMES[source.separator]}"))
    if source.line_ends is not None:
        words.append(t("tables.line_ends"))
    if source.sheet is not None:
        words.append(t("tables.sheet", name=source.sheet))
    if source.title_rows:
        words.append(t("tables.titles", count=source.title_rows))
    if source.hidden_rows:
        words.append(t("tables.hidden_rows", count=source.hidden_rows))
    if source.percent:
        words.append(t("tables.percent", names=", ".join(source.percent)))
    for names, key in ((source.other_sheets, "other_sheets"), (source.hidden_sheets, "hidden_sheets")):
        if names:
            words.append(t(f"tables.{key}", names=", ".join(names)))
    if source.second_header is not None:
        words.append(t("tables.second_header", number=source.second_header))
    return words


def _cell_words(reading: TableReading) -> list[str]:
    """Return a sentence on how the cells of a table were read."""
    words = [t(f"tables.layout_{reading.layout}")] if reading.layout is not None else []
    if reading.decimal == ",":
        words.append(t("tables.comma"))
    for key in ("missing", "doubtful", "doubled", "sets", "unsplit", "parted"):
        if counts := getattr(reading, key):
            listed = ", ".join(
                f"{t('tables.quoted', text=word)} ({counted(count)})" for word, count in counts[:_LISTED]
            )
            listed += ", …" if len(counts) > _LISTED else ""
            words.append(t(f"tables.{key}", words=listed))
    if reading.marks:
        words.append(t("tables.marks", names=", ".join(reading.marks)))
    if reading.suspected:
        words.append(t("tables.suspected", names=", ".join(name for name, _ in reading.suspected)))
    if reading.dropped:
        words.append(t("tables.dropped", names=", ".join(name for name, _ in reading.dropped)))
    return [*words, *map(twins_text, reading.twins)]


def twins_text(twins: Twins) -> str:
    """Return the values that differ only in spelling, and whether they were joined."""
    if not twins.differ_by:
        return t("tables.rows_joined", count=len(twins.values), rows=sum(twins.counts))
    how = ", ".join(t(f"tables.differ_{name}") for name in twins.differ_by)
    names = ", ".join(t("tables.quoted", text=name) for name in twins.values)
    return t("tables.twins_joined" if twins.joined else "tables.twins", names=names, how=how)
