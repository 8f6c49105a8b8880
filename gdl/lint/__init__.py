"""Lints: rules that can be played, but hardly as they were meant.

Each is a `Rule`, a value in the file of its family; `RULES` has them all, in the order in which they look.
They run where warnings are asked for (`gdl check`), never to play. What they say is proved, not guessed,
wherever it can be: see `decide`, `cases` and `occupied`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import zip_longest

from gdl.bind.pointing import Pointer
from gdl.boards.topology import drawn_once
from gdl.compile.compile import Bound, equip_bound, sorted_by_place, the_first
from gdl.core.walk import statements
from gdl.lint import (
    colours,
    conditions,
    counting,
    endings,
    equipment,
    late_endings,
    moves,
    names,
    nothing,
    offers,
    options,
    phases,
    pieces,
    regions,
    scoring,
    taken,
    victims,
)
from gdl.lint.notes import Binding, Noted
from gdl.lint.subject import Rule, Subject, walk
from gdl.ludemes.boards import AnyBoard
from gdl.ludemes.game import Game
from gdl.parse.forms import Form
from gdl.source.allowed import silenced
from gdl.source.budget import TooLarge, budget, spend
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source, Span
from gdl.support.cpython import gc_paused, higher_recursion_limit
from gdl.support.values import define, evolve, field

#: Every lint, those first that know best what is wrong.
RULES: tuple[Rule, ...] = (
    *taken.RULES,
    *names.RULES,
    *counting.RULES,
    *regions.RULES,
    *colours.RULES,
    *moves.RULES,
    *equipment.RULES,
    *nothing.RULES,
    *pieces.RULES,
    *victims.RULES,
    *endings.RULES,
    *late_endings.RULES,
    *scoring.RULES,
    *phases.RULES,
    *options.RULES,
    *conditions.RULES,
    *offers.RULES,
)

#: So many other choices are tried where a lint has found something.
MOST_VARIATIONS = 8
#: Of a large game fewer are: not more forms than these are compiled in all, though one other choice is.
MOST_FORMS = 40_000

#: A form has so many characters, about, and a site of the board takes as long as so many forms.
FORM, PER_SITE = 8, 10

#: What may be made and worked out while looking for lints, in entries (see `gdl/source/budget.py`).
MOST_ENTRIES = 12_000_000

#: A lint takes as long to look at a statement of the program as that many entries.
STATEMENT = 6

#: These look at the whole text, so that they are so whatever is chosen.
_OF_OPTIONS = ("W0612", "W0617", "W0618", "W0619", "W0630")

#: Codes of findings that only playing makes.
_BY_PLAYING = "W07"


def _lint(subject: Subject) -> dict[Diagnostic, Rule]:
    """What is odd about a game, in no order, and which rule says so; what is said of a place already is not
    said again there. Where the budget is used up, what was found until then."""
    compiled = subject.compiled
    pointer = Pointer(compiled.texts)
    known = _Places()
    size = sum(1 for proc in compiled.program.procs for _ in statements(proc.body))
    for warning in compiled.warnings:
        known.add(warning.span)
    result: dict[Diagnostic, Rule] = {}
    with higher_recursion_limit():
        for rule in sorted(RULES, key=lambda each: each.alone):
            if rule.alone and result:
                continue
            with suppress(TooLarge):
                spend(STATEMENT * size, "lints")
                for each in rule.find(subject):
                    if rule.last and known.within(each.span):
                        continue
                    pointed = pointer.point(each)
                    if pointed not in result:
                        result[pointed] = rule
                        known.add(each.span)
                        known.add(pointed.span)
    return result


def _may_find(subject: Subject, rules: Iterable[Rule]) -> set[tuple[str, int, int]]:
    """All that these rules find, some of which others may know better."""
    pointer = Pointer(subject.compiled.texts)
    with higher_recursion_limit():
        with suppress(TooLarge):
            return {
                _told(pointer.point(each)) for rule in dict.fromkeys(rules) for each in rule.find(subject)
            }
    return set()


def findings(noted: Noted, binding: Binding | None = None) -> tuple[Diagnostic, ...]:
    """All that is to be said about a game without an error, by place: warnings and lints, without those that
    its comments allow; with a `binding` also the errors and lints in what options put in that are not chosen.

    What makes no sense with the options as they are chosen may do so with others: the game is compiled again
    with those, and a lint is told only if it is found wherever its place is in play.
    """
    compiled = noted.compiled
    with budget(MOST_ENTRIES) as spent, gc_paused(), drawn_once(compiled.facts.topology):
        by_rule = _lint(Subject(noted))
        in_part = spent.spent > spent.limit
        result = list(by_rule)
        varying = any(each.code not in _OF_OPTIONS for each in result)
        if varying and compiled.expanded.options:
            result = _with_other_options(by_rule, noted)
        if binding is not None:
            result += _in_other_choices(noted, binding)
    if in_part:
        result.append(_in_part(noted))
    every = [*compiled.warnings, *result]
    sources = compiled.expanded.sources[:1]
    kept = silenced(every, sources, lambda code: not code.startswith(_BY_PLAYING))
    warned = [each for each in kept if each in compiled.warnings]  # these are no more than the first already
    more = the_first([each for each in kept if each not in compiled.warnings])
    return tuple(sorted_by_place([*warned, *more], compiled.expanded))


def _with_other_options(by_rule: Mapping[Diagnostic, Rule], noted: Noted) -> list[Diagnostic]:
    """The lints that are found with each other value of each option, too, or whose place is not in play."""
    result = list(by_rule)
    expanded = noted.compiled.expanded
    chosen = expanded.chosen
    here = Subject(noted)
    spans = [part for each in result for part in here.parts(each.span)]
    # those first from which a part of what was found comes: one of them will show that it may be meant
    options = sorted(expanded.options, key=lambda option: not any(span.within(option.span) for span in spans))
    of_each = [
        [{**chosen, option.name: item.name} for item in option.items
         if not item.is_open and item.name != chosen.get(option.name)]
        for option in options
    ]  # fmt: skip
    # one of each option, then another: a finding that goes with an option goes with most of its values
    others = [choice for round in zip_longest(*of_each) for choice in round if choice is not None]
    for choice in others[: max(1, min(MOST_VARIATIONS, MOST_FORMS // here.size))]:
        try:
            variation = noted.again(choice)
        except LanguageError:
            continue
        subject = Subject(variation)
        doubtful = [each for each in result if each.code not in _OF_OPTIONS and subject.in_play(each.span)]
        if doubtful:
            # mostly the rules that have found them find them no more: then no other has to look
            also = _may_find(subject, (by_rule[each] for each in doubtful))
            if any(_told(each) in also for each in doubtful):
                also = {_told(each) for each in _lint(subject)}
            result = [each for each in result if each not in doubtful or _told(each) in also]
        if all(each.code in _OF_OPTIONS for each in result):
            break
    return result


def _in_other_choices(noted: Noted, binding: Binding) -> list[Diagnostic]:
    """What is wrong or odd in the text of each value of an option that is not chosen: of what stands there
    nothing is known before it is. As of what is chosen, that is told which is so with each other choice."""
    expanded = noted.compiled.expanded
    own = expanded.sources[0]
    choices = [
        (option.name, item)
        for option in expanded.options
        for item in option.items
        if not item.is_open and item.name != expanded.chosen.get(option.name)
        and item.span.source is own
    ]  # fmt: skip
    diagnostics: list[Diagnostic] = []
    left = MOST_FORMS - _work(noted, own)
    for name, item in choices:
        left -= _work(noted, own)
        if left < 0:
            break  # a large game: more would take too long
        chosen = {**expanded.chosen, name: item.name}
        if _shapes_the_board(binding, chosen, item.span):
            continue
        for each in _of_choice(noted, chosen, name, item.span):
            span = Span(own, each.span.start, each.span.end)
            diagnostics.append(
                evolve(each, span=span, notes=(*each.notes, f"with the option {name}={item.name}"))
            )
    return diagnostics


def _shapes_the_board(binding: Binding, chosen: Mapping[str, str], place: Span) -> bool:
    """Whether all that an option puts in, if anything, is in the shape of a board that can be drawn. Then
    nothing is to be said of the place: no lint is about shapes, and no rule is lowered from one."""
    try:
        bound = binding(chosen)
        whole, shape = bound.expanded.game, _shape(bound)
        here = Span(bound.expanded.sources[0], place.start, place.end)  # the file was read anew
        if whole is None or shape is None or any(each.span.within(here) for each in bound.warnings):
            return False
        if _count(whole, here) != _count(shape, here):
            return False
        equip_bound(bound)
    except LanguageError:
        return False
    return True


def _shape(bound: Bound) -> Form | None:
    """The form of the board's shape; None where there is no telling it from others."""
    game, whole = bound.game, bound.expanded.game
    items = game.equipment.items if isinstance(game, Game) else ()
    board = next((item for item in items if isinstance(item, AnyBoard)), None)
    if board is None or whole is None or board.shape is board:
        return None
    boards = [form for form in walk(whole) if form.span == board.span]
    shapes = [form for form in walk(boards[0]) if form.span == board.shape.span] if boards else []
    return shapes[0] if len(boards) == len(shapes) == 1 else None


