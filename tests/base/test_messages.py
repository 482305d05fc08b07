"""The sentences of errors: every code has its message, every message its code, and any language its file."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from fluent.syntax import FluentParser, FluentSerializer, visitor
from fluent.syntax import ast as ftl

from aloi.annotation.tasks.base import InvalidAnnotation
from aloi.base import messages
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.driver.errors import StoreDamaged
from aloi.terminal.main import aloi
from aloi.ui.shared import tables
from tests.processes import CONTEXT
from tests.sources import ROOT, nodes

OTHERS = {messages.TERMS, messages.PHRASES, messages.REQUESTS}
ENGLISH = sorted(path for path in (messages.FOLDER / "en").glob("*.ftl") if path.name not in OTHERS)
LANGUAGES = sorted(path for path in messages.FOLDER.glob("*/*.ftl") if path.name not in OTHERS)
# What a sentence may name beside a value: how many there are, and the other sentences of an error.
BESIDE = re.compile(r"-(count|expected|todo)$")


class Variables(visitor.Visitor):
    """Collects what a message names, messages it quotes included."""

    def __init__(self, entries: dict[str, ftl.Message], *, whole: bool = False) -> None:
        self.entries, self.whole, self.names = entries, whole, set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.names.add(node.id.name if self.whole else BESIDE.sub("", node.id.name))

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:
        quoted = self.entries[node.id.name]
        self.visit(next(one for one in quoted.attributes if one.id.name == node.attribute.name))


def read(path: Path) -> dict[str, ftl.Message]:
    resource = FluentParser().parse(path.read_text(encoding="utf-8"))
    assert not [entry.content for entry in resource.body if isinstance(entry, ftl.Junk)]
    found = [entry for entry in resource.body if isinstance(entry, ftl.Message)]
    assert len({entry.id.name for entry in found}) == len(found), f"{path.name} has a message twice"
    return {entry.id.name: entry for entry in found}


@cache
def catalogue() -> dict[str, tuple[ftl.Message, dict[str, ftl.Message]]]:
    """Return each English message by its code, with all of its file: read once a test needs it."""
    return {
        f"{path.stem}.{name}": (entry, entries)
        for path in ENGLISH
        for entries in [read(path)]
        for name, entry in entries.items()
    }


def named_in(code: str, entry: ftl.Message | None = None) -> set[str]:
    found = Variables(catalogue()[code][1])
    found.visit(entry or catalogue()[code][0])
    return found.names


def error_classes() -> set[str]:
    classes = [node for _, node in nodes(ast.ClassDef)]
    known, before = {"AloiError"}, set()
    while known != before:
        before = set(known)
        known |= {one.name for one in classes if any(getattr(base, "id", "") in known for base in one.bases)}
    return known


def codes_of(node: ast.expr, names: set[str] | None = None) -> set[str]:
    """The codes or keys that an expression may give; those that begin as an f-string does."""
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=body, orelse=other):
            return codes_of(body, names) | codes_of(other, names)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
            codes = {code for code in names or catalogue() if code.startswith(start)}
            assert codes, f"no code begins with {start}"
            return codes
    return set()


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Every construction of an error in the product: where, and the call."""
    classes = error_classes()
    for path, call in nodes(ast.Call):
        called = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if called in classes and path != "aloi/errors.py":
            yield f"{path}:{call.lineno}", call


def passed_on(code: ast.expr) -> bool:
    """Whether an error is made anew of another one, as `error.code`, or as `document["code"]` was kept."""
    match code:
        case ast.Attribute(attr="code") | ast.Subscript(slice=ast.Constant(value="code")):
            return True
    return False


def test_every_error_has_its_code_and_all_its_values():
    wrong, used = [], set()
    for where, call in raised():
        assert len(call.args) == 1, f"{where}: finished sentences"
        codes = codes_of(call.args[0])
        used |= codes
        if not codes and not passed_on(call.args[0]):
            wrong.append(f"{where}: {ast.unparse(call.args[0])} is no code")
        given = {one.arg for one in call.keywords}
        for code in codes:
            given -= {*messages.PARTS} - named_in(code)  # terms that replace a sentence
            if code not in catalogue():
                wrong.append(f"{where}: {code} is in no catalogue")
            elif (None not in given and len(codes) == 1 and given != named_in(code)) or (
                None not in given and not named_in(code) <= given
            ):
                wrong.append(f"{where}: {code} names {named_in(code)}, given {given}")
    assert wrong == []
    assert set(catalogue()) - used == set(), "messages that nothing raises"


