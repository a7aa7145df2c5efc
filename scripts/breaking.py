"""Where a source file can be broken: places found in the syntax tree, changes made in the text.

Types, imports, docstrings, assertions and texts are left alone: no test could notice, or every one would.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
ARITHMETIC: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
Span = tuple[int, int]  # bytes of the file, from and up to


@dataclass(frozen=True)
class Mutant:
    """One change of one file: the bytes from `start` to `end` become `new`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        """The same text for the same change of the same source."""
        return f"{self.file}:{self.line} [{self.start}] {one_line(self.old)} → {one_line(self.new)}"

    def applied_to(self, source: bytes) -> bytes:
        """The file's text with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def one_line(text: str) -> str:
    """A piece of source short enough for a list."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}…"


class Finder:
    """All places of one file that can be broken."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        """Those that still compile, in the order of the text."""
        found = list(self.in_block(ast.parse(self.source)))
        for mutant in sorted(found, key=lambda m: (m.start, m.end, m.new)):
            if mutant.old != mutant.new and compiles(mutant.applied_to(self.source)):
                yield mutant

    def in_block(self, node: ast.AST) -> Iterator[Mutant]:
        """The node's own places, then those inside it that are not only text or types."""
        yield from self.of_node(node)
        for child in children(node):
            yield from self.in_block(child)

    def of_node(self, node: ast.AST) -> Iterator[Mutant]:
        """What can be changed at this node itself."""
        if isinstance(node, ast.Compare):
            yield from self.of_comparison(node)
        elif isinstance(node, ast.BinOp):
            yield from self.of_arithmetic(node)
        elif isinstance(node, ast.BoolOp):
            yield from self.of_bool_op(node)
        elif isinstance(node, ast.Constant):
            yield from self.of_constant(node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self.change(node, span_text(self, node.operand))
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield from self.of_condition(node)
        elif isinstance(node, ast.stmt):
            yield from self.of_statement(node)

    def of_comparison(self, node: ast.Compare) -> Iterator[Mutant]:
        """`<` becomes `<=`, `==` becomes `!=`."""
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
            yield from self.between(left, right, *COMPARISONS[type(op)])

    def of_arithmetic(self, node: ast.BinOp) -> Iterator[Mutant]:
        """`+` becomes `-`; where text is joined, nothing."""
        if type(node.op) in ARITHMETIC and not is_text(node.left) and not is_text(node.right):
            yield from self.between(node.left, node.right, *ARITHMETIC[type(node.op)])

    def of_bool_op(self, node: ast.BoolOp) -> Iterator[Mutant]:
        """`and` becomes `or`, and the reverse; one of a chain at a time."""
        pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from self.between(left, right, *pair)

    def of_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        """A number one up and one down, a truth turned round; text stays."""
        if isinstance(node.value, bool):
            yield self.change(node, str(not node.value))
        elif isinstance(node.value, int):
            yield self.change(node, str(node.value + 1))
            yield self.change(node, f"({node.value - 1})" if node.value == 0 else str(node.value - 1))

    def of_condition(self, node: ast.If | ast.IfExp | ast.While) -> Iterator[Mutant]:
        """A condition that always holds, and one that never does."""
        if isinstance(node.test, ast.Constant):
            return
        yield self.change(node.test, "False")
        if not isinstance(node, ast.While):
            yield self.change(node.test, "True")

    def of_statement(self, node: ast.stmt) -> Iterator[Mutant]:
        """A statement left out, a value not returned."""
        if isinstance(node, ast.Return):
            yield from self.of_return(node)
        elif isinstance(node, ast.AugAssign):
            yield self.change(node, "pass")
            if type(node.op) in ARITHMETIC:
                yield from self.between(node.target, node.value, *ARITHMETIC[type(node.op)])
        elif isinstance(node, ast.Expr | ast.Assign | ast.Delete | ast.Raise | ast.Continue | ast.Break):
            yield self.change(node, "pass")

    def of_return(self, node: ast.Return) -> Iterator[Mutant]:
        """`return x` becomes `return None`; a truth is turned round."""
        if node.value is None:
            yield self.change(node, "pass")
        elif isinstance(node.value, ast.Compare | ast.BoolOp):
            yield self.change(node.value, f"not ({span_text(self, node.value)})")
        elif not isinstance(node.value, ast.Constant):
            yield self.change(node.value, "None")

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """Where the node stands in the file."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def change(self, node: ast.expr | ast.stmt, new: str) -> Mutant:
        """The node's whole text replaced."""
        start, end = self.span(node)
        return Mutant(self.file, node.lineno, start, end, self.source[start:end].decode(), new)

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Mutant]:
        """The operator between two operands replaced."""
        start, end = self.span(left)[1], self.span(right)[0]
        operator = re.search(rf"(?<!\w){old}(?!\w)", self.source[start:end].decode())
        if operator is not None:
            line = self.source[:start].count(b"\n") + 1
            first, last = start + operator.start(), start + operator.end()
            yield Mutant(self.file, line, first, last, operator.group(), new)


def span_text(finder: Finder, node: ast.expr) -> str:
    """The node as it is written."""
    start, end = finder.span(node)
    return finder.source[start:end].decode()


def compiles(source: bytes) -> bool:
    """Whether Python could import it at all; a change that cannot be is no test of the tests."""
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def is_text(node: ast.expr) -> bool:
    """A string, written or put together."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def children(node: ast.AST) -> Iterator[ast.AST]:
    """What lies inside a node and runs: no types, imports, docstrings, decorators or texts."""
    if is_out_of_bounds(node):
        return
    skipped = {
        "annotation",
        "returns",
        "decorator_list",
        "bases",
        "keywords" if isinstance(node, ast.ClassDef) else "",
    }
    for field, value in ast.iter_fields(node):
        if field not in skipped:
            values = value if isinstance(value, list) else [value]
            yield from (
                child for child in values if isinstance(child, ast.AST) and not is_out_of_bounds(child)
            )


def is_out_of_bounds(node: ast.AST) -> bool:
    """Parts without behaviour: docstrings and `...`, imports, `__slots__`, types, assertions, f-strings."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.FunctionDef):
        return node.name == "__repr__"
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    if isinstance(node, ast.Raise):
        return node.exc is not None and ast.unparse(node.exc).startswith("AssertionError")
    return is_declaration(node)


def is_declaration(node: ast.AST) -> bool:
    """`__slots__ = …`, `__all__ = …` and names for types."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None or ast.unparse(node.annotation) == "TypeAlias"
    if isinstance(node, ast.Assign):
        return any(
            ast.unparse(target) in ("__slots__", "__all__", "__match_args__") for target in node.targets
        )
    return False
