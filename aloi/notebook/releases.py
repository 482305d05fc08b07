"""Releases read from files: `aloi.read_release`."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.notebook.tables import frame, told_in_notebook
from aloi.workbench.releases import reading
from aloi.workbench.releases.reading import ReleaseFiles

if TYPE_CHECKING:
    import pandas as pd


class GoldCorpus(ReleaseFiles):
    """The gold of a release: `name`, `checksum`, `verified`, `manifest`, `splits` and `rows`."""

    def table(self) -> pd.DataFrame:
        """Return a row an item and part: `split`, then what the row says."""
        return frame({"split": part, **asdict(row)} for part, rows in self.splits.items() for row in rows)


@told_in_notebook()
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
    release = reading.read_release(Path(path).expanduser(), scale=scale)
    return GoldCorpus(release.name, release.checksum, release.manifest, release.splits)
