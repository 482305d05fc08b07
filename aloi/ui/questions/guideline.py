"""A guideline for the annotation page: cut at its headings, each section as nodes, never as markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import streamlit as st
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from aloi.corpora.model import Json

# The name of a label at the beginning of its section's heading: "3: alike", "A00-B99: infections".
_LEADING_WORD = re.compile(r"^(-?\d+(?:\.\d+)?\b|[^\W\d_][\w.-]*(?=\s*:))")
_FENCED = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,4} )", re.MULTILINE)
_IMAGE = re.compile(r"!\[")
_INLINE = re.compile(r"(\]\(\s*<?|\]:\s*<?|<)(?=(?:data|javascript|vbscript):)", re.IGNORECASE)
_SAFE_ADDRESS = re.compile(r"^(https?://|mailto:)", re.IGNORECASE)
_TAGS = {
    "paragraph": "p",
    "heading": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
    "hr": "hr",
    "strong": "strong",
    "em": "em",
    "hardbreak": "br",
}


def below_page(text: str) -> str:
    """Return a guideline as Markdown with headings below those of the page around it.

    An image becomes a link to it, as on the annotation page: a guideline cannot cause a download.
    """
    parts = _FENCED.split(text)
    return "".join(part if place % 2 else _safe(part) for place, part in enumerate(parts))


def draw_guideline(text: str, key: str) -> None:
    """Draw a guideline on a page, in a named element: only here it is Markdown.

    `key` tells it from others on the same page.
    """
    with st.container(key=f"guideline:{key}"):
        st.markdown(below_page(text))


def _safe(text: str) -> str:
    return _INLINE.sub(r"\1#", _IMAGE.sub("!\u2060[", _HEADING.sub(r"##\1", text)))


@lru_cache(maxsize=64)
def guideline_sections(text: str) -> list[dict[str, Json]]:
    """Return a guideline cut at its headings.

    Returns
    -------
    list of {anchor, level, title, body}
        `anchor` is the leading number of the heading, or its word before a colon, else empty. `level` is from
        1 to 6, or 0 for text before the first heading. `body` is a list of nodes, each a text or a list [tag,
        nodes, attribute]. The attribute is the address of an `a` or the first number of an `ol`.
    """
    # HTML is text here, as everywhere in a component.
    parsed = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    sections: list[dict[str, Json]] = [{"anchor": "", "level": 0, "title": "", "body": []}]
    body: list[Json] = []
    for block in SyntaxTreeNode(parsed).children:
        if block.type == "heading":
            title = _words(block).strip()
            first = _LEADING_WORD.match(title)
            body = []
            section: dict[str, Json] = {"anchor": first[1] if first else "", "level": int(block.tag[1])}
            sections.append({**section, "title": title, "body": body})
        else:
            body += _nodes([block])
            sections[-1]["body"] = body
    return [one for one in sections if one["title"] or one["body"]]


def _words(node: SyntaxTreeNode) -> str:
    """Return the plain text of a node."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(map(_words, node.children)) if node.children else node.content


def _nodes(nodes: Sequence[SyntaxTreeNode]) -> list[Json]:
    """Return nodes to build; a node without its own form becomes its text."""
    converted: list[Json] = []
    for node in nodes:
        inner = _nodes(node.children)
        if node.type == "link" and _SAFE_ADDRESS.match(str(node.attrGet("href") or "")):
            converted.append(["a", inner, str(node.attrGet("href"))])
        elif node.type in ("code_block", "fence"):
            converted.append(["pre", [node.content.rstrip("\n")]])
        elif node.type == "code_inline":
            converted.append(["code", [node.content]])
        elif node.type == "ordered_list":
            converted.append(["ol", inner, int(node.attrGet("start") or 1)])
        elif node.type == "paragraph" and node.hidden:  # of a tight list
            converted += inner
        elif node.type in _TAGS:
            converted.append([_TAGS[node.type], [["strong", inner]] if node.type == "heading" else inner])
        elif node.type == "softbreak":
            converted.append(" ")
        else:
            converted += inner or ([node.content] if node.content else [])
    return converted
