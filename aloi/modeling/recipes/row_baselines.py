"""Baselines of rows: the most frequent answer, and a look-up of words seen in training."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from aloi.agreement.result import program_version
from aloi.annotation.rows import LabelledText, MultipleChoice, TaggedTokens
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.seqeval import lenient_spans
from aloi.modeling.recipes.base import DONE, K, Recipe, Rule, Setting, Training, check_training, of_kind

OUTSIDE = "O"
# Case-folded tokens of an entity -> its label.
Entries: TypeAlias = Mapping[tuple[str, ...], str]
Answered = LabelledText | TaggedTokens | MultipleChoice
H = TypeVar("H", bound=Hashable)


class MajorityClass(Recipe[Answered]):
    """The most frequent answer of the training rows, for every row.

    One label or several: the most frequent set. Tagged tokens: `O` for spans; where no training token is
    `O`, as with parts of speech, the most frequent tag. Questions: the most frequent places of correct
    options among questions with as many options, else the first option. Of equals the one seen first.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "majority_class"
    title: ClassVar[str] = Phrase("recipe-most-frequent-answer", "Most frequent answer")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText, TaggedTokens, MultipleChoice)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True

    def fit(self, training: Training[Answered]) -> Rule[Any]:
        """Return the rule that gives the most frequent answer."""
        kind = check_training(self, training)
        training.tell(DONE)
        made_by = signature(self.name, training)
        if kind is LabelledText:
            labels = _most([one.labels for one in of_kind(training.train, LabelledText)])
            return Rule.each(made_by, LabelledText, lambda row: labels)
        if kind is TaggedTokens:
            tags = [tag for one in of_kind(training.train, TaggedTokens) for tag in one.tags]
            tag = OUTSIDE if OUTSIDE in tags else _most(tags)
            return Rule.each(made_by, TaggedTokens, lambda row: (tag,) * len(row.tokens))
        answers: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for example in of_kind(training.train, MultipleChoice):
            answers[len(example.options)].append(example.correct)
        most = {count: _most(found) for count, found in answers.items()}
        return Rule.each(made_by, MultipleChoice, lambda row: most.get(len(row.options), (0,)))


class DictionaryTagger(Recipe[TaggedTokens]):
    """Every sequence of tokens that was an entity in training, in any case, the longest first.

    `least_share` excludes sequences that were an entity too rarely. The type is the most frequent one.
    """

    name: ClassVar[str] = "dictionary_tagger"
    title: ClassVar[str] = Phrase("recipe-entities-seen-training", "Entities seen in training, looked up")
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "least_share": Setting(
            0.0,
            Phrase(
                "setting-share-occurrences-training",
                "Share of its occurrences in training in which a stretch must be an entity, 0 to 1.",
            ),
            limits=(0.0, 1.0),
        )
    }

    def fit(self, training: Training[TaggedTokens]) -> Rule[TaggedTokens]:
        """Return the look-up."""
        check_training(self, training)
        least = float(str(training.settings["least_share"]))
        entries = entries_of(training.train, least)
        longest = max(map(len, entries), default=0)
        training.tell(DONE)
        return Rule.each(
            f"{signature(self.name, training)[:-1]}, entries {len(entries)}, least share {least:g})",
            TaggedTokens,
            lambda row: tuple(look_up(row.tokens, entries, longest)),
        )


class WordTag(Recipe[TaggedTokens]):
    """The most frequent tag of each word in training, capitals apart; of an unknown word, of its ending.

    An ending has three letters; a word whose ending is unknown too gets the most frequent tag of all.
    """

    name: ClassVar[str] = "word_tag"
    title: ClassVar[str] = Phrase("recipe-most-frequent-tag", "Most frequent tag of each word")
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True

    def fit(self, training: Training[TaggedTokens]) -> Rule[TaggedTokens]:
        """Return the look-up."""
        check_training(self, training)
        pairs = [
            (token.casefold(), tag)
            for row in training.train
            for token, tag in zip(row.tokens, row.tags, strict=True)
        ]
        words, endings = _most_each(pairs), _most_each([(word[-_ENDING:], tag) for word, tag in pairs])
        other = _most([tag for _, tag in pairs])

        def tag(token: str) -> str:
            word = token.casefold()
            return words.get(word) or endings.get(word[-_ENDING:]) or other

        training.tell(DONE)
        made_by = signature(self.name, training)
        return Rule.each(made_by, TaggedTokens, lambda row: tuple(map(tag, row.tokens)))


