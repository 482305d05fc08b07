"""Measure which way of encoding is fastest on this machine at equal scores; store it and use it."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.modeling.encoders.cache import Vectors
from aloi.modeling.encoders.devices import processor
from aloi.modeling.encoders.int8 import VARIANTS, CannotQuantise, int8_encoder, network_file
from aloi.modeling.encoders.transformer import Encoder, Transformer, load_transformer, transformer_encoder

FP32 = "fp32"
BATCHES = (0, 8, 16, 32)
MOST_CHANGE = 0.002  # of Spearman, for int8 to be taken
FEWEST_PAIRS = 100  # below it, a change of that size says nothing
MOST_PAIRS = 600
_TEXTS = 48
_PASSES = 2

ScoredPair: TypeAlias = tuple[str, str, float]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Way:
    """A way to encode, as it was measured.

    Parameters
    ----------
    kind : str
        `fp32`, or one of `aloi.modeling.encoders.int8.VARIANTS`.
    batch : int
        Texts a batch; 0 if their length decides.
    texts_per_second : float
        Of the faster of two passes over the same texts; 0 if it could not be tried.
    spearman : float or None
        Of its cosines with the gold scores; None if there were too few.
    note : str
        Why it is not used; empty otherwise.
    """

    kind: str
    batch: int
    threads: int
    texts_per_second: float
    spearman: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The measurements of an encoder on a machine, and the way of encoding that was selected.

    Parameters
    ----------
    encoder : str
        Signature of the encoder in fp32.
    machine : str
        Processor and cores; on another machine the tuning does not apply.
    texts, pairs : int
        Texts the speed, and pairs the Spearman, were measured on.
    """

    encoder: str
    machine: str
    texts: int
    pairs: int
    ways: tuple[Way, ...]
    chosen: Way

    @property
    def summary(self) -> str:
        """Return which measurement it is, on how much, and how far the chosen way moved Spearman."""
        summary = f"{checksum(to_json(self))[:12]}, measured on {self.texts} texts"
        plain = next((one.spearman for one in self.ways if one.kind == FP32), None)
        if self.chosen.kind == FP32 or self.chosen.spearman is None or plain is None:
            return summary
        return f"{summary} and {self.pairs} pairs, Spearman moved by {self.chosen.spearman - plain:+.4f}"


