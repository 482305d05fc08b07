"""Agreement of annotators on substitutes: by part of speech, with the number of substitutes given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from aloi.agreement.compute import compute
from aloi.agreement.number import Number
from aloi.agreement.result import Agreement
from aloi.annotation.model import Annotation
from aloi.annotation.rows import Substitutes
from aloi.annotation.tasks import task
from aloi.annotation.tasks.substitution.task import words_of
from aloi.corpora.model import Target
from aloi.evaluation.metrics.lexsub import mode_of
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import round_ratings
from aloi.workbench.agreement.report import answers_context, round_answers
from aloi.workbench.reports.table import INTERVAL, Table
from aloi.workbench.rounds.rounds import find_round

FIGURES = ("pos", "items", "with_mode", "tokens", "types", "most_types", "none_share")
_MEASURES = ("pairwise_agreement", "mode_agreement")


@dataclass(frozen=True, slots=True)
class SubstituteFigures:
    """The results of the items of one part of speech, or of all.

    Parameters
    ----------
    pos : str or None
        As Universal Dependencies names it, empty if unknown; None for all items.
    items, with_mode : int
        Items answered, and those of them with one most frequent substitute.
    tokens, types : float
        Mean number of substitutes per item, and of distinct ones.
    most_types : int
        The largest number of distinct substitutes of an item.
    none_share : float
        Share of the answers that no substitute fits.
    pairwise, mode : Agreement
        Pairwise agreement, and agreement with the mode (McCarthy and Navigli 2009), without annotators who
        gave no substitute.
    """

    pos: str | None
    items: int
    with_mode: int
    tokens: float
    types: float
    most_types: int
    none_share: float
    pairwise: Agreement
    mode: Agreement

    def to_json(self) -> dict[str, object]:
        """Return the results as `aloi round agreement --json` prints them."""
        return {
            **{name: getattr(self, name) for name in FIGURES},
            "pairwise": self.pairwise.to_json(),
            "mode": self.mode.to_json(),
        }


def substitute_table(figures: Sequence[SubstituteFigures]) -> Table:
    """Return the results for substitutes as a table, one row per part of speech."""
    heads = ("Part of speech", "Items", "With a mode", "Substitutes", "Different ones", "Most", "None fits")
    rows = [
        (
            row.pos or ("all" if row.pos is None else "unknown"),
            row.items,
            row.with_mode,
            Number(row.tokens, digits=2),
            Number(row.types, digits=2),
            row.most_types,
            Number(row.none_share, percent=True, digits=1),
            Number.of(row.pairwise),
            Number.of(row.mode),
        )
        for row in figures
    ]
    agreed = (("Pairwise agreement", INTERVAL), ("Agreement with the mode", INTERVAL))
    return Table("Substitutes by part of speech.", (*heads, *agreed), rows)


def substitute_agreement(
    store: Store, campaign: str, number: int, *, replicates: int = 1000, seed: int = 0, cleaned: bool = True
) -> tuple[SubstituteFigures, ...]:
    """Return the results of all items of a round, then of each part of speech; none for another task.

    Answers changed in cleaning count as they were decided, unless `cleaned` is false.

    Raises
    ------
    AloiError
        No answers yet.
    """
    stored_campaign = store.campaigns.get(campaign)
    if task(stored_campaign.schema.task_type).row_kind is not Substitutes:
        return ()
    round_ = find_round(store, campaign, number)
    answers = round_answers(store, round_, cleaned=cleaned)
    items = {item.id: item for item in store.texts.items(list(round_.item_ids)) if isinstance(item, Target)}
    view = task(stored_campaign.schema.task_type).views(stored_campaign.schema.settings)[0]
    context = answers_context(store, round_, cleaned=cleaned)

    def figures(pos: str | None) -> SubstituteFigures:
        selected = {key: given for key, given in answers.items() if pos is None or items[key[0]].pos == pos}
        full_context = context if pos is None else {**context, "pos": pos or "unknown"}
        pairwise, mode = compute(
            round_ratings(view, selected, items),
            _MEASURES,
            replicates=replicates,
            seed=seed,
            context=full_context,
        )
        return _figures(pos, selected, pairwise, mode)

    tags = sorted({items[item_id].pos for item_id, _ in answers})
    return tuple(figures(pos) for pos in [None, *(tags if len(tags) > 1 else [])])


def _figures(
    pos: str | None, answers: Mapping[tuple[str, str], Annotation], pairwise: Agreement, mode: Agreement
) -> SubstituteFigures:
    counts: dict[str, Counter[str]] = {}
    for (item_id, _), answer in answers.items():
        counts.setdefault(item_id, Counter()).update(words_of(answer.value))
    return SubstituteFigures(
        pos=pos,
        items=len(counts),
        with_mode=sum(mode_of(one) is not None for one in counts.values()),
        tokens=fmean(one.total() for one in counts.values()),
        types=fmean(len(one) for one in counts.values()),
        most_types=max(len(one) for one in counts.values()),
        none_share=fmean(not words_of(answer.value) for answer in answers.values()),
        pairwise=pairwise,
        mode=mode,
    )
