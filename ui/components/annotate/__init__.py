"""The annotate widget: one item, its scales, and the keys; it waits until what it sends is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui import session

_HERE = Path(__file__).parent
# One module, read in this order: a definition may use those before it.
_SCRIPTS = ("tokens.js", "keys.js", "view.js", "annotate.js")


def _read(*names: str) -> str:
    """Return files as one text. Streamlit takes a text of a single line for a path; these have many."""
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_component = st.components.v2.component(
    "aloi_annotate",
    html='<div class="desk" tabindex="-1"></div>',
    css=_read("annotate.css"),
    js=_read(*_SCRIPTS),
)


def annotate(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the item of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: `item` {id, occasion, left, right}; `scales` [{name, title, question, low, high, step,
        degrees: [{value, gloss, left, right}]}]; `answer` {scale: number} or None; `flag`; `note`;
        `progress` {done, total}; `ack`, the id of the last event that was dealt with; `error`, why it was
        refused, or None; `min_show_ms`; `can_undo`; `tint`, whether differences are tinted at first;
        `guideline` [{anchor, title, paragraphs}], or None for the one drawn before; `texts`, the section
        `component` of the catalogue.
        Everything enters the page as text, never as markup.
    on_event : callable
        Gets {event_id, kind: answer | skip | undo | mark, item_id, occasion, value, seconds, flag, note,
        reason}. It comes from a browser: check it. The same event may come twice; the next `data` must
        carry its id as `ack`, or it will be sent again.
    """

    def handle() -> None:
        event = session.sent(key)
        if event is not None:
            on_event(event)

    _component(key=key, data=dict(data), on_event_change=handle)
