"""Freeze the gold of a campaign from its rounds, decisions and assumptions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.rows import LabelledText, LinkedMention, Row
from aloi.annotation.tasks import task
from aloi.annotation.tasks.classification.task import NO_LABEL
from aloi.base.errors import AloiError
from aloi.corpora.language.tokens import tokens
from aloi.corpora.model import Item, Json
from aloi.corpora.readers import write_table
from aloi.gold.making.aggregate import ItemAnswers, collect_answers, gold_rule, make_gold
from aloi.gold.making.cleaning import TO_DECIDE, bookkeeping, clean_answers
from aloi.gold.making.models.rules import MODEL_RULES, ModelRule, check_one_guideline
from aloi.gold.model import Gold, GoldModel, GoldStatus
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.releases import FreezeRequest, SoftLabelsRequest
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers, exclusions
from aloi.workbench.rounds.rounds import default_rounds, find_round
from aloi.workbench.rounds.schemas import assumptions_of, decisions_of_round

CONCEPTS = ("no concept", "one concept", "several concepts")
SOFT_COLUMNS = ("item_id", "part", "category", "probability")


@dataclass(frozen=True, slots=True)
class Frozen:
    """The gold, and the items excluded because they need a decision first."""

    gold: Gold
    undecided: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldSummary:
    """The content of a gold: items by status, by (degree, origin), and tokens a text.

    `soft` says whether there are soft labels, `decided` how many items were adjudicated.
    """

    rule: str
    items: int
    by_status: Mapping[str, int]
    histogram: Mapping[tuple[str, str], int]
    mean_tokens: float
    models: tuple[GoldModel, ...] | None
    soft: bool
    decided: int


def freeze(store: Store, request: FreezeRequest, *, now: datetime, progress: Progress = silent) -> Frozen:
    """Return the frozen gold of a campaign; the same content frozen again is the same gold.

    If an item is in several rounds, the last one counts.

    Raises
    ------
    AloiError
        An unknown rule or round, no answers for gold, words without a decision, or a model of annotators for
        rounds answered under several versions of the guideline.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    chosen = _rounds(store, stored_campaign, request.rounds)
    kind = task(stored_campaign.schema.task_type)
    chosen_rule = gold_rule(kind, stored_campaign.schema.settings, request.rule)
    annotations: list[Annotation] = []
    for done, round_ in enumerate(chosen):
        go_on(progress, done, len(chosen) + 2, "")
        annotations += counted_answers(store, round_)
    go_on(progress, len(chosen), len(chosen) + 2, "")
    if isinstance(chosen_rule, ModelRule):
        check_one_guideline(chosen, annotations)
    answers = collect_answers(chosen, annotations, answer_names(store))
    cleaned = kind.gathers and not request.uncleaned
    computed_gold = make_gold(
        _cleaned(store, stored_campaign, answers) if cleaned else answers,
        [decision for one in chosen for decision in decisions_of_round(store, stored_campaign.id, one.id)],
        assumptions_of(store, stored_campaign.id),
        rounds={one.id: one.number for one in chosen},
        task=kind,
        settings=stored_campaign.schema.settings,
        rule=chosen_rule.name,
    )
    if not computed_gold.items:
        raise AloiError(
            "workbench.campaign-no-gold-yet-answers",
            name=repr(stored_campaign.name),
            answers=len(annotations),
            undecided=len(computed_gold.undecided),
        )
    round_ids = tuple(sorted(one.id for one in chosen))
    parts = (stored_campaign.id, chosen_rule.name, round_ids, computed_gold.items)
    left_out = tuple(one.annotator for one in exclusions(store, stored_campaign.id))
    version = stored_campaign.schema.schema_version
    draft = Gold("", *parts, now, computed_gold.models, cleaned, left_out, version)
    gold = replace(draft, id=draft.made_id())
    go_on(progress, len(chosen) + 1, len(chosen) + 2, "")
    store.gold.add_gold(gold)
    return Frozen(gold, computed_gold.undecided)


def _rounds(store: Store, campaign: Campaign, numbers: Sequence[int] | None) -> list[Round]:
    """Return the rounds named, or the default rounds of gold."""
    if numbers is None:
        return default_rounds(store.campaigns.rounds(campaign.id))
    return [find_round(store, campaign.id, number) for number in numbers]


