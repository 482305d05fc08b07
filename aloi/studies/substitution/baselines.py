"""Answers of the two baselines of lexical substitution, written as a system's file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import SynonymDictionary, read_dictionary
from aloi.corpora.language.tokens import words as words_of_text
from aloi.corpora.language.word_list import lemma_of
from aloi.corpora.readers import read_texts
from aloi.evaluation.metrics.lexsub import OOT_ANSWERS
from aloi.gold.formats.substitutes.lexsub_files import (
    AnswerLine,
    Instance,
    pos_of,
    read_instances,
    write_answers,
)
from aloi.studies.substitution.requests import BaselineRequest

Vectors = NDArray[np.float32]


def candidates(dictionary: SynonymDictionary, lemma: str, pos: str) -> tuple[str, ...]:
    """Return the single-word synonyms of a word, each once, in the order of the dictionary."""
    words = (one.word for one in dictionary.synonyms(lemma, pos))
    return tuple(dict.fromkeys(word for word in words if " " not in word and word != lemma))


def by_frequency(words: Sequence[str], frequency: Mapping[str, int]) -> tuple[str, ...]:
    """Return at most ten words by falling frequency, equally frequent ones in the order given.

    This is the baseline of SemDis 2014: it answers the same for every sentence of a target.
    """
    return tuple(sorted(words, key=lambda one: -frequency.get(one, 0))[:OOT_ANSWERS])


def by_context(
    sentences: Sequence[tuple[str, int, int]],
    words: Sequence[Sequence[str]],
    encode: Callable[[list[str]], Vectors],
) -> list[tuple[str, ...]]:
    """Return, for each sentence, the ten candidates that change its vector least in the place of the target.

    Parameters
    ----------
    sentences : sequence of (text, start, end)
        The target is `text[start:end]`.
    words : sequence of sequences of str
        The candidates of each sentence; equally near ones stay in the order given.
    encode : callable
        Texts to unit vectors (N, D), as `aloi.modeling.encoders.transformer.Encoder.encode`.
    """
    texts = [
        [text, *(f"{text[:start]}{word}{text[end:]}" for word in listed)]
        for (text, start, end), listed in zip(sentences, words, strict=True)
    ]
    vectors = encode([one for listed in texts for one in listed])
    ranked = []
    at = 0
    for listed, replaced in zip(words, texts, strict=True):
        mine = vectors[at : at + len(replaced)]
        at += len(replaced)
        nearest = np.argsort(-(mine[1:] @ mine[0]), kind="stable")[:OOT_ANSWERS]
        ranked.append(tuple(listed[place] for place in nearest))
    return ranked


def baseline_answers(request: BaselineRequest) -> tuple[AnswerLine, ...]:
    """Return the answers of a baseline to the sentences of an XML file.

    Synonyms are ordered by the counts of their lemmas in the texts of `frequencies`; without these they stay
    in the order of the dictionary. With an encoder, those that change the sentence vector least come first.

    Raises
    ------
    AloiError
        Files that cannot be read, or a dictionary that has none of the targets.
    """
    instances = read_instances(request.sentences)
    synonyms = read_dictionary(request.dictionary)
    listed = [candidates(synonyms, one.lemma, pos_of(one.pos)) for one in instances]
    if not any(listed):
        raise AloiError(
            "aloi.no-content",
            path=request.dictionary.name,
            content=Term("none-of-the-instances", instances=len({one.lemma for one in instances})),
            expected=Term("synonyms-of-the-targets"),
            todo=Term("check-the-lemmas"),
        )
    texts = request.frequencies
    if request.encoder is not None:
        answers_of_instances = _by_context(instances, listed, request.encoder)
    else:
        counts = lemma_counts(texts, request.language) if texts is not None else {}
        answers_of_instances = [by_frequency(words, counts) for words in listed]
    return tuple(
        AnswerLine(instance.lemma, instance.pos, instance.id, answers, many=False)
        for instance, answers in zip(instances, answers_of_instances, strict=True)
    )


def write_baseline(answers: tuple[AnswerLine, ...], out: Path) -> None:
    """Write answers as a system's file, completely or not at all."""
    unfinished = out.with_name(f".{out.name}.part")
    try:
        unfinished.write_text(write_answers(answers), encoding="utf-8")
        unfinished.replace(out)
    except OSError as error:
        raise AloiError("aloi.cannot-write", path=out, error=error.strerror or error) from error


def lemma_counts(texts: Path, language: str) -> Mapping[str, int]:
    """Return how often each lemma occurs in texts."""
    form_counts: Counter[str] = Counter()
    for text in read_texts(texts):
        form_counts.update(words_of_text(text.text.casefold()))
    counts: Counter[str] = Counter()
    for form, count in form_counts.items():
        counts[lemma_of(form, language)] += count
    return counts


def _by_context(
    instances: tuple[Instance, ...], listed: list[tuple[str, ...]], name: str
) -> list[tuple[str, ...]]:
    from aloi.modeling.encoders.lookup import encoder

    chosen = encoder(name)
    sentences = [(one.text, one.start, one.end) for one in instances]
    return by_context(sentences, listed, lambda texts: chosen.encode(texts))
