"""The space of variants of a game: every combination of what may vary, by number (mixed radix)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from attrs import frozen

from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import VaryError
from interpreter.game.game import Game, load, loads
from interpreter.study.vary.inlining import Edit, applied, inlined
from interpreter.study.vary.knobs import Knob, as_chosen, knob_of, option_named, split_choices
from interpreter.study.vary.marks import marks_of

if TYPE_CHECKING:
    from gdl.expand.options import Option

#: So many variants are looked at for one that has rules.
_TRIED = 20
#: For each knob the number of its value.
Variant = tuple[int, ...]


@frozen
class Space:
    """A game's file, what is fixed of its options, and what varies."""

    path: str
    text: str
    definitions: tuple[str, ...]
    fixed: tuple[tuple[str, str], ...]
    knobs: tuple[Knob, ...]
    #: is `text` that of the file at `path`, so that the game can be loaded from there?
    from_file: bool = True
    #: what stands for files beside it that it includes, where it is not
    included: tuple[Edit, ...] = ()

    @property
    def size(self) -> int:
        """How many combinations there are; of some the rules may be the same."""
        return prod(len(knob.values) for knob in self.knobs)

    def variants(self) -> Iterator[Variant]:
        """All of them, those with the same text once."""
        for number in range(self.size):
            variant = self.numbered(number)
            if self.canonical(variant) == variant:
                yield variant

    def numbered(self, number: int) -> Variant:
        """The variant of a number; the last knob changes first."""
        digits = []
        for knob in reversed(self.knobs):
            number, digit = divmod(number, len(knob.values))
            digits.append(digit)
        return tuple(reversed(digits))

    def canonical(self, variant: Variant) -> Variant:
        """The first variant with the same text: what may vary inside a stretch that is replaced does not."""
        covered = self._covered(variant)
        return tuple(0 if index in covered else digit for index, digit in enumerate(variant))

    def _covered(self, variant: Variant) -> set[int]:
        """The knobs inside stretches that other knobs replace."""
        replaced = [
            knob.place
            for knob, digit in zip(self.knobs, variant, strict=True)
            if knob.place is not None and knob.values[digit] != self.text[slice(*knob.place)]
        ]
        return {
            index
            for index, knob in enumerate(self.knobs)
            if knob.place is not None
            and any(a <= knob.place[0] and knob.place[1] <= b and (a, b) != knob.place for a, b in replaced)
        }

    @property
    def fixed_told(self) -> str:
        """What is fixed of the options, in a line."""
        return ", ".join(f"{name}={value}" for name, value in self.fixed)

    def told(self, variant: Variant) -> str:
        """What it is, in a line: its options, and what is not as the file has it."""
        covered = self._covered(variant)
        parts = [
            knob.told[digit]
            for index, (knob, digit) in enumerate(zip(self.knobs, variant, strict=True))
            if index not in covered
            and (knob.place is None or knob.values[digit] != self.text[slice(*knob.place)])
        ]
        return ", ".join(parts) or "as it is"

    def values(self, variant: Variant) -> dict[str, str]:
        """What each knob is set to, by its name; two marks of one line are numbered."""
        found: dict[str, str] = {}
        for knob, digit in zip(self.knobs, variant, strict=True):
            name, number = knob.name, 2
            while name in found:
                name, number = f"{knob.name} ({number})", number + 1
            found[name] = knob.values[digit]
        return found

    def options(self, variant: Variant) -> dict[str, str]:
        """The options as they are to be chosen."""
        chosen = dict(self.fixed)
        for knob, digit in zip(self.knobs, variant, strict=True):
            if knob.is_option:
                chosen[knob.name] = knob.values[digit]
        return chosen

    def text_of(self, variant: Variant) -> str:
        """The text of the rules."""
        return applied(self.text, self.edits(variant))

    def edits(self, variant: Variant, without_marks: bool = False) -> list[Edit]:
        """What makes the file's text that of a variant; `without_marks` also without the comments that
        marked what varied."""
        covered = self._covered(variant)
        edits: list[Edit] = []
        for index, (knob, digit) in enumerate(zip(self.knobs, variant, strict=True)):
            if knob.place is not None and index not in covered:
                edits.append((*knob.place, knob.values[digit]))
        # a stretch that stays as it is may hold others that do not
        edits = [edit for edit in edits if self.text[edit[0] : edit[1]] != edit[2]]
        if without_marks:
            inside = [(start, end) for start, end, _ in edits]
            edits += [
                (*self._line_of(*mark), "")
                for knob in self.knobs
                for mark in knob.marks
                if not any(start <= mark[0] and mark[1] <= end for start, end in inside)
            ]
        return edits

    def _line_of(self, start: int, end: int) -> tuple[int, int]:
        """A comment with the blanks before it, and with its line where nothing else is on that."""
        first = start
        while first and self.text[first - 1] in " \t":
            first -= 1
        if (first == 0 or self.text[first - 1] == "\n") and self.text[end : end + 1] == "\n":
            end += 1
        return first, end

    def game(self, variant: Variant) -> Game:
        """The variant itself. Raises LanguageError where its rules are none."""
        edits = self.edits(variant)
        if self.from_file and not edits:
            return load(self.path, self.options(variant), self.definitions)
        text = applied(self.text, [*edits, *self.included])
        return loads(text, self.options(variant), self.definitions, self.path)

    def base(self) -> Game:
        """The game as its file has it, with what is fixed of its options."""
        if self.from_file:
            return load(self.path, dict(self.fixed), self.definitions)
        return loads(self.text, dict(self.fixed), self.definitions, self.path)

    def usual(self) -> Game:
        """The game as it is, or, where that has mistakes with what is fixed, the first variant that has none:
        players are named by it. Raises LanguageError where the first variants have mistakes, too."""
        try:
            return self.base()
        except LanguageError:
            for variant in islice(self.variants(), _TRIED):
                with suppress(LanguageError):
                    return self.game(variant)
            raise

    def some_for_several(self) -> bool:
        """Is one of the first variants for several players?"""
        for variant in islice(self.variants(), _TRIED):
            with suppress(LanguageError):
                if len(self.game(variant).players) > 1:
                    return True
        return False

    def plan(self) -> Mapping[str, object]:
        """All that decides which variants there are."""
        return {
            "text": applied(self.text, self.included),
            "fixed": dict(self.fixed),
            "knobs": [[knob.name, knob.place, list(knob.values)] for knob in self.knobs],
        }


