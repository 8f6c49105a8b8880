"""How a match stands, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING, Any

from interpreter.cli.output import say, say_table

if TYPE_CHECKING:
    from interpreter.match.play import Match
    from interpreter.match.score import Score, Standing
    from interpreter.statistics.intervals import Interval


def print_score(match: Match, score: Score) -> None:
    """Print how the players stand, how sure that is, and what else is to be known of the match."""
    say(f"{match.game.name}: {score.games} of {match.games} games, seed {match.seed}")
    if not score.games:
        return
    pair = match.seats == 2 and len(match.entrants) == 2
    heads = ("wins", "draws", "losses") if pair else ("if equal", "points", "95 %")
    rows = []
    for each in score.standings:
        if pair:
            middle = [str(each.wins), str(each.draws), str(each.losses)]
        else:
            middle = [_percent(each.fair), _percent(each.points.value), _bounds(each.points)]
        shares = _percent(each.won.value), _bounds(each.won)
        rows.append((each.name, *shares, *middle, f"{each.per_move:.4f}"))
    say_table(("player", "won", "95 %", *heads, "s/move"), rows)
    if score.elo is not None:
        middle_, low, high = map(_rating, score.elo)
        say(f"Elo difference: {middle_} ({low} to {high})")
    seats = ", ".join(
        f"{name} {_percent(each.value)}" for name, each in zip(match.game.players, score.seats, strict=True)
    )
    say(f"seats: {seats}; draws {score.draws}; mean length {score.length:.1f} decisions")
    for note in _notes(match, score):
        say(note)


def _notes(match: Match, score: Score) -> Iterator[str]:
    unfinished = score.games - score.finished
    if unfinished:
        games = "1 game was" if unfinished == 1 else f"{unfinished} games were"
        counted = "as shared by all" if match.seats > 1 else "as not won"
        yield f"note: {games} left after {match.longest} decisions, and counted {counted}"
    if score.overflowed:
        results = "of 1 game" if score.overflowed == 1 else f"of {score.overflowed} games"
        yield f"note: the result {results} cannot be trusted (`gdl explain W0543`)"
    if score.games % match.seats:
        yield f"note: {score.games} is no multiple of {match.seats}: the seats were not shared equally"
    if not match.repeatable:
        yield "note: players that go by the clock do not play the same again, whatever the seed"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _bounds(estimate: Interval) -> str:
    return f"{estimate.low * 100:.1f} to {estimate.high * 100:.1f}"


def _rating(difference: float) -> str:
    if isinf(difference):
        return "beyond measure" if difference > 0 else "below measure"
    return f"{difference:+.0f}"


def as_json(match: Match, score: Score) -> dict[str, Any]:
    """The same for programs."""
    finite = [None if isinf(each) else each for each in score.elo] if score.elo else None
    return {
        "game": match.game.name,
        "options": match.game.options,
        "seed": match.seed,
        "repeatable": match.repeatable,
        "games": score.games,
        "finished": score.finished,
        "draws": score.draws,
        "overflowed": score.overflowed,
        "length": score.length,
        "players": [_standing_json(each) for each in score.standings],
        "seats": [_estimate_json(each) for each in score.seats],
        "elo": finite and dict(zip(("difference", "low", "high"), finite, strict=True)),
        "interval": "95 %, Wilson",
    }


def _standing_json(each: Standing) -> dict[str, Any]:
    return {
        "name": each.name,
        "seats": each.seats,
        "wins": each.wins,
        "draws": each.draws,
        "losses": each.losses,
        "won": _estimate_json(each.won),
        "if equal": each.fair,
        "points": _estimate_json(each.points),
        "decisions": each.decisions,
        "seconds per move": each.per_move,
    }


def _estimate_json(each: Interval) -> dict[str, float]:
    return {"mean": each.value, "low": each.low, "high": each.high}
