"""Rows of any task become items and answers, and come back from every format as they were written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText
from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.base import InvalidAnnotation, RowPlace
from aloi.corpora.model import Candidate
from aloi.gold.formats import FORMATS
from aloi.storage.store import Store
from aloi.workbench.imports import layouts
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import (
    ReadOptions,
)
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.workbench.scene import NOW


@pytest.mark.parametrize("kind", TASKS, ids=lambda one: one.name)
def test_a_row_becomes_an_item_and_an_answer_that_make_it(kind: Any) -> None:
    settings = kind.check_settings(kind.default_settings())
    example = kind.example()
    sentences = example.item.sentences
    target = None
    if isinstance(example.item, Candidate):
        word = example.item.target
        target = (word.start, word.end, word.lemma, word.pos)
    for value in (example.gold, *example.values):
        row = kind.row(example.item, value, settings)
        item, found = kind.from_row(row, RowPlace(example.item.corpus_id, sentences, target), settings)
        assert item == example.item
        assert kind.row(item, found, settings) == row
        if not kind.gathers and value in example.values:
            assert kind.check(found, item, settings) == value
    other = next(one for one in TASKS if one.row_kind is not kind.row_kind)
    strange = other.row(
        other.example().item, other.example().gold, other.check_settings(other.default_settings())
    )
    with pytest.raises(InvalidAnnotation, match="of the kind"):
        kind.from_row(strange, RowPlace("c", sentences), settings)


WRITTEN = [
    (form, kind)
    for form in FORMATS
    for kind in TASKS
    for layout in layouts.LAYOUTS
    if kind.row_kind in form.row_kinds and form.name == layout.name
    if kind.name in layout.tasks
    # A mean fits no scale of a project; `tests/workbench/imports/test_label_studio.py` has answers.
    if (form.name, kind.name) != ("label_studio", "similarity")
]


@pytest.mark.parametrize(("form", "kind"), WRITTEN, ids=lambda one: one.name)
def test_rows_that_a_format_writes_come_back_as_answers(
    form: Any, kind: Any, store: Store, tmp_path: Path
) -> None:
    if form.name == "docbin":
        pytest.importorskip("spacy", reason="NOT RUN: pip install spacy")
    example, settings = kind.example(), kind.check_settings(kind.default_settings())
    row = kind.row(example.item, example.gold, settings)
    release = SimpleNamespace(manifest={"corpus": {"language": "fr"}, "items": [], "origins": []})
    release.once = lambda read: read(release)
    for name, content in form.files({"all": [row]}, release).items():
        place = tmp_path / "out" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    options = ImportOptions("c", About("c", "fr", "CC0", ""))
    done = import_path(store, [tmp_path / "out"], options, NOW, reading=ReadOptions(task=kind.name))
    assert done.campaign is not None
    answers = store.answers.latest(done.rounds["out"].id)
    (item,) = store.texts.items([*{one.key.item_id for one in answers}])
    made_with = done.campaign.schema.settings
    gold = kind.gold_rules(made_with)[0].combine([one.value for one in answers])
    blank = {"id": "", "left_id": "", "right_id": "", "sentence_id": "", "document_id": ""}
    blank |= {"known": (), "text": "", "spans": ()} if form.name == "conll" else {"known": ()}
    own = {name: value for name, value in blank.items() if name in kind.row_kind.__slots__}
    assert replace(kind.row(item, gold, made_with), **own) == replace(row, **own)


@pytest.mark.parametrize(
    ("text", "second", "word"),
    [
        ("Une mince couche.", "Une fine couche.", "mince"),
        ("Le vent.", "Le grand vent.", "vent"),
        ("Il voit la vitre.", "Il voit la fenêtre.", "vitre"),
        ("Mince couche", "Fine couche", "Mince"),
    ],
)
def test_what_a_substitute_replaces_is_found_in_whole_words(text: str, second: str, word: str) -> None:
    kind = next(one for one in TASKS if one.name == "judging")
    settings = kind.default_settings()
    sentence = replace(kind.example().item.sentences[0], text=text, end=len(text))
    row = LabelledText("1", text, second, ("fits",), ("fits", "does_not", "unsure"))
    item, value = kind.from_row(row, RowPlace("c", (sentence,)), settings)
    assert isinstance(item, Candidate)
    assert (item.target.word, item.replaced, value) == (word, second, {"label": "fits"})
