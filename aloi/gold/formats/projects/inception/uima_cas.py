"""One UIMA CAS, as XMI with its type system or as JSON, read by dkpro-cassis."""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from aloi.annotation.rows import LabelledRelation
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.source_files import excluded
from aloi.gold.formats.span_schema import FALSE, TRUE

_ANNOTATION = "uima.tcas.Annotation"
_TEXTS = "uima.cas.StringArray"
_BUILT_IN = re.compile(
    r"uima\..*|.*\.(Token|Sentence|DocumentMetaData|CASMetadata|TagsetDescription|TagDescription|Div|Paragraph)"
)
_OF_EVERY_SPAN = frozenset({"begin", "end", "sofa", "uiOrder"})
_RELATION = frozenset({"Governor", "Dependent"})
_CHAIN = frozenset({"next", "first"})
_UNKNOWN_TYPES = excluded(
    "annotations", Phrase("why-types-type-system", "of types that the type system lacks")
)
_OTHER_VIEWS = excluded("annotations", Phrase("why-other-views-document", "of other views of the document"))
_OF_DOCUMENTS = excluded("annotations", Phrase("why-whole-documents", "of whole documents"))


def read_cas(name: str, content: str, types: str) -> MarkedFile:
    """Return the text of a CAS and the spans of its layers; `types` is the type system of XMI.

    Raises
    ------
    AloiError
        Any error of the library.
    """
    try:
        cas, unknown = _loaded(name, content, types)
        result = MarkedFile(name, str(cas.sofa_string or ""))
        if unknown:
            result.others[_UNKNOWN_TYPES] += unknown
        for annotation in cas.select_all_fs():
            _take(result, annotation, cas.typesystem)
        _relate(result, cas.select_all_fs())
        for view in cas.views:
            if view.sofa.sofaID != cas.get_sofa().sofaID:
                count = sum(not _is_built_in(each) for each in view.get_all_fs())
                result.others[_OTHER_VIEWS] += count
    except (AloiError, ModuleNotFoundError):  # the second one: an extra is missing, and the file is sound
        raise
    except Exception as error:
        raise AloiError(
            "aloi.unreadable",
            path=name,
            format=Term("format-cas"),
            error=type(error).__name__,
            expected=Term("xmi-or-json"),
            todo=Term("document-again"),
        ) from error
    return result


def _loaded(name: str, content: str, types: str) -> tuple[Any, int]:
    """Return the CAS, and how many of its annotations are of no known type."""
    from cassis import load_cas_from_json, load_cas_from_xmi, load_typesystem  # a fifth of a second to load

    with warnings.catch_warnings(record=True) as lacking:
        warnings.simplefilter("always")
        if name.lower().endswith(".json"):
            cas = load_cas_from_json(content)
        else:
            cas = load_cas_from_xmi(content, typesystem=load_typesystem(types), lenient=True)
    return cas, sum("not found" in str(each.message) for each in lacking)


def _is_built_in(annotation: Any) -> bool:
    return _BUILT_IN.fullmatch(annotation.type.name) is not None


