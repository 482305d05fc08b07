"""Label Studio: its JSON export, a task with everybody's annotations, predictions and drafts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.base.terms import Phrase
from aloi.gold.formats.offsets import OffsetUnit, countings
from aloi.gold.formats.projects.json_min import (
    is_json_min,
    is_table_of_annotations,
    of_json_min,
    records_of_table,
)
from aloi.gold.formats.projects.label_studio_config import BETWEEN_LEVELS, StudioConfig, levels, read_config
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
from aloi.gold.formats.projects.project_documents import Gathering, SpanIds, joined, texts_of
from aloi.gold.formats.projects.records import Record, first_record, records_of
from aloi.gold.formats.source_files import excluded
from aloi.gold.formats.span_schema import ENDLESS, RELATED, several

GOLD = "gold"  # the annotator of gold values in Aloi's exports; `ground_truth` marks it
PART_OF = "part of span "  # the note at each part of a discontinuous span, followed by its number
_SPANS = frozenset({"labels", "hypertextlabels"})
_SIDES = {"left": (0,), "right": (1,), "tie": (0, 1)}
_NUMBERS = frozenset({"rating", "number"})
_RANKINGS = frozenset({"ranker", "rankings", "ranking"})
_MARKUP = re.compile(r"<[/!a-zA-Z]|&(?:#\d+|#x[0-9a-fA-F]+|\w+);")
# Browsers count UTF-16; models behind the tool are written in Python, and their predictions may be edited.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.CODE_POINTS)


_DRAFTS = excluded("drafts")
_GOLD_RELEASE = excluded("gold", Phrase("why-release", "of a release"))
_RESULTS_SKIPPED_ANNOTATIONS = excluded(
    "results", Phrase("why-skipped-annotations", "of skipped annotations")
)
_ANNOTATIONS_WITHOUT_ANSWER = excluded("annotations", Phrase("why-without-answer", "without an answer"))
_COMMENTS_TEXTS_WITHOUT_ANSWER = excluded(
    "comments", Phrase("why-texts-without-answer", "on texts without an answer")
)


@dataclass(slots=True)
class _StudioTasks(Gathering):
    """Tasks while they are read; `paired` names the control by which people chose between two texts.

    `gold`: read the gold of an export of Aloi instead of the annotators' answers.
    """

    paired: str = ""
    words: list[str] = field(default_factory=list)
    config: StudioConfig = field(default_factory=StudioConfig)
    options: tuple[str, ...] = ()
    gold: bool = False


class LabelStudio(Tool):
    """Tasks with `annotations` (`completions` of old versions), or JSON-MIN, CSV, TSV: a row an annotation.

    See labelstud.io/guide/task_format and labelstud.io/guide/export. The labelling configuration, XML next
    to the file or in its folder, has the labels, the ends of ratings, and the names of the shown texts.

    Taken are choices, taxonomies, ratings, numbers, labelled spans and pairwise choices; those of a region
    are its attributes. Relations between regions are read too. The content of a text area is a
    comment. A cancelled annotation is a skip. The tool counts offsets in UTF-16 units, and says the words of
    most spans. The text is the field `text` of the data, or its only text.
    """

    name = "label_studio"
    title = "Label Studio (JSON, JSON-MIN, CSV)"

    def accepts(self, path: Path) -> bool:
        """Return whether a task has data, and annotations or predictions, or is a record of JSON-MIN."""
        if is_table_of_annotations(path):
            return True
        first = first_record(path)
        document = next(
            (first[one] for one in ("annotations", "completions", "predictions") if one in first), None
        )
        return (isinstance(first.get("data"), dict) and isinstance(document, list)) or is_json_min(first)

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the tasks as a project; people are called by their address, or their number."""
        return read_tasks(path, options)


def read_tasks(path: Path, options: ProjectOptions, *, gold: bool = False) -> Project:
    """Return the tasks of a file, folder or .zip; with `gold`, the gold of an export of ours alone."""
    reading = _StudioTasks(config=read_config(path), gold=gold, offsets=_OFFSETS)
    if is_table_of_annotations(path):
        records = records_of_table(path)
    else:
        records = [record for each in records_of(path).values() for record in each]
    records = [
        of_json_min(record, reading.config, options) if is_json_min(record.values) else record
        for record in records
    ]
    # An export with the gold alone, without answers: the gold is imported.
    gold_marks = {_is_gold(each) for record in records for each in record.records("annotations")}
    reading.gold = gold or gold_marks == {True}
    reading.paired = next(filter(None, map(_compared_by, records)), "")
    for number, record in enumerate(records, start=1):
        _take(record, record.text("id", "") or f"task-{number}", options, reading)
    for name, control in reading.config.controls.items():
        facts = dict(control.facts)
        if name in reading.questions and "parents" in facts:
            for part in ("labels", "parents"):
                facts[part] = {**facts[part], **getattr(reading.questions[name], part)}
        if (name in reading.questions or not reading.questions) and control.form is not QuestionForm.OPTIONS:
            if control.form is QuestionForm.SPANS:
                facts["schema"] = reading.config.schema
            reading.ask(name, control.form, **facts)
    return reading.project(options)


