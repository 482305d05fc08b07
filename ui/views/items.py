"""How an item reads in a table: its columns by title."""

from __future__ import annotations

from corpora.model import Item, Pair
from ui.texts import t


def item_columns(item: Item) -> dict[str, str]:
    """Return the texts of an item under the titles of their columns; a target stands in brackets."""
    if isinstance(item, Pair):
        return {t("candidates.left"): item.left.text, t("candidates.right"): item.right.text}
    text = item.sentence.text
    return {
        t("candidates.target"): item.lemma,
        t("candidates.sentence"): f"{text[: item.start]}[{item.word}]{text[item.end :]}",
    }
