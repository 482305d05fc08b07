"""UIMA CAS as XMI with its type system, for INCEpTION and DKPro; written by dkpro-cassis."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import with_text
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import Format, only, read_text
from aloi.gold.formats.losses import LOST_DOCUMENTS, SPAN_ANSWERS, UNTEXTED_TOKENS, Loss
from aloi.gold.formats.projects.discontinuous import separate_parts
from aloi.gold.formats.projects.inception.feature_names import (
    LABEL,
    LAYER,
    RELATION_LAYER,
    encoded_name,
)
from aloi.gold.formats.projects.inception.layer_file import LAYERS, layer_file
from aloi.gold.formats.projects.inception.uima_cas import read_cas
from aloi.gold.formats.source_files import contents
from aloi.gold.formats.span_schema import SpanSchema
from aloi.gold.formats.spans.brat import file_name
from aloi.gold.formats.spans.webanno_tsv import rows_by_folder
from aloi.gold.model import Release

SUFFIX, TYPES = ".xmi", "TypeSystem.xml"
_ANNOTATION, _TEXT = "uima.tcas.Annotation", "uima.cas.String"
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class UimaXmi(Format):
    """`<part>/<id>.xmi` of layers `webanno.custom.Span` and `webanno.custom.Relation`.

    The feature `label` is the label of a span; each attribute is a feature, a string array if a span has
    several values. Names that are no identifiers are encoded as in XML names. Each part of a discontinuous
    span is a span; relations of the type `next-part-of-span` tie the parts.
    """

    name: ClassVar[str] = "uima_cas"
    title: ClassVar[str] = Phrase("format-uima-xmi", "spans and relations as UIMA CAS (XMI)")
    extensions: ClassVar[tuple[str, ...]] = (SUFFIX,)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("document_id",)
    lost: ClassVar[tuple[Loss, ...]] = (LOST_DOCUMENTS, UNTEXTED_TOKENS, SPAN_ANSWERS)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a row, the type system, and the file of layers.

        Raises
        ------
        AloiError
            A text of white space alone, a control character, or a relation of the type of ties.
        """
        texts = {part: [*map(with_text, only(TaggedTokens, each))] for part, each in rows.items()}
        schema = SpanSchema.of_release(release, texts)
        several = {each.name: each.multiple for each in schema.attributes}
        types = _type_system(several)
        files = {
            f"{part}/{file_name(row.id)}{SUFFIX}": _cas(row, types, several)
            for part, part_rows in texts.items()
            for row in part_rows
        }
        return {**files, TYPES: types.to_xml(), LAYERS: layer_file(schema, lists=True)}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        types = read_text(folder / TYPES)
        files = contents(folder, (SUFFIX,))
        return rows_by_folder([read_cas(name, text, types) for name, text in files.items()])


def _type_system(several: Mapping[str, bool]) -> Any:
    """Return the type system of cassis with both layers; `several` says of attributes if they are lists."""
    from cassis import TypeSystem  # a fifth of a second to load

    types = TypeSystem()
    span = types.create_type(LAYER, supertypeName=_ANNOTATION)
    types.create_feature(span, LABEL, _TEXT)
    for name, has_several in several.items():
        types.create_feature(span, encoded_name(name), "uima.cas.StringArray" if has_several else _TEXT)
    relation = types.create_type(RELATION_LAYER, supertypeName=_ANNOTATION)
    types.create_feature(relation, LABEL, _TEXT)
    for end in ("Governor", "Dependent"):
        types.create_feature(relation, end, LAYER)
    return types


def _cas(row: TaggedTokens, types: Any, several: Mapping[str, bool]) -> str:
    """Return a row as XMI."""
    from cassis import Cas

    if odd := _NOT_XML.search(row.text):
        raise AloiError(
            "aloi.value",
            name=Term("text-of-row", id=repr(row.id)),
            value=repr(odd[0]),
            expected=Term("characters-of-xml"),
            todo=Term("other-format"),
        )
    parts, relations = separate_parts(row)
    cas = Cas(typesystem=types, sofa_string=row.text, sofa_mime="text/plain")
    spans = [_span(span, types, several) for span in parts]
    cas.add_all(spans)
    relation_type = types.get_type(RELATION_LAYER)
    for each in relations:
        head, tail = spans[each.head], spans[each.tail]
        cas.add(relation_type(begin=tail.begin, end=tail.end, label=each.type, Governor=head, Dependent=tail))
    return str(cas.to_xmi())


def _span(span: LabelledSpan, types: Any, several: Mapping[str, bool]) -> Any:
    [(start, end)] = span.parts
    features = {
        encoded_name(name): types.get_type("uima.cas.StringArray")(elements=[*values])
        if several[name]
        else values[0]
        for name, values in span.attributes
    }
    return types.get_type(LAYER)(begin=start, end=end, label=span.label, **features)
