"""CONTRIBUTING followed word by word: each "Add a ..." adds an example and uses the interfaces it names.

A task and a kind of question are added by `tests/browser/test_new_task_path.py`, with the files of
`small_task`; an importer's layout by `test_imports.py`. Here their words are compared with those files.

A recipe names every file that changes: the files in which every registered object appears under its name, its
title, its class or its reference, and the files whose tests fail while the example is missing there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import click
import numpy as np
import pytest
from click.testing import CliRunner

from aloi.agreement.measures import MEASURES
from aloi.agreement.measures.base import Measure, Statistic, divide
from aloi.agreement.table import RatedUnits
from aloi.annotation.model import Role as AccountRole
from aloi.annotation.rows import Row, ScoredPair
from aloi.annotation.tasks import TASKS
from aloi.base.arrays import Floats
from aloi.base.records import from_json, to_json
from aloi.base.requests import PAGE, Option, RequestField, fields_of, schema
from aloi.base.requests import fields as request_fields
from aloi.base.terms import Phrase
from aloi.evaluation.metrics import METRICS
from aloi.evaluation.metrics.base import Metric, Sums, mean_of_sums, with_ones
from aloi.gold.formats import FORMATS
from aloi.gold.formats.base import Format, only, parse_json, part_files, read_text
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import rows_by_split
from aloi.terminal.main import aloi
from aloi.terminal.options import request_options
from aloi.ui.navigation import PAGES, PageInfo
from aloi.ui.questions import QUESTIONS
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.requests.rounds import RoundRequest
from tests.contract import test_checks, test_phrases, test_readme, test_reference
from tests.contract.test_reference import TABLES
from tests.contract.test_requests import (
    test_labels_and_help_of_pages_are_french_too as french_of_requests,
)
from tests.sources import DIRECTORIES
from tests.ui import test_glossary, test_pages_show

ROOT = Path(__file__).parents[2]
SECTIONS = (
    "Add an option", "Add a task", "Add a question", "Add a measure", "Add a metric", "Add a format",
    "Add a page",
)  # fmt: skip
SMALL = ROOT / "tests/contract/small_task"


def words(title: str) -> str:
    """Return a section of CONTRIBUTING."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"CONTRIBUTING has no section {title!r}"
    return found[1]