def space_of(game: Game, chosen: Mapping[str, str], marks: bool = True) -> Space:
    """The space of a game: what is `chosen` of its options may stand for several values (`random:*`,
    `10..50:10`, `Small|Large`, `*`); with `marks`, also what its file marks.

    Raises LanguageError for marks and patterns that cannot be understood, VaryError where nothing varies.
    """
    recipe = game.recipe
    source = game.compiled.expanded.sources[0]
    options = game.available_options
    fixed, knobs = split_choices(chosen, options)
    if marks:
        found, mistakes = marks_of(source)
        if mistakes:
            raise LanguageError(mistakes)
        knobs = (*knobs, *map(knob_of, found))
    if not knobs:
        raise VaryError(_nothing(game.name, options))
    kept = as_chosen(dict(recipe.options), options) | fixed
    for knob in knobs:
        kept = {n: v for n, v in kept.items() if option_named(n, options) != option_named(knob.name, options)}
    from_file = recipe.text is None
    included = inlined(source.text, recipe.path) if from_file else ()
    fixed_options = tuple(sorted(kept.items()))
    return Space(recipe.path, source.text, recipe.definitions, fixed_options, knobs, from_file, included)


def _nothing(name: str, options: Sequence[Option]) -> str:
    first = f"`-o '{options[0].name}=*'` tries all of an option, or " if options else ""
    return (
        f"nothing varies in {name}: {first}`// vary 3..7` behind a line of its file marks the number there "
        "(docs/varying.md)"
    )
