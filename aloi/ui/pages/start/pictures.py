"""The choice of a task: cards with a small picture of its annotation page."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

import streamlit as st

from aloi.annotation.tasks import all_tasks, named_task
from aloi.annotation.tasks.base import TaskType
from aloi.ui.campaign_header import task_title
from aloi.ui.texts import section, t, translated

# Paths of 24 by 24 units, drawn as lines, in the order of the list: the best known task first, plug-ins last.
_PICTURES = {
    "similarity": "M3 5h8M3 9h6M13 5h8M13 9h6M3 17h18M6 15v4M12 15v4M18 14v6",
    "classification": "M3 5h18M3 9h12M4 14h6a2 2 0 0 1 0 5H4zM15 14h6v5h-6z",
    "spans": "M3 7h3M18 7h3M8 4h8v6H8zM3 16h8M19 16h2M13 13h4v6h-4z",
    "linking": "M3 6h6v5H3zM12 6h9M9 11l5 5M14 14h7v6h-7zM3 16h6",
    "multiple_choice": "M3 5h18M4 10h3v3H4zM10 11.5h11M4 16h3v3H4zM10 17.5h8M4.5 17.5l1 1 1.5-2",
    "substitution": "M3 6h4M17 6h4M9 3h6v6H9zM12 9v4M7 13h10v3H7zM7 18h10v3H7z",
    "judging": "M3 5h5M16 5h5M10 3h4v4h-4zM5 15l3 3 4-6M16 12l5 6M21 12l-5 6",
    "operations": "M3 6h18M3 18h18M6 6v4l4 4v4M12 6l-6 8v4M18 6v12",
}
_PLUGIN = "M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3"


def choose_task(key: str) -> TaskType:
    """Draw a card for each task, and return the chosen one."""
    names = tuple(dict.fromkeys([*_PICTURES, *(kind.name for kind in all_tasks())]))
    st.html(f"<style>{_STYLE}{_masks(names)}</style>")
    with st.container(key="start-tasks"):
        name = st.radio(
            t("start.task"),
            names,
            format_func=lambda name: task_title(named_task(name)),
            captions=[_caption(named_task(name)) for name in names],
            horizontal=True,
            key=key,
        )
    return named_task(name)


def _caption(kind: TaskType) -> str:
    """Return what a task asks, in a few words."""
    return str(section("start").get(f"{kind.name}_why") or translated(kind.summary))


def _masks(names: Sequence[str]) -> str:
    """Return the rules that draw the picture of each card."""
    return "\n".join(
        f"{_CARDS} > div:nth-of-type({number})::before "
        f"{{ mask-image: {_picture(_PICTURES.get(name, _PLUGIN))} }}"
        for number, name in enumerate(names, 1)
    )


def _picture(path: str) -> str:
    """Return a picture as the address of an image whose ink is a mask."""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" '
        f'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="{path}"/></svg>'
    )
    return f'url("data:image/svg+xml,{quote(drawn)}")'


_CARDS = ".st-key-start-tasks [role=radiogroup]"
# A card is a label with its caption: all of it can be pressed.
_STYLE = f"""
.st-key-start-tasks .stElementContainer {{ width: 100% }}
{_CARDS} {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: .5rem }}
{_CARDS} > div {{ position: relative; align-self: stretch; padding: .5rem .6rem .5rem 3rem;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem }}
{_CARDS} > div:hover {{ border-color: currentColor }}
{_CARDS} > div:has(input:checked) {{ border-color: currentColor;
  background: color-mix(in srgb, currentColor 7%, transparent); box-shadow: inset 0 0 0 1px currentColor }}
{_CARDS} > div:has(input:focus-visible) {{ outline: 2px solid currentColor; outline-offset: 2px }}
{_CARDS} > div::before {{ content: ""; position: absolute; left: .7rem; top: .7rem; width: 1.75rem;
  height: 1.75rem; background: currentColor; mask: center / contain no-repeat }}
{_CARDS} label::after {{ content: ""; position: absolute; inset: 0 }}
{_CARDS} label > div > div:first-child {{ display: none }}
{_CARDS} label p {{ font-weight: 600; line-height: 1.25 }}
{_CARDS} [data-testid=stRadioCaption] {{ padding: 0; margin: 0 }}
"""
