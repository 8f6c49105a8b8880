"""How a match stands, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING, Any

from interpreter.cli.output import say, say_table
from interpreter.match.goal import Width
from interpreter.match.judge import ELO0, ELO1, NARROW, REPEATS
from interpreter.match.score import is_known
from interpreter.statistics.sprt import Hypotheses
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.match.judge import Verdict
    from interpreter.match.play import Match
    from interpreter.match.score import Score, Standing
    from interpreter.statistics.intervals import Interval


def print_score(match: Match, score: Score, verdict: Verdict | None = None) -> None:
    """Print how the players stand, how sure that is, and what else is to be known of the match."""
    opened = "" if match.openings is None else f", opening plies at random: {match.openings}"
    say(f"{match.game.name}: {score.games} of {match.games} games, seed {match.seed}{opened}")
    if not score.games:
        return
    pair = match.seats == 2 and len(match.entrants) > 1
    heads = ("wins", "draws", "losses") if pair else ("if equal", "points", "95 %")
    rows = []
    for each in score.standings:
        if pair:
            middle = [str(each.wins), str(each.draws), str(each.losses)]
        else:
            middle = [_percent(each.fair), _percent(each.points.value), _bounds(each.points)]
        rating = [] if each.rating is None else [_rating(each.rating)]
        shares = _percent(each.won.value), _bounds(each.won)
        rows.append((each.name, *rating, *shares, *middle, f"{each.per_move:.4f}"))
    elo = ("Elo",) if score.crosstable else ()
    say_table(Table.of(("player", *elo, "won", "95 %", *heads, "s/move"), rows))
    if score.crosstable:
        _print_crosstable(score)
    if score.elo is not None:
        bounds = "no interval"
        if is_known(score.elo):
            bounds = f"{_rating(score.elo.low)} to {_rating(score.elo.high)}"
        say(f"Elo difference: {_rating(score.elo.value)} ({bounds})")
    seats = ", ".join(
        f"{name} {_percent(each.value)} ({_bounds(each)})"
        if is_known(each)
        else f"{name} {_percent(each.value)}"
        for name, each in zip(match.game.players, score.seats, strict=True)
    )
    say(f"seats: {seats}; draws {score.draws}; mean length {score.length:.1f} decisions")
    for note in (*_about_goal(match, verdict), *_notes(match, score)):
        say(note)


def _print_crosstable(score: Score) -> None:
    rows = [
        (f"{number} {each.name}", *(f"{won:g}/{games}" if games else "-" for won, games in row))
        for number, (each, row) in enumerate(zip(score.standings, score.crosstable, strict=True), 1)
    ]
    say_table(Table.of(("against", *(str(number) for number in range(1, len(rows) + 1))), rows))


_REASONS = {
    NARROW: "every share is known to within {goal} after {games} games",
    REPEATS: "games do nothing but repeat: the match ended after {games}",
    "": "the goal was not reached in {games} games",
}


def _about_goal(match: Match, verdict: Verdict | None) -> Iterator[str]:
    """Why the match ended."""
    if verdict is None:
        return
    goal = match.goal
    if isinstance(goal, Hypotheses) and verdict.ratio is not None:
        low, high = goal.bounds
        pairs = ", ".join(map(str, verdict.pairs))
        accepted = {ELO0: f"accepted: {goal.elo0:+g} Elo", ELO1: f"accepted: {goal.elo1:+g} Elo"}
        told = accepted.get(verdict.reason, "undecided")
        yield (
            f"SPRT of {goal.elo0:+g} against {goal.elo1:+g} Elo: {told} after {verdict.games} games; "
            f"LLR {verdict.ratio:.2f} (ends at {low:.2f} or {high:.2f}); "
            f"pairs by half points, 0 to 4: {pairs}"
        )
    if verdict.reason in _REASONS and not (isinstance(goal, Hypotheses) and not verdict.reason):
        yield _REASONS[verdict.reason].format(goal=goal, games=verdict.games)


def _notes(match: Match, score: Score) -> Iterator[str]:
    if score.different < score.games:
        games = "1 game is" if score.different == 1 else f"{score.different} games are"
        known = is_known(score.standings[0].won)
        counted = "intervals are those of so many" if known else "so few have no interval"
        yield f"note: {games} different, the others repeat them: {counted}"
        if match.openings is None and 2 * score.different <= score.games:
            yield "note: `--openings 4` begins each pair of games with 4 plies at random: so games differ"
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
    if not is_known(estimate):
        return "-"
    return f"{estimate.low * 100:.1f} to {estimate.high * 100:.1f}"


def _rating(difference: float) -> str:
    if isinf(difference):
        return "beyond measure" if difference > 0 else "below measure"
    return f"{difference:+.0f}"


def as_json(match: Match, score: Score, verdict: Verdict | None = None) -> dict[str, Any]:
    """The same for programs; bounds are null where there is no interval, or no finite one."""
    elo = score.elo
    return {
        "game": match.game.name,
        "options": match.game.options,
        "seed": match.seed,
        "openings": match.openings,
        "repeatable": match.repeatable,
        "games": score.games,
        "different": score.different,
        "finished": score.finished,
        "draws": score.draws,
        "overflowed": score.overflowed,
        "length": score.length,
        "players": [_standing_json(each) for each in score.standings],
        "seats": [_estimate_json(each) for each in score.seats],
        "elo": elo and {"difference": _finite(elo.value), "low": _finite(elo.low), "high": _finite(elo.high)},
        "crosstable": [[{"won": won, "games": games} for won, games in row] for row in score.crosstable],
        "goal": _goal_json(match, verdict),
        "interval": "95 %, Wilson by blocks of one opening",
    }


def _goal_json(match: Match, verdict: Verdict | None) -> dict[str, Any] | None:
    if match.goal is None:
        return None
    goal = match.goal
    asked: dict[str, Any] = {}
    if isinstance(goal, Width):
        asked = {"half width": goal.half}
    else:
        asked = {"elo0": goal.elo0, "elo1": goal.elo1, "alpha": goal.alpha, "beta": goal.beta}
        asked["bounds"] = list(goal.bounds)
    if verdict is None:
        return {**asked, "reached": None}
    return {
        **asked,
        "reached": verdict.reason or None,
        "after": verdict.games,
        "log-likelihood ratio": verdict.ratio,
        "pairs": list(verdict.pairs),
    }


def _finite(number: float) -> float | None:
    return None if isinf(number) else number


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
        "games": each.games,
        "rating": each.rating,
    }


def _estimate_json(each: Interval) -> dict[str, float | None]:
    return {"mean": each.value, "low": _finite(each.low), "high": _finite(each.high)}
