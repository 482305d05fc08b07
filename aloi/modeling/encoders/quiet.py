"""Silence around libraries that draw bars and chat on the terminal while they load and train models."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

_LOUD = ("sentence_transformers", "transformers", "datasets", "accelerate")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep bars and chatter of the model libraries off the terminal within the block; errors still show."""
    from transformers.utils import logging as transformers_logging

    bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    loggers = [logging.getLogger(name) for name in _LOUD]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        if bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]
