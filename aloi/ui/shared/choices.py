"""Choices among things that have names, or among words the catalogue has a text for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from aloi.annotation.model import Round
from aloi.ui.texts import t

NAME = attrgetter("name")  # how most things are shown in a list


def round_name(round_: Round) -> str:
    """Return how lists name a round: its number, its purpose, whether it is open, its title."""
    words = {
        "purpose": t(f"rounds.purpose_{round_.purpose.value}"),
        "status": t(f"app.{round_.status.value}"),
    }
    name = t("rounds.name", number=round_.number, **words)
    return f"{name} · {round_.title}" if round_.title else name


def worded(draw: Callable[..., Any], text: str, options: Iterable[object], /, *more: Any, **form: Any) -> Any:
    """Return the value selected with a widget such as `st.radio`.

    The text `text` of the catalogue is its label, and `text_OPTION` says what each option is.
    """
    return draw(t(text), options, *more, format_func=lambda option: t(f"{text}_{option}"), **form)
