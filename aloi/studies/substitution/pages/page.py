"""Substitution scores: files of systems against the gold of a release or a file, on the same items."""

from __future__ import annotations

import json

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.annotation.model import Role
from aloi.annotation.rows import Substitutes
from aloi.annotation.tasks import task
from aloi.base.records import from_json
from aloi.corpora.language.dictionary import POS_LETTERS
from aloi.evaluation.metrics.lexsub import Scorer
from aloi.ui import selection, session
from aloi.ui.numbers import numbers
from aloi.ui.shared import charts
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms.requests import RequestForm, help_of, label_of
from aloi.ui.shared.jobs import job_progress, start_request
from aloi.ui.shared.model_charts import ends
from aloi.ui.shared.runs import tested_by
from aloi.ui.shared.tables import give, problems_told, text_table
from aloi.ui.shared.uploads import saved_each, saved_upload
from aloi.ui.texts import section, t
from aloi.workbench.files.scored_substitutes import SCORE, ScoredSystems
from aloi.workbench.requests.files.scores import LexsubRequest

# The two scores that are drawn, by the rules followed.
_DRAWN = {Scorer.SEMDIS: ("best", "oot"), Scorer.SEMEVAL2007: ("best_recall", "oot_recall")}


def report(scored: ScoredSystems) -> None:
    """Draw the systems side by side, then cut by part of speech, then two by two."""
    st.caption(t("lexsub.counts", items=scored.items, ceiling=Number(scored.ceiling)))
    if scored.repeating:
        st.caption(t("lexsub.repeating", count=scored.repeating))
    text_table(
        [
            {
                t("lexsub.system"): system.name,
                **{t(f"lexsub.{score.metric}"): Number.of(score) for score in system.scores},
                t("lexsub.answered"): f"{system.answered} ({system.answered / scored.items:.0%})",
            }
            for system in scored.systems
        ],
        download="substitution-scores.csv",
    )
    for column, name in zip(st.columns(2), _DRAWN[scored.scorer], strict=True):
        with column:
            charts.points(
                [
                    {
                        t("lexsub.system"): system.name,
                        t(f"lexsub.{name}"): score.value,
                        **ends(score),
                    }
                    for system in scored.systems
                    for score in system.scores
                    if score.metric == name and score.value is not None
                ],
                t("lexsub.system"),
                t(f"lexsub.{name}"),
                "low",
                "high",
            )
    st.subheader(t("lexsub.by_pos"))
    text_table(
        [
            {
                t("lexsub.system"): system.name,
                t("substitutes.pos"): section("pos").get(POS_LETTERS.get(pos, pos), pos),
                t("app.items"): row["items"],
                **{t(f"lexsub.{name}"): Number(value) for name, value in row.items() if name != "items"},
            }
            for system in scored.systems
            for pos, row in system.by_pos.items()
        ],
        download="substitution-by-pos.csv",
    )
    if scored.differences:
        st.subheader(t("lexsub.differences"))
        st.caption(t("lexsub.differences_why"))
        text_table(
            [
                {
                    t("lexsub.first"): difference.a,
                    t("lexsub.second"): difference.b,
                    t("lexsub.score"): t(f"lexsub.{metric}"),
                    t("lexsub.difference"): Number.of(difference, value=difference.difference, signed=True),
                    t("comparison.tested_by"): tested_by(difference),
                    "p": numbers(p_text(difference.p)),
                    t("lexsub.p_holm"): numbers(p_text(difference.p_holm)),
                }
                for metric, family in scored.differences.items()
                for difference in family
            ],
            download="substitution-differences.csv",
        )
    with st.expander(t("lexsub.signatures")):
        for system in scored.systems:
            for score in system.scores:
                st.text(f"{system.name}: {score.signature}")


store = session.open_store()
me = session.require(Role.MANAGER)
state = session.page_state("lexsub")
if "job" not in state:
    before = store.jobs.last(SCORE, me.pseudonym)
    state["job"] = before.id if before is not None else None
st.title(t("lexsub.menu"))
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
form = RequestForm(LexsubRequest, "lexsub")
with st.form("lexsub:form"):
    gold_file = chosen = None
    if source == "file":
        gold_file = st.file_uploader(
            label_of(LexsubRequest, "gold"), type=["txt", "gold"], help=t("lexsub.gold_help")
        )
    else:
        chosen = st.selectbox(
            t("lexsub.release"),
            [
                (release, part["name"])
                for _, release in releases
                for part in release.manifest["splits"]["parts"]
            ],
            format_func=lambda release_part: t(
                "lexsub.release_part",
                campaign=release_part[0].manifest["campaign"]["name"],
                version=release_part[0].version,
                part=release_part[1],
            ),
        )
    systems = st.file_uploader(
        label_of(LexsubRequest, "systems"), type=["txt", "out", "best", "oot"], accept_multiple_files=True,
        help=t("lexsub.systems_help"),
    )  # fmt: skip
    left, middle, right = st.columns(3)
    form.ask("scorer", left)
    mapping = middle.file_uploader(
        label_of(LexsubRequest, "mapping"), type=["txt"], help=help_of(LexsubRequest, "mapping")
    )
    form.ask("harmonise", right)
    form.keep("gold", "systems", "mapping", "release", "part")
    form.rest()
    submitted = st.form_submit_button(t("lexsub.do"), type="primary")
if submitted:
    if not systems or (source == "file" and gold_file is None):
        st.warning(t("lexsub.missing"))
    else:
        with problems_told(stop=True):
            form.give(
                systems=tuple(saved_each(systems)),
                gold=None if gold_file is None else saved_upload(gold_file),
                mapping=None if mapping is None else saved_upload(mapping),
                release=None if chosen is None else chosen[0].id,
                part=None if chosen is None else chosen[1],
            )
            request = form.request()
        start_request(store, request, state)
done = job_progress(store, state, t("lexsub.scoring"))
if done is not None:
    scored = from_json(ScoredSystems, done.result)
    report(scored)
    give(
        t("lexsub.json"),
        json.dumps(scored.document, ensure_ascii=False, indent=2),
        "substitution-scores.json",
        "lexsub:download:json",
    )
elif not submitted and state["job"] is None:
    st.info(t("lexsub.missing"))
