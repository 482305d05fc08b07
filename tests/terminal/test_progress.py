"""How far a long command is, and about how long the rest takes."""

from __future__ import annotations

from aloi.base.terms import Term
from aloi.terminal import base


def test_the_time_left_counts_what_was_done_in_this_run(monkeypatch, capsys):
    clock = iter([0.0, 60.0, 120.0])
    monkeypatch.setattr(base.time, "monotonic", lambda: next(clock))
    progress = base.show_progress()
    assert progress(70, 100, Term("progress-pairs-compared"))  # an earlier run did them
    assert progress(80, 100, Term("progress-pairs-compared"))
    assert capsys.readouterr().err.splitlines() == [
        "pairs compared: 70 of 100 (70%)",
        "pairs compared: 80 of 100 (80%, about 2.0 minutes left)",
    ]
