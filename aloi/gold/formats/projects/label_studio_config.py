"""The labelling configuration of Label Studio: which controls people had, and what was shown to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from aloi.annotation.fields import SpanAttribute
from aloi.base.errors import AloiError
from aloi.gold.formats.projects.model import QuestionForm
from aloi.gold.formats.source_files import contents
from aloi.gold.formats.span_schema import SpanSchema, attribute, relation_type

CONFIG_FILE = "labeling_config.xml"
BETWEEN_LEVELS = " / "  # in the name of a label of a taxonomy, which is its whole path
_FORMS = {
    "Choices": QuestionForm.LABELS,
    "Taxonomy": QuestionForm.LABELS,
    "Labels": QuestionForm.SPANS,
    "HyperTextLabels": QuestionForm.SPANS,
    "Rating": QuestionForm.RATING,
    "Number": QuestionForm.RATING,
    "Pairwise": QuestionForm.OPTIONS,
}
_SHOWN = ("Text", "HyperText", "Paragraphs")


@dataclass(frozen=True, slots=True)
class StudioControl:
    """A control: its tag, what of a question it says, and the field that its options come from."""

    tag: str
    form: QuestionForm
    facts: Mapping[str, Any]
    options: str = ""


@dataclass(frozen=True, slots=True)
class StudioConfig:
    """The controls by name, and the fields of a task that are shown as texts; both empty if unknown.

    `schema` has the controls of single regions as attributes, and the labels of relations.
    """

    controls: Mapping[str, StudioControl] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    schema: SpanSchema = field(default_factory=SpanSchema)


def read_config(path: Path) -> StudioConfig:
    """Return the configuration in a folder or .zip, or next to a file; an empty one if there is none.

    Raises
    ------
    AloiError
        XML that cannot be read, with line and column, or that declares entities.
    """
    if path.is_file() and path.suffix.lower() != ".zip":
        config_path = path.with_name(CONFIG_FILE)
        files = contents(config_path, (".xml",)) if config_path.is_file() else {}
    else:
        try:
            files = contents(path, (".xml",))
        except AloiError:
            return StudioConfig()
    config = StudioConfig()
    for name, text in files.items():
        config = parse_config(text, name)
    return config


def parse_config(text: str, name: str) -> StudioConfig:
    """Return what a configuration says."""
    if "<!" in text.replace("<!--", ""):
        raise AloiError("gold.project-not-xml", name=name, line="1", column="1", why="it declares a type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        why = ElementTree.ParseError.__name__
        raise AloiError(
            "gold.project-not-xml", name=name, line=str(line), column=str(column + 1), why=why
        ) from error
    controls = {
        element.get("name", ""): _control(element)
        for element in root.iter()
        if element.tag in _FORMS and element.get("name") and not _is_of_regions(element)
    }
    fields = [element.get("value", "") for element in root.iter() if element.tag in _SHOWN]
    attributes = [
        _attribute(element) for element in root.iter() if element.tag in _FORMS and _is_of_regions(element)
    ]
    relations = [
        relation_type(element.get("value", "")) for element in root.iter("Relation") if element.get("value")
    ]
    schema = SpanSchema(attributes=tuple(attributes), relations=tuple(relations))
    return StudioConfig(controls, tuple(field[1:] for field in fields if field.startswith("$")), schema)


def _is_of_regions(element: ElementTree.Element) -> bool:
    """Return whether a control asks about each region: it gives attributes."""
    return element.get("perRegion", "").lower() == "true"


def _attribute(element: ElementTree.Element) -> SpanAttribute:
    """Return the attribute that a control of regions gives; ratings are written as numbers."""
    facts = _control(element).facts
    values = [*facts.get("labels", ())]
    if element.tag == "Taxonomy":
        values = [value for value in values if value not in {*facts["parents"].values()}]
    if element.tag == "Rating":
        values = [f"{number}" for number in range(1, int(facts["high"]) + 1)]
    several = bool(facts.get("several")) or element.tag == "Taxonomy"
    labels = [each for each in element.get("whenLabelValue", "").split(",") if each]
    return attribute(element.get("name", ""), values, labels, multiple=several)


def _control(element: ElementTree.Element) -> StudioControl:
    form = _FORMS[element.tag]
    facts: dict[str, Any] = {}
    options = element.get("value", "").removeprefix("$") if element.tag == "Choices" else ""
    if form in (QuestionForm.LABELS, QuestionForm.SPANS):
        listed = [each for each in element.iter() if each.tag in ("Choice", "Label")]
        facts["labels"] = {
            each.get("alias") or each.get("value", ""): each.get("value", "")
            for each in listed
            if each.get("value")
        }
    if element.tag == "Taxonomy":
        facts["labels"], facts["parents"] = levels(_paths(element))
    if element.tag == "Choices":
        facts["several"] = element.get("choice") == "multiple"
    if element.tag == "Rating":
        facts |= {"low": 1.0, "high": _number(element.get("maxRating"), 5.0)}
    if element.tag == "Number":
        facts |= {"low": _number(element.get("min"), None), "high": _number(element.get("max"), None)}
    return StudioControl(element.tag, QuestionForm.OPTIONS if options else form, facts, options)


def levels(paths: Iterable[tuple[str, ...]]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the titles of the labels along paths, and the label above each, by the names of the labels."""
    titles: dict[str, str] = {}
    parents: dict[str, str] = {}
    for path in paths:
        for depth in range(1, len(path) + 1):
            name = BETWEEN_LEVELS.join(path[:depth])
            titles[name] = path[depth - 1]
            if depth > 1:
                parents[name] = BETWEEN_LEVELS.join(path[: depth - 1])
    return titles, parents


def _paths(element: ElementTree.Element, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path to each choice of a taxonomy."""
    for choice in element.findall("Choice"):
        name = choice.get("alias") or choice.get("value", "")
        if name:
            yield (*above, name)
            yield from _paths(choice, (*above, name))


def _number(text: str | None, default: float | None) -> float | None:
    try:
        return default if text is None else float(text)
    except ValueError:
        return default
