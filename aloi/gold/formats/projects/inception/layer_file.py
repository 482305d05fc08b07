"""The layers of an export as INCEpTION exports its own: a project imports them, then the documents."""

from __future__ import annotations

import json
from collections.abc import Iterable

from aloi.annotation.fields import SpanAttribute
from aloi.corpora.model import Json
from aloi.gold.formats.projects.discontinuous import NEXT_PART
from aloi.gold.formats.projects.inception.feature_names import (
    LABEL,
    LAYER,
    RELATION_LAYER,
    encoded_name,
)
from aloi.gold.formats.span_schema import SpanSchema

LAYERS = "layers.json"
_TEXT, _TEXTS = "uima.cas.String", "uima.cas.StringArray"


def layer_file(schema: SpanSchema, *, lists: bool) -> str:
    """Return the layers of spans and relations with their features and tag sets, as JSON.

    INCEpTION reads the file on the tab *Layers* of a project (`LayerImportExportUtils` of its sources). The
    tag sets are closed lists.

    Parameters
    ----------
    lists : bool
        Whether an attribute with several values is a list; otherwise it has one value.
    """
    features = [_feature(LAYER, LABEL, LABEL, ((label, "") for label in schema.labels), rank=0)]
    for rank, each in enumerate(schema.attributes, start=1):
        features.append(_attribute(each, rank, is_list=lists and each.multiple))
    types = [*((each.name, each.gloss) for each in schema.relations), (NEXT_PART, "")]
    relation = _layer(RELATION_LAYER, "relation", [_feature(RELATION_LAYER, LABEL, LABEL, types, rank=0)])
    layers = [_layer(LAYER, "span", features), {**relation, "attach_type": {"name": LAYER}}]
    return json.dumps(layers, ensure_ascii=False, indent=2) + "\n"


def _layer(name: str, kind: str, features: list[Json]) -> dict[str, Json]:
    """Return a layer that takes all spans: nested ones, parts of words, over the ends of sentences."""
    return {
        "name": name,
        "uiName": name.rpartition(".")[2],
        "type": kind,
        "enabled": True,
        "allow_stacking": True,
        "cross_sentence": True,
        "anchoring_mode": "CHARACTERS",
        "overlap_mode": "ANY_OVERLAP",
        "validation_mode": "NEVER",
        "lock_to_token_offset": False,
        "multiple_tokens": True,
        "features": features,
    }


def _attribute(attribute: SpanAttribute, rank: int, *, is_list: bool) -> Json:
    tags = ((value.name, value.gloss) for value in attribute.values)
    title = attribute.title or attribute.name
    return _feature(LAYER, encoded_name(attribute.name), title, tags, rank=rank, is_list=is_list)


def _feature(
    layer: str, name: str, title: str, tags: Iterable[tuple[str, str]], *, rank: int, is_list: bool = False
) -> Json:
    return {
        "name": name,
        "uiName": title,
        "type": _TEXTS if is_list else _TEXT,
        "enabled": True,
        "visible": True,
        "include_in_hover": True,
        "multi_value_mode": "ARRAY" if is_list else "NONE",
        "link_mode": "NONE",
        "rank": rank,
        "tag_set": {
            "name": f"{layer} {name}",  # unique in a project
            "create_tag": False,
            "tags": [{"tag_name": tag, "tag_description": description} for tag, description in tags],
        },
    }
