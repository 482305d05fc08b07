"""The choice widget: one or several texts with a word marked, and a question of a few options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("single.js"))


def choice(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the question of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `asked` {shown:
        [{title, before, mark, after}], name, question, options: [{value, title, gloss}]}: the texts, each
        cut at what is marked in it (perhaps nothing), and the answers, the first under the key 1;
        `answer` {name: value} or None.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets.
    """
    mount(_component, key, data, on_event)
