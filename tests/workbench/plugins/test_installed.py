"""Entry points of installed packages: what is loaded, what is not and why, and the checks of it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from aloi.agreement.measures import MEASURES, all_measures, find_measure
from aloi.base import plugins
from aloi.base.errors import AloiError
from aloi.corpora.readers import all_readers, preview, read_texts
from aloi.gold.formats import FORMATS
from aloi.gold.formats import all_formats as all_formats
from aloi.gold.formats.base import Format
from aloi.modeling.recipes import recipe
from aloi.terminal.main import aloi
from aloi.workbench.files.formats import list_formats
from aloi.workbench.plugins.checking import CHECKS, check_plugins
from aloi.workbench.plugins.listing import GROUPS, list_plugins
from tests.workbench.plugins.installing import install, on_the_path

CODE = '''
from aloi.agreement.measures.percent_agreement import PercentAgreement
from aloi.base.terms import Phrase
from aloi.corpora.readers import Reader, ReadText
from aloi.gold.formats.labels.labelled_jsonl import LabelledJsonl
from aloi.modeling.recipes.row_baselines import MajorityClass


class Shifted(PercentAgreement):
    """Percent agreement with an error: unanimous ratings do not give 1."""

    name, title = "shifted", "Shifted"

    def statistic(self, table, weights):
        values = super().statistic(table, weights)
        return lambda times: values(times) / 2


class Lines(Reader):
    name, title = "memo", Phrase("odd-memo", "memos, a line each")

    def read(self, path):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield ReadText(f"{path.name}:{number}", line)

    def example(self):
        return b"A first memo.\\nA second memo.\\n", ("A first memo.", "A second memo.")


class OwnJsonl(LabelledJsonl):
    name, title = "own_jsonl", Phrase("odd-jsonl", "labelled texts of odd")


class Titleless(Reader):
    name = "bare"

    def read(self, path):
        yield from ()

    def example(self):
        return b"", ()


class Majority(MajorityClass):
    """The most frequent labels."""
    name = "own_majority"
'''
ENTRIES = """
[aloi.measures]
shifted = odd_package.code:Shifted
cohen_kappa = odd_package.code:Shifted
stops = odd_package.stopping:Shifted
typed = odd_package.code:Lines
[aloi.formats]
own_jsonl = odd_package.code:OwnJsonl
other = odd_package.code:OwnJsonl
[aloi.readers]
memo = odd_package.code:Lines
bare = odd_package.code:Titleless
tsv = odd_package.code:Lines
[aloi.recipes]
own_majority = odd_package.code:Majority
absent = odd_package.absent:Recipe
[aloi.metrics]
something = odd_package.code:Lines
"""
# Why each is not loaded, by its name.
REASONS = {
    "cohen_kappa": "the name 'cohen_kappa' already exists",
    "stops": "SystemExit: no licence (stopping.py, 1)",
    "typed": "it is Lines, and aloi.agreement.measures.base.Measure was expected",
    "other": "its name is 'own_jsonl', and its entry point has another name",
    "bare": "it does not define title",
    "tsv": "the name 'tsv' already exists",
    "absent": "ModuleNotFoundError: No module named 'odd_package.absent'",
    "something": "no such group; the groups are aloi.formats, aloi.measures, aloi.readers",
    "future": "it requires Aloi >=99, and this is Aloi 0.1.0",
}


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a package whose plug-ins are good, wrong and broken, and one of a later Aloi."""
    folder = tmp_path / "site"
    package = folder / "odd_package"
    (package / "messages/fr").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "code.py").write_text(CODE, "utf-8")
    (package / "stopping.py").write_text('raise SystemExit("no licence")\n', "utf-8")
    (package / "messages/fr/phrases.ftl").write_text("odd-memo = mémos, un par ligne\n", "utf-8")
    install(folder, "odd", ENTRIES)
    install(folder, "later", "[aloi.tasks]\nfuture = odd_package.code:Lines\n", "aloi>=99")
    with on_the_path(folder, "odd_package", monkeypatch):
        yield tmp_path


