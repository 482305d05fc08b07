"""Mine candidate pairs from a corpus, look at them, and store a sample drawn by score bin."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError, quoted
from aloi.base.records import JSON_NAME, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled, MinedPair, has_text
from aloi.corpora.mining.lexical.miner import mine_lexical
from aloi.corpora.mining.lexical.run import exact_threshold
from aloi.corpora.mining.lexical.scored_pairs import MinedPairs
from aloi.corpora.mining.lexical.sieve import Keep
from aloi.corpora.mining.nearest import NearestPairs, mine_nearest, mine_top_pairs
from aloi.corpora.mining.sample import Bin, bin_of, bins_of, draw, histogram, mine_random, places_of
from aloi.corpora.model import Json, Origin, Pair, Sentence
from aloi.corpora.readers import Row, SourceTable, read_table, write_table
from aloi.corpora.readers.values import read_numbers
from aloi.modeling.encoders.cache import Vectors
from aloi.modeling.encoders.names import check as check_encoder
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER
from aloi.workbench.candidates.memory import MemoryNeeded, memory_needed
from aloi.workbench.encoding import CACHE, encoded
from aloi.workbench.models.vectors import distinct
from aloi.workbench.progress import Progress, silent
from aloi.workbench.reports.files import check_out
from aloi.workbench.requests.candidates import DrawRequest, MineFileRequest, MineRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store

PAIR_COLUMNS = ("left_id", "right_id", "left", "right", "levenshtein", "cosine", "score")
KEPT_COLUMNS = ("stratum", "probability")
_EXAMPLES_PER_BIN = 3
_ROUNDING = 1e-6  # the cosine of two equal float32 vectors may pass 1 by this much


@dataclass(frozen=True, slots=True)
class MineSpec:
    """The parameters of a miner.

    Parameters
    ----------
    miner, encoder, top, top_pairs, count, distinct, reservoir, cap_per_sentence
        See `MineRequest`.
    threshold : str
        Lowest lexical score kept, as a decimal so that equality is exact.
    """

    miner: str
    threshold: str = "0.45"
    encoder: str = ""
    top: int = 5
    top_pairs: int | None = None
    count: int = 100
    seed: int = 0
    distinct: bool = True
    reservoir: int = 0
    cap_per_sentence: int = 0

    @property
    def keep(self) -> Keep:
        """The rule that selects pairs above the threshold."""
        best = self.top_pairs or 0 if self.miner == "lexical" else 0
        return Keep(self.reservoir, best, self.cap_per_sentence, self.seed)

    def __post_init__(self) -> None:
        """Reject limits that the miner has not."""
        if (self.reservoir or self.cap_per_sentence) and self.miner != "lexical":
            raise AloiError(
                "aloi.not-for",
                name=Term("choice-of-only"),
                data=Term("the-miner-miner", miner=repr(self.miner)),
                expected=Term("the-lexical-miner"),
                todo=Term("omit-these"),
            )

    def parameters(self) -> dict[str, Json]:
        """Return the record of this miner in an Origin."""
        if self.miner == "lexical":
            rule: dict[str, Json] = {"threshold": self.threshold, "distinct": self.distinct, "tokens": r"\w+"}
            return {**rule, **self.keep.parameters()}
        if self.miner == "nearest":
            limit = {"top": self.top} if self.top_pairs is None else {"top_pairs": self.top_pairs}
            return {"encoder": self.encoder or DEFAULT_ENCODER, **limit, "distinct": self.distinct}
        return {"count": self.count, "distinct": self.distinct}


@dataclass(frozen=True, slots=True)
class MineReport:
    """The result of a miner.

    Parameters
    ----------
    pairs_kept : int
        Pairs above the threshold, or selected otherwise.
    histogram : tuple of Bin
        Those pairs by score bin.
    candidates : int
        Those of them that were kept as candidates.
    engine : str
        The engine that compared the texts of a lexical run; the result does not depend on it.
    encoder : str
        Signature of the encoder; empty if none was used.
    method : str
        The search method: `exact` for lexical pairs, or the method for the nearest pairs.
    recall : float or None
        The measured share of true neighbours retrieved, if the search is not exact.
    empty : int
        Sentences without text, which are in no pair.
    """

    sentences: int
    pairs_compared: int
    pairs_kept: int
    histogram: tuple[Bin, ...]
    cpu_seconds: float
    encoder: str = ""
    method: str = ""
    recall: float | None = None
    candidates: int = field(default=0, metadata={JSON_NAME: "kept"})
    engine: str = ""
    empty: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stored sample: the items, and by stratum how many there were and how many were drawn."""

    item_ids: tuple[str, ...]
    by_stratum: Mapping[str, tuple[int, int]]
    new: int


