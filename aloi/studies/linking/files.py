"""Entity linking on files: read mentions, filter test sets, rank concepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from aloi.agreement.result import Interval
from aloi.annotation.rows import LinkedMention
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.evaluation.comparison.compare import Difference
from aloi.evaluation.comparison.paired import TestedBy
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.reports.linking import compare_ranks, mention_units, score_ranks
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary, read_dictionary
from aloi.gold.formats.mentions.files import READERS as READERS
from aloi.gold.formats.mentions.files import mentions_of as mentions_of
from aloi.gold.formats.source_files import Mentions, Note
from aloi.gold.splitting.mention_leaks import Size, check_texts, curve, describe, filter_mentions
from aloi.gold.splitting.near_texts import LeakFree, Mode
from aloi.modeling.rankers import Ranker, ranker
from aloi.modeling.rankers.search import ranks_of
from aloi.studies.linking.requests import FilterRequest, RankRequest

DEPTH = 20  # candidates a mention is given: what the reciprocal rank looks through


@dataclass(frozen=True, slots=True)
class FilterReport:
    """Test sets after each filter, the curve over thresholds, and how the corpus is described."""

    filtered: LeakFree[LinkedMention]
    document: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class RankReport:
    """The scores of one ranker: the rank of the right concept of each linked mention, 0 for none."""

    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    document: Mapping[str, Json]
    caution: str | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """How two rankers differ on the same mentions: first minus second; `p_holm` over all pairs of rankers.

    `tested_by` is the test of the p-values.
    """

    first: str
    second: str
    metric: str
    difference: float | None
    interval: Interval | None
    p: float | None
    p_holm: float | None
    tested_by: TestedBy | None = None


@dataclass(frozen=True, slots=True)
class RankedFiles:
    """The reports by ranker, comparisons of each pair, and unusual entries of the files."""

    reports: Mapping[str, RankReport]
    gaps: tuple[Gap, ...]
    notes: tuple[Note, ...]

    def to_json(self) -> dict[str, Json]:
        """Return one ranker's scores; of several, a list, and their differences."""
        notes: list[Json] = [to_json(one) for one in self.notes]
        listed: list[Json] = [{"name": name, **one.document} for name, one in self.reports.items()]
        if len(listed) == 1 and isinstance(listed[0], dict):
            return {**listed[0], "notes": notes}
        return {"rankers": listed, "differences": [to_json(one) for one in self.gaps], "notes": notes}


def compared_mentions(path: Path, reader: str | None = None, group: str | None = None) -> Mentions:
    """Return the mentions of a source that leaks are looked for in; one without a text is refused.

    Raises
    ------
    AloiError
        As `mentions_of`; no mention with a text.
    """
    mentions = mentions_of(path, reader, group)
    check_texts((one.mention for one in mentions.mentions), str(path))
    return mentions


def filter_files(request: FilterRequest) -> FilterReport:
    """Return the test set full, filtered, and filtered at the threshold, against training or a dictionary.

    Raises
    ------
    AloiError
        Files that cannot be read or hold no mention.
    """
    kind, mode, threshold = request.kind, Mode(request.mode), request.threshold
    read = compared_mentions(request.test, request.reader, request.group)
    notes = {"test": read.notes}
    train: tuple[LinkedMention, ...] = ()
    if kind == "train":
        source = compared_mentions(request.reference, request.reader, request.group)
        train, names, notes[kind] = source.mentions, [one.mention for one in source.mentions], source.notes
    else:
        dictionary = read_dictionary(request.reference)
        names, notes[kind] = list(dictionary.names), dictionary.notes
    filtered = filter_mentions(read.mentions, names, threshold=threshold, mode=mode)
    document: dict[str, Json] = {
        "full": to_json(Size.of(filtered.full)),
        "filtered": to_json(Size.of(filtered.filtered)),
        f"filtered_{threshold:g}": to_json(Size.of(filtered.near)),
        "table": to_json(describe(train, read.mentions)),
        "references": len(set(names)),
        "notes": {side: [to_json(one) for one in each] for side, each in notes.items()},
        "signature": f"filter:{kind};mode:{mode};threshold:{threshold:g};text:lower-cased,stripped;"
        "distance:levenshtein/longer,strict;concepts:distinct fields",
    }
    if request.thresholds:
        points = curve(read.mentions, names, request.thresholds, mode)
        document["curve"] = [{"threshold": at, **to_json(size)} for at, size in points]
    return FilterReport(filtered, document)


