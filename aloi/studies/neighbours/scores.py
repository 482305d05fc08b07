"""Score neighbours against a resource of synonyms that the user gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.result import Interval
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import read_dictionary
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.readers import read_table
from aloi.studies.neighbours.lists import look_up, weighted
from aloi.studies.neighbours.parameters import Asking, Contexts, Order
from aloi.studies.neighbours.prepare import Prepared
from aloi.studies.neighbours.ranking import average_precision, precision_at
from aloi.studies.neighbours.space import Weighted
from aloi.workbench.progress import Progress, silent

KS = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class NeighbourScore:
    """A mean over words, in [0, 1], with its interval over resampled words.

    `highest` is the most it could be: a word with two synonyms has at most 0.2 at 10.
    """

    metric: str
    value: float
    interval: Interval | None
    highest: float


@dataclass(frozen=True, slots=True)
class WordScore:
    """A word of the resource: how many synonyms were counted, its average precision, those found."""

    word: str
    synonyms: int
    average_precision: float
    retrieved: tuple[str, ...] = field(metadata={JSON_NAME: "found"})


@dataclass(frozen=True, slots=True)
class NeighbourScores:
    """Precision at k and mean average precision.

    `words` are scored. `unknown` words of the resource were not counted in the corpus; `without` have no
    counted synonym. `left_out` synonyms were not counted, most often because they are several words.
    """

    scores: tuple[NeighbourScore, ...]
    words: int
    unknown: int
    without: int
    left_out: int
    by_word: tuple[WordScore, ...]
    signature: str


@dataclass(frozen=True, slots=True)
class _Synonyms:
    right: dict[str, set[str]]
    unknown: int
    without: int
    left_out: int
    signature: str


def score(
    prepared: Prepared,
    resource: Path,
    asking: Asking,
    *,
    both_ways: bool = True,
    ks: Sequence[int] = KS,
    replicates: int = 1000,
    seed: int = 0,
    progress: Progress = silent,
) -> NeighbourScores:
    """Return how well neighbours retrieve the synonyms of a resource.

    Each counted word of the resource with a counted synonym ranks all other words; words that score 0 are not
    ranked. Words of the resource are looked up in the same way as in `neighbours`.

    Parameters
    ----------
    resource : Path
        An input of `read_dictionary`, or a table of two columns: a pair a row, below a header.
    both_ways : bool
        Whether a pair counts from its second word too.
    replicates : int
        Bootstrap resamples of the words; 0 for no interval.

    Raises
    ------
    AloiError
        A damaged resource, or no word of it to score.
    Cancelled
        `progress` requested a stop.
    """
    _check_words(asking, prepared)
    model = weighted(prepared, asking.alpha)
    synonyms = _synonyms(prepared, model, resource, both_ways=both_ways)
    words = list(synonyms.right)
    rankings = zip(words, model.rankings(words, asking), strict=True)
    by_word, table = _by_word(rankings, synonyms.right, ks, progress)
    highest = [float(np.mean([min(len(one), k) / k for one in synonyms.right.values()])) for k in ks] + [1.0]
    names = [*(f"precision@{k}" for k in ks), "average_precision"]
    intervals = _intervals(table, replicates, seed)
    return NeighbourScores(
        tuple(map(NeighbourScore, names, table.mean(axis=0).tolist(), intervals, highest)),
        len(words),
        synonyms.unknown,
        synonyms.without,
        synonyms.left_out,
        tuple(by_word),
        f"{asking.signature}|{synonyms.signature}|words:{len(words)}|{prepared.signature}",
    )


def _check_words(asking: Asking, prepared: Prepared) -> None:
    if asking.order is Order.FIRST and prepared.counting.contexts is Contexts.SYNTAX:
        raise AloiError(
            "aloi.value",
            name=Term("first-order"),
            value=Term("contexts-not"),
            expected=Term("neighbours-that-are-words"),
            todo=Term("choose-the-second"),
        )


def _by_word(
    rankings: Iterable[tuple[str, Sequence[str]]],
    right: Mapping[str, Collection[str]],
    ks: Sequence[int],
    progress: Progress,
) -> tuple[list[WordScore], NDArray[np.float64]]:
    """Return the scores of each word, and its precision at each k and average precision, (N, K + 1)."""
    by_word: list[WordScore] = []
    table = np.empty((len(right), len(ks) + 1))
    for done, (word, ranked) in enumerate(rankings):
        if done % 64 == 0 and not progress(done, len(right), Term("progress-words-scored")):
            raise Cancelled
        synonyms = right[word]
        table[done] = [*(precision_at(ranked, synonyms, k) for k in ks), average_precision(ranked, synonyms)]
        ranked_synonyms = tuple(one for one in ranked[: max(ks)] if one in synonyms)
        by_word.append(WordScore(word, len(synonyms), float(table[done, -1]), ranked_synonyms))
    return by_word, table


def read_pairs(path: Path) -> list[tuple[str, str]]:
    """Return the pairs of a word and a synonym of a resource, each once, or raise AloiError."""
    if path.suffix.lower() != ".txt":
        table = read_table(path)
        if len(table.columns) == 2 and set(table.columns) != {"lemma", "synonym"}:
            pairs = []
            for row in table.rows:
                first, second = (row.text(column).strip() for column in table.columns)
                if not first or not second:
                    raise AloiError(
                        "aloi.value",
                        name=Term("the-pair-of-words"),
                        value=f"{first!r}, {second!r}",
                        expected=Term("two-words"),
                        todo=Term("fill-them"),
                    ).at(table.where(row))
                pairs.append((first, second))
            return list(dict.fromkeys(pairs))
    entries = read_dictionary(path).entries
    return list(dict.fromkeys((lemma, one.word) for (lemma, _), every in entries.items() for one in every))


def _synonyms(prepared: Prepared, model: Weighted, resource: Path, *, both_ways: bool) -> _Synonyms:
    """Return the synonyms of the counted words in the resource, or raise AloiError if there are none."""
    pairs = read_pairs(resource)
    forms = {word: look_up(prepared, model, word) for pair in pairs for word in pair}
    right: dict[str, set[str]] = {}
    for first, second in [*pairs, *(pair[::-1] for pair in pairs if both_ways)]:
        word, synonym = forms[first], forms[second]
        if word is not None and synonym is not None and word != synonym:
            right.setdefault(word, set()).add(synonym)
    if not right:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-prepared-corpus", prepared_name=prepared.name),
            content=Term("no-word", name=resource.name),
            todo=Term("choose-a-resource"),
        )
    words = {word for pair in pairs for word in pair[: 2 if both_ways else 1]}
    return _Synonyms(
        right,
        sum(forms[word] is None for word in words),
        len({forms[word] for word in words} - {None}) - len(right),
        len({second for _, second in pairs if forms[second] is None}),
        f"resource:{resource.name}|pairs:{len(pairs)}|both ways:{'yes' if both_ways else 'no'}",
    )


def _intervals(table: np.ndarray, replicates: int, seed: int) -> list[Interval | None]:
    """Return the percentile interval of the mean of each column, over resampled rows."""
    if not replicates:
        return [None] * table.shape[1]
    generator = np.random.default_rng(seed)
    count = len(table)
    means = np.array(
        [generator.multinomial(count, np.full(count, 1 / count)) @ table / count for _ in range(replicates)]
    )
    method = f"bootstrap-percentile-words-{replicates}-seed{seed}"
    low, high = np.quantile(means, [0.025, 0.975], axis=0)
    values = table.mean(axis=0).tolist()
    columns = zip(low.tolist(), high.tolist(), values, strict=True)
    return [Interval(least, most, method).around(value) for least, most, value in columns]
