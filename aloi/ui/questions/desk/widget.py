"""The common base of all widgets: the frame, the keys, and sending until the answer is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.ui import session
from aloi.ui.questions.desk.parcels import pack

_FOLDER = Path(__file__).parent
# One module, read in this order: a definition may use those before it.
_SCRIPTS = (
    "tokens.js",
    "keys.js",
    "language.js",
    "access.js",
    "labels.js",
    "keydialog.js",
    "places.js",
    "frame.js",
    "rule.js",
    "guideline.js",
    "rest.js",
    "keeping.js",
    "meanwhile.js",
    "reach.js",
    "ahead.js",
    "layout.js",
    "desk.js",
)
_STYLES = ("desk.css", "places.css", "guideline.css")


@dataclass(frozen=True, slots=True)
class Widget:
    """The component of a question, with its script and its style: a tab is sent these once."""

    component: Any
    script: str
    style: str


def declare(script_path: Path) -> Widget:
    """Return the widget of a question: the common scripts, then its own scripts and its style.

    Other scripts in its directory are read before its own script.
    """
    siblings = sorted({*script_path.parent.glob("*.js")} - {script_path})
    scripts = [*(_FOLDER / script for script in _SCRIPTS), *siblings, script_path]
    styles = [
        *(_FOLDER / style for style in _STYLES),
        script_path.with_suffix(".css"),
        _FOLDER / "access.css",
    ]
    # Streamlit sends what is declared here with every drawing, and takes a text of a single line for a path.
    component = st.components.v2.component(
        f"aloi_{script_path.stem}",
        html='<div class="desk" role="group" tabindex="-1"></div>',
        js=(_FOLDER / "loader.js").read_text(encoding="utf-8"),
    )
    return Widget(component, _joined(scripts), _joined(styles))


def mount(
    widget: Widget, key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]
) -> None:
    """Draw a widget; `on_event` gets each event it sends, before the next drawing."""

    def handle() -> None:
        event = session.sent(key)
        if event is None:
            return
        if event.get("kind") == "again":  # the tab lacks something: it was reloaded, or is another one
            session.held_by_tab().clear()
        else:
            on_event(event)

    full_data = {**data, "script": widget.script, "style": widget.style}
    parcel = json.dumps(pack(full_data, session.held_by_tab()), ensure_ascii=False, separators=(",", ":"))
    # As bytes: as JSON of its own Streamlit would write each accented letter in six.
    widget.component(key=key, data=parcel.encode("utf-8", "replace"), on_event_change=handle)


def _joined(paths: Sequence[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
