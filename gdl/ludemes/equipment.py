"""The equipment: boards, pieces, hands, dice, regions, maps, tracks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, noting, unsupported
from gdl.core.evaluate import NotConstant, evaluate
from gdl.english.grammar import MOST_NAMES, a, capital, counted, listed, number_word
from gdl.english.phrases import Point
from gdl.equip.facts import Facts
from gdl.lower.numbers import constant
from gdl.lower.places import coordinate, is_coordinate, region_parts
from gdl.lower.players import owner, owners_of
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import IntExpr, Item, Moves, Region
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import CompassDirection, RoleType, StaticRegion, StepType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("flips")
class Flips(Ludeme):
    """The two states between which a piece flips."""

    english = "{first} and {second}"
    first: int = arg()
    second: int = arg()


@ludeme("piece")
class Piece(Item):
    """A kind of piece: its name, whose it is (default `Each`: every player has its own), and how it moves.

    Example: `(piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))))`.
    """

    name: str = arg(declares=Kind.PIECE)
    role: RoleType = arg(RoleType.EACH)
    facing: CompassDirection | None = arg(None)
    flips: Flips | None = arg(None)
    moves: Moves | None = arg(None)
    max_state: int | None = named("maxState", None)
    max_count: int | None = named("maxCount", None)
    max_value: int | None = named("maxValue", None)

    @property
    def unsupported(self) -> str | None:
        """What about it cannot be played yet."""
        return None

    def says(self, s: Speaker, no: bool = False) -> Point:
        """How a piece moves, with its name in front; told once for all players who have it so."""
        base = s.say(self.name)
        base = s.base(base)[0] if s.facts.named(base) else base
        alone = self.role in (RoleType.EACH, RoleType.SHARED, RoleType.ALL)
        whose = (
            "" if alone else " (neutral)" if self.role is RoleType.NEUTRAL else f" ({s.player(self.role)})"
        )
        name = capital(base) + whose
        if self.moves is None:
            return Point(name, (), self.span)
        with s.about(piece="", **{"from": f"its {s.cell}", "site": f"its {s.cell}"}):
            point = s.moves(self.moves)
        may = "" if point.text.startswith(("if ", "for ", "with ")) else "it may "
        return Point(f"{name}: {may}{point.text}", point.points, self.span)


@ludeme("path")
class Path(Ludeme):
    """A line across a tile, from one of its sides to another."""

    origin: int = named("from")
    slot_from: int | None = named("slotsFrom", None)
    target: int = named("to")
    slot_to: int | None = named("slotsTo", None)
    colour: int = named("colour")

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a line from side {self.origin} to side {self.target}"


@ludeme("tile")
class Tile(Piece):
    """A piece that fills its cell. (Tiles of several cells, and tiles with paths, are not supported.)

    Example: `(tile "Hex" Each numSides:6)`.
    """

    name: str = arg(declares=Kind.PIECE)
    role: RoleType = arg(RoleType.EACH)
    walk: tuple[StepType, ...] | tuple[tuple[StepType, ...], ...] | None = arg(None)
    sides: int | None = named("numSides", None)
    slots: tuple[int, ...] | None = named("slots", None)
    slots_per_side: int | None = named("slotsPerSide", None)
    paths: tuple[Path, ...] | None = arg(None)
    flips: Flips | None = arg(None)
    moves: Moves | None = arg(None)
    max_state: int | None = named("maxState", None)
    max_count: int | None = named("maxCount", None)
    max_value: int | None = named("maxValue", None)
    at_most_one = (("slots", "slots_per_side"),)

    @property
    def unsupported(self) -> str | None:
        if self.walk is not None:
            return "a tile of several cells"
        return None if self.paths is None else "a tile with paths"


@ludeme("hand")
class Hand(Item):
    """Sites beside the board where a player keeps pieces: `(hand Each)`, `(hand Each "camp" size:2)`."""

    role: RoleType = arg()
    name: str | None = arg(None, declares=Kind.CONTAINER)
    size: int = named("size", 1)

    def says(self, s: Speaker, no: bool = False) -> str:
        name = "hand" if self.name is None else s.say(self.name).lower()
        who = (
            "Each player has"
            if self.role in (RoleType.EACH, RoleType.ALL)
            else (
                "There is"
                if self.role in (RoleType.SHARED, RoleType.NEUTRAL)
                else f"{s.player(self.role)} has"
            )
        )
        places = "" if self.size == 1 else f" of {number_word(self.size)} places"
        what = "a hand for pieces" if name == "hand" else f"{a(name)}"
        return f"{capital(who)} {what}{places} beside the board"


@ludeme("dice")
class Dice(Item):
    """Dice that are rolled: `(dice d:6 num:2)`."""

    d: int | None = named("d", None)
    faces: tuple[int, ...] | None = named("faces", None)
    faces_by_die: tuple[tuple[int, ...], ...] | None = named("facesByDie", None)
    start: int | None = named("from", None)
    role: RoleType | None = arg(None)
    number: int = named("num", 1)
    biased: tuple[int, ...] | None = named("biased", None)
    at_most_one = (("faces", "faces_by_die", "start"),)

    def faces_of(self, die: int) -> tuple[int, ...]:
        """The numbers on the faces of one of the dice."""
        if self.faces_by_die is not None:
            return self.faces_by_die[min(die, len(self.faces_by_die) - 1)]
        if self.faces is not None:
            return self.faces
        return self._numbered

    @cached_property
    def _numbered(self) -> tuple[int, ...]:
        """The faces of each die, where they are numbered on."""
        first = 1 if self.start is None else self.start
        return tuple(range(first, first + (self.d or 6)))

    def weights_of(self, die: int) -> tuple[int, ...]:
        """How often each face of one of the dice comes, in proportion."""
        number = len(self.faces_of(die))
        given = () if self.biased is None else self.biased[:number]
        return (*given, *[1] * (number - len(given)))

    def says(self, s: Speaker, no: bool = False) -> str:
        sets = [self.faces_of(die) for die in range(self.number)]
        number = counted(self.number, "die").capitalize()
        verb = "is" if self.number == 1 else "are"
        if len(set(sets)) == 1:
            faces = sets[0]
            if len(faces) > 1 and faces == tuple(range(faces[0], faces[0] + len(faces))):
                shown = f"{number_word(faces[0])} to {number_word(faces[-1])}"
            else:
                shown = listed([number_word(face) for face in faces])
            each = "each " if self.number > 1 else ""
            text = f"{number} {verb} rolled, {each}with the faces {shown}"
        else:
            text = f"{number} {verb} rolled, with the faces " + "; ".join(
                listed([number_word(face) for face in faces]) for faces in sets
            )
        return text + (", which do not all come equally often" if self.biased is not None else "")


@ludeme("regions")
class Regions(Item):
    """Sites with a name or an owner: `(regions "Home" P1 (sites Bottom))`.

    Words like `Sides` or `Rows` stand for several regions at once.
    """

    name: str | None = arg(None, declares=Kind.REGION)
    role: RoleType | None = arg(None)
    where: Region | tuple[Region, ...] | tuple[IntExpr, ...] | StaticRegion | tuple[StaticRegion, ...] = arg()
    hint: str | None = arg(None)

    def equip(self, facts: Facts) -> None:
        facts.regions.setdefault(self.name or "", []).append(self)
        for player in owners_of(self.role, facts.players):
            facts.regions_of.setdefault(player, []).append(self)

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        with noting(mistakes):
            region_parts(b, self)

    def says(self, s: Speaker, no: bool = False) -> str:
        name = "" if self.name is None else s.region_name(self.name)
        whose = "" if self.role in (None, RoleType.ALL, RoleType.SHARED) else s.whose(self.role)
        lead = (f"{whose} {name}" if whose else f"the {name}" if name else "A region").strip()
        if not name:
            lead = f"{whose} own {s.cells}" if whose else "A region"
        many = name.endswith("s") or (not name and bool(whose))
        where = s.sites_of(self.where)
        many = many or where.endswith(f" {s.cells}")
        return f"{capital(lead)} {'are' if many else 'is'} {where}"


class Landmark(WordEnum):
    """A notable site."""

    BOTTOM_SITE = "BottomSite"
    CENTRE_SITE = "CentreSite"
    FIRST_SITE = "FirstSite"
    LAST_SITE = "LastSite"
    LEFT_SITE = "LeftSite"
    RIGHT_SITE = "RightSite"
    TOPSITE = "Topsite"


@ludeme("pair")
class Pair(Ludeme):
    """A key and what it stands for."""

    key: int | IntExpr | RoleType | str = arg()
    value: int | IntExpr | RoleType | Landmark | str = arg()

    def entry(self, b: Builder) -> tuple[int, int]:
        """Both as numbers. Raises MeaningError where one is not known before the game starts."""
        return self._number(b, self.key), self._number(b, self.value)

    def _number(self, b: Builder, part: int | IntExpr | RoleType | Landmark | str) -> int:
        if isinstance(part, int):
            return part
        if isinstance(part, IntExpr):
            try:
                return int(evaluate(part.lower(b), {}, b.facts.size))
            except NotConstant:
                raise unsupported(
                    "a number that changes in a map",
                    self.span,
                    "write the number, and work out the rest where it is used",
                ) from None
        if isinstance(part, RoleType):
            number = constant(owner(b, part, self.span))
            if number is None:
                raise MeaningError(
                    "E0440", f"`{part.value}` changes from turn to turn, and a map is made once", self.span,
                    "a player is wanted here", "name the player: P1, P2 and so on", subject=part.value,
                )  # fmt: skip
            return number
        if isinstance(part, str):
            piece = next((each.index for each in b.facts.components[1:] if each.name == part), None)
            if piece is None or is_coordinate(b, part, None):
                return coordinate(b, part, None, self.span)
            return piece
        topology, main = b.facts.topology, b.facts.main
        match part:
            case Landmark.CENTRE_SITE:
                return topology.centre(main)[0]
            case Landmark.LEFT_SITE:
                return topology.left(main)[0]
            case Landmark.RIGHT_SITE:
                return topology.right(main)[0]
            case Landmark.TOPSITE:
                return topology.top(main)[0]
            case Landmark.BOTTOM_SITE:
                return topology.bottom(main)[0]
            case Landmark.FIRST_SITE:
                return 0
            case Landmark.LAST_SITE:
                return b.facts.board_count - 1

    def says(self, s: Speaker, no: bool = False) -> str:
        key = s.player(self.key) if isinstance(self.key, RoleType) else s.site(self.key)
        value = s.player(self.value) if isinstance(self.value, RoleType) else s.site(self.value)
        return f"{value} for {key}"


class AnyMap(Item):
    """A table from numbers to numbers."""

    name: str | None

    def equip(self, facts: Facts) -> None:
        facts.maps.append(self)

    def entries(self, b: Builder) -> dict[int, int]:
        """What it has for which keys. Raises MeaningError where that is not known before the game starts."""
        with b.lowering(self) as possible:
            if not possible:
                called = "this map" if self.name is None else f'the map "{self.name}"'
                raise MeaningError(
                    "E0431", f"{called} is made of itself", self.span,
                    "asked for again by one of its entries", "write the numbers",
                )  # fmt: skip
            return self._entries(b)

    def _entries(self, b: Builder) -> dict[int, int]:
        raise NotImplementedError

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        with noting(mistakes):
            self.entries(b)

    def _called(self, s: Speaker) -> str:
        return f"The table “{s.say(self.name)}”" if self.name else "The table of the game"


@ludeme("map")
class Map(AnyMap):
    """A table from keys to values: `(map "Opposite" {(pair 0 5) (pair 1 4)})`. Of a key that stands in it
    twice the first pair counts."""

    name: str | None = arg(None, declares=Kind.MAP)
    pairs: tuple[Pair, ...] = arg()

    def _entries(self, b: Builder) -> dict[int, int]:
        by_key: dict[int, int] = {}
        for pair in self.pairs:
            key, value = pair.entry(b)
            by_key.setdefault(key, value)
        return by_key

    def says(self, s: Speaker, no: bool = False) -> str:
        pairs = [each.says(s) for each in self.pairs[:MOST_NAMES]]
        more = f" and {len(self.pairs) - MOST_NAMES} more" if len(self.pairs) > MOST_NAMES else ""
        return f"{self._called(s)} has {', '.join(pairs)}{more}"


@ludeme("map")
class MapLists(AnyMap):
    """A table from the numbers of one list to those of the other, which is as long."""

    name: str | None = arg(None, declares=Kind.MAP)
    keys: tuple[int, ...] = arg()
    values: tuple[int, ...] = arg()

    def _entries(self, b: Builder) -> dict[int, int]:
        if len(self.keys) != len(self.values):
            raise MeaningError(
                "E0413", f"{len(self.keys)} keys stand for {len(self.values)} values", self.span,
                "lists of different lengths", "give each key a value: (map {1 2} {5 6})",
            )  # fmt: skip
        return dict(zip(self.keys, self.values, strict=True))

    def says(self, s: Speaker, no: bool = False) -> str:
        pairs = [
            f"{value} for {key}"
            for key, value in list(zip(self.keys, self.values, strict=False))[:MOST_NAMES]
        ]
        return f"{self._called(s)} has {', '.join(pairs)}"
