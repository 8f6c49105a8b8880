"""Numbers in English: as noun phrases; those that stand for sites and players as these."""

from __future__ import annotations

from gdl.english.grammar import listed, number_word, ordinal, plural
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme import literals
from gdl.ludeme.categories import Dim, IntExpr
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import counts as c
from gdl.ludemes import counts_more as cm
from gdl.ludemes import dice, dims, floats, ints, tracks
from gdl.ludemes import ints_arrays as arrays
from gdl.ludemes import ints_board as board
from gdl.ludemes import ints_state as state
from gdl.ludemes import ints_where as where
from gdl.words.words import RelationType, RoleType

# --- As written -------------------------------------------------------------------------------------------


def _number(value: int) -> str:
    return number_word(value) if value >= 0 else f"minus {number_word(-value)}"


@says(
    dims.DimRemainder, dims.DimTimes, dims.DimPlus, dims.DimMinus, dims.DimDivide, dims.DimPower,
    dims.DimAbsolute, dims.DimMax, dims.DimMin,
)  # fmt: skip
def _size(s: Speaker, it: Dim) -> str:
    return number_word(it.number())


# --- Arithmetic -------------------------------------------------------------------------------------------


def constant(value: object) -> int | None:
    """A number that is written, or a sum or product of such; None for any other."""
    if isinstance(value, IntLiteral):
        return value.value
    if not isinstance(value, ints.Plus | ints.Times) or value.values is not None:
        return None
    first, second = constant(value.first), constant(value.second)
    if first is None or second is None:
        return None
    return first + second if isinstance(value, ints.Plus) else first * second


@says(ints.Plus)
def _plus(s: Speaker, it: ints.Plus) -> str:
    if isinstance(it.values, literals.IntsLiteral):
        return f"the sum of {listed([s.say(each) for each in it.values.items])}"
    if it.values is not None:
        return f"the sum of {s.say(it.values)}"
    first, second = it.first, it.second
    known = constant(it)
    if known is not None:
        return _number(known)
    if isinstance(first, IntLiteral) and not isinstance(second, IntLiteral):
        first, second = second, first
    if isinstance(second, IntLiteral) and second.value < 0:
        return f"{s.say(first)} less {number_word(-second.value)}"
    return f"{s.say(first)} plus {s.say(second)}"


@says(ints.Times)
def _times(s: Speaker, it: ints.Times) -> str:
    if it.values is not None:
        return f"the product of {s.say(it.values)}"
    known = constant(it)
    if known is not None:
        return _number(known)
    factors = [each for each in (it.first, it.second) if each is not None and constant(each) != 1]
    return " times ".join(s.say(each) for each in factors)


@says(ints.Minus)
def _minus(s: Speaker, it: ints.Minus) -> str:
    if it.first is None or (isinstance(it.first, IntLiteral) and it.first.value == 0):
        return f"minus {s.say(it.second)}"
    return f"{s.say(it.first)} minus {s.say(it.second)}"


@says(floats.ToFloat)
def _to_float(s: Speaker, it: floats.ToFloat) -> str:
    return s.say(it.value)


# --- What is referred to ----------------------------------------------------------------------------------

_TERM = {
    ints.BetweenSite: "between", ints.IterationLevel: "level", ints.IterationPips: "pips",
    ints.IterationPlayer: "player", ints.IterationSite: "site", ints.ToSite: "to",
    ints.IterationTrack: "track",
    state.IterationValue: "value", ints.FromSite: "from",
}  # fmt: skip


@says(*_TERM)
def _term(s: Speaker, it: IntExpr) -> str:
    return s.terms[_TERM[type(it)]]


@says(ints.Mover)
def _mover(s: Speaker, it: ints.Mover) -> str:
    return s.player(RoleType.MOVER)


@says(ints.Next)
def _next(s: Speaker, it: ints.Next) -> str:
    return s.player(RoleType.NEXT)


