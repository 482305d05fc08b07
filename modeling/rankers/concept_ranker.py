"""The recipe `concept_ranker`: an encoder that learns which names mean what a mention means."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from annotation.rows import LinkedMention
from corpora.mining.base import Cancelled
from corpora.model import Json
from errors import AloiError
from evaluation.metrics.acc_at_k import ACC_AT_1
from gold.formats.mentions.concept_dictionary import ConceptDictionary
from modeling.encoders import devices
from modeling.encoders import names as model_names
from modeling.encoders.packaged import packaged, trainable
from modeling.rankers.fitted import fingerprint, load_ranker, save_ranker
from modeling.rankers.hybrid import HybridRanker
from modeling.rankers.ranks import ranks_of
from modeling.rankers.states import EpochLog, States
from modeling.rankers.synonyms import Names, Queries, names_of, queries_of
from modeling.recipes.base import FEWEST, Step, Watch, unwatched
from modeling.recipes.training.checkpoints import Checkpoint, best
from modeling.recipes.training.checks import check_choice, check_number, merged

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from modeling.rankers.marginal import Marginaliser

METRIC = ACC_AT_1
# The least and the most of each setting that is a number; whole ones are those with whole limits.
_NUMBERS: Mapping[str, tuple[float, float]] = {
    "max_length": (4, 512),
    "top_k": (2, 1000),
    "dense_ratio": (0.0, 1.0),
    "batch": (1, 4096),
    "epochs": (1, 1000),
    "learning_rate": (1e-9, 1.0),
    "weight_decay": (0.0, 1.0),
    "sparse_start": (-1000.0, 1000.0),
    "sparse_rate": (0.0, 1000.0),
    "freeze_layers": (0, 100),
}


@dataclass(frozen=True, slots=True)
class LinkTraining:
    """What one fit is given.

    Parameters
    ----------
    dictionary : ConceptDictionary
        The names to rank while it learns.
    train : tuple of LinkedMention
        The mentions to learn from.
    dev : tuple of LinkedMention
        For the choice of a checkpoint, ranked against the same dictionary; empty: the last one is kept.
    settings : mapping
        As `ConceptRanker.settings` returned them.
    seed : int
        Of everything random in this fit.
    folder : Path
        For the fitted ranker. A fit that was broken off goes on from what it left there.
    watch : Watch
        Told how far it is; False asks to stop, and `corpora.mining.base.Cancelled` is raised.
    about : mapping
        What the data are called, kept with the fitted ranker.
    """

    dictionary: ConceptDictionary
    train: tuple[LinkedMention, ...]
    dev: tuple[LinkedMention, ...]
    settings: Mapping[str, Json]
    seed: int
    folder: Path
    watch: Watch = unwatched
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FittedRanker:
    """A fitted ranker, and how it came about.

    Parameters
    ----------
    untuned : float or None
        Acc@1 on the dev part before the first step; None without a dev part.
    best_epoch : int
        Whose weights it has.
    """

    ranker: HybridRanker
    queries: Mapping[str, int]
    epochs: tuple[EpochLog, ...]
    untuned: float | None
    best_epoch: int
    folder: Path


class ConceptRanker:
    """Fine-tunes an encoder so that all names of a mention's concept outweigh its other candidates.

    Each epoch embeds all names and mentions anew and finds candidates for each mention, half by tf-idf and
    half by the encoder. The score of a candidate is the product of both vectors plus a learned weight times
    the tf-idf cosine.

    References
    ----------
    Sung et al. 2020, Biomedical Entity Representations with Synonym Marginalization; Alekseev et al. 2022,
    Medical Crossing.
    """

    name: ClassVar[str] = "concept_ranker"
    title: ClassVar[str] = "Concept ranker (synonym marginalisation, BioSyn)"
    seeded: ClassVar[bool] = True
    learns: ClassVar[bool] = True
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    defaults: ClassVar[Mapping[str, Json]] = {
        "model": "me5-small",
        "pooling": "mean",
        "max_length": 25,
        "clean": True,
        "top_k": 20,
        "dense_ratio": 0.5,
        "own_name": "keep",
        "mention_names": False,
        "batch": 16,
        "epochs": 10,
        "learning_rate": 1e-5,
        "weight_decay": 0.01,
        "sparse_start": 0.0,
        "sparse_rate": 0.01,
        "freeze_layers": 0,
        "freeze_embeddings": "auto",
        "device": "auto",
    }
    help: ClassVar[Mapping[str, str]] = {
        "model": "The encoder to start from: me5-small, minilm, a folder, or a hub name.",
        "pooling": "How the vectors of sub-words become one: mean, or cls for the first one.",
        "max_length": "Sub-words of a name or a mention that are read.",
        "clean": "Whether texts are lower-cased and punctuation becomes a space.",
        "top_k": "Candidates of a mention.",
        "dense_ratio": "The share of candidates that the encoder finds; tf-idf finds the others first.",
        "own_name": "Whether a name equal to the mention may be its candidate: keep, or drop.",
        "mention_names": "Whether the training mentions of one concept are names too.",
        "batch": "Mentions a step.",
        "epochs": "Passes over the mentions; one was best in the paper.",
        "learning_rate": "Of the encoder; it stays the same all along.",
        "weight_decay": "Of the encoder, as Adam adds it to the gradient.",
        "sparse_start": "The weight of the tf-idf cosine at the start.",
        "sparse_rate": "The learning rate of that weight; 0 leaves it as it is.",
        "freeze_layers": "First layers that stay as they are, and the embeddings; 0: none. The paper: 4, 10.",
        "freeze_embeddings": "Whether word embeddings stay: true, false, or auto (the huge ones, on a CPU).",
        "device": "auto, cpu or cuda.",
    }
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {
        "pooling": ("mean", "cls"),
        "clean": (True, False),
        "own_name": ("keep", "drop"),
        "mention_names": (False, True),
        "freeze_embeddings": ("auto", True, False),
        "device": devices.DEVICES,
    }

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings with those given in place; called before any long work, loads no model.

        Raises
        ------
        AloiError
            A setting that is unknown or cannot work.
        """
        chosen = merged(self.name, self.defaults, given)
        for name, (low, high) in _NUMBERS.items():
            check_number(name, chosen[name], low, high)
        for name, choices in self.choices.items():
            check_choice(name, chosen[name], choices)
        devices.check(str(chosen["device"]), "fp32")
        model = str(chosen["model"])
        known = packaged(model)
        if known and not known.trainable:
            raise AloiError(
                f"The model {model!r} only encodes.",
                f"A model to train was expected: {', '.join(trainable())}, a folder or a hub name.",
                "Take one of these.",
            )
        model_names.check(model)
        return chosen

    def material(self, training: LinkTraining) -> tuple[Names, Queries]:
        """Return the names and the queries of a fit, or raise AloiError where there is too little to learn.

        Raises
        ------
        AloiError
            Fewer than 10 queries once those that `queries_of` leaves out are gone, or hardly a name.
        """
        settings = training.settings
        clean = bool(settings["clean"])
        dictionary = training.dictionary
        if settings["mention_names"]:
            single = [one for one in training.train if len(set(one.concepts)) == 1]
            dictionary = ConceptDictionary(
                (*dictionary.names, *(one.mention for one in single)),
                (*dictionary.concepts, *(one.concepts[0] for one in single)),
            )
        names = names_of(dictionary, clean)
        queries = queries_of(training.train, names, clean, own=settings["own_name"] == "keep")
        if len(queries.texts) < FEWEST or len(names.texts) < 2 + (settings["own_name"] == "drop"):
            raise AloiError(
                f"The recipe {self.name} was given {len(names.texts)} names, and {queries.counts['kept']} of "
                f"{queries.counts['mentions']} mentions have a concept among them, once composite and "
                "repeated ones are left out.",
                f"Several names and at least {FEWEST} such mentions were expected.",
                "Check that the dictionary and the mentions name concepts in the same way.",
            )
        return names, queries

    def fit(self, training: LinkTraining) -> FittedRanker:
        """Return the fitted ranker, saved in the folder; `modeling.rankers.ranker` loads it from there.

        Raises
        ------
        AloiError
            Too little to learn from, or a model that cannot be loaded or trained so.
        Cancelled
            `watch` asked to stop.
        """
        names, queries = self.material(training)
        return _Fit(training, names, queries).run()


