"""Spans from elsewhere in a campaign: labels and schema found, places kept, oddities counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.spans import covered_text
from aloi.annotation.tasks.spans.values import spans_of
from aloi.base.errors import AloiError
from aloi.gold.formats.spans.span_files import read_spans
from aloi.storage.store import Store
from aloi.workbench.agreement.spans import span_report
from aloi.workbench.annotation.answering import Event
from aloi.workbench.imports.layouts import find_layout
from aloi.workbench.imports.layouts.base import ReadOptions, SourceRow
from aloi.workbench.rounds.campaigns import span_settings
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_spans
from tests.workbench.scene import NOW

ABOUT = About("marked", "fr", "CC0", "written")


def folder(tmp_path: Path, lines: str, text: str = "\nPas de cancer du poumon.\n") -> Path:
    (tmp_path / "set").mkdir(exist_ok=True)
    (tmp_path / "set/a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "set/a.ann").write_text(lines, encoding="utf-8")
    (tmp_path / "set/b.txt").write_text("Rien.", encoding="utf-8")
    (tmp_path / "set/b.ann").write_text("", encoding="utf-8")
    return tmp_path / "set"


def test_brat_files_become_answers_of_a_reference(store: Store, tmp_path: Path) -> None:
    path = folder(tmp_path, "T1\tDIS 8 24\tcancer du poumon\nT2\tANA 18 24\tpoumon\n")
    done = import_spans(store, path, "marked", ABOUT, NOW)
    assert (done.passages, done.read, done.new, done.already_stored, done.unit) == (2, 2, 2, 0, "tokens")
    assert done.spans == {"ANA": 1, "DIS": 1}
    settings = done.campaign.schema.settings
    assert [one["name"] for one in settings["labels"]] == ["ANA", "DIS"]
    assert (settings["nested"], settings["broken"]) == (True, False)
    answers = store.answers.latest(done.round.id)
    items = {one.id: one for one in store.texts.items([one.key.item_id for one in answers])}
    marked = [
        (items[one.key.item_id].texts[0][start:end], span.label)
        for one in answers
        for span in spans_of(one.value)
        for start, end in span.parts
    ]
    assert sorted(marked) == [("cancer du poumon", "DIS"), ("poumon", "ANA")]
    again = import_spans(store, path, "marked", ABOUT, NOW)
    assert (again.new, again.already_stored) == (0, 2)


def test_spans_within_words_make_a_campaign_of_characters(store: Store, tmp_path: Path) -> None:
    done = import_spans(
        store, folder(tmp_path, "T1\tDIS 8 11\tcan\nT2\tDIS 12 14;15 17\ter du\n"), "m", ABOUT, NOW
    )
    assert done.unit == "characters"
    assert done.campaign.schema.settings["broken"] is True


def test_fragments_of_two_lines_are_one_span_of_words(store: Store, tmp_path: Path) -> None:
    path = folder(tmp_path, "T1\tDIS 8 14;15 24\tcancer du poumon\n", "\nPas de cancer\ndu poumon.\n")
    done = import_spans(store, path, "m", ABOUT, NOW)
    assert (done.unit, done.campaign.schema.settings["broken"]) == ("tokens", False)
    assert done.notes == ()


def test_two_annotators_of_the_same_texts_are_compared(store: Store, tmp_path: Path) -> None:
    first = folder(tmp_path, "T1\tDIS 8 14\tcancer\nT2\tANA 18 24\tpoumon\n")
    (tmp_path / "bea").mkdir()
    for name, text, lines in (
        ("a", "Pas de cancer du poumon.", "T1\tDIS 7 13\tcancer\n"),
        ("z", "Autre texte.", "T1\tDIS 0 5\tAutre\n"),
    ):
        (tmp_path / f"bea/{name}.txt").write_text(text, encoding="utf-8")
        (tmp_path / f"bea/{name}.ann").write_text(lines, encoding="utf-8")
    asked = {"annotator": "Ada", "others": {"Bea": tmp_path / "bea"}}
    done = import_spans(store, first, "m", ABOUT, NOW, **asked)
    assert (done.passages, done.new, done.read) == (2, 3, 4)
    assert [(one.description, one.count) for one in done.notes] == [
        ("texts the first annotator does not have, excluded", 1)
    ]
    found = span_report(store, "m", 1)
    # Ada marked two spans, Bea one of them, in the one text both have.
    assert found.means[0].f1.value == pytest.approx(2 / 3)
    assert found.means[0].f1.units == 1
    assert import_spans(store, first, "m", ABOUT, NOW, **asked).already_stored == 3


def test_odd_spans_are_counted_never_fatal(store: Store, tmp_path: Path) -> None:
    lines = "T1\tDIS 8 14\tfièvre\nT2\tDIS 90 99\tx\nT3\tDIS 0 1\t \nT4\tDIS 0 14\t Pas de cancer\n"
    done = import_spans(store, folder(tmp_path, lines), "m", ABOUT, NOW)
    assert (done.read, sum(done.spans.values())) == (2, 1)
    assert {one.description.split(",")[0]: one.count for one in done.notes} == {
        "spans with offsets of other words": 1,
        "spans outside their text": 1,
        "spans in the white space around their text": 1,
    }


def test_texts_without_spans_and_strange_campaigns_are_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="no span"):
        import_spans(store, folder(tmp_path, ""), "m", ABOUT, NOW)
    path = folder(tmp_path, "T1\tDIS 8 14\tcancer\n")
    import_spans(store, path, "m", ABOUT, NOW)
    with pytest.raises(AloiError, match="already exists"):
        import_spans(store, folder(tmp_path, "T1\tDIS 0 5\tAutre\n", "Autre texte."), "m", ABOUT, NOW)


@pytest.mark.parametrize(
    ("tags", "scheme", "spans", "read_as"),
    [
        ("B-PER I-PER E-PER O S-LOC", "", ["Paul van Durand", "Lyon"], "tags in IOBES"),
        ("B-PER I-PER L-PER O U-LOC", "", ["Paul van Durand", "Lyon"], "tags in BILOU"),
        ("PER PER PER O LOC", "", ["Paul van Durand", "Lyon"], "tags in IO"),
        ("PER PER PER O LOC", "bare", ["Paul", "van", "Durand", "Lyon"], "tags in BARE"),
    ],
)
def test_schemes_of_tags_give_the_spans_that_were_meant(
    store: Store, tmp_path: Path, tags: str, scheme: str, spans: list[str], read_as: str
) -> None:
    words = zip(["Paul", "van", "Durand", "dort", "Lyon"], tags.split(), strict=True)
    path = tmp_path / "a.conll"
    path.write_text("".join(f"{word} {tag}\n" for word, tag in words), encoding="utf-8")
    layout = find_layout(path)
    source = layout.read(path, ReadOptions(scheme=scheme))
    (row,) = [one.row for one in source.rows if isinstance(one, SourceRow)]
    assert isinstance(row, TaggedTokens)
    assert [covered_text(row.text, span) for span in row.spans] == spans
    assert read_as in source.read_as


@pytest.mark.shared
def test_entities_of_e3c_keep_their_characters(store: Store, shared: Path) -> None:
    path = shared / "data/e3c-french/layer1_clinentity.tsv"
    done = import_spans(store, path, "e3c", About("e3c", "fr", "CC BY 4.0", "E3C"), NOW, reader="e3c")
    assert (done.passages, done.read, done.spans, done.unit) == (81, 1327, {"entity": 1327}, "tokens")
    source = {row.text: row for row in read_spans(path, "e3c").rows}
    by_stripped = {text.strip(): (row, len(text) - len(text.lstrip())) for text, row in source.items()}
    answers = store.answers.latest(done.round.id)
    items = {one.id: one for one in store.texts.items([one.key.item_id for one in answers])}
    for one in answers:
        text = items[one.key.item_id].texts[0]
        row, shift = by_stripped[text]
        expected = [(s + shift, e + shift) for span in spans_of(one.value) for s, e in span.parts]
        assert expected == [part for span in row.spans for part in span.parts]


def test_labels_of_ones_own_are_a_table() -> None:
    bare = span_settings("drug\tDrug\ta medicine\td\nsign", {"nested": True})
    assert [(one["name"], one["title"], one["gloss"], one["key"]) for one in bare["labels"]] == [
        ("drug", "Drug", "a medicine", "d"), ("sign", "sign", "", "1"),
    ]  # fmt: skip
    assert bare["nested"] is True
    headed = span_settings("key,name\nx,drug\n", {})
    assert [(one["name"], one["key"]) for one in headed["labels"]] == [("drug", "x")]
    with pytest.raises(AloiError, match="number of labels is 0"):
        span_settings(" \n", {})


def test_an_answer_to_a_long_text_keeps_all_that_was_suggested() -> None:
    spans = [{"label": "disorder", "parts": [[10_000 + n, 10_004 + n]]} for n in range(1500)]
    sent = {
        "event_id": "event-0001", "kind": "answer", "item_id": "i", "value": {"spans": spans},
        "shown": {"suggestion": {"by": "a list", "spans": spans}},
    }  # fmt: skip
    assert len(Event.read(sent).shown["suggestion"]["spans"]) == 1500  # type: ignore[arg-type,index,call-overload]