@says(ints.Prev)
def _prev(s: Speaker, it: ints.Prev) -> str:
    return (
        "the player of the turn before" if it.of is ints.PrevType.MOVER_LAST_TURN else s.player(RoleType.PREV)
    )


@says(ints.Last)
def _last(s: Speaker, it: ints.Last) -> str:
    part = it.part
    if part in (ints.LastType.LEVEL_FROM, ints.LastType.LEVEL_TO):
        return f"the level where the last move {'started' if part is ints.LastType.LEVEL_FROM else 'ended'}"
    return s.terms["last from" if part is ints.LastType.FROM else "last to"]


# --- Counting ---------------------------------------------------------------------------------------------

_SIMPLE = {
    "Active": "the number of players still in the game", "Cells": "the number of cells of the board",
    "Columns": "the number of columns of the board", "Edges": "the number of edges of the board",
    "LegalMoves": "the number of legal moves", "Moves": "the number of moves made",
    "MovesThisTurn": "the number of moves made in this turn", "Phases": "the number of phases of the board",
    "Players": "the number of players", "Rows": "the number of rows of the board",
    "Trials": "the number of games played", "Turns": "the number of turns taken",
}  # fmt: skip


@says(c.Count)
def _count(s: Speaker, it: c.Count) -> str:
    return _SIMPLE[it.what.value]


@says(c.CountSites)
def _count_sites(s: Speaker, it: c.CountSites) -> str:
    if it.within is not None and it.what is not None:
        said = s.noun(it.within).plural
        return f"the number of {said.removeprefix('the ')}"
    if it.within is not None:
        things = plural(s.facts.components[1].base) if len(s.facts.components) == 2 else "pieces"
        return f"the number of {things} {s.on(it.within)}"
    if it.at is not None and it.what in (None, c.SiteKind.SITES):
        things = plural(s.facts.components[1].base) if len(s.facts.components) == 2 else "pieces"
        return f"the number of {things} {s.on(it.at)}"
    if it.what is c.SiteKind.OFF:
        return f"the number of {s.pieces(it.name) if it.name else 'pieces'} that are off the board"
    if it.at is not None and it.what is not None:
        kind = {"Adjacent": "adjacent ", "Neighbours": "neighbouring ", "Diagonal": "diagonally adjacent ",
                "Orthogonal": "orthogonally adjacent "}.get(it.what.value, "")  # fmt: skip
        return f"the number of {kind}{s.cells} of {s.site(it.at)}"
    return f"the number of {s.cells} of the board"


def counted_pieces(s: Speaker, it: c.CountPieces) -> tuple[str, str]:
    """What pieces are counted: whose (`you`, or nothing), and what."""
    who = it.role if it.role is not None else it.of
    noun = s.pieces(it.name) if it.name else "pieces"
    more = ""
    if it.within is not None:
        more = f" {s.on(it.within)}"
    if it.condition is not None:
        noun = s.such(noun, it.condition, "to", "site") if not more else noun
    if who is None or who in (RoleType.ALL, RoleType.SHARED, RoleType.EACH):
        return "", noun + more
    if who is RoleType.NEUTRAL:
        return "", f"neutral {noun}{more}"
    return s.player(who), noun + more


@says(c.CountPieces)
def _count_pieces(s: Speaker, it: c.CountPieces) -> str:
    who, noun = counted_pieces(s, it)
    if not who:
        return f"the number of {noun}"
    whose = s.whose(it.role if it.role is not None else it.of)
    return f"the number of {whose} {noun}"


@says(c.CountGroups)
def _count_groups(s: Speaker, it: c.CountGroups) -> str:
    how = f", connected {s.say(it.direction)}" if it.direction is not None else ""
    of = " of pieces" if it.condition is None else f" of {s.such(s.cells, it.condition, 'to', 'site')}"
    least = "" if it.least is None else f" with at least {s.say(it.least)}"
    if it.what is c.GroupsType.GROUPS:
        return f"the number of groups{of}{how}{least}"
    return f"the size of the biggest group{of}{how}"


