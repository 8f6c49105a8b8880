"""Action spaces: a fixed number for each decision of a game.

A move is known by what distinguishes it to people: what is decided, the label of its kind, where it comes
from and goes to, and the level of a stack. Where that leaves moves of one position alike (which piece is
added, by which die), what tells these apart is added to their keys: arguments of the move, or its kind. The
moves of the space are all that the rules can offer in any state, by analysis (gdl/analyses/offers.py). They
are numbered in the order of their keys, so the same rules have the same numbers in each process and on every
engine.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product, takewhile
from math import prod
from random import Random
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from gdl.analyses.determined_levels import determined_levels
from gdl.analyses.exclusive_sites import exclusive_sites
from gdl.analyses.offers import Offered, reachable_offers, shown_params
from gdl.analyses.stalemates import is_free_of_stalemates
from gdl.analyses.value_sets import Region, TooManyError
from gdl.core.arithmetic import members
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.exprs import Expr
from gdl.core.operations import BOOL, INT, Op
from gdl.core.programs import Kind, Program
from gdl.support.values import evolve, field, frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import kept, language_version
from interpreter.engines.move_words import RawMove
from interpreter.engines.numbering import Numbering, Seen, numbering
from interpreter.errors.user_errors import ActionError
from interpreter.support.stopping import StoppedError, heed, within

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine

#: More actions than these are not numbered.
MOST_ACTIONS = 1 << 18
#: Random games are played for so many decisions, of each so many, to see what moves of one position have to
#: be told apart by.
SAMPLED, SAMPLED_OF_GAME = 2000, 150
#: In so many seconds of processor time they have to be played: a busy machine refuses no game.
PATIENCE = 120.0
#: Of so many games the actions are kept in a process.
KEPT_SPACES = 64
#: What a place is that is told by the state alone; and that there is none.
OPEN, NONE = -2, -1


class Action(NamedTuple):
    """One decision of a game, in whatever position: sites are numbers, -1 for none."""

    #: "add", "move", "remove", "pass", "select", ...
    decision: str
    #: what tells kinds of decisions apart that share both places, such as "Queen" of a promotion
    label: str
    origin: int
    target: int
    #: the level of the stack that is moved from, 0 at the bottom; -1 in games without, -2 where it follows
    #: from the origin and the state
    level: int
    #: further numbers that tell moves of one position apart, where these need any
    rest: tuple[int, ...]


@frozen
class _Marks:
    """By what moves of one position that look alike are told apart."""

    #: arguments, by the number of their kind: positions among the kind's parameters, the site's the last
    params: dict[int, frozenset[int]] = field(factory=dict)
    #: decisions and labels of which the kinds are told apart
    kinds: frozenset[tuple[str, str]] = frozenset()
    #: by kind and site, where of several destinations at most one is ever legal: which stands for them all
    one_of: dict[int, dict[int, int]] = field(factory=dict)
    #: kinds whose level follows from the origin and the state
    determined: frozenset[int] = frozenset()


@frozen
class _Space:
    """What is worked out of a program, and kept."""

    marks: _Marks
    all: tuple[Action, ...]
    #: the numbers as a table, where there can be one
    numbering: Numbering | None


class Actions:
    """All decisions of a game by number: `len(actions)`, `actions[i]`, `actions.text(i)`."""

    def __init__(self, engine: Engine, sites: Sequence[str]) -> None:
        """Works the space out, or finds it kept. Raises ActionError for a game that has too many moves."""
        self._program = engine.program
        key = f"{language_version()} {engine.program_key}"
        space = kept(_Space, key, Cache(default_folder()), lambda: _space(engine))
        self._keys = _Keys(engine.program, space.marks)
        self._all = space.all
        self._sites = _Sites(sites, engine.program, space.marks)
        #: the numbers as a table for machine code; None where moves have more to them than it takes
        self.numbering = space.numbering
        self._ids = {action: number for number, action in enumerate(self._all)}
        self._known: dict[RawMove, int] = {}

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, number: int) -> Action:
        return self._all[number]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def id(self, move: RawMove) -> int:
        """The number of a move. Raises ActionError for what no state of the game can offer."""
        number = self._known.get(move)
        if number is None:
            action = self._keys.action(move)
            if action not in self._ids:
                forced = move == _forced_pass(self._program)
                what = "nobody has to pass: the rules lead to no such position" if forced else ""
                raise ActionError(what or f"{action} is no action of {self._program.name}")
            number = self._known[move] = self._ids[action]
        return number

    def ids(self, moves: Sequence[RawMove]) -> tuple[int, ...]:
        """The numbers of all moves of a position, in their order. Raises ActionError where two have one."""
        known = self._known
        try:
            numbers = tuple([known[move] for move in moves])
        except KeyError:
            numbers = tuple([self.id(move) for move in moves])
        if len(set(numbers)) < len(numbers):
            alike = next(each for each in numbers if numbers.count(each) > 1)
            why = ": the rules lead to no such position" if self._keys.marks.one_of else ""
            raise ActionError(f"two moves of one position are both {self.text(alike)!r}{why}")
        return numbers

    def text(self, number: int) -> str:
        """What an action is called: its label and its sites; notation that needs no position."""
        action = self._all[number]
        names = self._sites.names(action)
        if action.level >= 0 and names:
            names[0] += f":{action.level}"
        if len(names) == 2 and names[0] == names[1]:
            del names[1]
        places = "-".join(names)
        word = action.label or ("" if places and action.decision in ("move", "add") else action.decision)
        return " ".join(part for part in (word, places, *map(str, action.rest)) if part)

    def not_legal(self, number: int) -> str:
        """What is wrong with a number that no legal move of a position has."""
        if not 0 <= number < len(self):
            return f"there is no action {number}: {self._program.name} has {len(self):,}, counted from 0"
        return f"action {number} ({self.text(number)}) is not legal in this position"

    @property
    def digest(self) -> str:
        """A hash of the whole space: equal for equal numbers of equal actions."""
        text = "\n".join(repr((a.decision, a.label, a.origin, a.target, a.level, a.rest)) for a in self._all)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        return f"<{len(self):,} actions of {self._program.name}>"


_spaces: dict[str, Actions] = {}


def actions_of(engine: Engine, sites: Sequence[str]) -> Actions:
    """The actions of a program, worked out once in a process. Raises ActionError."""
    key = engine.program_key
    if key not in _spaces:
        while len(_spaces) >= KEPT_SPACES:
            del _spaces[next(iter(_spaces))]
        _spaces[key] = Actions(engine, sites)
    return _spaces[key]


class _Sites:
    """What the sites of actions are called."""

    def __init__(self, sites: Sequence[str], program: Program, marks: _Marks) -> None:
        self._sites = sites
        #: of actions that stand for moves to one of several sites
        self._of_groups: dict[tuple[str, str, int], str] = {}
        for number, sole in marks.one_of.items():
            kind = program.kinds[number]
            for site in set(sole.values()):
                group = [each for each, first in sole.items() if first == site]
                self._of_groups[kind.decision, kind.label, site] = self._together(group)

    def _together(self, group: Sequence[int]) -> str:
        """What several sites are called: by what their names begin with, if no others do, as a column is."""
        names = [self._sites[site] for site in group]
        common = "".join(
            each[0] for each in takewhile(lambda each: len(set(each)) == 1, zip(*names, strict=False))
        )
        if common and sum(name.startswith(common) for name in self._sites) == len(names):
            return common
        return f"{names[0]}..{names[-1]}"

    def names(self, action: Action) -> list[str]:
        """Where an action goes from and to, as far as it does."""
        own = self._of_groups.get((action.decision, action.label, action.target))
        places = [site for site in (action.origin, action.target) if site >= 0]
        return [own or self._sites[site] for site in places]


class _Keys:
    """Makes keys of moves."""

    def __init__(self, program: Program, marks: _Marks) -> None:
        self.program = program
        self.marks = marks
        of_word: dict[tuple[str, str], list[int]] = {}
        for kind in program.kinds:
            of_word.setdefault((kind.decision, kind.label), []).append(kind.index)
        self._ordinals = {index: all_.index(index) for all_ in of_word.values() for index in all_}

    def needed(self, kind: Kind) -> frozenset[int]:
        """The parameters of a kind that its keys are made of."""
        shown = shown_params(kind)
        if kind.index in self.marks.determined:
            names = [param.name for param in kind.params]
            shown -= {names.index(name) for name in (kind.level_from.free if kind.level_from else ())}
        return shown | self.marks.params.get(kind.index, frozenset())

    def counting(self, kind: Kind) -> tuple[int, ...]:
        """The same without the site, which is the last."""
        return tuple(sorted(self.needed(kind) - {len(kind.params) - 1}))

    def action(self, move: RawMove) -> Action:
        """The key of a move."""
        kind = self.program.kinds[move.kind]
        sole = self.marks.one_of.get(move.kind)
        values = (*move.args, move.site if sole is None else sole.get(move.site, move.site))
        env = {param.name: value for param, value in zip(kind.params, values, strict=True)}
        marked = sorted(self.marks.params.get(kind.index, ()))
        rest = tuple(int(values[number]) for number in marked)
        if (kind.decision, kind.label) in self.marks.kinds:
            rest = (self._ordinals[kind.index], *rest)
        level = OPEN if kind.index in self.marks.determined else NONE
        if kind.level_from is not None and level == NONE:
            level = self._place(kind.level_from, env)
        origin, target = self._place(kind.origin, env), self._place(kind.target, env)
        return Action(kind.decision, kind.label, origin, target, level, rest)

    def _place(self, expr: Expr, env: dict[str, int]) -> int:
        """What an expression over a move's parameters comes to; OPEN where it asks the state too."""
        if expr.op is Op.VAR:
            return env[str(expr.data)]
        try:
            return int(evaluate(expr, env, self.program.sites))
        except NotConstant:
            return OPEN


