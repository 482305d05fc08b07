"""Label Studio: its JSON export, a task with everybody's annotations, predictions and drafts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aloi.annotation.rows import LabelledSpan
from aloi.gold.formats.offsets import OffsetUnit, countings
from aloi.gold.formats.projects.gathering import Gathering, joined, texts_of
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
from aloi.gold.formats.projects.records import Record, first_record, records_of

GOLD = "gold"  # who says the gold in exports of ours; `ground_truth` marks it
PART_OF = "part of span "  # the note at each part of a broken span, followed by its number
_SPANS = frozenset({"labels", "hypertextlabels"})
_SIDES = {"left": (0,), "right": (1,), "tie": (0, 1)}
_NUMBERS = frozenset({"rating", "number"})
_RANKINGS = frozenset({"ranker", "rankings", "ranking"})
_MARKUP = re.compile(r"<[/!a-zA-Z]|&(?:#\d+|#x[0-9a-fA-F]+|\w+);")
# Browsers count UTF-16; models behind the tool are written in Python, and their predictions may be edited.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.CODE_POINTS)


@dataclass(slots=True)
class _StudioTasks(Gathering):
    """Tasks while they are read; `paired` names the control by which people chose between two texts.

    `gold` says that the gold of an export of ours is wanted, and not what people said.
    """

    paired: str = ""
    words: list[str] = field(default_factory=list)
    config: StudioConfig = field(default_factory=StudioConfig)
    options: tuple[str, ...] = ()
    gold: bool = False


class LabelStudio(Tool):
    """Tasks with `annotations` (`completions` of old versions), or JSON-MIN, CSV, TSV: a row an annotation.

    See labelstud.io/guide/task_format and labelstud.io/guide/export. The labelling configuration, XML beside
    the file or in its folder, says which labels there are, the ends of ratings, and which texts were shown.

    Taken are choices, taxonomies, ratings, numbers, labelled spans and pairwise choices; what people wrote
    in a text area is their comment. A cancelled annotation is a skip. The tool counts offsets in UTF-16
    units, and says the words of most spans. The text is the field `text` of the data, or its only text.
    """

    name = "label_studio"
    title = "Label Studio (JSON, JSON-MIN, CSV)"

    def accepts(self, path: Path) -> bool:
        """Return whether a task has data, and annotations or predictions, or is a record of JSON-MIN."""
        if is_table_of_annotations(path):
            return True
        first = first_record(path)
        said = next(
            (first[one] for one in ("annotations", "completions", "predictions") if one in first), None
        )
        return (isinstance(first.get("data"), dict) and isinstance(said, list)) or is_json_min(first)

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the tasks as a project; people are called by their address, or their number."""
        return read_tasks(path, asked)


def read_tasks(path: Path, asked: ProjectOptions, *, gold: bool = False) -> Project:
    """Return the tasks of a file, folder or .zip; with `gold`, the gold of an export of ours alone."""
    found = _StudioTasks(config=read_config(path), gold=gold, offsets=_OFFSETS)
    if is_table_of_annotations(path):
        records = records_of_table(path)
    else:
        records = [one for each in records_of(path).values() for one in each]
    records = [of_json_min(one, found.config, asked) if is_json_min(one.values) else one for one in records]
    # Where nobody's answers are told beside the gold, the gold is what there is to import.
    said = {_is_gold(each) for one in records for each in one.records("annotations")}
    found.gold = gold or said == {True}
    found.paired = next(filter(None, map(_compared_by, records)), "")
    for place, one in enumerate(records, start=1):
        _take(one, one.text("id", "") or f"task-{place}", asked, found)
    for name, control in found.config.controls.items():
        facts = dict(control.facts)
        if name in found.questions and "parents" in facts:
            for part in ("labels", "parents"):
                facts[part] = {**facts[part], **getattr(found.questions[name], part)}
        if (name in found.questions or not found.questions) and control.form is not QuestionForm.OPTIONS:
            found.ask(name, control.form, **facts)
    return found.project(asked)


def _compared_by(one: Record) -> str:
    """Return the name of the control of a task that compares two texts; empty where there is none."""
    found = (
        result.text("from_name", "pairwise")
        for name in ("annotations", "completions", "predictions")
        for each in one.records(name)
        for result in each.records("result")
        if result.values.get("type") == "pairwise"
    )
    return next(found, "")


