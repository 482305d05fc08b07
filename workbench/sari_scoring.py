"""Score a file of simplifications against files of references, a sentence a line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from corpora.readers import read_lines
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
