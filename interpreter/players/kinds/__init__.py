"""Which kinds of players there are: the human, and the `KIND` of each module in this folder, by its name.

A kind's module is imported when the kind is first asked for, and tells only what can be set of its players:
what heavy modules these need is imported when the first of them is made.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import import_module

from interpreter.players.player import Kind
from interpreter.support.modules import module_names

#: The human's kind: whoever it is is asked by the command line.
HUMAN = "human"
#: What is listed first after it, in this order.
_FIRST = ("computer", "random", "mcts", "alphabeta", "trained", "net")


class Kinds(MutableMapping[str, Kind]):
    """Lazy registry: kinds by their names, which are those of the modules in a folder."""

    @cached_property
    def _known(self) -> dict[str, Kind | None]:
        """None for what was not imported yet."""
        human = Kind(HUMAN, "you, or whoever sits at the keyboard", None)
        return {HUMAN: human, **dict.fromkeys(module_names(__path__, _FIRST))}

    def __getitem__(self, name: str) -> Kind:
        kind = self._known[name]
        if kind is None:
            kind = self._known[name] = import_module(f"{__name__}.{name}").KIND
        return kind

    def __setitem__(self, name: str, kind: Kind) -> None:
        self._known[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


#: Every kind by its name, in the order in which they are listed.
KINDS = Kinds()

#: Who is asked for a hint.
STRONG = "computer:1s"