@says(c.CountSteps)
def _count_steps(s: Speaker, it: c.CountSteps) -> str:
    how = {RelationType.ORTHOGONAL: "orthogonal ", RelationType.DIAGONAL: "diagonal "}.get(it.relation, "")
    way = f", each as to {s.inline(it.step)}" if it.step is not None else ""
    return f"the number of {how}steps from {s.site(it.origin)} to {s.site(it.target)}{way}"


@says(dice.Face)
def _face(s: Speaker, it: dice.Face) -> str:
    dice_sites = [site for c in s.facts.containers if c.dice is not None for site in c.sites]
    if isinstance(it.at, IntLiteral) and it.at.value in dice_sites:
        if len(dice_sites) == 1:
            return "the number of the die"
        return f"the number of the {ordinal(dice_sites.index(it.at.value) + 1)} die"
    return f"the number of the die on {s.site(it.at)}"


@says(cm.CountStack)
def _count_stack(s: Speaker, it: cm.CountStack) -> str:
    where = f" {s.on(it.at if it.at is not None else it.to)}" if it.at or it.to else ""
    if it.condition is None:
        return f"the number of pieces in the stack{where}"
    from_ = "from the top" if it.direction.value == "FromTop" else "from the bottom"
    until = "" if it.stop is None else f", counted {from_} until {s.clause(it.stop)}"
    with s.about(level="its level"):
        return f"the number of pieces in the stack{where} for which {s.clause(it.condition)}{until}"


@says(cm.SizeTerritory)
def _territory(s: Speaker, it: cm.SizeTerritory) -> str:
    return f"the number of empty {s.cells} that only {s.owned(it.who, 'pieces')} surround"


# --- Arrays -----------------------------------------------------------------------------------------------


@says(arrays.Array)
def _array(s: Speaker, it: arrays.Array) -> str:
    return listed([s.site(each) for each in it.items]) or "no numbers"


@says(arrays.ValuesRemembered)
def _remembered(s: Speaker, it: arrays.ValuesRemembered) -> str:
    return f"the {s.cells} remembered" + (f" as “{s.say(it.name)}”" if it.name else "")


@says(arrays.PlayersArray)
def _players(s: Speaker, it: arrays.PlayersArray) -> str:
    names = {"All": "all players", "Ally": "the allies", "Enemy": "the enemies", "Friend": "the friends",
             "NonMover": "the players who are not to move"}  # fmt: skip
    text = names.get(it.which.value) or f"the players of team {it.which.value[4:]}"
    return text if it.condition is None else f"{text} for whom {s.clause(it.condition)}"


# --- Of the board -----------------------------------------------------------------------------------------


@says(board.Ahead)
def _ahead(s: Speaker, it: board.Ahead) -> str:
    steps = "one step" if it.steps is None else f"{s.say(it.steps)} {_steps(it.steps)}"
    direction = "forward" if it.direction is None else s.say(it.direction).removeprefix("straight ")
    return (
        f"the {s.cell} {steps} {direction} of {s.site(it.site)}"
        if direction.startswith("to the")
        else (f"the {s.cell} {steps} {direction} from {s.site(it.site)}")
    )


def _steps(number: object) -> str:
    return "step" if isinstance(number, IntLiteral) and number.value == 1 else "steps"


@says(board.CoordNamed)
def _coord(s: Speaker, it: board.CoordNamed) -> str:
    return s.say(it.name).lower()


@says(board.HandSite)
def _hand_site(s: Speaker, it: board.HandSite) -> str:
    hands = [c for c in s.facts.containers if c.dice is None]
    hand = f"{s.whose(it.who)} {s.hand_name(hands[0]) if hands else 'hand'}"
    if it.offset is None:
        return hand
    if isinstance(it.offset, IntLiteral):
        return f"the {ordinal(it.offset.value + 1)} place of {hand}"
    return f"the place of {hand} after {s.say(it.offset)} others"


