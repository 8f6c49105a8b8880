"""Pieces that cannot move, players without a move or a piece, and goals that cannot be reached."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from gdl.boards.direction import Heading, bearing, opposite
from gdl.builder.context import Context
from gdl.core.arithmetic import members
from gdl.equip.facts import Component
from gdl.lint.beginning import can_begin
from gdl.lint.mobility import Mobility
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import EndRule, Moves, Region, is_any
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.ending import EndIf, PlayerResult
from gdl.ludemes.equipment import Piece
from gdl.ludemes.game import Play
from gdl.ludemes.ints_context import Last, LastType, ToSite
from gdl.ludemes.is_site import IsIn
from gdl.ludemes.logic import Or, PriorityMoves
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import ResultType, RoleType

#: So many pieces show on which side of the board a player begins; differences of places that are none.
FEW, LITTLE = 3, 1e-6
#: What goes by the way that a piece faces.
_RELATIVE = r"\b(Forwards?|Backwards?|Leftwards?|Rightwards?|F[LR]+|B[LR]+)\b"


def _plain(moves: Moves) -> bool:
    """Are the moves those of pieces, by the pieces' own rules, and nothing else?"""
    if isinstance(moves, ForEachPiece):
        return moves.moves is None
    return isinstance(moves, Or | PriorityMoves) and all(map(_plain, moves.parts()))


def _whose(components: list[Component]) -> str:
    return " and ".join(dict.fromkeys(f"P{c.owner}" for c in components))


def _no_moves(subject: Subject) -> Iterator[Diagnostic]:
    """Players all of whose moves are those of pieces, and whose pieces have none, or who have no pieces."""
    plays = list(subject.rules(Play))
    if not plays or not all(_plain(play.moves) for play in plays) or subject.facts.teams:
        return
    rules = [rule for rule in subject.rules(ForEachPiece) if rule.who in (None, RoleType.MOVER)]
    if len(rules) != len(list(subject.rules(ForEachPiece))):
        return
    named = [rule.pieces if isinstance(rule.pieces, tuple) else (rule.pieces,) for rule in rules]
    names = {name for each in named for name in each}
    present = subject.decisions.present
    anybodys = subject.facts.players + 1
    lacking: list[int] = []
    for player in range(1, subject.facts.players + 1):
        movable = [
            c for c in subject.facts.components[1:]
            if c.owner in (player, anybodys) and c.index in present and c.moves is not None
            and (None in names or c.name in names or c.base in names)
        ]  # fmt: skip
        if not movable:
            lacking.append(player)
    if not lacking:
        return
    who = " and ".join(f"P{p}" for p in lacking)
    has = "have" if len(lacking) > 1 else "has"
    pieceless = [
        p for p in lacking if not any(c.owner in (p, anybodys) for c in subject.facts.components[1:])
    ]
    own = [c for c in subject.facts.components[1:] if c.owner in lacking]
    silent = next((c.ludeme for c in own if c.moves is None and c.index in present), None)
    if pieceless == lacking:
        place = subject.game.equipment
        if subject.own(place) and not subject.has_options:
            yield finding(
                "W0612", f"{who} {has} no pieces, and so never a move", place.span,
                f"nothing for {who}", f'declare some: (piece "Pawn" P{lacking[0]} ...), or for Each',
            )  # fmt: skip
    elif silent is not None and silent.span.source in subject.own_sources and not subject.has_options:
        yield finding(
            "W0612", f"{who} {has} no piece that can move: (forEach Piece) finds no rule", silent.span,
            "no moves are given", "say how it moves: (piece ... (move Step (to (sites Empty))))",
        )  # fmt: skip


def _never_moves(subject: Subject) -> Iterator[Diagnostic]:
    """Pieces whose moves lead nowhere from where they stand."""
    mobility = Mobility(subject)
    for piece in subject.all(Piece):
        if piece.moves is None or not subject.own(piece):
            continue
        own = [c for c in subject.facts.components[1:] if c.ludeme is piece]
        ways = {c.index: mobility.of(c) for c in own}
        stuck = [c for c in own if (way := ways[c.index]) is not None and way.starts and not way.moves]
        if not stuck:
            continue
        whose = _whose(stuck)
        facings = [subject.facts.default_facing(c.owner) for c in own]
        alike = len(own) > 1 and len(set(facings)) == 1
        help = "see from where it starts, and in which directions it moves"
        if alike and len(stuck) < len(own):
            ways_ = " ".join(f"(player {way})" for way in ("N", "S", "E", "W")[: subject.facts.players])
            help = (
                "all players' pieces face the same way; say which way each player looks: "
                f"(players {{{ways_}}})"
            )
        yield finding(
            "W0611", f'the "{piece.name}" of {whose} can never move', piece.moves.span,
            f"leads off the board for {whose}", help,
        )  # fmt: skip