def quoted(title: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", words(title))


def told(*arguments: object) -> Any:
    """Return the document that a command prints."""
    done = CliRunner().invoke(aloi, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("title", SECTIONS)
def test_the_files_it_names_exist(title: str) -> None:
    paths = [one for one in quoted(title) if re.fullmatch(r"[\w./<> -]+/[\w./<>-]*", one)]
    assert len(paths) >= 3
    for path in paths:
        fixed = path.split("<")[0]  # of `aloi/gold/formats/<kind of row>/<name>.py` the folder
        assert (ROOT / fixed).exists(), f"{title}: {path}"
    steps = re.findall(r"^(\d)\. ", words(title), re.MULTILINE)
    assert steps == [str(number) for number in range(1, len(steps) + 1)]


@pytest.mark.parametrize(
    ("title", "base"),
    [
        ("Add a question", "aloi.ui.questions.base:QuestionKind"),
        ("Add a measure", "aloi.agreement.measures.base:Measure"),
        ("Add a measure", "aloi.agreement.measures.base:ChanceCorrected"),
        ("Add a metric", "aloi.evaluation.metrics.base:Metric"),
        ("Add a format", "aloi.gold.formats.base:Format"),
        ("Add a format", "aloi.gold.formats.base:part_files"),
    ],
)
def test_the_names_it_says_to_derive_from_are_there(title: str, base: str) -> None:
    module, _, name = base.partition(":")
    assert name in quoted(title)
    assert hasattr(__import__(module, fromlist=[name]), name)


def test_a_task_and_its_question_are_the_files_the_words_name() -> None:
    kinds = (".py", ".md", ".js", ".css")
    made = {one.relative_to(SMALL).as_posix() for one in SMALL.rglob("*") if one.suffix in kinds}
    made -= {"__init__.py", "leaning/__init__.py", "conftest.py", "registered.py"}
    of_task = {one for one in quoted("Add a task") if "/" not in one}
    of_question = {one.replace("<kind>", "leaning") for one in quoted("Add a question") if "/" not in one}
    named = {one for one in of_task if (SMALL / one).is_file()}
    named |= {f"leaning/{one}" for one in of_question if (SMALL / "leaning" / one).is_file()}
    assert named == made
    for title, listed in (("Add a task", "annotation/tasks"), ("Add a question", "aloi/ui/questions")):
        assert f"{listed}/__init__.py" in quoted(title)


def paths_named(title: str) -> set[str]:
    """Return the files and directories that a recipe names."""
    return {quote for quote in quoted(title) if re.fullmatch(r"[\w./<> -]*(/|\.(py|toml|ftl|md|bib))", quote)}


@cache
def texts() -> dict[str, str]:
    """Return the texts of the product and its documentation, and the code of tests and benches, by path."""
    kinds = {**dict.fromkeys(DIRECTORIES, (".py", ".toml", ".ftl")), "docs": (".md", ".bib")}
    kinds |= {"tests": (".py",), "bench": (".py",)}
    paths = sorted(
        path
        for folder, suffixes in kinds.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes
    )
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def appears(spelling: str, text: str) -> bool:
    """Return whether a text has a spelling as a word."""
    return spelling in text and bool(re.search(rf"(?<![\w@]){re.escape(spelling)}(?![\w@])", text))


def files_with_all(objects: Sequence[Sequence[str]]) -> set[str]:
    """Return the files in which every object of a registry appears, under one of its spellings."""
    return {
        path
        for path, text in texts().items()
        if all(any(appears(spelling, text) for spelling in spellings) for spellings in objects)
    }


def files_of_all(title: str) -> set[str]:
    """Return the files in which every registered object of a recipe appears, under each kind of spelling."""
    return {path for spelt in SPELLINGS[title] for path in files_with_all(spelt)}


def key_of(phrase: str) -> str:
    """Return the key under which a text has its translations."""
    assert isinstance(phrase, Phrase)
    return phrase.key


# Of each recipe, how the objects of its registry are spelt. Each kind of spelling has files of its own.
SPELLINGS: dict[str, list[list[list[str]]]] = {
    "Add an option": [
        [[one.option.help] for one in fields_of(RoundRequest).values() if one.offered(PAGE)],
        [
            [f"{one.name} =", f"{one.owner}-{one.name} ="]
            for one in fields_of(RoundRequest).values()
            if one.offered(PAGE)
        ],
    ],
    "Add a task": [[[one.name] for one in TASKS], [[key_of(one.summary)] for one in TASKS]],
    "Add a question": [[[type(one).__name__] for one in QUESTIONS]],
    "Add a measure": [
        [[one.name, type(one).__name__] for one in MEASURES],
        [[one.reference] for one in MEASURES],
    ],
    "Add a metric": [
        [[one.name] for one in METRICS],
        [list(one.references) for one in METRICS],
    ],
    "Add a format": [
        [[key_of(one.title)] for one in FORMATS],
        [[one.name, type(one).__name__] for one in FORMATS],
    ],
    "Add a page": [[[one.name] for one in PAGES if one.folder is None]],  # studies register theirs
}
# Files that name all tasks as their words, not one after the other.
NAMED_BY_CHANCE = {"Add a task": {"docs/reference/sources.md"}}
# What must be among the files found: a search that finds nothing would agree with any recipe.
AT_LEAST = {
    "Add an option": {"aloi/base/messages/fr/requests.ftl", "docs/reference/requests.md"},
    "Add a task": {"annotation/tasks/__init__.py", "docs/reference/tasks.md"},
    "Add a question": {"aloi/ui/questions/__init__.py"},
    "Add a measure": {"agreement/measures/__init__.py", "aloi/ui/texts.fr.toml", "docs/checks.md"},
    "Add a metric": {"docs/references.bib", "aloi/ui/texts.fr.toml", "docs/checks.md"},
    "Add a format": {"aloi/gold/formats/__init__.py", "aloi/base/messages/fr/phrases.ftl"},
    "Add a page": {"aloi/ui/navigation.py", "aloi/ui/texts.fr.toml", "tests/ui/test_pages_show.py"},
}


@pytest.mark.parametrize("title", SECTIONS)
def test_it_names_every_file_in_which_all_others_appear(title: str) -> None:
    changed = files_of_all(title)
    assert changed >= AT_LEAST[title]
    missing = changed - paths_named(title) - NAMED_BY_CHANCE.get(title, set())
    assert not missing, f"{title}: add {', '.join(sorted(missing))} to the recipe"


def test_a_recipe_without_a_file_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.contract.test_contributing.words", lambda title: "1. `agreement/measures/__init__.py`"
    )
    with pytest.raises(AssertionError, match=r"docs/checks\.md"):
        test_it_names_every_file_in_which_all_others_appear("Add a measure")


def table_is_written(name: str) -> None:
    test_reference.test_table_equals_its_registry(name, False)


def losses_are_translated() -> None:
    test_phrases.test_every_title_of_a_registry_has_a_key_and_every_language("fr")


def refused_by(checks: Mapping[str, Callable[[], object]], title: str, *new: str) -> None:
    """Require that each check fails for lack of the example, and that the recipe names and counts its files.

    `new` are the files with the example itself. The recipe states how many files are touched: these, those in
    which all others appear, and those whose checks fail.
    """
    for path, check in checks.items():
        with pytest.raises(AssertionError):
            check()
        assert path in paths_named(title), f"{title}: add {path}"
    touched = {*new, *files_of_all(title), *checks}
    assert f"{len(touched)} files" in words(title), f"{title}: {len(touched)} files, {sorted(touched)}"


@pytest.fixture
def option(monkeypatch: pytest.MonkeyPatch) -> RequestField:
    """Add a field to the request of rounds, as a line of its class does."""
    pause = RequestField(
        "pause", int, optional=False, default=0, option=Option("Days without work.", label="Pause", low=0)
    )
    with_pause = {**fields_of(RoundRequest), pause.name: pause}
    monkeypatch.setitem(request_fields._fields, RoundRequest, with_pause)
    return pause


def test_an_option_is_a_field(option: RequestField) -> None:
    @click.command()
    @request_options(RoundRequest)
    def command(request: RoundRequest) -> None:
        del request

    assert "--pause N" in CliRunner().invoke(command, ["--help"]).output
    described = schema(RoundRequest)["properties"][option.name]
    assert (described["type"], described["minimum"], described["title"]) == ("integer", 0, "Pause")
    refused_by(
        {
            "docs/reference/requests.md": lambda: table_is_written("requests"),
            "aloi/base/messages/fr/requests.ftl": lambda: french_of_requests(RoundRequest),
        },
        "Add an option",
        "aloi/workbench/requests/rounds.py",
    )


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PageInfo:
    """Add a page to the list in `aloi/ui/navigation.py`."""
    (tmp_path / "page.py").touch()
    letters = PageInfo(
        "letters", ":material/mail:", "more", frozenset({AccountRole.MANAGER}), folder=tmp_path
    )
    monkeypatch.setattr(test_pages_show, "PAGES", (*PAGES, letters))
    return letters


def test_a_page_is_a_directory_and_an_entry(page: PageInfo) -> None:
    assert page.file.is_file()
    refused_by(
        {
            "tests/ui/test_pages_show.py": test_pages_show.test_every_page_has_a_first_sentence,
            "aloi/ui/texts.en.toml": lambda: test_pages_show.test_every_page_has_a_name_in_the_menu("en"),
            "aloi/ui/texts.fr.toml": lambda: test_pages_show.test_every_page_has_a_name_in_the_menu("fr"),
        },
        "Add a page",
        "aloi/ui/pages/<name>/__init__.py",
        "aloi/ui/pages/<name>/page.py",
    )


class AllAlike(Measure):
    """The share of units that everybody who rated them rated alike, from 0 to 1."""

    name = "all_alike"
    title = "All alike"
    reference = "gwet2014handbook"
    weighted = False

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        pairable = (table.totals >= 2).astype(np.float64)
        alike = pairable * (table.counts.max(axis=1) == table.totals)
        return lambda times: divide(times @ alike, times @ pairable)


@pytest.fixture
def measure() -> Iterator[Measure]:
    """Add it to the list in `agreement/measures/__init__.py`."""
    MEASURES.append(AllAlike())
    yield MEASURES[-1]
    MEASURES.pop()


def test_a_measure_is_a_class_and_a_line(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import aloi as notebook

    monkeypatch.chdir(tmp_path)
    rows = ["unit\tA\tB\tC", *(f"u{n}\ta\t{'a' if n % 4 else 'b'}\ta" for n in range(20))]
    Path("table.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    asked = ("agreement", "table.tsv", "--level", "nominal", "--ci", "bootstrap")
    document = told(*asked, "--html", "page.html", "--latex", "table.tex")
    one = next(each for each in document["results"] if each["measure"] == "all_alike")
    assert one["value"] == pytest.approx(15 / 20)
    assert one["ci"][0] < one["value"] < one["ci"][1]
    assert one["signature"].startswith("all_alike|level:nominal|")
    for written in ("page.html", "table.tex"):
        assert measure.title in Path(written).read_text(encoding="utf-8")
    frame = notebook.agreement.measure("table.tsv", level="nominal").table()
    assert "all_alike" in set(frame["measure"])
    assert f"| {measure.title} | `all_alike` |" in TABLES["measures"]()
    refused_by(
        {
            "README.md": test_readme.test_counts_are_those_of_the_registries,
            "docs/reference/measures.md": lambda: table_is_written("measures"),
            "docs/checks.md": test_checks.test_every_measure_has_a_line_and_every_line_a_measure,
            "aloi/ui/texts.en.toml": lambda: test_glossary.test_every_measure_shown_has_an_explanation("en"),
            "aloi/ui/texts.fr.toml": lambda: test_glossary.test_every_measure_shown_has_an_explanation("fr"),
        },
        "Add a measure",
        "agreement/measures/<authors>.py",
    )


class Within(Metric):
    """The share of scores within one degree of the gold."""

    def sums_of(self, gold: Sequence[float], given: Sequence[float], low: float, high: float) -> Sums:
        near = np.abs(np.array(given) - np.array(gold)) <= 1
        return Sums.of(with_ones(near.astype(float)), mean_of_sums, "no items")


@pytest.fixture
def within() -> Iterator[Metric]:
    """Add it to the list in `aloi/evaluation/metrics/__init__.py`."""
    METRICS.append(
        Within(
            name="within_1",
            title="Within one degree",
            row_kinds=("ScoredPair",),
            references=("willmott2005advantages",),
        )
    )
    yield METRICS[-1]
    METRICS.pop()


def test_a_metric_is_an_object_and_a_line(
    within: Metric, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALOI_DATA", str(tmp_path / "data"))
    for part in ("train", "test"):
        rows = [f"{part}{n}\tla toux {n}\tla toux{' vive' * (n % 6)} {n}\t{5 - n % 6}" for n in range(24)]
        place = tmp_path / "pairs" / f"{part}.tsv"
        place.parent.mkdir(exist_ok=True)
        place.write_text("\n".join(["id\tsentence1\tsentence2\tscore", *rows]) + "\n", encoding="utf-8")
    runs = []
    for recipe in ("levenshtein", "mean"):
        [run] = told("train", recipe, "--data", "pairs", "--scale", "0,5")["runs"]
        score = next(one for one in run["scores"] if one["metric"] == "within_1")
        assert score["ci"][0] <= score["value"] <= score["ci"][1]
        runs.append((run["id"], score["value"]))
    assert runs[0][1] > runs[1][1] > 0
    [test] = told("compare", *(name for name, _ in runs), "--metric", "within_1")["comparison"]["tests"]
    assert test["family"]["metric"] == "within_1"
    [pair] = test["family"]["differences"]
    assert abs(pair["difference"]) == pytest.approx(runs[0][1] - runs[1][1])
    assert 0 < pair["p"] < 1
    assert f"| {within.title} | `within_1` | higher | 0 to 1 | item |" in TABLES["metrics"]()
    refused_by(
        {
            "docs/reference/metrics.md": lambda: table_is_written("metrics"),
            "docs/checks.md": test_checks.test_every_measure_has_a_line_and_every_line_a_measure,
            "aloi/ui/texts.en.toml": lambda: test_glossary.test_every_metric_of_systems_has_an_explanation(
                "en"
            ),
            "aloi/ui/texts.fr.toml": lambda: test_glossary.test_every_metric_of_systems_has_an_explanation(
                "fr"
            ),
        },
        "Add a metric",
        "aloi/evaluation/metrics/<name>.py",
        "aloi/evaluation/metrics/__init__.py",
    )


class PairLines(Format):
    """`<part>.pairs`: a row a line, as Aloi itself has it."""

    name: ClassVar[str] = "pair_lines"
    title: ClassVar[str] = "Lines of pairs"
    extensions: ClassVar[tuple[str, ...]] = (".pairs",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (answers("annotations behind each pair"),)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        return {
            f"{part}.pairs": "".join(json.dumps(to_json(one)) + "\n" for one in only(ScoredPair, found))
            for part, found in rows.items()
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        return {
            path.stem: tuple(
                from_json(ScoredPair, parse_json(line)) for line in read_text(path).split("\n") if line
            )
            for path in part_files(folder, ".pairs")
        }


@pytest.fixture
def lines() -> Iterator[Format]:
    """Add it to the list in `aloi/gold/formats/__init__.py`."""
    FORMATS.append(PairLines())
    yield FORMATS[-1]
    FORMATS.pop()


def test_a_format_is_a_class_and_a_line(
    lines: Format, demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    (offered,) = [one for one in told("formats")["formats"] if one["name"] == "pair_lines"]
    assert (offered["kinds"], offered["lossless"]) == (["ScoredPair"], True)
    assert offered["lost"] == ["annotations behind each pair"]
    out = tmp_path / "out"
    done = told("release", "export", demo.release.id, "--format", "pair_lines", "--out", out)
    rows = rows_by_split(demo.release.manifest)
    assert done["lost"] == {"annotations behind each pair": len(demo.release.manifest["annotations"])}
    assert set(done["files"]) == {f"{part}.pairs" for part in rows}
    assert lines.read(out, (0.0, 5.0)) == {part: tuple(only(ScoredPair, each)) for part, each in rows.items()}
    assert "`pair_lines` | ScoredPair | yes |" in TABLES["formats"]()
    refused_by(
        {
            "docs/reference/formats.md": lambda: table_is_written("formats"),
            "aloi/base/messages/fr/phrases.ftl": losses_are_translated,
        },
        "Add a format",
        "aloi/gold/formats/<kind of row>/<name>.py",
    )