def terms(language: str) -> dict[str, ftl.Message]:
    return read(messages.FOLDER / language / messages.TERMS)


def test_every_term_exists_with_its_values_in_both_languages_and_is_used():
    english, french, wrong, used = terms("en"), terms("fr"), [], {"expected"}
    names: dict[str, set[str]] = {}
    for key, entry in english.items():
        collected = Variables(english)
        collected.visit(entry)
        names[key] = collected.names
        collected = Variables(french)
        collected.visit(french[key])
        assert collected.names == names[key], key
    assert set(french) == set(english)
    for where, call in nodes(ast.Call):
        if getattr(call.func, "id", "") != "Term" or where == "aloi/base/terms.py":
            continue
        keys = codes_of(call.args[0], set(english))
        used |= keys
        for key in keys:
            passed = {keyword.arg for keyword in call.keywords}
            if key not in english or passed != names[key]:
                wrong.append(f"{where}:{call.lineno}: {key} names {names.get(key)}, passed {passed}")
    assert wrong == []
    assert set(english) - used == set(), "terms that nothing names"


def test_a_term_is_shown_in_the_language_of_the_message_and_travels():
    error = AloiError(
        "aloi.value",
        name=Term("threshold"),
        value=3,
        expected=Term("number-from", low=0, high=1),
        todo=Term("right-scale"),
    ).at(Term("score-gold", item="a"))
    again = AloiError.from_json(json.loads(json.dumps(error.to_json())))
    for same in (error, again, pickle.loads(pickle.dumps(error))):
        assert same.values == error.values
        assert same.sentences() == (
            "the gold score of a: the threshold is 3.",
            "Expected: a number from 0 to 1.",
            "Give the right scale, or correct the score.",
        )
        assert same.sentences("fr")[:2] == (
            "le score de référence de a: le seuil\u00a0: 3 n’est pas valable.",
            "Attendu\u00a0: un nombre de 0 à 1.",
        )
    assert (
        AloiError("aloi.value", name=Term("threshold"), value=3, expected="x").found == "The threshold is 3."
    )
    assert AloiError("aloi.value", name="cuts", value=[], expected="x").found == "cuts is []."
    nested = Term("one-of", choices=["a", "b"])
    assert {nested} == {Term.from_json(nested.to_json())}
    assert Term("of-no-catalogue").text("fr") == "of-no-catalogue"


def parts(entry: ftl.Message) -> list[str]:
    return [one.id.name for one in entry.attributes if one.id.name != messages.PAGE]


def test_every_message_has_three_sentences():
    """One test for a thousand: one for each took seconds to find, to hand out and to tell."""
    wrong = [
        code
        for code, (entry, _) in catalogue().items()
        if entry.value is None or parts(entry) != [*messages.PARTS]
    ]
    assert wrong == []


# Commands of the terminal and their options; a page has neither.
TYPED = re.compile(r"(?<![\w-])--[a-z]|`aloi |: aloi ")
# Raised by the terminal, by notebooks and by the start of the server: no page tells them.
NO_PAGE = {
    "aloi.no-store-at",
    "evaluation.not-computed-from-answers-rows",
    "modeling.data-split",
    "aloi.value",
}
OF_TERMINAL = re.compile(r"^aloi/terminal/|commands")
NO_PAGE_TERMS = {"stop-the-other"}  # at the start of the server


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_tells_anybody_to_type_a_command_or_an_option(language: str):
    typed = set()
    for code in catalogue():
        if not code.startswith("terminal.") and code not in NO_PAGE:
            error = AloiError(code, **next(values_of(code)))
            typed |= {code} if TYPED.search(error.told(language, page=True)) else set()
    assert typed == set()
    keys = set(terms(language))
    used = {
        key
        for where, call in nodes(ast.Call)
        if getattr(call.func, "id", "") == "Term" and not OF_TERMINAL.search(where)
        for key in codes_of(call.args[0], keys)
    }
    assert {
        key for key in used if TYPED.search(Term(key).text(language, page=True)) and key not in NO_PAGE_TERMS
    } == set()
    assert TYPED.search(AloiError("storage.driver-damaged").told(language))


