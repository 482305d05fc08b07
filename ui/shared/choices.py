"""Choices among things that have names, or among words the catalogue has a text for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from ui.texts import t

NAME = attrgetter("name")  # how most things are shown in a list


def worded(draw: Callable[..., Any], text: str, options: Iterable[object], /, *more: Any, **form: Any) -> Any:
    """Return what is chosen with a widget such as `st.radio`.

    The text `text` of the catalogue is its label, and `text_OPTION` says what each option is.
    """
    return draw(t(text), options, *more, format_func=lambda option: t(f"{text}_{option}"), **form)