@says(board.MapEntry)
def _map_entry(s: Speaker, it: board.MapEntry) -> str:
    name = f"“{s.say(it.name)}”" if it.name else "the table"
    return f"what {name} has for {s.site(it.key)}"


@says(where.Where)
def _where(s: Speaker, it: where.Where) -> str:
    return f"the {s.cell} of {s.piece(it.name, s.whose(it.who))}"


@says(where.WhereLevel)
def _where_level(s: Speaker, it: where.WhereLevel) -> str:
    return f"the level of {s.piece(it.name, s.whose(it.who))} {s.on(it.at)}"


@says(tracks.CountStepsOnTrack)
def _on_track(s: Speaker, it: tracks.CountStepsOnTrack) -> str:
    ends = f" from {s.site(it.first)} to {s.site(it.second)}" if it.first and it.second else ""
    return f"the number of steps{ends} along {s.track(it.who)}"


@says(tracks.TrackSite)
def _track_site(s: Speaker, it: tracks.TrackSite) -> str:
    end = "the last" if it.what is tracks.TrackEnd.END_SITE else "the first"
    text = f"{end} {s.cell} of {s.track(it.who, it.name)}"
    if it.origin is not None:
        text += f" from {s.site(it.origin)} on"
    return s.such(text, it.condition, "to")


@says(tracks.TrackSiteMove)
def _along(s: Speaker, it: tracks.TrackSiteMove) -> str:
    origin = s.terms["from"] if it.origin is None else s.site(it.origin)
    steps = f"{s.say(it.steps)} {_steps(it.steps)}"
    if not isinstance(it.steps, IntLiteral):
        steps = f"as many steps as {s.say(it.steps)}"
    return f"the {s.cell} {steps} along {s.track(it.who)} from {origin}"


# --- Of the state -----------------------------------------------------------------------------------------


@says(state.Var)
def _var(s: Speaker, it: state.Var) -> str:
    return s.variable(it.name)


@says(state.Id)
def _id(s: Speaker, it: state.Id) -> str:
    if it.name is None:
        return s.one_owned(it.role)
    whose = None if it.role is None or it.role in (RoleType.ALL, RoleType.SHARED) else s.whose(it.role)
    return s.piece(it.name, whose)


@says(state.What)
def _what(s: Speaker, it: state.What) -> str:
    return f"the piece {_level(s, it)}{s.on(it.at)}"


@says(state.WhoAt)
def _who(s: Speaker, it: state.WhoAt) -> str:
    return f"the owner of the piece {_level(s, it)}{s.on(it.at)}"


def _level(s: Speaker, it: state.What | state.WhoAt) -> str:
    level = it.level
    if level is None:
        return ""
    if isinstance(level, state.TopLevel):
        return "on top of the stack "
    if isinstance(level, IntLiteral) and level.value == 0:
        return "at the bottom of the stack "
    return f"at {s.say(level)} " if not isinstance(level, IntLiteral) else f"at level {level.value} "


@says(state.ValueOf)
def _value_of(s: Speaker, it: state.ValueOf) -> str:
    return {"Pending": f"the {s.cell} kept in mind", "MoveLimit": "the limit of moves",
            "TurnLimit": "the limit of turns"}[it.of.value]  # fmt: skip


@says(state.Score)
def _score(s: Speaker, it: state.Score) -> str:
    whose = s.whose(it.who)
    return f"{whose} score" if s.scores == "points" else f"the number of {whose} {s.scores}"


@says(state.ValuePlayer)
def _value_of_player(s: Speaker, it: state.ValuePlayer) -> str:
    whose = s.whose(it.who)
    return f"the number of {whose} {s.values}" if s.values else f"{whose} number"


@says(state.MatchScore)
def _match_score(s: Speaker, it: state.MatchScore) -> str:
    return f"{s.whose(it.who)} points in the match"
