"""Roles of columns: guessed by name and content, sure or not, read from entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers.roles import check_roles, fingerprint, guess_roles, read_roles

LONG = "Un homme joue de la guitare sur la scène."
LAYOUTS = {
    "SICK": (
        "pair_ID:1,2 sentence_A:TEXT sentence_B:TEXT entailment_label:NEUTRAL,ENTAILMENT "
        "relatedness_score:4.5,3.2 entailment_AB:A_x,A_y sentence_A_original:TEXT SemEval_set:TRAIN,TEST",
        "id left right label score metadata metadata split",
    ),
    "MorFITT": ("identifier:a1,a2 text:TEXT specialities:virology,genetics", "id text label"),
    "STS-B": (
        "genre:news,forum year:2012,2013 sentence1:TEXT sentence2:TEXT score:2.5,5.0",
        "metadata metadata left right score",
    ),
    "GLUE": ("sentence1:TEXT sentence2:TEXT label:2.5,5.0 idx:0,1", "left right score metadata"),
    "French": (
        "identifiant:1,1 phrase_1:TEXT phrase_2:TEXT annotateur:anne,paul note:4,5 commentaire:bien,oui",
        "id left right annotator score metadata",
    ),
    "French labels": ("texte:TEXT codeur:anne,paul étiquette:pos,nég", "text annotator label"),
    "wide": ("texte:TEXT id:1,2 score_anne:4,5 score_paul:4,4", "text id score score"),
    "who": ("ID:1,1 premise:TEXT hypothesis:TEXT who:u,v rating:1,2", "id left right annotator score"),
    "documents": (
        "id:1,2 left:TEXT right:TEXT left_document:d1,d2 right_document:d3,d4 score:1,2",
        "id left right document document score",
    ),
}  # fmt: skip


def table(layout: str) -> tuple[list[str], list[list[str]]]:
    """Return the columns and rows of `name:cell,cell`; TEXT is a sentence."""
    columns = [entry.split(":") for entry in layout.split()]
    cells = [text.split(",") if text != "TEXT" else [LONG, LONG] for _, text in columns]
    return [name for name, _ in columns], [[each[at] for each in cells] for at in range(2)]


@pytest.mark.parametrize("name", LAYOUTS)
def test_published_layouts_need_no_question(name: str) -> None:
    layout, roles = LAYOUTS[name]
    guess = guess_roles(*table(layout))
    assert " ".join(one.role for one in guess.columns) == roles
    assert guess.unsure == ()


@pytest.mark.parametrize(
    ("layout", "doubts"),
    [
        ("a:TEXT b:TEXT score:1,2", "a=left b=right"),  # texts that no name tells apart
        ("sentence1:TEXT sentence2:TEXT label:0,1", "label=score"),  # a class or a degree
        ("text:TEXT label:pos,neg category:x,y", "label=label category=metadata"),
        ("id:1,2 left:TEXT right:TEXT A:1,2 B:2,2", "A=score B=score"),  # annotators that no name tells
    ],
)
def test_what_may_be_meant_in_two_ways_is_asked(layout: str, doubts: str) -> None:
    guess = guess_roles(*table(layout))
    assert " ".join(f"{one.column}={one.role}" for one in guess.unsure) == doubts
    with pytest.raises(AloiError) as refused:
        check_roles("pairs.csv", guess)
    assert refused.value.code == "corpora.columns-unsure"
    proposed = str(refused.value.values["proposed"])
    assert all(entry in proposed for entry in doubts.replace("=", " ").split()[:1])


def test_a_table_without_header_is_refused() -> None:
    guess = guess_roles([LONG, "Une femme joue.", "2.5"], [[LONG, LONG, "3.0"]])
    with pytest.raises(AloiError) as refused:
        check_roles("sts.csv", guess)
    assert refused.value.code == "corpora.no-header"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        (["links=a"], "corpora.column-role"),
        (["left=c"], "aloi.no-column"),
        (["left=a", "right=a"], "corpora.column-of-two-roles"),
        (["left=a", "left=b"], "corpora.role-of-several"),
    ],
)
def test_wrong_entries_are_refused(entries: list[str], code: str) -> None:
    with pytest.raises(AloiError) as refused:
        read_roles(entries, ["a", "b"], Path("t.csv"))
    assert refused.value.code == code


def test_roles_are_written_as_they_are_read() -> None:
    entries = ("left=a", "right=b", "score=c=d")
    assert read_roles(entries, ["a", "b", "c=d"], Path("t.csv")).written() == entries
    assert fingerprint(["a", "b"]) != fingerprint(["ab"])
