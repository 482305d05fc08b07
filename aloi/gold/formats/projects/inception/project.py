"""INCEpTION and WebAnno: files of WebAnno TSV 3 and of UIMA CAS, one a document or one a person."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.annotator_paths import annotators_of_paths
from aloi.gold.formats.base import parse_json
from aloi.gold.formats.projects.discontinuous import joined_parts, spans_in, tagged_row
from aloi.gold.formats.projects.inception.feature_names import LABEL, LAYER, decoded_name
from aloi.gold.formats.projects.inception.uima_cas import REPEATED, LayerSpan, MarkedFile, read_cas
from aloi.gold.formats.projects.inception.webanno_tsv import TSV_HEAD, TsvFile
from aloi.gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.source_files import contents, excluded
from aloi.gold.formats.span_schema import several

_TSV, _XMI, _JSON = ".tsv", ".xmi", ".json"
_CAS_MARK = '"%FEATURE_STRUCTURES"'
_ANNOTATION = "annotation"
# Directories and files of a project that belong to no annotator, with their content.
_NOBODY = {
    **dict.fromkeys(
        ("curation", "curation_ser", "curation_user"),
        excluded("documents", Phrase("why-curated", "of a curator")),
    ),
    "initial_cas": excluded(
        "documents", Phrase("why-initial-cas", "before anybody annotated them (INITIAL_CAS)")
    ),
}
_BETWEEN_LAYERS = excluded("relations", Phrase("why-between-layers", "between the spans of two layers"))
_WITHOUT_VALUE = Phrase(
    "import-spans-without-value", "spans without a value, which have the name of their layer as label"
)
_NOT_BEGUN = excluded("documents", Phrase("why-annotator-has-not", "that an annotator has not begun (NEW)"))
_IN_PROGRESS = Phrase(
    "import-documents-annotator-has",
    "documents that an annotator has not finished (IN_PROGRESS), read as answers",
)
_IGNORED = Phrase(
    "import-documents-locked-annotator", "documents locked for an annotator (IGNORE), read as skips"
)
_IGNORED_WITHOUT_TEXT = excluded(
    "documents",
    Phrase("why-locked-annotator-ignore", "locked for an annotator (IGNORE) whose text no file holds"),
)
_NO_FILE = excluded(
    "documents", Phrase("why-annotator-began-there", "that an annotator began, of which there is no file")
)
_SPANS = LAYER.rpartition(".")[2]
_OWN_QUESTION = f"{_SPANS}.{LABEL}"  # of files that Aloi wrote
_NO_VALUE = "{} without value"  # the label of such spans if a value has the name of the layer


@dataclass(frozen=True, slots=True)
class _Origin:
    """Which document a file is of, and whose it is; or which part of a project that is no annotator's."""

    document: str
    annotator: str = ""
    nobody: Phrase | None = None


class WebAnnoTsv(Tool):
    """WebAnno TSV 3.x: a token a line, a column a feature; see its appendix in the guide of INCEpTION.

    The layers of spans are the questions, a feature each; the other features of the layer are attributes of
    its spans. Relations are read, chains and slots are counted. Offsets are those of Java (UTF-16), as the
    tokens confirm.
    """

    name = "webanno_tsv"
    title = "INCEpTION, WebAnno (TSV 3)"

    def accepts(self, path: Path) -> bool:
        """Return whether a file begins as the format says."""
        try:
            return any(text.startswith(TSV_HEAD) for text in contents(path, (_TSV,), nested=True).values())
        except (AloiError, OSError):
            return False

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the documents with what each person marked in them."""
        files = contents(path, (_TSV,), nested=True)
        marked = [TsvFile(name, text).read() for name, text in files.items() if text.startswith(TSV_HEAD)]
        return _project(marked, path, options)


class UimaCas(Tool):
    """UIMA CAS as XMI, with `TypeSystem.xml` next to it, or as JSON; read by dkpro-cassis.

    A project in XMI contains a .zip for each annotator of a document, which is read as a directory.
    """

    name = "uima_cas"
    title = Phrase("layout-inception-dkpro-uima", "INCEpTION, DKPro (UIMA CAS, XMI or JSON)")

    def accepts(self, path: Path) -> bool:
        """Return whether there are XMI files, or JSON with the parts of a CAS."""
        try:
            files = contents(path, (_XMI, _JSON), nested=True)
        except (AloiError, OSError):
            return False
        return any(name.lower().endswith(_XMI) or _CAS_MARK in text for name, text in files.items())

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the documents with what each person marked in them.

        Raises
        ------
        AloiError
            XMI without its type system, or a CAS that cannot be read.
        """
        types = _type_systems(path)
        marked = []
        for name, text in contents(path, (_XMI, _JSON), nested=True).items():
            is_xmi = name.lower().endswith(_XMI)
            if is_xmi and not types:
                raise AloiError("gold.project-no-types", name=name)
            if is_xmi or _CAS_MARK in text:
                marked.append(read_cas(name, text, _nearest(types, PurePosixPath(name)) if is_xmi else ""))
        return _project(marked, path, options)


