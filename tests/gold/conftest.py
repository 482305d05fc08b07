"""Fixtures on the campaign made by hand."""

from __future__ import annotations

import pytest

from aloi.gold.model import Release
from aloi.gold.releasing.manifest import ReleaseInputs
from aloi.gold.releasing.release import build_release
from tests.gold.campaign import NOW, make_inputs


@pytest.fixture
def inputs() -> ReleaseInputs:
    return make_inputs()


@pytest.fixture
def release(inputs: ReleaseInputs) -> Release:
    return build_release(inputs, NOW)
