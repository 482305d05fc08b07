"""The choices widget: a text, and labels beside it: by key, by arrows, or by searching in a long list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("choice.js"))


def choices(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the question of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `asked` {shown:
        {title, text}, name, question, labels, labels_key, least, most, inner}: the text, and `labels`
        [{value, title, gloss, parent, key}], parents named by their value. A long list may be None where
        the one of the same `labels_key` was sent before. `answer` and `draft` {name: [value, ...]} or None.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets; a value is {name: [value, ...]}, in the order of
        the labels. With `most` 1 a label is saved as it is chosen; with more, Enter saves.
    """
    mount(_component, key, data, on_event)
