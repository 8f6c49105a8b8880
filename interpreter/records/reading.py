"""Records from text: every mistake with its place, and of a game that was cut off what there is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar, overload

from gdl.source.diagnostics import Diagnostic
from gdl.source.suggest import nearest
from gdl.source.text import Source, Span
from gdl.support.printable import shortened
from gdl.support.values import define, evolve, field, frozen
from interpreter.errors.user_errors import RecordError
from interpreter.records.model import ENDS, RULES, Places, Record, Result
from interpreter.support.files import read_at_most

T = TypeVar("T")
D = TypeVar("D")

#: The largest file of records that is read: half a million games.
MAX_BYTES = 256 << 20
#: Of one game no more moves are read.
MAX_MOVES = 1_000_000
#: With more mistakes a game is not read any further.
MAX_MISTAKES = 20

#: Where a game begins: a tag `game`, or what was written of one before nothing more was.
_BEGIN = re.compile(r"^\[(?=game\b|(?:g|ga|gam)?\s*(?:\Z|^\[game\b))", re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_TOKEN = re.compile(
    rf"""(?P<blank>\s+|\{{[^}}]*\}})
    |(?P<tag>\[\s*[a-z]+(?:\s+{_STRING})*\s*\])
    |(?P<number>[0-9]{{1,18}}\.)(?!\S)
    |(?P<end>\*)(?!\S)
    |(?P<quoted>{_STRING})(?![^\s{{])
    |(?P<word>[^\s{{}}"\[\]\\]+)(?![^\s{{])""",
    re.VERBOSE,
)
_UNREADABLE = re.compile(r'"[^"\n]*"?|\[[^\]\n]*\]?|\{[^}]*|\S[^\s"\[{]*')
_RANK = r"\d{1,9}(\.\d{1,9})?"
TAGS = ("game", "rules", "option", "position", "player", "seed", "date", "round", "result", "end")
#: Those of which there may be several; each with the number of its values.
_MANY = {"option": 2, "player": 1}


@frozen
class Entry:
    """What stands in a file in the place of one game."""

    #: from 1
    number: int
    #: None where too much is wrong or missing
    record: Record | None
    #: errors, or warnings
    mistakes: tuple[Diagnostic, ...] = ()
    #: was it written to its end?
    complete: bool = True

    @property
    def usable(self) -> bool:
        """Whether there is a record, without errors."""
        return self.record is not None and not any(m.severity == "error" for m in self.mistakes)


@frozen(eq=False)
class Entries(Sequence[Entry]):
    """The games in a text, each read when it is asked for: of many games only one is in memory."""

    source: Source
    #: where each begins, and where the last one ends
    ends: tuple[int, ...]
    #: what stands before the first
    before: tuple[Diagnostic, ...] = ()

    def __len__(self) -> int:
        return len(self.ends) - 1 or len(self.before)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        at = range(len(self))[index]
        if len(self.ends) == 1:
            return Entry(1, None, self.before)
        entry = _Reader(self.source, self.ends[at], self.ends[at + 1]).entry(at + 1)
        return entry if at else evolve(entry, mistakes=(*self.before, *entry.mistakes))


def read_file(path: str | Path) -> Entries:
    """The games in a file. Raises UnreadableFileError, and RecordError for what is no text."""
    data = read_at_most(MAX_BYTES, path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.end < len(data) or len(data) - error.start > 3:
            raise RecordError(f"{path} is no record of games: it is not a text in UTF-8") from None
        text = data[: error.start].decode("utf-8")  # interrupted amid a letter
    if "\0" in text:
        raise RecordError(f"{path} is no record of games: it is not a text")
    return read_records(Source(str(path), text.removeprefix("\ufeff").replace("\r\n", "\n")))


def read_records(source: Source) -> Entries:
    """The games in a text. What stands before the first is a mistake of the first."""
    ends = (*(match.start() for match in _BEGIN.finditer(source.text)), len(source.text))
    return Entries(source, ends, _before(source, ends[0]))


def split_number(name: str) -> tuple[str, int | None]:
    """A file's path and the number of a game in it: `games.rec#3`. A file that is called so goes first."""
    match = re.fullmatch(r"(.+)#([0-9]{1,18})", name)
    if match is None or os.path.lexists(name):
        return name, None
    return match[1], int(match[2])


def find_entry(path: str, number: int | None) -> Entry:
    """The game of a number in a file, without a number the last. Raises RecordError where it is missing."""
    entries = read_file(path)
    if not entries:
        raise RecordError(f"{path} holds no game")
    if number is None:
        return entries[-1]
    if not 1 <= number <= len(entries):
        there = "only one game" if len(entries) == 1 else f"{len(entries)} games"
        raise RecordError(f"{path} has no game {number}: it holds {there}")
    return entries[number - 1]


def _before(source: Source, end: int) -> tuple[Diagnostic, ...]:
    """A mistake if anything but blanks and comments stands before the first game."""
    rest = re.match(r"(?:\s+|\{[^}]*\})*", source.text[:end])
    at = rest.end() if rest else 0
    if at >= end:
        return ()
    match = _UNREADABLE.match(source.text, at, end)
    return (
        Diagnostic(
            "E0522",
            f"{source.name} is no record of games" if end == len(source.text) else "no game begins here",
            Span(source, at, match.end() if match else end),
            'a record begins with a tag such as [game "troika"]',
        ),
    )


class _TooMuchError(Exception):
    """There is no use in reading on."""


class _Missing(Exception):
    """A tag has no value of the kind that is wanted; says what is wanted."""


@define
class _Reader:
    """Reads one game."""

    source: Source
    start: int
    end: int
    mistakes: list[Diagnostic] = field(factory=list)
    tags: dict[str, list[tuple[str, ...]]] = field(factory=dict)
    spans: dict[str, list[Span]] = field(factory=dict)
    words: list[tuple[str, Span]] = field(factory=list)
    numbers: dict[int, tuple[int, Span]] = field(factory=dict)
    complete: bool = False

    def entry(self, number: int) -> Entry:
        """The game, or what is wrong with it."""
        try:
            return self._entry(number)
        except _TooMuchError:
            return Entry(number, None, tuple(self.mistakes))

    def _entry(self, number: int) -> Entry:
        self._read_all()
        whole = self.source.text[self.start : self.end].rstrip()
        place = Span(self.source, self.start, self.start + max(1, len(whole.partition("\n")[0])))
        if not self.complete:
            return self._interrupted(number, place)
        record = self._record(place)
        return Entry(number, record, tuple(self.mistakes), self.complete)

    def _read_all(self) -> None:
        for kind, text, span in self._tokens():
            if self.complete:
                self._wrong(
                    "E0522", "the game has ended before this", span, "a new one begins with [game ...]"
                )
                break
            if kind == "tag":
                self._tag(text, span)
            elif kind == "number":
                self.numbers[len(self.words)] = (int(text[:-1]), span)
            elif kind == "end":
                self.complete = True
            elif len(self.words) == MAX_MOVES:
                self._wrong("E0522", f"a game has at most {MAX_MOVES:,} moves", span)
                raise _TooMuchError
            else:
                self.words.append((_unquoted(text) if kind == "quoted" else text, span))

    def _interrupted(self, number: int, place: Span) -> Entry:
        """The last word may be half a word: it is left out. Without any, tags may be missing."""
        had_moves = bool(self.words or self.numbers)
        self.words = self.words[:-1]
        self.numbers = {index: each for index, each in self.numbers.items() if index < len(self.words)}
        said, help = "before its first move", "nothing of it can be replayed"
        if had_moves:
            said = f"after {len(self.words)} move{'' if len(self.words) == 1 else 's'}"
            help = "what is complete can be replayed; behind the moves of a complete game stands `*`"
        warning = Diagnostic(
            "W0527", f"writing this game was interrupted {said}", place, severity="warning",
            help=(help,),
        )  # fmt: skip
        record = self._record(place) if had_moves else None
        if record is not None:
            record = evolve(record, result=None)
        return Entry(number, record, (*self.mistakes, warning), False)

    def _tokens(self) -> Iterator[tuple[str, str, Span]]:
        """The tokens but blanks. What cannot be read at the very end was not written to its end."""
        at, text = self.start, self.source.text
        while at < self.end:
            match = _TOKEN.match(text, at, self.end)
            if match is not None:
                at = match.end()
                if match.lastgroup and match.lastgroup != "blank":
                    yield match.lastgroup, match[0], Span(self.source, match.start(), at)
                continue
            wrong = _UNREADABLE.match(text, at, self.end)
            after = wrong.end() if wrong else self.end
            if self.complete or text[after : self.end].strip():
                what = "this is never closed" if text[at] in '{["' else "this cannot be read"
                help = "a move with blanks or brackets in it is put in quotes"
                self._wrong("E0522", what, Span(self.source, at, after), help=help)
            elif text[at] not in '{["' or text[at] == '"':
                yield "word", text[at:after], Span(self.source, at, after)
            at = after

    def _wrong(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> None:
        self._say(Diagnostic(code, message, span, label, (help,) if help else ()))

    def _say(self, mistake: Diagnostic) -> None:
        self.mistakes.append(mistake)
        if len(self.mistakes) == MAX_MISTAKES:
            many = "this game is not read any further: there are too many mistakes in it"
            self.mistakes[-1] = Diagnostic("E0522", many, mistake.span)
            raise _TooMuchError

    # --- Tags -----------------------------------------------------------------------------------------

    def _tag(self, text: str, span: Span) -> None:
        name = re.findall(r"[a-z]+", text)[0]
        values = tuple(_unquoted(each) for each in re.findall(_STRING, text))
        if self.words or self.numbers:
            self._wrong("E0522", "a tag stands before the moves", span)
        elif name not in TAGS:
            if near := nearest(name, TAGS):
                help = f"did you mean `{near[0]}`? What is not known is left alone"
                self._say(
                    Diagnostic("W0528", f"there is no tag `{name}`", span, help=(help,), severity="warning")
                )
        elif len(values) != _MANY.get(name, 1):
            wanted = f"{_MANY.get(name, 1)} value{'s' if _MANY.get(name, 1) > 1 else ''} in quotes"
            self._wrong("E0523", f"`{name}` has {wanted}, not {len(values)}", span)
        elif name in self.tags and name not in _MANY:
            self._wrong("E0523", f"`{name}` is said twice", span)
        else:
            self.tags.setdefault(name, []).append(values)
            self.spans.setdefault(name, []).append(span)

    def _value(self, name: str, default: str = "") -> str:
        value = self.tags.get(name)
        return value[0][0] if value else default

    def _record(self, place: Span) -> Record | None:
        """The record; None if a tag is wrong."""
        if "game" not in self.tags:
            if not self.mistakes:
                self._wrong("E0523", "the game is not named", place)
            return None
        places = Places(
            {name: tuple(spans) for name, spans in self.spans.items()},
            tuple(span for _, span in self.words),
            self.numbers,
            place,
        )
        before = len(self.mistakes)
        record = Record(
            game=self._value("game"),
            rules=self._value("rules"),
            options=tuple((name, choice) for name, choice in self.tags.get("option", ())),
            position=self._value("position"),
            players=tuple(name for (name,) in self.tags.get("player", ())),
            seed=self._read("seed", _whole, 0),
            date=self._read("date", _day, ""),
            round=self._read("round", _whole, None),
            result=self._result(),
            turns=self._turns(),
            places=places,
        )
        return record if len(self.mistakes) == before else None

    def _result(self) -> Result | None:
        ranks = self._read("result", _ranks, None)
        end = self._read("end", _end, RULES)
        return None if ranks is None else Result(ranks, end)

    def _read(self, name: str, read: Callable[[str], T], default: D) -> T | D:
        if name not in self.tags:
            return default
        try:
            return read(self._value(name))
        except _Missing as error:
            value = shortened(self._value(name))
            self._wrong("E0523", f"`{value}` is no {name}", self.spans[name][0], str(error))
            return default

    def _turns(self) -> tuple[tuple[str, ...], ...]:
        """The moves by turns, as the numbers part them; all in one where there are no numbers."""
        turns: list[list[str]] = []
        for index, (text, _) in enumerate(self.words):
            if index == 0 or index in self.numbers:
                turns.append([])
            turns[-1].append(text)
        return tuple(map(tuple, turns))


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,19}", text, re.ASCII) or int(text) >= 2**63:
        raise _Missing("a whole number is wanted")
    return int(text)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise _Missing("a day is wanted, such as 2026-05-01") from None


def _ranks(text: str) -> tuple[float, ...] | None:
    if text == "*":
        return None
    if not re.fullmatch(rf"{_RANK}( {_RANK})*", text, re.ASCII):
        raise _Missing("the players' ranks are wanted, such as 1 2, or * for a game that was left")
    return tuple(map(float, text.split()))


def _end(text: str) -> str:
    if text not in ENDS:
        raise _Missing(f"wanted is one of {', '.join(ENDS)}")
    return text
