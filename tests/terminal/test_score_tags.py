"""`aloi score tags`, `labels` and `choices`: documents, tables, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GOLD = "Une O\ntoux B-SYMP\nsèche I-SYMP\n\nSous O\naspirine B-DRUG\n"


def _write(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / f"{name}.conll").write_text(text, encoding="utf-8")
    return [f"{name}.conll" for name in files]


def test_lenient_and_strict_by_type(folder, told) -> None:
    _write(folder, gold=GOLD, predicted=GOLD.replace("B-DRUG", "I-DRUG"))
    document = told("score", "tags", "gold.conll", "predicted.conll")
    assert [document[part] for part in ("precision", "recall", "f1")] == [1, 1, 1]
    assert document["lenient"]["f1"] == 1
    assert document["lenient"]["by_type"]["DRUG"] | {"ci": None, "design_effect": None} == {
        "precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1, "predicted": 1, "ci": None,
        "design_effect": None,
    }  # fmt: skip
    strict = document["strict"]
    assert (strict["precision"], strict["recall"], strict["f1"]) == (1, 0.5, pytest.approx(2 / 3))
    assert strict["by_type"]["DRUG"]["recall"] == 0
    assert document["accuracy"] == 0.8
    assert "|scheme:IOB2|" in strict["signature"]
    assert strict["ci"]["f1"][0] <= strict["f1"] <= strict["ci"]["f1"][1]


def test_the_table_for_people(folder, invoke) -> None:
    _write(folder, gold=GOLD)
    result = invoke("score", "tags", "gold.conll", "gold.conll", "--scheme", "iob2")
    assert result.exit_code == 0
    assert "strict IOB2" in result.stdout
    assert "2 sentences, 5 tokens, 1.0000 of tags equal" in result.stdout


def test_parts_of_speech(folder, invoke, told) -> None:
    _write(folder, gold=2 * "a NOM\nb ADJ\n\n", predicted=2 * "a NOM\nb NOM\n\n")
    result = invoke("score", "tags", "gold.conll", "predicted.conll", "--json")
    assert "without prefix" in result.stderr
    read = json.loads(result.stdout)
    assert read["f1"] == read["strict"]["f1"] == 0.5
    assert read["read_as"] == "tags without a letter, BARE"
    bare = told("score", "tags", "gold.conll", "predicted.conll", "--bare")
    assert bare["f1"] == bare["strict"]["f1"] == 0.5
    assert bare["caution"] is None


def _columns(tags: str) -> str:
    """Return a sentence with these tags, twice."""
    return 2 * ("".join(f"w{at} {tag}\n" for at, tag in enumerate(tags.split())) + "\n")


@pytest.mark.parametrize(
    ("gold", "predicted", "scheme", "strict", "lenient", "caution"),
    [
        ("B-PER L-PER O U-LOC", "B-PER I-PER O U-LOC", "tags in BILOU", (1, 0.5), (1, 1), None),
        ("I-PER I-PER O I-LOC B-LOC", "I-PER I-PER O I-LOC I-LOC", "tags in IOB1", (0.5, 1 / 3),
         (0.5, 1 / 3), None),
        ("B-PER E-PER O S-LOC", "B-PER E-PER O S-PER", "tags in IOBES", (0.5, 0.5), (0.5, 0.5), None),
        ("B-PER M-PER E-PER W-X", "B-PER M-PER E-PER W-X", "tags in BMEWO", (1, 1), (1, 1), None),
        ("U-PER U-PER", "U-PER U-PER", "tags in BILOU", (1, 1), (1, 1), None),
        ("PER-B PER-I O", "B-PER I-PER O", "tags in IOB2", (1, 1), (1, 1), None),
        ("b_PER i_PER o", "B-PER I-PER O", "tags in IOB2", (1, 1), (1, 1), "read as O"),
        ("B-PER E-PER O S-LOC", "B-PER I-PER O B-LOC", "tags in IOBES (gold) and IOB2 (prediction)",
         (1, 1), (1, 1), "each was read in its own"),
        ("B-PER I-PER O B-LOC", "I-PER I-PER O I-LOC", "tags in IOB2", (0, 0), (1, 1), "counts none of them"),
        ("B-PER I-PER O I-LOC", "B-PER I-PER O I-LOC", "tags in IOB2", (1, 1), (1, 1), "--scheme IOB1"),
        ("PER PER O LOC", "PER PER O O", "tags without a letter, IO", (1, 0.5), (1, 0.5), "--bare"),
        ("PER PER O LOC", "B-PER I-PER O O", "tags in IO (gold) and IOB2 (prediction)", (1, 0.5), (1, 0.5),
         "each was read in its own"),
    ],
)  # fmt: skip
def test_the_scheme_is_found_from_the_tags(folder, invoke, gold, predicted, scheme, strict, lenient, caution):
    _write(folder, gold=_columns(gold), predicted=_columns(predicted))
    result = invoke("score", "tags", "gold.conll", "predicted.conll", "--replicates", "0", "--json")
    document = json.loads(result.stdout)
    assert document["read_as"] == scheme
    for reading, expected in (("strict", strict), ("lenient", lenient)):
        assert (document[reading]["precision"], document[reading]["recall"]) == pytest.approx(expected)
    if caution is None:
        assert document["caution"] is None
    else:
        assert caution in document["caution"]
        assert caution in result.stderr.replace("\n", " ")


def test_ids_of_sentences_that_stand_twice_are_counted(folder, told) -> None:
    _write(folder, gold="# id = s1\nx B-A\n\n# id = s1\ny B-A\n")
    caution = told("score", "tags", "gold.conll", "gold.conll", "--replicates", "0")["caution"]
    assert "gold.conll: sentences with the id of another one, counted too: 1." in caution


def test_tags_of_no_one_scheme_are_refused(folder, refused) -> None:
    _write(folder, gold=_columns("B-PER I-PER LOC O"))
    assert "tags without ('LOC')" in refused("score", "tags", "gold.conll", "gold.conll")


@pytest.mark.parametrize(
    ("predicted", "options", "said"),
    [
        (
            GOLD.replace("toux", "fièvre"),
            [],
            "'fièvre' in line 2 of predicted.conll, 'toux' in line 2 of gold.conll",
        ),
        (GOLD.replace("sèche I-SYMP\n", ""), [], "2 at line 1 of predicted.conll"),
        (GOLD.split("\n\n")[0], [], "2 in gold.conll, 1 in predicted.conll"),
        (GOLD.replace(" I-SYMP", ""), [], "line 3: 'sèche' lacks a token or its tag"),
        (
            GOLD.replace("B-DRUG", "E-DRUG"),
            ["--scheme", "IOB2"],
            "line 6 of predicted.conll is 'E-DRUG', which is not of",
        ),
        (GOLD, ["--scheme", "IOB3"], "IOB3"),
        (GOLD, ["--unit", "document"], "lacks its document"),
        (GOLD, ["--unit", "word"], "sentence, document"),
        (GOLD, ["--replicates", "-1"], "at least 0"),
    ],
)
def test_what_tags_refuse(folder, refused, predicted, options, said) -> None:
    _write(folder, gold=GOLD, predicted=predicted)
    assert said in refused("score", "tags", "gold.conll", "predicted.conll", *options)


def test_intervals_over_documents(folder, told) -> None:
    text = "# document = a\nx B-A\n\ny B-A\n\n# document = b\nz B-A\n"
    _write(folder, gold=text)
    document = told("score", "tags", "gold.conll", "gold.conll", "--unit", "document")
    assert "|ci:exact-clusters-document-2|" in document["signature"]


def _table(path: Path, *rows: str) -> str:
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path.name


def test_one_label_a_row(folder, told, invoke) -> None:
    gold = _table(folder / "g.tsv", "id\tlabel", "1\ta", "2\ta", "3\tb", "4\tb")
    predicted = _table(folder / "p.tsv", "id\tlabel", "1\ta", "2\tb", "3\tb", "4\t")
    document = told("score", "labels", gold, predicted)
    assert (document["n"], document["missing"], document["accuracy"]) == (4, 1, 0.5)
    assert document["weighted_f1"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert document["by_label"]["b"]["precision"] == 0.5
    assert set(document["ci"]) == {"weighted_f1", "macro_f1", "micro_f1", "accuracy"}
    assert "4 rows of gold, 1 without answer" in invoke("score", "labels", gold, predicted).stdout


def test_several_labels_and_probabilities(folder, told) -> None:
    gold = _table(folder / "g.tsv", "id\tlabels", "1\ta|c", "2\tb", "3\ta | b", "4\t")
    rows = (
        '{"id": "1", "labels": ["a"]}',
        '{"id": "2", "labels": ["b", "c"]}',
        '{"id": "3", "labels": ["a"]}',
    )
    sets = _table(folder / "p.jsonl", *rows, '{"id": "4", "labels": []}')
    shares = _table(
        folder / "p.tsv", "id\ta\tb\tc", "1\t.71\t.2\t.69", "2\t.1\t.9\t.7", "3\t1\t.3\t.1", "4\t0\t0\t0"
    )
    first = told("score", "labels", gold, sets)
    second = told("score", "labels", gold, shares, "--threshold", "0.7")
    assert first["weighted_f1"] == second["weighted_f1"]
    assert first["exact_match"] == 0.25
    assert "|threshold:0.7|" in second["signature"]["weighted_f1"]


def test_choices(folder, told) -> None:
    gold = _table(folder / "g.tsv", "id\tlabels", "1\ta", "2\ta|b", "3\ta|b|c", "4\te")
    predicted = _table(folder / "p.tsv", "id\tlabels", "1\ta", "2\ta", "3\tb|d", "4\ta|b|c|d")
    document = told("score", "choices", gold, predicted)
    assert document["exact_match"] == 0.25
    assert document["jaccard"] == pytest.approx((1 + 1 / 2 + 1 / 4) / 4)
    assert "by_label" not in document


def test_what_labels_refuse(folder, refused) -> None:
    one = _table(folder / "one.tsv", "id\tlabel", "1\ta")
    several = _table(folder / "several.tsv", "id\tlabels", "1\ta|b")
    shares = _table(folder / "shares.tsv", "id\ta\tb", "1\t0.2\t1.3")
    empty = _table(folder / "empty.tsv", "id\tlabel", "1\t")
    twice = _table(folder / "twice.tsv", "id\tlabel", "1\ta", "1\ta")
    other = _table(folder / "other.tsv", "id\tlabel", "9\ta")
    assert "of the gold differ: 'labels', 'label'" in refused("score", "labels", one, several)
    assert "--threshold" in refused("score", "labels", several, shares)
    assert "'1.3'" in refused("score", "labels", several, shares, "--threshold", "0.5")
    assert "0 to 1" in refused("score", "labels", several, shares, "--threshold", "7")
    assert "the column of labels contains nothing" in refused("score", "labels", empty, one)
    assert "repeated" in refused("score", "labels", one, twice)
    assert "not in the gold, first: 9" in refused("score", "labels", one, other)
