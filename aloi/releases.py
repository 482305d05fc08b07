"""Releases read from files: `aloi.read_release`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.tables import frame

if TYPE_CHECKING:
    import pandas as pd

    from annotation.rows import Row
    from corpora.model import Json
    from workbench.releases.reading import ReleaseFiles


@dataclass(frozen=True, slots=True)
class GoldCorpus:
    """The gold of a release; `files` is what was read."""

    files: ReleaseFiles

    @property
    def name(self) -> str:
        """The campaign and its version, or the folder's name."""
        return self.files.name

    @property
    def splits(self) -> Mapping[str, tuple[Row, ...]]:
        """The rows of each part; a part that a leak filter made repeats rows of another one."""
        return self.files.parts

    @property
    def rows(self) -> tuple[Row, ...]:
        """All gold rows, each once."""
        return tuple(dict.fromkeys(row for rows in self.splits.values() for row in rows))

    @property
    def checksum(self) -> str:
        """The content checksum of the release; of files without a manifest, that of their rows."""
        return self.files.checksum

    @property
    def verified(self) -> bool:
        """Whether the files carry a manifest, whose checksums then hold."""
        return self.files.manifest is not None

    @property
    def manifest(self) -> Mapping[str, Json] | None:
        """Everything that was frozen: items, answers, guidelines, licence, statement; None without it."""
        return self.files.manifest

    def table(self) -> pd.DataFrame:
        """Return a row an item and part: `split`, then what the row says."""
        return frame(
            {"split": part, **asdict(row)} for part, rows in self.files.parts.items() for row in rows
        )


def read_release(path: str | os.PathLike[str], *, scale: tuple[float, float] | None = None) -> GoldCorpus:
    r"""Return the gold of an exported release, its checksums computed again where it carries them.

    Parameters
    ----------
    path : path
        The zip of the page Releases, a `manifest.json` or a folder that holds one; else the files of any
        format, which carry no checksum.
    scale : (float, float) or None
        The ends of the scale of scored pairs, for formats that do not tell them.

    Raises
    ------
    AloiError
        Nothing there, a release that is not what was frozen, or files that no reader takes.

    Examples
    --------
    >>> import aloi, pandas, tempfile
    >>> from pathlib import Path
    >>> text = "id\tscore\tsentence1\tsentence2\n1\t4\tIl dort.\tIl sommeille.\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "train.tsv").write_text(text, encoding="utf-8")
    ...     gold = aloi.read_release(folder, scale=(0, 5))
    >>> gold.verified, list(gold.splits), gold.rows[0].score
    (False, ['train'], 4.0)
    """
    from workbench.releases.reading import read_release as read

    return GoldCorpus(read(Path(path).expanduser(), scale=scale))
