"""What becomes of an answer of each task: in the store, before an annotator, in gold and in each format.

The task alone (JSON, views, rules) stands in `test_tasks.py`; rows that come in again as answers, and
`from_row`, in `test_imports.py`; the bytes and the difficult texts of a format in `tests/gold/formats`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import conllu
import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Annotator, Role
from aloi.annotation.rows import LinkedMention, TaggedTokens
from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.gold.formats import FORMATS, format_named, formats_for
from aloi.gold.formats.base import Format
from aloi.gold.making.adjudicate import Dispute
from aloi.gold.making.aggregate import AnnotatorAnswer
from aloi.gold.making.models.rules import model_rules
from aloi.gold.model import Adjudication, Release
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.manifest import rows_by_split
from aloi.storage.store import Store
from aloi.ui.questions import question_of
from aloi.ui.questions.base import Case, DeskItem
from aloi.ui.questions.envelope import decision_data, work_data
from aloi.workbench.annotation import answering
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from tests.workbench.desks import Opened, answer_differently, open_rounds
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

ITEMS = 4
KINDS = pytest.mark.parametrize("kind", TASKS, ids=lambda one: one.name)
WRITTEN = [(form, kind) for form in FORMATS for kind in TASKS if kind.row_kind in form.row_kinds]
EACH_WRITTEN = pytest.mark.parametrize(("form", "kind"), WRITTEN, ids=lambda one: one.name)


@dataclass(frozen=True)
class Filled:
    """A store with a finished round of every task, all of whose answers to an item are one value."""

    store: Store
    people: tuple[Annotator, ...]
    opened: dict[str, Opened]

    def release(self, kind: TaskType) -> Release:
        """Return the release of a task's campaign, frozen at the first call."""
        campaign = self.opened[kind.name].campaign
        there = self.store.gold.releases(campaign.id)
        if there:
            return there[0]
        freeze(self.store, FreezeRequest(campaign.id, uncleaned=True), now=NOW)
        overrides = overriding("licence", "restricted", "identifiers", "agreement", "crossing")
        sizes = {"train": 2, "test": "rest"}
        return build(
            self.store,
            ReleaseRequest(campaign.id, "1.0", sizes=sizes, policy="none", overrides=overrides),
            now=NOW,
        )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('all') / 'aloi.db'}")
    people = tuple(store.people.add(name, Role.ANNOTATOR, NOW, pseudonym=name) for name in ("A1", "A2"))
    opened = open_rounds(store, people, items=ITEMS)
    for person in people:  # each answers alone: the first value of the example, everywhere
        answer_differently(store, (person,), opened.values())
    yield Filled(store, people, opened)
    store.close()


@KINDS
def test_a_value_comes_out_of_the_store_as_it_went_in(kind: TaskType, filled: Filled) -> None:
    given = filled.store.answers.latest(filled.opened[kind.name].round.id)
    assert len(given) == ITEMS * 2
    assert {json.dumps(one.value) for one in given} == {json.dumps(kind.example().values[0])}
    settings = filled.opened[kind.name].campaign.schema.settings
    for one in given:
        (item,) = filled.store.texts.items([one.key.item_id])
        assert kind.check(one.value, item, settings) == one.value


@KINDS
def test_its_desk_is_given_json_before_and_after_an_answer(kind: TaskType, filled: Filled) -> None:
    opened, store = filled.opened[kind.name], filled.store
    place = answering.desk(store, opened.round.id)
    (first, *_) = store.answers.assignments(opened.round.id)
    screen = answering.look_back(store, place, first.key.annotator_id, 1)
    assert screen is not None
    question = question_of(screen.fields)
    for answer in (screen.answer, None):
        work = DeskItem(store, place, replace(screen, answer=answer), None, redrawn=True)
        data = work_data(question, work, {})
        written = json.dumps(data, ensure_ascii=False)
        assert json.loads(written) == data
        assert data["answer"] == answer
        assert [one for one in re.findall(r"\w+", screen.item.texts[0]) if one not in written] == []


