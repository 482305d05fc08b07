"""The agreement of a round with some of its labels merged as a person says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from aloi.agreement.battery import Battery
from aloi.agreement.compute import DEFAULT_CI
from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import View
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import (
    REPLICATES,
    ViewReport,
    context_of,
    round_ratings,
    view_report,
)
from aloi.workbench.agreement.report import items_of, round_answers
from aloi.workbench.rounds.rounds import find_round


def labels(campaign: Campaign) -> tuple[str, ...]:
    """Return the labels that may be merged: those of the views by name, in their order."""
    return tuple(dict.fromkeys(str(one) for view in _views(campaign) for one in view.categories))


def parse_merges(lines: Sequence[str], known_labels: Sequence[str]) -> dict[str, str]:
    """Return {label: merged label} from lines such as `insertion = inprop, inmod`.

    Parameters
    ----------
    lines : sequence of str
        One new label each; blank lines are skipped.
    known_labels : sequence of str
        The labels of the schema.

    Raises
    ------
    AloiError
        A line of another form, an unknown or repeated label, or no line at all; also a new name that is the
        name of an unchanged label.
    """
    merges: dict[str, str] = {}
    for line in filter(str.strip, lines):
        name, sign, listed = line.partition("=")
        parts = [one.strip() for one in listed.split(",") if one.strip()]
        if not sign or not name.strip() or not parts:
            raise AloiError(
                "aloi.value",
                name=Term("the-merge"),
                value=repr(line.strip()),
                expected=Term("a-new-name"),
                todo=Term("write-it-as-in-insertion"),
            )
        for label in parts:
            if label not in known_labels or label in merges:
                raise AloiError(
                    "workbench.merge-names-label-which-stands",
                    line=repr(line.strip()),
                    label=repr(label),
                    label_in_merges=label in merges,
                    known=known_labels,
                )
            merges[label] = name.strip()
    merged_away = sorted(set(merges.values()) & (set(known_labels) - set(merges)))
    if merged_away or not merges:
        raise AloiError(
            "workbench.merge-called-label-left-as",
            has_taken=bool(merged_away),
            taken=repr(merged_away[0]) if merged_away else "",
        )
    return merges


def merged_reports(
    store: Store,
    campaign: str,
    number: int,
    merges: Mapping[str, str],
    *,
    ci: str = DEFAULT_CI,
    seed: int = 0,
) -> tuple[ViewReport, ...]:
    """Return the coefficients of a round after labels are merged, for each of its views by name.

    `merges` is what `parse_merges` returned; the signatures carry it.

    Raises
    ------
    AloiError
        No answers yet, or a task whose answers are no labels.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, campaign, number)
    views = _views(stored_campaign)
    if not views:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-task-of-name", name=repr(stored_campaign.name)),
            kind=repr(stored_campaign.schema.task_type),
            expected=Term("a-task-with-labels"),
            todo=Term("merge-labels"),
        )
    answers = round_answers(store, round_)
    items = items_of(store, round_)
    context = {"merged": "/".join(f"{name}={label}" for label, name in sorted(merges.items()))}
    battery = Battery(ci=ci, replicates=REPLICATES, seed=seed, context={**context_of(round_), **context})
    merged = [_merged(view, merges) for view in views]
    return tuple(view_report(view, round_ratings(view, answers, items), battery) for view in merged)


def _views(campaign: Campaign) -> list[View]:
    """Return the nominal views with all their labels, without the merged views."""
    views = task(campaign.schema.task_type).views(campaign.schema.settings)
    return [view for view in views if view.level == "nominal" and ":" not in view.name]


def _merged(view: View, merges: Mapping[str, str]) -> View:
    """Return a view whose ratings use the new names."""
    categories = tuple(dict.fromkeys(merges.get(str(one), one) for one in view.categories))
    return replace(view, categories=categories, ratings=partial(_ratings, view, merges))


def _ratings(view: View, merges: Mapping[str, str], item: Item, value: Json) -> Mapping[str, object]:
    return {unit: merges.get(str(one), one) for unit, one in view.ratings(item, value).items()}
