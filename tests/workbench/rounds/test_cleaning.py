"""The queue of substitutes to clean, from what is typed to a release that carries every decision."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.base.errors import AloiError
from aloi.gold.releasing.release import verify
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.substitutes import substitute_agreement
from aloi.workbench.releases import gold as golds
from aloi.workbench.releases import releases
from aloi.workbench.requests.campaigns import ImportCleaningRequest, ProposeRequest, UndoCleaningRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import cleaning
from aloi.workbench.store.check import check
from tests.workbench.scene import NOW
from tests.workbench.word_campaign import make_words

# Sentence with its target -> the substitutes of A1, A2 and A3.
GIVEN = {
    "Une [mince/mince/ADJ] couche.": [["fin", "étrroit"], ["fine", "fin"], ["étroit"]],
    "Un [mince/mince/ADJ] espoir.": [["étrroit"], ["qui n'est pas très épais du tout"], []],
    "Il [aborde/aborder/VERB] tout.": [["s'attaquer à"], ["attaquer"], ["mettre fin"]],
}
COLLECTED = 10


@pytest.fixture
def campaign(store: Store, tmp_path: Path) -> str:
    return make_words(store, tmp_path, GIVEN)


def jury(store: Store) -> str:
    return next(one.pseudonym for one in store.people.list() if one.role is Role.ADJUDICATOR)


def typed(store: Store, campaign: str, answer: str) -> cleaning.Typed:
    return next(one for one in cleaning.queue(store, campaign).answers if one.answer == answer)


def clean_all(store: Store, campaign: str) -> None:
    """Accept what is proposed for every answer."""
    cleaning.accept_automatic(store, ProposeRequest(campaign, by=jury(store)), now=NOW)
    for place, one in enumerate(cleaning.queue(store, campaign).waiting, start=1):
        cleaning.decide(
            store, campaign, one, one.proposal.result, by=jury(store), now=NOW + timedelta(minutes=place)
        )


def test_the_queue_groups_an_answer_by_target_lemma_with_how_many_gave_it(
    store: Store, campaign: str
) -> None:
    one = typed(store, campaign, "étrroit")
    assert (one.lemma, one.pos, len(one.places)) == ("mince", "ADJ", 2)
    assert (one.proposal.reason, one.proposal.result) == ("spelling", "étroit")
    found = cleaning.queue(store, campaign)
    assert {each.answer for each in found.automatic} >= {"fin", "étroit", "attaquer"}
    assert {each.answer for each in found.waiting} >= {"étrroit", "s'attaquer à", "mettre fin"}
    assert found.table["to_decide"] == sum(found.table.values()) == COLLECTED


def test_one_decision_holds_for_all_items_of_the_lemma(store: Store, campaign: str) -> None:
    made = cleaning.decide(
        store, campaign, typed(store, campaign, "étrroit"), "étroit", by=jury(store), now=NOW
    )
    assert len(made) == 2
    assert typed(store, campaign, "étrroit").open == ()
    assert cleaning.queue(store, campaign).table["validated_correction"] == 2


@pytest.mark.parametrize(
    ("answer", "result", "category"),
    [
        ("étrroit", "étroit", Category.CORRECTED),
        ("étrroit", "étrroit", Category.UNCHANGED),
        ("étrroit", "fluet", Category.BY_HAND),
        ("étrroit", None, Category.EXCLUDED),
        ("s'attaquer à", "attaquer", Category.MULTI_WORD),
        ("s'attaquer à", "s'attaquer à", Category.UNCHANGED),
        ("mettre fin", "mettre fin", Category.UNCHANGED),
        ("qui n'est pas très épais du tout", None, Category.EXCLUDED),
    ],
)
def test_what_a_decision_counts_as(
    store: Store, campaign: str, answer: str, result: str | None, category: Category
) -> None:
    made = cleaning.decide(store, campaign, typed(store, campaign, answer), result, by=jury(store), now=NOW)
    assert {(one.category, one.result) for one in made} == {(category, result)}


def test_an_alternative_counts_as_chosen(store: Store, campaign: str) -> None:
    one = typed(store, campaign, "étrroit")
    offered = replace(one, proposal=replace(one.proposal, alternatives=("étroit", "étiré")))
    made = cleaning.decide(store, campaign, offered, "étiré", by=jury(store), now=NOW)
    assert made[0].category is Category.CHOSEN


def test_undo_takes_back_what_was_stored_at_once_and_nothing_is_lost(store: Store, campaign: str) -> None:
    count = cleaning.accept_automatic(store, ProposeRequest(campaign, by=jury(store)), now=NOW)
    assert count == cleaning.queue(store, campaign).table["automatic"] > 0
    later = NOW + timedelta(minutes=1)
    cleaning.decide(store, campaign, typed(store, campaign, "étrroit"), None, by=jury(store), now=later)
    assert len(cleaning.undo(store, UndoCleaningRequest(campaign, by=jury(store)), now=later)) == 2
    assert cleaning.queue(store, campaign).table["excluded"] == 0
    assert cleaning.queue(store, campaign).table["automatic"] == count
    cleaning.undo(store, UndoCleaningRequest(campaign, by=jury(store)), now=later)
    assert cleaning.queue(store, campaign).table["to_decide"] == COLLECTED
    assert cleaning.undo(store, UndoCleaningRequest(campaign, by=jury(store)), now=later) == []
    assert len(store.cleanings.list(campaign)) > 4
    assert check(store).problems == ()


def test_one_answer_is_taken_back_at_all_its_places(store: Store, campaign: str) -> None:
    cleaning.accept_automatic(store, ProposeRequest(campaign, by=jury(store)), now=NOW)
    cleaning.decide(store, campaign, typed(store, campaign, "étrroit"), None, by=jury(store), now=NOW)
    before = cleaning.queue(store, campaign).table
    taken = cleaning.take_back(store, campaign, typed(store, campaign, "étrroit"), by="A1", now=NOW)
    assert [one.category for one in taken] == [Category.EXCLUDED] * 2
    after = cleaning.queue(store, campaign).table
    assert after == {**before, "excluded": 0, "to_decide": before["to_decide"] + 2}
    assert len(typed(store, campaign, "étrroit").open) == 2


def test_the_table_sums_to_the_answers_collected_at_every_step(store: Store, campaign: str) -> None:
    cleaning.accept_automatic(store, ProposeRequest(campaign, by=jury(store)), now=NOW)
    for place, one in enumerate(cleaning.queue(store, campaign).waiting):
        assert sum(cleaning.queue(store, campaign).table.values()) == COLLECTED
        result = None if place % 2 else one.answer
        cleaning.decide(store, campaign, one, result, by=jury(store), now=NOW)
    table = cleaning.queue(store, campaign).table
    assert (table["to_decide"], sum(table.values())) == (0, COLLECTED)


def test_freezing_waits_for_the_cleaning_or_takes_answers_as_typed(store: Store, campaign: str) -> None:
    with pytest.raises(AloiError, match=r"10 answers .* have not been cleaned"):
        golds.freeze(store, FreezeRequest(campaign), now=NOW)
    raw = golds.freeze(store, FreezeRequest(campaign, uncleaned=True), now=NOW).gold
    assert raw.cleaned is False
    clean_all(store, campaign)
    gold = golds.freeze(store, FreezeRequest(campaign), now=NOW).gold
    assert gold.cleaned is True
    assert gold.id != raw.id
    values = {store.texts.item(one.item_id).texts[0]: one.value for one in gold.items}
    assert values["Un mince espoir."] == {"substitutes": [["étroit", 1]], "annotators": 3}
    assert values["Il aborde tout."] == {
        "substitutes": [["attaquer", 2], ["mettre fin", 1]],
        "annotators": 3,
    }


def test_a_release_carries_the_decisions_and_their_table(store: Store, campaign: str) -> None:
    clean_all(store, campaign)
    golds.freeze(store, FreezeRequest(campaign), now=NOW)
    made = releases.build(store, ReleaseRequest(campaign, "1.0", sizes={"test": "rest"}), now=NOW)
    manifest = made.manifest
    decided = manifest["cleanings"]
    assert isinstance(decided, list)
    assert len(decided) == len(store.cleanings.list(campaign))
    assert "| collected | 10 |" in str(manifest["statement"])
    assert "| validated correction | 2 |" in str(manifest["statement"])
    assert "answers:cleaned" in str(manifest["agreement"])
    assert verify(manifest) == []
    changed = {**manifest, "cleanings": decided[:-1]}
    assert any("do not follow" in one or "differs" in one for one in verify(changed))
    # A decision taken after the gold was frozen makes the gold stale.
    cleaning.decide(
        store,
        campaign,
        typed(store, campaign, "étrroit"),
        "fluet",
        by=jury(store),
        now=NOW + timedelta(days=1),
    )
    with pytest.raises(AloiError, match="no longer follow"):
        releases.build(store, ReleaseRequest(campaign, "2.0", sizes={"test": "rest"}), now=NOW)


def test_a_release_of_answers_as_typed_carries_no_decision(store: Store, campaign: str) -> None:
    clean_all(store, campaign)
    golds.freeze(store, FreezeRequest(campaign, uncleaned=True), now=NOW)
    manifest = releases.build(
        store, ReleaseRequest(campaign, "1.0", sizes={"test": "rest"}), now=NOW
    ).manifest
    assert "cleanings" not in manifest
    assert "Cleaning" not in str(manifest["statement"])
    assert "answers:cleaned" not in str(manifest["agreement"])
    assert verify(manifest) == []


def test_agreement_before_and_after(store: Store, campaign: str) -> None:
    before = substitute_agreement(store, campaign, 1, replicates=20)[0]
    clean_all(store, campaign)
    after = substitute_agreement(store, campaign, 1, replicates=20)[0]
    again = substitute_agreement(store, campaign, 1, replicates=20, cleaned=False)[0]
    assert again == before
    assert after.pairwise.value is not None
    assert before.pairwise.value is not None
    assert after.pairwise.value > before.pairwise.value
    assert "answers:cleaned" in after.pairwise.signature
    report = round_report(store, campaign, 1, ci="none")
    assert "answers:cleaned" in report.views[0].results[0].signature


def test_decisions_are_imported_all_or_none(store: Store, campaign: str, tmp_path: Path) -> None:
    one = typed(store, campaign, "étrroit")
    path = tmp_path / "decisions.tsv"
    head = "item_id\tanswer\tresult\twhy\n"
    rows = "".join(f"{each.item_id}\tétrroit\tétroit\ttypo\n" for each in one.places)
    path.write_text(head + rows + "nowhere\tfin\tfin\t\n", encoding="utf-8")
    with pytest.raises(AloiError, match="line 4: 'fin' for the item 'nowhere' was given by nobody"):
        cleaning.import_decisions(store, ImportCleaningRequest(path, campaign, by=jury(store)), now=NOW)
    assert store.cleanings.list(campaign) == []
    path.write_text(head + rows + rows, encoding="utf-8")
    with pytest.raises(AloiError, match=r"line 4.*twice"):
        cleaning.import_decisions(store, ImportCleaningRequest(path, campaign, by=jury(store)), now=NOW)
    path.write_text(head + rows.replace("\tétroit\t", "\t#N/A\t"), encoding="utf-8")
    with pytest.raises(AloiError, match=r"line 2: the text is .#N.A., a marker for a missing value"):
        cleaning.import_decisions(store, ImportCleaningRequest(path, campaign, by=jury(store)), now=NOW)
    path.write_text(head + rows, encoding="utf-8")
    assert (
        cleaning.import_decisions(store, ImportCleaningRequest(path, campaign, by=jury(store)), now=NOW) == 2
    )
    assert {one.why for one in store.cleanings.list(campaign)} == {"typo"}
    assert (
        cleaning.import_decisions(store, ImportCleaningRequest(path, campaign, by=jury(store)), now=NOW) == 0
    )


def test_a_lexicon_is_kept_for_a_campaign_and_tells_parts_of_speech(
    store: Store, campaign: str, tmp_path: Path
) -> None:
    found = store.campaigns.get(campaign)
    assert cleaning.kept_lexicon(tmp_path, found) is None
    path = tmp_path / "lexicon.tsv"
    path.write_text("form\tlemma\tpos\nfin\tfin\tNOUN\n", encoding="utf-8")
    cleaning.keep_lexicon(tmp_path, found, path)
    kept = cleaning.kept_lexicon(tmp_path, found)
    queue = cleaning.queue(store, campaign, kept)
    assert next(one for one in queue.answers if one.answer == "fin").proposal.reason == "pos"


def test_a_result_that_is_no_substitute_and_another_task_are_refused(store: Store, campaign: str) -> None:
    with pytest.raises(
        AloiError, match="Expected: 1 to 100 characters on one line, without semicolons and bars"
    ):
        cleaning.decide(store, campaign, typed(store, campaign, "étrroit"), "a;b", by=jury(store), now=NOW)
    with pytest.raises(AloiError, match="No target"):
        cleaning.find_typed(cleaning.queue(store, campaign), "mince", "absent")
