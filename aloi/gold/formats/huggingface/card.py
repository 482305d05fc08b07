"""The card of a dataset folder: what the hub reads, counts, columns, and the data statement."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from aloi.annotation.rows import Row
from aloi.corpora.model import Json
from aloi.gold.formats.huggingface.shapes import RowShape
from aloi.gold.model import Release
from aloi.gold.releasing.documents.markdown import typed
from aloi.gold.releasing.manifest import entries

# The licences that the hub knows by these names; any other is `other` with its name.
_LICENCES = frozenset(
    (
        "apache-2.0",
        "mit",
        "cc0-1.0",
        "cc-by-3.0",
        "cc-by-4.0",
        "cc-by-nd-4.0",
        "cc-by-sa-3.0",
        "cc-by-sa-4.0",
        "cc-by-nc-4.0",
        "cc-by-nc-nd-4.0",
        "cc-by-nc-sa-4.0",
        "etalab-2.0",
        "gpl-3.0",
        "odbl",
    )
)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def title_of(release: Release) -> str:
    """Return what a release is called."""
    return f"{entries(release.manifest, 'campaign')['name']} {release.version}"


def card(
    rows: Mapping[str, Sequence[Row]],
    release: Release,
    shape: RowShape,
    files: Mapping[str, Mapping[str, str]],
    columns: Mapping[str, Mapping[str, str]],
) -> str:
    """Return the card.

    Parameters
    ----------
    files : mapping
        Config -> part -> its file; the first config is the one that is loaded unless another is named.
    columns : mapping
        Config -> column -> its content.
    """
    title = title_of(release)
    shown: list[str] = []
    for config, descriptions in columns.items():
        shown += [f"## Columns of `{config}`", "", "| column | content |", "|---|---|"]
        shown += [*(f"| `{name}` | {description} |" for name, description in descriptions.items()), ""]
    lines = [
        "---",
        *_front_matter(title, rows, entries(release.manifest, "corpus"), shape.category, files),
        "---",
        "",
        f"# {typed(title)}",
        "",
        f"Content checksum: `{release.checksum}`",
        "",
        *(
            line
            for paragraph in shape.about([one for found in rows.values() for one in found])
            for line in (paragraph, "")
        ),
        "| part | items |",
        "|---|---|",
        *(f"| {part} | {len(found)} |" for part, found in rows.items()),
        "",
        *shown,
    ]
    return "\n".join(lines) + "\n" + str(release.manifest["statement"])


def _front_matter(
    title: str,
    rows: Mapping[str, Sequence[Row]],
    corpus: Mapping[str, Json],
    category: str | None,
    files: Mapping[str, Mapping[str, str]],
) -> list[str]:
    """Return the YAML lines; texts are quoted as JSON, which YAML reads."""
    language, licence = str(corpus["language"]), str(corpus["licence"])
    code = licence.strip().lower().replace(" ", "-")
    total = sum(len(found) for found in rows.values())
    size = next((name for limit, name in _SIZES if total < limit), "n>1M")
    return [
        f"pretty_name: {_quoted(title)}",
        *(["language:", f"- {language}"] if re.fullmatch("[a-z]{2,3}", language) else []),
        *(
            [f"license: {code}"]
            if code in _LICENCES
            else ["license: other", f"license_name: {_quoted(licence or 'not stated')}"]
        ),
        *(["task_categories:", f"- {category}"] if category else []),
        "size_categories:",
        f"- {size}",
        "configs:",
        *(line for place, config in enumerate(files) for line in _config(config, files[config], place == 0)),
    ]


def _config(name: str, files: Mapping[str, str], default: bool) -> list[str]:
    return [
        f"- config_name: {name}",
        *(["  default: true"] if default else []),
        "  data_files:",
        *(
            line
            for part, file in files.items()
            for line in (f"  - split: {_quoted(_split(part))}", f"    path: {_quoted(file)}")
        ),
    ]


def _split(part: str) -> str:
    """Return a part as the hub names splits: letters, digits, _ and points; `all` means all of them there."""
    name = re.sub(r"[^\w.]", "_", part, flags=re.ASCII)
    return "every_item" if name.lower() == "all" else name


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