def values_of(code: str) -> Iterator[dict[str, object]]:
    """Made-up values: none, one and several of what is counted, texts, flags, and another error."""
    found = Variables(catalogue()[code][1], whole=True)
    found.visit(catalogue()[code][0])
    for count, plain in ((0, 0), (1, 1), (2, 2), (3, "made up"), (4, True), (5, False)):
        values: dict[str, object] = {}
        for name in found.names:
            base, part = BESIDE.sub("", name), name.rpartition("-")[2]
            if part == "count":
                values[base] = ["a"] * count
            elif part in messages.PARTS:
                values[base] = AloiError("ui.signed-out")
            else:
                values.setdefault(base, plain)
        yield values


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_messages_render_without_a_fault(path):
    bundle = messages.catalogue(path)
    assert bundle is not None
    for name, entry in read(path).items():
        code = f"{path.stem}.{name}"
        assert named_in(code, entry) <= named_in(code), f"{path.parent.name}: {code} names what nobody gives"
        message = bundle.get_message(name)
        for values in values_of(code):
            given = messages.arguments(AloiError(code, **values).values, path.parent.name)
            for pattern in (message.value, *message.attributes.values()):
                text, faults = bundle.format_pattern(pattern, given)
                assert faults == [], (code, values)
                assert str(text), code


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.stem)
def test_french_tells_every_error_with_every_value_that_english_tells(path: Path):
    french = read(messages.FOLDER / "fr" / path.name)
    assert set(french) == set(read(path))
    for name, entry in french.items():
        told = Variables(french)
        told.visit(entry)
        assert told.names == named_in(f"{path.stem}.{name}"), name
        assert parts(entry) == [*messages.PARTS], name


@pytest.mark.parametrize("path", sorted((messages.FOLDER / "fr").glob("*.ftl")), ids=lambda path: path.stem)
def test_french_errors_are_set_as_french_is(path: Path):
    """No-break spaces stand before high signs; apostrophes are curved."""
    for line in path.read_text(encoding="utf-8").splitlines():
        prose = re.sub(r"`[^`]*`|\{[^}]*\}", "x", line)
        assert not re.search(r" [:;?!%»](?=[ .]|$)|« |\w'\w", prose), line


# --- another language is a file


class Made(visitor.Transformer):
    """Turns English into a language that nobody speaks: capitals, and a letter before each sentence."""

    def visit_TextElement(self, node: ftl.TextElement) -> ftl.TextElement:
        node.value = node.value.upper()
        return node

    def visit_Attribute(self, node: ftl.Attribute) -> ftl.Attribute:
        node.value.elements.insert(0, ftl.TextElement("Ø "))
        return self.generic_visit(node)

    visit_Message = visit_Attribute


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two languages: English, and a made-up one, its catalogues with other sentences."""
    target = tmp_path_factory.mktemp("languages") / "messages"
    shutil.copytree(messages.FOLDER / "en", target / "en")
    (target / "eo").mkdir()
    for path in (*ENGLISH, ENGLISH[0].with_name(messages.TERMS)):
        resource = Made().visit(FluentParser().parse(path.read_text(encoding="utf-8")))
        (target / "eo" / path.name).write_text(FluentSerializer().serialize(resource), encoding="utf-8")
    return target


@pytest.fixture
def other(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The made-up language, which the program finds beside English."""
    monkeypatch.setattr(messages, "FOLDER", made_up)
    return "eo"


def test_every_message_is_told_in_another_language_by_the_same_door(other: str):
    for code in catalogue():
        error = AloiError(code, **next(values_of(code)))
        english, told = error.sentences(), error.sentences(other)
        assert all(sentence.startswith("Ø ") for sentence in told), code
        assert not any("Ø" in sentence for sentence in english), code


