"""Attributes and relations of spans, gamma-cat: printed cases, an independent implementation, coverage."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from aloi.agreement.parts.attributes import (
    AttributeDocument,
    ComparedAttribute,
    MarkedSpan,
    attribute_agreement,
)
from aloi.agreement.parts.gamma import best_alignment
from aloi.agreement.parts.gamma_cat import category_weights, gamma_cat
from aloi.agreement.parts.relations import (
    Relation,
    RelationDocument,
    mean_relation_agreement,
    relation_agreement,
)
from aloi.agreement.parts.spans import Span, SpanDocument
from tests.simulations import Record, tell_held

CERTAINTY = ComparedAttribute("certainty", ("affirmed", "negated", "hypothetical"), ("sign",))
MODALITY = ComparedAttribute("modality", ("a", "b", "c"), multiple=True)


def marked(start: int, end: int, *values: str, label: str = "sign", of: str = "certainty") -> MarkedSpan:
    return MarkedSpan(Span(start, end, label), {of: values} if values else {})


def by_measure(agreement) -> dict[str, float | None]:
    return {entry.measure: entry.value for entry in agreement.results}


def test_the_first_printed_case_is_that_of_a_computation_by_hand() -> None:
    pairs = [("affirmed", "affirmed")] * 4 + [("negated", "negated")] * 3
    pairs += [("affirmed", "negated")] * 2 + [("negated", "affirmed")]
    first = [marked(10 * at, 10 * at + 5, a) for at, (a, _) in enumerate(pairs)]
    second = [marked(10 * at, 10 * at + 5, b) for at, (_, b) in enumerate(pairs)]
    alone = (marked(200, 205, "negated"), marked(210, 215, "negated"))
    other_label = (marked(300, 305, label="drug"),)
    document = AttributeDocument("d", {"A": (*first, *alone, *other_label), "B": (*second, *other_label)})
    two = ComparedAttribute("certainty", ("affirmed", "negated"), ("sign",))
    agreement = attribute_agreement([document], two)
    # 7 of 10 agree. A: 6 and 4, B: 5 and 5: expected 0.5. Alpha: 11 and 9 of 20. AC1: shares 0.55 and 0.45.
    assert (agreement.matched, agreement.units) == (10, 12)
    assert by_measure(agreement) == pytest.approx(
        {
            "krippendorff_alpha": 1 - 0.3 / (2 * 11 * 9 / (20 * 19)),
            "cohen_kappa": 0.4,
            "gwet_ac1": (0.7 - 0.495) / (1 - 0.495),
        }
    )
    assert all("match:exact" in entry.signature for entry in agreement.results)


def test_the_second_printed_case_has_sets_and_overlapping_spans() -> None:
    answers = {
        "A": (marked(0, 5, "a", of="modality"), marked(10, 20, "b", of="modality"), marked(30, 31)),
        "B": (marked(1, 5, "a", "b", of="modality"), marked(10, 20, "b", of="modality")),
    }
    document = AttributeDocument("d", answers)
    exact, overlap = (attribute_agreement([document], MODALITY, match) for match in ("exact", "overlap"))
    assert (exact.matched, exact.units) == (1, 4)
    assert (overlap.matched, overlap.units) == (2, 3)
    # MASI: {a} and {a, b} are 2/3 apart, {a} and {b} 1. Observed 1/3, expected 2/3.
    assert by_measure(overlap)["krippendorff_alpha_masi"] == pytest.approx(0.5)
    # Jaccard: 1/2 and 1: observed 1/4, expected (1/2 + 2 + 1) / 6.
    assert by_measure(overlap)["krippendorff_alpha_jaccard"] == pytest.approx(1 - 0.25 / (3.5 / 6))


def test_the_third_printed_case_is_of_relations() -> None:
    drug, dose, route = Span(0, 5, "drug"), Span(6, 10, "dose"), Span(20, 25, "route")
    later, late_dose = Span(30, 35, "drug"), Span(36, 40, "dose")
    document = RelationDocument(
        "d",
        {
            "A": (
                Relation("dose", drug, dose), Relation("route", drug, route),
                Relation("dose", later, late_dose),
            ),
            "B": (
                Relation("dose", drug, dose),
                Relation("route", drug, Span(18, 25, "route")),
                Relation("frequency", later, Span(36, 40, "frequency")),
            ),
        },
    )  # fmt: skip
    values = [
        relation_agreement([document], "A", "B", match).f1.value for match in ("exact", "relaxed", "type")
    ]
    assert values == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    dose_only = relation_agreement([document], "A", "B", "exact", "dose")
    assert (dose_only.precision.value, dose_only.recall.value) == (1, 0.5)
    swapped = Relation("with", dose, drug, directed=False)
    assert swapped.matches(Relation("with", drug, dose, directed=False), "exact")
    assert not Relation("with", dose, drug).matches(Relation("with", drug, dose), "relaxed")


def random_answers(generator: np.random.Generator, people: str, texts: int):
    """Return attribute and relation documents of texts that annotators read differently."""
    attributes, relations = [], []
    for number in range(texts):
        base, at = [], 0
        for _ in range(int(generator.integers(0, 9))):
            at += int(generator.integers(1, 6))
            base.append((at, at + int(generator.integers(2, 9)), "sd"[int(generator.integers(2))]))
            at = base[-1][1]
        spans, links = {}, {}
        for name in people:
            if generator.random() < 0.1:
                continue
            mine = []
            for start, end, label in base:
                if generator.random() < 0.2:
                    continue
                end += int(generator.integers(0, 2)) * (generator.random() < 0.4)
                values = [CERTAINTY.values[int(generator.integers(3))]] if generator.random() < 0.9 else []
                label = {"s": "sign", "d": "drug"}[label]
                mine.append(MarkedSpan(Span(start, end, label), {"certainty": tuple(values)}))
            spans[name] = tuple(mine)
            links[name] = tuple(
                Relation(
                    "xy"[int(generator.integers(2))], entry.span, other.span, bool(generator.random() < 2)
                )
                for entry, other in permutations(mine, 2)
                if generator.random() < 0.15
            )
        attributes.append(AttributeDocument(str(number), spans))
        relations.append(RelationDocument(str(number), links))
    return attributes, relations


def independent_units(documents, match, label=None):
    """Return the values of matched spans, computed without the product's code."""
    units = []
    for document in documents:
        if len(document.answers) < 2:
            continue
        flat = sorted(
            (name, entry.span.start, entry.span.end, entry.values.get("certainty", ()))
            for name, spans in document.answers.items()
            for entry in spans
            if entry.span.label == "sign"
        )
        if match == "exact":
            groups = {}
            for name, start, end, values in flat:
                groups.setdefault((start, end), {})[name] = values
            units += list(groups.values())
            continue
        parts = [{name: (start, end, values)} for name, start, end, values in flat]
        links = []
        for (i, entry), (j, two) in combinations(enumerate(flat), 2):
            common = min(entry[2], two[2]) - max(entry[1], two[1])
            if entry[0] != two[0] and common > 0:
                links.append((-common / (entry[2] - entry[1] + two[2] - two[1] - common), i, j))
        member = list(range(len(flat)))
        for _, i, j in sorted(links):
            a, b = member[i], member[j]
            if a != b and not set(parts[a]) & set(parts[b]):
                parts[a].update(parts[b])
                parts[b] = {}
                member = [a if entry == b else entry for entry in member]
        units += [{name: entry[2] for name, entry in group.items()} for group in parts if group]
    return units


