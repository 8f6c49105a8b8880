"""Pictures of games and positions, as notebooks, pages and commands ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.drawing.svg.write import svg
from interpreter.drawing.view import USUAL, Layer, Marks, View

if TYPE_CHECKING:
    from interpreter.game.rules import Rules
    from interpreter.game.state import State


def layers_of(names: Iterable[str] | None) -> frozenset[Layer]:
    """What is meant by these names. Raises ValueError for one that is none."""
    return USUAL if names is None else frozenset(Layer(name) for name in names)


def view_of(game: Rules, state: State | None, layers: frozenset[Layer], marks: Marks | None = None) -> View:
    """What is to be drawn of a game: its board alone, or a position."""
    view = View(game.plan, game.picture, show=layers, title=f"The board of {game.name}")
    if Layer.REGIONS in layers or Layer.TRACKS in layers:
        from interpreter.drawing.named import regions_of, tracks_of  # these need the compiled game

        facts = game.compiled.facts
        regions = regions_of(facts) if Layer.REGIONS in layers else ()
        tracks = tracks_of(facts) if Layer.TRACKS in layers else ()
        view = evolve(view, regions=regions, tracks=tracks)
    if state is None:
        return view
    return evolve(
        view,
        plan=state.plan,
        contents=state.contents,
        marks=state.last_step if marks is None else marks,
        title=f"{game.name}, {_ply(state)}",
        notes=tuple(notes_of(state)),
    )


def notes_of(state: State) -> list[str]:
    """Who is to move or who has won, and what the players have."""
    first = f"{state.mover_name} to move" if state.outcome is None else str(state.outcome)
    return [first, *(tally.text(state.game.players) for tally in state.tallies)]


def _ply(state: State) -> str:
    described = state.game.recipe.position
    if described is not None and described.ply == state.ply:
        return "a position"
    if not state.ply:
        return "the first position"
    return f"after {state.ply} move{'' if state.ply == 1 else 's'}"


def legal_targets(state: State) -> frozenset[int]:
    """The sites that legal moves lead to."""
    engine = state.game.engine
    return frozenset(engine.endpoints(state.raw, move.raw).target for move in state.legal_moves) - {-1}


def picture_of_state(state: State, marks: Marks | None, show: Iterable[str] | None, legal: bool) -> str:
    """A position as SVG."""
    marks = state.last_step if marks is None else marks
    if legal:
        marks = evolve(marks, legal=legal_targets(state))
    return svg(view_of(state.game, state, layers_of(show), marks))


def picture_of_board(game: Rules, show: Iterable[str] | None) -> str:
    """A game's board without any piece, as SVG."""
    return svg(view_of(game, None, layers_of(show)))
