"""Cross tables of concept ranking: rankers by test sets, full and filtered, as published tables have them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from aloi.agreement.result import program_version
from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.evaluation.comparison.compare import Family, corrected_together
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.reports.linking import compare_ranks, mention_units, score_ranks
from aloi.evaluation.resampling import Units
from aloi.gold.formats.mentions.concept_dictionary import dictionary_of
from aloi.gold.splitting.mention_leaks import filter_mentions
from aloi.gold.splitting.near_texts import DEFAULT_THRESHOLD, Mode
from aloi.modeling.rankers import Ranker
from aloi.modeling.rankers.search import ranks_of
from aloi.studies.linking.files import DEPTH, covered
from aloi.studies.linking.sets import LinkingSet, make_set, once
from aloi.workbench.progress import Progress, go_on, silent

BEST, TIED = "best", "tied"


@dataclass(frozen=True, slots=True)
class Column:
    """A test set after a filter: `mentions` of it are linked to a concept, the share `covered` has a name."""

    set: str
    filter: str
    mentions: int
    concepts: int
    covered: float | None


@dataclass(frozen=True, slots=True)
class CrossValue:
    """A score of a ranker in a column, and how it differs from the first ranker on the same mentions.

    `p` is the p-value of a paired test, adjusted (Holm) over all pairs of rankers in all columns of the
    table, since they are read together. `p_alone` is not adjusted. `mark` is `best` for the highest value of
    the column, `tied` if the adjusted p-value shows no difference from it (0.05 and more), and empty
    otherwise. None means that a value cannot be computed. `design_effect` is None if mentions are not
    clustered.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    difference: float | None = None
    difference_low: float | None = None
    difference_high: float | None = None
    p: float | None = None
    mark: str = ""
    p_alone: float | None = None
    design_effect: float | None = None


