"""Nested and discontinuous spans as tags of tokens: the flat tags, and further layers for other spans.

A token in several spans has a tag of each layer with `|` between them: `B-DISO|O|B-ANAT`. The first layer has
the tags of `aloi.annotation.spans.flatten`. Each other span is on the first later layer where its tokens, and
those of its gaps, are free. `D-X` resumes a span after a gap. Layers that are empty to the right are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import OUTSIDE, pieces, touched

SEPARATOR = "|"
# A label may contain the separator: a tag follows it, or nothing.
_LAYERS = re.compile(r"\|(?=[BID]-|O(?:\||$))")


class TagSpan(NamedTuple):
    """A labelled span of tokens, half-open; `gaps` are the tokens between its parts."""

    type: str
    start: int
    end: int
    gaps: tuple[int, ...] = ()

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the indices of its tokens."""
        return tuple(at for at in range(self.start, self.end) if at not in self.gaps)


def layered_tags(row: TaggedTokens) -> tuple[str, ...]:
    """Return the tags of a row, with layers for the spans that flat tags cannot express.

    Spans without a token are excluded; two that have the same tokens and label are one.
    """
    flat = {*layer_spans(row.tags)}
    return in_layers(row.tags, [span for span in token_spans(row.text, row.spans) if span not in flat])


def tags_of_spans(tokens: int, spans: Iterable[TagSpan]) -> tuple[str, ...]:
    """Return the tags of so many tokens; the first layer has the longest spans that have no gaps."""
    tags = [OUTSIDE] * tokens
    others = []
    for span in sorted({*spans}, key=_longest_first):
        if span.gaps or any(tags[at] != OUTSIDE for at in span.tokens):
            others.append(span)
        else:
            tags[span.start : span.end] = _tags(span)
    return in_layers(tags, others)


def in_layers(tags: Sequence[str], spans: Iterable[TagSpan]) -> tuple[str, ...]:
    """Return flat tags with further layers for spans."""
    layers: list[tuple[list[str], set[int]]] = []
    for span in sorted(spans, key=_longest_first):
        stretch = set(range(span.start, span.end))
        layer, used = next((one for one in layers if not one[1] & stretch), ([], set()))
        if not layer:
            layer, used = [OUTSIDE] * len(tags), set()
            layers.append((layer, used))
        used |= stretch
        for at, tag in zip(span.tokens, _tags(span), strict=True):
            layer[at] = tag
    return tuple(map(_joined, zip(tags, *(layer for layer, _ in layers), strict=True)))


def _longest_first(span: TagSpan) -> tuple[int, TagSpan]:
    return span.start - span.end, span


def _tags(span: TagSpan) -> list[str]:
    """Return the tags of the tokens of a span."""
    tags = []
    before = None
    for at in span.tokens:
        prefix = "B" if before is None else "I" if at == before + 1 else "D"
        tags.append(f"{prefix}-{span.type}")
        before = at
    return tags


def token_spans(text: str, spans: Iterable[LabelledSpan]) -> list[TagSpan]:
    """Return labelled spans of a text as spans of its tokens, each once, in the order of the text."""
    places = pieces(text)
    marked = set()
    for span in spans:
        tokens = sorted({at for part in span.parts for at in touched(places, part)})
        if tokens:
            stretch = range(tokens[0], tokens[-1] + 1)
            marked.add(TagSpan(span.label, tokens[0], tokens[-1] + 1, tuple(sorted({*stretch} - {*tokens}))))
    return sorted(marked)


def first_layer(tags: Sequence[str]) -> list[str]:
    """Return the flat tags of layered ones."""
    return [tag if SEPARATOR not in tag else _LAYERS.split(tag, maxsplit=1)[0] for tag in tags]


def later_spans(tags: Sequence[str]) -> list[TagSpan]:
    """Return the spans of all layers but the first."""
    split = [_LAYERS.split(tag) if SEPARATOR in tag else [tag] for tag in tags]
    depth = max(map(len, split), default=1)
    return [
        span
        for layer in range(1, depth)
        for span in layer_spans([tag[layer] if layer < len(tag) else OUTSIDE for tag in split])
    ]


def layer_spans(tags: Sequence[str]) -> list[TagSpan]:
    """Return the spans of a layer; an `I-X` or `D-X` without a beginning is one."""
    open_: list[tuple[str, list[int]]] = []
    for at, tag in enumerate(tags):
        if tag == OUTSIDE or tag[1:2] != "-":
            continue
        prefix, label = tag[0], tag[2:]
        last = open_[-1] if open_ else None
        resumed = last is not None and last[0] == label and (prefix == "D" or last[1][-1] == at - 1)
        if last is not None and resumed and prefix in "ID":
            last[1].append(at)
        else:
            open_.append((label, [at]))
    return [
        TagSpan(
            label,
            tokens[0],
            tokens[-1] + 1,
            tuple(at for at in range(tokens[0], tokens[-1]) if at not in {*tokens}),
        )
        for label, tokens in open_
    ]


def parts_of(span: TagSpan, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the parts of a span of tokens in the text, from the start and end of each token."""
    parts: list[tuple[int, int]] = []
    before = None
    for at in span.tokens:
        start, end = places[at]
        parts = [*parts[:-1], (parts[-1][0], end)] if before == at - 1 and parts else [*parts, (start, end)]
        before = at
    return tuple(parts)


def _joined(tags: Sequence[str]) -> str:
    used = max((at for at, tag in enumerate(tags) if tag != OUTSIDE), default=0)
    return SEPARATOR.join(tags[: used + 1])