def _count(form: Form, place: Span) -> int:
    """How many of the forms that a form is made of stand in a place."""
    return sum(each.span.within(place) for each in walk(form))


def _work(noted: Noted, own: Source) -> int:
    """How much it is to compile the game once more, about, in forms: by its forms, its text and its board."""
    return Subject(noted).size + len(own.text) // FORM + PER_SITE * noted.compiled.facts.size


def _of_choice(noted: Noted, chosen: Mapping[str, str], name: str, place: Span) -> list[Diagnostic]:
    """What is wrong or odd in a place that an option puts in: with each value of the other options."""

    def inside(each: Diagnostic) -> bool:
        span = each.span
        own = span.source.name == place.source.name
        return own and place.start <= span.start and span.end <= place.end and each.code not in _OF_OPTIONS

    try:
        variation = noted.again(chosen)
    except LanguageError as error:
        reported = [each for each in error.diagnostics if inside(each)]
        others = [
            {**chosen, option.name: item.name}
            for option in noted.compiled.expanded.options
            for item in option.items
            if option.name != name and not item.is_open and item.name != chosen.get(option.name)
        ]
        for other in others[:MOST_VARIATIONS] if reported else ():
            try:
                noted.again(other)
            except LanguageError as again:
                also = {_told(each) for each in again.diagnostics}
                reported = [each for each in reported if _told(each) in also]
            else:
                return []
        return reported
    warned = [each for each in variation.compiled.warnings if inside(each)]
    by_rule = {each: rule for each, rule in _lint(Subject(variation, place)).items() if inside(each)}
    if any(rule.alone for rule in by_rule.values()):  # is there nothing else, elsewhere?
        by_rule = {each: rule for each, rule in _lint(Subject(variation)).items() if inside(each)}
    return warned + (_with_other_options(by_rule, variation) if by_rule else [])


