"""What both engines have in common for the rest of the interpreter: reading their states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol

from gdl.analyses.live_fields import LimitCounter, limit_counters, live_fields
from gdl.core.limits import HORIZON, TRIALS
from gdl.core.ops import Overflow, Program
from gdl.lower.matches import MATCH_SCORE, PERSON
from gdl.passes.detect_overflow import OVERFLOW, OVERFLOW_RULE
from interpreter.engines.contents import ContentsReader
from interpreter.engines.frozen import Frozen, seal, unseal
from interpreter.engines.interface import Playouts, RawState, Seen
from interpreter.engines.overflows import STACK
from interpreter.engines.perft import Depth, perft
from interpreter.engines.pieces import Contents
from interpreter.engines.raw_move import RawMove
from interpreter.support.whole import GENERATORS, MOST_PLIES, whole


class Runs(Protocol):
    """What runs a program; see interpreter/engines/python and interpreter/engines/native."""

    program: Program
    pass_kind: int

    @property
    def key(self) -> str: ...

    def start(self, seed: int, /) -> Any: ...
    def set_up(self, seed: int, /) -> Any: ...
    def legal_moves(self, state: Any, /) -> Sequence[RawMove]: ...
    def play(self, state: Any, move: RawMove, /) -> Any: ...
    def settle(self, state: Any, move: RawMove, /) -> Any: ...
    def take_chance(self, state: Any, generator: int | None = None, /) -> Any: ...
    def drawing_from(self, state: Any, generator: int, /) -> Any: ...
    def value(self, state: Any, name: str, /) -> Any: ...
    def ranks(self, state: Any, /) -> tuple[float, ...]: ...


class Adapter(ABC):
    """An engine, and how to read its states."""

    #: what people call the engine
    name: ClassVar[str]

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self.program = runs.program
        self._fields = {field.name for field in self.program.fields}
        self._contents = ContentsReader(self.program)
        self.is_match = TRIALS in self._fields
        self._changing_seats = PERSON in self._fields
        self._forced_pass = [(runs.pass_kind, (), 0)]
        # called for every node of a search: without a step in between
        self.play = runs.play
        self.legal_moves = runs.legal_moves

    def start(self, seed: int) -> RawState:
        """The first state; `seed` decides what chance does."""
        return self._runs.start(seed)

    def set_up(self, seed: int) -> RawState:
        """The starting position, before chance has its say in the first turn."""
        return self._runs.set_up(seed)

    def settle(self, state: RawState, move: RawMove) -> RawState:
        """The state after a move, before chance has its say in the next turn."""
        return self._runs.settle(state, move)

    def take_chance(self, state: RawState, generator: int | None = None) -> RawState:
        """What chance makes of a settled state; `generator`: what it draws from in place of the state's."""
        return self._runs.take_chance(state, generator)

    def generator(self, state: RawState) -> int:
        """What the state draws from: it is another once something was drawn."""
        number: int = state.rng
        return number

    def drawing_from(self, state: RawState, generator: int) -> RawState:
        """The same state with another generator."""
        generator = whole("a generator", generator, 0, GENERATORS - 1)
        return self._runs.drawing_from(state, generator)

    def mover(self, state: RawState) -> int:
        """The number of the player to move, from 1."""
        seat: int = state.mover
        if not self._changing_seats:
            return seat
        person: int = self._runs.value(state, PERSON)[seat]
        return person

    def seat(self, state: RawState) -> int:
        """The seat of the player to move: its number as the game's rules have it."""
        number: int = state.mover
        return number

    def games_played(self, state: RawState) -> int:
        """In a match, how many of its games are over; else 0."""
        return int(self._runs.value(state, TRIALS)) if self.is_match else 0

    def over(self, state: RawState) -> bool:
        """Has the game ended?"""
        return bool(state.over)

    def ranks(self, state: RawState) -> tuple[float, ...]:
        """Each player's rank, player 1 first."""
        return self._runs.ranks(state)

    def overflow(self, state: RawState) -> Overflow | None:
        """What first went beyond what a state holds, if anything did."""
        if OVERFLOW not in self._fields or not self._runs.value(state, OVERFLOW):
            return None
        rule = self._runs.value(state, OVERFLOW_RULE) if OVERFLOW_RULE in self._fields else 0
        return self.program.overflows[rule - 1] if rule else Overflow(STACK)

    def scores(self, state: RawState) -> tuple[int, ...]:
        """Each player's score (in a match: of the match), player 1 first; nothing in games without scores."""
        return self._by_player(state, MATCH_SCORE if self.is_match else "score")

    def game_scores(self, state: RawState) -> tuple[int, ...]:
        """Each player's score in the present game of a match, player 1 first; outside of matches the same."""
        return self._seated(state, self._by_player(state, "score"))

    def player_values(self, state: RawState) -> tuple[int, ...]:
        """The number that each player carries, player 1 first; nothing in games without such numbers."""
        return self._seated(state, self._by_player(state, "player_value"))

    def _seated(self, state: RawState, by_seat: tuple[int, ...]) -> tuple[int, ...]:
        """What belongs to seats, by the players who sit there."""
        if not (self._changing_seats and by_seat):
            return by_seat
        people = self._by_player(state, PERSON)
        return tuple(by_seat[people.index(player)] for player in range(1, len(people) + 1))

    def _by_player(self, state: RawState, name: str) -> tuple[int, ...]:
        if name not in self._fields:
            return ()
        return tuple(self._runs.value(state, name)[1 : self.program.players + 1])

    def contents(self, state: RawState) -> Contents:
        """What is on each site."""
        return self._contents(lambda name: self._runs.value(state, name))

    def doomed(self, state: RawState) -> frozenset[int]:
        """The sites whose pieces will be taken at the end of the turn."""
        if "to_clear" not in self._fields:
            return frozenset()
        sites: int = self._runs.value(state, "to_clear")
        return frozenset(site for site in range(self.program.sites) if sites >> site & 1)

    def key(self, state: RawState) -> Any:
        """Everything that decides what follows, apart from chance: to compare and to hash."""
        return self._present(state), frozenset(Counter(self._past(state)).items())

    @abstractmethod
    def _present(self, state: RawState) -> Hashable:
        """All fields."""

    @abstractmethod
    def _past(self, state: RawState) -> Iterable[Hashable]:
        """The positions that are remembered, each with whether it is of the present turn."""

    @cached_property
    def _counting(self) -> tuple[LimitCounter, ...]:
        return limit_counters(self.program, live_fields(self.program))

    def plies_left(self, state: RawState) -> int:
        """At least so many plies may be played before a limit that fingerprints leave out ends the game."""
        return min((c.limit - int(self._runs.value(state, c.counter.name)) for c in self._counting),
                   default=MOST_PLIES)  # fmt: skip

    def sure_within(self, state: RawState, plies: int) -> bool:
        """Is it true here what was found of lines of so many plies from a state with the same fingerprint?"""
        left = self.plies_left(state)
        return plies <= left or left < HORIZON  # nearer than that the counters are the same

    def is_forced_pass(self, moves: Sequence[RawMove]) -> bool:
        """Are these the moves of a player who has none?"""
        return moves == self._forced_pass

    def perft(self, state: RawState, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of 1 to `depth` moves (or turns) from a state."""
        return perft(self, state, depth, turns)

    @abstractmethod
    def compile(self) -> None:
        """Make ready, so that this is no part of anybody's time."""

    @abstractmethod
    def warm_up(self) -> None:
        """Wait until the engine is as fast as it will be."""

    @abstractmethod
    def seen(self, state: RawState, move: RawMove) -> Seen:
        """Where a move goes, for people."""

    @abstractmethod
    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends; how many threads share them does not change the result."""

    def freeze(self, state: RawState) -> Frozen:
        """A state's parts, to be pickled without the engine."""
        return seal(self.name, self._runs.key, self._parts(state))

    def thaw(self, parts: object) -> RawState:
        """The state that was taken apart. Raises ValueError for what is no state of this game."""
        return self._restored(unseal(self.name, self._runs.key, parts))

    @abstractmethod
    def _parts(self, state: RawState) -> tuple[Any, ...]:
        """What a state is made of: numbers, texts, and tuples of these."""

    @abstractmethod
    def _restored(self, parts: tuple[Any, ...]) -> RawState:
        """The state of these parts. Raises ValueError for what cannot be one."""
