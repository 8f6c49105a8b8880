"""Equipping: from the equipment of a bound game to the facts that lowering asks about.

No ludeme is known here by what it needs: each says that itself (`Ludeme.needs`, `Item.equip`).
Dice that cannot be rolled are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from gdl.boards.graph import MAX_SITES, BoardError
from gdl.boards.topology import Topology, shared
from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, noting, unsupported
from gdl.equip.facts import Component, Container, Facts
from gdl.lower.players import fixed_player, fixed_team, owners_of
from gdl.ludeme.base import ARGUMENTS, Ludeme, ludemes_in, needs_of
from gdl.ludeme.categories import Item, StartRule
from gdl.ludemes.boards import AnyBoard, Track
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.equipment import Dice, Hand, Piece, Regions
from gdl.ludemes.game import Game
from gdl.source.budget import drawing, spend
from gdl.source.diagnostics import Diagnostic, Label, LanguageError
from gdl.source.text import Span
from gdl.support.values import evolve
from gdl.words.words import RoleType, SiteType

#: More players than any described game has.
MAX_PLAYERS = 16

#: What a piece takes in the rules, in entries of a table.
PIECE = 200
#: What it takes for each piece that there is besides: analyses keep, of each site, the set of all those that
#: may stand there, and lints compare them.
PIECE_AND_PIECE = 50


def equip(game: Game, around: Ludeme | None = None, lenient: bool = False) -> Facts:
    """The facts of a game (in a match: `around` it). Raises MeaningError for equipment that makes no game."""
    players = game.players.number
    if not 1 <= players <= MAX_PLAYERS:
        raise MeaningError(
            "E0408",
            f"a game has 1 to {MAX_PLAYERS} players, not {players}",
            game.players.span,
            subject=players,
        )
    items = game.equipment.items
    mistakes: list[Diagnostic] = []
    check_dice(items)
    components = tuple(_components(game, players, mistakes))
    in_rules = tuple(ludemes_in(game.rules))
    teams: dict[int, int] = {}
    with noting(mistakes):
        teams = _teams(game, players)
    wrong: list[Diagnostic] = []
    _check_roles(in_rules, players, frozenset(teams.values()), wrong)
    if not lenient:
        mistakes += wrong
    _check_owners(ludemes_in(game.equipment), players, mistakes)
    with noting(mistakes):
        board = _board(game)
        main = board.site_type()
        topology = _topology(board)
    if mistakes:
        raise LanguageError(tuple(mistakes))
    board_size = topology.capacity
    containers = tuple(_containers(game, board_size, players))
    size = max([board_size, *(c.first + c.size for c in containers)])
    if size > board_size + MAX_SITES:
        last = next(item for item in reversed(items) if isinstance(item, Hand | Dice))
        raise MeaningError(
            "E0430",
            f"there are {size - board_size:,} sites beside the board, more than {MAX_SITES:,}",
            last.span,
        )
    every = (*ludemes_in(game.equipment), *in_rules)
    needs = needs_of(every)
    named = _other_types((*every, *ludemes_in(() if around is None else around)), main)
    others = named | needs.site_types
    offsets = {main: 0}
    if others - {main}:
        # Beyond every number that a rule may have for a site of its type, which is told from these so.
        size = max(size, *(topology.count(type_) for type_ in others))
    for type_ in SiteType:
        if type_ in others and type_ is not main:
            offsets[type_] = size
            size += topology.count(type_)
        elif type_ is not main:
            offsets[type_] = 0
    each = game.players.each
    # Nobody (number 0) faces no way.
    facings = (None, *(p.facing.value for p in each)) if each is not None else (None,) * (players + 1)
    facts = Facts(
        name=game.name,
        players=players,
        facings=facings,
        topology=topology,
        main=main,
        components=components,
        containers=containers,
        regions={},
        regions_of={},
        coloured={},
        maps=[],
        tracks=_tracks(board),
        size=size,
        offsets=offsets,
        stacks=needs.stacks,
        boardless=board.boardless,
        holes=board.holes,
        counts=needs.counts or (needs.counts_in_hands and any(c.dice is None for c in containers)),
        repeated=needs.repeated,
        hidden=needs.hides,
        remembered=needs.remembered_once | needs.remembered_again,
        recoloured=needs.recolours,
        turned=needs.turns,
        pends_numbers=needs.pends_numbers,
        teams=teams,
        lenient=lenient,
    )
    if lenient:
        facts.warnings += [evolve(each, code="W0403", severity="warning") for each in wrong]
    for item in items:
        with noting(mistakes):
            item.equip(facts)
    if mistakes:
        raise LanguageError(tuple(mistakes))
    return facts


def _board(game: Game) -> AnyBoard:
    boards = [item for item in game.equipment.items if isinstance(item, AnyBoard)]
    if not boards:
        raise MeaningError(
            "E0410", "the equipment has no board", game.equipment.span, "", "add one: (board (square 8))"
        )
    if len(boards) > 1:
        raise MeaningError(
            "E0410",
            "the equipment has more than one board",
            boards[1].span,
            "one too many",
            "leave one board; sites beside it are written (hand ...)",
            related=(Label(boards[0].span, "the first one"),),
        )
    return boards[0]


def _topology(board: AnyBoard) -> Topology:
    with _drawing(board):
        return shared(Topology(board.draw(), board.site_type()))


@contextmanager
def _drawing(board: AnyBoard) -> Iterator[None]:
    """What cannot be drawn is the author's mistake, at the board's shape."""
    try:
        with drawing(board.shape.span):
            yield
    except BoardError as error:
        raise MeaningError("E0409", str(error), board.shape.span) from error


def _tracks(board: AnyBoard) -> list[Track]:
    with _drawing(board):
        return list(board.all_tracks())


def _components(game: Game, players: int, mistakes: list[Diagnostic]) -> Iterator[Component]:
    """Dice first, then pieces in order, `Each` once per player; what is wrong with them is noted."""
    yield Component(0, "", "", 0, None, None)
    index = 1
    for item in game.equipment.items:
        if isinstance(item, Dice):
            for die in range(item.number):
                yield Component(index, f"Die{die + 1}", "Die", players + 1, None, None)
                index += 1
    names: dict[str, Piece] = {}
    for item in game.equipment.items:
        if not isinstance(item, Piece):
            continue
        if item.unsupported is not None:
            mistakes.append(
                unsupported(
                    item.unsupported,
                    item.span,
                    "a piece stands on one site: build large ones of several pieces",
                ).diagnostic
            )
        facing = None if item.facing is None else item.facing.value
        if not owners_of(item.role, players):
            mistakes.append(_no_player(item.role, players, item.span).diagnostic)
        for owner in owners_of(item.role, players):
            numbered = item.role not in (RoleType.SHARED, RoleType.ALL)
            # A name that ends in a digit is a player's own already, unless each has one.
            own = item.name[-1:].isdigit() and item.role not in (None, RoleType.EACH)
            name = f"{item.name}{owner}" if numbered and not own else item.name
            if name in names:
                first = Label(names[name].span, "the first one")
                mistakes.append(
                    MeaningError(
                        "E0411",
                        f'there are two pieces called "{name}"',
                        item.span,
                        "the second one",
                        "give one of them another name",
                        related=(first,),
                    ).diagnostic
                )
                continue
            names[name] = item
            spend(PIECE + PIECE_AND_PIECE * index, "its pieces", game.equipment.span)
            yield Component(index, name, item.name, owner, facing, item.moves, item)
            index += 1


def _no_player(role: RoleType, players: int, span: Span) -> MeaningError:
    of = "one player" if players == 1 else f"{players} players"
    return MeaningError(
        "E0408",
        f"there is no player {role.value} in a game for {of}",
        span,
        "",
        f"the players are P1 to P{players}; (players ...) says how many there are",
        subject=role.value,
    )


def _check_roles(
    rules: Iterable[Ludeme], players: int, teams: Collection[int], mistakes: list[Diagnostic]
) -> None:
    """No rule names a player or a team that the game does not have."""
    for ludeme in rules:
        for name in ARGUMENTS[type(ludeme)]:
            value = getattr(ludeme, name)
            several = value if isinstance(value, tuple) else (value,) if isinstance(value, RoleType) else ()
            for role in several:
                wrong = _wrong_role(role, players, teams, ludeme.span) if isinstance(role, RoleType) else None
                if wrong is not None and wrong.diagnostic not in mistakes:
                    mistakes.append(wrong.diagnostic)


def _wrong_role(role: RoleType, players: int, teams: Collection[int], span: Span) -> MeaningError | None:
    """What is wrong with a role in a game of so many players with these teams, if anything is."""
    number = fixed_player(role)
    if number is not None:
        return _no_player(role, players, span) if number > players else None
    team = fixed_team(role)
    if (team is None or team in teams) and (teams or role is not RoleType.ALLY):
        return None
    return MeaningError(
        "E0420",
        "there are no teams" if team is None else f"there is no team {team}",
        span,
        "",
        f"make it, when the game starts: (start (set Team {team or 1} {{P1 P3}}))",
        subject=role.value,
    )


def _check_owners(items: Iterable[Ludeme], players: int, mistakes: list[Diagnostic]) -> None:
    """Hands, regions and tracks belong to players that are named, to each, to all together or to nobody."""
    for item in items:
        if not isinstance(item, Hand | Regions | Track):
            continue
        role = item.owner if isinstance(item, Track) else item.role
        if not isinstance(role, RoleType) or fixed_player(role) is not None:
            continue
        if not owners_of(role, players) or (role is RoleType.NEUTRAL and isinstance(item, Track)):
            mistakes.append(
                MeaningError(
                    "E0440",
                    f"nothing of the equipment belongs to `{role.value}`",
                    item.span,
                    "an owner is wanted here",
                    "the owners are P1, P2 and so on, Each (one for each player), and Shared",
                    subject=role.value,
                ).diagnostic
            )


def _containers(game: Game, board_size: int, players: int) -> Iterator[Container]:
    """Hands in order, then dice, numbered on from the board."""
    first = board_size
    items = game.equipment.items
    for item in items:
        if isinstance(item, Hand):
            for owner in owners_of(item.role, players):
                stem = item.name or "Hand"
                name = stem if item.role is RoleType.SHARED else f"{stem}{owner}"
                if not 1 <= item.size <= 1000:
                    raise MeaningError("E0409", f"a hand has 1 to 1000 sites, not {item.size}", item.span)
                yield Container(name, owner, first, item.size)
                first += item.size
    for item in items:
        if isinstance(item, Dice):
            yield Container("Dice", players + 1, first, item.number, item)
            first += item.number


def _other_types(ludemes: Iterable[Ludeme], main: SiteType) -> set[SiteType]:
    """The types of site besides the main one that ludemes mention."""
    result: set[SiteType] = set()
    for ludeme in ludemes:
        for name in ARGUMENTS[type(ludeme)]:
            value = getattr(ludeme, name)
            if isinstance(value, SiteType) and value is not main:
                result.add(value)
    return result


def _teams(game: Game, players: int) -> dict[int, int]:
    """The team of each player who is in one: that is settled from the start."""
    result: dict[int, int] = {}
    for rule in ludemes_in(game.rules.start):
        if not isinstance(rule, StartRule):
            continue
        for role, team in rule.teams():
            number = fixed_player(role)
            if number is None or result.setdefault(number, team) != team:
                raise MeaningError(
                    "E0420",
                    f"{role.value} cannot be put into team {team}",
                    rule.span,
                    "",
                    "a team is a list of players, P1 and so on, each of whom is in one team",
                    subject=role.value,
                )
    return result


# --- equipment that no rule asks for is worked out all the same, for the mistakes in it -----------------


def check_equipment(
    items: Iterable[Item], facts: Facts, asked: Collection[int], mistakes: list[Diagnostic]
) -> None:
    """Note what is wrong with items of the equipment; `asked` are the components whose rules were lowered."""
    b = Builder(facts)
    for item in items:
        with b.procedure("equipment", outer={}):
            item.check(b, mistakes)
        if isinstance(item, Piece) and item.moves is not None:
            own = [c for c in facts.components[1:] if c.ludeme is item]
            if not any(c.index in asked for c in own):
                with noting(mistakes), b.procedure("moves", generator=True, outer={}):
                    by_its_rules = ForEachPiece.plain(tuple(c.name for c in own), RoleType.ALL)
                    by_its_rules.lower(b)


#: What a die takes in the rules, in entries of a table: it is a piece, on a site, with fields.
DIE = 1000

#: The number that stands for a whole roll fits into 64 bits.
MAX_OUTCOMES = 2**63 - 1


def check_dice(items: Iterable[Item]) -> None:
    """All dice can be rolled, by one draw. Raises MeaningError where they cannot."""
    total = 1
    for item in items:
        if not isinstance(item, Dice):
            continue
        if item.number < 1 or (item.d is not None and item.d < 1):
            wrong = item.number if item.number < 1 else item.d
            raise _no_dice("a set of dice has one die at least, and a die one face", item, wrong)
        if item.faces_by_die == () or item.faces == ():
            raise _no_dice("a set of dice has one die at least, and a die one face", item)
        faces = item.d or 6
        spend(item.number * DIE, f"{item.number:,} dice", item.span)
        spend(faces, f"dice with {faces:,} faces", item.span)
        for die in range(min(item.number, max(1, len(item.faces_by_die or ())))):
            weights = item.weights_of(die)
            if min(weights, default=0) < 0 or not sum(weights):
                raise _no_dice("no face of this die can come", item)
            spend(sum(weights), f"dice with {sum(weights):,} weights", item.span)
        for die in range(item.number):
            total *= sum(item.weights_of(die))
            if total > MAX_OUTCOMES:
                raise _no_dice("all dice together have more outcomes than can be counted", item)


def _no_dice(what: str, item: Dice, subject: int | None = None) -> MeaningError:
    return MeaningError(
        "E0433", what, item.span, "", "a die with six faces, twice: (dice d:6 num:2)", subject=subject
    )
