"""What the tiny apps around a widget share: each event goes to a file, one a line, and moves the place."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

# For how long an item is shown before keys count: the product has people wait four times as long.
MIN_SHOW_MS = 60


def standing() -> dict[str, Any]:
    """Return what this tab has done so far; it lives as long as the tab."""
    state: dict[str, Any] = st.session_state.setdefault(
        "desk", {"place": 0, "ack": None, "drafts": {}, "answers": {}}
    )
    return state


def take(event: Mapping[str, Any]) -> None:
    """Write the event down and do what it asks."""
    with Path(os.environ["COMPONENT_LOG"]).open("a", encoding="utf-8") as log:
        log.write(json.dumps(dict(event)) + "\n")
    state = standing()
    state["ack"] = event["event_id"]
    if event["kind"] == "draft":
        state["drafts"][state["place"]] = event["value"]
    elif event["kind"] == "answer":
        state["answers"][state["place"]] = event["value"]
        state["drafts"].pop(state["place"], None)
        state["place"] += 1
    elif event["kind"] == "skip":
        state["place"] += 1
    elif event["kind"] == "undo":
        state["place"] -= 1


def told(total: int) -> dict[str, Any]:
    """Return the part of a widget's data that every widget is given alike, for the item it is at."""
    state = standing()
    place = state["place"]
    return {
        "answer": state["answers"].get(place),
        "draft": state["drafts"].get(place),
        "flag": False,
        "note": "",
        "progress": {"done": place, "total": total},
        "ack": state["ack"],
        "error": None,
        "min_show_ms": MIN_SHOW_MS,
        "can_undo": place > 0,
        "guideline": [],
    }
