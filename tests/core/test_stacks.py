"""Stacks as they are laid out in fields, against a model of them: lists of pieces with their states."""

from __future__ import annotations

import random

import pytest
from attrs import define, field

from interpreter.engines.python import PythonEngine
from tests.passes.fixtures import whole_program

SITES, LIMIT = 3, 3
#: Each write is an entry, so that it can be made at any time.
GAME = """
program 'Stacks': 2 players, 3 sites
stacks of at most 3

entry proc put(s: Int, w: Int, v: Int):
    put w at s state:v

entry proc take_all(s: Int):
    take one(s)

entry proc take_top(s: Int):
    take one(s) top

entry proc move(s: Int, t: Int):
    move s to t

entry proc push(s: Int, w: Int, v: Int):
    push w at s state:v

entry proc push_below(s: Int, w: Int, v: Int, l: Int):
    push w at s state:v level:l

entry proc move_level(s: Int, t: Int, l: Int):
    move level l of s to t

entry proc move_levels(s: Int, t: Int, l: Int):
    move levels from l of s to t

entry proc take_level(s: Int, l: Int):
    take level l of s

entry proc set_state(s: Int, v: Int):
    set state at s = v

entry proc set_level(s: Int, v: Int, l: Int):
    set state at s level:l = v

entry proc height(s: Int) -> Int:
    return height(s)

entry proc what(s: Int) -> Int:
    return what(s)

entry proc who(s: Int) -> Int:
    return who(s)

entry proc state(s: Int) -> Int:
    return state_at(s)

entry proc what_level(s: Int, l: Int) -> Int:
    return what_level(s, l)

entry proc state_level(s: Int, l: Int) -> Int:
    return state_level(s, l)

entry proc occupied() -> Sites:
    return occupied()

entry proc owned(w: Int) -> Sites:
    return owned(w)
"""


@define
class Model:
    """What the statements of the core say, with lists: each level is a piece and its state."""

    stacks: list[list[tuple[int, int]]] = field(factory=lambda: [[] for _ in range(SITES)])
    #: the states of empty sites
    bare: list[int] = field(factory=lambda: [0] * SITES)
    overflow: bool = False

    def put(self, s: int, w: int, v: int) -> None:
        self.stacks[s], self.bare[s] = [(w, v)] if w else [], 0

    def take_all(self, s: int) -> None:
        self._become(s, [])

    def take_top(self, s: int) -> None:
        self._become(s, self.stacks[s][:-1])

    def move(self, s: int, t: int) -> None:
        if self.stacks[s] and s != t:
            self._become(t, self.stacks[s])
            self._become(s, [])

    def push(self, s: int, w: int, v: int) -> None:
        self.push_below(s, w, v, len(self.stacks[s]))

    def push_below(self, s: int, w: int, v: int, level: int) -> None:
        stack = self.stacks[s]
        at = level if 0 <= level <= len(stack) else len(stack)
        self._become(s, [*stack[:at], (w, v), *stack[at:]] if len(stack) < LIMIT else stack)
        self.overflow |= len(stack) == LIMIT

    def move_level(self, s: int, t: int, level: int) -> None:
        self._moved(s, t, level, level + 1)

    def move_levels(self, s: int, t: int, level: int) -> None:
        self._moved(s, t, level, len(self.stacks[s]))

    def take_level(self, s: int, level: int) -> None:
        if level in range(len(self.stacks[s])):
            self._become(s, [*self.stacks[s][:level], *self.stacks[s][level + 1 :]])

    def set_state(self, s: int, v: int) -> None:
        if self.stacks[s]:
            self.stacks[s][-1] = (self.stacks[s][-1][0], v)
        else:
            self.bare[s] = v

    def set_level(self, s: int, v: int, level: int) -> None:
        if level in range(len(self.stacks[s])):
            self.stacks[s][level] = (self.stacks[s][level][0], v)

    def _moved(self, s: int, t: int, level: int, end: int) -> None:
        if s != t and level in range(len(self.stacks[s])):
            there = [*self.stacks[t], *self.stacks[s][level:end]]
            self._become(t, there[:LIMIT])
            self._become(s, [*self.stacks[s][:level], *self.stacks[s][end:]])
            self.overflow |= len(there) > LIMIT

    def _become(self, s: int, stack: list[tuple[int, int]]) -> None:
        if stack or self.stacks[s]:
            self.bare[s] = 0
        self.stacks[s] = list(stack)

    def seen(self) -> list[object]:
        """All that can be asked for."""
        tops = [stack[-1] if stack else (0, bare) for stack, bare in zip(self.stacks, self.bare, strict=True)]
        filled = [[*stack, *[(0, 0)] * (LIMIT - len(stack))] for stack in self.stacks]
        owned = [sum(1 << s for s, (w, _) in enumerate(tops) if w == player) for player in (1, 2)]
        heights = [len(stack) for stack in self.stacks]
        return [self.overflow, heights, tops, filled, owned[0] | owned[1], owned]


WRITES = {
    "put": "swv", "take_all": "s", "take_top": "s", "move": "st", "push": "swv", "push_below": "swvl",
    "move_level": "stl", "move_levels": "stl", "take_level": "sl", "set_state": "sv", "set_level": "svl",
}  # fmt: skip
#: Pushes are made more often, that there is something to take; components are 1 and 2, levels may be none.
CHOSEN = (*WRITES, *["push", "push_below"] * 4)
RANGES = {"s": (0, 2), "t": (0, 2), "w": (1, 2), "v": (0, 3), "l": (-1, 3)}


@pytest.fixture(scope="module")
def engine() -> PythonEngine:
    return PythonEngine(whole_program(GAME))


@pytest.mark.parametrize("seed", range(6))
def test_stacks_are_as_the_core_says(engine: PythonEngine, seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(12):
        state, model, made = engine.start(1), Model(), []
        for _ in range(20):
            name = choose.choice(CHOSEN)
            args = [choose.randint(*RANGES[letter]) for letter in WRITES[name]]
            if name == "put" and not choose.randrange(3):
                args[1] = 0  # no piece: the site becomes empty
            made.append((name, *args))
            engine.call(state, name, *args)
            getattr(model, name)(*args)
            ask = engine.call
            tops = [(ask(state, "what", s), ask(state, "state", s)) for s in range(SITES)]
            assert [ask(state, "who", s) for s in range(SITES)] == [what for what, _ in tops]
            levels = [
                [(ask(state, "what_level", s, n), ask(state, "state_level", s, n)) for n in range(LIMIT)]
                for s in range(SITES)
            ]
            heights = [ask(state, "height", s) for s in range(SITES)]
            owned = [ask(state, "owned", player) for player in (1, 2)]
            overflow = bool(engine.value(state, "overflow"))
            assert [overflow, heights, tops, levels, ask(state, "occupied"), owned] == model.seen(), made