@KINDS
def test_a_dispute_is_put_to_its_own_desk_and_names_nobody(kind: TaskType, filled: Filled) -> None:
    opened, store = filled.opened[kind.name], filled.store
    item_id = opened.round.item_ids[0]
    (item,) = store.texts.items([item_id])
    fields = kind.fields(item, opened.campaign.schema.settings)
    question = question_of(fields)
    answers = tuple(
        AnnotatorAnswer(person.pseudonym, value)
        for person, value in zip(filled.people, kind.example().values, strict=False)
    )
    case = Case(store, opened.campaign, Dispute(item_id, 1.0, 1.0, answers), item, None, blind=True)
    data = question.decision_data(fields, case)
    if data is None:  # where gold gathers all answers, nothing is ever disputed
        assert kind.gathers
        return
    assert json.loads(json.dumps(data)) == data
    assert not {"A1", "A2"} & set(re.findall(r"\w+", json.dumps(data)))


@KINDS
def test_an_item_decided_on_again_shows_its_decision(kind: TaskType, filled: Filled) -> None:
    opened, store = filled.opened[kind.name], filled.store
    (item,) = store.texts.items([opened.round.item_ids[0]])
    settings = opened.campaign.schema.settings
    fields = kind.fields(item, settings)
    answers = tuple(
        AnnotatorAnswer(person.pseudonym, value)
        for person, value in zip(filled.people, kind.example().values, strict=False)
    )
    first = Case(store, opened.campaign, Dispute(item.id, 1.0, 1.0, answers), item, None, blind=True)

    def desk_of(case: Case) -> dict[str, Any] | None:
        return decision_data(question_of(fields), fields, case, {})

    clean = desk_of(first)
    if clean is None:
        assert kind.gathers
        return
    for value in kind.example().values:
        decision = Adjudication(
            opened.round.id, item.id, 1, ("Judge",), kind.check(value, item, settings), "rule 3", (), NOW
        )
        data = desk_of(replace(first, decision=decision))
        assert data is not None
        shown = json.loads(json.dumps(data["answer"]), object_hook=_without_annotators)
        assert kind.check(shown, item, settings) == decision.value
        assert data["note"] == "rule 3"
        assert desk_of(first) == clean
        assert clean["note"] == ""


