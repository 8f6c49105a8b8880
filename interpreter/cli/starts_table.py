"""The proofs of many starts, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.study.starts.summary import Summary

#: So many first moves are named at each end of the list.
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
