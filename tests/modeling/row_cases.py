"""Invented rows of each kind that a recipe can learn from in seconds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from aloi.annotation.rows import (
    LabelledRelation,
    LabelledSpan,
    LabelledText,
    MultipleChoice,
    ScoredPair,
    TaggedTokens,
)
from aloi.annotation.spans import tokens_and_tags
from aloi.modeling.recipes.base import Recipe, Training
from tests.modeling import tiny

SIGNS = {
    "respiratory": ("tousse depuis trois jours", "respire difficilement", "a une toux qui dure"),
    "neurology": ("se plaint de céphalées", "dit avoir mal à la tête"),
    "heart": ("souffre d'une douleur thoracique", "a mal à la poitrine"),
}
LABELS = ("heart", "neurology", "respiratory")
_PATIENTS = ("le patient", "la patiente", "un homme de 60 ans", "une femme de 34 ans", "l'enfant")


def texts(count: int = 60, *, several: bool = False, seed: int = 1) -> tuple[LabelledText, ...]:
    """Return texts whose labels are the systems their signs belong to; with `several`, 0 to 2 of them."""
    dice = random.Random(seed)
    rows = []
    for number in range(count):
        labels = sorted(dice.sample(LABELS, dice.choice((0, 1, 2)) if several else 1))
        signs = [dice.choice(SIGNS[label]) for label in labels]
        text = f"{dice.choice(_PATIENTS)} {' et '.join(signs) or 'a perdu cinq kilos'}."
        rows.append(LabelledText(f"t{number:03}", text, "", tuple(labels), LABELS))
    return tuple(rows)


def sentences(count: int = 60, seed: int = 2) -> tuple[TaggedTokens, ...]:
    """Return sentences whose findings are `SIGN` and whose acts are `ACT`."""
    dice = random.Random(seed)
    rows = []
    for number in range(count):
        sign, act = dice.choice(["fièvre élevée", "dyspnée", "forte toux"]), dice.choice(["scanner", "bilan"])
        parts = [
            (dice.choice(_PATIENTS), ""),
            ("présente une", ""),
            (sign, "SIGN"),
            ("et un", ""),
            (act, "ACT"),
        ]
        tokens: list[str] = []
        tags: list[str] = []
        for text, kind in (*parts, (".", "")):
            words = text.split()
            tokens += words
            tags += [f"{'I' if at else 'B'}-{kind}" if kind else "O" for at in range(len(words))]
        rows.append(TaggedTokens(f"s{number:03}", f"d{number // 4}", tuple(tokens), tuple(tags)))
    return tuple(rows)


def questions(count: int = 60, *, several: bool = False, seed: int = 3) -> tuple[MultipleChoice, ...]:
    """Return questions on what is found; the correct options say it as the question does."""
    dice = random.Random(seed)
    signs = [sign for group in SIGNS.values() for sign in group]
    rows = []
    for number in range(count):
        options = dice.sample(signs, 4)
        correct = sorted(dice.sample(range(4), dice.choice((1, 2)) if several else 1))
        said = " et ".join(options[at] for at in correct)
        rows.append(
            MultipleChoice(
                f"q{number:03}",
                f"{dice.choice(_PATIENTS)} {said} : que dit-on ?",
                tuple(options),
                tuple(correct),
            )
        )
    return tuple(rows)


def pairs(count: int = 60) -> tuple[ScoredPair, ...]:
    """Return the scored pairs of `tiny` as rows."""
    return tiny.pairs(count)


def training(
    recipe: Recipe[Any], rows: tuple[Any, ...], folder: Path, dev: tuple[Any, ...] = (), **settings: Any
) -> Training[Any]:
    """Return what a fit of a recipe is given."""
    return Training(rows, dev, recipe.settings(settings), 0, folder)


def prescriptions(count: int) -> tuple[TaggedTokens, ...]:
    """Return documents with drugs and their doses, and signs of which some are negated or affirmed."""
    rows = []
    for number in range(count):
        first, second = ("fer", "zinc") if number % 2 else ("sodium", "iode")
        dose = f"{number + 10} mg"
        text = f"Pas de toux. {first} 5 mg et {second} {dose}. Une fièvre, un rhume."
        marked = (("SIGN", "toux"), ("DRUG", first), ("DOSE", "5 mg"), ("DRUG", second), ("DOSE", dose))
        places = [(label, text.index(words), len(words)) for label, words in marked]
        places += [("SIGN", text.index(words), len(words)) for words in ("fièvre", "rhume")]
        values = {0: (("certainty", ("negated",)),), 5: (("certainty", ("affirmed",)),)}
        spans = tuple(
            LabelledSpan(label, ((start, start + length),), values.get(at, ()))
            for at, (label, start, length) in enumerate(places)
        )
        relations = (LabelledRelation("dose", 1, 2), LabelledRelation("dose", 3, 4))
        tokens, tags = tokens_and_tags(text, spans)
        rows.append(TaggedTokens(f"d{number:02}", f"d{number:02}", tokens, tags, text, spans, relations))
    return tuple(rows)
