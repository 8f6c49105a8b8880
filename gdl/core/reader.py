"""Reader of core programs: the parser for what `show_program(program, whole=True)` prints.

    read_program(show_program(program, whole=True))  ==  program

but for spans, which a text does not hold: two programs are compared by their texts. Tables, rays and fields
are made once each, so that they keep their identity. What is no program raises ReadError, with its line;
whether one is well formed is for `verify` to say.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter

from gdl.core.ops import Field, Kind, Names, Param, Proc, Program, Rays, Table
from gdl.core.read_exprs import (
    MAX_SITES,
    TYPES,
    ExprReader,
    Scope,
    all_of,
    constant,
    has_word,
    in_line_of,
    name_of,
    one_of,
    text_of,
)
from gdl.core.read_exprs import ReadError as ReadError
from gdl.core.read_statements import StmtReader
from gdl.support.cpython import higher_recursion_limit
from gdl.support.values import evolve


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = Path(__file__).with_name("core.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", postlex=_Blocks(), propagate_positions=True)


def read_program(text: str) -> Program:
    """The program of a text. Raises ReadError."""
    with higher_recursion_limit():
        try:
            tree = _grammar().parse(text.rstrip() + "\n")
            with in_line_of(tree):
                return _Reader().program(tree)
        except UnexpectedInput as error:
            raise ReadError(f"this is no core program: {_unexpected(error)}", error.line) from error
        except LarkError as error:
            raise ReadError(f"this is no core program: {error}") from error
        except RecursionError:
            raise ReadError("expressions or blocks are nested too deep") from None


def _unexpected(error: UnexpectedInput) -> str:
    """What stands where the grammar has something else."""
    if not isinstance(error, UnexpectedToken):
        return "no word begins like this"
    if error.token.type in ("$END", "_NL", "_INDENT", "_DEDENT"):
        return "it goes on here with another line" if error.token.type == "_INDENT" else "more is wanted here"
    return f"`{error.token}` is out of place"


class _Reader:
    """Reads one program. Declarations come before the procedures that use them, but for calls."""

    def __init__(self) -> None:
        self.scope = Scope()
        self.exprs = ExprReader(self.scope)
        self.statements = StmtReader(self.scope, self.exprs)

    def program(self, tree: Any) -> Program:
        """A whole program. Raises ReadError."""
        parts = tree.children
        head = one_of(parts, "program_head").children
        players, sites = int(head[1]), int(head[2])
        if sites > MAX_SITES:
            raise ReadError(f"there are more than {MAX_SITES:,} sites")
        for each in all_of(parts, "field_"):
            with in_line_of(each):
                self.field(each.children)
        for each in all_of(parts, "table"):
            with in_line_of(each):
                self.table(each.children)
        for each in all_of(parts, "rays"):
            paths = tuple(tuple(map(constant, path.children)) for path in all_of(each.children, "path"))
            name = name_of(each.children[0])
            self.scope.rays[name] = Rays(name, paths)
        procs = all_of(parts, "proc")
        for each in procs:
            self.signature(each.children)
        kinds = tuple(map(self.kind, all_of(parts, "kind")))
        owners = (0, *(constant(each.children[1]) for each in all_of(parts, "component")))
        stacks, dice = one_of(parts, "stacks"), one_of(parts, "dice")
        made = Program(
            text_of(head[0]),
            players,
            sites,
            tuple(self.scope.fields.values()),
            tuple(self.scope.tables.values()),
            tuple(self.scope.rays.values()),
            tuple(self.proc(each.children) for each in procs),
            kinds,
            owners,
            Names(
                self.names(parts, "players", players + 1),
                self.names(parts, "components", len(owners)),
                self.names(parts, "sites", sites),
                () if dice is None else tuple(map(constant, dice.children)),
            ),
            stacks=stacks is not None,
            counts=one_of(parts, "counted") is not None,
        )
        return made if stacks is None else evolve(made, stack_limit=int(stacks.children[0]))

    def names(self, parts: Any, what: str, count: int) -> tuple[str, ...]:
        """What things are called, numbered where the text does not say."""
        for each in all_of(parts, "names"):
            if each.children[0] == what:
                return tuple(map(text_of, each.children[1:]))
        return tuple("" if number == 0 and what != "sites" else f"{number}" for number in range(count))

    def field(self, parts: Any) -> None:
        """A declared field."""
        name, type_, length = name_of(parts[0]), TYPES[str(parts[1])], one_of(parts, "length")
        size = None if length is None else int(length.children[0])
        self.scope.fields[name] = Field(name, type_, size, constant(parts[3]), not has_word(parts, "ASIDE"))

    def table(self, parts: Any) -> None:
        """A declared table."""
        name, type_ = name_of(parts[0]), TYPES[str(parts[1])]
        *values, outside = map(constant, parts[3:])
        if len(values) != int(parts[2].children[0]):
            raise ReadError(f"the table `{name}` has {len(values)} values, not {parts[2].children[0]}")
        self.scope.tables[name] = Table(name, type_, tuple(values), outside)

    def signature(self, parts: Any) -> None:
        """What a procedure takes and returns: known before any body is read."""
        name = name_of(parts[2])
        those = (
            Param(name_of(each.children[0]), TYPES[str(each.children[1])]) for each in all_of(parts, "param")
        )
        self.scope.params[name] = tuple(those)
        result = next((each for each in parts if isinstance(each, Token) and each.type == "TYPE"), None)
        self.scope.results[name] = None if result is None else TYPES[str(result)]

    def kind(self, tree: Any) -> Kind:
        """A kind of move."""
        with in_line_of(tree):
            return self._kind(tree.children)

    def _kind(self, parts: Any) -> Kind:
        index, name, decision, play = int(parts[0]), *map(name_of, parts[1:4])
        if play not in self.scope.params:
            raise ReadError(f"kind {index} is played by `{play}`, which is not there")
        types = [param.type for param in self.scope.params[play]]
        names = [name_of(each) for each in parts[4].children if each is not None]
        if len(names) != len(types):
            raise ReadError(f"kind {index} has {len(names)} parameters, `{play}` has {len(types)}")
        params = tuple(Param(each, type_) for each, type_ in zip(names, types, strict=True))
        self.scope.locals = {param.name: param.type for param in params}
        level_from, level_to, label = (one_of(parts, what) for what in ("level_from", "level_to", "label"))
        return Kind(
            index,
            name,
            play,
            params,
            self.exprs.expr(parts[5]),
            self.exprs.expr(parts[6]),
            self.statements.within(level_from),
            self.statements.within(level_to),
            decision,
            "" if label is None else text_of(label.children[0]),
        )

    def proc(self, parts: Any) -> Proc:
        """A procedure with its body."""
        name = name_of(parts[2])
        self.scope.locals = {param.name: param.type for param in self.scope.params[name]}
        body = self.statements.body(parts)
        generator = str(parts[1]) == "generator"
        return Proc(
            name, self.scope.params[name], body, self.scope.results[name], generator, has_word(parts, "ENTRY")
        )
