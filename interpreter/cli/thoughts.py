"""What a player thinks, as lines of text."""

from __future__ import annotations

from interpreter.players.player import Candidate, Thought

#: So many candidate moves are shown.
SHOWN = 5
#: So many moves of the expected line.
AHEAD = 8


def lines_of(thought: Thought) -> list[str]:
    """The work done, the best candidates with visits and values, and how the game is expected to go on."""
    lines = [f"  looked at {thought.work}" if thought.work else "  did not look ahead"]
    shown = thought.candidates[:SHOWN]
    rows = [(str(each.move), value_text(each), _visits(each)) for each in shown]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for move, value, visits in rows:
        lines.append(f"    {move:<{widths[0]}}  {value:>{widths[1]}}  {visits:>{widths[2]}}".rstrip())
    if len(thought.candidates) > SHOWN:
        lines.append(f"    and {len(thought.candidates) - SHOWN} more")
    if thought.expected:
        more = " ..." if len(thought.expected) > AHEAD else ""
        lines.append(f"  expects {' '.join(map(str, thought.expected[:AHEAD]))}{more}")
    return lines


def value_text(candidate: Candidate) -> str:
    """`54.3 %` where it was tried so often, `+0.09` where it was judged, `proved: wins in 5 plies`.

    `at most +0.09` where another move was found that is as good at least, `wins within 5 plies` where it is
    not known that there is nothing sooner.
    """
    if candidate.proved:
        return f"proved: {_truth(candidate)}"
    if candidate.visits == 0:
        return "not tried"
    if candidate.visits is not None:
        return f"{(candidate.value + 1) * 50:.1f} %"
    return f"{'at most ' if candidate.at_most else ''}{candidate.value:+.2f}"


def _truth(candidate: Candidate) -> str:
    known = {1.0: "wins", -1.0: "loses", 0.0: "draws"}
    what = known.get(candidate.value) or f"is worth {(candidate.value + 1) * 50:.0f} %"
    if candidate.plies is None:
        return what
    within = "in" if candidate.exact else "within"
    return f"{what} {within} {candidate.plies} {'ply' if candidate.plies == 1 else 'plies'}"


def _visits(candidate: Candidate) -> str:
    if candidate.visits is None:
        return ""
    return f"{candidate.visits:,} {'visit' if candidate.visits == 1 else 'visits'}"
