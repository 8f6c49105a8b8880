"""A game from which something may be taken from one seat, ready to be played; and two who play it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.compile.restrictions import TAKEN, Restriction, What
from gdl.english.words import direction_word
from gdl.ludemes.ending import EndIf
from gdl.support.printable import one_line, shortened
from gdl.support.values import define, evolve, frozen
from interpreter.engines.interface import RawState
from interpreter.match.score import shares
from interpreter.players.mcts import worth
from interpreter.search.tree import Tree, TreeSettings
from interpreter.support.numbers import seed_for

if TYPE_CHECKING:
    from gdl.ludeme.base import Ludeme
    from interpreter.engines.interface import Engine
    from interpreter.engines.move_words import RawMove
    from interpreter.game.game import Game
    from interpreter.game.rules import Rules

#: Bytes for the tree of one move: it is made anew for each.
_MEMORY = 64 << 20
#: A longer rule is cut.
_WIDTH = 80


@frozen
class Pairing:
    """Games of one number, with each seat restricted in turn."""

    #: each seat's share of the win, where it was the restricted one
    shares: tuple[float, ...]
    plies: int
    #: how many of the games were given up, counting as shared by all
    given_up: int
    #: in how many of them anything was otherwise than it would have been without the restriction
    differing: int
    #: in how many it left the seat without a move, or ended the game, before its first move
    stuck: int


@define
class _Played:
    """A game as it goes on."""

    last: RawState
    plies: int = 0
    differs: bool = False
    #: how many moves the restricted seat has made, and whether it was left without any before the first
    moved: int = 0
    stuck: bool = False


class RestrictedGame:
    """One program for all restrictions of a game: which one holds for whom is part of the state."""

    def __init__(self, game: Game) -> None:
        """Compile it. Raises LanguageError, as compiling the game does."""
        from gdl.compile.weave_restrictions import RestrictionWeaver
        from interpreter.game.image import compile_recipe, image_of
        from interpreter.game.position import Position, with_position
        from interpreter.game.rules import Rules

        weaver = RestrictionWeaver()
        compiled = compile_recipe(game.recipe, weaver)
        image = image_of(compiled)
        if isinstance(game.recipe.position, Position):
            program = with_position(image.program, game.recipe.position, game.seats)
            image = evolve(image, program=program, key=None)
            compiled = evolve(compiled, program=program)
        #: what may be taken from a seat
        self.restrictions: tuple[Restriction, ...] = weaver.restrictions
        engine = game.recipe.engine
        self.rules: Rules = Rules(game.recipe, image, compiled).on("auto" if engine == "python" else engine)
        self.compiled = compiled
        self.players = image.program.players

    @cached_property
    def engine(self) -> Engine:
        """What runs it."""
        return self.rules.engine

    @cached_property
    def _fields(self) -> tuple[str, ...]:
        return tuple(f.name for f in self.engine.program.fields if f.name != TAKEN)

    @cached_property
    def _tree(self) -> Tree:
        tree = Tree(self.rules, TreeSettings(memory=_MEMORY))
        tree.compile()
        tree.init(self.engine.start(0))  # whether playouts are cut off is found out here, always alike
        return tree

    def start(self, seed: int, seat: int = 0, number: int = 0) -> RawState:
        """The first state of a seed, something being taken from a seat (from 1); 0: nothing from anybody."""
        return self.restricted(self.engine.start(seed), seat, number)

    def restricted(self, state: RawState, seat: int, number: int) -> RawState:
        """The same state with that being taken from the seat; the number 0: with nothing taken from it."""
        has_any = any(field.name == TAKEN for field in self.engine.program.fields)
        return self.engine.with_element(state, TAKEN, seat, number) if seat and has_any else state

    def facts(self, state: RawState) -> Hashable:
        """All that a state is, but what is taken from whom."""
        values = tuple(self.engine.value(state, name) for name in self._fields)
        return values, self.engine.rng(state)

    # --- Random play ------------------------------------------------------------------------------------

    def differing(self, number: int, games: int, seed: int, longest: int) -> int:
        """Of so many random games, each seat being restricted in turn, how many are others with the
        restriction than without."""
        result = 0
        for game in range(games):
            of = seed_for(seed, game, "restricted, at random")
            state = self.start(of)
            plain = self._ending(state, of, longest)
            result += sum(
                self._ending(self.restricted(state, seat, number), of, longest) != plain
                for seat in range(1, self.players + 1)
            )
        return result

    def _ending(self, state: RawState, seed: int, longest: int) -> Hashable:
        plies, last = self.engine.playout(state, seed, 0, longest)
        return plies, self.facts(last)

    # --- Searching play -----------------------------------------------------------------------------------

    def pairing(self, number: int, game: int, seed: int, simulations: int, longest: int) -> Pairing:
        """Play the games of a number, equal players in all seats, each seat being restricted in turn."""
        result, plies, given_up, differing, stuck = [], 0, 0, 0, 0
        for seat in range(1, self.players + 1):
            state = self.start(seed_for(seed, game, "chance"), seat, number)
            self._tree.reseed(seed_for(seed, game, f"restricted seat {seat}"))
            game_ = self._played(state, seat, simulations, longest)
            over = self.engine.over(game_.last)
            result.append(shares(self.engine.ranks(game_.last))[seat - 1] if over else 1 / self.players)
            plies += game_.plies
            given_up += not over
            differing += game_.differs
            stuck += game_.stuck
        return Pairing(tuple(result), plies, given_up, differing, stuck)

    def _played(self, state: RawState, seat: int, simulations: int, longest: int) -> _Played:
        engine, played = self.engine, _Played(state)
        while not engine.over(played.last) and played.plies < longest:
            state = played.last
            legal = list(dict.fromkeys(engine.legal_moves(state)))
            move = legal[0] if len(legal) == 1 else self._choice(state, simulations)
            played.last = engine.play(state, move)
            played.plies += 1
            self._compare(played, state, seat, legal, move)
        return played

    def _choice(self, state: RawState, simulations: int) -> RawMove:
        tree = self._tree
        tree.init(state)
        tree.run_simulations(state, simulations, None)
        return max(tree.children(tree.root), key=worth).move

    def _compare(
        self, played: _Played, state: RawState, seat: int, legal: list[RawMove], move: RawMove
    ) -> None:
        """Note whether anything in this ply is otherwise than without the restriction."""
        engine, free = self.engine, self.restricted(state, seat, 0)
        all_legal = list(dict.fromkeys(engine.legal_moves(free)))
        after = engine.play(free, move)
        played.differs = played.differs or all_legal != legal or self.facts(after) != self.facts(played.last)
        if not played.moved:
            no_move = engine.is_forced_pass(legal) and not engine.is_forced_pass(all_legal)
            ended = engine.over(played.last) and not engine.over(after)
            played.stuck = played.stuck or no_move or ended
        played.moved += engine.seat(state) == seat

    # --- In words -----------------------------------------------------------------------------------------

    def in_words(self, restriction: Restriction, seats: Sequence[str]) -> str:
        """What is taken, in English."""
        name = one_line(restriction.name)
        match restriction.what:
            case What.CAPTURES:
                return "moves that take or turn others' pieces"
            case What.PIECE:
                return f"moves of the {name}"
            case What.DIRECTION:
                return f"moves {direction_word(name)}"
            case What.ONTO:
                return f"moves onto {name}"
            case What.LEAVING:
                return f"moves away from {name}"
        ludeme = restriction.ludeme
        assert ludeme is not None
        if isinstance(ludeme, EndIf):
            ludeme = ludeme.condition
        said = self._excerpt(ludeme, restriction.what is What.EFFECT)
        text = shortened(said or one_line(restriction.span.text.partition("\n")[0]), _WIDTH)
        lead = {What.EFFECT: "effect: ", What.WAY: "allowed if ", What.ENDING: "a win if "}
        return f"{lead.get(restriction.what, '')}{text}"

    @cached_property
    def _excerpt(self) -> Callable[[Ludeme, bool], str]:
        from gdl.rulebook.excerpts import excerpts

        return excerpts(self.compiled, self.rules.seats, self.rules.counting)
