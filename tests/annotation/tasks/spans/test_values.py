"""Attributes and relations of spans: schema, canonical form, checks, renaming, distance, rows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.model import LabelMapping
from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens, attributes_of
from aloi.annotation.spans import moved_each, pieces, related, snap
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema, RowPlace
from aloi.annotation.tasks.spans.quotes import quoted
from aloi.annotation.tasks.spans.settings import schema_attributes, schema_relations
from aloi.annotation.tasks.spans.values import relations_of, spans_of, value_of
from aloi.annotation.versions import Fate, draft_as, read_as, turned_round
from aloi.base.records import from_json, to_json
from aloi.corpora.model import Passage, Sentence

SPANS = task("spans")
TEXT = "Aspirine 100 mg le matin, pas de fièvre 𝛼, paracétamol 1 g si douleur."
ITEM = Passage.of("c", Sentence("s", "d", 0, 0, len(TEXT), TEXT))
SCHEMA = SPANS.check_settings(
    {
        "labels": [{"name": "drug"}, {"name": "dose"}, {"name": "sign"}],
        "nested": True,
        "broken": True,
        "attributes": [
            {
                "name": "certainty",
                "values": ["affirmed", "negated"],
                "labels": ["sign"],
                "default": "affirmed",
            },
            {"name": "kind", "values": [{"name": "a", "key": "z"}, "b", "c"], "multiple": True},
        ],
        "relations": [
            {"name": "has_dose", "from": ["drug"], "to": ["dose"], "single": ["to"]},
            {"name": "same", "directed": False},
        ],
    }
)
PLACES = pieces(TEXT)


def span(label: str, start: int, end: int, **attributes: object) -> dict[str, object]:
    return {"label": label, "parts": [[start, end]]} | ({"attributes": attributes} if attributes else {})


def answer(*spans: dict[str, object], relations: tuple[tuple[str, int, int], ...] = ()) -> dict[str, object]:
    return {
        "spans": [{"id": f"x{at}", **each} for at, each in enumerate(spans)],
        "relations": [{"type": name, "from": f"x{head}", "to": f"x{tail}"} for name, head, tail in relations],
    }


DRUG, DOSE, SIGN = span("drug", 0, 8), span("dose", 9, 15), span("sign", 33, 39)


def test_settings_without_attributes_and_relations_are_as_before() -> None:
    assert set(SPANS.default_settings()) == {"question", "labels", "unit", "nested", "broken"}
    empty = SPANS.check_settings({"labels": [{"name": "a"}], "attributes": [], "relations": []})
    assert empty == SPANS.check_settings({"labels": [{"name": "a"}]})
    value = SPANS.check([DRUG], ITEM, SCHEMA)
    assert value == {"spans": [{"label": "drug", "parts": [[0, 8]]}]}
    row = SPANS.row(ITEM, value, SCHEMA)
    assert set(to_json(row)) == {"id", "document_id", "tokens", "tags", "text", "spans"}


def test_entries_are_completed_with_titles_and_keys_of_their_own() -> None:
    certainty, kind = schema_attributes(SCHEMA)
    has_dose, same = schema_relations(SCHEMA)
    assert [value.name for value in certainty.values] == ["affirmed", "negated"]
    assert (certainty.applies_to("sign"), certainty.applies_to("drug")) == (True, False)
    assert (kind.multiple, kind.default, kind.title) == (True, "", "kind")
    assert (has_dose.title, has_dose.directed, has_dose.single) == ("has dose", True, ("to",))
    assert same.allows("dose", "drug")
    assert not has_dose.allows("dose", "drug")
    keys = [each.key for one in (certainty, kind) for each in one.values]
    keys += [has_dose.key, same.key, *(label["key"] for label in SCHEMA["labels"])]
    assert len({*keys}) == len(keys)
    assert "" not in keys
    assert SPANS.check_settings(SCHEMA) == SCHEMA


@pytest.mark.parametrize(
    "change",
    [
        {"attributes": {}},
        {"attributes": [{"name": "c"}]},
        {"attributes": [{"name": "c", "values": []}]},
        {"attributes": [{"name": "c d", "values": ["x"]}]},
        {"attributes": [{"name": "relation", "values": ["x"]}]},
        {"attributes": [{"name": "c", "values": ["x", "x"]}]},
        {"attributes": [{"name": "c", "values": ["x y"]}]},
        {"attributes": [{"name": "c", "values": ["x"], "default": "y"}]},
        {"attributes": [{"name": "c", "values": ["x"], "labels": ["nothing"]}]},
        {"attributes": [{"name": "c", "values": ["x"], "labels": "drug"}]},
        {"attributes": [{"name": "c", "values": ["x"], "multiple": 1}]},
        {"attributes": [{"name": "c", "values": ["x"], "more": 1}]},
        {"attributes": [{"name": "c", "values": ["x"]}, {"name": "c", "values": ["x"]}]},
        {"attributes": [{"name": "c", "values": [{"name": "x", "key": "1"}, {"name": "y", "key": "1"}]}]},
        {"attributes": [{"name": "c", "values": [{"name": "x", "key": "u"}]}]},
        {"relations": "has_dose"},
        {"relations": [{"name": ""}]},
        {"relations": [{"name": "r", "from": ["nothing"]}]},
        {"relations": [{"name": "r", "directed": "yes"}]},
        {"relations": [{"name": "r", "single": ["head"]}]},
        {"relations": [{"name": "r", "colour": "red"}]},
        {"relations": [{"name": "r"}, {"name": "r"}]},
    ],
)
def test_bad_entries_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidSchema):
        SPANS.check_settings({"labels": [{"name": "drug"}], **change})


def test_the_canonical_form_has_ids_in_the_order_of_the_text_only_with_relations() -> None:
    value = SPANS.check(
        answer(span("sign", 33, 39, certainty="negated"), DOSE, DRUG, relations=(("has_dose", 2, 1),)),
        ITEM,
        SCHEMA,
    )
    assert value == {
        "spans": [
            {"id": "s1", **DRUG},
            {"id": "s2", **DOSE},
            {"id": "s3", **span("sign", 33, 39, certainty="negated")},
        ],
        "relations": [{"type": "has_dose", "from": "s1", "to": "s2"}],
    }
    assert SPANS.check(answer(DRUG, DOSE), ITEM, SCHEMA) == {"spans": [DRUG, DOSE]}
    several = SPANS.check([span("drug", 0, 8, kind=["c", "a"])], ITEM, SCHEMA)
    assert several["spans"][0]["attributes"] == {"kind": ["a", "c"]}
    single = SPANS.check([span("drug", 0, 8, kind=["c"])], ITEM, SCHEMA)
    assert single["spans"][0]["attributes"] == {"kind": "c"}


def test_a_default_is_stored_and_differs_from_no_answer() -> None:
    explicit = SPANS.check([span("sign", 33, 39, certainty="affirmed")], ITEM, SCHEMA)
    none = SPANS.check([SIGN], ITEM, SCHEMA)
    assert spans_of(explicit)[0].attributes == (("certainty", ("affirmed",)),)
    assert spans_of(none)[0].attributes == ()
    assert SPANS.check([span("sign", 33, 39, kind=[])], ITEM, SCHEMA) == none


@pytest.mark.parametrize(
    "value",
    [
        [span("drug", 0, 8, certainty="negated")],
        [span("sign", 33, 39, certainty="maybe")],
        [span("sign", 33, 39, certainty=["affirmed", "negated"])],
        [span("sign", 33, 39, certainty=1)],
        [span("sign", 33, 39, strange="x")],
        [{**SIGN, "attributes": "negated"}],
        [span("sign", 33, 39, certainty="negated"), SIGN],
        answer(DRUG, DOSE, relations=(("has_dose", 1, 0),)),
        answer(DRUG, DOSE, relations=(("has_dose", 0, 7),)),
        answer(DRUG, DOSE, relations=(("strange", 0, 1),)),
        answer(DRUG, DOSE, relations=(("same", 0, 0),)),
        answer(DRUG, DRUG, relations=(("same", 0, 1),)),
        answer(DRUG, span("drug", 43, 54), DOSE, relations=(("has_dose", 0, 2), ("has_dose", 1, 2))),
        {**answer(DRUG, DOSE), "relations": {}},
        {**answer(DRUG, DOSE), "relations": ["has_dose"]},
        {"spans": [{"id": "x", **DRUG}, {"id": "x", **DOSE}]},
        {"relations": []},
        {"spans": [DRUG], "relations": [], "more": []},
    ],
)
def test_bad_attributes_and_relations_are_refused(value: object) -> None:
    with pytest.raises(InvalidAnnotation) as error:
        SPANS.check(value, ITEM, SCHEMA)
    assert "Aspirine" not in error.value.told()


stretches = st.integers(0, len(PLACES) - 1).flatmap(
    lambda first: st.integers(first, min(len(PLACES) - 1, first + 3)).map(
        lambda last: [PLACES[first][0], PLACES[last][1]]
    )
)
raw_spans = st.builds(
    lambda label, parts, certainty, kinds: {
        "label": label,
        "parts": parts,
        "attributes": ({"certainty": certainty} if certainty and label == "sign" else {}) | {"kind": kinds},
    },
    st.sampled_from(["drug", "dose", "sign"]),
    st.lists(stretches, min_size=1, max_size=3),
    st.sampled_from(["", "affirmed", "negated"]),
    st.lists(st.sampled_from("abc"), max_size=3),
)


@st.composite
def answers(draw: st.DrawFn) -> dict[str, object]:
    """Return any valid answer: a span of a label and parts is listed once."""
    unique = {}
    for raw in draw(st.lists(raw_spans, max_size=7)):
        bare = SPANS.check([{**raw, "attributes": {}}], ITEM, SCHEMA)["spans"][0]
        unique.setdefault(str(bare), raw)
    spans = list(unique.values())
    ids = [f"id{at}" for at in range(len(spans))]
    pairs = draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=5)) if ids else []
    return {
        "spans": [{"id": id_, **raw} for id_, raw in zip(ids, spans, strict=True)],
        "relations": [{"type": "same", "from": a, "to": b} for a, b in pairs if a != b],
    }


@given(answers(), st.randoms())
def test_the_canonical_form_does_not_depend_on_order_or_ids(
    value: dict[str, object], chance: random.Random
) -> None:
    canonical = SPANS.check(value, ITEM, SCHEMA)
    assert SPANS.check(canonical, ITEM, SCHEMA) == canonical
    spans = [{**each, "id": f"other-{each['id']}"} for each in value["spans"]]
    relations = [
        {"type": each["type"], "from": f"other-{each['to']}", "to": f"other-{each['from']}"}
        for each in value["relations"]
    ]
    chance.shuffle(spans)
    chance.shuffle(relations)
    assert SPANS.check({"spans": spans + spans[:0], "relations": relations}, ITEM, SCHEMA) == canonical


@given(answers())
def test_rows_and_values_are_one_another(value: dict[str, object]) -> None:
    canonical = SPANS.check(value, ITEM, SCHEMA)
    spans, relations = spans_of(canonical), relations_of(canonical)
    assert value_of(spans, relations) == canonical
    row = SPANS.row(ITEM, canonical, SCHEMA)
    assert from_json(TaggedTokens, to_json(row), closed=True) == row
    sentence = Sentence("s", "d", 0, 0, len(TEXT), TEXT)
    assert SPANS.from_row(row, RowPlace("c", (sentence,)), SCHEMA)[1] == canonical


def test_spans_identify_themselves_by_label_and_parts() -> None:
    plain = LabelledSpan("sign", ((0, 3),))
    negated = replace(plain, attributes=attributes_of({"certainty": "negated"}))
    assert plain != negated
    assert plain == negated.bare()


def test_relations_follow_their_spans_when_spans_move_or_go() -> None:
    a, b, c = (LabelledSpan("x", ((at, at + 1),), (("k", ("v",)),)) for at in (4, 0, 2))
    relations = [LabelledRelation("r", 0, 1), LabelledRelation("r", 1, 2)]
    assert related([a, b, c], relations) == (
        (b, c, a),
        (LabelledRelation("r", 0, 1), LabelledRelation("r", 2, 0)),
    )
    assert related([None, b, c], relations) == ((b, c), (LabelledRelation("r", 0, 1),))
    snapped = snap([LabelledSpan("x", ((1, 3),), (("k", ("v",)),)), LabelledSpan("x", ((8, 9),))], TEXT)
    assert snapped.each == (LabelledSpan("x", ((0, 8),), (("k", ("v",)),)), None)
    assert moved_each(
        [LabelledSpan("x", ((1, 2),)), LabelledSpan("x", ((0, 1),), (("k", ("v",)),))], "a b", "ab"
    ) == [
        None,
        LabelledSpan("x", ((0, 1),), (("k", ("v",)),)),
    ]


def test_distance_counts_attributes_and_relations() -> None:
    plain = SPANS.check([DRUG, DOSE], ITEM, SCHEMA)
    with_kind = SPANS.check([span("drug", 0, 8, kind="a"), DOSE], ITEM, SCHEMA)
    linked = SPANS.check(answer(DRUG, DOSE, relations=(("has_dose", 0, 1),)), ITEM, SCHEMA)
    assert SPANS.distance([plain, plain], SCHEMA) == 0
    assert SPANS.distance([plain, with_kind], SCHEMA) == pytest.approx(1 - 4 / 5)
    assert SPANS.distance([plain, linked], SCHEMA) == pytest.approx(1 - 4 / 5)


def test_a_vote_never_loses_attributes_silently() -> None:
    linked = SPANS.check(answer(DRUG, DOSE, relations=(("has_dose", 0, 1),)), ITEM, SCHEMA)
    for rule in SPANS.gold_rules(SCHEMA):
        assert rule.combine([linked, linked]) == linked


def test_a_description_names_what_differs_from_the_default() -> None:
    value = SPANS.check(
        answer(
            DRUG,
            DOSE,
            span("sign", 33, 39, certainty="negated", kind=["a", "b"]),
            relations=(("has_dose", 0, 1),),
        ),
        ITEM,
        SCHEMA,
    )
    assert (
        SPANS.describe(value, SCHEMA) == "drug, dose, sign, certainty: negated, kind: a, kind: b, → has dose"
    )
    assert SPANS.describe_with_item(value, ITEM, SCHEMA) == (
        "drug “Aspirine”; dose “100 mg”; sign “fièvre” (certainty: negated; kind: a, b); "
        "“Aspirine” → has dose → “100 mg”"
    )
    default = SPANS.check([span("sign", 33, 39, certainty="affirmed")], ITEM, SCHEMA)
    assert SPANS.describe(default, SCHEMA) == "sign"


def test_many_spans_are_counted_and_long_ones_shortened() -> None:
    many = value_of([LabelledSpan("sign", ((at, at + 1),)) for at in range(21)])
    assert SPANS.describe_with_item(many, ITEM, SCHEMA) == SPANS.describe(many, SCHEMA)
    assert SPANS.describe_with_item({"spans": []}, ITEM, SCHEMA) == SPANS.describe({"spans": []}, SCHEMA)
    long = quoted("a" * 30 + "\n \n" + "b" * 30, LabelledSpan("x", ((0, 63),)))
    assert long == "a" * 20 + " … " + "b" * 20


FULL = SPANS.check(
    answer(
        DRUG, DOSE, span("sign", 33, 39, certainty="negated"), relations=(("has_dose", 0, 1), ("same", 0, 2))
    ),
    ITEM,
    SCHEMA,
)


def test_mappings_rename_labels_values_and_relations() -> None:
    other = SPANS.check_settings(
        {
            "labels": [{"name": "medicine"}, {"name": "dose"}, {"name": "sign"}],
            "nested": True,
            "attributes": [{"name": "assertion", "values": ["present", "absent"]}],
            "relations": [{"name": "dose_of"}, {"name": "same", "directed": False}],
        }
    )
    assert set(SPANS.mapped_names(SCHEMA)) >= {*SPANS.mapped_names_in(FULL)}
    mapping = LabelMapping(
        {
            "drug": "medicine",
            "certainty:negated": "assertion:absent",
            "certainty:affirmed": "assertion:present",
            "relation:has_dose": "relation:dose_of",
        }
    )
    read = read_as(SPANS, FULL, ITEM, mapping, other)
    assert read.fate is Fate.COUNTS
    assert [each["label"] for each in read.value["spans"]] == ["medicine", "dose", "sign"]
    assert read.value["spans"][2]["attributes"] == {"assertion": "absent"}
    assert {each["type"] for each in read.value["relations"]} == {"dose_of", "same"}
    back = turned_round(mapping, SPANS.mapped_names(SCHEMA), SPANS.mapped_names(other))
    assert read_as(SPANS, read.value, ITEM, back, SCHEMA).value == FULL


def test_what_a_mapping_drops_or_asks_again() -> None:
    def read(mapping: LabelMapping) -> tuple[Fate, object]:
        reading = read_as(SPANS, FULL, ITEM, mapping, SCHEMA)
        return reading.fate, reading.value

    fate, value = read(LabelMapping(dropped=("dose",)))
    assert (fate, SPANS.relation_count(value), SPANS.relation_count(FULL)) == (Fate.COUNTS, 1, 2)
    fate, value = read(LabelMapping(dropped=("certainty:negated",)))
    assert "attributes" not in value["spans"][2]
    fate, value = read(LabelMapping(dropped=("relation:same",)))
    assert [each["type"] for each in value["relations"]] == ["has_dose"]
    assert read(LabelMapping(again=("certainty:negated",)))[0] is Fate.AGAIN
    assert read(LabelMapping(again=("relation:has_dose",)))[0] is Fate.AGAIN


def test_spans_that_come_to_be_the_same_join_their_attributes_or_are_asked_again() -> None:
    both = LabelMapping({"dose": "drug"})
    mixed = [span("drug", 0, 8, kind="a"), span("dose", 0, 8)]
    joined = read_as(SPANS, SPANS.check(mixed, ITEM, SCHEMA), ITEM, both, SCHEMA)
    assert joined.value == {"spans": [span("drug", 0, 8, kind="a")]}
    conflict = [span("drug", 0, 8, kind="a"), span("dose", 0, 8, kind="b")]
    assert read_as(SPANS, SPANS.check(conflict, ITEM, SCHEMA), ITEM, both, SCHEMA).fate is Fate.AGAIN


def test_drafts_keep_the_ids_of_offers_and_the_relations_between_them() -> None:
    draft = {
        "spans": [{"id": "s1", **DRUG}],
        "offers": [{"id": "o1", **DOSE}, {"id": "o2", **SIGN}],
        "relations": [
            {"type": "has_dose", "from": "s1", "to": "o1", "offered": True},
            {"type": "same", "from": "s1", "to": "o2"},
        ],
        "at": 3,
    }
    mapping = LabelMapping({"dose": "drug"}, dropped=("sign", "relation:has_dose"))
    read = draft_as(SPANS, draft, mapping, SCHEMA, SCHEMA)
    assert read == {
        "spans": [{"id": "s1", **DRUG}],
        "offers": [{"id": "o1", "label": "drug", "parts": [[9, 15]]}],
        "relations": [],
        "at": 3,
    }
    same = draft_as(SPANS, draft, LabelMapping(), SCHEMA, SCHEMA)
    assert same == draft


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ready_schemas_have_keys_and_words_in_both_languages(language: str) -> None:
    presets = SPANS.presets(language)
    assert {"assertions", "medication", "negation"} <= set(presets)
    certainty = schema_attributes(presets["assertions"])[0]
    assert [each.name for each in certainty.values] == ["affirmed", "negated", "possible", "hypothetical"]
    assert certainty.default == "affirmed"
    assert {each.heads for each in schema_relations(presets["medication"])} == {("drug",)}
    assert schema_relations(presets["negation"])[0].single == ("from",)
    for settings in presets.values():
        assert SPANS.check_settings(settings) == settings
