"""The rules of a game: what it is, by what engine it is run, and how it looks; without any position."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from gdl.core.programs import PERSON, TRIALS
from gdl.support.values import evolve
from interpreter.engines.contents import PieceKind, piece_name
from interpreter.engines.kept import stable_hash
from interpreter.errors.user_errors import RollError, UnreadableFileError
from interpreter.game.image import Image, Recipe, compile_recipe, estimate_for

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from gdl.compile.compile import Compiled
    from gdl.core.ops import Program
    from gdl.equip.dice import Die
    from gdl.expand import Option
    from gdl.passes.linker import LinkUnit
    from interpreter.drawing.plan import Plan
    from interpreter.drawing.symbols import Picture
    from interpreter.drawing.view import Layer, View
    from interpreter.engines.interface import Engine
    from interpreter.engines.native.desk import Tables
    from interpreter.engines.native.single import Values
    from interpreter.engines.native.worker import Machine
    from interpreter.game.actions import Actions
    from interpreter.game.customs import Customs
    from interpreter.game.geometry import Geometry
    from interpreter.game.observation import Observation
    from interpreter.game.royal import Royal
    from interpreter.game.written_state import Writing


#: So often states are asked by numbers before code is compiled for it.
OFTEN = 256


class Rules:
    """What `Game` is made on: all that its states and searches need to know of it. It never changes."""

    def __init__(self, recipe: Recipe, image: Image, compiled: Compiled | None = None) -> None:
        self.recipe = recipe
        self.image = image
        self._compiled = compiled
        #: how often states were asked by numbers; what each thread plays them by
        self._asked, self._here = 0, threading.local()

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
    def estimate(self) -> LinkUnit:
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
        """Whether it is a match of several games."""
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

    @cached_property
    def geometry(self) -> Geometry:
        """The sites as arrays of numpy: where they are, and what is next to what."""
        from interpreter.game.geometry import Geometry

        return Geometry(self.site_names, self.plan, lambda: self.topology)

    @cached_property
    def pieces(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces by their numbers, dice among them; 0 stands for none."""
        pairs = zip(self.piece_names, self.program.owners, strict=True)
        return tuple(PieceKind(number, name, owner) for number, (name, owner) in enumerate(pairs))

    @property
    def hands(self) -> frozenset[int]:
        """The sites beside the board, by number."""
        return self.image.hands

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice, in the order of their sites."""
        return self.image.dice

    def generator_for_roll(self, roll: Sequence[int]) -> int:
        """The state of the random generator from which the dice come to count these numbers.

        Raises RollError for numbers that they cannot show.
        """
        from gdl.equip.dice import outcomes, roll_number
        from interpreter.engines.python.random import generator_for

        if len(roll) != len(self.dice):
            raise RollError(f"{self.name} is played with {len(self.dice)} dice, not {len(roll)}")
        faces = []
        for die, pips in zip(self.dice, roll, strict=True):
            if pips not in die.pips:
                numbers = ", ".join(map(str, sorted(set(die.pips))))
                raise RollError(f"a die cannot show {pips}: its faces are {numbers}")
            faces.append(die.pips.index(pips))
        return generator_for(roll_number(self.dice, faces), outcomes(self.dice))

    @cached_property
    def has_chance(self) -> bool:
        """Whether chance decides anything in it: dice, numbers drawn at random."""
        from gdl.core.ops import Draw
        from gdl.core.walk import statements

        return any(isinstance(stmt, Draw) for proc in self.program.procs for stmt in statements(proc.body))

    @property
    def fingerprint(self) -> str:
        """Stands for the rules as they are written, in every release: files of one fingerprint say the same.

        Comments, layout, and where definitions stand do not matter; the options chosen do. Rules that are
        the same in other words have the same `identity`.
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

    # --- What runs it ---------------------------------------------------------------------------------

    @property
    def customs(self) -> Customs:
        """How people write the game's moves."""
        return self.image.customs

    @cached_property
    def royal(self) -> Royal | None:
        """The pieces that must not be attacked, if the file names some."""
        name = self.customs.royal
        if not any(kind.name == name and kind.owner for kind in self.pieces):
            return None
        from interpreter.game.royal import royal_of

        return royal_of(self.image, name)

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

    def on(self, engine: str, checked: bool = False) -> Self:
        """The same game run by another engine: `python`, `native`, or `auto` (native where it can be had).

        `checked` has the native engine verify all that it does. States of one engine are no states of the
        other. Raises EngineError for an engine that there is not.
        """
        from interpreter.engines.registry import known_engine

        known_engine(engine)
        recipe = evolve(self.recipe, engine=engine, checked=checked)
        return self if recipe == self.recipe else type(self)(recipe, self.image, self._compiled)

    # --- How it looks ---------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """What drawing needs to know of the board."""
        return self.image.plan

    @cached_property
    def picture(self) -> Picture:
        """How the pieces are drawn."""
        from interpreter.drawing.symbols import Picture, symbols

        players = ("", *self.seats)
        owners = self.program.owners
        return Picture(
            symbols(self.program.names.components, owners, players),
            players,
            tuple(
                name.removesuffix("0") if not owner else name
                for name, owner in zip(self.piece_names, owners, strict=True)
            ),
            owners,
            {die.site: die.pips for die in self.dice},
            self.image.graphics.renamed,
            self.image.graphics.scales,
            self.image.graphics.lined,
            self.image.graphics.unlined,
        )

    def board_view(self, layers: frozenset[Layer]) -> View:
        """The board without pieces as it is to be drawn, with these layers."""
        from interpreter.drawing.view import Layer, View

        view = View(self.plan, self.picture, show=layers, title=f"The board of {self.name}")
        if not layers & {Layer.REGIONS, Layer.TRACKS}:
            return view
        from interpreter.drawing.layout import regions_of, tracks_of  # these need the compiled game

        facts = self.compiled.facts
        regions = regions_of(facts) if Layer.REGIONS in layers else ()
        tracks = tracks_of(facts) if Layer.TRACKS in layers else ()
        return evolve(view, regions=regions, tracks=tracks)

    def board_svg(self, show: Iterable[str] | None = None) -> str:
        """The board without pieces as the text of an SVG picture. `show` names what is drawn on it, as
        `gdl board --show` does: `names`, `numbers`, `colours`, `regions`, `tracks`, `legend`.

        Raises ValueError for what cannot be shown.
        """
        from interpreter.drawing.svg.write import svg
        from interpreter.drawing.view import layers_of

        return svg(self.board_view(layers_of(show)))

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self.board_svg()

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The name of each component without its owner's number; index 0 is no piece."""
        pairs = zip(self.program.names.components, self.program.owners, strict=True)
        return tuple(piece_name(component, owner) for component, owner in pairs)

    # --- Actions ----------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        """Every decision that the rules can offer, each with a number that is always the same.

        Raises ActionError for a game that has too many to be numbered.
        """
        from interpreter.game.actions import actions_of

        return actions_of(self.engine, self.site_names)

    @cached_property
    def observation(self) -> Observation:
        """How networks see states: the planes of `State.observe` by name, and their shape."""
        from interpreter.game.observation import Observation

        colours: dict[str, list[int]] = {}
        for spot in self.plan.every_spot:
            if spot.colour:
                colours.setdefault(spot.colour, []).append(spot.site)
        return Observation(self.engine.program, self.piece_names, self.geometry, colours)

    @cached_property
    def seen(self) -> Machine:
        """The native engine's code for numbers of moves, where these stand in a table, and for observations.

        Raises ActionError for a game that has too many moves to be numbered.
        """
        from interpreter.engines.native.engine import NativeEngine
        from interpreter.engines.native.module import Seen

        assert isinstance(self.engine, NativeEngine)
        return self.engine.seen_as(Seen(self.actions.numbering, self.observation.planes))

    def values(self) -> Values | None:
        """What plays states by numbers fast, once they are played so again and again, for it takes time to
        compile. None before, and where there is no such thing."""
        if self._asked < OFTEN:
            self._asked += 1
            return None
        here = self._here
        try:
            values: Values | None = here.values
        except AttributeError:
            values = here.values = self._make_values()
        return values

    @property
    def values_there(self) -> Values | None:
        """The same, if this thread has it already."""
        values: Values | None = getattr(self._here, "values", None)
        return values

    def _make_values(self) -> Values | None:
        from gdl.core.ops import Remember
        from gdl.core.walk import statements
        from interpreter.engines.native.glue import speaks
        from interpreter.engines.native.single import Single, Values

        remembers = any(isinstance(s, Remember) for proc in self.program.procs for s in statements(proc.body))
        if self.recipe.engine == "python" or not speaks() or self.engine.name != "native":
            return None
        tables = self.tables
        if tables is None:
            return None
        engine: Any = self.engine
        return Values(Single(engine, self.seen, tables, self.observation.shape, _never, remembers))

    @cached_property
    def tables(self) -> Tables | None:
        """The numbers of moves as machine code reads them, where they stand in a table."""
        from interpreter.engines.native.desk import Tables

        numbering = self.actions.numbering
        return None if numbering is None else Tables(self.seen, numbering)

    # --- Positions as text ----------------------------------------------------------------------------

    @cached_property
    def writing(self) -> Writing:
        """Writes and reads positions as one line of text."""
        from interpreter.game.placement import Placement
        from interpreter.game.written_state import Writing

        return Writing(self.engine, Placement(self.program, self.plan, self.picture.symbols))

    # --- As a value -----------------------------------------------------------------------------------

    @property
    def identity(self) -> str:
        """The fingerprint of the prepared rules: games of one identity are equal, and so may their states be.

        It is the same for the same rules from two files, on both engines and in every process. Another
        release may prepare the rules in another way: what is to last longer has `fingerprint`.
        """
        return self.engine.program_key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        if self.image is other.image or (self.image.key is not None and self.image.key == other.image.key):
            return True  # lowered to the same program, so prepared to the same
        return self._outline == other._outline and self.identity == other.identity

    def __hash__(self) -> int:
        return stable_hash(repr(self._outline).encode(errors="surrogateescape"))

    @property
    def _outline(self) -> object:
        """What no pass changes, so that games are hashed without being prepared."""
        names = self.program.names
        return self.program.players, self.program.sites, names.players, names.components, names.sites

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={choice}" for name, choice in self.recipe.options)
        return f"<Game {self.name}{' with ' + options if options else ''}>"


def _never(number: int) -> Exception:
    """Whoever plays states looks at their numbers himself."""
    return ValueError(f"{number} is not legal")
