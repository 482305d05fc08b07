"""One file of WebAnno TSV 3.x; see its appendix in the guide of INCEpTION."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from aloi.annotation.rows import LabelledRelation
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.gold.formats.projects.inception.uima_cas import (
    CHAINS,
    EMPTY,
    OTHER_FEATURES,
    RELATIONS,
    SLOTS,
    LayerSpan,
    MarkedFile,
)

TSV_HEAD = "#FORMAT=WebAnno TSV 3"
_ROW = re.compile(r"(\d{1,9})-(\d{1,9})(\.\d{1,9})?")
_OFFSETS = re.compile(r"(\d{1,12})-(\d{1,12})")
# A stacked value: escaped signs stand for themselves.
_STACKED = re.compile(r"(?:\\.|[^\\|]|\\$)+", re.DOTALL)
_NUMBERED = re.compile(r"((?:\\.|[^\\])*?)\[(\d+)\]", re.DOTALL)
_END = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?")  # a token, and the numbers of both spans
_ESCAPED = re.compile(r"\\(->|.)", re.DOTALL)
_NO_ANNOTATION, _NO_VALUE = "_", "*"
_ROLE = "ROLE_"
_UNREAD = {f"#{kind}": kind for kind in (CHAINS, SLOTS)}  # name of a column without spans -> what it has
_LEAST_ROOM = 10_000  # characters that the white space between sentences may have in a small file


class TsvFile:
    """One file of WebAnno TSV 3 on its way to spans."""

    def __init__(self, name: str, content: str) -> None:
        self._name, self._lines = name, content.replace("\r\n", "\n").split("\n")
        self._room = len(content) + _LEAST_ROOM
        self._columns: list[tuple[str, str]] = []  # layer and feature; a layer with `#` contains no span
        self._sentences: list[tuple[str, list[tuple[int, int, str]]]] = []
        self._rows: list[tuple[int, int, list[str], int]] = []
        self._others: dict[Phrase, int] = defaultdict(int)
        self._relation_layers: list[tuple[str, int, int]] = []  # layer, first column, number of columns
        self._addresses: dict[str, int] = {}  # the row of each token by its number

    def read(self) -> MarkedFile:
        """Return the text, its sentences at their offsets, and the spans of each layer.

        Raises
        ------
        AloiError
            A row without its cells, or offsets that no token has.
        """
        text: list[str] = []
        for number, line in enumerate(self._lines, start=1):
            if line.startswith(("#T_SP=", "#T_RL=", "#T_CH=")):
                self._layer(line)
            elif line.startswith("#Text="):
                if text and self._sentences and not self._sentences[-1][1]:
                    text.append(_plain(line[6:]))  # a sentence of several lines
                    self._sentences[-1] = ("\n".join(text), [])
                else:
                    text = [_plain(line[6:])]
                    self._sentences.append((text[0], []))
            elif line and not line.startswith("#"):
                self._token(line, number)
        document, points = self._text()
        result = MarkedFile(self._name, document)
        self._mark(result, points)
        result.others.update(self._others)
        return result

    def _layer(self, line: str) -> None:
        """Take the columns of a layer: a feature each; one alone for a layer without features."""
        kind, _, declared = line.partition("=")
        layer, *features = declared.split("|")
        short = layer.rsplit(".", 1)[-1]
        if kind == "#T_RL" and features:
            # The last column is the other end: the layer of the spans, and in cells where they begin.
            self._relation_layers.append((short, len(self._columns), len(features)))
            self._columns += [("#", "")] * len(features)
            return
        if kind != "#T_SP":
            self._columns += [(f"#{CHAINS}", "")] + [("#", "")] * max(len(features) - 1, 0)
            return
        columns: list[tuple[str, str]] = []
        is_target = False
        for feature in filter(None, features):
            if feature.startswith(_ROLE):
                columns.append((f"#{SLOTS}", ""))
            elif is_target:
                columns.append(("#", ""))  # the spans in the slots, with their roles
            else:
                columns.append((short, feature))
            is_target = feature.startswith(_ROLE)
        self._columns += columns or [(short, "")]

    def _token(self, line: str, number: int) -> None:
        """Take the row of a token, or of a part of one."""
        cells = line.split("\t")
        row = _ROW.fullmatch(cells[0])
        offsets = _OFFSETS.fullmatch(cells[1]) if len(cells) > 2 else None
        values = cells[3:-1] if cells[-1] == "" and len(cells) > 3 + len(self._columns) else cells[3:]
        start, end = (int(offsets[1]), int(offsets[2])) if offsets else (0, 0)
        if not row or not offsets or not self._sentences or len(values) != len(self._columns):
            raise AloiError("gold.project-tsv-line", name=self._name, line=str(number), cells=len(cells))
        if max(start, end) > self._room:
            raise AloiError("gold.project-tsv-far", name=self._name, line=str(number), length=self._room)
        if not row[3]:
            self._sentences[-1][1].append((start, end, cells[2]))
        self._addresses[cells[0]] = len(self._rows)
        self._rows.append((start, end, values, number))

    def _text(self) -> tuple[str, Mapping[int, int]]:
        """Return the text of the document, and each offset of the file as one in code points.

        Raises
        ------
        AloiError
            Tokens that are not at their offsets, counted in UTF-16 or in code points.
        """
        for width in (_utf_16, _code_point):
            parts: list[str] = []
            points: dict[int, int] = {}
            offset = written = 0
            for sentence, tokens in self._sentences:
                begins = tokens[0][0] - _indent(sentence, tokens[0][2], width) if tokens else offset
                gap = max(0, begins - offset)
                parts.append("\n" * gap)
                offset, written = offset + gap, written + gap
                for letter in sentence:
                    points[offset] = written
                    offset, written = offset + width(letter), written + 1
                points[offset] = written
                parts.append(sentence)
            text = "".join(parts)
            if all(
                text[points.get(start, 0) : points.get(end, 0)] in (token, _plain(token))
                for _, tokens in self._sentences
                for start, end, token in tokens
            ):
                return text, points
        raise AloiError("gold.project-tsv-places", name=self._name)

    def _mark(self, result: MarkedFile, points: Mapping[int, int]) -> None:
        """Join the cells of spans: those of one layer with one number are of one span."""
        joined: dict[tuple[str, str], tuple[int, int]] = {}
        values: dict[tuple[str, str], dict[str, str | None]] = defaultdict(dict)
        at_rows: dict[int, set[tuple[str, str]]] = defaultdict(set)
        places: dict[tuple[str, str], int] = {}
        for index, (start, end, cells, number) in enumerate(self._rows):
            if start not in points or end not in points:
                raise AloiError("gold.project-tsv-line", name=self._name, line=str(number), cells=len(cells))
            for (layer, feature), cell in zip(self._columns, cells, strict=True):
                if cell in (_NO_ANNOTATION, "") or layer == "#":
                    continue
                if layer.startswith("#"):
                    self._others[_UNREAD[layer]] += sum(1 for _ in _values(cell, index))
                    continue
                for value, key in _values(cell, index):
                    at_rows[index].add((layer, key))
                    low, high = joined.get((layer, key), (points[start], points[end]))
                    joined[layer, key] = (min(low, points[start]), max(high, points[end]))
                    values[layer, key][feature] = None if value == _NO_VALUE else _plain(value)
        for (layer, key), (start, end) in joined.items():
            if start == end:
                result.others[EMPTY] += 1
            else:
                places[layer, key] = len(result.spans)
                result.spans.append(LayerSpan(layer, start, end, tuple(values[layer, key].items())))
        for relation in self._relations(at_rows, places):
            if relation is None:
                result.others[RELATIONS] += 1
            else:
                result.relations.append(relation)

    def _relations(
        self, at_rows: Mapping[int, set[tuple[str, str]]], places: Mapping[tuple[str, str], int]
    ) -> Iterator[LabelledRelation | None]:
        """Yield the relations, each in the row of its target; None for one with another end than one span.

        `at_rows` has the spans of each row, `places` the index of each span that comes in.
        """
        for layer, first, count in self._relation_layers:
            for index, (_, _, cells, _) in enumerate(self._rows):
                *features, ends = cells[first : first + count]
                if ends in (_NO_ANNOTATION, ""):
                    continue
                stacked = [_STACKED.findall(cell) for cell in features]
                for at, written in enumerate(_STACKED.findall(ends)):
                    match = _END.fullmatch(written)
                    source = self._addresses.get(match[1]) if match else None
                    if match is None or source is None:
                        yield None
                        continue
                    spans = [
                        _span_at(at_rows.get(row, set()), match[number] or "0", places)
                        for row, number in ((source, 2), (index, 3))
                    ]
                    names = [_feature(cell[at]) for cell in stacked if at < len(cell)]
                    type_ = next(filter(None, names), layer)
                    if spans[0] is None or spans[1] is None:
                        yield None
                    else:
                        self._others[OTHER_FEATURES] += len([*filter(None, names)][1:])
                        yield LabelledRelation(type_, spans[0], spans[1])


def _span_at(keys: set[tuple[str, str]], number: str, places: Mapping[tuple[str, str], int]) -> int | None:
    """Return the span of a row with a number; 0 stands for the only one there."""
    fitting = [places[each] for each in keys if each in places and number in ("0", each[1].removeprefix("#"))]
    return fitting[0] if len(fitting) == 1 else None


def _feature(written: str) -> str:
    """Return the value of a feature of a relation, empty if it has none."""
    numbered = _NUMBERED.fullmatch(written)
    value = numbered[1] if numbered else written
    return "" if value in (_NO_ANNOTATION, _NO_VALUE) else _plain(value)


def _values(cell: str, index: int) -> Iterator[tuple[str, str]]:
    """Yield each stacked value of a cell, with its escapes, and its number.

    A value without a number is of this token alone.
    """
    for value in _STACKED.findall(cell):
        numbered = _NUMBERED.fullmatch(value)
        yield (numbered[1], f"#{numbered[2]}") if numbered else (value, f"at {index}")


def _plain(written: str) -> str:
    """Return a text without its escapes."""
    signs = {"t": "\t", "n": "\n", "r": "\r"}
    return _ESCAPED.sub(lambda match: signs.get(match[1], match[1]), written)


def _indent(sentence: str, token: str, width: Callable[[str], int]) -> int:
    """Return the offset of the first token in its sentence, which may begin with white space."""
    space = sentence[: len(sentence) - len(sentence.lstrip())]
    return sum(map(width, space)) if not _plain(token)[:1].isspace() else 0


def _utf_16(letter: str) -> int:
    return 2 if ord(letter) > 0xFFFF else 1


def _code_point(letter: str) -> int:
    del letter
    return 1
