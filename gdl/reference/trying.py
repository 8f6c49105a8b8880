"""Which forms of a ludeme are supported: found by generating each, and compiling a small game around it.

A form is supported if a game compiles in which it is bound, and refused if it is told to be (E0401) wherever
it is tried. What is looked at is the bound game, so that nothing is taken for something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from gdl.bind.binder import Vocabulary
from gdl.bind.describe import class_example
from gdl.compile.compile import bind_game, compile_game
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.registry import Entry
from gdl.reference.examples import EXAMPLES
from gdl.reference.filling import forms, written_with
from gdl.reference.shown import Form, arguments, forms_of, shown_by
from gdl.reference.surroundings import around, is_kind
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.values import define, field, frozen

_REFUSED = "E0401"
#: Codes of what could not be bound.
_UNBOUND = "E02"


#: A form that has been refused so often, and never taken, is refused.
_OFTEN = 2
#: In so many places where the ludeme has compiled its other forms are tried first.
_PLACES = 2


@frozen
class Mark:
    """What came of trying a form: `example` shows it in `game`, which compiles, unless it is `refused`."""

    example: str
    game: str
    refused: bool = False
    #: of what is refused, what to write instead
    instead: tuple[str, ...] = ()


@frozen(eq=False)
class Trial:
    """A game that was tried: the codes of its mistakes (none: it compiles), what was advised, and the forms
    in it with a ludeme of each; without those where the game was not bound."""

    text: str
    codes: frozenset[str]
    advice: tuple[str, ...]
    shown: dict[Form, Ludeme]

    @property
    def refused(self) -> bool:
        """Whether all that is wrong with it is that something is not supported."""
        return self.codes == {_REFUSED}

    @property
    def unbound(self) -> bool:
        """Whether there is something in it that could not be bound."""
        return any(code.startswith(_UNBOUND) for code in self.codes)

    def example(self, ludeme: Ludeme) -> str:
        """The text of a ludeme in it."""
        return " ".join(self.text[ludeme.span.start : ludeme.span.end].split())


@frozen(eq=False)
class _Place:
    """Where a ludeme stands in a game that compiles, and its arguments there."""

    before: str
    after: str
    given: dict[str, str]


@define
class _Trier:
    """The marks of one ludeme's forms, while they are found."""

    entry: Entry
    known: Vocabulary
    marks: dict[Form, Mark | None]
    places: list[_Place] = field(factory=list)
    #: in which of its surroundings it compiled last
    there: int = 0
    #: is none of the forms supported that the others build upon?
    hopeless: bool = False

    def supported(self, form: Form) -> bool:
        mark = self.marks[form]
        return mark is not None and not mark.refused

    def from_examples(self) -> None:
        """Note what the examples tell in which the ludeme may be, its own first."""
        spellings = {each.words for each in self.known.registry.entries() if each.cls is self.entry.cls}
        mentions = [re.compile(rf"\({re.escape(' '.join(words))}[\s)]") for words in spellings]
        own = class_example(self.entry.cls)
        for cls, example in sorted(examples(self.known), key=lambda each: each[1] != own):
            if all(map(self.supported, self.marks)):
                return
            if any(mention.search(example) for mention in mentions):
                for number, game in enumerate(around(cls, example, self.known)):
                    tried = self.note(game, set(self.marks))
                    if not tried.codes or (number and tried.unbound and is_kind(cls)):
                        break

    def from_made_up(self, form: Form) -> None:
        """Note what is told of a form by examples that are made up."""
        often = 0
        for given in forms(self.entry, form, self.known, [place.given for place in self.places]):
            refused = self.try_around(written_with(self.entry, given, self.known), form)
            if self.supported(form):
                return
            if refused is not None:
                often += 1
                self.marks[form] = self.marks[form] or refused
                if often == _OFTEN or self.hopeless:
                    return

    def try_around(self, text: str, form: Form) -> Mark | None:
        """Try a text wherever it may stand, up to where it compiles; if all that is ever wrong with it, or is
        wrong where other forms compile, is that it is not supported, that is told."""
        refused: Mark | None = None
        alone: Mark | None = None
        excused = True
        games = list(enumerate(around(self.entry.cls, text, self.known)))
        games.sort(key=lambda each: each[0] != self.there)
        games[:0] = [(self.there, place.before + text + place.after) for place in self.places]
        for tries, (number, game) in enumerate(games, 1):
            tried = self.note(game, {form})
            if self.supported(form):
                self.there = number
                return None
            if tried.refused and form in tried.shown:
                refused = refused or Mark(tried.example(tried.shown[form]), game, True, tried.advice)
            excused = excused and (_REFUSED in tried.codes or tried.unbound)
            if self.hopeless and refused is not None:
                return refused
            if tries == len(self.places) and excused:
                alone = refused  # where other forms compile, all that is wrong is this one
            if tried.unbound and tries == _PLACES + 1 and refused is None and is_kind(self.entry.cls):
                break  # what is not bound in one place is not in another
        return refused if excused else alone

    def note(self, game: str, wanted: set[Form]) -> Trial:
        """Note which of the wanted forms a game shows, if it compiles."""
        tried = trial(game, self.known)
        for form in () if tried.codes else self.marks:
            if form in wanted and form in tried.shown and self.marks[form] is None:
                ludeme = tried.shown[form]
                self.marks[form] = Mark(tried.example(ludeme), game)
                span = ludeme.span
                if len(self.places) < _PLACES and all(
                    game[: span.start] != each.before for each in self.places
                ):
                    self.places.append(
                        _Place(game[: span.start], game[span.end :], arguments(ludeme, self.known))
                    )
        return tried


