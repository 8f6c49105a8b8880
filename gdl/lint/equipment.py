"""Equipment that play never comes to: pieces, hands, dice, regions, tracks, maps; and dropped pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from gdl.equip.facts import Component
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.base import ARGUMENTS, Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, IntExpr, Moves, Region, StartRule
from gdl.ludeme.kinds import Kept
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes.arguments import From
from gdl.ludemes.boards import MancalaBoard, Track
from gdl.ludemes.equipment import Dice, Hand, Map, MapLists, Pair, Piece, Regions
from gdl.ludemes.ints_board import MapEntry
from gdl.parse.forms import Form
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span

# --- pieces ---------------------------------------------------------------------------------------------


#: Of so few pieces one more is mostly meant; so many more or fewer are by one slip.
FEW, SLIP = 3, 2


def _never_there(subject: Subject) -> Iterator[Diagnostic]:
    """Pieces that nothing ever puts on a site."""
    present = subject.decisions.present
    for piece in subject.all(Piece):
        own = [c for c in subject.facts.components[1:] if c.ludeme is piece]
        missing = [c for c in own if c.index not in present]
        if not missing:
            continue
        place, there = piece.span, "never placed"
        if not subject.own(piece):
            # a library may have more than a game needs, though hardly for some players and not for others
            start = subject.game.rules.start
            if len(missing) == len(own) or start is None or not subject.own(start):
                continue
            place, there = start.span, f'"{missing[0].name}" is not placed'
        elif _may_be_chosen(subject, piece, own, missing):
            continue
        if len(missing) == len(own):
            message = f'no "{piece.name}" ever comes onto the board'
        else:
            whose = " and ".join(f"P{c.owner}" for c in missing)
            message = f'no "{piece.name}" of {whose} ever comes onto the board'
        example = f'(place "{missing[0].name}" (sites Bottom))'
        yield finding(
            "W0610", message, place, there,
            f"place it at the start, {example}, or let a move add it", subject=piece.name,
        )  # fmt: skip


def _may_be_chosen(subject: Subject, piece: Piece, own: list[Component], missing: list[Component]) -> bool:
    """May other options put it on the board? Hardly where other players' are there by their own names, and
    those that are missing are named nowhere."""
    text = piece.span.source.text
    there = [c for c in own if c not in missing]
    if there and all(re.search(rf'"{re.escape(c.name)}"', text) for c in there):
        return any(subject.elsewhere(f'"{c.name}"', piece.span) for c in missing)
    return subject.elsewhere(piece.name, piece.span)


def _dropped(subject: Subject) -> Iterator[Diagnostic]:
    """Pieces that are placed where others stand already: the first stays."""
    begun = subject.beginning
    if begun is None or subject.facts.stacks:
        yield from _in_the_same_region(subject)
    if begun is None:
        return
    for rule in subject.rules(StartRule):
        placed = rule.places()
        if placed is None or not subject.own(rule):
            continue
        yield from _on_others(subject, rule, begun.placed.get(rule.span, set()))
        dropped = begun.dropped.get(rule.span)
        if not dropped or rule.stacks:
            continue
        if (
            rule.fills() is not None
            and begun.placed.get(rule.span)
            and not _of_others(subject, rule, dropped)
        ):
            continue  # a region is filled around what stands in it
        sites = sorted(dropped)
        first = begun.first.get(sites[0])
        names = ", ".join(subject.facts.site_name(site) for site in sites[:5])
        more = f" and {len(sites) - 5} more" if len(sites) > 5 else ""
        line = f" (line {first.line})" if first is not None and first is not rule.span else ""
        yield finding(
            "W0614", f"another piece stands on {names}{more} already, so none is placed there", rule.span,
            "dropped", f"the first that is placed stays{line}: place this one elsewhere", subject=placed[0],
        )  # fmt: skip


def _unequal(subject: Subject) -> Iterator[Diagnostic]:
    """Players who have the same pieces begin with more or fewer of them."""
    begun, start = subject.beginning, subject.game.rules.start
    players = range(1, subject.facts.players + 1)
    if begun is None or start is None or len(players) < 2 or not subject.own(start):
        return
    placing = [
        (each.span, *placed) for each in _placing(subject) if not each.stacks and (placed := each.places())
    ]
    if any(type_ not in (None, subject.facts.main) for _, _, type_ in placing):
        return  # some stand between the sites of others
    present = [c for c in subject.facts.components[1:] if begun.number(c.index)]
    kinds = [{c.base for c in present if c.owner == player} for player in players]
    if any(each != kinds[0] for each in kinds):
        return  # they are to play differently
    for piece in subject.all(Piece):
        own = {c.owner: c for c in subject.facts.components[1:] if c.ludeme is piece}
        if set(own) != set(players):
            continue  # not every player's
        counts = {player: begun.number(own[player].index) for player in players}
        fewest, most = min(counts.values()), max(counts.values())
        if fewest < FEW or not 0 < most - fewest <= SLIP:
            continue  # on purpose, or told as pieces that are never placed
        least = next(player for player in players if counts[player] == fewest)
        of_least = [span for span, name, _ in placing if name == own[least].name]
        yield finding(
            "W0652", f'P{least} begins with {fewest} of "{piece.name}", another player with {most}',
            of_least[-1] if of_least else start.span, f"{fewest} for P{least}",
            "see whether all sites are those that you mean",
        )  # fmt: skip


def _in_the_same_region(subject: Subject) -> Iterator[Diagnostic]:
    """Pieces that are placed in the region that another player's are placed in, whatever it is by chance."""
    owners = {each.name: each.owner for each in subject.facts.components[1:]}
    stacks = subject.facts.stacks
    seen: dict[Form, tuple[Span, str]] = {}
    for rule in _placing(subject):
        region, piece = rule.fills(), _placed_by(rule)
        form = None if region is None else subject.form(region.span)
        if form is None or not subject.own(rule):
            continue
        place, other = seen.setdefault(form, (rule.span, piece))
        if owners.get(other) != owners.get(piece):
            done = "so these are put on top of them" if stacks else "so none is placed here"
            yield finding(
                "W0614", f"another player's pieces are placed in this region, {done}", rule.span,
                "on others" if stacks else "dropped", f"see line {place.line}: place these elsewhere",
                subject=piece,
            )  # fmt: skip


