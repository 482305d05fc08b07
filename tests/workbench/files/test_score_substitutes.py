"""Files of substitutes scored: mapped forms, several systems, the published baseline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.language.french_forms import harmonised, past_participle
from aloi.workbench.files.score_substitutes import score_files
from aloi.workbench.requests.files.scores import LexsubRequest

GOLD = "mince.a 1 :: fin 3; usé 2;\nlier.v 2 :: unir 4; attacher 1;\ndon.n 3 :: cadeau 2;\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD, encoding="utf-8")
    return path


def system(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_system_in_unmapped_forms_scores_as_its_mapped_copy(gold: Path, tmp_path: Path) -> None:
    mapping = system(tmp_path, "mapping", "user(mince.a)-->usé\ns'unir(lier.v)-->unir\n")
    raw = system(tmp_path, "raw", "mince.a 1 :: user ; usé ; fin\nlier.v 2 :: s'unir\ndon.n 3 :: user\n")
    done = system(tmp_path, "done", "mince.a 1 :: usé ; fin\nlier.v 2 :: unir\ndon.n 3 :: user\n")
    by_form = score_files(LexsubRequest(gold, (raw,), mapping=mapping, replicates=0)).to_json()
    by_hand = score_files(LexsubRequest(gold, (done,), replicates=0)).to_json()
    unmapped = score_files(LexsubRequest(gold, (raw,), replicates=0)).to_json()
    assert by_form["best"] == by_hand["best"] == pytest.approx((2 / 5 + 4 / 5) / 3)
    assert by_form["oot"] == by_hand["oot"] == pytest.approx((1 + 4 / 5) / 3)
    assert unmapped["best"] == 0
    assert (
        score_files(LexsubRequest(gold, (raw,), harmonise=True, replicates=0)).to_json()["best"]
        == by_hand["best"]
    )


def test_gold_lines_that_repeat_a_substitute_score_as_in_the_published_script(tmp_path: Path) -> None:
    """`score.pl` prints these four numbers for the two files: 25.00, 25.00; out of ten 62.50, 62.50."""
    gold = system(
        tmp_path,
        "gold",
        "bright.a 5 :: intelligent 2;clever 1;clever 1;sharp 1;\nside.n 7 :: edge 3;edge 1;border 1;\n",
    )
    answers = system(tmp_path, "best", "bright.a 5 :: clever\nside.n 7 :: edge;flank\n")
    ten = system(tmp_path, "oot", "bright.a 5 ::: clever;intelligent\nside.n 7 ::: edge;flank\n")
    first = score_files(LexsubRequest(gold, (answers,), scorer="semeval2007", replicates=0)).to_json()
    second = score_files(LexsubRequest(gold, (ten,), scorer="semeval2007", replicates=0)).to_json()
    assert first["best"]["precision"] == first["best"]["recall"] == pytest.approx(0.25)
    assert second["oot"]["precision"] == second["oot"]["recall"] == pytest.approx(0.625)
    assert first["gold_lines_repeating"] == 2
    assert (
        score_files(LexsubRequest(gold, (answers, ten), replicates=0)).to_json()["gold_lines_repeating"] == 2
    )


def test_two_systems_are_compared_item_by_item(gold: Path, tmp_path: Path) -> None:
    good = system(tmp_path, "good", "mince.a 1 :: fin\nlier.v 2 :: unir\ndon.n 3 :: cadeau\n")
    bad = system(tmp_path, "bad", "mince.a 1 :: usé\nlier.v 2 :: attacher\n")
    report = score_files(LexsubRequest(gold, (good, bad), replicates=500))
    [best] = report.differences["best"]
    assert (best.a, best.b) == ("good", "bad")
    assert best.difference == pytest.approx((1 / 5 + 3 / 5 + 1) / 3)
    # Three items can be swapped in eight ways: two of them are as far apart, each counted by half.
    assert best.p == pytest.approx(0.125, abs=0.04)
    document = json.loads(json.dumps(report.to_json()))
    assert [one["system"] for one in document["systems"]] == ["good", "bad"]
    with pytest.raises(AloiError, match="of files of answers"):
        score_files(LexsubRequest(gold, (good, good)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mince.a 1 :: fin\nmince.a 9 :: fin\n", "line 2: the item of the gold '9' does not exist"),
        ("mince.v 1 :: fin\n", r"the words of item 1 differ: mince\.v"),
        ("mince.a 1 :: fin\nmince.a 1 :: usé\n", "line 2"),
        ("mince.a 1 , fin\n", "line 1"),
        ("", "no line"),
    ],
)
def test_a_system_that_does_not_fit_is_refused(gold: Path, tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        score_files(LexsubRequest(gold, (system(tmp_path, "system", text),)))


def test_an_unknown_scorer_is_refused(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="semeval2007"):
        score_files(LexsubRequest(gold, (system(tmp_path, "s", "mince.a 1 :: fin\n"),), scorer="mine"))


@pytest.mark.parametrize(
    ("answer", "pos", "form"),
    [
        ("s'appuyer", "v", "appuyer"),
        ("se taire", "v", "taire"),
        ("sembler", "v", "sembler"),
        ("couvrir", "a", "couvert"),
        ("s'épanouir", "a", "épanoui"),
        ("noir", "a", "noir"),
        ("léger", "a", "léger"),
        ("tendre", "a", "tendre"),
        ("couvrir", "n", "couvrir"),
        ("mettre en cause", "a", "mettre en cause"),
    ],
)
def test_forms_are_harmonised(answer: str, pos: str, form: str) -> None:
    assert harmonised(answer, pos) == form


def test_participles_follow_their_endings() -> None:
    verbs = ("parler", "finir", "vendre", "peindre", "réduire", "apercevoir", "admettre", "maison")
    assert [past_participle(one) for one in verbs] == [
        "parlé", "fini", "vendu", "peint", "réduit", "aperçu", "admis", None,
    ]  # fmt: skip


@pytest.mark.shared
def test_the_published_baseline(shared: Path) -> None:
    folder = shared / "data/semdis2014"
    reference = json.loads((shared / "reference/metrics.json").read_text(encoding="utf-8"))["semdis_baseline"]
    for name in ("semdis2014_lexsub_gold.txt", "lexsubfr_semdis2014_test.xml"):
        found = score_files(
            LexsubRequest(
                folder / name,
                (folder / "baseline_dicosyn.txt",),
                mapping=folder / "mapping.txt",
                replicates=0,
            )
        ).to_json()
        assert found["best"] == pytest.approx(reference["scores"]["all"]["best"], abs=1e-6)
        assert found["oot"] == pytest.approx(reference["scores"]["all"]["oot"], abs=1e-6)
        assert found["ceiling"] == pytest.approx(reference["statistics"]["mean_upper_bound_best"], abs=1e-6)
        by_pos = found["by_pos"]
        assert isinstance(by_pos, dict)
        for letter, word in (("n", "noun"), ("a", "adjective"), ("v", "verb")):
            for score in ("best", "oot"):
                row = by_pos[letter]
                assert isinstance(row, dict)
                assert row[score] == pytest.approx(reference["scores"][word][score], abs=1e-6)


@pytest.mark.shared
def test_most_of_the_published_mapping_follows_from_rules(shared: Path) -> None:
    from aloi.gold.formats.substitutes.lexsub_files import read_mapping

    forms = read_mapping(shared / "data/semdis2014/mapping.txt")
    same = sum(harmonised(form, pos) == new for (_, pos, form), new in forms.items())
    assert (same, len(forms)) == (151, 158)


@pytest.mark.shared
def test_the_trial_set_of_semeval2007_scores(shared: Path, tmp_path: Path) -> None:
    gold = shared / "data/semeval2007-lexsub-trial/lst_trial.gold"
    first = [
        f"{line.partition('::')[0]}:: {line.partition('::')[2].split(';')[0].rsplit(' ', 1)[0].strip()}"
        for line in gold.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    path = system(tmp_path, "firsts", "\n".join(first) + "\n")
    found = score_files(LexsubRequest(gold, (path,), scorer="semeval2007", replicates=0)).to_json()
    best = found["best"]
    assert isinstance(best, dict)
    assert best["mode_precision"] == 1.0
    assert found["answered"] == found["items"]
