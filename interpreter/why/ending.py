"""Why a game has ended: the condition that held, as a sentence, and a least set of pieces by which it holds.

The pieces are found by running, not by reading (minimal sufficient explanation, by deletion): one after the
other is taken off the position in which the game ended, as long as the same ending holds without it. What is
left is a line, a chain between two sides, a mate with all who take part in it, whichever the rules ask for.
Of what a condition says of all pieces together, as that they are one group, none is left out.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.compile.probes import Probe, ProbeKind
from gdl.source.text import NOWHERE, Span
from gdl.support.values import frozen
from interpreter.engines.contents import Contents
from interpreter.engines.python.state import State as Raw
from interpreter.errors.user_errors import WhyError
from interpreter.why.convert import with_contents
from interpreter.why.explain import looking, question_of
from interpreter.why.observer import NO_CHANGE, Done, Entry, Evaluated, Observer
from interpreter.why.question import played
from interpreter.why.words import Words

if TYPE_CHECKING:
    from interpreter.game.move import Move
    from interpreter.game.state import State

#: Seconds for which pieces are taken off; where it takes longer none is named.
_PATIENCE = 4.0
#: A clause of more letters is told in part.
_LONG = 180
#: Where more than this share of what stands on the board is needed, nothing is pointed out.
_MOST = 0.6


@frozen
class Ending:
    """Why a game has ended: what held, in English, of the player who moved last as `mover`; where that stands
    in the rules; and the sites of the pieces by which it held, or where the last move went."""

    words: str
    mover: int
    sites: tuple[int, ...]
    span: Span = NOWHERE


def ending(before: State, move: Move) -> Ending | None:
    """Why the game is over after a move; None where no condition of the rules ended it.

    Raises WhyError where the position cannot be looked into.
    """
    return looking(lambda: _ending(before, move))


def _ending(before: State, move: Move) -> Ending | None:
    question = question_of(before, move)
    observer = question.observer
    raw, _ = played(question, before, move)
    new = question.state.copy()
    log = observer.observe(new, NO_CHANGE, lambda: observer.stepper.settle(new, *raw))
    done = [entry for entry in log if isinstance(entry, Done) and entry.probe.kind is ProbeKind.ENDING]
    if not done or not new.over:
        return None
    last = done[-1]
    held = _condition(log, last.probe)
    if held is None:
        return None
    deciding = _deciding(observer, log, held)
    words = Words(before.game, observer, new, seat=before.seat)
    target = before.game.engine.endpoints(before.raw, move.raw).target
    board = range(len(before.game.plan.every_spot))
    together = _together(log, deciding)
    sites = tuple(sorted({*_needed(observer, last, target, board), *together}))
    if not sites and target in board:
        sites = (target,)
    clause = words.clause(deciding)
    if len(clause) > _LONG:  # of what all held the first part says enough
        parts = [each for each in _parts(observer, log, deciding) if each.value]
        clause = words.clause(parts[0]) if parts else clause
    said = _of(clause, before.mover, before.game.seats)
    return Ending(said, before.mover, sites, deciding.probe.span)


def _condition(log: Sequence[Entry], ending: Probe) -> Evaluated | None:
    """The whole condition of an ending, as it held."""
    asked = [
        entry
        for entry in log
        if isinstance(entry, Evaluated)
        and entry.here
        and entry.value
        and entry.probe.kind is ProbeKind.CONDITION
        and entry.probe.parent is ending
    ]
    return asked[-1] if asked else None


def _deciding(observer: Observer, log: Sequence[Entry], whole: Evaluated) -> Evaluated:
    """The part of a condition that made it hold, where that is one of several: of what is joined by `or` some
    parts held, or were asked, and others were not."""
    every = [
        probe
        for probe in observer.probed.probes.all
        if probe.parent is whole.probe and probe.kind is ProbeKind.CONDITION
    ]
    held = [entry for entry in _parts(observer, log, whole) if entry.value]
    return _deciding(observer, log, held[0]) if len(held) == 1 and len(every) > 1 else whole


def _parts(observer: Observer, log: Sequence[Entry], whole: Evaluated) -> list[Evaluated]:
    """The conditions that a condition is made of, as they were asked."""
    entries = {
        entry.probe: entry
        for entry in log
        if isinstance(entry, Evaluated)
        and entry.here
        and entry.probe.kind is ProbeKind.CONDITION
        and entry.probe.parent is whole.probe
    }
    return list(entries.values())


# --- What it hung on ----------------------------------------------------------------------------------


def _needed(observer: Observer, last: Done, target: int, board: range) -> tuple[int, ...]:
    """The sites whose pieces are needed for the ending, none of which can be left out."""
    end, until = time.monotonic() + _PATIENCE, observer.contents(last.before)
    contents = list(until)
    occupied = [site for site in board if site < len(contents) and contents[site] is not None]
    by_owner: dict[int, list[int]] = {}
    for site in occupied:
        piece = contents[site]
        assert piece is not None
        by_owner.setdefault(piece.owner, []).append(site)

    def without(sites: Sequence[int]) -> bool:
        """Take pieces off, if it holds without them."""
        rest = [None if site in sites else piece for site, piece in enumerate(contents)]
        if not _holds(observer, last, tuple(rest)):
            return False
        contents[:] = rest
        return True

    if not _holds(observer, last, until):
        return ()  # it hangs on what the position does not tell
    for sites in by_owner.values():
        without(sites)
    # the piece that moved last belongs to what it did: it is tried when all others were
    left = [site for site in occupied if contents[site] is not None]
    for half in (left[: len(left) // 2], left[len(left) // 2 :]):
        without([site for site in half if site != target])
    for site in sorted(left, key=lambda site: (site == target, site)):
        if contents[site] is not None:
            without([site])
        if time.monotonic() > end:
            return ()
    result = tuple(site for site in occupied if contents[site] is not None)
    return result if len(result) <= max(_MOST * len(occupied), 3) else ()


def _together(log: Sequence[Entry], deciding: Evaluated) -> set[int]:
    """The sites of which a condition says something all together, by that they belong to them."""
    return {
        entry.names["to"]
        for entry in log
        if isinstance(entry, Evaluated)
        and entry.here
        and entry.value
        and entry.probe.holder is not None
        and entry.probe.argument
        and entry.probe.argument == entry.probe.holder.tells_of_all
        and entry.probe.within(deciding.probe)
    }


def _holds(observer: Observer, last: Done, contents: Contents) -> bool:
    """Whether the same ending holds where these pieces stand."""
    state: Raw = with_contents(observer, last.before, contents)
    ends = observer.module.space[observer.module.functions["ends", ""]]
    try:
        log = observer.observe(state, NO_CHANGE, lambda: ends(state))
    except (WhyError, ArithmeticError, IndexError):
        return False
    return any(
        isinstance(entry, Done) and entry.probe.kind is ProbeKind.RESULT and entry.probe.within(last.probe)
        for entry in log
    )


# --- In words -----------------------------------------------------------------------------------------

_VERBS = {"are": "is", "have": "has", "do": "does", "were": "was", "can": "can", "must": "must"}


def _of(clause: str, mover: int, seats: Sequence[str]) -> str:
    """A clause that speaks to the player who moved, as one that speaks of that player."""
    name = seats[mover - 1] if 1 <= mover <= len(seats) else "the player"
    other = seats[2 - mover] if len(seats) == 2 and mover in (1, 2) else ""
    if other:
        clause = re.sub(r"\byour opponent\b", other, clause)
    clause = re.sub(
        r"\byou (are|have|do|were|can|must)\b", lambda match: f"{name} {_VERBS[match[1]]}", clause
    )
    clause = re.sub(r"\byour\b", f"{name}’s", clause)
    return re.sub(r"\byou\b", name, clause)
