"""The space of variants of a game: a finite set of values for each of its options and marks (a parameter
space); every combination by number (mixed radix).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.expand.choose import choose
from gdl.expand.library import shipped_definitions
from gdl.expand.options import head_of
from gdl.parse.forms import Form, Paren, String
from gdl.parse.parser import parse
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.reading import read_source
from gdl.source.suggest import bare
from gdl.source.text import Source, Span
from gdl.support.values import frozen
from interpreter.errors.user_errors import VaryError
from interpreter.game.game import Game, load, loads
from interpreter.study.vary.marks import MOST_VALUES, Mark, marks_of

if TYPE_CHECKING:
    from gdl.expand.options import Option

#: The seeds that `*` behind the beginning of an open item's text stands for.
SEEDS = range(1, 101)
_RANGE = re.compile(r"(.*?)(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")
#: A longer text is cut where variants are told.
_WIDTH = 40


@frozen
class Knob:
    """One thing that varies: an option, or a stretch of the game's text."""

    #: the option's name; where a mark stands
    name: str
    #: what it may be: names of items, texts
    values: tuple[str, ...]
    #: the same as they are told
    labels: tuple[str, ...]
    #: the stretch of the text; None for an option
    place: tuple[int, int] | None = None
    #: the stretches of the comments that mark it
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def is_option(self) -> bool:
        """Is it an option of the game?"""
        return self.place is None

    @property
    def steps(self) -> tuple[int, int, int] | None:
        """The first value, the last, and the step, where they are whole numbers evenly spaced."""
        if len(self.values) < 3 or not all(re.fullmatch(r"-?\d{1,9}", value) for value in self.values):
            return None
        numbers = [int(value) for value in self.values]
        step = numbers[1] - numbers[0]
        even = step > 0 and all(b - a == step for a, b in pairwise(numbers))
        return (numbers[0], numbers[-1], step) if even else None


def is_pattern(text: str, option: Option | None) -> bool:
    """Does what is written for an option stand for several values of it?"""
    if option is not None and any(bare(item.name) == bare(text) for item in option.items):
        return False
    return "*" in text or "|" in text or _RANGE.fullmatch(text) is not None


def option_named(name: str, options: Sequence[Option]) -> Option | None:
    """The option that is meant, as a choice of it would find it; None where none is, or several are."""
    plain = bare(name)
    exact = [o for o in options if plain in (bare(o.name), bare(o.tag))]
    matching = exact or [
        o for o in options if bare(o.name).startswith(plain) or bare(o.tag).startswith(plain)
    ]
    return matching[0] if len(matching) == 1 else None


def split_choices(
    chosen: Mapping[str, str], options: Sequence[Option]
) -> tuple[dict[str, str], tuple[Knob, ...]]:
    """What is fixed of the options that were chosen, and what varies. Raises LanguageError."""
    fixed: dict[str, str] = {}
    knobs: list[Knob] = []
    for name, text in chosen.items():
        option = option_named(name, options)
        if not is_pattern(text, option):
            fixed |= as_chosen({name: text}, options)
        elif option is None:
            raise LanguageError(choose(options, (), {name: text}, None)[1][:1])
        else:
            knobs.append(_knob(option, text))
    return fixed, tuple(knobs)


def as_chosen(chosen: Mapping[str, str], options: Sequence[Option]) -> dict[str, str]:
    """Choices by the names of the options and items that they mean; as they are where they mean none."""
    names: dict[str, str] = {}
    for name, text in chosen.items():
        option = option_named(name, options)
        selection, mistakes = choose(() if option is None else (option,), (), {name: text}, None)
        names |= {name: text} if option is None or mistakes else {option.name: selection.names[option.name]}
    return names


def _knob(option: Option, text: str) -> Knob:
    source = Source(f"-o {option.name}", text)
    values: dict[str, None] = {}
    start = 0
    for part in text.split("|"):
        place = Span(source, start, start + len(part))
        start += len(part) + 1
        values |= dict.fromkeys(_values(option, part.strip(), place))
    names = tuple(dict.fromkeys(_checked(option, value, source) for value in values))
    return Knob(option.name, names, tuple(f"{option.name}={_short(name)}" for name in names))


def _values(option: Option, part: str, place: Span) -> Iterable[str]:
    names = [item.name for item in option.items]
    if not part:
        raise _wrong("a value is missing here", place, "write `Small|Large`, or `*` for all that are named")
    if part in names or not (part.endswith("*") or _RANGE.fullmatch(part)):
        return (part,)
    if part == "*":
        return names
    if match := _RANGE.fullmatch(part):
        low, high, step = int(match[2]), int(match[3]), int(match[4] or 1)
        if low > high or step < 1:
            raise _wrong(f"there is nothing from {low} to {high}", place, f"write {high}..{low}")
        if (high - low) // step >= MOST_VALUES:
            raise _wrong("these are more values than can be tried", place)
        return [f"{match[1]}{number}" for number in range(low, high + 1, step)]
    start = part[:-1]
    known = [name for name in names if bare(name).startswith(bare(start))]
    if known:
        return known
    if option.open is not None and option.open.values is None:
        return [f"{start}{seed}" for seed in SEEDS]
    raise _wrong(
        f'no value of "{option.name}" begins with "{start}"',
        place,
        "there are: " + ", ".join(f'"{name}"' for name in names),
    )


