"""Every word that a page explains is in the glossary, in each language and in the guide; all are used."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from aloi.agreement.measures import MEASURES
from aloi.evaluation.metrics import METRICS
from aloi.ui import language
from aloi.ui.glossary import of_heads
from aloi.ui.texts import t
from tests.sources import page_files

ROOT = Path(__file__).parents[2]
CALL = re.compile(r"explained\(([^)]*)\)")
GLOSSARIES = {
    code: tomllib.loads((ROOT / "aloi/ui" / f"texts.{code}.toml").read_text(encoding="utf-8"))["glossary"]
    for code in language.NAMES
}
# Words that a newcomer cannot know, and the page on which each is explained at the latest.
EXPLAINED_ON = {
    "alpha": "agreement", "adjudication": "adjudicate", "gold": "releases", "calibration": "rounds",
    "round": "rounds", "schema": "campaigns", "lease": "rounds", "pilot": "start", "pseudonym": "people",
    "floor": "comparison", "recipe": "models",
}  # fmt: skip


def explained_in(paths: Iterable[Path]) -> set[str]:
    """Return the words that files of pages explain."""
    code = "".join(path.read_text(encoding="utf-8") for path in paths)
    return {term for call in CALL.findall(code) for term in re.findall(r'"(\w+)"', call)}


def terms(words: dict[str, str]) -> list[str]:
    """Return the words of a glossary, in its order."""
    return [one for one in words if not one.endswith("_is")]


@pytest.mark.parametrize("code", GLOSSARIES)
def test_every_word_explained_is_in_the_glossary_and_none_is_unused(code: str) -> None:
    words = GLOSSARIES[code]
    assert {*terms(words)} == explained_in(one for one in page_files() if "pages" in one.parts)
    assert [f"{one}_is" for one in terms(words)] == [one for one in words if one.endswith("_is")]
    assert terms(words) == terms(GLOSSARIES["en"])


@pytest.mark.parametrize("term", EXPLAINED_ON)
def test_a_word_is_explained_on_the_page_it_belongs_to(term: str) -> None:
    assert term in explained_in((ROOT / "aloi/ui/pages" / EXPLAINED_ON[term]).rglob("*.py"))


def test_the_guide_says_what_pages_say() -> None:
    page = (ROOT / "docs" / "guide" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", page, re.MULTILINE)[1:]
    words = GLOSSARIES["en"]
    assert rows == [(words[one], words[f"{one}_is"]) for one in terms(words)]


@pytest.mark.parametrize("code", GLOSSARIES)
def test_every_measure_shown_has_an_explanation(code: str) -> None:
    words = tomllib.loads((ROOT / "aloi/ui" / f"texts.{code}.toml").read_text(encoding="utf-8"))
    names = {one.name for one in MEASURES}
    assert names <= words["measures"].keys()
    assert names <= words["glosses"].keys()


@pytest.mark.parametrize("code", GLOSSARIES)
def test_every_metric_of_systems_has_an_explanation(code: str) -> None:
    words = tomllib.loads((ROOT / "aloi/ui" / f"texts.{code}.toml").read_text(encoding="utf-8"))
    assert words["metric_glosses"].keys() == {one.name for one in METRICS}
    assert words["metrics"].keys() <= words["metric_glosses"].keys()


def test_heads_of_columns_that_are_terms_are_explained() -> None:
    found = of_heads([t("glossary.agreement"), t("measures.gwet_ac1"), t("metrics.mae"), t("overview.left")])
    assert found == {
        t("glossary.agreement"): t("glossary.agreement_is"),
        t("measures.gwet_ac1"): t("glosses.gwet_ac1"),
        t("metrics.mae"): t("metric_glosses.mae"),
    }
