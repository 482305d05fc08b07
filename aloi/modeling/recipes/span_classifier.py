"""Span classifier: each stretch of words is classified, so that spans may be nested and discontinuous."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.layers import TagSpan, tags_of_spans
from aloi.annotation.rows import TaggedTokens
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.metrics.seqeval import SPAN_F1
from aloi.evaluation.rows import LearntRow, answer_of
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.recipes.base import (
    DONE,
    STARTED,
    Predictor,
    Recipe,
    Setting,
    Training,
    check_training,
    declared,
    of_kind,
)
from aloi.modeling.recipes.row_baselines import Entries, entries_of, folded
from aloi.modeling.recipes.token_classifier import (
    entries_elsewhere,
    read_arrays,
    save_arrays,
    unread,
    with_look_up,
    word_vectors,
)
from aloi.modeling.recipes.training.settings import TRAINER
from aloi.modeling.recipes.training.transformer import (
    THRESHOLD,
    HeadPredictor,
    load,
    saved_as_model,
    signature_of,
)

# The class of a part of a discontinuous span of a label.
_PART = "\N{SYMBOL FOR UNIT SEPARATOR}"
_SENTENCES = 16  # a step
_RATE = 1e-3
_DROPOUT = 0.3


@dataclass(frozen=True, slots=True)
class CandidateSpans:
    """The inputs of a sentence: vectors of W words (W, D), and its candidates.

    `spans` (N, 2) are the candidates, half-open; `listed` (N, C) is 1 if a candidate is an entity of other
    documents, for the class of its label.
    """

    vectors: np.ndarray
    spans: np.ndarray
    listed: np.ndarray


@dataclass(frozen=True, slots=True)
class SpanPredictor(HeadPredictor):
    """A fitted span classifier.

    Parameters
    ----------
    network : torch.nn.Module
        From sentences to logits of their candidates (N, C).
    classes : tuple of str
        Labels, and with a sign for parts those of parts of discontinuous spans.
    nested : set of (str, str)
        Labels of an outer and an inner span that occurred in training.
    pieces : mapping
        Label -> parts that most discontinuous spans have.
    """

    network: Any
    classes: tuple[str, ...]
    width: int
    threshold: float
    entries: Entries
    nested: frozenset[tuple[str, str]]
    pieces: Mapping[str, int]

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[str, ...]]:
        """Return the tags of each row, with layers for nested and discontinuous spans."""
        import torch

        sentences = of_kind(rows, TaggedTokens)
        vectors = word_vectors(self.loaded, sentences)
        answers = []
        self.network.eval()
        for row, states in zip(sentences, vectors, strict=True):
            inputs = sentence_of(row.tokens, states, self.entries, self.classes, self.width)
            with torch.inference_mode():
                shares = (
                    torch.sigmoid(self.network([inputs])).numpy() if len(inputs.spans) else np.empty((0, 0))
                )
            answers.append(tags_of_spans(len(row.tokens), self._chosen(inputs.spans, shares)))
        return answers

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many words were not read."""
        return unread(self.loaded, of_kind(rows, TaggedTokens))

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of spans that it may predict."""
        return tuple(dict.fromkeys(name.removesuffix(_PART) for name in self.classes))

    def save(self, folder: Path) -> None:
        """Write the model and the network into a folder, as `SpanClassifier.load` reads them."""
        weights = {f"network.{name}": value.numpy() for name, value in self.network.state_dict().items()}
        names = {
            "classes": np.array(self.classes),
            "nested": np.array(sorted(self.nested), dtype=np.str_).reshape(-1, 2),
            "pieces": np.array([*self.pieces], dtype=np.str_),
            "piece_counts": np.array([*self.pieces.values()], dtype=np.int64),
        }
        scale = {"mean": self.network.mean, "spread": self.network.spread}
        save_arrays(folder, self.loaded, self.entries, {**weights, **names, **scale})

    def _chosen(self, spans: np.ndarray, shares: Floats) -> list[TagSpan]:
        """Return the likeliest spans that do not cross, and nest only as in training; parts are joined."""
        accepted: list[TagSpan] = []
        order = np.argsort(-shares, axis=None, kind="stable")
        for at, kind in zip(*np.unravel_index(order, shares.shape), strict=True):
            if shares[at, kind] < self.threshold:
                break
            span = TagSpan(self.classes[kind], int(spans[at, 0]), int(spans[at, 1]))
            if all(self._compatible(span, other) for other in accepted):
                accepted.append(span)
        return [*(one for one in accepted if not one.type.endswith(_PART)), *self._joined(accepted)]

    def _compatible(self, a: TagSpan, b: TagSpan) -> bool:
        if a.end <= b.start or b.end <= a.start:
            return True
        if a.type.endswith(_PART) or b.type.endswith(_PART):
            return a.type != b.type  # the first part of a span may be in another span
        outer, inner = (a, b) if a.end - a.start >= b.end - b.start else (b, a)
        inside = outer.start <= inner.start and inner.end <= outer.end
        return inside and (outer.type, inner.type) in self.nested

    def _joined(self, accepted: Sequence[TagSpan]) -> Iterator[TagSpan]:
        """Yield discontinuous spans: each part with the next ones of its label."""
        for kind, count in self.pieces.items():
            parts = sorted(one for one in accepted if one.type == kind + _PART)
            for first in range(0, len(parts) - count + 1, count):
                joined = parts[first : first + count]
                inside = {at for one in joined for at in one.tokens}
                gaps = tuple(at for at in range(joined[0].start, joined[-1].end) if at not in inside)
                yield TagSpan(kind, joined[0].start, joined[-1].end, gaps)


class SpanClassifier(Recipe[TaggedTokens]):
    """Classifies every stretch of words up to a width, over the vectors of a model that stays as it is.

    Features are the first and last word, the mean of all words, the words before and after, and the width.
    Another one is whether the stretch is an entity of other training documents. Parts of discontinuous spans
    have classes of their own, and are joined.

    References
    ----------
    Sohrab and Miwa 2018, Deep Exhaustive Model for Nested NER. Li et al. 2021, A Span-Based Model for Joint
    Overlapped and Discontinuous NER.
    """

    name: ClassVar[str] = "span_classifier"
    title: ClassVar[str] = Phrase("recipe-span-classifier", "Span classifier (nested, discontinuous)")
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    seeded: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    all_settings: ClassVar[Mapping[str, Setting]] = declared(
        {name: TRAINER[name] for name in ("model", "max_length", "device", "trust_remote_code")},
        max_length=512,
        passes=Setting(
            12,
            Phrase("setting-passes-over-sentences", "Passes over the training sentences."),
            limits=(1, 1000),
        ),
        width=Setting(
            12, Phrase("setting-longest-candidate", "Words of the longest candidate."), limits=(1, 100)
        ),
        hidden=Setting(
            128, Phrase("setting-hidden-units", "Hidden units of the classifier."), limits=(1, 4096)
        ),
        threshold=Setting(0.3, THRESHOLD.help, limits=(0.0, 1.0), training=False),
    )

    def fit(self, training: Training[TaggedTokens]) -> Predictor[TaggedTokens]:
        """Return the fitted classifier."""
        check_training(self, training)
        gold = [sorted(SPAN_F1.spans(answer_of(row))) for row in training.train]  # type: ignore[arg-type]
        classes = tuple(sorted({one.type for row in gold for span in row for one in _pieces(span)}))
        if not classes:
            raise AloiError(
                "aloi.too-few", name=Term("training-tags", count=len(training.train)), count=1, least=2
            )
        settings = training.settings
        width = int(str(settings["width"]))
        loaded = load(training, "AutoModel")
        vectors = word_vectors(loaded, training.train, lambda: training.tell(STARTED))
        sentences = [
            sentence_of(row.tokens, states, entries, classes, width)
            for row, states, entries in zip(
                training.train, vectors, entries_elsewhere(training.train), strict=True
            )
        ]
        targets = [_target(one.spans, row, classes) for one, row in zip(sentences, gold, strict=True)]
        beyond = sum(span.end - span.start > width and not span.gaps for row in gold for span in row)
        if beyond:
            training.note(f"{beyond} training spans have more than {width} words: none as long is predicted.")
        network = _fitted(sentences, targets, training, width)
        training.tell(DONE)
        return SpanPredictor(
            loaded,
            network,
            classes,
            width,
            float(str(settings["threshold"])),
            entries_of(training.train, 0.0),
            frozenset((a.type, b.type) for row in gold for a in row for b in row if _within(b, a)),
            _part_counts(gold),
            signature=signature_of(self.name, loaded, training),
        )

    def load(self, training: Training[TaggedTokens]) -> tuple[SpanPredictor, str]:
        """Return a saved classifier, and the checksum of the weights of its model."""
        import torch

        settings = training.settings
        loaded, (entries, arrays) = load(saved_as_model(training), "AutoModel"), read_arrays(training)
        classes, width = tuple(arrays["classes"].tolist()), int(str(settings["width"]))
        network = _network(arrays["mean"], arrays["spread"], len(classes), width, settings)
        prefix = "network."
        weights = {name: value for name, value in arrays.items() if name.startswith(prefix)}
        network.load_state_dict(
            {name.removeprefix(prefix): torch.from_numpy(value) for name, value in weights.items()}
        )
        predictor = SpanPredictor(
            loaded,
            network,
            classes,
            width,
            float(str(settings["threshold"])),
            entries,
            frozenset((outer, inner) for outer, inner in arrays["nested"].tolist()),
            dict(zip(arrays["pieces"].tolist(), arrays["piece_counts"].tolist(), strict=True)),
        )
        return predictor, weights_checksum(loaded.model)


def sentence_of(
    tokens: Sequence[str], states: np.ndarray, entries: Entries, classes: Sequence[str], width: int
) -> CandidateSpans:
    """Return the inputs of a sentence, whose W first words have vectors."""
    words = len(states)
    spans = [
        (start, end) for start in range(words) for end in range(start + 1, min(words, start + width) + 1)
    ]
    names = folded(tokens)
    listed = np.zeros((len(spans), len(classes)), dtype=np.float32)
    for at, (start, end) in enumerate(spans):
        if (label := entries.get(names[start:end])) in classes:
            listed[at, classes.index(str(label))] = 1
    vectors = with_look_up(states, tokens, entries) if words else states
    return CandidateSpans(vectors, np.array(spans, dtype=np.int64).reshape(-1, 2), listed)


def _pieces(span: TagSpan) -> list[TagSpan]:
    """Return a span as it is classified: itself, or the parts of a discontinuous one."""
    if not span.gaps:
        return [span]
    tokens = span.tokens
    starts = [at for at in tokens if at - 1 not in tokens]
    ends = [at + 1 for at in tokens if at + 1 not in tokens]
    return [TagSpan(span.type + _PART, *one) for one in zip(starts, ends, strict=True)]


def _part_counts(gold: Sequence[Sequence[TagSpan]]) -> dict[str, int]:
    counts: dict[str, list[int]] = {}
    for span in (span for row in gold for span in row if span.gaps):
        counts.setdefault(span.type, []).append(len(_pieces(span)))
    return {label: max(sorted({*several}), key=several.count) for label, several in counts.items()}


def _within(inner: TagSpan, outer: TagSpan) -> bool:
    return inner != outer and outer.start <= inner.start and inner.end <= outer.end


def _target(spans: np.ndarray, gold: Sequence[TagSpan], classes: Sequence[str]) -> np.ndarray:
    index = {(int(start), int(end)): at for at, (start, end) in enumerate(spans)}
    target = np.zeros((len(spans), len(classes)), dtype=np.float32)
    for span in (part for one in gold for part in _pieces(one)):
        if (at := index.get((span.start, span.end))) is not None:
            target[at, classes.index(span.type)] = 1
    return target


def _fitted(
    sentences: Sequence[CandidateSpans], targets: Sequence[np.ndarray], training: Training[Any], width: int
) -> Any:
    """Return the network, trained for some passes over the sentences."""
    import torch

    torch.manual_seed(training.seed)
    used = [at for at, one in enumerate(sentences) if len(one.spans)]
    states = np.concatenate([sentences[at].vectors for at in used])
    network = _network(
        states.mean(axis=0), states.std(axis=0) + 1e-6, targets[used[0]].shape[1], width, training.settings
    )
    passes = int(str(training.settings["passes"]))
    steps = passes * -(-len(used) // _SENTENCES)
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.0, steps)
    dice = np.random.default_rng(training.seed)
    network.train()
    for _ in range(passes):
        training.tell(STARTED)
        order = dice.permutation(used)
        for start in range(0, len(order), _SENTENCES):
            part = order[start : start + _SENTENCES]
            optimiser.zero_grad()
            outputs = network([sentences[at] for at in part])
            expected = torch.from_numpy(np.concatenate([targets[at] for at in part]))
            loss = torch.nn.functional.binary_cross_entropy_with_logits(outputs, expected, reduction="sum")
            (loss / len(part)).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
    return network


def _network(
    mean: np.ndarray, spread: np.ndarray, classes: int, width: int, settings: Mapping[str, Any]
) -> Any:
    """Return a network from sentences to the logits of their candidates, (N, C)."""
    import torch

    class SpanNetwork(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            hidden = int(settings["hidden"])
            self.mean, self.spread = mean, spread
            self.project = torch.nn.Linear(len(mean), 5 * hidden)
            self.widths = torch.nn.Embedding(width + 1, hidden)
            self.listed = torch.nn.Linear(classes, hidden, bias=False)
            self.out = torch.nn.Linear(hidden, classes)
            self.drop = torch.nn.Dropout(_DROPOUT)

        def forward(self, sentences: Sequence[CandidateSpans]) -> Any:
            # A row of zeros is before and after each sentence: the mean word.
            edge = np.zeros((1, len(mean)))
            rows = [edge] + [part for one in sentences for part in ((one.vectors - mean) / spread, edge)]
            starts = np.cumsum([1, *(len(one.vectors) + 1 for one in sentences[:-1])])
            spans = [one.spans + at for one, at in zip(sentences, starts, strict=True)]
            start, end = torch.from_numpy(np.concatenate(spans)).T
            listed = torch.from_numpy(np.concatenate([one.listed for one in sentences]))
            states = torch.from_numpy(np.concatenate(rows)).float()
            first, last, inside, before, after = self.project(self.drop(states)).chunk(5, dim=1)
            total = torch.cat([torch.zeros(1, inside.shape[1]), inside.cumsum(dim=0)])
            length = end - start
            # Gradients of `index_select` are several times faster than those of an index.
            spread_out = total.index_select(0, end) - total.index_select(0, start)
            hidden = (
                first.index_select(0, start)
                + last.index_select(0, end - 1)
                + spread_out / length[:, None]
                + before.index_select(0, start - 1)
                + after.index_select(0, end)
                + self.widths(length)
                + self.listed(listed)
            )
            return self.out(self.drop(torch.nn.functional.gelu(hidden)))

    return SpanNetwork()