def answer(*words: str) -> tuple[int, dict[str, list[dict[str, object]]]]:
    done = CliRunner().invoke(aloi, [*words, "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_plug_ins_are_loaded_or_have_a_reason(odd: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "aloi.plugins"):
        status, document = answer("plugins", "list")
    assert status == 0
    listed = {str(row["name"]): row for row in document["plugins"]}
    assert {name for name, row in listed.items() if not row["loaded"]} == REASONS.keys()
    for name, reason in REASONS.items():
        assert str(listed[name]["about"]).startswith(reason), listed[name]
    assert {(row["package"], row["version"]) for row in listed.values()} == {("odd", "2.5"), ("later", "2.5")}
    assert len(caplog.records) == len(REASONS) - 1  # the unknown group is listed only
    assert listed["memo"]["about"] == "memos, a line each"
    list_plugins()
    assert len(caplog.records) == len(REASONS) - 1  # read once


def test_what_they_add_is_in_the_registries(odd: Path) -> None:
    assert [measure.name for measure in all_measures()[len(MEASURES) :]] == ["shifted"]
    assert find_measure("shifted").title == "Shifted"
    with pytest.raises(AloiError, match="shifted"):
        find_measure("shifting")
    assert [form.name for form in list_formats()[len(FORMATS) :]] == ["own_jsonl"]
    [reader] = all_readers()
    assert reader.title.text("fr") == "mémos, un par ligne"  # type: ignore[attr-defined]
    memos = odd / "today.memo"
    memos.write_text("Rest.\nDrink.\n", "utf-8")
    assert [text.text for text in read_texts(memos)] == ["Rest.", "Drink."]
    assert preview(memos).guessed_text == "text"
    with pytest.raises(AloiError, match=r"\.memo"):
        read_texts(odd / "today.docx")


def test_checks_find_what_is_wrong(odd: Path) -> None:
    assert answer("plugins", "check", "own_majority")[1]["checks"][0]["group"] == "aloi.recipes"
    assert {row["package"] for row in answer("plugins", "check", "later")[1]["checks"]} == {"later"}
    with pytest.raises(AloiError, match="own_majority"):
        check_plugins("own_majorities")
    status, document = answer("plugins", "check")
    assert status == 1
    problems = {(str(row["name"]), str(row["check"])): row["problem"] for row in document["checks"]}
    failed = {key for key, problem in problems.items() if problem}
    unloaded = {(name, "loaded") for name in REASONS}
    # `memo` reads files that are no text; the titles of the others exist in English alone.
    assert failed - unloaded == {
        ("shifted", "unanimous"), ("shifted", "undefined"), ("shifted", "texts"), ("memo", "damaged"),
        ("own_jsonl", "texts"), ("own_majority", "texts"),
    }  # fmt: skip
    assert problems["shifted", "unanimous"] == "unanimous: (0.5, None)"
    assert "UnicodeDecodeError" in str(problems["memo", "damaged"])
    assert {check.__name__ for check in CHECKS["aloi.formats"]} <= {check for _, check in problems}


def test_without_plug_ins_the_lists_are_those_of_aloi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_plugins", {})
    monkeypatch.setattr(plugins, "entry_points", lambda **_: [])
    monkeypatch.setattr(plugins.entry_points, "groups", (), raising=False)
    assert all_measures() == tuple(MEASURES)
    assert GROUPS.keys() == CHECKS.keys()


def test_a_name_of_aloi_is_found_without_reading_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_plugins", {})
    monkeypatch.setattr(plugins, "entry_points", None)
    assert find_measure("cohen_kappa").name == "cohen_kappa"


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_formats_of_aloi_meet_the_demands_on_plug_ins(form: Format) -> None:
    if form.name == "docbin":
        pytest.importorskip("spacy")
    assert {check.__name__: check(form) for check in CHECKS["aloi.formats"]} == dict.fromkeys(
        (check.__name__ for check in CHECKS["aloi.formats"]), ""
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["majority_class", "tfidf_linear", "dictionary_tagger", "levenshtein"])
def test_recipes_of_aloi_meet_the_demands_on_plug_ins(name: str) -> None:
    assert [check.__name__ for check in CHECKS["aloi.recipes"] if check(recipe(name))] == []
