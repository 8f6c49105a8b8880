"""Regression by replay: the moves of a game played again by other rules, and where these first show."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.engines.contents import Piece
from interpreter.errors.user_errors import MoveError, UserError
from interpreter.game.game import Game
from interpreter.game.notation import word
from interpreter.game.state import State
from interpreter.players.player import Line
from interpreter.serve.messages.codec import Json
from interpreter.serve.messages.workshop import Difference

#: So many examples of each difference are named.
_EXAMPLES = 3


@frozen
class Replay:
    """A game by the new rules, as far as it can be played, and the first difference."""

    line: Line
    first: Difference | None
    #: the move that cannot be played any more, and why
    stopped: Difference | None


def replay(old: Line, game: Game, seed: int) -> Replay:
    """Play the moves of a game by the rules of another, and compare position by position."""
    line = Line((game.start(seed),))
    first: Difference | None = None
    before = old.state.game
    if game.players != before.players:
        now = ", ".join(game.players)
        words = f"the players are {now}, no longer {', '.join(before.players)}"
        first = Difference(0, "players", one_line(words), "")
    states, moves = list(line.states), list(line.moves)
    stopped = None
    for ply, (state, move) in enumerate(zip(old.states, (*old.moves, None), strict=True)):
        text = "" if move is None else str(move)
        first = first or _difference(ply, state, states[-1], text)
        if move is None:
            break
        try:
            chosen = states[-1].parse(text)
        except MoveError as error:
            said = f"the game is over: {states[-1].outcome}" if states[-1].is_over else error.message
            stopped = Difference(ply, "illegal", one_line(f"{text} cannot be played any more: {said}"), text)
            first = first or stopped
            break
        moves.append(chosen)
        states.append(states[-1].play(chosen))
    return Replay(Line(tuple(states), tuple(moves)), first, stopped)


def _difference(ply: int, old: State, new: State, move: str) -> Difference | None:
    """What differs between two positions, the plainest first."""
    where = "at the start" if not ply else f"before move {ply + 1}"

    def difference(how: str, words: str) -> Difference:
        return Difference(ply, how, one_line(f"{where} {words}"), move)

    was, now = _standing(old), _standing(new)
    sites = [site for site in dict.fromkeys((*was, *now)) if was.get(site) != now.get(site)]
    if sites:
        named = [f"{site}: {now.get(site, 'nothing')}, not {was.get(site, 'nothing')}" for site in sites]
        return difference("board", f"the board differs ({_few(named)})")
    if set(old.game.site_names) != set(new.game.site_names):
        return difference("board", "the board has other sites")
    if old.is_over != new.is_over or old.outcome != new.outcome:
        return difference("result", f"{_result(new)}; it was: {_result(old)}")
    if old.mover != new.mover:
        return difference("mover", f"{new.mover_name} is to move, not {old.mover_name}")
    if old.tallies != new.tallies:
        said = [f"{tally.text(new.game.players)}" for tally in new.tallies if tally not in old.tallies]
        return difference("scores", f"the counts differ ({_few(said) or 'one is no longer kept'})")
    less, more = _choices(old), _choices(new)
    if less.keys() != more.keys():
        new_ones = [text for ends, text in more.items() if ends not in less]
        gone = [text for ends, text in less.items() if ends not in more]
        parts = [f"{_few(new_ones)} can be played, too"] if new_ones else []
        parts += [f"{_few(gone)} can no longer be played"] if gone else []
        return difference("moves", " and ".join(parts))
    return None


def _result(state: State) -> str:
    return str(state.outcome) if state.is_over else "the game goes on"


def _standing(state: State) -> dict[str, str]:
    """What stands on each site that is not empty, in words: other rules may number kinds otherwise."""
    return {site: _words(piece) for site, piece in state.sites.items()}


def _words(piece: Piece) -> str:
    return " and ".join(
        f"{each} ({each.state}, {each.value}, {each.rotation})"
        if each.state or each.value or each.rotation
        else str(each)
        for each in (*piece.below, piece)
    )


def _choices(state: State) -> dict[tuple[str, str, str], str]:
    """The legal moves by what is decided and where: the text of one of each."""
    engine, names, choices = state.game.engine, state.game.site_names, {}
    for move in state.legal_moves:
        ends = engine.endpoints(state.raw, move.raw)
        kind = engine.program.kinds[move.kind]
        origin = names[ends.origin] if 0 <= ends.origin < len(names) else ""
        target = names[ends.target] if 0 <= ends.target < len(names) else ""
        shown = word(kind.decision, kind.label) if not target else f"{origin}-{target}".lstrip("-")
        choices[(word(kind.decision, kind.label), origin, target)] = shown
    return choices


def _few(texts: Sequence[str]) -> str:
    more = len(texts) - _EXAMPLES
    return ", ".join(texts[:_EXAMPLES]) + (f" and {more} more" if more > 0 else "")


def why_not(state: State, move: str) -> Json | None:
    """What refuses a move, by `interpreter.why`; None where that cannot be told."""
    from interpreter.why.answers import to_json
    from interpreter.why.explain import why

    try:
        return to_json(why(state, move))
    except UserError:
        return None