def mine(
    sentences: Sequence[Sentence],
    spec: MineSpec,
    progress: Progress = silent,
    cache: Path | None = None,
    work: Path | None = None,
    *,
    resume: bool = True,
    scheduler: str = "",
    before: Callable[[MemoryNeeded], None] = lambda needed: None,
) -> tuple[Sequence[MinedPair], MineReport]:
    """Return candidates by falling score then ids (random ones in the order drawn), and a report.

    Vectors are read from `cache` and stored there. A lexical run stores its progress in the folder `work`
    until it finishes. With `resume`, it continues the progress of an equal run. The workers of a Dask
    `scheduler` compute it if an address is given. `before` is called with the memory that the run needs, once
    the run is known to be valid. Sentences without text are counted and in no pair.

    Raises
    ------
    AloiError
        Fewer than two sentences with text, an invalid threshold, or an encoder that is not installed.
    Cancelled
        `progress` requested a stop.
    """
    started = time.process_time()
    empty = sum(not has_text(sentence.text) for sentence in sentences)
    sentences = [sentence for sentence in sentences if has_text(sentence.text)]
    if len(sentences) < 2:
        raise _few_sentences(len(sentences))
    _check_spec(spec)
    before(memory_needed(len(sentences), sum(len(one.text) for one in sentences), spec.miner, spec.keep))
    pool = distinct(sentences) if spec.distinct else list(sentences)
    if spec.miner == "lexical":
        mined, report = _lexical(pool, spec, progress, work, resume=resume, scheduler=scheduler)
        return mined, replace(report, cpu_seconds=time.process_time() - started, empty=empty)
    pairs = len(pool) * (len(pool) - 1) // 2
    signature, method, recall = "", "", None
    if spec.miner == "nearest":
        embedded = encoded([one.text for one in pool], spec.encoder, progress, cache)
        signature = embedded.signature
        near = _nearest(pool, embedded.vectors, spec, progress)
        candidates, method, recall = near.pairs, near.method, near.recall
    else:
        candidates, pairs = mine_random(pool, spec.count, spec.seed), spec.count
    bins = histogram([one.score for one in candidates if one.score is not None])
    number, spent = len(candidates), time.process_time() - started
    return candidates, MineReport(
        len(pool), pairs, number, bins, spent, signature, method, recall, number, empty=empty
    )


def _few_sentences(count: object) -> AloiError:
    return AloiError("aloi.too-few", name=Term("sentences"), count=count, least=2, todo=Term("import-texts"))


def _check_spec(spec: MineSpec) -> None:
    if spec.miner == "lexical":
        exact_threshold(spec.threshold)
    elif spec.miner == "nearest":
        check_encoder(spec.encoder or DEFAULT_ENCODER)


def _lexical(
    pool: Sequence[Sentence], spec: MineSpec, progress: Progress, work: Path | None, **how: Any
) -> tuple[MinedPairs, MineReport]:
    """Return the pairs that the rule of CLISTER keeps, and a report without its time."""
    mined = mine_lexical(
        pool,
        spec.threshold,
        keep=spec.keep,
        progress=lambda done, total: progress(done, total, Term("progress-pairs-compared")),
        folder=work,
        **how,
    )
    pairs, reached = len(pool) * (len(pool) - 1) // 2, int(mined.counts.sum())
    bins = bins_of(mined.counts.tolist())
    return mined, MineReport(
        len(pool), pairs, reached, bins, 0, "", "exact", candidates=len(mined), engine=mined.engine
    )


