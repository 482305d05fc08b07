"""What tests of models share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tiny_encoder() -> Path:
    """Return the folder of a tiny untrained sentence encoder, built here in a few seconds."""
    from tests.modeling.tiny import tiny_folder

    return tiny_folder()