def _compared_by(record: Record) -> str:
    """Return the name of the control of a task that compares two texts; empty if there is none."""
    compared = (
        result.text("from_name", "pairwise")
        for name in ("annotations", "completions", "predictions")
        for each in record.records(name)
        for result in each.records("result")
        if result.values.get("type") == "pairwise"
    )
    return next(compared, "")


def _take(record: Record, name: str, project_options: ProjectOptions, reading: _StudioTasks) -> None:
    """Add a task: its text, and the answers of annotators and models."""
    data = record.record("data")
    texts, options = _shown(data, project_options, reading)
    shown = set(_text_fields(data, project_options, reading)) | {
        each.options for each in reading.config.controls.values()
    }
    rest = data.metadata(
        *(
            key
            for key, value in data.values.items()
            if key not in shown and (shown - {""} or value not in (*texts, *options))
        )
    )
    facts = {**rest, **(record.metadata("meta") if record.has("meta") else {})}
    if not reading.document(ProjectDocument(name, texts, record.where, facts, options)):
        return
    reading.options = options
    reading.leave(_DRAFTS, record.where, len(record.items("drafts")))
    annotations = (*record.records("annotations"), *record.records("completions"))
    golden = [each for each in annotations if _is_gold(each)]
    if golden and not reading.gold:
        reading.leave(_GOLD_RELEASE, record.where, len(golden))
    for each in annotations:
        if _is_gold(each) is not reading.gold:
            continue
        skipped = each.truth("was_cancelled") or each.truth("skipped")
        values, relations = ({}, {}) if skipped else _results(each, texts[0], reading)
        words = [*reading.words] if not skipped else []
        if skipped:
            reading.leave(_RESULTS_SKIPPED_ANNOTATIONS, each.where, len(each.items("result")))
        if not values and not skipped:
            reading.leave(_ANNOTATIONS_WITHOUT_ANSWER, each.where)
            reading.leave(_COMMENTS_TEXTS_WITHOUT_ANSWER, each.where, len(words))
            continue
        reading.answers.append(
            ProjectAnswer(
                name, each.where, _person(each),
                AnswerStatus.SKIP if skipped else AnswerStatus.ANSWER, values,
                "other: skipped" if skipped else "\n".join(words), False, _seconds(each),
                each.moment("updated_at") or each.moment("created_at"), relations=relations,
            )
        )  # fmt: skip
    for each in record.records("predictions"):
        values, relations = _results(each, texts[0], reading)
        if values:
            model = each.text("model_version", "") or "predictions"
            reading.answers.append(
                ProjectAnswer(name, each.where, model, AnswerStatus.PREDICTION, values, relations=relations)
            )


