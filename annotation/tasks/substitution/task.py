"""The substitution task: words that could replace a target in its sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from aloi.annotation.fields import Field, Words
from aloi.annotation.rows import Row, Substitutes
from aloi.annotation.tasks.base import (
    Example,
    GoldRule,
    InvalidAnnotation,
    RowPlace,
    TaskType,
    View,
    item_as,
    mean_jaccard_distance,
    row_as,
    wrong_settings,
)
from aloi.base.errors import masked
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Sentence, Target

_MOST = 3
_LONGEST = 100  # characters of a substitute
_SEPARATORS = (";", "|", "\t", "\n")  # separators of substitutes in the files of the field
_REFUSED = ("target", "several_words")


class Substitution(TaskType):
    """Words that could replace a target in its sentence.

    The value is {"substitutes": [text, ...], "none": whether none fits}. Substitutes are as typed, except for
    spaces, each once, best first. There are at most as many as the schema allows, and none of them if none
    fits. Gold is {"substitutes": [[text, count], ...], "annotators": how many answered}, by falling count.
    """

    name: ClassVar[str] = "substitution"
    blank: ClassVar[str] = "none fits"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-word-sentence-up", "A word in its sentence, up to three substitutes for it."
    )
    item_kind: ClassVar[str] = "target"
    row_kind: ClassVar[type] = Substitutes
    main_metrics: ClassVar[tuple[str, ...]] = ("best", "oot")
    references: ClassVar[tuple[str, ...]] = ("fabre2014semdis", "mccarthy2009english")
    gathers: ClassVar[bool] = True

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schema: up to three substitutes, none may fit, nothing is refused."""
        del language  # the schema holds no words
        return {"three": {"most": _MOST, "none": True, "refuse": []}}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `most` is the number of substitutes of an answer (1 to 10). `none` says whether "none fits" is an
        answer. `refuse` names checks that reject an answer instead of only warning while typing: `target`
        (the target itself), `several_words`.
        """
        most, none, refuse = (
            settings.get("most", _MOST),
            settings.get("none", True),
            settings.get("refuse", []),
        )
        sound = (
            isinstance(most, int)
            and not isinstance(most, bool)
            and 1 <= most <= 10
            and isinstance(none, bool)
            and isinstance(refuse, list)
            and all(one in _REFUSED for one in refuse)
            and not set(settings) - {"most", "none", "refuse"}
        )
        if not sound or not isinstance(refuse, list):
            raise wrong_settings(settings, Term("settings-substitution", refused=_REFUSED))
        return {"most": most, "none": none, "refuse": [one for one in _REFUSED if one in refuse]}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question: the words that could stand for the target."""
        target = _target(item)
        position = (target.sentence.text, target.start, target.end)
        return (
            Words(
                "substitutes", "Substitutes", *position, _most(settings), may_be_none=bool(settings["none"])
            ),
        )

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return the value in canonical form, or raise InvalidAnnotation."""
        target = _target(item)
        is_answer = isinstance(value, Mapping) and value and not set(value) - {"substitutes", "none"}
        answer = value if is_answer and isinstance(value, Mapping) else {"none": None}
        substitutes, none = answer.get("substitutes", []), answer.get("none", False)
        if not isinstance(substitutes, list) or not isinstance(none, bool):
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=masked(value),
                expected=Term("answer-substitution"),
                todo=Term("give-words"),
            )
        words = [_word(one) for one in substitutes]
        _check_number(words, none, settings)
        twice = next((one for one, count in Counter(map(str.casefold, words)).items() if count > 1), None)
        if twice is not None:
            raise InvalidAnnotation("aloi.repeated", name=Term("the-substitute"), value=masked(twice))
        refused = settings["refuse"] if isinstance(settings["refuse"], list) else []
        itself = {target.word.casefold(), target.lemma.casefold()}
        for word in words:
            if "target" in refused and word.casefold() in itself:
                raise InvalidAnnotation(
                    "aloi.value", name=Term("the-substitute"), value=masked(word), expected=Term("other-word")
                )
            if "several_words" in refused and " " in word:
                raise InvalidAnnotation(
                    "aloi.value",
                    name=Term("the-substitute"),
                    value=masked(word),
                    expected=Term("single-word"),
                )
        return {"substitutes": [*words], "none": none}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the sets of substitutes; who said that none fits gives no rating."""
        del settings
        measures = ("pairwise_agreement", "mode_agreement", "krippendorff_alpha_jaccard")
        return (
            View("substitutes", Phrase("view-substitutes", "substitutes"), "nominal", (), measures, _set_of),
        )

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the multiset of all substitutes with how many annotators gave each."""
        del settings
        return (GoldRule("multiset", "All substitutes with their counts", _multiset),)

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the mean Jaccard index of two answers; two times "none fits" are equal."""
        del settings
        return mean_jaccard_distance(
            [frozenset(one.casefold() for one in words_of(value)) for value in values]
        )

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 0 and 1: the share of the annotators who gave the most frequent substitute."""
        del settings
        return 0.0, 1.0

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> Substitutes:
        """Return the target with its multiset of substitutes."""
        del settings
        target = _target(item)
        counted = value if isinstance(value, Mapping) else {}
        annotators = counted.get("annotators")
        return Substitutes(
            id=target.id,
            sentence_id=target.sentence.id,
            lemma=target.lemma,
            pos=target.pos,
            sentence=target.sentence.text,
            start=target.start,
            end=target.end,
            counts=counts_of(value),
            annotators=annotators if isinstance(annotators, int) else 0,
        )

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the target and the multiset of its substitutes: a row does not say who gave which."""
        del settings
        substitute_row = row_as(Substitutes, row)
        target = Target.of(
            at.corpus_id,
            at.sentence,
            substitute_row.start,
            substitute_row.end,
            substitute_row.lemma,
            substitute_row.pos,
        )
        counts: list[Json] = [[word, count] for word, count in substitute_row.counts]
        return target, {"substitutes": counts, "annotators": substitute_row.annotators}

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return the substitutes, as they were typed."""
        return words_of(value)

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the substitutes, with their counts where they are gold."""
        del settings
        counts = counts_of(value)
        if counts:
            return ", ".join(f"{word} ×{count}" for word, count in counts)
        return ", ".join(words_of(value)) or self.blank

    def example(self) -> Example:
        """Return an invented sentence, with the substitutes of three annotators."""
        text = "Une mince couche de glace recouvrait la vitre."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        answers: list[Json] = [["fine"], ["fine", "légère"], ["légère", "petite", "fine"]]
        first, second, third = ({"substitutes": one, "none": False} for one in answers)
        counts: list[Json] = [["fine", 3], ["légère", 2], ["petite", 1]]
        return Example(
            Target.of("example", sentence, 4, 9, "mince", "ADJ"),
            (first, second, third),
            {"substitutes": counts, "annotators": 3},
        )


