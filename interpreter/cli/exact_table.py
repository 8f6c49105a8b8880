"""What is proved of a game, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say

if TYPE_CHECKING:
    from interpreter.study.measures.exact import Exact, FirstMove, Table
    from interpreter.study.study import Study

#: So many first moves are named.
_MOVES = 12


def show_exact(study: Study) -> None:
    """Print what is proved, if that was asked for."""
    exact = study.exact
    if exact is None:
        return
    first, second = study.players
    say()
    say(bold("Proved"))
    for line in _value(exact, first, second):
        say(line)
    if exact.table is not None:
        for line in _table(exact.table, first, second):
            say(line)


def _value(exact: Exact, first: str, second: str) -> Iterator[str]:
    if exact.value is None:
        yield f"who wins: {exact.why}"
        return
    who = {1.0: f"{first} wins", 0.5: "a draw", 0.0: f"{second} wins"}[exact.value]
    soon = ""
    if exact.plies is not None:
        plies = "1 ply" if exact.plies == 1 else f"{exact.plies} plies"
        soon = f" in {plies} (the winner hurries, the loser delays)"
    elif exact.value != 0.5:
        soon = f" (how soon: not proved within {exact.budget:,} positions)"
    yield f"{who}{soon}: {' '.join(exact.line)}" if exact.line else f"{who}{soon}"
    what = {1.0: "win", 0.5: "draw", 0.0: "lose"}
    for value in (1.0, 0.5, 0.0):
        moves = sorted(
            (each for each in exact.moves if each.value == value),
            key=lambda each: (each.plies or 0) if each.value else -(each.plies or 0),
        )
        if moves:
            verb = what[value] + ("s" if len(moves) == 1 else "")
            yield f"{len(moves)} of {len(exact.moves)} first moves {verb}: {_named(moves)}"
    unknown = sum(each.value is None for each in exact.moves)
    if unknown:
        yield f"{unknown} of {len(exact.moves)} first moves: {exact.why}"


def _named(moves: list[FirstMove]) -> str:
    shown = [each.move + (f" in {each.plies}" if each.plies is not None else "") for each in moves[:_MOVES]]
    more = f" and {len(moves) - _MOVES} more" if len(moves) > _MOVES else ""
    return ", ".join(shown) + more


def _table(table: Table, first: str, second: str) -> Iterator[str]:
    won, drawn, lost = table.won
    yield (
        f"of all {table.positions:,} positions {first} wins {won:.1%}, {drawn:.1%} are drawn, "
        f"{second} wins {lost:.1%}"
    )
    won, drawn, lost = table.random
    yield (
        f"at random, exactly: {first} {won:.3%}, drawn {drawn:.3%}, {second} {lost:.3%}; "
        f"{table.random_plies:.4f} plies"
    )
    yield (
        f"one random move in best play costs {table.blunder:.1%} of the win; by ply: "
        + " ".join(f"{cost:.0%}" for cost in table.blunders)
    )
    yield (
        f"at random, who wins stands lost in {table.drama:.1%} of the plies; the lead changes in "
        f"{table.leads:.1%} of them"
    )