def independent_values(units):
    """Return alpha, Fleiss' kappa and AC1 of units by their definitions."""
    rated = [[values[0] for values in unit.values() if values] for unit in units]
    rated = [entry for entry in rated if len(entry) > 1]
    total = Counter(value for entry in rated for value in entry)
    n = sum(total.values())
    disagreement = sum(sum(a != b for a, b in permutations(entry, 2)) / (len(entry) - 1) for entry in rated)
    expected = sum(total[a] * total[b] for a in total for b in total if a != b) / (n - 1)
    observed = sum(
        sum(a == b for a, b in permutations(entry, 2)) / (len(entry) * (len(entry) - 1)) for entry in rated
    ) / len(rated)
    shares = [
        sum(entry.count(value) / len(entry) for entry in rated) / len(rated) for value in CERTAINTY.values
    ]
    fleiss, ac1 = sum(p * p for p in shares), sum(p * (1 - p) for p in shares) / (len(shares) - 1)
    return {
        "krippendorff_alpha": 1 - disagreement / expected,
        "fleiss_kappa": (observed - fleiss) / (1 - fleiss),
        "gwet_ac1": (observed - ac1) / (1 - ac1),
    }


def independent_f1(documents, match):
    """Return the mean F1 over pairs by comparing every relation with every other."""
    names = sorted({name for entry in documents for name in entry.answers})
    values = []
    for a, b in combinations(names, 2):
        counts = [0, 0, 0, 0]
        for entry in documents:
            if a in entry.answers and b in entry.answers:
                first, second = ({(r.type, r.head, r.tail) for r in entry.answers[name]} for name in (a, b))

                def same(r, s):
                    if match == "exact":
                        return r == s
                    return r[0] == s[0] and all(
                        x.label == y.label and min(x.end, y.end) > max(x.start, y.start)
                        for x, y in zip(r[1:], s[1:], strict=True)
                    )

                counts[0] += len(first)
                counts[1] += len(second)
                counts[2] += sum(any(same(r, s) for s in second) for r in first)
                counts[3] += sum(any(same(r, s) for r in first) for s in second)
        recall, precision = counts[2] / counts[0], counts[3] / counts[1]
        values.append(2 * precision * recall / (precision + recall))
    return sum(values) / len(values)


