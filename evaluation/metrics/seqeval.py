"""F1 of spans written as a tag a token: the lenient reading that benchmarks use, and strict schemes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from errors import AloiError
from evaluation.metrics.base import Direction, Metric

SEQEVAL_F1 = Metric(
    name="seqeval_f1",
    title="Span F1, lenient (seqeval's default)",
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    clipping="none",
    resampling_unit="sentence",
    row_kinds=("TaggedTokens",),
    references=("nakayama2018seqeval",),
)
SEQEVAL_STRICT_F1 = Metric(
    name="seqeval_strict_f1",
    title="Span F1, strict (of a scheme of tags)",
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    clipping="none",
    resampling_unit="sentence",
    row_kinds=("TaggedTokens",),
    references=("nakayama2018seqeval", "ramshaw1995text"),
)
TOKEN_ACCURACY = Metric(
    name="token_accuracy",
    title="Share of tokens with the right tag",
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    clipping="none",
    resampling_unit="sentence",
    row_kinds=("TaggedTokens",),
    references=("labrak2024drbenchmark",),
)


class Scheme(StrEnum):
    """How tags write spans: which prefixes there are, and which may follow which."""

    IOB1 = "IOB1"
    IOB2 = "IOB2"
    IOE2 = "IOE2"
    IOBES = "IOBES"
    BILOU = "BILOU"


class Span(NamedTuple):
    """A labelled span of tokens, half-open."""

    type: str
    start: int
    end: int


class _Rules(NamedTuple):
    """What begins, continues and ends a span.

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
    Scheme.IOBES: _Rules("IOBES", ("*B*", "*S*"), ("BI=", "BE=", "II=", "IE="), ("S**", "E**")),
    Scheme.BILOU: _Rules("BILOU", ("*B*", "*U*"), ("BI=", "BL=", "II=", "IL="), ("U**", "L**")),
}


def scheme_named(name: str) -> Scheme:
    """Return the scheme of that name, or raise AloiError naming those there are."""
    try:
        return Scheme(name.upper())
    except ValueError as error:
        raise AloiError(
            f"No scheme of tags is called {name!r}.",
            f"One of these was expected: {', '.join(Scheme)}.",
            "Check the spelling.",
        ) from error


def fits(tag: str, scheme: Scheme) -> bool:
    """Return whether a tag is one of the scheme: `O`, or a prefix and a type, such as `B-DISO`."""
    prefixes = _RULES[scheme].prefixes.replace("O", "")
    return tag == "O" or re.fullmatch(rf"[{prefixes}](?:[-_].*)?", tag, re.DOTALL) is not None


def has_prefix(tag: str) -> bool:
    """Return whether the lenient reading finds a prefix it knows: `O`, or B, I, E or S before the type."""
    return tag == "O" or re.fullmatch(r"[BIES](?:[-_].*)?", tag, re.DOTALL) is not None


def lenient_spans(tags: Sequence[str]) -> list[Span]:
    """Return the spans of a sentence, read as seqeval does without a scheme.

    A stray `I-X` opens a span, and a change of type splits one. The first letter is the prefix whatever it
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
        changed = kind != kind_before
        if before in "ES" or (before in "BI" and prefix in "BSO") or (before not in "O." and changed):
            spans.append(Span(kind_before, start, at))
        if prefix in "BS" or (before in "ESO" and prefix in "EI") or (prefix not in "O." and changed):
            start = at
        before, kind_before = prefix, kind
    return spans


def strict_spans(tags: Sequence[str], scheme: Scheme) -> list[Span]:
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
                spans.append(Span(read[at][1], at, end))
        at, before = end, read[end - 1]
    return spans


def _holds(rules: Sequence[str], before: tuple[str, str], here: tuple[str, str]) -> bool:
    """Return whether one of the rules holds of two tags that follow one another."""
    same = "=" if before[1] == here[1] else "!"
    return any(
        rule[0] in ("*", before[0]) and rule[1] in ("*", here[0]) and rule[2] in ("*", same) for rule in rules
    )
