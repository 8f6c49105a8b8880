"""Games: loading one from its file, starting it, and asking about it as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.support.values import evolve
from interpreter.errors.user_errors import RollError
from interpreter.game.image import Recipe, image_for
from interpreter.game.luggage import Luggage, arrived, luggage_of, working_folder
from interpreter.game.rules import Rules
from interpreter.game.shipped import locate
from interpreter.support.arguments import argument, shown
from interpreter.support.numbers import MOST_PLIES, threads_of, whole

if TYPE_CHECKING:
    from interpreter.engines.interface import Depth, Playouts
    from interpreter.game.batch import Batch
    from interpreter.game.cursor import Cursor
    from interpreter.game.position import Position
    from interpreter.game.state import State


def load(
    name: str | Path,
    options: Mapping[str, str] | None = None,
    definitions: Iterable[str | Path] = (),
) -> Game:
    """Load a game from a file, or a shipped game by its name.

    `options` chooses by option name, `definitions` are folders of shared definition files. Raises
    GameNotFoundError, and LanguageError with every mistake of the file (and of the options).
    """
    if not isinstance(name, str | Path):
        raise TypeError(f"a game is named by a text or a path, not by {shown(name)}")
    return make_game(Recipe(str(locate(name)), *_chosen(options, definitions), folder=working_folder()))


def loads(
    text: str,
    options: Mapping[str, str] | None = None,
    definitions: Iterable[str | Path] = (),
    name: str = "<text>",
) -> Game:
    """Load a game from a text; `name` is what messages call it. Raises LanguageError, as `load` does.

    What the text includes is looked for in the folders of definitions and among the shipped games.
    """
    argument("the text of a game", text, str)
    return make_game(Recipe(name, *_chosen(options, definitions), text=text, folder=working_folder()))


def _chosen(
    options: Mapping[str, str] | None, definitions: Iterable[str | Path]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f'options are a mapping such as {{"Size": "7"}}, not {shown(options)}')
    chosen = sorted((str(key), str(value)) for key, value in (options or {}).items())
    return tuple(chosen), tuple(str(folder) for folder in definitions)


def given_game(value: object) -> Game:
    """What a caller gave as a game. Raises TypeError that says how to get one."""
    how = f"gdl.load({value!r})" if isinstance(value, str) and len(value) < 80 else 'gdl.load("troika")'
    return argument("what is played", value, Game, f"{how} is one")


def make_game(recipe: Recipe) -> Game:
    """The game of a recipe. Raises LanguageError, and PositionError where its position is none."""
    image, compiled = image_for(recipe)
    game = Game(evolve(recipe, position=None), image, compiled)
    return game if recipe.position is None else game.starting_from(recipe.position)


def _arrived(ticket: str, packed: bytes) -> Game:
    return arrived(Luggage(ticket, packed), make_game)


def _at(game: Game, position: Position) -> Game:
    """A game as its file has it, with another first position."""
    from interpreter.game.position import with_position

    image = evolve(game.image, program=with_position(game.program, position, game.seats), key=None)
    compiled = game._compiled and evolve(game._compiled, program=image.program)
    return Game(evolve(game.recipe, position=position), image, compiled)


class Game(Rules):
    """A game with its options chosen: its rules, and what is done with them. It never changes."""

    def start(self, seed: int | None = None, roll: Sequence[int] | None = None) -> State:
        """The first position. `seed` decides what chance does, and which moves `State.random_move` draws;
        without one both differ each time.

        `roll` says what dice show if they are rolled then. Raises RollError.
        """
        from interpreter.game.draws import Draws
        from interpreter.game.state import State

        if seed is None:
            import secrets

            seed = secrets.randbits(62)
        seed, position = whole("a seed", seed), self.recipe.position
        if isinstance(position, str):
            if roll is not None:
                raise RollError("what the dice show is told by the position that the game begins with")
            return self.state(position, seed)
        ply = position.ply if position is not None else 0
        if roll is not None:
            return State(self, self.engine.set_up(seed), ply, draws=Draws(seed)).with_roll(roll)
        values = self.values_there
        if values is not None:
            begun = values.start(seed)
            if begun is not None:
                return State(self, begun[0], ply, draws=Draws(seed), ids=begun[1])
        return State(self, self.engine.start(seed), ply, draws=Draws(seed))

    def state(self, text: str, seed: int = 0) -> State:
        """The position of a text, as `State.text` writes it: an equal state on either engine.

        `seed` decides what chance does from there on, and which moves `State.random_move` draws. Raises
        PositionError, with the column and what was expected there.
        """
        from interpreter.engines.python.random import mix
        from interpreter.game.draws import Draws
        from interpreter.game.state import State

        seed = whole("a seed", seed)
        argument("a position", text, str)
        raw, ply = self.writing.read(text, mix(seed, 0))
        return State(self, raw, ply, draws=Draws(seed))

    def starting_from(self, position: Position | str) -> Game:
        """The same game with another first position: as scenarios describe one, or as `State.text` writes it.

        Raises PositionError for what is no position of the game.
        """
        if isinstance(position, str):
            self.state(position)
            return Game(evolve(self.recipe, position=position), self.image, self._compiled)
        if self.recipe.position is None or isinstance(self.recipe.position, str):
            return _at(self, position)  # compiled already
        return make_game(evolve(self.recipe, position=position))

    def playouts(self, count: int, seed: int = 0, threads: int = 1) -> Playouts:
        """Play `count` games at random, natively; the same seed plays the same games on either engine.

        How many threads share them changes nothing but the time it takes.
        """
        from interpreter.engines.interface import Playouts

        count = whole("the number of games", count, 0, MOST_PLIES)
        if isinstance(self.recipe.position, str):
            played = self.start(seed).playouts(count, seed, threads)
            wins = tuple(int(number) for number in played.wins)
            return Playouts(count, int(played.lengths.sum()), wins, played.draws)
        return self.fast_engine.playouts(count, whole("a seed", seed), threads_of(threads))

    def batch(self, size: int, seed: int = 0, start: State | None = None) -> Batch:
        """A batch of `size` games in one array, stepped natively: the first games of a seed; with a `start`
        all from that state, in each with chances of its own.

        Raises EngineError where there is no native engine.
        """
        from interpreter.game.batch import Batch

        if start is None and isinstance(self.recipe.position, str):
            start = self.start(seed)
        return Batch(self, size, seed, start)

    def cursor(self, seed: int | None = None) -> Cursor:
        """The starting position as a cursor: a state that changes in place, for many steps one by one.

        Raises ActionError for a game whose moves have no numbers, EngineError without the native engine.
        """
        from interpreter.game.cursor import Cursor

        return Cursor(self.start(seed))

    def perft(
        self, depth: int, turns: bool = False, seed: int | None = None, threads: int = 1
    ) -> tuple[Depth, ...]:
        """Count the sequences of moves (or whole turns) of each length up to `depth`."""
        return self.start(0 if seed is None else seed).perft(depth, turns, threads)

    @cached_property
    def luggage(self) -> Luggage:
        """What travels of it when it is pickled: all of its rules."""
        return luggage_of(self)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[[str, bytes], Game], tuple[str, bytes]]:
        return _arrived, (self.luggage.ticket, self.luggage.packed)
