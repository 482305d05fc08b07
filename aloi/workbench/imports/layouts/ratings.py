"""Ratings in projects of other tools: which questions make one campaign, their scales, ratings as labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.gold.formats.projects.model import AnswerStatus, Project, ProjectQuestion, QuestionForm

_SCALE = "score"  # the name of the only scale of a campaign
_STEPS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001)


def is_of_pairs(project: Project) -> bool:
    """Return whether two texts were put before people at once."""
    return any(len(each.texts) == 2 for each in project.documents) and not project.documents[0].options


def joint_ratings(project: Project) -> tuple[ProjectQuestion, ...]:
    """Return the ratings that were asked together of pairs; none if a question must be chosen.

    They are all that people answered, and at least one answer holds a rating of each.
    """
    answers = [each for each in project.answers if each.outcome is AnswerStatus.ANSWER]
    answered = {name for each in answers for name in each.values}
    questions = tuple(each for each in project.questions if each.name in answered)
    is_joint = (
        len(questions) > 1
        and all(each.form is QuestionForm.RATING for each in questions)
        and is_of_pairs(project)
        and any(answered <= each.values.keys() for each in answers)
    )
    return questions if is_joint else ()


def scale_names(questions: Sequence[ProjectQuestion]) -> dict[str, str]:
    """Return {name of a question: name of its scale}, an identifier that no other scale has.

    >>> scale_names([ProjectQuestion(name, QuestionForm.RATING) for name in ("sens", "sens global", "2")])
    {'sens': 'sens', 'sens global': 'sens_global', '2': 'scale_2'}
    """
    if len(questions) == 1:
        return {questions[0].name: _SCALE}
    names: dict[str, str] = {}
    for question in questions:
        plain = re.sub(r"\W+", "_", question.name).strip("_")
        plain = plain if plain.isidentifier() else f"scale_{plain}".rstrip("_")
        candidates = (plain if number == 1 else f"{plain}_{number}" for number in count(1))
        names[question.name] = next(each for each in candidates if each not in names.values())
    return names


def scale_of(question: ProjectQuestion, name: str, ratings: Iterable[float]) -> dict[str, Json]:
    """Return the scale of ratings of pairs: as the project says, or that of the numbers given.

    Raises
    ------
    AloiError
        Numbers that no usual step fits.
    """
    numbers = sorted(set(ratings))
    low = min([each for each in (question.low, *numbers) if each is not None], default=0.0)
    high = max([each for each in (question.high, *numbers) if each is not None], default=5.0)
    high = high if high > low else low + 1
    points = sorted([low, *numbers, high])
    step = next(
        (step for step in _STEPS if all(_is_whole((b - a) / step) for a, b in pairwise(points))),
        None,
    )
    if step is None:
        raise AloiError("workbench.project-scale", low=low, high=high, numbers=len(numbers))
    return {"name": name, "title": question.title or question.name, "low": low, "high": high, "step": step}


def ratings_as_labels(project: Project, question: ProjectQuestion) -> tuple[Project, ProjectQuestion]:
    """Return the project with the question of ratings of single texts as one of labels, one a degree."""
    name = question.name
    numbers = {rating for each in project.answers if isinstance(rating := each.values.get(name), float)}
    if all(number == int(number) for number in numbers):
        ends = [end for end in (question.low, question.high, *numbers) if end is not None]
        degrees = range(int(min(ends)), int(max(ends)) + 1) if ends else range(0)
        names = (
            [str(degree) for degree in degrees]
            if len(degrees) <= 101
            else sorted({f"{number:g}" for number in numbers})
        )
    else:
        names = [f"{number:g}" for number in sorted(numbers)]
    answers = tuple(
        replace(each, values={**each.values, name: (f"{rating:g}",)})
        if isinstance(rating := each.values.get(name), float)
        else each
        for each in project.answers
    )
    labels: Mapping[str, str] = {label: label for label in names}
    return replace(project, answers=answers), replace(
        question, form=QuestionForm.LABELS, labels=labels, several=False
    )


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6
