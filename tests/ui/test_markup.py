"""What people typed is shown as they typed it where Streamlit reads Markdown."""

from __future__ import annotations

import ast
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message
from streamlit.proto.Radio_pb2 import Radio
from streamlit.testing.v1 import AppTest

from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.navigation import PAGES
from aloi.ui.shared.tables import no_markup
from tests.browser.payloads import PAYLOADS
from tests.sources import page_files
from tests.ui.pages import open_page

TYPED = "![x](https://markup.invalid/x.png) **b** :red[r] $x$ `c`"
# What Streamlit reads as Markdown: bodies of messages and labels of everything.
_MARKDOWN = {"body", "label", "help", "captions"}
_AT_ONCE = 12  # payloads in one field
_CALLS = {
    *("button", "caption", "checkbox", "download_button", "error", "expander", "file_uploader", "header"),
    *("form_submit_button", "info", "markdown", "metric", "number_input", "radio", "say", "selectbox"),
    *("multiselect", "subheader", "success", "tabs", "text_area", "text_input", "title", "toast", "toggle"),
    *("warning", "link_button", "popover", "status"),
}
# How what people typed is called where it is drawn.
_OF_PEOPLE = re.compile(
    r"\.(pseudonym|annotator|why|expertise|licence|comment|gloss)$"
    r"|\b(corpus|campaign|terminology|person|who|made|release|source|kept)\.name$"
    r"|\[.(campaign|corpus|place|licence|why|annotator)'?.\]$"
    r"|\b(corpus|campaign|person)_name$|\bmade_by$"
)


def _in_markdown(message: Message) -> Iterator[str]:
    """Yield every text of an element that Streamlit reads as Markdown."""
    if getattr(message, "allow_html", False):  # our own, every blank of it escaped
        return
    if isinstance(message, Radio):
        yield from message.options
    for field, value in message.ListFields():
        if isinstance(value, str):
            if field.name in _MARKDOWN:
                yield value
        elif isinstance(value, Message):
            yield from _in_markdown(value)
        elif field.name in _MARKDOWN:
            yield from (one for one in value if isinstance(one, str))


def _read_as_markdown(node: Any) -> Iterator[str]:
    """Yield what is read as Markdown of a part of a page and of all within it."""
    children = getattr(node, "children", {})
    message = getattr(node, "proto", None)
    if "guideline:" in str(getattr(message, "id", "")):  # the one text of people that is Markdown
        return
    # A text area of code, a table and a frame of HTML have bodies that are none.
    if isinstance(message, Message) and getattr(node, "type", "") not in ("code", "html", "text"):
        yield from _in_markdown(message)
    for one in children.values():
        yield from _read_as_markdown(one)


def _as_html(node: Any) -> Iterator[str]:
    """Yield every text of a part of a page that is drawn as HTML."""
    message = getattr(node, "proto", None)
    if getattr(message, "allow_html", False) or getattr(node, "type", "") == "html":
        yield str(getattr(message, "body", ""))
    for one in getattr(node, "children", {}).values():
        yield from _as_html(one)


@contextmanager
def _hostile_store(built_demo: tuple[Path, Any], folder: Path) -> Iterator[Store]:
    """Give the demo with names that hold Markdown."""
    shutil.copyfile(built_demo[0] / "aloi.db", folder / "aloi.db")
    with closing(sqlite3.connect(folder / "aloi.db")) as copy:
        for table in ("campaigns", "corpora", "people"):
            copy.execute(f"UPDATE {table} SET name = name || ?", (f" {TYPED}",))
        copy.commit()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ALOI_STORE", f"sqlite:///{folder / 'aloi.db'}")
        with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
            yield store
    for one in session._STORES.values():
        one.close()
    session._STORES.clear()