def _in_part(noted: Noted) -> Diagnostic:
    """Not all has been looked at."""
    game = noted.compiled.played.span
    return Diagnostic(
        "W0225",
        "this game is so large that it was checked in part",
        Span(game.source, game.start, min(game.end, game.start + len("(game"))),
        notes=("it has no errors; of rules that can be played but make no sense, more may be found",),
        severity="warning",
    )


def _told(diagnostic: Diagnostic) -> tuple[str, int, int]:
    return diagnostic.code, diagnostic.span.start, diagnostic.span.end


@define
class _Places:
    """Places in texts, to be asked whether any is within another."""

    #: by source the beginnings of the places, in order, and by beginning the first end
    _starts: dict[Source, list[int]] = field(factory=dict)
    _ends: dict[tuple[Source, int], int] = field(factory=dict)

    def add(self, span: Span) -> None:
        """One more."""
        key = span.source, span.start
        if key not in self._ends:
            insort(self._starts.setdefault(span.source, []), span.start)
        self._ends[key] = min(self._ends.get(key, span.end), span.end)

    def within(self, outer: Span) -> bool:
        """Whether one of them is."""
        starts = self._starts.get(outer.source, [])
        first, last = bisect_left(starts, outer.start), bisect_right(starts, outer.end)
        return any(self._ends[outer.source, start] <= outer.end for start in starts[first:last])
