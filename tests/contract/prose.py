"""The prose of the product and its documentation, held against the rules of prose.toml.

`python -m tests.contract.prose [PART ...]` lists violations, of the files whose path contains one of PART;
`python -m tests.contract.prose --lower` lowers the stored budgets to what is left.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.sources import PACKAGES, ROOT

RULES = Path(__file__).with_name("prose.toml")
_CODE = "CODE"  # replaces code, addresses and placeholders: a word, so that a sentence keeps its length
_ABBREVIATIONS = (
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bal)(?<!\bcf)(?<!\bvs)(?<!\bp)(?<!\bpp)(?<!\bNo)(?<!\bFig)(?<!\bch)"
)
_END = re.compile(rf"""(?:{_ABBREVIATIONS}\.|[!?…])["'”’»)\]*_]*(?=\s+["'“‘«(\[*_]*[A-Z0-9]|\s*$)""")
_WORD = re.compile(r"\S*\w\S*")
_MASK = re.compile(r"[`{<]")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text without an inner paragraph: its first line in the file, and what is checked of it."""

    line: int
    text: str
    heading: bool = False
    sentences: bool = True  # a cell of a table or a branch of a plural has words alone


@dataclass(frozen=True, slots=True)
class Violation:
    """What breaks a rule, and where."""

    path: str
    line: int
    excerpt: str
    rule: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.excerpt!r}: {self.rule}"


def masked(text: str) -> str:
    """Return a text without inline code, addresses and tags; its lines stay where they are."""

    def code(match: re.Match[str]) -> str:
        return _CODE + "\n" * match[0].count("\n")

    if _MASK.search(text):
        text = re.sub(r"(`+)(?!`)(?:.|\n)*?(?<!`)\1(?!`)", code, text)
        text = re.sub(r"\{\w*\}", code, text)
        text = re.sub(r"<!--(?:.|\n)*?-->|</?[a-z][^<>\n]*>", "", text)
    text = re.sub(r"!?\[([^\]\[]*)\]\([^()\s]*\)", r"\1", text)
    return re.sub(r"https?://\S+[\w/]", _CODE, text)


# --- the kinds of files


def paragraphs(lines: Sequence[str], first: int) -> Iterator[Block]:
    """Yield the paragraphs and list items of some lines of text."""
    start, pending = first, list[str]()
    for number, line in enumerate([*lines, ""], first):
        item = re.match(r"\s*(?:[-*+]|\d+[.)])\s+", line)
        if (item or not line.strip()) and pending:
            yield Block(start, "\n".join(pending))
            pending = []
        if line.strip():
            start = start if pending else number
            pending.append(line[item.end() :] if item else line.strip().removeprefix(">"))


def markdown(source: str) -> Iterator[Block]:
    """Yield headings, paragraphs, items of lists and cells of tables of a document."""
    pending, start, fence = list[str](), 1, ""
    for number, line in enumerate([*source.splitlines(), ""], 1):
        opened = re.match(r"\s*(```+|~~~+)", line)
        special = bool(opened or fence) or line.startswith("#") or line.lstrip().startswith("|")
        if special or not line.strip():
            yield from paragraphs(pending, start)
            pending, start = [], number + 1
        else:
            pending.append(line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif opened:
            fence = opened[1]
        elif line.startswith("#"):
            yield Block(number, line.lstrip("#").strip(), heading=True)
        elif special:
            yield Block(number, line, sentences=False)


def _docstring_lines(value: str) -> Iterator[str]:
    """Yield the lines of a docstring, empty ones in place of those that are no prose."""
    lines = value.splitlines()
    skipped = ""  # why lines are skipped: a doctest, a citation
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            skipped = ""
        elif line.lstrip().startswith((">>>", ".. ")):
            skipped = "until a blank line"
        underlined = re.fullmatch(r"\s*-{3,}\s*", following) or re.fullmatch(r"\s*-{3,}\s*", line)
        deeper = following.strip() and len(following) - len(following.lstrip()) > indent
        term = (
            index
            and deeper
            and not re.match(r"\s*[-*] ", line)
            and not line.rstrip().endswith((".", ",", ":"))
        )
        parameter = re.match(r"\s*[\w*`][\w*`, ]* : ", line)
        prose = line.strip() and not (skipped or underlined or term or parameter)
        yield line if prose else ""


def docstring(value: str, first: int) -> Iterator[Block]:
    """Yield the paragraphs of a numpydoc docstring, without parameters, examples and citations."""
    yield from paragraphs(list(_docstring_lines(value)), first)


def _docstrings(node: ast.AST) -> Iterator[Block]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _docstrings(child)
    match getattr(node, "body", []):
        case [ast.Expr(ast.Constant(str(text)) as value), *_]:
            yield from docstring(text, value.lineno)


def python(source: str) -> Iterator[Block]:
    """Yield the docstrings of a module, the help texts of its options and commands, and titles."""
    tree = ast.parse(source)
    yield from _docstrings(tree)
    if not any(f"{name}=" in source for name in ("help", "epilog", "title")):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.keyword) or node.arg not in {"help", "short_help", "epilog", "title"}:
            continue
        match node.value:
            case ast.Constant(str(text)):
                yield Block(node.value.lineno, text, sentences=node.arg != "title")
            case ast.JoinedStr(parts):
                values = [part.value if isinstance(part, ast.Constant) else _CODE for part in parts]
                yield Block(node.value.lineno, "".join(map(str, values)))


def fluent(source: str) -> Iterator[Block]:
    """Yield the values of messages and of their attributes, with the longest branch of each selection."""
    pending, start = "", 0
    for number, line in enumerate([*source.splitlines(), ""], 1):
        value = re.match(r"(?:-?[a-zA-Z][\w-]*|\s+\.[a-zA-Z][\w-]*) =(.*)", line)
        if value or not line.startswith((" ", "\t")):
            if pending:
                yield from _fluent_value(pending, start)
            pending, start = (value[1], number) if value else ("", number)
        elif pending or start:
            pending += "\n" + line.strip()


def _fluent_value(text: str, line: int) -> Iterator[Block]:
    branches: list[str] = []

    def chosen(match: re.Match[str]) -> str:
        if "->" not in match[1]:
            return _CODE + "\n" * match[1].count("\n")
        options = re.split(r"\*?\[[^\[\]]+\]", match[1])[1:]
        longest = max(options, key=len, default="").strip()
        branches.extend(option.strip() for option in options if option.strip() != longest)
        return longest + "\n" * (match[1].count("\n") - longest.count("\n"))

    inner = re.compile(r"\{([^{}]*)\}")
    while inner.search(text):
        text = inner.sub(chosen, text)
    yield Block(line, text)
    for branch in branches:
        yield Block(line, branch, sentences=False)


def texts(source: str) -> Iterator[Block]:
    """Yield the English sentences of a catalogue of pages: values, and the keys of a translation."""
    quoted = r'"((?:[^"\\]|\\.)*)"'
    key, value = re.compile(quoted), re.compile(rf"= {quoted}")
    for number, line in enumerate(source.splitlines(), 1):
        matches = [key.match(line)] if line.startswith('"') else value.finditer(line)
        for match in filter(None, matches):
            yield Block(number, match[1].replace("\\n", " ").replace('\\"', '"'))


READERS: Mapping[str, Callable[[str], Iterator[Block]]] = {
    "markdown": markdown,
    "fluent": fluent,
    "texts": texts,
    "python": python,
}


# --- the rules


class Rules:
    """The table of prose.toml, its patterns compiled.

    Parameters
    ----------
    path : Path
        The table.
    """

    def __init__(self, path: Path = RULES) -> None:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        self.longest: int = table["longest"]
        self.sources = [
            (kind, pattern.replace("{package}", package))
            for kind, patterns in table["sources"].items()
            for pattern in patterns
            for package in (PACKAGES if "{package}" in pattern else ("",))
        ]
        self.budgets: dict[str, int] = table["budgets"]
        self._headings = self._compiled(table["headings"])
        words = {rf"\b(?:{key})\b": use for key, use in table["words"].items()}
        self._words = self._compiled(words)
        self._any_word = re.compile("|".join(words), re.IGNORECASE)
        self._openings = self._compiled(table["openings"])

    @staticmethod
    def _compiled(table: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(key, re.IGNORECASE), use) for key, use in table.items()]

    def broken(self, path: str, block: Block) -> Iterator[Violation]:
        """Yield what breaks a rule in a block."""
        text = masked(block.text)

        def at(offset: int, excerpt: str, rule: str) -> Violation:
            return Violation(path, block.line + text.count("\n", 0, offset), " ".join(excerpt.split()), rule)

        flat = text.replace("\n", " ")  # offsets stay
        if self._any_word.search(flat):
            for pattern, use in self._words:
                for match in pattern.finditer(flat):
                    yield at(match.start(), match[0], f"write: {use}")
        if block.heading:
            for pattern, use in self._headings:
                if match := pattern.search(text):
                    yield at(0, match[0], f"heading: {use}")
        elif block.sentences:
            for offset, sentence in sentences(text):
                length = len(_WORD.findall(sentence))
                if length > self.longest:
                    begin = " ".join(sentence.split()[:6])
                    yield at(offset, f"{begin} …", f"a sentence of {length} words, more than {self.longest}")
                if sentence.rstrip(" \"'”’»)*_").endswith("?"):
                    continue
                for pattern, use in self._openings:
                    if match := pattern.match(sentence.lstrip(" \"'“‘«(*_")):
                        yield at(offset, match[0], f"opening: {use}")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a block, each with its offset."""
    start = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        sentence = text[start:end]
        if sentence.strip():
            yield start + len(sentence) - len(sentence.lstrip()), sentence.strip()
        start = end


def budget_of(path: str, kind: str) -> str:
    """Return the name of the budget of a file: a document's path, a catalogue's name, a package of Python.

    A package keeps its name wherever it is: `evaluation` is `aloi/evaluation`, too.
    """
    parts = path.split("/")
    if kind == "markdown":
        return path
    if kind != "python":
        return parts[-1]
    return parts[1] if parts[0] == "aloi" and len(parts) > 2 else parts[0]


def paths_of(pattern: str, root: Path = ROOT) -> list[str]:
    """Return the files that a pattern of the sources matches, from the root.

    Raises
    ------
    AssertionError
        If there are none: the files it means have moved.
    """
    paths = sorted(path.relative_to(root).as_posix() for path in root.glob(pattern))
    assert paths, f"prose.toml: {pattern} matches no file"
    return paths


def violations(
    rules: Rules, kind: str, paths: Iterable[str], root: Path = ROOT
) -> dict[str, list[Violation]]:
    """Return what breaks a rule in some files of one kind, by the name of their budget."""
    result: dict[str, list[Violation]] = {}
    for path in paths:
        listed = result.setdefault(budget_of(path, kind), [])
        for block in READERS[kind]((root / path).read_text(encoding="utf-8")):
            listed += rules.broken(path, block)
    return result


def with_budgets(table: str, counts: Mapping[str, int]) -> str:
    """Return the table of rules with these budgets; a name that has none left loses its line."""
    head = table[: table.index("[budgets]\n")]
    lines = [f'"{name}" = {count}\n' for name, count in sorted(counts.items()) if count]
    return head + "[budgets]\n" + "".join(lines)


def lower(rules: Rules, counts: Mapping[str, int]) -> int:
    """Write the budgets that are left, and return 1 if something is above its own."""
    lowered = {name: min(count, rules.budgets.get(name, 0)) for name, count in counts.items()}
    RULES.write_text(with_budgets(RULES.read_text(encoding="utf-8"), lowered), encoding="utf-8")
    above = [name for name, count in counts.items() if count > lowered[name]]
    sys.stdout.write(f"{sum(counts.values())} violations; above their budget: {', '.join(above) or 'none'}\n")
    return bool(above)


def main(arguments: Sequence[str] | None = None) -> int:
    """List violations, or lower the budgets."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.contract.prose", description=__doc__.splitlines()[0]
    )
    parser.add_argument("parts", nargs="*", help="list those of files whose path contains this")
    parser.add_argument("--lower", action="store_true", help="lower the stored budgets to what is left")
    options = parser.parse_args(arguments)
    rules = Rules()
    broken: dict[str, list[Violation]] = {}
    for kind, pattern in rules.sources:
        paths = paths_of(pattern)
        if options.parts and not options.lower:
            paths = [path for path in paths if any(part in path for part in options.parts)]
        broken |= violations(rules, kind, paths)
    if options.lower:
        return lower(rules, {name: len(listed) for name, listed in broken.items()})
    by_rule: Counter[str] = Counter()
    for listed in broken.values():
        sys.stdout.writelines(f"{violation}\n" for violation in listed)
        by_rule.update(re.sub(r"of \d+ words", "of words", violation.rule) for violation in listed)
    sys.stdout.write(f"{by_rule.total()} violations\n")
    sys.stdout.writelines(f"{count:6} {rule}\n" for rule, count in by_rule.most_common())
    return bool(by_rule)


if __name__ == "__main__":
    raise SystemExit(main())
