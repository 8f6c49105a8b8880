"""Endings: without effect, shadowed, at once; and players who cannot win."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from gdl.core import make as k
from gdl.core.ops import Expr, Field
from gdl.core.walk import subexprs
from gdl.lint.beginning import holds_at_start
from gdl.lint.conditions import verdict
from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.lower.players import fixed_player
from gdl.ludeme.base import ARGUMENTS, Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, EndRule, Result, is_any
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.ludemes.booleans import NoMoves
from gdl.ludemes.ending import DRAWS, ByScore, EndForEach, EndIf, PlayerResult, ScoreOf
from gdl.ludemes.game import End
from gdl.ludemes.ints_context import IterationPlayer
from gdl.ludemes.ints_state import MatchScore
from gdl.ludemes.is_line import IsLine
from gdl.ludemes.is_site import IsIn
from gdl.parse.forms import Form
from gdl.source.diagnostics import Diagnostic
from gdl.support.identity import IdentitySet
from gdl.words.words import ResultType, RoleType


def _inner(rule: EndIf) -> tuple[EndRule, ...]:
    return rule.rules if isinstance(rule.rules, tuple) else (rule.rules,) if rule.rules else ()


def _outermost(subject: Subject) -> Iterator[list[EndIf]]:
    """The endings that are looked at by themselves, and not only where one around them holds."""
    nested = IdentitySet(each for rule in subject.rules(EndIf) for each in _inner(rule))
    for several in subject.each_written(subject.rules(EndIf)):
        if several[0] not in nested:
            yield several


def _no_result(subject: Subject) -> Iterator[Diagnostic]:
    for several in subject.each_written(subject.rules(EndIf)):
        rule = several[0]
        if rule.result is None and not _inner(rule):
            yield finding(
                "W0621", "this ending has no result, so nothing ends", rule.span, "what happens then?",
                "say who wins or loses: (result Mover Win), (result Next Loss), (result Mover Draw)",
            )  # fmt: skip


def _always(subject: Subject, rule: EndRule) -> bool:
    if not isinstance(rule, EndIf):
        return False
    result = {verdict(subject, each) for each in subject.lowered(rule.condition)}
    return result == {True}


def _at_once(subject: Subject) -> Iterator[Diagnostic]:
    for several in _outermost(subject):
        rule = several[0]
        if isinstance(rule.condition, BoolLiteral):
            continue  # that is said on purpose
        if all(_always(subject, each) for each in several) and rule.result is not None:
            yield finding(
                "W0622", "this always holds after a move, so the game ends with the first one",
                rule.condition.span, "always true", "see what it compares or asks about",
            )  # fmt: skip


def _shadowed(subject: Subject) -> Iterator[Diagnostic]:
    """Endings that can come only where one before them has come already: those before are looked at first,
    and what ends the game for good is not gone past."""
    lists: list[tuple[EndRule, ...]] = [tuple(end.all()) for end in subject.rules(End)]
    lists += [_inner(rule) for rule in subject.rules(EndIf) if len(_inner(rule)) > 1]
    for rules in lists:
        before: list[tuple[EndIf, Expr]] = []
        for rule in rules:
            if not isinstance(rule, EndIf):
                continue
            lowered = subject.lowered(rule.condition)
            if len(lowered) != 1 or not isinstance(lowered[0].value, Expr):
                continue
            here, proc = lowered[0].value, lowered[0].proc
            earlier = _longer_line(rule, before) or _hidden_by(subject, here, proc, before)
            if earlier is not None and subject.own(rule) and subject.form(rule.span) is not None:
                line = earlier.span.line
                yield finding(
                    "W0623", "an ending before this one always comes first", rule.condition.span,
                    "never gets its turn", f"see the one in line {line}: the first that holds counts",
                    "put the more special one first",
                )  # fmt: skip
            if rule.result is not None and _ends(subject, rule.result):
                before.append((rule, here))


def _longer_line(rule: EndIf, before: list[tuple[EndIf, Expr]]) -> EndIf | None:
    """An ending for a shorter line of the same kind: whoever has the longer one has that, too."""
    return next((earlier for earlier, _ in before if _has_within(rule.condition, earlier.condition)), None)


def _has_within(line: BoolExpr, other: BoolExpr) -> bool:
    """Is the one a line, and the other a shorter one of the same kind (or one as long)?"""
    if not isinstance(line, IsLine) or not isinstance(line.length, IntLiteral):
        return False
    if not isinstance(other, IsLine) or not isinstance(other.length, IntLiteral) or other.exact:
        return False
    alike = all(
        getattr(line, name) == getattr(other, name)
        for name in ARGUMENTS[IsLine]
        if name not in ("length", "exact")
    )
    return alike and other.length.value <= line.length.value


def _no_longer(subject: Subject) -> Iterator[Diagnostic]:
    """An ending for a longer line before one for a shorter line that ends the game in the same way."""
    for end in subject.rules(End):
        rules = [each for each in end.all() if isinstance(each, EndIf)]
        for rule, after in itertools.combinations(rules, 2):
            same = _has_within(rule.condition, after.condition) and _alike(subject, rule.result, after.result)
            if same and subject.written(rule) and isinstance(after.condition, IsLine):
                yield finding(
                    "W0606", f"this makes no difference: the ending in line {after.span.line}, of a shorter "
                    "line, has the same result", rule.condition.span, "nothing of its own",
                    "see who wins by each of them",
                )  # fmt: skip
                break


def _alike(subject: Subject, one: Result | None, other: Result | None) -> bool:
    """Do two results come to the same? Of two players one wins where the other loses."""
    if not isinstance(one, PlayerResult) or not isinstance(other, PlayerResult):
        return False
    if one.role is other.role:
        return one.result is other.result
    roles, results = {one.role, other.role}, {one.result, other.result}
    opposite = roles == {RoleType.MOVER, RoleType.NEXT} and results == {ResultType.WIN, ResultType.LOSS}
    return opposite and subject.facts.players == 2


def _ends(subject: Subject, result: Result) -> bool:
    """Does the result end the game for all?"""
    if subject.facts.players <= 2:
        return True
    return isinstance(result, ByScore) or (
        isinstance(result, PlayerResult) and result.result in (ResultType.DRAW, ResultType.TIE)
    )


def _hidden_by(subject: Subject, here: Expr, proc: str, before: list[tuple[EndIf, Expr]]) -> EndIf | None:
    cases = subject.cases(proc)
    if not cases.possible(here):
        return None  # that is told at its condition
    for rule, condition in before:
        if condition == here or not cases.possible(here, k.not_(condition)):
            return rule
    if len(before) > 1 and not cases.possible(here, *(k.not_(condition) for _, condition in before)):
        return before[-1][0]
    return None


# --- who has come to a goal, and who wins by that -------------------------------------------------------

#: Games of which it is said that what else wins loses.
_MISERE = re.compile(r"\bmis[eè]re\b", re.IGNORECASE)


def _another_wins(subject: Subject) -> Iterator[Diagnostic]:
    """Results that name another player than the one whose doing the condition is, of two."""
    if subject.facts.players != 2 or any(map(_MISERE.search, (subject.game.name, *subject.shown))):
        return
    for several in by_place(each for each in subject.rules(EndIf) if subject.own(each)):
        result = several[0].result
        if isinstance(result, PlayerResult):
            ways = list(_ways(several[0].condition))
            results = [_wrong_winner(subject, way, result) for way in ways]
            yield from itertools.islice((each for each in results if each is not None), 1)


def _whoever_it_is(subject: Subject) -> Iterator[Diagnostic]:
    """Endings asked of each player in turn, by which one player wins or loses who is named by number."""
    wholes = [subject.game.rules] if subject.match is None else [subject.match]
    for rule in (each for whole in wholes for each in ludemes_in(whole)):
        result = rule.result if isinstance(rule, EndForEach) and subject.own(rule) else None
        if not isinstance(rule, EndForEach) or not isinstance(result, PlayerResult):
            continue
        named = fixed_player(result.role)
        asked = any(map(_about_each, ludemes_in(rule.condition)))
        if named is not None and asked and result.result not in DRAWS:
            verb = "wins" if result.result is ResultType.WIN else "loses"
            yield finding(
                "W0649", f"P{named} {verb} by this, whichever player it is asked of", result.span,
                f"always P{named}", "`Player` is the one that (forEach Player ...) has come to",
            )  # fmt: skip


def _winners_lose(subject: Subject) -> Iterator[Diagnostic]:
    """Matches that are lost by the points for games that are won."""
    if subject.match is None:
        return
    for rule in ludemes_in(subject.match):
        result = rule.result if isinstance(rule, EndForEach) and subject.own(rule) else None
        if (
            not isinstance(rule, EndForEach)
            or not isinstance(result, PlayerResult)
            or result.result is not ResultType.LOSS
        ):
            continue
        points = any(isinstance(each, MatchScore) for each in ludemes_in(rule.condition))
        if points and rule.condition.achieved_by() is result.role:
            yield finding(
                "W0649", "who has the points of the match loses it", result.span,
                "so whoever wins the games has lost", "see whether (result Player Win) is meant here",
            )  # fmt: skip


def _ways(condition: BoolExpr) -> Iterator[BoolExpr]:
    """The parts of a disjunction."""
    if is_any(condition):
        for part in condition.operands():
            yield from _ways(part)
    else:
        yield condition


def _wrong_winner(subject: Subject, condition: BoolExpr, result: PlayerResult) -> Diagnostic | None:
    by, wins = condition.achieved_by(), result.result is ResultType.WIN
    fixed = [None if role is None else fixed_player(role) for role in (by, result.role)]
    if wins and None not in fixed and fixed[0] != fixed[1]:
        return finding(
            "W0649", f"P{fixed[1]} wins by what P{fixed[0]} has achieved", result.span,
            "so whoever gets there has lost", f"see whether P{fixed[0]} is to win by it",
        )  # fmt: skip
    if by is RoleType.MOVER and result.role is RoleType.NEXT and wins:
        return finding(
            "W0649", "another player wins by what the mover has achieved", result.span,
            "so whoever gets there has lost",
            "see whom this names: `Mover` has just moved, and `Next` comes after; where getting there is to "
            "lose, (result Mover Loss) says so",
        )  # fmt: skip
    if by is RoleType.NEXT and result.role is RoleType.MOVER and wins:
        return finding(
            "W0649", "the mover wins by what another player has achieved",
            condition.span if subject.written(condition) else result.span,
            "so whoever gets there has lost",
            "see whom it asks about: `Mover` has just moved, and `Next` comes after",
        )  # fmt: skip
    decided = fixed[1] is not None and result.result not in DRAWS
    if by in (RoleType.MOVER, RoleType.NEXT) and decided and _is_symmetric(subject, condition):
        return finding(
            "W0649", f"P{fixed[1]} {'wins' if wins else 'loses'} by this, whoever has done it", result.span,
            f"always P{fixed[1]}", "see whom this names: `Mover` has just moved, and `Next` comes after",
        )  # fmt: skip
    # who comes to a place may well save the game by it, as in chess with citadels; stalemate may be a draw
    if by is RoleType.MOVER and result.result in DRAWS and not isinstance(condition, IsIn | NoMoves | IsLine):
        return finding(
            "W0649", "nobody wins by what the mover has achieved", result.span,
            "so getting there is no use", "see whether (result Mover Win) is meant here",
        )  # fmt: skip
    return None


def _is_symmetric(subject: Subject, condition: BoolExpr) -> bool:
    """Whether a condition does not ask whose turn it is, all players have the same pieces and phases, and
    another ending is for whoever has moved: else one player may be to make what the other is to prevent."""
    asked = any(isinstance(each, BoolExpr) and each.asks_for_turn() for each in ludemes_in(condition))
    turns = any(
        isinstance(each.result, PlayerResult)
        and each.result.role in (RoleType.MOVER, RoleType.NEXT)
        and each.result.result not in DRAWS
        for each in subject.rules(EndIf)
    )
    return turns and not asked and subject.all_alike


# --- who can win ----------------------------------------------------------------------------------------


def _winners(subject: Subject, result: Result) -> frozenset[int]:
    """Who wins by a result, as far as can be told: whoever might."""
    players = frozenset(range(1, subject.facts.players + 1))
    if isinstance(result, PlayerResult):
        fixed = fixed_player(result.role)
        if result.result is ResultType.WIN:
            return players if fixed is None else frozenset((fixed,))
        if result.result is ResultType.LOSS:
            return players if fixed is None else players - {fixed}
        return frozenset()
    return players


def _cannot_win(subject: Subject) -> Iterator[Diagnostic]:
    """Players for whom no ending is a win, though there are some for others."""
    players = range(1, subject.facts.players + 1)
    end = subject.game.rules.end
    if len(players) < 2 or subject.match is not None or subject.facts.teams:
        return
    if end is None or not any(subject.each_written((end,))):
        return
    winners: set[int] = set()
    for rule in subject.rules(EndRule):
        result = rule.result if isinstance(rule, EndForEach | EndIf) else None
        more = set() if result is None else _winners(subject, result) - winners
        if more and not (isinstance(rule, EndIf) and _never(subject, rule)):
            winners |= more
    lacking = [p for p in players if p not in winners]
    if not winners or not lacking:
        return
    who = " and ".join(f"P{p}" for p in lacking)
    yield finding(
        "W0625", f"no ending is a win for {who}", end.span, f"{who} can never win",
        f"say when: (if ... (result P{lacking[0]} Win)), or that the others lose", subject=None,
    )  # fmt: skip


def _never(subject: Subject, rule: EndIf) -> bool:
    lowered = [each for each in subject.lowered(rule.condition) if isinstance(each.value, Expr)]
    return bool(lowered) and {verdict(subject, each) for each in lowered} == {False}


def _tied(subject: Subject) -> Iterator[Diagnostic]:
    """Scores of different players that are worked out from the same."""
    for several in subject.each_written(subject.rules(ByScore)):
        seen: list[tuple[ScoreOf, Form]] = []
        for score in several[0].scores or ():
            form = subject.form(score.value.span)
            first = next((one for one, other in seen if form == other and one.role is not score.role), None)
            if first is not None and form is not None and fixed_player(score.role) is not None:
                yield finding(
                    "W0606", f"{score.role.value} gets the same points as {first.role.value}, so it is a tie",
                    score.span, "the same again", f"count what {score.role.value} has",
                )  # fmt: skip
            if form is not None:
                seen.append((score, form))
        yield from _scored_twice(several[0].scores or ())


def _the_same_for_all(subject: Subject) -> Iterator[Diagnostic]:
    """Scores of each player that are worked out from the same, in a match or a game."""
    wholes = [subject.game.rules, *([] if subject.match is None else [subject.match])]
    scores = [each for whole in wholes for each in ludemes_in(whole) if isinstance(each, ScoreOf)]
    for score in scores if subject.facts.players > 1 else ():
        each = score.role in (RoleType.EACH, RoleType.ALL)
        if each and subject.own(score) and not any(_about_each(part) for part in ludemes_in(score.value)):
            yield finding(
                "W0606", "everybody gets the same points, so it is a tie", score.value.span,
                "the same for each player", "`Player` and (player) are the one whose points these are",
            )  # fmt: skip


def _about_each(ludeme: Ludeme) -> bool:
    """Does it name the player that a rule has come to, or is it not known whose it is about?"""
    named = (getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)])
    return isinstance(ludeme, IterationPlayer) or any(each is RoleType.PLAYER for each in named)


def _scored_twice(scores: tuple[ScoreOf, ...]) -> Iterator[Diagnostic]:
    """The same player's points twice in one list: the second replace the first."""
    known: set[RoleType] = set()
    for score in scores:
        if score.role in known:
            yield finding(
                "W0606", f"{score.role.value} has its points already in this list", score.span,
                "the second time", "see whose points were meant", subject=score.role.value,
            )  # fmt: skip
            return
        known.add(score.role)


