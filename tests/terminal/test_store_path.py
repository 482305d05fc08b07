"""The whole path by commands: texts in, a released corpus out; and bad input leaves the store as it was."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.overriding import overriding

# Written for this test: three invented reports whose sentences resemble each other in pairs.
REPORTS = {
    "cas-01": "Le patient A1 tousse depuis trois jours. La fièvre est montée à 39 °C. Un sirop est prescrit.",
    "cas-02": "La patiente A2 tousse depuis cinq jours. La fièvre est montée à 38 °C. Un repos est prescrit.",
    "cas-03": "Le patient A3 boite depuis trois jours. La douleur est au genou. Une attelle est prescrite.",
}
WHY = "Two annotators read the same two sentences differently."

BROKEN = overriding("licence", "restricted", "agreement", "crossing")


def write(path: Path, columns: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerows([columns, *rows])
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@pytest.fixture
def reports(folder: Path) -> Path:
    (folder / "reports").mkdir()
    for name, text in REPORTS.items():
        (folder / "reports" / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder / "reports"


_FOLDERS: dict[str, tuple[Path, list[str]]] = {}


@pytest.fixture
def campaign(told: Any, reports: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Import, split, mine, draw; two annotators, an adjudicator, a campaign: return the ids of its items.

    It is made once a process; each test works on a copy.
    """
    if not _FOLDERS:
        items = _made(told, reports, folder)
        kept = tmp_path_factory.mktemp("campaign") / "folder"
        _FOLDERS["made"] = Path(shutil.copytree(folder, kept)), items
    source, items = _FOLDERS["made"]
    shutil.copytree(source, folder, dirs_exist_ok=True)
    return list(items)


def _made(told: Any, reports: Path, folder: Path) -> list[str]:
    told("corpus", "import", reports, "--name", "cases", "--language", "fr", "--licence", "CC-BY-4.0")
    assert told("corpus", "segment", "cases")["sentences"] == 9
    mined = told("corpus", "mine", "cases", "--threshold", "0.3", "--out", folder / "c.tsv")
    assert mined["pairs_kept"] >= 6
    drawn = told(
        "corpus", "draw", "cases", folder / "c.tsv", "--threshold", "0.3", "--per-bin", 3, "--seed", 1
    )
    told("people", "add", "--name", "Ada Novel", "--expertise", "nurse")
    told("people", "add", "--name", "Bo Novel")
    told("people", "add", "--name", "Cy Novel", "--role", "adjudicator")
    told("campaign", "create", "--name", "likeness", "--corpus", "cases")
    assert told("guideline", "add", "--campaign", "likeness", "--ready")["version"] == 1
    return list(drawn["item_ids"])


def released(told: Any, folder: Path, items: list[str]) -> dict[str, Any]:
    """Open a round, import answers that differ on one item, decide it, freeze, release: the release."""
    told("round", "open", "--campaign", "likeness", "--purpose", "main", "--annotators", "A1,A2")
    answers = [[item, who, place % 6] for place, item in enumerate(items) for who in ("A1", "A2")]
    answers[1][2] = 5
    table = write(folder / "answers.tsv", ["item_id", "annotator", "value"], answers)
    done = told("annotations", "import", table, "--campaign", "likeness", "--round", 1)
    assert (done["new"], done["known"]) == (2 * len(items), 0)
    again = told("annotations", "import", table, "--campaign", "likeness", "--round", 1)
    assert (again["new"], again["known"]) == (0, 2 * len(items))
    decisions = write(
        folder / "d.tsv", ["item_id", "value", "why", "adjudicator"], [[items[0], 1, WHY, "A3"]]
    )
    decided = told("adjudicate", decisions, "--campaign", "likeness", "--round", 1)
    assert (decided["decided"], decided["left"]) == (1, 0)
    assert [one["file"] for one in decided["tables_read"]] == ["d.tsv"]
    gold = told("gold", "freeze", "--campaign", "likeness")
    assert (gold["items"], gold["undecided"]) == (len(items), [])
    assert gold["by_status"] == {"adjudicated": 1, "aggregated": len(items) - 1}
    options = ("--campaign", "likeness", "--version", "1.0", "--sizes", "train=0.5,test=rest", "--seed", 2)
    return dict(told("release", "build", *options, *overriding("agreement", "crossing")))


