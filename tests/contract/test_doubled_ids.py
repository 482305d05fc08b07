"""An id that a file has twice: every command that joins rows by id refuses it or states it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.terminal import main as cli
from tests.workbench.judgements import swords

TABLES = {
    "scores": "id\tscore\na\t1\nb\t2\nc\t3\nd\t4\n",
    "labels": "id\tlabel\na\tx\nb\ty\nc\tx\n",
    "several": "id\tlabels\na\tx|y\nb\ty\nc\tx\n",
    "mentions": "id\tmention\tconcept_id\na\tfoie\tC1\nm2\tmains\tC2\n",
    "pool": "id\tleft\tright\na\tIl dort.\tIl sommeille.\nb\tIl court.\tIl marche.\nc\tOui.\tNon.\n",
}
DOUBLED = {
    "scores": "a\t5\n",
    "labels": "a\ty\n",
    "several": "a\tx\n",
    "mentions": "a\tpied\tC3\n",
    "pool": "a\tIl rit.\tIl pleure.\n",
}
SUBSTITUTES = "mettre.v a :: poser 3; placer 2;\nbon.a b :: beau 1;\n"
ANSWERS = "mettre.v a :: poser\nbon.a b :: beau\n"
INSTANCE = '<instance id="{}"><context>On <head>{}</head> ici</context></instance>'
SENTENCES = (
    '<corpus lang="fr"><lexelt item="mettre.v">{}</lexelt><lexelt item="bon.a">'
    + INSTANCE.format("b", "bon")
    + "</lexelt></corpus>"
)
TAGS = "# id = a\nLyon\tB-LOC\ndort\tO\n\n# id = {}\nIci\tO\n"
REPEATED_MENTIONS = "mentions with the id of an earlier mention, counted too"
OUT = "next.tsv"
STS = ("score", "sts", "--scale", "0,5")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {f"{name}.tsv": rows for name, rows in TABLES.items()}
    files |= {f"{name}2.tsv": rows + DOUBLED[name] for name, rows in TABLES.items()}
    files |= {
        "gold.txt": SUBSTITUTES,
        "gold2.txt": SUBSTITUTES + "mettre.v a :: mettre 9;\n",
        "answers.txt": ANSWERS,
        "answers2.txt": ANSWERS + "mettre.v a :: mettre\n",
        "many2.txt": "mettre.v a ::: poser\nmettre.v a ::: mettre\n",
        "xml/gold.txt": SUBSTITUTES,
        "xml/sentences2.xml": SENTENCES.format(INSTANCE.format("a", "met") + INSTANCE.format("a", "mis")),
        "side/gold.txt": SUBSTITUTES + "mettre.v a :: mettre 9;\n",
        "side/sentences.xml": SENTENCES.format(INSTANCE.format("a", "met")),
        "tags.conll": TAGS.format("b"),
        "tags2.conll": TAGS.format("a"),
        "names.tsv": "concept_id\tname\nC1\tfoie\nC2\tmain\n",
        "names2.tsv": "concept_id\tname\nC1\tfoie\nC2\tmain\nC1\tfoie\n",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path


def run(*words: object) -> Any:
    return CliRunner().invoke(cli.aloi, [*map(str, words)], catch_exceptions=False)


@pytest.mark.parametrize(
    ("words", "where", "name"),
    [
        ((*STS, "scores2.tsv", "scores.tsv"), "scores2.tsv, line 6", "'a'"),
        ((*STS, "scores.tsv", "scores2.tsv"), "scores2.tsv, line 6", "'a'"),
        (("score", "labels", "labels2.tsv", "labels.tsv"), "labels2.tsv, line 5", "'a'"),
        (("score", "labels", "labels.tsv", "labels2.tsv"), "labels2.tsv, line 5", "'a'"),
        (("score", "choices", "several2.tsv", "several.tsv"), "several2.tsv, line 5", "'a'"),
        (("score", "choices", "several.tsv", "several2.tsv"), "several2.tsv, line 5", "'a'"),
        (("score", "lexsub", "gold2.txt", "answers.txt"), "gold2.txt, line 3", "'a'"),
        (("score", "lexsub", "gold.txt", "answers2.txt"), "answers2.txt, line 3", "'a'"),
        (("score", "lexsub", "gold.txt", "many2.txt"), "many2.txt, line 2", "'a'"),
        (
            ("score", "lexsub", "gold.txt", "answers2.txt", "--scorer", "semeval2007"),
            "answers2.txt, line 3",
            "'a'",
        ),
        (("score", "lexsub", "xml/sentences2.xml", "answers.txt"), "sentences2.xml, mettre.v a", "'a'"),
        (("score", "lexsub", "side/sentences.xml", "answers.txt"), "gold.txt, line 3", "'a'"),
        (
            ("loop", "balance", "--pool", "pool2.tsv", "--count", "1", "--out", OUT),
            "pool2.tsv, line 5",
            "'a'",
        ),
        (
            ("loop", "balance", "--pool", "pool.tsv", "--gold", "scores2.tsv", "--count", "1", "--out", OUT),
            "scores2.tsv, line 6",
            "'a'",
        ),
    ],
)  # fmt: skip
def test_a_doubled_id_is_refused(folder: Path, words: tuple[str, ...], where: str, name: str) -> None:
    before = sorted(folder.rglob("*"))
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert where in done.stderr
    assert name in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 3
    assert [path for path in sorted(folder.rglob("*")) if path not in before] == []


@pytest.mark.parametrize(("gold", "predicted"), [("tags2", "tags"), ("tags", "tags2"), ("tags2", "tags2")])
def test_doubled_ids_of_sentences_are_stated_and_all_sentences_counted(
    folder: Path, gold: str, predicted: str
) -> None:
    done = run("score", "tags", f"{gold}.conll", f"{predicted}.conll", "--json", "--replicates", "0")
    document = json.loads(done.stdout)
    assert document["sentences"] == 2
    for name in {gold, predicted}:
        said = f"{name}.conll: sentences with the id of another one, counted too: 1."
        assert (said in document["caution"]) is (name == "tags2")


TFIDF = ("--ranker", "tfidf", "--k", "1", "--replicates", "0")


@pytest.mark.parametrize(
    "words",
    [
        ("read", "mentions2.tsv"),
        ("filter", "--kind", "dictionary", "--test", "mentions2.tsv", "--reference", "names.tsv"),
        ("filter", "--kind", "train", "--test", "mentions.tsv", "--reference", "mentions2.tsv"),
        ("table", "--test", "mentions2.tsv", "--dictionary", "names.tsv"),
        ("table", "--test", "mentions.tsv", "--train", "mentions2.tsv"),
        ("rank", "--mentions", "mentions2.tsv", "--dictionary", "names.tsv", *TFIDF),
        ("cross", "--set", "name=n,mentions=mentions2.tsv,dictionary=names.tsv", *TFIDF),
        ("cross", "--source", "fr=mentions2.tsv", "--source", "en=mentions.tsv", *TFIDF),
    ],
)
def test_doubled_ids_of_mentions_are_stated_and_all_mentions_counted(
    folder: Path, words: tuple[str, ...]
) -> None:
    assert stated(run("linking", *words, "--json"), REPEATED_MENTIONS) == [1]
    assert f"{REPEATED_MENTIONS}: 1" in run("linking", *words).stdout


@pytest.mark.parametrize(
    "words",
    [
        ("filter", "--kind", "dictionary", "--test", "mentions.tsv", "--reference", "names2.tsv"),
        ("table", "--test", "mentions.tsv", "--dictionary", "names2.tsv"),
        ("rank", "--mentions", "mentions.tsv", "--dictionary", "names2.tsv", *TFIDF),
    ],
)
def test_doubled_lines_of_a_dictionary_are_stated(folder: Path, words: tuple[str, ...]) -> None:
    what = "lines with the concept and the name of an earlier line, ranked too"
    assert stated(run("linking", *words, "--json"), what) == [1]


def stated(done: Any, what: str) -> list[int]:
    """Return the counts of the notes that say so, wherever the document has them."""
    assert done.exit_code == 0, done.stderr
    counts: list[int] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            if str(value.get("what", "")).endswith(what):
                counts.append(value["count"])
            value = [*value.values()]
        if isinstance(value, list):
            for each in value:
                collect(each)

    collect(json.loads(done.stdout))
    return counts


def test_filtered_mentions_with_one_id_keep_their_own_marks(folder: Path) -> None:
    options = ("--test", "mentions2.tsv", "--reference", "names.tsv", "--kind", "dictionary")
    run("linking", "filter", *options, "--out", "out.tsv")
    header, *rows = [line.split("\t") for line in (folder / "out.tsv").read_text("utf-8").splitlines()]
    marks = {row[header.index("mention")]: row[header.index("filtered")].lower() for row in rows}
    assert (marks["foie"], marks["pied"]) == ("false", "true")


def test_a_doubled_key_of_swords_is_refused(folder: Path) -> None:
    content = json.dumps(swords(), ensure_ascii=False)
    doubled = content.replace('"s1": {', '"s1": {"target_id": "t1", "substitute": "autre"}, "s1": {', 1)
    (folder / "judged.json").write_text(doubled, encoding="utf-8")
    options = ("--campaign", "c", "--language", "en", "--licence", "CC0-1.0")
    done = run("import", "judged.json", "--format", "swords", *options)
    assert done.exit_code == 2
    assert "'s1' is repeated in one object" in done.stderr
    assert json.loads(run("corpus", "list", "--json").stdout) == {"corpora": []}
