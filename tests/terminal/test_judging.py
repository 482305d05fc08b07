"""Judgements brought in, candidates made and targets mined by commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from aloi.corpora.mining.targets import Tag, TaggedSentence
from aloi.corpora.model import Sentence
from aloi.corpora.readers import read_table, write_table
from tests.terminal.conftest import Run
from tests.workbench.judgements import swords, write_swords

ABOUT = ("--language", "en", "--licence", "CC0", "--source", "written")


def test_judgements_come_in_and_agreement_comes_out(told: Run, folder: Path) -> None:
    path = write_swords(folder)
    words = ("import", path, "--campaign", "judged", *ABOUT)
    done = told(*words)
    assert (done["documents"], done["items"], done["new"]) == (2, 5, 17)
    assert "swords-1 gave the first label" in done["notes"][0]
    assert told(*words)["new"] == 0
    report = told("round", "agreement", "--campaign", "judged", "--round", 1)
    values = {one["measure"]: one["value"] for one in report["results"]}
    assert values["percent_agreement"] == pytest.approx(8 / 15)
    assert {"krippendorff_alpha", "fleiss_kappa", "gwet_ac1"} <= set(values)
    gold = told("gold", "freeze", "--campaign", "judged", "--rule", "mace")
    assert gold["items"] == 5


def test_broken_judgements_are_refused(refused, folder: Path) -> None:
    content = swords()
    content["substitute_labels"]["s2"] = ["PERHAPS"]
    path = write_swords(folder, content)
    assert "'s2' has the label 'PERHAPS'" in refused("import", path, "--campaign", "judged", *ABOUT)
    assert "None of these was given: SUBSTITUTES, --gold" in refused("judging", "candidates")


def test_targets_are_mined_changed_stored_and_judged(
    told: Run, refused, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tag(sentences: Iterable[Sentence], model: str) -> Iterator[TaggedSentence]:
        del model
        for one in sentences:
            at = one.text.index("porte")
            words = (Tag(at, at + 5, "porte", "porte", "NOUN"), Tag(0, 2, one.text[:2], "verbe", "VERB"))
            yield TaggedSentence(one, words)

    monkeypatch.setattr("aloi.corpora.mining.tagging.tag", tag)
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("La porte ferme. Une porte ouvre.", encoding="utf-8")
    (folder / "d.tsv").write_text("lemma\tsynonym\nporte\tverbe\n", encoding="utf-8")
    (folder / "w.tsv").write_text("target\tneighbour\nporte\tissue\n", encoding="utf-8")
    told(
        "corpus",
        "import",
        "texts",
        "--name",
        "doors",
        "--language",
        "fr",
        "--licence",
        "CC0",
        "--source",
        "w",
    )
    told("corpus", "segment", "doors")
    options = ("--low", 1, "--synonyms", 1, "--per-word", 2, "--shortest", 1, "--pos", "noun")
    done = told("targets", "mine", "doors", "--dictionary", "d.tsv", *options, "--out", "t.tsv")
    assert (done["words"], done["targets"]) == (1, 2)
    assert done["left"]["synonyms"] == 1
    assert done["parameters"]["words"]["pos"] == ["NOUN"]
    rows = [dict(row.values) for row in read_table(folder / "t.tsv").rows]
    write_table(folder / "t.tsv", list(rows[0]), [{**rows[0], "keep": "no"}, rows[1]])
    assert told("targets", "store", "doors", "t.tsv")["new"] == 1
    assert told("judging", "candidates", "w.tsv", "--corpus", "doors")["candidates"] == 1
    assert "--low is 0" in refused(
        "targets", "mine", "doors", "--dictionary", "d.tsv", "--low", 0, "--out", "u.tsv"
    )
    write_table(folder / "t.tsv", list(rows[0]), [{**rows[0], "pos": "PRON"}])
    assert "t.tsv, line 2: the lemma with its part of speech is 'porte', 'PRON'" in refused(
        "targets", "store", "doors", "t.tsv"
    )
