"""Schemes of tags: found from the tags of a whole set, and read as the entities that were written."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from aloi.annotation.tag_schemes import (
    Entity,
    Scheme,
    SchemeTag,
    best_scheme,
    entities_of,
    letters_of,
    read_tags,
    scheme_named,
    written,
)
from aloi.base.errors import AloiError

_WRITTEN = tuple(one for one in Scheme if one is not Scheme.BARE)


def _random_entities(rng: random.Random) -> tuple[list[Entity], int]:
    """Return entities of a sentence, some of them neighbours of one label."""
    length, at, entities = rng.randint(1, 9), 0, []
    while at < length:
        end = min(length, at + rng.randint(1, 3))
        if rng.random() < 0.7:
            entities.append(Entity(rng.choice(["PER", "SIGN-1"]), at, end))
        at = end
    return entities, length


@pytest.mark.parametrize("scheme", _WRITTEN)
@pytest.mark.parametrize(
    "form", ["{letter}-{label}", "{label}-{letter}", "{lower}-{label}", "{letter}_{label}"]
)
def test_what_a_scheme_writes_is_read_back(scheme: Scheme, form: str) -> None:
    rng = random.Random(3)
    sentences = [_random_entities(rng) for _ in range(80)]
    if scheme is Scheme.IO:  # cannot part neighbours of one label
        sentences = [([Entity("PER", 0, 2), Entity("SIGN-1", 2, 3)], 4)]
    rows = [written(entities, length, scheme) for entities, length in sentences]
    tags = [
        [
            form.format(letter=one.letter, lower=one.letter.lower(), label=one.label) if one.label else "O"
            for one in row
        ]
        for row in rows
    ]
    reading = read_tags(tags, "a.conll")
    assert (reading.scheme, reading.strays, reading.bare) == (scheme, (), False)
    assert [entities_of(row) for row in reading.tags] == [entities for entities, _ in sentences]
    expected = [written(entities, length, Scheme.IOB2) for entities, length in sentences]
    assert reading.iob2() == tuple(tuple(map(str, row)) for row in expected)


@pytest.mark.parametrize(
    ("tags", "scheme", "iob2"),
    [
        ("B-PER E-PER O S-LOC", Scheme.IOBES, "B-PER I-PER O B-LOC"),
        ("B-PER L-PER O U-LOC", Scheme.BILOU, "B-PER I-PER O B-LOC"),
        ("B-PER M-PER E-PER S-LOC", Scheme.BMES, "B-PER I-PER I-PER B-LOC"),
        ("B-PER M-PER E-PER W-LOC", Scheme.BMEWO, "B-PER I-PER I-PER B-LOC"),
        ("B-PER I-PER E-PER W-LOC", Scheme.IOBES, "B-PER I-PER I-PER B-LOC"),
        ("I-PER I-PER O I-LOC B-LOC", Scheme.IOB1, "B-PER I-PER O B-LOC B-LOC"),
        ("I-PER E-PER E-PER O", Scheme.IOE2, "B-PER I-PER B-PER O"),
        ("I-PER E-PER I-PER O", Scheme.IOE1, "B-PER I-PER B-PER O"),
        ("I-PER I-PER O", Scheme.IO, "B-PER I-PER O"),
        ("B I O B", Scheme.IOB2, "B-entity I-entity O B-entity"),
        ("PER PER O LOC", Scheme.IO, "B-PER I-PER O B-LOC"),
        ("NOM VER NOM", Scheme.BARE, "B-NOM B-VER B-NOM"),
        ("_ B-PER o I-PER", Scheme.IOB2, "O B-PER O B-PER"),
        ("O O", None, "O O"),
    ],
)
def test_schemes_by_their_tags(tags: str, scheme: Scheme | None, iob2: str) -> None:
    reading = read_tags([tags.split()], "a.conll")
    assert reading.scheme is scheme
    assert " ".join(reading.iob2()[0]) == iob2


def test_all_sentences_decide_together_and_strays_are_counted() -> None:
    reading = read_tags([["B-PER", "O"], ["B-PER", "L-PER"]], "set")
    assert reading.scheme is Scheme.BILOU
    assert reading.strays == ((0, 0),)
    reading = read_tags([["PER", "PER", "O", "o"]], "a")
    assert (reading.joined, reading.zeros, reading.bare) == (1, 1, True)
    parted = read_tags([["PER", "PER", "O"]], "a", Scheme.BARE)
    assert parted.iob2() == (("B-PER", "B-PER", "O"),)
    assert parted.joined == 0


@pytest.mark.parametrize(
    ("tags", "scheme", "said"),
    [
        (["B-PER", "I-PER", "LOC", "O"], None, "'B-PER', 'I-PER'.* and tags without .'LOC'"),
        (["(PER*", "*)", "*"], None, "not labels"),
        (["NER=B-PER", "_"], None, "not labels"),
        (["B-PER", "E-PER"], Scheme.IOB2, "not of the scheme IOB2: 'E-PER'"),
        (["PER", "O"], Scheme.IOBES, "not of the scheme IOBES: 'PER'"),
    ],
)
def test_tags_of_no_scheme_are_refused(tags: list[str], scheme: Scheme | None, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        read_tags([tags], "a.conll", scheme)


def test_names_of_schemes() -> None:
    assert [scheme_named(one) for one in ("bio", "BIOES", "iob1")] == [Scheme.IOB2, Scheme.IOBES, Scheme.IOB1]
    with pytest.raises(AloiError, match="IOB3"):
        scheme_named("IOB3")
    assert set(chain.from_iterable(map(letters_of, _WRITTEN))) == set("BIESLUMW")
    assert best_scheme([[SchemeTag("B", "X"), SchemeTag("W", "X"), SchemeTag("I", "X")]]) is None