def _take(one: Record, name: str, asked: ProjectOptions, found: _StudioTasks) -> None:
    """Take a task: its text, what people said of it, and what models did."""
    data = one.record("data")
    texts, options = _shown(data, asked, found)
    shown = set(_text_fields(data, asked, found)) | {each.options for each in found.config.controls.values()}
    rest = data.metadata(
        *(
            key
            for key, value in data.values.items()
            if key not in shown and (shown - {""} or value not in (*texts, *options))
        )
    )
    facts = {**rest, **(one.metadata("meta") if one.has("meta") else {})}
    if not found.document(ProjectDocument(name, texts, one.where, facts, options)):
        return
    found.options = options
    found.leave("drafts", one.where, len(one.items("drafts")))
    annotations = (*one.records("annotations"), *one.records("completions"))
    golden = [each for each in annotations if _is_gold(each)]
    if golden and not found.gold:
        found.leave("gold of a release", one.where, len(golden))
    for each in annotations:
        if _is_gold(each) is not found.gold:
            continue
        skipped = each.truth("was_cancelled") or each.truth("skipped")
        values = {} if skipped else _results(each, texts[0], found)
        words = [*found.words] if not skipped else []
        if skipped:
            found.leave("results of skipped annotations", each.where, len(each.items("result")))
        if not values and not skipped:
            found.leave("annotations without an answer", each.where)
            found.leave("comments on texts without an answer", each.where, len(words))
            continue
        found.answers.append(
            ProjectAnswer(
                name, each.where, _person(each),
                AnswerStatus.SKIP if skipped else AnswerStatus.ANSWER, values,
                "other: skipped" if skipped else "\n".join(words), False, _seconds(each),
                each.moment("updated_at") or each.moment("created_at"),
            )
        )  # fmt: skip
    for each in one.records("predictions"):
        if values := _results(each, texts[0], found):
            model = each.text("model_version", "") or "predictions"
            found.answers.append(ProjectAnswer(name, each.where, model, AnswerStatus.PREDICTION, values))


