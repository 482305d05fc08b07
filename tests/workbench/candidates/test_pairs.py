"""Mining looks first and stores later; each stored item tells how it was found."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet
import pytest
from sqlalchemy import update

from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.corpora.language.similarity import lexical_score
from aloi.corpora.mining.base import Cancelled, MinedPair
from aloi.corpora.mining.lexical import miner
from aloi.corpora.mining.sample import Bin
from aloi.corpora.model import Corpus
from aloi.corpora.readers import read_table, write_table
from aloi.corpora.readers.tables import WRITTEN
from aloi.modeling.encoders.transformer import Encoder
from aloi.storage.store import Store
from aloi.storage.tables import corpora
from aloi.workbench.candidates import pairs as mining
from aloi.workbench.candidates.pairs import KEPT_COLUMNS, PAIR_COLUMNS, MineSpec
from aloi.workbench.requests.candidates import DrawRequest, MineRequest

Content = Callable[[], list[str]]
LOW = MineSpec("lexical", "0.1")


@pytest.fixture
def table(store: Store, corpus: Corpus, tmp_path: Path) -> Path:
    """Return the candidates of the invented corpus from 0.1 up."""
    out = tmp_path / "candidates.tsv"
    mining.mine_corpus(store, MineRequest(corpus.id, threshold=0.1), out)
    return out


def draw(store: Store, corpus: Corpus, table: Path, now: datetime, seed: int = 7) -> mining.Drawn:
    return mining.draw_sample(store, DrawRequest(corpus.id, table, 2, seed=seed), LOW, now=now)


def test_mining_writes_a_table_and_stores_nothing(
    store: Store, corpus: Corpus, tmp_path: Path, content: Content
) -> None:
    before = content()
    out = tmp_path / "out.tsv"
    _, report = mining.mine_corpus(store, MineRequest(corpus.id), out)
    assert content() == before
    found = read_table(out)
    assert found.columns == PAIR_COLUMNS
    scores = [float(row.text("score")) for row in found.rows]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 0.45
    for row in found.rows:
        assert float(row.text("score")) == lexical_score(row.text("left"), row.text("right"))
    texts = [one.text for one in store.texts.sentences(corpus.id)]
    pairs = [(a, b) for n, a in enumerate(texts) for b in texts[n + 1 :]]
    assert len(scores) == sum(lexical_score(a, b) >= 0.45 for a, b in pairs) > 0
    assert (report.sentences, report.pairs_compared, report.pairs_kept) == (8, 28, len(scores))
    assert sum(one.count for one in report.histogram) == len(scores)


@pytest.mark.parametrize("scheduler", ["", "tcp://elsewhere.invalid:8786"])
def test_restricted_texts_are_sent_to_no_scheduler(
    store: Store, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheduler: str
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(miner, "on_cluster", lambda run, units, done, address: sent.append(address))
    with store._database.write() as connection:
        connection.execute(update(corpora).values(restricted=True))
    asked = {"corpus": corpus.id, "miner": "lexical", "scheduler": scheduler}
    doors = {
        f"{corpus.id}-lexical.tsv": lambda: mining.mine_job(store, asked, tmp_path, lambda *told: True),
        "out.tsv": lambda: mining.mine_corpus(
            store, MineRequest(corpus.id, scheduler=scheduler), tmp_path / "out.tsv"
        ),
    }
    for name, door in doors.items():
        if scheduler:
            with pytest.raises(AloiError) as refused:
                door()
            assert refused.value.code == "aloi.not-for"
        else:
            door()
        assert any(tmp_path.rglob(name)) is (not scheduler)
    assert sent == []


def sheet(path: Path) -> list[list[object]]:
    """Return the cells of a sheet as its XML has them: an empty text would be a cell with a text."""
    with zipfile.ZipFile(path) as book:
        lines = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).findall(".//{*}row")
    width = len(lines[0])
    found = []
    for line in lines:
        row: list[object] = [None] * width
        for cell in line:
            text = "".join(cell.itertext())
            number = cell.get("t", "n") == "n"
            if len(cell):
                row[ord(cell.attrib["r"][0]) - ord("A")] = float(text) if number else text
        found.append(row)
    return found


def cells(path: Path) -> list[dict[str, object]]:
    """Return the cells of a written table as another program reads them, None where there is nothing."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if path.suffix == ".parquet":
        return list(pyarrow.parquet.read_table(path).to_pylist())
    if path.suffix == ".xlsx":
        names, *rows = sheet(path)
    else:
        mark = "\t" if path.suffix == ".tsv" else ","
        names, *rows = ([part or None for part in line.split(mark)] for line in path.read_text().splitlines())
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


