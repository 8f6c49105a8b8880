"""Resource limits of compilation: what each stage makes is counted; a game that makes too much is refused.

The unit is an *entry*: a number in a table, a step of a ray, 128 sites of a set. What takes longer to make
counts as many. Counts, never clocks: the same file always gets the same answer, on every machine. Each
stage charges what it makes, with what it makes it for and where that stands, before or while it makes it;
the refusal names what took most.

Whoever makes something whose size a rules file decides has to charge it: tables through `b.table` or
`b.spend_table`, things of the board through `spend_on_board`, the rest through `spend`. What stands in itself
(regions, moves of pieces) is found by `b.lowering`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Span
from gdl.support.values import define, field

#: The most that a game may make; the largest known makes two thirds of it.
MAX_ENTRIES = 30_000_000

#: So many sites of a set count as one entry.
SITES_IN_ENTRY = 128

#: A part of a core program takes as long to make as that many entries: it stands for the look-ups, checks
#: and calls that led to it.
PART = 150

#: So many parts are charged together, to the rule that the last of them is for.
LOT = 100


#: An expression of the core is nested so deep at most, and made of so many parts. Passes and engines call
#: themselves a few times for each level, and look at each part many times.
MAX_DEPTH, MAX_SIZE = 500, 200_000


class TooLarge(Exception):
    """Raised where a game has used up its budget."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(f"{diagnostic.span}: {diagnostic.message}")


@define
class Budget:
    """How much a compilation has made so far, and for what."""

    limit: int = MAX_ENTRIES
    spent: int = 0
    #: what is being worked on, and where the board stands
    place: Span = NOWHERE
    board: Span = NOWHERE
    _parts: int = 0
    _shares: dict[tuple[str, Span], int] = field(factory=dict)
    #: the share that was charged last, which is mostly charged next: it joins the others when it is not
    _what: str = ""
    _where: Span = NOWHERE
    _share: int = 0

    def spend(self, entries: int, what: str, place: Span | None = None) -> None:
        """Charge entries made for something. Raises TooLarge when the budget is used up."""
        self.spent += entries
        where = self.place if place is None else place
        if what is not self._what or where is not self._where:
            self._join()
            self._what, self._where = what, where
        self._share += entries
        if self.spent > self.limit:
            self._join()
            raise TooLarge(self._refusal())

    def _join(self) -> None:
        """Add the share that was charged last to the others."""
        if self._share:
            key = (self._what, self._where)
            self._shares[key] = self._shares.get(key, 0) + self._share
            self._share = 0

    def part(self, size: int, depth: int) -> None:
        """Charge a part of a core program, made of so many parts, so deep. There are very many: they are
        charged in lots. Raises TooLarge where it is more than passes and engines can walk through."""
        if depth > MAX_DEPTH:
            raise self.too_deep()
        if size > MAX_SIZE:
            raise self.too_large(size)
        self._parts += 1
        if self._parts == LOT:
            self._parts = 0
            self.spend(LOT * PART, "this rule")

    def too_deep(self) -> TooLarge:
        """What is being worked on is nested too deep."""
        return TooLarge(nested_too_deep(self.place))

    def too_large(self, size: int) -> TooLarge:
        """A rule is of so many parts."""
        message = f"this is too large: a rule of {rounded(size)} parts"
        note = f"a condition, number or region may be made of {rounded(MAX_SIZE)} parts, however it is put"
        help = "parts that are said twice are made twice, on every level: say them once"
        return TooLarge(Diagnostic("E0430", message, self.place, "", (help,), (note,)))

    def _refusal(self) -> Diagnostic:
        (what, place), most = max(self._shares.items(), key=lambda share: share[1])
        limit = rounded(self.limit)
        if 2 * most > self.limit:
            message, label = f"this is too large: {what}: {rounded(most)} entries", ""
        else:
            message = f"this game is too large: it makes more than {limit} entries"
            label = f"most of them, {rounded(most)}: {what}"
        help = "make it smaller, or less of it"
        note = f"a game may make {limit} entries in all its tables, lines and rules"
        return Diagnostic("E0430", message, place, label, (help,), (note,))


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(limit: int = MAX_ENTRIES) -> Iterator[Budget]:
    """What is made inside is counted, up to a limit; within another budget, by that one."""
    outer = _current.get()
    if outer is not None:
        yield outer
        return
    made = Budget(limit)
    token = _current.set(made)
    try:
        yield made
    finally:
        _current.reset(token)


@contextmanager
def working_on(place: Span) -> Iterator[None]:
    """What is made inside is for something that stands there."""
    here = _current.get()
    if here is None or place is NOWHERE:
        yield
        return
    before, here.place = here.place, place
    try:
        yield
    finally:
        here.place = before


def spend(entries: int, what: str, place: Span | None = None) -> None:
    """Charge entries to the budget, if there is one: what is made outside of compiling is not counted."""
    here = _current.get()
    if here is not None:
        here.spend(entries, what, place)


@contextmanager
def drawing(board: Span) -> Iterator[None]:
    """What is made inside is for the board, which stands there; its tables are made later, when rules ask."""
    here = _current.get()
    if here is not None:
        here.board = board
    with working_on(board):
        yield


def spend_on_board(entries: int, what: str) -> None:
    """Charge entries made for the board."""
    here = _current.get()
    if here is not None:
        here.spend(entries, what, here.board)


def part(size: int, depth: int) -> None:
    """Charge a part of a core program that is made of so many, so deep."""
    here = _current.get()
    if here is not None:
        here.part(size, depth)


def nested_too_deep(place: Span) -> Diagnostic:
    """The mistake of rules nested so deep that nothing can walk through them."""
    return Diagnostic(
        "E0450",
        "this is nested too deeply",
        place,
        help=("say it in fewer levels: one list of many parts rather than lists in lists",),
    )


def rounded(number: int) -> str:
    """A large number as one says it: 40 million."""
    for size, name in ((10**18, "trillion million"), (10**9, "billion"), (10**6, "million")):
        if number >= 2 * size:
            return f"{number // size:,} {name}"
    return f"{number:,}"
