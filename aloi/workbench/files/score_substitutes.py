"""Score files of substitutes against gold, by the rules of SemDis 2014 or SemEval-2007."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.requests import RequestError
from aloi.base.terms import Term
from aloi.corpora.language.french_forms import harmonised
from aloi.corpora.model import Json
from aloi.evaluation.comparison.compare import Difference, compare_sums
from aloi.evaluation.metrics.base import Sums
from aloi.evaluation.metrics.lexsub import BEST, OOT, Scorer
from aloi.evaluation.reports.lexsub import LexsubScores, SystemSubstitutes, score_lexsub
from aloi.gold.formats import format_named
from aloi.gold.formats.substitutes.lexsub_files import (
    GoldLine,
    read_answers,
    read_gold,
    read_instances,
    read_mapping,
)
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import rows_by_split
from aloi.workbench.requests.files.scores import LexsubRequest

TARGET = "target"


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one file of answers, under the name of the file."""

    name: str
    scores: LexsubScores


@dataclass(frozen=True, slots=True)
class LexsubReport:
    """The systems in the order given, and comparisons of each pair on `best` and `oot`.

    `differences`: metric -> each pair of systems, one family of Holm's rule.
    `repeating` counts the gold lines that hold a substitute more than once; see `read_gold`.
    """

    systems: tuple[SystemScores, ...]
    differences: Mapping[str, tuple[Difference, ...]]
    repeating: int = 0

    def to_json(self) -> dict[str, Json]:
        """Return one system's scores; of several, a list, and their differences."""
        if len(self.systems) == 1:
            return {**self.systems[0].scores.to_json(), "gold_lines_repeating": self.repeating}
        return {
            "gold_lines_repeating": self.repeating,
            "systems": [{"system": one.name, **one.scores.to_json()} for one in self.systems],
            "differences": [
                {
                    "first": difference.a,
                    "second": difference.b,
                    "metric": metric,
                    "value": difference.difference,
                    "ci": [difference.interval.low, difference.interval.high]
                    if difference.interval
                    else None,
                    "design_effect": difference.interval.design_effect if difference.interval else None,
                    "p": difference.p,
                    "p_holm": difference.p_holm,
                }
                for metric, family in self.differences.items()
                for difference in family
            ],
        }


def score_files(request: LexsubRequest, gold: Path | None = None) -> LexsubReport:
    """Return the scores of files of answers against a gold, that of the request unless another is named.

    A file with `::` alone, or `:::` alone, is scored on both tasks with the same answers. Mapped forms are
    applied to the answers, after which repeated ones are dropped.

    Raises
    ------
    AloiError
        No gold, a broken line, ids or words that the gold does not have.
    """
    gold = gold or request.gold
    if gold is None:
        raise RequestError("aloi.field-missing", field="gold", has_example=False, example="")
    rules, mapping, harmonise = Scorer(request.scorer), request.mapping, request.harmonise
    replicates, seed = request.replicates, request.seed
    lines = gold_lines(gold)
    forms = read_mapping(mapping) if mapping is not None else {}
    words = {TARGET: {name: (f"{one.lemma}.{one.pos}",) for name, one in lines.items()}}
    facts = {
        "mapping": "yes" if mapping is not None else "no",
        "harmonised": "yes" if harmonise else "no",
    }
    scored_systems = tuple(
        SystemScores(
            path.stem,
            score_lexsub(
                lines,
                _answers(path, lines, forms, rules, harmonise=harmonise),
                rules,
                clusters=words if request.cluster == TARGET else None,
                replicates=replicates,
                seed=seed,
                facts=facts,
            ),
        )
        for path in request.systems
    )
    names = [one.name for one in scored_systems]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise AloiError(
            "aloi.repeated",
            name=Term("name-of-files"),
            value=repr(twice),
            expected=Term("name-for-each"),
            todo=Term("rename-one-of-the-files"),
        )
    repeating = sum(one.repeats > 0 for one in lines.values())
    return LexsubReport(scored_systems, _differences(scored_systems, replicates, seed), repeating)