def words_of(value: Json) -> tuple[str, ...]:
    """Return the substitutes of a checked answer, as they were typed."""
    listed = value.get("substitutes") if isinstance(value, Mapping) else None
    return tuple(one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()


def counts_of(value: Json) -> tuple[tuple[str, int], ...]:
    """Return the substitutes of a gold value with their counts; none for an answer."""
    listed = value.get("substitutes") if isinstance(value, Mapping) else None
    return tuple(
        (str(pair[0]), int(str(pair[1])))
        for pair in (listed if isinstance(listed, list) else [])
        if isinstance(pair, list) and len(pair) == 2
    )


def _target(item: Item) -> Target:
    return item_as(Target, item, Term("item-target"))


def _most(settings: Mapping[str, Json]) -> int:
    most = settings["most"]
    return most if isinstance(most, int) else _MOST


def _word(raw: Json) -> str:
    """Return one substitute with single spaces, or raise InvalidAnnotation."""
    word = " ".join(raw.split(" ")).strip() if isinstance(raw, str) else ""
    if not word or len(word) > _LONGEST or any(one in word for one in _SEPARATORS):
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("the-substitute"),
            value=masked(raw),
            expected=Term("substitute-form", longest=_LONGEST),
        )
    return " ".join(word.split())


def _check_number(words: Sequence[str], none: bool, settings: Mapping[str, Json]) -> None:
    """Raise InvalidAnnotation for too many or too few substitutes."""
    most = _most(settings)
    if len(words) > most:
        raise InvalidAnnotation(
            "aloi.too-many", name=Term("substitutes"), count=len(words), most=most, todo=Term("keep-best")
        )
    if none and (words or not settings["none"]):
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("the-answer"),
            value=Term("none-and-word", word=repr(words[0])) if words else Term("none-fits"),
            expected=Term("either-or-none") if words else Term("one-substitute"),
            todo=Term("give-words"),
        )
    if not words and not none:
        raise InvalidAnnotation(
            "aloi.too-few", name=Term("substitutes"), count=0, least=1, todo=Term("give-words")
        )


def _set_of(item: Item, value: Json) -> Mapping[str, object]:
    words = words_of(value)
    return {item.id: frozenset(words)} if words else {}


def _multiset(values: Sequence[Json]) -> Json:
    """Return the substitutes with their counts, by falling count, then by text."""
    if not values:
        return None
    frequencies = Counter(word for value in values for word in words_of(value))
    counts: list[Json] = [
        [word, count] for word, count in sorted(frequencies.items(), key=lambda one: (-one[1], one[0]))
    ]
    return {"substitutes": counts, "annotators": len(values)}