def test_from_texts_to_a_release(told: Any, folder: Path, campaign: list[str], invoke: Any) -> None:
    release = released(told, folder, campaign)
    status = told("round", "status", "--campaign", "likeness", "--round", 1)
    assert (status["submitted"], status["wanted"]) == (2 * len(campaign), 2 * len(campaign))
    assert [one["submitted"] for one in status["progress"]] == [len(campaign)] * 2
    assert (status["done"], status["planned"]) == (2 * len(campaign), 2 * len(campaign))
    overview = told("campaign", "overview", "likeness")
    assert [(one["done"], one["planned"]) for one in overview["rounds"]] == [(2 * len(campaign),) * 2]
    assert overview["agreement"][0]["result"]["signature"].startswith("krippendorff_alpha|")
    assert (overview["progress"]["forecast"]["reason"], overview["disputes"]) == ("done", 0)
    wanted = told("campaign", "wanted", "likeness", "--share", "0=30", "--share", "5=10")
    assert [(one["level"], one["share"]) for one in wanted["levels"] if one["share"]] == [
        ("0", 0.75),
        ("5", 0.25),
    ]
    assert told("campaign", "wanted", "likeness") == wanted
    assert invoke("campaign", "wanted", "likeness", "--share", "3").exit_code == 2
    assert invoke("campaign", "wanted", "likeness", "--share", "3=1", "--even").exit_code == 2
    assert told("campaign", "overview", "likeness")["agreement"][0]["scores"][0]["share"] == 0.75
    assert not told("campaign", "wanted", "likeness", "--even")["stated"]
    lines = invoke("campaign", "overview", "likeness").stdout
    assert f"{2 * len(campaign)} of {2 * len(campaign)} planned" in lines

    assert len(release["checksum"]) == 64
    assert sum(release["splits"].values()) == len(campaign)
    assert release["crossing_documents"] > 0  # three documents only: they stand on both sides
    assert (release["dropped"], release["seed"]) == ([], 2)
    verified = told("release", "verify", "1.0")
    assert (verified["problems"], verified["checksum"]) == ([], release["checksum"])
    assert [one["version"] for one in told("release", "list")["releases"]] == ["1.0"]

    first = told("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "one")
    second = told("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "two")
    assert first["files"] == second["files"]
    [name] = [name for name in first["files"] if name.endswith(".tsv")]
    rows = read(folder / "one" / name)
    named = ["left_document", "right_document"]
    assert list(rows[0]) == ["split", "id", "score", "sentence1", "sentence2", *named]
    assert all(row[name] for row in rows for name in named)
    assert {one["id"]: float(one["score"]) for one in rows} == {
        item: 1.0 if place == 0 else float(place % 6) for place, item in enumerate(campaign)
    }
    assert told("check")["problems"] == []
    assert "Ada Novel" not in (folder / "one" / name).read_text(encoding="utf-8")
    exported = told("annotations", "export", "--campaign", "likeness", "--out", folder / "a.tsv")
    assert exported["annotations"] == 2 * len(campaign)
    assert {one["annotator"] for one in read(folder / "a.tsv")} == {"A1", "A2"}


def test_releases_are_compared(told: Any, folder: Path, campaign: list[str]) -> None:
    here = released(told, folder, campaign)
    build = ("release", "build", "--campaign", "likeness", "--sizes", "train=0.5,test=rest")
    build += (*overriding("agreement", "crossing"), "--version")
    assert told(*build, "1.1", "--seed", 3)["checksum"] != here["checksum"]
    difference = told("release", "diff", "1.0", "1.1")
    assert (difference["same_content"], difference["added"], difference["changed_values"]) == (False, [], [])
    told(*build, "1.2", "--seed", 2)
    assert told("release", "diff", "1.0", "1.2")["changed_splits"] == []


def test_another_store_gives_the_same_content(
    told: Any, folder: Path, campaign: list[str], reports: Path
) -> None:
    here = released(told, folder, campaign)
    other = f"sqlite:///{folder / 'other.db'}"

    def elsewhere(*arguments: object) -> Any:
        return told(*arguments, "--store", other)

    elsewhere("corpus", "import", reports, "--name", "cases", "--language", "fr", "--licence", "CC-BY-4.0")
    elsewhere("corpus", "segment", "cases")
    elsewhere("corpus", "draw", "cases", folder / "c.tsv", "--threshold", "0.3", "--per-bin", 3, "--seed", 1)
    for name, role in (("Di", "annotator"), ("Ed", "annotator"), ("Flo", "adjudicator")):
        elsewhere("people", "add", "--name", name, "--role", role)
    elsewhere("campaign", "create", "--name", "likeness", "--corpus", "cases")
    elsewhere("guideline", "add", "--campaign", "likeness", "--ready")
    there = released(elsewhere, folder, campaign)
    assert there["checksum"] == here["checksum"]
    assert len(told("people", "list")["people"]) == 3


def test_random_pairs_are_assumed_dissimilar(told: Any, folder: Path, campaign: list[str]) -> None:
    draw = told("corpus", "random", "cases", "--count", 2, "--seed", 4, "--out", folder / "r.tsv")
    closest = draw["closest"]
    assert [one["score"] for one in closest] == sorted((one["score"] for one in closest), reverse=True)
    suspect = f"{closest[0]['left_id']},{closest[0]['right_id']}"
    options = ("campaign", "assume", "likeness", folder / "r.tsv", "--count", 2, "--checked", 2, "--seed", 4)
    done = told(*options, "--suspect", suspect, "--why", "The closest were read by two people.")
    assert (done["items"], done["replaced"], done["checked"]) == (2, 1, 2)
    assert told("corpus", "list")["corpora"][0]["items"] == len(campaign) + 2


def test_a_round_is_closed_reopened_and_handed_over(told: Any, campaign: list[str], refused: Any) -> None:
    told(
        "round", "open", "--campaign", "likeness", "--purpose", "main", "--overlap", "single", "--items", "4"
    )
    round_ = ("--campaign", "likeness", "--round", 1)
    assert told("round", "close", *round_)["status"] == "closed"
    assert "closed" in refused("round", "reassign", *round_, "--from", "A1", "--to", "A2")
    assert told("round", "reopen", *round_)["status"] == "open"
    assert told("round", "add-annotator", *round_, "--person", "A3")["annotators"] == 3
    assert told("campaign", "close", "likeness")["status"] == "closed"
    assert "open campaign" in refused("round", "open", "--campaign", "likeness", "--purpose", "main")


def test_a_round_is_wanted_by_a_day_and_may_show_what_became_of_answers(
    told: Any, campaign: list[str], refused: Any
) -> None:
    opening = ("round", "open", "--campaign", "likeness", "--purpose", "main", "--items", "2")
    plain = told(*opening)
    assert (plain["due"], plain["shows_outcome"]) == (None, False)
    opened = told(*opening, "--due", "2026-12-01", "--show-outcome")
    assert (opened["due"], opened["shows_outcome"]) == ("2026-12-01T00:00:00+00:00", True)
    round_ = ("--campaign", "likeness", "--round", 2)
    assert told("round", "outcome", *round_, "--hide")["shows_outcome"] is False
    assert told("round", "outcome", *round_, "--show")["shows_outcome"] is True
    assert told("round", "due", *round_, "--due", "2027-01-31")["due"].startswith("2027-01-31")
    assert told("round", "due", *round_, "--due", "none")["due"] is None
    for wrong in ("31/01/2027", "soon"):
        assert "A date such as" in refused("round", "due", *round_, "--due", wrong)
    status = told("round", "status", *round_)
    assert (status["due"], status["shows_outcome"]) == (None, True)


def test_an_invitation_is_a_secret_and_pseudonyms_are_given(told: Any) -> None:
    people = [told("people", "add", "--name", name)["pseudonym"] for name in ("Una", "Dua")]
    assert people == ["A1", "A2"]
    first, second = told("people", "invite"), told("people", "invite", "--role", "manager")
    assert first["path"] == f"/invite/{first['token']}"
    assert first["token"] != second["token"]


def snapshot(told: Any) -> str:
    """Return everything the commands can say about the store."""
    views = [
        told("corpus", "list"),
        told("people", "list"),
        told("campaign", "list"),
        told("release", "list"),
    ]
    return json.dumps(views, sort_keys=True)


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        (["item_id", "annotator", "value"], [["{0}", "A1", 3], ["{1}", "A1", 6]], "6"),
        (["item_id", "annotator", "value"], [["{0}", "A1", 3], ["{1}", "A1", "inf"]], "inf"),
        (["item_id", "annotator", "value"], [["{0}", "A1", 3], ["{1}", "A9", 3]], "'A9'"),
        (["item_id", "annotator", "value"], [["{0}", "A1", 3], ["nothing", "A1", 3]], "'nothing'"),
        (["item_id", "annotator", "value"], [["{0}", "A1", 3], ["{0}", "A1", 4]], "already answered"),
        (["item_id", "annotator"], [["{0}", "A1"]], "annotator"),
        (["item_id", "annotator", "value"], [], "no answers"),
    ],
)
def test_bad_answers_leave_the_store_unchanged(
    told: Any,
    refused: Callable[..., str],
    folder: Path,
    campaign: list[str],
    columns: list[str],
    rows: list[list[object]],
    message: str,
) -> None:
    told("round", "open", "--campaign", "likeness", "--purpose", "main", "--annotators", "A1,A2")
    before = snapshot(told)
    filled = [[str(cell).format(*campaign) for cell in row] for row in rows]
    table = write(folder / "answers.tsv", columns, filled)
    assert message in refused("annotations", "import", table, "--campaign", "likeness", "--round", 1)
    assert snapshot(told) == before
    assert told("round", "status", "--campaign", "likeness", "--round", 1)["submitted"] == 0


