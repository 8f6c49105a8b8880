"""Places by name: coordinates, hands, and regions that the equipment or the board names."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.equip.facts import DeclaredRegions
from gdl.lower.statics import kind_of, mask_of, set_by_number
from gdl.ludeme.categories import IntExpr, Region
from gdl.source.text import Span
from gdl.words.words import SiteType, StaticRegion

#: So many columns of a board are listed in a message.
MAX_LISTED = 5


def coordinate(b: Builder, name: str, type_: SiteType | None, span: Span) -> int:
    """The site that a coordinate such as `a1` (or a number in quotes) names."""
    kind = type_ or b.facts.main
    topology = b.facts.topology
    site = topology.find(name, kind)
    if site is None and name.isdigit() and int(name) < topology.count(kind):
        site = int(name)
    if site is None:
        advice = f"sites are called {_columns(topology.labels(kind))}"
        raise MeaningError(
            "E0405", f'there is no site called "{name}"', span, "off the board", advice, subject=name
        )
    return site + b.facts.offsets[kind]


def coordinates(b: Builder, names: Sequence[str], type_: SiteType | None, span: Span) -> int:
    """The sites that some coordinates name, as a bit mask; in a file that was written for Ludii those that
    name no site are warned of."""
    mask = 0
    for name in names:
        try:
            mask |= 1 << coordinate(b, name, type_, span)
        except MeaningError as mistake:
            b.refuse_name(mistake)
    return mask


def is_coordinate(b: Builder, name: str, type_: SiteType | None) -> bool:
    """Whether a site of that kind is called so."""
    return b.facts.topology.find(name, type_ or b.facts.main) is not None


def _columns(labels: Sequence[str]) -> str:
    """`a1 to a5, b1 to b5, ...`: what the sites are called, column by column."""
    columns: dict[str, list[str]] = {}
    for label in labels:
        columns.setdefault(label.rstrip("0123456789/"), []).append(label)
    ends = [f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0] for names in columns.values()]
    return ", ".join(ends if len(ends) <= MAX_LISTED else (*ends[:3], "...", ends[-1]))


def hand_sites(b: Builder, name: str, owner: int, span: Span) -> range:
    """The sites of a hand: the owner's of that name, or the one of that name, or whichever the owner has."""
    for wanted in (f"{name}{owner}".lower(), name.lower()):
        for container in b.facts.containers:
            if container.dice is None and container.name.lower() == wanted:
                return container.sites
    for container in b.facts.containers:
        if container.dice is None and container.owner == owner:
            return container.sites
    hands = [c.name for c in b.facts.containers if c.dice is None]
    listed = ", ".join(f'"{each}"' for each in hands)
    advice = f"the hands are {listed}" if hands else "add (hand Each) to the equipment"
    message = f'there is no hand "{name}" for this piece'
    b.refuse_name(MeaningError("E0406", message, span, "", advice, subject=name))
    return range(0)


def container_sites(b: Builder, container: IntExpr | str | None, on: SiteType | None, span: Span) -> Expr:
    """The sites of the board (the default), of all hands, of the hand of that name, or of the container of
    that number (0: the board; then the hands in order, and dice)."""
    board = b.facts.sites_of(on)
    if container is None or container == "Board":
        return k.sites_(board)
    if isinstance(container, str):
        hands = [each for each in b.facts.containers if each.dice is None]
        meant = [each for each in hands if each.name == container]
        meant = meant or [each for each in hands if each.name.startswith(container)]
        if not meant:
            names = ", ".join(f'"{each.name}"' for each in hands)
            advice = f"the hands are {names}" if hands else "add (hand Each) to the equipment"
            text = f'there is no hand "{container}"'
            raise MeaningError("E0406", text, span, "", advice, subject=container)
        return k.sites_(sum(1 << site for each in meant for site in each.sites))
    beside = (sum(1 << site for site in each.sites) for each in b.facts.containers)
    return set_by_number(b, (board, *beside), container.lower(b), "container")


# --- from what a rule names to sites and players of the core --------------------------------------------


