"""What varies in a game: a finite set of values for each of its options and marks (a parameter space)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from gdl.expand.choose import choose
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.suggest import bare
from gdl.source.text import Source, Span
from interpreter.study.vary.marks import MOST_VALUES, Mark

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
    told: tuple[str, ...]
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
    found = exact or [o for o in options if bare(o.name).startswith(plain) or bare(o.tag).startswith(plain)]
    return found[0] if len(found) == 1 else None


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
    found: dict[str, str] = {}
    for name, text in chosen.items():
        option = option_named(name, options)
        selection, mistakes = choose(() if option is None else (option,), (), {name: text}, None)
        found |= {name: text} if option is None or mistakes else {option.name: selection.names[option.name]}
    return found


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
        told = tuple(_short(f"{text[:at]}{v}{text[at + len(mark.span.text) :]}", at) for v in mark.texts)
    else:
        told = tuple(_short(text) if text else f"without {_short(mark.span.text)}" for text in mark.texts)
    return Knob(
        where,
        mark.texts,
        tuple(f"{where}: {each}" for each in told),
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