def tune(
    name_or_folder: str,
    texts: Sequence[str],
    folder: Path,
    *,
    pairs: Sequence[ScoredPair] = (),
    tell: Callable[[str], object] = lambda _: None,
) -> Tuning:
    """Return the fastest way to encode texts like these, after writing it to `folder` for `encoder`.

    fp32 is tried with batches by length and of 8, 16 and 32 texts, on one thread and on all cores. 8-bit
    integers are tried with at least 100 scored pairs. They are used only if |Spearman(int8) - Spearman(fp32)|
    on these pairs is at most 0.002. With six layers the runtime is half a minute.

    Parameters
    ----------
    texts : sequence of str
        48 of them, spread over the lengths, are encoded.
    pairs : sequence of (left, right, score)
        At most 600 of them, evenly spread, are used.
    tell : callable
        Called with a sentence on the current measurement; it may raise to stop.

    Raises
    ------
    AloiError
        An encoder that is no transformer model, or no texts.
    """
    sample = _spread(sorted(set(texts), key=lambda text: (len(text), text)), _TEXTS)
    if not sample:
        raise AloiError("aloi.no-content", path=Term("the-source"), content=Term("no-text"))
    loaded = load_transformer(name_or_folder)
    used = _spread(list(pairs), MOST_PAIRS) if len(pairs) >= FEWEST_PAIRS else []
    ways = _plain_ways(loaded, sample, tell)
    best = max(ways, key=lambda one: one.texts_per_second)
    if used:
        tell(f"Spearman on {len(used)} pairs")
        reference = _spearman(transformer_encoder(loaded, None, best.threads), used)
        ways = [Way(one.kind, one.batch, one.threads, one.texts_per_second, reference) for one in ways]
        for variant in VARIANTS:
            tell(variant)
            ways.append(_try_int8(name_or_folder, variant, best.threads, folder, sample, used, reference))
    chosen = max((one for one in ways if not one.note), key=lambda one: one.texts_per_second)
    for variant in {*VARIANTS} - {chosen.kind}:
        network_file(folder, loaded.signature, variant).unlink(missing_ok=True)
    tuning = Tuning(loaded.signature, machine(), len(sample), len(used), tuple(ways), chosen)
    path = _path(folder, loaded.signature)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(to_json(tuning), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return tuning


def _plain_ways(loaded: Transformer, sample: Sequence[str], tell: Callable[[str], object]) -> list[Way]:
    """Return how fast the encoder is as it is, by texts a batch, on one thread and on all cores."""
    ways = []
    for threads in sorted({1, os.cpu_count() or 1}):
        for batch in BATCHES:
            tell(f"fp32, {batch or 'fitting'} texts a batch, {threads} threads")
            encoder = transformer_encoder(loaded, batch or None, threads)
            ways.append(Way(FP32, batch, threads, _speed(encoder, sample)))
    return ways


def read(folder: Path, signature: str) -> Tuning | None:
    """Return the tuning of an encoder (by its fp32 signature) on this machine; None if there is none."""
    path = _path(folder, signature)
    if not path.is_file():
        return None
    try:
        recorded = json.loads(path.read_text(encoding="utf-8"))
        tuning = from_json(Tuning, recorded, closed=True)
    except (ValueError, TypeError, KeyError) as error:
        raise AloiError(
            "aloi.unreadable",
            path=str(path),
            format=Term("format-tuning"),
            error=Term("was-edited"),
            todo=Term("measure-again"),
        ) from error
    return tuning if tuning.machine == machine() else None


def tuned(loaded: Transformer, folder: Path) -> Encoder:
    """Return the encoder of a loaded model with its stored tuning; unchanged if there is none."""
    return as_measured(loaded, read(folder, loaded.signature), folder)


def as_measured(loaded: Transformer, tuning: Tuning | None, folder: Path) -> Encoder:
    """Return the encoder of a loaded model as a tuning in `folder` says; as it is without one."""
    if tuning is None:
        return transformer_encoder(loaded)
    chosen = tuning.chosen
    if chosen.kind in VARIANTS:
        try:
            return int8_encoder(loaded, chosen.kind, chosen.threads, folder)
        except CannotQuantise as error:
            raise AloiError(
                "modeling.measured-fastest-now", name=loaded.name, kind=chosen.kind, error=error
            ) from error
    return transformer_encoder(loaded, chosen.batch or None, chosen.threads)


def account(tuning: Tuning | None, threads: int) -> dict[str, Json]:
    """Return how texts are encoded, as a run records it: way, texts a batch, threads, and what chose it.

    Parameters
    ----------
    tuning : Tuning or None
        The tuning that was used; None for the default without a measurement.
    threads : int
        Threads of the default without a measurement.
    """
    chosen = tuning.chosen if tuning else Way(FP32, 0, threads, 0.0)
    return {
        "encoding": chosen.kind,
        "encoding_batch": chosen.batch or "by length",
        "encoding_threads": chosen.threads,
        "encoding_tuning": tuning.summary if tuning else "default",
    }


def machine() -> str:
    """Return the machine that a tuning is valid for: the processor and the number of cores."""
    return f"{platform.machine()} {processor()}, {os.cpu_count() or 1} cores"


def _try_int8(
    name: str,
    variant: str,
    threads: int,
    folder: Path,
    sample: Sequence[str],
    pairs: Sequence[ScoredPair],
    reference: float,
) -> Way:
    """Return a variant as measured, with a note if it cannot be used or moves the scores too far."""
    try:
        quantised = int8_encoder(load_transformer(name), variant, threads, folder)
    except CannotQuantise as error:
        return Way(variant, 1, threads, 0.0, None, str(error))
    correlation = _spearman(quantised, pairs)
    change = abs(correlation - reference)
    note = "" if change <= MOST_CHANGE else f"Spearman moves by {change:.4f}, more than {MOST_CHANGE}"
    return Way(variant, 1, threads, _speed(quantised, sample), correlation, note)


def _speed(encoder: Encoder, texts: Sequence[str]) -> float:
    """Return texts a second, of the faster of two passes after a short one that warms up."""
    encoder.encode(texts[:4])
    seconds = []
    for _ in range(_PASSES):
        begun = time.perf_counter()
        encoder.encode(texts)
        seconds.append(time.perf_counter() - begun)
    return len(texts) / min(seconds)


def _spearman(encoder: Encoder, pairs: Sequence[ScoredPair]) -> float:
    """Return Spearman of the cosines of pairs with their scores."""
    left = encoder.encode([one for one, _, _ in pairs])
    right = encoder.encode([one for _, one, _ in pairs])
    from scipy.stats import spearmanr

    return float(spearmanr(_cosines(left, right), [score for _, _, score in pairs]).statistic)


def _cosines(left: Vectors, right: Vectors) -> np.ndarray:
    return np.asarray(np.einsum("nd,nd->n", left, right))


def _spread(values: Sequence[_T], most: int) -> list[_T]:
    """Return at most so many, evenly spaced, in order."""
    places = np.linspace(0, len(values) - 1, min(most, len(values))).round().astype(int)
    return [values[place] for place in places.tolist()]


def _path(folder: Path, signature: str) -> Path:
    return folder / "tuning" / f"{hashlib.sha256(signature.encode()).hexdigest()[:12]}.json"
