"""Where a target of Swords may stand in its context."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.substitutes.swords_file import Judged, read_swords


def read(folder: Path, word: str, start: int) -> tuple[Judged, ...]:
    content = {
        "contexts": {"c": {"context": "thin thin ice"}},
        "targets": {"t": {"context_id": "c", "target": word, "offset": start, "pos": "ADJ"}},
        "substitutes": {"s": {"target_id": "t", "substitute": "fine"}},
        "substitute_labels": {"s": ["TRUE"]},
    }
    path = folder / "few.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return read_swords(path)


@pytest.mark.parametrize("start", [0, 5])
def test_a_target_may_be_the_first_word(tmp_path: Path, start: int) -> None:
    (one,) = read(tmp_path, "thin", start)
    assert (one.target.start, one.target.end) == (start, start + 4)


@pytest.mark.parametrize(("word", "start"), [("thin", -8), ("thin", 1), ("", 3)])
def test_one_elsewhere_or_counted_from_the_end_is_refused(tmp_path: Path, word: str, start: int) -> None:
    with pytest.raises(AloiError, match=f"{word!r}, is not at {start} of its context"):
        read(tmp_path, word, start)
