"""Preparation of invented texts as a job, the lists, what stands behind them, and their scores."""

from __future__ import annotations

import json

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.studies.neighbours.contexts import behind, judging_rows, plot
from aloi.studies.neighbours.lists import compare, neighbours
from aloi.studies.neighbours.parameters import Asking, Contexts, Counting, Order, Unit
from aloi.studies.neighbours.prepare import (
    FOLDER,
    file_texts,
    find_prepared,
    forget,
    list_prepared,
    prepare,
    stored_texts,
)
from aloi.studies.neighbours.ranking import average_precision
from aloi.studies.neighbours.requests import BehindRequest, ForgetRequest, PrepareRequest
from aloi.studies.neighbours.scores import read_pairs, score
from aloi.workbench import jobs
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import About, import_corpus, segment_corpus

ANIMALS, MEALS = ("chat", "chien", "loup", "renard"), ("soupe", "tarte", "salade", "omelette")


def write_texts(folder):
    """Write texts in which animals sleep and run, and meals are cooked and eaten."""
    folder.mkdir()
    for number, animal in enumerate(ANIMALS):
        text = (
            f"Le {animal} dort longtemps. Le {animal} galope vite dans la forêt. Un {animal} boit lentement."
        )
        (folder / f"animal{number}.txt").write_text(text, encoding="utf-8")
    for number, meal in enumerate(MEALS):
        text = f"On mange une {meal} chaude. Une {meal} cuit doucement au four. On prépare la {meal} salée."
        (folder / f"meal{number}.txt").write_text(text, encoding="utf-8")
    return folder


SMALL = Counting(window=2, min_count=1)


@pytest.fixture
def prepared(tmp_path, now):
    texts = file_texts(PrepareRequest((str(write_texts(tmp_path / "texts")),), texts=True, name="kitchen"))
    return prepare(texts, SMALL, tmp_path, now)[0]


def words_of(lists, place=0):
    return [one.word for one in lists.words[place].neighbours]


def test_words_with_like_contexts_are_neighbours(prepared):
    lists = neighbours(prepared, ["chat", "tarte"], Asking(top=3))
    assert sorted(words_of(lists)) == sorted(set(ANIMALS) - {"chat"})
    assert sorted(words_of(lists, 1)) == sorted(set(MEALS) - {"tarte"})
    assert lists.words[0].frequency == 3
    assert lists.signature.startswith("order:2|ppmi-log2|alpha:0.75|shift:0|cosine|window:2|both|flat|lemmas")
    assert f"tokens:{prepared.tokens}|kept:{prepared.words}" in lists.signature
    assert json.loads(json.dumps(lists.to_json()))["words"][1]["neighbours"][0]["rank"] == 1
    assert lists.rows()[0]["target"] == "chat"
    together = neighbours(prepared, ["chat"], Asking(Order(1), least_together=1))
    assert {"dormir", "boire"} <= set(words_of(together))
    third = neighbours(prepared, ["chat"], Asking(Order(3), top=3, anchors=10))
    assert set(words_of(third)) == set(ANIMALS) - {"chat"}


def test_words_are_looked_up_and_those_that_are_not_there_are_told(prepared):
    lists = neighbours(prepared, ["Chats", "licorne", "Chats", " "], Asking(top=1))
    assert [(one.query, one.word) for one in lists.words] == [("Chats", "chat"), ("licorne", None)]
    assert lists.words[1].reason == "met fewer than 1 times, or not among the words kept"
    with pytest.raises(AloiError, match="The number of words is 0"):
        neighbours(prepared, [" "], Asking())


