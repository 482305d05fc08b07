"""The operations widget: two sentences as tokens, groups of them on both sides, and what links them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("alignment.js"))


def operations(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the pair of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `alignment`
        {source: [token], target: [token], labels: [{name, title, gloss, example, colour, key, sides}]}, where
        `sides` is source, target, both, any, or pair for a mark on the whole pair; `answer` and `draft`
        {groups: [{source: [place], target: [place], label}], err} or None. To decide between answers,
        `proposals` [{source, target, label, by}] lists what they differ in and `decides` is true: nothing
        is kept before it is saved.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets, and the kind `draft` with the work so far.
    """
    mount(_component, key, data, on_event)
