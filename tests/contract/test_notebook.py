"""`import aloi` says what the commands say, to the last digit, of files, DataFrames and Arrow tables."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from click.testing import CliRunner

import aloi
from aloi.corpora.readers import read_table
from aloi.gold.model import Release
from aloi.gold.releasing.companions import manifest_text
from aloi.notebook.scoring import KINDS
from aloi.storage.store import Store
from aloi.terminal.base import _plain
from aloi.terminal.main import aloi as door
from aloi.workbench.demo.names import NAMES, SIMILARITY
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.releases.exporting import export, export_zip
from aloi.workbench.requests.releases import ExportRequest
from tests.workbench.run_folders import write_run_folder

NAME = NAMES[SIMILARITY]["en"]
RATINGS = (
    "unit\tA1\tA2\tA3\tdoc\nu1\t1\t2\t\td1\nu2\t3\t3\t3\td1\n"
    "u3\t5\t4\t5\td2\nu4\t2\t2\tNA\td3\nu5\t4\t1\t4\td3\n"
)
GOLD_SCORES = "id\tscore\n" + "".join(f"{n}\t{n / 2}\n" for n in range(10))
SCORES = "id\tscore\n" + "".join(f"{n}\t{(n * 7 % 10) / 2}\n" for n in range(9)) + "9\t\n"
GOLD_LABELS = "id\tlabel\n1\tcancer\n2\tnone\n3\tcancer\n4\tother\n"
LABELS = "id\tlabel\n1\tcancer\n2\tnone\n3\tother\n4\tother\n"
GOLD_CHOICES = "id\tlabels\n1\ta|b\n2\tc\n3\ta\n"
CHOICES = "id\tlabels\n1\ta\n2\tc\n3\tb\n"
GOLD_TAGS = (
    "# document = d1\nLa\tO\nfièvre\tB-SYMPTOM\n\n"
    "# document = d2\nune\tO\ntoux\tB-SYMPTOM\nsèche\tI-SYMPTOM\n"
)
TAGS = "La\tO\nfièvre\tB-SYMPTOM\n\nune\tO\ntoux\tB-SYMPTOM\nsèche\tO\n"
GOLD_WORDS = "grand.a 1 :: vaste 3;large 1;\ngrand.a 2 :: haut 2;élevé 2;\n"
WORDS = "grand.a 1 :: vaste;large\ngrand.a 2 :: haut\n"
SOURCE = "Le patient présente une fièvre élevée .\nElle ne tousse pas .\n"
SIMPLER = "Le patient a une fièvre forte .\nElle tousse pas .\n"
REFERENCE = "Le patient a de la fièvre .\nElle ne tousse pas .\n"
OTHER = "Le malade a une forte fièvre .\nPas de toux .\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the current one and holds the data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    return tmp_path


def told(*arguments: object) -> Any:
    """Return the document that a command prints."""
    found = CliRunner().invoke(door, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)


def plain(document: object) -> Any:
    """Return what a document is once printed and read."""
    return json.loads(json.dumps(document, default=_plain))


def written(name: str, text: str) -> Path:
    Path(name).write_text(text, encoding="utf-8")
    return Path(name)


def given_as(kind: str, path: Path) -> Any:
    """Return a table as a path, as pandas reads it, or as Arrow holds that."""
    if kind == "path":
        return path
    frame = pd.read_csv(path, sep="\t")
    return pa.Table.from_pandas(frame, preserve_index=False) if kind == "arrow" else frame


@pytest.mark.parametrize("kind", ["path", "pandas", "arrow"])
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_agreement_is_that_of_the_command(kind: str, level: str) -> None:
    path = written("ratings.tsv", RATINGS)
    command = told("agreement", path, "--level", level, "--cluster", "doc", "--replicates", 200, "--seed", 7)
    found = aloi.agreement.measure(given_as(kind, path), level=level, cluster="doc", replicates=200, seed=7)
    assert plain([one.to_json() for one in found.results]) == command["results"]
    assert plain([one.to_json() for one in found.pairs]) == command["pairs"]
    assert list(found.cautions) == command["cautions"]
    assert any(one.value is not None and one.interval is not None for one in found.results)
    table = found.table()
    assert list(table["measure"]) == [one["measure"] for one in command["results"]]
    values = [None if pd.isna(one) else one for one in table["value"]]
    assert values == [one["value"] for one in command["results"]]


def test_one_measure_a_named_index_and_a_long_table() -> None:
    path = written("ratings.tsv", RATINGS)
    wide = pd.read_csv(path, sep="\t").drop(columns="doc")
    asked: dict[str, Any] = {"level": "ordinal", "measures": "krippendorff_alpha", "ci": "none"}
    expected = aloi.agreement.measure(wide, **asked).results
    assert aloi.agreement.measure(wide.set_index("unit"), **asked).results == expected
    long = wide.melt(id_vars="unit", var_name="who", value_name="score").dropna()
    assert (
        aloi.agreement.measure(long, unit="unit", annotator="who", value="score", **asked).results == expected
    )
    assert len(expected) == 1
    assert expected[0].signature.startswith("krippendorff_alpha|")


def test_the_parts_of_a_table_stand_in_a_column_of_their_own() -> None:
    path = written("ratings.tsv", RATINGS)
    command = told("agreement", path, "--level", "nominal", "--by", "doc", "--ci", "none")
    table = aloi.agreement.measure(path, level="nominal", by="doc", ci="none").table()
    assert list(dict.fromkeys(table["group"])) == ["", *(one["group"] for one in command["groups"])]
    assert list(table["measure"])[-1] == command["groups"][-1]["results"][-1]["measure"]


def test_sets_of_python_and_lists_of_arrow_are_the_sets_of_a_file() -> None:
    path = written("sets.tsv", "unit\tA1\tA2\nu1\ta; b\ta\nu2\tc\tc\nu3\ta\tb; c\n")
    asked = {"level": "nominal", "measures": "krippendorff_alpha_jaccard"}
    [expected] = aloi.agreement.measure(path, **asked).results
    cells = {"unit": ["u1", "u2", "u3"], "A1": [{"a", "b"}, {"c"}, {"a"}], "A2": [{"a"}, {"c"}, {"b", "c"}]}
    arrow = pa.table(
        {name: [sorted(one) if name != "unit" else one for one in column] for name, column in cells.items()}
    )
    for table in (pd.DataFrame(cells), arrow, arrow.to_pandas()):
        assert aloi.agreement.measure(table, **asked).results == (expected,)
    assert expected.value is not None


def test_an_undefined_coefficient_says_why() -> None:
    frame = pd.DataFrame({"unit": ["a", "b"], "A1": ["x", None], "A2": [None, "x"]})
    [one] = aloi.agreement.measure(frame, level="nominal", measures=["krippendorff_alpha"]).results
    assert one.value is None
    assert one.reason


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ([1, 2], "list"),
        (pd.DataFrame([["a", 1, 2]], columns=["unit", "A1", "A1"]), "A1"),
        (pd.DataFrame({"unit": ["a", "b"], "A1": [1, 2], "A2": [1, "x"]}), "x"),
    ],
)
def test_what_is_no_table_of_ratings_is_refused(table: object, named: str) -> None:
    with pytest.raises(aloi.AloiError, match=named):
        aloi.agreement.measure(table, level="interval")


CASES = {
    "sts": (
        (GOLD_SCORES, SCORES, {"scale": (0, 5), "clip": True, "replicates": 200, "seed": 3}),
        ("--scale", "0,5", "--clip", "--replicates", 200, "--seed", 3),
    ),
    "labels": ((GOLD_LABELS, LABELS, {"replicates": 200, "seed": 3}), ("--replicates", 200, "--seed", 3)),
    "choices": ((GOLD_CHOICES, CHOICES, {"replicates": 200}), ("--replicates", 200)),
    "tags": (
        (GOLD_TAGS, TAGS, {"unit": "document", "replicates": 200}),
        ("--unit", "document", "--replicates", 200),
    ),
    "lexsub": ((GOLD_WORDS, WORDS, {"scorer": "semeval2007"}), ("--scorer", "semeval2007")),
}


def test_every_kind_of_scores_is_compared_with_its_command() -> None:
    assert {*CASES, "sari", "spans"} == set(KINDS)  # spans: tests/terminal/test_score_spans.py
    assert set(KINDS) == set(door.commands["score"].commands)


@pytest.mark.parametrize("kind", CASES)
def test_scores_are_those_of_the_command(kind: str) -> None:
    (gold, system, options), asked = CASES[kind]
    files = written("gold.tsv", gold), written("system.tsv", system)
    command = told("score", kind, *files, *asked)
    command.pop("tables_read", None)
    found = aloi.score(kind, *files, **options)
    assert plain(found.to_json()) == command
    for name, one in found.metrics.items():
        assert getattr(found, name) is one
    assert list(found.table()["metric"]) == list(found.metrics)
    if kind in ("sts", "labels", "choices"):
        frames = [pd.read_csv(one, sep="\t") for one in files]
        assert plain(aloi.score(kind, *frames, **options).to_json()) == command
        for name, one in found.metrics.items():
            assert one.value == command[name]
            assert one.signature == command["signature"][name]
            assert one.interval is not None
            assert [one.interval.low, one.interval.high] == command["ci"][name]


def test_counts_stand_beside_the_scores_and_other_names_are_refused() -> None:
    files = written("gold.tsv", GOLD_SCORES), written("system.tsv", SCORES)
    found = aloi.score("sts", *files, scale="0,5", replicates=0)
    assert (found.n, found.missing) == (10, 1)
    assert "spearman" in dir(found)
    with pytest.raises(AttributeError, match="spearman"):
        _ = found.f1
    with pytest.raises(aloi.AloiError, match="sts"):
        aloi.score("stsb", *files)
    with pytest.raises(aloi.AloiError, match="scale"):
        aloi.score("sts", *files, scale="0..5")


def test_tags_of_a_table_are_those_of_its_file() -> None:
    files = written("gold.conll", GOLD_TAGS), written("system.conll", TAGS)
    expected = told("score", "tags", *files, "--unit", "document")
    tables = [
        pd.DataFrame(
            {
                "sentence": [1, 1, 2, 2, 2],
                "document": ["d1", "d1", "d2", "d2", "d2"],
                "token": ["La", "fièvre", "une", "toux", "sèche"],
                "tag": ["O", "B-SYMPTOM", "O", "B-SYMPTOM", last],
            }
        )
        for last in ("I-SYMPTOM", "O")
    ]
    found = aloi.score("tags", *tables, unit="document")
    assert plain(found.to_json()) == expected
    assert found.strict_f1.value == expected["strict"]["f1"]
    assert found.f1.interval is not None


def test_sari_of_lists_and_of_files_is_that_of_the_command() -> None:
    texts = {"source": SOURCE, "system": SIMPLER, "one": REFERENCE, "two": OTHER}
    files = {name: written(f"{name}.txt", text) for name, text in texts.items()}
    command = told(
        "score", "sari", "--source", files["source"], "--system", files["system"],
        "--reference", files["one"], "--reference", files["two"], "--replicates", 100,
    )  # fmt: skip
    of_files = aloi.score(
        "sari", [files["one"], files["two"]], files["system"], source=files["source"], replicates=100
    )
    lists = {name: text.splitlines() for name, text in texts.items()}
    of_lists = aloi.score(
        "sari",
        [lists["one"], lists["two"]],
        pd.Series(lists["system"]),
        source=lists["source"],
        replicates=100,
    )
    assert plain(of_files.to_json()) == plain(of_lists.to_json()) == command
    assert of_lists.sari.value == command["sari"]
    single = aloi.score("sari", lists["one"], lists["system"], source=lists["source"], beside=[])
    assert single.sari.value is not None
    with pytest.raises(aloi.AloiError, match="text 1"):
        aloi.score("sari", ["a\nb"], ["a"], source=["a"])


def test_a_store_gives_what_the_commands_give(demo: Demo, folder: Path) -> None:
    store = f"sqlite:///{folder / 'aloi.db'}"
    command = told("annotations", "export", "--campaign", NAME, "--out", "all.jsonl", "--store", store)
    with aloi.open(store) as opened:
        assert list(opened.campaigns()["campaign"]) == [NAME]
        rounds = opened.rounds(NAME)
        answers = opened.answers(NAME)
        third = opened.answers(NAME, 3)
        agreement = opened.agreement(NAME, 2, ci="analytic")
    expected = [dict(row.values) for row in read_table(Path("all.jsonl")).rows]
    assert len(answers) == command["annotations"] > 100
    assert plain(answers.to_dict("records")) == expected
    assert set(third["round"]) == {3}
    status = told("round", "status", "--campaign", NAME, "--round", 2, "--store", store)
    assert rounds.to_dict("records")[1].items() <= status.items()
    measured = told(
        "round", "agreement", "--campaign", NAME, "--round", 2, "--ci", "analytic", "--store", store
    )
    assert plain([one.to_json() for one in agreement.results]) == measured["results"]
    assert plain([one.to_json() for one in agreement.pairs]) == measured["pairs"]
    assert demo.campaign.name == NAME


def test_a_store_that_is_not_there_is_refused_and_not_made(folder: Path) -> None:
    with pytest.raises(aloi.AloiError, match=r"no\.db"):
        aloi.open(folder / "no.db")
    assert not list(folder.iterdir())


@pytest.fixture
def release(demo: Demo, store: Store, now: Any) -> Release:
    """Return the demo's release after writing it as a zip and as a table."""
    export_zip(store, ExportRequest(demo.release.id, "sts_tsv"), Path("exports"), now=now)
    export(store, ExportRequest(demo.release.id, "sts_tsv"), Path("table"), now=now)
    return demo.release


