"""The encoders that come with packages: what pages and commands offer by name."""

from __future__ import annotations

from modeling.encoders.packaged import PACKAGED, Packaged

__all__ = ["Packaged", "packaged_encoders"]


def packaged_encoders() -> tuple[Packaged, ...]:
    """Return the encoders that come with packages; each says what it misses and whether it can be trained."""
    return PACKAGED
