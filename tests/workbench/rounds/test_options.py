"""What a person writes about a round: its items, its stop rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import StopRule
from aloi.base.errors import AloiError
from aloi.workbench.requests.rounds import item_ids
from aloi.workbench.rounds import options


def test_items_are_read_once_each_in_order(tmp_path: Path) -> None:
    path = tmp_path / "items.tsv"
    path.write_text("item_id\tleft\nb\tx\n a \ty\nb\tx\n", encoding="utf-8")
    assert item_ids(path) == ("b", "a")
    path.write_text("id\nb\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"no column 'item_id'"):
        item_ids(path)
    with pytest.raises(AloiError, match=r"`all`, a number, or a table"):
        item_ids(tmp_path / "absent.tsv")


def test_a_stop_rule_has_three_parts() -> None:
    rule = options.stop_rule("krippendorff_alpha:ordinal:0.7")
    assert rule == StopRule("krippendorff_alpha", "ordinal", 0.7)
    for bad in ("", "0.7", "krippendorff_alpha:0.7", "krippendorff_alpha:ordinal:high", "a:b:0.7:c"):
        with pytest.raises(AloiError, match=r"krippendorff_alpha:ordinal:0.7"):
            options.stop_rule(bad)
