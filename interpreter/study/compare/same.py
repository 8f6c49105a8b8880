"""Alpha-equivalence of core programs: are two games the same but for what things are called?"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import fields, has

from gdl.core.ops import Expr, Field, Kind, Names, Overflow, Param, Proc, Program, Rays, Table

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: Procedures that engines call by name.
_CALLED = frozenset({"start", "turn", "moves", "after"})
#: What the names of fields begin with that have a name of the author's in them. Engines know others by name.
_OF_AUTHORS = ("var_", "triggered_", "remembered_")
#: Attributes of statements and kinds that name a procedure or a variable; other texts there are words.
_NAMING = frozenset({"name", "play", "value", "keep", "check"})


def same_rules(one: Game, other: Game) -> str:
    """In what two games of the same rules may differ, in words; empty where the rules may be others.

    What is found to be the same plays the same; what is not may, too.
    """
    if one.fingerprint == other.fingerprint:
        return "comments, layout, and where definitions stand"
    if nameless(one.program) == nameless(other.program):
        return "comments, layout, and names"
    if nameless(one.fast_engine.program) == nameless(other.fast_engine.program):
        return "how the rules are written, not what they come to"
    return ""


def nameless(program: Program) -> bytes:
    """Stands for a program whatever its pieces, players, sites, variables and procedures are called."""
    return _Namer().digest(program)


class _Namer:
    """Gives names numbers, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._exprs: dict[Expr, bytes] = {}

    def digest(self, node: object) -> bytes:
        """What stands for a node."""
        if isinstance(node, Expr):
            found = self._exprs.get(node)  # parts are shared: each is looked at once
            if found is None:
                found = self._exprs[node] = self._hashed(self._of_expr(node))
            return found
        return self._hashed(self._of(node))

    @staticmethod
    def _hashed(parts: Iterator[bytes]) -> bytes:
        # whole digests, one behind the other: nothing can be read in two ways
        return blake2b(b"".join(parts), digest_size=16).digest()

    def _of_expr(self, expr: Expr) -> Iterator[bytes]:
        yield self._plain((expr.op.name, expr.type))
        yield self._data(expr.data)
        yield from map(self.digest, expr.args)

    def _data(self, data: object) -> bytes:
        if isinstance(data, str):  # of an expression: a variable or a procedure
            return self._named(data)
        if isinstance(data, tuple):
            return self._hashed(map(self._data, data))
        return self.digest(data)

    def _of(self, node: Any) -> Iterator[bytes]:
        if isinstance(node, tuple):
            yield b"("
            yield from map(self.digest, node)
        elif has(type(node)) and not isinstance(node, type):
            yield self._plain(type(node).__name__)
            for attribute in fields(type(node)):
                if attribute.eq:
                    yield self._attribute(node, attribute.name, getattr(node, attribute.name))
        else:
            yield self._plain(node)

    def _attribute(self, node: object, name: str, value: Any) -> bytes:
        match node, name:
            case (Program(), "name") | (Names(), "players" | "components" | "sites"):
                return self._plain(None)
            case (Field(), "name") | (Overflow(), "what"):
                return self._named(value) if value.startswith(_OF_AUTHORS) else self._plain(value)
            case (Kind(), "name" | "decision"):
                return self._plain(value)
            case (Kind(), "label") | (Table() | Rays() | Param(), "name"):
                return self._named(value)
            case (Proc(), "name"):
                return self._plain(value) if node.entry else self._named(value)
        if isinstance(value, str) and name in _NAMING:
            return self._named(value)
        return self.digest(value)

    def _named(self, name: str) -> bytes:
        if not name or name in _CALLED:
            return self._plain(name)
        return self._plain(self._numbers.setdefault(name, len(self._numbers)))

    @staticmethod
    def _plain(value: object) -> bytes:
        shown = sorted(value) if isinstance(value, frozenset) else value
        return blake2b(f"{type(value).__name__} {shown!r}".encode(), digest_size=16).digest()