@pytest.fixture(scope="module")
def hostile(built_demo: tuple[Path, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield the demo with names that hold Markdown; the buttons of some tests change it."""
    with _hostile_store(built_demo, tmp_path_factory.mktemp("markup")) as store:
        yield store


@pytest.fixture
def hostile_alone(built_demo: tuple[Path, Any], tmp_path: Path) -> Iterator[Store]:
    """Yield it for one test, as it was made."""
    with _hostile_store(built_demo, tmp_path) as store:
        yield store


_FILE = f"{TYPED},{TYPED}2\n{TYPED},2\n{TYPED},{TYPED},{TYPED}\n".encode()


@pytest.mark.slow
@pytest.mark.parametrize("tongue", ["en", "fr"])
@pytest.mark.parametrize("name", [one.name for one in PAGES])
def test_names_and_headings_of_files_are_shown_as_typed(
    hostile: Store, name: str, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a page says as it opens, of a file it was given, and of one that it cannot read."""
    monkeypatch.setenv("ALOI_LANGUAGE", tongue)
    page = open_page(hostile, name)
    read = list(_read_as_markdown(page._tree))
    assert len(read) > 3
    assert [one for one in read if TYPED in one or "![x](" in one] == []
    for place in range(len(page.file_uploader)):
        one = page.file_uploader[place]
        suffix = (list(one.proto.type) or [".csv"])[-1]
        one.set_value([(f"{TYPED.replace('/', '')}{suffix}", _FILE, "text/csv")]).run()
        read = list(_read_as_markdown(page._tree))
        for button in [each for each in page.button if each.proto.is_form_submitter and not each.disabled]:
            button.click().run()
            read += _read_as_markdown(page._tree)
        assert not page.exception
        assert [one for one in read if "![x](" in one] == []


def _type_everywhere(page: AppTest, text: str) -> int:
    """Type a text into every field that takes one; return how many there are."""
    fields = [one for one in (*page.text_input, *page.text_area) if not one.disabled]
    for one in fields:
        one.set_value(text)
    if fields:
        page.run()
    return len(fields)


def _require_shown_as_typed(page: AppTest, texts: Sequence[str]) -> None:
    """Require that none of the texts stands as it is where a page is read as Markdown or as HTML."""
    assert not page.exception, [one.message for one in page.exception]
    drawn = list(_as_html(page._tree))
    assert [one for one in texts if "<" in one for each in drawn if one in each] == []
    read = [_ESCAPED.sub("", each) for each in _read_as_markdown(page._tree)]
    assert [one for one in texts if no_markup(one) != one for each in read if one in each] == []


_TABLE = b"id\tleft\tright\tscore\n1\tUn patient dort.\tUne patiente dort.\t3\n2\tUn autre.\tUne autre.\t2\n"
_TERMS = b"concept_id\tname\nC1\tfever\nC2\tcough\n"


def _open_to_type(store: Store, name: str) -> AppTest:
    """Return a page with the fields that are there once a task is chosen, or a file is given."""
    page = open_page(store, name)
    if name in ("corpora", "terminologies", "measure"):
        table = _TERMS if name == "terminologies" else _TABLE
        page.file_uploader[0].set_value([("typed.tsv", table, "text/csv")]).run()
    return page


_ESCAPED = re.compile(r"\\.")
_PARTS = ("![x](https://markup.invalid/x.png)", "**b**", ":red[r]", "<img src=x onerror=__xss(1)>")
# They have none, or none where nobody has labelled words.
WITHOUT_FIELDS = {
    "annotate", "cleaning", "comparison", "home", "items", "lexsub", "my_work", "operations",
    "overview", "rounds", "store", "suite",
}  # fmt: skip


@pytest.mark.parametrize("name", [one.name for one in PAGES])
def test_what_is_typed_into_a_page_is_shown_as_typed(hostile_alone: Store, name: str) -> None:
    page = _open_to_type(hostile_alone, name)
    typed = _type_everywhere(page, " ".join(_PARTS))
    assert (typed == 0) == (name in WITHOUT_FIELDS)
    _require_shown_as_typed(page, _PARTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.name for one in PAGES if one.name not in WITHOUT_FIELDS])
def test_every_hostile_text_that_is_typed_is_shown_as_typed(hostile_alone: Store, name: str) -> None:
    """All of them in every field, a few at a time; then a few with every button, each on the page anew."""
    page = _open_to_type(hostile_alone, name)
    for start in range(0, len(PAYLOADS), _AT_ONCE):
        texts = PAYLOADS[start : start + _AT_ONCE]
        _type_everywhere(page, " ".join(texts))
        _require_shown_as_typed(page, texts)
    buttons = [one.label for one in page.button if not one.disabled]
    # Theirs wait for a file or a release.
    assert buttons or name in ("linking", "models", "sari_study", "clister_table")
    for label in dict.fromkeys(buttons):
        page = _open_to_type(hostile_alone, name)
        _type_everywhere(page, " ".join(_PARTS))
        for button in [one for one in page.button if one.label == label and not one.disabled][:1]:
            button.click().run()
            _require_shown_as_typed(page, _PARTS)


def test_the_test_sees_names(hostile: Store) -> None:
    page = open_page(hostile, "home")
    read = "\n".join(_read_as_markdown(page._tree))
    assert no_markup(TYPED) in read
    assert TYPED not in read


def _unescaped(source: str) -> list[str]:
    """Return what people typed that a source gives to Markdown as it is."""

    def typed(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no_markup":
            return
        if isinstance(node, ast.keyword | ast.FormattedValue) and _OF_PEOPLE.search(ast.unparse(node.value)):
            yield ast.unparse(node.value)
            return
        for child in ast.iter_child_nodes(node):
            yield from typed(child)

    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS:
            drawn = [*node.args, *(one.value for one in node.keywords if one.arg in ("help", "captions"))]
            # What is chosen from and how it is told is no Markdown; nor is a key.
            for one in drawn[: 1 if node.func.attr in ("selectbox", "multiselect") else None]:
                found += [
                    f"{node.lineno}: {each}" for each in ([ast.unparse(one)] if _bare(one) else typed(one))
                ]
    return found


def _bare(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute | ast.Subscript) and bool(_OF_PEOPLE.search(ast.unparse(node)))


def test_no_source_gives_what_people_typed_to_markdown() -> None:
    found = {
        str(path): lines for path in page_files() if (lines := _unescaped(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'st.title(t("home.title", name=person.pseudonym))',
        "st.caption(corpus.name)",
        'session.say(t("x.y", who=one.annotator))',
        'st.metric(f"of {campaign.name}", 3)',
    ],
)
def test_a_source_that_does_is_found(source: str) -> None:
    assert len(_unescaped(source)) == 1
    escaped = re.sub(r"(\w+\.(?:pseudonym|name|annotator))\b", r"no_markup(\1)", source)
    assert _unescaped(escaped) == []
