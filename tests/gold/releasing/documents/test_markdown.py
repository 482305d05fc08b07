"""The Markdown of a release shows what people typed as they typed it, whatever it holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from aloi.gold.formats import format_named
from aloi.gold.releasing.changelog import changelogs
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.documents.markdown import code, typed
from aloi.gold.releasing.manifest import ReleaseInputs, rows_by_split
from aloi.gold.releasing.release import build_release
from tests.browser.payloads import PAYLOADS
from tests.gold.campaign import NOW

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
MADE = ("html_block", "html_inline", "image", "link_open")


def made_of(text: str) -> list[str]:
    """Return what a text makes in Markdown that is neither a word nor a line of ours."""
    found = [one for block in MARKDOWN.parse(text) for one in (block, *(block.children or ()))]
    return [f"{one.type} {one.content or one.attrs}" for one in found if one.type in MADE]


def shown_in(text: str) -> str:
    """Return the words that a text shows."""
    blocks = MARKDOWN.parse(text)
    return "".join(one.content for block in blocks for one in block.children or () if one.type != "softbreak")


@pytest.mark.parametrize("text", PAYLOADS)
def test_a_text_is_shown_as_it_was_typed(text: str) -> None:
    for line in (f"# Of {typed(text)}", f"- Licence: {typed(text)}", f"Value: {code(text)}"):
        assert made_of(line) == []
    assert "".join(shown_in(f"- Of {typed(text)}").split()) == "".join(f"Of {text}".split())


def test_no_page_of_a_release_makes_anything_of_a_text(inputs: ReleaseInputs, tmp_path: Path) -> None:
    texts = cycle(PAYLOADS)
    corpus, campaign = inputs.corpus, inputs.campaign
    for version in range(1, 40):
        given = replace(
            inputs,
            corpus=replace(corpus, name=next(texts), licence=next(texts), source=next(texts)),
            campaign=replace(campaign, name=next(texts)),
            annotators=tuple(replace(one, expertise=next(texts)) for one in inputs.annotators),
            guidelines=tuple(replace(one, why_changed=next(texts)) for one in inputs.guidelines),
        )
        release = build_release(given, NOW)
        folder = tmp_path / str(version)
        beside = {**companion_files(release), **changelogs(release, replace(release, version="2.0"))}
        format_named("huggingface").write(rows_by_split(release.manifest), folder, release, beside)
        pages = sorted(folder.rglob("*.md"))
        assert len(pages) == 7
        for page in pages:
            text = page.read_text(encoding="utf-8")
            if page.name == "README.md":  # its first lines are YAML, whose texts are quoted
                text = text.split("\n---\n", 1)[1]
            assert made_of(text) == [], page.name
