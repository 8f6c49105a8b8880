"""Provenance: which rules offer which moves of a position, and which sites its regions are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from gdl.compile.probes import Probe, ProbeKind
from gdl.source.text import Span, Use
from interpreter.engines.interface import Endpoints
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.runtime import Bundle, members
from interpreter.game.state import State
from interpreter.serve.messages.game import Place
from interpreter.serve.messages.workshop import OfferingRule, Provenance, RegionSites, UsePlace
from interpreter.why.convert import converted
from interpreter.why.explain import looking, observer_of
from interpreter.why.observer import NO_CHANGE, Entry, Evaluated, Offered
from interpreter.why.words import via_of

#: What moves are known by in both programs, that with probes and that without.
_Known = tuple[str, str, int, int]


def behind(state: State, place: Callable[[Span], Place]) -> Provenance:
    """The innermost rules behind the legal moves, and the regions that were asked, each place with all the
    sites that it came to. Moves are known by their numbers in `State.legal_moves`.

    Raises WhyError, and UnreadableFileError.
    """
    return looking(lambda: _behind(state, place))


def _behind(state: State, place: Callable[[Span], Place]) -> Provenance:
    if state.is_over:
        return Provenance()
    observer = observer_of(state.game)
    here = converted(state.game.engine, state.raw, observer)
    offered: list[Bundle] = []
    log = observer.observe(here, NO_CHANGE, lambda: offered.extend(observer.bundles(here)))
    numbers = _numbers(state)
    # the numbers of the moves that each of the observer's moves is
    known = {
        move: numbers.get(_known(observer, move, observer.endpoints(here, move)), ())
        for move in observer.legal_moves(here)
    }
    rules: dict[tuple[Span, tuple[Use, ...]], set[int]] = {}
    for probe, moves in _offering(log, known.keys()).items():
        numbered = rules.setdefault((probe.span, via_of(probe)), set())
        numbered.update(number for move in moves for number in known[move])
    regions: defaultdict[Span, int] = defaultdict(int)
    for entry in log:
        if isinstance(entry, Evaluated) and entry.here and entry.probe.kind is ProbeKind.REGION:
            regions[entry.probe.span] |= entry.value
    count = len(state.game.site_names)
    return Provenance(
        [
            OfferingRule(where, [UsePlace(use.name, place(use.use)) for use in via], sorted(moves))
            for (span, via), moves in rules.items()
            if (where := place(span)) != Place()
        ],
        [
            RegionSites(where, [site for site in members(sites) if site < count])
            for span, sites in regions.items()
            if (where := place(span)) != Place()
        ],
    )


def _offering(log: list[Entry], legal: Any) -> dict[Probe, list[RawMove]]:
    """Of each rule the moves that it offers and no rule inside it does."""
    last: dict[RawMove, int] = {}
    offering: dict[Probe, list[RawMove]] = {}
    for number, entry in enumerate(log):
        if not isinstance(entry, Offered) or not entry.here:
            continue
        for kind, args, sites, _ in entry.bundles:
            for site in members(sites):
                move = RawMove(kind, args, site)
                if move not in legal:
                    continue
                if last.get(move, -1) < entry.first:
                    offering.setdefault(entry.probe, []).append(move)
                last[move] = number
    return offering


def _numbers(state: State) -> dict[_Known, list[int]]:
    engine, numbers = state.game.engine, defaultdict(list)
    for number, move in enumerate(state.legal_moves):
        numbers[_known(engine, move.raw, engine.endpoints(state.raw, move.raw))].append(number)
    return numbers


def _known(engine: Any, move: RawMove, ends: Endpoints) -> _Known:
    kind = engine.program.kinds[move.kind]
    return kind.decision, kind.label, ends.origin, ends.target
