"""The LALR(1) parser: a shift-reduce automaton over the tables that are generated from `grammar.lark`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any, Protocol

from gdl.parse.tables import END, RULES, START, STATES

#: What comes when nothing more comes.
_END = "$END"


class Terminal(Protocol):
    """What is read: `type` is its terminal in the grammar."""

    @property
    def type(self) -> str:
        """The name of the terminal."""


def read(
    what: Iterable[Terminal],
    leaves: Mapping[str, Callable[[Any], object]],
    makes: Mapping[str, Callable[[Any], object]],
) -> Any:
    """What the grammar's `start` makes of some terminals that are in its language (else KeyError).

    A terminal becomes what `leaves` make of it, or itself; a rule what `makes` make of what it consists of.
    """
    rules = [(origin, count, makes[name] if name else itemgetter(0)) for origin, count, name in RULES]
    around = [START]
    values: list[Any] = []

    def reduce(state: int, kind: str) -> int:
        """Reduce as long as that is what the next terminal asks for; the state at last."""
        while (step := STATES[state][kind]) < 0:
            origin, count, make = rules[~step]
            first = len(values) - count
            found = make(values[first:])
            del values[first:], around[len(around) - count :]
            values.append(found)
            state = STATES[around[-1]][origin]
            around.append(state)
            if state == END and kind == _END:
                break
        return state

    state = START
    for token in what:
        kind = token.type
        state = STATES[state][kind]
        if state < 0:
            state = STATES[reduce(around[-1], kind)][kind]
        around.append(state)
        leaf = leaves.get(kind)
        values.append(token if leaf is None else leaf(token))
    reduce(state, _END)
    return values[-1]
