"""A form whose fields are checked before anything is submitted; each error is below its field."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import streamlit as st

from aloi.ui.texts import t


class CheckedForm:
    """The fields of a form outside `st.form`, redrawn as they change.

    Parameters
    ----------
    page : str
        Start of the keys of the widgets.
    state : mapping
        State of the page, which `clear` empties: all fields are then new.
    """

    def __init__(self, page: str, state: MutableMapping[str, Any]) -> None:
        self._page, self._state = page, state
        self.n_wrong = 0

    def key(self, name: str) -> str:
        """Return the key of the widget of a field."""
        return f"{self._page}:{self._state.get('form', 0)}:{name}"

    def required(self, label: str) -> str:
        """Return the label of a required field."""
        return f"{label} ({t('app.required')})"

    def check(self, wrong: bool, message: str) -> None:
        """Count a field that is wrong, and say so below it once somebody tried to submit the form."""
        self.n_wrong += wrong
        if wrong and self._state.get("submitted"):
            st.markdown(f":red[:material/error: {message}]")

    def submit(self, label: str, *, disabled: bool = False) -> bool:
        """Draw the button, the last element; return whether it was pressed and all fields are right."""
        pressed = st.button(
            label,
            type="primary",
            disabled=disabled,
            key=self.key("submit"),
            on_click=lambda: self._state.update(submitted=True),
        )
        if self.n_wrong and self._state.get("submitted"):
            st.markdown(f":red[{t('app.fields_wrong', count=self.n_wrong)}]")
        return pressed and not self.n_wrong

    def clear(self) -> None:
        """Empty the form: the next run draws it with new fields."""
        number = self._state.get("form", 0) + 1
        self._state.clear()
        self._state["form"] = number
