"""The component of the table of items, and the data it is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import task
from aloi.corpora.model import Json
from aloi.ui import language, session
from aloi.ui.server.items_routes import ITEMS
from aloi.ui.shared.choices import round_name
from aloi.ui.texts import section, t
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.items import items_window
from aloi.workbench.items.index import ItemsIndex
from aloi.workbench.items.window import ItemsWindow
from aloi.workbench.requests.items import ItemsRequest, items_request
from aloi.workbench.store.opening import Store

_FOLDER = Path(__file__).parent
_SCRIPTS = ("filters.js", "panel.js", "table.js")
_LISTED_GAPS = 5
_table = st.components.v2.component(
    "aloi_items",
    html='<div class="items" data-keys="own"></div>',
    css=(_FOLDER / "items.css").read_text(encoding="utf-8"),
    js="\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)


def query_in_address() -> dict[str, str]:
    """Return the query for rows that the page's address states; there the round is called `in`."""
    query = {name: session.in_address(name) or "" for name in _names() if name != "round"}
    query["round"] = session.in_address("in") or ""
    return {name: value for name, value in query.items() if value}


def _names() -> tuple[str, ...]:
    names = (
        "text",
        "annotator",
        "label",
        "gap",
        "split",
        "needed",
        "disputed",
        "flagged",
        "skipped",
        "noted",
    )
    return (*names, "sort", "reverse", "round")


def first_window(store: Store, campaign: Campaign) -> ItemsWindow | None:
    """Return the rows that the address asks for; None where the table is not there."""
    row = session.in_address("row") or "0"
    offset = int(row) // 100 * 100 if row.isdecimal() else 0
    request = items_request(campaign.id, {**query_in_address(), "offset": str(offset)})
    return items_window(request, Context(store, session.settings().data))


def draw_table(
    campaign: Campaign,
    index: ItemsIndex,
    window: ItemsWindow,
    rounds: Sequence[Round],
    *,
    assigns: bool,
    lang: str,
    cleared: int,
    on_event: Callable[[Mapping[str, Any]], None],
) -> None:
    """Draw the table; `on_event` gets what a person chose in it.

    `assigns` says whether items may be selected for a round, `cleared` counts how often a selection was used.
    """
    key = f"items:table:{campaign.id}"

    def handle() -> None:
        event = session.sent(key)
        if event is not None:
            on_event(event)

    kind = task(campaign.schema.task_type)
    row = session.in_address("row") or "0"
    data: dict[str, Json] = {
        "campaign": campaign.id,
        "api": f"{ITEMS}/{campaign.id}",
        "version": index.file,
        "first": {
            "query": _sent_query(),
            "offset": int(row) // 100 * 100 if row.isdecimal() else 0,
            "total": window.total,
            "rows": [dict(one) for one in window.rows],
        },
        "facets": _facets(index, rounds),
        "scale": index.scale is not None,
        "blank": {"text": kind.blank, "shown": t(f"answers.{kind.name}") if kind.blank else ""},
        "texts": section("items_table"),
        "splits": {each: t(f"releases.split_{each}") for each in ("train", "dev", "test")},
        "language": language.current(),
        "lang": lang,
        "assigns": assigns,
        "adjudicates": not kind.gathers,
        "cleared": cleared,
    }
    _table(key=key, data=data, on_event_change=handle)


def _sent_query() -> str:
    """Return the query of the address as the component writes it, in its order."""
    query = query_in_address()
    return urlencode({name: query[name] for name in _names() if name in query})


def _facets(index: ItemsIndex, rounds: Sequence[Round]) -> dict[str, Json]:
    by_number = {one.number: one for one in rounds}
    return {
        "rounds": [
            {"number": number, "name": round_name(by_number[number])}
            for number in index.rounds
            if number in by_number
        ],
        "unused": index.counts.get("unused", 0),
        "annotators": [*index.annotators],
        "labels": [{"name": one.name, "title": one.title, "items": one.items} for one in index.labels],
        "splits": [*index.splits],
        "counts": dict(index.counts),
        "gaps": [*_gaps(index)],
    }


def _gaps(index: ItemsIndex) -> list[float]:
    """Return the gaps to choose from: steps of a scale, or shares of all disagreement."""
    if index.scale is None:
        return [0.25, 0.5, 0.75, 1.0]
    low, high = index.scale
    step = max(1.0, (high - low) / _LISTED_GAPS)
    return [round(step * number, 2) for number in range(1, int((high - low) / step) + 1)]


def asked_for(campaign: Campaign, event: Mapping[str, Any]) -> ItemsRequest | tuple[str, ...]:
    """Return what a person selected: the ids of items, or the request that all of them meet."""
    items = event.get("items")
    if isinstance(items, list):
        return tuple(str(one) for one in items)
    return items_request(campaign.id, dict(parse_qsl(str(event.get("query") or ""))))
