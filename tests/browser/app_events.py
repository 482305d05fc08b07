"""What the tiny apps around a widget share: each event goes to a file, one a line, and moves the place.

`?opening=` counts how often such an app was opened: with another number it begins anew, in a page that stays.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

# For how long an item is shown before keys count: the product has people wait four times as long.
MIN_SHOW_MS = 60


def opening() -> str:
    """Return which opening of the app this is, as a part of keys; what the one before did is forgotten."""
    number = st.query_params.get("opening", "0")
    if st.session_state.get("opening") != number:
        st.session_state.clear()
        st.session_state["opening"] = number
    return number


def hinted(value: Any, words: str) -> dict[str, Any]:
    """Return the suggestion of a machine for every second item, with `?hints=`."""
    if "hints" not in st.query_params:
        return {"hint": None}
    hint = {"by": "X1 v1", "value": words, "answer": value}
    return {"hint": {} if standing()["place"] % 2 else hint}


def wait_for_release(count: int) -> None:
    """Wait until the test has let go of that many answers, in vain for a minute at most."""
    released = Path(os.environ["COMPONENT_LOG"]) / f"{st.session_state['opening']}.released"
    deadline = time.monotonic() + 60
    while (released.stat().st_size if released.exists() else 0) < count and time.monotonic() < deadline:
        time.sleep(0.01)


def write_down(event: Mapping[str, Any]) -> None:
    """Add an event to the file of the opening in which it was sent."""
    log = Path(os.environ["COMPONENT_LOG"]) / st.session_state["opening"]
    with log.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(dict(event)) + "\n")


def standing() -> dict[str, Any]:
    """Return what was done so far in this opening."""
    state: dict[str, Any] = st.session_state.setdefault(
        "desk", {"place": 0, "ack": None, "taken": set(), "drafts": {}, "answers": {}}
    )
    return state


def take(event: Mapping[str, Any]) -> None:
    """Write the event down and do what it asks, once: a desk sends it until it hears that it was taken."""
    state = standing()
    state["ack"] = event["event_id"]
    if event["event_id"] in state["taken"]:
        return
    state["taken"].add(event["event_id"])
    write_down(event)
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
