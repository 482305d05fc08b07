"""The changes of a release against the previous one, as a page for users of the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aloi.corpora.identity import canonical_json
from aloi.corpora.model import Json
from aloi.gold.model import Release
from aloi.gold.releasing.documents.markdown import code, typed
from aloi.gold.releasing.manifest import entries
from aloi.gold.releasing.release import Change, ReleaseDiff, diff

LANGUAGES = ("en", "fr")
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "Changes from version {before} to version {after}: {name}",
        "same": "The content is the same: items, answers, gold and parts have the same checksum.",
        "what": "what",
        "items": "items",
        "added": "Items added",
        "removed": "Items removed",
        "changed_texts": "Items whose text changed",
        "changed_values": "Items whose gold changed",
        "changed_gold": "Items whose gold has another origin",
        "changed_splits": "Items in another part",
        "none": "none",
        "checksums": "Content checksums: `{before}` before, `{after}` now.",
    },
    "fr": {
        "title": "Changements de la version {before} à la version {after}\u00a0: {name}",
        "same": "Le contenu est le même\u00a0: unités, réponses, gold et parties ont la même empreinte.",
        "what": "quoi",
        "items": "unités",
        "added": "Unités ajoutées",
        "removed": "Unités retirées",
        "changed_texts": "Unités dont le texte a changé",
        "changed_values": "Unités dont le gold a changé",
        "changed_gold": "Unités dont le gold a été obtenu autrement",
        "changed_splits": "Unités passées dans une autre partie",
        "none": "aucune",
        "checksums": "Empreintes du contenu\u00a0: `{before}` avant, `{after}` maintenant.",
    },
}
_KINDS = ("added", "removed", "changed_texts", "changed_values", "changed_gold", "changed_splits")


def changelog(before: Release, after: Release, language: str = "en") -> str:
    """Return, in Markdown, what a release changes against an earlier one: counts, then the ids of items."""
    words, differences = _WORDS[language], diff(before.manifest, after.manifest)
    versions = {"before": before.version, "after": after.version}
    name = typed(entries(after.manifest, "campaign")["name"])
    lines = [f"# {words['title'].format(name=name, **versions)}", ""]
    lines += [words["checksums"].format(before=before.checksum, after=after.checksum), ""]
    if differences.same_content:
        lines += [words["same"], ""]
    lines += [f"| {words['what']} | {words['items']} |", "|---|---:|"]
    lines += [f"| {words[kind]} | {len(_of(differences, kind))} |" for kind in _KINDS]
    for kind in _KINDS:
        rows = _of(differences, kind)
        if rows:
            lines += ["", f"## {words[kind]} ({len(rows)})", "", *(f"- {_line(one)}" for one in rows)]
    return "\n".join(lines) + "\n"


def changelogs(before: Release, after: Release) -> dict[str, str]:
    """Return the page in each language by the name of its file."""
    return {
        "CHANGES.md" if language == "en" else f"CHANGES.{language}.md": changelog(before, after, language)
        for language in LANGUAGES
    }


def _of(differences: ReleaseDiff, kind: str) -> Sequence[str | Change]:
    rows: Sequence[str | Change] = getattr(differences, kind)
    return rows


def _line(change: str | Change) -> str:
    """Return an item and what it was and is; how a gold was made would only repeat the answers."""
    if isinstance(change, str):
        return f"`{change}`"
    if isinstance(change.before, dict) and "support" in change.before:
        return f"`{change.item_id}`"
    return f"`{change.item_id}`: {_shown(change.before)} → {_shown(change.after)}"


def _shown(value: Json) -> str:
    return code(value if isinstance(value, str) else canonical_json(value))