def test_the_same_texts_are_prepared_once_and_found_again(tmp_path, prepared, now):
    again, new = prepare(
        file_texts(PrepareRequest((str(tmp_path / "texts"),), texts=True, name="kitchen")),
        SMALL,
        tmp_path,
        now,
    )
    assert (again, new) == (prepared, False)
    assert (prepared.documents, prepared.sentences, prepared.words) == (8, 24, prepared.contexts)
    assert find_prepared(tmp_path, None) == find_prepared(tmp_path, prepared.id[:8]) == prepared
    other, _ = prepare(
        file_texts(PrepareRequest((str(tmp_path / "texts"),), texts=True, name="kitchen")),
        Counting(window=2, min_count=1, unit=Unit.FORM),
        tmp_path,
        now,
    )
    with pytest.raises(AloiError, match="'kitchen' was named, and 2 of 2 prepared corpora match"):
        find_prepared(tmp_path, "kitchen")
    assert forget(tmp_path, ForgetRequest(other.id)) == other
    assert list_prepared(tmp_path) == [prepared]
    with pytest.raises(AloiError, match="0 of 0"):
        find_prepared(tmp_path / "empty", None)


def test_a_stopped_preparation_leaves_nothing(tmp_path, now):
    texts = file_texts(PrepareRequest((str(write_texts(tmp_path / "texts")),), texts=True, name="kitchen"))
    told = []

    def stop_at_counting(done, total, message):
        told.append((done, total, str(message)))
        return str(message) != "words counted"

    with pytest.raises(Cancelled):
        prepare(texts, SMALL, tmp_path, now, stop_at_counting)
    assert told[0] == (8, 8, "documents read")
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_a_stored_corpus_is_prepared_by_a_job(store, tmp_path, now):
    about = About("kitchen", "fr", "CC0-1.0", "invented")
    corpus = import_corpus(store, write_texts(tmp_path / "texts"), about).corpus
    assert "French clinical rules" in stored_texts(store, "kitchen").splitter  # split now
    segment_corpus(store, SegmentRequest(corpus.id))
    asked = {"corpus": corpus.id, "window": 2, "min_count": 1, "unit": "form"}
    jobs.start(store, "prepare_neighbours", asked, "M1", now)
    done = jobs.run_one(store, tmp_path)
    assert (done.status, done.result["new"]) == ("done", True), done.error
    found = find_prepared(tmp_path, "kitchen")
    assert found.id == done.result["id"]
    assert found.corpus_id == corpus.id
    assert "fours" not in words_of(neighbours(found, ["chat"], Asking()))
    jobs.start(store, "prepare_neighbours", {"corpus": corpus.id, "windows": 2}, "M1", now)
    failed = jobs.run_one(store, tmp_path)
    assert (failed.status, failed.error.splitlines()[0]) == (
        "failed",
        "No field is called 'windows'.",
    )


def test_what_stands_behind_a_neighbour(prepared):
    found = behind(prepared, BehindRequest("chat", "chien", lines=2))
    assert found.cosine == pytest.approx(
        neighbours(prepared, ["chat"], Asking()).words[0].neighbours[0].score, abs=0.2
    )
    assert {"dormir", "boire"} <= {one.context for one in found.shared}
    assert found.together == ()
    assert found.context == found.shared[0].context
    assert len(found.of_word) == len(found.of_neighbour) == 1
    line = found.of_word[0]
    assert line.document == "animal0"
    assert "chat" in [line.text[start:end] for start, end in line.spans]
    chosen = behind(prepared, BehindRequest("chat", "chien", context="boire"))
    assert chosen.of_neighbour[0].text == "Un chien boit lentement."
    assert chosen.of_neighbour[0].spans == ((3, 8), (9, 13))
    with pytest.raises(AloiError, match="'licorne' is met fewer"):
        behind(prepared, BehindRequest("chat", "licorne"))


def test_two_settings_side_by_side(prepared):
    second = neighbours(prepared, ["chat", "licorne"], Asking(Order(2), top=3))
    same = compare(second, second)
    assert (same.words[0].overlap, same.words[0].jaccard) == (1.0, 1.0)
    assert same.words[0].rbo == pytest.approx(1)
    assert (same.words[1].overlap, same.words[1].rbo) == (None, None)
    assert same.mean_overlap == 1.0
    first = neighbours(prepared, ["chat", "licorne"], Asking(Order(1), top=3, least_together=1))
    found = compare(second, first)
    assert (found.k, found.words[0].common, found.words[0].overlap) == (3, (), 0.0)
    assert [row["rank"] for row in found.rows()] == [1, 2, 3]
    assert not found.rows()[0]["first_common"]
    json.dumps(found.to_json())
    with pytest.raises(AloiError, match="The lists differ: their words"):
        compare(second, neighbours(prepared, ["chat"], Asking()))


