"""The one mapping from kinds of questions to JSON: instructions, the schema of an answer, its value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from aloi.annotation.fields import Alignment, Choices, Field, Label, MentionedConcept, Scale, Spans, Words
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.machines.quotes import Quote, resolved

F = TypeVar("F", bound=Field)
_MOST_VALUES = 101  # of a scale that are listed one by one
_MOST_CONCEPTS = 10
_RELATIONS = "relations"


class AnswerForm(ABC, Generic[F]):
    """How one kind of question is asked and answered in JSON."""

    kind: ClassVar[type[Field]]
    chooses_concepts: ClassVar[bool] = False  # whether the answer is one of candidate concepts

    @abstractmethod
    def instructions(self, field: F, offered: Sequence[Label]) -> str:
        """Return the question with its labels and glosses."""

    def shown(self, field: F, offered: Sequence[Label]) -> str:
        """Return what belongs to the item besides its text, such as numbered tokens."""
        del field, offered
        return ""

    @abstractmethod
    def properties(self, field: F, offered: Sequence[Label]) -> dict[str, Json]:
        """Return the properties of the answer, by name, each a JSON schema."""

    def blank(self, field: F) -> dict[str, Json]:
        """Return a value without content, for rows whose answer is to be predicted."""
        return {field.name: []}

    def read(self, field: F, answer: Mapping[str, Any]) -> dict[str, Json]:
        """Return the part of the value that an answer gives; the task checks it.

        Raises
        ------
        QuoteError
            A quote without a clear place.
        KeyError, TypeError, ValueError
            Another form than the schema's.
        """
        return {field.name: answer[field.name]}

    def written(self, field: F, value: Mapping[str, Any]) -> dict[str, Json]:
        """Return the answer that reads as a value, for examples."""
        return {field.name: value[field.name]}


class ScaleForm(AnswerForm[Scale]):
    """A number of a scale."""

    kind = Scale

    def instructions(self, field: Scale, offered: Sequence[Label]) -> str:
        """Return the question with the gloss and the example of each degree."""
        del offered
        lines = [f"{field.name}: {field.question} A number from {field.low:g} to {field.high:g}."]
        for degree in field.degrees:
            pair = (
                f' (for example "{degree.example[0]}" and "{degree.example[1]}")'
                if all(degree.example)
                else ""
            )
            lines.append(f"- {degree.value:g}: {degree.gloss}{pair}")
        return "\n".join(lines)

    def properties(self, field: Scale, offered: Sequence[Label]) -> dict[str, Json]:
        """Return the degrees, or the ends of a long scale."""
        del offered
        if len(field.values) > _MOST_VALUES:
            return {field.name: {"type": "number", "minimum": field.low, "maximum": field.high}}
        degrees: list[Json] = [int(value) if value == int(value) else value for value in field.values]
        return {field.name: {"type": "number", "enum": degrees}}

    def blank(self, field: Scale) -> dict[str, Json]:
        """Return the lowest degree."""
        return {field.name: field.low}


class ChoicesForm(AnswerForm[Choices]):
    """One label, or several."""

    kind = Choices

    def instructions(self, field: Choices, offered: Sequence[Label]) -> str:
        """Return the question with the labels that may be chosen."""
        del offered
        number = "One" if field.least == field.most == 1 else f"{field.least} to {field.most}"
        lines = [f"{field.name}: {field.question} {number} of these labels:"]
        return "\n".join([*lines, *map(_line, _leaves(field))])

    def properties(self, field: Choices, offered: Sequence[Label]) -> dict[str, Json]:
        """Return a label, or a list of labels."""
        del offered
        names: list[Json] = [label.value for label in _leaves(field)]
        label: dict[str, Json] = {"type": "string", "enum": names}
        if field.least == field.most == 1:
            return {field.name: label}
        several: dict[str, Json] = {"type": "array", "items": label}
        return {field.name: {**several, "minItems": field.least, "maxItems": field.most}}

    def blank(self, field: Choices) -> dict[str, Json]:
        """Return the first labels that may be chosen."""
        names: list[Json] = [label.value for label in _leaves(field)[: max(1, field.least)]]
        return {field.name: names[0] if field.least == field.most == 1 else names}

    def written(self, field: Choices, value: Mapping[str, Any]) -> dict[str, Json]:
        """Return the label, or the labels."""
        chosen = value[field.name]
        if field.least == field.most == 1 and isinstance(chosen, list):
            chosen = chosen[0]
        return {field.name: chosen}


class WordsForm(AnswerForm[Words]):
    """Words that could replace a stretch of a text."""

    kind = Words

    def instructions(self, field: Words, offered: Sequence[Label]) -> str:
        """Return the question, and whether none may fit."""
        del offered
        none = ' If none fits, give an empty list and "none": true.' if field.may_be_none else ""
        return (
            f"{field.name}: up to {field.most} words or expressions that could replace the marked words "
            f"in the text, the best first, in the form that the text needs.{none}"
        )

    def properties(self, field: Words, offered: Sequence[Label]) -> dict[str, Json]:
        """Return a list of texts, and whether none fits."""
        del offered
        words: dict[str, Json] = {"type": "array", "items": {"type": "string"}, "maxItems": field.most}
        return {field.name: words, **({"none": {"type": "boolean"}} if field.may_be_none else {})}

    def read(self, field: Words, answer: Mapping[str, Any]) -> dict[str, Json]:
        """Return the words, and whether none fits."""
        return {field.name: answer[field.name], "none": answer.get("none", False)}

    def written(self, field: Words, value: Mapping[str, Any]) -> dict[str, Json]:
        """Return the words of an answer, or the most frequent ones of gold."""
        words = [word[0] if isinstance(word, list) else word for word in value[field.name]][: field.most]
        return {field.name: words, **({"none": not words} if field.may_be_none else {})}


class SpansForm(AnswerForm[Spans]):
    """Labelled stretches of a text, quoted."""

    kind = Spans

    def instructions(self, field: Spans, offered: Sequence[Label]) -> str:
        """Return the question with the labels, and how to quote."""
        del offered
        rules = [
            "Quote each stretch exactly as in the text.",
            'If a quote occurs several times, "around" is a longer quote that contains it and occurs once; '
            'otherwise "around" is empty.',
            "Stretches may lie within each other." if field.nested else "Stretches must not overlap.",
        ]
        if field.broken:
            rules.append('"quotes" has several parts if the stretch has gaps.')
        lines = [f"{field.name}: {field.question} Labels:", *map(_line, field.labels), *rules]
        for attribute in field.attributes:
            of = f" of {', '.join(attribute.labels)}" if attribute.labels else ""
            lines.append(f"Attribute {attribute.name}{of}: {attribute.title}. {attribute.gloss}")
            lines += [f"- {value.name}: {value.title}. {value.gloss}" for value in attribute.values]
        if field.attributes:
            lines.append("Leave an attribute empty if it does not apply to the label.")
        for relation in field.relations:
            ends = f"{' or '.join(relation.heads) or 'any'} to {' or '.join(relation.tails) or 'any'}"
            lines.append(f"Relation {relation.name} ({ends}): {relation.title}. {relation.gloss}")
        return "\n".join(lines)

    def properties(self, field: Spans, offered: Sequence[Label]) -> dict[str, Json]:
        """Return a list of labels with quotes, and the relations between their ids."""
        del offered
        quotes: dict[str, Json] = {"type": "array", "items": {"type": "string"}, "minItems": 1}
        if not field.broken:
            quotes["maxItems"] = 1
        span: dict[str, Json] = {
            "label": _one_of([label.value for label in field.labels]),
            "quotes": quotes,
            "around": {"type": "string"},
        }
        if field.attributes:
            span["attributes"] = closed_object(
                {
                    attribute.name: _attribute([value.name for value in attribute.values], attribute.multiple)
                    for attribute in field.attributes
                }
            )
        if not field.relations:
            return {field.name: {"type": "array", "items": closed_object(span)}}
        span["id"] = {"type": "string"}
        relation: dict[str, Json] = {
            "type": _one_of([relation.name for relation in field.relations]),
            "from": {"type": "string"},
            "to": {"type": "string"},
        }
        return {
            field.name: {"type": "array", "items": closed_object(span)},
            _RELATIONS: {"type": "array", "items": closed_object(relation)},
        }

    def read(self, field: Spans, answer: Mapping[str, Any]) -> dict[str, Json]:
        """Return the spans with their offsets, attributes and relations."""
        listed = answer[field.name]
        quotes = [
            Quote(_text(part), _text(span.get("around", ""))) for span in listed for part in span["quotes"]
        ]
        offsets = iter(resolved_once(field.text, listed, quotes))
        spans: list[Json] = []
        for span in listed:
            read: dict[str, Json] = {
                "label": span["label"],
                "parts": [list(next(offsets)) for _ in span["quotes"]],
            }
            if field.attributes:
                read["attributes"] = {name: value for name, value in span["attributes"].items() if value}
            if field.relations:
                read["id"] = span["id"]
            spans.append(read)
        return {field.name: spans, **({_RELATIONS: answer[_RELATIONS]} if field.relations else {})}

    def written(self, field: Spans, value: Mapping[str, Any]) -> dict[str, Json]:
        """Return the spans as quotes, with the surrounding text where a quote occurs several times."""
        spans: list[Json] = []
        for span in value[field.name]:
            parts = [(int(start), int(end)) for start, end in span["parts"]]
            quotes: list[Json] = [field.text[start:end] for start, end in parts]
            around = _surroundings(field.text, parts[0][0], parts[-1][1])
            written: dict[str, Json] = {"label": span["label"], "quotes": quotes, "around": around}
            if field.attributes:
                stored = span.get("attributes", {})
                written["attributes"] = {
                    attribute.name: stored.get(attribute.name, [] if attribute.multiple else "")
                    for attribute in field.attributes
                }
            if field.relations:
                written["id"] = span["id"]
            spans.append(written)
        relations = {_RELATIONS: value.get(_RELATIONS, [])} if field.relations else {}
        return {field.name: spans, **relations}


class AlignmentForm(AnswerForm[Alignment]):
    """Operations that link numbered tokens of two texts."""

    kind = Alignment

    def instructions(self, field: Alignment, offered: Sequence[Label]) -> str:
        """Return the operations with the sides that they touch."""
        del offered
        sides = {
            "source": "source tokens only", "target": "target tokens only",
            "both": "tokens of both sides", "any": "tokens of one or both sides",
        }  # fmt: skip
        lines = [f"{field.name}: groups of token numbers on both sides, each with an operation:"]
        for operation in field.operations:
            if operation.sides != "pair":
                lines.append(
                    f"- {operation.name}: {operation.title}. {operation.gloss} ({sides[operation.sides]})"
                )
        broken = [operation for operation in field.operations if operation.sides == "pair"]
        lines.append(
            f"err: true if the pair as a whole cannot be used. {' '.join(mark.gloss for mark in broken)}"
        )
        return "\n".join(lines)

    def shown(self, field: Alignment, offered: Sequence[Label]) -> str:
        """Return the numbered tokens of both sides."""
        del offered
        sides = (("Source", field.source), ("Target", field.target))
        return "\n".join(
            f"{name} tokens: {' '.join(f'{at}:{token}' for at, token in enumerate(tokens))}"
            for name, tokens in sides
        )

    def properties(self, field: Alignment, offered: Sequence[Label]) -> dict[str, Json]:
        """Return a list of groups, and whether the pair cannot be used."""
        del offered
        names: list[Json] = [operation.name for operation in field.operations if operation.sides != "pair"]
        group: dict[str, Json] = {
            name: {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": max(0, len(side) - 1)},
            }
            for name, side in (("source", field.source), ("target", field.target))
        }
        group["label"] = {"type": "string", "enum": names}
        return {
            field.name: {"type": "array", "items": closed_object(group)},
            "err": {"type": "boolean"},
        }

    def read(self, field: Alignment, answer: Mapping[str, Any]) -> dict[str, Json]:
        """Return the groups, and whether the pair cannot be used."""
        return {field.name: answer[field.name], "err": answer.get("err", False)}

    def written(self, field: Alignment, value: Mapping[str, Any]) -> dict[str, Json]:
        """Return the groups and the mark of the pair."""
        return {field.name: value[field.name], "err": value.get("err", False)}


class ConceptForm(AnswerForm[MentionedConcept]):
    """Concepts of a mention, chosen among the candidates that annotators see too."""

    kind = MentionedConcept
    chooses_concepts = True

    def instructions(self, field: MentionedConcept, offered: Sequence[Label]) -> str:
        """Return the question."""
        del offered
        most = f"1 to {_MOST_CONCEPTS} ids" if field.composite else "one id"
        none = " An empty list if no candidate is right." if field.may_be_none else ""
        return f"{field.name}: {field.question} A list of {most} of the candidates.{none}"

    def shown(self, field: MentionedConcept, offered: Sequence[Label]) -> str:
        """Return the candidates."""
        del field
        return "\n".join(["Candidates:", *map(_line, offered)])

    def properties(self, field: MentionedConcept, offered: Sequence[Label]) -> dict[str, Json]:
        """Return a list of ids of candidates."""
        ids: list[Json] = [label.value for label in offered]
        several: dict[str, Json] = {"type": "array", "items": {"type": "string", "enum": ids}}
        several["minItems"] = 0 if field.may_be_none else 1
        several["maxItems"] = _MOST_CONCEPTS if field.composite else 1
        return {field.name: several}


FORMS: tuple[AnswerForm[Any], ...] = (
    ScaleForm(), ChoicesForm(), WordsForm(), SpansForm(), AlignmentForm(), ConceptForm(),
)  # fmt: skip


def form_of(field: Field) -> AnswerForm[Any]:
    """Return the form of a question.

    Raises
    ------
    AloiError
        A kind of question that machines are not asked.
    """
    form = next((form for form in FORMS if type(field) is form.kind), None)
    if form is None:
        raise AloiError(
            "aloi.not-for",
            name=Term("machine-annotators"),
            data=Term("questions-of-kind", kind=type(field).__name__),
            expected=Term("one-of", choices=[form.kind.__name__ for form in FORMS]),
            todo=Term("choose-another-campaign"),
        )
    return form


def closed_object(properties: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema of an object with exactly these properties."""
    names: list[Json] = [*properties]
    return {"type": "object", "properties": {**properties}, "required": names, "additionalProperties": False}


