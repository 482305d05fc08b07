"""The question of each scheme of a Potato project, inferred from the stored labels and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from aloi.gold.formats.projects.project_documents import is_free_text

Stored = Mapping[str, Any]  # the value of each label of a scheme; a scheme that is one value has it under ""

_TEXT_BOXES = re.compile(r"(text_?box|free_response|bad_text).*", re.IGNORECASE)
_SCALE = re.compile(r"(?:scale_)?(\d+)")
_NUMBERS = frozenset({"slider", "number", "vas"})
_MENUS = frozenset({"select-one"})
# Best-worst scaling, rankings and pairwise comparisons store what was compared, not a label.
_COMPARED = frozenset({"best", "worst", "rank_order", "selection", "scale_value"})
_TRUE, _FALSE = frozenset({"true", "on", "1", "1.0"}), frozenset({"false", "0", "0.0"})


class SchemeForm(StrEnum):
    """The form of a scheme's answer.

    The answer is the names for `LABELS`, and the values for `MENU`. `COMPARISON` and `GRID`, several objects
    rated at once, fit no task.
    """

    LABELS = "labels"
    MENU = "menu"
    RATING = "rating"
    WORDS = "words"
    COMPARISON = "comparison"
    GRID = "grid"


def chosen(stored: Stored) -> dict[str, Any]:
    """Return the labels of a scheme with a value; zero is a value, `false` is not."""
    return {name: value for name, value in stored.items() if not _is_empty(value)}


def split_words(stored: Stored) -> tuple[dict[str, Any], list[str]]:
    """Return the chosen labels, and the annotator's words from text boxes."""
    answers, words = {}, []
    for name, value in chosen(stored).items():
        if _TEXT_BOXES.fullmatch(name) and not _is_flag(name, value):
            words.append(str(value))
        else:
            answers[name] = value
    return answers, words


def form_of(stored: Sequence[Stored]) -> SchemeForm | None:
    """Return what a scheme asks for, from all that was stored of it; None if nothing was chosen."""
    answers = [answer for answer in (split_words(each)[0] for each in stored) if answer]
    if not answers:
        return SchemeForm.WORDS if any(split_words(each)[1] for each in stored) else None
    names = {name for answer in answers for name in answer}
    pairs = [(name, value) for answer in answers for name, value in answer.items()]
    flags = all(_is_flag(name, value) for name, value in pairs)
    several = any(len(answer) > 1 for answer in answers)
    if names <= _COMPARED and not flags:
        return SchemeForm.COMPARISON
    if all(_SCALE.fullmatch(name) for name in names):
        is_scale = any(name.startswith("scale_") for name in names)
        return SchemeForm.RATING if is_scale or not several else SchemeForm.LABELS
    if names <= _NUMBERS:
        return SchemeForm.RATING
    if names <= {*_MENUS, ""}:
        return _of_values([value for _, value in pairs])
    if flags or all(_is_false(value) or _is_flag(name, value) for name, value in pairs):
        return SchemeForm.LABELS
    return _of_names(names, pairs, several=several)


def labels_of(answer: Stored, form: SchemeForm) -> tuple[str, ...]:
    """Return the labels of an answer to a scheme of labels or a menu."""
    listed: list[str] = []
    for name, value in answer.items():
        if form is SchemeForm.MENU or not name:
            listed += [_text(each) for each in _items(value)]
        elif not _is_false(value):
            listed.append(name)
    return tuple(dict.fromkeys(listed))


def number_of(answer: Stored) -> float | None:
    """Return the number of an answer to a scale or a slider; None if it is none, or several."""
    if len(answer) != 1:
        return None
    [(name, value)] = answer.items()
    scale = _SCALE.fullmatch(name)
    return float(scale[1]) if scale else _number(value)


def _of_values(values: Sequence[Any]) -> SchemeForm:
    """Return the form of a scheme whose answers are its values."""
    listed = [each for value in values for each in _items(value)]
    if all(_number(each) is not None for each in listed) and not any(isinstance(v, list) for v in values):
        return SchemeForm.RATING
    return SchemeForm.WORDS if is_free_text(map(_text, listed)) else SchemeForm.MENU


def _of_names(names: set[str], pairs: Sequence[tuple[str, Any]], *, several: bool) -> SchemeForm:
    """Return the form of a scheme whose values contain more than the choice of a label.

    Version 1 stores the key of a label as its value: always the same one, which no other label has. A grid of
    ratings has different values for a name, or the same value for several names.
    """
    by_name: dict[str, set[str]] = {name: set() for name in names}
    for name, value in pairs:
        by_name[name].add(_text(value))
    keys = [next(iter(values)) for values in by_name.values() if len(values) == 1]
    if len(keys) == len(names) == len(set(keys)):
        return SchemeForm.LABELS
    if len(names) == 1:
        return _of_values([value for _, value in pairs])
    texts = [value for _, value in pairs if isinstance(value, str) and _number(value) is None]
    if not several and len(texts) < len(pairs):
        return SchemeForm.LABELS
    return SchemeForm.WORDS if is_free_text(texts) else SchemeForm.GRID


def _is_empty(value: Any) -> bool:
    if isinstance(value, list | dict):
        return not value
    return value is None or value is False or value in ("", "false", "False")


def _is_flag(name: str, value: Any) -> bool:
    """Return whether a value says only that its label was chosen."""
    return value is True or _text(value) == name or _text(value).lower() in _TRUE


def _is_false(value: Any) -> bool:
    return _text(value).lower() in _FALSE


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if abs(number) < float("inf") else None


def _items(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else [value]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)