def _without_annotators(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a value without what the desk adds to it: who gave it."""
    return {name: value for name, value in part.items() if name not in ("by", "values", "tied")}


def drawn(question, fields, settings):  # type: ignore[no-untyped-def]
    """Draw what a page shows of a question outside its desk; Streamlit runs these lines alone."""
    for field in fields:
        question.summary(field, settings)


@KINDS
def test_its_questions_are_summed_up(kind: TaskType, filled: Filled) -> None:
    settings = filled.opened[kind.name].campaign.schema.settings
    fields = kind.fields(kind.example().item, settings)
    page = AppTest.from_function(drawn, args=(question_of(fields), fields, settings), default_timeout=60)
    page.run()
    assert not page.exception, [one.message for one in page.exception]
    assert len(page.main.children) >= len(fields)


@KINDS
def test_unanimous_answers_are_the_gold_by_every_rule_and_model(kind: TaskType, filled: Filled) -> None:
    opened, store = filled.opened[kind.name], filled.store
    settings = opened.campaign.schema.settings
    value = kind.example().values[0]
    rules = [one.name for one in (*kind.gold_rules(settings), *model_rules(kind, settings))]
    assert len(set(rules)) == len(rules)
    for rule in rules:
        made = freeze(store, FreezeRequest(opened.campaign.id, rule=rule, uncleaned=True), now=NOW)
        assert made.undecided == ()
        assert len(made.gold.items) == ITEMS
        if kind.gathers:
            (item,) = store.texts.items([made.gold.items[0].item_id])
            counts = kind.row(item, made.gold.items[0].value, settings).counts  # type: ignore[union-attr]
            assert {count for _, count in counts} == {2}
        else:
            assert [one.value for one in made.gold.items] == [value] * ITEMS


@pytest.mark.parametrize("form", FORMATS, ids=lambda one: one.name)
def test_a_format_says_who_it_is(form: Format) -> None:
    assert form.name.isidentifier()
    assert format_named(form.name) is form
    assert [one.name for one in FORMATS].count(form.name) == 1
    assert form.title[0].isalnum()
    assert form.row_kinds
    assert all(form in formats_for(kind) for kind in form.row_kinds)
    assert all(one.startswith(".") for one in form.extensions)
    assert form.lost
    assert all(one.description and not one.description.endswith(".") for one in form.lost)
    for kind in form.row_kinds:
        assert {name.partition(".")[0] for name in form.lost_fields} < set(kind.__dataclass_fields__)
    assert type(form).__doc__


def kept(form: Format, rows: Any) -> dict[str, list[object]]:
    """Return rows by part, what the format says it loses left out."""
    return {part: [*map(form.restored, each)] for part, each in rows.items()}


@EACH_WRITTEN
def test_rows_written_and_read_back_are_equal(
    form: Format, kind: TaskType, filled: Filled, tmp_path: Path
) -> None:
    if form.name == "docbin":
        pytest.importorskip("spacy")
    release = filled.release(kind)
    rows = rows_by_split(release.manifest)
    assert {part: len(each) for part, each in rows.items()} == {"train": 2, "test": 2}
    form.write(rows, tmp_path / "a", release)
    settings = filled.opened[kind.name].campaign.schema.settings
    back = form.read(tmp_path / "a", kind.range(settings))
    assert kept(form, back) == kept(form, rows)
    form.write(rows, tmp_path / "b", release)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert {Path(name).suffix for name in files(tmp_path / "a")} >= set(form.extensions[:1])


@pytest.mark.slow
@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@KINDS
def test_the_datasets_library_opens_every_config(kind: TaskType, filled: Filled, tmp_path: Path) -> None:
    import datasets

    datasets.disable_progress_bars()
    release = filled.release(kind)
    rows = rows_by_split(release.manifest)
    form = format_named("huggingface")
    form.write(rows, tmp_path / "out", release, companion_files(release))
    sizes = {"gold": 2, "soft": 2, "raw": 4}
    for config, size in sizes.items():
        found = datasets.load_dataset(str(tmp_path / "out"), config, cache_dir=str(tmp_path / "cache"))
        assert {part: len(each) for part, each in found.items()} == {"train": size, "test": size}
        assert [one["id"] for one in found["train"]][:: size // 2] == [one.id for one in rows["train"]]
        if config == "soft":
            assert {one["votes"] for one in found["train"]} == {2}
            shares = [piece["share"] for one in found["train"] for piece in one["distribution"]]
            assert set(shares) == {1.0}
        if config == "raw":
            assert {one["annotator"] for one in found["test"]} == {"A1", "A2"}
            (value,) = {one["value"] for one in found["test"]}
            assert json.loads(value) == kind.example().values[0]
    found = datasets.load_dataset(str(tmp_path / "out"), "documents", cache_dir=str(tmp_path / "cache"))
    assert set(found["documents"].column_names) >= {"document_id", "document"}


@pytest.mark.slow
@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@KINDS
def test_mlcroissant_reads_every_record(kind: TaskType, filled: Filled, tmp_path: Path) -> None:
    import mlcroissant

    release = filled.release(kind)
    rows = rows_by_split(release.manifest)
    format_named("croissant").write(rows, tmp_path, release, companion_files(release))
    dataset = mlcroissant.Dataset(jsonld=str(tmp_path / "croissant.json"))
    assert not dataset.metadata.ctx.issues.errors
    assert not dataset.metadata.ctx.issues.warnings
    assert "annotators answered" in str(dataset.metadata.annotator_demographics)
    for told in dataset.metadata.distribution:
        assert hashlib.sha256((tmp_path / told.content_url).read_bytes()).hexdigest() == told.sha256
    for part, found in rows.items():
        ids = [one[f"{part}/id"].decode() for one in dataset.records(record_set=part)]
        assert ids == sorted(one.id for one in found)


@pytest.mark.slow
@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_bigbio_files_keep_to_the_schema_kb(filled: Filled, tmp_path: Path) -> None:
    import datasets

    datasets.disable_progress_bars()
    text = datasets.Value("string")
    words = {"text": [text], "offsets": [[datasets.Value("int32")]]}
    linked = [{"db_name": text, "db_id": text}]
    named = {"id": text, "type": text}
    # As the documentation of BigBio has it, its task_schemas.md.
    schema = datasets.Features(
        {
            "id": text,
            "document_id": text,
            "passages": [{**named, **words}],
            "entities": [{**named, **words, "normalized": linked}],
            "events": [{**named, "trigger": words, "arguments": [{"role": text, "ref_id": text}]}],
            "coreferences": [{"id": text, "entity_ids": [text]}],
            "relations": [{**named, "arg1_id": text, "arg2_id": text, "normalized": linked}],
        }
    )
    kind = next(one for one in TASKS if one.row_kind is LinkedMention)
    rows = rows_by_split(filled.release(kind).manifest)
    format_named("bigbio").write(rows, tmp_path / "out", filled.release(kind))
    files = {part: str(tmp_path / "out" / f"{part}.jsonl") for part in rows}
    found = datasets.load_dataset(
        "json", data_files=files, features=schema, cache_dir=str(tmp_path / "cache")
    )
    documents = [one for part in rows for one in found[part]]
    entities = [one for document in documents for one in document["entities"]]
    passages = [one for document in documents for one in document["passages"]]
    ids = [one["id"] for one in (*documents, *passages, *entities)]
    assert len(entities) == ITEMS
    assert len(set(ids)) == len(ids)
    for document in documents:
        (passage,) = document["passages"]
        (whole,) = passage["text"]
        assert passage["offsets"] == [[0, len(whole)]]
        for one in document["entities"]:
            assert one["text"] == [whole[start:end] for start, end in one["offsets"]]
            assert all(each["db_id"] for each in one["normalized"])


@pytest.mark.consumer
@pytest.mark.parametrize(
    "kind", [one for one in TASKS if one.row_kind is TaggedTokens], ids=lambda one: one.name
)
def test_the_conllu_library_reads_tokens_and_tags(kind: TaskType, filled: Filled, tmp_path: Path) -> None:
    release = filled.release(kind)
    rows = rows_by_split(release.manifest)
    format_named("conllu").write(rows, tmp_path, release)
    for part, found in rows.items():
        sentences = conllu.parse((tmp_path / f"{part}.conllu").read_text(encoding="utf-8"))
        by_id = {unquote(one.metadata["sent_id"]): one for one in sentences}
        for row in found:
            read = by_id[row.id]
            assert tuple(token["form"] for token in read) == row.tokens
            assert tuple((token["misc"] or {}).get("NER", "O") for token in read) == row.tags
            assert read.metadata["text"] == " ".join(row.text.split())


def files(folder: Path) -> dict[str, bytes]:
    return {
        one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()
    }


@pytest.mark.parametrize(
    "form",
    [one for one in FORMATS if any(kind.row_kind not in one.row_kinds for kind in TASKS)],
    ids=lambda one: one.name,
)
def test_rows_of_another_kind_are_refused_and_nothing_is_left(
    form: Format, filled: Filled, tmp_path: Path
) -> None:
    other = next(one for one in TASKS if one.row_kind not in form.row_kinds)
    release = filled.release(other)
    with pytest.raises(AloiError, match=f"{form.name}|list of rows of the release"):
        form.write(rows_by_split(release.manifest), tmp_path / "out", release)
    assert not (tmp_path / "out").exists()


JUNK = (b"", b"junk\n", b"\xff\xfe\x00junk", b"{}\n", b"[1, 2]\n", b"null\n", b"[" * 5000)


@EACH_WRITTEN
def test_a_bad_folder_is_refused(form: Format, kind: TaskType, filled: Filled, tmp_path: Path) -> None:
    if form.name == "docbin":
        pytest.importorskip("spacy", reason="NOT RUN: pip install spacy")
    for folder in (tmp_path / "missing", tmp_path):
        with pytest.raises(AloiError):
            form.read(folder, (0.0, 5.0))
    release = filled.release(kind)
    whole = tmp_path / "whole"
    form.write(rows_by_split(release.manifest), whole, release)
    for name, content in files(whole).items():
        for instead in JUNK:
            (whole / name).write_bytes(instead)
            with suppress(AloiError):  # or else the file carries no rows, or fewer: none is made up
                back = form.read(whole, kind.range(filled.opened[kind.name].campaign.schema.settings))
                assert all(len(each) <= 2 for each in back.values()), (name, instead)
            (whole / name).write_bytes(content)
