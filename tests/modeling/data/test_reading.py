"""Rows read from releases, exports, tables and files: the same content, whatever it lies in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aloi.annotation.rows import (
    LabelledSpan,
    LabelledText,
    LinkedMention,
    MultipleChoice,
    ScoredPair,
    TaggedTokens,
)
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError
from aloi.corpora.item_json import item_body
from aloi.corpora.model import Json, Passage, Sentence
from aloi.evaluation.resampling import Units
from aloi.evaluation.rows import evaluation_set
from aloi.gold.formats import format_named
from aloi.gold.formats.labels.labelled_jsonl import LabelledJsonl
from aloi.gold.formats.questions.mcqa_jsonl import McqaJsonl
from aloi.gold.model import Release
from aloi.gold.releasing.companions import manifest_text
from aloi.gold.releasing.manifest import rows_by_split
from aloi.gold.releasing.release import build_release
from aloi.gold.releasing.sources import document_sources
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.data.reading import ScoreColumns, read
from aloi.modeling.data.sentences import by_sentence, cut
from tests.gold.campaign import NOW, make_inputs, release_of

SCALE = (0.0, 5.0)
QUESTIONS = Path(__file__).parents[3] / "aloi/workbench" / "demo_questions"
TABLE = "split\tid\tsentence1\tsentence2\tscore\ntrain\tb\tUn\tDeux\t1.5\ntest\ta\tTrois\tQuatre\t5\n"


@pytest.fixture
def release() -> Release:
    return build_release(make_inputs(), NOW)


def _table(tmp_path: Path, content: str, name: str = "pairs.tsv") -> Path:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def test_a_release_gives_its_parts_with_origins_status_and_answers(release: Release) -> None:
    data = read(release)
    assert (data.name, data.ends, data.kind) == ("pairs 1.0", (0.0, 5.0), ScoredPair)
    assert {part: len(found) for part, found in data.parts.items()} == {"train": 4, "test": 2}
    every = {one.left: one for found in data.parts.values() for one in found}
    mean = every["La toux dure depuis dix jours."]
    # A1 corrected 0 to 5 and answered 3 to the hidden repeat, which does not count.
    beside = {name: one for part in data.parts for name, one in data.provenance_of(part).items()}
    assert beside[mean.id].answers == {"A1": 5.0, "A2": 4.0, "A3": 4.0}
    assert mean.score == pytest.approx(13 / 3)
    assert (beside[mean.id].status, beside[mean.id].miners) == ("aggregated", ("lexical",))
    decided = every['Il dit : "ça va\tmieux".']
    told = beside[decided.id]
    assert (decided.score, told.status, len(told.answers)) == (2.0, "adjudicated", 3)
    assumed = next(one for one in every.values() if beside[one.id].status == "assumed")
    assert (assumed.score, beside[assumed.id].answers) == (0.0, {})
    assert all(list(found) == sorted(found, key=lambda one: one.id) for found in data.parts.values())


@pytest.mark.parametrize("name", ["sts_tsv", "drbenchmark_jsonl"])
def test_an_export_with_ids_has_the_checksum_of_its_release(
    name: str, release: Release, tmp_path: Path
) -> None:
    format_named(name).write(rows_by_split(release.manifest), tmp_path, release)
    data = read(tmp_path, scale=SCALE)
    assert data.checksum == read(release).checksum
    with pytest.raises(AloiError, match="the scale of its scores"):
        read(tmp_path)
    (tmp_path / "manifest.json").write_text(manifest_text(release), encoding="utf-8")
    assert read(tmp_path).checksum == data.checksum
    with pytest.raises(AloiError, match=r"The scale of .* is 0, 4"):
        read(tmp_path, scale=(0, 4))


def test_a_dataset_folder_says_all_its_release_says(release: Release, tmp_path: Path) -> None:
    format_named("huggingface").write(rows_by_split(release.manifest), tmp_path, release)
    data = read(release)
    # Its documents are named as their source names them.
    names = {one.id: one.name for one in document_sources(release.manifest)}
    named = {
        part: {
            row: replace(one, clusters={"document": tuple(names[each] for each in one.clusters["document"])})
            for row, one in known.items()
        }
        for part, known in data.provenance.items()
    }
    assert read(tmp_path) == replace(data, provenance=named)
    assert read(tmp_path / "test.parquet").parts == {"test": read(release).part("test")}
    with pytest.raises(AloiError, match=r"The scale of .* is 0, 4"):
        read(tmp_path, scale=(0, 4))


@pytest.mark.parametrize("name", ["huggingface", "sts_tsv", "clister", "drbenchmark_jsonl"])
def test_an_export_draws_the_documents_of_its_release(name: str, release: Release, tmp_path: Path) -> None:
    format_named(name).write(rows_by_split(release.manifest), tmp_path, release)

    def units(data: Dataset) -> list[Units]:
        parts = sorted(data.parts)
        return [evaluation_set("x", "", data.part(one), data.provenance_of(one)).units for one in parts]

    for one, other in zip(units(read(release)), units(read(tmp_path, scale=SCALE)), strict=True):
        assert (one.drawn, one.keys) == (other.drawn, ("document",))
        assert sorted(one.clusters.sizes()) == sorted(other.clusters.sizes())


def test_documents_of_texts_and_questions_are_read_with_them(tmp_path: Path) -> None:
    text = LabelledText("a", "Il dort.", "", ("yes",), ("no", "yes"))
    for content in LabelledJsonl().files({"test": [text]}, release_of(a=("d1",))).items():
        (tmp_path / content[0]).write_text(content[1], encoding="utf-8")
    assert read(tmp_path).provenance_of("test")["a"].clusters == {"document": ("d1",)}
    (tmp_path / "labels.json").unlink()
    question = MultipleChoice("a", "Où ?", ("ici", "là"), (0,))
    files = McqaJsonl().files({"test": [question]}, release_of(a=("d2",)))
    (tmp_path / "test.jsonl").write_text(files["test.jsonl"], encoding="utf-8")
    assert read(tmp_path).provenance_of("test")["a"].clusters == {"document": ("d2",)}


def test_a_manifest_of_another_program_is_left_alone(tmp_path: Path) -> None:
    _table(tmp_path, TABLE)
    (tmp_path / "manifest.json").write_text('{"campaign": {}}', encoding="utf-8")
    assert read(tmp_path, scale=SCALE).name == tmp_path.name
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(AloiError, match=r"manifest\.json is not JSON"):
        read(tmp_path, scale=SCALE)


def test_a_clister_export_has_the_texts_and_scores_of_its_release(release: Release, tmp_path: Path) -> None:
    format_named("clister").write(rows_by_split(release.manifest), tmp_path, release)
    data = read(tmp_path, scale=SCALE)

    def content(one):
        return {part: sorted((i.left, i.right, i.score) for i in found) for part, found in one.parts.items()}

    assert content(data) == content(read(release))
    assert data.part("test")[0].id == "cas-deux_3 cas-trois_3"


def test_a_release_without_parts_says_so(release: Release) -> None:
    splits = cast("Mapping[str, Json]", release.manifest["splits"])
    bare = replace(release, manifest={**release.manifest, "splits": {**splits, "parts": []}})
    data = read(bare)
    assert data.parts == {}
    with pytest.raises(AloiError, match=r"pairs 1\.0 has no split 'test'"):
        data.part("test")


def test_the_same_pairs_have_the_same_checksum_in_every_kind_of_table(tmp_path: Path) -> None:
    tsv = read(_table(tmp_path, TABLE), scale=SCALE)
    assert {part: [one.id for one in found] for part, found in tsv.parts.items()} == {
        "train": ["b"],
        "test": ["a"],
    }
    rows = [dict(zip(*(line.split("\t") for line in (TABLE.splitlines()[0], one)), strict=True))
            for one in TABLE.splitlines()[1:]]  # fmt: skip
    lines = "".join(json.dumps({**row, "score": float(row["score"])}) + "\n" for row in reversed(rows))
    assert read(_table(tmp_path, lines, "p.jsonl"), scale=SCALE).checksum == tsv.checksum
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "p.parquet")
    assert read(tmp_path / "p.parquet", scale=SCALE).checksum == tsv.checksum
    assert read(_table(tmp_path, TABLE.replace("\t", ","), "p.csv"), scale=SCALE) == replace(tsv, name="p")
    assert read(_table(tmp_path, TABLE), scale=(0, 6)).checksum != tsv.checksum
    other = _table(tmp_path, TABLE.replace("1.5", "1.25"))
    assert read(other, scale=SCALE).checksum != tsv.checksum


def test_columns_may_be_told_and_annotators_become_the_mean(tmp_path: Path) -> None:
    path = _table(tmp_path, "nr\ta\tb\tP1\tP2\n7\tUn\tDeux\t1\t2\n8\tTrois\tQuatre\t\t4\n")
    with pytest.raises(AloiError, match=r"no column is recognised as the first text; there are 'nr', 'a'"):
        read(path, kind=ScoredPair, scale=SCALE)
    data = read(path, scale=SCALE, columns=ScoreColumns("a", "b", id="nr"))
    first, second = data.part("all")
    assert (first.id, first.score, data.provenance_of("all")["7"].answers) == (
        "7",
        1.5,
        {"P1": 1.0, "P2": 2.0},
    )
    assert (second.score, data.provenance_of("all")[second.id].answers) == (4.0, {"P2": 4.0})
    one = read(path, scale=SCALE, columns=ScoreColumns("a", "b", id="nr", score="P2"))
    assert [each.score for each in one.part("all")] == [2.0, 4.0]
    assert one.provenance_of("all") == {}
    with pytest.raises(AloiError, match="no column 'zz'"):
        read(path, scale=SCALE, columns=ScoreColumns(left="zz"))


def test_a_folder_of_parts_without_headers_and_of_shards(tmp_path: Path) -> None:
    _table(tmp_path, 'Un,"Un, deux",1\nUn,Un,2.5\n', "x-fr-train.csv")
    _table(tmp_path, "Trois,Quatre,5\n", "x-fr-test.csv")
    data = read(tmp_path, scale=SCALE)
    assert [(one.id, one.right, one.score) for one in data.part("train")] == [
        ("train-1", "Un, deux", 1.0),
        ("train-2", "Un", 2.5),
    ]
    assert [one.id for one in data.part("test")] == ["test-1"]
    assert list(read(tmp_path / "x-fr-test.csv", scale=SCALE).parts) == ["test"]
    _table(tmp_path, "Trois,Quatre,5\n", "y-test.csv")
    with pytest.raises(AloiError, match=r"y-test\.csv is not the only file of the split 'test'"):
        read(tmp_path, scale=SCALE)
    (tmp_path / "sharded" / "data").mkdir(parents=True)
    for number in (0, 1):
        rows = [{"id": f"{number}", "sentence1": "a", "sentence2": "b", "label": number}]
        name = f"validation-0000{number}-of-00002.parquet"
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / "sharded" / "data" / name)
    found = read(tmp_path / "sharded", scale=(0, 1))
    assert [one.score for one in found.part("validation")] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (TABLE.replace("1.5", "7"), "pairs.tsv, line 2: the score is '7'"),
        (TABLE.replace("1.5", "nan"), "pairs.tsv, line 2: the pair lacks a score"),
        (TABLE.replace("1.5", "1,5").replace("\t5", "\t4.5"), "column 'score' contains '1,5'"),
        (TABLE.replace("1.5", "45 %"), "column 'score' contains '45 %', which is a percentage"),
        (TABLE.replace("Un\t", " \t"), "pairs.tsv, line 2: the pair lacks a text"),
        (TABLE.replace("train\t", "\t"), "pairs.tsv, line 2: the column 'split' contains ''"),
        (TABLE + "train\tb\tUn\tDeux\t2\n", "The id in the split 'train' of pairs 'b' appears twice"),
        ("Un\tDeux\t3\nUn\tDeux\n", "pairs.tsv, line 2: the pair lacks a score"),
        ("Un\tDeux\t3\nUn\tDeux\t1\tx\n", "pairs.tsv, line 2: the number of values is 4"),
        ("id\tsentence1\tsentence2\n1\ta\tb\n", "no column is recognised as the score"),
    ],
)
def test_bad_tables_are_told(content: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AloiError) as caught:
        read(_table(tmp_path, content), kind=ScoredPair, scale=SCALE)
    assert said in caught.value.found


def test_what_is_not_there_and_scales_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="There is no file or folder"):
        read(tmp_path / "none", scale=SCALE)
    with pytest.raises(AloiError, match="contains no table"):
        read(tmp_path, scale=SCALE)
    path = _table(tmp_path, TABLE)
    with pytest.raises(AloiError, match="The two ends of the scale were expected"):
        read(path)
    with pytest.raises(AloiError, match="The scale is 5, 0"):
        read(path, scale=(5, 0))


def tagged(text: str, *named: str) -> TaggedTokens:
    """Return a text whose named stretches are entities `X`."""
    spans = tuple(LabelledSpan("X", ((text.index(one), text.index(one) + len(one)),)) for one in named)
    return TaggedTokens("t", "d", *tokens_and_tags(text, spans), text, spans)


def test_texts_are_cut_into_sentences_with_their_spans() -> None:
    row = tagged("Il tousse beaucoup. La fièvre monte vite.", "tousse", "fièvre")
    first, second = by_sentence([row])
    assert (first.id, second.id, second.document_id) == ("t-1", "t-2", "d")
    assert second.text == "La fièvre monte vite."
    assert second.spans == (LabelledSpan("X", ((3, 9),)),)
    assert [tag for tag in first.tags + second.tags if tag != "O"] == ["B-X", "B-X"]


def test_what_each_annotator_tagged_is_cut_where_the_gold_is() -> None:
    text = "Il tousse beaucoup. La fièvre monte vite."
    found = cut(tagged(text, "fièvre"), {"A1": tagged(text, "beaucoup. La fièvre"), "A2": tagged(text)})
    assert [row.tags for row, _ in found] == [("O",) * 4, ("O", "B-X", "O", "O", "O")]
    assert [theirs["A1"].tags for _, theirs in found] == [
        ("O", "O", "B-X", "I-X"), ("B-X", "I-X", "O", "O", "O"),
    ]  # fmt: skip
    assert all(len(theirs["A2"].tags) == len(row.tags) for row, theirs in found)


def test_a_release_of_spans_has_what_each_annotator_tagged_sentence_by_sentence(release: Release) -> None:
    text = "Il tousse beaucoup. La fièvre monte vite."
    sentence = Sentence("s", "d", 0, 0, len(text), text)
    passage = Passage("p", "c", sentence)
    one, other = ({"spans": [{"label": "sign", "parts": [list(part)]}]} for part in ((3, 9), (23, 29)))
    answer = {"round": 1, "item_id": "p", "occasion": 1, "revision": 1}
    manifest = {
        **release.manifest,
        "campaign": {"name": "marked", "task": "spans", "settings": {}},
        "items": [{"id": "p", "kind": "passage", **item_body(passage)}],
        "origins": [{"item_id": "p", "miner": "import"}],
        "annotations": [
            {**answer, "annotator": "A1", "value": one},
            {**answer, "annotator": "A2", "value": other},
        ],
        "gold": {"items": [{"item_id": "p", "value": one, "status": "aggregated"}]},
        "splits": {"parts": [{"name": "test", "item_ids": ["p"]}]},
    }
    data = read(replace(release, manifest=manifest))
    assert data.kind is TaggedTokens
    assert [row.id for row in data.part("test")] == ["p-1", "p-2"]
    beside = data.provenance_of("test")
    assert beside["p-1"].answers == {"A1": ("O", "B-sign", "O", "O"), "A2": ("O",) * 4}
    assert beside["p-2"].answers == {"A1": ("O",) * 5, "A2": ("O", "B-sign", "O", "O", "O")}
    assert (beside["p-2"].miners, beside["p-2"].status) == (("import",), "aggregated")


def test_sentences_that_a_span_joins_stay_together() -> None:
    text = "Il tousse beaucoup. La fièvre monte vite. Il dort bien."
    row = TaggedTokens("t", "d", (), (), text, (LabelledSpan("X", ((3, 9), (23, 29))),))
    assert [one.text for one in by_sentence([row])] == [
        "Il tousse beaucoup. La fièvre monte vite.", "Il dort bien.",
    ]  # fmt: skip
    bare = TaggedTokens("t", "d", ("a", "."), ("O", "O"))
    assert by_sentence([bare]) == (bare,)


def test_each_form_of_data_is_known(tmp_path: Path) -> None:
    found = read(QUESTIONS)
    assert found.kind is MultipleChoice
    assert {part: len(rows) for part, rows in found.parts.items()} == {"test": 48, "train": 48}
    assert read(QUESTIONS / "test.jsonl").parts == {"test": found.part("test")}
    tables = tmp_path / "tables"
    tables.mkdir()
    _table(tables, "identifier\tabstract\tspecialities\n1\tun\ta|b\n2\tdeux\tc\n", "train.tsv")
    _table(tables, "identifier\tabstract\tspecialities\n3\ttrois\tb\n", "dev.tsv")
    texts = read(tables)
    assert texts.parts["train"][0] == LabelledText("1", "un", "", ("a", "b"), ("a", "b", "c"))
    assert read(tables / "dev.tsv").parts == {"dev": (LabelledText("3", "trois", "", ("b",), ("b",)),)}
    conll = tmp_path / "conll"
    conll.mkdir()
    _table(conll, "# id = s\n# document = d\nla\tO\nfièvre\tB-X\n\n", "train.conll")
    assert read(conll).parts["train"] == (TaggedTokens("s", "d", ("la", "fièvre"), ("O", "B-X")),)
    brat = tmp_path / "brat" / "train"
    brat.mkdir(parents=True)
    _table(brat, "La fièvre. Il dort.", "a.txt")
    _table(brat, "T1\tX 3 9\tfièvre\n", "a.ann")
    rows = read(tmp_path / "brat").parts["train"]
    assert next(one.tags for one in rows if isinstance(one, TaggedTokens))[:2] == ("O", "B-X")
    labelled = tmp_path / "labelled"
    labelled.mkdir()
    _table(labelled, '["a", "b"]', "labels.json")
    line = {"id": "1", "text": "un", "second": "", "labels": ["b"]}
    _table(labelled, json.dumps(line) + "\n", "test.jsonl")
    assert read(labelled).parts["test"] == (LabelledText("1", "un", "", ("b",), ("a", "b")),)
    mentions = tmp_path / "mentions"
    mentions.mkdir()
    _table(mentions, "id\tmention\tconcept_id\n1\ttoux\tC1\n", "train.tsv")
    assert read(mentions).parts["train"] == (LinkedMention("1", "", "", (), "toux", "", "C1"),)
    with pytest.raises(AloiError, match="contains no tagged text"):
        read(tables, kind=TaggedTokens)


def test_whole_documents_are_shared_out_anew(tmp_path: Path) -> None:
    lines = "".join(f"# id = s{n}\n# document = d{n // 3}\nla\tO\nfièvre\tB-X\n\n" for n in range(60))
    path = _table(tmp_path, lines, "all.conll")
    found = read(path.parent, split="train=.7,dev=.1,test=.2")
    documents = {part: {one.document_id for one in rows} for part, rows in found.parts.items()}
    assert {part: len(names) for part, names in documents.items()} == {"train": 14, "dev": 2, "test": 4}
    assert not documents["train"] & documents["test"]
    assert read(path.parent, split="train=.7,dev=.1,test=.2") == found
    with pytest.raises(AloiError, match=r"The split is 'train=a'"):
        read(path.parent, split="train=a")


def test_pairs_are_shared_out_anew_with_what_stands_beside_them(tmp_path: Path) -> None:
    rows = "".join(f"Un {n}\tDeux {n}\t{n % 5}\t{(n + 1) % 5}\n" for n in range(20))
    path = _table(tmp_path, "sentence1\tsentence2\tP1\tP2\n" + rows)
    found = read(path, scale=SCALE, split="train=.5,test=.5")
    assert {part: len(rows) for part, rows in found.parts.items()} == {"train": 10, "test": 10}
    assert found.provenance_of("test").keys() == {one.id for one in found.part("test")}


@pytest.mark.shared
def test_real_corpora_load_as_they_lie(shared: Path) -> None:
    stsb = read(shared / "data" / "stsb-multi-mt-fr", scale=SCALE)
    assert {part: len(found) for part, found in stsb.parts.items()} == {
        "train": 5749,
        "dev": 1500,
        "test": 1379,
    }
    biosses = read(shared / "data" / "biosses", kind=ScoredPair, scale=(0, 4))
    answers = [one.answers for one in biosses.provenance_of("all").values()]
    assert (len(biosses.part("all")), {len(one) for one in answers}) == (100, {5})
    assert sum(sum(one.values()) for one in answers) == 61 + 2 * 129 + 3 * 172 + 4 * 66
