"""Widgets of a request on a page: label, help, default, bounds and choices come from its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from types import ModuleType
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from aloi.base.requests import PAGE, RequestError, RequestField, build, fields_of, read_text, written
from aloi.ui.texts import t, translated

R = TypeVar("R")
Box = DeltaGenerator | ModuleType  # where a widget is drawn: a column, or `st` itself
_DEFAULT: Any = object()


def label_of(kind: type, name: str) -> str:
    """Return the label of a field in the reader's language."""
    return translated(fields_of(kind)[name].label)


def help_of(kind: type, name: str) -> str:
    """Return the help of a field in the reader's language."""
    return translated(fields_of(kind)[name].option.help)


class RequestForm(Generic[R]):
    """The widgets of one request, drawn field by field in any layout; `request` returns what was chosen.

    A page asks for the fields it places itself, and calls `rest` for all others, so that a new field of the
    request appears without a change of the page.

    Parameters
    ----------
    kind : type
        The request.
    key : str
        Start of the keys of the widgets: `KEY:FIELD`.
    **values
        Fields that the page knows, such as the campaign: they are not asked.
    """

    def __init__(self, kind: type[R], key: str, **values: Any) -> None:
        self.kind, self.key = kind, key
        self.fields = {name: field for name, field in fields_of(kind).items() if field.offered(PAGE)}
        self._values: dict[str, Any] = {}
        self.give(**values)

    def give(self, **values: Any) -> None:
        """Set fields that the page knows or asks for in a way of its own."""
        for name, value in values.items():
            self._values[self.fields[name].name] = value

    def keep(self, *names: str) -> None:
        """Leave fields that the case at hand cannot use as they are: given before, or at their defaults."""
        for name in names:
            self._values.setdefault(name, self.fields[name].default)

    def value(self, name: str) -> Any:
        """Return the value of a field so far, or its default."""
        return self._values.get(name, self.fields[name].default)

    def ask(
        self,
        name: str,
        box: Box = st,
        *,
        value: Any = _DEFAULT,
        options: Sequence[Any] | None = None,
        draw: Callable[..., Any] | None = None,
        **more: Any,
    ) -> Any:
        """Draw the widget of a field and return its value, which is still a text for lists and mappings.

        Parameters
        ----------
        box
            Column that holds it.
        value
            Its first value, instead of the default of the request.
        options : sequence, optional
            The values to choose from, where the page knows them.
        draw : callable, optional
            Another widget, such as `st.radio`; it gets `options`, if there are any.
        more
            Further arguments of the widget, such as `max_value`.
        """
        field = self.fields[name]
        more = {"help": translated(field.option.help) or None, "key": f"{self.key}:{name}", **more}
        initial = (None if field.required else field.default) if value is _DEFAULT else value
        if options is None and field.literals:
            options = (*([None] if field.optional and not field.is_list else []), *field.literals)
        if options is None and field.type is bool and field.optional:
            options = (None, True, False)
        label = translated(field.label)
        if options is not None:
            more = {"format_func": lambda option: choice_name(field, option), **more}
            raw = _choose(box, field, label, options, initial, draw, more)
        elif draw is not None:
            raw = draw(label, **({} if value is _DEFAULT else {"value": value}), **more)
        else:
            raw = _type_in(box, field, label, initial, more)
        self._values[name] = tuple(raw) if isinstance(raw, list) else raw
        return raw

    def rest(self) -> None:
        """Draw the fields that were neither asked nor given, in a box that opens."""
        names = [name for name in self.fields if name not in self._values]
        if not names:
            return
        with st.expander(t("app.more_options")):
            boxes = st.columns(3)
            for index, name in enumerate(names):
                self.ask(name, boxes[index % 3])

    def preview(self) -> R:
        """Return the request of the effect of a correction, for which no reason is needed."""
        return self._build([name for name in self._values if name != "why"], preview=True)

    def request(self) -> R:
        """Return the request; raise RequestError, which names fields by their labels.

        Raises
        ------
        ValueError
            The page does not offer a field of the request: it calls no `rest`.
        """
        absent = [name for name in self.fields if name not in self._values]
        if absent:
            raise ValueError(f"the page does not ask for {', '.join(absent)}")
        return self._build(self._values)

    def _build(self, names: Iterable[str], **more: object) -> R:
        try:
            return build(self.kind, {**{name: self._read(self.fields[name]) for name in names}, **more})
        except RequestError as error:
            raise error.named(lambda name: label_of(self.kind, name)) from None

    def _read(self, field: RequestField) -> Any:
        value = self._values[field.name]
        if not isinstance(value, str):
            return value
        if not value.strip() and field.optional:
            return None
        return read_text(field, value.strip())


def choice_name(field: RequestField, value: Any) -> str:
    """Return what people call a choice; the key `` of the choices names None."""
    names = field.option.choices or {}
    if isinstance(value, bool):
        return t("app.yes") if value else t("app.no")
    name = names.get("" if value is None else str(value), "")
    if value is None and not name:
        return t("app.choose" if field.required else "app.by_default")
    return translated(name) if name else str(value)


def _choose(
    box: Box,
    field: RequestField,
    label: str,
    options: Sequence[Any],
    initial: Any,
    draw: Callable[..., Any] | None,
    more: dict[str, Any],
) -> Any:
    if field.is_list:
        return (draw or box.multiselect)(label, options, default=list(initial or ()), **more)
    index = list(options).index(initial) if initial in options else 0
    return (draw or box.selectbox)(label, options, index=index, **more)


def _type_in(box: Box, field: RequestField, label: str, initial: Any, more: dict[str, Any]) -> Any:
    """Draw the widget that the type of a field asks for."""
    option = field.option
    if field.type is bool:
        return box.checkbox(label, value=bool(initial), **more)
    if field.type in (int, float):
        number = field.type
        bounds = {"min_value": option.low, "max_value": option.high}
        limits = {name: number(bound) for name, bound in bounds.items() if bound is not None}
        more = {"step": 1 if number is int else 0.05, "placeholder": _word_of_none(field), **limits, **more}
        chosen = box.number_input(label, value=initial, **more)
        return chosen if chosen is None else number(chosen)
    if field.type is date:
        return box.date_input(label, value=initial, **more)
    more = {"placeholder": option.example or _word_of_none(field), **more}
    text = initial if isinstance(initial, str) else "" if initial is None else written(field, initial)
    return box.text_input(label, value=text, **more)


def _word_of_none(field: RequestField) -> str | None:
    """Return what an empty widget of an optional field means."""
    words = [word for word, value in (field.option.words or {}).items() if value is None]
    return translated(words[0]) if words else (t("app.by_default") if field.optional else None)
