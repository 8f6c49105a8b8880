"""The engine interface: all that the rest of the interpreter, searches included, asks of what runs a program.

There is one implementation for each way to run a core program, `python/` and `native/`; nobody asks which of
them an engine is. What all have in common is written here once, on top of what each must do for itself (the
abstract methods, `_with_rng` to `_parts` among them).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from gdl.core.ops import Overflow, Program
from gdl.core.programs import COLOUR, HORIZON, MATCH_SCORE, OVERFLOW, OVERFLOW_RULE, PERSON, TRIALS
from gdl.support.values import frozen
from interpreter.engines.contents import Contents, ContentsReader
from interpreter.engines.frozen import Frozen, seal, unseal
from interpreter.engines.kept import fingerprint
from interpreter.engines.move_words import RawMove
from interpreter.engines.overflows import STACK
from interpreter.support.numbers import GENERATORS, MOST_PLIES, whole

if TYPE_CHECKING:
    import mmap

    from gdl.analyses.live_fields import LimitCounter
    from interpreter.engines.record import Record

#: An engine's own state: a value to everybody else. It has `mover`, `over` and `rng`.
RawState = Any

#: A playout that is longer is given up: a game without an end of its own.
MAX_PLIES = 100_000


@frozen
class Endpoints:
    """Where a move goes, for people: sites by number (-1: none) and levels of stacks where it has any."""

    origin: int
    target: int
    levels: tuple[int, int] | None


@frozen
class Depth:
    """Perft at one depth: `nodes` sequences have this length, of which `ended` end the game with it."""

    depth: int
    nodes: int
    ended: int


@frozen
class Playout:
    """One random game: how long it was, and each player's rank (from number 1; 0.0 where it was given up)."""

    plies: int
    ranks: tuple[float, ...]
    over: bool


@frozen
class Playouts:
    """The sum of some random games."""

    games: int
    moves: int
    #: wins by player from 1; games without a single winner are `draws`
    wins: tuple[int, ...]
    draws: int

    def __add__(self, other: Playouts) -> Playouts:
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        return Playouts(self.games + other.games, self.moves + other.moves, wins, self.draws + other.draws)


@frozen
class GameTally:
    """Some random games, counted: a contingency table of how long they were and who came first."""

    #: how many games had so many plies and these players in the first place (bit 0: player 1), alone or
    #: together; no bits where all of several share it
    ended: Mapping[tuple[int, int], int]
    #: games that were given up
    given_up: int

    @property
    def rows(self) -> list[list[int]]:
        """The games that ended as JSON has them: their plies, who came first, and how many there were."""
        return [[plies, firsts, count] for (plies, firsts), count in sorted(self.ended.items())]


def tally_of(games: Iterable[Playout]) -> GameTally:
    """The same of games one by one."""
    ended: Counter[tuple[int, int]] = Counter()
    given_up = 0
    for game in games:
        if game.over:
            ended[game.plies, first_placed(game.ranks)] += 1
        else:
            given_up += 1
    return GameTally(ended, given_up)


def first_placed(ranks: Sequence[float]) -> int:
    """Who came first in a game that is over, as bits. Who share a place have its mean as their rank."""
    if len(ranks) == 1:
        return int(ranks[0] == 1.0)
    best = min(ranks)
    return sum(1 << player for player, rank in enumerate(ranks) if rank == best < max(ranks))


@frozen
class Recorded:
    """A state as it stands in memory, the same on every engine: all but the generator and the plies."""

    record: bytes
    #: the positions that it remembers as `Record.packed_position` packs them, the first first; `earlier` of
    #: them are of turns before the present one
    positions: bytes = b""
    earlier: int = 0


class SearchCode(ABC):
    """The procedures of a search, compiled by an engine together with its program, over pools of memory."""

    #: whether an exception of a signal arrives before or after a call, never inside
    indivisible: ClassVar[bool] = False

    @abstractmethod
    def compile(self) -> None:
        """Make the entries ready, so that this is no part of anybody's time."""

    @abstractmethod
    def warm_up(self) -> None:
        """Wait until they are compiled as well as they will be."""

    @abstractmethod
    def call(self, state: RawState, name: str, *args: int) -> Any:
        """Call an entry on a state of the engine, which stays as it is; by one thread at a time.

        The result is an int, float or bool as the procedure's type is; None where it has none.
        """