def _project(files: Sequence[MarkedFile], path: Path, options: ProjectOptions) -> Project:
    """Return the project of files, some of which are each one person's of the document their folder is."""
    gathering = Gathering()
    origins = _origins(files, path)
    annotated = [file for file in files if not origins[file.name].nobody]
    for file in files:
        if nobody := origins[file.name].nobody:
            gathering.leave(nobody, file.name)
    if not annotated:
        raise AloiError("gold.project-nobody-annotated", path=path.name, files=len(files))
    questions = _questions(annotated)
    chosen = options.question or _OWN_QUESTION
    if chosen in questions:  # other features of its layer are attributes of its spans
        layer = questions[chosen][0]
        questions = {name: each for name, each in questions.items() if name == chosen or each[0] != layer}
    for question in questions:
        gathering.ask(question, QuestionForm.SPANS)
    unvalued = _labels_without_value(annotated, questions)
    states = read_annotator_documents(path)
    for file in annotated:
        origin = origins[file.name]
        state = states.pop((origin.document, origin.annotator), AnnotatorDocument(DocumentState.FINISHED))
        if state.state is DocumentState.NEW:
            gathering.leave(_NOT_BEGUN, file.name)
            continue
        if not gathering.document(ProjectDocument(origin.document, (file.text,), file.name)):
            continue
        if state.state is DocumentState.IGNORE:
            gathering.notebook.add(_IGNORED, file.name)
            gathering.answers.append(_skip(origin.document, origin.annotator, state, file.name))
            continue
        if state.state is DocumentState.IN_PROGRESS:
            gathering.notebook.add(_IN_PROGRESS, file.name)
        for kind, count in file.others.items():
            gathering.leave(kind, file.name, count)
        values, relations = _marked(file, questions, unvalued, gathering)
        gathering.answers.append(
            ProjectAnswer(
                origin.document, file.name, origin.annotator, values=values, comment=state.comment,
                relations=relations,
            )
        )  # fmt: skip
    _take_states_without_file(states, [file for file in files if origins[file.name].nobody], path, gathering)
    return gathering.project(options)


def _marked(
    file: MarkedFile,
    questions: Mapping[str, tuple[str, str]],
    unvalued: Mapping[str, str],
    gathering: Gathering,
) -> tuple[dict[str, Value], dict[str, tuple[LabelledRelation, ...]]]:
    """Return the spans of each question, with the other features of their layer as attributes, and relations.

    Relations between the spans of two layers are counted.
    """
    values: dict[str, Value] = {}
    relations: dict[str, tuple[LabelledRelation, ...]] = {}
    for question, (layer, feature) in questions.items():
        index: dict[int, int] = {}
        labelled: list[LabelledSpan] = []
        for at, span in enumerate(file.spans):
            if span.layer == layer:
                index[at] = len(labelled)
                labelled.append(_labelled(span, feature, unvalued[question]))
                if not dict(span.values).get(feature):
                    gathering.notebook.add(_WITHOUT_VALUE, file.name)
        inside = [
            LabelledRelation(each.type, index[each.head], index[each.tail])
            for each in file.relations
            if each.head in index and each.tail in index
        ]
        spans, between = joined_parts(labelled, inside)
        distinct = {span: at for at, span in enumerate(dict.fromkeys(spans))}
        values[question] = tuple(distinct)
        gathering.leave(REPEATED, file.name, len(spans) - len(distinct))
        relations[question] = tuple(
            LabelledRelation(each.type, distinct[spans[each.head]], distinct[spans[each.tail]])
            for each in between
        )
    layers = [(file.spans[each.head].layer, file.spans[each.tail].layer) for each in file.relations]
    gathering.leave(_BETWEEN_LAYERS, file.name, sum(head != tail for head, tail in layers))
    return values, relations


def _labelled(span: LayerSpan, feature: str, unvalued: str) -> LabelledSpan:
    """Return a span with the value of a feature as label, and the other features as attributes."""
    others = [(name, each) for name, each in span.values if name != feature and each]
    attributes = several((decoded_name(name), each) for name, each in (*others, *span.others))
    label = dict(span.values).get(feature) or unvalued
    return LabelledSpan(label, ((span.start, span.end),), attributes)


