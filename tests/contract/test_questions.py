"""Every kind of question, through the same demands; and nobody but its room knows it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator

import pytest

from aloi.annotation import fields
from aloi.annotation.fields import Field
from aloi.annotation.tasks import TASKS
from aloi.ui.questions import QUESTIONS, question_of, question_of_task
from aloi.ui.texts import section
from tests.sources import ROOT, nodes

KINDS = {one.__name__ for one in Field.__subclasses__() if one.__module__ == fields.__name__}
TASK_NAMES = {one.name for one in TASKS}
# What is really about one task: the demo, options of one command, and what was made elsewhere for it.
OF_ONE_TASK = (
    "workbench/demo.py",
    "aloi/terminal/rounds/campaign.py",
    "aloi/workbench/imports/",
    "annotation/tasks/",
)


@pytest.fixture(params=QUESTIONS, ids=lambda one: one.name)
def question(request):
    return request.param


def files(marks: Collection[str]) -> Iterator[tuple[str, ast.Module]]:
    """Give the product's files that hold one of these texts, each with its code."""
    for path, code in nodes(ast.Module):
        text = (ROOT / path).read_text(encoding="utf-8")
        if any(one in text for one in marks):
            yield path, code


def kinds_asked(code: ast.Module) -> list[int]:
    """Return the lines where code asks whether something is of a kind of question."""
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(code)
        if isinstance(node, ast.ImportFrom) and node.module == fields.__name__
        for alias in node.names
    }
    return [
        node.lineno
        for node in ast.walk(code)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass")
        if KINDS & {imported.get(one.id) for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
    ]


def tasks_asked(code: ast.Module) -> list[int]:
    """Return the lines where the name of a task is compared, looked up or asked for."""
    parts: list[ast.AST] = []
    for node in ast.walk(code):
        if isinstance(node, ast.Compare) and "task" in ast.unparse(node.left):
            parts += node.comparators
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "task":
            parts += node.args
        elif isinstance(node, ast.Call):
            parts += [one.value for one in node.keywords if one.arg == "task_type"]
    named = [one for part in parts for one in ast.walk(part) if isinstance(one, ast.Constant)]
    return [one.lineno for one in named if one.value in TASK_NAMES]


def test_each_kind_has_one_room(question):
    assert [one.field for one in QUESTIONS].count(question.field) == 1
    assert [one.name for one in QUESTIONS].count(question.name) == 1
    assert question.script.parent == ROOT / "aloi/ui" / "questions" / question.script.parent.name
    assert question.script.is_file()
    assert question.script.with_suffix(".css").is_file()


def test_every_question_there_is_has_a_room():
    assert {one.field.__name__ for one in QUESTIONS} == KINDS


def test_its_sentences_have_no_gap(question):
    own = section("component") | question.texts()
    forms = [form for one in own.values() for form in ([one] if isinstance(one, str) else one.values())]
    assert all(isinstance(form, str) and form for form in forms)


@pytest.mark.parametrize("kind", TASKS, ids=lambda one: one.name)
def test_a_task_is_drawn_by_the_room_of_its_questions(kind):
    asked = kind.fields(kind.example().item, kind.default_settings())
    assert question_of(asked) is question_of_task(kind)
    assert question_of(asked).field is type(asked[0])


def test_a_decision_is_the_value_and_the_note(question):
    assert question.decision({"value": {"a": 1}, "note": "why"}) == ({"a": 1}, "why")
    assert question.decision({}) == (None, "")


def test_what_counts_as_asking():
    code = ast.parse(
        "from aloi.annotation.fields import Spans as Marked\n"
        "isinstance(one, Marked | int)\n"
        "isinstance(one, int)\n"
        "found.schema.task_type in ('spans', 'linking')\n"
        "task('judging')\n"
        "create_campaign(task_type='similarity')\n"
        "text == 'spans'\n"
    )
    assert kinds_asked(code) == [2]
    assert tasks_asked(code) == [4, 4, 5, 6]


def test_nobody_asks_which_kind_a_question_is():
    found = [(path, line) for path, code in files((fields.__name__,)) for line in kinds_asked(code)]
    sys.stdout.write(f"isinstance over questions outside their rooms: {len(found)}\n")
    assert found == []


def test_nobody_asks_which_task_it_is():
    quoted = {f'"{one}"' for one in TASK_NAMES}
    found = [
        (path, line)
        for path, code in files(quoted)
        if not path.startswith(OF_ONE_TASK)
        for line in tasks_asked(code)
    ]
    sys.stdout.write(f"names of tasks outside their rooms: {len(found)}\n")
    assert found == []
