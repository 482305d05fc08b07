"""Cards, small bars and tables with links: the same look on every page, drawn as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from urllib.parse import urlencode

import streamlit as st

from aloi.ui.numbers import day, number
from aloi.ui.texts import t


class Markup(str):
    """Text that is HTML already; any other text is escaped."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class StatCard:
    """A number with its label.

    Parameters
    ----------
    label, value : str
        The number is in one line, however narrow the card.
    notes : tuple of str
        Sentences below it: the interval, the round.
    share : float, optional
        A bar below the number, filled to this share (0 to 1).
    verdict : str
        A sentence with a mark: whether a threshold is reached, as `is_good` says.
    """

    label: str
    value: str
    notes: tuple[str, ...] = ()
    share: float | None = None
    verdict: str = ""
    is_good: bool = True


def draw_cards(cards: Sequence[StatCard]) -> None:
    """Draw cards side by side; in a narrow window, two in a row."""
    st.html(f'<div class="cards">{"".join(map(_card, cards))}</div>')


def _card(card: StatCard) -> str:
    parts = [f'<span class="label">{_text(card.label)}</span><span class="value">{_text(card.value)}</span>']
    if card.share is not None:
        parts.append(bar(card.share))
    parts += [f'<span class="note">{_text(note)}</span>' for note in card.notes]
    if card.verdict:
        parts.append(f'<span class="{"good" if card.is_good else "bad"}">{_text(card.verdict)}</span>')
    return f'<div class="card">{"".join(parts)}</div>'


def bar(share: float, words: str = "") -> Markup:
    """Return a bar filled to a share (0 to 1), with words beside it; readers of the screen hear the share."""
    percent = number(share, ".0%")
    filled = f'<i style="width:{100 * min(1.0, share):.1f}%"></i>'
    drawn = f'<span class="bar" role="img" aria-label="{escape(percent)}">{filled}</span>'
    return Markup(f'{drawn}<span class="beside">{_text(words)}</span>' if words else drawn)


def page_address(page: str, query: Mapping[str, str]) -> str:
    """Return the address of a page with its query, for a link in HTML."""
    return escape(f"/{page}?{urlencode(query)}" if query else f"/{page}", quote=True)


def anchor(text: str, page: str, query: Mapping[str, str]) -> Markup:
    """Return a link to a page."""
    return Markup(f'<a href="{page_address(page, query)}" target="_self">{_text(text)}</a>')


def draw_rows(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, numeric: Sequence[int] = (), name: str
) -> None:
    """Draw a table whose cells may hold bars and links; columns of `numeric` indices are at the right.

    `name` is that of the table, for readers of the screen.
    """
    classes = ['class="n"' if index in numeric else "" for index in range(len(heads))]
    head = "".join(f'<th scope="col" {of}>{_text(one)}</th>' for of, one in zip(classes, heads, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td {of}>{_text(cell)}</td>' for of, cell in zip(classes, row, strict=True))}</tr>"
        for row in rows
    )
    label = escape(name, quote=True)
    st.html(
        f'<div class="table-box" tabindex="0" role="region" aria-label="{label}">'
        f"<table><tr>{head}</tr>{body}</table></div>"
    )


def _text(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text, quote=False)


def due_words(due: date, today: date) -> str:
    """Return by when something is wanted, and how far off or how late that is."""
    days = (due - today).days
    near = {0: "today", 1: "tomorrow", -1: "late_one"}.get(days, "late" if days < 0 else "later")
    return t(f"my_work.due_{near}", day=day(due), days=abs(days))
