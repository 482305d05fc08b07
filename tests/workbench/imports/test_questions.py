"""Questions with options into a corpus, and their correct options into a campaign."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Question
from aloi.storage.store import Store
from aloi.workbench.imports.layouts.questions import Questions
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_answers, import_questions

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ABOUT = About("questions", "fr", "CC0", "written")
QUESTIONS = (
    {"id": "q1", "question": "Où est le foie ?", "options": ["à droite", "à gauche"], "correct": ["A"]},
    {"id": "q2", "question": "Quels os ?", "options": ["fémur", "foie", "ulna"], "correct": ["A", "C"]},
    {"id": "q3", "question": "Lequel pousse ?", "options": ["ongle", "dent"]},
)
OTHERS = (
    {"id": "q1", "question": "Où est la rate ?", "options": ["à droite", "à gauche"], "correct": ["B"]},
)


def _file(folder: Path, questions=QUESTIONS) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in questions), encoding="utf-8")
    return path


def test_questions_become_items_once(store: Store, tmp_path: Path) -> None:
    path = _file(tmp_path)
    done = import_questions(store, path, ABOUT, NOW)
    assert (done.documents, done.items, done.new) == (3, 3, True)
    assert import_questions(store, path, ABOUT, NOW).new is False
    items = store.texts.corpus_items(done.corpus.id)
    assert {one.text: one.options for one in items if isinstance(one, Question)} == {
        one["question"]: tuple(one["options"]) for one in QUESTIONS
    }


def test_the_correct_options_are_answers_of_a_reference(store: Store, tmp_path: Path) -> None:
    path = _file(tmp_path)
    kept = import_answers(store, path, ABOUT, "exam", NOW)
    assert (kept.new, kept.already_stored, kept.unanswered) == (2, 0, 1)
    again = import_answers(store, path, ABOUT, "exam", NOW)
    assert (again.new, again.already_stored) == (0, 2)
    answers = store.answers.latest(kept.round.id)
    texts = {one.id: one.texts[0] for one in store.texts.corpus_items(kept.campaign.corpus_id)}
    assert {texts[one.key.item_id]: one.value for one in answers} == {
        "Où est le foie ?": {"correct": ["A"]},
        "Quels os ?": {"correct": ["A", "C"]},
    }
    assert {one.pseudonym for one in store.people.list()} == {"reference"}


def test_a_file_without_answers_makes_no_campaign(store: Store, tmp_path: Path) -> None:
    path = _file(tmp_path, QUESTIONS[2:])
    with pytest.raises(AloiError, match="but no answer to them"):
        import_answers(store, path, ABOUT, "exam", NOW)
    assert store.campaigns.list() == []
    assert store.texts.corpora() == []


def test_a_campaign_on_other_texts_is_left_alone(store: Store, tmp_path: Path) -> None:
    import_answers(store, _file(tmp_path), ABOUT, "exam", NOW)
    with pytest.raises(AloiError, match="already exists"):
        import_answers(store, _file(tmp_path, OTHERS), ABOUT, "exam", NOW)
    assert import_answers(store, _file(tmp_path, QUESTIONS[:1]), ABOUT, "exam", NOW).already_stored == 1


def test_other_json_holds_no_questions(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text('{"id": 1, "text": "Il tousse."}\n', encoding="utf-8")
    assert not Questions().accepts(path)
    assert Questions().accepts(_file(tmp_path))
