"""Marks: comments of a rules file that say what of it may vary.

    (is Line 4)                  // vary 3..6
    (board (rectangle 7 6))      // vary 7: 5..9        (that number of several)
    (if (is Mate Next) ...)      // vary drop
    (move Slide Orthogonal)      // vary or (move Slide Diagonal)

Behind code a mark is about its line, on a line of its own about what begins on the line below. Numbers are
a range, `by` how much, or a list. `drop` and `or` are about the first form that begins there; several such
marks of one form are its alternatives. For the rules themselves they are comments like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gdl.parse.forms import Angle, Brace, Form, Named, Paren, Starred
from gdl.parse.grammar import Token
from gdl.parse.parser import parse
from gdl.parse.tokens import comments, tokenize
from gdl.source.diagnostics import Diagnostic
from gdl.source.suggest import nearest
from gdl.source.text import Source, Span
from gdl.support.values import define, field, frozen

#: More values than that of one number nobody looks through.
MOST_VALUES = 100_000
_MARK = re.compile(r"//+[ \t]*vary\b[ \t]*:?[ \t]*")
_NUMBER = r"-?\d{1,18}(?:\.\d{1,9})?"
_WHICH = re.compile(rf"({_NUMBER})[ \t]*:[ \t]*")
_RANGE = re.compile(r"(-?\d{1,9})[ \t]*\.\.[ \t]*(-?\d{1,9})(?:[ \t]+by[ \t]+(\d{1,9}))?")
_LIST = re.compile(rf"{_NUMBER}(?:[ \t]*,?[ \t]+{_NUMBER}|[ \t]*,[ \t]*{_NUMBER})*")
_OR = re.compile(r"or\b[ \t]*")
_DROP = re.compile(r"drop[ \t]*(?:$|[.:;(].*)")
_KINDS = ("drop", "or")


@frozen
class Mark:
    """A stretch of the text, and the texts that may stand there; the one that does stands among them only if
    it is one of them."""

    span: Span
    texts: tuple[str, ...]
    #: what stands around it, for showing which number is meant
    around: Span
    #: the comments that say so
    comments: tuple[Span, ...]

    @property
    def is_number(self) -> bool:
        """Is it a number, and not a form?"""
        return self.around != self.span


class MarkError(Exception):
    """A mark that cannot be understood."""

    def __init__(self, message: str, span: Span, *help: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic("E0832", message, span, help=help)


def marks_of(source: Source) -> tuple[tuple[Mark, ...], tuple[Diagnostic, ...]]:
    """All marks of a text that can be parsed, in order, and what is wrong with others."""
    if "vary" not in source.text:
        return (), ()
    reader = _Reader(source)
    marks: dict[tuple[int, int], Mark] = {}
    mistakes: list[Diagnostic] = []
    for number, comment in enumerate(reader.comments):
        head = _MARK.match(comment.text)
        if head is None:
            continue
        try:
            mark = reader.read(number, comment.start + head.end())
        except MarkError as error:
            mistakes.append(error.diagnostic)
            continue
        key = (mark.span.start, mark.span.end)
        before = marks.get(key)
        if before is not None:
            if mark.is_number or before.is_number:
                mistakes.append(MarkError("this number is marked twice", comment).diagnostic)
                continue
            texts = tuple(dict.fromkeys((*before.texts, *mark.texts)))
            mark = Mark(mark.span, texts, mark.around, (*before.comments, *mark.comments))
        marks[key] = mark
    return tuple(sorted(marks.values(), key=lambda mark: (mark.span.start, -mark.span.end))), tuple(mistakes)


@define
class _Reader:
    source: Source
    comments: tuple[Span, ...] = field(init=False)
    tokens: list[Token] = field(init=False)
    forms: tuple[Form, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.comments = comments(self.source)
        self.tokens, _ = tokenize(self.source)
        self.forms, _ = parse(self.source)

    def read(self, number: int, start: int) -> Mark:
        """The mark of a comment, which says what it says from `start` on."""
        comment = self.comments[number]
        place = Span(self.source, start, comment.end)
        text = place.text.rstrip()
        if _DROP.fullmatch(text):
            form = self._form(number)
            return Mark(form, (form.text, ""), form, (comment,))
        if match := _OR.match(text):
            return self._or(number, start + match.end())
        if re.match(r"[-\d]", text):
            return self._number(number, start, text)
        near = nearest(text.split(" ")[0], _KINDS) if text else []
        raise MarkError(
            "this mark says nothing that may vary",
            place if text else comment,
            *([f"did you mean `vary {near[0]}`?"] if near else []),
            "write `// vary 3..7`, `// vary 2, 4, 8`, `// vary drop` or `// vary or (another ludeme)`",
        )

    # --- Numbers ------------------------------------------------------------------------------------------

    def _number(self, number: int, start: int, text: str) -> Mark:
        comment = self.comments[number]
        which = _WHICH.match(text)
        wanted = which[1] if which else None
        if which:
            start, text = start + which.end(), text[which.end() :]
        place = Span(self.source, start, start + len(text))
        values = self._values(place, text)
        first, last = self._line(number)
        numbers = [t for t in self.tokens if first <= t.start < last and t.type == "NUMBER"]
        fitting = [t for t in numbers if wanted is None or t.text == wanted]
        if len(fitting) == 1:
            token = fitting[0]
            return Mark(token.span, values, self._around(token), (comment,))
        if not numbers:
            raise MarkError("there is no number on the line that this mark is about", comment)
        listed = ", ".join(t.text for t in numbers)
        if not fitting:
            raise MarkError(f"there is no {wanted} on the line: its numbers are {listed}", comment)
        if wanted is not None:
            raise MarkError(
                f"{wanted} stands there {len(fitting)} times", comment, "put one of them on a line of its own"
            )
        raise MarkError(
            f"which of the numbers {listed} may vary?",
            comment,
            f"write `// vary {numbers[0].text}: {text}`",
        )

    def _values(self, place: Span, text: str) -> tuple[str, ...]:
        if match := _RANGE.fullmatch(text):
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            if low > high:
                raise MarkError(
                    f"the range from {low} to {high} has no number", place, f"write {high}..{low}"
                )
            if step < 1 or (high - low) // step >= MOST_VALUES:
                raise MarkError("these are more numbers than can be tried", place)
            return tuple(map(str, range(low, high + 1, step)))
        if _LIST.fullmatch(text):
            return tuple(dict.fromkeys(re.findall(_NUMBER, text)))
        raise MarkError("numbers are wanted here", place, "write `3..7`, `2..10 by 2` or `2, 4, 8`")

    def _around(self, token: Token) -> Span:
        """The innermost brackets around a number."""
        return _innermost(self.forms, token.start) or token.span

    # --- Forms --------------------------------------------------------------------------------------------

    def _or(self, number: int, start: int) -> Mark:
        """An alternative, which may go on over further lines of the comment."""
        comment = self.comments[number]
        text = self.source.text[start : comment.end].rstrip()
        parts = [comment]
        while True:
            forms, mistakes = parse(Source("mark", text))
            if len(forms) == 1 and not mistakes:
                form = self._form(number)
                return Mark(form, (form.text, text), form, tuple(parts))
            number += 1
            if not text or text.count("(") <= text.count(")") or not self._goes_on(number):
                break
            parts.append(self.comments[number])
            text += "\n" + self.comments[number].text.lstrip("/").rstrip()
        raise MarkError(
            "behind `or` stands one ludeme, which may take the other's place",
            Span(self.source, start, comment.end) if text else comment,
            "write `// vary or (move Slide Diagonal)`",
        )

    def _goes_on(self, number: int) -> bool:
        """Is there a comment of that number right below the one before, on a line of its own?"""
        if number >= len(self.comments):
            return False
        above, below = self.comments[number - 1], self.comments[number]
        return below.line == above.line + 1 and not self._before(below).strip()

    def _form(self, number: int) -> Span:
        """The first form that begins on the line that a comment is about, the outermost of those."""
        first, last = self._line(number)
        token = next((t for t in self.tokens if first <= t.start < last), None)
        form = None if token is None else _beginning(self.forms, token.start)
        if form is None:
            raise MarkError("no ludeme begins on the line that this mark is about", self.comments[number])
        return form

    # --- Lines --------------------------------------------------------------------------------------------

    def _before(self, comment: Span) -> str:
        return self.source.text[self.source.starts[comment.line - 1] : comment.start]

    def _line(self, number: int) -> tuple[int, int]:
        """From where to where the code goes that a comment is about."""
        comment = self.comments[number]
        starts = self.source.starts
        if self._before(comment).strip():
            return starts[comment.line - 1], comment.start
        line = comment.line + 1
        while line <= len(starts):
            text = self.source.line_text(line)
            if not text.strip():
                break
            if not text.lstrip().startswith("//"):
                return starts[line - 1], starts[line - 1] + len(text)
            line += 1
        raise MarkError("this mark stands above nothing", comment)


def _children(form: Form) -> tuple[Form, ...]:
    if isinstance(form, Paren | Brace | Angle):
        return form.items
    if isinstance(form, Named):
        return (form.value,)
    return (form.item,) if isinstance(form, Starred) else ()


def _walk(forms: tuple[Form, ...], meets: Callable[[Form], bool]) -> Iterator[Form]:
    """The forms that meet something, and inside them those that do, outermost first."""
    waiting = list(reversed(forms))
    while waiting:
        form = waiting.pop()
        if meets(form):
            yield form
            waiting += reversed(_children(form))


def _innermost(forms: tuple[Form, ...], at: int) -> Span | None:
    innermost = None
    for form in _walk(forms, lambda form: form.span.start <= at < form.span.end):
        if isinstance(form, Paren | Brace):
            innermost = form.span
    return innermost


def _beginning(forms: tuple[Form, ...], at: int) -> Span | None:
    """The outermost form that begins at a place."""
    inside = _walk(forms, lambda form: form.span.start <= at < form.span.end)
    return next((form.span for form in inside if form.span.start == at), None)
