"""The data part of the training form: the data sets, and the use of each of their splits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.rows import KINDS
from aloi.ui.shared.tables import problem
from aloi.ui.shared.uploads import isolated
from aloi.ui.texts import t
from aloi.workbench.models import data as model_data
from aloi.workbench.models.data import Scale
from aloi.workbench.models.recipes import AnyRecipe, recipes_for
from aloi.workbench.store.opening import Store
from aloi.workbench.texts import uploads

_FIRST = ("sbert_sts", "concept_ranker")  # offered first of pairs and of mentions
_SPLIT = "train=.6,test=.4"  # of data in one part
_SHARES = re.compile(r"\w+\s*=\s*(rest|\d*\.?\d+)(\s*,\s*\w+\s*=\s*(rest|\d*\.?\d+))*")


@dataclass(frozen=True, slots=True)
class Part:
    """A split of a data set for training or scoring; `source` is the name of the data set in the job."""

    source: str
    data: str
    name: str
    items: int
    kind: type

    @property
    def title(self) -> str:
        """Return its name in lists."""
        return t("models.part", name=self.name, data=self.data, count=self.items)

    @property
    def use(self) -> str:
        """Return its name in the arguments of the job."""
        return f"{self.source}:{self.name}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The splits to train, select a checkpoint and score on; scales of the sources that declare none.

    `kind` is what their rows are; `split` is how they are shared out anew, None for the parts they have.
    """

    train: tuple[Part, ...]
    dev: Part | None
    tests: tuple[Part, ...]
    scales: Mapping[str, Scale]
    kind: type
    split: str | None

    @property
    def train_items(self) -> int:
        """Return how many items there are to train on."""
        return sum(one.items for one in self.train)


def offered(kind: type) -> list[AnyRecipe]:
    """Return the recipes of a kind of row, baselines last."""
    return sorted(recipes_for(kind), key=lambda one: (one.floor, one.name not in _FIRST))


def sources(store: Store, data: Path, campaign: str | None) -> dict[str, str]:
    """Return the possible data with their titles: newest release first, those of a campaign before.

    After a release of spans come its spans by attribute, and the pairs of spans with their relations.
    """
    campaigns = {
        campaign_.id: campaign_
        for campaign_ in store.campaigns.list()
        if task(campaign_.schema.task_type).row_kind in KINDS.values()
    }
    newest = [one for one in store.gold.release_heads()[::-1] if one.campaign_id in campaigns]
    titles: dict[str, str] = {}
    for release in sorted(newest, key=lambda one: one.campaign_id != campaign):
        its_campaign = campaigns[release.campaign_id]
        name = t("models.release_name", campaign=its_campaign.name, version=release.version)
        titles[release.id] = name
        for target in model_data.span_targets(its_campaign.schema.settings):
            is_relations = target == model_data.RELATIONS
            title = "models.release_relations" if is_relations else "models.release_attribute"
            titles[f"{release.id}#{target}"] = t(title, release=name, name=target)
    visible = store.members.shared("dataset")
    stored_files = [one for one in uploads.data_sets(data) if visible is None or one.parent.name in visible]
    same = Counter(one.name for one in stored_files)
    for file in stored_files:
        name = file.name if same[file.name] == 1 else f"{file.name} {file.parent.name[:6]}"
        titles[str(file)] = t("models.upload_name", name=name)
    return titles