def test_an_independent_implementation_agrees_on_200_random_texts() -> None:
    attributes, relations = random_answers(np.random.default_rng(46), "ABC", 200)
    for match in ("exact", "overlap"):
        agreement = attribute_agreement(attributes, CERTAINTY, match, intervals=False)
        units = independent_units(attributes, match)
        assert agreement.units == len(units)
        assert agreement.matched == sum(sum(bool(each) for each in unit.values()) > 1 for unit in units)
        assert by_measure(agreement) == pytest.approx(independent_values(units), abs=1e-9)
    for match in ("exact", "relaxed"):
        value = mean_relation_agreement(relations, match, intervals=False).f1.value
        assert value == pytest.approx(independent_f1(relations, match), abs=1e-9)


def near(generator: np.random.Generator, people: str, certain: float = 0.75) -> dict[str, tuple[Span, ...]]:
    """Return the spans of annotators who differ a little in ends and labels."""
    base, at = [], 0
    for _ in range(int(generator.integers(3, 8))):
        at += int(generator.integers(3, 20))
        base.append((at, at := at + int(generator.integers(4, 12)), "xyz"[int(generator.integers(3))]))
    return {
        name: tuple(
            Span(
                start, end + int(generator.integers(0, 2)),
                label if generator.random() < certain else "xyz"[int(generator.integers(3))],
            )
            for start, end, label in base
            if generator.random() < 0.9
        )
        for name in people
    }  # fmt: skip


def test_weights_of_gamma_cat_are_those_of_a_computation_by_hand() -> None:
    pair = (Span(0, 10, "x"), Span(2, 10, "y"))
    weight = 1 - (2 / 18) ** 2
    assert category_weights([pair], [None, "x", "z"]) == pytest.approx(
        np.array([[weight, weight], [weight, weight], [0, 0]])
    )
    three = (Span(0, 10, "x"), Span(0, 10, "x"), Span(0, 10, "y"))
    assert category_weights([three, (Span(50, 60, "y"), None, None)], [None]) == pytest.approx(
        np.array([[1, 1.5]])
    )
    lonely = gamma_cat([SpanDocument("d", {"A": (Span(0, 5, "x"),), "B": ()})], {"d": 9}, ["x"])
    assert {kind: each.reason for kind, each in lonely.items()} == dict.fromkeys(
        (None, "x"), "no spans that the alignment puts together"
    )