class NearestPair(Recipe[LabelledText]):
    """Relates the tail of each sentence with the nearest head of the label that it has in training.

    The type is the most frequent one of the two labels. For rows of `SOURCE#relations`.
    """

    name: ClassVar[str] = "nearest_pair"
    title: ClassVar[str] = Phrase("recipe-nearest-pair", "Nearest pair of the right labels")
    only_of: ClassVar[str] = "#relations"
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True

    def fit(self, training: Training[LabelledText]) -> Rule[Any]:
        """Return the rule; rows without markers get no label."""
        check_training(self, training)
        pairs = [(marked_pair(row.text), row.labels) for row in training.train]
        types = _most_each([(pair.labels, label) for pair, labels in pairs if pair for label in labels])

        def answers(rows: Sequence[LabelledText]) -> list[tuple[str, ...]]:
            marked = [marked_pair(row.text) for row in rows]
            nearest: dict[Hashable, int] = {}
            for pair in marked:
                if pair and pair.labels in types:
                    nearest[pair.tail] = min(pair.distance, nearest.get(pair.tail, pair.distance))
            return [
                (types[pair.labels],)
                if pair and pair.labels in types and pair.distance == nearest[pair.tail]
                else ()
                for pair in marked
            ]

        training.tell(DONE)
        return Rule(signature(self.name, training), LabelledText, answers)


_MARK = re.compile(r"\[(/?)(head|tail):([^\]]*)\]")


class MarkedPair(NamedTuple):
    """Two spans marked in a sentence: their labels, what identifies the tail, and characters between them."""

    labels: tuple[str, str]
    tail: tuple[str, int]
    distance: int


def marked_pair(text: str) -> MarkedPair | None:
    """Return the marked pair of a text; None without markers."""
    offsets: dict[str, list[int]] = {}
    labels: dict[str, str] = {}
    removed = 0
    for mark in _MARK.finditer(text):
        offsets.setdefault(mark[2], []).append(mark.start() - removed)
        labels[mark[2]] = mark[3]
        removed += len(mark[0])
    if len(labels) < 2:
        return None
    head, tail = offsets["head"], offsets["tail"]
    distance = max(0, min(tail) - max(head), min(head) - max(tail))
    return MarkedPair((labels["head"], labels["tail"]), (_MARK.sub("", text), min(tail)), distance)


_ENDING = 3


def signature(recipe: str, training: Training[K]) -> str:
    """Return the origin of the predictions of a recipe trained on rows alone."""
    return f"{recipe} (aloi {program_version()}, {len(training.train)} rows)"


def entries_of(rows: Sequence[TaggedTokens], least: float) -> dict[tuple[str, ...], str]:
    """Return the token sequences that are entities in at least this share of occurrences, with their type."""
    types: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in rows:
        for span in lenient_spans(row.tags):
            types[folded(row.tokens[span.start : span.end])].append(span.type)
    lengths = {len(stretch) for stretch in types}
    seen: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        tokens = folded(row.tokens)
        for length in lengths:
            for start in range(len(tokens) - length + 1):
                if (stretch := tokens[start : start + length]) in types:
                    seen[stretch] += 1
    return {stretch: _most(found) for stretch, found in types.items() if len(found) >= least * seen[stretch]}


def look_up(tokens: Sequence[str], entries: Entries, longest: int) -> list[str]:
    """Return the tags of the longest entries among tokens, from left to right."""
    words, tags, at = folded(tokens), [OUTSIDE] * len(tokens), 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            if kind := entries.get(words[at : at + length]):
                tags[at : at + length] = [f"B-{kind}", *[f"I-{kind}"] * (length - 1)]
                at += length
                break
        else:
            at += 1
    return tags


def folded(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return tokens in one case, as entries have them."""
    return tuple(token.casefold() for token in tokens)


def _most(answers: Sequence[H]) -> H:
    """Return the most frequent one, the earliest of equals."""
    return Counter(answers).most_common(1)[0][0]


def _most_each(pairs: Sequence[tuple[H, str]]) -> dict[H, str]:
    by_name: dict[H, list[str]] = defaultdict(list)
    for name, value in pairs:
        by_name[name].append(value)
    return {name: _most(values) for name, values in by_name.items()}
