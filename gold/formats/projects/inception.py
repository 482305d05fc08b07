"""INCEpTION and WebAnno: files of WebAnno TSV 3 and of UIMA CAS, one a document or one a person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.errors import AloiError
from annotation.rows import LabelledSpan
from gold.formats.projects.gathering import Gathering
from gold.formats.projects.model import (
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
)
from gold.formats.source_files import contents

_TSV, _XMI, _JSON = ".tsv", ".xmi", ".json"
_HEAD = "#FORMAT=WebAnno TSV 3"
_ROW = re.compile(r"(\d+)-(\d+)(\.\d+)?")
_PLACES = re.compile(r"(\d+)-(\d+)")
_STACKED = re.compile(r"(?<!\\)\|")
_NUMBERED = re.compile(r"(.*?)(?<!\\)\[(\d+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(->|.)", re.DOTALL)
_CURATION = frozenset({"curation", "curation_ser"})
_BUILT_IN = re.compile(
    r"uima\..*|.*\.(Token|Sentence|DocumentMetaData|CASMetadata|TagsetDescription|TagDescription|Div|Paragraph)"
)
_MOST_FEATURES = 1  # of a layer that is called by its name alone


@dataclass(slots=True)
class _MarkedFile:
    """What one file says: its text, and spans by question, as (start, end, label)."""

    name: str
    text: str
    spans: dict[str, list[tuple[int, int, str]]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, int] = field(default_factory=lambda: defaultdict(int))


class WebAnnoTsv(Tool):
    """WebAnno TSV 3.x: a token a line, a column a feature; see its appendix in the guide of INCEpTION.

    The layers of spans are the questions, a feature each; relations and chains are counted. Places are
    those of Java (UTF-16), which the tokens beside them confirm.
    """

    name = "webanno_tsv"
    title = "INCEpTION, WebAnno (TSV 3)"

    def accepts(self, path: Path) -> bool:
        """Return whether a file begins as the format says."""
        try:
            return any(text.startswith(_HEAD) for text in contents(path, (_TSV,)).values())
        except (AloiError, OSError):
            return False

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the documents with what each person marked in them."""
        found = contents(path, (_TSV,))
        files = [_Tsv(name, text).read() for name, text in found.items() if text.startswith(_HEAD)]
        return _project(files, asked)


class UimaCas(Tool):
    """UIMA CAS as XMI, with `TypeSystem.xml` beside it, or as JSON; read by dkpro-cassis."""

    name = "uima_cas"
    title = "INCEpTION, DKPro (UIMA CAS, XMI or JSON)"

    def accepts(self, path: Path) -> bool:
        """Return whether there are XMI files, or JSON with the parts of a CAS."""
        try:
            found = contents(path, (_XMI, _JSON))
        except (AloiError, OSError):
            return False
        return any(
            name.lower().endswith(_XMI) or '"%FEATURE_STRUCTURES"' in text for name, text in found.items()
        )

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the documents with what each person marked in them.

        Raises
        ------
        AloiError
            XMI without its type system, or a CAS that cannot be read.
        """
        types = _type_systems(path)
        files = []
        for name, text in contents(path, (_XMI, _JSON)).items():
            if name.lower().endswith(_XMI) and not types:
                raise AloiError("gold.project-no-types", name=name)
            if name.lower().endswith(_XMI) or '"%FEATURE_STRUCTURES"' in text:
                beside = types.get(PurePosixPath(name).parent, next(iter(types.values()), ""))
                files.append(_of_cas(name, _loaded(name, text, beside)))
        return _project(files, asked)


def _project(files: Sequence[_MarkedFile], asked: ProjectOptions) -> Project:
    """Return the project of files, some of which are each one person's of the document their folder is."""
    found = Gathering()
    shared = _of_people(files)
    known: dict[str, None] = {}
    for one in files:
        for question in one.spans:
            found.ask(question, QuestionForm.SPANS)
            known[question] = None
    for one in files:
        place = PurePosixPath(one.name)
        document, who = (place.parent.name, place.stem) if one.name in shared else (place.stem, "")
        if _CURATION & {*place.parts[:-1]}:
            found.leave("curated documents", one.name)
            continue
        if not found.document(ProjectDocument(document, (one.text,), one.name)):
            continue
        for what, count in one.others.items():
            found.leave(what, one.name, count)
        values = {
            question: tuple(
                LabelledSpan(label, ((start, end),)) for start, end, label in one.spans.get(question, ())
            )
            for question in known
        }
        found.answers.append(ProjectAnswer(document, one.name, who, values=values))
    return found.project(asked)