def ask_parts(store: Store, source_titles: Mapping[str, str], campaign: str | None) -> Chosen | None:
    """Return the chosen splits; None while something is missing, with a message. State is per campaign."""
    chosen = st.multiselect(
        t("app.data"),
        list(source_titles),
        default=list(source_titles)[:1],
        format_func=source_titles.__getitem__,
        help=t("models.data_help"),
        placeholder=t("models.data_choose"),
        width="stretch",
        key=":".join(filter(None, ("models:data", campaign))),
    )
    scales: dict[str, Scale] = {}
    try:
        parts = [part for source in chosen for part in _read(store, source, source_titles[source], scales)]
        if not parts:
            return None
        if len({part.kind for part in parts}) > 1:
            raise AloiError(
                "aloi.differ",
                name=Term("kinds-of-the-chosen"),
                differences=Term("several-such-as-scored"),
                expected=Term("data-of-one-kind"),
                todo=Term("choose-data"),
            )
        split = _ask_split(parts, chosen)
        if split:
            parts = [part for one in chosen for part in _parts(store, one, scales.get(one), split)]
    except AloiError as error:
        problem(error)
        return None
    by_use = {one.use: one for one in parts}
    titles = _titles(parts)
    key = ":".join([*chosen, *([split] if split else [])])
    unlearnt = [part.use for part in parts if part.name != "train"] or list(by_use)
    usual = [part.use for part in parts if part.name.startswith("test")] or unlearnt[-1:]
    left, middle, right = st.columns(3)
    train = left.multiselect(
        t("models.train_on"),
        list(by_use),
        default=[part.use for part in parts if part.name == "train"][:1],
        format_func=titles.__getitem__,
        help=t("models.train_help"),
        placeholder=t("models.train_none"),
        width="stretch",
        key=f"models:train:{key}",
    )
    tests = middle.multiselect(
        t("models.tests"),
        list(by_use),
        default=usual,
        format_func=titles.__getitem__,
        help=t("models.tests_help"),
        placeholder=t("models.tests_choose"),
        width="stretch",
        key=f"models:tests:{key}",
    )
    names = ["" if part.use in usual else part.name for part in parts]
    dev = right.selectbox(
        t("models.dev"),
        [None, *by_use],
        names.index("dev") + 1 if "dev" in names else 0,
        format_func=lambda use: titles[use] if use else t("models.dev_none"),
        help=t("models.dev_help"),
        key=f"models:dev:{key}",
    )
    if not tests:
        st.caption(t("models.tests_missing"))
        return None
    return Chosen(
        tuple(by_use[use] for use in train),
        by_use[dev] if dev else None,
        tuple(by_use[use] for use in tests),
        scales,
        parts[0].kind,
        split,
    )


def _ask_split(parts: Sequence[Part], chosen: Sequence[str]) -> str | None:
    """Return the specification of a new split of the items; None for the splits they have.

    A single split is divided by default if the first recipe offered needs training data.
    """
    must = offered(parts[0].kind)[0].needs_training
    text = st.text_input(
        t("models.split"),
        _SPLIT if len(parts) == 1 and must else "",
        placeholder=t("models.split_none"),
        help=t("models.split_help"),
        key=f"models:split:{':'.join(chosen)}",
    ).strip()
    if text and not _SHARES.fullmatch(text):
        raise AloiError(
            "aloi.value",
            name=Term("the-list-of-shares"),
            value=repr(text),
            expected=Term("splits-with-shares"),
            todo=Term("correct-them"),
        )
    return text or None


def _titles(parts: Sequence[Part]) -> dict[str, str]:
    """Return the titles of splits, numbered if two sources have the same name: lists show titles only."""
    if len({one.source for one in parts}) == 1:
        return {one.use: t("models.part_alone", name=one.name, count=one.items) for one in parts}
    seen: Counter[str] = Counter()
    titles = {}
    for part in parts:
        seen[part.title] += 1
        titles[part.use] = part.title + (f" #{seen[part.title]}" if seen[part.title] > 1 else "")
    return titles


def _read(store: Store, source: str, title: str, scales: dict[str, Scale]) -> Sequence[Part]:
    """Return the splits of a source; if it declares no scale, ask for it and store it in `scales`."""
    try:
        return _parts(store, source, None, None)
    except AloiError:
        if not Path(source).exists():
            raise
    left, right = st.columns(2)
    low = left.number_input(
        t("models.low", name=title), value=0.0, help=t("models.scale_help"), key=f"models:low:{source}"
    )
    high = right.number_input(t("models.high", name=title), value=5.0, key=f"models:high:{source}")
    scales[source] = (low, high)
    return _parts(store, source, scales[source], None)


@st.cache_data(show_spinner=False, max_entries=200)
def _parts(_store: Store, source: str, scale: Scale | None, split: str | None) -> Sequence[Part]:
    """Return the splits of a source, cached: releases are frozen and uploads are named by content."""
    if Path(source).exists():
        name, rows, kind = isolated(model_data.part_sizes, source, scale, split)
        return [Part(source, name, part, count, kind) for part, count in rows.items()]
    split_parts = model_data.load(_store, source, scale=scale, split=split)
    return [
        Part(source, split_parts.name, name, len(rows), split_parts.kind)
        for name, rows in split_parts.parts.items()
    ]
