"""Score a file of simplifications against files of references, a sentence a line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from errors import AloiError
from modeling.metrics import sari_score
from modeling.metrics.sari import SariVariant
from modeling.metrics.sari_score import SariScores


def score_sari(
    source: Path,
    system: Path,
    references: Sequence[Path],
    *,
    variant: str = SariVariant.DEFAULT.value,
    replicates: int = 1000,
    seed: int = 0,
) -> SariScores:
    """Return SARI and its parts of aligned text files, each with a 95 % interval over sentences.

    Only an output may be an empty line: a system may delete a whole sentence.

    Raises
    ------
    AloiError
        No reference, an empty file, files of different lengths, an empty source or reference line.
    """
    if not references:
        raise AloiError(
            "No reference was given.", "At least one file of references was expected.", "Add --reference F."
        )
    files = [source, system, *references]
    texts = [read_lines(one) for one in files]
    for path, lines in zip(files, texts, strict=True):
        if len(lines) != len(texts[0]):
            raise AloiError(
                f"{path.name} has {len(lines)} line(s) and {source.name} {len(texts[0])}.",
                "As many lines in each file were expected: line i of each belongs to sentence i.",
                "Align the files.",
            )
        empty = next((at for at, line in enumerate(lines, start=1) if not line.strip()), None)
        if empty is not None and path is not system:
            raise AloiError(
                f"{path.name}, line {empty}: there is no text.",
                "A sentence on each line of the source and the references was expected.",
                "Fill it in, or remove the line from every file.",
            )
    return sari_score.score_sari(
        texts[0], texts[1], texts[2:], variant=variant, replicates=replicates, seed=seed
    )


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 text file without their ends, or raise AloiError if it has none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise AloiError(
            f"{path.name} is not UTF-8 (byte {error.start}).",
            "A text file in UTF-8 was expected.",
            "Save it as UTF-8.",
        ) from error
    except OSError as error:
        raise AloiError(
            f"{path} cannot be read ({error.strerror}).",
            "A text file was expected.",
            "Check the path.",
        ) from error
    # Not splitlines(): a line separator of Unicode within a sentence ends no line of an aligned file.
    lines = text.removesuffix("\n").split("\n") if text else []
    if not lines:
        raise AloiError(
            f"{path.name} is empty.", "A sentence a line was expected.", "Check that it is the right file."
        )
    return lines
