"""The cleaning widget: an answer as it was typed, what is proposed for it, and the keys that decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aloi.ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("cleaning.js"))


def cleaning_desk(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the answer of `data`; `on_event` gets each event a person sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what that of questions/scale takes, without `scales`, `tint` and `guideline`; and `typed`
        {target, answer, given, reason, accept, result, alternatives: [text], sentences: [{before, target,
        after}], more}: what was typed for which target, sentences that say who gave it and what is wrong
        with it, what Enter does in words and as a result (None: excluded).
    on_event : callable
        Gets what that of `aloi.ui.questions.scale.widget` gets; the value of an answer is {result: text or
        None}, a skip has no reason.
    """
    mount(_component, key, data, on_event)
