"""The numbers of a corpus of operations and its subsets, on a few written pairs worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.annotation.rows import AlignedGroup
from aloi.annotation.tasks.operations.corpus import (
    AnnotatedPair,
    cooccurrence,
    count_operations,
    label_counts,
    length_ratio,
    other_targets,
    select_pairs,
)
from aloi.annotation.tasks.operations.typology import Subset, load_typology, parse_typology, typology_json
from aloi.base.errors import AloiError


def pair(name: str, source: str, target: str, *groups: AlignedGroup, annotated: bool = True) -> AnnotatedPair:
    """Return a pair whose name begins with the name of its source."""
    tokens = tuple(source.split()), tuple(target.split())
    return AnnotatedPair(name, name[0], *tokens, groups, source == target, annotated)


SYNONYM, CUT, ADDED = (
    AlignedGroup((0,), (0,), "synonym"),
    AlignedGroup((1,), (), "delmod"),
    AlignedGroup((), (1,), "inoth"),
)
BROKEN = AlignedGroup((0,), (0,), "err")
PAIRS = (
    pair("a1", "a b c d", "x c d", SYNONYM, CUT),
    pair("a2", "a b c d", "a y b c d z", ADDED, AlignedGroup((), (5,), "inoth")),
    pair("a3", "a b c d", "a b c d"),
    pair("b1", "e f", "x f", SYNONYM),
    pair("b2", "e f", "q q q q q q", BROKEN),
    pair("c1", "g h", "x", SYNONYM, CUT),
    pair("c2", "g h", "g h", annotated=False),
)


def test_counts_both_ways() -> None:
    found = count_operations(PAIRS)
    assert (found.pairs, found.identical, found.identical_texts) == (7, 1, 2)
    assert (found.erroneous, found.erroneous_sources, found.annotated) == (1, 1, 4)
    assert found.groups_by_label == {"synonym": 3, "delmod": 2, "inoth": 2, "err": 1}
    assert found.distinct_labels_by_label == {"synonym": 3, "delmod": 2, "inoth": 1}
    assert (found.groups_annotated, found.distinct_labels_total) == (7, 6)
    first, second, third = label_counts(PAIRS)
    assert (first.label, second.label, third.label) == ("synonym", "delmod", "inoth")
    assert (third.groups, third.pairs) == (2, 1)
    assert (third.share_of_groups, third.share_of_pairs, third.share_of_distinct) == (2 / 7, 1 / 4, 1 / 6)


def test_labels_that_stand_together() -> None:
    found = {(one.a, one.b): one for one in cooccurrence(PAIRS)}
    assert set(found) == {("synonym", "delmod"), ("synonym", "inoth"), ("delmod", "inoth")}
    two = found["synonym", "delmod"]
    assert (two.both, two.lift) == (2, 4 * 2 / (3 * 2))
    has = np.array([[1, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 0]])
    expected = np.corrcoef(has)
    assert two.phi == pytest.approx(expected[0, 1])
    assert found["synonym", "inoth"].phi == pytest.approx(expected[0, 2])
    assert found["synonym", "inoth"].lift == 0
    everywhere = cooccurrence(PAIRS[:1])
    assert (everywhere[0].lift, everywhere[0].phi) == (1.0, None)


def test_length_ratio() -> None:
    found = length_ratio(PAIRS)
    assert found is not None
    ratios = [3 / 4, 6 / 4, 1, 1, 1 / 2, 1]  # without the broken pair
    assert (found.pairs, found.left_out) == (6, 0)
    assert [found.first_quartile, found.median, found.third_quartile] == list(
        np.quantile(ratios, [0.25, 0.5, 0.75])
    )
    assert {(low, high): count for low, high, count in found.bins if count} == {
        (0.5, 0.6): 1,
        (0.7, 0.8): 1,
        (1.0, 1.1): 3,
        (1.5, 1.6): 1,
    }
    assert sum(count for *_, count in found.bins) == found.pairs
    assert length_ratio(PAIRS[4:5]) is None
    assert length_ratio([]) is None


def test_a_ratio_on_the_edge_of_a_bin_stands_above_it() -> None:
    ten = " ".join("abcdefghij")
    found = length_ratio([pair("a1", ten, "a b c"), pair("a2", ten, "a b c d e f g")])
    assert found is not None
    assert (found.bins[0], found.bins[-1]) == ((0.3, 0.4, 1), (0.7, 0.8, 1))


def test_subsets_by_name_and_by_label() -> None:
    lexical = Subset("lexical", "Lexical", "", ("synonym", "hyponym"), ())
    kept = Subset("kept", "Kept", "", (), ("delmod",))

    def names(*subsets: Subset, having: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> list[str]:
        return [one.id for one in select_pairs(PAIRS, subsets, having, without)]

    assert names() == ["a1", "a2", "a3", "b1", "c1", "c2"]
    assert names(lexical) == ["a1", "b1", "c1"]
    assert names(lexical, kept) == ["b1"]
    assert names(kept) == ["a2", "a3", "b1", "c2"]
    assert names(having=("synonym", "delmod")) == ["a1", "c1"]
    assert names(lexical, without=("delmod",)) == ["b1"]


def test_references_are_the_other_simplifications() -> None:
    found, left_out = other_targets([PAIRS[0], PAIRS[3]], PAIRS)
    assert found == (("a y b c d z",), ("q q q q q q",))
    assert left_out == 1
    assert other_targets([], PAIRS) == ((), 0)
    assert other_targets([PAIRS[0]], PAIRS[:1]) == (((),), 0)


def test_subsets_of_a_typology() -> None:
    shipped = load_typology()
    labels = {one.name for one in shipped.operations}
    assert [one.name for one in shipped.subsets] == [
        "lexical",
        "morphological",
        "syntactic",
        "sentences",
        "additions",
        "deletions",
        "deletions_only",
        "rewording",
    ]
    assert parse_typology(typology_json(shipped)) == shipped
    assert shipped.subset("deletions_only").holds(frozenset({"delmod"}))
    assert not shipped.subset("deletions_only").holds(frozenset({"delmod", "move"}))
    whole = ("lexical", "morphological", "syntactic", "additions", "deletions")
    assert {label for name in whole for label in shipped.subset(name).any} == labels - {"err"}
    with pytest.raises(AloiError, match="The subset of the typology 'simplification' is 'none'"):
        shipped.subset("none")


@pytest.mark.parametrize(
    ("subsets", "told"),
    [
        ("lexical", r"The list `subsets` of the typology lacks \[\[subsets\]\] entries, at least one"),
        ([{"name": ""}], "The name of subset 1 is ''"),
        ([{"name": "x", "any": ["move"]}, {"name": "x", "any": ["move"]}], "The name of subset 2 is 'x'"),
        ([{"name": "x"}], "The subset 'x' lacks labels under any or none"),
        ([{"name": "x", "none": ["moved"]}], "The label under none of the subset 'x' is 'moved'"),
        (["x"], "The name of subset 1 is ''"),
    ],
)
def test_subsets_that_do_not_fit_are_refused(subsets: object, told: str) -> None:
    raw = typology_json(load_typology())
    with pytest.raises(AloiError, match=told):
        parse_typology({**raw, "subsets": subsets})  # type: ignore[dict-item]


def test_a_typology_without_subsets_stays_as_it_is() -> None:
    raw = typology_json(load_typology())
    del raw["subsets"]
    assert parse_typology(raw).subsets == ()
    assert typology_json(parse_typology(raw)) == raw
