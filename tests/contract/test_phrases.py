"""Texts of results and registries: English in the code with a key, and other languages by this key."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest
from fluent.syntax import ast as ftl

from aloi.annotation.tasks import TASKS
from aloi.base import messages
from aloi.base.terms import Phrase
from aloi.gold.formats import FORMATS
from aloi.gold.formats.losses import SOFT_LABELS
from aloi.gold.formats.mentions.bigbio import OTHERS
from aloi.modeling.recipes import RECIPES
from aloi.studies.drbenchmark.core.declarations import tasks
from aloi.studies.drbenchmark.core.protocols import floors, points
from aloi.ui import language
from aloi.workbench.imports.layouts import LAYOUTS
from tests.base.test_messages import Variables, read
from tests.sources import nodes

LANGUAGES = [code for code in messages.languages() if code != messages.ENGLISH]
KEY = re.compile(r"[a-zA-Z][\w@.\-]*")  # what a catalogue is keyed by: a name, never a sentence
# Kinds of names of lists, whose keys are made where a page shows them (`named`) or where a phrase names them.
NAMED = ("band", "label", "noun", "origin", "setting", "weights")
# Titles that are proper names, the same in every language.
PROPER = {"PubTator", "BioC (XML, JSON)", "Prodigy (JSONL)", "Argilla (JSON, JSONL)"}
PROPER |= {"Label Studio (JSON, JSON-MIN, CSV)", "INCEpTION, WebAnno (TSV 3)"}


def texts_of(expression: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be, as patterns: `.*` for what the code fills in."""
    match expression:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*texts_of(body), *texts_of(orelse))
        case ast.JoinedStr(values=values):
            parts = [re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in values]
            yield "".join(parts)
        case _:
            yield ".*"


@cache
def excluded_kinds() -> set[str]:
    """Return the kinds of content that readers exclude, as far as the code says them as constants."""
    arguments = [
        call.args[0]
        for _, call in nodes(ast.Call)
        if getattr(call.func, "id", "") == "excluded" and call.args
    ]
    return {argument.value for argument in arguments if isinstance(argument, ast.Constant)} | {*OTHERS}


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    return tuple(
        (where, call)
        for where, call in nodes(ast.Call)
        if getattr(call.func, "id", "") == "Phrase" and len(call.args) == 2
    )


def keys() -> set[str]:
    """Return the keys of the code, as patterns."""
    phrases_in_code = {key for _, call in calls() for key in texts_of(call.args[0])} - {
        re.escape("what-") + ".*"
    }
    phrases_in_code |= {re.escape(f"what-{kind}") for kind in excluded_kinds()}
    return {key for key in phrases_in_code if not key.startswith(".*")} | {f"{kind}-.*" for kind in NAMED}


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_key_of_the_code_is_in_the_catalogue_and_every_entry_has_a_key(tongue: str):
    entries = set(read(messages.FOLDER / tongue / messages.PHRASES))
    patterns = {key: re.compile(key) for key in keys()}
    missing = {key for key, one in patterns.items() if not any(map(one.fullmatch, entries))}
    assert missing == set(), "write their translation in phrases.ftl"
    assert {name for name in entries if not any(one.fullmatch(name) for one in patterns.values())} == set()


def test_a_key_has_one_english_text():
    english: dict[str, set[str]] = {}
    for _, call in calls():
        match call.args:
            case [ast.Constant(value=str(key)), ast.Constant(value=str(text))]:
                english.setdefault(key, set()).add(text)
    assert len(english) > 250
    assert {key: texts for key, texts in english.items() if len(texts) > 1} == {}


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_translation_names_only_values_of_its_phrase(tongue: str):
    entries = read(messages.FOLDER / tongue / messages.PHRASES)
    for where, call in calls():
        if not isinstance(call.args[0], ast.Constant) or any(word.arg is None for word in call.keywords):
            continue
        names = variables(entries, call.args[0].value)
        assert names <= {word.arg for word in call.keywords}, (where, call.args[0].value)
        if isinstance(call.args[1], ast.Constant) and call.keywords:
            fields = {name for _, name, _, _ in string.Formatter().parse(call.args[1].value)} - {None}
            assert fields <= {word.arg for word in call.keywords}, (where, call.args[0].value)


def variables(entries: dict[str, ftl.Message], key: str) -> set[str]:
    found = Variables(entries, whole=True)
    found.visit(entries[key])
    return found.names


def titles() -> Iterator[str]:
    """Yield the titles and explanations that registries declare."""
    for recipe in RECIPES:
        yield from (recipe.title, recipe.about, *recipe.help.values())
        yield from (Phrase(f"setting-{'-'.join(name.split('_'))}", name) for name in recipe.defaults)
    for format_ in FORMATS:
        yield from (format_.title, *(loss.description for loss in (*format_.lost, SOFT_LABELS)))
    for task in tasks():
        yield from (task.title, task.type.title, task.obtain)
    for point in points():
        yield from (point.title, point.drbenchmark, point.aloi)
    yield from (floor.title for floor in floors())
    yield from (layout.title for layout in LAYOUTS if layout.title not in PROPER)
    yield from (task.summary for task in TASKS)


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_title_of_a_registry_has_a_key_and_every_language(tongue: str):
    assert [title for title in titles() if not isinstance(title, Phrase)] == []
    entries = set(read(messages.FOLDER / tongue / messages.PHRASES))
    assert {title.key for title in titles() if isinstance(title, Phrase)} - entries == set()


def test_no_catalogue_is_keyed_by_a_sentence():
    for path in language.FOLDER.glob("*.toml"):
        for section, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            wrong = [key for key in (section, *entries) if not KEY.fullmatch(key)]
            assert wrong == [], path.name


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_phrase_renders_without_a_fault(tongue: str):
    path = messages.FOLDER / tongue / messages.PHRASES
    bundle, entries = messages.catalogue(path), read(path)
    assert bundle is not None
    for key in entries:
        for count in (0, 1, 2):
            values = dict.fromkeys(variables(entries, key), count)
            text, faults = bundle.format_pattern(bundle.get_message(key).value, values)
            assert faults == [], key
            assert str(text), key
