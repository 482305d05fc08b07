"""The corpus of operations from files, gold and releases: the same numbers, the same subsets."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.operations.triples import Triple
from aloi.gold.formats.operations.yawat import read_aln
from aloi.storage.store import Store
from aloi.studies.simplification.corpus import (
    OperationCorpus,
    PairFilter,
    choose,
    corpus_of_files,
    corpus_of_gold,
    corpus_of_release,
    describe,
    subset_files,
    subset_zip,
    write_subset,
)
from aloi.studies.simplification.requests import SubsetRequest
from aloi.workbench.releases import gold as golds
from aloi.workbench.releases import releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora
from tests.workbench.brought import import_operations
from tests.workbench.operation_files import write_sets
from tests.workbench.overriding import overriding

Content = Callable[[], list[str]]


@pytest.fixture
def files(tmp_path: Path) -> OperationCorpus:
    return corpus_of_files(write_sets(tmp_path))


@pytest.fixture
def gold(store: Store, tmp_path: Path, now: datetime) -> OperationCorpus:
    """Return the same pairs as a campaign's gold; their corpus is restricted."""
    about = corpora.About("sleep", "fr", "CC0-1.0", "invented", restricted=True)
    import_operations(
        store, write_sets(tmp_path), "sleep", None, "A1", now, about=about, add_annotators=True
    )  # fmt: skip
    golds.freeze(store, FreezeRequest("sleep"), now=now)
    return corpus_of_gold(store, "sleep")


def test_numbers_of_files(files: OperationCorpus) -> None:
    report = describe(files)
    assert (report.counts.pairs, report.counts.identical, report.counts.identical_texts) == (6, 1, 1)
    assert (report.counts.erroneous, report.counts.erroneous_sources, report.counts.annotated) == (1, 1, 4)
    assert [(one.label, one.groups, one.pairs) for one in report.labels] == [
        ("move", 2, 1),
        ("synonym", 2, 2),
        ("delmod", 1, 1),
        ("inoth", 1, 1),
        ("verbf", 1, 1),
    ]
    met = {(one.a, one.b): (one.both, one.lift) for one in report.together if one.both}
    assert met == {("move", "verbf"): (1, 4.0), ("synonym", "inoth"): (1, 2.0)}
    assert report.lengths is not None
    assert (report.lengths.pairs, report.lengths.median) == (5, 1.0)
    assert files.labels[0] == "move"
    assert "err" not in files.labels


def test_gold_and_release_give_the_numbers_of_the_files(
    store: Store, files: OperationCorpus, gold: OperationCorpus, now: datetime
) -> None:
    overrides = overriding("restricted", "agreement", "crossing")
    releases.build(
        store,
        ReleaseRequest("sleep", "1.0", sizes={"train": 0.5, "test": "rest"}, overrides=overrides),
        now=now,
    )
    of_files, of_gold, of_release = (
        describe(one) for one in (files, gold, corpus_of_release(store, "sleep", "1.0"))
    )
    assert of_gold == of_release
    assert of_gold.lengths == of_files.lengths
    # The files list one group twice and out of order; an answer holds it once, in order.
    assert (of_files.counts.groups_out_of_order, of_gold.counts.groups_out_of_order) == (2, 0)
    assert of_files.counts.groups_total == of_gold.counts.groups_total + 1
    assert of_gold.counts.distinct_labels_total == of_files.counts.distinct_labels_total
    assert of_gold.counts.erroneous_sources == 1


def subset_request(**choice: Any) -> SubsetRequest:
    return SubsetRequest(campaign="sleep", **choice)


def test_subsets(files: OperationCorpus) -> None:
    def texts(**choice: tuple[str, ...]) -> list[str]:
        return [" ".join(one.target) for one in choose(files, PairFilter(**choice))]

    assert texts(subsets=("lexical",)) == ["Elle tousse de nuit .", "Il sommeille bien ."]
    assert texts(subsets=("rewording",)) == ["Il sommeille bien .", "La nuit elle tousse ."]
    assert texts(subsets=("deletions_only",)) == ["Il dort ."]
    assert texts(having=("synonym",), without=("inoth",)) == ["Il sommeille bien ."]
    for choice, told in (
        (PairFilter(subsets=("lexicale",)), "The subset of the typology 'simplification' is 'lexicale'"),
        (PairFilter(having=("synonyme",)), "The label is 'synonyme'"),
        (PairFilter(having=("move",), without=("move",)), "both included and excluded"),
    ):
        with pytest.raises(AloiError, match=told):
            choose(files, choice)
    with pytest.raises(AloiError, match="list of 6 pairs contains none"):
        subset_files(files, PairFilter(having=("merge",)))


