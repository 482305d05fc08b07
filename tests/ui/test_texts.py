"""The catalogue of sentences: every key that code or a template uses is there, and can be filled."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

from ui.texts import section, t

UI = Path(__file__).parents[2] / "ui"
CATALOGUE = tomllib.loads((UI / "texts.en.toml").read_text(encoding="utf-8"))
SOURCES = [*UI.rglob("*.py"), *UI.rglob("*.html"), UI.parent / "app.py"]
LITERAL = re.compile(r"""\b(?:t\(|worded\([\w.]+,)\s*["']([\w.]+)["']""")
PREFIX = re.compile(r"""\bt\(\s*f["'](\w+\.\w*)\{""")
WORDED = re.compile(r"""\bworded\([\w.]+,\s*["'](\w+\.\w+)["']""")


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
    assert used <= {
        *section("component"),
        *section("operations"),
        *section("words"),
        *section("cleaning_desk"),
        *section("choices"),
        *section("concept"),
        *section("spans"),
    }


@pytest.mark.parametrize("part", CATALOGUE)
def test_sentences_are_plain_and_their_blanks_have_names(part):
    for name, sentence in CATALOGUE[part].items():
        assert sentence.strip() == sentence != "", name
        assert all(
            blank is None or blank.isidentifier() for _, blank, _, _ in string.Formatter().parse(sentence)
        )


def test_a_sentence_is_filled():
    assert t("password.short", count=3, least=10) == "The password has 3 characters: at least 10 are needed."
