"""Who marked which spans, values and relations, and what the vote proposes of attributes."""

from __future__ import annotations

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.tasks.spans.differences import AnnotatedRelation, marked_by_annotators

DRUG, DOSE, NEAR = ((0, 8),), ((9, 15),), ((9, 12),)


def sign(certainty="", course=(), parts=DRUG):
    attributes = [("certainty", (certainty,))] if certainty else []
    attributes += [("course", course)] if course else []
    return LabelledSpan("sign", parts, tuple(attributes))


def test_values_on_which_annotators_differ_have_their_annotators() -> None:
    answers = [([sign("no", ("acute", "mild"))], []), ([sign("no", ("acute",))], []), ([sign("yes")], [])]
    [marked], relations = marked_by_annotators(answers, {"course"})
    assert (marked.annotators, relations) == ((0, 1, 2), ())
    assert marked.span == sign("no", ("acute",))
    assert marked.values == {
        "certainty": {"no": (0, 1), "yes": (2,)},
        "course": {"acute": (0, 1), "mild": (0,)},
    }
    assert marked.tied == ()
    [marked], _ = marked_by_annotators([([sign("no")], []), ([sign("yes")], [])], set())
    assert (marked.span, marked.tied) == (sign(), ("certainty",))
    [marked], _ = marked_by_annotators([([sign("no")], []), ([sign("no")], [])], set())
    assert (marked.span, marked.values, marked.tied) == (sign("no"), {}, ())


def test_a_span_counts_with_the_one_that_overlaps_it_unless_both_are_marked() -> None:
    exact, wide = sign("no", parts=((0, 4),)), sign("yes", parts=((0, 6),))
    short, long = marked_by_annotators([([exact], []), ([wide], [])], set())[0][::-1]
    assert (short.span.parts, short.annotators, short.tied) == (((0, 4),), (0,), ("certainty",))
    assert short.values == long.values == {"certainty": {"no": (0,), "yes": (1,)}}
    # The first annotator marked both: the wide span of the second one is the first one's wide span.
    nested = marked_by_annotators([([exact, wide], []), ([wide], [])], set())[0]
    assert [each.values for each in nested] == [{}, {}]


def test_relations_have_their_annotators() -> None:
    dose, near = LabelledSpan("dose", DOSE), LabelledSpan("dose", NEAR)
    relation = LabelledRelation("has", 0, 1)
    answers = [
        ([sign("no"), dose], [relation]),
        ([sign("yes"), dose], [relation]),
        ([sign(), near], [relation]),
    ]
    spans, relations = marked_by_annotators(answers, set())
    assert [each.span.bare() for each in spans] == [sign(), dose, near]
    assert relations == (AnnotatedRelation("has", 0, 1, (0, 1)), AnnotatedRelation("has", 0, 2, (2,)))