def try_ludeme(entry: Entry, known: Vocabulary) -> dict[Form, Mark | None]:
    """The mark of each form of a ludeme; None where nothing can be told."""
    trier = _Trier(entry, known, dict.fromkeys(forms_of(entry.cls, known)))
    trier.from_examples()
    plain, *others = trier.marks
    selects = [form for form in others if form.word]
    for form in [*([] if selects else [plain]), *others]:
        trier.hopeless = bool(form.argument) and not any(map(trier.supported, selects or [plain]))
        if not trier.supported(form):
            trier.from_made_up(form)
    if not trier.supported(plain):
        # The plain form of a ludeme whose words select what it does is what these are.
        marks = [mark for form in (plain, *selects) if (mark := trier.marks[form]) is not None]
        trier.marks[plain] = next((mark for mark in marks if not mark.refused), marks[0] if marks else None)
    return trier.marks


def _length(ludeme: Ludeme) -> int:
    return ludeme.span.end - ludeme.span.start


@cache
def trial(text: str, known: Vocabulary) -> Trial:
    """Compile a game."""
    try:
        bound = compile_game(Source("tried.lud", text)).game
        codes: frozenset[str] = frozenset()
        advice: tuple[str, ...] = ()
    except LanguageError as error:
        mistakes = [each for each in error.diagnostics if each.severity == "error"]
        codes = frozenset(each.code for each in mistakes)
        advice = tuple(dict.fromkeys(help for each in mistakes for help in each.help))
        if codes != {_REFUSED}:
            return Trial(text, codes, advice, {})
        bound = bind_game(Source("tried.lud", text)).game
    shown: dict[Form, Ludeme] = {}
    for ludeme in ludemes_in(bound):
        for form in shown_by(ludeme, known):
            there = shown.get(form)
            if there is None or _length(ludeme) < _length(there):
                shown[form] = ludeme
    return Trial(text, codes, advice, shown)


@cache
def examples(known: Vocabulary) -> tuple[tuple[type[Ludeme], str], ...]:
    """Examples in the docstrings of ludemes and those written by hand, each with the class that it may be."""
    result = []
    for cls in known.registry.classes():
        example = class_example(cls)
        if example.startswith("(") and "..." not in example:
            result += [(each, example) for each in classes_of(example, known)]
    for example in EXAMPLES:
        result += [(each, " ".join(example.split())) for each in classes_of(example, known)]
    return tuple(result)


def classes_of(example: str, known: Vocabulary) -> Iterator[type[Ludeme]]:
    """The classes of which the outermost ludeme of a text may be, one of each kind."""
    words = re.findall(r"[^\s()]+", example[:80])
    kinds: set[type] = set()
    for entry in known.registry.by_head.get(words[0], ()):
        if tuple(words[: len(entry.words)]) == entry.words:
            kind = next((base for base in entry.cls.__mro__ if "category" in vars(base)), entry.cls)
            if kind not in kinds:
                kinds.add(kind)
                yield entry.cls
