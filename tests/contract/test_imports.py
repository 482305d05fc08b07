"""One way in: every layout that annotations come in, through one table of expectations and both doors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.annotation.model import Status, Work
from aloi.annotation.rows import LabelledText
from aloi.base.errors import AloiError
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.imports import layouts
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
)
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.contract.layout_files import (
    bigbio,
    bioc,
    brat,
    codiesp,
    concept,
    conll,
    conllu,
    crp,
    french_mcqa,
    judged,
    labelled_jsonl,
    labels,
    mentions,
    pubtator,
    questions,
    semdis,
    semeval,
    written,
    yawat,
)
from tests.workbench.operation_files import write_sets
from tests.workbench.scene import NOW

ABOUT = ("--language", "fr", "--licence", "CC0", "--source", "written")


@dataclass(frozen=True)
class Expected:
    """A layout: the files that make it, what `aloi import` says of them, and the old command."""

    format: str
    write: Callable[[Path], Path]
    documents: int
    items: int
    answers: int
    annotators: tuple[str, ...]
    alias: tuple[str, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    asked: tuple[str, ...] = ()


REFERENCE = ("reference",)
SWORDS = ("swords-1", "swords-2", "swords-3", "swords-4")
NEW = ("--campaign", "c")
TABLE = (
    Expected("brat", brat, 1, 1, 1, REFERENCE, ("spans", "import", *NEW), {"texts": 1, "read": 1, "new": 1}),
    Expected("brat", brat, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"),
             {"items": 1, "left_out": 1}, ("--task", "linking")),
    Expected(
        "conllu", conllu, 2, 2, 2, REFERENCE, ("spans", "import", *NEW), {"spans": {"sign": 1}, "new": 2}
    ),
    Expected("conll", conll, 2, 2, 2, REFERENCE, ("spans", "import", *NEW), {"spans": {"sign": 1}, "new": 2}),
    Expected("mantra", mentions, 1, 2, 1, REFERENCE, ("mentions", "import", "--name", "n"),
             {"items": 2, "left_out": 1, "documents": 1}),
    Expected("mantra", mentions, 1, 1, 1, REFERENCE, ("spans", "import", *NEW), {"texts": 1, "new": 1},
             ("--task", "spans")),
    Expected("bigbio", bigbio, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"), {"items": 1}),
    Expected("bioc", bioc, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"), {"items": 1}),
    Expected("pubtator", pubtator, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"), {"items": 1}),
    Expected("concept", concept, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"), {"items": 1}),
    Expected("codiesp", codiesp, 1, 1, 1, REFERENCE, ("mentions", "import", "--name", "n"), {"items": 1}),
    Expected("labelled_table", labels, 2, 2, 2, REFERENCE, ("labels", "import", *NEW),
             {"texts": 2, "new": 2}),
    Expected("labelled_jsonl", labelled_jsonl, 1, 1, 1, REFERENCE),
    Expected("mcqa_jsonl", questions, 2, 2, 1, REFERENCE, ("questions", "import", "--name", "c", *NEW),
             {"items": 2, "answers_new": 1, "unanswered": 1}),
    Expected("mcqa_jsonl", french_mcqa, 1, 1, 1, REFERENCE, ("questions", "import", "--name", "c", *NEW),
             {"answers_new": 1}),
    Expected("yawat", yawat, 8, 6, 6, REFERENCE),
    Expected("yawat", crp, 2, 1, 1, REFERENCE),
    Expected("swords", judged, 2, 5, 17, SWORDS),
    Expected("semdis", semdis, 1, 1, 2, ("semdis-1", "semdis-2"),
             ("corpus", "import", "--targets", "--name", "n"), {"items": 1}),
    Expected("semeval2007", semeval, 1, 1, 2, ("semeval2007-1", "semeval2007-2"),
             ("corpus", "import", "--targets", "--name", "n"), {"items": 1}),
)  # fmt: skip


def name_of(one: Expected) -> str:
    return f"{one.format}-{one.write.__name__}-{len(one.asked)}"


@pytest.fixture(params=TABLE, ids=name_of)
def one(request: pytest.FixtureRequest) -> Expected:
    return request.param


def run(folder: Path, *words: object) -> Any:
    """Return what a command says in JSON; anything but success fails the test."""
    asked = [*map(str, words), "--store", f"sqlite:///{folder / 'aloi.db'}", "--json"]
    done = CliRunner().invoke(aloi, asked)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def opened(folder: Path) -> Store:
    return Store.open(f"sqlite:///{folder / 'aloi.db'}")


def test_what_comes_in_is_as_expected(one: Expected, tmp_path: Path) -> None:
    path = one.write(tmp_path)
    asked = ("import", path, *NEW, *one.asked, *ABOUT, "--restricted")
    looked = run(tmp_path, *asked, "--preview")
    store = opened(tmp_path)
    assert (store.texts.corpora(), store.campaigns.list(), store.people.list()) == ([], [], [])
    done = run(tmp_path, *asked)
    told = {"format": one.format, "documents": one.documents, "items": one.items, "answers": one.answers}
    for document in (looked, done):
        assert {name: document[name] for name in told} == told
        assert tuple(each["name"] for each in document["annotators"]) == one.annotators
        assert (document["skips"], document["predictions"], document["new"]) == (0, 0, one.answers)
    assert (looked["left_out"], looked["rounds"], done["rounds"]) == (done["left_out"], [], [1])
    (corpus,) = store.texts.corpora()
    assert (corpus.restricted, corpus.licence, corpus.language, corpus.source) == (
        True,
        "CC0",
        "fr",
        "written",
    )
    (campaign,) = store.campaigns.list()
    (found,) = store.campaigns.rounds(campaign.id)
    answers = store.answers.latest(found.id)
    assert found.status == Status.CLOSED
    assert len(answers) == one.answers
    assert [answer.created_at for answer in answers] == [None] * one.answers
    assert store.check() == []
    assert store.find_changes() == []
    again = run(tmp_path, *asked)
    assert (again["new"], again["known"], again["rounds"]) == (0, one.answers, [1])
    assert len(store.campaigns.rounds(campaign.id)) == 1
    store.close()


@pytest.mark.parametrize("one", [row for row in TABLE if row.alias], ids=name_of)
def test_the_old_command_brings_the_same(one: Expected, tmp_path: Path) -> None:
    path = one.write(tmp_path)
    words = (*one.alias[:2], path, *one.alias[2:], *ABOUT, "--restricted")
    done = run(tmp_path, *words)
    assert {name: done[name] for name in one.told} == one.told
    store = opened(tmp_path)
    (corpus,) = store.texts.corpora()
    assert corpus.restricted
    for campaign in store.campaigns.list():
        for found in store.campaigns.rounds(campaign.id):
            assert found.status == Status.CLOSED
            assert {answer.created_at for answer in store.answers.latest(found.id)} == {None}
    store.close()


def test_files_of_operations_through_their_own_command(tmp_path: Path) -> None:
    triples = write_sets(tmp_path)
    files = [word for t in triples for word in ("--source", t.source, "--target", t.target, "--aln", t.aln)]
    words = ("operations", "import", *files, *NEW, "--annotator", "A1", "--add-annotators", "--restricted")
    done = run(tmp_path, *words, "--language", "fr", "--licence", "CC0", "--text-source", "written")
    assert (done["pairs"], done["new_pairs"], done["new"], done["round"]) == (6, 6, 6, 1)
    store = opened(tmp_path)
    assert [(corpus.restricted, corpus.source) for corpus in store.texts.corpora()] == [(True, "written")]
    store.close()


def test_several_files_are_rounds_of_their_own(tmp_path: Path) -> None:
    first = labels(tmp_path)
    second = written(tmp_path / "dev.tsv", "id\ttext\tlabels\nc\tUne plaie.\twounds\n")
    done = run(tmp_path, "labels", "import", first, second, *NEW, *ABOUT)
    assert (done["rounds"], done["new"]) == ({"train": 1, "dev": 2}, 3)
    store = opened(tmp_path)
    named = [one["name"] for one in store.campaigns.get("c").schema.settings["labels"]]  # type: ignore[union-attr,index,call-overload]
    assert named == ["genes", "surgery", "wounds"]
    store.close()


def test_a_path_of_several_formats_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "both.tsv", "text\tlabel\ttarget\nUn fil.\tx\tfil\nUn mot.\ty\tmot\n")
    done = CliRunner().invoke(
        aloi, ["import", str(path), *NEW, *ABOUT, "--store", f"sqlite:///{tmp_path / 'aloi.db'}"]
    )
    assert done.exit_code == 2
    assert "One of these was expected: labelled_table, targets." in done.stderr
    assert run(tmp_path, "import", path, *NEW, *ABOUT, "--format", "labels")["answers"] == 2


def test_protected_texts_do_not_enter_as_free(tmp_path: Path) -> None:
    path = labels(tmp_path)
    run(tmp_path, "import", path, *NEW, *ABOUT)
    for about in (ABOUT, ()):
        words = ["import", str(path), *NEW, *about, "--restricted"]
        done = CliRunner().invoke(aloi, [*words, "--store", f"sqlite:///{tmp_path / 'aloi.db'}"])
        assert done.exit_code == 2
        assert "the same metadata as the first time" in done.stderr.lower()


def test_answers_of_a_table_with_dates_skips_and_without(tmp_path: Path) -> None:
    path = written(tmp_path / "pairs.tsv", "left\tright\nIl dort.\tElle dort.\nIl part.\tElle part.\n")
    run(tmp_path, "corpus", "import", path, "--pairs", "--name", "c", "--language", "fr", "--licence", "CC0")
    run(tmp_path, "campaign", "create", "--name", "c", "--corpus", "c")
    head = "left\tright\tannotator\tvalue\tsubmitted_at\tskip\tcomment\n"
    rows = "Il dort.\tElle dort.\tA\t3\t2026-05-04T10:30:00\t\tsame\nIl part.\tElle part.\tA\t\t\tunclear\t\n"
    more = "Il dort.\tElle dort.\tB\t4\t\t\t\n"
    done = run(tmp_path, "import", written(tmp_path / "answers.tsv", head + rows + more), *NEW)
    assert (done["format"], done["answers"], done["skips"], done["comments"]) == ("table", 2, 1, 1)
    store = opened(tmp_path)
    (found,) = store.campaigns.rounds(store.campaigns.get("c").id)
    dates = sorted(str(one.created_at) for one in store.answers.latest(found.id))
    assert dates == ["2026-05-04 10:30:00+00:00", "None"]
    skipped = [one for one in store.answers.assignments(found.id) if one.status is Work.SKIPPED]
    assert [(one.skip_reason, one.skip_note) for one in skipped] == [("other", "unclear")]
    store.close()
    out = tmp_path / "out.tsv"
    exported = run(tmp_path, "annotations", "export", "--campaign", "c", "--out", out)
    assert exported == {"annotations": 2, "out": str(out)}
    assert "1970" not in out.read_text(encoding="utf-8")
    assert "skip" not in out.read_text(encoding="utf-8")


def test_skips_go_out_as_codes_and_come_in_again(tmp_path: Path) -> None:
    path = written(tmp_path / "pairs.tsv", "left\tright\nIl dort.\tElle dort.\nIl part.\tElle part.\n")
    run(tmp_path, "corpus", "import", path, "--pairs", "--name", "c", "--language", "fr", "--licence", "CC0")
    run(tmp_path, "campaign", "create", "--name", "c", "--corpus", "c")
    head = "left\tright\tannotator\tvalue\tskip\tskip_note\n"
    rows = [
        "Il dort.\tElle dort.\tA\t3\t\t",
        "Il part.\tElle part.\tA\t\tIt is outside what I know: trains\t",
        "Il dort.\tElle dort.\tB\t\tbroken\thalf a line",
        "Il part.\tElle part.\tB\t\tpas clair : qui ?\t",
    ]
    known = {("expertise", "trains"), ("broken", "half a line"), ("other", "pas clair : qui ?")}
    run(tmp_path, "import", written(tmp_path / "answers.tsv", head + "\n".join(rows) + "\n"), *NEW)
    out = tmp_path / "out.tsv"
    done = run(tmp_path, "annotations", "export", "--campaign", "c", "--out", out, "--skips")
    assert (done["annotations"], done["skips"]) == (1, 3)
    run(tmp_path, "campaign", "create", "--name", "again", "--corpus", "c")
    run(tmp_path, "import", out, "--campaign", "again")
    store = opened(tmp_path)
    for name in ("c", "again"):
        (found,) = store.campaigns.rounds(store.campaigns.get(name).id)
        skipped = [one for one in store.answers.assignments(found.id) if one.status is Work.SKIPPED]
        assert {(one.skip_reason, one.skip_note) for one in skipped} == known
    store.close()
    status = run(tmp_path, "round", "status", "--campaign", "c", "--round", "1")
    assert status["skips"] == {"expertise": 1, "broken": 1, "other": 1}


def test_a_failure_while_storing_leaves_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise AloiError("made-up.disk-full")

    monkeypatch.setattr(store.answers, "import_answers", broken)
    with pytest.raises(AloiError, match="disk-full"):
        import_path(store, [labels(tmp_path)], ImportOptions("c", About("c", "fr", "CC0", "")), NOW)
    assert (store.texts.corpora(), store.campaigns.list(), store.people.list()) == ([], [], [])
    store.texts.corpora()  # a read of its own, after the transaction was given up


class Lines(Layout):
    """Invented: `text|label|who`, `?label` a suggestion, `-reason` a skip."""

    name = "lines"
    title = "lines of a test"
    tasks = ("classification",)

    def accepts(self, path: Path) -> bool:
        return path.suffix == ".lines"

    def read(self, path: Path, asked: ReadOptions) -> Source:
        rows, texts = [], []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            text, label, who = line.split("|")
            signs = {"?": RowStatus.PREDICTION, "-": RowStatus.SKIP}
            status = signs.get(label[0], RowStatus.ANSWER)
            beside = SourceProvenance(
                f"line {number}", status, who, comment=label[1:] if label[0] == "-" else ""
            )
            known = ("yes", "no")
            row = LabelledText(str(number), text, "", (label.lstrip("?"),), known)
            texts.append(ReadText(str(number), text, {}, f"line {number}"))
            rows.append(SourceRow(beside, row, (Stretch(str(number)),)))
        return Source(self.task(asked), "lines", tuple(rows), tuple(texts))

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Any]:
        return {"labels": [{"name": "yes"}, {"name": "no"}]}


def test_a_new_format_is_one_class_and_one_line(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layouts, "LAYOUTS", (*layouts.LAYOUTS, Lines()))
    path = written(tmp_path / "a.lines", "Un.|yes|Ada\nDeux.|?no|\nTrois.|-unclear|Ada\n")
    done = import_path(store, [path], ImportOptions("c", About("c", "fr", "CC0", "")), NOW)
    assert (done.format, done.answers, done.skips, done.predictions) == ("lines", 1, 1, 1)
    campaign = store.campaigns.get("c")
    assert sum(store.suggestions.counts(campaign.id).values()) == 1


@pytest.mark.shared
@pytest.mark.parametrize(
    ("place", "asked", "counts"),
    [
        ("mantra-gsc/french_brat.zip", {"task": "linking"}, (238, 938, 938)),
        ("mantra-gsc/french.annotations.tsv", {}, (238, 938, 938)),
        ("e3c-french/layer1_clinentity.tsv", {}, (81, 1327, 1292)),
        ("e3c-french/layer1_clinentity.tsv", {"task": "spans"}, (81, 81, 81)),
        ("morfitt/dev.tsv", {}, (1022, 1022, 1022)),
        ("semdis2014/lexsubfr_semdis2014_test.xml", {}, (300, 300, 1307)),
        ("semeval2007-lexsub-trial/lst_trial.preprocessed", {}, (300, 300, 777)),
        ("assetann/asset.simp.0.aln", {}, (718, 359, 359)),
    ],
)
def test_shared_data_keep_their_counts(
    store: Store, shared: Path, place: str, asked: dict[str, str], counts: tuple[int, int, int]
) -> None:
    options = ImportOptions("c", About("c", "fr", "CC BY 4.0", "shared"))
    done = import_path(
        store, [shared / "data" / place], options, NOW, reading=ReadOptions(**asked), preview=True
    )
    assert (done.documents, done.items, done.answers) == counts
