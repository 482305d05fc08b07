"""F1 of spans written as a tag a token: the lenient reading that benchmarks use, and strict schemes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aloi.annotation.layers import TagSpan, first_layer, later_spans
from aloi.annotation.tag_schemes import Scheme
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Metric, Sums, mean_of_sums
from aloi.evaluation.metrics.f1 import f1

Tags = Sequence[Sequence[str]]

NO_SPAN = Phrase("reason-neither-gold-nor-prediction", "neither the gold nor the prediction has a span")


class _Rules(NamedTuple):
    """The conditions under which a span begins, continues and ends.

    Each rule is the prefix before, the prefix at hand, and `=` for the same type, `!` for another, `*` for
    either; `*` for a prefix is any.
    """

    prefixes: str
    begins: tuple[str, ...]
    continues: tuple[str, ...]
    ends: tuple[str, ...]


_RULES = {
    Scheme.IOB1: _Rules(
        "IOB",
        ("OI*", "II!", "BI*", "IB=", "BB="),
        ("BI=", "II="),
        ("II!", "IO*", "IB*", "BO*", "BI!", "BB="),
    ),
    Scheme.IOB2: _Rules("IOB", ("*B*",), ("BI=", "II="), ("IO*", "II!", "IB*", "BO*", "BI!", "BB*")),
    Scheme.IOE2: _Rules("IOE", ("OI*", "OE*", "EI*", "EE*", "II!", "IE!"), ("IE=", "II="), ("E**",)),
    Scheme.IOE1: _Rules(
        "IOE",
        ("OI*", "OE*", "II!", "IE!", "EI*", "EE*"),
        ("II=", "IE="),
        ("IO*", "II!", "IE!", "EI=", "EE="),
    ),
    Scheme.IOBES: _Rules("IOBES", ("*B*", "*S*"), ("BI=", "BE=", "II=", "IE="), ("S**", "E**")),
    Scheme.BILOU: _Rules("BILOU", ("*B*", "*U*"), ("BI=", "BL=", "II=", "IL="), ("U**", "L**")),
    Scheme.BMES: _Rules("BMESO", ("*B*", "*S*"), ("BM=", "BE=", "MM=", "ME="), ("S**", "E**")),
    Scheme.BMEWO: _Rules("BMEWO", ("*B*", "*W*"), ("BM=", "BE=", "MM=", "ME="), ("W**", "E**")),
}
_RULES[Scheme.IO] = _RULES[Scheme.IOB1]._replace(prefixes="IO")
_RULES[Scheme.BARE] = _RULES[Scheme.IOB2]._replace(prefixes="BO")
_ROLES = str.maketrans(
    "MLUW", "IESS"
)  # letters that seqeval does not know without a scheme, as it knows them


def fits(tag: str, scheme: Scheme) -> bool:
    """Return whether a tag is one of the scheme: `O`, or a prefix and a type, such as `B-DISO`."""
    prefixes = _RULES[scheme].prefixes.replace("O", "")
    return tag == "O" or re.fullmatch(rf"[{prefixes}](?:[-_].*)?", tag, re.DOTALL) is not None


def has_prefix(tag: str) -> bool:
    """Return whether the lenient reading finds a prefix it knows: `O`, or B, I, E or S before the type.

    M, L, U and W are letters too, of BMES, BILOU and BMEWO.
    """
    return tag == "O" or re.fullmatch(r"[BIES](?:[-_].*)?|[MLUW]-.*", tag, re.DOTALL) is not None


def lenient_spans(tags: Sequence[str]) -> list[TagSpan]:
    """Return the spans of a sentence, read as seqeval does without a scheme.

    A stray `I-X` opens a span, and a change of type splits one. `L-X` and `U-X` are read as `E-X` and `S-X`,
    `M-X` and `W-X` as `I-X` and `S-X`. The first letter is the prefix whatever it
    is: of tags that have none, such as `NOM`, it is cut off and the spans are wrong.

    Parameters
    ----------
    tags : sequence of str
        One a token, none empty.
    """
    spans = []
    before, kind_before, start = "O", "", 0
    for at, tag in enumerate([*tags, "O"]):
        prefix, kind = tag[0], tag[1:].split("-", maxsplit=1)[-1] or "_"
        if tag[1:2] == "-":
            prefix = prefix.translate(_ROLES)
        changed = kind != kind_before
        if before in "ES" or (before in "BI" and prefix in "BSO") or (before not in "O." and changed):
            spans.append(TagSpan(kind_before, start, at))
        if prefix in "BS" or (before in "ESO" and prefix in "EI") or (prefix not in "O." and changed):
            start = at
        before, kind_before = prefix, kind
    return spans


def strict_spans(tags: Sequence[str], scheme: Scheme) -> list[TagSpan]:
    """Return the spans of a sentence that are written as the scheme asks; others are no spans.

    Parameters
    ----------
    tags : sequence of str
        One a token, all fitting the scheme.
    """
    rules = _RULES[scheme]
    read = [(tag[0], tag[1:].strip("-") or "_") for tag in (*tags, "O")]
    spans = []
    at, before = 0, ("O", "_")
    while at < len(read):
        end = at + 1
        if _holds(rules.begins, before, read[at]):
            while end < len(read) and _holds(rules.continues, read[end - 1], read[end]):
                end += 1
            if end < len(read) and _holds(rules.ends, read[end - 1], read[end]):
                spans.append(TagSpan(read[at][1], at, end))
        at, before = end, read[end - 1]
    return spans


def _holds(rules: Sequence[str], before: tuple[str, str], current: tuple[str, str]) -> bool:
    """Return whether one of the rules holds of two tags that follow one another."""
    same = "=" if before[1] == current[1] else "!"
    return any(
        rule[0] in ("*", before[0]) and rule[1] in ("*", current[0]) and rule[2] in ("*", same)
        for rule in rules
    )


@dataclass(frozen=True, kw_only=True)
class SpanF1(Metric):
    """F1 of the spans that tags write: lenient, or strict in a scheme."""

    scheme: Scheme | None
    row_kinds: tuple[str, ...] = ("TaggedTokens",)
    resampling_unit: str = "sentence"

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the scheme."""
        return {"scheme": self.scheme.value if self.scheme else "none"}

    def spans(self, tags: Sequence[str]) -> set[TagSpan]:
        """Return the spans of a sentence as this reading has them: those of the first layer of tags."""
        flat = first_layer(tags)
        return set(lenient_spans(flat) if self.scheme is None else strict_spans(flat, self.scheme))

    def sums_of(self, gold: Tags, predicted: Tags, low: float, high: float) -> Sums:
        """Return for each sentence the spans found right, found, and in the gold."""
        del low, high
        scheme = self.scheme
        counts = np.zeros((len(gold), 3))
        if scheme is not None:
            strange = sorted(
                {
                    tag
                    for side in (gold, predicted)
                    for row in side
                    for tag in first_layer(row)
                    if not fits(tag, scheme)
                }
            )
            if strange:
                return Sums.undefined(len(gold), f"{', '.join(strange[:5])}: not of the scheme {scheme}")
        for row, tags in enumerate(zip(gold, predicted, strict=True)):
            gold_spans, predicted_spans = map(self.spans, tags)
            counts[row] = len(gold_spans & predicted_spans), len(predicted_spans), len(gold_spans)
        return Sums.of(counts, f1_of_sums, NO_SPAN)