def test_bad_steps_are_refused_and_nothing_is_stored(
    told: Any, refused: Callable[..., str], folder: Path, campaign: list[str], reports: Path
) -> None:
    before = snapshot(told)
    importing = ("corpus", "import", reports, "--language", "fr", "--licence", "CC0", "--name")
    assert "cases" in refused(*importing, "cases", "--restricted")
    assert "magic" in refused("campaign", "create", "--name", "x", "--corpus", "cases", "--preset", "magic")
    assert "nothing" in refused("campaign", "create", "--name", "x", "--corpus", "nothing")
    assert "--scale" in refused("campaign", "create", "--name", "x", "--corpus", "cases", "--scale", "5")
    opening = ("round", "open", "--campaign", "likeness", "--purpose", "main")
    assert "too few annotators of the round: 0" in refused(*opening, "--annotators", ",")
    assert "999" in refused(*opening, "--items", 999)
    assert "the round 7 does not exist" in refused("round", "status", "--campaign", "likeness", "--round", 7)
    assert "king" in refused("people", "add", "--name", "K", "--role", "king")
    assert "no gold" in refused("gold", "freeze", "--campaign", "likeness")
    assert "nothing" in refused("release", "verify", "nothing")
    assert "--sizes" in refused(
        "release", "build", "--campaign", "likeness", "--version", "1", "--sizes", "train"
    )
    assert snapshot(told) == before