def answer_schema(fields: Sequence[Field], offered: Sequence[Label]) -> dict[str, Json]:
    """Return the JSON schema of an answer to the questions of an item, with the stated confidence."""
    properties: dict[str, Json] = {}
    for field in fields:
        properties |= form_of(field).properties(field, offered)
    properties[CONFIDENCE] = {"type": "number", "minimum": 0, "maximum": 1}
    return closed_object(properties)


CONFIDENCE = "confidence"


def blank_value(fields: Sequence[Field]) -> dict[str, Json]:
    """Return a value without content."""
    value: dict[str, Json] = {}
    for field in fields:
        value |= form_of(field).blank(field)
    return value


def read_value(fields: Sequence[Field], answer: Mapping[str, Any]) -> dict[str, Json]:
    """Return the value of an answer, unchecked; errors as for `AnswerForm.read`."""
    value: dict[str, Json] = {}
    for field in fields:
        value |= form_of(field).read(field, answer)
    return value


def written_answer(fields: Sequence[Field], value: Mapping[str, Any]) -> dict[str, Json]:
    """Return the answer that reads as a value, for examples."""
    answer: dict[str, Json] = {}
    for field in fields:
        answer |= form_of(field).written(field, value)
    return answer


def resolved_once(text: str, spans: Sequence[Any], quotes: Sequence[Quote]) -> list[tuple[int, int]]:
    """Return the offsets of the quotes of spans; the same stretch with two labels is one occurrence."""
    by_label: dict[str, list[int]] = {}
    at = 0
    for span in spans:
        for _ in span["quotes"]:
            by_label.setdefault(_text(span["label"]), []).append(at)
            at += 1
    offsets: dict[int, tuple[int, int]] = {}
    for indices in by_label.values():
        offsets |= dict(zip(indices, resolved(text, [quotes[index] for index in indices]), strict=True))
    return [offsets[index] for index in range(len(quotes))]


def _surroundings(text: str, start: int, end: int) -> str:
    """Return the shortest stretch of whole words around a place that occurs once, empty if the place does."""
    quote = text[start:end]
    if text.count(quote) == 1:
        return ""
    while text.count(text[start:end]) > 1 and (start > 0 or end < len(text)):
        start = max(0, text.rfind(" ", 0, max(0, start - 1)) + 1)
        after = text.find(" ", end + 1)
        end = len(text) if after < 0 else after
    return text[start:end]


def _one_of(names: Sequence[str]) -> dict[str, Json]:
    return {"type": "string", "enum": [*names]}


def _attribute(names: Sequence[str], multiple: bool) -> dict[str, Json]:
    """Return the schema of an attribute, which may be empty."""
    return {"type": "array", "items": _one_of(names)} if multiple else _one_of([*names, ""])


def _leaves(field: Choices) -> list[Label]:
    """Return the labels that may be chosen."""
    parents = set() if field.inner else {label.parent for label in field.labels}
    return [label for label in field.labels if label.value not in parents]


def _line(label: Label) -> str:
    title = f": {label.title}" if label.title and label.title != label.value else ""
    return f"- {label.value}{title}{f'. {label.gloss}' if label.gloss else ''}"


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value
