"""How an item reads in a table: its columns by title."""

from __future__ import annotations

from corpora.model import Candidate, Item, Mention, Pair, Question, Target
from ui.texts import t


def item_columns(item: Item) -> dict[str, str]:
    """Return the texts of an item under the titles of their columns; a target stands in brackets."""
    if isinstance(item, Pair):
        return {t("candidates.left"): item.left.text, t("candidates.right"): item.right.text}
    if isinstance(item, Candidate):
        return {
            t("candidates.target"): item.target.lemma,
            t("candidates.substitute"): item.substitute,
            t("candidates.sentence"): _marked(item.target),
        }
    if isinstance(item, Target):
        return {t("candidates.target"): item.lemma, t("candidates.sentence"): _marked(item)}
    if isinstance(item, Mention):
        return {t("candidates.mention"): item.mention, t("candidates.text"): item.sentence.text}
    if isinstance(item, Question):
        listed = "\n".join(f"{chr(ord('A') + place)}. {one}" for place, one in enumerate(item.options))
        return {t("candidates.question"): item.text, t("candidates.options"): listed}
    return {t("candidates.text"): item.text}


def _marked(target: Target) -> str:
    text = target.sentence.text
    return f"{text[: target.start]}[{target.word}]{text[target.end :]}"
