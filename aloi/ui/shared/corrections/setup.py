"""Corrections of a corpus, a campaign or a round: rename, archive, or delete while it has no answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Literal

import streamlit as st

from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import naming, removal
from aloi.workbench.requests import corrections as requests
from aloi.workbench.store.opening import Store

Kind = Literal["corpus", "campaign", "round"]
_RENAME: dict[Kind, tuple[Any, Any]] = {
    "corpus": (requests.RenameCorpusRequest, naming.rename_corpus),
    "campaign": (requests.RenameCampaignRequest, naming.rename_campaign),
    "round": (requests.RenameRoundRequest, naming.title_round),
}
_ARCHIVE: dict[Kind, tuple[Any, Any, Any]] = {
    "corpus": (requests.HideCorpusRequest, requests.UnhideCorpusRequest, naming.archive_corpus),
    "campaign": (requests.HideCampaignRequest, requests.UnhideCampaignRequest, naming.archive_campaign),
    "round": (requests.HideRoundRequest, requests.UnhideRoundRequest, naming.archive_round),
}
_DELETION: dict[Kind, tuple[Any, Any, Any]] = {
    "corpus": (requests.DeleteCorpusRequest, removal.corpus_deletion, removal.delete_corpus),
    "campaign": (requests.DeleteCampaignRequest, removal.campaign_deletion, removal.delete_campaign),
    "round": (requests.DeleteRoundRequest, removal.round_deletion, removal.delete_round),
}


def setup_corrections(
    store: Store, kind: Kind, which: Mapping[str, Any], name: str, *, title: str = ""
) -> None:
    """Draw the corrections of one corpus, campaign or round.

    Parameters
    ----------
    which : mapping
        The fields of requests that name it: the corpus or the campaign, or the campaign and the round.
    name : str
        Its name on the page.
    title : str
        The name to edit.
    """
    key, name = _key(kind, which), no_markup(name)
    (renaming, rename), (hiding, _, archive), (deleting, _, delete) = (
        _RENAME[kind],
        _ARCHIVE[kind],
        _DELETION[kind],
    )

    def new_name(form: RequestForm[Any]) -> str:
        form.ask("name", value=title)
        return t(f"corrections.rename_{kind}_effect")

    row = st.container(horizontal=True)
    for verb, request, effect, do, done in (
        ("rename", renaming, new_name, rename, "renamed"),
        ("archive", hiding, lambda _: _archiving(store, kind, which), archive, "archived"),
        ("delete", deleting, lambda form: _deleting(store, kind, form), delete, "deleted"),
    ):
        form = RequestForm(request, f"{key}:{verb}", **which)
        finish = _then(store, do, t(f"corrections.{done}", name=name))
        correction(form, t(f"corrections.{verb}", name=name), partial(effect, form), finish, row=row)


def archive(store: Store, kind: Kind, archived: Sequence[tuple[Mapping[str, Any], str]]) -> None:
    """Draw the archived objects, each with a button to restore it; nothing if there are none."""
    if not archived:
        return
    with st.expander(t("corrections.archive_of", count=len(archived))):
        for which, called in archived:
            name, (_, restoring, bring_back) = no_markup(called), _ARCHIVE[kind]
            correction(
                RequestForm(restoring, f"{_key(kind, which)}:back", **which),
                t("corrections.bring_back", name=name),
                lambda: t(f"corrections.bring_back_{kind}_effect"),
                _then(store, bring_back, t("corrections.brought_back", name=name)),
            )


def _key(kind: Kind, which: Mapping[str, Any]) -> str:
    return f"setup:{kind}:{'/'.join(map(str, which.values()))}"


def _then(store: Store, do: Callable[..., object], done: str) -> Callable[[object, datetime], str]:
    """Return the function that makes a correction and says so."""

    def make(request: object, now: datetime) -> str:
        do(store, request, now)
        return done

    return make


def _archiving(store: Store, kind: Kind, which: Mapping[str, Any]) -> str:
    if kind == "corpus":
        return t("corrections.archive_corpus_effect")
    effect = naming.archive_effect(store, *which.values())
    return t(
        f"corrections.archive_{kind}_effect",
        count=effect.answers,
        rounds=t("corrections.rounds", count=effect.rounds),
        closed=t("corrections.rounds", count=effect.closed),
    )


def _deleting(store: Store, kind: Kind, form: RequestForm[Any]) -> str:
    effect = _DELETION[kind][1](store, form.preview())
    return t(
        f"corrections.delete_{kind}_effect",
        texts=t("corrections.texts", count=effect.texts),
        items=t("corrections.items", count=effect.items),
        rounds=t("corrections.rounds", count=effect.rounds),
        guidelines=t("corrections.guidelines", count=effect.guidelines),
    )
