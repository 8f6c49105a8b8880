"""The intrinsics of the compiled subset: the words that searches are written in, beside Python's own.

Functions that use them look like Python and are checked like Python, but are never run by it: `frontend.py`
reads their text and makes procedures of the core. What each word stands for is said here.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from gdl.core.intrinsics import Pool
from gdl.core.ops import FLOAT, INT
from gdl.support.values import frozen


@frozen(eq=False)
class Ints:
    """A pool of whole numbers: `pool[i]` is read and written."""

    pool: Pool

    def __getitem__(self, index: int) -> int:
        raise NotImplementedError

    def __setitem__(self, index: int, value: int) -> None:
        raise NotImplementedError


@frozen(eq=False)
class Floats:
    """A pool of Floats."""

    pool: Pool

    def __getitem__(self, index: int) -> float:
        raise NotImplementedError

    def __setitem__(self, index: int, value: float) -> None:
        raise NotImplementedError


def ints(name: str, number: int) -> Ints:
    """The words of a pool as whole numbers."""
    return Ints(Pool(name, INT, number))


def floats(name: str, number: int) -> Floats:
    """The words of a pool as Floats."""
    return Floats(Pool(name, FLOAT, number))


# --- The state -------------------------------------------------------------------------------------------


def over() -> bool:
    """Has the game ended?"""
    raise NotImplementedError


def overflowed() -> bool:
    """Has anything gone beyond what a state holds? Then its numbers are others than the rules say."""
    raise NotImplementedError


def unlawful() -> bool:
    """Was the move that led here none? In programs whose checks wait until moves are played: see
    gdl/passes/defer_checks.py."""
    raise NotImplementedError


def lawful() -> bool:
    """Does all that waits until moves are played hold here, whoever moved?"""
    raise NotImplementedError


def pass_kind() -> int:
    """The kind of a forced pass, which has the site 0 and no arguments: a constant of the program."""
    raise NotImplementedError


def mover() -> int:
    """The number of the player to move (in a match: not of the seat), from 1."""
    raise NotImplementedError


def rank(player: int) -> float:
    """A player's rank, 0.0 while it is open."""
    raise NotImplementedError


def sandbox() -> AbstractContextManager[None]:
    """Inside, the state is a copy."""
    raise NotImplementedError


def list_moves(pool: Ints, index: int) -> int:
    """Write the legal moves into a pool; how many there are. Only as the value of an assignment."""
    raise NotImplementedError


def play_move(pool: Ints, index: int) -> None:
    """Play the move that was written there."""
    raise NotImplementedError


def save_record(pool: Ints, index: int) -> None:
    """Write the record of the state into a pool, if there is room: for whoever reads it outside."""
    raise NotImplementedError


def play_out(limit: int) -> int:
    """Random moves to the end, at most so many; how many they were. Only as the value of an assignment, or as
    a statement."""
    raise NotImplementedError


def reseed(seed: int, number: int) -> None:
    """Let the generator start where playout `number` of a seed does."""
    raise NotImplementedError


def draw(bound: int) -> int:
    """A random number from 0 below a bound. Only as the value of an assignment."""
    raise NotImplementedError


def begin() -> None:
    """Begin another game in this state, with the generator as it is."""
    raise NotImplementedError


def fingerprint(with_history: bool) -> int:
    """A number that tells states apart."""
    raise NotImplementedError


def stopped() -> bool:
    """Is the search to end now?"""
    raise NotImplementedError


def room(pool: Ints) -> int:
    """How many words a pool has."""
    raise NotImplementedError


def estimate(player: int) -> float:
    """How a player stands by what the rules say of the end, from -1.0 to 1.0: see gdl/estimate."""
    raise NotImplementedError


def occupied(site: int) -> bool:
    """Is there a piece on a site? In programs that were linked with gdl/passes/linker.py."""
    raise NotImplementedError


def content(site: int) -> int:
    """The number of the component on top of a site, 0 for none. In programs linked with CONTENTS of
    gdl/passes/linker.py."""
    raise NotImplementedError


def components() -> int:
    """How many numbers `content` tells apart, the 0 included: a constant of the program."""
    raise NotImplementedError


def sites() -> int:
    """How many sites there are, hands included: a constant of the program."""
    raise NotImplementedError


def players() -> int:
    """How many players there are: a constant of the program."""
    raise NotImplementedError


def move_size() -> int:
    """How many words a move takes: a constant of the program."""
    raise NotImplementedError


def chance() -> bool:
    """Can anything be drawn after the start: a constant of the program."""
    raise NotImplementedError


def remembers() -> bool:
    """Are positions remembered: a constant of the program."""
    raise NotImplementedError


# --- Numbers; int(), float(), abs(), min() and max() are Python's ----------------------------------------


def log(x: float) -> float:
    """The natural logarithm."""
    raise NotImplementedError


def sqrt(x: float) -> float:
    """The square root."""
    raise NotImplementedError
