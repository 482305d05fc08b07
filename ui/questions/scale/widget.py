"""The annotate widget: one item, its scales, and the keys; it waits until what it sends is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("scale.js"))


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
    mount(_component, key, data, on_event)
