"""Spans suggested by a model: the tagger of a run that is done predicts those of a campaign's texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import spans_of_tags, tokens_and_tags
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_json
from aloi.corpora.model import Json
from aloi.evaluation.rows import with_answer
from aloi.modeling.data.sentences import by_sentence
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs import taggers
from aloi.modeling.runs.spec import DataUse, Run
from aloi.modeling.runs.taggers import Tagger
from aloi.workbench.candidates.suggestions import Prefilled, moved, passages_of, save_spans
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.data import load
from aloi.workbench.models.runs import Visible, done_runs, find, runs_folder, show
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.rounds.campaigns import campaign_of

if TYPE_CHECKING:
    from aloi.storage.store import Store

VERB = "prefill_spans"
_AT_ONCE = 256  # sentences predicted between two checks for cancellation
_PARTS = 1000  # how finely progress counts, half for training anew


@dataclass(frozen=True, slots=True)
class ModelPrefilled:
    """The suggestions of a model; `done` counts them.

    The model is that of `run` with the random seed `seed`. It was `saved` in the folder of the run, or
    trained again. In the second case, `as_run` is whether it has the signature that the run recorded.
    """

    done: Prefilled
    run: str
    seed: int
    signature: str
    saved: bool = field(metadata={JSON_NAME: "kept"})
    as_run: bool


def span_runs(data: Path, visible: Visible = None) -> tuple[Run, ...]:
    """Return the runs of a data folder that can suggest spans, newest first; `visible` as for `runs`."""
    folder = runs_folder(data)
    return tuple(one for one in done_runs(folder, visible) if _tags_spans(folder / one.id))


def prefill_from_run(
    store: Store,
    campaign: str,
    run: str,
    data: Path,
    now: datetime,
    *,
    split: str | None = None,
    progress: Progress = silent,
) -> ModelPrefilled:
    """Predict the spans of a campaign's texts with the tagger of a run, and store them as suggestions.

    A model that the run saved (`keep_model=true`) is loaded. Otherwise it is trained again on the run's
    training data, with its settings and its first random seed. Texts are predicted sentence by sentence.

    Parameters
    ----------
    run : str
        Id, or start of the id, of a finished run of a recipe that tags tokens.
    data : Path
        The data folder: runs, stored vectors.
    split : str or None
        The `--split` that the run was trained with, if any.

    Raises
    ------
    AloiError
        Not a campaign of spans, not such a run, or training data that are missing or changed.
    Cancelled
        `progress` requested a stop; nothing was stored.
    """
    stored_campaign = campaign_of(store, campaign, TaggedTokens)
    items = passages_of(store, stored_campaign)
    language = store.texts.corpus(stored_campaign.corpus_id).language
    folder = find(runs_folder(data), run, store.members.shared("run"))
    line = show(runs_folder(data), folder.name)
    if line.run is None or not _tags_spans(folder):
        raise AloiError(
            "workbench.run-recipe-does-not-tag",
            line=line.id,
            status=line.status.value,
            has_spec=bool(line.spec),
            recipe=line.spec.recipe if line.spec else "",
        )
    tagger = taggers.load(folder, line.run) or _trained(store, line.run, split, progress, data / CACHE)
    texts = {one.id: one.text for one in items}
    spans = _predicted(tagger, texts, language, progress)
    made_by = f"run {line.id} ({tagger.signature})"
    done = save_spans(store, stored_campaign.id, made_by, spans, now)
    return ModelPrefilled(done, line.id, tagger.seed, tagger.signature, tagger.saved, tagger.as_run)


def prefill_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `prefill_from_run`. Arguments: `campaign`, `run`, `split` or none."""
    split = arguments.get("split")
    prefilled = prefill_from_run(
        store,
        str(arguments["campaign"]),
        str(arguments["run"]),
        folder,
        datetime.now(UTC),
        split=str(split) if split else None,
        progress=progress,
    )
    return prefilled_json(prefilled)


def prefilled_json(prefilled: ModelPrefilled) -> dict[str, Json]:
    """Return the suggestions of a model as JSON."""
    return {**to_json(prefilled.done, campaign=prefilled.done.campaign.name), **to_json(prefilled, "done")}


def _tags_spans(folder: Path) -> bool:
    try:
        return taggers.tags_spans(folder)
    except AloiError:  # a folder that cannot be read suggests nothing; `aloi run verify` says what is wrong
        return False


def _trained(store: Store, run: Run, split: str | None, progress: Progress, cache: Path) -> Tagger:
    """Return the tagger of a run trained again, after a check that its data are unchanged."""
    spec = run.spec
    train = [row for use in spec.train for row in _rows(store, use, split)]
    dev = _rows(store, spec.dev, split) if spec.dev else ()

    def watch(step: Step) -> bool:
        done = _PARTS // 2 * step.step // max(1, step.steps)
        return progress(done, _PARTS, f"{spec.recipe} is trained anew, step {step.step} of {step.steps}")

    return taggers.trained_anew(run, train, dev, watch, cache)


def _rows(store: Store, use: DataUse, split: str | None) -> tuple[TaggedTokens, ...]:
    """Return the rows that a run used, or raise AloiError if they are no longer the same."""
    loaded = load(store, use.source, kind=TaggedTokens, split=split)
    rows = loaded.parts.get(use.part, ())
    tagged = tuple(one for one in rows if isinstance(one, TaggedTokens))
    if use.checksum != loaded.checksum:
        raise AloiError(
            "workbench.rows-tagged-tokens-part-not",
            source=use.source,
            tagged=len(tagged),
            part=repr(use.part),
            items=use.items,
        )
    return tagged


def _predicted(
    tagger: Tagger, texts: Mapping[str, str], language: str, progress: Progress
) -> dict[str, list[LabelledSpan]]:
    """Return the predicted spans by item id."""
    cut: dict[str, tuple[TaggedTokens, ...]] = {}
    for name, text in texts.items():
        tokens, tags = tokens_and_tags(text, ())
        row = TaggedTokens(name, name, tokens, tags, text, ())
        cut[name] = tuple(one for one in by_sentence([row], language) if one.tokens)
    rows = [row for several in cut.values() for row in several]
    start = 0 if tagger.saved else _PARTS // 2
    predicted_rows: list[TaggedTokens] = []
    for at in range(0, len(rows), _AT_ONCE):
        share = (_PARTS - start) * at // len(rows)
        go_on(progress, start + share, _PARTS, f"sentences predicted: {at} of {len(rows)}")
        part = rows[at : at + _AT_ONCE]
        predicted_rows += map(with_answer, part, tagger.predictor.predict(part))
    answers = iter(predicted_rows)
    return {
        name: _spans(text, [next(answers) for _ in several])
        for (name, several), text in zip(cut.items(), texts.values(), strict=True)
    }


def _spans(text: str, sentences: Sequence[TaggedTokens]) -> list[LabelledSpan]:
    """Return the spans of a text from the tags of its sentences; none reaches into the next sentence."""
    tokens = [token for one in sentences for token in one.tokens]
    tags = [tag for one in sentences for tag in (_begun(one.tags[0]), *one.tags[1:])]
    joined, spans = spans_of_tags(tokens, tags)
    return moved(spans, joined, text)


def _begun(tag: str) -> str:
    return f"B-{tag[2:]}" if tag.startswith("I-") else tag