def _checked(option: Option, value: str, source: Source) -> str:
    """The name of the item that a value stands for. Raises LanguageError."""
    selection, mistakes = choose((option,), (), {option.name: value}, None)
    if mistakes:
        raise LanguageError(mistakes[:1])
    return selection.names[option.name]


def _wrong(message: str, place: Span, *help: str) -> LanguageError:
    return LanguageError((Diagnostic("E0831", message, place, help=help),))


def knob_of(mark: Mark) -> Knob:
    """What a mark lets vary."""
    where = f"line {mark.span.line}"
    around = mark.around
    if mark.is_number:
        text, at = around.text, mark.span.start - around.start
        labels = tuple(_short(f"{text[:at]}{v}{text[at + len(mark.span.text) :]}", at) for v in mark.texts)
    else:
        labels = tuple(_short(text) if text else f"without {_short(mark.span.text)}" for text in mark.texts)
    return Knob(
        where,
        mark.texts,
        tuple(f"{where}: {each}" for each in labels),
        (mark.span.start, mark.span.end),
        tuple((comment.start, comment.end) for comment in mark.comments),
    )


def _short(text: str, around: int = 0) -> str:
    """A text on one line, cut to the part around a place."""
    start = max(0, around - _WIDTH // 2) if len(text) > _WIDTH else 0
    cut = text[start:]
    plain = " ".join(cut.split())
    shown = plain if len(plain) <= _WIDTH else plain[: _WIDTH - 1] + "…"
    return f"…{shown}" if start else shown


# --- Texts -----------------------------------------------------------------------------------------------

#: A place in a text, and what takes it.
Edit = tuple[int, int, str]


def inlined(text: str, path: str | Path, shipped_too: bool = False) -> tuple[Edit, ...]:
    """The edits that put in the place of each include what it includes; of a file of ours only if wanted,
    since such are found from everywhere. What cannot be read stays as it is."""
    done: set[Path] = set()
    return tuple(_edits(Source(str(path), text), Path(path).parent, shipped_too, done))


def _edits(source: Source, folder: Path, shipped_too: bool, done: set[Path]) -> list[Edit]:
    forms, _ = parse(source)
    edits: list[Edit] = []
    for form in forms:
        path, own = _included(form, folder)
        if path is None or not (own or shipped_too):
            continue
        if path.resolve() in done:
            edits.append((form.span.start, form.span.end, ""))
            continue
        done.add(path.resolve())
        read = read_source(path)
        if isinstance(read, Source):
            inner = applied(read.text, _edits(read, path.parent, shipped_too, done)).strip("\n")
            edits.append((form.span.start, form.span.end, f"// from {path.name}:\n{inner}"))
    return edits


def _included(form: Form, folder: Path) -> tuple[Path | None, bool]:
    """The file that a form includes, and whether it is none of ours."""
    if not isinstance(form, Paren) or head_of(form) != "include" or len(form.items) != 2:
        return None, False
    name = form.items[1]
    if not isinstance(name, String):
        return None, False
    beside = folder / name.value
    shipped = shipped_definitions().get(name.value)
    if beside.is_file():
        return beside, shipped is None or beside.resolve() != shipped.resolve()
    return shipped, False


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with its edits, which do not overlap, made."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


# --- The space -------------------------------------------------------------------------------------------

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
    def fixed_label(self) -> str:
        """What is fixed of the options, in a line."""
        return ", ".join(f"{name}={value}" for name, value in self.fixed)

    def label(self, variant: Variant) -> str:
        """What it is, in a line: its options, and what is not as the file has it."""
        covered = self._covered(variant)
        parts = [
            knob.labels[digit]
            for index, (knob, digit) in enumerate(zip(self.knobs, variant, strict=True))
            if index not in covered
            and (knob.place is None or knob.values[digit] != self.text[slice(*knob.place)])
        ]
        return ", ".join(parts) or "as it is"

    def values(self, variant: Variant) -> dict[str, str]:
        """What each knob is set to, by its name; two marks of one line are numbered."""
        values: dict[str, str] = {}
        for knob, digit in zip(self.knobs, variant, strict=True):
            name, number = knob.name, 2
            while name in values:
                name, number = f"{knob.name} ({number})", number + 1
            values[name] = knob.values[digit]
        return values

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
        result, mistakes = marks_of(source)
        if mistakes:
            raise LanguageError(mistakes)
        knobs = (*knobs, *map(knob_of, result))
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