def _of_people(files: Sequence[_MarkedFile]) -> frozenset[str]:
    """Return the files that are one person's.

    They stand below a folder `annotation`, as in the export of a project, or share their folder and text, or
    one name stands in several folders.
    """
    by_folder: dict[PurePosixPath, list[_MarkedFile]] = defaultdict(list)
    for one in files:
        by_folder[PurePosixPath(one.name).parent].append(one)
    names = Counter(PurePosixPath(one.name).stem for one in files)
    found: set[str] = set()
    for folder, each in by_folder.items():
        alike = len(each) > 1 and len({one.text for one in each}) == 1
        again = any(names[PurePosixPath(one.name).stem] > 1 for one in each)
        if folder.parts and (alike or again or "annotation" in folder.parts[:-1]):
            found |= {one.name for one in each}
    return frozenset(found)


class _Tsv:
    """One file of WebAnno TSV 3 on its way to spans."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._lines = name, text.replace("\r\n", "\n").split("\n")
        self._columns: list[str] = []  # the question of each column, `""` for one of no span layer
        self._sentences: list[tuple[str, list[tuple[int, int, str]]]] = []
        self._cells: list[tuple[int, int, list[str], int]] = []
        self._others: dict[str, int] = defaultdict(int)

    def read(self) -> _MarkedFile:
        """Return the text of the sentences at their places, and the spans of each feature."""
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
        whole, points = self._placed()
        one = _MarkedFile(self._name, whole)
        one.others.update(self._others)
        self._marked(one, points)
        return one

    def _layer(self, line: str) -> None:
        """Take the columns of a layer: one a feature, one alone for a layer without any."""
        kind, _, declared = line.partition("=")
        layer, *features = declared.split("|")
        short = layer.rsplit(".", 1)[-1]
        if kind == "#T_SP":
            named = [one for one in features if one and not one.startswith("ROLE_")]
            several = len(named) > _MOST_FEATURES
            questions = [f"{short}.{one}" if several else short for one in named]
            self._columns += [
                "" if one.startswith("ROLE_") else questions[named.index(one)] for one in features if one
            ] or [short]
        else:
            what = "relations" if kind == "#T_RL" else "chains"
            self._columns += [f"#{what}"] + [""] * max(len(features) - 1, 0)

    def _token(self, line: str, number: int) -> None:
        """Take the line of a token, or of a part of one."""
        cells = line.split("\t")
        row = _ROW.fullmatch(cells[0])
        places = _PLACES.fullmatch(cells[1]) if len(cells) > 2 else None
        if row is None or places is None or not self._sentences:
            raise AloiError("gold.project-tsv-line", name=self._name, line=str(number), cells=len(cells))
        start, end = int(places[1]), int(places[2])
        if not row[3]:
            self._sentences[-1][1].append((start, end, cells[2]))
        self._cells.append((start, end, cells[3:], number))

    def _placed(self) -> tuple[str, Mapping[int, int]]:
        """Return the text of the document, and each place of the file as one in code points.

        Raises
        ------
        AloiError
            Tokens that do not stand at their places, counted in UTF-16 or in code points.
        """
        for width in (_utf_16, _code_point):
            parts: list[str] = []
            points: dict[int, int] = {}
            at = written = 0
            for sentence, tokens in self._sentences:
                begins = tokens[0][0] if tokens else at
                gap = max(0, begins - at)
                parts.append("\n" * gap)
                at, written = at + gap, written + gap
                for letter in sentence:
                    points[at] = written
                    at, written = at + width(letter), written + 1
                points[at] = written
                parts.append(sentence)
            whole = "".join(parts)
            if all(
                whole[points.get(start, 0) : points.get(end, 0)] in (token, _plain(token))
                for _, tokens in self._sentences
                for start, end, token in tokens
            ):
                return whole, points
        raise AloiError("gold.project-tsv-places", name=self._name)

    def _marked(self, one: _MarkedFile, points: Mapping[int, int]) -> None:
        """Bring the cells together as spans: those with one number are of one span."""
        joined: dict[tuple[str, str, str], tuple[int, int]] = {}
        for place, (start, end, cells, number) in enumerate(self._cells):
            if start not in points or end not in points:
                raise AloiError("gold.project-tsv-line", name=self._name, line=str(number), cells=len(cells))
            for column, cell in zip(self._columns, cells, strict=False):
                if cell in ("_", "") or not column:
                    continue
                for value, key in _values(cell, place):
                    if column.startswith("#"):
                        one.others[column[1:]] += 1
                        continue
                    label = value if value != "*" else column.partition(".")[0]
                    same = (column, label, key)
                    before = joined.get(same, (points[start], points[end]))
                    joined[same] = (min(before[0], points[start]), max(before[1], points[end]))
        for (column, label, _), (start, end) in joined.items():
            if start < end:
                one.spans[column].append((start, end, label))


def _values(cell: str, place: int) -> Iterator[tuple[str, str]]:
    """Yield each stacked value of a cell with its number; one without a number is of this token alone."""
    for value in _STACKED.split(cell):
        numbered = _NUMBERED.fullmatch(value)
        yield (_plain(numbered[1]), f"#{numbered[2]}") if numbered else (_plain(value), f"at {place}")


def _plain(written: str) -> str:
    """Return a text without its escapes."""
    signs = {"t": "\t", "n": "\n", "r": "\r"}
    return _ESCAPED.sub(lambda found: signs.get(found[1], found[1]), written)


def _utf_16(letter: str) -> int:
    return 2 if ord(letter) > 0xFFFF else 1


def _code_point(letter: str) -> int:
    del letter
    return 1


def _type_systems(path: Path) -> dict[PurePosixPath, str]:
    """Return the type systems beside XMI files, by the folder they stand in."""
    folder = path if path.is_dir() or path.suffix.lower() == ".zip" else path.parent
    try:
        found = contents(folder, (".xml",))
    except AloiError:
        return {}
    return {
        PurePosixPath(name).parent: text for name, text in found.items() if "typeSystemDescription" in text
    }


def _loaded(name: str, text: str, types: str) -> Any:
    """Return the CAS of a text; whatever the library finds wrong with it is one error of ours."""
    from cassis import load_cas_from_json, load_cas_from_xmi, load_typesystem  # a fifth of a second to load

    try:
        if name.lower().endswith(_JSON):
            return load_cas_from_json(text)
        return load_cas_from_xmi(text, typesystem=load_typesystem(types), lenient=True)
    except Exception as error:
        raise AloiError("gold.project-cas", name=name, error=type(error).__name__) from error


def _of_cas(name: str, cas: Any) -> _MarkedFile:
    """Return the text of a CAS, and the spans of the features of its layers."""
    try:
        one = _MarkedFile(name, str(cas.sofa_string or ""))
        for each in cas.select("uima.tcas.Annotation"):
            kind = each.type.name
            start, end = getattr(each, "begin", None), getattr(each, "end", None)
            if _BUILT_IN.fullmatch(kind) or not isinstance(start, int) or not isinstance(end, int):
                continue
            features = [feature.name for feature in each.type.all_features]
            if {"Governor", "Dependent"} <= set(features):
                one.others["relations"] += 1
                continue
            short = kind.rsplit(".", 1)[-1]
            texts = [
                feature.name
                for feature in each.type.all_features
                if feature.rangeType.name == "uima.cas.String" and feature.name not in ("uiOrder",)
            ]
            for feature in texts or [""]:
                value = getattr(each, feature, None) if feature else None
                question = f"{short}.{feature}" if len(texts) > _MOST_FEATURES else short
                if value is None and len(texts) > _MOST_FEATURES:
                    continue
                if 0 <= start < end <= len(one.text):
                    one.spans[question].append((start, end, str(value or short)))
                else:
                    one.others["spans outside their text"] += 1
    except AloiError:
        raise
    except Exception as error:
        raise AloiError("gold.project-cas", name=name, error=type(error).__name__) from error
    return one
