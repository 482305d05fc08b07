"""Ids and checksums made of content: the same bytes as `json` writes, whichever way it is called."""

from __future__ import annotations

import json
import json.encoder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.corpora.identity import canonical_json, kept_encoder

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
ASCII = json.JSONEncoder(check_circular=False, default=lambda one: {"bytes": one.hex()})


@given(VALUES)
def test_the_kept_encoder_writes_what_json_does(value: object) -> None:
    plain = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert canonical_json(value) == plain
    assert kept_encoder(ASCII)(value) == json.dumps(value)


def test_what_is_no_json_is_refused_or_given_to_the_default() -> None:
    with pytest.raises(ValueError, match="float"):
        canonical_json([float("nan")])
    with pytest.raises(TypeError):
        canonical_json({"a": object()})
    assert kept_encoder(ASCII)([b"\xff", float("nan")]) == '[{"bytes": "ff"}, NaN]'


def test_a_python_without_the_encoder_in_c_writes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    value = [1, "é\ud800", {"b": None, "a": 0.5}]
    told = kept_encoder(ASCII)(value)
    monkeypatch.setattr(json.encoder, "c_make_encoder", None)
    assert kept_encoder(ASCII)(value) == told
