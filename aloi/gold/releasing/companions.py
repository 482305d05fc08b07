"""Files that go with every format: statement, datasheet, manifest, licence, the ids of the sources."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast

from aloi.corpora.identity import canonical_json
from aloi.corpora.model import Json
from aloi.gold.model import Release
from aloi.gold.releasing.compressed_records import PackedRows, Rows, json_lines
from aloi.gold.releasing.documents.datasheet import datasheets
from aloi.gold.releasing.documents.markdown import typed
from aloi.gold.releasing.licences import listed_name
from aloi.gold.releasing.machines import machine_files, without_machine_answers
from aloi.gold.releasing.manifest import entries
from aloi.gold.releasing.release_files import opened
from aloi.gold.releasing.sources import source_tables

MANIFEST = "manifest.json"


def companion_files(release: Release) -> dict[str, str | Iterator[bytes]]:
    """Return the files that go with a release in any format, by name; a long manifest comes in pieces.

    Answers of machines are in files of their own, and not in the manifest.
    """
    is_long = any(isinstance(one, PackedRows) for one in release.manifest.values())
    return {
        "STATEMENT.md": str(release.manifest["statement"]),
        MANIFEST: manifest_pieces(release) if is_long else manifest_text(release),
        "LICENCE.md": _licence(release.manifest),
        "CITATION.cff": _citation(release),
        **datasheets(release.manifest),
        **machine_files(release.manifest),
        **source_tables(release.manifest, opened(release).sources, opened(release).documents),
    }


def manifest_pieces(release: Release) -> Iterator[bytes]:
    """Yield the JSON file of a manifest, each object of its lists on a line of its own."""
    yield from _laid_out(without_machine_answers(release.manifest), "\n")
    yield b"\n"


def _laid_out(value: Mapping[str, Json], line: str) -> Iterator[bytes]:
    """Yield a value as JSON over several lines, each begun by `line`."""
    yield b"{"
    for index, name in enumerate(sorted(value)):
        yield f"{',' if index else ''}{line} {canonical_json(name)}: ".encode()
        value_of_name = value[name]
        if isinstance(value_of_name, dict) and any(
            isinstance(entry, list | PackedRows) for entry in value_of_name.values()
        ):
            yield from _laid_out(value_of_name, f"{line} ")
        elif isinstance(value_of_name, PackedRows) or (
            isinstance(value_of_name, list) and any(isinstance(entry, dict) for entry in value_of_name)
        ):
            yield b"["
            between = f"{line}  ".encode()
            for number, row_line in enumerate(json_lines(cast("Rows", value_of_name))):
                yield (b"," if number else b"") + between + row_line
            yield f"{line} ]".encode()
        else:
            yield canonical_json(value_of_name).encode()
    yield f"{line}}}".encode()


def manifest_text(release: Release) -> str:
    """Return the manifest as the JSON file of an export."""
    return b"".join(manifest_pieces(release)).decode()


def _licence(manifest: Mapping[str, Json]) -> str:
    """Return the known facts about the licence of the texts."""
    corpus = entries(manifest, "corpus")
    licence = str(corpus["licence"]).strip()
    spdx_id = listed_name(licence)
    lines = [
        "# Licence",
        "",
        f"The texts of the corpus {typed(corpus['name'])} come under: {typed(licence) or 'not stated'}.",
    ]
    if spdx_id:
        lines += ["", f"Its text: https://spdx.org/licenses/{spdx_id}.html"]
    if corpus["restricted"]:
        lines += ["", "Restricted: a data-use agreement forbids giving these texts on."]
    return "\n".join(lines) + "\n"


def _citation(release: Release) -> str:
    """Return how the release is cited, in the Citation File Format 1.2.0; JSON is YAML."""
    campaign, corpus = (entries(release.manifest, name) for name in ("campaign", "corpus"))
    licence = listed_name(str(corpus["licence"]))

    def quoted(text: object) -> str:
        return json.dumps(str(text), ensure_ascii=False)

    lines = [
        "cff-version: 1.2.0",
        'message: "If you use this corpus, please cite it as below."',
        "type: dataset",
        f"title: {quoted(campaign['name'])}",
        f"version: {quoted(release.version)}",
        f"date-released: {release.created_at:%Y-%m-%d}",
        # No name leaves the store: the person who publishes adds theirs.
        f"authors:\n  - name: {quoted('The makers of ' + str(campaign['name']))}",
        *([f"license: {licence}"] if licence else []),
        f"identifiers:\n  - type: other\n    value: {quoted('sha256:' + release.checksum)}\n"
        "    description: Content checksum of the release",
    ]
    return "\n".join(lines) + "\n"
