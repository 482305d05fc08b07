"""Every request from each interface: command options, TOML, JSON and Python give equal requests."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import MISSING
from datetime import date
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import click
import pytest
from click.testing import CliRunner

from aloi.api.document import operation
from aloi.base import messages
from aloi.base.requests import (
    ENTRY_POINTS,
    FILE,
    JOB,
    PAGE,
    TERMINAL,
    Option,
    RequestError,
    RequestField,
    fields_of,
    from_data,
    info_of,
    read_file,
    read_text,
    request,
    schema,
    to_data,
    written,
)
from aloi.base.terms import Phrase
from aloi.terminal.options import FieldType, RequestArgument, RequestOption, TerminalOption, request_options
from aloi.ui import language
from aloi.ui.texts import t, translated
from aloi.workbench import jobs
from aloi.workbench.endpoints.base import Endpoint
from aloi.workbench.requests import FURTHER_JOBS, JOBS_WITHOUT_REQUEST, all_requests
from aloi.workbench.requests.rounds import RoundRequest
from tests.base.test_messages import read
from tests.contract.test_commands import command_of, commands
from tests.contract.test_reference import requests_page
from tests.sources import page_files

REQUESTS = all_requests()
SHARED_OPTIONS = {
    "--json", "--language-of-messages", "--store", "--as", "--request", "--sheet", "--raw", "--help", "-h",
}  # fmt: skip


def sample(field: RequestField, folder: Path) -> str:
    """Return a value as a person writes it: the example of the field, or one of its type."""
    if field.option.exists:
        path = folder / "sample.toml"
        path.touch()
        return str(path)
    if field.option.example:
        return field.option.example
    if field.option.read and field.option.metavar in ("FILE", "TABLE"):
        path = folder / "sample.tsv"
        path.write_text("item_id\tvalue\ni1\t5\n", encoding="utf-8")
        return str(path)
    if field.literals:
        return str(field.literals[-1])
    least = field.option.low if field.option.low is not None else 1
    samples = {int: str(int(least)), float: str(least), bool: "true", date: "2026-12-01"}
    member = get_args(field.type)[-1] if field.is_mapping else field.type
    return samples.get(member, "a=b" if field.is_mapping else "word")


def samples(kind: type, folder: Path, *entry_points: str) -> dict[str, str]:
    """Return a text for each field that all these interfaces offer, without those in conflict."""
    info = info_of(kind)
    offered = {
        name: field
        for name, field in fields_of(kind).items()
        if all(field.offered(entry_point) for entry_point in entry_points)
    }
    sets = [[name for name in names if name in offered] for names in (*info.conflicts, *info.one_of)]
    later = {name for names in sets for name in names[1:]}
    return {name: sample(field, folder) for name, field in offered.items() if name not in later}


def in_python(kind: type, texts: dict[str, str]) -> Any:
    return kind(**{name: read_text(fields_of(kind)[name], text) for name, text in texts.items()})


def arguments(kind: type, texts: dict[str, str]) -> list[str]:
    """Return the command line of these values."""
    words, last = [], []
    for name, text in texts.items():
        field = fields_of(kind)[name]
        if field.option.argument:
            last.append(text)
        elif field.type is bool:
            words.append(field.flag.partition("/")[0])
        elif field.option.value_flag:
            key, _, value = text.partition("=")
            words += [field.flag, key, field.option.value_flag, value]
        else:
            words += [field.flag, text]
    return [*words, *last]


def from_command(kind: type, *words: str) -> Any:
    """Return the request that a command with its options would get."""
    built = []

    @click.command()
    @request_options(kind)
    def command(request: Any) -> None:
        built.append(request)

    result = CliRunner().invoke(command, list(words), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return built[0]


def toml(document: dict[str, Any]) -> str:
    """Return JSON values as TOML, which writes most of them alike; it has no null."""
    lines = []
    for name, value in document.items():
        if isinstance(value, dict):
            entries = ", ".join(f"{json.dumps(key)} = {json.dumps(one)}" for key, one in value.items())
            lines.append(f"{name} = {{ {entries} }}")
        elif value is not None:
            lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines)


def named(kind: type) -> str:
    return info_of(kind).name


@pytest.mark.parametrize("kind", REQUESTS, ids=named)
def test_every_interface_builds_the_same_request(kind: type, tmp_path: Path) -> None:
    texts = samples(kind, tmp_path, TERMINAL, FILE)
    expected = in_python(kind, texts)
    assert from_command(kind, *arguments(kind, texts)) == expected
    document = {name: value for name, value in to_data(expected, FILE).items() if name in texts}
    for name, text in (("request.toml", toml(document)), ("request.json", json.dumps(document))):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert from_data(kind, read_file(path), FILE) == expected
        assert from_command(kind, "--request", str(path)) == expected
    of_job = in_python(kind, samples(kind, tmp_path, JOB))
    assert from_data(kind, json.loads(json.dumps(to_data(of_job)))) == of_job


@pytest.mark.parametrize("kind", REQUESTS, ids=named)
def test_every_field_says_what_it_is(kind: type) -> None:
    for name, field in fields_of(kind).items():
        assert field.option.help, f"{name} has no help"
        assert field.option.reason or field.option.only == ENTRY_POINTS, f"{name}: why not everywhere?"
        assert "--" not in field.option.help, f"{name}: help names an option, and pages have none"
    assert kind.__doc__
    assert set(info_of(kind).roles) <= {"manager", "adjudicator", "annotator"}
    for name in (name for names in (*info_of(kind).conflicts, *info_of(kind).one_of) for name in names):
        assert name in fields_of(kind)


def texts_of(kind: type) -> list[Phrase]:
    """Return the texts of the fields of a request that a page shows."""
    fields = [field for field in fields_of(kind).values() if field.offered(PAGE)]
    shown = [(field.label, field.option.help, *(field.option.choices or {}).values()) for field in fields]
    words = [(field.option.words or {}).items() for field in fields]
    empty = [[word for word, value in pairs if value is None][:1] for pairs in words]
    texts = [text for texts in (*shown, *empty) for text in texts if text]
    assert all(isinstance(text, Phrase) for text in texts)
    return texts


def keys_of(text: Phrase) -> tuple[str, str]:
    """Return the entry of a text for its class, and that for all classes, each with its part."""
    owner, field, part = text.key.split(".")
    return f"{owner}-{field}.{part}", f"{field}.{part}"


@cache
def entries(tongue: str) -> frozenset[str]:
    """Return the entries of the catalogue of requests, each with its parts."""
    catalogue = read(messages.FOLDER / tongue / messages.REQUESTS).items()
    labels = {f"{name}.label" for name, message in catalogue if message.value is not None}
    return frozenset(
        labels | {f"{name}.{part.id.name}" for name, entry in catalogue for part in entry.attributes}
    )


@pytest.mark.parametrize("kind", REQUESTS, ids=named)
def test_labels_and_help_of_pages_are_french_too(kind: type) -> None:
    assert [text.key for text in texts_of(kind) if entries("fr").isdisjoint(keys_of(text))] == []


def test_an_entry_for_all_requests_has_one_english_text_and_none_is_unused() -> None:
    english: dict[str, set[str]] = defaultdict(set)
    for text in (text for kind in REQUESTS for text in texts_of(kind)):
        english[next(key for key in keys_of(text) if key in entries("fr"))].add(text)
    assert {key: texts for key, texts in english.items() if len(texts) > 1} == {}
    assert entries("fr") - set(english) == set()


def test_a_text_of_a_request_is_translated_by_its_class_or_else_by_its_field() -> None:
    fields = fields_of(RoundRequest)
    with language.of_request("fr"):
        assert translated(fields["seed"].label) == "Graine"
        assert translated(fields["purpose"].label) != translated(fields["purpose"].option.help)
        assert translated("Seed") == "Seed"


@pytest.mark.parametrize("kind", REQUESTS, ids=named)
def test_a_request_is_the_command_and_the_job_of_its_name(kind: type) -> None:
    command = command_of(tuple(info_of(kind).name.split()))
    made_of = {one.type.field.name for one in command.params if isinstance(one.type, FieldType)}
    flags = {name for name, field in fields_of(kind).items() if field.type is bool}
    offered = {name for name, field in fields_of(kind).items() if field.offered(TERMINAL)}
    assert made_of | (flags & offered) == offered
    assert not info_of(kind).job or info_of(kind).job in jobs.VERBS


def undeclared(path: tuple[str, ...], command: click.Command) -> list[str]:
    """Return the options of a command that neither a request nor a reason explains."""
    values = {
        field.option.value_flag
        for kind in REQUESTS
        if tuple(info_of(kind).name.split()) == path
        for field in fields_of(kind).values()
    }
    return [
        option.opts[-1]
        for option in command.params
        if not isinstance(option, RequestOption | RequestArgument)
        and not (isinstance(option, TerminalOption) and option.reason)
        and not set(option.opts) <= SHARED_OPTIONS | values
    ]


def test_every_option_of_every_command_is_declared_or_says_why() -> None:
    assert {
        " ".join(path): options for path in commands() if (options := undeclared(path, command_of(path)))
    } == {}


def test_an_option_without_request_or_reason_is_named() -> None:
    @click.command()
    @click.argument("words")
    @click.option("--quiet")
    @click.option("--csv", cls=TerminalOption, reason="Pages offer downloads.")
    def command(**_: object) -> None:
        pass

    assert undeclared(("new",), command) == ["words", "--quiet"]


def test_every_job_is_that_of_a_request_or_says_why() -> None:
    declared = {info_of(kind).job for kind in REQUESTS} - {""}
    assert sorted(jobs.VERBS) == sorted((*declared, *FURTHER_JOBS, *JOBS_WITHOUT_REQUEST))
    assert set(FURTHER_JOBS.values()) <= set(REQUESTS)


def forms() -> Iterator[tuple[Path, ast.Module]]:
    for path in page_files():
        text = path.read_text(encoding="utf-8")
        if "RequestForm(" in text:
            yield path, ast.parse(text)


def test_every_form_draws_the_fields_it_does_not_place() -> None:
    for path, tree in forms():
        calls = [one.func for one in ast.walk(tree) if isinstance(one, ast.Call)]
        names = [one.id for one in calls if isinstance(one, ast.Name)]
        created = [one for one in names if one == "RequestForm"]
        # A correction draws what its form has not asked.
        rests = [one for one in names if one in ("correction", "correction_by_worker")]
        rests += [one.attr for one in calls if isinstance(one, ast.Attribute) and one.attr == "rest"]
        assert len(created) == len(rests), f"{path.name}: a form without `rest`"


def a_tree_with(*, more: bool) -> type:
    """Return the request of a test tree, with or without one more field."""

    class Drawing:
        """Draw pairs for a test."""

        pool: Annotated[str, Option("Name of the pool.", example="p")]

    if more:
        Drawing.__annotations__["limit"] = Annotated[int, Option("Most pairs.", label="Limit", low=1, high=9)]
        Drawing.limit = 3  # type: ignore[attr-defined]
    return request("draw test", job="draw_test")(Drawing)


def test_a_new_field_is_in_every_interface_with_no_other_edit(tmp_path: Path) -> None:
    before, after = a_tree_with(more=False), a_tree_with(more=True)
    with pytest.raises(RequestError, match="No field is called 'limit'"):
        from_data(before, {"pool": "p", "limit": 5})
    expected = after(pool="p", limit=5)
    assert from_command(after, "--pool", "p", "--limit", "5") == expected
    assert from_data(after, {"pool": "p", "limit": 5}) == expected
    (tmp_path / "r.toml").write_text('pool = "p"\nlimit = 5\n', encoding="utf-8")
    assert from_command(after, "--request", str(tmp_path / "r.toml")) == expected
    assert to_data(expected)["limit"] == 5
    assert schema(after)["properties"]["limit"] | {"description": ""} == {
        "type": "integer", "minimum": 1, "maximum": 9, "title": "Limit", "description": "", "default": 3,
    }  # fmt: skip
    rest = operation(Endpoint(after, "POST", "/jobs/draw-test"))["requestBody"]["content"]
    assert rest["application/json"]["schema"]["properties"]["limit"] == schema(after)["properties"]["limit"]
    assert "`--limit`" in requests_page([after])
    assert "`--limit`" not in requests_page([before])


def test_a_new_field_is_drawn_by_its_page() -> None:
    from streamlit.testing.v1 import AppTest

    def page() -> None:
        from aloi.ui.shared.forms.requests import RequestForm
        from tests.contract.test_requests import a_tree_with

        form = RequestForm(a_tree_with(more=True), "test", pool="p")
        form.rest()
        import streamlit as st

        st.text(str(form.request().limit))

    at = AppTest.from_function(page, default_timeout=60).run()
    assert not at.exception
    (widget,) = at.number_input
    assert (widget.label, widget.help, widget.min, widget.max, widget.value) == (
        "Limit", "Most pairs.", 1, 9, 3,
    )  # fmt: skip
    widget.set_value(7).run()
    assert at.text[0].value == "7"
    assert [one.label for one in at.expander] == [t("app.more_options")]


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "aloi.field-missing"),
        ({"campaign": "c", "purpose": "main", "puprose": "main"}, "aloi.field-unknown"),
        ({"campaign": "c", "purpose": "mian"}, "aloi.field-choice"),
        ({"campaign": "c", "purpose": "main", "seed": "1"}, "aloi.field-type"),
        ({"campaign": "c", "purpose": "main", "seed": True}, "aloi.field-type"),
        ({"campaign": "c", "purpose": "main", "seed": None}, "aloi.field-type"),
        ({"campaign": "c", "purpose": "main", "seed": -1}, "aloi.field-range"),
        ({"campaign": "c", "purpose": "main", "items": "table.csv"}, "aloi.field-type"),
        ({"campaign": "c", "purpose": "main", "items": ["a", 1]}, "aloi.field-type"),
        ({"campaign": "c", "purpose": "main", "due": "tomorrow"}, "aloi.field-type"),
        (["campaign"], "aloi.request-no-object"),
    ],
)
def test_errors_name_the_field_in_both_languages(document: Any, code: str) -> None:

    with pytest.raises(RequestError) as refused:
        from_data(RoundRequest, document)
    assert refused.value.code == code
    for tongue in ("en", "fr"):
        finding, expected, todo = refused.value.sentences(tongue)
        assert finding
        assert expected
        assert todo
    assert refused.value.told("fr") != refused.value.told("en")


def test_conflicts_bounds_and_files_hold_for_python_too(tmp_path: Path) -> None:
    from aloi.workbench.requests.models.training import TrainRequest
    from aloi.workbench.requests.releases import ReleaseRequest

    with pytest.raises(RequestError, match="grid, curve"):
        TrainRequest("noisy", grid=True, curve=(50.0,))
    with pytest.raises(RequestError, match=r"threshold is 2\.\nA number from 0 to 1"):
        ReleaseRequest("c", "1.0", {"all": "rest"}, threshold=2.0)
    with pytest.raises(RequestError, match="no such file"):
        ReleaseRequest("c", "1.0", {"all": "rest"}, identifiers=tmp_path / "no.toml")


def test_options_in_pairs_and_words_are_read() -> None:
    from aloi.workbench.requests.releases import ReleaseRequest

    base = ("--campaign", "c", "--version", "1.0", "--sizes", "train=5, test=rest")
    overridden = from_command(ReleaseRequest, *base, "--override", "crossing", "--why", "Known, and = so.")
    assert overridden.overrides == {"crossing": "Known, and = so."}
    assert overridden.sizes == {"train": 5, "test": "rest"}
    for words in (("--override", "crossing"), ("--why", "x"), ("--override", "a", "--why", "x") * 2):
        with pytest.raises(RequestError, match="One --why for each --override"):
            from_command(ReleaseRequest, *base, *words)
    several = from_command(ReleaseRequest, *base, "--force", "1=train", "--force", "2=test", "--no-stratify")
    assert (several.force, several.stratify) == ({1: "train", 2: "test"}, False)
    opened = from_command(RoundRequest, "--campaign", "c", "--purpose", "main", "--overlap", "single")
    assert (opened.overlap, opened.items, opened.guideline) == (1, None, None)
    with pytest.raises(RequestError, match=r"--overlap is 'two'.(.|\n)*words: all, single"):
        from_command(RoundRequest, "--campaign", "c", "--purpose", "main", "--overlap", "two")


def test_a_preview_needs_no_reason_and_a_correction_does() -> None:
    from aloi.workbench.requests.corrections import DeleteCampaignRequest

    assert from_command(DeleteCampaignRequest, "c", "--preview").why == ""
    assert from_data(DeleteCampaignRequest, {"campaign": "c", "preview": True, "why": ""}).preview
    with pytest.raises(RequestError, match="--why is missing"):
        from_command(DeleteCampaignRequest, "c", "--why", " ")
    with pytest.raises(RequestError, match="why is missing"):
        from_data(DeleteCampaignRequest, {"campaign": "c"})


def test_exactly_one_field_is_given_where_one_is_needed() -> None:
    from aloi.workbench.requests.releases import ExportRequest

    with pytest.raises(RequestError, match="None of these was given: format, stand_off"):
        ExportRequest("1.0")
    with pytest.raises(RequestError, match="--format, --stand-off"):
        from_command(ExportRequest, "1.0", "--format", "sts_tsv", "--stand-off")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("r.toml", "campaign = ", "r.toml cannot be read"),
        ("r.json", "[1]", "r.json holds no fields"),
        ("r.toml", "campain = 'c'", r"r.toml: No field is called 'campain'(.|\n)*Did you mean 'campaign'"),
        ("r.toml", "seed = 'x'", "r.toml: seed is 'x'"),
        ("r.toml", "campaign = 'c'", "--purpose is missing"),
    ],
)
def test_a_wrong_request_file_is_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    from aloi.base.errors import AloiError

    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(AloiError, match=message):
        from_command(RoundRequest, "--request", str(tmp_path / name))


def test_a_page_that_forgets_a_field_is_a_fault_of_the_program() -> None:
    from aloi.ui.shared.forms.requests import RequestForm
    from aloi.workbench.requests.releases import PushRequest

    form = RequestForm(PushRequest, "push", release="1.0")
    with pytest.raises(ValueError, match="repository"):
        form.request()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    for kind in REQUESTS:
        expected = in_python(kind, samples(kind, tmp_path, PAGE))
        for name, field in fields_of(kind).items():
            value = getattr(expected, name)
            is_special = field.option.read is not None or get_origin(field.type) is Literal
            if value is not None and field.type is not NoneType and not is_special and field.offered(PAGE):
                assert read_text(field, written(field, value)) == value, name


def test_requests_are_frozen_and_compared_by_their_values() -> None:
    from dataclasses import FrozenInstanceError, replace

    from aloi.workbench.requests.releases import DiffRequest, PushRequest

    pushed, again = PushRequest("1.0", "lab/corpus"), PushRequest("1.0", "lab/corpus")
    assert pushed == again
    assert hash(pushed) == hash(again)
    assert replace(pushed, private=True) != pushed != DiffRequest("1.0", "lab/corpus")
    assert repr(DiffRequest("1.0", "2.0")) == "DiffRequest(before='1.0', after='2.0')"
    with pytest.raises(FrozenInstanceError):
        pushed.private = True  # type: ignore[misc]


def test_a_required_field_has_no_default() -> None:
    for kind in REQUESTS:
        for field in fields_of(kind).values():
            assert field.required == (field.default is MISSING)
