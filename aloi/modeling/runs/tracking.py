"""Reports of a fine-tuning to TensorBoard, MLflow or W&B, in files of this machine by default."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term


def check_trackers(names: Sequence[str]) -> None:
    """Raise AloiError if the package of a tracker is not installed; its name is that of the tracker."""
    for name in names:
        if find_spec(name) is None:
            raise AloiError(
                "aloi.package-missing",
                package=name,
                purpose=Term("tracking-with", name=name),
                command=f"pip install {name}",
            )


@contextmanager
def trackers(names: Sequence[str], folder: Path, run: str) -> Iterator[None]:
    """Within the block, trackers write below the folder of a run, and send nothing.

    Variables that the environment already has stay: people choose a server with `MLFLOW_TRACKING_URI`, or
    `WANDB_MODE=online`.
    """
    folder = folder.resolve()
    defaults = {
        "TENSORBOARD_LOGGING_DIR": str(folder / "tensorboard"),
        "MLFLOW_TRACKING_URI": f"sqlite:///{folder.parent / 'mlflow.db'}",
        "MLFLOW_EXPERIMENT_NAME": "aloi",
        "WANDB_MODE": "offline",
        "WANDB_DIR": str(folder),
        "WANDB_PROJECT": "aloi",
        "WANDB_NAME": run,
    }
    new = {name: value for name, value in defaults.items() if name not in os.environ} if names else {}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)