def _no_first_move(subject: Subject) -> Iterator[Diagnostic]:
    """A start in which the first player has no move."""
    place = subject.game.rules.start
    if place is None or not subject.own(place) or can_begin(subject.program) is not False:
        return
    yield finding(
        "W0612", "P1 has no move at the start", place.span, "nothing can be moved",
        "see where the pieces stand, and where they could go",
    )  # fmt: skip


def _unplayed(subject: Subject) -> Iterator[Diagnostic]:
    """Moves of pieces that no rule of play asks for."""
    for piece in subject.all(Piece):
        if piece.moves is None or not subject.own(piece) or subject.has_options:
            continue
        own = [c for c in subject.facts.components[1:] if c.ludeme is piece]
        if not any(c.index in subject.decisions.present for c in own):
            continue
        if any(subject.lowered(each) for each in ludemes_in(piece.moves)):
            continue
        if any(_alike(subject, piece, each) for each in subject.all(Piece) if each is not piece):
            continue  # rules that say the same are lowered once
        yield finding(
            "W0611", f'no rule of play asks for the moves of the "{piece.name}"', piece.moves.span,
            "never played", f'add (forEach Piece) or (forEach Piece "{piece.name}") to the play',
        )  # fmt: skip


def _alike(subject: Subject, piece: Piece, other: Piece) -> bool:
    mine = None if piece.moves is None else subject.form(piece.moves.span)
    theirs = None if other.moves is None else subject.form(other.moves.span)
    return mine is not None and mine == theirs


# --- goals ----------------------------------------------------------------------------------------------


def _unreachable(subject: Subject) -> Iterator[Diagnostic]:
    """Endings where a piece has to come to a region that none of a player's pieces ever gets to."""
    mobility = Mobility(subject)
    if not mobility.simple:
        return
    for several in subject.each_written(subject.rules(EndRule)):
        rule = several[0]
        if not isinstance(rule, EndIf) or not isinstance(rule.result, PlayerResult):
            continue
        if rule.result.result is not ResultType.WIN:
            continue
        ways = rule.condition.operands() if is_any(rule.condition) else (rule.condition,)
        for condition in ways:
            if not isinstance(condition, IsIn) or not _ends_a_move(condition.site):
                continue
            if isinstance(condition.region, Region):
                yield from _not_reached(subject, mobility, condition, condition.region)
                yield from _first_move(subject, mobility, condition, condition.region)


def _asked_in_vain(subject: Subject) -> Iterator[Diagnostic]:
    """Regions that the moves of a piece ask about, and to which that piece never comes."""
    mobility = Mobility(subject)
    if not mobility.simple:
        return
    for piece in subject.all(Piece):
        for condition in ludemes_in(piece.moves) if piece.moves is not None else ():
            if not isinstance(condition, IsIn) or not isinstance(condition.region, Region):
                continue
            if not _ends_a_move(condition.site) or not subject.written(condition):
                continue
            meant = {each.piece.index for each in subject.lowered(condition) if each.piece is not None}
            own = [c for c in subject.facts.components[1:] if c.ludeme is piece and c.index in meant]
            if own and all(_never_there(subject, mobility, c, condition.region) for c in own):
                yield finding(
                    "W0628", f'no "{piece.name}" can ever come there', condition.span,
                    "out of reach", "see how it moves, where it starts, and whose the region is",
                )  # fmt: skip


def _never_there(subject: Subject, mobility: Mobility, component: Component, region: Region) -> bool:
    player = component.owner
    way = mobility.of(component)
    goal = subject.fixed_sites(region, {Context.MOVER: player, Context.NEXT: 3 - player})
    return way is not None and way.moves and bool(goal) and not way.arrived & (goal or 0)


def _ends_a_move(site: object) -> bool:
    return isinstance(site, ToSite) or (isinstance(site, Last) and site.part is LastType.TO)


