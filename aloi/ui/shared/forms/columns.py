"""The roles of the columns of an uploaded table: its first rows, a choice above each column."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping
from pathlib import Path

import streamlit as st

from aloi.corpora.readers.roles import (
    ROLES,
    ColumnRole,
    RoleGuess,
    TableGuess,
    TableHead,
    fingerprint,
    table_head,
)
from aloi.corpora.readers.roles.model import ONCE
from aloi.ui import session
from aloi.ui.shared.tables import no_markup, show_read_as
from aloi.ui.shared.uploads import isolated
from aloi.ui.texts import t
from aloi.workbench.imports.column_roles import remembered_guess
from aloi.workbench.store.opening import Store

_SHOWN = 3  # cells of a column
# As many cards side by side as fit, two on a telephone.
_STYLE = """<style>
[class*=st-key-column-cards] { display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(10.25rem, 1fr)) }
[class*=st-key-column-cards] > * { min-width: 0; width: 100% }
.first-cells { width: 100% }
.first-cells p { margin: 0; font-size: .8rem; line-height: 1.6; min-height: 1.3rem; overflow: hidden;
  white-space: nowrap; text-overflow: ellipsis; border-top: 1px solid rgb(128 128 128 / .25) }
</style>"""
_LENGTH = 80  # characters of a cell


def ask_columns(
    store: Store,
    path: Path,
    key: str,
    *,
    used: Collection[ColumnRole] = ROLES,
    required: Collection[ColumnRole] = (),
) -> tuple[str, ...] | None:
    """Draw the columns of a table, each with its role; return `role=column` for each, None while some lack.

    The first choice is the one that people made for the same header before, or else a guess; what a guess
    is not sure of is marked. The result is the field `columns` of a request, whose use case remembers it.
    Draw it outside forms, and again for each run of the page.

    Parameters
    ----------
    path : Path
        A saved upload, see `saved_upload`.
    key : str
        Start of the keys of the widgets.
    used : collection of ColumnRole
        The roles to choose from; metadata and ignore are added.
    required : collection of ColumnRole
        Those without which None is returned.

    Raises
    ------
    AloiError
        A file that is no table.
    """
    head = _head(path)
    guess = remembered_guess(store, head)
    show_read_as(head.read_as)
    st.caption(t("columns.why"))
    if guess.headless:
        st.error(t("columns.headless"))
        return None
    roles = _chosen(head, guess, key, used)
    missing = [role for role in ROLES if role in required and role not in roles.values()]
    if missing:
        st.warning(t("columns.missing", roles=", ".join(t(f"columns.role_{role}") for role in missing)))
    twice = [role for role in ONCE if sum(role is each for each in roles.values()) > 1]
    if twice:
        st.warning(t("columns.twice", roles=", ".join(t(f"columns.role_{role}") for role in sorted(twice))))
    return None if missing or twice else tuple(f"{role}={name}" for name, role in roles.items())


def is_pair_table(store: Store, path: Path) -> bool:
    """Return whether the roles of a table, remembered or guessed, are those of pairs of texts."""
    return ColumnRole.LEFT in remembered_guess(store, _head(path)).roles().by_column.values()


def _head(path: Path) -> TableHead:
    """Return the beginning of a table, read once."""
    heads: dict[str, TableHead] = session.page_state("columns")
    if str(path) not in heads:
        heads[str(path)] = isolated(table_head, path)
    return heads[str(path)]


def _chosen(
    head: TableHead, guess: TableGuess, key: str, used: Collection[ColumnRole]
) -> Mapping[str, ColumnRole]:
    """Draw a card for each column: its name, its role, its first cells; return the roles."""
    options = [role for role in ROLES if role in used or role in (ColumnRole.METADATA, ColumnRole.IGNORE)]
    layout = fingerprint(head.columns)[:12]
    roles: dict[str, ColumnRole] = {}
    st.html(_STYLE)
    cards = st.container(key=f"column-cards-{key}")
    for index, each in enumerate(guess.columns):
        guessed = each.role if each.role in options else ColumnRole.METADATA
        with cards.container(gap="xxsmall"):
            roles[each.column] = st.selectbox(
                no_markup(each.column) or t("columns.unnamed"),
                options,
                index=options.index(guessed),
                format_func=lambda role: t(f"columns.role_{role}"),
                help=t(f"columns.because_{each.reason}"),
                key=f"{key}:columns:{layout}:{index}",
            )
            _first_cells([row[index] for row in head.rows[:_SHOWN]])
            if _is_doubtful(each, guessed, roles[each.column]):
                st.markdown(f":orange-badge[:material/help: {t('columns.check')}]")
    return roles


def _is_doubtful(guess: RoleGuess, offered: ColumnRole, chosen: ColumnRole) -> bool:
    """Return whether a guess that is not sure was neither changed nor hidden."""
    return not guess.sure and chosen is offered is guess.role


def _first_cells(cells: list[str]) -> None:
    lines = "".join(f"<p>{html.escape(cell[:_LENGTH]) or '&nbsp;'}</p>" for cell in cells)
    st.html(f"<div class='first-cells' translate='no'>{lines}</div>")
