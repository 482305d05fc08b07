"""The concept widget: a mention marked in its text, candidate concepts, and a search in the terminology."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ui.questions.desk.widget import declare, mount

_component = declare(Path(__file__).with_name("concept.js"))


def concept(key: str, data: Mapping[str, Any], on_event: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the mention of `data`; `on_event` gets each event the annotator sends, before the next drawing.

    Parameters
    ----------
    data : mapping
        JSON only: what `ui.questions.scale.widget` takes, without `scales` and `tint`; and `asked` {name,
        question, parts: [{text, mark}], group, composite, none, terminology, candidates, ranks, made_by}:
        the text cut at the parts of the mention, the candidates in the order to draw them and their ranks;
        a concept is {id, name, group, matched, others: [[language, name]]}. `results` {item, text, found}
        or None is what the last search found; `known` {id: name} names the concepts of `answer`,
        {name: [id]}, and `draft`, {name: [id], none}, or None.
    on_event : callable
        Gets what that of `ui.questions.scale.widget` gets; the kind `draft` with the concepts so far; and the
        kind `search` with {text} as its value. An answer has `shown`: the candidates in the order drawn,
        their ranks, what made them, and what was searched for.
    """
    mount(_component, key, data, on_event)
