"""Rows of every kind through the files of every format: difficult texts come back as they went in."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from aloi.annotation.rows import (
    AlignedGroup,
    LabelledRelation,
    LabelledSpan,
    LabelledText,
    LinkedMention,
    MultipleChoice,
    Row,
    ScoredPair,
    Substitutes,
    TaggedPair,
    TaggedTokens,
    attributes_of,
)
from aloi.annotation.spans import in_order, related, tokens_and_tags, trimmed
from aloi.base.errors import AloiError
from aloi.gold.formats import FORMATS
from aloi.gold.formats.base import Format, write_folder
from aloi.gold.formats.losses import Parts
from aloi.gold.model import Release
from tests import simulations
from tests.gold.campaign import NOW

HARD = st.sampled_from(
    [
        *"aé𝔊😀\u00a0\u202f\u2028\u0301\n\r\t\"'=+-@,;|<&{[\\#_%O0",
        "\r\n",
        "\\n",
        "_x0041_",
        "B-X",
        "007",
        "1e5",
    ]
)
TEXT = st.one_of(
    st.lists(st.one_of(HARD, st.just(" ")), min_size=1, max_size=14).map("".join),
    st.text(st.characters(codec="utf-8", exclude_characters="\x00\ufffe\uffff"), min_size=1, max_size=24),
)
LINE = st.text(st.sampled_from("aé𝔊😀\u00a0'\"=<&%;| "), max_size=14)  # XML 1.0 has no control characters
NAME = st.text(st.sampled_from("abz019-_.:/é %"), min_size=1, max_size=8).filter(
    lambda one: one == one.strip()
)
WORD = st.text(st.sampled_from("abcéà'’😀-=+\"\\|_%:,"), min_size=1, max_size=6)
PLAIN = st.text(st.sampled_from("abcéœ-'"), min_size=1, max_size=6)  # what lines of substitutes can hold
LABEL = st.text(st.sampled_from("ABCé0-_"), min_size=1, max_size=5)
RELATION = st.sampled_from(["dose", "same-as", "É_1"])
VALUE = st.text(st.sampled_from("abcé0-_.'/=+😀\"<&;[]\\"), min_size=1, max_size=5)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["certainty", "côté", "n-1"]), st.sets(VALUE, max_size=2), max_size=2
)
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
LABELS = ("A", "=B", "[C]", "d e", '"f"')
SCALE = (0.0, 5.0)
_A_FILE = 500  # rows


@st.composite
def tagged(draw: st.DrawFn, name: str) -> TaggedTokens:
    text = draw(TEXT)
    spans = []
    offsets = st.integers(0, 12), st.integers(1, 8), st.integers(0, 4)
    for label, start, size, gap, attributes in draw(
        st.lists(st.tuples(LABEL, *offsets, ATTRIBUTES), max_size=4)
    ):
        parts = [(start, start + size), *([(start + size + gap, start + size + gap + 2)] if gap else [])]
        inside = [(begin, min(end, len(text))) for begin, end in parts if begin < min(end, len(text))]
        if sound := trimmed(inside, text):
            spans.append(LabelledSpan(label, sound, attributes_of(attributes)))
    each_once = in_order({span.bare(): span for span in spans}.values())
    indices = st.integers(0, len(each_once) - 1) if each_once else st.nothing()
    triples = st.lists(st.tuples(RELATION, indices, indices), max_size=5) if each_once else st.just([])
    drawn = [LabelledRelation(*each) for each in draw(triples)]
    ordered, relations = related(each_once, drawn)
    return TaggedTokens(name, draw(NAME), *tokens_and_tags(text, ordered), text, ordered, relations)


@st.composite
def substitutes(draw: st.DrawFn, name: str) -> Substitutes:
    before, word, after = draw(LINE), draw(PLAIN), draw(LINE)
    counts = draw(st.dictionaries(PLAIN, st.integers(1, 4), max_size=3))
    ordered = tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
    place = (len(before), len(before) + len(word))
    return Substitutes(name, "s", "mot", "NOUN", before + word + after, *place, ordered, 4)


def rows_of_kind(kind: type[Row], name: str) -> st.SearchStrategy[Row]:
    words = st.lists(WORD, min_size=1, max_size=4).map(tuple)
    if kind is ScoredPair:
        ends = [f"{name}-left", f"{name}-right"]
        return st.builds(
            lambda left, right, score: ScoredPair(name, *ends, left, right, score, *SCALE),
            TEXT, TEXT, st.floats(0, 5),
        )  # fmt: skip
    if kind is TaggedPair:
        groups = st.lists(
            st.builds(AlignedGroup, st.just((0,)), st.sampled_from([(), (0,)]), st.sampled_from("ab")),
            max_size=2, unique=True,
        ).map(tuple)  # fmt: skip
        return st.builds(
            TaggedPair, st.just(name), st.just("l"), st.just("r"), words, words, groups, st.just(False)
        )
    if kind is LabelledText:
        chosen = st.lists(st.sampled_from(LABELS), unique=True, max_size=3).map(
            lambda one: tuple(sorted(one, key=LABELS.index))
        )
        return st.builds(
            LabelledText, st.just(name), TEXT, st.one_of(st.just(""), TEXT), chosen, st.just(LABELS)
        )
    if kind is TaggedTokens:
        return tagged(name)
    if kind is Substitutes:
        return substitutes(name)
    if kind is LinkedMention:
        return st.builds(
            lambda text, document, group, concept: LinkedMention(
                name, document, text, ((0, len(text)),), text, group, concept
            ),
            TEXT, NAME, LABEL, st.sampled_from(["C1", "C1|C2", "C1+C2", "CUILESS", ""]),
        )  # fmt: skip
    return st.builds(
        MultipleChoice,
        st.just(name),
        TEXT.filter(str.strip),
        st.lists(TEXT.filter(str.strip), min_size=2, max_size=4, unique_by=str.strip).map(tuple),
        st.just((1,)),
    )


def release_of_rows(rows: tuple[Row, ...], *, named: bool) -> Release:
    """Return a release that knows nothing of the rows or, `named`, only where their texts come from."""
    items = []
    for one in rows:
        sides = {
            side: {"id": f"{one.id}-{side}", "document": one.id, "start": at, "end": at + 1}
            for at, side in enumerate(("left", "right"))
        }  # fmt: skip
        items.append({"id": one.id, **sides})
    manifest = {
        "items": items if named else [], "origins": [], "annotations": [], "rounds": [], "guidelines": [],
        "documents": [],
        "gold": {"items": [], "rounds": [], "rule": "mean"}, "annotators": [], "agreement": [],
        "statement": "",
        "corpus": {"id": "k", "language": "fr", "licence": "CC0", "name": "k", "source": "",
                   "restricted": False},
        "campaign": {"name": "épreuve", "task": "similarity", "settings": {}},
        "counts": {"gold": 3, "annotations": 0, "by_miner": {}, "by_status": {}, "by_part": {}},
        "splits": {"parts": [], "method": "", "seed": 0, "disjoint": "", "dropped": [],
                   "crossing_sentences": 0, "crossing_documents": 0},
    }  # fmt: skip
    return Release("r", "c", "1.0", "0" * 64, "0" * 64, manifest, NOW)


def written_by(form: Format, rows: Sequence[Row]) -> tuple[Parts, Mapping[str, str | bytes]]:
    """Return the rows that a format takes, in two parts, and their files; raise AloiError for none.

    What a line cannot carry is refused, not bent: a row that is refused alone is left out.
    """

    def made(found: Sequence[Row]) -> tuple[Parts, Mapping[str, str | bytes]]:
        parts = {"train": [*found[: (len(found) + 1) // 2]], "test": [*found[(len(found) + 1) // 2 :]]}
        parts = {part: each for part, each in parts.items() if each}
        named = form.name in ("clister", "drbenchmark_jsonl")
        return parts, form.files(parts, release_of_rows(tuple(found), named=named))

    try:
        return made(rows)
    except AloiError:
        kept = []
        for one in rows:
            with suppress(AloiError):
                made([one])
                kept.append(one)
        if not kept:
            raise
        return made(kept)


def sent_and_back(form: Format, rows: Sequence[Row], folder: Path) -> tuple[set[str], Parts, Parts]:
    """Return the ids of the rows that a format takes, these rows and what its files give back.

    Both are without what the format does not carry, which may be the ids.
    """
    parts, files = written_by(form, rows)
    content = {name: one.encode() if isinstance(one, str) else one for name, one in files.items()}
    shutil.rmtree(folder / "out", ignore_errors=True)
    write_folder(folder / "out", content, form.extensions)
    back = form.read(folder / "out", SCALE)
    sent = {
        part: [*map(form.restored, sorted(found, key=lambda one: one.id))]
        for part, found in parts.items()
    }  # fmt: skip
    taken = {row.id for found in parts.values() for row in found}
    return taken, sent, {part: [*map(form.restored, found)] for part, found in back.items()}


def comes_back(form: Format, kind: type[Row], folder: Path, examples: int) -> Counter[str]:
    """Write and read three rows so many times; return how many were equal, and how many refused."""
    outcomes: Counter[str] = Counter()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(st.tuples(*(rows_of_kind(kind, name) for name in ("1", "r-2", "3"))))
    def check(rows: tuple[Row, ...]) -> None:
        try:
            _, sent, back = sent_and_back(form, rows, folder)
        except AloiError:
            outcomes["refused"] += len(rows)
            return
        assert back == sent
        equal = sum(map(len, sent.values()))
        outcomes["equal"] += equal
        outcomes["refused"] += len(rows) - equal

    check()
    return outcomes


def many_rows(kind: type[Row], number: int) -> list[Row]:
    """Return so many drawn rows with ids of their own; they are drawn by the dozen, as no draw holds more."""
    found: list[Row] = []

    @settings(
        max_examples=number // 12 + 1,
        phases=(Phase.generate,),
        deadline=None,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(st.tuples(*(rows_of_kind(kind, "drawn") for _ in range(12))))
    def collect(rows: tuple[Row, ...]) -> None:
        for one in rows:
            name = f"r-{len(found)}"
            ends = {"left_id": f"{name}-left", "right_id": f"{name}-right"}
            found.append(replace(one, id=name, **(ends if isinstance(one, ScoredPair) else {})))

    collect()
    return found


def _is_refusable(form: Format, row: Row) -> bool:
    """Return whether a text of a row is white space alone, or no XML: some formats refuse it.

    Aloi imports no text of white space alone.
    """
    texts = [text for each in fields(row) if isinstance(text := getattr(row, each.name), str)]
    no_xml = form.name == "uima_cas" and any(NO_XML.search(text) for text in texts)
    return no_xml or any(text != text.strip() == "" for text in texts)


PAIRS = [(form, kind) for form in FORMATS for kind in form.row_kinds]
EACH = pytest.mark.parametrize(
    ("form", "kind"), PAIRS, ids=lambda one: getattr(one, "name", None) or one.__name__
)


@pytest.fixture(autouse=True)
def reader_of_docbin(request: pytest.FixtureRequest) -> None:
    if "docbin" in request.node.name:
        pytest.importorskip("spacy")


@EACH
def test_rows_come_back(form: Format, kind: type[Row], tmp_path: Path) -> None:
    assert comes_back(form, kind, tmp_path, 15)["equal"] >= 12


@pytest.mark.slow
@EACH
def test_ten_thousand_rows_come_back(
    form: Format, kind: type[Row], tmp_path: Path, record_property: simulations.Record
) -> None:
    """Files of hundreds of rows: an export a row would take hours, and long files fail in their own ways."""
    drawn, equal = many_rows(kind, 16_000 if form.name == "uima_cas" else 13_000), 0
    for start in range(0, len(drawn), _A_FILE):
        taken, sent, back = sent_and_back(form, drawn[start : start + _A_FILE], tmp_path)
        assert back.keys() == sent.keys()
        left = [one for one in drawn[start : start + _A_FILE] if one.id not in taken]
        assert [one for one in left if not _is_refusable(form, one)] == []
        for part, found in sent.items():
            pairs = zip(found, back[part], strict=True)
            assert [(one, read) for one, read in pairs if one != read][:3] == []
            equal += len(found)
    outcome = f"{form.name}, {kind.__name__}: {equal} rows equal, {len(drawn) - equal} refused"
    record_property(simulations.FIGURE, outcome)
    assert equal >= 10_000
