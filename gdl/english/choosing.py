"""Rules made of rules in English: choices, conditions, priorities, and what goes through many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.english.grammar import LONG, capital, listed, plural
from gdl.english.phrases import IT, attach, flat
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.english.values import Point
from gdl.ludeme.categories import Moves, only_chance
from gdl.ludeme.literals import BoolLiteral
from gdl.ludemes import afterwards, dice, each, each_direction, each_group, each_piece, logic, tracks
from gdl.words.words import RoleType


def several(s: Speaker, it: logic.Or | logic.PriorityMoves) -> list[Moves]:
    """The parts of an `or`, an `and` or a `priority`; an `or` in an `or` is one."""
    found: list[Moves] = []
    for part in it.several or (it.first, it.second):
        if part is not None:
            if isinstance(part, logic.Or) and type(part) is type(it) and part.then is None:
                found += [part] if said_by_author(s, part) else several(s, part)
            else:
                found.append(part)
    return found


def said_by_author(s: Speaker, moves: Moves) -> bool:
    """Has a rule words of its own?"""
    return s.spoken.words_of(moves, s) is not None


def choices(found: Sequence[Point], heading: str) -> Point:
    """Several points under a heading; a single one stands alone."""
    points = [point for point in found if point.text]
    if len(points) == 1:
        return points[0]
    if not points:
        return Point("")
    return Point(heading, tuple(Point(capital(point.text), point.points, point.span) for point in points))


@says(logic.Or)
def _or(s: Speaker, it: logic.Or) -> Point:
    parts = several(s, it)
    if s.effect:
        return _in_order(s, parts)
    points = [s.moves(part) for part in parts]
    if len(points) == 2 and not any(point.points for point in points):
        text = f"{points[0].text}, or {points[1].text}"
        if len(text) < LONG and "; then" not in points[0].text:
            return Point(text)
    return choices(points, "do one of these:")


@says(logic.And)
def _and(s: Speaker, it: logic.And) -> Point:
    return _in_order(s, several(s, it))


@says(logic.Seq)
def _seq(s: Speaker, it: logic.Seq) -> Point:
    return _in_order(s, it.parts)


def _in_order(s: Speaker, parts: Sequence[Moves]) -> Point:
    points = [point for part in parts if (point := s.moves(part)).text]
    if not points:
        return Point("")
    if len(points) == 1:
        return points[0]
    text = listed([flat(point) for point in points])
    if len(text) < LONG and not any(point.points for point in points):
        return Point(text)
    return Point("do this:", tuple(Point(capital(p.text), p.points, p.span) for p in points))


@says(logic.Append)
def _append(s: Speaker, it: logic.Append) -> Point:
    return s.moves(it.moves)


@says(logic.PriorityMoves)
def _priority(s: Speaker, it: logic.PriorityMoves) -> Point:
    point = choices([s.moves(part) for part in several(s, it)], "do the first of these that is possible:")
    if point.points and len(point.points) > 1:
        numbered = tuple(
            Point(f"({number}) {each.text}", each.points, each.span)
            for number, each in enumerate(point.points, 1)
        )
        return Point(point.text, numbered)
    return point


@says(logic.MovesIf)
def _if(s: Speaker, it: logic.MovesIf) -> Point:
    if isinstance(it.condition, BoolLiteral):  # an option has decided it
        chosen = it.then_moves if it.condition.value else it.else_moves
        return Point("") if chosen is None else s.moves(chosen)
    cases = list(_cases(s, it))
    if len(cases) == 1:
        return cases[0][0]
    if len(cases) == 2 and not any(point.points for point, _ in cases):
        text = f"{cases[0][0].text}; {cases[1][0].text[:1].lower()}{cases[1][0].text[1:]}"
        if len(text) < 2 * LONG:
            return Point(text)
    points = tuple(Point(capital(point.text), point.points, span.span) for point, span in cases)
    return Point("do what fits the case:", points)


def _cases(s: Speaker, it: logic.MovesIf) -> Iterator[tuple[Point, Moves]]:
    here: Moves | None = it
    first = True
    while isinstance(here, logic.MovesIf) and (first or (here.then is None and not said_by_author(s, here))):
        text, parts = s.condition(here.condition)
        if text == "never":
            here = here.else_moves
            continue
        point = s.moves(here.then_moves)
        if text == "always" and first:
            yield point, here
            return
        done = point.text or "nothing happens"
        lead = f"{'if' if first else 'otherwise, if'} {text}"
        if parts:
            yield Point(f"{lead}:", (*parts, Point(f"Then {done}", point.points, point.span))), here
        else:
            yield Point(f"{lead}, {done}", point.points), here
        here = here.else_moves
        first = False
    if here is not None:
        point = s.moves(here)
        yield Point(f"otherwise, {point.text}", point.points), here


# --- With what follows, and only some ---------------------------------------------------------------------


@says(afterwards.Do)
def _do(s: Speaker, it: afterwards.Do) -> Point:
    point = s.moves(it.moves)
    if it.next is not None:
        if only_chance(it.moves):
            before = capital(point.text)
            after = s.moves(it.next)
            return Point(
                f"at the beginning, {before[:1].lower()}{before[1:]}; then {after.text}", after.points
            )
        after = s.moves(it.next)
        return Point(f"first {flat(point)}; then {after.text}", after.points)
    if it.condition is None:
        return point
    with s.about(last_to=s.landing, last_from=f"the {s.cell} it left"):
        text, parts = s.condition(it.condition)
    only = f"This is allowed only if afterwards {text}"
    if not point.points and not parts and len(point.text) + len(text) < LONG:
        return Point(f"{point.text}, but only if afterwards {text}")
    rule = Point(only + (":" if parts else ""), parts, it.condition.span)
    return Point(point.text, (*point.points, rule))


@says(afterwards.MaxMoves)
def _max(s: Speaker, it: afterwards.MaxMoves) -> Point:
    point = s.moves(it.moves)
    most = {
        afterwards.MaxMovesType.CAPTURES: "capture the most pieces that can be captured",
        afterwards.MaxMovesType.MOVES: "begin the longest possible turn",
    }[it.of]
    if it.with_value:
        most += ", by the value of the pieces"
    return Point(point.text, (*point.points, Point(f"Only moves that {most} are allowed", (), it.span)))


@says(tracks.MaxDistance)
def _max_distance(s: Speaker, it: tracks.MaxDistance) -> Point:
    point = s.moves(it.moves)
    along = s.track(it.who, it.name)
    rule = Point(
        f"Only moves that begin a turn in which pieces go farthest along {along} are allowed", (), it.span
    )
    return Point(point.text, (*point.points, rule))


@says(tracks.FirstMoveOnTrack)
def _first_on_track(s: Speaker, it: tracks.FirstMoveOnTrack) -> Point:
    with s.about(site=f"that {s.cell}"):
        point = s.moves(it.moves)
    return _under(f"for the first {s.cell} of {s.track(it.who, it.name)} from which it is possible", point)


# --- Each of many -----------------------------------------------------------------------------------------


def _under(lead: str, point: Point) -> Point:
    return Point(f"{lead}: {point.text}", point.points)


@says(each_piece.ForEachPiece)
def _each_piece(s: Speaker, it: each_piece.ForEachPiece) -> Point:
    names = it.pieces if isinstance(it.pieces, tuple) else () if it.pieces is None else (it.pieces,)
    if names:
        bases = list(dict.fromkeys(s.base(name)[0] for name in names))
    else:
        movers = [c for c in s.kinds() if 0 < c.owner <= s.facts.players]
        bases = list(dict.fromkeys(c.base for c in movers)) or ["piece"]
    noun = (
        listed([plural(base) for base in bases], "or")
        if len(bases) <= 3 and (names or len(bases) == 1)
        else "pieces"
    )
    if len({c.base for c in s.kinds()}) > 1 and not names and it.moves is None:
        able = [c.base for c in s.kinds() if c.moves is not None and c.owner > 0]
        if set(able) != set(bases) and 0 < len(set(able)) <= 3:
            noun = listed([plural(base) for base in dict.fromkeys(able)], "or")
    who = it.who
    owned = s.owned(who, noun) if who is not None and who is not RoleType.MOVER else f"your {noun}"
    if who in (RoleType.SHARED, RoleType.NEUTRAL, RoleType.ALL):
        owned = f"the {s.owned(who, noun)}"
    top = " on top of its stack" if it.top and s.facts.stacks else ""
    where = f" in {s.say(it.container)}" if it.container is not None else ""
    if it.moves is None:
        verb = "let each of" if s.effect else "move one of"
        return Point(f"{verb} {owned}{where}{top}" + (" move" if s.effect else ""))
    with s.about(piece="it", **{"from": f"its {s.cell}", "site": f"its {s.cell}"}):
        point = s.moves(it.moves)
    lead = f"{'for each' if s.effect else 'with one'} of {owned}{where}{top}"
    if not point.points and point.text.startswith("move it to "):
        return Point(f"move one of {owned}{where}{top} to {point.text.removeprefix('move it to ')}")
    return Point(f"{lead}, {point.text}", point.points)


@says(each.ForEachSite)
def _each_site(s: Speaker, it: each.ForEachSite) -> Point:
    noun = s.noun(it.region)
    what, moves = noun.any, it.moves
    if not s.effect and isinstance(moves, logic.MovesIf) and moves.else_moves is None and moves.then is None:
        with s.about(site=IT):  # a condition on the site says which sites there are to choose from
            what = attach(what, s.clause(moves.condition))
        moves = moves.then_moves
    with s.about(site=f"that {s.cell}"):
        point = s.moves(moves)
    chosen = f"choose that {s.cell}"
    if s.effect:
        done = Point(f"for each of {noun.plural}, {point.text}", point.points)
    elif point.text.startswith(chosen):
        done = Point(f"choose {what}{point.text.removeprefix(chosen)}", point.points)
    else:
        done = Point(f"choose {what} and {point.text}", point.points)
    if it.if_none is None:
        return done
    otherwise = s.moves(it.if_none)
    return Point(
        done.text, (*done.points, Point(f"If that is not possible, {otherwise.text}", otherwise.points))
    )


@says(each.ForEachLevel)
def _each_level(s: Speaker, it: each.ForEachLevel) -> Point:
    with s.about(level="that level"):
        point = s.moves(it.moves)
    return _under(f"for {'each level' if s.effect else 'a level'} of the stack {s.on(it.site)}", point)


@says(each.ForEachPlayer)
def _each_player(s: Speaker, it: each.ForEachPlayer) -> Point:
    with s.about(player="that player"):
        point = s.moves(it.moves)
    return Point(f"for {'each' if s.effect else 'any'} player, {point.text}", point.points)


@says(each.ForEachValueRange)
def _each_number(s: Speaker, it: each.ForEachValueRange) -> Point:
    with s.about(value="that number"):
        point = s.moves(it.moves)
    lead = f"for {'each' if s.effect else 'any'} number from {s.say(it.low)} to {s.say(it.high)}"
    return Point(f"{lead}, {point.text}", point.points)


@says(each.ForEachValue)
def _each_value(s: Speaker, it: each.ForEachValue) -> Point:
    values = s.say(it.values)
    players = "player" in values
    with s.about(value="that number", player="that player"):
        point = s.moves(it.moves)
    word = "each" if s.effect else "any"
    return Point(
        f"for {word} of {values if players else 'the numbers ' + values}, {point.text}", point.points
    )


@says(each_direction.ForEachDirection)
def _each_direction(s: Speaker, it: each_direction.ForEachDirection) -> Point:
    way = "in each direction" if it.direction is None else s.say(it.direction)
    start = s.terms["from"] if it.origin is None or it.origin.where is None else s.say(it.origin)
    there = f"the {s.cell} there"
    condition = ""
    if it.to is not None and it.to.condition is not None:
        with s.about(to=there):
            condition = f", if {s.clause(it.to.condition)}"
    lead = f"{'for each next' if s.effect else 'for a next'} {s.cell} {way} of {start}{condition}"
    if it.to is not None and it.to.apply is not None and it.to.apply.effect is not None:
        with s.about(to=there), s.as_effect():
            return _under(lead, s.moves(it.to.apply.effect))
    if it.moves is None:
        return Point(f"move to the next {s.cell} {way}{condition}")
    with s.about(to=there):
        return _under(lead, s.moves(it.moves))


@says(each_group.ForEachGroup)
def _each_group(s: Speaker, it: each_group.ForEachGroup) -> Point:
    of = "your pieces" if it.condition is None else s.such(s.cells, it.condition, "to", "site")
    with s.about(sites="that group"):
        point = s.moves(it.moves)
    return _under(f"for {'each' if s.effect else 'a'} group of {of}", point)


# --- Dice -------------------------------------------------------------------------------------------------


@says(dice.Roll)
def _roll(s: Speaker, it: dice.Roll) -> str:
    number = sum(c.size for c in s.facts.containers if c.dice is not None)
    return "roll the die" if number == 1 else "roll the dice"


@says(dice.ForEachDie)
def _each_die(s: Speaker, it: dice.ForEachDie) -> Point:
    such = ""
    if it.condition is not None:
        with s.about(pips=IT):
            text = s.clause(it.condition)
        shows = text.removeprefix(f"{IT} is ")
        such = f" for which {text.replace(IT, 'its number')}" if shows == text else f" that shows {shows}"
    point = s.moves(it.moves)
    rules = []
    if it.doubles is not None and not (isinstance(it.doubles, BoolLiteral) and not it.doubles.value):
        rules.append(Point("A double is played twice", (), it.span))
    if it.combined:
        rules.append(Point("The dice may be played together as their sum", (), it.span))
    return Point(f"use a die{such} and {point.text}", (*point.points, *rules))