def test_a_release_is_read_from_its_zip_and_verified(release: Release) -> None:
    [archive] = Path("exports").glob("*.zip")
    found = aloi.read_release(archive)
    assert found.verified
    assert found.checksum == release.checksum
    manifest: Any = release.manifest
    sizes = {part["name"]: len(part["item_ids"]) for part in manifest["splits"]["parts"]}
    assert {part: len(rows) for part, rows in found.splits.items()} == sizes
    table = found.table()
    gold = {one["item_id"]: one["value"]["score"] for one in manifest["gold"]["items"]}
    assert dict(zip(table["id"], table["score"], strict=True)).items() <= gold.items()
    assert dict(table["split"].value_counts()) == sizes
    assert len(found.rows) == len(table)


def test_files_of_a_format_are_read_without_a_checksum_of_the_release(release: Release) -> None:
    assert aloi.read_release("table").verified  # an export carries its manifest ...
    Path("table/manifest.json").unlink()  # ... files given on alone do not
    found = aloi.read_release("table", scale=(0, 5))
    assert not found.verified
    assert found.manifest is None
    manifest: Any = release.manifest
    assert sum(map(len, found.splits.values())) == sum(
        len(part["item_ids"]) for part in manifest["splits"]["parts"]
    )
    with pytest.raises(aloi.AloiError, match="scale"):
        aloi.read_release("table")