@pytest.mark.slow  # the first use compiles for minutes
def test_gamma_cat_equals_that_of_pygamma_within_its_precision() -> None:
    pygamma = pytest.importorskip("pygamma_agreement")
    from pyannote.core import Segment

    answers = near(np.random.default_rng(3), "abc")
    length = max(span.end for spans in answers.values() for span in spans) + 5
    continuum = pygamma.Continuum()
    for name, spans in answers.items():
        for span in spans:
            continuum.add(name, Segment(span.start, span.end), span.label)
    dissimilarity = pygamma.CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1)
    np.random.seed(1)
    results = continuum.compute_gamma(dissimilarity, n_samples=60)
    dissimilarity.delta_empty = 0.0  # without its extra disagreements of spans that have no partner
    seen = results.best_alignment.gamma_k_disorder(dissimilarity, None)
    ((disagreement, weight),) = category_weights(best_alignment([answers[name] for name in "abc"])[1], [None])
    assert disagreement / weight == pytest.approx(seen, abs=1e-6)
    drawn = [entry.gamma_k_disorder(dissimilarity, None) for entry in results.chance_alignments]
    mine = gamma_cat([SpanDocument("d", answers)], {"d": length}, samples=60, intervals=False)[None].value
    error = seen / np.mean(drawn) ** 2 * np.std(drawn) / np.sqrt(len(drawn))
    assert mine == pytest.approx(1 - seen / np.mean(drawn), abs=6 * error)


@pytest.mark.slow
def test_gamma_cat_equals_that_of_pygamma_if_all_spans_are_aligned() -> None:
    """Both definitions coincide if each span has a partner; in chance texts if only those with one count.

    The same alignments must give the same value: those by chance are of pygamma, without sampling error.
    """
    pygamma = pytest.importorskip("pygamma_agreement")
    from pyannote.core import Segment

    generator = np.random.default_rng(11)
    answers = {
        name: tuple(
            Span(start + int(generator.integers(3)), start + 9 + int(generator.integers(3)), label)
            for start, label in zip(range(0, 400, 20), generator.choice(["x", "y", "z"], 20), strict=True)
        )
        for name in "abc"
    }
    continuum = pygamma.Continuum()
    for name, spans in answers.items():
        for span in spans:
            continuum.add(name, Segment(span.start, span.end), span.label)
    dissimilarity = pygamma.CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1)
    np.random.seed(2)
    results = continuum.compute_gamma(dissimilarity, n_samples=30)
    groups = best_alignment([answers[name] for name in "abc"])[1]
    assert all(None not in group for group in groups)

    def share(alignment_groups, kind=None) -> float:
        ((disagreement, weight),) = category_weights(alignment_groups, [kind])
        return float(disagreement / weight)

    for kind in (None, "x", "y", "z"):
        seen = results.best_alignment.gamma_k_disorder(dissimilarity, kind)
        assert share(groups, kind) == pytest.approx(seen, abs=1e-6)
    dissimilarity.delta_empty = 0.0  # spans without a partner do not count
    drawn = []
    for alignment in results.chance_alignments:
        of_chance = [
            tuple(
                None if unit is None else Span(unit.segment.start, unit.segment.end, unit.annotation)
                for _, unit in unitary.n_tuple
            )
            for unitary in alignment.unitary_alignments
        ]
        drawn.append(share(of_chance))
        assert drawn[-1] == pytest.approx(alignment.gamma_k_disorder(dissimilarity, None), abs=1e-6)
    assert 1 - share(groups) / np.mean(drawn) == pytest.approx(results.gamma_cat, abs=1e-6)


def longer(generator: np.random.Generator, certain: float) -> int:
    """Return how many characters an annotator adds to a span, mostly none."""
    return 0 if generator.random() < certain else int(generator.integers(1, 4))


def clustered(generator: np.random.Generator, texts: int):
    """Return texts of two annotators; how certain they are depends on the text."""
    attributes, relations = [], []
    for number in range(texts):
        certain = generator.beta(8, 2)
        first, second, links = [], [], {"A": [], "B": []}
        for at in range(1 + int(generator.poisson(5))):
            truth = CERTAINTY.values[int(generator.choice(3, p=(0.6, 0.3, 0.1)))]
            for mine in (first, second):
                value = (
                    truth if generator.random() < certain else CERTAINTY.values[int(generator.integers(3))]
                )
                if generator.random() < 0.9:
                    mine.append(marked(20 * at, 20 * at + 5 + longer(generator, certain), value))
            for name in links:
                if generator.random() < certain:
                    dose = Span(20 * at + 10, 20 * at + 13 + longer(generator, certain), "dose")
                    links[name].append(Relation("dose", Span(20 * at, 20 * at + 5, "drug"), dose))
        attributes.append(AttributeDocument(str(number), {"A": tuple(first), "B": tuple(second)}))
        relations.append(RelationDocument(str(number), {name: tuple(x) for name, x in links.items()}))
    return attributes, relations