def _placing(subject: Subject) -> Iterator[StartRule]:
    """The starting rules that place pieces of one kind."""
    return (each for each in subject.rules(StartRule) if each.places() is not None)


def _placed_by(rule: StartRule) -> str:
    """The piece that a starting rule places, by name; empty where it is not of one kind."""
    placed = rule.places()
    return "" if placed is None else placed[0]


def _on_others(subject: Subject, rule: StartRule, sites: set[int]) -> Iterator[Diagnostic]:
    """Where pieces stack: few of many that are placed come onto another player's, most onto free sites; of
    many by this rule, or by all that place pieces of the same name."""
    begun = subject.beginning
    if begun is None:
        return
    on = [site for site in sorted(sites) if len(begun.pieces.get(site, ())) > 1]
    below = [s for s in on if begun.first.get(s) is not rule.span and _of_others(subject, rule, [s])]
    piece = _placed_by(rule)
    placed = [begun.placed.get(each.span, set()) for each in _placing(subject) if _placed_by(each) == piece]
    if not below or 2 * len(below) >= len(set().union(*placed)):
        return
    names = ", ".join(subject.facts.site_name(site) for site in below)
    yield finding(
        "W0614",
        f"another player's piece stands on {names} already, so this one is put on top of it",
        rule.span,
        "on another",
        "see which sites the two rules have in common",
        subject=piece,
    )


def _of_others(subject: Subject, rule: StartRule, sites: Iterable[int]) -> bool:
    """Do pieces of other players than the one whose pieces a rule places stand on all these sites?"""
    begun, components = subject.beginning, subject.facts.components
    own = next((c.owner for c in components[1:] if c.name == _placed_by(rule)), 0)
    players = range(1, subject.facts.players + 1)
    if begun is None or own not in players:
        return False
    standing = {components[begun.pieces[site][0]].owner for site in sites if begun.pieces.get(site)}
    return bool(standing) and own not in standing and all(owner in players for owner in standing)


# --- hands and dice -------------------------------------------------------------------------------------


def _hands(subject: Subject) -> Iterator[Diagnostic]:
    """Hands that no rule mentions, or that pieces are only taken from."""
    hands = [hand for hand in subject.all(Hand) if subject.own(hand)]
    if not hands or subject.facts.dice:
        return
    rules = (
        subject.game.rules,
        *(item for item in subject.game.equipment.items if not isinstance(item, Hand)),
    )
    mentions = [each for each in ludemes_in(rules) if _about_hands(subject, each)]
    if not mentions:
        mancala = any(isinstance(item, MancalaBoard) for item in subject.game.equipment.items)
        for hand in () if mancala else hands:  # beside holes, hands are where people lay what they took
            if not subject.elsewhere("Hand", hand.span):
                yield finding(
                    "W0619", "no rule asks for this hand, or puts a piece into it", hand.span, "never used",
                    'delete it, or fill it: (place "Disc" "Hand" count:9)',
                )  # fmt: skip
        return
    taken = {each for origin in ludemes_in(rules) if isinstance(origin, From) for each in ludemes_in(origin)}
    begun = subject.beginning
    if begun is None or subject.has_options:
        return
    moved = [each for each in mentions if each not in taken and not _asks(subject, each)]
    filled = any(site in begun.pieces for c in subject.facts.containers for site in c.sites)
    if not filled and not moved and any(each in taken for each in mentions):
        origin = next(each for each in mentions if each in taken)
        yield finding(
            "W0617", "pieces are taken from this hand, but nothing ever puts one into it", origin.span,
            "always empty", 'fill it at the start: (place "Disc" "Hand" count:9)',
        )  # fmt: skip


