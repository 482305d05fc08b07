"""Values that papers print and no docstring shows."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.annotators import diagnose_annotators
from aloi.agreement.diagnosis.labels import confusions, diagnose_labels
from aloi.agreement.diagnosis.repeats import Repeat, diagnose_repeats
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.examples import cohen_1968, krippendorff_2011, peak_flow
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.parts import gamma as soft
from aloi.agreement.parts.groups import GroupItem, TokenGroup, group_agreement, mean_group_agreement
from aloi.agreement.parts.spans import Span, SpanDocument, mean_span_agreement, span_agreement
from aloi.agreement.quality.crowdtruth import crowd_truth
from aloi.agreement.quality.rasch import facets
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits

# Six psychiatrists on each of the 30 patients of Fleiss (1971), as R's irr gives them: depression,
# personality disorder, schizophrenia, neurosis, other.
DIAGNOSES = """444444 222555 233335 555555 222444 113333 333355 113334 114444 555555
144444 124444 222333 144444 224445 333335 111455 111112 224444 133555
555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"""
# How often each pattern of right answers to five questions of the Law School Admission Test stands among 1000
# people (Bock and Lieberman 1970, section 6), as R's ltm gives them.
LSAT = {
    "00000": 3, "00001": 6, "00010": 2, "00011": 11, "00100": 1, "00101": 1,
    "00110": 3, "00111": 4, "01000": 1, "01001": 8, "01011": 16, "01101": 3,
    "01110": 2, "01111": 15, "10000": 10, "10001": 29, "10010": 14, "10011": 81,
    "10100": 3, "10101": 28, "10110": 15, "10111": 80, "11000": 16, "11001": 56,
    "11010": 21, "11011": 173, "11100": 11, "11101": 61, "11110": 28, "11111": 298,
}  # fmt: skip
# Where three people see something, and what: AlexPaulSuzan.csv of pygamma-agreement.
ALEX_PAUL_SUZAN = (
    ((2, 9, "1"), (11, 17, "2"), (24, 30, "5"), (32, 36, "6"), (36, 44, "6"), (44, 60, "7")),
    ((2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6")),
    ((2, 9, "1"), (11, 17, "4"), (21, 27, "5"), (32, 36, "6"), (36, 40, "6"), (40, 44, "6")),
)


def digits(rows: list[str], level: str = "nominal") -> Ratings:
    units, people = [f"u{at:04}" for at in range(len(rows))], [f"A{at}" for at in range(len(rows[0]))]
    return Ratings.from_table(units, people, [[*map(int, row)] for row in rows], level)


def test_kappa_and_weighted_kappa_of_cohen_1968() -> None:
    """Table 1: kappa .492, and .348 with the weights that the paper gives to each disagreement."""
    table = RatedUnits.of(cohen_1968())
    for disagreement, printed in (
        (1 - np.eye(3), 0.492),
        (np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]]) / 6, 0.348),
    ):
        statistic = find_measure("cohen_kappa").statistic(table, 1 - disagreement)
        assert round(float(statistic(np.ones((1, 200)))[0]), 3) == printed


def test_lins_coefficient_of_the_peak_flows() -> None:
    """Lin's formula of the means, variances and covariance of the two meters."""
    values = peak_flow().values()
    first, second = values.T
    expected = 2 * np.cov(first, second, bias=True)[0, 1]
    expected /= first.var() + second.var() + (first.mean() - second.mean()) ** 2
    [found] = compute(peak_flow(), ["lin_ccc"], ci="none")
    assert found.value == pytest.approx(expected)
    assert round(found.value, 4) == 0.9427


def test_lights_kappa_is_the_mean_over_pairs() -> None:
    """The manual of R's irr: `kappam.light(diagnoses)` is 0.459; the first three .651, .384, .631."""
    ratings = digits(DIAGNOSES.split())
    assert round(mean_pairwise(ratings, ci="none").value, 3) == 0.459
    found = {(one.a, one.b): round(one.value, 3) for one in pairwise(ratings, ci="none")}
    assert [found[pair] for pair in (("A0", "A1"), ("A0", "A2"), ("A1", "A2"))] == [0.651, 0.384, 0.631]


def test_rasch_severities_of_the_law_school_admission_test() -> None:
    """Ender's course notes, by Stata: the third item 2.49 above the first; 301 people tell nothing."""
    found = facets(digits([pattern for pattern, count in LSAT.items() for _ in range(count)], "ordinal"))
    severity = [one.severity for one in found.annotators]
    assert round(severity[2] - severity[0], 2) == 2.49
    assert severity[2] == max(severity)
    assert found.items == 1000 - 301


def test_positions_of_the_tenth_figure_of_gamma() -> None:
    """Mathet, Widlöcher and Métivier 2015, figure 10: how far two stretches are from each other."""
    for first, second, printed in (
        ((4, 14), (40, 44), 22.2), ((4, 14), (20, 25), 3.2), ((4, 14), (14, 24), 1.0),
        ((20, 30), (20, 25), 0.11), ((20, 25), (14, 24), 0.22), ((4, 14), (4, 14), 0.0),
    ):  # fmt: skip
        # Two spans that are no better together than alone cost 1 each.
        apart = soft._apart([Span(*first, "A")], [Span(*second, "A")])[0, 0]
        assert apart == pytest.approx(printed, rel=0.02)
        assert soft.disorder([[Span(*first, "A")], [Span(*second, "A")]]) == pytest.approx(min(apart, 2.0))


