"""Mutation operators on the syntax tree: everything that can be broken in a text, each as one small change.

Left alone is what says nothing to a program that runs: annotations, docstrings, imports, what is there for
types alone, assertions (`strict` of zip is one), and what is raised where a promise of ours is broken; and
what only asks whether there is anything to do, without which the same comes out later. A changed piece of
text keeps its lines.
"""

from __future__ import annotations

import ast
import re

from attrs import evolve, field, frozen

#: By class of comparison the others that are planted in its place.
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd, ast.Div: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip
_NOT_COMMUTATIVE = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.Pow)
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
#: Calls whose arguments may come in any order, or come to nothing the other way round.
_NOT_SWAPPED = {*_CALLS, "bits", "join", "range"}
#: Operators of the languages that engines write: LLVM's, Python's.
_EMITTED = {
    "slt": "sle", "sle": "slt", "sgt": "sge", "sge": "sgt", "ult": "ule", "ule": "ult", "ugt": "uge",
    "uge": "ugt", "icmp eq": "icmp ne", "icmp ne": "icmp eq", "add": "sub", "sub": "add", "mul": "add",
    "shl": "lshr", "lshr": "shl", "ashr": "lshr", "and": "or", "or": "and", "xor": "and", "sdiv": "mul",
    "udiv": "mul", "srem": "sdiv", "urem": "udiv", "sext": "zext", "zext": "sext", "true": "false",
    "false": "true", "smax": "smin", "smin": "smax", "<": "<=", ">": ">=", "<=": "<", ">=": ">", "==": "!=",
    "!=": "==", "+": "-", "-": "+", "*": "+", "//": "*", "%": "//", "<<": ">>", ">>": "<<", "&": "|",
    "|": "&", "not": "", "is": "is not", "in": "not in", "max": "min", "min": "max", "any": "all",
    "all": "any", "break": "continue", "True": "False", "False": "True",
}  # fmt: skip
#: A word of LLVM stands by itself; an operator of Python between blanks.
_TOKEN = re.compile(
    r"(?<![\w.%@-])(?:icmp (?:eq|ne)|[a-z]{2,6}|True|False)(?![\w.:-])"
    r"|(?<= )(?:<<|>>|//|[<>=!]=|[-+*%&|<>])(?= )"
)
#: Calls whose arguments are types or hints for speed, or are told to people alone.
_TYPES = {"cast", "TypeVar", "NewType", "lru_cache", "field", "overload"}
#: Exceptions that tell mistakes of ours, which are never made.
_OUR_MISTAKES = ("InternalError", "AssertionError", "TypeError", "NotImplementedError")
#: Asks whether an operation stands anywhere inside, or whether a value is the same object still.
_ANYTHING = re.compile(r"op_mask|\bsame\(|\bis (?:not )?(?!not|None|True|False)[a-z][a-z_.]*$")
_WORD = re.compile(r"[\w.]+")
#: Arguments that change nothing: an assertion of `zip`, what a branch predictor is told.
_HINTS = {"strict", "likely"}
_SHORT = 60


@frozen
class Fault:
    """A small change of one file: `start` to `end` (characters) becomes `text`."""

    file: str
    #: the function or class it stands in, `<module>` outside of any
    scope: str
    kind: str
    line: int
    start: int
    end: int
    text: str = field(repr=False)
    before: str
    after: str
    #: whether it runs while the module is imported
    static: bool = False
    #: of several in the scope that read the same, which one
    number: int = 0

    @property
    def key(self) -> str:
        """What it is known by, wherever in its file the scope has come to stand."""
        again = f" #{self.number}" if self.number else ""
        return f"{self.file} | {self.scope} | {self.before} -> {self.after}{again}"

    def applied(self, text: str) -> str:
        """The file's text with the fault in it."""
        return text[: self.start] + self.text + text[self.end :]

    def line_after(self, text: str) -> tuple[str, str]:
        """The line on which it begins, as it is and with the fault."""
        lines = text.splitlines(), self.applied(text).splitlines()
        return lines[0][self.line - 1].strip(), lines[1][self.line - 1].strip()


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHORT else f"{words[: _SHORT - 20]} ... {words[-15:]}"