def _nearest(pool: Sequence[Sentence], vectors: Vectors, spec: MineSpec, progress: Progress) -> NearestPairs:
    if spec.top_pairs is None:
        return mine_nearest(pool, vectors, spec.top)
    return mine_top_pairs(
        pool,
        vectors,
        spec.top_pairs,
        progress=lambda done, total: progress(done, total, Term("progress-pairs-compared")),
    )


def mine_corpus(
    store: Store,
    request: MineRequest,
    out: Path,
    progress: Progress = silent,
    cache: Path | None = None,
    *,
    before: Callable[[MemoryNeeded], None] = lambda needed: None,
) -> tuple[Sequence[MinedPair], MineReport]:
    """Return the candidates of a stored corpus and the report after writing them to the table `out`.

    Nothing is stored: a person checks the candidates first, then draws a sample. A lexical run that was
    stopped or killed leaves its progress next to the table, and `resume` continues it. `before` is called
    with the memory that the run needs.

    Raises
    ------
    AloiError
        Errors of `mine`, or a restricted corpus and a scheduler.
    """
    check_out(out)
    stored_corpus = store.texts.corpus(request.corpus)
    if stored_corpus.restricted and request.scheduler:  # no reason would say which machines join it later
        raise AloiError(
            "aloi.not-for",
            name=Term("a-dask-scheduler"),
            data=Term("a-corpus-under-agreement", name=repr(stored_corpus.name)),
            expected=Term("mining-on"),
            todo=Term("omit-the-scheduler"),
        )
    spec, sentences = spec_of(request), store.texts.sentences(stored_corpus.id)
    candidates, report = mine(
        sentences,
        spec,
        progress,
        cache,
        work_beside(out),
        resume=request.resume,
        scheduler=request.scheduler,
        before=before,
    )
    write_candidates(out, candidates, spec)
    return candidates, report


def work_beside(out: Path) -> Path:
    """Return the folder in which a run stores its progress for the table `out`."""
    return out.with_name(f".{out.name}.mining")


def write_candidates(out: Path, candidates: Sequence[MinedPair], spec: MineSpec | None = None) -> None:
    """Write candidates as the table that `contracts` specifies: ids, texts, scores.

    If not all pairs were kept, each one also has its score bin and its probability of being kept. The
    probability is empty if it is not available.
    """
    rows = (
        {
            "left_id": pair.left.id,
            "right_id": pair.right.id,
            "left": pair.left.text,
            "right": pair.right.text,
            "levenshtein": pair.levenshtein,
            "cosine": pair.cosine,
            "score": pair.score,
            "stratum": None if pair.score is None else bin_of(pair.score).name,
            "probability": pair.probability,
        }
        for pair in candidates
    )
    bounded = spec is not None and spec.keep.bounded
    write_table(out, (*PAIR_COLUMNS, *KEPT_COLUMNS) if bounded else PAIR_COLUMNS, rows)


