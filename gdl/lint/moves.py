"""Moves and effects: directions that the board lacks, parts said twice, choices that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.builder.rows import Rows
from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import Direction, Handling, IntExpr, Moves, Region
from gdl.ludemes.arguments import AtLeast, AtMost, From, Range
from gdl.ludemes.booleans import NoMoves
from gdl.ludemes.each import ForEachValueRange
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.effects import MoveAgain
from gdl.ludemes.equipment import Piece
from gdl.ludemes.game import Play
from gdl.ludemes.ints_context import starts_a_move
from gdl.ludemes.is_line import IsLine
from gdl.ludemes.logic import And, MovesIf, Or, PriorityMoves
from gdl.ludemes.placing import Pass, Select
from gdl.parse.forms import Brace, Form, Paren, Word
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span
from gdl.support.identity import IdentitySet
from gdl.words.words import AbsoluteDirection, RelativeDirection

# --- directions -----------------------------------------------------------------------------------------


def _directions(subject: Subject) -> Iterator[Diagnostic]:
    """Directions in which no site of the board has a neighbour."""
    for several in subject.each_written(subject.rules(Direction)):
        lowered = [each.value for one in several for each in subject.lowered(one)]
        rows = [each for each in lowered if isinstance(each, Rows)]
        if rows and not any(ray for each in rows for rays in each.rays for ray in rays):
            yield finding(
                "W0627", "nothing lies in this direction anywhere on the board", several[0].span,
                "leads nowhere",
                f"the directions of this board are {_of_board(subject)}",
            )  # fmt: skip
    for line in subject.rules(IsLine):
        if line.direction is AbsoluteDirection.ADJACENT or not subject.written(line):
            continue
        kind = line.type or subject.facts.main
        word = line.direction.value
        known = {d.value for d in subject.facts.topology.directions(kind)}
        if word not in known and not hasattr(AbsoluteDirection, word.upper()) and word.isupper():
            yield finding(
                "W0627", f"the board has no lines in the direction {word}", line.span, "leads nowhere",
                f"the directions of this board are {_of_board(subject)}", subject=word,
            )  # fmt: skip


def _of_board(subject: Subject) -> str:
    result = [d.value for d in subject.facts.topology.directions(subject.facts.main)]
    return ", ".join(result[:16]) + (", ..." if len(result) > 16 else "")


# --- said twice -----------------------------------------------------------------------------------------


def _listed(form: Form | None) -> list[Form]:
    """What is written in a list of several alike, in order."""
    items = form.items[1:] if isinstance(form, Paren) else ()
    inner = (each.items if isinstance(each, Brace) else (each,) for each in items)
    return [each for several in inner for each in several]


def _twice(subject: Subject) -> Iterator[Diagnostic]:
    """The same condition, region or move twice in one list."""
    for several in subject.each_written(subject.rules(Ludeme)):
        ludeme = several[0]
        parts = ludeme.alike()
        listed = _listed(subject.form(ludeme.span)) if parts else []
        if len(listed) < len(parts):
            continue
        seen: dict[Form, Span] = {}
        for form in listed:
            place = _written(form, ludeme.span)
            first = seen.setdefault(form, place)
            # what gains something, or puts something somewhere, may well be wanted twice
            again = isinstance(ludeme, And) and not _settled(form)
            if first != place and isinstance(form, Paren) and not again:
                yield finding(
                    "W0606", f"this is said before, in line {first.line}, in the same list", place,
                    "the second time", "leave it out, or see what else was meant",
                )  # fmt: skip


def _twice_by_arguments(subject: Subject) -> Iterator[Diagnostic]:
    """Regions that are the same in one use of a definition, by its arguments."""
    reported: set[Span] = set()
    made = (each for each in subject.all(Region) if each.alike())
    for region in (several[0] for several in by_place(made)):
        if subject.written(region):
            continue
        for form in subject.forms_at(region.span):
            listed = _listed(form)
            use = next((each for each in form.via if each.use.source in subject.own_sources), None)
            if use is None or use.use in reported or len(set(listed)) == len(listed):
                continue
            reported.add(use.use)
            yield finding(
                "W0606", f'the regions that "{use.name}" puts together are the same here', use.use,
                "twice the same", "see whether its arguments are those that you mean",
            )  # fmt: skip


_DIRECTIONS = {each.value for words in (AbsoluteDirection, RelativeDirection) for each in words}


def _settled(form: Form) -> bool:
    """Does an effect only set something to a value, so that doing it once more changes nothing?"""
    parts = form.items if isinstance(form, Paren | Brace) else ()
    head = parts[0] if isinstance(form, Paren) and parts else None
    inner = [_settled(each) for each in parts if isinstance(each, Paren)]
    return (isinstance(head, Word) and head.text == "set") or any(inner)


def _same_words(subject: Subject) -> Iterator[Diagnostic]:
    """The same direction twice in one list."""
    for several in subject.written_forms(Brace):
        seen: dict[str, Word] = {}
        for word in several.items:
            if (
                isinstance(word, Word)
                and word.text in _DIRECTIONS
                and seen.setdefault(word.text, word).span != word.span
            ):
                yield finding(
                    "W0606", f"`{word.text}` stands twice in this list", word.span, "the second time",
                    "leave it out, or see what else was meant", subject=word.text,
                )  # fmt: skip
                break


def _written(form: Form, whole: Span) -> Span:
    """Where a part of a list is written: of what came of a definition, its use in the list."""
    uses = (use.use for use in form.via if whole.source is use.use.source)
    return next((use for use in uses if whole.start <= use.start and use.end <= whole.end), form.span)


def _same_branches(subject: Subject) -> Iterator[Diagnostic]:
    for several in subject.each_written(subject.rules(Ludeme)):
        ludeme = several[0]
        if len(ludeme.branches) != 2:
            continue
        ways = [getattr(ludeme, name) for name in ludeme.branches]
        first, second = (subject.form(way.span) if isinstance(way, Ludeme) else None for way in ways)
        if first is not None and second is not None and first == second and first.span != second.span:
            yield finding(
                "W0624", "it is the same whether the condition holds or not", ludeme.span, "no choice",
                "see what was meant for the other case, or leave the condition out",
            )  # fmt: skip


def _asked_before(subject: Subject) -> Iterator[Diagnostic]:
    """A chain of conditions in which one is asked again, where it does not hold any more."""
    reported: set[Span] = set()
    linked = IdentitySet[Ludeme]()  # these have been looked at with the chain that they belong to

    def near(link: Ludeme) -> bool:
        return subject.own(link) or subject.beside(link)

    for ludeme in subject.all(Ludeme):
        if len(ludeme.branches) != 2 or not near(ludeme) or ludeme in linked:
            continue
        asked: set[Form | str] = set()
        link: object = ludeme
        while isinstance(link, Ludeme) and len(link.branches) == 2 and near(link):
            condition = getattr(link, "condition", None)
            asks = _asks(subject, ludeme, condition) if isinstance(condition, Ludeme) else None
            if asks in asked and isinstance(condition, Ludeme) and condition.span not in reported:
                reported.add(condition.span)
                yield finding(
                    "W0606", "this is asked already, and does not hold here", condition.span,
                    "the second time", "see what was meant for this case",
                )  # fmt: skip
            if asks is not None:
                asked.add(asks)
            linked.add(link)
            link = getattr(link, link.branches[1])


def _asks(subject: Subject, chain: Ludeme, condition: Ludeme) -> Form | str | None:
    """What a condition of a chain asks: its form, or its text where that differs by the arguments of the
    definition that the whole chain is in."""
    form = subject.form(condition.span)
    text = condition.span.text
    return text if form is None and "#" in text and condition.span.within(chain.span) else form


# --- from where nothing stands --------------------------------------------------------------------------


def _from_where_it_left(subject: Subject) -> Iterator[Diagnostic]:
    """Moves of pieces from where the last move started, which that has left empty."""
    if subject.facts.stacks or subject.facts.counts or any(subject.rules(Select)):
        return  # others may stand there still, or what was chosen
    reported: set[Span] = set()
    for moves in subject.rules(Moves):
        if moves.handling not in (Handling.MOVES, Handling.PLACES) or not subject.own(moves):
            continue
        origin = next((each for each in _values(moves) if isinstance(each, From)), None)
        if origin is None or not starts_a_move(origin.where) or moves.span in reported:
            continue
        place = origin.where.span if isinstance(origin.where, Ludeme) else origin.span
        if moves.span in subject.offered and place not in reported:
            reported.add(place)
            yield finding(
                "W0651", "this moves a piece from where the last move started", place,
                "which that has left", "(last To) is where the piece stands now",
            )  # fmt: skip


def _values(ludeme: Ludeme) -> Iterator[object]:
    return (getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)])


# --- never offered, always offered ----------------------------------------------------------------------


def _always_there(moves: Moves) -> bool:
    """Is some move offered in any position?"""
    if isinstance(moves, Pass):
        return True
    if isinstance(moves, Or | PriorityMoves) and not isinstance(moves, And):
        return any(map(_always_there, moves.parts()))
    if isinstance(moves, MovesIf):
        return moves.else_moves is not None and all(
            _always_there(each) for each in (moves.then_moves, moves.else_moves)
        )
    return False


def _behind_pass(subject: Subject) -> Iterator[Diagnostic]:
    """Moves of less priority than one that can always be made."""
    for several in subject.each_written(subject.rules(PriorityMoves)):
        parts = several[0].parts()
        for number, part in enumerate(parts[:-1]):
            if _always_there(part):
                yield finding(
                    "W0629", "a move before these can always be made, so these are never offered",
                    parts[number + 1].span, "never offered", "put what is always possible last",
                )  # fmt: skip
                break


def _leaves(subject: Subject, moves: Moves) -> list[Form | None]:
    """What moves are made of, as texts: the parts of (or ...), the own moves of pieces."""
    result: list[Form | None] = []
    waiting, seen = [moves], IdentitySet[Moves]()  # the moves of a piece may be made of those of others
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if type(here) is Or and here.then is None:
            waiting += reversed(here.parts())
        elif isinstance(here, ForEachPiece) and here.pieces is None and here.then is None:
            waiting += reversed([here.moves] if here.moves is not None else _own_moves(subject))
        else:
            result.append(subject.form(here.span))
    return result


def _own_moves(subject: Subject) -> list[Moves]:
    """The moves of pieces by their own rules."""
    return [piece.moves for piece in subject.all(Piece) if piece.moves is not None]


def _covered(subject: Subject) -> Iterator[Diagnostic]:
    """Moves of less priority that are among those of more."""
    for several in subject.each_written(subject.rules(PriorityMoves)):
        before: list[Form | None] = []
        for part in several[0].parts():
            leaves = _leaves(subject, part)
            if before and None not in leaves and all(leaf in before for leaf in leaves):
                yield finding(
                    "W0629", "these moves are among those before them, so they make no difference", part.span,
                    "offered before", "put the more special moves first",
                )  # fmt: skip
            before += leaves


def _can_pass(subject: Subject) -> Iterator[Diagnostic]:
    """(no Moves ...) where a player may always pass."""
    plays = list(subject.rules(Play))
    if (
        not plays
        or not all(_always_there(play.moves) for play in plays)
        or subject.game.rules.meta is not None
    ):
        return
    for several in subject.each_written(subject.rules(NoMoves)):
        yield finding(
            "W0600", "this never holds: a player may always pass", several[0].span, "always false",
            "a pass is a move; see whether the last two were passes with (all Passed)",
        )  # fmt: skip


# --- whose turn -----------------------------------------------------------------------------------------


def _again(subject: Subject, moves: Moves) -> bool:
    """Does the mover surely move again after any of these?"""
    waiting, seen = [moves], IdentitySet[Moves]()  # the moves of a piece may be made of those of others
    result = False
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue  # it adds no moves to those that it is made of
        seen.add(here)
        then = getattr(here, "then", None)
        if then is not None and _is_again(then.effect):
            result = True
            continue
        parts: Sequence[Moves] = ()
        if isinstance(here, Or | PriorityMoves):
            parts = here.parts()
        elif isinstance(here, ForEachPiece):
            parts = [here.moves] if here.moves is not None else _own_moves(subject)
        if not parts:
            return False
        waiting += parts
    return result


def _is_again(effect: Moves) -> bool:
    return isinstance(effect, MoveAgain) or (isinstance(effect, And) and any(map(_is_again, effect.parts())))


def _one_player(subject: Subject) -> Iterator[Diagnostic]:
    """Play in which the first player moves for ever."""
    plays = list(subject.rules(Play))
    if subject.facts.players < 2 or not plays or not all(_again(subject, play.moves) for play in plays):
        return
    again = next((each for each in subject.rules(MoveAgain) if subject.own(each)), None)
    if again is not None:
        yield finding(
            "W0632", "every move is followed by another of the same player, so nobody else ever moves",
            again.span, "always moves again", "say when: (then (if ... (moveAgain)))",
        )  # fmt: skip


# --- numbers --------------------------------------------------------------------------------------------


def _ranges(subject: Subject) -> Iterator[Diagnostic]:
    """Ranges whose end is before their beginning."""
    for several in subject.each_written(subject.rules(Range)):
        span = several[0]
        if isinstance(span, AtLeast | AtMost) or span.high is None:
            continue
        yield from _backwards(subject, span.low, span.high, span)
    for values in subject.each_written(subject.rules(ForEachValueRange)):
        yield from _backwards(subject, values[0].low, values[0].high, values[0])


def _backwards(subject: Subject, low: IntExpr, high: IntExpr, place: Ludeme) -> Iterator[Diagnostic]:
    first, last = subject.fixed_number(low), subject.fixed_number(high)
    if first is not None and last is not None and first > last:
        yield finding(
            "W0633", f"there is no number from {first} to {last}", place.span, "empty",
            f"write the lesser one first: {last} {first}",
        )  # fmt: skip


RULES = (
    Rule("W0627", _directions),
    Rule("W0606", _twice),
    Rule("W0606", _same_words),
    Rule("W0606", _twice_by_arguments),
    Rule("W0606", _asked_before),
    Rule("W0651", _from_where_it_left),
    Rule("W0624", _same_branches),
    Rule("W0629", _behind_pass),
    Rule("W0629", _covered),
    Rule("W0600", _can_pass),
    Rule("W0632", _one_player),
    Rule("W0633", _ranges),
)