def shifted(b: Builder, site: Expr, type_: SiteType | None) -> Expr:
    """A site number that an author wrote for a kind of site, in the game's one numbering.

    Sites of other kinds than the main one come last in that numbering; a number that is already there (it
    came out of a region of that kind) stays.
    """
    kind = type_ or b.facts.main
    offset = b.facts.offsets.get(kind, 0)
    if kind is b.facts.main:
        return site
    # Numbers beyond the sites of the kind, and of the main one, are there already: of such a region, or of
    # a hand.
    count, beyond = b.facts.topology.count(kind), b.facts.board_count
    if site.op is Op.CONST:
        assert isinstance(site.data, int)
        if 0 <= site.data < count:
            return k.int_(site.data + offset)
        return k.NOWHERE_SITE if site.data < beyond else site
    none = k.NOWHERE_SITE
    other = k.select(k.lt(site, k.int_(beyond)), none, site) if count < beyond else site
    inside = k.and_(k.ge(site, k.int_(0)), k.lt(site, k.int_(count)))
    return k.select(inside, k.add(site, k.int_(offset)), other)


def site_of(b: Builder, site: IntExpr, type_: SiteType | None = None) -> Expr:
    """The site that a number means."""
    return shifted(b, site.lower(b), type_)


def sites_in(b: Builder, where: Region | IntExpr, type_: SiteType | None = None) -> Expr:
    """The set of sites that a region, or a single number, means."""
    if isinstance(where, Region):
        return where.lower(b)
    return k.one(site_of(b, where, type_))


def context_or(b: Builder, site: IntExpr | None, default: Context, type_: SiteType | None = None) -> Expr:
    """The site that a number means, or else that of the context."""
    return b.context(default) if site is None else site_of(b, site, type_)


def last_to(b: Builder) -> Expr:
    """Where the last move ended."""
    return b.register("last_to")


def last_from(b: Builder) -> Expr:
    """Where the last move started."""
    return b.register("last_from")


def region_parts(b: Builder, declared: DeclaredRegions) -> list[Expr]:
    """The sets that an item `(regions ...)` declares."""
    with b.lowering(declared) as possible:
        if not possible:
            what = "this region" if declared.name is None else f'the region "{declared.name}"'
            raise MeaningError(
                "E0431",
                f"{what} is made of itself",
                declared.span,
                "named again by what it is made of",
                "say which sites it is: (sites Bottom), (sites {0 1 2})",
            )
        return _parts_of(b, declared)


def _parts_of(b: Builder, declared: DeclaredRegions) -> list[Expr]:
    where: tuple[object, ...] = declared.where if isinstance(declared.where, tuple) else (declared.where,)
    numbers = [part for part in where if isinstance(part, IntExpr)]
    parts: list[Expr] = []
    if numbers:
        parts.append(k.union(*(k.one(number.lower(b)) for number in numbers)))
    for part in where:
        if isinstance(part, Region):
            parts.append(part.lower(b))
        elif isinstance(part, StaticRegion):
            parts.extend(k.sites_(mask) for mask in static_regions(b, part, None, declared.span))
    return parts


def regions_of_player(b: Builder, player: int, name: str | None = None) -> list[Expr]:
    """The regions that belong to a player (of a name, which its number may follow: `HomeP1`, `Home1`)."""
    return [
        part
        for declared in b.facts.regions_of.get(player, [])
        if name is None or declared.name in (name, f"{name}P{player}", f"{name}{player}")
        for part in region_parts(b, declared)
    ]


def static_regions(b: Builder, what: StaticRegion, type_: SiteType | None, span: Span) -> list[int]:
    """The sets of sites that a word such as `Sides` or `Rows` stands for, as bit masks."""
    topology, kind = b.facts.topology, kind_of(b, type_)
    match what:
        case StaticRegion.ROWS:
            return [mask_of(b, row, kind) for row in topology.rows(kind)]
        case StaticRegion.COLUMNS:
            return [mask_of(b, column, kind) for column in topology.columns(kind)]
        case StaticRegion.CORNERS:
            return [mask_of(b, (corner,), kind) for corner in topology.corners(kind)]
        case StaticRegion.SIDES:
            return [mask_of(b, side, kind) for side in topology.sides(kind).values()]
        case StaticRegion.SIDES_NO_CORNERS:
            corners = set(topology.corners(kind))
            return [
                mask_of(b, (site for site in side if site not in corners), kind)
                for side in topology.sides(kind).values()
            ]
        case StaticRegion.ALL_SITES:
            return [b.facts.sites_of(kind)]
        case StaticRegion.REGIONS:
            return []
    raise unsupported(
        f"the regions {what.value}",
        span,
        'declare a region of your own: `(regions "Home" P1 (sites Bottom))`',
    )