class Engine(ABC):
    """Runs one core program. States are values: `play` leaves the state it is given as it was."""

    #: what people call it
    name: ClassVar[str]
    #: what people call an engine that plays the same games faster, if there may be one
    faster: ClassVar[str | None] = None

    #: the program that is run: all passes are done
    program: Program
    #: the index of the kind of forced passes
    pass_kind: int

    def __init__(self, program: Program) -> None:
        """`program` has all passes done."""
        self.program = program
        self.pass_kind = next(kind.index for kind in program.kinds if kind.name == "pass")
        self._fields = {field.name: field for field in program.fields}
        self.is_match = TRIALS in self._fields
        self._changing_seats = PERSON in self._fields
        self._forced_pass = [RawMove(self.pass_kind, (), 0)]

    @cached_property
    def program_key(self) -> str:
        """The fingerprint of the program: two engines of equal ones run the same rules."""
        return fingerprint(self.program)

    @abstractmethod
    def another(self, program: Program) -> Engine:
        """An engine of the same kind for another program, of which all passes are done."""

    # --- Getting ready --------------------------------------------------------------------------------

    @abstractmethod
    def compile(self) -> None:
        """Make ready what plays move by move, so that this is no part of anybody's time."""

    @abstractmethod
    def warm_up(self) -> None:
        """Wait until the engine is as fast as it will be."""

    @property
    def ir_lines(self) -> int | None:
        """How many lines of LLVM's language the program has become; None where it becomes none."""
        return None

    # --- States and moves -----------------------------------------------------------------------------

    @abstractmethod
    def start(self, seed: int = 0, number: int = 0) -> RawState:
        """The first state of game `number` of a seed, which decides what chance does: 64 bits each."""

    @abstractmethod
    def legal_moves(self, state: RawState) -> Sequence[RawMove]:
        """All legal moves in the order in which they are offered, some perhaps twice; after the end none.

        A player without any has the forced pass: see `is_forced_pass`.
        """

    @abstractmethod
    def play(self, state: RawState, move: RawMove) -> RawState:
        """The state after a legal move (whether it is legal is not looked at)."""

    def is_forced_pass(self, moves: Sequence[RawMove]) -> bool:
        """Are these the moves of a player who has none?"""
        return moves == self._forced_pass

    # --- The same in two steps: what is decided, and what chance then does ----------------------------

    @abstractmethod
    def set_up(self, seed: int = 0) -> RawState:
        """The starting position, before chance has its say in the first turn."""

    @abstractmethod
    def fresh_state(self) -> RawState:
        """A state before anything has begun: every field is as it is at first."""

    @abstractmethod
    def settle(self, state: RawState, move: RawMove) -> RawState:
        """The state after a legal move, before chance has its say in the next turn."""

    @abstractmethod
    def take_chance(self, state: RawState, generator: int | None = None) -> RawState:
        """What chance makes of a settled state; `generator`: what it draws from in place of the state's."""

    def rng(self, state: RawState) -> int:
        """The random generator that the state draws from, 64 bits: another once something was drawn."""
        number: int = state.rng
        return number

    def with_rng(self, state: RawState, generator: int) -> RawState:
        """The same state with another random generator. Raises ValueError for what is not 64 bits."""
        return self._with_rng(state, whole("a generator", generator, 0, GENERATORS - 1))

    # --- What a state says ----------------------------------------------------------------------------

    @abstractmethod
    def value(self, state: RawState, name: str) -> Any:
        """A field's value by its name: a number, a truth, a set as bits, or a tuple of these.

        Raises KeyError where the program has no such field.
        """

    def mover(self, state: RawState) -> int:
        """The number of the player to move, from 1."""
        seat: int = state.mover
        if not self._changing_seats:
            return seat
        person: int = self.value(state, PERSON)[seat]
        return person

    def seat(self, state: RawState) -> int:
        """The seat of the player to move: its number as the game's rules have it."""
        number: int = state.mover
        return number

    def seating(self, state: RawState) -> tuple[int, ...]:
        """By player, player 1 first, the seat: where players change seats another in the next game."""
        players = range(1, self.program.players + 1)
        if not self._changing_seats:
            return tuple(players)
        people = self._by_player(state, PERSON)
        return tuple(people.index(player) + 1 for player in players)

    def games_played(self, state: RawState) -> int:
        """In a match, how many of its games are over; else 0."""
        return int(self.value(state, TRIALS)) if self.is_match else 0

    def over(self, state: RawState) -> bool:
        """Has the game ended?"""
        return bool(state.over)

    def ranks(self, state: RawState) -> tuple[float, ...]:
        """Each player's rank, player 1 first: 1.0 is the first, shared ones have their mean, 0.0 is open."""
        return tuple(self.value(state, "rank")[1 : self.program.players + 1])

    def overflow(self, state: RawState) -> Overflow | None:
        """What first went beyond what a state holds, if anything did."""
        if OVERFLOW not in self._fields or not self.value(state, OVERFLOW):
            return None
        rule = self.value(state, OVERFLOW_RULE) if OVERFLOW_RULE in self._fields else 0
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
        return tuple(by_seat[seat - 1] for seat in self.seating(state)) if by_seat else ()

    def _by_player(self, state: RawState, name: str) -> tuple[int, ...]:
        if name not in self._fields:
            return ()
        return tuple(self.value(state, name)[1 : self.program.players + 1])

    @cached_property
    def _contents(self) -> ContentsReader:
        return ContentsReader(self.program)

    def contents(self, state: RawState) -> Contents:
        """What is on each site, by the site's number."""
        return self._contents(partial(self.value, state))

    def colours(self, state: RawState) -> dict[str, int]:
        """The sites of each colour as bits, where colours are part of the state; else nothing."""
        names = [name for name in self._fields if name.startswith(COLOUR)]
        return {name.removeprefix(COLOUR): self.value(state, name) for name in names}

    def pending_captures(self, state: RawState) -> frozenset[int]:
        """The sites whose pieces will be taken at the end of the turn, by number."""
        if "to_clear" not in self._fields:
            return frozenset()
        sites: int = self.value(state, "to_clear")
        return frozenset(site for site in range(self.program.sites) if sites >> site & 1)

    @abstractmethod
    def endpoints(self, state: RawState, move: RawMove) -> Endpoints:
        """Where a move goes from and to, for people."""

    # --- Telling positions apart ----------------------------------------------------------------------

    def key(self, state: RawState) -> bytes:
        """Everything that decides what follows, apart from chance: to compare and to hash.

        Of states of one program the same on every engine and in every process.
        """
        return self._present(state) + self.past(state)

    def past(self, state: RawState) -> bytes:
        """The positions that are remembered, sorted: in what order they came matters to no rule."""
        return b"".join(sorted(position + bytes((of_turn,)) for position, of_turn in self._past(state)))

    @cached_property
    def _counting(self) -> tuple[LimitCounter, ...]:
        from gdl.analyses.live_fields import limit_counters, live_fields  # only searches need them

        return limit_counters(self.program, live_fields(self.program))

    def plies_left(self, state: RawState) -> int:
        """At least so many plies may be played before a limit that fingerprints leave out ends the game."""
        return min((c.limit - int(self.value(state, c.counter.name)) for c in self._counting),
                   default=MOST_PLIES)  # fmt: skip

    def sure_within(self, state: RawState, plies: int) -> bool:
        """Is it true here what was found of lines of so many plies from a state with the same fingerprint?"""
        left = self.plies_left(state)
        return plies <= left or left < HORIZON  # nearer than that the counters are the same

    # --- Many at once ---------------------------------------------------------------------------------

    @abstractmethod
    def perft(self, state: RawState, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of 1 to `depth` moves (or whole turns) from a state: see `perft.py`.

        How many threads share them does not change the result.
        """

    @abstractmethod
    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play so many random games of a seed to their ends; how many threads share them does not matter."""

    @abstractmethod
    def playout(
        self, state: RawState | None = None, seed: int = 0, number: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[int, RawState]:
        """Random moves from a state to the end, drawn by the generator that game `number` of a seed starts
        with; how many, and the last state. Without a state, that game."""

    @abstractmethod
    def play_games(
        self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[Playout, ...]:
        """The random games `first`, `first` + 1, ... of a seed, each with its result, on one thread."""

    @abstractmethod
    def games_from(
        self, state: RawState, count: int, seed: int = 0, max_plies: int = MAX_PLIES, threads: int = 1
    ) -> bytes:
        """Random games from a state; game n draws from the generator that game n of the seed starts with.

        A row of each: how many plies it had from there and whether it ended (8 bytes each), each player's
        rank (8 bytes, a float); all least byte first. How many threads share them does not matter.
        """

    def tally_games(self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES) -> GameTally:
        """The games of `play_games`, counted; in the time of `playouts` where the engine is native."""
        return tally_of(self.play_games(count, seed, first, max_plies))

    @abstractmethod
    def compile_search(
        self, program: Program, entries: tuple[str, ...], pools: Mapping[int, mmap.mmap]
    ) -> SearchCode:
        """Compile the procedures of a search.

        `program` is this engine's own with procedures more, so that states of the one are states of the
        other; `entries` name those that are called from outside; `pools` are the memory that they write to,
        by the numbers that the procedures know them by (words of 8 bytes).
        """

    # --- States taken apart ---------------------------------------------------------------------------

    def freeze(self, state: RawState) -> Frozen:
        """A state's parts, to be pickled without the engine."""
        return seal(self.name, self.program_key, self._parts(state))

    def opened(self, frozen: object) -> tuple[Any, ...]:
        """The parts of a state that was taken apart, as they came: nothing has looked at their values yet.

        Raises ValueError for what is damaged, or foreign.
        """
        return unseal(self.name, self.program_key, frozen)

    def thaw(self, frozen: object) -> RawState:
        """The state that was taken apart. Raises ValueError for what is no state of this game."""
        return self.restored(self.opened(frozen))

    @abstractmethod
    def restored(self, parts: tuple[Any, ...]) -> RawState:
        """The state of these parts. Raises ValueError for what cannot be one."""

    # --- States as records ----------------------------------------------------------------------------

    @property
    @abstractmethod
    def layout(self) -> Record:
        """Where the fields stand in a record: the same on every engine."""

    def record(self, state: RawState) -> bytes:
        """The fields of a state, as the layout says."""
        return self._present(state)

    def recorded(self, state: RawState) -> Recorded:
        """A state as a record, with the positions that it remembers."""
        past = tuple(self._past(state))
        earlier = sum(not of_turn for _, of_turn in past)
        return Recorded(self._present(state), b"".join(position for position, _ in past), earlier)

    @abstractmethod
    def from_record(self, recorded: Recorded, rng: int, plies: int) -> RawState:
        """The state of a record. Raises ValueError for what cannot be one."""

    # --- What each engine does in its own way ---------------------------------------------------------

    @abstractmethod
    def _with_rng(self, state: RawState, generator: int) -> RawState:
        """The same state with another generator."""

    @abstractmethod
    def with_element(self, state: RawState, name: str, index: int, value: int) -> RawState:
        """The same state with another number in an array field that an `entry` of the program writes, which
        so may be any that is written there. Raises ValueError for a number that never is."""

    @abstractmethod
    def _present(self, state: RawState) -> bytes:
        """All fields: the state's record."""

    @abstractmethod
    def _past(self, state: RawState) -> Iterable[tuple[bytes, bool]]:
        """The positions that are remembered, as `Record` packs them; each with whether it is of this turn."""

    @abstractmethod
    def earlier(self, state: RawState) -> Iterator[tuple[RawState, bool]]:
        """The positions that are remembered, the first one first: each as a state of which only the position
        and the mover count, and whether it is of the present turn."""

    @abstractmethod
    def _parts(self, state: RawState) -> tuple[Any, ...]:
        """What a state is made of: numbers, texts, and tuples of these."""