def test_the_terminal_tells_an_error_in_the_language_of_the_settings(
    other: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.chdir(tmp_path)
    Path("broken.db").write_text("no database", encoding="utf-8")
    asked = ["people", "list", "--store", "sqlite:///broken.db"]
    english = CliRunner().invoke(aloi, asked)
    monkeypatch.setenv("ALOI_LANGUAGE", other)
    told = CliRunner().invoke(aloi, asked)
    assert english.exit_code == told.exit_code == 2
    assert english.stderr.startswith("The store sqlite:///broken.db cannot be opened: it is not a database")
    assert told.stderr.startswith("Ø THE STORE sqlite:///broken.db CANNOT BE OPENED: IT IS NOT A DATABASE")


def test_a_page_shows_an_error_in_the_language_of_the_settings(other: str, monkeypatch: pytest.MonkeyPatch):
    shown: list[str] = []
    monkeypatch.setattr(tables.st, "error", shown.append)
    tables.problem(AloiError("ui.role", role="manager", roles=["annotator"]))
    monkeypatch.setenv("ALOI_LANGUAGE", other)
    tables.problem(AloiError("ui.role", role="manager", roles=["annotator"]))
    assert shown[0].startswith("You are signed in as manager")
    assert shown[1].startswith("Ø YOU ARE SIGNED IN AS manager")


def test_a_catalogue_that_lacks_a_sentence_leaves_it_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "en").symlink_to(messages.FOLDER / "en")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    part = tmp_path / "fr"
    part.mkdir()
    (part / "ui.ftl").write_text("role = Vous êtes { $role }.\n", encoding="utf-8")
    error = AloiError("ui.role", role="manager", roles=["annotator", "adjudicator"])
    assert error.sentences("fr") == ("Vous êtes manager.", *error.sentences()[1:])
    assert error.sentences("de") == error.sentences()
    assert AloiError("ui.signed-out").sentences("fr") == AloiError("ui.signed-out").sentences()


def test_plurals_follow_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for language, forms in (
        ("en", "[one] { $rows } row\n   *[other] { $rows } rows"),
        ("pl", "[one] { $rows } wiersz\n    [few] { $rows } wiersze\n   *[many] { $rows } wierszy"),
    ):
        text = f"rows = {{ $rows ->\n    {forms}\n}}\n"
        (tmp_path / language).mkdir()
        (tmp_path / language / "probe.ftl").write_text(text, encoding="utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    told = [AloiError("probe.rows", rows=rows) for rows in (1, 2, 5, 12_000)]
    assert [error.found for error in told] == ["1 row", "2 rows", "5 rows", "12000 rows"]
    assert [error.sentences("pl")[0] for error in told] == [
        "1 wiersz",
        "2 wiersze",
        "5 wierszy",
        "12000 wierszy",
    ]


# --- the error itself


def test_an_error_keeps_what_it_says_however_it_travels():
    error = InvalidAnnotation("ui.role", role="manager", roles=(name for name in ("a", "b"))).at("line 3")
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is InvalidAnnotation
        assert (again.code, again.values, str(again)) == (error.code, error.values, str(error))
    assert error.found == "line 3: You are signed in as manager."
    assert error.expected == "This needs the role: a, b."
    damaged = StoreDamaged("storage.driver-none", store="a", code="b")
    damaged.tables = ("items",)
    assert pickle.loads(pickle.dumps(damaged)).tables == ("items",)


def _refuse(path: Path) -> None:
    raise AloiError("aloi.request-no-object", value=path)


def test_an_error_comes_back_from_another_process():
    with CONTEXT.Pool(1) as pool, pytest.raises(AloiError) as failure:
        pool.apply_async(_refuse, (Path("a"),)).get(timeout=120)
    assert failure.value.found == "The request is a."


def test_values_are_told_as_they_are_when_the_error_is_raised():
    names = ["a", "b"]
    error = AloiError("ui.role", role=0.1 + 0.2, roles=names)
    names.append("c")
    assert error.values == {"role": "0.30000000000000004", "roles": ("a", "b")}
    assert AloiError("ui.role", role=True, roles=None).values == {"role": "True", "roles": "None"}


def test_a_long_value_is_told_whole():
    assert AloiError("aloi.request-no-object", value="x" * 20_000).found == f"The request is {'x' * 20_000}."


def test_a_code_that_no_catalogue_knows_hides_nothing():
    assert AloiError("nowhere.at-all", path="a.tsv", rows=3).found == "nowhere.at-all, path: a.tsv, rows: 3"


def test_raising_an_error_loads_no_catalogue():
    script = (
        "import sys; from aloi.base.errors import AloiError; AloiError('ui.role', role=1, roles=[2]); "
        "sys.exit(any(name.startswith(('fluent', 'babel')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_numbers_of_any_length_are_told() -> None:
    code = "aloi.value"
    for number, told in ((3, "3"), (2**50, str(2**50)), (int(1e308), "e+308"), (-(10**400), "-1.00000e+400")):
        assert told in AloiError(code, name="t", value=number, expected="x").told("fr")