def _space(engine: Engine) -> _Space:
    """Raises ActionError for a game that has too many moves, or takes too long."""
    program = engine.program
    try:
        first = _Marks(one_of=_one_of(program), determined=determined_levels(program))
        offers = _offers(program, _Keys(program, first))  # before games are played
        marks = within(PATIENCE, lambda: _marks(engine, first), process_time)
        keys = _Keys(program, marks)
        keyed = dict(_enumerated(keys, offers))
        if not _may_be_stuck(program, marks):
            del keyed[_forced_pass(program)]
    except TooManyError:
        raise ActionError(f"{program.name} has too many moves to be numbered") from None
    except StoppedError:
        heed()  # somebody else may want no more of it
        raise ActionError(
            f"{program.name} is too slow for its moves to be numbered: "
            f"{SAMPLED:,} decisions at random take more than {PATIENCE:g} s of processor time"
        ) from None
    every = tuple(sorted(set(keyed.values())))
    return _Space(marks, every, _table(keys, keyed, every))


def _table(keys: _Keys, keyed: dict[Seen, Action], every: Sequence[Action]) -> Numbering | None:
    """The numbers of moves as a table; None where arguments count that are no numbers."""
    kinds = keys.program.kinds
    if any(kind.params[number].type not in (INT, BOOL) for kind in kinds for number in keys.counting(kind)):
        return None
    numbers = {action: number for number, action in enumerate(every)}
    whole = [kind.index for kind in kinds if len(keys.counting(kind)) == len(kind.params) - 1]
    forced = keyed.get(_forced_pass(keys.program))
    return numbering(
        {seen: numbers[action] for seen, action in keyed.items()},
        [keys.counting(kind) for kind in kinds],
        whole,
        len(every),
        keys.program.sites,
        NONE if forced is None else numbers[forced],
    )


