"""Answers of the two baselines of lexical substitution, written as a system's file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.language.dictionary import read_dictionary
from aloi.corpora.language.tokens import words as words_of_text
from aloi.corpora.language.word_list import lemma_of
from aloi.corpora.readers import read_texts
from aloi.gold.formats.substitutes.lexsub_files import (
    AnswerLine,
    Instance,
    pos_of,
    read_instances,
    write_answers,
)
from aloi.modeling.substitution import by_context, by_frequency, candidates
from aloi.workbench.requests.files import BaselineRequest


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
            "workbench.knows-none-targets",
            name=request.dictionary.name,
            instances=len({one.lemma for one in instances}),
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
        raise AloiError("workbench.cannot-written", out=out, strerror=error.strerror or error) from error


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
