"""From a rules file to a verified core program, with everything that can be said about the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.bind import bind
from gdl.bind.absent import check_absent
from gdl.bind.binder import Binder, vocabulary
from gdl.bind.plugins import load_plugins
from gdl.bind.pointing import Pointer
from gdl.compile.check_definitions import check_unreached
from gdl.compile.equip import equip
from gdl.compile.lower_game import Lowering, lower
from gdl.compile.lower_match import lower_match, the_subgame
from gdl.core.ops import Program
from gdl.equip.facts import Facts
from gdl.expand import Expanded, load_forms
from gdl.expand.options import head_of
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY
from gdl.ludeme.weaving import Observer, woven
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match
from gdl.parse.forms import Brace, Form, Paren
from gdl.source.budget import TooLarge, budget
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import NOWHERE, Source
from gdl.support.cpython import gc_paused, higher_recursion_limit
from gdl.support.identity import IdentityMap
from gdl.support.values import evolve, field, frozen

if TYPE_CHECKING:
    from gdl.passes.linker import LinkUnit

_BRACKETS = ("E0104", "E0105", "E0106")
#: Mistakes that are such wherever the word stands.
_ABOUT_WORDS = ("E0203", "E0204", "E0206", "E0207", "E0211", "E0213", "E0214")

#: So many mistakes of one game are told.
MAX_MISTAKES = 50


@frozen
class Bound:
    """A game or match as ludemes, what it was bound from and by; and what is to be said of it, no error."""

    expanded: Expanded
    game: Game | Match
    warnings: tuple[Diagnostic, ...]
    binder: Binder


@frozen
class Compiled:
    """A game from its text to its program. `warnings` are diagnostics that do not keep it from running."""

    expanded: Expanded
    game: Game | Match
    program: Program = field(repr=False)
    facts: Facts = field(repr=False)
    warnings: tuple[Diagnostic, ...]
    #: the game itself, or the one that a match plays
    played: Game = field(repr=False)
    #: what the file says about the game; for a match, what the file of its game says
    metadata: tuple[Form, ...] = ()
    #: what the program was made of: the expanded game, and for a match that of its game
    texts: tuple[Form, ...] = field(default=(), repr=False)
    #: what has bound these
    binders: tuple[Binder, ...] = field(default=(), repr=False)
    #: what the file of a match's game was expanded to
    played_from: Expanded | None = field(default=None, repr=False)

    @cached_property
    def origins(self) -> IdentityMap[Ludeme, Form]:
        """The form from which each ludeme was made."""
        return IdentityMap(pair for binder in self.binders for pair in binder.origins().items())

    @cached_property
    def estimate(self) -> LinkUnit:
        """How states are estimated: procedures for `link` to add to the prepared program."""
        from gdl.estimate.estimate import lower_estimate  # only searches need it, and what it needs

        match = self.game if isinstance(self.game, Match) else None
        return lower_estimate(self.played, self.facts, self.program, match)


def bind_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    definitions: Sequence[str | Path] = (),
    folder: Path | None = None,
    subgame: Source | None = None,
) -> Bound:
    """Read, expand and bind a game or match; warnings come last. Raises LanguageError with all mistakes."""
    with within_budget():
        return _bind_game(game, options, ruleset, definitions, folder, subgame)


@contextmanager
def within_budget() -> Iterator[None]:
    """What is compiled inside is counted; where it is too much, that is the file's mistake."""
    try:
        with budget(), higher_recursion_limit():
            yield
    except TooLarge as error:
        raise LanguageError((error.diagnostic,)) from error


def _bind_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None,
    ruleset: str | None,
    definitions: Sequence[str | Path],
    folder: Path | None,
    subgame: Source | None,
) -> Bound:
    plugin_warnings = load_plugins()
    expanded = load_forms(game, options, ruleset, definitions, folder, subgame)
    result = [*plugin_warnings, *expanded.diagnostics]
    bound: object | None = None
    binder = Binder(vocabulary(REGISTRY))
    if expanded.game is not None:
        wanted = Match if head_of(expanded.game) == "match" else Game
        tags = {option.tag: option.arguments for option in expanded.options}
        names = expanded.definitions
        bound, mistakes = bind(
            expanded.game, wanted, binder=binder, definitions=names, options=tags, each_use=True
        )
        if mistakes and expanded.trial is not None:
            from gdl.compile.blame import blamed  # only mistakes need it

            mistakes = blamed(mistakes, expanded.trial)
        if any(d.severity == "error" and d.span.source is not expanded.sources[0] for d in result):
            # What a file could not give that was to be taken in is no second mistake.
            mistakes = tuple(d for d in mistakes if d.code != "E0202")
        if any(d.code in _BRACKETS for d in result):
            # Where a bracket was put in or left out, what stands in which ludeme is a guess.
            mistakes = tuple(d for d in mistakes if d.code in _ABOUT_WORDS)
        # A definition that is never used may be what a name without its quotes was meant for.
        meant = {name for d in mistakes for name in d.suggested}
        result = [d for d in result if d.code != "W0301" or d.subject not in meant]
        result.extend(mistakes)
        if not mistakes:
            result.extend(check_absent(expanded.game, expanded.definitions, binder))
        if not any(d.severity == "error" and d.code.startswith("E01") for d in expanded.diagnostics):
            result.extend(check_unreached(expanded))
    result = the_first(sorted_by_place(result, expanded))
    errors = [d for d in result if d.severity == "error"]
    if errors or not isinstance(bound, Game | Match):
        if not errors:
            result.append(Diagnostic("E0314", "there is no game in this file", NOWHERE))
        raise LanguageError(tuple(result))
    return Bound(expanded, bound, tuple(result), binder)