@pytest.mark.parametrize("suffix", WRITTEN)
def test_a_score_that_was_not_measured_is_absent_in_every_kind_of_file(
    store: Store, corpus: Corpus, tmp_path: Path, suffix: str
) -> None:
    a, b, c, *_ = store.texts.sentences(corpus.id)
    some = [
        MinedPair(a, b, None, None, 0.25, None),
        MinedPair(a, c, 0.5, 0.75, 0.625, 0.125),
        MinedPair(b, c, None, None, None, None),
    ]
    wanted = ("levenshtein", "cosine", "score", "probability")
    numbers = [[getattr(one, name) for name in wanted] for one in some]
    for pairs, rows in ((some, numbers), (some[2:], numbers[2:])):  # and a table without any number
        out = tmp_path / f"candidates{len(pairs)}{suffix}"
        mining.write_candidates(out, pairs, MineSpec("lexical", "0.45", reservoir=5))
        found = cells(out)
        assert set(found[0]) == {*PAIR_COLUMNS, *KEPT_COLUMNS}
        told = [[row[name] for name in wanted] for row in found]
        if suffix in (".csv", ".tsv"):
            told = [[None if one is None else float(str(one)) for one in row] for row in told]
        assert told == rows
        back = mining.read_candidates(store, corpus.id, out)
        assert [[getattr(one, name) for name in wanted] for one in back] == rows


def test_each_item_keeps_how_it_was_found(store: Store, corpus: Corpus, table: Path, now: datetime) -> None:
    drawn = draw(store, corpus, table, now)
    scores = {
        (row.text("left"), row.text("right")): float(row.text("score")) for row in read_table(table).rows
    }
    origins = store.texts.origins(drawn.item_ids)
    assert drawn.new == len(drawn.item_ids) == len(store.texts.corpus_items(corpus.id))
    for item in store.texts.items(drawn.item_ids):
        (one,) = origins[item.id]
        assert (one.item_id, one.miner, one.seed, one.mined_at) == (item.id, "lexical", 7, now)
        assert one.parameters == {"threshold": "0.1", "distinct": True, "tokens": r"\w+"}
        left, right = item.texts
        assert one.score == scores[left, right]
        low, high = map(float, str(one.stratum).split("-"))
        assert low <= one.score < high
        there, taken = drawn.by_stratum[str(one.stratum)]
        assert one.probability == taken / there


def test_a_sample_takes_the_same_of_each_bin(
    store: Store, corpus: Corpus, table: Path, now: datetime
) -> None:
    drawn = draw(store, corpus, table, now)
    scores = [float(row.text("score")) for row in read_table(table).rows]
    there = Counter(int(round(score * 20, 9)) for score in scores)
    assert {name: count for name, (count, _) in drawn.by_stratum.items()} == {
        f"{place / 20:.2f}-{(place + 1) / 20:.2f}": count for place, count in there.items()
    }
    assert max(there.values()) > 2  # some bin has more than is drawn
    assert all(taken == min(2, count) for count, taken in drawn.by_stratum.values())
    found = Counter(
        str(one.stratum) for origin in store.texts.origins(drawn.item_ids).values() for one in origin
    )
    assert found == {name: taken for name, (_, taken) in drawn.by_stratum.items()}


def test_the_same_draw_twice_adds_nothing(
    store: Store, corpus: Corpus, table: Path, now: datetime, content: Content
) -> None:
    first = draw(store, corpus, table, now)
    before = content()
    again = draw(store, corpus, table, now + timedelta(days=1))
    assert (again.new, again.item_ids) == (0, first.item_ids)
    assert content() == before


def test_a_seed_decides_what_is_drawn(store: Store, corpus: Corpus, table: Path, now: datetime) -> None:
    drawn = {draw(store, corpus, table, now, seed).item_ids for seed in range(4)}
    assert len(drawn) > 1


def test_another_miner_adds_its_origin_to_a_known_item(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, small_encoder: object
) -> None:
    both = {}
    for asked in (MineRequest(corpus.id, threshold=0.0001), MineRequest(corpus.id, "nearest", top=3)):
        out, spec = tmp_path / f"{asked.miner}.tsv", mining.spec_of(asked)
        mining.mine_corpus(store, asked, out)
        drawing = DrawRequest(corpus.id, out, 99, seed=1)
        both[asked.miner] = mining.draw_sample(store, drawing, spec, now=now)
    assert both["lexical"].new == 28  # every pair
    assert both["nearest"].new == 0
    assert len(store.texts.corpus_items(corpus.id)) == 28
    for found in store.texts.origins(both["nearest"].item_ids).values():
        assert [one.miner for one in found] == ["lexical", "nearest"]
        assert found[1].parameters["top"] == 3
        assert found[1].score is not None
        assert found[1].score != found[0].score
        assert found[1].probability == 1


def test_equal_texts_enter_once_unless_told(store: Store, corpus: Corpus) -> None:
    doubled = [*store.texts.sentences(corpus.id)]
    doubled += [type(one)(f"{one.id}x", one.document_id, 9, one.start, one.end, one.text) for one in doubled]
    assert mining.mine(doubled, LOW)[1].sentences == 8
    assert mining.mine(doubled, MineSpec("lexical", "0.1", distinct=False))[1].sentences == 16


def test_examples_stand_in_their_bin(store: Store, corpus: Corpus) -> None:
    candidates, report = mining.mine(store.texts.sentences(corpus.id), LOW)
    shown = mining.examples(candidates, report)
    assert tuple(one for one, _ in shown) == report.histogram
    for one, inside in shown:
        assert len(inside) == min(3, one.count)
        assert all(c.score is not None and one.low <= c.score < one.high for c in inside)
    assert isinstance(shown[0][0], Bin)


