"""Names of attributes as names of UIMA features, which are identifiers, and back."""

from __future__ import annotations

import re
from keyword import iskeyword

LAYER, RELATION_LAYER = "webanno.custom.Span", "webanno.custom.Relation"
LABEL = "label"  # the feature with the label of a span, or the type of a relation
# Features of every span, names of dkpro-cassis, columns of TSV, and names that are no identifiers.
_RESERVED = re.compile(r"label|begin|end|sofa|uiOrder|xmiID|self|type|get|set|(ROLE|BT)_.*|[\W\d_].*")
_PREFIX = "n_x_"
_ENCODED = re.compile(r"_x([0-9A-F]{4,6})_")
# Characters that no identifier of XML has, and an underscore that would read as an encoded character.
_UNFIT = re.compile(r"[^\w]|[\x80-\xbf]|_(?=x)")


def encoded_name(name: str) -> str:
    """Return the name of an attribute as an identifier that no layer has already.

    Other characters are encoded as in XML names (ISO 9075-14); a reserved name has a prefix.

    >>> [encoded_name(each) for each in ("certainty", "n-1", "label")]
    ['certainty', 'n_x002D_1', 'n_x_label']
    """
    is_reserved = _RESERVED.fullmatch(name) or iskeyword(name)
    return (_PREFIX if is_reserved else "") + _UNFIT.sub(lambda match: f"_x{ord(match[0]):04X}_", name)


def decoded_name(feature: str) -> str:
    """Return the name that `encoded_name` encoded; other names have no such characters.

    >>> decoded_name("n_x002D_1"), decoded_name("n_x_label")
    ('n-1', 'label')
    """
    return _ENCODED.sub(lambda match: chr(int(match[1], 16)), feature.removeprefix(_PREFIX))