def equip_bound(bound: Bound) -> None:
    """Make the equipment of a game and none of its rules, which are most of the work. Raises LanguageError
    where it makes no game."""
    with within_budget(), gc_paused():
        if isinstance(bound.game, Game):
            equip(bound.game, lenient=for_ludii(bound.expanded.metadata))


def the_first(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The first mistakes of very many, and how many more there are."""
    if len(diagnostics) <= MAX_MISTAKES:
        return diagnostics
    rest = diagnostics[MAX_MISTAKES:]
    more = f"and {len(rest):,} more mistakes, from here on"
    help = ("put the first ones right and check again: many may go with them",)
    if all(each.severity == "warning" for each in rest):
        last = Diagnostic("W0223", more, rest[0].span, help=help, severity="warning")
    else:
        last = Diagnostic("E0223", more, rest[0].span, help=help)
    return [*diagnostics[:MAX_MISTAKES], last]


def sorted_by_place(diagnostics: Iterable[Diagnostic], expanded: Expanded) -> list[Diagnostic]:
    """In the order of the game's text; what came out of a definition, where that was used."""
    main = expanded.sources[0] if expanded.sources else None

    def key(diagnostic: Diagnostic) -> tuple[bool, str, int]:
        place = diagnostic.via[-1].use if diagnostic.via else diagnostic.span
        return (place.source is not main, place.source.name, place.start)

    return sorted(diagnostics, key=key)


def compile_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    definitions: Sequence[str | Path] = (),
    folder: Path | None = None,
    observer: Observer | None = None,
    subgame: Source | None = None,
) -> Compiled:
    """All stages up to the core program (not yet simplified). Raises LanguageError.

    An `observer` is around the lowering of each ludeme. A match plays the `subgame`, where one is given: no
    file is looked for then.
    """
    with within_budget(), gc_paused():
        return _compile_game(game, options, ruleset, definitions, folder, observer, subgame)


def _compile_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None,
    ruleset: str | None,
    definitions: Sequence[str | Path],
    folder: Path | None,
    observer: Observer | None,
    given: Source | None,
) -> Compiled:
    main = bind_game(game, options, ruleset, definitions, folder, given)
    expanded, bound, warnings, binders = main.expanded, main.game, main.warnings, [main.binder]
    texts = [expanded.game]
    metadata = expanded.metadata
    trees: list[tuple[Ludeme, Form | None]] = [(bound, expanded.game)]
    file: Expanded | None = None
    try:
        if isinstance(bound, Match):
            subgame, played = _subgame(bound, expanded, definitions)
            file = subgame.expanded
            texts.append(file.game)
            trees.insert(0, (played, file.game))
            binders.append(subgame.binder)
            metadata = file.metadata
            warnings = (*warnings, *subgame.warnings)
        else:
            played = bound
        lenient = for_ludii(metadata)
        with woven(trees, observer):
            lowering: Lowering = (
                lower_match(bound, played, lenient) if isinstance(bound, Match) else lower(played, lenient)
            )
        program, facts, more = lowering.finish()
    except TooLarge as error:
        mistakes = [*warnings, Pointer(texts).point(_placed(error.diagnostic, expanded))]
        raise LanguageError(tuple(sorted_by_place(mistakes, expanded))) from error
    except LanguageError as error:
        mistakes = list(map(Pointer(texts).point, the_first(list(error.diagnostics))))
        raise LanguageError(tuple(sorted_by_place([*warnings, *mistakes], expanded))) from error
    pointed = map(Pointer(texts).point, the_first(list(more)))
    return Compiled(
        expanded,
        bound,
        program,
        facts,
        tuple(sorted_by_place([*warnings, *pointed], expanded)),
        played,
        metadata,
        tuple(text for text in texts if text is not None),
        tuple(binders),
        file,
    )


def for_ludii(metadata: Iterable[Form]) -> bool:
    """Whether the metadata say which version of Ludii a file was written for: `(version "1.3.13")`."""
    waiting = list(metadata)
    while waiting:
        form = waiting.pop()
        if isinstance(form, Paren) and head_of(form) == "version":
            return True
        waiting += form.items if isinstance(form, Paren | Brace) else ()
    return False


def _placed(diagnostic: Diagnostic, expanded: Expanded) -> Diagnostic:
    """The mistake of a game that is too large; of no rule in particular, at the name of the game."""
    if diagnostic.span is not NOWHERE or not isinstance(expanded.game, Paren):
        return diagnostic
    return evolve(diagnostic, span=expanded.game.items[0].span)


def _subgame(match: Match, expanded: Expanded, definitions: Sequence[str | Path]) -> tuple[Bound, Game]:
    """The game that a match plays, with the options chosen for it."""
    the_subgame(match)
    file = expanded.subgames[0]
    chosen = {option.name: expanded.chosen[option.name] for option in file.options}
    try:
        bound = bind_game(file.file, file.fixed | chosen, definitions=definitions)
    except LanguageError as error:
        # What has no place of its own is about the options that the match has chosen.
        placed = (evolve(d, span=file.options_span) if d.span is NOWHERE else d for d in error.diagnostics)
        raise LanguageError(tuple(placed)) from error
    assert isinstance(bound.game, Game), "loading has refused matches of matches"
    return bound, bound.game
