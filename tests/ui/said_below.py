"""The sentences that the readers of files note, gathered from their source: pages say them in French."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
_BLANK = re.compile(r"\{\w*\}")
FILLED = "X"


def notes_of_imports() -> dict[str, str]:
    """Return each sentence, its blanks filled, and the module that notes it first."""
    sentences: dict[str, str] = {}
    for path in [*ROOT.glob("aloi/gold/formats/**/*.py"), *ROOT.glob("aloi/workbench/imports/**/*.py")]:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        module = importlib.import_module(name)
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for expression, ending in _noted(function):
                for text in _texts(expression, function, module):
                    sentences.setdefault(text + ending, name)
    return sentences


def _noted(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, str]]:
    """Yield what is noted in a function, and what is added to it."""
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        receiver = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "Note" or (name == "add" and "note" in receiver):
            yield call.args[0], ""
        elif name == "leave":
            yield call.args[0], ", excluded"
        elif name == "Source" and len(call.args) > 1:
            yield call.args[1], ""


def _texts(expression: ast.expr, function: ast.FunctionDef, module: ModuleType) -> set[str]:
    """Return the texts that an expression may have, as far as its module says them."""

    def texts(*expressions: ast.expr) -> set[str]:
        return {text for each in expressions for text in _texts(each, function, module)}

    match expression:
        case ast.Constant(value=str(text)):
            return {text} - {""}
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else FILLED for part in values]
            return {"".join(map(str, parts))}
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body, orelse)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            ends = texts(right) or {FILLED}
            return {first + last for first in texts(left) for last in ends}
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return {_BLANK.sub(FILLED, text) for text in texts(value)}
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[_, default]):
            return texts(value, default)
        case ast.Call(func=ast.Name(id=name)):
            return _returned(getattr(module, name, None))
        case ast.Subscript(value=value):
            return texts(value)
        case ast.Name(id=name):
            return texts(*_assigned(name, function)) | set(_constants(getattr(module, name, None)))
    return set()


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield what a function assigns to a name, also in the head of a loop over a list that stands there."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.NamedExpr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if name in {getattr(target, "id", "") for target in targets}:
                yield node.value
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Tuple | ast.List):
            each = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
            names = [getattr(target, "id", "") for target in each]
            for element in node.iter.elts if name in names else ():
                single = not isinstance(element, ast.Tuple)
                yield element if single else element.elts[names.index(name)]


def _constants(value: object) -> Iterable[str]:
    values = value.values() if isinstance(value, dict) else [value]
    return [_BLANK.sub(FILLED, text) for text in values if isinstance(text, str)]


def _returned(function: object) -> set[str]:
    """Return the texts that a function of the program returns."""
    if not inspect.isfunction(function):
        return set()
    module = importlib.import_module(function.__module__)
    tree = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    results = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value]
    return {text for result in results for text in _texts(result, tree, module)}