def _shown(
    data: Record, project_options: ProjectOptions, reading: _StudioTasks
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the text of a task; of one that compares two texts its question, and both as options."""
    if not reading.paired:
        dynamic = [one.options for one in reading.config.controls.values() if data.has(one.options)]
        options = [str(one.values.get("value", "")) for one in data.records(dynamic[0])] if dynamic else []
        return texts_of(data, _text_fields(data, project_options, reading), data.path), tuple(options)
    named = project_options.fields or [key for key, value in data.values.items() if isinstance(value, str)]
    if len(named) == 2:
        # A task has no question in words: the name of the control says what texts are compared for.
        return (reading.paired,), tuple(data.text(one) for one in named)
    texts = texts_of(data, named if len(named) == 3 else (), data.path)
    return texts[:1], texts[1:]


def _text_fields(data: Record, options: ProjectOptions, reading: _StudioTasks) -> Sequence[str]:
    """Return the text fields of a task, from the options or the configuration; none if unknown."""
    configured = reading.config.fields if all(map(data.has, reading.config.fields)) else ()
    usual = isinstance(data.values.get("text"), str) and bool(data.text("text").strip())
    return () if reading.paired else options.fields or configured or (("text",) if usual else ())


def _person(annotation: Record) -> str:
    """Return who made an annotation: their address, or their number."""
    completed_by = annotation.values.get("completed_by")
    if isinstance(completed_by, dict):
        person = annotation.record("completed_by")
        return person.text("email", "") or person.text("username", "") or person.text("id", "")
    return annotation.text("completed_by", "") or annotation.text("created_username", "")


def _is_gold(annotation: Record) -> bool:
    """Return whether an annotation is the gold of an export of ours."""
    return annotation.truth("ground_truth") and _person(annotation) == GOLD


def _seconds(annotation: Record) -> float | None:
    spent = annotation.number("lead_time")
    return None if spent is None or spent < 0 else float(spent)


def _results(
    annotation: Record, text: str, reading: _StudioTasks
) -> tuple[dict[str, Value], dict[str, tuple[LabelledRelation, ...]]]:
    """Return the answers of an annotation by question, and relations; people's words are left in `words`."""
    reading.words = []
    values: dict[str, Value] = {}
    regions = _Regions(annotation, reading)
    for result in annotation.records("result"):
        kind = result.text("type", "")
        if kind == "relation":
            continue
        value, name = result.record("value"), result.text("from_name", "") or kind
        if kind in _SPANS:
            reading.ask(name, QuestionForm.SPANS, schema=reading.config.schema)
            regions.add(name, result, _regions(kind, value, text, reading))
        elif kind == "paragraphlabels":
            reading.leave(excluded("regions", Phrase("why-dialogues", "of dialogues")), annotation.where)
        elif not (value.has("start") or value.has("end")):
            _take_value(kind, name, value, values, annotation, reading)
    values |= regions.values()
    # A text in which nothing is marked has been read all the same.
    marking = [
        name for name, annotation in reading.config.controls.items() if annotation.form is QuestionForm.SPANS
    ]
    marking += [
        name for name, annotation in reading.questions.items() if annotation.form is QuestionForm.SPANS
    ]
    if all(each.values.get("type") == "textarea" for each in annotation.records("result")):
        for name in dict.fromkeys(marking):
            reading.ask(name, QuestionForm.SPANS, schema=reading.config.schema)
            values.setdefault(name, ())
    return values, regions.relations()


class _Regions:
    """The spans of an annotation by question, with the attributes of their regions, and relations."""

    def __init__(self, annotation: Record, reading: _StudioTasks) -> None:
        self._annotation, self._reading = annotation, reading
        self._spans: dict[str, dict[str, LabelledSpan]] = {}
        self._keys: dict[str, list[tuple[str, str]]] = defaultdict(list)  # of each region, by its id

    def add(self, name: str, result: Record, spans: Sequence[LabelledSpan]) -> None:
        """Add the spans of a region, or a further part of a broken one, which the note at its parts names."""
        marks = result.record("meta").words("text")
        broken = next((note for note in marks if note.startswith(PART_OF)), "")
        notes = sum(not note.startswith(PART_OF) for note in marks)
        self._reading.leave(excluded("notes", Phrase("why-spans", "at spans")), self._annotation.where, notes)
        for span in spans:
            listed = self._spans.setdefault(name, {})
            key = f"{broken} {span.label}" if broken else f"#{len(listed)}"
            listed[key] = joined(listed.get(key), span)
            self._keys[result.text("id", "")].append((name, key))

    def values(self) -> dict[str, Value]:
        """Return the spans by question."""
        attributes: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for result in self._annotation.records("result"):
            kind, value = result.text("type", ""), result.record("value")
            if kind in _SPANS or kind in ("relation", "paragraphlabels"):
                continue
            id_, name = result.text("id", ""), result.text("from_name", "") or kind
            if not (value.has("start") or value.has("end")):
                continue
            if id_ and (listed := _attribute_values(kind, value)) and id_ in self._keys:
                attributes[id_] += [(name, each) for each in listed]
            else:
                why = Phrase("why-of-spans-kind", "of spans ({kind})", kind=kind)
                self._reading.leave(excluded("attributes", why), self._annotation.where)
        for id_, pairs in attributes.items():
            for name, key in self._keys[id_]:
                span = self._spans[name][key]
                before = [(each, value) for each, values in span.attributes for value in values]
                self._spans[name][key] = replace(span, attributes=several([*before, *pairs]))
        return {name: tuple(listed.values()) for name, listed in self._spans.items()}

    def relations(self) -> dict[str, tuple[LabelledRelation, ...]]:
        """Return the relations by question; those between the spans of two questions are counted."""
        ids = {name: SpanIds() for name in self._spans}
        for name, listed in self._spans.items():
            places = {key: at for at, key in enumerate(listed)}
            for id_, keys in self._keys.items():
                its_places = {places[key]: None for its_name, key in keys if its_name == name}
                ids[name].ids[id_] = [*its_places]
        relations: dict[str, list[LabelledRelation]] = defaultdict(list)
        for result in self._annotation.records("result"):
            if result.text("type", "") != "relation":
                continue
            ends = [result.text("from_id", ""), result.text("to_id", "")]
            if result.text("direction", "") == "left":
                ends.reverse()
            for type_ in result.words("labels") or [RELATED]:
                fitting = [(name, each) for name in ids if (each := ids[name].relation(type_, *ends))]
                if fitting:
                    relations[fitting[0][0]].append(fitting[0][1])
                else:
                    self._reading.notebook.add(ENDLESS, self._annotation.where)
        return {name: tuple(listed) for name, listed in relations.items()}


def _attribute_values(kind: str, value: Record) -> list[str]:
    """Return the values that a control gave to a region; none for other controls."""
    if kind == "choices":
        return value.words("choices")
    if kind == "taxonomy":
        paths = [path for path in value.items("taxonomy") if isinstance(path, list)]
        return [BETWEEN_LEVELS.join(map(str, path)) for path in paths]
    number = value.number(kind) if kind in _NUMBERS else None
    return [] if number is None else [f"{number:g}"]


def _regions(kind: str, value: Record, text: str, reading: _StudioTasks) -> list[LabelledSpan]:
    """Return the spans of a region, one a label; what has no place in the text is counted."""
    labels = value.words(kind) or value.words("labels")
    if not labels:
        reading.leave(excluded("regions", Phrase("why-without-label", "without a label")), value.where)
        return []
    words = value.text("text", "")
    is_path = isinstance(value.values.get("start"), str)
    if is_path or (kind == "hypertextlabels" and not words):
        # Offsets of HTML count the characters that a browser shows: the text itself if it has no markup.
        placed = value.record("globalOffsets") if is_path else value
        if _MARKUP.search(text) or not placed.values:
            reading.leave(excluded("regions", Phrase("why-html", "of HTML")), value.where, len(labels))
            return []
        value = placed
    return [reading.span(value, label, text, words) for label in labels]


def _take_value(
    kind: str, name: str, value: Record, values: dict[str, Value], result: Record, reading: _StudioTasks
) -> None:
    """Take the value of one control of a task."""
    control = reading.config.controls.get(name)
    chosen = tuple(dict.fromkeys(value.words("choices"))) if kind == "choices" else ()
    if kind == "choices" and control is not None and control.options:
        if not set(chosen) <= set(reading.options):
            value.refuse("choices", "option")
        reading.ask(name, QuestionForm.OPTIONS)
        values[name] = tuple(sorted(map(reading.options.index, chosen)))
    elif kind == "choices":
        reading.ask(name, QuestionForm.LABELS)
        values[name] = chosen
    elif kind == "taxonomy":
        values[name] = _take_levels(name, value, reading)
    elif kind in _NUMBERS:
        number = value.number(kind)
        if number is not None:
            reading.ask(name, QuestionForm.RATING)
            values[name] = float(number)
    elif kind == "pairwise":
        side = value.text("selected", "")
        if side not in _SIDES:
            value.refuse("selected", "side")
        reading.ask(name, QuestionForm.OPTIONS)
        values[name] = _SIDES[side]
    elif kind == "textarea":
        reading.words += [words for words in value.words("text") if words.strip()]
    else:
        of_kind = Phrase("why-of-kind", "of the kind {kind}", kind=repr(kind))
        reading.leave(
            excluded("rankings") if kind in _RANKINGS else excluded("results", of_kind), result.where
        )


def _take_levels(name: str, value: Record, reading: _StudioTasks) -> tuple[str, ...]:
    """Return the labels of a taxonomy, each called by its whole path; those above them become known too."""
    paths = []
    for index, path in enumerate(value.items("taxonomy")):
        if not isinstance(path, list) or not path or not all(isinstance(level, str) for level in path):
            value.refuse(f"taxonomy[{index}]", "list", path)
        paths.append(tuple(path))
    labels, parents = levels(paths)
    before = reading.questions.get(name)
    if before is not None:
        labels, parents = {**before.labels, **labels}, {**before.parents, **parents}
    reading.ask(name, QuestionForm.LABELS, labels=labels, parents=parents)
    return tuple(dict.fromkeys(BETWEEN_LEVELS.join(path) for path in paths))