def _offers(program: Program, keys: _Keys) -> Sequence[Offered]:
    """What may be offered. Numbers that procedures come to, such as where a die takes a piece, are worked out
    call by call, as a procedure's range takes in all of its calls; by ranges where that is too much. Raises
    TooManyError."""
    try:
        offers = reachable_offers(program, follows_numbers=True)
        _choices(keys, offers)
    except TooManyError:
        offers = reachable_offers(program)
        _choices(keys, offers)
    return offers


def _choices(keys: _Keys, offers: Sequence[Offered]) -> list[list[Sequence[int]]]:
    """What the arguments of each offer may be, as far as keys are made of them. Raises TooManyError."""
    result = []
    total = 0
    for offer in offers:
        needed = keys.needed(keys.program.kinds[offer.kind])
        values = [_values(v) if number in needed else (0,) for number, v in enumerate(offer.args)]
        total += offer.sites.bit_count() * prod(map(len, values))
        if total > MOST_ACTIONS:
            raise TooManyError
        result.append(values)
    return result


def _enumerated(keys: _Keys, offers: Sequence[Offered]) -> Iterator[tuple[Seen, Action]]:
    """The keys of all moves that are offered, and of the forced pass. Raises TooManyError."""
    kinds = keys.program.kinds
    forced = _forced_pass(keys.program)
    yield forced, keys.action(RawMove(*forced))
    for offer, values in zip(offers, _choices(keys, offers), strict=True):
        kind = kinds[offer.kind]
        for args in product(*values):
            given = zip(args, kind.params, strict=False)  # the last parameter is the site
            typed = tuple(bool(value) if param.type is BOOL else value for value, param in given)
            counting = tuple(int(args[number]) for number in keys.counting(kind))
            for site in members(offer.sites):
                yield (kind.index, counting, site), keys.action(RawMove(kind.index, typed, site))


