"""How moves are written, so that they can be read back.

    d1            a piece placed on d1, from a hand or from nowhere
    xd1           a piece taken off d1
    a2-a4         a move                           a2xb5    a move that captures
    a7-a8=Queen   what the piece has become        pass, swap, resign   decisions without a site
    Wall b1-c2    of a stack just this piece, where the player may choose among several of it
    b2xa1*c3+d2   of moves that look alike the one that takes what is on c3 and d2
    b1~c1         ... the one that changes c1 otherwise
    a1=Disc2      ... the one that puts a Disc of player 2 there
    d1#2          the second of several moves that nothing else tells apart

A turn of several decisions is written as one word: a2xc4xe6, or c3-d3/e5 for a move and then a placement,
or a1-a4xd7 for a move and then a piece taken. Whether a move captures is seen by comparing the positions
before and after it; no ludeme has to say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from gdl.support.values import evolve, frozen
from interpreter.engines.contents import Contents, Piece

#: The most sites named to tell moves apart.
_SITES_SHOWN = 3

ADD, REMOVE, PASS, SWAP = "add", "remove", "pass", "swap"


#: Sites with what stands there after a move.
Changes = dict[int, Piece | None]


@frozen
class MoveText:
    """A move's text in its parts: `a2` `x` `b5` `=King`. `origin` or `target` may be empty.

    `hand` is the place beside the board that a placed piece comes from; it is understood, not written.
    `piece` is the one that leaves a stack; it is written only if another could.
    """

    origin: str
    mark: str
    target: str
    suffix: str = ""
    hand: str = ""
    piece: str = ""
    names_piece: bool = False
    #: another suffix that means the same: by number
    numbered: str = ""

    def __str__(self) -> str:
        piece = f"{self.piece} " if self.names_piece else ""
        return f"{piece}{self.origin}{self.mark}{self.target}{self.suffix}"

    @property
    def bare(self) -> str:
        """The text without what tells it apart from its like."""
        return f"{self.origin}{self.mark}{self.target}"


@frozen(slots=False)
class MoveFacts:
    """What is to be known of a legal move to write it. Sites are numbers, -1 for none.

    What it does is worked out when it is asked for (lazy evaluation): most moves onto empty sites are written
    without that.
    """

    decision: str
    origin: int
    target: int
    label: str
    levels: tuple[int, int] | None
    mover: int
    before: Contents
    #: what stands where after it, and the sites whose piece the rules have marked to be taken at the end of
    #: the turn
    outcome: Callable[[], tuple[Contents, frozenset[int]]]
    #: how many pieces other players (and nobody) have before it
    others: Callable[[], int]
    #: does the piece come from a place beside the board?
    from_hand: bool = False

    @cached_property
    def _outcome(self) -> tuple[Contents, frozenset[int]]:
        return self.outcome()

    @property
    def after(self) -> Contents:
        """What stands where after it."""
        return self._outcome[0]

    @property
    def pending_captures(self) -> frozenset[int]:
        """The sites that it marks."""
        return self._outcome[1]


def write_all(moves: Sequence[MoveFacts], sites: Sequence[str]) -> list[MoveText]:
    """Write the legal moves of one position, each differently."""
    written = _pieces_named(moves, [write(move, sites) for move in moves])
    if len({str(text) for text in written}) == len(written):
        return written
    for tell in (_label, _new_piece, _levels):
        written = _distinguished(moves, written, tell)
    return _numbered(_by_what_they_change(moves, written, sites))


def write(move: MoveFacts, sites: Sequence[str]) -> MoveText:
    """Write one move, without telling it apart from others that look alike."""
    target = sites[move.target] if move.target >= 0 else ""
    if move.decision in (PASS, SWAP) or not target:
        return MoveText("", "", word(move.decision, move.label))
    if move.decision == REMOVE:
        return MoveText("", "x", target)
    if move.from_hand:
        return MoveText("", "", target, hand=sites[move.origin])
    if move.origin < 0 or move.origin == move.target:
        return MoveText("", "", target, _change(move, move.target))
    mark = "x" if captures(move) else "-"
    return MoveText(sites[move.origin], mark, target, _change(move, move.origin))


def word(decision: str, label: str) -> str:
    """A decision without a site: `pass`, `swap`, and what is proposed or voted for by its own name."""
    return "-".join(label.lower().split()) or decision


def captures(move: MoveFacts) -> bool:
    """Whether the move takes a piece other than its moving one: off the board, into a hand, or under it
    (nobody's pieces are only stood upon)."""
    hit = move.before[move.target]
    if hit is not None and hit.owner != move.mover:
        after = move.after[move.target]
        if after is not None and hit.owner == 0 and after.height > hit.height:
            return False
        return after is not None and hit.component != after.component
    return bool(move.pending_captures) or move.others() > others_of(move.mover, move.after)


def others_of(mover: int, contents: Contents) -> int:
    """How many pieces other players (and nobody) have, heaps and stacks counted in full."""
    total = 0
    for piece in contents:
        if piece is not None:
            if piece.owner != mover:
                total += piece.count
            for level in piece.below:
                if level.owner != mover:
                    total += level.count
    return total


def _change(move: MoveFacts, origin: int) -> str:
    """`=King` if the moved piece has become another of the same owner's; not if another was put upon it."""
    before = _leaving(move) or move.before[origin]
    after = None if before is None else move.after[move.target]
    if before is None or after is None or before.owner != after.owner:
        return ""
    if move.origin in (-1, move.target) and after.height > before.height:
        return ""
    return f"={after.name}" if before.component != after.component and before.name != after.name else ""


def _pieces_named(moves: Sequence[MoveFacts], written: list[MoveText]) -> list[MoveText]:
    """The same, each with the piece that moves, named where different ones of one stack may."""
    leaving = [_leaving(move) for move in moves]
    names: dict[int, set[str]] = {}
    for move, piece in zip(moves, leaving, strict=True):
        if piece is not None:
            names.setdefault(move.origin, set()).add(piece.name)
    return [
        text if piece is None else evolve(text, piece=piece.name, names_piece=len(names[move.origin]) > 1)
        for move, text, piece in zip(moves, written, leaving, strict=True)
    ]


def _leaving(move: MoveFacts) -> Piece | None:
    """The piece that leaves a stack, if it is a single one."""
    if move.levels is None or move.origin < 0 or move.origin == move.target:
        return None
    stack, after = move.before[move.origin], move.after[move.origin]
    if stack is None or stack.height - (0 if after is None else after.height) != 1:
        return None
    pieces = (*stack.below, stack)
    return pieces[move.levels[0]] if 0 <= move.levels[0] < len(pieces) else None


# --- Explainer apart moves that are written alike -----------------------------------------------------------


def _label(move: MoveFacts) -> str:
    return f"={move.label}" if move.label and move.target >= 0 else ""


def _new_piece(move: MoveFacts) -> str:
    piece: Piece | None = move.after[move.target] if move.target >= 0 else None
    return "" if piece is None else f"={piece.name}"


def _levels(move: MoveFacts) -> str:
    return "" if move.levels is None else f"^{move.levels[0] + 1}"


def _written_alike(written: Sequence[MoveText]) -> list[list[int]]:
    """The moves that are written alike, two or more in a group, by their indices."""
    groups: dict[str, list[int]] = {}
    for index, text in enumerate(written):
        groups.setdefault(str(text), []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def _distinguished(
    moves: Sequence[MoveFacts], written: list[MoveText], tell: Callable[[MoveFacts], str]
) -> list[MoveText]:
    result = list(written)
    for group in _written_alike(written):
        said = [tell(moves[index]) for index in group]
        if len(set(said)) > 1:
            for index, more in zip(group, said, strict=True):
                result[index] = evolve(written[index], suffix=written[index].suffix + more)
    return result


def _by_what_they_change(
    moves: Sequence[MoveFacts], written: list[MoveText], sites: Sequence[str]
) -> list[MoveText]:
    """The same, with whose the new piece is, or which other sites are changed, where only that differs."""
    result = list(written)
    for group in _written_alike(written):
        alike = [moves[index] for index in group]
        said = _owners(alike) or _changes(alike, sites)
        for number, (index, more) in enumerate(zip(group, said, strict=True), 1):
            if len(set(said)) > 1:
                suffix = written[index].suffix
                result[index] = evolve(
                    written[index], suffix=f"{suffix}{more}", numbered=f"{suffix}#{number}"
                )
    return result


def _owners(moves: Sequence[MoveFacts]) -> list[str]:
    """Whose the piece is that stands on the target; nothing where that is the same."""
    placed = [move.after[move.target] if move.target >= 0 else None for move in moves]
    if len({None if piece is None else piece.owner for piece in placed}) == 1:
        return []
    return ["" if piece is None else f"={piece.name}{piece.owner or ''}" for piece in placed]


def _changes(moves: Sequence[MoveFacts], sites: Sequence[str]) -> list[str]:
    """What each move changes besides its target, best what no other does: as few sites as tell them apart."""
    changed = [_changed(move) for move in moves]
    first = changed[0]
    common = {site for site in first if all(site in own and own[site] == first[site] for own in changed)}
    said: list[str] = []
    for count in range(1, _SITES_SHOWN + 1):
        said = [_few_changes(own, changed, common, sites, count) for own in changed]
        if len(set(said)) == len(said):
            break
    return said


def _few_changes(
    own: Changes, changed: Sequence[Changes], common: set[int], sites: Sequence[str], count: int
) -> str:
    """The first `count` sites that a move changes: `*` before what is taken, `~` before what is otherwise."""
    differing = [site for site in own if site not in common]
    alone = [site for site in differing if sum(site in other for other in changed) == 1]
    shown = (alone or differing)[:count]
    taken = [sites[site] for site in shown if own[site] is None]
    other = [sites[site] for site in shown if own[site] is not None]
    return ("*" + "+".join(taken) if taken else "") + ("~" + "+".join(other) if other else "")


def _changed(move: MoveFacts) -> Changes:
    """What stands on the sites that a move changes, besides its target."""
    pairs = enumerate(zip(move.before, move.after, strict=True))
    return {site: new for site, (old, new) in pairs if old != new and site != move.target}


def _numbered(written: list[MoveText]) -> list[MoveText]:
    shared = Counter(str(text) for text in written)
    seen: Counter[str] = Counter()
    result = []
    for text in written:
        key = str(text)
        seen[key] += 1
        result.append(evolve(text, suffix=f"{text.suffix}#{seen[key]}") if shared[key] > 1 else text)
    return result


# --- Turns ------------------------------------------------------------------------------------------------


def joined(before: MoveText | None, move: MoveText) -> str:
    """The text of a move as the continuation of a turn whose previous decision was `before`."""
    if before is None:
        return str(move)
    if move.origin and move.origin == before.target:
        return f"{move.mark}{move.target}{move.suffix}"
    if not move.origin and move.mark == "x":
        return str(move)
    return f"/{move}"


def turn_text(moves: Sequence[MoveText]) -> str:
    """A whole turn in one word; a pass that only ends it is left out."""
    shown = [move for move in moves if move.bare != PASS] or list(moves[:1])
    previous = (None, *shown)
    return "".join(joined(before, move) for before, move in zip(previous, shown, strict=False))
