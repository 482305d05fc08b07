"""The layout of CLISTER: pairs of sentence ids by part, and one JSON from id to sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row, ScoredPair
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import Format, only, parse_json, read_text, score_in, sentence_names
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.model import Release

_SENTENCES = "id_to_sentence.json"
_COLUMNS = ("id_1", "id_2", "sim")


class Clister(Format):
    """`<part>.csv` (tab-separated id_1, id_2, sim) and `id_to_sentence.json`.

    Sentence ids are `<document name>_<number>`, see `aloi.gold.formats.base.sentence_names`.
    """

    name: ClassVar[str] = "clister"
    title: ClassVar[str] = Phrase(
        "format-clister-layout-pairs", "CLISTER layout (pairs of ids and a JSON of sentences)"
    )
    extensions: ClassVar[tuple[str, ...]] = (".csv", ".json")
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    lost_fields: ClassVar[tuple[str, ...]] = ("id", "left_id", "right_id", "low", "high")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("loss-ids-pairs", "the ids of the pairs"), rows_with("id")),
        Loss(Phrase("loss-ends-scale", "the ends of the scale"), rows_with("low")),
        answers(
            Phrase(
                "loss-annotations-support-spread-behind", "annotations, support and spread behind each score"
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a part, its rows in the order of their item ids, and the sentences by id."""
        names = sentence_names(release.manifest)
        sentences: dict[str, str] = {}
        files: dict[str, str] = {}
        for part, part_rows in rows.items():
            lines = ["\t".join(_COLUMNS)]
            for pair in only(ScoredPair, part_rows):
                left, right = names[pair.left_id], names[pair.right_id]
                sentences |= {left: pair.left, right: pair.right}
                lines.append(f"{left}\t{right}\t{pair.score!r}")
            files[f"{part}.csv"] = "\n".join(lines) + "\n"
        files[_SENTENCES] = json.dumps(sentences, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part, parts by name; sentence ids are those of the files.

        An id that is not in the JSON is looked up by its first two `_` parts.
        """
        sentences = _sentences(folder / _SENTENCES)
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.csv")):
            lines = read_text(path).removesuffix("\n").replace("\r\n", "\n").split("\n")
            if tuple(lines[0].split("\t")) != _COLUMNS:
                raise AloiError(
                    "aloi.value",
                    name=Term("columns-in", path=path),
                    value=quoted(lines[0]),
                    expected=Term("columns-and-sentences", columns=_COLUMNS, sentences=_SENTENCES),
                    todo=Term("correct-or-export"),
                )
            pairs: list[Row] = []
            for number, line in enumerate(lines[1:], start=2):
                where = f"{path}, line {number}"
                fields = line.split("\t")
                if len(fields) != len(_COLUMNS):
                    raise AloiError(
                        "aloi.value",
                        name=Term("number-of-fields"),
                        value=len(fields),
                        expected=Term("columns-and-sentences", columns=_COLUMNS, sentences=_SENTENCES),
                        todo=Term("correct-or-export"),
                    ).at(where)
                left, right = (_sentence(one, sentences, where) for one in fields[:2])
                score = score_in(fields[2], scale, where)
                pairs.append(ScoredPair("", fields[0], fields[1], left, right, score, *scale))
            parts[path.stem] = tuple(pairs)
        if not parts:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".csv"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        return parts


def _sentences(path: Path) -> dict[str, str]:
    """Return the sentences by id."""
    try:
        sentences = parse_json(read_text(path))
    except json.JSONDecodeError as error:
        raise AloiError("aloi.not-json", path=path, error=error) from error
    if not isinstance(sentences, dict) or not all(isinstance(text, str) for text in sentences.values()):
        raise AloiError(
            "aloi.not-json",
            path=path,
            error=Term("not-an-object"),
            expected=Term("columns-and-sentences", columns=_COLUMNS, sentences=_SENTENCES),
        )
    return sentences


def _sentence(sentence_id: str, sentences: Mapping[str, str], where: str) -> str:
    short = "_".join(sentence_id.split("_")[:2])
    for name in (sentence_id, short):
        if name in sentences:
            return sentences[name]
    raise AloiError(
        "aloi.value",
        name=Term("sentence-id"),
        value=repr(sentence_id),
        expected=Term("columns-and-sentences", columns=_COLUMNS, sentences=_SENTENCES),
        todo=Term("correct-or-export"),
    ).at(where)
