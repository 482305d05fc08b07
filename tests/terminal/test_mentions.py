"""`aloi mentions import`."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Run

FACTS = ("--name", "notes", "--language", "fr", "--licence", "CC0")


def test_the_concepts_of_the_source_are_answers(told: Run, folder: Path) -> None:
    (folder / "one.txt").write_text("Elle a de la fièvre.", encoding="utf-8")
    lines = "T1\tDISO 13 19\tfièvre\nN1\tReference T1 UMLS:C0015967\tfever\n"
    (folder / "one.ann").write_text(lines, encoding="utf-8")
    told("mentions", "import", folder / "one.ann", *FACTS)
    (folder / "names.tsv").write_text("concept_id\tname\nC0015967\tfever\n", encoding="utf-8")
    told("terminology", "import", folder / "names.tsv", "--name", "signs", "--licence", "CC0")
    told("campaign", "create", "--name", "gold", "--corpus", "notes", "--task", "linking")
    done = told("mentions", "answers", "gold")
    assert (done["round"], done["new"], done["linked"], done["none"], done["silent"]) == (1, 1, 1, 0, 0)


def test_mentions_are_imported_with_their_counts(told: Run, refused, folder: Path) -> None:
    (folder / "one.txt").write_text("Elle a de la fièvre.", encoding="utf-8")
    lines = "T1\tDISO 13 19\tfièvre\nT2\tDISO 0 4\tfièvre\nT3\tCHEM 0 4\tElle\n"
    (folder / "one.ann").write_text(lines, encoding="utf-8")
    done = told("mentions", "import", folder / "one.ann", *FACTS, "--group", "DISO")
    assert (done["items"], done["left_out"], done["joined"], done["new"]) == (1, 1, 0, True)
    assert {"mentions of other groups, excluded", "mentions with offsets of other words, excluded"} <= {
        one["what"] for one in done["notes"]
    }
    assert "No format of annotations is called 'x'" in refused(
        "mentions", "import", folder / "one.ann", *FACTS, "--reader", "x"
    )
