"""The converter between dataclasses and JSON: exact there and back, and errors that quote no content."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, date, datetime
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, Json, RecordError, from_json, own_form, to_json, to_row


class Kind(StrEnum):
    WORD = "word"
    TEXT = "text"


class Order(IntEnum):
    FIRST = 1


@dataclass(frozen=True)
class Part:
    name: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Whole:
    kind: Kind
    order: Order
    score: float
    count: int
    sure: bool
    at: datetime
    where: Path
    value: Json
    part: Part
    parts: tuple[Part, ...]
    settings: Mapping[str, Json]
    by: Mapping[str, Part]
    names: frozenset[str] = frozenset()
    undefined: float | None = None
    either: str | int = "x"
    shares: tuple[tuple[Json, float], ...] | None = None

    def __post_init__(self) -> None:
        if self.count < 0:
            raise AloiError("made-up.count-below-0")


@dataclass(frozen=True)
class Renamed:
    name: str
    all_labels: tuple[str, ...] = field(metadata={JSON_NAME: "known"})


@dataclass(frozen=True)
class Own:
    point: complex = field(default=1j)


NOW = datetime(2026, 11, 22, 9, 30, 0, 123456, tzinfo=UTC)
PART = Part("one", ((0, 3), (5, 9)))
WHOLE = Whole(
    Kind.TEXT, Order.FIRST, 0.1 + 0.2, 3, True, NOW, Path("a/b"), {"a": [1, 2.5, None, {"b": []}]}, PART,
    (PART, Part("two")), {"k": [1]}, {"x": PART}, frozenset({"b", "a"}), None, 4, (({"x": 1}, 0.5),),
)  # fmt: skip


def test_what_is_written_is_read_back_equal_and_exact() -> None:
    document = to_json(WHOLE)
    assert from_json(Whole, json.loads(json.dumps(document))) == WHOLE
    assert document["score"] == 0.1 + 0.2
    assert (document["kind"], document["order"], document["undefined"]) == ("text", 1, None)
    assert type(document["kind"]) is str
    assert document["at"] == "2026-11-22T09:30:00.123456+00:00"
    assert document["names"] == ["a", "b"]
    assert document["part"] == {"name": "one", "spans": [[0, 3], [5, 9]]}
    assert to_row(WHOLE)["at"] is NOW
    assert from_json(Whole, to_row(WHOLE)) == WHOLE


def test_fields_left_out_given_instead_and_unknown() -> None:
    document = to_json(PART, "spans", name="other", more=(1, 2))
    assert document == {"name": "other", "more": [1, 2]}
    assert from_json(Part, document, name="third") == Part("third")
    with pytest.raises(AloiError, match="there is no field more"):
        from_json(Part, document, closed=True)


def test_a_whole_number_stays_one() -> None:
    again = from_json(Whole, {**to_json(WHOLE), "score": 2})
    assert json.dumps(to_json(again)["score"]) == "2"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("count", 1.5, "count: a whole number was expected"),
        ("count", True, "count: a whole number was expected"),
        ("count", "secret", "count: a whole number was expected"),
        ("score", "secret", "score: a number was expected"),
        ("sure", 1, "sure: true or false was expected"),
        ("kind", "secret", "kind: one of word, text was expected"),
        ("at", "secret", "at: a time such as"),
        ("part", "secret", "part.name: it is not of its type"),
        ("part", {"spans": []}, "part.name: it is missing"),
        ("parts", "secret", "parts: a list was expected"),
        ("parts", [{"name": "a", "spans": [["secret", 1]]}], "parts[0].spans[0][0]: a whole number"),
        ("by", {"x": {"name": 3}}, "name: text was expected"),
    ],
)
def test_errors_name_the_field_and_quote_nothing(name: str, value: Json, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(Whole, {**to_json(WHOLE), name: value})
    assert said in caught.value.found
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("document", [None, 3, "text", [1]])
@pytest.mark.parametrize("closed", [True, False])
def test_what_is_no_object_is_an_error_to_act_on(document: Json, closed: bool) -> None:
    with pytest.raises(AloiError, match="This is not a valid Part"):
        from_json(Part, document, closed=closed)


def test_the_error_of_a_dataclass_itself_is_the_one_told() -> None:
    with pytest.raises(AloiError, match="count-below-0"):
        from_json(Whole, {**to_json(WHOLE), "count": -1})


def test_a_field_may_be_stored_under_another_name() -> None:
    value = Renamed("x", ("a", "b"))
    assert list(to_json(value).items()) == [("name", "x"), ("known", ["a", "b"])]
    assert from_json(Renamed, to_json(value), closed=True) == value
    assert from_json(tuple[Renamed, ...], [to_json(value)]) == (value,)
    with pytest.raises(RecordError):
        from_json(Renamed, {"name": "x", "all_labels": ["a"]})


def test_a_type_may_have_a_form_of_its_own() -> None:
    own_form(complex, lambda pair: complex(*pair), lambda one: [one.real, one.imag])
    assert to_json(Own()) == {"point": [0.0, 1.0]}
    assert from_json(Own, {"point": [2, 3]}) == Own(2 + 3j)


@dataclass(frozen=True)
class Result:
    kind: Kind
    order: Order
    measured: float
    undefined: float | None
    category: bool | int | float | str | frozenset[str] | None
    pair: tuple[int, str]
    parts: tuple[Part, ...]
    part: Part | None
    at: datetime | None
    day: date
    table: NDArray[np.int64]
    weights: NDArray[np.float64]
    tables: Mapping[tuple[str, str], NDArray[np.int32]]
    counts: dict[tuple[str, int], float | None]
    value: Json


_NUMBERS = st.floats() | st.just(math.nan)
_SHAPES = array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
_NAMES = st.tuples(st.text(max_size=3), st.text(max_size=3))
_CATEGORIES = st.booleans() | st.integers() | _NUMBERS | st.text() | st.frozensets(st.text()) | st.none()
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _NUMBERS | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
_PARTS = st.builds(Part, st.text(), st.tuples(st.tuples(st.integers(), st.integers())))
RESULTS = st.builds(
    Result,
    kind=st.sampled_from(Kind),
    order=st.sampled_from(Order),
    measured=_NUMBERS,
    undefined=st.none() | _NUMBERS,
    category=_CATEGORIES,
    pair=st.tuples(st.integers(), st.text()),
    parts=st.lists(_PARTS, max_size=2).map(tuple),
    part=st.none() | _PARTS,
    at=st.none() | st.datetimes() | st.datetimes(timezones=st.just(UTC)),
    day=st.dates(),
    table=arrays(np.int64, _SHAPES),
    weights=arrays(np.float64, _SHAPES),
    tables=st.dictionaries(_NAMES, arrays(np.int32, _SHAPES), max_size=2),
    counts=st.dictionaries(st.tuples(st.text(max_size=3), st.integers()), st.none() | _NUMBERS, max_size=2),
    value=_JSON,
)


def alike(first: Any, second: Any) -> bool:
    """Return whether two values have the same types and content; NaN is like NaN."""
    if type(first) is not type(second):
        return False
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(
            first, second, equal_nan=first.dtype.kind == "f"
        )
    if is_dataclass(first):
        return all(alike(getattr(first, one.name), getattr(second, one.name)) for one in fields(first))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(alike(first[key], second[key]) for key in first)
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(alike, first, second))
    return bool(first == second or (first != first and second != second))


@settings(max_examples=50)
@given(RESULTS)
def test_any_result_is_read_back_as_it_was(result: Result) -> None:
    text = json.dumps(to_json(result))
    assert alike(from_json(Result, json.loads(text)), result)


@given(st.lists(_PARTS, max_size=2).map(tuple) | st.none())
def test_a_result_need_be_no_dataclass(parts: tuple[Part, ...] | None) -> None:
    assert from_json(tuple[Part, ...] | None, json.loads(json.dumps(to_json(parts)))) == parts  # type: ignore[arg-type]