def test_the_plot_holds_the_words_and_their_neighbours(prepared):
    drawn = plot(neighbours(prepared, ["chat", "tarte"], Asking(top=3)))
    assert set(drawn.words) == {*ANIMALS, *MEALS}
    assert drawn.words[:2] == ("chat", "tarte")
    assert len(drawn.places) == len(drawn.cosines) == 8
    of_words = {word: place[0] > 0 for word, place in zip(drawn.words, drawn.places, strict=True)}
    assert of_words["chat"] == of_words["loup"] != of_words["tarte"] == of_words["soupe"]


def test_candidates_for_a_judging_task(prepared):
    rows = judging_rows(neighbours(prepared, ["chats"], Asking(top=2)), sentences=2)
    assert len(rows) == 4
    assert {row["target"] for row in rows} == {"chat"}
    for row in rows:
        assert row["sentence"][row["start"] : row["end"]] == "chat"
        assert row["neighbour"] in ANIMALS
    assert len({row["sentence"] for row in rows}) == 2


def test_scores_by_hand(prepared, tmp_path):
    resource = tmp_path / "pairs.tsv"
    resource.write_text("word\tsynonym\nchats\tchien\nchat\tlicorne\nloup\tsoupe\n", encoding="utf-8")
    found = score(prepared, resource, Asking(), both_ways=False, ks=(1, 3))
    assert (found.words, found.unknown, found.without, found.left_out) == (2, 0, 0, 1)
    ranked = [words_of(neighbours(prepared, [word], Asking(top=1000))) for word in ("chat", "loup")]
    expected = [average_precision(ranked[0], {"chien"}), average_precision(ranked[1], {"soupe"})]
    assert [one.average_precision for one in found.by_word] == pytest.approx(expected)
    by_name = {one.metric: one for one in found.scores}
    assert by_name["average_precision"].value == pytest.approx(sum(expected) / 2)
    # chien is among the first three of chat, soupe is not among those of loup
    assert by_name["precision@3"].value == pytest.approx((1 / 3 + 0) / 2)
    assert by_name["precision@3"].highest == pytest.approx(1 / 3)
    interval = by_name["average_precision"].interval
    assert interval.low <= by_name["average_precision"].value <= interval.high
    assert interval.method == "bootstrap-percentile-words-1000-seed0"
    assert score(prepared, resource, Asking(), both_ways=True).words == 4
    assert score(prepared, resource, Asking(), replicates=0).scores[0].interval is None


def test_resources_that_cannot_be_scored(prepared, tmp_path):
    resource = tmp_path / "pairs.csv"
    resource.write_text("a,b\nchat,\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"line 2: the pair of words is 'chat', ''"):
        read_pairs(resource)
    resource.write_text("a,b\nlicorne,griffon\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"kitchen contains no word of pairs\.csv with a synonym"):
        score(prepared, resource, Asking())
    lines = tmp_path / "pairs.txt"
    lines.write_text("chat.n :: matou ; félin\n", encoding="utf-8")
    assert read_pairs(lines) == [("chat", "matou"), ("chat", "félin")]


def test_restricted_sentences_stay(store, tmp_path, now):
    about = About("kitchen", "fr", "DUA", "invented", restricted=True)
    import_corpus(store, write_texts(tmp_path / "texts"), about)
    made, _ = prepare(stored_texts(store, "kitchen"), SMALL, tmp_path, now)
    assert made.restricted
    with pytest.raises(AloiError, match="under a data-use agreement"):
        judging_rows(neighbours(made, ["chat"], Asking()))


def test_a_model_that_is_not_installed_is_told(tmp_path, now):
    texts = file_texts(PrepareRequest((str(write_texts(tmp_path / "texts")),), texts=True, name="kitchen"))
    with pytest.raises(AloiError, match="The spaCy model 'none_such' cannot be loaded: it is not installed"):
        prepare(texts, Counting(contexts=Contexts.SYNTAX, model="none_such"), tmp_path, now)
