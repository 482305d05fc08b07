"""Substitution scores: files of systems against the gold of a release or a file, on the same items."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import streamlit as st

from annotation.model import Role
from annotation.rows import Substitutes
from annotation.tasks import task
from evaluation.metrics.lexsub import Scorer
from ui import selection, session
from ui.pages.lexsub import view as lexsub_views
from ui.shared.choices import worded
from ui.shared.tables import give, problems_told
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.files.score_substitutes import release_gold, score_files

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("lexsub.title"))
st.caption(t("lexsub.why"))
releases = [
    (campaign, release)
    for campaign in selection.chosen_first(store, store.campaigns.list())
    if task(campaign.schema.task_type).row_kind is Substitutes
    for release in store.gold.releases(campaign.id)
]
sources = ["file", *(["release"] if releases else [])]
source = worded(
    st.radio, "lexsub.source", sources, index=len(sources) - 1, horizontal=True, key="lexsub:source"
)
with st.form("lexsub:form"):
    gold_file = chosen = None
    if source == "file":
        gold_file = st.file_uploader(t("lexsub.gold"), type=["txt", "gold"], help=t("lexsub.gold_help"))
    else:
        chosen = st.selectbox(
            t("lexsub.release"),
            [
                (release, part["name"])
                for _, release in releases
                for part in release.manifest["splits"]["parts"]
            ],
            format_func=lambda one: t(
                "lexsub.release_part",
                campaign=one[0].manifest["campaign"]["name"],
                version=one[0].version,
                part=one[1],
            ),
        )
    systems = st.file_uploader(
        t("lexsub.systems"), type=["txt", "out", "best", "oot"], accept_multiple_files=True,
        help=t("lexsub.systems_help"),
    )  # fmt: skip
    one, two, three = st.columns(3)
    scorer = one.selectbox(
        t("lexsub.scorer"), list(Scorer), format_func=lambda rules: t(f"lexsub.scorer_{rules.value}")
    )
    mapping = two.file_uploader(t("lexsub.mapping"), type=["txt"], help=t("lexsub.mapping_help"))
    harmonise = three.checkbox(t("lexsub.harmonise"), help=t("lexsub.harmonise_help"))
    asked = st.form_submit_button(t("lexsub.do"), type="primary")
if not asked:
    st.info(t("lexsub.missing"))
    st.stop()
if not systems or (source == "file" and gold_file is None):
    st.warning(t("lexsub.missing"))
    st.stop()
with problems_told(stop=True), tempfile.TemporaryDirectory() as folder:
    if gold_file is not None:
        gold = saved_upload(gold_file)
    else:
        gold = Path(folder) / "gold.txt"
        gold.write_text(release_gold(chosen[0], chosen[1]), encoding="utf-8")
    report = score_files(
        gold,
        [saved_upload(one) for one in systems],
        scorer=scorer.value,
        mapping=None if mapping is None else saved_upload(mapping),
        harmonise=harmonise,
    )
lexsub_views.report(report)
give(
    t("lexsub.json"),
    json.dumps(report.to_json(), ensure_ascii=False, indent=2),
    "substitution-scores.json",
    "lexsub:download:json",
)
