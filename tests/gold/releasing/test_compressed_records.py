"""Long lists of a manifest, packed: what is read of them in a short way is what they hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.corpora.identity import checksum
from aloi.gold.model import Release
from aloi.gold.releasing import compressed_records
from aloi.gold.releasing.answers import released_answers
from aloi.gold.releasing.compressed_records import PackedPart, PackedRows, leading_texts, packed_checksum
from aloi.gold.releasing.release import without_comments
from aloi.gold.releasing.release_files import opened

ROW = st.fixed_dictionaries(
    {
        "annotator": st.text(max_size=6),
        "comment": st.text(st.sampled_from('a"\\\n,{}:é\u2028'), max_size=8),
        "value": st.one_of(st.none(), st.dictionaries(st.just("comment"), st.text(max_size=3))),
    }
)


@given(st.lists(ROW, max_size=8))
def test_first_texts_are_those_of_the_objects(rows: list[dict]) -> None:
    held = PackedRows([PackedPart.of(one) for one in (rows[:3], rows[3:]) if one])
    told = [(one["annotator"], one["comment"]) for one in rows]
    assert [*leading_texts(held, "annotator", "comment")] == told
    assert [*leading_texts(rows, "annotator", "comment")] == told


def test_an_object_with_another_first_name_is_read_whole() -> None:
    rows = [{"a": "1", "annotator": "x", "comment": "y"}]
    assert [*leading_texts(PackedRows([PackedPart.of(rows)]), "annotator", "comment")] == [("x", "y")]


@given(st.lists(ROW, max_size=5))
def test_an_iterator_has_the_checksum_of_its_list(rows: list[dict]) -> None:
    assert packed_checksum({"a": iter(rows), "b": 1}) == checksum({"a": rows, "b": 1})


def test_comments_of_a_long_release_leave_too(release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = list(release.manifest["annotations"])
    monkeypatch.setattr(compressed_records, "FEW", 0)
    for comment in ("", 'dit "oui"\\'):
        plain = [{**one, "comment": ""} for one in rows]
        long = PackedRows([PackedPart.of([{**plain[0], "comment": comment}, *plain[1:]])])
        given = replace(release, manifest={**release.manifest, "annotations": long})
        without = without_comments(given)
        assert (without is given) == (comment == "")
        assert {one["comment"] for one in without.manifest["annotations"]} == {""}


def test_what_was_read_of_a_release_is_kept(release: Release) -> None:
    first = opened(release)
    assert opened(release) is first
    assert first.items is first.items
    assert first.answers == released_answers(release.manifest)
    assert opened(replace(release)) is not first