def describe_gold(store: Store, campaign: Campaign, gold: Gold) -> GoldSummary:
    """Return the counts of a gold: the degree is the main score rounded, a half upwards, or each label."""
    items = {item.id: item for item in store.texts.items([one.item_id for one in gold.items])}
    origins = store.texts.origins(list(items))
    kind, settings = task(campaign.schema.task_type), settings_of(store, campaign, gold)
    histogram: Counter[tuple[str, str]] = Counter()
    for gold_item in gold.items:
        row = kind.row(items[gold_item.item_id], gold_item.value, settings)
        miners = sorted({origin.miner for origin in origins.get(gold_item.item_id, ())})
        for degree in _degrees(row):
            histogram[degree, "+".join(miners)] += 1
    statuses = Counter(one.status for one in gold.items)
    return GoldSummary(
        gold.rule,
        len(gold.items),
        {status.value: count for status, count in statuses.items()},
        dict(sorted(histogram.items())),
        _mean_tokens(list(items.values())),
        gold.models,
        any(one.soft for one in gold.items),
        statuses[GoldStatus.ADJUDICATED],
    )


def _degrees(row: Row) -> tuple[str, ...]:
    """Return what a row is counted under: its labels, how many concepts, or its score as a whole number."""
    if isinstance(row, LabelledText):
        return row.labels or (NO_LABEL,)
    if isinstance(row, LinkedMention):
        return (CONCEPTS[min(len(row.concepts), 2)],)
    return (str(math.floor(row.score + 0.5)),)  # `round` would favour even degrees


def settings_of(store: Store, campaign: Campaign, gold: Gold) -> Mapping[str, Json]:
    """Return the settings in the version of the schema that the values of a gold are in."""
    versions = {one.version: one.settings for one in store.schemas.versions(campaign.id)}
    return versions.get(gold.schema_version, campaign.schema.settings)


def find_gold(store: Store, campaign: Campaign, gold: str | None) -> Gold:
    """Return the frozen gold of that id, or the campaign's last one; AloiError if there is none."""
    if gold is not None:
        stored_gold = store.gold.gold(gold)
        if stored_gold.campaign_id != campaign.id:
            raise AloiError("workbench.gold-another-campaign", gold=gold, name=repr(campaign.name))
        return stored_gold
    heads = store.gold.gold_heads(campaign.id)
    if not heads:
        raise AloiError("workbench.campaign-no-frozen-gold", name=repr(campaign.name))
    return store.gold.gold(heads[-1].id)


def soft_labels(gold: Gold) -> list[dict[str, object]]:
    """Return the soft labels of a gold as rows of SOFT_COLUMNS, items in the order of their ids.

    Items decided on or assumed have none; a category of probability 0 has no row. `part` names the scale,
    empty if an answer is one category.

    Raises
    ------
    AloiError
        A gold that no model of annotators made.
    """
    if gold.models is None:
        raise AloiError(
            "workbench.gold-made-by-rule-which",
            rule=repr(gold.rule),
            model_rules=(one.name for one in MODEL_RULES),
        )
    rows: list[dict[str, object]] = []
    for gold_item in gold.items:
        for answer, probability in gold_item.soft or ():
            [(part, category)] = answer.items() if isinstance(answer, dict) else [("", answer)]
            values = (gold_item.item_id, part, category, probability)
            rows.append(dict(zip(SOFT_COLUMNS, values, strict=True)))
    return rows


def write_soft_labels(store: Store, request: SoftLabelsRequest, out: Path) -> Gold:
    """Return the gold whose soft labels were written to a table: the one named, or the last one frozen."""
    stored_gold = find_gold(store, store.campaigns.get(request.campaign), request.gold)
    write_table(out, SOFT_COLUMNS, soft_labels(stored_gold))
    return stored_gold


def _cleaned(store: Store, campaign: Campaign, answers: tuple[ItemAnswers, ...]) -> tuple[ItemAnswers, ...]:
    """Return the answers as they were decided in cleaning, or raise AloiError while some wait."""
    cleanings = store.cleanings.list(campaign.id)
    waiting = bookkeeping(answers, cleanings)[TO_DECIDE]
    if waiting:
        raise AloiError("workbench.answers-not-cleaned-yet", waiting=waiting, name=repr(campaign.name))
    return clean_answers(answers, cleanings)


def _mean_tokens(items: Sequence[Item]) -> float:
    counts = [len(tokens(text)) for item in items for text in item.texts]
    return sum(counts) / len(counts) if counts else 0.0
