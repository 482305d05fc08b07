"""Names of models: an encoder that ships in a package, a folder, or a name of the hub."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.encoders.packages import PACKAGED, packaged

if TYPE_CHECKING:
    from torch import nn

_PICKLED = ("pytorch_model*.bin", "adapter_model*.bin")


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """The source a model is loaded from.

    Parameters
    ----------
    name : str
        For tables and signatures: the packaged name, the folder's own name, or the hub name.
    address : str
        A folder, or the hub name.
    local : bool
        Whether the address is a folder, so that the network is not used.
    """

    name: str
    address: str
    local: bool


def check(name: str) -> None:
    """Raise AloiError for a name that cannot work; loads and converts nothing and needs no network.

    A hub name is not checked: loading it shows whether the hub has it.
    """
    if package := packaged(name):
        package.check()
        return
    folder = Path(name).expanduser()
    if folder.exists():
        _check_folder(folder)
    elif is_path(name):
        raise AloiError(
            "aloi.no-file",
            path=repr(name),
            expected=Term("model-folder", packaged=(one.name for one in PACKAGED)),
        )


def locate(name: str) -> ModelPlace:
    """Return the source of the model; a packaged one is converted on the first call.

    Raises
    ------
    AloiError
        As `check`, and for a packaged encoder that has no folder.
    """
    check(name)
    if package := packaged(name):
        return ModelPlace(name, str(package.folder()), local=True)
    folder = Path(name).expanduser()
    if folder.exists():
        return ModelPlace(folder.resolve().name, str(folder), local=True)
    return ModelPlace(name, name, local=False)


def weights_checksum(model: nn.Module) -> str:
    """Return 12 hexadecimal digits that tell one set of weights and modules from another."""
    import torch

    digest = hashlib.sha256(repr(model).encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()[:12]


def vocabulary(name: str) -> int:
    """Return the number of word embeddings that the configuration of a model states; loads no model.

    Raises
    ------
    AloiError
        A model without such a number, or a hub name whose configuration cannot be read.
    """
    if (package := packaged(name)) and package.vocabulary:
        return package.vocabulary
    folder = Path(name).expanduser()
    local = folder.exists()
    try:
        if local:
            path = folder / module_folder(folder) / "config.json"
        else:
            from huggingface_hub import hf_hub_download

            path = Path(hf_hub_download(name, "config.json"))
        return int(json.loads(path.read_text(encoding="utf-8")).get("vocab_size") or 0)
    except (OSError, ValueError, TypeError) as error:
        raise unreadable(name, error) from error


def revision(name: str) -> str | None:
    """Return the commit of a model of the hub that is used now; None for other models and without it.

    The hub is asked only if it can be reached; otherwise it is the commit in the cache.
    """
    if packaged(name) or is_path(name) or Path(name).expanduser().exists():
        return None
    from huggingface_hub import hf_hub_download

    with suppress(OSError, ValueError):
        return Path(hf_hub_download(name, "config.json")).parent.name
    return None


def module_folder(folder: Path) -> str:
    """Return the folder of the transformer within that of a sentence encoder; empty for the folder itself."""
    modules = folder / "modules.json"
    return str(json.loads(modules.read_text("utf-8"))[0].get("path", "")) if modules.is_file() else ""


def absent(package: str, purpose: str) -> AloiError:
    """Return the error for a library that is not installed."""
    return AloiError(
        "aloi.package-missing", package=package, purpose=purpose, command='pip install "aloi[models]"'
    )


def unreadable(name: str, error: Exception) -> AloiError:
    """Return the error for a model that could not be loaded, with the first line of why."""
    why = (str(error).strip().splitlines() or [type(error).__name__])[0][:200].rstrip(".")
    return _unreadable(name, why)


def _unreadable(name: str, why: str | Term) -> AloiError:
    return AloiError(
        "aloi.unreadable",
        path=repr(name),
        format=Term("format-model"),
        error=why,
        expected=Term("saved-model"),
        todo=Term("save-model-again"),
    )


def _check_folder(folder: Path) -> None:
    """Raise AloiError if a path is no folder of a model, or has weights that run programs when loaded."""
    required = ("modules.json", "config.json")
    if not folder.is_dir() or not any((folder / name).is_file() for name in required):
        raise _unreadable(str(folder), Term("neither-of", names=" nor ".join(required)))
    pickled = [
        path.relative_to(folder).as_posix()
        for pattern in _PICKLED
        for path in (*folder.glob(pattern), *folder.glob(f"*/{pattern}"))
        if not any(path.parent.glob("*.safetensors"))  # which loaders then take
    ]
    if pickled:
        raise AloiError("modeling.weights-are-pickled", folder=repr(str(folder)), files=sorted(pickled)[:3])


def is_path(name: str) -> bool:
    """Return whether an unknown name was meant as a path: hub names have one slash at most."""
    return name.startswith((".", "/", "~")) or name.count("/") > 1 or "\\" in name


def packages() -> str:
    """Return the versions of the packages that train, as signatures tell them."""
    return ", ".join(f"{name} {version(name)}" for name in ("sentence-transformers", "transformers", "torch"))
