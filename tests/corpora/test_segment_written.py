"""Sentence ends of French clinical texts written for this project, beside what segmentation finds."""

from __future__ import annotations

import json
from pathlib import Path

from corpora.language.segment import segment
from corpora.model import Document

WRITTEN = json.loads(Path(__file__).with_name("segmentation_fr.json").read_text(encoding="utf-8"))["texts"]


def test_boundary_f1_is_at_least_095_on_the_ends_inside_texts():
    expected, found = set(), set()
    for one in WRITTEN:
        sentences = segment(Document(one["id"], "c", one["id"], one["text"]), "fr")
        # The end of a text is no decision: it is left out on both sides.
        expected |= {(one["id"], end) for end in one["ends"][:-1]}
        found |= {(one["id"], sentence.end) for sentence in sentences[:-1]}
    assert len(expected) >= 60
    right = len(expected & found)
    f1 = 2 * right / (len(expected) + len(found))
    assert f1 >= 0.95, sorted(expected ^ found)


def test_written_offsets_hold_no_outer_white_space():
    for one in WRITTEN:
        for start, end in zip(one["starts"], one["ends"], strict=True):
            assert one["text"][start:end].strip() == one["text"][start:end] != ""
