"""The words widget: a sentence with a word marked, and fields for what could stand in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("words.js"))


def words(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the target of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `asked` {before,
        target, after, most, none}: the sentence cut at the target, how many words an answer may hold,
        and whether none may fit; `answer` and `draft` {substitutes: [text], none} or None; `checks`
        {text: [sentence]}, what looks wrong with the words of the draft.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets, and the kind `draft` with the words so far.
    """
    mount(_component, key, data, on_event)