def test_a_restricted_corpus_is_exported_for_a_reason_only(
    told: Any, refused: Callable[..., str], folder: Path
) -> None:
    rows = [
        ["1", "Un cas.", "Un autre cas.", 0, 4],
        ["2", "La nuit.", "Le jour.", 2, 2],
        ["3", "Ici.", "Là.", 1, 3],
    ]
    table = write(folder / "pairs.tsv", ["id", "sentence1", "sentence2", "X", "Y"], rows)
    about = ("--name", "pairs", "--language", "fr", "--licence", "DUA", "--restricted", "--pairs")
    assert told("corpus", "import", table, *about)["items"] == 3
    told("campaign", "create", "--name", "c", "--corpus", "pairs", "--scale", "0,4")
    options = ("--campaign", "c", "--round", 1, "--annotators", "X,Y", "--add-annotators")
    assert told("annotations", "import", table, *options)["new"] == 6
    told("gold", "freeze", "--campaign", "c")
    told("release", "build", "--campaign", "c", "--version", "1", "--sizes", "test=3", *BROKEN)
    export = ("release", "export", "1", "--format", "sts_tsv", "--out", folder / "out")
    assert "restricted" in refused(*export)
    assert not (folder / "out").exists()
    [name] = [
        name for name in told(*export, "--reason", "Agreed with the owner.")["files"] if name.endswith("tsv")
    ]
    assert sorted(float(one["score"]) for one in read(folder / "out" / name)) == [2, 2, 2]
    [logged] = told("release", "exports", "--campaign", "c")["exports"]
    assert (logged["what"], logged["reason"]) == ("release 1 as sts_tsv", "Agreed with the owner.")
    assert logged["by"] is None  # nobody is known of a command