def test_a_release_that_was_changed_is_refused(release: Release) -> None:
    text = manifest_text(release)
    written("manifest.json", text)
    assert aloi.read_release(".").checksum == aloi.read_release("manifest.json").checksum == release.checksum
    manifest = json.loads(text)
    manifest["gold"]["items"][0]["value"]["score"] = 1.25
    written("manifest.json", json.dumps(manifest))
    with pytest.raises(aloi.AloiError, match="not the frozen release"):
        aloi.read_release("manifest.json")
    written("manifest.json", text[:1000])
    with pytest.raises(aloi.AloiError, match="cannot be read"):
        aloi.read_release("manifest.json")
    with pytest.raises(aloi.AloiError, match="nowhere"):
        aloi.read_release("nowhere")


def test_runs_are_compared_as_by_the_command(folder: Path) -> None:
    runs = [
        write_run_folder(folder / "runs", recipe=name, noise=noise, kind="ScoredPair")
        for name, noise in (("good", 1.0), ("poor", 2.0))
    ]
    command = told("compare", *runs, "--replicates", 200)["comparison"]
    found = aloi.compare(runs, replicates=200)
    assert plain(found.comparison) == command
    assert aloi.compare(runs, data=folder, replicates=200).comparison == found.comparison
    cells = [cell for row in command["grid"] for cell in row["cells"] if cell]
    assert list(found.table()["value"]) == [one["value"] for one in cells]
    differences = [one for test in command["tests"] for one in test["family"]["differences"]]
    assert list(found.differences()["p"]) == [one["p"] for one in differences]