def _take(result: MarkedFile, annotation: Any, types: Any) -> None:
    """Put an annotation among the spans, or count it."""
    if _is_built_in(annotation):
        return
    features = {feature.name: feature for feature in annotation.type.all_features}
    if features.keys() >= _RELATION:
        return  # `_relate` reads it once all spans are read
    if any(features[each].rangeType.name == annotation.type.name for each in _CHAIN & features.keys()):
        result.others[CHAINS] += 1
        return
    if not types.subsumes(_ANNOTATION, annotation.type.name):
        if not _CHAIN & features.keys():  # the parent of the links of a chain is counted with them
            result.others[_OF_DOCUMENTS] += 1
        return
    start, end = annotation.begin, annotation.end
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(result.text):
        result.others[OUTSIDE] += 1
        return
    if start == end:
        result.others[EMPTY] += 1
        return
    values: list[tuple[str, str | None]] = []
    others: list[tuple[str, str]] = []
    for feature in features.values():
        if feature.name in _OF_EVERY_SPAN:
            continue
        name, value = feature.name, getattr(annotation, feature.name, None)
        if types.is_instance_of(feature.rangeType.name, "uima.cas.String"):
            values.append((name, None if value is None else str(value)))
        elif isinstance(value, bool):
            others.append((name, TRUE if value else FALSE))
        elif isinstance(value, int | float):
            others.append((name, f"{value:g}"))
        elif feature.rangeType.name == _TEXTS:
            others += [(name, str(each)) for each in getattr(value, "elements", None) or () if each]
        elif value is not None:
            links = getattr(value, "elements", None) if _is_array_of_links(feature) else None
            if links is None:
                result.others[OTHER_FEATURES] += 1
            else:
                roles = [str(getattr(link, "role", None) or feature.name) for link in links]
                targets = [getattr(link, "target", None) for link in links]
                result.links += [
                    (role, annotation, target) for role, target in zip(roles, targets, strict=True)
                ]
    result.places[annotation.xmiID] = len(result.spans)
    layer = annotation.type.name.rsplit(".", 1)[-1]
    result.spans.append(LayerSpan(layer, start, end, tuple(values), tuple(others)))


def _relate(result: MarkedFile, annotations: Iterable[Any]) -> None:
    """Read relation layers and slots, whose ends are spans; count those with other ends.

    The type of a relation is the value of its first feature with one, or its layer.
    """
    for annotation in annotations:
        features = [feature.name for feature in annotation.type.all_features]
        if not _is_built_in(annotation) and {*features} >= _RELATION:
            others = [name for name in features if name not in (*_RELATION, *_OF_EVERY_SPAN)]
            values = [value for name in others if (value := getattr(annotation, name, None))]
            result.others[OTHER_FEATURES] += len(values[1:])
            type_ = str(values[0]) if values else annotation.type.name.rsplit(".", 1)[-1]
            result.relate(RELATIONS, type_, annotation.Governor, annotation.Dependent)
    for role, head, tail in result.links:
        result.relate(SLOTS, role, head, tail)


def _is_array_of_links(feature: Any) -> bool:
    return str(feature.rangeType.name) in ("uima.cas.FSArray", "uima.cas.FSList")


RELATIONS, CHAINS = excluded("relations"), excluded("chains")
SLOTS = excluded("slots", Phrase("why-spans-links", "of spans (links)"))
EMPTY = excluded("spans", Phrase("why-no-character-zero", "of no character (zero width)"))
OUTSIDE = excluded("spans", Phrase("why-outside-their-text", "outside their text"))
OTHER_FEATURES = excluded("values", Phrase("why-features-no-text", "of features that are no text"))
REPEATED = excluded(
    "spans", Phrase("why-repeat-another-one", "that repeat another one (same words, same value)")
)


@dataclass(frozen=True, slots=True)
class LayerSpan:
    """A span of a layer: `values` by feature, None if it has none; a layer may have no feature.

    `others` are the values of features that are numbers or flags, as texts.
    """

    layer: str
    start: int
    end: int
    values: tuple[tuple[str, str | None], ...] = ()
    others: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class MarkedFile:
    """One file as read; `others` counts what is no span or relation that comes in.

    `relations` are between indices of `spans`. `places` has these indices by the ids of a CAS, and `links`
    the slots of its spans.
    """

    name: str
    text: str
    spans: list[LayerSpan] = field(default_factory=list)
    others: dict[Phrase, int] = field(default_factory=lambda: defaultdict(int))
    relations: list[LabelledRelation] = field(default_factory=list)
    places: dict[Any, int] = field(default_factory=dict)
    links: list[tuple[str, Any, Any]] = field(default_factory=list)

    def relate(self, kind: Phrase, type_: str, head: Any, tail: Any) -> None:
        """Add a relation between two annotations of the CAS; one with another end than a span is counted."""
        ends = [self.places.get(getattr(end, "xmiID", None)) for end in (head, tail)]
        if ends[0] is None or ends[1] is None:
            self.others[kind] += 1
        else:
            self.relations.append(LabelledRelation(type_, ends[0], ends[1]))