#: What stands where, and who moves, is all that such a condition may ask about.
_OF_POSITION = frozenset({"mover", "next"})


def _holds_already(subject: Subject) -> Iterator[Diagnostic]:
    """Wins that are there before anything is played."""
    if subject.match is not None or subject.decisions.put_during_play or subject.facts.containers:
        return  # the position is still being set up
    for several in _outermost(subject):
        rule = several[0]
        lowered = subject.lowered(rule.condition)
        if rule.result is None or len(lowered) != 1 or not isinstance(lowered[0].value, Expr):
            continue
        condition = lowered[0].value
        fields = {e.data.name for e in subexprs(condition) if isinstance(e.data, Field)}
        if fields <= _OF_POSITION and holds_at_start(subject.program, condition):
            yield finding(
                "W0622", "this holds at the start already", rule.condition.span, "true from the start",
                "see what stands where at the start, and what this asks about",
            )  # fmt: skip


RULES = (
    Rule("W0621", _no_result),
    Rule("W0622", _at_once),
    Rule("W0622", _holds_already, last=True),
    Rule("W0606", _tied),
    Rule("W0606", _the_same_for_all),
    Rule("W0606", _no_longer),
    Rule("W0623", _shadowed),
    Rule("W0649", _another_wins),
    Rule("W0649", _whoever_it_is),
    Rule("W0649", _winners_lose),
    Rule("W0625", _cannot_win),
)