def write_curve(report: FilterReport, path: Path) -> None:
    """Write what is left at each threshold as a table."""
    points = report.document.get("curve", [])
    rows = [one for one in points if isinstance(one, dict)] if isinstance(points, list) else []
    write_table(path, ("threshold", "mentions", "concepts"), rows)


def write_filtered(filtered_mentions: LeakFree[LinkedMention], path: Path) -> None:
    """Write the test mentions as a table that says which filter keeps each; `aloi linking rank` reads it."""
    # By object: with an id given twice, both mentions would get the result of one.
    filtered, near = (
        {id(mention) for mention in mentions}
        for mentions in (filtered_mentions.filtered, filtered_mentions.near)
    )
    columns = ("id", "document_id", "mention", "concept_id", "filtered", "near")
    rows = (
        dict(
            zip(
                columns,
                (
                    mention.id,
                    mention.document_id,
                    mention.mention,
                    mention.concept,
                    id(mention) in filtered,
                    id(mention) in near,
                ),
                strict=True,
            )
        )
        for mention in filtered_mentions.full
    )
    write_table(path, columns, rows)


def rank(
    dictionary: ConceptDictionary, mentions: Sequence[LinkedMention], by: Ranker, request: RankRequest
) -> RankReport:
    """Return how well a ranker finds the concepts of mentions; those without concept are counted apart."""
    linked = [one for one in mentions if one.concepts]
    depth = max(request.depth, *request.k)
    ranks = ranks_of(dictionary, linked, by, depth)
    facts = {"ranker": by.signature, "names": len(dictionary.names)}
    units = mention_units(linked, request.cluster or None)
    scores = score_ranks(
        ranks,
        request.k,
        depth,
        units=units,
        replicates=request.replicates,
        seed=request.seed,
        facts=facts,
    )
    document: dict[str, Json] = {
        **{one.metric: one.value for one in scores},
        "n": len(linked),
        "without_concept": len(mentions) - len(linked),
        "names": len(dictionary.names),
        "covered": covered(dictionary, linked),
        "intervals": {
            score.metric: [score.interval.low, score.interval.high] if score.interval else None
            for score in scores
        },
        "design_effect": {one.metric: one.interval.design_effect if one.interval else None for one in scores},
        "reason": next((one.reason for one in scores if one.reason), None),
        "ci_reason": next((one.ci_reason for one in scores if one.ci_reason), None),
        "caution": units.caution,
        "depth": depth,
        "ranker": by.signature,
        "signature": scores[0].signature,
    }
    return RankReport(ranks, scores, document, units.caution)


def covered(dictionary: ConceptDictionary, linked: Sequence[LinkedMention]) -> float | None:
    """Return the share of mentions with a concept that the dictionary names: none can do better."""
    concepts = {one for field in dictionary.concepts for one in field.replace("+", "|").split("|")}
    return sum(not concepts.isdisjoint(one.concepts) for one in linked) / len(linked) if linked else None


def rank_files(request: RankRequest) -> RankedFiles:
    """Return the scores of each ranker on files, and comparisons of each pair on the same mentions."""
    names = read_dictionary(request.dictionary)
    read = mentions_of(request.mentions, request.reader, request.group)
    settings = {name: getattr(request, name) for name in ("model", "pooling", "distance", "max_length")}
    reports = {
        name: rank(names, read.mentions, ranker(name, **settings), request)
        for name in dict.fromkeys(request.rankers)
    }
    gaps: list[Gap] = []
    ranks = {name: one.ranks for name, one in reports.items()}
    if request.replicates and len(ranks) > 1 and len(next(iter(ranks.values()))) > 1:
        units = mention_units([one for one in read.mentions if one.concepts], request.cluster or None)
        families = compare_ranks(
            ranks, request.k, units=units, replicates=request.replicates, seed=request.seed
        )
        for first, second in combinations(ranks, 2):
            for name, family in families.items():
                gaps.append(_gap(first, second, name, family.between(first, second)))
    return RankedFiles(reports, tuple(gaps), (*names.notes, *read.notes))


def _gap(first: str, second: str, metric: str, test: Difference) -> Gap:
    return Gap(first, second, metric, test.difference, test.interval, test.p, test.p_holm, test.tested_by)