@dataclass(frozen=True, slots=True)
class CrossCell:
    """The scores of a ranker in a column."""

    ranker: str
    set: str
    filter: str
    values: tuple[CrossValue, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Rankers (name -> signature) by columns; cells in the order of rankers, then columns.

    `cautions` say what to know before trusting its intervals.
    """

    rankers: Mapping[str, str]
    columns: tuple[Column, ...]
    cells: tuple[CrossCell, ...]
    signature: str
    cautions: tuple[str, ...] = ()

    @property
    def metrics(self) -> tuple[str, ...]:
        """The scores, in their order."""
        return tuple(one.metric for one in self.cells[0].values)

    def value(self, ranker: str, column: Column, metric: str) -> CrossValue:
        """Return one score."""
        cell = next(
            cell
            for cell in self.cells
            if (cell.ranker, cell.set, cell.filter) == (ranker, column.set, column.filter)
        )
        return next(one for one in cell.values if one.metric == metric)


def by_language(sources: Mapping[str, Sequence[LinkedMention]]) -> tuple[LinkingSet, ...]:
    """Return a test set for each pair of languages: the mentions of one, the gold names of the other.

    Raises
    ------
    AloiError
        Fewer than two languages, or one that links no mention.
    """
    if len(sources) < 2:
        raise AloiError(
            "aloi.too-few",
            name=Term("sources-each"),
            count=len(sources),
            least=2,
            todo=Term("name-them-as-in-source"),
        )
    dictionaries = {name: dictionary_of(each) for name, each in sources.items()}
    empty = next((name for name, one in dictionaries.items() if not one.names), None)
    if empty is not None:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-source-empty", empty=repr(empty)),
            content=Term("no-mention"),
            expected=Term("linked-mentions-whose"),
            todo=Term("check-the-source"),
        )
    return tuple(
        make_set(
            f"{language} by {names}",
            sources[language],
            (),
            dictionaries[names],
            language=language,
            names_from=names,
        )
        for names, language in product(sources, repeat=2)
        if names != language
    )


def cross_table(
    sets: Sequence[LinkingSet],
    rankers: Mapping[str, Callable[[], Ranker]],
    *,
    ks: Sequence[int] = (1, 5),
    depth: int = DEPTH,
    threshold: float = DEFAULT_THRESHOLD,
    mode: Mode = Mode.EXACT,
    cluster: Sequence[str] = (),
    replicates: int = 1000,
    seed: int = 0,
    keep: Path | None = None,
    progress: Progress = silent,
) -> CrossTable:
    """Return all rankers on all test sets, full and filtered; a mention is ranked once for the three.

    Parameters
    ----------
    rankers : mapping
        Name -> function that loads the ranker; the others are compared with the first.
    cluster : sequence of str
        The property shared by mentions of a cluster, as in `mention_units`.
    replicates, seed : int
        Of intervals and permutation tests; 0 for neither.
    keep : Path or None
        A folder that stores the rankings of each set, so that a stopped table is resumed.

    Raises
    ------
    AloiError
        No set or no ranker, a repeated name, a threshold outside [0, 1], a model that cannot be loaded.
    Cancelled
        `progress` requested a stop.
    """
    if not sets or not rankers:
        raise AloiError(
            "aloi.too-few",
            name=Term("test-sets", rankers=len(rankers), sets=len(sets)),
            count=0,
            least=1,
            todo=Term("name-them-as-in-config"),
        )
    once([one.name for one in sets], "The table")
    depth = max(depth, *ks)
    ids_by_filter = {one.name: _filters(one, threshold, mode) for one in sets}
    columns = tuple(_column(one, name, ids) for one in sets for name, ids in ids_by_filter[one.name].items())
    signatures: dict[str, str] = {}
    ranks: dict[tuple[str, str], tuple[int, ...]] = {}
    total, done = len(rankers) * len(sets), 0
    for name, load in rankers.items():
        go_on(progress, done, total, Term("progress-loading-ranker", ranker=name))
        loaded = load()
        signatures[name] = loaded.signature
        for test_set in sets:
            go_on(progress, done, total, Term("progress-ranking", ranker=name, test=test_set.name))
            ranks[name, test_set.name] = _ranks(test_set, loaded, depth, keep)
            done += 1
    go_on(progress, done, total, Term("progress-rankings-done-scoring"))
    scoring = _Scoring(ks, depth, replicates, seed)
    parts = [
        scoring.part(
            test_set.name,
            filter_name,
            {name: _only(ranks[name, test_set.name], ids) for name in rankers},
            mention_units([linked[at] for at in ids], cluster or None),
        )
        for test_set in sets
        for linked in [[mention for mention in test_set.test if mention.concepts]]
        for filter_name, ids in ids_by_filter[test_set.name].items()
    ]
    cells = [cell for part in _corrected(parts) for cell in part.cells()]
    order = {name: place for place, name in enumerate(rankers)}
    return CrossTable(
        signatures,
        columns,
        tuple(sorted(cells, key=lambda one: order[one.ranker])),
        f"filter:{','.join(f'{one.name}={one.against}' for one in sets)};mode:{mode};threshold:{threshold:g};"
        f"depth:{depth};parts:all;candidates:names;clusters:{_keys(parts)};correction:holm-table;"
        f"replicates:{replicates};seed:{seed};aloi:{program_version()}",
        tuple(f"{part.set}, {part.filter}: {part.units.caution}" for part in parts if part.units.caution),
    )


@dataclass(frozen=True, slots=True)
class _ScoredColumn:
    """One column: the scores of each ranker on the same mentions, and comparisons of each pair, by metric."""

    set: str
    filter: str
    units: Units
    scores: Mapping[str, tuple[Score, ...]]
    families: Mapping[str, Family]

    def cells(self) -> list[CrossCell]:
        """Return a cell a ranker."""
        first = next(iter(self.scores))
        columns = zip(*self.scores.values(), strict=True)
        best = [max((one.value or 0.0 for one in column), default=0.0) for column in columns]
        several = len(self.scores) > 1
        return [
            CrossCell(
                name,
                self.set,
                self.filter,
                tuple(
                    _value(
                        score,
                        name,
                        first,
                        top if several else None,
                        self.families.get(score.metric),
                    )
                    for score, top in zip(each, best, strict=True)
                ),
            )
            for name, each in self.scores.items()
        ]


@dataclass(frozen=True, slots=True)
class _Scoring:
    """How columns are scored and compared."""

    ks: Sequence[int]
    depth: int
    replicates: int
    seed: int

    def part(
        self, of: str, filter_name: str, ranks: Mapping[str, tuple[int, ...]], units: Units
    ) -> _ScoredColumn:
        """Return one column: the ranks of each ranker on the same mentions."""
        how: dict[str, Any] = {"units": units, "replicates": self.replicates, "seed": self.seed}
        scores = {name: score_ranks(each, self.ks, self.depth, **how) for name, each in ranks.items()}
        families: Mapping[str, Family] = {}
        if len(ranks) > 1 and units.size > 1 and self.replicates:
            families = compare_ranks(ranks, self.ks, **how)
        return _ScoredColumn(of, filter_name, units, scores, families)


def _corrected(parts: Sequence[_ScoredColumn]) -> list[_ScoredColumn]:
    """Return columns with p-values adjusted over all of them: by metric, a table is one family."""
    metrics = {metric for part in parts for metric in part.families}
    corrected_scores = {
        metric: corrected_together([part.families[metric] for part in parts if metric in part.families])
        for metric in metrics
    }
    return [
        replace(part, families={metric: corrected_scores[metric].pop(0) for metric in part.families})
        for part in parts
    ]


def _keys(parts: Sequence[_ScoredColumn]) -> str:
    """Return the cluster property of mentions, in the form of the signature."""
    return ",".join(dict.fromkeys("+".join(part.units.keys) or "none" for part in parts))


def _value(score: Score, name: str, first: str, best: float | None, family: Family | None) -> CrossValue:
    """Return a score, how it differs from the first ranker, and whether it is the best or ties with it."""
    ends = score.interval
    low, high = (ends.low, ends.high) if ends else (None, None)
    plain = CrossValue(
        score.metric, score.value, low, high, design_effect=ends.design_effect if ends else None
    )
    mark = BEST if best is not None and score.value == best else ""
    if family is None:
        return replace(plain, mark=mark)
    if not mark and score.value is not None:
        mark = TIED if family.between(family.scores[0].name, name).better is None else ""
    if name == first:
        return replace(plain, mark=mark)
    gap = family.between(name, first)
    return replace(
        plain,
        difference=gap.difference,
        difference_low=gap.interval.low if gap.interval else None,
        difference_high=gap.interval.high if gap.interval else None,
        p=gap.p_holm,
        p_alone=gap.p,
        mark=mark,
    )


def _filters(of: LinkingSet, threshold: float, mode: Mode) -> dict[str, list[int]]:
    """Return the places, among the linked mentions, of those that each filter keeps."""
    filtered = filter_mentions(of.test, of.references, threshold=threshold, mode=mode)
    linked = [one for one in of.test if one.concepts]
    sides = {"full": filtered.full, "filtered": filtered.filtered, f"filtered_{threshold:g}": filtered.near}
    ids_by_side = {name: {id(one) for one in side} for name, side in sides.items()}
    return {
        name: [at for at, one in enumerate(linked) if id(one) in ids] for name, ids in ids_by_side.items()
    }


def _column(of: LinkingSet, name: str, ids: Sequence[int]) -> Column:
    linked = [one for one in of.test if one.concepts]
    mentions = [linked[at] for at in ids]
    return Column(
        of.name, name, len(mentions), len({one.concept for one in mentions}), covered(of.dictionary, mentions)
    )


def _only(ranks: Sequence[int], ids: Sequence[int]) -> tuple[int, ...]:
    return tuple(ranks[at] for at in ids)


def _ranks(of: LinkingSet, by: Ranker, depth: int, keep: Path | None) -> tuple[int, ...]:
    """Return the rank of the right concept of each linked mention, as kept or newly found."""
    linked = [one for one in of.test if one.concepts]
    path = None
    if keep is not None:
        names: list[Json] = [[*of.dictionary.names], [*of.dictionary.concepts]]
        pairs: list[Json] = [[one.mention, one.concept] for one in linked]
        key = checksum([program_version(), by.signature, depth, names, pairs])
        path = keep / f"{key[:32]}.json"
        if path.is_file():
            return tuple(json.loads(path.read_text(encoding="utf-8"))["ranks"])
    ranks = ranks_of(of.dictionary, linked, by, depth)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            part.write_text(
                json.dumps({"ranker": by.signature, "set": of.name, "ranks": ranks}), encoding="utf-8"
            )
    return ranks
