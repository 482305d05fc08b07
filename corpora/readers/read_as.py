"""What a table was taken for, said wherever one is read: the log, a preview, `--json`."""

from __future__ import annotations

from dataclasses import dataclass

from corpora.model import Json

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}


@dataclass(frozen=True, slots=True)
class ReadAs:
    """How the bytes of a table became cells.

    Parameters
    ----------
    encoding : str or None
        `utf-8`, `utf-16` or `windows-1252`; None where the format has its own.
    separator : str or None
        The character between two cells; None where the format needs none.
    sheet : str or None
        The sheet of a spreadsheet that was read.
    other_sheets : tuple of str
        Sheets that hold cells too and were not read.
    title_rows : int
        Rows above the header that were left out.
    plain : bool
        Whether its suffix says it all: UTF-8, the usual separator, the header in the first row.
    """

    encoding: str | None = None
    separator: str | None = None
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()
    title_rows: int = 0
    plain: bool = True

    def said(self) -> str:
        """Return it in words, such as `windows-1252, semicolon, 2 title rows left out`."""
        words = [self.encoding] if self.encoding else []
        if self.separator is not None:
            words.append(_SEPARATORS[self.separator])
        if self.sheet is not None:
            words.append(f"sheet {self.sheet!r}")
        if self.other_sheets:
            words.append("sheets not read: " + ", ".join(map(repr, self.other_sheets)))
        if self.title_rows:
            words.append(f"{self.title_rows} title row{'s' if self.title_rows > 1 else ''} left out")
        return ", ".join(words)

    def to_json(self) -> dict[str, Json]:
        """Return it as `--json` gives it."""
        return {
            "encoding": self.encoding,
            "separator": self.separator,
            "sheet": self.sheet,
            "other_sheets": list(self.other_sheets),
            "title_rows": self.title_rows,
        }
