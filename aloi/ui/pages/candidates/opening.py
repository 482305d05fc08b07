"""Which part of the page Candidates stands open first: what is under way, else what the campaign needs."""

from __future__ import annotations

from collections.abc import MutableMapping

from aloi.annotation.tasks import task
from aloi.corpora.model import Corpus
from aloi.ui import selection
from aloi.ui.shared.jobs import running_job, take_up
from aloi.workbench.candidates.model_spans import VERB as MODEL_SPANS
from aloi.workbench.store.opening import Store

# What makes the items that a task asks about; those that come with an import stand among the stored ones.
_OF_ITEMS = {"pair": "mine", "target": "targets", "candidate": "judge", "passage": "passages"}
# The jobs of a part: their verb, and what they are called in the page's state.
_JOBS = {
    "mine": (("mine", "job"),),
    "random": (("draw_random", "random_job"),),
    "fill": (("loop_batch", "batch_job"), ("loop_fill", "fill_job"), ("loop_doubt", "doubt_job")),
    "targets": (("mine_targets", "targets_job"),),
    "passages": ((MODEL_SPANS, "spans_job"),),
}


def part_opened(store: Store, corpus: Corpus, state: MutableMapping) -> str:
    """Return the part that stands open, and take up what is under way in a corpus.

    What has ended stays open: nobody is taken away from the result that they waited for.
    """
    for jobs in _JOBS.values():
        for verb, key in jobs:
            take_up(store, state, verb, key=key, corpus=corpus.id)
    campaign = selection.current(store).campaign
    chosen = campaign.id if campaign is not None and campaign.corpus_id == corpus.id else None
    if "opened" not in state or state["opened"][0] != chosen:
        kind = task(campaign.schema.task_type).item_kind if campaign is not None and chosen else "pair"
        state["opened"] = (chosen, _OF_ITEMS.get(kind, "stored"))
    for part, jobs in _JOBS.items():
        if any(running_job(store, state, key=key) for _, key in jobs):
            state["opened"] = (chosen, part)
            break
    opened: str = state["opened"][1]
    return opened