@pytest.mark.slow
@pytest.mark.parametrize("texts", [20, 50])
def test_intervals_of_attributes_and_relations_cover_the_true_value(
    texts: int, record_property: Record
) -> None:
    def results(generator: np.random.Generator, texts: int, **options):
        attributes, relations = clustered(generator, texts)
        for match in ("exact", "overlap"):
            for entry in attribute_agreement(attributes, CERTAINTY, match, **options).results:
                yield f"{entry.measure} of an attribute, {match}", entry.value, entry.interval
        for match in ("exact", "relaxed", "type"):
            figure = mean_relation_agreement(relations, match, **options).f1
            yield f"relation F1, {match}", figure.value, figure.interval

    truth = {name: value for name, value, _ in results(np.random.default_rng(7), 20_000, intervals=False)}
    hits: dict[str, list[bool]] = {name: [] for name in truth}
    for seed in range(2000):
        for name, _, interval in results(np.random.default_rng(1000 + seed), texts):
            hits[name].append(interval.low <= truth[name] <= interval.high)
    shares = {name: float(np.mean(inside)) for name, inside in hits.items()}
    for name, share in shares.items():
        tell_held(record_property, f"{texts} texts of spans", name, share, len(hits[name]))
    assert {name: share for name, share in shares.items() if not 0.935 <= share <= 0.965} == {}


def clustered_sets(generator: np.random.Generator, texts: int) -> list[AttributeDocument]:
    """Return texts of two annotators who give sets of values; how certain they are depends on the text."""
    documents = []
    for number in range(texts):
        certain = generator.beta(8, 2)
        answers: dict[str, list[MarkedSpan]] = {"A": [], "B": []}
        for at in range(1 + int(generator.poisson(5))):
            truth = generator.random(3) < (0.7, 0.4, 0.2)
            for spans in answers.values():
                chosen = np.where(generator.random(3) < certain, truth, generator.random(3) < 0.4)
                values = [value for value, has_it in zip("abc", chosen, strict=True) if has_it]
                spans.append(marked(20 * at, 20 * at + 5, *values, of="modality"))
        documents.append(
            AttributeDocument(str(number), {name: tuple(each) for name, each in answers.items()})
        )
    return documents


@pytest.mark.slow
@pytest.mark.parametrize("texts", [20, 50])
def test_intervals_of_sets_of_values_cover_the_true_value(texts: int, record_property: Record) -> None:
    many = clustered_sets(np.random.default_rng(7), 20_000)
    truth = by_measure(attribute_agreement(many, MODALITY, intervals=False))
    hits: dict[str, list[bool]] = {measure: [] for measure in truth}
    for seed in range(1000):
        documents = clustered_sets(np.random.default_rng(1000 + seed), texts)
        for result in attribute_agreement(documents, MODALITY).results:
            interval = result.interval
            hits[result.measure].append(interval.low <= truth[result.measure] <= interval.high)
    for measure, inside in hits.items():
        tell_held(
            record_property, f"{texts} texts of spans", f"{measure} of sets of values",
            float(np.mean(inside)), len(inside),
        )  # fmt: skip
        assert 0.935 <= np.mean(inside) <= 0.965


@pytest.mark.slow
def test_intervals_of_gamma_cat_and_of_a_label_cover_the_true_value(record_property: Record) -> None:
    def gammas(generator: np.random.Generator, texts: int = 50, **options):
        documents = [
            SpanDocument(str(at), near(generator, "AB", generator.beta(8, 2))) for at in range(texts)
        ]
        return gamma_cat(documents, {entry.id: 200 for entry in documents}, ["x"], samples=10, **options)

    truth = gammas(np.random.default_rng(5), 20_000, intervals=False)
    hits: dict[str | None, list[bool]] = {kind: [] for kind in truth}
    for seed in range(1000):
        for kind, figure in gammas(np.random.default_rng(1000 + seed)).items():
            hits[kind].append(figure.interval.low <= truth[kind].value <= figure.interval.high)
    for kind, inside in hits.items():
        name = "gamma-cat" if kind is None else "gamma of a label"
        tell_held(record_property, "50 texts of spans", name, float(np.mean(inside)), len(inside))
        assert 0.935 <= np.mean(inside) <= 0.965
