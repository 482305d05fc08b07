"""Releases: freeze the gold, split it, release it, and write it in benchmark formats."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.tasks import task
from aloi.base.requests import fields_of, info_of
from aloi.gold.making.models.rules import model_rules
from aloi.gold.releasing.gate import RULE_NAMES
from aloi.gold.splitting.leaks import ways
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_round_yet
from aloi.ui.pages.releases.gate import gate_findings
from aloi.ui.pages.releases.leaks import leak_summary
from aloi.ui.pages.releases.pushing import draw_push
from aloi.ui.pages.releases.splitting import choose_splits
from aloi.ui.pages.releases.view import export_log, export_summary, gold_summary, release_summary
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import label_names
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import section, t, translated
from aloi.workbench.cache.releases import CURVE, CheckLeaks, CheckRelease, DescribeGold, SummariseRelease
from aloi.workbench.models.recipes import recipes_for
from aloi.workbench.releases import exporting, releases
from aloi.workbench.releases.jobs import EXPORT, FREEZE
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, LeaksRequest, ReleaseRequest
from aloi.workbench.rounds.rounds import default_rounds

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("releases.menu"), help=explained("gold", "release", "part"))
campaigns = [one for one in store.campaigns.list() if store.campaigns.rounds(one.id, with_items=False)]
if not campaigns:
    no_round_yet(t("releases.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("releases.empty"))
rounds = store.campaigns.rounds(campaign.id, with_items=False)
kind, settings = task(campaign.schema.task_type), campaign.schema.settings
named = section("releases")
rules = {one.name: str(named.get(f"rule_{one.name}", one.title)) for one in kind.gold_rules(settings)}
rules |= {one.name: t(f"releases.rule_{one.name}") for one in model_rules(kind, settings)}


compared = {way: t(f"releases.leaks_by_{way}") for way in ways(kind.row_kind)}

st.subheader(t("releases.gold"))
freeze_form = RequestForm(FreezeRequest, "releases:freeze", campaign=campaign.id)
with st.form("releases:freeze:form"):
    first, second = st.columns(2)
    freeze_form.ask("rule", first, options=list(rules), format_func=rules.__getitem__)
    numbers = [each.number for each in default_rounds(rounds)]
    freeze_form.ask("rounds", second, options=[each.number for each in rounds], value=numbers)
    if kind.gathers:
        freeze_form.ask("uncleaned")
    else:
        freeze_form.give(uncleaned=False)
    freeze_form.rest()
    freezing = st.form_submit_button(t("releases.freeze"))
page_state = session.page_state(f"releases:{campaign.id}:asked")
if freezing:
    with problems_told():
        start_request(store, freeze_form.request(), page_state, key="freeze")
take_up(store, page_state, FREEZE, key="freeze", campaign=campaign.id)
frozen = job_progress(store, page_state, t("releases.freezing"), key="freeze")
if frozen is not None:
    st.success(t("releases.frozen", count=frozen.result["items"]))
    if frozen.result["undecided"]:
        st.info(t("releases.undecided", count=frozen.result["undecided"]))

frozen_sets = store.gold.gold_heads(campaign.id)
if not frozen_sets:
    st.info(t("releases.no_gold"))
    st.stop()
gold = frozen_sets[-1]
frozen_rounds = ", ".join(str(each.number) for each in rounds if each.id in gold.rounds)
st.caption(t("releases.made_by", rule=rules.get(gold.rule, gold.rule), rounds=frozen_rounds))
with problems_told():
    summary = latest_result(store, DescribeGold(gold.id))
    if summary is not None:
        gold_summary(store, gold.id, summary, label_names(kind, campaign.schema.settings))

st.subheader(t("releases.make"))
by = session.require(Role.MANAGER).pseudonym
corpus = store.texts.corpus(campaign.corpus_id)
restricted = corpus.restricted
golds = {
    each.id: f"{number}. {rules.get(each.rule, each.rule)}" for number, each in enumerate(frozen_sets, 1)
}
splits = choose_splits(store, campaign.id, dict(reversed(golds.items())), compared)
build_form = RequestForm(
    ReleaseRequest,
    "releases:build",
    campaign=campaign.id,
    overrides=dict(page_state.get("overrides", {})),
    override_by=by,
)
if splits is not None:
    build_form.give(
        policy=splits.policy,
        **{name: getattr(splits.request, name) for name in fields_of(type(splits.request))},
    )
    version = releases.next_version(store, campaign.id)
    first, second = st.columns([1, 3], vertical_alignment="bottom")
    build_form.ask("version", first, value=version, key=f"releases:build:version:{version}")
    with second.container(horizontal=True):
        build_form.ask("stand_off")
        build_form.ask("leak_parts")
    build_form.rest()
    building = st.button(t("releases.build"), type="primary")
    with problems_told():
        release_request = build_form.request()
        if building:
            start_request(store, release_request, page_state, key="build")
        if splits.policy is not None:  # without a choice there is nothing to check
            st.markdown(f"**{t('releases.gate')}**", help=t("releases.gate_help"))
            findings = latest_result(store, CheckRelease.of(release_request))
            if findings is not None:
                gate_findings(store, corpus, findings, page_state, len(RULE_NAMES))
take_up(store, page_state, info_of(ReleaseRequest).job, key="build", campaign=campaign.id)
built = job_progress(store, page_state, t("releases.building"), key="build")
if built is not None:
    version = no_markup(built.result["version"])
    st.success(t("releases.built", version=version, checksum=built.result["checksum"][:12]))

heads = store.gold.release_heads(campaign.id)
if not heads:
    st.info(t("releases.none"))
    st.stop()
if built is not None and page_state.get("shown") != built.id:
    page_state["shown"] = built.id  # the one just made is looked at, whichever was before; once
    newest = next((each for each in heads if each.version == built.result["version"]), heads[-1])
    st.session_state["releases:show"] = newest
st.subheader(t("releases.list"))
release = st.selectbox(
    t("releases.version"), list(reversed(heads)), format_func=lambda each: each.version, key="releases:show"
)
state = session.page_state(f"releases:{release.id}")
with problems_told():
    cached_summary = latest_result(store, SummariseRelease(release.id, state.get("checked", "")))
    if cached_summary is not None:
        release_summary(cached_summary, release.checksum, release.manifest_checksum)
        for leak in cached_summary.leaks:
            leak_summary(store, leak, f"{release.version}-{leak.check.test}-{leak.check.train}")
        with st.container(horizontal=True, vertical_alignment="center"):
            if cached_summary.problems:
                st.error(t("releases.unsound", problems=no_markup("; ".join(cached_summary.problems))))
            else:
                st.caption(t("releases.sound"))
            if st.button(t("releases.check_again"), key=f"releases:{release.id}:check", type="tertiary"):
                state["checked"] = session.now().isoformat()
                st.rerun()
if recipes_for(kind.row_kind):
    link("models", t("releases.next"))
leaks_form = RequestForm(LeaksRequest, f"releases:{release.id}:leaks", release=release.id, thresholds=CURVE)
with st.expander(t("releases.leaks_look")), st.form("releases:leaks:form", border=False):
    first, second, third = st.columns(3)
    leaks_form.ask("check", first, value="test=train")
    leaks_form.ask(
        "by", second, options=["", *compared], format_func=lambda way: compared.get(way, t("app.by_default"))
    )
    leaks_form.ask("threshold", third)
    leaks_form.rest()
    checking = st.form_submit_button(t("releases.leaks_do"))
with problems_told():
    if checking:
        state["leaks"] = CheckLeaks(leaks_form.request())
    leaking = latest_result(store, state["leaks"]) if "leaks" in state else None
    for leak in leaking or ():
        leak_summary(store, leak, f"{release.version}-asked-{leak.check.test}-{leak.check.train}")
export_form = RequestForm(ExportRequest, "releases:export", release=release.id)
with st.form("releases:export:form"):
    first, second = st.columns(2)
    titles = {each.name: translated(each.title) for each in exporting.formats_of(campaign)}
    titles[exporting.STAND_OFF] = t("releases.stand_off")
    form = export_form.ask(
        "format",
        first,
        options=list(titles),
        format_func=titles.__getitem__,
        value=exporting.STAND_OFF if restricted else next(iter(titles)),
    )
    is_stand_off = form == exporting.STAND_OFF
    export_form.give(stand_off=is_stand_off, **({"format": None} if is_stand_off else {}))
    reason = export_form.ask("reason", second, disabled=not restricted)
    comments = export_form.ask("comments")
    export_form.rest()
    files_wanted = st.form_submit_button(t("releases.export"))
if files_wanted:
    with problems_told():
        start_request(store, export_form.request(), page_state, key="export")
take_up(store, page_state, EXPORT, key="export", release=release.id)
exported = job_progress(store, page_state, t("releases.exporting"), key="export")
if exported is not None:
    export_summary(exported.result)
draw_push(store, release.id, page_state, reason, comments=comments)
export_log(store, campaign)