def _forced_pass(program: Program) -> Seen:
    """The move of who has no other."""
    return next(kind.index for kind in program.kinds if kind.name == "pass"), (), 0


def _may_be_stuck(program: Program, marks: _Marks) -> bool:
    """Whether the forced pass has a number: unless it is proved away, of games whose sites share numbers. All
    others keep theirs, for whoever has trained weights by them."""
    return not marks.one_of or not is_free_of_stalemates(program)


def _values(value: object) -> Sequence[int]:
    """What an argument may be. Raises TooManyError where that is not known."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Region) and value.must == value.may:
        return (value.may,)
    raise TooManyError


def _one_of(program: Program) -> dict[int, dict[int, int]]:
    """Which destinations need not be told apart: of kinds whose moves are drawn from and to them alone."""
    words = Counter((kind.decision, kind.label) for kind in program.kinds)
    result: dict[int, dict[int, int]] = {}
    for number, groups in exclusive_sites(program).items():
        kind = program.kinds[number]
        last = kind.params[-1].name
        shown = {place.data if place.op is Op.VAR else place for place in (kind.origin, kind.target)}
        if words[kind.decision, kind.label] == 1 and shown == {last} and kind.level_from is None:
            result[number] = {site: group[0] for group in groups for site in group}
    return result


def _marks(engine: Engine, marks: _Marks) -> _Marks:
    """By what moves of one position have to be told apart, seen in random games; the same in each process."""
    generator, left, game = Random(1), SAMPLED, 0
    while left > 0:
        state, last = engine.start(game), left - SAMPLED_OF_GAME
        game += 1
        while left > max(0, last) and not engine.over(state):
            moves = list(dict.fromkeys(engine.legal_moves(state)))
            marks = _told_apart(engine.program, marks, moves)
            state = engine.play(state, generator.choice(moves))
            left -= 1
        left -= 1
    return marks


def _told_apart(program: Program, marks: _Marks, moves: Sequence[RawMove]) -> _Marks:
    """Marks that tell these moves apart."""
    keys = _Keys(program, marks)
    seen: dict[Action, RawMove] = {}
    params, kinds = dict(marks.params), set(marks.kinds)
    for move in moves:
        other = seen.setdefault(keys.action(move), move)
        if other.kind != move.kind:
            kinds.add((program.kinds[move.kind].decision, program.kinds[move.kind].label))
        elif other != move:
            pairs = zip((*other.args, other.site), (*move.args, move.site), strict=True)
            differ = frozenset(number for number, (one, two) in enumerate(pairs) if one != two)
            params[move.kind] = params.get(move.kind, frozenset()) | differ
    if params == marks.params and kinds == marks.kinds:
        return marks
    return evolve(marks, params=params, kinds=frozenset(kinds))
