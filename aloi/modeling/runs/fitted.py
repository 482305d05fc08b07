"""The model of a finished run: loaded from its folder, or fitted again with its spec."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from aloi.annotation.layers import parts_of
from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import in_order, moved, tokens_and_tags
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.metrics.seqeval import SPAN_F1
from aloi.evaluation.rows import KINDS, Answer, LearntRow
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.data.sentences import by_sentence
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Predictor, Training, Watch, unwatched
from aloi.modeling.runs.cross_validation import fit_tuned
from aloi.modeling.runs.finished_run import read_tests
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.inputs import training_keys, training_rows
from aloi.modeling.runs.predictions import answer, plain
from aloi.modeling.runs.spec import Run

AT_ONCE = 256  # rows predicted between two checks for cancellation
_BEGINS = ("B-", "I-")


@dataclass(frozen=True, slots=True)
class FittedModel:
    """The model of the first seed of a run.

    Parameters
    ----------
    kind : type
        The kind of rows it predicts.
    signature : str
        The origin of its predictions.
    saved : bool
        Whether it was loaded from the folder of the run; otherwise it was fitted again.
    as_run : bool
        Whether it has the signature that the run recorded: the same packages, and the same weights if any.
    low, high : float
        The ends of the scale of its scores; 0 and 1 for other answers.
    """

    predictor: Predictor[Any]
    kind: type
    seed: int
    signature: str
    saved: bool
    as_run: bool
    low: float = 0.0
    high: float = 1.0

    def predict(self, rows: Sequence[LearntRow]) -> list[Answer]:
        """Return a prediction for each row, as a run records it."""
        return [answer(plain(one)) for one in self.predictor.predict(rows)]

    def predict_spans(
        self, texts: Mapping[str, str], language: str, watch: Callable[[int, int], None]
    ) -> dict[str, list[LabelledSpan]]:
        """Return the spans of texts by their ids; texts are predicted sentence by sentence.

        `watch` is called with the sentences done and in all; it raises Cancelled to stop.
        """
        sentences: dict[str, tuple[TaggedTokens, ...]] = {}
        for name, text in texts.items():
            tokens, tags = tokens_and_tags(text, ())
            row = TaggedTokens(name, name, tokens, tags, text, ())
            sentences[name] = tuple(one for one in by_sentence([row], language) if one.tokens)
        rows = [row for several in sentences.values() for row in several]
        tagged: list[Answer] = []
        for start in range(0, len(rows), AT_ONCE):
            watch(start, len(rows))
            tagged += self.predict(rows[start : start + AT_ONCE])
        answers = iter(tagged)
        return {
            name: _spans(text, [(one, next(answers)) for one in several])
            for (name, several), text in zip(sentences.items(), texts.values(), strict=True)
        }


def tags_spans(folder: Path) -> bool:
    """Return whether the folder is that of a run that tags the tokens of spans (`B-X`, `I-X`)."""
    return any(
        test.kind == TaggedTokens.__name__
        and any(str(tag).startswith(_BEGINS) for gold in test.gold if isinstance(gold, tuple) for tag in gold)
        for test in read_tests(folder)
    )


def kind_of(folder: Path) -> type:
    """Return the kind of rows that the model of a run predicts."""
    return KINDS[read_tests(folder)[0].kind]


def scale_of(folder: Path, run: Run) -> tuple[float, float]:
    """Return the ends of the scale of the scores that the model of a run predicts; 0 and 1 for other rows."""
    test = read_tests(folder)[0]
    return run.scale or (test.low, test.high)


def _spans(text: str, sentences: Sequence[tuple[TaggedTokens, Answer]]) -> list[LabelledSpan]:
    """Return the spans of a text from the tags of its sentences; none reaches into the next sentence."""
    tokens = [token for sentence, _ in sentences for token in sentence.tokens]
    ends = list(accumulate(len(token) + 1 for token in tokens))
    offsets = [(end - 1 - len(token), end - 1) for token, end in zip(tokens, ends, strict=True)]
    spans: list[LabelledSpan] = []
    first = 0
    for sentence, tags in sentences:
        places = offsets[first : first + len(sentence.tokens)]
        marked = SPAN_F1.spans(tags)  # type: ignore[arg-type]
        spans += in_order(LabelledSpan(span.type, parts_of(span, places)) for span in marked)
        first += len(sentence.tokens)
    return moved(spans, " ".join(tokens), text)


def load(folder: Path, run: Run) -> FittedModel | None:
    """Return the model in the folder of a run; None if the run did not save it.

    Raises
    ------
    AloiError
        Weights that are not those that the run noted.
    """
    noted = run.seeds[0]
    model_path = model_folder(folder, noted.seed) / "model"
    if not model_path.is_dir():
        return None
    low, high = scale_of(folder, run)
    training: Training[Any] = Training((), (), run.spec.settings, noted.seed, model_path, low=low, high=high)
    stored = recipe(run.spec.recipe).load(training)
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
    return FittedModel(
        predictor, kind_of(folder), noted.seed, noted.signature, saved=True, as_run=True, low=low, high=high
    )


def fit_again(
    folder: Path,
    run: Run,
    data: Mapping[str, Dataset],
    watch: Watch = unwatched,
    cache: Path | None = None,
) -> FittedModel:
    """Return the model fitted again with the settings and the first seed of a run.

    Parameters
    ----------
    data : mapping
        Source -> its data, for the training and dev data of the run; they are unchanged.

    Raises
    ------
    Cancelled
        `watch` asked to stop.
    """
    spec, noted = run.spec, run.seeds[0]
    low, high = data[spec.train[0].source].ends if spec.train else scale_of(folder, run)
    rows, dev = training_rows(spec, data, (low, high))
    with tempfile.TemporaryDirectory() as scratch:
        training: Training[Any] = Training(
            rows, dev, spec.settings, noted.seed, Path(scratch), watch, cache, low, high
        )
        keys = training_keys(spec, data) if spec.tuning else ()
        predictor, _ = fit_tuned(recipe(spec.recipe), training, keys, spec.tuning)
    same = predictor.signature == noted.signature
    return FittedModel(
        predictor,
        kind_of(folder),
        noted.seed,
        predictor.signature,
        saved=False,
        as_run=same,
        low=low,
        high=high,
    )
