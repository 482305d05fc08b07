"""Releases: the same content has the same checksum and bytes, bad sizes are refused, damage is found."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from aloi.base.errors import AloiError
from aloi.corpora.identity import canonical_json
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Origin, Pair
from aloi.corpora.readers import ReadText
from aloi.gold.model import Release
from aloi.gold.releasing import compressed_records
from aloi.gold.releasing.manifest import entries, rows_of
from aloi.gold.releasing.release import diff, verify
from aloi.modeling.data.reading import read
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.releases import checking, exporting, gold, leaks, releases
from aloi.workbench.releases.splitting import preview_splits
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import (
    ExportRequest,
    FreezeRequest,
    LeaksRequest,
    PreviewRequest,
    ReleaseRequest,
)
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About, add_corpus, make_corpus, segment_corpus
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW, PLAIN, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, 4, 4)}


@pytest.fixture
def gilded(scene: Scene) -> Scene:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    return scene


def build(scene: Scene, version: str = "1.0", **given: Any) -> Release:
    now = given.pop("now", NOW)
    request = ReleaseRequest("closeness", version, **{"sizes": {"train": 4, "test": "rest"}, **given})
    return releases.build(scene.store, request, now=now)


def parts(release: Release) -> dict[str, list[str]]:
    return {one["name"]: one["item_ids"] for one in release.manifest["splits"]["parts"]}


def test_a_release_tells_the_agreement_that_the_page_of_the_round_shows(gilded: Scene) -> None:
    report = round_report(gilded.store, "closeness", 1)
    results = [one.to_json() for view in report.views for one in (*view.results, *view.means)]
    assert results
    assert build(gilded).manifest["agreement"] == [
        {
            "number": 1,
            "guideline_version": report.round.guideline_version,
            "results": json.loads(json.dumps(results)),
        }
    ]


def test_the_same_gold_and_seed_give_the_same_content_checksum(gilded: Scene) -> None:
    first = build(gilded, seed=3)
    again = build(gilded, "2.0", seed=3, now=NOW + timedelta(days=1))
    assert first.id != again.id
    assert first.manifest_checksum != again.manifest_checksum
    found = {name: len(ids) for name, ids in parts(first).items()}
    assert found == {"train": 4, "test": 2}
    assert parts(first) == parts(again)
    assert checking.diff(gilded.store, first.id, again.id).changed_splits == ()
    assert first.checksum != build(gilded, "3.0", seed=4).checksum
    assert checking.verify(gilded.store, first.id) == []


def test_two_stores_with_the_same_answers_make_the_same_release(tmp_path: Path) -> None:
    made = []
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        store = Store.open(f"sqlite:///{tmp_path / place / 'aloi.db'}")
        scene = make_scene(store, tmp_path / place)
        scene.give(scene.open(names=("A1", "A2")), ANSWERS)
        gold.freeze(store, FreezeRequest("closeness"), now=NOW + timedelta(days=len(made)))
        made.append(build(scene, seed=3, now=NOW + timedelta(days=len(made))))
        store.close()
    assert made[0].checksum == made[1].checksum
    assert made[0].manifest_checksum != made[1].manifest_checksum


def test_each_policy_keeps_its_unit_in_one_split(store: Store, tmp_path: Path) -> None:
    shared = [("Toux.", f"Patient {n} dort.") for n in range(3)]
    alone = [(f"Fièvre {n}.", f"Douleur {n}.") for n in range(7)]
    scene = make_scene(store, tmp_path, [*shared, *alone])
    scene.give(scene.open(names=("A1",)), {"A1": (3,) * 10})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    sizes = {"train": 5, "test": 5}
    previews = {
        seed: preview_splits(store, PreviewRequest("closeness", sizes, threshold=0, seed=seed))
        for seed in range(20)
    }
    seed = next(seed for seed, preview in previews.items() if not preview.policies[0].passes)
    plain, sentence, document, connected = previews[seed].policies
    assert (plain.name, plain.splits, plain.excluded, plain.crossing_documents) == ("none", sizes, 0, 1)
    assert plain.leakage in (1, 2)  # test items that share their sentence with training
    assert (sentence.excluded, sentence.passes, document.excluded, document.leakage) == (1, True, 1, 0)
    assert (connected.splits, connected.excluded, connected.passes) == (sizes, 0, True)
    assert connected.largest_group == 3
    assert previews[seed].recommended == "connected"
    assert store.gold.releases() == []

    chosen = {"sizes": sizes, "seed": seed, "overrides": overriding("agreement")}
    with pytest.raises(AloiError, match=r"--policy connected` \(train 5, test 5; nothing is excluded\)"):
        build(scene, **chosen, policy="none")
    dropping = build(scene, "dropping", **chosen, policy="sentence")
    report = dropping.manifest["splits"]
    assert (report["crossing_sentences"], len(report["dropped"])) == (0, 1)
    assert set(report["dropped"]) <= set(scene.items[:3])
    default = build(scene, "default", **chosen)
    report = default.manifest["splits"]
    assert (report["disjoint"], report["crossing_documents"], report["dropped"]) == ("connected", 0, [])
    assert {name: len(ids) for name, ids in parts(default).items()} == sizes


def test_a_policy_that_leaves_hardly_any_test_item_is_no_default(store: Store, tmp_path: Path) -> None:
    # As in a corpus of pairs whose documents are nearly all connected by some pair.
    chain = [(f"Signe {n}.", f"Signe {n + 1}.") for n in range(10)]
    scene = make_scene(store, tmp_path, [*chain, ("Toux.", "Rien."), ("Fièvre.", "Tout.")])
    scene.give(scene.open(names=("A1",)), {"A1": (3,) * 12})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    sizes = {"train": 6, "test": 6}
    preview = preview_splits(store, PreviewRequest("closeness", sizes, threshold=0))
    connected = preview.of("connected")
    assert connected is not None
    assert (sorted(connected.splits.values()), connected.excluded, connected.passes) == ([2, 10], 0, True)
    assert not any(policy.is_default for policy in preview.policies)
    assert preview.recommended == "document"
    with pytest.raises(AloiError) as refused:
        build(scene, sizes=sizes, overrides=overriding("agreement"))
    assert (refused.value.code, refused.value.values["policy"]) == ("workbench.policy-excludes", "document")


def test_a_default_release_excludes_at_most_one_item_in_twenty(store: Store, tmp_path: Path) -> None:
    chain = [(f"Signe {n}.", f"Signe {n + 1}.") for n in range(12)]
    scene = make_scene(store, tmp_path, chain)
    scene.give(scene.open(names=("A1",)), {"A1": (3,) * 12})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    sizes = {"train": 6, "test": 6}
    preview = preview_splits(store, PreviewRequest("closeness", sizes, threshold=0))
    document, connected = preview.of("document"), preview.of("connected")
    assert document is not None
    assert connected is not None
    assert (connected.largest_group, connected.passes, connected.leakage) == (12, False, 0)
    assert sorted(connected.splits.values()) == [0, 12]
    assert AloiError.from_json(connected.problem).code == "gold.group-too-large"
    assert document.passes
    assert document.excluded > 1
    percent = round(100 * document.excluded / 12)
    assert preview.of(None) is document
    overrides = overriding("agreement")
    with pytest.raises(AloiError, match=rf"at most 5 % .*document \(.*; {percent} % excluded\)"):
        build(scene, sizes=sizes, overrides=overrides)
    assert store.gold.releases() == []
    release = build(scene, sizes=sizes, overrides=overrides, policy="document")
    assert len(release.manifest["splits"]["dropped"]) == document.excluded
    crossing = build(scene, "2.0", sizes=sizes, overrides=overriding("agreement", "crossing"))
    assert crossing.manifest["splits"]["disjoint"] is None


def test_a_release_is_never_changed_and_the_next_version_is_free(gilded: Scene) -> None:
    assert releases.next_version(gilded.store, "closeness") == "1.0"
    build(gilded)
    before = picture(gilded.store)
    with pytest.raises(AloiError, match=r"'1.0' of the campaign .* already exists(.|\n)*'2.0'"):
        build(gilded, " 1.0 ")
    with pytest.raises(AloiError, match=r"lacks a version"):
        build(gilded, " ")
    assert picture(gilded.store) == before
    assert releases.next_version(gilded.store, "closeness") == "2.0"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sizes": {"train": 5, "test": 2}}, "need 7 items(.|\n)*for 6 gold items"),
        ({"sizes": {"train": 6, "test": "rest"}}, "'test' gets no item"),
        ({"sizes": {"train": 0.5, "test": 0.2}}, "sum to 0.7"),
        ({"sizes": {"train": 0.9, "test": 0.2}}, "sum to 1.1"),
        ({"sizes": {"train": float("nan")}}, "train=nan, do not fit: only numbers of 0 or more"),
        ({"sizes": {"train": -1, "test": "rest"}}, "train=-1, test=rest, do not fit: only numbers of 0"),
        ({"sizes": {}}, "requested sizes, none, do not fit: at least one split"),
        ({"sizes": {"../x": "rest"}}, "The name of a split is '../x'"),
        ({"policy": "word"}, "none, sentence, document, connected"),
        ({"force": {1: "dev"}}, r"split of 6 forced items is 'dev'(.|\n)*train, test"),
        ({"force": {1: "test"}}, r"forced into the split 'test': 6(.|\n)*at most 2"),
        ({"force": {4: "test"}}, "No round is called '4'(.|\n)*: 1"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_cannot_be_met_is_refused_and_nothing_is_kept(
    gilded: Scene, given: dict[str, Any], said: str
) -> None:
    before = picture(gilded.store)
    with pytest.raises(AloiError, match=said):
        build(gilded, **given)
    assert picture(gilded.store) == before


def test_a_campaign_without_gold_and_a_stale_gold_are_refused(scene: Scene) -> None:
    with pytest.raises(AloiError, match=r"has no frozen gold"):
        build(scene)
    one = scene.open(names=("A1", "A2"))
    scene.give(one, ANSWERS)
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    scene.store.answers.submit(
        scene.key(one, 0, "A1"), "later", {"score": 5}, seconds=None, flag=False, comment="", shown={},
        guideline_version=None, now=NOW,
    )  # fmt: skip
    with pytest.raises(AloiError, match=r"no longer follows from the answers"):
        build(scene)


def test_a_forced_round_stands_in_its_part(scene: Scene) -> None:
    calibration = scene.open(purpose="calibration", items=scene.items[:2], names=("A1", "A2"))
    rest = scene.open(names=("A1", "A2"))
    scene.give(calibration, {name: values[:2] for name, values in ANSWERS.items()})
    scene.give(rest, {name: (None, None, *values[2:]) for name, values in ANSWERS.items()})
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    made = build(scene, sizes={"train": 3, "test": 3}, force={1: "test"}, overrides=overriding("agreement"))
    assert set(scene.items[:2]) <= set(parts(made)["test"])
    assert [len(ids) for ids in parts(made).values()] == [3, 3]


def test_pairs_without_a_shared_text_cross_nowhere(gilded: Scene) -> None:
    report = build(gilded, policy="sentence").manifest["splits"]
    assert (report["crossing_sentences"], report["crossing_documents"], report["dropped"]) == (0, 0, [])


@pytest.mark.parametrize("form", ["sts_tsv", "clister", "drbenchmark_jsonl"])
def test_written_again_it_is_the_same_to_the_byte(gilded: Scene, tmp_path: Path, form: str) -> None:
    release = build(gilded)
    written = []
    for place in ("one", "two"):
        out = tmp_path / place
        exporting.export(
            gilded.store, ExportRequest(release.id, form), out, now=NOW + timedelta(days=len(written))
        )
        files = [path for path in out.rglob("*") if path.is_file()]
        written.append({path.relative_to(out): path.read_bytes() for path in files})
    assert written[0] == written[1]
    assert written[0]
    zips = []
    for place in ("three", "four"):
        (tmp_path / place).mkdir()
        name, done = exporting.export_zip(
            gilded.store, ExportRequest(release.id, form), tmp_path / place, now=NOW
        )
        assert min(done.lost.values()) > 0
        zips.append((name, (tmp_path / place / name).read_bytes()))
    assert zips[0] == zips[1]
    assert zips[0][0] == f"closeness-1.0-{form}.zip"


def test_an_unknown_format_or_release_writes_nothing(gilded: Scene, tmp_path: Path) -> None:
    release = build(gilded)
    with pytest.raises(AloiError, match=r"'pdf'"):
        exporting.export(gilded.store, ExportRequest(release.id, "pdf"), tmp_path / "out", now=NOW)
    with pytest.raises(AloiError, match=r"'9.9'"):
        exporting.export(gilded.store, ExportRequest("9.9", "sts_tsv"), tmp_path / "out", now=NOW)
    assert not (tmp_path / "out").exists()


@pytest.mark.sqlite
def test_verify_finds_one_changed_value_in_the_store(gilded: Scene, tmp_path: Path) -> None:
    release = build(gilded)
    with sqlite3.connect(tmp_path / "aloi.db") as database:
        [(text,)] = database.execute("select manifest from releases").fetchall()
        manifest = json.loads(text)
        manifest["gold"]["items"][0]["value"]["score"] += 1
        database.execute("update releases set manifest = ?", (json.dumps(manifest),))
    database.close()
    problems = checking.verify(gilded.store, release.id)
    assert problems[:2] == [
        "The manifest is not what was frozen: its checksum differs.",
        "The content is not what was frozen: its checksum differs.",
    ]
    assert problems[2].startswith("1 gold item(s) do not follow from the annotations")


LEAKING = [("La toux dure.", "A."), ("la toux dure.", "B."), ("La toux dura.", "C."), ("Rien de tel.", "D.")]


def leaking_release(store: Store, folder: Path, **given: Any) -> tuple[Scene, Release]:
    """Return a release whose test part has an item equal to one of training, a near one, and another."""
    scene = make_scene(store, folder, LEAKING)
    scene.give(scene.open("pilot", scene.items[:1], names=("A1",)), {"A1": (3, None, None, None)})
    scene.give(scene.open("main", scene.items[1:], names=("A1",)), {"A1": (None, 3, 3, 3)})
    gold.freeze(store, FreezeRequest("closeness", rounds=[1, 2]), now=NOW)
    sizes = {"train": 1, "test": 3}
    given["overrides"] = overriding("agreement")
    made = build(scene, sizes=sizes, force={1: "train", 2: "test"}, leaks=("test=train",), **given)
    return scene, made


def test_leaks_are_told_in_the_release(store: Store, tmp_path: Path) -> None:
    scene, made = leaking_release(store, tmp_path)
    (told,) = made.manifest["splits"]["leaks"]
    by_kind = [[one["item_id"] for one in told[kind]] for kind in ("exact", "normalised", "near")]
    assert by_kind == [[], [scene.items[1]], [scene.items[2]]]
    assert told["sizes"] == {"full": 3, "filtered": 2, "filtered_0.2": 1}
    assert told["near"][0]["train_id"] == scene.items[0]
    assert set(parts(made)) == {"train", "test"}
    assert "toux" not in json.dumps(told)
    statement = made.manifest["statement"]
    assert "Of test, 0 items are equal to one of train by sentence, 1 more except for case" in statement
    assert "full 3, filtered 2, filtered_0.2 1" in statement
    assert checking.verify(store, made.id) == []
    [pair] = leaks.check_leaks(store, LeaksRequest(made.id, "test=train", by="pair", thresholds=(0.5, 1.0)))
    assert (pair.normalised, pair.curve[1]) == ((), (1.0, 0))
    unasked = build(scene, "2.0", sizes={"train": 2, "test": 2}, overrides=overriding("agreement"))
    assert [(one["test"], one["train"]) for one in unasked.manifest["splits"]["leaks"]] == [("test", "train")]


def test_filtered_test_parts_are_frozen_and_exported(store: Store, tmp_path: Path) -> None:
    scene, made = leaking_release(store, tmp_path, leak_parts=True)
    found = parts(made)
    assert set(found["test_filtered"]) == {scene.items[2], scene.items[3]}
    assert found["test_filtered_0.2"] == [scene.items[3]]
    assert made.manifest["counts"]["by_part"] == {
        "train": 1,
        "test": 3,
        "test_filtered": 2,
        "test_filtered_0.2": 1,
    }
    assert checking.verify(store, made.id) == []
    sizes, force = {"train": 1, "test": 3}, {1: "train", 2: "test"}
    plain = build(scene, "2.0", sizes=sizes, force=force, overrides=overriding("agreement"))
    assert plain.checksum != made.checksum
    assert checking.diff(store, made.id, plain.id).changed_splits == ()
    for name in ("clister", "sts_tsv", "huggingface", "drbenchmark_jsonl"):
        out = tmp_path / name
        exporting.export(store, ExportRequest(made.id, name), out, now=NOW)
        data = read(out, scale=(0, 5))
        sizes = {part: len(rows) for part, rows in data.parts.items()}
        assert sizes == made.manifest["counts"]["by_part"], name
    broken = json.loads(json.dumps(made.manifest))
    broken["splits"]["parts"][3]["item_ids"].append(scene.items[0])
    assert "The part 'test_filtered_0.2' holds items that 'test' does not." in verify(broken)


def test_leaks_of_parts_that_are_not_there_are_refused(gilded: Scene) -> None:
    with pytest.raises(AloiError, match="No split is called 'dev'"):
        build(gilded, leaks=("dev=train",))
    with pytest.raises(AloiError, match="'test_filtered'"):
        build(
            gilded, sizes={"train": 2, "test": 2, "test_filtered": 2}, leaks=("test=train",), leak_parts=True
        )
    made = build(gilded)
    with pytest.raises(AloiError, match="No split is called 'dev'"):
        leaks.check_leaks(gilded.store, LeaksRequest(made.id, "dev=train"))
    for text in ("test", "test=", "test=test"):
        with pytest.raises(AloiError, match="leakage check"):
            leaks.read_leak_check(text)


def test_items_that_share_documents_are_split_by_documents(scene: Scene) -> None:
    store = scene.store
    texts = [" ".join(f"Phrase {n} du texte {d}." for n in range(6)) for d in range(4)]
    read_texts = [ReadText(f"{n}", text, {}, f"{n}") for n, text in enumerate(texts)]
    corpus, documents = make_corpus(read_texts, About("told", "fr", "CC0-1.0", "written for the tests"))
    add_corpus(store, corpus, documents)
    segment_corpus(store, SegmentRequest(corpus.id))
    sentences = store.texts.sentences(corpus.id)
    found = [Pair.of(corpus.id, *sentences[at : at + 2]) for at in range(0, 24, 2)]
    store.texts.add_items([(one, Origin(one.id, "import", {}, None, None, None, None, NOW)) for one in found])
    campaign = create_campaign(store, CampaignRequest("within", corpus.id, settings=PLAIN))
    within = Scene(store, campaign, tuple(one.id for one in found), scene.names, scene.folder)
    within.give(within.open(names=("A1",)), {"A1": tuple(n % 6 for n in range(12))})
    gold.freeze(store, FreezeRequest("within"), now=NOW)
    sizes = {"train": 6, "test": "rest"}
    request = ReleaseRequest("within", "1.0", sizes=sizes, overrides=overriding("agreement"))
    made = releases.build(store, request, now=NOW)
    assert {name: len(ids) for name, ids in parts(made).items()} == {"train": 6, "test": 6}
    assert (made.manifest["splits"]["disjoint"], made.manifest["splits"]["crossing_documents"]) == (
        "document",
        0,
    )
    [told] = made.manifest["splits"]["leaks"]
    assert told["documents"] == {"count": 0, "items": []}
    overrides = overriding("agreement", "crossing")
    request = ReleaseRequest("within", "2.0", sizes=sizes, policy="none", overrides=overrides)
    crossed = releases.build(store, request, now=NOW)
    [told] = crossed.manifest["splits"]["leaks"]
    assert told["documents"]["count"] == crossed.manifest["splits"]["crossing_documents"] > 0


@pytest.mark.sqlite
def test_a_long_release_is_kept_and_written_in_parts(
    gilded: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = build(gilded, seed=3)
    whole = tmp_path / "whole"
    exporting.export(gilded.store, ExportRequest(short.id, "huggingface"), whole, now=NOW)
    monkeypatch.setattr(compressed_records, "FEW", 2)
    monkeypatch.setattr(compressed_records, "_AT_ONCE", 4)
    before = gilded.store.gold.release(short.id)
    made = build(gilded, "2.0", seed=3)
    assert made.checksum == short.checksum == before.checksum
    found = gilded.store.gold.release(made.id)
    assert isinstance(found.manifest["annotations"], compressed_records.PackedRows)
    assert found == made
    assert [*rows_of(found.manifest, "annotations")] == before.manifest["annotations"]
    assert [*entries(found.manifest, "gold")["items"]] == before.manifest["gold"]["items"]
    assert checking.verify(gilded.store, made.id) == []
    assert gilded.store.find_changes() == []
    out = tmp_path / "parts"
    exporting.export(gilded.store, ExportRequest(made.id, "huggingface"), out, now=NOW)
    for one in ("train.parquet", "soft/test.parquet", "raw/train.parquet"):
        table, other = pq.read_table(out / one), pq.read_table(whole / one)
        assert table.to_pylist() == other.to_pylist()
    written = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert written["manifest_checksum"] == made.manifest_checksum
    assert verify(written) == []
    with sqlite3.connect(tmp_path / "aloi.db") as plain:
        plain.execute("UPDATE release_rows SET packed = x'00' WHERE name = 'items' AND place = 1")
    assert [one.table for one in gilded.store.find_changes()] == ["releases"]


def test_an_export_that_was_stopped_or_killed_leaves_nothing(
    gilded: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed_records, "FEW", 2)
    made = build(gilded)
    (tmp_path / "out").mkdir()
    asked = {"now": NOW, "progress": lambda done, total, message: done < 3}
    with pytest.raises(Cancelled):
        exporting.export_zip(gilded.store, ExportRequest(made.id, "sts_tsv"), tmp_path / "out", **asked)
    assert list((tmp_path / "out").iterdir()) == []
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    killed = tmp_path / "out" / f".closeness-1.0-sts_tsv.unfinished-{gone.pid}-x"
    running = tmp_path / "out" / f".closeness-1.0-sts_tsv.unfinished-{os.getpid()}-x"
    for folder in (killed, running):
        folder.mkdir()
    steps: list[int] = []
    watch = lambda done, total, message: steps.append(done) is None  # noqa: E731
    name, _ = exporting.export_zip(
        gilded.store, ExportRequest(made.id, "sts_tsv"), tmp_path / "out", now=NOW, progress=watch
    )
    assert steps == sorted(steps)
    assert set(steps) == {0, 1, 2, 3, 4}
    left = {one.name for one in (tmp_path / "out").iterdir()}
    assert left == {name, running.name}


def test_what_changed_since_the_release_before_stands_beside_an_export(gilded: Scene, tmp_path: Path) -> None:
    first = build(gilded, seed=3)
    sizes = {"train": 2, "test": "rest"}
    second = build(gilded, "2.0", seed=3, sizes=sizes)
    third = build(gilded, "3.0", seed=3, sizes=sizes)
    for one in (first, second, third):
        exporting.export(gilded.store, ExportRequest(one.id, "sts_tsv"), tmp_path / one.version, now=NOW)
    assert not (tmp_path / "1.0" / "CHANGES.md").exists()
    moved = checking.diff(gilded.store, first.id, second.id).changed_splits
    assert moved
    told = (tmp_path / "2.0" / "CHANGES.md").read_text(encoding="utf-8")
    assert f"| Items in another part | {len(moved)} |" in told
    assert f"- `{moved[0].item_id}`: `{moved[0].before}` → `{moved[0].after}`" in told
    assert "| Items added | 0 |" in told
    french = (tmp_path / "2.0" / "CHANGES.fr.md").read_text(encoding="utf-8")
    assert f"| Unités passées dans une autre partie | {len(moved)} |" in french
    same = (tmp_path / "3.0" / "CHANGES.md").read_text(encoding="utf-8")
    assert "The content is the same" in same
    assert first.checksum in told
    assert first.checksum not in same


def test_a_text_that_was_put_right_is_told_by_the_id_of_its_source(gilded: Scene) -> None:
    manifest: Any = json.loads(canonical_json(build(gilded).manifest))
    gold_items = manifest["gold"]["items"]
    item_id = gold_items[0]["item_id"]
    origin = {"item_id": item_id, "miner": "import", "parameters": {"id": "row 7"}}
    manifest["origins"].append(origin)
    later: Any = json.loads(canonical_json(manifest))
    later["gold"]["items"][0]["item_id"] = "put-right"
    for one in later["origins"]:
        one["item_id"] = "put-right" if one["item_id"] == item_id else one["item_id"]
    next(one for one in later["items"] if one["id"] == item_id)["id"] = "put-right"
    found = diff(manifest, later)
    assert (found.added, found.removed) == (("put-right",), (item_id,))
    assert [(one.before, one.after) for one in found.changed_texts] == [(item_id, "put-right")]
