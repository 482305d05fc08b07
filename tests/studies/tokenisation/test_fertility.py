"""Fertility by both definitions on tokenizers small enough to count by hand, and vocabularies two by two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.modeling.encoders.subword_tokenizers import load_tokenizer, pieces
from aloi.studies.tokenisation.fertility import fertility, overlap


def _save(core, folder: Path, **special: str) -> Path:
    from transformers import PreTrainedTokenizerFast

    PreTrainedTokenizerFast(tokenizer_object=core, **special).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def wordpiece(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tokenizer that knows `toux`, `fièvre` in two parts, and letters."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    entries = ["[UNK]", "[CLS]", "[SEP]", "toux", "fi", "##èvre", "la", "a", "##a"]
    core = Tokenizer(models.WordPiece({one: at for at, one in enumerate(entries)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    core.enable_truncation(3)  # as many models are saved: nothing may be cut all the same
    folder = tmp_path_factory.mktemp("piece")
    return _save(core, folder, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")


@pytest.fixture(scope="module")
def bytelevel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a byte-level tokenizer with the words `toux` and `la`, begun by a space."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("t", "o"), ("u", "x"), ("to", "ux"), ("Ġ", "toux"), ("l", "a"), ("Ġ", "la"), ("Ã", "¨")]
    entries = ["<s>", *letters, *("".join(pair) for pair in merges)]
    core = Tokenizer(models.BPE({one: at for at, one in enumerate(entries)}, merges))
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    return _save(core, tmp_path_factory.mktemp("bytes"), bos_token="<s>")


def test_both_definitions(wordpiece: Path) -> None:
    tokenizer = load_tokenizer(str(wordpiece))
    texts = ["la toux", "la fièvre  toux"]  # two spaces: an empty word for the benchmark
    assert tokenizer.lengths(texts) == [(4, 2), (6, 4)]
    found = fertility(tokenizer, texts, replicates=200)
    assert found.drbenchmark == pytest.approx((4 / 2 + 6 / 4) / 2)
    assert found.plain == pytest.approx(6 / 5)
    assert (found.documents, found.words, found.subwords) == (2, 5, 6)
    assert found.intervals[1] is not None
    assert (found.intervals[1].low, found.intervals[1].high) == (1.0, pytest.approx(4 / 3))
    assert "|ci:bootstrap-percentile-documents-200-seed0|" in found.signature


def test_words_that_are_given_and_documents_without(wordpiece: Path) -> None:
    tokenizer = load_tokenizer(str(wordpiece))
    documents = [("la", "fièvre"), ()]
    skipped = fertility(tokenizer, documents, replicates=0)
    assert skipped.drbenchmark == pytest.approx(5 / 2)
    assert skipped.plain == pytest.approx(3 / 2)
    assert fertility(tokenizer, documents, wordless="zero", replicates=0).drbenchmark == pytest.approx(5 / 4)
    nothing = fertility(tokenizer, [()], replicates=0)
    assert (nothing.drbenchmark, nothing.plain) == (None, None)
    json.dumps(nothing.to_json(), allow_nan=False)
    with pytest.raises(
        AloiError, match="The number of documents, and the treatment of those without words, is 0, 'skip'"
    ):
        fertility(tokenizer, [])


def test_vocabularies_compare_although_they_mark_words_otherwise(wordpiece: Path, bytelevel: Path) -> None:
    one, other = load_tokenizer(str(wordpiece)), load_tokenizer(str(bytelevel))
    # Both have `toux` and `la` as beginnings; `##a` and the byte-level `a` both continue a word.
    found = overlap([one, other])
    assert found.sizes[0] == 6
    assert found.shared == ((6, 3), (3, found.sizes[1]))
    assert found.shares[0] == (1.0, 0.5)
    assert (False, "è") in other.pieces()
    assert other.split("la toux") == ("Ġla", "Ġtoux")
    assert other.lengths([("la", "toux")]) == [(2, 2)]


def test_pieces_by_the_mark_of_words() -> None:
    assert pieces(["▁la", "toux"]) == {(True, "la"), (False, "toux")}
    assert pieces(["la", "##toux"]) == {(True, "la"), (False, "toux")}
    assert pieces(["▁la", "▁le", "##"]) == {(True, "la"), (True, "le"), (False, "##")}
    assert pieces(["Ġla", "Ã©", "Ã"]) == {(True, "la"), (False, "é"), (False, "Ã")}


def test_models_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="cannot be read as a model"):
        load_tokenizer(str(tmp_path))
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(AloiError, match="cannot be read as a model"):
        load_tokenizer(str(tmp_path))


def test_the_command(tmp_path: Path, wordpiece: Path, bytelevel: Path) -> None:
    from click.testing import CliRunner

    from aloi.terminal.main import aloi

    words = tmp_path / "a.conll"
    words.write_text("la\tO\nfièvre\tB-X\n", encoding="utf-8")
    rows = tmp_path / "a.jsonl"
    rows.write_text('{"id": "1", "text": "la fièvre", "tokens": ["la", "fièvre"]}\n', encoding="utf-8")
    models = ["--model", str(wordpiece), "--model", str(bytelevel)]
    for source in (["--texts", words], ["--texts", rows], ["--texts", rows, "--words-column", "tokens"]):
        result = CliRunner().invoke(
            aloi, ["fertility", *models, *map(str, source), "--term", "la fièvre", "--json"]
        )
        assert result.exit_code == 0, result.stderr
        document = json.loads(result.stdout)
        assert document["models"][0]["plain"] == 1.5
        assert document["terms"]["la fièvre"][wordpiece.name] == ["la", "fi", "##èvre"]
        assert document["vocabulary"]["shares"][0] == [1.0, 0.5]
    shown = CliRunner().invoke(aloi, ["fertility", *models, "--texts", str(words), "--term", "toux"])
    assert "share of the row's vocabulary" in shown.stdout
    twice = CliRunner().invoke(aloi, ["fertility", *models, "--model", str(wordpiece), "--texts", str(words)])
    assert twice.exit_code == 2
    assert "a unique name" in twice.stderr


def test_several_data_sets_with_examples_and_tables(tmp_path: Path, wordpiece: Path, bytelevel: Path) -> None:
    from click.testing import CliRunner

    from aloi.studies.tokenisation.study import TokenizerStudy
    from aloi.terminal.main import aloi

    (tmp_path / "a.conll").write_text("la\tO\nfièvre\tB-X\n", encoding="utf-8")
    (tmp_path / "b.tsv").write_text("id\ttext\n1\tla toux, la toux.\n2\tla fièvre\n", encoding="utf-8")
    arguments = ["fertility", "--model", str(wordpiece), "--model", str(bytelevel), "--examples", "5"]
    for name in ("a.conll", "b.tsv"):
        arguments += ["--texts", str(tmp_path / name)]
    for option in ("csv", "overlap-csv", "splits-csv"):
        arguments += [f"--{option}", str(tmp_path / f"{option}.csv")]
    result = CliRunner().invoke(aloi, [*arguments, "--json"])
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert [one["file"] for one in document.pop("tables_read")] == ["b.tsv"]
    assert [one["dataset"] for one in document["datasets"]] == ["a", "b"]
    assert document["models"] == document["datasets"][0]["models"]
    # `fièvre` is 2 and 7 pieces, `toux` 1 each; signs at the ends of words are no part of them.
    assert [(one["dataset"], one["word"], one["count"]) for one in document["examples"]] == [
        ("a", "fièvre", 1),
        ("b", "fièvre", 1),
        ("b", "toux", 2),
    ]
    assert document["examples"][2]["splits"] == {
        wordpiece.name: ["toux"],
        bytelevel.name: ["Ġtoux"],
    }
    again = TokenizerStudy.from_json(document)
    assert again.to_json() == document
    assert next(row["plain"] for row in again.fertility_rows()) == 1.5
    lines = (tmp_path / "csv.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("dataset,model,plain,plain_low,plain_high,drbenchmark")
    assert len(lines) == 5
    assert len((tmp_path / "overlap-csv.csv").read_text(encoding="utf-8").splitlines()) == 5
    assert len((tmp_path / "splits-csv.csv").read_text(encoding="utf-8").splitlines()) == 4
    twice = CliRunner().invoke(aloi, [*arguments, "--texts", str(tmp_path / "a.conll")])
    assert (twice.exit_code, "a unique name" in twice.stderr) == (2, True)