CONCEPT_RANKER = ConceptRanker()


class _Fit:
    """One fit under way."""

    def __init__(self, training: LinkTraining, names: Names, queries: Queries) -> None:
        from modeling.encoders.names import weights_checksum
        from modeling.encoders.transformer import open_model
        from modeling.rankers.encoder import Pooling, pooled
        from modeling.rankers.marginal import Marginaliser, freeze_layers
        from modeling.recipes.training.loop import freeze

        settings: Mapping[str, Any] = training.settings
        self.training = training
        self.names = names
        self.queries = queries
        self.device = devices.device_for(settings["device"])
        opened, found = open_model(settings["model"], self.device)
        self.encoder = f"{found.name} (weights {weights_checksum(opened)})"
        self.model: SentenceTransformer = pooled(opened, Pooling(settings["pooling"]), settings["max_length"])
        freeze(self.model, settings["freeze_embeddings"], self.device)
        freeze_layers(self.model, settings["freeze_layers"])
        self.marginaliser: Marginaliser = Marginaliser(self.model, names, queries, settings, training.seed)
        self.log: list[EpochLog] = []

    def run(self) -> FittedRanker:
        """Train, keep the best epoch, save."""
        from modeling.recipes.training.loop import repeatable

        training = self.training
        states = States(training.folder, self._asked())
        with repeatable(self.device):
            untuned = self._dev()
            self.log = states.resume(self.marginaliser)
            for epoch in range(len(self.log) + 1, int(str(training.settings["epochs"])) + 1):
                self._epoch(epoch)
                states.keep(self.marginaliser, self.log, self._best())
        chosen = self._best()
        states.take(self.marginaliser)
        save_ranker(training.folder, self.model, self._record(untuned, chosen))
        states.clear()
        ranker = load_ranker(training.folder, self.device)
        return FittedRanker(ranker, self.queries.counts, tuple(self.log), untuned, chosen, training.folder)

    def _epoch(self, number: int) -> None:
        steps = self.marginaliser.steps
        whole = steps * int(str(self.training.settings["epochs"]))

        def told(done: int, loss: float) -> bool:
            at = (number - 1) * steps + done
            return self.training.watch(Step(at, whole, round(number - 1 + done / steps, 6), loss))

        ended = self.marginaliser.epoch(number, told)
        dev = self._dev()
        weight = float(self.marginaliser.sparse_weight.item())
        self.log.append(EpochLog(number, ended.loss, ended.reachable, weight, dev))
        end = Step(number * steps, whole, float(number), None, {METRIC.name: dev} if dev is not None else {})
        if not self.training.watch(end):
            raise Cancelled

    def _dev(self) -> float | None:
        """Return Acc@1 on the dev part by the model as it is now; None without one."""
        from modeling.rankers.encoder import embedder

        linked = [one for one in self.training.dev if one.concepts]
        if not linked:
            return None
        self.model.eval()
        now = HybridRanker(
            embedder(self.model),
            float(self.marginaliser.sparse_weight.item()),
            bool(self.training.settings["clean"]),
            "in training",
        )
        ranks = ranks_of(self.training.dictionary, linked, now, 1)
        return sum(rank == 1 for rank in ranks) / len(ranks)

    def _best(self) -> int:
        """Return the epoch to keep, by the direction the metric states; the last without a dev part."""
        return int(best([Checkpoint(one.epoch, one.dev) for one in self.log], METRIC).epoch)

    def _asked(self) -> str:
        """Return a checksum of everything that decides what this fit gives."""
        training = self.training
        said = {
            "settings": dict(training.settings),
            "seed": training.seed,
            "encoder": self.encoder,
            "names": fingerprint(self.names),
            "queries": [
                [text, *sorted(concepts)]
                for text, concepts in zip(self.queries.texts, self.queries.concepts, strict=True)
            ],
            "dev": [[one.mention, one.concept] for one in training.dev],
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def _record(self, untuned: float | None, chosen: int) -> dict[str, Json]:
        settings = self.training.settings
        return {
            "recipe": ConceptRanker.name,
            "about": dict(self.training.about),
            "encoder": self.encoder,
            "sparse_weight": self.log[chosen - 1].sparse_weight,
            "clean": settings["clean"],
            "pooling": settings["pooling"],
            "max_length": settings["max_length"],
            "seed": self.training.seed,
            "settings": dict(settings),
            "dictionary": {"names": len(self.names.texts), "fingerprint": fingerprint(self.names)},
            "queries": dict(self.queries.counts),
            "epochs": [asdict(one) for one in self.log],
            "untuned": untuned,
            "best_epoch": chosen,
            "dev_metric": METRIC.name,
            "dev_mentions": sum(bool(one.concepts) for one in self.training.dev),
        }
