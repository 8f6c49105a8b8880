"""Regions: empty ones, sites that the board does not have, players that lack what others have."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.ops import Expr, Op
from gdl.core.walk import map_expr
from gdl.lint.notes import Lowered
from gdl.lint.offers import membership
from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.lower.players import fixed_player, owners_of
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import Region
from gdl.ludeme.literals import IntLiteral, IntsLiteral
from gdl.ludemes.boards import Track
from gdl.ludemes.counts import CountSites
from gdl.ludemes.equipment import Hand, Regions
from gdl.ludemes.is_connected import ConnectType, IsConnected
from gdl.ludemes.regions import RegionIf
from gdl.ludemes.sites_fixed import IndexedSites, SitesIndexed
from gdl.ludemes.sites_named import SitesByNumber, SitesNamed
from gdl.parse.forms import Brace, Form, Number, Paren, String
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Span
from gdl.support.values import evolve
from gdl.words.words import RoleType

#: Roles that stand for each player in turn.
_ANYBODY = (RoleType.MOVER, RoleType.NEXT, RoleType.PREV, RoleType.PLAYER)

_PLAYERS = (Context.MOVER, Context.NEXT, Context.PREV, Context.PLAYER)


def _empty(subject: Subject) -> Iterator[Diagnostic]:
    """Regions in which no site can ever be; the innermost is told."""
    reported: list[Span] = []
    by_size = sorted(
        subject.each_written(subject.rules(Region)), key=lambda each: each[0].span.end - each[0].span.start
    )
    for several in by_size:
        region = several[0]
        if any(span.within(region.span) for span in reported) or region.span.text == "(sites {})":
            continue
        result = {_always_empty(subject, one) for one in several}
        if result == {True}:
            reported.append(region.span)
            yield finding(
                "W0605", "there is no site in this region", region.span, "empty", *_why(subject, region)
            )


def _always_empty(subject: Subject, region: Region) -> bool | None:
    lowered = subject.lowered(region)
    if not lowered:
        sites = subject.fixed_sites(region)
        return None if sites is None else sites == 0
    return all(_empty_set(subject, each) for each in lowered)


def _empty_set(subject: Subject, lowered: Lowered) -> bool:
    """Is a set empty by itself, not by how the game goes: as what is there is one thing?"""
    sites = lowered.value
    if not isinstance(sites, Expr):
        return False
    try:
        return evaluate(sites, {}, subject.program.sites) == 0
    except NotConstant:
        cases = subject.cases(lowered.proc)
        if sites.op not in (Op.INTER, Op.DIFF, Op.FILTER) or subject.decisions.empty(sites, lowered.proc):
            return False  # what never stands there is told as such
        return not cases.possible(*membership(sites))


def _empty_where_chosen(subject: Subject) -> Iterator[Diagnostic]:
    """Choices of a region by a condition that holds, or fails, just where that region is empty."""
    for several in subject.each_written(subject.rules(RegionIf)):
        region = several[0]
        counted = [each.within for each in ludemes_in(region.condition) if isinstance(each, CountSites)]
        asked = [each.value for one in several for each in subject.lowered(one.condition)]
        if len(counted) != 1 or counted[0] is None or not asked:
            continue
        for part, name, fails in ((region.first, "first", False), (region.second, "second", True)):
            if part is None or not _the_same(subject, part, counted[0]):
                continue
            if all(isinstance(each, Expr) and _asks_for_none(each) is (not fails) for each in asked):
                yield finding(
                    "W0605", f"the {name} region is chosen just where it has no site",
                    region.span, "empty where it is chosen",
                    "see whether the two are exchanged, or the condition is to be turned round",
                )  # fmt: skip


def _the_same(subject: Subject, one: Region, other: Region) -> bool:
    """Is it one text, or two that say the same?"""
    form = subject.form(one.span)
    return form is not None and form == subject.form(other.span)


def _asks_for_none(condition: Expr) -> bool | None:
    """Does it hold just where a set is empty (True), or just where it is not (False)? None if neither."""
    holds = True
    while condition.op is Op.NOT:
        condition, holds = condition.args[0], not holds
    if condition.op is Op.SOME:
        return not holds
    try:
        of_none, of_one, of_two = (evaluate(_with_size(condition, n), {}, 0) for n in range(3))
    except NotConstant:
        return None
    if of_none == of_one or of_one != of_two:
        return None
    return bool(of_none) is holds


def _with_size(condition: Expr, size: int) -> Expr:
    """The condition, where each set that it counts has so many sites."""
    return map_expr(condition, lambda each: k.int_(size) if each.op is Op.SIZE else each)


def _why(subject: Subject, region: Region) -> tuple[str, ...]:
    topology, main = subject.facts.topology, subject.facts.main
    if subject.facts.players == 1:
        return ("who plays alone has no opponent: see whose sites are meant",)
    if isinstance(region, SitesIndexed) and isinstance(region.index, IntLiteral):
        groups = {IndexedSites.ROW: topology.rows, IndexedSites.COLUMN: topology.columns}.get(region.what)
        if groups is not None:
            kind = region.type or main
            word = region.what.value.lower()
            return (f"the {word}s of this board are numbered 0 to {len(groups(kind)) - 1}",)
    return (region.when_empty or "see with `gdl show` and the board's numbers what was meant",)


# --- sites that are none --------------------------------------------------------------------------------


def _no_site(subject: Subject) -> Iterator[Diagnostic]:
    """Numbers in lists of sites, and of tracks, that no site has."""
    last = subject.facts.board_count - 1
    for several in subject.each_written(subject.rules(SitesByNumber)):
        numbers = several[0].numbers
        literals = numbers.items if isinstance(numbers, IntsLiteral) else numbers
        for number in literals if isinstance(literals, tuple) else ():
            if isinstance(number, IntLiteral) and not 0 <= number.value < subject.facts.size:
                yield _off(number.value, number.span, last)
    for tracks in subject.each_written(subject.all(Track)):
        track = tracks[0]
        if isinstance(track.path, tuple):
            for step in track.path:
                if isinstance(step, IntLiteral) and not -2 <= step.value < subject.facts.size:
                    yield _off(step.value, step.span, last)
        else:
            yield from _off_track(subject, track, last)


def _off_track(subject: Subject, track: Track, last: int) -> Iterator[Diagnostic]:
    assert isinstance(track.path, str)
    for leg in track.path.split(","):
        text = leg.strip()
        if text.isdigit() and int(text) >= subject.facts.size:
            yield finding(
                "W0613", f"there is no site {text}", track.span, "off the board",
                f"the sites of the board are 0 to {last}", subject=track.path,
            )  # fmt: skip


def _off(number: int, span: Span, last: int) -> Diagnostic:
    return finding(
        "W0613",
        f"there is no site {number}",
        span,
        "off the board",
        f"the sites of the board are 0 to {last}",
    )


def _same_sites(subject: Subject) -> Iterator[Diagnostic]:
    """Regions of one owner that are the same sites, where each is to be one of several."""
    for several in subject.each_written(subject.all(Regions)):
        parts = several[0].where
        seen: dict[int, Region] = {}
        for part in parts if isinstance(parts, tuple) else ():
            sites = subject.fixed_sites(part) if isinstance(part, Region) else None
            if not sites or not isinstance(part, Region):
                continue
            if sites in seen:
                yield finding(
                    "W0606", f"these are the same sites as {seen[sites].span.text} before", part.span,
                    "the second time", "see which others were meant",
                )  # fmt: skip
            seen[sites] = part


def _sites_twice(subject: Subject) -> Iterator[Diagnostic]:
    """The same site twice in one list."""
    for several in subject.each_written(each for each in subject.all(Ludeme) if each.lists_sites):
        form = subject.form(several[0].span)
        lists = [each for each in form.items if isinstance(each, Brace)] if isinstance(form, Paren) else []
        for each in lists:
            seen: dict[str | int | float, Form] = {}
            for item in each.items:
                if not isinstance(item, String | Number):
                    continue
                name = item.value.upper() if isinstance(item, String) else item.value
                if seen.setdefault(name, item).span != item.span:
                    yield finding(
                        "W0606", f"the site {item.span.text} stands twice in this list", item.span,
                        "the second time", "see which other was meant", subject=item.value
                        if not isinstance(item.value, float) else None,
                    )  # fmt: skip
                    break


# --- players --------------------------------------------------------------------------------------------


def _no_player(subject: Subject) -> Iterator[Diagnostic]:
    """Regions, hands and tracks of players that the game does not have."""
    players = subject.facts.players
    if not subject.written(subject.game.players):
        return  # an option says how many there are: with another they may be there
    of = "one player" if players == 1 else f"{players} players"
    owned: list[tuple[RoleType | None, Span, str]] = [
        *((each.role, each.span, "region") for each in subject.all(Regions)),
        *((each.role, each.span, "hand") for each in subject.all(Hand)),
        *(
            (each.owner, each.span, "track")
            for each in subject.all(Track)
            if isinstance(each.owner, RoleType)
        ),
    ]
    for role, span, what in owned:
        if isinstance(role, RoleType) and not owners_of(role, players) and fixed_player(role) is not None:
            if span.source not in subject.own_sources:
                continue
            yield finding(
                "W0615", f"this {what} is of {role.value}, but the game is for {of}", span, "nobody's",
                f"the players are P1 to P{players}", subject=role.value,
            )  # fmt: skip


def _lacking(subject: Subject) -> Iterator[Diagnostic]:
    """Regions asked for by whoever moves, of which only some players have one, though all play alike."""
    if subject.facts.players < 2:
        return
    reported: set[str | None] = set()
    for several in by_place(subject.rules(SitesNamed)):
        region = several[0]
        place = region.span if subject.written(region) else _declared(subject, region.name)
        if region.who not in _ANYBODY or region.name in reported or place is None:
            continue
        if not subject.symmetric:
            return
        names = {
            p: subject.fixed_sites(region, dict.fromkeys(_PLAYERS, p))
            for p in range(1, subject.facts.players + 1)
        }
        declared = {p: subject.facts.regions_of.get(p, []) for p in names}
        lacking = [
            p for p, sites in names.items()
            if not sites and not any(region.name in (None, each.name) for each in declared[p])
        ]  # fmt: skip
        having = [p for p, sites in names.items() if sites or any(region.name == r.name for r in declared[p])]
        if lacking and having:
            reported.add(region.name)
            called = f'region "{region.name}"' if region.name else "region"
            who, has = " and ".join(f"P{p}" for p in lacking), "have" if len(lacking) > 1 else "has"
            name = f'"{region.name}" ' if region.name else ""
            example = f"(regions {name}P{lacking[0]} (sites ...))"
            yield finding(
                "W0616", f"{who} {has} no {called}, though P{having[0]} has", place,
                f"nowhere for {who}", f"declare one in the equipment: {example}", subject=region.name,
            )  # fmt: skip


def _declared(subject: Subject, name: str | None) -> Span | None:
    """Where the file itself declares regions of this name last, for a library that asks for them."""
    own = (each for each in subject.all(Regions) if each.name == name and subject.own(each))
    return max((each.span for each in own), key=lambda span: span.start, default=None)


def _unconnected(subject: Subject) -> Iterator[Diagnostic]:
    """Players who are to connect their regions, and have fewer than two."""
    for several in subject.each_written(subject.rules(IsConnected)):
        connected = several[0]
        if not isinstance(connected.regions, RoleType) or connected.number is not None:
            continue
        fixed = fixed_player(connected.regions)
        if fixed is None and connected.regions not in _ANYBODY:
            continue
        players = [fixed] if fixed is not None else list(range(1, subject.facts.players + 1))
        few = [p for p in players if len(subject.regions_of(p)) < 2]
        if few and (fixed is not None or len(few) == len(players) or subject.symmetric):
            who, has = " and ".join(f"P{p}" for p in few), "have" if len(few) > 1 else "has"
            yield finding(
                "W0616", f"{who} {has} fewer than two regions to connect", connected.span,
                f"nothing to connect for {who}",
                f"declare them in the equipment: (regions P{few[0]} {{(sites Top) (sites Bottom)}})",
            )  # fmt: skip


def _meeting(subject: Subject) -> Iterator[Diagnostic]:
    """The two sides that a player is to connect share a site: one piece there is on both."""
    for several in subject.each_written(subject.rules(IsConnected)):
        connected = several[0]
        if connected.number is not None or connected.what is ConnectType.BLOCKED:
            continue
        if isinstance(connected.regions, tuple):
            given = [subject.fixed_sites(region) for region in connected.regions]
            if len(given) == 2 and given[0] and given[1] and given[0] & given[1]:
                yield _one_piece(subject, given[0] & given[1], connected.span, "these sides")
        elif isinstance(connected.regions, RoleType):
            for regions in subject.all(Regions):
                parts = regions.where if isinstance(regions.where, tuple) else ()
                sides = [subject.fixed_sites(each) for each in parts if isinstance(each, Region)]
                player = fixed_player(regions.role) if regions.role is not None else None
                if player is not None and len(sides) == 2 == len(subject.regions_of(player)):
                    if sides[0] and sides[1] and sides[0] & sides[1]:
                        yield _one_piece(
                            subject, sides[0] & sides[1], regions.span, f"the sides of P{player}"
                        )


def _one_piece(subject: Subject, both: int, span: Span, sides: str) -> Diagnostic:
    site = subject.facts.site_name(next(members(both)))
    return finding(
        "W0645", f"{sides} meet: one piece on {site} connects them", span, f"both have {site}",
        "opposite sides are (sites Top) and (sites Bottom), or (sites Left) and (sites Right)",
    )  # fmt: skip


def _for_each_alike(subject: Subject) -> Iterator[Diagnostic]:
    """Regions of one name that are the same sites for different players, as if there were one for all.

    Of more than two players some may be partners, or come by the same way."""
    if subject.facts.players != 2:
        return
    known: dict[tuple[str | None, object], tuple[int, Regions]] = {}
    for regions in subject.all(Regions):
        player = fixed_player(regions.role) if regions.role is not None else None
        parts = regions.where if isinstance(regions.where, tuple) else (regions.where,)
        regional = [each for each in parts if isinstance(each, Region)]
        sites = [subject.fixed_sites(each) for each in regional]
        if player is None or len(regional) != len(parts):
            continue
        key: tuple[str | None, object]
        if all(sites):
            key = regions.name, frozenset(each for each in sites if each is not None)
        elif None in sites:  # by chance, but for all in the same way
            key = regions.name, tuple(subject.form(each.span) for each in regional)
        else:
            continue
        other, first = known.setdefault(key, (player, regions))
        if other == player or regions.span.source not in subject.own_sources:
            continue
        region = f'the region "{regions.name}"' if regions.name else "the region"
        called = f'"{regions.name}" ' if regions.name else ""
        alike = finding(
            "W0647",
            f"{region} of P{player} is the same as that of P{other}",
            regions.span,
            "the same sites",
            f"see which others were meant; one for all players is (regions {called}Shared ...)",
        )
        yield evolve(alike, related=(Label(first.span, f"that of P{other}"),))


RULES = (
    Rule("W0613", _no_site),
    Rule("W0606", _same_sites),
    Rule("W0606", _sites_twice),
    Rule("W0615", _no_player),
    Rule("W0605", _empty),
    Rule("W0605", _empty_where_chosen),
    Rule("W0616", _lacking),
    Rule("W0616", _unconnected),
    Rule("W0645", _meeting),
    Rule("W0647", _for_each_alike),
)