def test_files_of_a_subset_are_aligned(files: OperationCorpus, tmp_path: Path, now: datetime) -> None:
    out = tmp_path / "out"
    done = write_subset(files, subset_request(named=("lexical",)), out, now=now)
    assert (len(done.pairs), done.references, done.left_out) == (2, 2, 0)
    assert {path.name: path.read_text("utf-8").splitlines() for path in out.iterdir()} == {
        "subset.source.txt": ["Elle tousse la nuit .", "Il dort bien ."],
        "subset.target.txt": ["Elle tousse de nuit .", "Il sommeille bien ."],
        "subset.aln": ["0 2:2:synonym :2:inoth", "1 1:1:synonym"],
        "subset.ids.tsv": ["line\tid", "0\tsimp.0.aln:2", "1\tsimp.1.aln:1"],
        "subset.ref.0.txt": ["Rien .", "Il dort ."],
        "subset.ref.1.txt": ["La nuit elle tousse .", "Il dort bien ."],
    }
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(AloiError, match="not part of this export"):
        write_subset(files, subset_request(named=("deletions",)), out, now=now)
    assert (out / "subset.aln").read_text("utf-8").startswith("0 2:2:synonym")


def test_references_left_out_are_told(tmp_path: Path, now: datetime) -> None:
    sets = write_sets(tmp_path)
    source, target, aln = (tmp_path / name for name in ("one.txt", "more.txt", "more.aln"))
    source.write_text("Tout va .\n", encoding="utf-8")
    target.write_text("Tout va bien .\n", encoding="utf-8")
    aln.write_text("0 :2:inoth\n", encoding="utf-8")
    done = write_subset(
        corpus_of_files([*sets, Triple(source, target, aln)]),
        subset_request(having=("inoth",)),
        tmp_path / "out",
        now=now,
    )
    assert (done.references, done.left_out) == (0, 2)
    assert not list((tmp_path / "out").glob("*ref*"))


def test_a_restricted_corpus_needs_a_reason(
    store: Store, gold: OperationCorpus, tmp_path: Path, now: datetime, content: Content
) -> None:
    before = content()
    with pytest.raises(AloiError, match="restricted"):
        subset_zip(store, gold, subset_request(named=("lexical",)), tmp_path / "zips", now=now)
    with pytest.raises(AloiError, match="restricted"):
        write_subset(gold, subset_request(named=("lexical",)), tmp_path / "out", store=store, now=now)
    assert content() == before
    assert not (tmp_path / "out").exists()
    request = subset_request(named=("lexical",), without=("inoth",), reason="a study")
    name = subset_zip(store, gold, request, tmp_path / "zips", now=now)
    assert name.endswith("lexical-no-inoth.zip")
    with zipfile.ZipFile(tmp_path / "zips" / name) as archive:
        assert archive.read("subset.target.txt").decode() == "Il sommeille bien .\n"
        assert "subset.ref.1.txt" in archive.namelist()
    assert gold.campaign is not None
    logged = store.texts.logged_exports(gold.campaign.corpus_id)
    assert [one.reason for one in logged] == ["a study"]


def test_what_has_no_operations_is_refused(store: Store, gold: OperationCorpus) -> None:
    assert gold.campaign is not None
    campaigns.create_campaign(store, CampaignRequest("likeness", gold.campaign.corpus_id))
    with pytest.raises(AloiError, match="is of the kind similarity"):
        corpus_of_gold(store, "likeness")
    with pytest.raises(AloiError, match=r"the release '2\.0' does not exist"):
        corpus_of_release(store, "sleep", "2.0")
    campaigns.create_campaign(store, CampaignRequest("new", gold.campaign.corpus_id, task="operations"))
    with pytest.raises(AloiError, match="no frozen gold"):
        corpus_of_gold(store, "new")


@pytest.mark.shared
def test_subsets_of_the_shared_files(shared: Path, tmp_path: Path, now: datetime) -> None:
    data = shared / "data" / "assetann"
    known = json.loads((shared / "reference" / "assetann.json").read_text("utf-8"))["shared_files_only"]
    corpus = corpus_of_files(
        [
            Triple(data / "asset.orig.txt", data / f"asset.simp.{k}.txt", data / f"asset.simp.{k}.aln")
            for k in range(7)
        ]
    )
    report = describe(corpus)
    assert {one.label: one.groups for one in report.labels}.keys() == known["groups_by_label"].keys() - {
        "err"
    }
    assert sum(one.pairs for one in report.labels) == known["distinct_label_per_valid_pair_total"]
    assert sum(one.share_of_distinct for one in report.labels) == pytest.approx(1)
    done = write_subset(corpus, subset_request(named=("syntactic",)), tmp_path / "out", now=now)
    assert (done.references, done.left_out) == (6, 0)
    kept = read_aln(tmp_path / "out" / "subset.aln").pairs
    syntactic = set(corpus.typology.subset("syntactic").any)
    assert len(kept) == sum(bool(one.labels & syntactic) and not one.broken for one in corpus.pairs)
    assert all(syntactic & {group.label for group in pair.groups} for pair in kept)
    lines = {len(path.read_text("utf-8").split("\n")) for path in (tmp_path / "out").glob("*.txt")}
    assert lines == {len(kept) + 1}