def draw_sample(store: Store, request: DrawRequest, spec: MineSpec, *, now: datetime) -> Drawn:
    """Return the sample stored as items, each with its Origin: how the run of `spec` found it.

    Drawing the same sample twice adds nothing.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    pool = read_candidates(store, stored_corpus.id, request.candidates)
    drawn = draw(pool, request.per_bin, request.seed)
    items = []
    for drawn_candidate in drawn.chosen:
        pair = Pair.of(stored_corpus.id, drawn_candidate.candidate.left, drawn_candidate.candidate.right)
        origin = Origin(
            pair.id,
            spec.miner,
            spec.parameters(),
            drawn_candidate.candidate.score,
            drawn_candidate.stratum,
            drawn_candidate.probability,
            request.seed,
            now,
        )
        items.append((pair, origin))
    new = store.texts.add_items(items)
    return Drawn(tuple(pair.id for pair, _ in items), drawn.by_stratum, new)


def read_candidates(store: Store, corpus_id: str, path: Path) -> list[MinedPair]:
    """Return the candidates of a table, each tied to the stored sentences.

    Raises
    ------
    AloiError
        A column that is missing, a sentence unknown to the corpus, a pair given twice, or a score that is
        no number from -1 to 1.
    """
    sentences_by_id = {sentence.id: sentence for sentence in store.texts.sentences(corpus_id)}
    candidates = []
    table = read_table(path)
    table.require("left_id", "right_id", "score")
    first: dict[frozenset[str], int] = {}
    likeness = {
        name: read_numbers(table, name)
        for name in ("levenshtein", "cosine", "score")
        if name in table.columns
    }
    chances = read_numbers(table, "probability") if "probability" in table.columns else {}
    for row in table.rows:
        left, right = sentences_by_id.get(row.text("left_id")), sentences_by_id.get(row.text("right_id"))
        if left is None or right is None:
            raise AloiError(
                "aloi.value",
                name=Term("a-sentence-of-the-pair"),
                value=Term("not-in-the-corpus"),
                expected=Term("candidates-of-the-corpus"),
                todo=Term("mine-again-the-corpus"),
            ).at(table.where(row))
        line = first.setdefault(frozenset((left.id, right.id)), row.number)
        if line != row.number:
            raise AloiError(
                "aloi.repeated",
                name=Term("the-pair"),
                value=Term("in-line-line", line=line),
                todo=Term("remove-one-of-the-two-rows"),
            ).at(table.where(row))
        levenshtein, cosine, score = (
            _checked(table, row, name, likeness.get(name, {}).get(row.number))
            for name in ("levenshtein", "cosine", "score")
        )
        chance = chances.get(row.number) if "probability" in table.columns else 1.0
        candidates.append(MinedPair(left, right, levenshtein, cosine, score, chance))
    return candidates


def examples(candidates: Sequence[MinedPair], report: MineReport) -> list[tuple[Bin, list[MinedPair]]]:
    """Return a few candidates of each score bin, spread over it, for looking at before drawing."""
    scores = candidates.scores if isinstance(candidates, MinedPairs) else _scores(candidates)
    bins = places_of(scores)
    shown = []
    for score_bin in report.histogram:
        inside = np.flatnonzero(bins == score_bin.number)
        places = np.linspace(0, len(inside) - 1, min(_EXAMPLES_PER_BIN, len(inside))).round().astype(int)
        shown.append(
            (score_bin, [candidates[int(inside[place])] for place in dict.fromkeys(places.tolist())])
        )
    return shown


def _scores(candidates: Sequence[MinedPair]) -> Floats:
    """Return scores as an array; those that were not measured fall in no bin."""
    return np.array([-1.0 if one.score is None else one.score for one in candidates])


def mine_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the report, examples and the table's name of a mining run as a job.

    A lexical run that was stopped, or whose worker ended, is resumed if it is started again with the same
    arguments.
    """
    request = replace(from_data(MineRequest, arguments), resume=True)
    out = candidates_table(folder, store.texts.corpus(request.corpus).id, request.miner)
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        candidates, report = mine_corpus(store, request, out, progress, folder / CACHE)
    except Cancelled:  # the progress is next to the table: an equal run resumes it
        return None
    shown: list[Json] = [
        {
            "low": score_bin.low,
            "high": score_bin.high,
            "pairs": [[c.left.text, c.right.text, c.score] for c in pairs],
        }
        for score_bin, pairs in examples(candidates, report)
    ]
    return {"report": to_json(report), "examples": shown, "file": out.name}


def candidates_table(data: Path, corpus_id: str, miner: str) -> Path:
    """Return the table in the data folder that a job writes the candidates of a corpus to."""
    return data / "mining" / f"{corpus_id}-{miner}.tsv"


def spec_of(request: MineRequest | MineFileRequest | DrawRequest) -> MineSpec:
    """Return the parameters of the miner in a request."""
    values = {one.name: getattr(request, one.name) for one in fields(MineSpec)}
    return MineSpec(**{**values, "threshold": str(request.threshold)})


def _checked(table: SourceTable, row: Row, column: str, likeness: float | None) -> float | None:
    """Return a measured similarity, None if the cell is empty."""
    if likeness is not None and not abs(likeness) <= 1 + _ROUNDING:
        raise AloiError(
            "aloi.cell",
            column=repr(column),
            value=quoted(row.text(column)),
            expected=Term("number-from-1"),
            todo=Term("mine-again"),
        ).at(table.where(row))
    return likeness
