"""Where pieces go from a cell, by the rules: each kind, and each colour of cells, tried on an empty board.

Nothing is read from the text: a piece stands alone on the board of the first position, and what it may do is
what the rules offer; where pieces are only placed, one is placed there, and the next may be where it allows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gdl.support.values import frozen
from interpreter.drawing.plan import Plan, Spot
from interpreter.engines.contents import Contents, Piece
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.state import State as Raw
from interpreter.game.game import Game
from interpreter.why.convert import converted, with_contents
from interpreter.why.explain import looking, observer_of
from interpreter.why.observer import NO_CHANGE, Change, Observer

#: So many cells are tried for each, those nearest to the middle first, and so many of those on which it
#: stands at first; so many cards are told at most.
_TRIED, _BEGUN, _MOST = 6, 2, 12


@frozen
class Reach:
    """From a cell, of a colour if the board has some, to where a piece goes; `words` say how that looks."""

    title: str
    words: str
    origin: int
    targets: tuple[int, ...]
    contents: Contents


def reaches(game: Game) -> list[Reach]:
    """A card for each kind of piece that moves, and each colour of cells; none where there is nothing to see.

    Raises WhyError where the rules cannot be looked into.
    """
    return looking(lambda: list(_reaches(game))[:_MOST])


def _reaches(game: Game) -> Iterator[Reach]:
    state = game.start(seed=1)
    observer = observer_of(game)
    raw = converted(game.engine, state.raw, observer)
    plan, board = state.plan, {spot.site for spot in state.plan.every_spot}
    empty = [None if site in board else piece for site, piece in enumerate(state.contents)]
    colours: Sequence[str] = plan.colours or ("",)
    kinds = [index for index, owner in enumerate(game.program.owners) if index and owner == state.mover]
    stands = {site: piece.component for site, piece in enumerate(state.contents) if piece is not None}
    reachable = False
    for kind in kinds:
        name = game.piece_names[kind]
        begun = [site for site in sorted(board) if stands.get(site) == kind]
        for colour in colours:
            best = None
            # (what does not leave a part of the board goes from where it stands at first)
            for sites in ([cell.site for cell in _cells(plan, colour)], [] if colour else begun[:_BEGUN]):
                seen = (_moving(game, observer, raw, empty, kind, site) for site in sites)
                best = max(seen, key=lambda each: len(each[1]), default=best)
                if best is not None and best[1]:
                    break
            if best is None or not best[1]:
                continue
            reachable = True
            title = f"{name} on {colour.lower()}" if colour else name
            if len(kinds) == 1 and colour:
                title = colour
            yield Reach(title, _like(plan, best[0], best[1]), *best)
    if not reachable and plan.colours:
        alone = with_contents(observer, raw, tuple(empty))
        for colour in colours:
            seen = (_placing(game, observer, alone, cell.site, board) for cell in _cells(plan, colour))
            placed = max(seen, key=lambda each: len(each[1]), default=None)
            if placed is not None and placed[1]:
                yield Reach(colour, _like(plan, placed[0], placed[1]), *placed)


def _cells(plan: Plan, colour: str) -> list[Spot]:
    """Cells of a colour, those nearest to the middle first."""
    x = sum(spot.x for spot in plan.spots) / len(plan.spots)
    y = sum(spot.y for spot in plan.spots) / len(plan.spots)
    own = [spot for spot in plan.spots if spot.colour == colour or not colour]
    return sorted(own, key=lambda spot: math.dist((x, y), (spot.x, spot.y)))[:_TRIED]


Seen = tuple[int, tuple[int, ...], Contents]


def _moving(
    game: Game, observer: Observer, raw: Raw, empty: Sequence[Piece | None], kind: int, site: int
) -> Seen:
    """Where a piece alone on the board goes from a site."""
    contents = list(empty)
    contents[site] = Piece(game.piece_names[kind], game.program.owners[kind], kind)
    there = with_contents(observer, raw, tuple(contents))
    # where it may not move alone, as others have to be safe afterwards that are not there, that is let pass
    for change in (NO_CHANGE, Change(relaxed=frozenset(observer.filters) - observer.comparing)):
        moves = _offered(observer, there, change)
        ends = [observer.endpoints(there, move) for move in moves]
        targets = {end.target for end in ends if end.origin == site and end.target not in (site, -1)}
        if targets:
            break
    return site, tuple(sorted(targets)), tuple(contents)


def _offered(observer: Observer, state: Raw, change: Change) -> list[RawMove]:
    moves: list[RawMove] = []
    observer.observe(None, change, lambda: moves.extend(observer.legal_moves(state)))
    return moves


def _placing(game: Game, observer: Observer, alone: Raw, site: int, board: set[int]) -> Seen:
    """Where the next piece may be placed after the first one was placed on a site; nowhere, if anywhere."""
    first = [move for move in observer.legal_moves(alone) if observer.endpoints(alone, move).target == site]
    if not first:
        return site, (), ()
    after = observer.play(alone, first[0])
    targets = {observer.endpoints(after, move).target for move in observer.legal_moves(after)} & board
    contents = observer.contents(after)
    free = sum(site in board and contents[site] is None for site in board)
    return site, () if len(targets) >= free else tuple(sorted(targets)), contents


#: By the ways between a cell and its targets on squared paper, how that is called.
_LIKE = (
    ("straight", "straight on, as a rook"),
    ("diagonal", "diagonally, as a bishop"),
    ("knight", "in a knight’s leap"),
    ("step", "one step, as a king"),
    ("queen", "in any direction, as a queen"),
)


def _like(plan: Plan, origin: int, targets: Sequence[int]) -> str:
    """How a piece goes, in words, where it goes as a chessman does; else nothing."""
    at = {spot.site: (spot.x, spot.y) for spot in plan.spots}
    if plan.rulers() is None or origin not in at:
        return ""
    steps = [(abs(at[t][0] - at[origin][0]), abs(at[t][1] - at[origin][1])) for t in targets if t in at]
    unit = min((max(step) for step in steps), default=1.0) or 1.0
    ways = {_way(round(dx / unit, 2), round(dy / unit, 2)) for dx, dy in steps}
    if {(1.0, 2.0), (2.0, 1.0), (0.5, 1.0), (1.0, 0.5)} >= {
        (round(dx / unit, 2), round(dy / unit, 2)) for dx, dy in steps
    }:
        return dict(_LIKE)["knight"]
    near = all(max(step) <= unit * 1.01 for step in steps)
    if near and ways == {"straight", "diagonal"}:
        return dict(_LIKE)["step"]
    if ways == {"straight", "diagonal"}:
        return dict(_LIKE)["queen"]
    if len(ways) == 1 and not near:
        return dict(_LIKE).get(next(iter(ways)), "")
    return ""


def _way(dx: float, dy: float) -> str:
    return "straight" if 0 in (dx, dy) else "diagonal" if dx == dy else "other"
