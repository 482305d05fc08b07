"""An answer in words that quote its text: each span with label and attribute values, and relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.tasks.spans.settings import schema_attributes, schema_relations
from aloi.corpora.model import Json

MOST_QUOTED = 20  # spans; of more, counts say more than a list
_LONGEST = 40  # characters of a quotation


def quoted_answer(
    text: str,
    spans: Sequence[LabelledSpan],
    relations: Sequence[LabelledRelation],
    titles: Mapping[str, str],
    settings: Mapping[str, Json],
) -> str:
    """Return spans with label, words and attribute values other than the default, then relations.

    Parameters
    ----------
    titles : mapping
        The titles of labels, by name.
    """
    attributes = schema_attributes(settings)
    parts = []
    for span in spans:
        stated = dict(span.attributes)
        values = [
            f"{attribute.title}: {', '.join(chosen)}"
            for attribute in attributes
            if (
                chosen := [
                    each.title
                    for each in attribute.values
                    if each.name in stated.get(attribute.name, ()) and each.name != attribute.default
                ]
            )
        ]
        more = f" ({'; '.join(values)})" if values else ""
        parts.append(f"{titles.get(span.label, span.label)} “{quoted(text, span)}”{more}")
    types = {each.name: each.title for each in schema_relations(settings)}
    parts += [
        f"“{quoted(text, spans[each.head])}” → {types.get(each.type, each.type)} → "
        f"“{quoted(text, spans[each.tail])}”"
        for each in relations
    ]
    return "; ".join(parts)


def quoted(text: str, span: LabelledSpan) -> str:
    """Return the words of a span on one line, shortened in the middle if they are long.

    >>> quoted("douleur du genou gauche et du droit", LabelledSpan("sign", ((0, 16), (27, 35))))
    'douleur du genou … du droit'
    """
    words = " … ".join(" ".join(text[start:end].split()) for start, end in span.parts)
    half = _LONGEST // 2
    return words if len(words) <= _LONGEST else f"{words[:half].rstrip()} … {words[-half:].lstrip()}"
