"""Candidates made of a table of words, or of the substitutes of a gold."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey, Role
from aloi.base.errors import AloiError
from aloi.corpora.model import Candidate
from aloi.storage.store import Store
from aloi.workbench.candidates.substitutes import candidates_of_gold, candidates_of_table
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_targets
from tests.workbench.scene import NOW

TARGETS = (
    "sentence\ttarget\tlemma\tpos\n"
    "Une mince couche suffit.\tmince\tmince\tADJ\n"
    "Il a de minces chances.\tminces\tmince\tADJ\n"
    "On a arrêté ce traitement.\tarrêté\tarrêter\tVERB\n"
)


@pytest.fixture
def corpus(store: Store, tmp_path: Path) -> str:
    """Return the corpus of three targets, two of the same word."""
    path = tmp_path / "targets.tsv"
    path.write_text(TARGETS, encoding="utf-8")
    return import_targets(store, path, About("lexical", "fr", "CC0", "written"), NOW).corpus.id


def made(store: Store, corpus: str) -> set[tuple[str, str]]:
    return {
        (one.target.word, one.substitute)
        for one in store.texts.corpus_items(corpus)
        if isinstance(one, Candidate)
    }


def table(folder: Path, text: str) -> Path:
    path = folder / "words.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_substitute_stands_in_each_sentence_of_its_word(
    store: Store, corpus: str, tmp_path: Path
) -> None:
    path = table(
        tmp_path, "target\tneighbour\trank\nmince\tfin\t1\nmince\tMince\t2\nmince\tlarge\t3\nlit\tcouche\t1\n"
    )
    done = candidates_of_table(store, corpus, path, NOW)
    assert (done.candidates, done.new, done.without_target) == (4, 4, ("lit",))
    assert made(store, corpus) == {
        ("mince", "fin"), ("minces", "fin"), ("mince", "large"), ("minces", "large"),
    }  # fmt: skip
    assert candidates_of_table(store, corpus, path, NOW).new == 0
    campaign = create_campaign(store, CampaignRequest("judge", corpus, task="judging"))
    store.people.add("Ada", Role.ANNOTATOR, NOW, pseudonym="A1")
    assert len(open_round(store, RoundRequest(campaign.id, purpose="main", annotators=["A1"])).item_ids) == 4


def test_the_first_substitutes_of_each_word_may_be_kept(store: Store, corpus: str, tmp_path: Path) -> None:
    path = table(tmp_path, "target\tsubstitute\nmince\tfin\narrêter\tcesser\nmince\tlarge\n")
    assert candidates_of_table(store, corpus, path, NOW, top=1).candidates == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target\tword\nmince\tfin\n", "its columns are .target., .word."),
        ("target\tsubstitute\nmince\t\n", "line 2 lacks the target or the substitute"),
        ("target\tsubstitute\nlit\tcouche\n", "The corpus 'lexical' contains no target among the 1 words"),
    ],
)
def test_tables_that_give_nothing_are_told(
    store: Store, corpus: str, tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(AloiError, match=said):
        candidates_of_table(store, corpus, table(tmp_path, text), NOW)
    assert made(store, corpus) == set()


def test_the_substitutes_of_a_gold_are_judged_where_they_were_given(store: Store, corpus: str) -> None:
    campaign = create_campaign(store, CampaignRequest("words", corpus, task="substitution"))
    store.people.add("Ada", Role.ANNOTATOR, NOW, pseudonym="A1")
    one = open_round(store, RoundRequest(campaign.id, purpose="main", annotators=["A1"]))
    with pytest.raises(AloiError, match="no frozen gold"):
        candidates_of_gold(store, "words", NOW)
    person = store.people.get("A1").id
    for item, words in zip(one.item_ids, (["fin", "léger"], ["petit"], []), strict=True):
        store.answers.submit(
            AssignmentKey(one.id, item, person),
            f"given-{item}",
            {"substitutes": words, "none": not words},
            seconds=2.0,
            flag=False,
            comment="",
            shown={},
            guideline_version=None,
            now=NOW,
        )
    freeze(store, FreezeRequest("words", uncleaned=True), now=NOW)
    done = candidates_of_gold(store, "words", NOW)
    assert done.candidates == 3
    assert {substitute for _, substitute in made(store, corpus)} == {"fin", "léger", "petit"}
    candidate = next(one for one in store.texts.corpus_items(corpus) if isinstance(one, Candidate))
    assert [(found.miner, found.score) for found in store.texts.origins([candidate.id])[candidate.id]] == [
        ("gold", 1.0)
    ]
