"""A position in a game: what a player sees of it, and the positions that follow it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from interpreter.engines.contents import Contents
from interpreter.engines.frozen import number_in
from interpreter.engines.kept import stable_hash
from interpreter.errors.user_errors import IllegalMoveError, MoveError
from interpreter.game import reading
from interpreter.game.customary import customary, read_customary, the_only
from interpreter.game.drawn import Drawn
from interpreter.game.draws import Draws
from interpreter.game.move import Move
from interpreter.game.notation import MoveFacts, MoveText, others_of, write_all
from interpreter.support.numbers import MOST_PLIES, depth_of, threads_of, whole

if TYPE_CHECKING:
    from interpreter.engines.interface import Depth
    from interpreter.engines.move_words import RawMove
    from interpreter.game.glimpse import Glimpse
    from interpreter.game.observation import Planes
    from interpreter.game.rules import Rules
    from interpreter.game.sampled import Sampled

#: What a state works out when it is asked for.
_WORKED_OUT = (
    "contents", "board", "sites", "colours", "plan", "legal_moves", "_texts", "last_step", "_key",
)  # fmt: skip


class State(Drawn):
    """A position. It never changes: `play` returns a new one.

    Two states are equal if they belong to equal games (of the same rules, from whatever file, on either
    engine) and their positions, movers and all that the rules remember are the same, whatever the moves that
    led there. That is earlier positions too where a rule looks at these: which there were, and how often; in
    what order does not matter to any. What chance will do is no part of a state's value.
    """

    def __init__(
        self,
        game: Rules,
        raw: object,
        ply: int = 0,
        rolled: bool = False,
        came: tuple[object, RawMove | int] | None = None,
        draws: Draws | None = None,
        ids: tuple[int, ...] | None = None,
    ) -> None:
        self.game = game
        self._raw = raw
        #: the engine's state before, and the move that led from there, or its number: for drawings alone
        self._came = came
        #: what `random_move` draws from: one stream for all states of a started game
        self._draws = draws
        #: were dice rolled just now, to show what was said
        self.rolled = rolled
        #: how many decisions have been made since the start
        self.ply = ply
        if ids is not None:  # known already
            self.__dict__["ids"] = ids

    #: of a state that came from elsewhere: what its engine's state is made of
    _parts: tuple[object, ...]

    @classmethod
    def of_parts(
        cls, game: Rules, parts: tuple[object, ...], ply: int, draws: tuple[int, int] | None = None
    ) -> State:
        """A state of a game from the parts of an engine's state, which are looked at when the state is."""
        state = object.__new__(cls)
        vars(state).update(
            game=game,
            _parts=parts,
            _came=None,
            rolled=False,
            ply=number_in(ply, 0, MOST_PLIES),
            _draws=None if draws is None else Draws(*draws),
        )
        return state

    @cached_property
    def _raw(self) -> object:
        """The engine's own state, of a state that came from elsewhere. Raises ValueError for what is none."""
        return self.game.engine.restored(self._parts)

    @property
    def raw(self) -> object:
        """The engine's own state: for what works with the engine itself, as searches do."""
        return self._raw

    # --- Moves ----------------------------------------------------------------------------------------

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, each once; empty when the game is over."""
        if self.is_over:
            return ()
        moves = dict.fromkeys(self.game.engine.legal_moves(self._raw))
        return tuple(Move(kind, args, site, self) for kind, args, site in moves)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The numbers of the legal moves among `game.actions`, in the order of `legal_moves`: all different.

        Raises ActionError, as `game.actions` does.
        """
        values = self.game.values()
        if values is not None:
            ids: tuple[int, ...] | None = values.ids(self._raw)  # type: ignore[arg-type]
            if ids is not None:
                return ids
        return self.game.actions.ids([move.raw for move in self.legal_moves])

    @property
    def mask(self) -> memoryview[bool]:
        """Which of `game.actions` are legal here: a truth for each, in memory that numpy reads as it is.

        Each call makes its own. Raises ActionError, as `game.actions` does.
        """
        bits = bytearray(len(self.game.actions))
        for number in self.ids:
            bits[number] = 1
        return memoryview(bits).cast("?")

    def play_id(self, number: int) -> State:
        """The state after the legal move of a number. Raises IllegalMoveError where none has it."""
        values = self.game.values()
        if values is not None:
            played = values.after(self._raw, number)  # type: ignore[arg-type]
            if played is not None:
                came = self._raw, int(number)
                return State(self.game, played[0], self.ply + 1, False, came, self._draws, played[1])
        try:
            move = self.legal_moves[self.ids.index(number)]
        except ValueError:
            raise IllegalMoveError(self.game.actions.not_legal(number)) from None
        return self.play(move)

    def observe(self, viewer: int | None = None) -> Planes:
        """The position as planes of numbers, seen by a seat, by default the one to move.

        `game.observation` names them. float32, (planes, sites); each call makes its own. Raises ValueError
        for what is no seat of the game.
        """
        if viewer is not None:
            viewer = whole("a seat", viewer, 1, len(self.game.seats))
        values = self.game.values()
        if values is not None:
            seen: Planes = values.observe(self._raw, viewer or 0)  # type: ignore[arg-type]
            return seen
        viewer = self.seat if viewer is None else viewer
        planes: Planes = self.game.observation.of(self._board(batched=True), (viewer,))[0]
        return planes

    def seen_by(self, player: int) -> Glimpse:
        """The position as a player sees it, without what the rules hide from that player (`set Hidden`).

        It tells what stands where, as `contents`, `sites` and `hands` do here, is drawn in the same way, and
        has the legal moves if the player is to move. Raises ValueError for what is no player of the game.
        """
        from interpreter.game.glimpse import Glimpse

        return Glimpse(self, whole("a player", player, 1, len(self.game.players)))

    @cached_property
    def _texts(self) -> dict[Move, MoveText]:
        others = cache(lambda: others_of(self.seat, self.contents))
        facts = [self.facts(move, others) for move in self.legal_moves]
        return dict(zip(self.legal_moves, write_all(facts, self.game.site_names), strict=True))

    def written(self, move: Move) -> MoveText:
        """The text of one of this state's legal moves, in its parts."""
        try:
            return self._texts[move]
        except KeyError:
            raise IllegalMoveError("the move is not legal in this position") from None

    def facts(self, move: Move, others: Callable[[], int] | None = None) -> MoveFacts:
        """What is to be known of a legal move to write it; `others` counts the pieces that are not the
        mover's, if that is known for several moves."""
        others = others or (lambda: others_of(self.seat, self.contents))
        engine, raw = self.game.engine, self._raw
        seen = engine.endpoints(raw, move.raw)
        kind = engine.program.kinds[move.kind]

        def outcome() -> tuple[Contents, frozenset[int]]:
            if seen.target < 0:
                return self.contents, frozenset()
            after = engine.settle(raw, move.raw)
            return engine.contents(after), engine.pending_captures(after) - engine.pending_captures(raw)

        return MoveFacts(
            decision=kind.decision,
            origin=seen.origin,
            target=seen.target,
            label=kind.label,
            levels=seen.levels,
            mover=self.seat,
            before=self.contents,
            outcome=outcome,
            others=others,
            from_hand=seen.origin in self.game.hands,
        )

    def play(self, move: Move | str, roll: Sequence[int] | None = None) -> State:
        """The state after a move, or after the move or whole turn that a text names.

        `roll` says what dice show if they are rolled then. Raises UnknownMoveError, IllegalMoveError,
        AmbiguousMoveError, or RollError.
        """
        if isinstance(move, str):
            state = self
            for each in self.parse_turn(move):
                state = state.play(each, roll)
            return state
        if move not in self.legal_moves:
            raise IllegalMoveError("the move is not legal in this position")
        if roll is not None:
            return self.before_the_next(move).with_roll(roll)
        after = self.game.engine.play(self._raw, move.raw)
        return State(self.game, after, self.ply + 1, came=(self._raw, move.raw), draws=self._draws)

    def with_roll(self, roll: Sequence[int]) -> State:
        """What chance makes of a settled state, dice that are rolled showing these numbers.

        Raises RollError.
        """
        engine, generator = self.game.engine, self.game.generator_for_roll(roll)
        after = engine.take_chance(self._raw, generator)
        rolled = engine.rng(after) != generator
        return State(self.game, after, self.ply, rolled, self._came, self._draws)

    def had_rolled(self, roll: Sequence[int]) -> State | None:
        """This position as it would be if the dice rolled before it showed these numbers, in the order of
        their sites; None where what came before is not known. Raises RollError."""
        engine = self.game.engine
        if self._came is not None:
            raw, move = self._came_by(self._came)
            before = State(self.game, engine.settle(raw, move), self.ply, came=self._came, draws=self._draws)
        elif self.ply == 0:
            before = State(self.game, engine.set_up(0), 0, draws=self._draws)
        else:
            return None
        return before.with_roll(roll)

    def _came_by(self, came: tuple[object, RawMove | int]) -> tuple[object, RawMove]:
        """The state before, and the move that led from there."""
        raw, move = came
        if isinstance(move, int):
            before = State(self.game, raw)
            move = before.legal_moves[before.ids.index(move)].raw
        return raw, move

    def before_the_next(self, move: Move) -> State:
        """What a move leads to before chance, or the next game of a match, has its say: to be looked at."""
        after = self.game.engine.settle(self._raw, move.raw)
        return State(self.game, after, self.ply + 1, came=(self._raw, move.raw), draws=self._draws)

    def parse(self, text: str) -> Move:
        """The legal move that a text names; case, blanks and the mark between sites do not matter.

        It may be written as players of the game do. Raises UnknownMoveError, IllegalMoveError or
        AmbiguousMoveError.
        """
        try:
            return reading.read_move(self, text)
        except MoveError:
            steps = [turn for turn in read_customary(self, text) if len(turn) == 1]
            if not steps:
                raise
        return the_only(text, steps)[0]

    def parse_turn(self, text: str) -> tuple[Move, ...]:
        """The decisions that a text names: one, or several of the same turn (`a2xc4xe6`).

        Raises as `parse` does.
        """
        try:
            return reading.read_turn(self, text)
        except MoveError:
            turns = read_customary(self, text)
            if not turns:
                raise
        return the_only(text, turns)

    def customary(self, move: Move, before: Sequence[Move] = (), signs: bool = True) -> str:
        """A legal move as the game's players write it, if its file says how: `Nf3`, `8/5`; else its text.

        `before` are the decisions of the same turn before it, behind which it is written; `signs` are those
        for check and mate.
        """
        return customary(self, move, before, signs)

    def perft(self, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of moves (or whole turns) of each length up to `depth` from here."""
        return self.game.engine.perft(self._raw, depth_of(depth), turns, threads_of(threads))

    def playouts(self, count: int, seed: int = 0, threads: int = 1) -> Sampled:
        """Play `count` random games from here to their ends, natively where that can be had.

        The same seed plays the same games on either engine, and however many threads share them.
        """
        from interpreter.game.sampled import Sampled

        count = whole("the number of games", count, 0, MOST_PLIES)
        engine, fast, raw = self.game.engine, self.game.fast_engine, self._raw
        if fast is not engine:
            raw = fast.from_record(engine.recorded(raw), engine.rng(raw), self.ply)
        rows = fast.games_from(raw, count, whole("a seed", seed), threads=threads_of(threads))
        return Sampled(rows, len(self.game.players))

    def random_move(self, generator: random.Random | None = None) -> Move:
        """One of the legal moves, each as likely. Raises IndexError when the game is over.

        Without a generator the seed of the game's start decides: games that start with the same seed, and
        ask for random moves in the same order, get the same ones, on every engine.
        """
        moves = self.legal_moves
        if generator is not None or self._draws is None:
            return (generator or random).choice(moves)
        if not moves:
            raise IndexError("there is no legal move: the game is over")
        return moves[self._draws.below(len(moves))]

    def forget(self) -> None:
        """Let go of what was worked out from the position; it is worked out again when it is asked for.

        For those who keep many positions of which few are looked at again.
        """
        for name in _WORKED_OUT:
            vars(self).pop(name, None)

    # --- As a value -----------------------------------------------------------------------------------

    def copy(self) -> State:
        """The same state: a state never changes, so this is for those used to states that do."""
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._key == other._key and (self.game is other.game or self.game == other.game)

    def __hash__(self) -> int:
        return stable_hash(self._key)

    @cached_property
    def _key(self) -> bytes:
        return self.game.engine.key(self._raw)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _: object) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        draws = None if self._draws is None else (self._draws.seed, self._draws.drawn)
        return _thaw, (self.game, self.game.engine.freeze(self._raw), self.ply, draws)

    @property
    def text(self) -> str:
        """The position as one line, which `Game.state` reads back to an equal state (docs/positions.md)."""
        return self.game.writing.written(self._raw, self.ply)

    def pictured(self, move: Move) -> str:
        """The picture (SVG) of what a legal move leads to, with the move marked."""
        return self.play(move).svg()

    @property
    def standing(self) -> str:
        """How far the game is, and who is to move or how it ended, in words: `ply 3, Cross to move`."""
        return f"ply {self.ply}, {self.outcome or self.mover_name + ' to move'}"

    def __repr__(self) -> str:
        return f"<State of {self.game.name}: {self.standing}>"


def _thaw(game: Rules, frozen: object, ply: int, draws: tuple[int, int] | None = None) -> State:
    return State.of_parts(game, game.engine.opened(frozen), ply, draws)