def faults_of(file: str, text: str, emits: bool = False) -> list[Fault]:
    """All faults that can be planted in a file.

    `emits`: the texts in it are code, whose operators are changed too.
    """
    planter = _Planter(file, text, emits)
    planter.visit_body(planter.tree.body)
    seen: dict[str, int] = {}
    found, texts = [], set[tuple[int, int, str]]()
    for fault in planter.found:
        place = (fault.start, fault.end, fault.text)
        if place in texts or text[fault.start : fault.end] == fault.text:
            continue
        texts.add(place)
        number = seen[fault.key] = seen.get(fault.key, -1) + 1
        found.append(evolve(fault, number=number) if number else fault)
    return found


class _Planter:
    """Walks a tree and notes the faults."""

    def __init__(self, file: str, text: str, emits: bool) -> None:
        self.file, self.text, self.emits = file, text, emits
        self.tree = ast.parse(text)
        self.scope: list[str] = []
        self.functions = 0
        #: the outermost f-string that is walked: before Python 3.12 nothing inside has a place of its own
        self.joined: ast.expr | None = None
        self.found: list[Fault] = []
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line.encode()))
        self._starts, self._bytes = starts, text.encode()

    # --- places ---------------------------------------------------------------------------------------

    def _span(self, node: ast.AST) -> tuple[int, int]:
        first = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        last = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return len(self._bytes[:first].decode()), len(self._bytes[:last].decode())

    def _note(self, kind: str, anchor: ast.AST, new: str) -> None:
        start, end = self._span(anchor)
        old = self.text[start:end]
        padded = new + "\n" * (old.count("\n") - new.count("\n"))
        if isinstance(anchor, ast.expr):
            padded = f"({padded})"
            atom = isinstance(anchor, ast.Constant | ast.Name | ast.Call | ast.JoinedStr)
            if (atom or _WORD.fullmatch(new)) and "\n" not in padded:
                padded = new
        scope = ".".join(self.scope) or "<module>"
        line = anchor.lineno  # type: ignore[attr-defined]
        static = not self.functions
        self.found.append(
            Fault(self.file, scope, kind, line, start, end, padded, _one_line(old), _one_line(new), static)
        )

    def change(self, kind: str, node: ast.expr, new: ast.expr) -> None:
        """The fault that an expression is another; in an f-string the whole of it is written anew."""
        try:
            if self.joined is None:
                self._note(kind, node, ast.unparse(ast.fix_missing_locations(new)))
            else:
                whole = _Exchange(node, new).visit(_copied(self.joined, node))
                self._note(kind, self.joined, ast.unparse(ast.fix_missing_locations(whole)))
        except ValueError:
            pass  # an f-string that this Python cannot write

    # --- statements -----------------------------------------------------------------------------------

    def visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.scope.append(node.name)
                if not isinstance(node, ast.ClassDef):
                    for default in (*node.args.defaults, *node.args.kw_defaults):
                        if default is not None:
                            self.expression(default)
                self.functions += not isinstance(node, ast.ClassDef)
                self.visit_body(_without_docstring(node.body))
                self.functions -= not isinstance(node, ast.ClassDef)
                self.scope.pop()
                return
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise() | ast.Pass() | ast.Global():
                if isinstance(node, ast.Raise) and not _invariant(node):
                    self._note("statement", node, "pass")
                return
            case ast.Return(value=None) | ast.Nonlocal():
                return
            case ast.If(test=test) if _for_types(test):
                return
            case ast.If(test=test):
                self.condition(test)
                if not _shortcut(test):
                    self._note("branch", test, "False")
                if node.orelse:
                    self._note("branch", test, "True")
            case ast.While(test=test):
                self.condition(test)
            case ast.For():
                self.expression(node.iter)
            case ast.With():
                for item in node.items:
                    self.expression(item.context_expr)
            case ast.Match():
                self.expression(node.subject)
                self.cases(node)
                return
            case ast.Break() | ast.Continue():
                self._note("statement", node, "pass")
            case ast.Expr(value=ast.Constant()):
                return  # a text by itself
            case ast.Expr():
                self._note("statement", node, "pass")
                self.expression(node.value)
            case ast.Assign(targets=targets):
                if any(isinstance(target, ast.Subscript | ast.Attribute) for target in targets):
                    self._note("statement", node, "pass")
                if not (self.scope == [] and _names_type(node)):
                    self.expression(node.value)
            case ast.AnnAssign():
                if node.value is not None:
                    self.expression(node.value)
            case ast.AugAssign():
                self._note("statement", node, "pass")
                other = _ARITHMETIC.get(type(node.op))
                if other is not None and not _is_text(node.value):
                    changed = ast.AugAssign(node.target, other(), node.value)
                    self._note("arithmetic", node, ast.unparse(ast.fix_missing_locations(changed)))
                self.expression(node.value)
            case ast.Return(value=value):
                assert value is not None
                self.expression(value)
            case ast.Delete():
                self._note("statement", node, "pass")
        for name in ("body", "orelse", "finalbody"):
            if isinstance(node, ast.If) and name == "orelse" and _is_elif(node):
                self.statement(node.orelse[0])
            elif not isinstance(node, ast.Expr):
                self.visit_body(getattr(node, name, []))
        for handler in getattr(node, "handlers", []):
            self.visit_body(handler.body)

    def cases(self, node: ast.Match) -> None:
        for case in node.cases:
            if case.guard is not None:
                self._note("branch", case.guard, "False")
                self.condition(case.guard)
            elif not isinstance(case.pattern, ast.MatchAs) or case.pattern.pattern is not None:
                start, end = self._span(case.pattern)
                self._note("branch", case.pattern, f"{self.text[start:end]} if False")
            self.visit_body(case.body)

    # --- expressions ----------------------------------------------------------------------------------

    def condition(self, test: ast.expr) -> None:
        """What is asked: negated as a whole, and what its parts can be changed to."""
        inverted = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not inverted and not single:
            self.change("negation", test, ast.UnaryOp(ast.Not(), test))
        self.expression(test)

    def expression(self, node: ast.expr) -> None:
        match node:
            case ast.JoinedStr() if self.joined is None:
                self.joined = node
                self._parts_of(node)
                self.joined = None
                return
            case ast.Constant():
                self.constant(node)
                return
            case ast.Compare(ops=ops):
                for index, op in enumerate(ops):
                    for other in _COMPARISONS.get(type(op), ()):
                        changed = [*ops[:index], other(), *ops[index + 1 :]]
                        self.change("comparison", node, ast.Compare(node.left, changed, node.comparators))
            case ast.BoolOp(op=op, values=values):
                other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
                self.change("connective", node, ast.BoolOp(other_op, values))
                for index, value in enumerate(values):
                    if _shortcut(value):
                        continue
                    rest = values[:index] + values[index + 1 :]
                    kept = rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
                    self.change("branch", node, kept)
            case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
                constant = isinstance(node.operand, ast.Constant)
                if not constant:
                    self.change("negation", node, node.operand)
            case ast.BinOp(op=op, left=left, right=right):
                text = _is_text(left) or _is_text(right)
                if type(op) in _ARITHMETIC and not text and not self._type_union(node):
                    self.change("arithmetic", node, ast.BinOp(left, _ARITHMETIC[type(op)](), right))
                if isinstance(op, _NOT_COMMUTATIVE) and not text and ast.dump(left) != ast.dump(right):
                    self.change("swap", node, ast.BinOp(right, op, left))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.change("branch", node, body)
                if not _shortcut(test):
                    self.change("branch", node, orelse)
                self.condition(test)
                self.expression(body)
                self.expression(orelse)
                return
            case ast.Call():
                self.call(node)
                return
            case ast.Lambda(body=body):
                self.expression(body)
                return
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for part in node.generators:
                    for test in part.ifs:
                        if len(part.ifs) == 1:
                            self.change("branch", test, ast.Constant(True))
                        self.condition(test)
        self._parts_of(node)

    def _parts_of(self, node: ast.expr) -> None:
        comprehension = isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child)
            elif isinstance(child, ast.comprehension) and comprehension:
                self.expression(child.iter)
            elif isinstance(child, ast.keyword) and child.arg not in _HINTS:
                self.expression(child.value)

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _TYPES or (name == "isinstance" and len(node.args) == 2):
            if name == "isinstance":
                self.expression(node.args[0])
            return
        if name in _CALLS:
            self.change("extreme", node, ast.Call(ast.Name(_CALLS[name]), node.args, node.keywords))
        plain = [arg for arg in node.args if not isinstance(arg, ast.Starred)]
        if len(plain) == len(node.args):
            for at in range(len(plain) - 1):
                if ast.dump(plain[at]) != ast.dump(plain[at + 1]) and name not in _NOT_SWAPPED:
                    swapped = [*plain[:at], plain[at + 1], plain[at], *plain[at + 2 :]]
                    self.change("swap", node, ast.Call(node.func, swapped, node.keywords))
        self._parts_of(node)

    def constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.change("constant", node, ast.Constant(not value))
        elif isinstance(value, int):
            self.change("constant", node, ast.Constant(value + 1))
            if value > 1:
                self.change("constant", node, ast.Constant(value - 1))
        elif isinstance(value, float):
            self.change("constant", node, ast.Constant(value + 1.0))
        elif isinstance(value, str) and self.emits:
            for match in _TOKEN.finditer(value):
                other = _EMITTED.get(match[0])
                if other is not None:
                    new = value[: match.start()] + other + value[match.end() :]
                    self.change("emitted", node, ast.Constant(new))

    def _type_union(self, node: ast.BinOp) -> bool:
        """`A | B` of names that begin with a capital: types, as in a pattern of isinstance."""
        sides = (node.left, node.right)
        return isinstance(node.op, ast.BitOr) and all(
            (isinstance(each, ast.Name) and each.id[:1].isupper() and not each.id.isupper())
            or (isinstance(each, ast.BinOp) and self._type_union(each))
            for each in sides
        )