@pytest.mark.parametrize(
    ("rule", "figures"),
    [("dawid_skene", {"accuracy"}), ("mace", {"competence"}), ("ordinal_model", {"severity", "spread"})],
)
def test_gold_by_a_model_of_annotators(
    told: Any,
    invoke: Any,
    refused: Callable[..., str],
    folder: Path,
    campaign: list[str],
    rule: str,
    figures: set[str],
) -> None:
    told("round", "open", "--campaign", "likeness", "--purpose", "main", "--annotators", "A1,A2")
    answers = [[item, who, place % 6] for place, item in enumerate(campaign) for who in ("A1", "A2")]
    table = write(folder / "answers.tsv", ["item_id", "annotator", "value"], answers)
    told("annotations", "import", table, "--campaign", "likeness", "--round", 1)
    made = told("gold", "freeze", "--campaign", "likeness", "--rule", rule)
    assert (made["rule"], made["items"], made["undecided"]) == (rule, len(campaign), [])
    [model] = made["models"]
    assert (model["part"], model["converged"]) == ("score", True)
    assert model["signature"].startswith(rule)
    assert [(one["pseudonym"], set(one["figures"])) for one in model["annotators"]] == [
        ("A1", figures), ("A2", figures),
    ]  # fmt: skip
    shown = invoke("gold", "freeze", "--campaign", "likeness", "--rule", rule).stdout
    assert all(name in shown for name in figures)
    # The same gold by mean, then this one again: the release is made of the last one frozen.
    mean = told("gold", "freeze", "--campaign", "likeness")
    soft = ("gold", "soft", "--campaign", "likeness", "--out", folder / "soft.tsv")
    assert "has no probabilities" in refused(*soft)
    assert not (folder / "soft.tsv").exists()
    assert told("gold", "freeze", "--campaign", "likeness", "--rule", rule)["id"] == made["id"]
    assert told(*soft) == {
        "id": made["id"], "rule": rule, "items": len(campaign), "out": str(folder / "soft.tsv"),
    }  # fmt: skip
    rows = read(folder / "soft.tsv")
    sums: Counter[str] = Counter()
    for row in rows:
        assert (row["part"], int(row["category"]) in range(6)) == ("score", True)
        sums[row["item_id"]] += float(row["probability"])
    assert sums == dict.fromkeys(campaign, pytest.approx(1, abs=1e-5))
    assert "has no probabilities" in refused(*soft, "--gold", mean["id"])
    told("release", "build", "--campaign", "likeness", "--version", "1.0", "--sizes", "test=1.0", *BROKEN)
    assert told("release", "verify", "1.0")["problems"] == []
    lost = told("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "out")["lost"]
    assert any("soft labels" in one for one in lost)


def test_models_need_one_guideline(
    told: Any, refused: Callable[..., str], folder: Path, campaign: list[str]
) -> None:
    for number, items in enumerate((campaign[:3], campaign[3:]), start=1):
        if number == 2:
            text = folder / "guideline.md"
            text.write_text("# Clearer degrees", encoding="utf-8")
            told("guideline", "add", text, "--campaign", "likeness", "--why", "Clearer degrees.")
        chosen = write(folder / f"items{number}.tsv", ["item_id"], [[item] for item in items])
        opening = ("--campaign", "likeness", "--purpose", "main", "--annotators", "A1,A2")
        told("round", "open", *opening, "--items", chosen)
        answers = [[item, who, place % 6] for place, item in enumerate(items) for who in ("A1", "A2")]
        table = write(folder / f"answers{number}.tsv", ["item_id", "annotator", "value"], answers)
        told("annotations", "import", table, "--campaign", "likeness", "--round", number)
    freeze = ("gold", "freeze", "--campaign", "likeness", "--rule", "mace")
    message = refused(*freeze)
    assert "round 1 under guideline 1, round 2 under guideline 2" in message
    assert "Choose rounds of one version" in message
    assert told(*freeze, "--rounds", "2")["items"] == len(campaign) - 3
    assert told("gold", "freeze", "--campaign", "likeness")["items"] == len(campaign)