@pytest.fixture
def thrice(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Span, ...]]:
    """Positions count thrice, as in the tests of pygamma-agreement."""
    apart = soft._apart

    def weighed(first, second):
        labels = np.array([[float(a.label != b.label) for b in second] for a in first])
        return 3 * (apart(first, second) - labels) + labels

    monkeypatch.setattr(soft, "_apart", weighed)
    return [tuple(Span(*one) for one in line) for line in ALEX_PAUL_SUZAN]


def test_disorder_of_alex_paul_and_suzan(thrice: list[tuple[Span, ...]]) -> None:
    """The tests of pygamma-agreement: the best alignment has a disorder of 0.96."""
    assert soft.disorder(thrice) / np.mean([*map(len, thrice)]) == pytest.approx(0.96, abs=0.01)


@pytest.mark.slow
def test_gamma_of_alex_paul_and_suzan(thrice: list[tuple[Span, ...]]) -> None:
    """The tests of pygamma-agreement: gamma from 0.44 to 0.47, chance being drawn."""
    # That package turns marks round between the first and the last of them, at 2 and 60.
    moved = [tuple(Span(one.start - 2, one.end - 2, one.label) for one in line) for line in thrice]
    text = SpanDocument("d", dict(zip(("Alex", "Paul", "Suzan"), moved, strict=True)))
    found = soft.gamma([text], {"d": 58}, samples=200, intervals=False)
    assert 0.44 <= found.value <= 0.47


def test_qualities_where_one_disagrees_are_crowdtruths() -> None:
    """The tests of CrowdTruth-core: who disagrees has a quality of 0.0, the others and the unit 1.0."""
    for people in range(3, 8):
        found = crowd_truth(
            Ratings.from_table(["u"], "ABCDEFG"[:people], [[1, *[2] * (people - 1)]], "nominal")
        )
        outlier, *others = found.annotators.values()
        assert outlier == pytest.approx(0.0, abs=1e-6)
        assert [*others, found.units["u"], found.labels["2"]] == pytest.approx([1.0] * (people + 1), abs=1e-6)
        assert found.labels["1"] == pytest.approx(0.0, abs=1e-6)


def bratiaa_29() -> dict[str, list[tuple[int, int, str]]]:
    """Return what four people marked in document 29 of bratiaa's example project."""
    shared = [
        (4, 17, "PER"), (18, 24, "LOC"), (34, 37, "ORG"), (563, 567, "PER"), (720, 724, "PER"),
        (1074, 1078, "PER"), (1081, 1096, "PER"), (2376, 2387, "MISC"), (3428, 3439, "PER"),
        (3445, 3451, "MISC"), (3481, 3487, "MISC"),
    ]  # fmt: skip
    most = [*shared, (361, 397, "PER"), (2498, 2504, "LOC")]
    return {
        "Lisa": most,
        "Maria": [*shared, (381, 397, "PER"), (2496, 2504, "LOC")],
        "Max": most,
        "Peter": [*most, (26, 32, "MISC")],
    }


def test_mean_f1_of_spans_is_bratiaas() -> None:
    """bratiaa's report of its example project, document 29: a mean F1 of 0.906 over pairs of four people."""
    marked = {name: tuple(Span(*one) for one in spans) for name, spans in bratiaa_29().items()}
    text = SpanDocument("29", marked)
    assert round(mean_span_agreement([text], intervals=False).f1.value, 3) == 0.906


def test_f1_of_the_spans_of_two_is_seqevals() -> None:
    """seqeval's README: a MISC of tokens 3 to 5 against 2 to 5, a PER that both have: an F1 of 0.50."""
    texts = [
        SpanDocument("1", {"true": (Span(3, 6, "MISC"),), "pred": (Span(2, 6, "MISC"),)}),
        SpanDocument("2", {"true": (Span(0, 2, "PER"),), "pred": (Span(0, 2, "PER"),)}),
    ]
    assert span_agreement(texts, "true", "pred", intervals=False).f1.value == 0.50
    assert span_agreement(texts, "true", "pred", "partial", intervals=False).f1.value == 1.0


def test_f1_of_groups_is_one_minus_the_alignment_error_rate_of_nltk() -> None:
    """NLTK's `alignment_error_rate` of 0-0 1-1 2-2 against 0-0 1-2 2-1, no link being only possible."""

    def links(*pairs: tuple[int, int]) -> frozenset[TokenGroup]:
        return frozenset(TokenGroup(frozenset([a]), frozenset([b]), "link") for a, b in pairs)

    item = GroupItem("1", {"ref": links((0, 0), (1, 1), (2, 2)), "test": links((0, 0), (1, 2), (2, 1))})
    found = group_agreement([item], "ref", "test", intervals=False)
    assert 1 - found.f1.value == pytest.approx(0.6666666666666667)