def read_row(file: MarkedFile, name: str) -> TaggedTokens:
    """Return the row of a file that Aloi exported.

    Raises
    ------
    AloiError
        Anything in the file that is no span or relation of ours: it was changed.
    """
    gathering = Gathering()
    values, relations = _marked(file, {_SPANS: (_SPANS, LABEL)}, {_SPANS: _SPANS}, gathering)
    for kind, count in file.others.items():
        gathering.leave(kind, file.name, count)
    for note in gathering.notebook.notes():
        raise AloiError(
            "gold.brat-first", folder=name, note=note.description, count=note.count, first=note.first
        )
    return tagged_row(name, "", file.text, spans_in(values[_SPANS]), relations[_SPANS])


def _take_states_without_file(
    states: Mapping[tuple[str, str], AnnotatorDocument],
    of_nobody: Sequence[MarkedFile],
    path: Path,
    gathering: Gathering,
) -> None:
    """Read the locked documents, whose annotations an export omits, as skips; count the other states.

    If nobody else annotated the text, it is read from the file before annotation, if there is one.
    """
    texts = {name: file for file in of_nobody for name in _parts(file.name, path)[:-1]}
    for (document, annotator), state in states.items():
        if annotator.lower() in _NOBODY:
            continue
        where = f"{document}, {annotator}"
        if state.state is DocumentState.IGNORE:
            file = texts.get(document)
            if document in gathering.documents or (
                file is not None and gathering.document(ProjectDocument(document, (file.text,), file.name))
            ):
                gathering.notebook.add(_IGNORED, where)
                gathering.answers.append(_skip(document, annotator, state, where))
            else:
                gathering.leave(_IGNORED_WITHOUT_TEXT, where)
        elif state.state in (DocumentState.IN_PROGRESS, DocumentState.FINISHED):
            gathering.leave(_NO_FILE, where)


def _skip(document: str, annotator: str, state: AnnotatorDocument, where: str) -> ProjectAnswer:
    return ProjectAnswer(document, where, annotator, AnswerStatus.SKIP, comment=state.comment)


def _questions(files: Sequence[MarkedFile]) -> dict[str, tuple[str, str]]:
    """Return (layer, feature) by question: the features that contain a value, or the layer if none does.

    A layer with one feature is called by its name alone.
    """
    features: dict[str, dict[str, bool]] = defaultdict(dict)
    for span in (span for one in files for span in one.spans):
        for feature, value in span.values or (("", None),):
            features[span.layer][feature] = features[span.layer].get(feature, False) or bool(value)
    questions: dict[str, tuple[str, str]] = {}
    for layer, valued in features.items():
        used = [feature for feature, has_value in valued.items() if has_value]
        for feature in used or [""]:
            questions[f"{layer}.{feature}" if used and len(valued) > 1 else layer] = (layer, feature)
    return questions


def _labels_without_value(
    files: Sequence[MarkedFile], questions: Mapping[str, tuple[str, str]]
) -> dict[str, str]:
    """Return the label of spans without a value, by question: no value of the question is called like it."""
    spans: list[LayerSpan] = [span for one in files for span in one.spans]
    labels = {}
    for question, (layer, feature) in questions.items():
        values = {dict(span.values).get(feature) for span in spans if span.layer == layer}
        labels[question] = _NO_VALUE.format(layer) if layer in values else layer
    return labels


def _origins(files: Sequence[MarkedFile], path: Path) -> dict[str, _Origin]:
    """Return the document and the annotator of each file, by its name.

    Below a directory `annotation` the export names them: `annotation/DOCUMENT/ANNOTATOR`, a file or a
    directory. Elsewhere files that share their text do, or file name in the directories of several documents.
    """
    parts = {file.name: _parts(file.name, path) for file in files}
    origins: dict[str, _Origin] = {}
    for file in files:
        names = parts[file.name]
        nobody = next((_NOBODY[each.lower()] for each in names if each.lower() in _NOBODY), None)
        at = names.index(_ANNOTATION) if _ANNOTATION in names else len(names)
        if nobody:
            origins[file.name] = _Origin("", nobody=nobody)
        elif at + 2 < len(names):
            origins[file.name] = _Origin(names[at + 1], names[at + 2])
    others = [file for file in files if file.name not in origins]
    texts = {PurePosixPath(*parts[file.name]): file.text for file in others}
    shared = annotators_of_paths(texts, by_file=True) if len(texts) == len(others) else {}
    repeated = _repeated(texts)
    stems = Counter(parts[file.name][-1] for file in others)
    for file in others:
        its_parts = parts[file.name]
        key = PurePosixPath(*its_parts)
        if key in shared:
            document, annotator = shared[key]
            origins[file.name] = _Origin(document[-1] if document else annotator, annotator)
        elif key in repeated:
            origins[file.name] = _Origin(its_parts[-2], its_parts[-1])
        else:
            unique = stems[its_parts[-1]] == 1
            origins[file.name] = _Origin(its_parts[-1] if unique else "/".join(its_parts))
    return origins


