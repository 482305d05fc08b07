"""The concepts that the source of stored mentions gives, as the answers of a reference annotator."""

from __future__ import annotations

from datetime import datetime

from aloi.annotation.rows import NO_CONCEPT
from aloi.base.errors import AloiError
from aloi.corpora.model import Json, Mention
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import REFERENCE, ImportOptions, bring
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import Source, SourceProvenance, StoredItem
from aloi.workbench.imports.layouts.mentions import SOURCE_CONCEPTS, concepts_given


def keep_source_answers(store: Store, campaign: str, now: datetime, *, annotator: str = REFERENCE) -> Arrival:
    """Return what came of the concepts that the source of a campaign's mentions gives, as a closed round.

    They are the answers of `annotator`, so that gold can be frozen from them and released. A mention to
    which the source gives several concepts has a composite answer. Doing it again changes nothing. `counts`
    has the mentions answered, `linked` to concepts and `none`; `silent` those of which the source says
    nothing, `several` those to which it gives several concepts where the campaign takes one: both left out.

    Raises
    ------
    AloiError
        A campaign of another task, or a source that gives no concepts.
    """
    stored_campaign = store.campaigns.get(campaign)
    if stored_campaign.schema.task_type != "linking":
        raise AloiError(
            "workbench.mention-answers-campaign-task",
            name=repr(stored_campaign.name),
            task_type=stored_campaign.schema.task_type,
        )
    mentions = [
        mention
        for mention in store.texts.corpus_items(stored_campaign.corpus_id)
        if isinstance(mention, Mention)
    ]
    origins = store.texts.origins([mention.id for mention in mentions])
    counts = dict.fromkeys(("linked", "none", "silent", "several"), 0)
    rows = []
    for mention in mentions:
        fields = [str(each.parameters.get("concept", "")) for each in origins.get(mention.id, ())]
        parts = concepts_given(fields).split("|")
        concepts: list[Json] = [*sorted(part for part in parts if part and part.upper() not in NO_CONCEPT)]
        several = len(concepts) > 1 and not stored_campaign.schema.settings["composite"]
        kind = "silent" if parts == [""] else "several" if several else "linked" if concepts else "none"
        counts[kind] += 1
        if kind in ("linked", "none"):
            rows.append(StoredItem(SourceProvenance(mention.id), mention, {"concepts": concepts}))
    if not rows:
        raise AloiError(
            "workbench.source-mentions-gives-none-them",
            mentions=len(mentions),
            name=repr(stored_campaign.name),
        )
    source = Source("linking", "concepts of the source", tuple(rows), people=SOURCE_CONCEPTS, counts=counts)
    return bring(
        store, [source], ImportOptions(stored_campaign.id, annotator=annotator), now, layout_named("mantra")
    )