def test_mean_f1_of_groups_of_one_side_is_bratiaas() -> None:
    """The marks of bratiaa's document 29 as groups of places of one side: 0.906 over pairs of four people."""
    drawn = {
        name: frozenset(
            TokenGroup(frozenset(range(start, end)), frozenset(), label) for start, end, label in marks
        )
        for name, marks in bratiaa_29().items()
    }
    assert round(mean_group_agreement([GroupItem("29", drawn)], intervals=False).f1.value, 3) == 0.906


def test_alpha_of_sets_of_one_element_is_nominal_alpha() -> None:
    """Krippendorff 2011, section C: 0.743; sets of one element are alike or have nothing in common."""
    [nominal] = compute(krippendorff_2011("nominal"), ["krippendorff_alpha"], ci="none")
    table = krippendorff_2011("nominal")
    cells = [
        [None if code < 0 else frozenset([table.categories[code]]) for code in row] for row in table.codes
    ]
    sets = Ratings.from_table(table.units, table.annotators, cells, "nominal")
    for name in ("krippendorff_alpha_jaccard", "krippendorff_alpha_masi"):
        [found] = compute(sets, [name], ci="none")
        assert round(found.value, 3) == 0.743
        assert found.value == pytest.approx(nominal.value)


def test_alpha_with_masi_is_crowd_kits() -> None:
    """The tests of Crowd-Kit: 0.6673336668334168, with NLTK's .67 for Passonneau's two thirds."""
    rows = [
        [frozenset(["dog"])] * 2,
        [frozenset(["cat"])] * 2,
        [frozenset(["cat"]), frozenset(["cat", "mouse"])],
    ]
    ratings = Ratings.from_table(["X", "Y", "Z"], ["A", "B"], rows, "nominal")
    [found] = compute(ratings, ["krippendorff_alpha_masi"], ci="none")
    # Of 15 pairs of answers 8 share nothing, 3 are a set and a part of it; of the 3 items one is such a pair.
    exact, rounded = (1 - (apart / 3) / ((8 + 3 * apart) / 15) for apart in (1 - (2 / 3) / 2, 1 - 0.67 / 2))
    assert rounded == pytest.approx(0.6673336668334168)
    assert found.value == pytest.approx(exact)


def test_the_bias_of_a_meter_is_that_of_bland_and_altman_1986() -> None:
    """Their mean difference of the two meters is 2.1 litres a minute, the mini meter reading more."""
    mini, wright = diagnose_annotators(peak_flow(), intervals=False)
    assert (mini.annotator, round(mini.bias.value, 1)) == ("Mini Wright", 2.1)
    assert wright.bias.value == -mini.bias.value


def test_kappa_of_who_answers_twice_is_that_of_two_judges() -> None:
    """Cohen 1968, table 1, its two judges taken as one person's first and second answer: kappa 0.492."""
    ratings = cohen_1968()
    repeats = [
        Repeat(unit, "x", occasion, ratings.categories[code])
        for unit, row in zip(ratings.units, ratings.codes, strict=True)
        for occasion, code in enumerate(row, start=1)
    ]
    found = diagnose_repeats(repeats, "nominal", intervals=False)
    assert round(found.overall.kappa.value, 3) == 0.492


def test_confusions_are_the_coincidences_of_wikipedias_example() -> None:
    """Its article on Krippendorff's alpha prints the matrix of three coders of 15 units, with gaps.

    The tests of pyanno hold the same: 6, 4, 7 and 3 on the diagonal.
    """
    coders = ("_____34121133_3", "1_213343_______", "__21344_21133_4")
    rows = [[None if one == "_" else int(one) for one in unit] for unit in zip(*coders, strict=True)]
    ratings = Ratings.from_table([f"u{at:02}" for at in range(1, 16)], ["A", "B", "C"], rows, "nominal")
    found = {(one.a, one.b): one for one in confusions(ratings)}
    printed = {(1, 3): 1, (3, 4): 2}
    assert {pair: one.pairs for pair, one in found.items()} == {pair: printed.get(pair, 0) for pair in found}
    assert len(found) == 6
    assert found[3, 4].told_apart == pytest.approx(1 - 2**2 / (7 * 3))
    assert found[1, 3].told_apart == pytest.approx(1 - 1**2 / (6 * 7))


def test_specific_agreement_of_the_breast_reconstructions() -> None:
    """The article of R's Agree on de Vet, Dikmans and Eekhout (2017): four surgeons, all their pairs summed.

    Of 300 pairs of ratings 118 are both satisfied, 106 both not, 42 and 34 one of each.
    """
    pairs = [("yes", "yes")] * 118 + [("no", "no")] * 106 + [("no", "yes")] * 42 + [("yes", "no")] * 34
    ratings = Ratings.from_table(
        [f"u{at:03}" for at in range(300)], ["A", "B"], pairs, "nominal", ["yes", "no"]
    )
    yes, no = diagnose_labels(ratings, intervals=False)
    assert round(yes.specific.value, 7) == 0.7564103
    assert round(no.specific.value, 7) == 0.7361111
