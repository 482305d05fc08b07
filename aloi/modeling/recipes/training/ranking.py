"""The fit of the recipe `concept_ranker`: synonym marginalisation on the names of a dictionary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.evaluation.metrics.acc_at_k import ACC_AT_1
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.encoders import devices
from aloi.modeling.rankers.hybrid import HybridRanker
from aloi.modeling.rankers.ranker_folder import fingerprint, ranker_of, save_ranker
from aloi.modeling.rankers.search import candidates_of
from aloi.modeling.rankers.synonyms import Names, Queries, names_of, queries_of, synonym_queries
from aloi.modeling.recipes.base import FEWEST, Training
from aloi.modeling.recipes.training.loop import (
    Loop,
    dev_score,
    fine_tune,
    finish,
    is_writer,
    repeatable,
)

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from aloi.modeling.rankers.marginal import Marginaliser


NAME = "concept_ranker"


@dataclass(frozen=True, slots=True)
class EpochLog:
    """An epoch: its mean loss, the share of queries with a right candidate, the sparse weight, dev Acc@1."""

    epoch: int
    loss: float
    reachable: float
    sparse_weight: float
    dev: float | None


@dataclass(frozen=True, slots=True)
class FittedRanker:
    """A fitted ranker, and how it was trained.

    Parameters
    ----------
    untuned : float or None
        Acc@1 on the dev part before the first step; None without a dev split.
    best_epoch : int
        The epoch of its weights.
    """

    ranker: HybridRanker
    queries: Mapping[str, int]
    epochs: tuple[EpochLog, ...]
    untuned: float | None
    best_epoch: int
    folder: Path


def material(training: Training[LinkedMention], dictionary: ConceptDictionary) -> tuple[Names, Queries]:
    """Return the names and the queries of a fit, or raise AloiError if there are too few to train on.

    Raises
    ------
    AloiError
        Fewer than 10 queries after the exclusions of `queries_of`, or too few names.
    """
    settings = training.settings
    clean = bool(settings["clean"])
    if settings["mention_names"]:
        single = [one for one in training.train if len(set(one.concepts)) == 1]
        dictionary = ConceptDictionary(
            (*dictionary.names, *(one.mention for one in single)),
            (*dictionary.concepts, *(one.concepts[0] for one in single)),
        )
    names = names_of(dictionary, clean)
    rows = training.train if settings["queries"] != "names" else ()
    if settings["queries"] != "mentions":
        rows = (*rows, *synonym_queries(dictionary))
    queries = queries_of(rows, names, clean, with_equal=settings["own_name"] == "keep")
    if len(queries.texts) < FEWEST or len(names.texts) < 2 + (settings["own_name"] == "drop"):
        raise AloiError(
            "modeling.recipe-given-names-mentions",
            name=NAME,
            texts=len(names.texts),
            value=queries.counts["kept"],
            mentions=queries.counts["mentions"],
            fewest=FEWEST,
        )
    return names, queries


def fit_ranker(
    training: Training[LinkedMention], dictionary: ConceptDictionary, about: Mapping[str, str] | None = None
) -> FittedRanker:
    """Return the fitted ranker, saved in its folder; `aloi.modeling.rankers.ranker` loads it from there.

    Parameters
    ----------
    training : Training
        The mentions of its dev part that have a concept choose the checkpoint, by Acc@1.
    dictionary : ConceptDictionary
        The names to rank during training.
    about : mapping, optional
        Names of the data, stored with the fitted ranker.

    Raises
    ------
    AloiError
        Too little training data, or a model that cannot be loaded or trained this way.
    Cancelled
        `training.watch` requested a stop.
    """
    from aloi.modeling.rankers.marginal import Marginaliser

    names, queries = material(training, dictionary)
    training = replace(training, dev=tuple(one for one in training.dev if one.concepts))
    settings: Mapping[str, Any] = training.settings
    device = devices.device_for(settings["device"])
    model, encoder = _open(settings, device, training.seed)
    marginaliser = Marginaliser(model, names, queries, settings)

    def predict(rows: Sequence[LinkedMention]) -> list[tuple[tuple[str, ...], ...]]:
        return candidates_of(dictionary, rows, _as_it_is(model, marginaliser, settings), 1)

    score = dev_score(training, predict, ACC_AT_1.name)
    precision = devices.precision_for(settings["precision"], device)
    request = f"{encoder} {fingerprint(names)}"
    loop = _loop(marginaliser, len(queries.texts), score, device, precision, request)
    with repeatable(device):
        untuned = score() if score else None
    tuned = fine_tune(loop, training)
    log = tuple(EpochLog(int(one.epoch), dev=one.value, **one.facts) for one in tuned.log)
    chosen = int(tuned.best_epoch or log[-1].epoch)
    record: dict[str, Json] = {
        "recipe": NAME,
        "about": dict(about or {}),
        "encoder": encoder,
        "sparse_weight": log[chosen - 1].sparse_weight,
        **{name: settings[name] for name in ("clean", "pooling", "max_length")},
        "seed": training.seed,
        "settings": {name: value for name, value in settings.items() if name != "dictionary"},
        "dictionary": {"names": len(names.texts), "fingerprint": fingerprint(names)},
        "queries": dict(queries.counts),
        "epochs": [to_json(one) for one in log],
        "untuned": untuned,
        "best_epoch": chosen,
        "dev_metric": ACC_AT_1.name,
        "dev_mentions": len(training.dev),
    }
    if is_writer():
        save_ranker(training.folder, model, record)
    finish(training, None)
    return FittedRanker(ranker_of(model, record), queries.counts, log, untuned, chosen, training.folder)


def _open(settings: Mapping[str, Any], device: str, seed: int) -> tuple[SentenceTransformer, str]:
    """Return the encoder to fit, and its name in a signature."""
    from transformers import set_seed

    from aloi.modeling.encoders.names import weights_checksum
    from aloi.modeling.encoders.transformer import open_model
    from aloi.modeling.rankers.encoder import Pooling, pooled

    opened, location = open_model(settings["model"], device, trusted=settings["trust_remote_code"])
    named = f"{location.name} (weights {weights_checksum(opened)})"
    set_seed(seed)
    model = pooled(opened, Pooling(settings["pooling"]), settings["max_length"])
    return model, named


def _loop(
    marginaliser: Marginaliser,
    queries: int,
    score: Callable[[], float | None] | None,
    device: str,
    precision: str,
    request: str,
) -> Loop:
    from transformers import Trainer, TrainingArguments

    return Loop(
        model=marginaliser,
        trainer=Trainer,
        arguments=TrainingArguments,
        trainer_inputs={
            "train_dataset": range(queries),
            "data_collator": marginaliser.batch,
        },
        optimiser=marginaliser.optimiser,
        terms=marginaliser.answerable,
        metric=ACC_AT_1.name,
        score=score,
        device=device,
        precision=precision,
        idle=True,
        # As BioSyn has it: the learning rate stays the same, and gradients are not cut.
        options={"remove_unused_columns": False, "lr_scheduler_type": "constant", "max_grad_norm": 0.0},
        begin_epoch=marginaliser.begin_epoch,
        facts=marginaliser.facts,
        request=request,
    )


def _as_it_is(
    model: SentenceTransformer, marginaliser: Marginaliser, settings: Mapping[str, Any]
) -> HybridRanker:
    """Return the ranker with the weights as they are now."""
    from aloi.modeling.rankers.encoder import embedder

    model.eval()
    weight = float(marginaliser.sparse_weight.item())
    return HybridRanker(embedder(model), weight, bool(settings["clean"]), "in training")
