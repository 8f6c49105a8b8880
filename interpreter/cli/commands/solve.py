"""`gdl solve`: who wins a position if all play as well as can be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.arguments import (
    checked_option,
    engine_option,
    game_argument,
    json_option,
    load_game,
    options_option,
    unit_of,
)
from interpreter.cli.output import console, is_terminal, say, say_json
from interpreter.cli.positions import is_position, line_to
from interpreter.players.options import COUNT, DURATION, SIZE

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.move import Move
    from interpreter.game.state import State
    from interpreter.search.retrograde import Budget
    from interpreter.search.solver import Solution, Solver
    from interpreter.search.starts import Summary

#: Seconds from one word of how far it is to the next.
_PAUSE = 0.5
#: Proofs of more than about so many digits of positions are out of reach.
_DIGITS = 18
#: Seconds for finding that out.
_WARNING = 5.0
#: More starts than anybody has time for.
_MOST_STARTS = 10**9


def _range(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """Seeds by their first and last: `1..1000`, or one alone."""
    if text is None:
        return None
    first, dots, last = text.partition("..")
    try:
        seeds = range(int(first), int(last if dots else first) + 1)
    except ValueError:
        seeds = range(0)
    if not seeds or seeds[0] < 0 or len(seeds) > _MOST_STARTS:
        raise click.BadParameter(f"{text!r} is no range of seeds: 1..1000 is one of a thousand")
    return seeds


@click.command()
@game_argument
@click.option("--position", metavar="MOVES", default="",
              help="Solve the position after these moves, with blanks between: \"d4 a2-a4\"; or one that is "
              "written on one line or described, as `gdl board --position` takes them.")  # fmt: skip
@click.option("--all", "each", is_flag=True, help="Solve what follows every legal move.")
@click.option("--starts", metavar="FIRST..LAST", callback=_range,
              help="Solve the starts of these seeds, where chance decides nothing else; --time and "
              "--memory are for each.")  # fmt: skip
@click.option("--workers", "-w", type=click.IntRange(1, 1024), default=1, show_default=True,
              help="With --starts: how many processes solve.")  # fmt: skip
@click.option("--results", metavar="FILE",
              help="With --starts: keep the proofs here as they come, and go on from them.")  # fmt: skip
@click.option("--who", is_flag=True, help="Only who wins, not how soon: that is sooner told.")
@click.option("--table", is_flag=True,
              help="Make a table of endings, or of all positions where they are few enough, that players and "
              "analyses then go by.")  # fmt: skip
@click.option("--positions", callback=unit_of(COUNT), default="500k", show_default=True, metavar="COUNT",
              help="With --table: the most positions.")  # fmt: skip
@click.option("--time", "seconds", callback=unit_of(DURATION), default="10min", show_default=True,
              metavar="TIME", help="How long it may take.")  # fmt: skip
@click.option("--memory", callback=unit_of(SIZE), default="512M", show_default=True, metavar="SIZE",
              help="The most that its tables may take.")  # fmt: skip
@engine_option("auto")
@checked_option
@options_option
@json_option
def command(
    game: str,
    position: str,
    each: bool,
    starts: range | None,
    workers: int,
    results: str | None,
    who: bool,
    table: bool,
    positions: float,
    seconds: float,
    memory: float,
    engine: str,
    checked: bool,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """Prove who wins GAME, in how many plies, and how: for small games and late positions.

    The winner hurries and the loser delays. Games for one or two players without chance.
    """
    from interpreter.players.endgame import Endgames
    from interpreter.players.remembered import keep_proof
    from interpreter.search.retrograde import Budget
    from interpreter.search.solver import Solver

    loaded = load_game(game, options).on(engine, checked)
    if table:
        if position or each or who or starts is not None:
            raise click.UsageError("--table is of the whole game: without --position, --all, --who, --starts")
        _make_table(loaded, Budget(int(positions), int(memory), seconds), as_json)
        return
    if starts is not None:
        if position or who:
            raise click.UsageError("--starts solves whole games: without --position and --who")
        if not loaded.has_chance:
            raise click.UsageError(f"chance decides nothing in {loaded.name}: every seed is the same start")
        _solve_starts(loaded, starts, each, seconds, int(memory), workers, results, as_json)
        return
    if workers > 1 or results is not None:
        raise click.UsageError("--workers and --results are for --starts")
    itself = is_position(position)
    state = line_to(loaded, "" if itself else position, position if itself else None, 0).state
    if state.outcome is not None:
        raise click.ClickException(f"the game is over there: {state.outcome}")
    endgames = Endgames.of(loaded)
    if endgames is None or endgames.worth(state) is None:
        _warn(state, seconds)
    alone = len(loaded.players) == 1
    began = time.perf_counter()
    solver = Solver(loaded, int(memory))

    def solve(after: State, line: bool, patience: float | None = None) -> Solution:
        known = None if endgames is None else endgames.solution(after, line)
        if known is not None:
            return known
        left = max(seconds - (time.perf_counter() - began), 0.0)
        with _progress(solver, began, not as_json):
            return solver.solve(after, left, line=line, length=not who, patience=patience)

    if not each:
        solution = solve(state, line=True)
        spent = time.perf_counter() - began
        keep_proof(state, solution.value, solution.plies, solution.line, spent)
        if as_json:
            _print_json({"game": loaded.name, "mover": state.mover, **_json(solution)})
            return
        say(f"{state.mover_name}, to move, {_result(solution.value, solution.plies, who, alone)}.")
        if solution.line:
            say("  " + " ".join(str(move) for move in solution.line))
        say(_work(solver.looked, began))
        return
    rows: list[tuple[Move, tuple[float, int | None]]] = []
    moves = state.legal_moves
    for move in moves:
        # how soon may take as long as leaves all the others their share of the time
        share = (seconds - (time.perf_counter() - began)) / (len(moves) - len(rows))
        rows.append((move, _after(state, move, partial(solve, line=False, patience=share))))
        if not as_json:
            _tell_move(*rows[-1], who, alone)
    if as_json:
        _print_json({"game": loaded.name, "moves": [_move_json(*row) for row in rows]})
        return
    wins = [str(move) for move, (value, _) in rows if value == 1.0]
    result = f"{len(wins)} of {len(rows)} moves win: {' '.join(wins)}" if wins else "no move wins"
    say(f"{state.mover_name} to move: {result}")
    say(_work(solver.looked, began))


def _make_table(game: Game, budget: Budget, as_json: bool) -> None:
    """Make a table, keep it, and tell what it is."""
    from interpreter.cli.progress import progress
    from interpreter.players.endgame import Endgames, keep_table
    from interpreter.search.retrograde import tabulate

    began = time.perf_counter()
    with progress("positions", budget.positions) as show:
        table = tabulate(game, budget, lambda done: show("positions", done, budget.positions))
    keep_table(game, table)
    endgames = Endgames.of(game)
    won, drawn, lost = table.counts
    if as_json:
        summary = {"positions": len(table), "which": table.which, "coverage": table.coverage}
        summary |= {"won": won, "drawn": drawn, "lost": lost, "longest": table.longest}
        _print_json({"game": game.name, **summary, "kept": endgames is not None})
        return
    say(f"{game.name}: a table of {len(table):,} positions: {table.which}")
    if not table.is_whole:
        say(f"  it knows {table.coverage:.0%} of such positions in other random games, or more")
    undecided = f"{lost + drawn:,} lost" if table.alone else f"{drawn:,} drawn, {lost:,} lost"
    say(f"  {won:,} won, {undecided} for who is to move; the longest win takes {table.longest} plies")
    if endgames is None:
        say("  it could not be kept: there is no cache (`gdl explain W0541`)")
        return
    start = game.start(0)
    known = endgames.solution(start, line=True)
    if known is not None:
        say(f"  {start.mover_name}, to move, {_result(known.value, known.plies, False, table.alone)}")
    say(f"  made in {time.perf_counter() - began:.1f} s; `computer`, alphabeta and analyses go by it")


def _solve_starts(
    game: Game,
    seeds: range,
    moves: bool,
    seconds: float,
    memory: int,
    workers: int,
    results: str | None,
    as_json: bool,
) -> None:
    """Prove many starts, and tell what they come to."""
    from contextlib import closing

    from interpreter.cli.progress import chunks_done
    from interpreter.search.starts import Starts, proofs_in, summary_of
    from interpreter.work.perform import perform
    from interpreter.work.runners import place_for

    job = Starts(game, seeds, moves, seconds, memory)
    outcomes = []
    with (
        chunks_done(job.chunks, lambda number: job.title) as show,
        closing(perform(job, place_for(workers), results)) as every,
    ):
        for done in every:
            outcomes.append(done.outcome)
            show(done.number)
    summary = summary_of(proofs_in(outcomes))
    if as_json:
        _print_json({"game": game.name, "seeds": [seeds[0], seeds[-1]], **summary.as_json()})
    else:
        show_starts(summary, game.players[game.start(seeds[0]).mover - 1])


def _warn(state: State, seconds: float) -> None:
    """Say beforehand where it will hardly be solved, however long it takes."""
    from interpreter.search.solver import size
    from interpreter.support.stopping import StoppedError, within

    state.game.engine.compile()
    try:
        estimate = within(min(seconds, _WARNING), lambda: size(state))
    except StoppedError:
        say("note: the rules of this game take too long, or do not come to an end", error=True)
        return
    if estimate.digits > _DIGITS:
        say(
            f"note: from here games at random take about {estimate.length:.0f} decisions among "
            f"{estimate.breadth:.0f} moves each: that is far more than can be looked at, "
            "unless somebody wins soon; a smaller board (`gdl options`) or a --position later on "
            "may be solved",
            error=True,
        )


@contextmanager
def _progress(solver: Solver, began: float, wanted: bool) -> Iterator[None]:
    """How far it is, at a terminal, once it takes longer."""
    if not (wanted and is_terminal(error=True)):
        yield
        return
    from rich.status import Status

    due = time.monotonic() + _PAUSE
    with ExitStack() as stack:
        status: Status | None = None

        def tell() -> None:
            nonlocal due, status
            if time.monotonic() < due:
                return
            due = time.monotonic() + _PAUSE
            status = status or stack.enter_context(Status("", console=console(error=True)))
            status.update(_work(solver.looked, began))

        solver.meanwhile = tell
        yield


def _after(state: State, move: Move, solve: Callable[[State], Solution]) -> tuple[float, int | None]:
    """What a move is worth to who makes it, and how many plies the game then lasts, this one included."""
    from interpreter.search.solver import beyond_proof

    after = state.play(move)
    if after.overflow is not None:
        raise beyond_proof()
    if after.outcome is not None:
        return after.outcome.value(state.mover), 1
    solution = solve(after)
    value = solution.value if after.mover == state.mover else 0.0 - solution.value
    return value, None if solution.plies is None else solution.plies + 1


def _result(value: float, plies: int | None, who: bool, alone: bool) -> str:
    what = {1.0: "wins", 0.0: "draws", -1.0: "loses"}[value]
    # how soon one loses is nobody's aim where one plays alone
    if who or value == 0.0 or (plies is None and alone and value < 0.0):
        return what
    if plies is None:
        return f"{what} (how soon was not found; more time or memory may tell)"
    return f"{what} in {plies} {'ply' if plies == 1 else 'plies'}"


def _tell_move(move: Move, worth: tuple[float, int | None], who: bool, alone: bool) -> None:
    say(f"  {move!s:<8} {_result(*worth, who, alone)}")


def _work(looked: int, began: float) -> str:
    return f"{looked:,} positions in {time.perf_counter() - began:.1f} s"


def _json(solution: Solution) -> dict[str, Any]:
    return {
        "value": solution.value,
        "plies": solution.plies,
        "line": [str(move) for move in solution.line],
    }


def _move_json(move: Move, worth: tuple[float, int | None]) -> dict[str, Any]:
    return {"move": str(move), "value": worth[0], "plies": worth[1]}


def _print_json(what: dict[str, Any]) -> None:
    say_json(what)


#: The number of first moves named at each end of the list.
_NAMED = 5
_WORDS = {1.0: "wins", 0.0: "draws", -1.0: "loses"}


def show_starts(summary: Summary, beginner: str) -> None:
    """Print what was proved; `beginner` is who moves first."""
    proved = summary.starts - summary.open
    left = f", {summary.open:,} were not proved" if summary.open else ""
    say(f"{proved:,} {'start' if proved == 1 else 'starts'} proved{left}")
    for value, word in _WORDS.items():
        count = summary.values.get(value, 0)
        lasting = {plies: n for (of, plies), n in summary.plies.items() if of == value}
        if count:
            say(f"  {beginner} {word} {count:,} ({count / proved:.2%}){_plies(lasting)}")
    if summary.winning:
        least, most = min(summary.winning), max(summary.winning)
        mean = sum(moves * count for moves, count in summary.winning.items()) / sum(summary.winning.values())
        say(f"first moves that win: {mean:.1f} of {len(summary.moves)} on average, {least} to {most}")
        rates = sorted(((wins / of, move) for move, (wins, of) in summary.moves.items()), reverse=True)
        say("  most often:  " + _named(rates[:_NAMED]))
        say("  least often: " + _named(rates[: -_NAMED - 1 : -1]))


def _plies(lasting: Mapping[int, int]) -> str:
    if not lasting:
        return ""
    return ", in plies: " + ", ".join(f"{plies} ({count:,})" for plies, count in lasting.items())


def _named(rates: list[tuple[float, str]]) -> str:
    return ", ".join(f"{move} {rate:.0%}" for rate, move in rates)
