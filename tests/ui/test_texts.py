"""The catalogues of sentences: every key that code or a template uses is there, and can be filled."""

from __future__ import annotations

import ast
import json
import re
import string
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel import Locale

from aloi.annotation.model import SkipReason
from aloi.annotation.tasks import TASKS, task
from aloi.ui import language
from aloi.ui.questions import QUESTIONS
from aloi.ui.shared.items import answer_told
from aloi.ui.texts import Sentence, section, t
from tests.sources import nodes, page_files

UI = Path(__file__).parents[2] / "aloi/ui"
CATALOGUES = {
    code: tomllib.loads((UI / f"texts.{code}.toml").read_text(encoding="utf-8")) for code in language.NAMES
}
CATALOGUE = CATALOGUES["en"]
SOURCES = [*page_files(), *UI.rglob("*.html")]
LITERAL = re.compile(r"""\b(?:t\(|worded\([\w.]+,)\s*["']([\w.]+)["']""")
PREFIX = re.compile(r"""\bt\(\s*f["'](\w+\.\w*)\{""")
WORDED = re.compile(r"""\bworded\(\s*[\w.]+,\s*["'](\w+\.\w+)["']""")
WIDGET_SECTIONS = {
    "component",
    "cleaning_desk",
    "items_table",
    *(name for one in QUESTIONS for name in one.sections),
}


def forms(sentence: Sentence) -> Iterable[str]:
    return [sentence] if isinstance(sentence, str) else sentence.values()


def blanks(sentence: Sentence) -> set[str | None]:
    return {blank for one in forms(sentence) for _, blank, _, _ in string.Formatter().parse(one)} - {None}


def test_every_key_used_exists():
    used = {key: path.name for path in SOURCES for key in LITERAL.findall(path.read_text(encoding="utf-8"))}
    missing = {
        key: path for key, path in used.items() if key.split(".")[1] not in CATALOGUE[key.split(".")[0]]
    }
    assert len(used) > 50
    assert missing == {}


def test_every_made_up_key_has_a_beginning():
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        for begun in [*PREFIX.findall(source), *(f"{one}_" for one in WORDED.findall(source))]:
            part, start = begun.split(".")
            assert any(name.startswith(start) for name in CATALOGUE[part]), f"{path.name}: {begun}"


def test_every_word_the_widgets_use_exists():
    scripts = "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.js"))
    used = set(re.findall(r"\b(?:words|texts)\.(\w+)", scripts))
    assert len(used) > 15
    assert used <= {name for part in WIDGET_SECTIONS for name in section(part)}