@dataclass(frozen=True, kw_only=True)
class AllSpansF1(SpanF1):
    """F1 of all spans, nested and discontinuous ones too: the same tokens and label."""

    scheme: Scheme | None = None

    def spans(self, tags: Sequence[str]) -> set[TagSpan]:
        """Return the spans of all layers of tags."""
        return super().spans(tags) | set(later_spans(tags))


@dataclass(frozen=True, kw_only=True)
class PartialSpanF1(AllSpansF1):
    """F1 of all spans, where a span is right if it shares a token with a span of its label."""

    def sums_of(self, gold: Tags, predicted: Tags, low: float, high: float) -> Sums:
        """Return for each sentence the right and all predicted spans, and the same of the gold."""
        del low, high
        counts = np.zeros((len(gold), 4))
        for row, tags in enumerate(zip(gold, predicted, strict=True)):
            gold_spans, predicted_spans = map(self.spans, tags)
            counts[row] = (
                *(_met(predicted_spans, gold_spans), len(predicted_spans)),
                *(_met(gold_spans, predicted_spans), len(gold_spans)),
            )
        return Sums.of(counts, partial_f1_of_sums, NO_SPAN)


def _met(spans: set[TagSpan], others: set[TagSpan]) -> int:
    """Return how many spans share a token with one of the others of their label."""
    covered = {(one.type, at) for one in others for at in one.tokens}
    return sum(any((span.type, at) in covered for at in span.tokens) for span in spans)


@dataclass(frozen=True, kw_only=True)
class TokenAccuracy(Metric):
    """The share of tokens with the tag of the gold."""

    row_kinds: tuple[str, ...] = ("TaggedTokens",)
    resampling_unit: str = "sentence"

    def sums_of(self, gold: Tags, predicted: Tags, low: float, high: float) -> Sums:
        """Return for each sentence the tokens with the right tag, and all of them."""
        del low, high
        counts = [
            (sum(a == b for a, b in zip(*map(first_layer, row), strict=True)), len(row[0]))
            for row in zip(gold, predicted, strict=True)
        ]
        return Sums.of(
            np.array(counts, dtype=np.float64), mean_of_sums, Phrase("reason-no-token", "no token")
        )


def f1_of_sums(sums: Floats) -> Floats:
    """Return F1, (R,), from sums of right, found and gold spans, (R, 3)."""
    return np.asarray(f1(sums)[:, 2])


def partial_f1_of_sums(sums: Floats) -> Floats:
    """Return F1, (R,), from sums of predicted spans that are right and all, and of gold spans, (R, 4)."""
    right, predicted, reached, gold = sums.T
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = right / predicted, reached / gold
        both = np.where(precision + recall > 0, 2 * precision * recall / (precision + recall), 0.0)
    return np.where(predicted + gold > 0, np.nan_to_num(both), np.nan)


SEQEVAL_F1 = SpanF1(
    scheme=None,
    name="seqeval_f1",
    title="Span F1, lenient (seqeval's default)",
    references=("nakayama2018seqeval",),
)
SEQEVAL_STRICT_F1 = SpanF1(
    scheme=Scheme.IOB2,
    name="seqeval_strict_f1",
    title="Span F1, strict (of a scheme of tags)",
    references=("nakayama2018seqeval", "ramshaw1995text"),
)
SPAN_F1 = AllSpansF1(
    name="span_f1",
    title="Span F1, all spans (nested and discontinuous too)",
    references=("nakayama2018seqeval",),
)
SPAN_PARTIAL_F1 = PartialSpanF1(
    name="span_partial_f1",
    title="Span F1, all spans, partial (a shared token)",
    references=("nakayama2018seqeval",),
)
TOKEN_ACCURACY = TokenAccuracy(
    name="token_accuracy",
    title="Token accuracy",
    references=("labrak2024drbenchmark",),
)
