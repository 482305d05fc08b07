"""Mutants of a module: its source with one node changed, as a slip of the hand would change it.

What no test can or should tell apart is left alone: annotations, docstrings and other strings, sentences of
errors, logging, `__all__`, decorators, what only type checkers read, and arguments that change how something
is done and never what comes of it, such as `strict=` of a zip.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

_SWAPS: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.And: ast.Or, ast.Or: ast.And, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}  # fmt: skip
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CONSTANTS: Mapping[str, str] = {"bool": "True", "int": "0", "float": "0.0", "str": "''"}  # by annotation
_SYMMETRIC = {"max", "min", "and_", "or_"}  # and the conditions of a query, not those of numpy
_TYPING = {"TypeVar", "ParamSpec", "NewType", "cast"}
_HOW = {"strict", "daemon", "deterministic", "force_zip64", "skip_locked", "n_jobs"}
_NOTES = {"_LOG", "logging", "warnings"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module; `start` and `end` count bytes."""

    module: str
    line: int
    operator: str
    before: str
    after: str
    start: int
    end: int

    def applied(self, source: bytes) -> bytes:
        """Return the source of the module with the change in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]


def mutants(module: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a module, no two alike; whether each can be told apart shows `is_one`."""
    finder = _Finder()
    finder.visit(ast.parse(source))
    begins = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    mutants_by_path = {}
    for node, operator, after in finder.found:
        start = begins[node.lineno - 1] + node.col_offset
        end = begins[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = " ".join(source[start:end].decode().split())
        mutants_by_path[start, end, after] = Mutant(module, node.lineno, operator, before, after, start, end)
    return list(mutants_by_path.values())


def is_one(mutant: Mutant, source: bytes) -> bool:
    """Return whether a mutant is a program, and another one than the module itself."""
    try:
        return ast.dump(ast.parse(mutant.applied(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


class _Finder(ast.NodeVisitor):
    """Collects the nodes to change: each with the operator's name and the text to stand in its place."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.expr | ast.stmt, str, str]] = []
        self._returned: list[str] = []  # what each enclosing function is annotated to return

    def _add(self, node: ast.expr | ast.stmt, operator: str, text: str) -> None:
        self.found.append((node, operator, f"({text})" if isinstance(node, ast.expr) else text))

    def _swap(self, node: ast.BinOp | ast.BoolOp | ast.AugAssign, operator: str) -> None:
        if type(node.op) in _SWAPS:
            changed = copy.copy(node)
            changed.op = _SWAPS[type(node.op)]()  # type: ignore[assignment]
            self._add(node, operator, ast.unparse(changed))

    def _negate(self, test: ast.expr) -> None:
        # `not a == b` is the mutant that the comparison gives, `not not a` the one that drops the `not`.
        is_equality = (
            isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], _ORDERS)
        )
        if not is_equality and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            self._add(test, "negation", f"not ({ast.unparse(test)})")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not {_name(base) for base in node.bases} & {"Protocol", "TypedDict"}:
            self._each(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if {_name(one) for one in node.decorator_list} & {"overload", "abstractmethod"}:
            return
        self._each([default for default in (*node.args.defaults, *node.args.kw_defaults) if default])
        self._returned.append(ast.unparse(node.returns) if node.returns else "")
        self._each(node.body)
        self._returned.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def _each(self, nodes: list[ast.stmt] | list[ast.expr]) -> None:
        for node in nodes:
            self.visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave what is said about an error."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave sentences."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if _name(node.targets[0]) != "__all__":
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in _HOW:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if _name(node.test) == "TYPE_CHECKING":
            self._each(node.orelse)
        else:
            self.visit_While(node)

    def visit_While(self, node: ast.While | ast.If | ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    visit_IfExp = visit_While

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(
            isinstance(side, ast.JoinedStr | ast.List) or _is_text(side) for side in (node.left, node.right)
        )
        if not texts:  # no other operator takes a string or a list: the program would not start
            self._swap(node, "arithmetic")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._swap(node, "arithmetic")
        self.visit(node.value)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._swap(node, "and/or")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, operator in enumerate(node.ops):
            changed = copy.copy(node)
            changed.ops = [*node.ops]
            changed.ops[index] = _SWAPS[type(operator)]()  # type: ignore[call-overload]
            self._add(node, "comparison", ast.unparse(changed))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, "dropped not", ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, "constant", repr(not node.value))
        elif isinstance(node.value, int | float):
            self._add(node, "constant", "0" if node.value == 1 else repr(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            self._add(node.value, "return", _CONSTANTS.get(self._returned[-1], "None"))
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and _root(node.value) not in _NOTES:
            self._add(node, "removed call", "pass")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name.endswith(("Error", "Warning")) or name in _TYPING or _root(node) in _NOTES:
            return
        conditions = name == "where" and isinstance(node.func, ast.Attribute) and _root(node) != "np"
        ordered = name not in _SYMMETRIC and not conditions
        if ordered and len(node.args) > 1 and not any(isinstance(one, ast.Starred) for one in node.args[:2]):
            changed = copy.copy(node)
            changed.args = [node.args[1], node.args[0], *node.args[2:]]
            self._add(node, "swapped arguments", ast.unparse(changed))
        self.generic_visit(node)


def _name(node: ast.expr) -> str:
    """Return the last part of a dotted name, called or subscripted or not; "" where there is none."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _root(node: ast.expr) -> str:
    """Return the first part of a dotted name."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
