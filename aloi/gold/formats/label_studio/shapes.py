"""How each kind of row is stored in a Label Studio task: its data, the result of an answer, the control."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from xml.sax.saxutils import quoteattr

from aloi.annotation.rows import LabelledSpan, LabelledText, MultipleChoice, Row, ScoredPair, TaggedTokens
from aloi.annotation.spans import in_order, merge_parts, spans_of_tags, tokens_and_tags
from aloi.annotation.tasks.base import row_as
from aloi.gold.formats.projects.label_studio import PART_OF
from aloi.gold.formats.projects.label_studio_config import StudioConfig
from aloi.gold.formats.projects.model import ProjectDocument, Value

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
    def control(self, rows: Sequence[Row]) -> str:
        """Return the control of all rows, as XML."""

    @abstractmethod
    def row(self, document: ProjectDocument, value: Value | None, config: StudioConfig) -> Row:
        """Return the row of a task with its gold."""

    def config(self, rows: Sequence[Row]) -> str:
        """Return the labelling configuration."""
        texts = "".join(f'  <Text name="{name}" value="${name}"/>\n' for name in self.shown)
        comment = f'<TextArea name="comment" toName="{self.shown[0]}" editable="true"/>'
        return f"<View>\n{texts}  {self.control(rows)}\n  {comment}\n</View>\n"

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

    def control(self, rows: Sequence[Row]) -> str:
        """Return a number with the ends of the scale."""
        pair = row_as(ScoredPair, rows[0])
        return f'<Number name="{CONTROL}" toName="sentence1" min="{pair.low!r}" max="{pair.high!r}"/>'

    def row(self, document: ProjectDocument, value: Value | None, config: StudioConfig) -> Row:
        """Return the pair."""
        facts = config.controls[CONTROL].facts
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

    def control(self, rows: Sequence[Row]) -> str:
        """Return the list of labels."""
        texts = [row_as(LabelledText, one) for one in rows]
        several = "single" if all(len(one.labels) == 1 for one in texts) else "multiple"
        listed = "".join(f"<Choice value={quoteattr(one)}/>" for one in texts[0].all_labels)
        return f'<Choices name="{CONTROL}" toName="text" choice="{several}">{listed}</Choices>'

    def row(self, document: ProjectDocument, value: Value | None, config: StudioConfig) -> Row:
        """Return the text with its labels, in the order of the list."""
        label_names = tuple(config.controls[CONTROL].facts["labels"])
        chosen = value if isinstance(value, tuple) else ()
        labels = tuple(name for name in label_names if name in chosen)
        return LabelledText(
            document.id, document.texts[0], document.metadata.get("second", ""), labels, label_names
        )


class StudioSpans(StudioShape):
    """Spans, places counted in UTF-16 as browsers do; each part of a broken one by itself, with a note."""

    kind = TaggedTokens

    def data(self, row: Row) -> dict[str, Any]:
        """Return the text and the document it comes from."""
        return {"text": _text_and_spans(row)[0], "document_id": row_as(TaggedTokens, row).document_id}

    def results(self, row: Row) -> list[dict[str, Any]]:
        """Return a region a part."""
        text, spans = _text_and_spans(row)
        results: list[dict[str, Any]] = []
        for number, span in enumerate(spans, start=1):
            for start, end in span.parts:
                places = {"start": _units(text[:start]), "end": _units(text[:end])}
                value = {**places, "text": text[start:end], "labels": [span.label]}
                span_result = self.result("labels", value, len(results) + 1)
                results.append(
                    span_result
                    if len(span.parts) == 1
                    else {**span_result, "meta": {"text": [PART_OF + str(number)]}}
                )
        return results

    def control(self, rows: Sequence[Row]) -> str:
        """Return the list of labels."""
        labels = sorted({span.label for one in rows for span in _text_and_spans(one)[1]})
        listed = "".join(f"<Label value={quoteattr(one)}/>" for one in labels)
        return f'<Labels name="{CONTROL}" toName="text">{listed}</Labels>'

    def row(self, project_document: ProjectDocument, value: Value | None, config: StudioConfig) -> Row:
        """Return the text with its spans."""
        del config
        text = project_document.texts[0]
        marked = (
            [each for each in value if isinstance(each, LabelledSpan)] if isinstance(value, tuple) else []
        )
        spans = in_order(LabelledSpan(each.label, merge_parts(each.parts)) for each in marked)
        document = project_document.metadata.get("document_id", "")
        return TaggedTokens(project_document.id, document, *tokens_and_tags(text, spans), text, spans)


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

    def control(self, rows: Sequence[Row]) -> str:
        """Return choices whose options each task brings."""
        del rows
        return f'<Choices name="{CONTROL}" toName="text" choice="multiple" value="$options"/>'

    def row(self, document: ProjectDocument, value: Value | None, config: StudioConfig) -> Row:
        """Return the question."""
        del config
        places = [each for each in value if isinstance(each, int)] if isinstance(value, tuple) else []
        return MultipleChoice(document.id, document.texts[0], document.options, tuple(places))


SHAPES: tuple[StudioShape, ...] = (StudioPairs(), StudioTexts(), StudioSpans(), StudioQuestions())


def _text_and_spans(row: Row) -> tuple[str, tuple[LabelledSpan, ...]]:
    tagged = row_as(TaggedTokens, row)
    return (tagged.text, tagged.spans) if tagged.text else spans_of_tags(tagged.tokens, tagged.tags)


def _units(text: str) -> int:
    """Return how many units of UTF-16 a text has."""
    return len(text.encode("utf-16-le")) // 2
