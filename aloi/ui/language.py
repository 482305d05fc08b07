"""The language of the reader: their choice, else the language of their browser, else that of this server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import streamlit as st
from babel import Locale
from streamlit.runtime.scriptrunner import get_script_run_ctx

from aloi.base.messages import ENGLISH
from aloi.base.settings import spoken

FOLDER = Path(__file__).parent
# The languages of the pages, by their own names: the files say which.
NAMES = {"en": "English", "fr": "Français"}
PREFERENCE = "language"  # the name of the choice among a person's preferences
_STATE = "language"
_of_request: ContextVar[str | None] = ContextVar("language of the request", default=None)
# The language set for a page, in the thread that draws it: it is read a thousand times, and tab state is
# slow.
_of_page: ContextVar[str | None] = ContextVar("language of the page", default=None)
_served: str | None = None


def serve_in(language: str) -> None:
    """Make this language the server's, for readers who chose none; the server calls it once."""
    global _served
    _served = language


def current() -> str:
    """Return the language of the request or of the page that runs here, elsewhere that of the settings."""
    language = _of_request.get()
    if language is not None:
        return language
    if get_script_run_ctx(suppress_warning=True) is not None:
        drawn = _of_page.get()
        if drawn is not None:
            return drawn
        # A part of a page may be drawn again alone: what the whole page settled on holds for it.
        settled = st.session_state.get(_STATE)
        if settled is not None:
            _of_page.set(str(settled))
            return str(settled)
    return _served or spoken()


@contextmanager
def of_request(language: str) -> Iterator[None]:
    """Answer a request in a language."""
    before = _of_request.set(language)
    try:
        yield
    finally:
        _of_request.reset(before)


def settle(*wishes: object) -> None:
    """Set the language of this browser tab, from requests in order of preference."""
    st.session_state[_STATE] = best(wishes)
    _of_page.set(st.session_state[_STATE])


def language_name(code: str) -> str:
    """Return the name of a language in the reader's language; an unknown code is returned as it is."""
    return str(Locale.parse(current()).languages.get(code, code))


def settled() -> bool:
    """Return whether this browser tab has a language."""
    return _STATE in st.session_state


def best(wishes: Iterable[object]) -> str:
    """Return the first requested language of the pages, such as fr for fr-CA; else that of the server."""
    for wish in wishes:
        code = wish.replace("_", "-").split("-")[0].lower() if isinstance(wish, str) else ""
        if code in NAMES:
            return code
    server = _served or spoken()
    return server if server in NAMES else ENGLISH


def accepted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, the preferred ones first.

    A weight that is not a number counts as 0; languages with weight 0 are excluded.
    """
    weights: dict[str, float] = {}
    for part in header.split(","):
        tag, _, weight = part.partition(";")
        name, _, number = weight.strip().partition("=")
        try:
            weights[tag.strip()] = float(number) if name.strip() == "q" else 1.0
        except ValueError:
            weights[tag.strip()] = 0.0
    liked = [tag for tag, weight in weights.items() if tag and weight > 0]
    return sorted(liked, key=weights.__getitem__, reverse=True)
