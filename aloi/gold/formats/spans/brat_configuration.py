"""`annotation.conf` of brat: the labels, attributes and types of relations that people may choose."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from aloi.annotation.fields import SpanAttribute, SpanRelation
from aloi.base.errors import AloiError
from aloi.gold.formats.brat_files import EQUIVALENCE
from aloi.gold.formats.source_files import contents
from aloi.gold.formats.span_schema import FALSE, TRUE, SpanSchema, attribute, relation_type

CONFIGURATION = "annotation.conf"
_SECTION = re.compile(r"\[(\w+)\]\s*")
_ARGUMENT = re.compile(r"([^\s:,]+?)[?*+]?(?:\{[^}]*\})?:([^\s,]+)")
_SYMMETRIC = "symmetric"
_VALUE = "Value"  # the argument with the values of an attribute, which are no labels
_OVERLAP = "<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>\n"  # lets spans overlap


def configuration(schema: SpanSchema) -> str:
    """Return the file without which brat shows no labels, attributes and relations."""
    labels = "".join(f"{label}\n" for label in sorted(schema.labels))
    relations = "".join(map(_relation_line, schema.relations))
    attributes = "".join(map(_attribute_line, schema.attributes))
    return f"[entities]\n{labels}\n[relations]\n{_OVERLAP}{relations}\n[events]\n\n[attributes]\n{attributes}"


def _relation_line(relation: SpanRelation) -> str:
    ends = (f"Arg{at}:{_choice(end)}" for at, end in enumerate((relation.heads, relation.tails), start=1))
    symmetric = () if relation.directed else (f"<REL-TYPE>:{_SYMMETRIC}",)
    return f"{relation.name}\t{', '.join((*ends, *symmetric))}\n"


def _attribute_line(listed: SpanAttribute) -> str:
    values = "|".join(value.name for value in listed.values)
    return f"{listed.name}\tArg:{_choice(listed.labels)}, Value:{values}\n"


def _choice(labels: Iterable[str]) -> str:
    return "|".join(labels) or "<ENTITY>"


def read_configuration(path: Path) -> SpanSchema:
    """Return what the configurations of a folder or .zip list; nothing if there is none.

    Attributes without values are flags, with the values `true` and `false`. The roles of events are types of
    relations from the event to its arguments.
    """
    schema = SpanSchema()
    if path.is_dir() or path.suffix.lower() == ".zip":
        try:
            files = contents(path, (".conf",))
        except AloiError:
            return schema
        for name, text in files.items():
            if name.rpartition("/")[2] == CONFIGURATION:
                schema = schema.joined(_parsed(text))
    return schema


def _parsed(text: str) -> SpanSchema:
    lines: dict[str, list[str]] = defaultdict(list)
    macros: dict[str, str] = {}
    section = ""
    for line in text.splitlines():
        if match := _SECTION.fullmatch(line):
            section = match[1]
        elif line.strip() and not line.lstrip().startswith("#"):
            name, is_macro, value = line.strip().partition("=")
            if is_macro and re.fullmatch(r"<[\w-]+>", name):
                macros[name] = value
            else:
                lines[section].append(line.strip())
    entities = [line.split()[0] for line in lines["entities"] if not line.startswith(("!", "-"))]
    events = [_arguments(line, macros) for line in lines["events"] if not line.startswith(("!", "-"))]
    relations = [
        relation
        for line in lines["relations"]
        if not line.startswith("<")
        for relation in _relations(*_arguments(line, macros))
    ]
    roles = [
        relation_type(role.rstrip("0123456789") or role, (name,), targets)
        for name, roles in events
        for role, targets in roles.items()
        if not role.startswith("<")
    ]
    attributes = [_attribute(*_arguments(line, macros)) for line in lines["attributes"]]
    names = (*entities, *(name for name, _ in events))
    schema = SpanSchema(tuple(dict.fromkeys(names)))
    for part in (*(SpanSchema(relations=(one,)) for one in (*relations, *roles)),
                 *(SpanSchema(attributes=(one,)) for one in attributes)):  # fmt: skip
        schema = schema.joined(part)
    return schema


def _arguments(line: str, macros: Mapping[str, str]) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return the name of a line, and its arguments with their choices, empty for all."""
    name, *rest = line.split(None, 1)
    arguments = _ARGUMENT.findall(rest[0]) if rest else []
    return name, {
        role: tuple(choice.split("|") if role == _VALUE else _expanded(choice, macros))
        for role, choice in arguments
    }


def _expanded(choice: str, macros: Mapping[str, str], depth: int = 0) -> Iterator[str]:
    """Yield the labels of a choice; placeholders such as <ENTITY> stand for all, and yield none."""
    parts = choice.split("|")
    if any(part.startswith("<") and part not in macros for part in parts) or depth > len(macros):
        return
    for part in parts:
        if part in macros:
            yield from _expanded(macros[part], macros, depth + 1)
        else:
            yield part


def _relations(name: str, arguments: Mapping[str, tuple[str, ...]]) -> list[SpanRelation]:
    ends = [labels for role, labels in arguments.items() if not role.startswith("<")]
    if len(ends) != 2:
        return []
    kinds = arguments.get("<REL-TYPE>", ())
    symmetric = name == EQUIVALENCE or any(_SYMMETRIC in kind for kind in kinds)
    return [relation_type(name, *ends, directed=not symmetric)]


def _attribute(name: str, arguments: Mapping[str, tuple[str, ...]]) -> SpanAttribute:
    labels, values = arguments.get("Arg", ()), arguments.get(_VALUE, ())
    if not values:
        return attribute(name, (TRUE, FALSE), labels, default=FALSE)
    return attribute(name, values, labels)
