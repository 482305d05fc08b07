"""Cross tables: scores, marks and paired tests by value; kept ranks; test sets of files and of the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.reports.linking import compare_ranks
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers.base import Ranker, Ranking
from aloi.storage.store import Store
from aloi.studies.linking import test_sets as linking_kept
from aloi.studies.linking.corpora import corpus_row, row_of_json
from aloi.studies.linking.cross import CrossTable, cross_table
from aloi.studies.linking.job import crossed_of_json
from aloi.studies.linking.sets import LinkingSet, SetSource, make_set, read_set
from aloi.studies.linking.tables import cross_csv, cross_latex
from aloi.workbench import jobs
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_mentions, keep_source_answers
from tests.workbench.linking_campaign import terminology
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

NAMES = ConceptDictionary(tuple(f"nom {n}" for n in range(40)), tuple(f"C{n}" for n in range(40)))


class Given(Ranker):
    """A ranker that puts the right name at the rank a mention says: `m7 @2`."""

    name = "given"

    def __init__(self, place: int) -> None:
        self.place, self.asked = place, 0

    @property
    def signature(self) -> str:
        return f"given {self.place}"

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        self.asked += 1
        rows = []
        for one in mentions:
            right, rank = int(one.split()[0][1:]), int(one.split("@")[1].split(",")[self.place])
            others = [at for at in range(len(names)) if at != right]
            rows.append([*others[: rank - 1], right, *others[rank - 1 :]][:top])
        return Ranking(np.array(rows), np.zeros((len(mentions), top)))


def mention(number: int, ranks: str) -> LinkedMention:
    return LinkedMention(f"m{number}", "", "", (), f"m{number} @{ranks}", "", f"C{number}")


@pytest.fixture
def given() -> LinkingSet:
    """Return 30 mentions: the first ranker finds none first, the second 20, the third 18 of these."""
    ranks = ["2,1,1"] * 18 + ["2,1,2"] * 2 + ["2,2,2"] * 10
    test = [mention(n, one) for n, one in enumerate(ranks)]
    test.append(LinkedMention("x", "", "", (), "m1 @1,1,1", "", "CUILESS"))
    train = [test[0], LinkedMention("y", "", "", (), "m1 @2,1,2", "", "C9")]
    return make_set("A", test, train, NAMES)


def test_cells_hold_scores_marks_and_paired_tests(given: LinkingSet) -> None:
    rankers = {name: Given(place) for place, name in enumerate(("poor", "good", "near"))}
    loaded = {name: lambda one=one: one for name, one in rankers.items()}
    table = cross_table([given], loaded, threshold=0.9, replicates=200)
    assert [(one.filter, one.mentions, one.covered) for one in table.columns] == [
        ("full", 30, 1.0),
        ("filtered", 29, 1.0),
        ("filtered_0.9", 0, None),
    ]
    full = {name: table.value(name, table.columns[0], "acc@1") for name in rankers}
    assert [full[name].value for name in full] == [0, pytest.approx(20 / 30), pytest.approx(18 / 30)]
    assert [full[name].mark for name in full] == ["", "best", "tied"]
    ranks = {"good": [1] * 20 + [2] * 10, "poor": [2] * 30, "near": [1] * 18 + [2] * 12}
    gap = compare_ranks(ranks, (1, 5), replicates=200, seed=0)["acc@1"].between("good", "poor")
    assert gap.p_holm is not None
    assert full["good"].p == pytest.approx(gap.p_holm, abs=0.01)
    assert full["good"].p < 0.05
    assert full["good"].difference == pytest.approx(20 / 30)
    assert (full["poor"].difference, full["poor"].p) == (None, None)
    five = {name: table.value(name, table.columns[0], "acc@5") for name in rankers}
    assert {one.mark for one in five.values()} == {"best"}
    empty = table.value("good", table.columns[2], "acc@1")
    assert (empty.value, empty.p, empty.mark) == (None, None, "")
    assert [one.asked for one in rankers.values()] == [1, 1, 1]  # a mention is ranked once for the three
    assert from_json(CrossTable, json.loads(json.dumps(to_json(table)))) == table
    lines = cross_csv(table).splitlines()
    assert len(lines) == 1 + 3 * 3 * 3
    latex = cross_latex(table)
    assert r"near & $60.0$\textsuperscript{*} & $58.6$\textsuperscript{*} & -- \\" in latex
    assert r"good & $\mathbf{66.7}$ & $\mathbf{65.5}$ & -- \\" in latex


def test_wide_tables_have_blocks_of_whole_sets(given: LinkingSet) -> None:
    sets = [make_set(name, given.test, given.train, NAMES) for name in "ABCD"]
    table = cross_table(sets, {"one": lambda: Given(0)}, replicates=0)
    latex = cross_latex(table)
    assert latex.count(r"\begin{tabular}{lrrrrrrrrr}") == 3
    assert latex.count(r"\begin{tabular}{lrrr}") == 3
    assert table.cells[0].values[0].mark == ""


def test_what_was_ranked_is_kept_and_a_table_goes_on(given: LinkingSet, tmp_path: Path) -> None:
    first, second = Given(0), Given(1)

    def stop(done: int, total: int, message: str) -> bool:
        assert total == 2
        return done == 0

    rankers = {"first": lambda: first, "second": lambda: second}
    with pytest.raises(Cancelled):
        cross_table([given], rankers, replicates=0, keep=tmp_path, progress=stop)
    assert (first.asked, second.asked) == (1, 0)
    table = cross_table([given], rankers, replicates=0, keep=tmp_path)
    assert (first.asked, second.asked) == (1, 1)
    assert table == cross_table([given], rankers, replicates=0)


def test_a_corpus_row_reads_back(given: LinkingSet) -> None:
    row = corpus_row(given, thresholds=(0.0, 0.5))
    assert row_of_json(json.loads(json.dumps(row.to_json()))) == row


TEST = "mention\tconcept_id\ntoux\tC1\nfièvres\tC2\n"
NAMED = "concept_id\tname\nC1\ttoux\nC2\tfièvre\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, list[Path]]:
    for name, text in {"test.tsv": TEST, "names.tsv": NAMED}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {"mentions": [tmp_path / "test.tsv"], "dictionary": [tmp_path / "names.tsv"]}


def test_sets_are_kept_once_read_and_ranked_by_a_job(
    store: Store, tmp_path: Path, files: dict[str, list[Path]]
) -> None:
    data = tmp_path / "data"
    kept = linking_kept.keep_set(data, {"name": "A", "reader": "table", "group": ""}, files)
    assert linking_kept.kept_sets(data) == [kept]
    with pytest.raises(AloiError, match="called 'A'"):
        linking_kept.keep_set(data, {"name": "A"}, files)
    with pytest.raises(AloiError, match="no name"):
        linking_kept.keep_set(data, {"name": " "}, files)
    files["mentions"][0].write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(AloiError):
        linking_kept.keep_set(data, {"name": "B"}, files)
    assert linking_kept.kept_sets(data) == [kept]
    rankers = [{"name": "tf-idf", "ranker": "tfidf"}]
    asked = {
        "sets": [kept],
        "rankers": rankers,
        "threshold": 0.2,
        "mode": "exact",
        "replicates": 0,
        "seed": 0,
    }
    jobs.start(store, "linking_cross", asked, "M1", NOW)
    job = jobs.run_one(store, data)
    assert job is not None
    assert job.status == "done", job.error
    crossed = crossed_of_json(job.result)
    assert [one.mentions for one in crossed.table.columns] == [2, 1, 0]
    assert crossed.table.cells[0].values[0].value == 1.0
    [row] = crossed.corpora
    assert (row.filtered.mentions, row.near.mentions, len(row.curve)) == (1, 0, 11)
    assert len(list((data / "linking" / "cells").glob("*.json"))) == 1
    linking_kept.forget_set(data, "A")
    assert linking_kept.kept_sets(data) == []


def test_the_table_of_mentions_is_found_beside_the_table_of_texts(tmp_path: Path) -> None:
    texts, mentions = tmp_path / "m.texts.tsv", tmp_path / "m.annotations.tsv"
    texts.write_text("document_id\ttext\na\tla toux\n", encoding="utf-8")
    mentions.write_text("document_id\tspan\tmention\tcui\na\t3 7\ttoux\tC1\n", encoding="utf-8")
    for place, given in enumerate(([texts, mentions], [mentions, texts])):
        files = {"mentions": given, "names_of": given}
        kept = linking_kept.keep_set(tmp_path / "data", {"name": f"M{place}"}, files)
        assert str(kept["mentions"]).endswith("mentions/m.annotations.tsv")
        source = linking_kept.kept_source(kept, tmp_path / "data")
        assert read_set(source).test[0].text == "la toux"


def test_a_set_needs_its_store_and_its_names(store: Store, files: dict[str, list[Path]]) -> None:
    mentions = files["mentions"][0]
    with pytest.raises(AloiError, match="lacks a store with its terminology or release"):
        read_set(SetSource("a", mentions, terminology="T"))
    with pytest.raises(AloiError, match="lacks training mentions or a dictionary"):
        read_set(SetSource("a", mentions))
    with pytest.raises(AloiError, match="The terminology 'T' does not exist"):
        read_set(SetSource("a", mentions, terminology="T"), store)


def test_a_set_is_made_of_a_release_and_of_a_terminology(store: Store, tmp_path: Path) -> None:
    text = "Elle a de la fièvre et des frissons et toux."
    rows = (("13 19", "fièvre", "X1"), ("27 35", "frissons", "X2"), ("39 43", "toux", "X3"))
    lines = [f"{at}\ta\t{span}\t{name}\t{one}" for at, (span, name, one) in enumerate(rows)]
    (tmp_path / "m.annotations.tsv").write_text(
        "\n".join(["id\tdocument_id\tspan\tmention\tconcept_id", *lines, ""]), encoding="utf-8"
    )
    (tmp_path / "m.texts.tsv").write_text(f"document_id\ttext\na\t{text}\n", encoding="utf-8")
    about = About("source", "fr", "CC0", "written for the test")
    corpus = import_mentions(store, tmp_path / "m.annotations.tsv", about, NOW).corpus
    kept = terminology(store)
    create_campaign(store, CampaignRequest("gold", corpus.id, task="linking"))
    keep_source_answers(store, "gold", NOW)
    gold.freeze(store, FreezeRequest("gold"), now=NOW)
    overrides, sizes = overriding("agreement", "crossing"), {"train": 1, "test": 2}
    request = ReleaseRequest(
        "gold", "1.0", sizes=sizes, leaks=("test=train",), policy="none", overrides=overrides
    )
    made = releases.build(store, request, now=NOW)
    assert made.manifest["splits"]["leaks"][0]["by"] == "mention"
    of_release = read_set(SetSource("a", release=made.id), store)
    assert (len(of_release.test), len(of_release.train)) == (2, 1)
    assert of_release.dictionary.names == (of_release.train[0].mention,)
    assert (of_release.against, of_release.names_from) == ("train", "train")
    named = read_set(SetSource("b", release=made.id, terminology=kept.name, against="dictionary"), store)
    assert len(named.dictionary.names) == kept.names
    assert (named.against, named.names_from) == ("dictionary", kept.name)
    with pytest.raises(AloiError, match="no name in the language 'xx'"):
        read_set(SetSource("b", release=made.id, terminology=kept.name, names_language="xx"), store)
    whole = releases.build(
        store, ReleaseRequest("gold", "2.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    with pytest.raises(AloiError, match="no linked mention in a split `test`"):
        read_set(SetSource("c", release=whole.id), store)


def test_names_of_other_mentions_are_ranked(tmp_path: Path, files: dict[str, list[Path]]) -> None:
    other = tmp_path / "other.tsv"
    other.write_text("mention\tconcept_id\nFever\tC2\ncough\tC1\n", encoding="utf-8")
    found = read_set(SetSource("a", files["mentions"][0], names_of=other))
    assert found.dictionary.names == ("fever", "cough")
    assert (found.against, found.references, found.names_from) == (
        "dictionary",
        ("fever", "cough"),
        "other.tsv",
    )