def _not_reached(
    subject: Subject, mobility: Mobility, condition: Ludeme, region: Region
) -> Iterator[Diagnostic]:
    lacking: list[int] = []
    able: list[int] = []
    for player in range(1, subject.facts.players + 1):
        goal = subject.fixed_sites(region, {Context.MOVER: player, Context.NEXT: 3 - player})
        own = [c for c in subject.facts.components[1:] if c.owner == player]
        ways = [mobility.of(c) for c in own]
        if (
            not goal
            or any(way is None for way in ways)
            or not any(way is not None and way.moves for way in ways)
        ):
            continue  # that they are not there, or cannot move, is told elsewhere
        arrived = 0
        for way in ways:
            arrived |= 0 if way is None else way.arrived
        (able if arrived & goal else lacking).append(player)
    if lacking and (able or len(lacking) == subject.facts.players):
        who = " and ".join(f"P{p}" for p in lacking)
        yield finding(
            "W0628", f"no piece of {who} can ever get there", condition.span, f"out of reach for {who}",
            "see how the pieces move, where they start, and whose the region is",
        )  # fmt: skip


def _first_move(
    subject: Subject, mobility: Mobility, condition: IsIn, region: Region
) -> Iterator[Diagnostic]:
    """Players who stand at their goal at the start, and come to it with their first move."""
    begun = subject.beginning
    if begun is None:
        return
    early: list[int] = []
    for player in range(1, subject.facts.players + 1):
        goal = subject.fixed_sites(region, {Context.MOVER: player, Context.NEXT: 3 - player})
        own = [c for c in subject.facts.components[1:] if c.owner == player]
        free = ~begun.sites(*(c.index for c in own))  # where others stand it may take them
        ways = [way for c in own if (way := mobility.of(c)) is not None]
        if goal and any(way.steps[site] & goal & free and goal >> site & 1
                        for way in ways for site in members(way.starts)):  # fmt: skip
            early.append(player)
    if early:
        who = " and ".join(f"P{p}" for p in early)
        starts = "start" if len(early) > 1 else "starts"
        yield finding(
            "W0622", f"{who} can come there with the first move, from a start that lies in it",
            condition.span,
            f"{who} {starts} at the goal", "see whose the region is, and where the pieces start",
        )  # fmt: skip


# --- the way that pieces face ---


def _faces_the_edge(subject: Subject) -> Iterator[Diagnostic]:
    """Players who face away from the board: all their pieces begin on the side that they face."""
    begun, facing = subject.beginning, subject.game.players.each
    relative = any(re.search(_RELATIVE, source.text) for source in subject.compiled.expanded.sources)
    if begun is None or facing is None or not relative or subject.facts.boardless:
        return
    positions = subject.facts.topology.positions(subject.facts.main)
    if not positions:
        return
    for player, each in enumerate(facing, 1):
        heading = Heading(each.facing.value)
        angle = bearing(heading)
        own = [c.index for c in subject.facts.components[1:] if c.owner == player]
        there = [site for site in members(begun.sites(*own)) if site < len(positions)]
        if angle is None or len(there) < FEW:
            continue
        east, north = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        ahead = [x * east + y * north for x, y, _ in positions]
        middle = (min(ahead) + max(ahead)) / 2
        place = next((one.span for one in (each, subject.game.players) if subject.own(one)), None)
        if place is not None and min(ahead[site] for site in there) > middle + LITTLE:
            yield finding(
                "W0653", f"the pieces of P{player} face the edge of the board that they begin at", place,
                f"P{player} faces {heading.value}",
                f"let P{player} face the other way: {opposite(heading).value}",
            )  # fmt: skip


# --- pieces that a player does not have -----------------------------------------------------------------


def _not_had(subject: Subject) -> Iterator[Diagnostic]:
    """Pieces that are made for a player who has none of that name."""
    for several in subject.each_written(each for each in subject.rules(Moves) if each.makes()):
        names = {name for one in several for name in one.makes()}
        lacking: dict[str, set[int]] = {}
        for one in several:
            for lowered in subject.lowered(one):
                owner = lowered.piece.owner if lowered.piece is not None else 0
                for name in names if 1 <= owner <= subject.facts.players else ():
                    owners = {c.owner for c in subject.facts.named(name)}
                    if owner not in owners and owners <= set(range(1, subject.facts.players + 1)):
                        lacking.setdefault(name, set()).add(owner)
        for name, players in lacking.items():
            who, has = " and ".join(f"P{p}" for p in sorted(players)), "have" if len(players) > 1 else "has"
            yield finding(
                "W0641", f'{who} {has} no "{name}"', several[0].span, f"nothing for {who}",
                f'declare it for each player: (piece "{name}" Each ...)', subject=name,
            )  # fmt: skip


RULES = (
    Rule("W0653", _faces_the_edge),
    Rule("W0612", _no_moves),
    Rule("W0611", _never_moves, last=True),
    Rule("W0612", _no_first_move, alone=True),
    Rule("W0628", _unreachable),
    Rule("W0628", _asked_in_vain),
    Rule("W0611", _unplayed),
    Rule("W0641", _not_had),
)