def _about_hands(subject: Subject, ludeme: Ludeme) -> bool:
    names = {c.name for c in subject.facts.containers} | {"Hand"}
    if isinstance(ludeme, IntExpr | Region) and ludeme.in_hand:
        return True
    hands = {site for container in subject.facts.containers for site in container.sites}
    if isinstance(ludeme, IntLiteral) and ludeme.value in hands:
        return True
    if isinstance(ludeme, Pair | MapLists):
        return bool(hands & _numbers(ludeme))
    parts = [getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)]]
    if "container" in ARGUMENTS[type(ludeme)] and getattr(ludeme, "container") is not None:  # noqa: B009
        return True
    return any(
        isinstance(part, str) and (part in names or part.rstrip("0123456789") in names) for part in parts
    )


def _numbers(ludeme: Pair | MapLists) -> set[int]:
    """The numbers that a map leads to."""
    values = ludeme.values if isinstance(ludeme, MapLists) else (ludeme.value,)
    return {value for value in values if isinstance(value, int)}


def _asks(subject: Subject, ludeme: Ludeme) -> bool:
    """Does a mention of a hand stand in a condition, where nothing is moved by it?"""
    return any(each is ludeme for condition in subject.rules(BoolExpr) for each in ludemes_in(condition))


def _dice(subject: Subject) -> Iterator[Diagnostic]:
    dice = [each for each in subject.all(Dice) if subject.own(each)]
    rolled = any((Kept.DICE, "") in each.writes() for each in subject.rules(Moves))
    if dice and rolled and not any((Kept.DICE, "") in each.reads() for each in subject.rules(Ludeme)):
        if not subject.has_options:
            yield finding(
                "W0618", "no rule asks what these dice show", dice[0].span, "never looked at",
                "ask for it: (count Pips), or (pips) in (forEach Die ...)",
            )  # fmt: skip
        return
    if not dice or rolled or subject.elsewhere("roll", dice[0].span):
        return
    if any(moves.is_chance for moves in subject.rules(Moves)):
        return
    yield finding(
        "W0618", "no rule rolls these dice", dice[0].span, "never rolled",
        "roll them before the moves: (play (do (roll) next:(forEach Die ...)))",
    )  # fmt: skip


def _always_the_same(subject: Subject) -> Iterator[Diagnostic]:
    """Dice of which each has one number on all its faces."""
    for dice in subject.all(Dice):
        shown = [set(dice.faces_of(die)) for die in range(max(1, dice.number))]
        if all(len(faces) == 1 for faces in shown) and subject.written(dice):
            yield finding(
                "W0648", "these dice always show the same", dice.span, f"always {min(shown[0])}",
                "say how many faces each has, (dice d:6), and how many dice there are, num:2",
            )  # fmt: skip


# --- what has a name ------------------------------------------------------------------------------------


def _texts(ludemes: Iterable[Ludeme]) -> Iterator[str]:
    for ludeme in ludemes:
        for name in ARGUMENTS[type(ludeme)]:
            part = getattr(ludeme, name)
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, str):
                    yield each


def _unused(subject: Subject) -> Iterator[Diagnostic]:
    """Regions of nobody, maps and tracks that no rule names."""
    items = subject.game.equipment.items
    all_texts = Counter(_texts(subject.in_rules))
    for item in items:
        name = getattr(item, "name", None)
        if not isinstance(item, Regions | Map | MapLists) or not name or not subject.own(item):
            continue
        if all_texts[name] > Counter(_texts(ludemes_in(item)))[name] or subject.elsewhere(name, item.span):
            continue
        if isinstance(item, Regions):
            if item.role is not None or name in subject.shown:
                continue  # it is asked for by its owner, as in (sites Mover), or coloured
            yield _never_asked("region", name, f'(sites "{name}")', item.span)
        elif not any(each.name is None for each in subject.all(MapEntry)):
            yield _never_asked("map", name, f'(mapEntry "{name}" ...)', item.span)
    tracks = [track for track in subject.all(Track) if subject.own(track)]
    if (
        tracks
        and not subject.has_options
        and not any(_walks(each) for each in ludemes_in(subject.game.rules))
    ):
        if not any(_walks(each) for piece in subject.all(Piece) for each in ludemes_in(piece)):
            yield _never_asked("track", tracks[0].name, f'(sites Track "{tracks[0].name}")', tracks[0].span)


def _walks(ludeme: Ludeme) -> bool:
    """Does a ludeme follow tracks?"""
    words = " ".join(ludeme.words).lower()
    return "track" in words or words == "sow" or "track" in ARGUMENTS[type(ludeme)] or "AllTracks" in words


def _never_asked(what: str, name: str, example: str, span: Span) -> Diagnostic:
    return finding(
        "W0619", f'no rule asks for the {what} "{name}"', span, "never used",
        f"delete it, or ask for it: {example}", subject=name,
    )  # fmt: skip


RULES = (
    Rule("W0614", _dropped),
    Rule("W0652", _unequal, alone=True),
    Rule("W0610", _never_there),
    Rule("W0617", _hands),
    Rule("W0618", _dice),
    Rule("W0648", _always_the_same),
    Rule("W0619", _unused),
)
