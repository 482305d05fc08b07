"""`aloi questions import`: questions alone, and with their correct options as answers."""

from __future__ import annotations

import json
from pathlib import Path

from tests.terminal.conftest import Run

FACTS = ("--name", "exam", "--licence", "CC0")
LINES = (
    {"id": "q1", "question": "Où est le foie ?", "options": ["à droite", "à gauche"], "correct": ["A"]},
    {"id": "q2", "question": "Lequel pousse ?", "options": ["ongle", "dent"]},
)


def test_questions_and_their_answers_are_imported(told: Run, refused, folder: Path) -> None:
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in LINES), encoding="utf-8")
    done = told("questions", "import", path, *FACTS)
    assert (done["corpus"], done["items"], "campaign" in done) == ("exam", 2, False)
    done = told("questions", "import", path, *FACTS, "--campaign", "answers")
    assert (done["items"], done["campaign"], done["round"]) == (2, "answers", 1)
    assert (done["answers_new"], done["answers_known"], done["unanswered"]) == (1, 0, 1)
    path.write_text('{"question": "Une option ?", "options": ["x"]}\n', encoding="utf-8")
    assert "line 1" in refused("questions", "import", path, "--name", "bad", "--licence", "CC0")