class _Exchange(ast.NodeTransformer):
    """One node of a tree for another."""

    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().visit(node)


def _copied(tree: ast.expr, but: ast.expr) -> ast.expr:
    """A copy of a tree in which one node is the same object, so that it can be exchanged."""
    if tree is but:
        return tree
    fields = {}
    for name, value in ast.iter_fields(tree):
        if isinstance(value, list):
            fields[name] = [_copied(v, but) if isinstance(v, ast.AST) else v for v in value]  # type: ignore[arg-type]
        else:
            fields[name] = _copied(value, but) if isinstance(value, ast.AST) else value
    return type(tree)(**fields)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if documented else body


def _for_types(test: ast.expr) -> bool:
    """`if TYPE_CHECKING`, and what runs only as a command."""
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or "__name__" in ast.unparse(test)


def _names_type(node: ast.Assign) -> bool:
    """A name for a type: `Choice = tuple[str, ...]`."""
    (target, *_) = node.targets
    capital = isinstance(target, ast.Name) and target.id.lstrip("_")[:1].isupper() and not target.id.isupper()
    return capital and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _shortcut(test: ast.expr) -> bool:
    """Whether a test only asks if there is anything to do: without it the same comes out, later."""
    return _ANYTHING.search(ast.unparse(test)) is not None


def _invariant(node: ast.Raise) -> bool:
    """What is raised where a promise of ours is broken: never."""
    return node.exc is not None and ast.unparse(node.exc).startswith(_OUR_MISTAKES)


def _is_elif(node: ast.If) -> bool:
    return len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
