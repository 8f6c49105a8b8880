"""Drawings for a page: boards, and sprites, which are sent once and named by what they show (content
addressing).

Boards are remembered with the sprites (memoization): what all tables of a game share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2s

from gdl.support.values import evolve
from interpreter.drawing.plan import Plan
from interpreter.drawing.svg.palette import player_colours
from interpreter.drawing.svg.parts import ground_of
from interpreter.drawing.svg.pieces import Set, set_of
from interpreter.drawing.svg.xml import element
from interpreter.drawing.symbols import Picture
from interpreter.drawing.turning import sides_of, turned, turns_of, views_of
from interpreter.engines.contents import Piece, PieceKind
from interpreter.errors.user_errors import BadRequestError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.serve.messages.game import Board, Colour, Hand, HandSite, Kind, Site

#: Sprites are drawn in a circle of so much, and shrunk to one of 1: numbers in SVG have two decimals.
_ROOM = 100.0
#: So many boards of a game are remembered: most have one, some are laid out anew for each game.
_BOARDS = 32


def board_of(game: Game, plan: Plan, sprites: Sprites, turn: int = 0) -> Board:
    """The board in the colours that its sites have now.

    `turn`: clockwise by so many degrees. Raises BadRequestError where that is none of this board's `turns`.
    """
    turns = views_of(plan, len(game.players))
    if turn not in turns:
        raise BadRequestError(f"this board is turned by {', '.join(map(str, turns))} degrees")
    # the numbers of who sits below
    seat = turn * len(game.players) // 360 + 1
    called = {**game.customs.sites.get(0, {}), **game.customs.sites.get(seat, {})}
    ground = ground_of(turned(plan, turn), game.picture, called)
    return Board(
        turn=turn,
        turns=turns,
        id=blake2s(ground.svg.encode(), digest_size=6).hexdigest(),
        svg=ground.svg,
        title=game.name,
        players=game.players,
        seats=game.seats,
        inks=player_colours(game.picture.players),
        sites=[
            Site(
                site=each.site,
                name=each.name,
                colour=each.colour,
                x=each.x,
                y=each.y,
                room=each.room,
                size=each.size,
                down=each.down,
                outline=each.outline,
                way=each.way,
                neighbours=each.neighbours,
                called=called.get(each.name),
            )
            for each in ground.stands
        ],
        colours=[Colour(each.name, each.letter, each.id) for each in ground.colours],
        hands=[
            Hand(
                name,
                _holder(game, name),
                not game.picture.dice.keys().isdisjoint(sites),
                [HandSite(site, game.site_names[site]) for site in sites],
            )
            for name, sites in plan.beside
        ],
        kinds=[Kind(words, name, sprites.drawn[name]) for _, name, words in sprites.kinds(game)],
    )


def sides(first: State) -> tuple[int, ...]:
    """By how much each player turns the board to sit below, which the first position tells, or that each
    calls sites otherwise: seen from the own side."""
    players = len(first.game.players)
    by_plan, turns = sides_of(first.plan, first.contents, players), turns_of(first.plan, players)
    if (
        not any(by_plan)
        and len(turns) == players
        and first.game.customs.sites.keys() >= {*range(1, players + 1)}
    ):
        return turns
    return by_plan


def _holder(game: Game, name: str) -> int | None:
    """Whose hand it is: the number at the end of its name, which hands of players have."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits) if digits and 1 <= int(digits) <= len(game.seats) else None


class Sprites:
    """The sprites of a game's pieces. What looks the same has the same name in every process."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._set: Set = set_of(picture)
        self._names: dict[tuple[Piece, int | None], tuple[str, str]] = {}
        #: by name
        self.drawn: dict[str, str] = {}
        self._boards: dict[object, Board] = {}

    def of(self, site: int, piece: Piece) -> tuple[str, str]:
        """The name of a sprite, and what stands there in words."""
        key = (piece, self._picture.shown_by(site, piece))
        known = self._names.get(key)
        if known is None:
            drawn = self._set.draw(site, piece, (0.0, 0.0), _ROOM)
            name = blake2s(drawn.encode(), digest_size=6).hexdigest()
            self.drawn[name] = element("g", drawn, transform=f"scale({1 / _ROOM:g})")
            known = self._names[key] = (name, words_of(self._picture, site, piece))
        return known

    def kinds(self, game: Game) -> Iterator[tuple[PieceKind, str, str]]:
        """All kinds of pieces but dice, with the names of their sprites, and in words."""
        dice = len(game.program.names.dice)  # they come first
        for number, owner in enumerate(game.program.owners):
            if number > dice:
                kind = PieceKind(number, game.piece_names[number], owner)
                yield (kind, *self.of(-1, Piece(kind.name, owner, number)))

    def board(self, colours: object, draw: Callable[[], Board]) -> Board:
        """The board in some colours, drawn when it is first asked for."""
        known = self._boards.get(colours)
        if known is None:
            while len(self._boards) >= _BOARDS:
                del self._boards[next(iter(self._boards))]
            known = self._boards[colours] = draw()
        return known

    def levels(self, piece: Piece) -> list[tuple[str, str]]:
        """The pieces of a stack, the lowest first: each in words, and the name of its sprite."""
        single = (evolve(each, below=()) for each in (*piece.below, piece))
        return [(words, name) for name, words in (self.of(-1, each) for each in single)]


def words_of(picture: Picture, site: int, piece: Piece) -> str:
    """What stands on a site in words; of a high stack only its top and its height, since it can be opened."""
    if len(piece.below) < 2:
        return picture.words(site, piece)
    top = picture.words(-1, evolve(piece, below=()))
    alike = len({(each.component, each.count) for each in (*piece.below, piece)}) == 1
    return f"{top}, {piece.height} of them" if alike else f"{top}, on {len(piece.below)} more"
