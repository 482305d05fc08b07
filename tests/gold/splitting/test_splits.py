"""Splits: exact sizes, strata, forced items, disjoint parts, and requests that cannot be met."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.gold.splitting.splits import Parts, Splittable, crossing, make_splits


def _items(count: int, seed: int = 0) -> list[Splittable]:
    generator = random.Random(seed)
    return [
        Splittable(
            f"i{place:04}",
            generator.choice([0, 1, 2, 3, 4, 5]),
            (f"s{generator.randrange(count * 3)}", f"s{generator.randrange(count * 3)}"),
            (f"d{generator.randrange(count)}", f"d{generator.randrange(count)}"),
        )
        for place in range(count)
    ]


def _make(items, sizes, **options) -> Parts:
    return make_splits(items, sizes, **({"low": 0, "high": 5, "seed": 1} | options))


def _ids(parts: Parts) -> dict[str, tuple[str, ...]]:
    return {one.name: one.item_ids for one in parts.splits}


def test_fixed_sizes_shares_and_rest() -> None:
    items = _items(1000)
    assert _make(items, {"train": 600, "test": 400}).report.sizes == {"train": 600, "test": 400}
    assert _make(items, {"train": 0.6, "dev": 0.2, "test": 0.2}).report.sizes == {
        "train": 600,
        "dev": 200,
        "test": 200,
    }
    assert _make(items, {"train": "rest", "test": 150}).report.sizes == {"train": 850, "test": 150}
    assert _make(items, {"train": 0.7, "test": "rest"}).report.sizes == {"train": 700, "test": 300}
    assert _make(items, {"all": "rest"}).report.sizes == {"all": 1000}
    subset = _make(items, {"train": 10, "test": 5})
    assert subset.report.sizes == {"train": 10, "test": 5}
    assert "985 items in no part" in subset.report.method


@given(st.integers(10, 60), st.integers(0, 5), st.data())
def test_parts_have_the_exact_sizes_and_no_item_twice(count: int, seed: int, data: st.DataObject) -> None:
    train = data.draw(st.integers(1, count - 1))
    test = data.draw(st.integers(1, count - train))
    parts = _ids(_make(_items(count, seed), {"train": train, "test": test}, seed=seed))
    assert (len(parts["train"]), len(parts["test"])) == (train, test)
    assert not set(parts["train"]) & set(parts["test"])


@given(st.integers(9, 80))
def test_shares_use_every_item(count: int) -> None:
    parts = _make(_items(count), {"train": 0.6, "dev": 0.2, "test": 0.2})
    assert sum(parts.report.sizes.values()) == count
    for name, share in (("train", 0.6), ("dev", 0.2), ("test", 0.2)):
        assert abs(parts.report.sizes[name] - share * count) < 1


def test_scores_keep_their_proportions() -> None:
    items = [Splittable(f"i{n:03}", float(n % 10 // 2), (f"s{n}",), (f"d{n}",)) for n in range(100)]
    parts = _ids(_make(items, {"train": 75, "test": 25}))
    scores = {one.item_id: one.score for one in items}
    for degree in range(5):
        assert sum(scores[one] == degree for one in parts["test"]) == 5
    assert parts != _ids(_make(items, {"train": 75, "test": 25}, stratify=False))


def test_order_of_items_and_parts_is_irrelevant_and_the_seed_is_not() -> None:
    items = _items(50)
    one = _ids(_make(items, {"train": 30, "test": 20}))
    assert one == _ids(_make(list(reversed(items)), {"test": 20, "train": 30}))
    assert one != _ids(_make(items, {"train": 30, "test": 20}, seed=2))
    assert _make(items, {"train": 30, "test": 20}).report.seed == 1


def test_forced_items_go_where_they_must_and_count_in_the_size() -> None:
    items = _items(40)
    forced = dict.fromkeys([one.item_id for one in items[:8]], "test")
    parts = _make(items, {"train": 30, "test": 10}, forced=forced)
    assert set(forced) <= set(_ids(parts)["test"])
    assert parts.report.sizes == {"train": 30, "test": 10}
    assert "8 items forced" in parts.report.method


@given(st.integers(12, 40), st.integers(0, 30), st.sampled_from(["sentence", "document"]))
def test_disjoint_parts_share_nothing_and_keep_forced_items(count: int, seed: int, what: str) -> None:
    items = _items(count, seed)
    keys = {one.item_id: one.sentences if what == "sentence" else one.documents for one in items}
    forced = {items[0].item_id: "test"}
    sizes = {"train": count - 6, "test": 6}
    try:
        parts = _make(items, sizes, policy=what, forced=forced, seed=seed)
    except AloiError:  # a part may be emptied
        return
    found = {name: {key for one in ids for key in keys[one]} for name, ids in _ids(parts).items()}
    assert not found["train"] & found["test"]
    assert items[0].item_id in _ids(parts)["test"]
    report = parts.report
    assert (report.crossing_sentences if what == "sentence" else report.crossing_documents) == 0
    plain = _ids(_make(items, sizes, forced=forced, seed=seed))
    for name, ids in _ids(parts).items():
        assert set(ids) == set(plain[name]) - set(report.dropped)


def test_crossings_are_counted_and_the_cheapest_are_dropped() -> None:
    # "x" stands three times in train and once in test: one item is dropped, not three.
    items = [Splittable(f"a{n}", 1.0, ("x", f"own{n}"), ("d1",)) for n in range(3)]
    items += [Splittable("b0", 1.0, ("x", "y"), ("d1",)), Splittable("b1", 1.0, ("z", "w"), ("d2",))]
    forced_free = {"a0": "train", "a1": "train"}
    sizes = {"train": 3, "test": 2}
    for seed in range(20):
        plain = _make(items, sizes, forced=forced_free, seed=seed)
        if set(_ids(plain)["train"]) == {"a0", "a1", "a2"}:
            break
    assert (plain.report.crossing_sentences, plain.report.crossing_documents) == (1, 1)
    assert plain.report.dropped == ()
    apart = _make(items, sizes, forced=forced_free, seed=seed, policy="sentence")
    assert apart.report.dropped == ("b0",)
    assert apart.report.sizes == {"train": 3, "test": 1}
    assert (apart.report.crossing_sentences, apart.report.crossing_documents) == (0, 0)


def test_greedy_drops_are_near_the_fewest_possible() -> None:
    for seed in range(12):
        items = _items(12, seed)
        plain = _ids(_make(items, {"train": 6, "test": 6}, seed=seed))
        keys = {one.item_id: set(one.documents) for one in items}
        try:
            apart = _make(items, {"train": 6, "test": 6}, seed=seed, policy="document")
        except AloiError:
            continue
        fewest = next(
            size
            for size in range(13)
            for gone in combinations(sorted(keys), size)
            if not {k for i in plain["train"] if i not in gone for k in keys[i]}
            & {k for i in plain["test"] if i not in gone for k in keys[i]}
        )
        assert fewest <= len(apart.report.dropped) <= fewest + 1


def test_a_small_part_is_not_emptied_for_a_large_one() -> None:
    generator = random.Random(0)
    items = [
        Splittable(f"i{n:04}", 1.0, (f"s{n}",), tuple(f"d{generator.randrange(249)}" for _ in range(2)))
        for n in range(1000)
    ]
    apart = _make(items, {"train": 600, "test": 400}, policy="document").report
    assert apart.crossing_documents == 0
    assert sum(apart.sizes.values()) + len(apart.dropped) == 1000
    assert min(apart.sizes.values()) > 100


def test_crossing_counts_distinct_keys() -> None:
    assert crossing({"train": ["a", "b", "a"], "test": ["a", "c"], "dev": ["c"]}) == ("a", "c")


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        (
            {"train": 600, "test": 400},
            "were expected for 50 gold items",
        ),
        (
            {"train": 0.5, "test": 0.3},
            "were expected for 50 gold items",
        ),
        (
            {"train": 0.9, "test": 0.3},
            "were expected for 50 gold items",
        ),
        (
            {"train": "rest", "test": "rest"},
            "were expected for 50 gold items",
        ),
        (
            {"train": "many"},
            "were expected for 50 gold items",
        ),
        (
            {"train": -3, "test": 5},
            "were expected for 50 gold items",
        ),
        (
            {"train": float("nan")},
            "were expected for 50 gold items",
        ),
        (
            {"train": 20, "test": 0.5},
            "were expected for 50 gold items",
        ),
        (
            {"train": 50, "test": "rest"},
            "were expected for 50 gold items",
        ),
        (
            {"train": 50, "test": 0},
            "were expected for 50 gold items",
        ),
        (
            {},
            "were expected for 50 gold items",
        ),
        ({"../x": 5}, "Expected: letters, digits, _ and -: the name becomes a file name"),
    ],
)
def test_sizes_that_cannot_be_met_say_how_many_there_are(sizes, said: str) -> None:
    with pytest.raises(AloiError) as caught:
        _make(_items(50), sizes)
    assert said in caught.value.expected


def test_forced_items_that_cannot_be_placed_are_refused() -> None:
    items = _items(10)
    first = {one.item_id: "test" for one in items[:4]}
    for options, said in (
        ({"forced": {"nobody": "test"}}, "nobody"),
        ({"forced": {"i0000": "dev"}}, "'dev'"),
        ({"forced": first}, "There are too many items forced into the split 'test': 4"),
        ({"policy": "paragraph"}, "'paragraph'"),
    ):
        with pytest.raises(AloiError) as caught:
            _make(items, {"train": 7, "test": 3}, **options)
        assert said in caught.value.found
    same = [Splittable(name, 1.0, ("x",), ("d",)) for name in ("a", "b")]
    with pytest.raises(AloiError, match="forced into test and train"):
        _make(same, {"train": 1, "test": 1}, forced={"a": "train", "b": "test"}, policy="sentence")
    with pytest.raises(AloiError, match="share a sentence"):
        _make(same, {"train": 1, "test": 1}, policy="sentence")
    with pytest.raises(AloiError, match="repeated items is 1"):
        _make([*same, same[0]], {"all": "rest"})
