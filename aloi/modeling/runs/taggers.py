"""The taggers of finished runs: loaded from the folder of a run, or trained again with its spec."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.rows import TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Predictor, Training, Watch
from aloi.modeling.recipes.token_classifier import TokenClassifier, kept_tagger
from aloi.modeling.runs.finished_run import read_tests
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.inputs import draw
from aloi.modeling.runs.spec import Run

_BEGINS = ("B-", "I-")


@dataclass(frozen=True, slots=True)
class Tagger:
    """The model of the first seed of a run.

    Parameters
    ----------
    signature : str
        The origin of its predictions.
    saved : bool
        Whether it was loaded from the folder of the run; otherwise it was trained again.
    as_run : bool
        Whether it has the signature that the run recorded: the same packages, and the same weights if any.
    """

    predictor: Predictor[TaggedTokens]
    seed: int
    signature: str
    saved: bool
    as_run: bool


def tags_spans(folder: Path) -> bool:
    """Return whether the folder is that of a run that tags the tokens of spans (`B-X`, `I-X`)."""
    return any(
        test.kind == TaggedTokens.__name__
        and any(str(tag).startswith(_BEGINS) for gold in test.gold if isinstance(gold, tuple) for tag in gold)
        for test in read_tests(folder)
    )


def load(folder: Path, run: Run) -> Tagger | None:
    """Return the tagger in the folder of a run; None if the run did not save it.

    Raises
    ------
    AloiError
        Weights that are not those that the run noted.
    """
    noted = run.seeds[0]
    model_path = model_folder(folder, noted.seed) / "model"
    if run.spec.recipe != TokenClassifier.name or not model_path.is_dir():
        return None
    stored = kept_tagger(model_path, run.spec.settings, noted.seed)
    if stored is None:
        return None
    predictor, weights = stored
    if f"weights {weights}" not in noted.signature:
        raise AloiError(
            "aloi.checksum",
            path=Term("weights-of-run", run=run.id),
            checksum=weights,
            recorded=noted.signature,
            todo=Term("run-again"),
        )
    return Tagger(predictor, noted.seed, noted.signature, saved=True, as_run=True)


def trained_anew(
    run: Run,
    train: Sequence[TaggedTokens],
    dev: Sequence[TaggedTokens],
    watch: Watch,
    cache: Path | None = None,
) -> Tagger:
    """Return the tagger fitted again with the settings and the first seed of a run.

    Parameters
    ----------
    train, dev : sequence of TaggedTokens
        All rows of the run's parts; of `train` the run's own draw is taken.

    Raises
    ------
    Cancelled
        `watch` asked to stop.
    """
    spec, noted = run.spec, run.seeds[0]
    rows = draw(train, spec.train_items, spec.subset)
    with tempfile.TemporaryDirectory() as scratch:
        training = Training(rows, tuple(dev), spec.settings, noted.seed, Path(scratch), watch, cache)
        predictor = recipe(spec.recipe).fit(training)
    same = predictor.signature == noted.signature
    return Tagger(predictor, noted.seed, predictor.signature, saved=False, as_run=same)
