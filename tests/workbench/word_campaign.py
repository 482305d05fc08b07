"""A campaign of substitutes with answers, for the tests of what is done with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from aloi.annotation.model import AssignmentKey, Role
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_targets
from tests.workbench.scene import NOW, let_adjudicate

_MARKED = re.compile(r"\[(\w+)/(\w+)/(\w+)\]")


def make_words(store: Store, folder: Path, given: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Return the id of a campaign with one round; each sentence marks its target as `[word/lemma/POS]`.

    `given` holds the substitutes of each annotator for it, none of them for "none fits". There are as many
    annotators as lists, and an adjudicator.
    """
    rows = []
    for marked in given:
        match = _MARKED.search(marked)
        assert match is not None
        word, lemma, pos = match.groups()
        sentence = _MARKED.sub(word, marked)
        rows.append({"sentence": sentence, "target": word, "lemma": lemma, "pos": pos})
    path = folder / "targets.tsv"
    write_table(path, ("sentence", "target", "lemma", "pos"), rows)
    import_targets(store, path, About("lexical", "fr", "CC0-1.0", "written for the tests"), NOW)
    people = [
        store.people.add(f"A{number}", Role.ANNOTATOR, NOW).id
        for number, _ in enumerate(next(iter(given.values())), start=1)
    ]
    store.people.add("J1", Role.ADJUDICATOR, NOW)
    corpus = store.texts.corpora()[-1]
    campaign = campaigns.create_campaign(store, CampaignRequest("words", corpus.id, task="substitution"))
    let_adjudicate(store)
    opened = rounds.open_round(store, RoundRequest(campaign.id, purpose="main", annotators=people))
    by_text = {row["sentence"]: answers for row, answers in zip(rows, given.values(), strict=True)}
    for item in store.texts.items(list(opened.item_ids)):
        for person, words in zip(people, by_text[item.texts[0]], strict=True):
            value: Json = {"substitutes": [*words], "none": not words}
            store.answers.submit(
                AssignmentKey(opened.id, item.id, person), f"given-{person}-{item.id}", value, seconds=1.0,
                flag=False, comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    return campaign.id