def _shown(
    data: Record, asked: ProjectOptions, found: _StudioTasks
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the text of a task; of one that compares two texts its question, and both as options."""
    if not found.paired:
        dynamic = [one.options for one in found.config.controls.values() if data.has(one.options)]
        options = [str(one.values.get("value", "")) for one in data.records(dynamic[0])] if dynamic else []
        return texts_of(data, _text_fields(data, asked, found), data.path), tuple(options)
    named = asked.fields or [key for key, value in data.values.items() if isinstance(value, str)]
    if len(named) == 2:
        # Nothing is asked in words of a task: the name of the control says what texts are compared for.
        return (found.paired,), tuple(data.text(one) for one in named)
    texts = texts_of(data, named if len(named) == 3 else (), data.path)
    return texts[:1], texts[1:]


def _text_fields(data: Record, asked: ProjectOptions, found: _StudioTasks) -> Sequence[str]:
    """Return the fields of a task that are its texts, as told or by the configuration; none where unknown."""
    told = found.config.fields if all(map(data.has, found.config.fields)) else ()
    usual = isinstance(data.values.get("text"), str) and bool(data.text("text").strip())
    return () if found.paired else asked.fields or told or (("text",) if usual else ())


def _person(one: Record) -> str:
    """Return who made an annotation: their address, or their number."""
    who = one.values.get("completed_by")
    if isinstance(who, dict):
        person = one.record("completed_by")
        return person.text("email", "") or person.text("username", "") or person.text("id", "")
    return one.text("completed_by", "") or one.text("created_username", "")


def _is_gold(one: Record) -> bool:
    """Return whether an annotation is the gold of an export of ours."""
    return one.truth("ground_truth") and _person(one) == GOLD


def _seconds(one: Record) -> float | None:
    spent = one.number("lead_time")
    return None if spent is None or spent < 0 else float(spent)


def _results(one: Record, text: str, found: _StudioTasks) -> dict[str, Value]:
    """Return the answers of an annotation by question; what people wrote is left in `words`."""
    found.words = []
    values: dict[str, Value] = {}
    spans: dict[str, dict[str, LabelledSpan]] = {}
    for result in one.records("result"):
        kind = result.text("type", "")
        if kind == "relation":
            found.leave("relations", one.where)
            continue
        value, name = result.record("value"), result.text("from_name", "") or kind
        if kind in _SPANS:
            found.ask(name, QuestionForm.SPANS)
            marks = result.record("meta").words("text")
            broken = next((note for note in marks if note.startswith(PART_OF)), "")
            found.leave("notes at spans", one.where, sum(not note.startswith(PART_OF) for note in marks))
            for span in _regions(kind, value, text, found):
                _add_span(spans.setdefault(name, {}), span, broken)
        elif kind == "paragraphlabels":
            found.leave("regions of dialogues", one.where)
        elif value.has("start") or value.has("end"):
            found.leave(f"attributes of spans ({kind})", one.where)
        else:
            _take_value(kind, name, value, values, one, found)
    for name, marked in spans.items():
        values[name] = tuple(marked.values())
    # A text in which nothing is marked has been read all the same.
    marking = [name for name, one in found.config.controls.items() if one.form is QuestionForm.SPANS]
    marking += [name for name, one in found.questions.items() if one.asked is QuestionForm.SPANS]
    if all(each.values.get("type") == "textarea" for each in one.records("result")):
        for name in dict.fromkeys(marking):
            found.ask(name, QuestionForm.SPANS)
            values.setdefault(name, ())
    return values


def _regions(kind: str, value: Record, text: str, found: _StudioTasks) -> list[LabelledSpan]:
    """Return the spans of a region, one a label; what has no place in the text is counted."""
    labels = value.words(kind) or value.words("labels")
    if not labels:
        found.leave("regions without a label", value.where)
        return []
    words = value.text("text", "")
    is_path = isinstance(value.values.get("start"), str)
    if is_path or (kind == "hypertextlabels" and not words):
        # Offsets of HTML count what a browser shows, which is the text itself where nothing is marked up.
        placed = value.record("globalOffsets") if is_path else value
        if _MARKUP.search(text) or not placed.values:
            found.leave("regions of HTML", value.where, len(labels))
            return []
        value = placed
    return [found.span(value, label, text, words) for label in labels]


def _add_span(spans: dict[str, LabelledSpan], one: LabelledSpan, broken: str) -> None:
    """Add a span, or a further part of a broken one, which the note at each of its parts names."""
    key = f"{broken} {one.label}" if broken else f"#{len(spans)}"
    spans[key] = joined(spans.get(key), one)


def _take_value(
    kind: str, name: str, value: Record, values: dict[str, Value], one: Record, found: _StudioTasks
) -> None:
    """Take the value of one control of a task."""
    control = found.config.controls.get(name)
    chosen = tuple(dict.fromkeys(value.words("choices"))) if kind == "choices" else ()
    if kind == "choices" and control is not None and control.options:
        if not set(chosen) <= set(found.options):
            value.refuse("choices", "option")
        found.ask(name, QuestionForm.OPTIONS)
        values[name] = tuple(sorted(map(found.options.index, chosen)))
    elif kind == "choices":
        found.ask(name, QuestionForm.LABELS)
        values[name] = chosen
    elif kind == "taxonomy":
        values[name] = _take_levels(name, value, found)
    elif kind in _NUMBERS:
        number = value.number(kind)
        if number is not None:
            found.ask(name, QuestionForm.RATING)
            values[name] = float(number)
    elif kind == "pairwise":
        side = value.text("selected", "")
        if side not in _SIDES:
            value.refuse("selected", "side")
        found.ask(name, QuestionForm.OPTIONS)
        values[name] = _SIDES[side]
    elif kind == "textarea":
        found.words += [words for words in value.words("text") if words.strip()]
    else:
        found.leave("rankings" if kind in _RANKINGS else f"results of the kind {kind!r}", one.where)


def _take_levels(name: str, value: Record, found: _StudioTasks) -> tuple[str, ...]:
    """Return the labels of a taxonomy, each called by its whole path; those above them become known too."""
    paths = []
    for index, path in enumerate(value.items("taxonomy")):
        if not isinstance(path, list) or not path or not all(isinstance(level, str) for level in path):
            value.refuse(f"taxonomy[{index}]", "list", path)
        paths.append(tuple(path))
    labels, parents = levels(paths)
    before = found.questions.get(name)
    if before is not None:
        labels, parents = {**before.labels, **labels}, {**before.parents, **parents}
    found.ask(name, QuestionForm.LABELS, labels=labels, parents=parents)
    return tuple(dict.fromkeys(BETWEEN_LEVELS.join(path) for path in paths))
