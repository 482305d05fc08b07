"""The files of lexical substitution: lines of gold and of answers, sentences in XML, mappings of forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import POS_LETTERS
from aloi.gold.formats.base import read_text

_LONGEST = 200  # characters of a substitute
_HEAD = re.compile(r"^(?P<word>.+)\.(?P<pos>[^.\s]+)\s+(?P<id>\S+)$")
_RULE = re.compile(r"^(?P<form>.+)\((?P<word>[^()]+)\)-->(?P<new>.+)$")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class GoldLine:
    """The substitutes of one item, with their counts, in the order of the file.

    `repeats` counts the substitutes that the line repeats: the last count of each one applies.
    """

    lemma: str
    pos: str
    id: str
    counts: Mapping[str, int]
    repeats: int = 0


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """The answers of a system for one item, best first.

    `many` is true for `:::` (out of ten), false for `::`; `where` is the file and line, for errors.
    """

    lemma: str
    pos: str
    id: str
    answers: tuple[str, ...]
    many: bool
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Instance:
    """A sentence with its target, `text[start:end]`."""

    lemma: str
    pos: str
    id: str
    text: str
    start: int
    end: int


def read_gold(path: Path) -> dict[str, GoldLine]:
    """Return the lines `lemma.pos id :: substitute n; substitute n;` by id.

    If a line repeats a substitute, as 13 lines of the test gold of SemEval-2007 do, its last count applies.
    The reason is the task's `score.pl`: it stores counts in a hash by substitute, so later counts replace
    earlier ones. Its total is the sum over that hash.

    Raises
    ------
    AloiError
        A line of another form, a duplicate id, a count that is no number above 0, with its line.
    """
    lines_by_id: dict[str, GoldLine] = {}
    for where, line in _lines(path):
        head, sign, rest = line.partition("::")
        if not sign or rest.startswith(":"):
            raise AloiError(
                "aloi.line",
                value=quoted(line.strip()),
                expected="`lemma.pos id :: substitute n; substitute n;`",
            ).at(where)
        lemma, pos, line_id = _head(where, head)
        counts: dict[str, int] = {}
        repeats = 0
        for part in filter(None, (each.strip() for each in rest.split(";"))):
            word, _, count = part.rpartition(" ")
            word = word.strip()
            if not word or not count.isascii() or not count.isdecimal() or int(count) < 1:
                raise AloiError(
                    "aloi.line", value=quoted(part.strip()), expected=Term("substitute-and-count")
                ).at(where)
            repeats += word in counts
            counts[_short(where, word)] = int(count)
        _once(where, line_id, lines_by_id)
        lines_by_id[line_id] = GoldLine(lemma, pos, line_id, counts, repeats)
    if not lines_by_id:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-line"))
    return lines_by_id


def write_gold(lines: Sequence[GoldLine], gap: str = " ") -> str:
    """Return the text of a gold file, a line an item in the order given, `gap` between the substitutes."""
    return "".join(
        f"{_line_name(line)} :: {gap.join(f'{word} {count};' for word, count in line.counts.items())}\n"
        for line in lines
    )


def read_answers(path: Path) -> tuple[AnswerLine, ...]:
    """Return the lines `lemma.pos id :: a ; b` and `lemma.pos id ::: a ; b` in the order of the file.

    The text after the sign may be empty: then the item has no answer.

    Raises
    ------
    AloiError
        A line of another form, an item answered twice with the same sign, with its line.
    """
    answers: list[AnswerLine] = []
    seen: dict[bool, set[str]] = {False: set(), True: set()}
    for where, line in _lines(path):
        head, sign, rest = line.partition("::")
        if not sign:
            raise AloiError(
                "aloi.line", value=quoted(line.strip()), expected="`lemma.pos id :: answer ; answer`"
            ).at(where)
        many = rest.startswith(":")
        lemma, pos, line_id = _head(where, head)
        words = [_short(where, each.strip()) for each in rest.removeprefix(":").split(";") if each.strip()]
        strange = next((word for word in words if "::" in word or "\t" in word), None)
        if strange is not None:
            raise AloiError(
                "aloi.line", value=quoted(strange.strip()), expected=Term("answers-separated")
            ).at(where)
        _once(where, line_id, seen[many])
        seen[many].add(line_id)
        answers.append(AnswerLine(lemma, pos, line_id, tuple(words), many, where))
    if not answers:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-line"))
    return tuple(answers)


def write_answers(lines: Sequence[AnswerLine]) -> str:
    """Return the text of a file of answers, a line an item in the order given."""
    return "".join(
        f"{_line_name(line)} {':::' if line.many else '::'} {' ; '.join(line.answers)}".rstrip() + "\n"
        for line in lines
    )


def read_mapping(path: Path) -> dict[tuple[str, str, str], str]:
    """Return {(lemma, pos, form): the form it counts as} of lines `form(lemma.pos)-->form`; # comments.

    Raises
    ------
    AloiError
        A line of another form, or a form mapped twice, with its line.
    """
    names: dict[tuple[str, str, str], str] = {}
    for where, line in _lines(path):
        if line.lstrip().startswith("#"):
            continue
        rule = _RULE.match(line.strip())
        lemma, dot, pos = rule["word"].strip().rpartition(".") if rule else ("", "", "")
        if rule is None or not dot or not lemma:
            raise AloiError("aloi.line", value=quoted(line.strip()), expected="`form(lemma.pos)-->form`").at(
                where
            )
        key = (lemma, pos, rule["form"].strip())
        if names.get(key, rule["new"].strip()) != rule["new"].strip():
            raise AloiError("aloi.line", value=quoted(line.strip()), expected=Term("form-once")).at(where)
        names[key] = rule["new"].strip()
    return names


def read_instances(path: Path) -> tuple[Instance, ...]:
    """Return the sentences of an XML file of `lexelt`, `instance`, `context` and `head`, in its order.

    Raises
    ------
    AloiError
        No XML, no instance, an instance without a marked target, a duplicate id.
    """
    try:
        root = ElementTree.fromstring(_without_doctype(read_text(path)))
    except ElementTree.ParseError as error:
        raise AloiError(
            "aloi.unreadable",
            path=Term("at-line", path=path.name, number=error.position[0]),
            format="XML",
            error=error,
        ) from error
    instances: dict[str, Instance] = {}
    for word in root.iter("lexelt"):
        lemma, dot, pos = str(word.get("item", "")).rpartition(".")
        for instance in word.iter("instance"):
            instance_id, context = str(instance.get("id", "")), instance.find("context")
            head = None if context is None else context.find("head")
            where = f"{path.name}, {word.get('item')} {instance_id}"
            if context is None or head is None or not head.text or not dot or not instance_id:
                raise AloiError(
                    "aloi.line", value=quoted(instance_id.strip()), expected=Term("sentence-with-head")
                ).at(where)
            _once(where, instance_id, instances)
            before = context.text or ""
            text = before + head.text + (head.tail or "")
            instances[instance_id] = Instance(
                lemma, pos, instance_id, text, len(before), len(before) + len(head.text)
            )
    if not instances:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-instance"))
    return tuple(instances.values())


def read_preprocessed(path: Path) -> tuple[Instance, ...]:
    """Return the sentences of lines `lemma.pos <tab> id <tab> number of the target <tab> tokens`, from 0.

    This is how the sentences of SemEval-2007 are passed on: tokens separated by spaces, in lower case. A part
    of speech may have a second letter after a dot (`a.n`: used as a noun); the first one is kept.

    Raises
    ------
    AloiError
        A line of another form, a number beyond the last token, an id twice, with its line.
    """
    instances: dict[str, Instance] = {}
    for where, line in _lines(path):
        cells = line.split("\t")
        word = re.match(r"^(?P<lemma>.+?)\.(?P<pos>[a-z])(?:\.[a-z])?$", cells[0].strip())
        if len(cells) != 4 or word is None or not cells[2].strip().isdecimal():
            raise AloiError("aloi.line", value=quoted(line.strip()), expected=Term("lexsub-tokens")).at(where)
        instance_id, index, tokens = cells[1].strip(), int(cells[2]), cells[3].strip().split(" ")
        if index >= len(tokens):
            raise AloiError(
                "aloi.line", value=quoted(cells[2].strip()), expected=Term("token-number", tokens=len(tokens))
            ).at(where)
        _once(where, instance_id, instances)
        start = sum(len(token) + 1 for token in tokens[:index])
        instances[instance_id] = Instance(
            word["lemma"], word["pos"], instance_id, " ".join(tokens), start, start + len(tokens[index])
        )
    if not instances:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-line"))
    return tuple(instances.values())


def write_instances(instances: Sequence[Instance], language: str) -> str:
    """Return the XML of sentences with their targets, those of a word together, in the order given.

    Raises
    ------
    AloiError
        A sentence with a character that XML cannot contain.
    """
    words: dict[tuple[str, str], list[Instance]] = {}
    for instance in instances:
        if strange := _NO_XML.search(instance.text):
            raise AloiError(
                "aloi.value",
                name=Term("character-of", id=quoted(instance.id)),
                value=f"U+{ord(strange[0]):04X}",
                expected=Term("characters-of-xml"),
                todo=Term("other-format"),
            )
        words.setdefault((instance.lemma, instance.pos), []).append(instance)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<corpus lang={quoteattr(language)}>"]
    for (lemma, pos), listed in words.items():
        lines.append(f" <lexelt item={quoteattr(f'{lemma}.{pos}')}>")
        for instance in listed:
            parts = (
                instance.text[: instance.start],
                instance.text[instance.start : instance.end],
                instance.text[instance.end :],
            )
            before, head, after = (escape(part, {"\r": "&#13;"}) for part in parts)
            lines.append(f"  <instance id={quoteattr(instance.id)}>")
            lines.append(f"   <context>{before}<head>{head}</head>{after}</context>")
            lines.append("  </instance>")
        lines.append(" </lexelt>")
    return "\n".join([*lines, "</corpus>"]) + "\n"


def letter_of(pos: str) -> str:
    """Return the letter of a part of speech of Universal Dependencies, its lower case if it has none."""
    return {name: letter for letter, name in POS_LETTERS.items()}.get(pos, pos.lower() or "x")


def pos_of(letter: str) -> str:
    """Return the part of speech of a letter, as `letter_of` wrote it."""
    return POS_LETTERS.get(letter, "" if letter == "x" else letter.upper())


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the location of each line that is not blank, and the line."""
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            yield f"{path.name}, line {number}", line.rstrip("\r")


def _head(where: str, text: str) -> tuple[str, str, str]:
    """Return lemma, part of speech and id of the beginning of a line."""
    match = _HEAD.match(text.strip())
    if match is None:
        raise AloiError("aloi.line", value=quoted(text.strip()), expected="`lemma.pos id`").at(where)
    return match["word"].strip(), match["pos"], match["id"]


def _once(where: str, key: str, seen: object) -> None:
    if isinstance(seen, set | dict) and key in seen:
        raise AloiError("aloi.repeated", name=Term("row-id"), value=quoted(key.strip())).at(where)


def _short(where: str, word: str) -> str:
    if len(word) > _LONGEST:
        raise AloiError(
            "aloi.too-many",
            name=Term("length-of-substitute"),
            count=len(word),
            most=_LONGEST,
            todo=Term("semicolons"),
        ).at(where)
    return word


def _line_name(line: GoldLine | AnswerLine) -> str:
    return f"{line.lemma}.{line.pos} {line.id}"


def _without_doctype(text: str) -> str:
    """Return XML without its reference to a file of rules, which is not here."""
    return re.sub(r"<!DOCTYPE[^>\[]*>", "", text.removeprefix("\ufeff"), count=1)
