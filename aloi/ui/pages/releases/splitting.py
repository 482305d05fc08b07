"""The splits of a release: their sizes, and what each split policy would make of the gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from aloi.base.errors import AloiError
from aloi.base.requests import fields_of
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.numbers import counted, number
from aloi.ui.shared import charts
from aloi.ui.shared.forms.requests import RequestForm, choice_name, label_of
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import section, t
from aloi.workbench.cache.releases import PreviewSplits
from aloi.workbench.releases.splitting import PolicyPreview, SplitPreview
from aloi.workbench.requests.releases import PreviewRequest, ReleaseRequest
from aloi.workbench.store.opening import Store

_REST = "rest"
_SIZES: tuple[Mapping[str, float | str], ...] = (
    {"train": 0.6, "test": _REST},
    {"train": 0.8, "test": _REST},
    {"train": 0.6, "dev": 0.1, "test": _REST},
    {"train": 0.8, "dev": 0.1, "test": _REST},
    {"all": _REST},
)
_SPLITS = ("train", "dev", "test", "all")  # their colours, whichever are there


@dataclass(frozen=True, slots=True)
class ChosenSplits:
    """The request for the splits, their preview and the chosen policy.

    `policy` is None if none can be recommended and nobody chose one; `preview` before it is computed.
    """

    request: PreviewRequest
    preview: SplitPreview | None
    policy: str | None


def choose_splits(
    store: Store, campaign: str, golds: Mapping[str, str], compared: Mapping[str, str]
) -> ChosenSplits | None:
    """Draw the form of the splits and the policies; return what was chosen, None if it cannot be met.

    `golds` are the frozen golds by id, the latest first, `compared` the units that leak checks compare.
    """
    form = RequestForm(PreviewRequest, "releases:split", campaign=campaign)
    with st.form("releases:split:form"):
        first, second = st.columns(2)
        sizes = first.selectbox(
            t("releases.sizes"), _SIZES, format_func=_sizes_in_words, key="releases:split:shares"
        )
        own_sizes = form.ask("sizes", second, value="")
        if not own_sizes.strip():
            form.give(sizes=dict(sizes))
        with st.expander(t("app.more_options")):
            columns = st.columns(3)
            form.ask("gold", columns[0], options=list(golds), format_func=golds.__getitem__)
            form.ask("seed", columns[1])
            form.ask("force", columns[2])
            form.ask("leaks", columns[0])
            form.ask("by", columns[1], options=["", *compared], format_func=lambda way: _way(compared, way))
            form.ask("threshold", columns[2])
            form.ask("encoder", columns[0])
            form.ask("stratify", columns[1])
        form.rest()
        st.form_submit_button(t("releases.preview_do"))
    with problems_told():
        request = form.request()
        preview = latest_result(store, PreviewSplits(campaign, request))
        return ChosenSplits(request, preview, None if preview is None else _policy(campaign, preview))
    return None


def _policy(campaign: str, preview: SplitPreview) -> str | None:
    """Draw the policies, and return the one that was chosen: the recommended one before anybody chooses."""
    names = {
        each.name: choice_name(fields_of(ReleaseRequest)["policy"], each.name) for each in preview.policies
    }
    _chart(preview, names)
    _table(preview, names)
    best = preview.of(None)
    default = best if best is not None and best.is_default else None
    options = [each.name for each in preview.policies]
    chosen = st.radio(
        label_of(ReleaseRequest, "policy"),
        options,
        index=None if default is None else options.index(default.name),
        format_func=lambda name: _policy_name(
            names[name], recommended=default is not None and name == default.name
        ),
        horizontal=True,
        # Other sizes may have another recommendation, which a choice made before must not hide.
        key=f"releases:{campaign}:policy:{preview.recommended}:{default is None}",
    )
    shown = preview.of(chosen) if chosen else None
    if shown is None:
        st.warning(t("releases.all_exclude" if best is not None else "releases.no_policy"))
    else:
        _remarks(shown, preview)
    return chosen


def _chart(preview: SplitPreview, names: Mapping[str, str]) -> None:
    splits = {name: _split_name(name).capitalize() for name in _ordered(preview.requested)}
    excluded = t("releases.excluded")
    all_names = {name: _split_name(name).capitalize() for name in _ordered((*_SPLITS, *splits))}
    policy, items, split = t("releases.policy"), t("releases.items"), t("releases.part")
    rows = [
        {policy: names[each.name], items: count, split: head}
        for each in preview.policies
        if each.splits
        for head, count in [
            *((splits[name], each.splits[name]) for name in splits), (excluded, each.excluded),
        ]
    ]  # fmt: skip
    charts.shares(rows, policy, items, split, [*all_names.values(), excluded])


def _table(preview: SplitPreview, names: Mapping[str, str]) -> None:
    text_table(
        [
            {
                t("releases.policy"): names[each.name],
                **{
                    _split_name(name).capitalize(): each.splits.get(name, "–")
                    for name in _ordered(preview.requested)
                },
                t("releases.excluded"): each.excluded,
                t("releases.crossing_documents"): each.crossing_documents,
                t("releases.leakage"): "–" if each.leakage is None else each.leakage,
                t("releases.gate"): t("releases.passes" if each.passes else "releases.fails"),
            }
            for each in preview.policies
        ]
    )


def _remarks(shown: PolicyPreview, preview: SplitPreview) -> None:
    """Draw what a person must know of the chosen policy before building with it."""
    if shown.problem is not None:
        st.warning(session.error_text(AloiError.from_json(shown.problem)))
    if shown.excluded:
        share = number(shown.excluded / preview.gold_items, ".0%")
        draw = st.caption if _excludes_few(shown, preview) else st.warning
        draw(t("releases.policy_excludes", count=shown.excluded, share=share))
    if shown.excluded or not shown.splits:
        return
    if max(abs(shown.splits[name] - size) for name, size in preview.requested.items()) > 1:
        reached = ", ".join(f"{_split_name(name)} {counted(count)}" for name, count in shown.splits.items())
        st.caption(t("releases.sizes_reached", reached=reached, count=shown.largest_group))


def _excludes_few(shown: PolicyPreview, preview: SplitPreview) -> bool:
    return shown.excluded <= preview.most_excluded


def _policy_name(name: str, *, recommended: bool) -> str:
    return t("releases.recommended", policy=name) if recommended else name


def _ordered(names: Sequence[str] | Mapping[str, int]) -> list[str]:
    """Return names of splits, those that everybody knows first."""
    return [*(name for name in _SPLITS if name in names), *(name for name in names if name not in _SPLITS)]


def _split_name(name: str) -> str:
    return str(section("releases").get(f"split_{name}", name))


def _sizes_in_words(sizes: Mapping[str, float | str]) -> str:
    """Return shares as people say them: 60 % training, 40 % test."""
    rest = 1 - sum(size for size in sizes.values() if not isinstance(size, str))
    if len(sizes) == 1:
        return t("releases.sizes_all")
    shares = {name: rest if isinstance(size, str) else size for name, size in sizes.items()}
    return ", ".join(f"{number(share, '.0%')} {_split_name(name)}" for name, share in shares.items())


def _way(compared: Mapping[str, str], way: str) -> str:
    return compared.get(way, t("app.by_default"))