def test_the_block_of_the_reference_runs(release: Release, folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/reference/python.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```python\n(import aloi\n.*?)```", page, re.DOTALL)
    [archive] = Path("exports").glob("*.zip")
    runs = [
        write_run_folder(folder / "runs", recipe=name, noise=noise, kind="ScoredPair")
        for name, noise in (("good", 1.0), ("poor", 2.0))
    ]
    named = {
        "similarity-1.0-sts_tsv.zip": str(archive),
        "aloi-data/aloi.db": "aloi.db",
        "similarity": NAME,
        "run-a": runs[0],
        "run-b": runs[1],
    }
    for name, one in named.items():
        assert f'"{name}"' in block
        block = block.replace(f'"{name}"', repr(one))
    ratings = pd.read_csv(written("ratings.tsv", RATINGS.replace("doc\n", "document\n", 1)), sep="\t")
    tables = {
        name: pd.read_csv(written(f"{name}.tsv", text), sep="\t")
        for name, text in (("gold", GOLD_SCORES), ("predicted", SCORES))
    }
    known: dict[str, Any] = {"ratings": ratings, **tables}
    exec(compile(block, "python.md", "exec"), known)
    assert len(known["corpus"]) > 100
    assert release.version == "1.0"


def test_errors_name_arguments_instead_of_options() -> None:
    """Nobody types `--columns` in a notebook; the command says what it said before."""
    table = pd.read_csv(written("ratings.tsv", RATINGS), sep="\t")
    asked: list[Callable[[], object]] = [
        lambda: aloi.agreement.measure(table, level="interval"),
        lambda: aloi.agreement.measure(table.drop(columns="doc")),
        lambda: aloi.agreement.measure(table.assign(A2="vu"), level="interval", columns=["A1", "A2"]),
    ]
    for ask, named in zip(asked, ("`columns`", "`level` nominal", "`level` nominal"), strict=True):
        with pytest.raises(aloi.AloiError) as raised:
            ask()
        for language in ("en", "fr"):
            assert "--" not in raised.value.told(language)
            assert named in raised.value.told(language)
    assert "--columns" in CliRunner().invoke(door, ["agreement", "ratings.tsv", "--level", "interval"]).stderr
