"""Candidates to judge: substitutes of a table, or those a gold holds, each in the sentences of its target."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aloi.annotation.rows import Substitutes
from aloi.annotation.tasks.substitution.task import counts_of
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.model import Candidate, Corpus, Json, Origin, Target
from aloi.corpora.readers import SourceTable, read_table
from aloi.corpora.readers.values import check_words
from aloi.storage.store import Store
from aloi.workbench.releases.gold import find_gold
from aloi.workbench.requests.candidates import JudgedRequest
from aloi.workbench.rounds.campaigns import campaign_of

SUBSTITUTE_COLUMNS = ("substitute", "neighbour")


@dataclass(frozen=True, slots=True)
class AddedCandidates:
    """The stored candidates: their number, the number of new ones, and words without a stored target."""

    corpus: Corpus
    candidates: int
    new: int
    without_target: tuple[str, ...]


def judged_candidates(store: Store, request: JudgedRequest, now: datetime) -> AddedCandidates:
    """Return the candidates stored for judging: of a table for a corpus, or of a gold."""
    if request.gold is not None:
        return candidates_of_gold(store, request.gold, now)
    if request.substitutes is None or request.corpus is None:
        raise AloiError("aloi.fields-none", fields=["corpus", "gold"])
    return candidates_of_table(store, request.corpus, request.substitutes, now, top=request.top)


def candidates_of_table(
    store: Store, corpus: str, path: Path | SourceTable, now: datetime, *, top: int | None = None
) -> AddedCandidates:
    """Return the candidates of a table `target, substitute` stored as items of a corpus.

    Each substitute is paired with all stored targets of the corpus with that lemma (or that form). A column
    `neighbour` may replace `substitute`, so that exports of `aloi neighbours` fit. `top` keeps the first
    substitutes of each word, in the order of the table. The target itself is excluded.

    Raises
    ------
    AloiError
        A column that is missing, an empty cell, or no stored target for any of the words.
    """
    stored_corpus = store.texts.corpus(corpus)
    by_lemma = _targets(store, stored_corpus)
    words_with_substitutes = _pairs(path, top)
    chosen: dict[str, tuple[Candidate, Origin]] = {}
    for word, substitutes in words_with_substitutes.items():
        for target in by_lemma.get(word.casefold(), ()):
            for substitute in substitutes:
                if substitute.casefold() not in (target.word.casefold(), target.lemma.casefold()):
                    candidate = Candidate.of(target, substitute)
                    chosen[candidate.id] = (
                        candidate,
                        _origin(candidate, "table", {"file": path.name}, None, now),
                    )
    without = tuple(word for word in words_with_substitutes if word.casefold() not in by_lemma)
    if not chosen:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-corpus-name-2", name=repr(stored_corpus.name)),
            content=Term("no-target", path_name=path.name, wanted=len(words_with_substitutes)),
            expected=Term("words-that-are-targets"),
            todo=Term("import-or-mine"),
        )
    new = store.texts.add_items(list(chosen.values()))
    return AddedCandidates(stored_corpus, len(chosen), new, without)


def candidates_of_gold(store: Store, campaign: str, now: datetime) -> AddedCandidates:
    """Return the substitutes of a substitution campaign's last gold, stored as candidates of its corpus.

    Raises
    ------
    AloiError
        A campaign of another task, or without gold, or whose gold holds no substitute.
    """
    stored_campaign = campaign_of(store, campaign, Substitutes)
    gold = find_gold(store, stored_campaign, None)
    values = {one.item_id: one.value for one in gold.items}
    candidates: list[tuple[Candidate, Origin]] = []
    for target in store.texts.items(list(values)):
        if isinstance(target, Target):
            for substitute, count in counts_of(values[target.id]):
                candidate = Candidate.of(target, substitute)
                candidates.append(
                    (candidate, _origin(candidate, "gold", {"gold": gold.id}, float(count), now))
                )
    if not candidates:
        raise AloiError(
            "aloi.no-content",
            path=Term("gold-of", name=repr(stored_campaign.name)),
            content=Term("no-substitute"),
            todo=Term("collect-some-first"),
        )
    return AddedCandidates(
        store.texts.corpus(stored_campaign.corpus_id), len(candidates), store.texts.add_items(candidates), ()
    )


def _targets(store: Store, corpus: Corpus) -> dict[str, list[Target]]:
    """Return the stored targets of a corpus by lemma and by form, in lower case."""
    targets: dict[str, list[Target]] = defaultdict(list)
    for item in store.texts.corpus_items(corpus.id):
        if isinstance(item, Target):
            for name in {item.lemma.casefold(), item.word.casefold()}:
                targets[name].append(item)
    return targets


def _pairs(path: Path | SourceTable, top: int | None) -> dict[str, Sequence[str]]:
    """Return the substitutes of each word of a table, each once, in its order."""
    table = read_table(path)
    table.require("target")
    column = next((name for name in SUBSTITUTE_COLUMNS if name in table.columns), None)
    if column is None:
        raise AloiError(
            "aloi.no-column",
            table=path.name,
            missing=Term("of-substitutes"),
            columns=map(quoted, table.columns),
            expected=Term("a-column-substitute", substitute_columns=" or ".join(SUBSTITUTE_COLUMNS)),
            todo=Term("rename-the-column"),
        )
    substitutes: dict[str, dict[str, None]] = {}
    for row in table.rows:
        word, substitute = row.text("target").strip(), row.text(column).strip()
        if not word or not substitute:
            raise AloiError(
                "aloi.missing",
                name=table.where(row),
                missing=Term("the-target-or-the-substitute"),
                todo=Term("complete-row"),
            )
        for column_name in ("target", column):
            check_words(row, column_name, table.where(row))
        substitutes.setdefault(word, {})[substitute] = None
    return {word: tuple(given)[:top] for word, given in substitutes.items()}


def _origin(
    candidate: Candidate, miner: str, parameters: dict[str, Json], score: float | None, now: datetime
) -> Origin:
    return Origin(candidate.id, miner, parameters, score, None, None, None, now)
