"""The tags of gold and prediction brought into one scheme, and what a reader of their scores should know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.annotation.tag_schemes import Scheme, SchemeTag, TagReading, best_scheme, strays

_FREE = frozenset({Scheme.IO, Scheme.IOB1})  # schemes in which an `I-X` may begin an entity


@dataclass(frozen=True, slots=True)
class ComparedTags:
    """Tags of both sides, sentence by sentence, with the scheme of their strict reading.

    `read_as` says how they were read, in words; `cautions` what else could be meant.
    """

    gold: Sequence[Sequence[str]]
    predicted: Sequence[Sequence[str]]
    scheme: Scheme
    read_as: str
    cautions: tuple[str, ...]


def compared_tags(gold: TagReading, predicted: TagReading) -> ComparedTags:
    """Return the tags of gold and prediction in the scheme of the gold.

    If each side is written as another scheme asks, both are read as entities and written in IOB2.
    """
    cautions = [*_of_side("gold", gold), *_of_side("prediction", predicted)]
    if gold.bare or predicted.bare:
        if gold.scheme is None or predicted.scheme is None or gold.scheme is predicted.scheme:
            scheme = gold.scheme or predicted.scheme or Scheme.IOB2
            read_as = f"tags without a letter, {scheme}"
            return ComparedTags(gold.iob2(), predicted.iob2(), Scheme.IOB2, read_as, tuple(cautions))
        return _own_schemes(gold, predicted, cautions)
    shared = _shared_scheme(gold, predicted)
    if shared is None:
        return _own_schemes(gold, predicted, cautions)
    if shared not in _FREE and predicted.scheme in _FREE and not predicted.strays and predicted.letters:
        cautions.append(
            f"All spans of the prediction begin with I-, as in {predicted.scheme}; strict {shared} counts "
            "none of them. The lenient numbers do."
        )
    if strict := strays(gold.tags, shared):
        other = " --scheme IOB1 reads them otherwise." if shared is Scheme.IOB2 else ""
        cautions.append(
            f"{strict} of {sum(tag.letter != 'O' for row in gold.tags for tag in row)} tags of the gold do "
            f"not follow {shared}: the strict scores exclude their spans.{other}"
        )
    return ComparedTags(
        _joined(gold.tags), _joined(predicted.tags), shared, f"tags in {shared}", tuple(cautions)
    )


def _shared_scheme(gold: TagReading, predicted: TagReading) -> Scheme | None:
    """Return the scheme that both sides are in, None if each is in its own."""
    if gold.scheme is None or predicted.scheme is None or gold.scheme is predicted.scheme:
        return gold.scheme or predicted.scheme or Scheme.IOB2
    both = best_scheme((*gold.tags, *predicted.tags))
    if gold.strays:
        return both
    fits_alone = not predicted.strays and predicted.letters != {"I"}
    candidates = [one for one in Scheme if best_scheme((*gold.tags, *predicted.tags), (one,))]
    candidates = [one for one in candidates if one is not Scheme.BARE and not strays(gold.tags, one)]
    best = best_scheme((*gold.tags, *predicted.tags), candidates)
    if best is None or (fits_alone and strays(predicted.tags, best)):
        return None
    return best


def _own_schemes(gold: TagReading, predicted: TagReading, cautions: Sequence[str]) -> ComparedTags:
    caution = (
        f"The gold is in {gold.scheme} and the prediction in {predicted.scheme}: each was read in its own "
        "scheme, and strict numbers are of the spans that result."
    )
    read_as = f"tags in {gold.scheme} (gold) and {predicted.scheme} (prediction)"
    return ComparedTags(gold.iob2(), predicted.iob2(), Scheme.IOB2, read_as, (caution, *cautions))


def _of_side(side: str, reading: TagReading) -> list[str]:
    cautions = []
    if reading.joined:
        cautions.append(
            f"Tags without prefix in the {side}: {reading.joined} tokens were joined with the token before "
            "them, which has the same tag. With --bare each token is a span."
        )
    elif reading.bare and reading.scheme is Scheme.BARE:
        cautions.append(
            f"Tags without prefix in the {side}, and none is O: each token is a span, as with --bare."
        )
    if reading.zeros:
        cautions.append(f"{reading.zeros} tags of the {side}, such as o or _, were read as O.")
    return cautions


def _joined(tags: Sequence[Sequence[SchemeTag]]) -> list[list[str]]:
    return [list(map(str, row)) for row in tags]
