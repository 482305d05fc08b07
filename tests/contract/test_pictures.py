"""The pictures of the documentation exist, are small and are shown; a browser test takes them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/pictures"
PICTURES = [
    FOLDER / f"{view}-{scheme}.png" for view in ("annotation", "agreement") for scheme in ("light", "dark")
]
MOST_BYTES = 150_000
PALETTE = 3  # the colour type of a PNG with a palette


def test_no_other_file_is_there() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(PICTURES)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_shown(path: Path) -> None:
    content = path.read_bytes()
    assert len(content) < MOST_BYTES
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, _, colour_type = struct.unpack(">IIBB", content[16:26])
    assert (width, colour_type) <= (1200, PALETTE)
    assert colour_type == PALETTE
    assert height <= 1500
    assert path.relative_to(ROOT).as_posix() in (ROOT / "README.md").read_text(encoding="utf-8")
