"""Pairs to label next so that the labels fill their scale evenly, from file to file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.records import JSON_NAME, to_json
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_table, write_table
from aloi.corpora.readers.values import read_numbers, require_text, rows_by_id
from aloi.modeling.in_the_loop.balance import Balance, balance, levels_of
from aloi.workbench.encoding import CACHE, pair_features
from aloi.workbench.progress import Progress, silent
from aloi.workbench.reports.files import check_out
from aloi.workbench.requests.models.loop import BalanceRequest

ADDED = ("stratum", "probability", "expected_score")
_IDS = ("left_id", "right_id")  # name a pair together where a pool has no column `id`


@dataclass(frozen=True, slots=True)
class LevelBalance:
    """A label, how often it was given so far, and how often it is expected once the new pairs have theirs."""

    level: float
    obtained: int
    expected: float


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """The numbers of drawn pairs; `encoder` is the signature of the encoder whose cosine is a feature.

    Parameters
    ----------
    pool, scored, drawn : int
        Pairs of the pool, those with a score, those drawn.
    levels : tuple of LevelBalance
    strata : dict of str to int
        The number of pairs drawn from each stratum.
    """

    pool: int
    scored: int = field(metadata={JSON_NAME: "known"})
    drawn: int
    levels: tuple[LevelBalance, ...]
    strata: dict[str, int]
    encoder: str


def balance_file(
    request: BalanceRequest, out: Path, *, data: Path, progress: Progress = silent
) -> BalanceReport:
    """Return the report and write the pairs to label next, as `aloi.modeling.in_the_loop.balance` draws them.

    The features are those of the recipe `features_sts` and the cosine of an encoder, which is also the
    similarity of the first draw. The order of the tables changes nothing. The file `out` has the drawn rows
    of the pool, with `stratum`, `probability` and, if it is available, `expected_score`.

    Raises
    ------
    AloiError
        A missing column, a repeated id or one that is not in the pool, or an empty text. Also a score that is
        no number or outside the scale, or fewer remaining pairs than requested.
    Cancelled
        `progress` requested a stop.
    """
    check_out(out)
    table, scale = read_table(request.pool), request.scale
    ids = ("id",) if "id" in table.columns else _IDS
    table.require(*ids, "left", "right")
    by_key = rows_by_id(table, *ids)
    rows = [by_key[key] for key in sorted(by_key)]
    places = {key: place for place, key in enumerate(sorted(by_key))}
    labelled_scores = (
        {} if request.gold is None else _labelled_scores(read_table(request.gold), ids, places, scale)
    )
    texts = [_text(table, row, side) for row in rows for side in ("left", "right")]
    features_of_pairs = pair_features(texts, request.encoder, progress, data / CACHE)
    balanced = balance(
        features_of_pairs.features,
        features_of_pairs.cosines,
        labelled_scores,
        levels_of(*scale),
        request.count,
        request.seed,
    )
    _write(out, table, rows, balanced)
    return _report(len(rows), balanced, features_of_pairs.encoder)


def _write(out: Path, table: SourceTable, rows: Sequence[Row], balanced: Balance) -> None:
    columns = [*(one for one in table.columns if one not in ADDED), *ADDED]
    # In the order of the pool: that of the strata would tell annotators what is expected of them.
    drawn = sorted(balanced.drawn, key=lambda one: rows[one.row].number)
    write_table(out, columns, ({**rows[one.row].values, **to_json(one, "row", "shares")} for one in drawn))


def _text(table: SourceTable, row: Row, side: str) -> str:
    require_text(row, side, table.where(row))
    return row.text(side)


def _report(pool: int, balanced: Balance, encoder: str) -> BalanceReport:
    levels = zip(balanced.levels, balanced.obtained, balanced.expected, strict=True)
    return BalanceReport(
        pool,
        sum(balanced.obtained),
        len(balanced.drawn),
        tuple(LevelBalance(*one) for one in levels),
        dict(Counter(one.stratum for one in balanced.drawn)),
        encoder,
    )


def _labelled_scores(
    gold: SourceTable,
    ids: tuple[str, ...],
    places: Mapping[tuple[str, ...], int],
    scale: tuple[float, float],
) -> dict[int, float]:
    """Return the score of each pair labelled so far, by its place in the pool; rows without one are left."""
    gold.require(*ids, "score")
    scores = read_numbers(gold, "score")
    low, high = scale
    score_of_place = {}
    for key, row in rows_by_id(gold, *ids).items():
        score, where = scores[row.number], gold.where(row)
        if score is None:
            continue
        if key not in places:
            raise AloiError(
                "aloi.not-found",
                kind=Term("the-pair-of-the-pool"),
                name=quoted(" ".join(key)),
                expected=Term("scores-of-pairs"),
                todo=Term("copy-the-ids"),
            ).at(where)
        if not low <= score <= high:
            raise AloiError(
                "aloi.value",
                name=Term("the-score"),
                value=score,
                expected=Term("a-score-between", high=high, low=low),
                todo=Term("correct-it-or-give"),
            ).at(where)
        score_of_place[places[key]] = score
    return score_of_place
