"""Profile counters, as compilers put them in for coverage: which ludemes did what, how often.

Lowering puts some in (gdl/compile/counting.py), a pass the others (instrument.py). The counters are words
of pools beside the state (`Tally`), so nothing about the game changes: neither its states nor its random
numbers.
"""

from __future__ import annotations

from enum import Enum

from gdl.core import make as k
from gdl.core.intrinsics import Pool, Tally
from gdl.core.ops import INT, Expr
from gdl.source.text import NOWHERE, Span
from gdl.support.values import define, field, frozen

#: Counters of what is looked at while moves are generated too; those of what only happens as a game goes on.
SEEN, ACTS = Pool("seen", INT, 1), Pool("acts", INT, 2)
#: The procedure that counts a condition and gives it back.
NOTING = "note_condition"


class What(Enum):
    """What a counter counts."""

    HOLDS = "a condition held"
    FAILS = "a condition did not hold"
    HOLDS_FOR = "a condition about a player's region held where that player moves"
    FAILS_FOR = "such a condition did not hold"
    TAKES_AWAY = "what is left out of a region was in it"
    LEAVES = "what is left out of a region was not in it, though there was some"
    MATTERS = "one of two regions that are joined had a site that the other has not"
    MATTERS_NOT = "it had none, though it was not empty"
    MEETS = "two regions that are intersected had a site in common"
    MISSES = "they had none, though neither was empty"
    OFFERED = "a decision had a move, as far as it can tell by itself"
    ASKED_IN_USE = "a decision was asked for moves, in one use of its definition"
    OFFERED_IN_USE = "it had a move in that use"
    PART = "a part of a priority had a move when its turn came"
    LEGAL = "a kind of move was legal"
    PLAYED = "a kind of move was played"
    EFFECT = "an effect came about"
    RESULT = "an ending's result came about"
    SO = "a part of an ending's condition held where its result came about"
    LATE = "that part held already before the move"
    SETUP = "a starting rule was carried out"
    MOVED = "a piece was moved"
    THERE = "a piece was there"
    PHASE = "a player was in a phase"
    # of writes (count_effects.py); most are numbered by whose it is that they are about
    CHANGED = "a write changed something"
    SUPPOSED = "an effect came about in what another than the mover could do"
    DONE = "an effect came about, of those that one place is used for"
    LOST = "a piece was taken off"
    FOUND_NONE = "pieces were to be taken off where none stood"
    COVERED = "a piece gave way to one that came to its site from another"
    REPLACED = "a piece gave way to one that was put on its site"
    HANDED_OVER = "a piece became another player's"
    DISPLACED = "a piece of a level that the rule names was moved, of this owner"
    CLAIMED = "a piece stayed whose it was, or became the mover's"
    SCORED = "points were gained"
    FINED = "points were lost"
    TO_HAND = "a piece came into a hand"
    BEGINS_IN = "a player had pieces in a region when the game began"
    BEGINS_WHOLLY_IN = "a player had all pieces in a region when the game began"
    FROM_HAND = "a piece left a hand"
    STRANDED = "a piece came into the hand of somebody else than its owner"
    WON_WITH_FEWER = "the winners had fewer pieces than the others"
    WON_WITH_ENOUGH = "the winners had not fewer pieces than the others"


#: What is counted while moves are generated.
_WHILE_LOOKING = (
    What.HOLDS, What.FAILS, What.HOLDS_FOR, What.FAILS_FOR, What.TAKES_AWAY, What.LEAVES, What.MATTERS,
    What.MATTERS_NOT, What.MEETS, What.MISSES, What.OFFERED,
    What.ASKED_IN_USE, What.OFFERED_IN_USE, What.PART, What.LEGAL,
)  # fmt: skip


@frozen
class Counter:
    """One counter: of what, at which place; of kinds, pieces, phases also which, and whose."""

    what: What
    span: Span = NOWHERE
    number: int = 0
    player: int = 0


@define
class Profile:
    """The counters of one program: each with its word in the pool of its sort."""

    seen: dict[Counter, int] = field(factory=dict)
    acts: dict[Counter, int] = field(factory=dict)
    #: the regions that conditions ask about, as they were lowered
    regions: dict[Span, Expr] = field(factory=dict)
    #: by an ending's result its condition, as it was lowered
    endings: dict[Span, Expr] = field(factory=dict)

    def word(self, counter: Counter) -> int:
        """The word of a counter in its pool; the next one that is free, for a new one."""
        words = self.seen if counter.what in _WHILE_LOOKING else self.acts
        return words.setdefault(counter, len(words))

    def tally(self, counter: Counter) -> Tally:
        """The statement that counts."""
        pool = SEEN if counter.what in _WHILE_LOOKING else ACTS
        return Tally(pool, k.int_(self.word(counter)), span=counter.span)