def _repeated(texts: Mapping[PurePosixPath, str]) -> frozenset[PurePosixPath]:
    """Return the files of annotators who are alone with each document: one name, a file a directory."""
    by_directory: dict[PurePosixPath, list[PurePosixPath]] = defaultdict(list)
    for path in texts:
        by_directory[path.parent].append(path)
    names = Counter(path.name for path in texts)
    alone = all(len(each) == 1 for each in by_directory.values())
    return frozenset(path for path in texts if alone and len(path.parts) > 1 and names[path.name] > 1)


def _parts(name: str, path: Path) -> tuple[str, ...]:
    """Return the parts of a file's path from the source on, the last one without its suffix.

    The directory and the file that exports in XMI have for each annotator, and name alike, are one part.
    """
    inner = PurePosixPath(name)
    if path.is_file() and path.suffix.lower() != ".zip":
        outer = path.resolve().parent.parts[-2:] if _ANNOTATION in path.resolve().parent.parts[-2:] else ()
    else:
        outer = (path.name if path.is_dir() else path.stem,)
    parts = (*outer, *inner.parts[:-1], inner.stem)
    return parts[:-1] if len(parts) > 1 and parts[-1] == parts[-2] else parts


def _type_systems(path: Path) -> dict[PurePosixPath, str]:
    """Return the type systems next to XMI files, by their folder."""
    if path.is_dir() or path.suffix.lower() == ".zip":
        try:
            files = contents(path, (".xml",), nested=True)
        except AloiError:
            return {}
    else:
        files = {}
        for file in sorted(path.parent.glob("*.[xX][mM][lL]")):
            files |= contents(file, (".xml",))
    return {
        PurePosixPath(name).parent: text for name, text in files.items() if "typeSystemDescription" in text
    }


def _nearest(types: Mapping[PurePosixPath, str], name: PurePosixPath) -> str:
    """Return the type system next to a file or in the nearest directory above it; else the first one."""
    return next((types[each] for each in name.parents if each in types), next(iter(types.values())))


_NAME = "exportedproject"  # older versions put digits after it


class DocumentState(StrEnum):
    """The state of a document for an annotator, as INCEpTION calls it."""

    NEW = "NEW"
    IN_PROGRESS = "INPROGRESS"
    FINISHED = "FINISHED"
    IGNORE = "IGNORE"


_OTHER_NAMES = {
    "LOCKED": DocumentState.IGNORE,
    "COMPLETE": DocumentState.FINISHED,
    "ANNOTATIONINPROGRESS": DocumentState.IN_PROGRESS,
    "ANNOTATIONFINISHED": DocumentState.FINISHED,
}


@dataclass(frozen=True, slots=True)
class AnnotatorDocument:
    """A document of an annotator: its state, None for one that is not documented, and their comment."""

    state: DocumentState | None
    comment: str = ""


def read_annotator_documents(path: Path) -> dict[tuple[str, str], AnnotatorDocument]:
    """Return what an exported project says of documents, by (document, annotator); nothing without one."""
    if path.is_file() and path.suffix.lower() != ".zip":
        return {}
    try:
        files = contents(path, (".json",), nested=True)
    except AloiError:
        return {}
    documents: dict[tuple[str, str], AnnotatorDocument] = {}
    for name, text in files.items():
        if not PurePosixPath(name).name.startswith(_NAME):
            continue
        try:
            project = parse_json(text)
        except json.JSONDecodeError as error:
            raise AloiError(
                "aloi.not-json",
                path=Term("at-column", path=name, line=str(error.lineno), column=str(error.colno)),
                error=error.msg,
                todo=Term("project-again"),
            ) from None
        listed = project.get("annotation_documents") if isinstance(project, dict) else None
        for each in listed if isinstance(listed, list) else []:
            if isinstance(each, dict):
                key = str(each.get("name") or ""), str(each.get("user") or "")
                comment = str(each.get("annotatorComment") or "").strip()
                documents[key] = AnnotatorDocument(_state(each.get("state")), comment)
    return documents


def _state(written: object) -> DocumentState | None:
    name = str(written or "").upper().replace("-", "").replace("_", "")
    return _OTHER_NAMES.get(name) or next((state for state in DocumentState if state == name), None)
