"""Candidates for the mentions of a campaign: whether they are ready, and having them made."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.corpora.model import Mention
from aloi.ui import session
from aloi.ui.shared.jobs import job_progress, start_job, take_up
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.rounds.concepts import terminology_of
from aloi.workbench.store.opening import Store
from aloi.workbench.studies.linking.training import trained_rankers

_RANKERS = ("tfidf", "encoder", "vectors")


def _ranker_title(ranker: str) -> str:
    """Return how a ranker is called: by its kind, or by the folder it was trained into."""
    if ranker in _RANKERS:
        return t(f"linking.ranker_{ranker}")
    return t("linking.ranker_trained", name=Path(ranker).name)


def candidates_form(store: Store, campaign: Campaign) -> None:
    """Show whether candidates are ready for the mentions of a campaign, and have them made by the worker."""
    state = session.page_state(f"rounds:candidates:{campaign.id}")
    take_up(store, state, "candidates", campaign=campaign.id)
    terminology = terminology_of(store, str(campaign.schema.settings["terminology"]))
    total = sum(isinstance(one, Mention) for one in store.texts.corpus_items(campaign.corpus_id))
    ready = store.suggestions.counts(campaign.id)
    with st.expander(
        t("linking.ready", done=sum(ready.values()), total=total), expanded=bool(not ready or state)
    ):
        for made_by in ready:
            st.caption(t("linking.made_by", what=no_markup(made_by)))
        if terminology is None:
            st.warning(t("linking.gone", name=no_markup(str(campaign.schema.settings["terminology"]))))
            return
        with st.form("rounds:candidates:form"):
            left, middle, right = st.columns(3)
            trained = [str(found.folder.resolve()) for found in trained_rankers(session.settings().data)]
            ranker = left.selectbox(t("linking.ranker"), [*_RANKERS, *trained], format_func=_ranker_title)
            all_languages = t("linking.all_languages")
            language = middle.selectbox(t("linking.names_of"), [all_languages, *terminology.languages])
            top = right.number_input(t("linking.kept"), 1, 100, 20, help=t("linking.kept_help"))
            if st.form_submit_button(t("linking.make"), type="primary"):
                arguments = {
                    "campaign": campaign.id,
                    "ranker": ranker,
                    "language": None if language == all_languages else language,
                    "top": int(top),
                }
                start_job(store, "candidates", arguments, state)
        job_progress(store, state, t("linking.making"))
