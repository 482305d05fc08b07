"""Open a page of the site as one of the people of a store, read it, press its buttons."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from aloi.storage.store import Store
from aloi.ui.questions.desk.parcels import unpack
from aloi.ui.server import auth
from aloi.ui.texts import t
from aloi.workbench.people import hash_token

APP = str(Path(__file__).parents[2] / "app.py")


def open_page(store: Store, name: str, who: str = "M1", **address: str) -> AppTest:
    """Return a page as it looks after signing in; an exception on it fails the test.

    `address` is what stands after the page's name: `round="..."` for `?round=...`.
    """
    token = auth.start_login(store, store.people.get(who).id, datetime.now(UTC))
    at = AppTest.from_file(APP, default_timeout=60)
    at.user = {"login": hash_token(token)}
    if name != "home":  # whoever opens an address sees no other page before
        at._page_hash = calc_hash(name)
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception, [one.message for one in at.exception]
    return at


class _TableReader(HTMLParser):
    """Reads the rows of the tables in a text of HTML: whole numbers as such, other cells as text."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.tables: list[list[list[Any]]] = []
        self.is_count, self.cell = False, ""
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.is_count, self.cell = ("class", "n") in attrs and tag == "td", ""

    def handle_data(self, data: str) -> None:
        self.cell += data.replace("\N{NO-BREAK SPACE}", " ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            digits = self.cell.replace(",", "")
            self.tables[-1][-1].append(int(digits) if self.is_count and digits.isdigit() else self.cell)


def tables(at: AppTest) -> list[pd.DataFrame]:
    """Return the tables of a page: those drawn as HTML, then its grids."""
    bodies = [one.proto.body for one in at.get("html") if "table-box" in one.proto.body]
    rows = [table for body in bodies for table in _TableReader(body).tables]
    # Groups of columns have a row above the heads.
    rows = [table if len(table[0]) == len(table[-1]) else table[1:] for table in rows]
    return [pd.DataFrame(body, columns=head) for head, *body in rows] + [one.value for one in at.dataframe]


def said(at: AppTest) -> str:
    """Return what stands on a page."""
    kinds = ("markdown", "caption", "code", "info", "success", "warning", "error", "subheader")
    shown = [str(one.value) for kind in kinds for one in getattr(at, kind)]
    shown += [one.to_csv() for one in tables(at)] + [one.proto.body for one in at.get("html")]
    return "\n".join(shown)


def plain(label: str) -> str:
    """Return a label as a browser shows it: what people typed is escaped in it."""
    return re.sub(r"\\([^\w\s])", r"\1", label)


def press(at: AppTest, label: str) -> None:
    """Press the button of that label; an exception fails the test."""
    next(one for one in at.button if plain(one.label) == label).click().run()
    assert not at.exception, [one.message for one in at.exception]


def named(elements: Any, label: str) -> Any:
    """Return the element of that label among those of a kind."""
    return next(one for one in elements if plain(one.label) == label)


def start_on(store: Store, task: str, corpus: str) -> AppTest:
    """Return the page that starts a campaign, with a task and a stored corpus chosen."""
    at = open_page(store, "start", corpus=corpus)
    at.radio(key="start:0:task").set_value(task).run()
    assert not at.exception, [one.message for one in at.exception]
    return at


def name_and_create(at: AppTest, name: str) -> None:
    """Name the campaign of the page that starts one, and create it."""
    named(at.text_input, f"{t('campaigns.name')} ({t('app.required')})").set_value(name).run()
    press(at, t("start.create"))


def desk_shown(at: AppTest, tab: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the desk of a page is given: its item, what stands there already, where the person is.

    `tab` is what the browser tab holds, for pages that are drawn several times.
    """
    assert not at.exception, [one.message for one in at.exception]
    parcels = [json.loads(one.proto.bytes) for one in at.get("bidi_component") if one.proto.bytes]
    [desk] = [one for one in parcels if "item" in one["data"]]
    return unpack(desk, {} if tab is None else tab)
