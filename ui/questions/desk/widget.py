"""What the widgets of every task share: the frame, the keys, and sending until the answer is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui import session

_HERE = Path(__file__).parent
# One module, read in this order: a definition may use those before it.
_SCRIPTS = ("tokens.js", "keys.js", "frame.js", "rule.js", "guideline.js", "rest.js", "desk.js")
_STYLES = ("desk.css", "guideline.css")


def declare(own: Path) -> Any:
    """Return the component of a question: what every desk shares, then its script and its style."""
    # Streamlit takes a text of a single line for a path; these have many.
    scripts = [*(_HERE / script for script in _SCRIPTS), own]
    styles = [*(_HERE / style for style in _STYLES), own.with_suffix(".css")]
    return st.components.v2.component(
        f"aloi_{own.stem}",
        html='<div class="desk" tabindex="-1"></div>',
        css="\n".join(path.read_text(encoding="utf-8") for path in styles),
        js="\n".join(path.read_text(encoding="utf-8") for path in scripts),
    )


def mount(
    component: Any, key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]
) -> None:
    """Draw a component; `on_event` gets each event it sends, before the next drawing."""

    def handle() -> None:
        event = session.sent(key)
        if event is not None:
            on_event(event)

    component(key=key, data=dict(data), on_event_change=handle)
