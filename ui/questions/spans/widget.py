"""The spans widget: a text whose stretches are marked, each with a label, by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("spans.js"))


def spans(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the text of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `asked`
        {text, question, pieces: [[start, end]], labels: [{name, title, gloss, colour, key}], nested, broken,
        tokens}, places in code points; `answer` {spans: [{label, parts}]} or None; `draft` the same, with
        `offers` that are neither accepted nor removed yet; `suggestion` {by, spans} or None. To decide
        between answers, `proposals` [{label, parts, by}] lists what they differ in and `decides` is true:
        nothing is kept before it is saved.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets, and the kind `draft` with the work so far. An
        answer has `shown` {suggestion} where something was suggested.
    """
    mount(_component, key, data, on_event)
