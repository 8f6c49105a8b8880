"""Games: loading one from its file, starting it, and asking about it as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from gdl.core.field_names import PERSON
from gdl.core.limits import TRIALS
from interpreter.engines.pieces import piece_name
from interpreter.errors.errors import UnreadableFileError
from interpreter.game.image import Image, compile_recipe, estimate_for, image_for
from interpreter.game.recipe import Recipe
from interpreter.game.shipped import locate
from interpreter.support.whole import MOST_PLIES, threads_of, whole

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from gdl.compile.compile import Compiled
    from gdl.core.ops import Program
    from gdl.equip.dice import Die
    from gdl.expand import Option
    from gdl.passes.linker import Guests
    from interpreter.drawing.board import Picture
    from interpreter.drawing.plan import Plan
    from interpreter.engines.interface import Engine, Playouts
    from interpreter.engines.perft import Depth
    from interpreter.game.batch import Batch
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
    return _make(Recipe(str(locate(name)), *_chosen(options, definitions)))


def loads(
    text: str,
    options: Mapping[str, str] | None = None,
    definitions: Iterable[str | Path] = (),
    name: str = "<text>",
) -> Game:
    """Load a game from a text; `name` is what messages call it. Raises LanguageError, as `load` does.

    What the text includes is looked for in the folders of definitions and among the shipped games.
    """
    return _make(Recipe(name, *_chosen(options, definitions), text=text))


def _chosen(
    options: Mapping[str, str] | None, definitions: Iterable[str | Path]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    chosen = sorted((str(key), str(value)) for key, value in (options or {}).items())
    return tuple(chosen), tuple(str(folder) for folder in definitions)


def _make(recipe: Recipe) -> Game:
    image, compiled = image_for(recipe)
    game = Game(evolve(recipe, position=None), image, compiled)
    return game if recipe.position is None else _at(game, recipe.position)


def _at(game: Game, position: Position) -> Game:
    """A game as its file has it, with another first position."""
    from interpreter.game.position import with_position

    image = evolve(game.image, program=with_position(game.program, position), key=None)
    compiled = game._compiled and evolve(game._compiled, program=image.program)
    return Game(evolve(game.recipe, position=position), image, compiled)


class Game:
    """A game with its options chosen. It never changes."""

    def __init__(self, recipe: Recipe, image: Image, compiled: Compiled | None = None) -> None:
        self.recipe = recipe
        self.image = image
        self._compiled = compiled

    @cached_property
    def compiled(self) -> Compiled:
        """The game at every stage, from its text on: to play it takes no more than its image.

        Raises UnreadableFileError where the game's files have changed since it was loaded.
        """
        if self._compiled is not None:
            return self._compiled
        if not self.image.made_from.holds():
            raise UnreadableFileError(f"{self.recipe.path} has changed since it was loaded: load it again")
        return evolve(compile_recipe(self.recipe), program=self.program)

    @cached_property
    def estimate(self) -> Guests:
        """How states are estimated: procedures for `join` to add to the prepared program."""
        return estimate_for(self.image, self.recipe, lambda: self.compiled)

    # --- What it is -----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The game's name, as its file gives it, on one line."""
        return " ".join(self.program.name.splitlines())

    @property
    def program(self) -> Program:
        """The core program that the file became, ready for an engine."""
        return self.image.program

    @property
    def topology(self) -> Topology:
        """The board."""
        return self.compiled.facts.topology

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names; player 1 is first. People who change seats in a match have numbers."""
        return self._people

    @cached_property
    def is_match(self) -> bool:
        """Is it a match of several games?"""
        return any(field.name == TRIALS for field in self.program.fields)

    @cached_property
    def _people(self) -> tuple[str, ...]:
        if not any(field.name == PERSON for field in self.program.fields):
            return self.seats
        return tuple(f"Player {number}" for number in range(1, self.program.players + 1))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names that the game's rules give its players: those of its pieces' owners."""
        return self.image.seats

    @property
    def site_names(self) -> tuple[str, ...]:
        """What each site is called, by its number."""
        return self.program.names.sites

    @property
    def hands(self) -> frozenset[int]:
        """The sites beside the board, by number."""
        return self.image.hands

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice, in the order of their sites."""
        return self.image.dice

    @property
    def fingerprint(self) -> str:
        """Stands for the rules as they are played: two files of one fingerprint say the same.

        Comments, layout, and where definitions stand do not matter; the options chosen do.
        """
        return self.image.fingerprint

    @property
    def options(self) -> dict[str, str]:
        """Every option of the game with what was chosen, defaults included."""
        return dict(self.image.options)

    @property
    def available_options(self) -> tuple[Option, ...]:
        """The options that the file offers."""
        return self.compiled.expanded.options

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says about the game: `description`, `rules`, `author`, ..., each in one text."""
        return self.image.metadata

    @property
    def counting(self) -> dict[str, str]:
        """What the file of the game says (for a match: of the game that is played), as `metadata`."""
        return self.image.counting

    # --- What it does ---------------------------------------------------------------------------------

    @cached_property
    def engine(self) -> Engine:
        """What runs the rules: the reference engine, in Python, unless `on` chose another."""
        from interpreter.engines.registry import make_engine

        return make_engine(self.recipe.engine, self.program, self.recipe.checked, self.image.key)

    @cached_property
    def fast_engine(self) -> Engine:
        """The native engine, or the one in Python where that cannot be had: for many games at once."""
        from interpreter.engines.registry import make_engine

        if self.recipe.engine != "python":
            return self.engine
        return make_engine("auto", self.program, key=self.image.key)

    def on(self, engine: str, checked: bool = False) -> Game:
        """The same game run by another engine: `python`, `native`, or `auto` (native where it can be had).

        `checked` has the native engine verify all that it does. States of one engine are no states of the
        other. Raises EngineError for an engine that there is not.
        """
        from interpreter.engines.registry import known_engine

        known_engine(engine)
        return Game(evolve(self.recipe, engine=engine, checked=checked), self.image, self._compiled)

    def start(self, seed: int | None = None, roll: Sequence[int] | None = None) -> State:
        """The first position. `seed` decides what chance does; without one it differs each time.

        `roll` says what dice show if they are rolled then. Raises RollError.
        """
        from interpreter.game.state import State

        if seed is None:
            import secrets

            seed = secrets.randbits(62)
        seed = whole("a seed", seed)
        ply = self.recipe.position.ply if self.recipe.position is not None else 0
        if roll is not None:
            return State(self, self.engine.set_up(seed), ply).with_roll(roll)
        return State(self, self.engine.start(seed), ply)

    def starting_from(self, position: Position) -> Game:
        """The same game with another first position. Raises PositionError for unknown names."""
        if self.recipe.position is None:
            return _at(self, position)  # compiled already
        return _make(evolve(self.recipe, position=position))

    def playouts(self, count: int, seed: int = 0, threads: int = 1) -> Playouts:
        """Play `count` games at random, natively; the same seed plays the same games on either engine.

        How many threads share them changes nothing but the time it takes.
        """
        count = whole("the number of games", count, 0, MOST_PLIES)
        return self.fast_engine.playouts(count, whole("a seed", seed), threads_of(threads))

    def batch(self, size: int, seed: int = 0) -> Batch:
        """So many games side by side in one array, stepped natively: the first games of a seed.

        Raises EngineError where there is no native engine.
        """
        from interpreter.game.batch import Batch

        return Batch(self, size, seed)

    def perft(
        self, depth: int, turns: bool = False, seed: int | None = None, threads: int = 1
    ) -> tuple[Depth, ...]:
        """Count the sequences of moves (or whole turns) of each length up to `depth`."""
        return self.start(0 if seed is None else seed).perft(depth, turns, threads)

    # --- How it looks ---------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """What drawing needs to know of the board."""
        return self.image.plan

    @cached_property
    def picture(self) -> Picture:
        """How the pieces are drawn."""
        from interpreter.drawing.board import Picture
        from interpreter.drawing.symbols import symbols

        players = ("", *self.seats)
        return Picture(symbols(self.program.names.components, self.program.owners, players), players)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The name of each component without its owner's number; index 0 is no piece."""
        pairs = zip(self.program.names.components, self.program.owners, strict=True)
        return tuple(piece_name(component, owner) for component, owner in pairs)

    # --- As a value -----------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self.recipe == other.recipe if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.recipe)

    def __reduce__(self) -> tuple[Callable[[Recipe], Game], tuple[Recipe]]:
        return _make, (self.recipe,)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={choice}" for name, choice in self.recipe.options)
        return f"<Game {self.name}{' with ' + options if options else ''}>"
