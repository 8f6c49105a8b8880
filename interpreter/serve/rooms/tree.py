"""A tree of moves that were tried, and what is told of it."""

from __future__ import annotations

import asyncio
import time

from gdl.support.values import define, field
from interpreter.serve.messages.analysis import Thought, Tree
from interpreter.serve.messages.codec import plain_json
from interpreter.serve.messages.room import Setup
from interpreter.serve.rooms.errors import NoRoomError, TooMuchError
from interpreter.serve.rooms.guests import MOST_GUESTS, Subscription
from interpreter.serve.rooms.rights import Visitor


@define(eq=False)
class Node:
    """A move that was tried: behind which other one (0 is the start), by whom, and how the players of the
    game write it, where that is another text."""

    number: int
    parent: int
    move: str
    mover: int
    short: str | None = None


@define(eq=False)
class Analysis:
    """A tree that is open."""

    name: str
    setup: Setup
    nodes: dict[int, Node] = field(factory=dict)
    thoughts: dict[int, Thought] = field(factory=dict)
    #: the number of the next move that is tried
    next: int = 1
    #: what is shown to those who follow
    at: int = 0
    #: the positions that are thought about, of how many at first
    busy: tuple[int, int] = (0, 0)
    version: int = 0
    listeners: set[asyncio.Event] = field(factory=set)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    task: asyncio.Task[None] | None = None
    #: was it deleted? does another server have it now?
    gone: bool = False
    moved: bool = False
    opened: float = field(factory=time.monotonic)

    def path(self, number: int) -> list[Node]:
        """The moves that lead to one, it included. Raises NoRoomError for one that there is not."""
        path: list[Node] = []
        while number:
            node = self.nodes.get(number)
            if node is None:
                raise NoRoomError("there is no such move in this analysis: it may have been cut off")
            path.append(node)
            number = node.parent
        return path[::-1]

    def texts(self, number: int) -> list[str]:
        """The same as texts."""
        return [node.move for node in self.path(number)]

    def child(self, parent: int, move: str) -> Node | None:
        """The move of this text behind another, if it was tried."""
        same = (node for node in self.nodes.values() if node.parent == parent and node.move == move)
        return next(same, None)

    def tree(self, may: bool) -> Tree:
        """What is told to who may change it, or may not."""
        nodes = [
            (each.number, each.parent, each.move, each.mover, each.short) for each in self.nodes.values()
        ]
        return Tree(self.name, self.version, self.at, self.busy, nodes, self.thoughts, may)

    def subscribe(self, visitor: Visitor) -> Subscription:
        """All of the tree, after every change. Raises TooMuchError where too many look on."""
        if len(self.listeners) >= MOST_GUESTS:
            raise TooMuchError("as many look on as this server takes")
        listener = asyncio.Event()
        listener.set()
        self.listeners.add(listener)
        return Subscription(
            listener,
            lambda who: plain_json(self.tree(who.host)),
            lambda: self.listeners.discard(listener),
        )

    def changed(self) -> None:
        """Tell everybody."""
        self.version += 1
        for listener in self.listeners:
            listener.set()