def gold_lines(path: Path) -> dict[str, GoldLine]:
    """Return the gold by id; beside the XML of sentences, the file of gold lines for the same items.

    Raises
    ------
    AloiError
        No such file, or several.
    """
    if path.suffix.lower() != ".xml":
        return read_gold(path)
    ids = {one.id for one in read_instances(path)}
    fitting, errors = [], []
    files = sorted(path.parent.glob("*gold*.txt"))
    for gold_file in files:
        try:
            lines = read_gold(gold_file)
        except AloiError as error:
            errors.append(error)  # perhaps another file that has gold in its name
            continue
        if set(lines) == ids:
            fitting.append(lines)
    if len(files) == 1 and errors:
        raise errors[0]
    if len(fitting) != 1:
        raise AloiError(
            "aloi.matches",
            kind=Term("files-with-gold"),
            name=Term("the-ids-items", ids=len(ids), name=path.name),
            count=len(fitting),
            known=(),
            expected=Term("file-of-gold"),
            todo=Term("name-the-file-of-gold"),
        )
    return fitting[0]


def release_gold(release: Release, part: str) -> str:
    """Return the gold lines of a part of a release of substitutes, as its exports hold them."""
    rows = {part: rows_by_split(release.manifest)[part]}
    return str(format_named("semdis").files(rows, release)[f"{part}_gold.txt"])


def _answers(
    path: Path,
    gold: Mapping[str, GoldLine],
    forms: Mapping[tuple[str, str, str], str],
    scorer: Scorer,
    *,
    harmonise: bool,
) -> dict[str, SystemSubstitutes]:
    """Return a file's answers by item, forms mapped and, by the SemDis rules, repeated ones dropped."""
    single: dict[str, tuple[str, ...]] = {}
    many: dict[str, tuple[str, ...]] = {}
    for line in read_answers(path):
        gold_line = gold.get(line.id)
        if gold_line is None:
            raise AloiError(
                "aloi.not-found",
                kind=Term("the-item-of-the-gold"),
                name=repr(line.id),
                expected=Term("the-gold-items", gold=len(gold)),
                todo=Term("check-that-both"),
            ).at(line.where)
        if (gold_line.lemma, gold_line.pos) != (line.lemma, line.pos):
            raise AloiError(
                "aloi.differ",
                name=Term("words-of-item", line=line.id),
                differences=Term(
                    "lemma-pos",
                    known_lemma=gold_line.lemma,
                    known_pos=gold_line.pos,
                    lemma=line.lemma,
                    pos=line.pos,
                ),
                expected=Term("the-same-word"),
                todo=Term("check-that-both"),
            ).at(line.where)
        words = [forms.get((line.lemma, line.pos, one), one) for one in line.answers]
        if harmonise:
            words = [harmonised(one, line.pos) for one in words]
        if scorer is Scorer.SEMDIS:
            words = list(dict.fromkeys(words))
        (many if line.many else single)[line.id] = tuple(words)
    best, oot = single or many, many or single
    return {one: SystemSubstitutes(best.get(one, ()), oot.get(one, ())) for one in [*best, *oot]}


def _differences(
    systems: Sequence[SystemScores], replicates: int, seed: int
) -> dict[str, tuple[Difference, ...]]:
    """Return every two systems on the same items; one family of Holm's rule a metric."""
    differences_by_metric: dict[str, tuple[Difference, ...]] = {}
    names = [one.name for one in systems]
    if len(names) < 2 or not replicates:
        return differences_by_metric
    for metric in (BEST, OOT):
        # SemEval-2007 has several scores of each task: its recall, over all items, is the one compared.
        of_task = {one.name: _of_task(one.scores, metric.name) for one in systems}
        units = systems[0].scores.units
        family = compare_sums(
            metric, {name: [one] for name, one in of_task.items()}, units, replicates=replicates, seed=seed
        )
        differences_by_metric[metric.name] = tuple(family.between(a, b) for a, b in combinations(names, 2))
    return differences_by_metric


def _of_task(scores: LexsubScores, task: str) -> Sums:
    return scores.sums[task if scores.scorer is Scorer.SEMDIS else f"{task}_recall"]