def test_no_sentence_is_unused():
    """A key stands in quotes, is begun by an f-string, ends one (`{name}.menu`), or is a script's word."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.js"))
    whole = set(re.findall(r"""["'](\w+\.\w+)["']""", code))
    begun = re.findall(r"""f["'](\w+\.\w*)\{""", code)
    begun = (*begun, *(f"{one}_" for one in WORDED.findall(code)))
    ending = set(re.findall(r"""f["']\{[\w.]+\}\.(\w+)["']""", code))
    named = {*re.findall(r"\b(?:words|texts)\.(\w+)", scripts), *re.findall(r"""["'](\w+)["']""", scripts)}
    named |= set(re.findall(r"""\bwords\[["'](\w+)["']\]""", code))
    pieces = tuple(re.findall(r"`(\w+_)\$\{", scripts))
    taken_whole = set(re.findall(r"""section\(["'](\w+)["']\)""", code)) - WIDGET_SECTIONS

    def is_used(part: str, name: str) -> bool:
        name = name.removesuffix("_touch")  # its sentence where there is no keyboard
        key = f"{part}.{name}"
        in_script = name in named or name.startswith(pieces) or name.removesuffix("_help") in named
        return (
            key in whole
            or key.startswith(begun)
            or name in ending
            or part in taken_whole
            or (part in WIDGET_SECTIONS and in_script)
        )

    unused = [f"{part}.{name}" for part in CATALOGUE for name in CATALOGUE[part] if not is_used(part, name)]
    assert not unused, ", ".join(unused)


@pytest.mark.parametrize("part", CATALOGUE)
@pytest.mark.parametrize("code", CATALOGUES)
def test_sentences_are_plain_and_their_blanks_have_names(code: str, part: str):
    for name, sentence in CATALOGUES[code][part].items():
        assert all(one.strip() == one != "" for one in forms(sentence)), name
        assert all(blank.isidentifier() for blank in blanks(sentence)), name
        if isinstance(sentence, dict):
            categories = {*Locale.parse(code).plural_form.rules, "other"}
            assert {"one", "other"} <= {*sentence} <= categories, name
            assert "count" in blanks(sentence), f"{name}: a plural is chosen by its count"


@pytest.mark.parametrize("part", CATALOGUE)
def test_french_has_the_same_sentences_with_the_same_blanks(part: str):
    english, french = CATALOGUE[part], CATALOGUES["fr"][part]
    assert list(french) == list(english)
    assert {name: blanks(french[name]) for name in french} == {
        name: blanks(english[name]) for name in english
    }


@pytest.mark.parametrize("part", CATALOGUE)
def test_french_is_set_as_french_is(part: str):
    """No-break spaces stand before high signs and within guillemets; apostrophes are curved."""
    for name, sentence in CATALOGUES["fr"][part].items():
        for one in forms(sentence):
            prose = re.sub(r"`[^`]*`", "", one)
            assert not re.search(r" [:;?!»%]|« |\w'\w", prose), f"{part}.{name}: {one}"


def test_an_answer_that_holds_nothing_is_told_in_every_language():
    assert {kind.name: kind.blank for kind in TASKS if kind.blank} == CATALOGUE["answers"]
    with language.of_request("fr"):
        assert answer_told(task("spans"), "nothing marked") == "rien de marqué"
        assert answer_told(task("spans"), "Drug") == "Drug"
        assert answer_told(task("similarity"), "") == ""


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.name)
def test_each_desk_says_the_language_of_its_items(question):
    scripts = question.script.parent.glob("*.js")
    assert any("itsWords(this)" in script.read_text(encoding="utf-8") for script in scripts)


def test_every_reason_of_a_skip_has_its_sentences():
    reasons = {one.value for one in SkipReason}
    assert reasons <= {*CATALOGUE["skips"]}
    assert {f"skip_{one}" for one in reasons} <= {*CATALOGUE["component"]}
    script = (UI / "questions" / "desk" / "frame.js").read_text(encoding="utf-8")
    listed = re.search(r"SKIP_REASONS = (\[.*?\])", script)
    assert json.loads(listed[1]) == [one.value for one in SkipReason]


def test_a_sentence_is_filled():
    assert t("password.short", count=3, least=10) == "The password has 3 characters: at least 10 are needed."
    assert t("password.short", count=1, least=10) == "The password has 1 character: at least 10 are needed."


def headings(row: ast.Dict) -> Iterator[str]:
    """Yield the keys of sentences that name the columns of a row, those of rows in it too."""
    for key, value in zip(row.keys, row.values, strict=True):
        match key:
            case None:
                for part in ast.walk(value):
                    if isinstance(part, ast.Dict):
                        yield from headings(part)
            case ast.Call(func=ast.Name(id="t"), args=[ast.Constant(value=str(name))], keywords=[]):
                yield name


def repeated(names: Iterable[str]) -> set[str]:
    """Return the names whose sentence another one has too, in any language."""
    names = dict.fromkeys(names)
    shown = [Counter(map(sentences.get, names)) for sentences in _BY_NAME]
    return {
        name
        for count, sentences in zip(shown, _BY_NAME, strict=True)
        for name in names
        if name in sentences and count[sentences[name]] > 1
    }


_BY_NAME = [
    {
        f"{part}.{name}": sentence
        for part, sentences in catalogue.items()
        for name, sentence in sentences.items()
        if isinstance(sentence, str)
    }
    for catalogue in CATALOGUES.values()
]


def test_no_two_columns_of_a_row_have_the_same_heading() -> None:
    """The second one would take the place of the first."""
    rows = [(path, row) for path, row in nodes(ast.Dict) if path.startswith(("aloi/ui", "aloi/studies"))]
    assert {
        f"{path}:{row.lineno}": clashing for path, row in rows if (clashing := repeated(headings(row)))
    } == {}
    seeded = ast.parse('{**({} if x else {t("models.test"): 1}), t("comparison.tested_by"): 2}', mode="eval")
    assert isinstance(seeded.body, ast.Dict)
    assert repeated(headings(seeded.body)) == {"models.test", "comparison.tested_by"}
