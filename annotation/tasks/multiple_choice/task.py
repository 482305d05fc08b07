"""The multiple-choice task: which options of a question are correct, one or several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from aloi.annotation.fields import Choices, Field, Label
from aloi.annotation.rows import MultipleChoice, Row
from aloi.annotation.tasks.base import (
    Example,
    GoldRule,
    InvalidAnnotation,
    InvalidSchema,
    RowPlace,
    TaskType,
    View,
    majority,
    mean_jaccard_distance,
    row_as,
)
from aloi.base.errors import quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Question, Sentence

_CORRECT = "correct"
_MOST_OPTIONS = 26  # one letter each
_SETTINGS = ("question", "most")
_WORDS = {
    "en": {"several": "Which options are correct?", "one": "Which option is correct?"},
    "fr": {"several": "Quelles réponses sont correctes ?", "one": "Quelle réponse est correcte ?"},
}


class MultipleChoiceTask(TaskType):
    """The correct options of a question.

    The value is {"correct": [letter, ...]}: the letters of the correct options, A for the first, in order.
    """

    name: ClassVar[str] = "multiple_choice"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-question-options-one", "A question with options, of which one or several are correct."
    )
    item_kind: ClassVar[str] = "question"
    row_kind: ClassVar[type] = MultipleChoice
    main_metrics: ClassVar[tuple[str, ...]] = ("exact_match", "jaccard")
    references: ClassVar[tuple[str, ...]] = ("labrak2024drbenchmark",)

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas: several correct options, or one."""
        words = _WORDS["fr" if language == "fr" else "en"]
        return {
            "several": {"question": words["several"], "most": None},
            "one": {"question": words["one"], "most": 1},
        }

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `question` is shown for each item; `most` is the maximal number of options of an answer, None for all.
        """
        question, most = settings.get("question", ""), settings.get("most")
        is_positive = isinstance(most, int) and not isinstance(most, bool) and most >= 1
        if (
            not isinstance(question, str)
            or not (most is None or is_positive)
            or set(settings) - set(_SETTINGS)
        ):
            raise InvalidSchema(
                "aloi.value",
                name=Term("settings"),
                value=repr(dict(settings)),
                expected=Term("settings-choice"),
                todo=Term("ready-schema"),
            )
        return {"question": question.strip(), "most": most}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question: the options by their letters, which are also their keys."""
        question = _question(item)
        letters = _letters(question)
        labels = tuple(
            Label(letter, f"{letter}. {text}", key=letter.lower())
            for letter, text in zip(letters, question.options, strict=True)
        )
        most = settings["most"] if isinstance(settings["most"], int) else len(labels)
        return (Choices(_CORRECT, "Correct options", str(settings["question"]), labels, 1, most),)

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {"correct": letters in order}, or raise InvalidAnnotation; `"A C"` or `"AC"` is accepted."""
        letters = _letters(_question(item))
        answer = value.get(_CORRECT) if isinstance(value, Mapping) and set(value) == {_CORRECT} else value
        if isinstance(answer, str):
            answer = [one for one in answer.upper() if one not in " ,;|"]
        if (
            not isinstance(answer, list)
            or not answer
            or any(one not in letters for one in answer)
            or len(set(map(str, answer))) < len(answer)
        ):
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=quoted(value),
                expected=Term("some-of", choices=letters),
            )
        most = settings["most"]
        if isinstance(most, int) and len(answer) > most:
            raise InvalidAnnotation(
                "aloi.too-many",
                name=Term("options-of-answer"),
                count=f"{len(answer)} ({', '.join(map(str, answer))})",
                most=most,
                todo=Term("keep-best"),
            )
        return {_CORRECT: [one for one in letters if one in answer]}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the whole answer as one label, and the answer as a set where several may be correct."""
        exact = ("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement")
        exact_view = View(
            "answer:nominal", Phrase("view-whole-answer", "Whole answer"), "nominal", (), exact, _exact_rating
        )
        if settings["most"] == 1:
            return (exact_view,)
        overlap = ("krippendorff_alpha_jaccard", "pairwise_agreement")
        return (exact_view, View("options", Phrase("view-options", "Options"), "nominal", (), overlap, _set))

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the most frequent whole answer, and the vote on each option where several may be correct."""
        majority_rule = GoldRule("majority", "Most frequent answer; a tie is adjudicated", _majority)
        if settings["most"] == 1:
            return (majority_rule,)
        return (majority_rule, GoldRule("vote", "Each option by more than half; a tie is adjudicated", _vote))

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the mean Jaccard index of two answers; None with fewer than two."""
        del settings
        return mean_jaccard_distance([frozenset(letters_of(value)) for value in values])

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 1 and the most options an answer may hold: rows are stratified by their number."""
        most = settings["most"]
        return 1.0, float(most if isinstance(most, int) else _MOST_OPTIONS)

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> MultipleChoice:
        """Return the question with its options and the places of the correct ones."""
        del settings
        question = _question(item)
        letters = _letters(question)
        correct = tuple(letters.index(one) for one in letters_of(value))
        return MultipleChoice(question.id, question.text, question.options, correct)

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the question and the letters of its correct options."""
        del settings
        choice_row = row_as(MultipleChoice, row)
        question = Question.of(at.corpus_id, at.sentence, choice_row.options)
        letters = _letters(question)
        return question, {_CORRECT: [letters[one] for one in choice_row.correct]}

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return the letters of the correct options."""
        return letters_of(value)

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the letters of the correct options."""
        del settings
        return ", ".join(letters_of(value))

    def example(self) -> Example:
        """Return an invented question, answered alike by two of three annotators."""
        text = "Lesquels de ces signes évoquent une infection ?"
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        options = ("Une fièvre", "Des ongles courts", "Des frissons", "Des cheveux gris")
        both: Json = {_CORRECT: ["A", "C"]}
        return Example(Question.of("example", sentence, options), (both, {_CORRECT: ["A"]}, both), both)


def letters_of(value: Json) -> tuple[str, ...]:
    """Return the letters of a checked answer, in order."""
    listed = value.get(_CORRECT) if isinstance(value, Mapping) else None
    return tuple(map(str, listed)) if isinstance(listed, list) else ()


def _question(item: Item) -> Question:
    if not isinstance(item, Question) or len(item.options) > _MOST_OPTIONS:
        raise InvalidAnnotation(
            "aloi.wrong-kind",
            name=Term("item-named", item=item.id),
            kind=repr(item.kind),
            expected=Term("item-question", most=_MOST_OPTIONS),
            todo=Term("choose-such-items"),
        )
    return item


def _letters(question: Question) -> tuple[str, ...]:
    return tuple(chr(ord("A") + place) for place in range(len(question.options)))


def _exact_rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: "".join(letters_of(value))}


def _set(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: frozenset(letters_of(value))}


def _majority(values: Sequence[Json]) -> Json:
    letters = majority([letters_of(value) for value in values])
    return None if letters is None else {_CORRECT: [*letters]}


def _vote(values: Sequence[Json]) -> Json:
    """Return the options that more than half gave; None for a tie, or where none has so many."""
    counts = Counter(letter for value in values for letter in letters_of(value))
    if any(2 * count == len(values) for count in counts.values()):
        return None
    majority_letters: list[Json] = [letter for letter in sorted(counts) if 2 * counts[letter] > len(values)]
    return {_CORRECT: majority_letters} if majority_letters else None