@pytest.mark.parametrize("miner", ["lexical", "nearest"])
def test_a_miner_stops_when_told(
    store: Store,
    corpus: Corpus,
    tmp_path: Path,
    content: Content,
    small_encoder: object,
    miner: Literal["lexical", "nearest"],
) -> None:
    before = content()
    out = tmp_path / "out.tsv"
    with pytest.raises(Cancelled):
        mining.mine_corpus(store, MineRequest(corpus.id, miner), out, lambda done, total, message: False)
    assert content() == before
    left = [mining.work_beside(out)] if miner == "lexical" else []  # to go on from, with `resume`
    assert list(tmp_path.glob("*out*")) == left


def test_a_stop_between_batches_keeps_what_was_encoded(
    store: Store, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def embed(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return np.array([[len(text), text.count("e"), 1.0] for text in texts])

    made = Encoder("stub", "stub", 3, embed, batch=3)
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: made)
    out, cache = tmp_path / "out.tsv", tmp_path / "cache"
    spec = MineRequest(corpus.id, "nearest", top=1)
    with pytest.raises(Cancelled):
        mining.mine_corpus(store, spec, out, lambda done, total, message: done < 3, cache)
    assert len(asked) == 3
    told: list[tuple[int, int, str]] = []

    def watch(done: int, total: int, message: object) -> bool:
        told.append((done, total, str(message)))
        return True

    mining.mine_corpus(store, spec, out, watch, cache)
    assert told == [(at, 8, "sentences encoded") for at in (0, 6, 8)]
    assert mining.mine_corpus(store, spec, out, cache=cache)[1].encoder == "stub"
    assert mining.mine_corpus(store, MineRequest(corpus.id), out)[1].encoder == ""
    assert sorted(asked) == sorted(one.text for one in store.texts.sentences(corpus.id))


@pytest.mark.parametrize(
    ("column", "cell", "told"),
    [
        ("score", "inf", "line 3: column 'score' contains 'inf'"),
        ("score", "0,5", "line 3: column 'score' contains '0,5'"),
        ("score", "7", "line 3: the column 'score' contains '7'"),
        ("cosine", "high", "line 3: column 'cosine' contains 'high'"),
        ("left_id", "gone", "line 3: a sentence of the pair is not in the corpus any more"),
        ("score", "", "have a score"),
    ],
)
def test_a_bad_table_of_candidates_is_refused_and_nothing_is_stored(
    store: Store, corpus: Corpus, table: Path, now: datetime, content: Content,
    column: str, cell: str, told: str,
) -> None:  # fmt: skip
    rows = [dict(row.values) for row in read_table(table).rows]
    rows[1][column] = cell
    write_table(table, PAIR_COLUMNS, rows)
    before = content()
    with pytest.raises(AloiError, match=told):
        draw(store, corpus, table, now)
    assert content() == before


def test_a_pair_given_twice_is_refused(
    store: Store, corpus: Corpus, table: Path, now: datetime, content: Content
) -> None:
    rows = [dict(row.values) for row in read_table(table).rows]
    turned = {**rows[0], "left_id": rows[0]["right_id"], "right_id": rows[0]["left_id"]}
    write_table(table, PAIR_COLUMNS, [*rows, turned])
    before = content()
    with pytest.raises(AloiError, match=f"line {len(rows) + 2}: the pair of line 2 appears twice"):
        draw(store, corpus, table, now)
    assert content() == before


@pytest.mark.parametrize(
    ("columns", "told"),
    [(("left_id", "right_id"), "no column 'score'"), (("left", "right"), "no column 'left_id', 'right_id'")],
)
def test_a_missing_column_is_named(
    store: Store, corpus: Corpus, table: Path, now: datetime, columns: tuple[str, ...], told: str
) -> None:
    rows = [dict(row.values) for row in read_table(table).rows]
    write_table(table, columns, rows)
    with pytest.raises(AloiError, match=told):
        draw(store, corpus, table, now)


def test_sentences_of_an_earlier_split_are_refused(
    store: Store, corpus: Corpus, table: Path, now: datetime
) -> None:
    store.texts.save_sentences(corpus.id, store.texts.sentences(corpus.id)[6:], "another")
    with pytest.raises(AloiError, match="not in the corpus any more"):
        draw(store, corpus, table, now)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"miner": "magic"}, "miner is 'magic'"),
        ({"miner": "random", "count": 0}, "count is 0"),
        ({"miner": "nearest", "top": 0}, "top is 0"),
    ],
)
def test_bad_settings_of_a_miner_are_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(AloiError, match=told):
        from_data(MineRequest, {"corpus": "ward", **given})


def test_one_sentence_makes_no_pair(store: Store, corpus: Corpus) -> None:
    with pytest.raises(AloiError, match="too few sentences: 1"):
        mining.mine(store.texts.sentences(corpus.id)[:1], LOW)
