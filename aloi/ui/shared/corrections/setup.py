"""Corrections of a corpus, a campaign or a round: rename, archive, or delete while it has no answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import naming, removal
from aloi.workbench.corrections.log import Ground
from aloi.workbench.store.opening import Store

Kind = Literal["corpus", "campaign", "round"]
_RENAME: dict[Kind, Any] = {
    "corpus": naming.rename_corpus,
    "campaign": naming.rename_campaign,
    "round": naming.title_round,
}
_ARCHIVE: dict[Kind, Any] = {
    "corpus": naming.archive_corpus,
    "campaign": naming.archive_campaign,
    "round": naming.archive_round,
}
_DELETION: dict[Kind, tuple[Any, Any]] = {
    "corpus": (removal.corpus_deletion, removal.delete_corpus),
    "campaign": (removal.campaign_deletion, removal.delete_campaign),
    "round": (removal.round_deletion, removal.delete_round),
}


def setup_corrections(
    store: Store, kind: Kind, which: tuple[Any, ...], name: str, *, title: str = ""
) -> None:
    """Draw the corrections of one corpus, campaign or round.

    Parameters
    ----------
    which : tuple
        Its arguments in operations: the id of a corpus or campaign, or the campaign's id and the round's
        number.
    name : str
        Its name on the page.
    title : str
        The name to edit.
    """
    key = f"setup:{kind}:{'/'.join(map(str, which))}"
    name = no_markup(name)

    def new_name() -> str:
        st.text_input(t(f"corrections.new_{kind}"), value=title, key=f"{key}:name")
        return t(f"corrections.rename_{kind}_effect")

    def rename(ground: Ground) -> str:
        _RENAME[kind](store, *which, st.session_state[f"{key}:name"], ground)
        return t("corrections.renamed", name=name)

    def archive(ground: Ground) -> str:
        _ARCHIVE[kind](store, *which, ground)
        return t("corrections.archived", name=name)

    def delete(ground: Ground) -> str:
        _DELETION[kind][1](store, *which, ground)
        return t("corrections.deleted", name=name)

    archiving, deleting = (partial(verb, store, kind, which) for verb in (_archiving, _deleting))
    row = st.container(horizontal=True)
    correction(f"{key}:rename", t("corrections.rename", name=name), new_name, rename, row=row)
    correction(f"{key}:archive", t("corrections.archive", name=name), archiving, archive, row=row)
    correction(f"{key}:delete", t("corrections.delete", name=name), deleting, delete, row=row)


def archive(store: Store, kind: Kind, archived: Sequence[tuple[tuple[Any, ...], str]]) -> None:
    """Draw the archived objects, each with a button to restore it; nothing if there are none."""
    if not archived:
        return
    with st.expander(t("corrections.archive_of", count=len(archived))):
        for which, called in archived:
            name = no_markup(called)

            def back(ground: Ground, which: tuple[Any, ...] = which, name: str = name) -> str:
                _ARCHIVE[kind](store, *which, ground, archived=False)
                return t("corrections.brought_back", name=name)

            correction(
                f"setup:{kind}:{'/'.join(map(str, which))}:back",
                t("corrections.bring_back", name=name),
                lambda: t(f"corrections.bring_back_{kind}_effect"),
                back,
            )


def _archiving(store: Store, kind: Kind, which: tuple[Any, ...]) -> str:
    if kind == "corpus":
        return t("corrections.archive_corpus_effect")
    effect = naming.archive_effect(store, *which)
    return t(
        f"corrections.archive_{kind}_effect",
        count=effect.answers,
        rounds=t("corrections.rounds", count=effect.rounds),
        closed=t("corrections.rounds", count=effect.closed),
    )


def _deleting(store: Store, kind: Kind, which: tuple[Any, ...]) -> str:
    effect = _DELETION[kind][0](store, *which)
    return t(
        f"corrections.delete_{kind}_effect",
        texts=t("corrections.texts", count=effect.texts),
        items=t("corrections.items", count=effect.items),
        rounds=t("corrections.rounds", count=effect.rounds),
        guidelines=t("corrections.guidelines", count=effect.guidelines),
    )
