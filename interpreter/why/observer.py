"""Function interposition: the reference engine on a program with probes, so that its conditions can be heard.

Every probe is a procedure (`gdl/compile/probes.py`), so a Python function by a name that emitted code looks
up each time. Functions of the same names are put in their places that note what is asked, and that answer
differently where a `Change` says so: an intervention, in the words of causal inference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from gdl.compile.probes import Probe, ProbeKind, Tap
from gdl.compile.weave_probes import Probed
from gdl.core.ops import Best, Expr, Narrow, Op, Priority, Program, Provided
from gdl.core.walk import statements
from gdl.passes.pipeline import prepare
from gdl.source.text import Span
from gdl.support.values import field, frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.interface import Endpoints
from interpreter.engines.kept import kept, key_of
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.engine import PythonEngine
from interpreter.engines.python.module import Module
from interpreter.engines.python.runtime import Bundle, Checks, Offers
from interpreter.engines.python.state import State
from interpreter.errors.user_errors import SlowRulesError

#: The most entries of one position's log; rules that evaluate more are not explained.
MOST_ENTRIES = 2_000_000


class Evaluated(NamedTuple):
    """A condition, number or region that was worked out."""

    tap: Tap
    #: which of them it was: the probe's number and the values of the names
    key: tuple[Any, ...]
    value: Any
    #: on the position itself, and not on what some move would make of it?
    here: bool
    #: what the names meant around it that its own procedure does not know
    around: Mapping[str, int] = MappingProxyType({})

    @property
    def probe(self) -> Probe:
        """What was asked."""
        return self.tap.probe

    @property
    def names(self) -> Mapping[str, int]:
        """What the names meant there."""
        return {**self.around, **dict(zip(self.tap.names, self.key[1:], strict=True))}


class Offered(NamedTuple):
    """A rule that was asked for its moves."""

    probe: Probe
    names: Mapping[str, int]
    bundles: list[Bundle]
    #: the number of the entry before which it was begun
    first: int
    here: bool


class Done(NamedTuple):
    """An effect, ending or result that was carried out on the position itself."""

    probe: Probe
    #: the state just before
    before: State


class Compared(NamedTuple):
    """Moves of which only the best were kept."""

    name: str
    values: tuple[Any, ...]
    bundles: list[Bundle]
    kept: list[Bundle]
    state: State


Entry = Evaluated | Offered | Done | Compared


@frozen
class Change:
    """What if: conditions that come to something else, silent rules, filters that let all through."""

    #: by what was asked, what it comes to; of regions, the sites put in and taken out
    values: Mapping[tuple[Any, ...], Any] = field(factory=dict)
    silent: frozenset[int] = frozenset()
    #: the procedures of `Best` and `Provided` that let all moves through
    relaxed: frozenset[str] = frozenset()

    def __or__(self, other: Change) -> Change:
        return Change(
            {**self.values, **other.values},
            self.silent | other.silent,
            self.relaxed | other.relaxed,
        )

    def __bool__(self) -> bool:
        return bool(self.values or self.silent or self.relaxed)


NO_CHANGE = Change()


class Observer(PythonEngine):
    """The reference engine on a program with probes."""

    def __init__(self, probed: Probed) -> None:
        module = _module_of(probed.program)
        super().__init__(module.program, prepared=True, module=module)
        self.probed = probed
        self.log: list[Entry] = []
        self.change = NO_CHANGE
        #: the state that is looked at; others are copies on which something is tried
        self.here: State | None = None
        #: where the moves start that are looked at, if others cannot have to do with them
        self.origin: int | None = None
        #: within how many rules that only ask whether there is some move: what these ask is not noted
        self.inside = 0
        #: by procedure, where the filters stand
        self.filters: dict[str, Span] = {}
        #: by procedure, which filters compare moves
        self.comparing: set[str] = set()
        #: may moves of one piece depend on those of others?
        self.compares = False
        #: by the name of a Python function the procedure
        self.procedures: dict[str, str] = {}
        self._interpose()

    def observe(self, state: State | None, change: Change, work: Callable[[], Any],
                origin: int | None = None) -> list[Entry]:  # fmt: skip
        """What is asked while `work` is done, with a change made, on this state.

        With an `origin` only the rules of the piece there are asked.
        """
        self.log, self.change, self.here, self.inside = [], change, state, 0
        self.origin = origin
        try:
            work()
            _put_into_context(self.log)
            return self.log
        finally:
            self.log, self.change, self.here, self.origin = [], NO_CHANGE, None, None

    def endpoints(self, state: State, move: RawMove) -> Endpoints:
        """Where a move goes from and to: mostly its own values say it, and no function is written."""
        kind = self.program.kinds[move.kind]
        if kind.level_from is None:
            values = dict(zip((p.name for p in kind.params), (*move.args, move.site), strict=True))
            ends = [_plain(expr, values) for expr in (kind.origin, kind.target)]
            if ends[0] is not None and ends[1] is not None:
                return Endpoints(ends[0], ends[1], None)
        return super().endpoints(state, move)

    def _interpose(self) -> None:
        for proc in self.program.procs:
            for stmt in statements(proc.body):
                self.compares = self.compares or isinstance(stmt, Priority | Best | Narrow)
                if isinstance(stmt, Provided):
                    self.filters[stmt.check] = stmt.span
                elif isinstance(stmt, Best):
                    self.filters[stmt.value] = stmt.span
                    self.comparing.add(stmt.value)
        space, taps = self.module.space, self.probed.probes.taps
        for (name, sink), called in list(self.module.functions.items()):
            self.procedures[called] = name
            tap = taps.get(name)
            if tap is not None:
                if tap.probe.kind is ProbeKind.RULE and sink:
                    space[called] = self._offering(tap, space[called], sink)
                elif not tap.names and space[called].__code__.co_argcount == 1:
                    space[called] = self._marking(tap)
                elif tap.probe.kind is ProbeKind.REGION:
                    space[called] = self._region(tap)
                else:
                    space[called] = self._asking(tap)
            elif name in self.filters and name not in self.comparing:
                space[called] = self._checking(name, space[called])
        space["OFFERS"] = _Comparing(self.module.offers.plays, self)

    def note(self, entry: Entry) -> None:
        """Add to the log."""
        if len(self.log) >= MOST_ENTRIES:
            raise SlowRulesError("the rules ask more of this position than can be told")
        self.log.append(entry)

    # --- What stands in the places of probes ------------------------------------------------------------

    def _asking(self, tap: Tap) -> Callable[..., Any]:
        number = tap.probe.number

        def ask(state: State, value: Any, *args: int) -> Any:
            key = (number, *args)
            change = self.change
            if change:
                value = change.values.get(key, value)
            if not self.inside:
                self.note(Evaluated(tap, key, value, state is self.here))
            return value

        return ask

    def _region(self, tap: Tap) -> Callable[..., Any]:
        number = tap.probe.number

        def ask(state: State, value: int, *args: int) -> int:
            key = (number, *args)
            changed = self.change.values.get(key)
            if changed is not None:
                value = value & ~changed[1] | changed[0]
            if not self.inside:
                self.note(Evaluated(tap, key, value, state is self.here))
            return value

        return ask

    def _offering(self, tap: Tap, original: Callable[..., Any], sink: str) -> Callable[..., Any]:
        probe, names, number = tap.probe, tap.names, tap.probe.number
        place = names.index("from") if "from" in names else None
        nothing = {"any": False, "any_to": False}.get(sink, 0)

        def ask(state: State, out: list[Bundle], checks: Checks, *args: int) -> None:
            if number in self.change.silent:
                return
            if self.origin is not None and state is self.here and not self.inside:
                if place is not None and args[place] != self.origin:
                    return
            first, before = len(self.log), len(out)
            original(state, out, checks, *args)
            values = dict(zip(names, args, strict=True))
            self.note(Offered(probe, values, out[before:], first, state is self.here))

        def ask_other(state: State, *args: Any) -> Any:
            if number in self.change.silent:
                return nothing
            self.inside += 1
            try:
                return original(state, *args)
            finally:
                self.inside -= 1

        return ask if sink == "all" else ask_other

    def _marking(self, tap: Tap) -> Callable[..., None]:
        def mark(state: State) -> None:
            if state is self.here:
                self.note(Done(tap.probe, state.copy()))

        return mark

    def _checking(self, name: str, original: Callable[..., bool]) -> Callable[..., bool]:
        def check(state: State, *args: Any) -> bool:
            return original(state, *args) or name in self.change.relaxed

        check.__name__ = original.__name__
        return check


def _put_into_context(log: list[Entry]) -> None:
    """Give what was asked the names of what it was asked for, which procedures do not tell (dynamic scope).

    A whole is noted after its parts: the next of the ludemes around it, in the log, is what asked for it.
    """
    around: dict[Probe, Evaluated | Offered] = {}
    for number in range(len(log) - 1, -1, -1):
        entry = log[number]
        if not isinstance(entry, Evaluated | Offered):
            continue
        outer = entry.probe.parent if isinstance(entry, Evaluated) else None
        while outer is not None:
            asking = around.get(outer)
            if asking is None or (isinstance(asking, Offered) and asking.first > number):
                outer = outer.parent
                continue
            assert isinstance(entry, Evaluated)
            if asking.names.keys() - {*entry.tap.names}:
                entry = log[number] = entry._replace(around=asking.names)
            break
        around[entry.probe] = entry


def _plain(expr: Expr, values: Mapping[str, int]) -> int | None:
    """The value of an expression that is a number or a parameter; else None."""
    if expr.op is Op.CONST:
        return int(expr.data)  # type: ignore[call-overload, no-any-return]
    return values[str(expr.data)] if expr.op is Op.VAR else None


def _module_of(program: Program) -> Module:
    """The functions of a program with probes: written before, or now."""
    key = key_of(program)
    named = None if key is None else f"probed {key}"
    return kept(Module, named, Cache(default_folder()), lambda: Module(prepare(program, simplified=False)))


class _Comparing(Offers):
    """Notes of what moves only the best are kept."""

    def __init__(self, plays: Any, observer: Observer) -> None:
        super().__init__(plays)
        self._observer = observer

    def best(self, state: State, out: list[Bundle], value: Callable[..., int], values: tuple[Any, ...],
             upto: Checks) -> list[Bundle]:  # fmt: skip
        observer = self._observer
        name = observer.procedures.get(value.__name__, "")
        if name in observer.change.relaxed:
            return self.judged(state, out, upto)
        kept = super().best(state, out, value, values, upto)
        if state is observer.here:
            observer.note(Compared(name, values, out, kept, state))
        return kept
