"""How each kind of row is stored in a Label Studio task: its data, the result of an answer, the control."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from xml.sax.saxutils import quoteattr

from aloi.annotation.rows import LabelledText, MultipleChoice, Row, ScoredPair, TaggedTokens
from aloi.annotation.spans import utf16_offsets, with_text
from aloi.annotation.tasks.base import row_as
from aloi.gold.formats.projects.discontinuous import DOCUMENT_ID, spans_in, tagged_row
from aloi.gold.formats.projects.label_studio import PART_OF
from aloi.gold.formats.projects.label_studio_config import StudioConfig
from aloi.gold.formats.projects.model import ProjectAnswer, ProjectDocument
from aloi.gold.formats.span_schema import SpanSchema

CONTROL = "answer"


class StudioShape(ABC):
    """A kind of row: `shown` are the fields of a task that people see as texts."""

    kind: ClassVar[type[Row]]
    shown: ClassVar[tuple[str, ...]] = ("text",)

    @abstractmethod
    def data(self, row: Row) -> dict[str, Any]:
        """Return the content of a task, except its id."""

    @abstractmethod
    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return an answer as the tool keeps it."""

    @abstractmethod
    def control(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return the control of all rows, as XML; `schema` is that of a campaign of spans."""

    @abstractmethod
    def row(self, document: ProjectDocument, answer: ProjectAnswer, config: StudioConfig) -> Row:
        """Return the row of a task with its gold."""

    def config(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return the labelling configuration."""
        texts = "".join(f'  <Text name="{name}" value="${name}"/>\n' for name in self.shown)
        comment = f'<TextArea name="comment" toName="{self.shown[0]}" editable="true"/>'
        return f"<View>\n{texts}  {self.control(rows, schema)}\n  {comment}\n</View>\n"

    def result(self, kind: str, value: Mapping[str, Any], number: int = 1) -> dict[str, Any]:
        """Return one result of the control."""
        return {
            "id": f"r{number}", "from_name": CONTROL, "to_name": self.shown[0], "type": kind, "value": value,
        }  # fmt: skip


class StudioPairs(StudioShape):
    """Scored pairs: a number between the ends of the scale."""

    kind = ScoredPair
    shown = ("sentence1", "sentence2")

    def data(self, row: Row) -> dict[str, Any]:
        """Return both texts and their ids."""
        pair = row_as(ScoredPair, row)
        return {
            "sentence1": pair.left,
            "sentence2": pair.right,
            "left_id": pair.left_id,
            "right_id": pair.right_id,
        }

    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return the score."""
        return [self.result("number", {"number": row_as(ScoredPair, row).score})]

    def control(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return a number with the ends of the scale."""
        del schema
        pair = row_as(ScoredPair, rows[0])
        return f'<Number name="{CONTROL}" toName="sentence1" min="{pair.low!r}" max="{pair.high!r}"/>'

    def row(self, document: ProjectDocument, answer: ProjectAnswer, config: StudioConfig) -> Row:
        """Return the pair."""
        facts, value = config.controls[CONTROL].facts, answer.values.get(CONTROL)
        score = value if isinstance(value, float) else float("nan")
        ids = (document.id, document.metadata.get("left_id", ""), document.metadata.get("right_id", ""))
        left, right = document.texts
        return ScoredPair(*ids, left, right, score, facts["low"], facts["high"])


class StudioTexts(StudioShape):
    """Labelled texts: choices."""

    kind = LabelledText

    def data(self, row: Row) -> dict[str, Any]:
        """Return the text, and the one read together with it."""
        text = row_as(LabelledText, row)
        return {"text": text.text, "second": text.second}

    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return the labels, none at all too."""
        return [self.result("choices", {"choices": [*row_as(LabelledText, row).labels]})]

    def control(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return the list of labels."""
        del schema
        texts = [row_as(LabelledText, one) for one in rows]
        several = "single" if all(len(one.labels) == 1 for one in texts) else "multiple"
        listed = "".join(f"<Choice value={quoteattr(one)}/>" for one in texts[0].all_labels)
        return f'<Choices name="{CONTROL}" toName="text" choice="{several}">{listed}</Choices>'

    def row(self, document: ProjectDocument, answer: ProjectAnswer, config: StudioConfig) -> Row:
        """Return the text with its labels, in the order of the list."""
        label_names = tuple(config.controls[CONTROL].facts["labels"])
        value = answer.values.get(CONTROL)
        chosen = value if isinstance(value, tuple) else ()
        labels = tuple(name for name in label_names if name in chosen)
        return LabelledText(
            document.id, document.texts[0], document.metadata.get("second", ""), labels, label_names
        )


class StudioSpans(StudioShape):
    """Spans, places counted in UTF-16 as browsers do; each part of a broken one by itself, with a note.

    Attributes are choices of the region; those of a discontinuous span are choices of its first part, as are
    relations.
    """

    kind = TaggedTokens

    def data(self, row: Row) -> dict[str, Any]:
        """Return the text and the document it comes from."""
        return {"text": _with_text(row).text, DOCUMENT_ID: row_as(TaggedTokens, row).document_id}

    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return a region a part, the choices of regions, and relations."""
        tagged = _with_text(row)
        results: list[dict[str, Any]] = []
        choices: list[dict[str, Any]] = []
        regions: list[str] = []  # of each span, the id of its first part
        units = utf16_offsets(tagged.text)
        for number, span in enumerate(tagged.spans, start=1):
            regions.append(f"r{len(results) + 1}")
            for start, end in span.parts:
                places = {"start": units[start], "end": units[end], "text": tagged.text[start:end]}
                span_result = self.result("labels", {**places, "labels": [span.label]}, len(results) + 1)
                results.append(
                    span_result
                    if len(span.parts) == 1
                    else {**span_result, "meta": {"text": [PART_OF + str(number)]}}
                )
            start, end = span.parts[0]
            places = {"start": units[start], "end": units[end], "text": tagged.text[start:end]}
            choices += [
                {"id": regions[-1], "from_name": name, "to_name": "text", "type": "choices",
                 "value": {**places, "choices": [*values]}}
                for name, values in span.attributes
            ]  # fmt: skip
        relations = [
            {"type": "relation", "from_id": regions[each.head], "to_id": regions[each.tail],
             "direction": "right", "labels": [each.type]}
            for each in tagged.relations
        ]  # fmt: skip
        return [*results, *choices, *relations]

    def control(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return the labels, the attributes as choices of regions, and the types of relations."""
        used = SpanSchema.of(map(_with_text, rows))
        listed = schema.joined(used)
        labels = "".join(f"<Label value={quoteattr(one)}/>" for one in listed.labels)
        controls = [f'<Labels name="{CONTROL}" toName="text">{labels}</Labels>']
        for each in listed.attributes:
            choices = "".join(f"<Choice value={quoteattr(value.name)}/>" for value in each.values)
            when = f" whenLabelValue={quoteattr(','.join(each.labels))}" if each.labels else ""
            condition = f' visibleWhen="region-selected" whenTagName="{CONTROL}"{when}' if when else ""
            several = "multiple" if each.multiple else "single"
            controls.append(
                f'<Choices name={quoteattr(each.name)} toName="text" perRegion="true" '
                f'choice="{several}"{condition}>{choices}</Choices>'
            )
        if listed.relations:
            types = "".join(f"<Relation value={quoteattr(each.name)}/>" for each in listed.relations)
            controls.append(f"<Relations>{types}</Relations>")
        return "\n  ".join(controls)

    def row(self, project_document: ProjectDocument, answer: ProjectAnswer, config: StudioConfig) -> Row:
        """Return the text with its spans, their attributes and relations."""
        del config
        text, marked = project_document.texts[0], spans_in(answer.values.get(CONTROL))
        document = project_document.metadata.get(DOCUMENT_ID, "")
        relations = answer.relations.get(CONTROL, ())
        return tagged_row(project_document.id, document, text, marked, relations)


class StudioQuestions(StudioShape):
    """Questions with options of their own."""

    kind = MultipleChoice

    def data(self, row: Row) -> dict[str, Any]:
        """Return the question and its options."""
        question = row_as(MultipleChoice, row)
        return {"text": question.question, "options": [{"value": option} for option in question.options]}

    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return the options taken for correct."""
        question = row_as(MultipleChoice, row)
        return [self.result("choices", {"choices": [question.options[place] for place in question.correct]})]

    def control(self, rows: Sequence[Row], schema: SpanSchema) -> str:
        """Return choices whose options each task brings."""
        del rows, schema
        return f'<Choices name="{CONTROL}" toName="text" choice="multiple" value="$options"/>'

    def row(self, document: ProjectDocument, answer: ProjectAnswer, config: StudioConfig) -> Row:
        """Return the question."""
        del config
        value = answer.values.get(CONTROL)
        places = [each for each in value if isinstance(each, int)] if isinstance(value, tuple) else []
        return MultipleChoice(document.id, document.texts[0], document.options, tuple(places))


SHAPES: tuple[StudioShape, ...] = (StudioPairs(), StudioTexts(), StudioSpans(), StudioQuestions())


def _with_text(row: Row) -> TaggedTokens:
    return with_text(row_as(TaggedTokens, row))
