"""From a bound game to a core program: the procedures that make up a turn.

start   the starting position
turn    chance, before a player moves
moves   what the mover may do
after   what follows every move: removals, the end rules, the next phase, the next mover
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs

from gdl.core import make as k
from gdl.core.builder import Builder
from gdl.core.context import Context
from gdl.core.limits import MOVE_LIMIT, TURN_LIMIT
from gdl.core.ops import (
    BOOL,
    INT,
    Adjust,
    Do,
    Draw,
    Expr,
    Field,
    Kind,
    Names,
    Offer,
    Op,
    Param,
    Program,
    Provided,
    Put,
    Remember,
    RepeatKind,
    Return,
    Store,
)
from gdl.core.walk import block_exprs, statements
from gdl.diagnostics import Diagnostic, LanguageError
from gdl.equip import equip, ludemes_in
from gdl.facts import Facts
from gdl.lowering.clearing import clear
from gdl.lowering.dice import dice_of
from gdl.lowering.errors import MeaningError, noting, unsupported
from gdl.lowering.offer import note_move, run_then, visited_field
from gdl.lowering.players import fixed_player, player
from gdl.lowering.repetition import TURNS_ONLY
from gdl.lowering.results import draw, over_field, rank_field
from gdl.lowering.started import note_start
from gdl.lowering.turns import (
    HAS_MOVES,
    MOVES_OF,
    following,
    mover_field,
    moves_field,
    next_field,
    out_field,
    passes_field,
    prev_field,
    stalemated_field,
    this_turn_field,
    turns_field,
)
from gdl.ludeme import Moves
from gdl.ludemes.booleans import asks_all_passed
from gdl.ludemes.effects import counter_field
from gdl.ludemes.game import End, Game, Phase, Play
from gdl.ludemes.meta import NoRepeat, PassEnd, PassEndType, RepetitionType, Swap
from gdl.source import Span
from gdl.suggest import nearest

_REPEATS = {
    RepetitionType.SITUATIONAL: RepeatKind.SITUATIONAL,
    RepetitionType.POSITIONAL: RepeatKind.POSITIONAL,
    RepetitionType.SITUATIONAL_IN_TURN: RepeatKind.SITUATIONAL_IN_TURN,
    RepetitionType.POSITIONAL_IN_TURN: RepeatKind.POSITIONAL_IN_TURN,
}


def lower(game: Game) -> tuple[Program, Facts, tuple[Diagnostic, ...]]:
    """The core program of a game, and warnings. Raises LanguageError with every mistake of meaning found."""
    try:
        facts = equip(game)
        lowering = Lowering(game, facts)
        program = lowering.program()
    except MeaningError as error:
        raise LanguageError((error.diagnostic,)) from error
    if lowering.mistakes:
        raise LanguageError((*lowering.mistakes, *lowering.b.warnings))
    return program, facts, tuple(lowering.b.warnings)


class Lowering:
    """Lowers one game."""

    #: the procedure that sets up the starting position
    starting = "start"

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        self.b = Builder(facts)
        meta = game.rules.meta
        rules = () if meta is None else meta.rules if isinstance(meta.rules, tuple) else (meta.rules,)
        self.meta = rules
        #: one mistake does not keep the other rules from being looked at
        self.mistakes: list[Diagnostic] = []
        #: whether some ending can come
        self._can_end = False

    @property
    def name(self) -> str:
        """What is played."""
        return self.game.name

    def program(self) -> Program:
        """Lower everything."""
        b = self.b
        self._complete()
        mover_field(b), over_field(b), rank_field(b)
        self._pass_kind()
        self._start()
        self._chance()
        self._moves()
        self._after()
        self._turn()
        start = b.procs[self.starting]
        b.procs[self.starting] = attrs.evolve(start, body=(*start.body, *note_start(b)))
        facts = self.facts
        return Program(
            name=self.name,
            players=facts.players,
            sites=facts.size,
            fields=tuple(b.fields.values()),
            tables=tuple(b.tables.values()),
            rays=tuple(b.ray_tables.values()),
            procs=tuple(b.procs.values()),
            kinds=tuple(b.kinds),
            owners=tuple(c.owner for c in facts.components),
            names=Names(
                players=("", *(f"P{p}" for p in range(1, facts.players + 1))),
                components=tuple(c.name for c in facts.components),
                sites=tuple(facts.site_name(site) for site in range(facts.size)),
                dice=tuple(die.site for die in dice_of(facts)),
            ),
            stacks=facts.stacks,
            counts=facts.counts,
        )

    def _complete(self) -> None:
        """The rules must say how to play, and how the game ends."""
        rules = self.game.rules
        if rules.play is None and not rules.phases:
            raise MeaningError(
                "E0414", "the rules do not say how to play", rules.span, "a (play ...) is missing in here",
                "add what a player may do: (play (move Add (to (sites Empty))))",
            )  # fmt: skip
        ends = [rules.end, *(phase.end for phase in rules.phases or ())]
        if not any(end is not None and end.all() for end in ends):
            empty = next((end for end in ends if end is not None), None)
            self.mistakes.append(
                MeaningError(
                    "E0415", "this game never ends", (empty or rules).span,
                    "no ending in here" if empty else "an (end ...) is missing in here",
                    "add when it ends and how: (end (if (no Moves Next) (result Mover Win)))",
                ).diagnostic
            )  # fmt: skip

    # --- the starting position ------------------------------------------------------------------------

    def _start(self) -> None:
        b = self.b
        with b.procedure(self.starting, outer={}, name=self.starting):
            b.emit(Store(mover_field(b), None, k.int_(1)))
            for die in dice_of(self.facts):
                b.emit(Put(k.int_(die.site), k.int_(die.component)))
            for p, phase in enumerate(self._first_phases(), 1):
                if phase:
                    b.emit(Store(self._phase_field(), k.int_(p), k.int_(phase)))
            start = self.game.rules.start
            if start is not None:
                rules = start.rules if isinstance(start.rules, tuple) else (start.rules,)
                for rule in rules:
                    with noting(self.mistakes), b.at(rule):
                        rule.lower(b)
            b.emit(Store(next_field(b), None, following(b, k.int_(1))))

    # --- moves ----------------------------------------------------------------------------------------

    def _pass_kind(self) -> None:
        """The kind of move of a player who has none: it comes first."""
        b = self.b
        b.kinds.append(
            Kind(
                0,
                "pass",
                "play_pass",
                (Param("site_", INT),),
                k.NOWHERE_SITE,
                k.NOWHERE_SITE,
                decision="pass",
            )
        )
        with b.procedure("play_pass", outer={}, extra=(Param("site_", INT),), name="play_pass"):
            self._count_move(passed=True)
            b.emit(Store(stalemated_field(b), k.field(mover_field(b)), k.TRUE))
            # What follows whatever is played follows this, too.
            self._by_phase(lambda moves: run_then(b, getattr(moves, "then", None)))

    def _count_move(self, passed: bool) -> None:
        """What every move does before anything that follows it."""
        note_move(self.b, k.NOWHERE_SITE, k.NOWHERE_SITE, passed)

    def _plays(self) -> list[tuple[Phase | None, Play]]:
        rules = self.game.rules
        if rules.phases:
            return [(phase, phase.play) for phase in rules.phases]
        assert rules.play is not None
        return [(None, rules.play)]

    def _phase_field(self) -> Field:
        return self.b.declare("phase", INT, self.facts.players + 1, 0)

    def _first_phases(self) -> list[int]:
        """The phase that each player starts in: the first that is everybody's or its own."""
        phases = self.game.rules.phases or ()
        result = []
        for p in range(1, self.facts.players + 1):
            own = (
                i
                for i, phase in enumerate(phases)
                if phase.role is None or fixed_player(phase.role) in (p, None)
            )
            result.append(next(own, 0))
        return result

    def _generate(self) -> None:
        """Offer the moves of the context's mover."""
        self._by_phase(lambda moves: moves.lower(self.b))

    def _by_phase(self, emit: Callable[[Moves], None]) -> None:
        """What `emit` makes of the rules of play, those of the phase that the context's mover is in."""
        b = self.b
        plays = self._plays()
        if len(plays) == 1:
            with noting(self.mistakes):
                emit(plays[0][1].moves)
            return
        current = b.assign("phase", k.elem(self._phase_field(), b.context(Context.MOVER)))
        for i, (_, play) in enumerate(plays):
            with noting(self.mistakes), b.if_(k.eq(current, k.int_(i))):
                emit(play.moves)

    def _restricted(self) -> None:
        """Offer the moves that the meta rules allow."""
        b = self.b
        repeat = next((rule for rule in self.meta if isinstance(rule, NoRepeat)), None)
        if repeat is None:
            self._generate()
        else:
            body = b.body(self._generate)
            kind = _REPEATS[repeat.type]
            # A pass is never forbidden: the position stays as it is.
            passed = k.gt(k.field(b.declare("passes", INT, None, 0)), k.int_(0))
            allowed = k.or_(passed, k.eq(k.repeats(kind), k.int_(0)))
            new = b.function("is_new", BOOL, lambda: allowed, key="is new")
            assert isinstance(new.data, str)
            b.emit(Provided(body, new.data, new.args))
        if any(isinstance(rule, Swap) for rule in self.meta):
            self._swap()
        for rule in self.meta:
            if not isinstance(rule, NoRepeat | PassEnd | Swap):
                raise unsupported(f"({' '.join(rule.words)} ...)", rule.span)

    def _swap(self) -> None:
        """The second player's offer to swap sides: the pieces on the board change owners."""
        b = self.b
        index = len(b.kinds)
        with b.procedure("play_swap", outer={}, extra=(Param("site_", INT),), name="play_swap"):
            twins = {c.index: self._twin(c.index) for c in self.facts.components[1:]}
            with b.simultaneous():
                for one, other in twins.items():
                    if other is not None:
                        with b.each(k.of_kind(k.int_(one))) as site:
                            b.emit(Put(site, k.int_(other)))
            self._count_move(passed=False)
        b.kinds.append(
            Kind(
                index, "swap", "play_swap", (Param("site_", INT),), k.NOWHERE_SITE, k.NOWHERE_SITE,
                decision="swap",
            )
        )  # fmt: skip
        second = k.and_(k.eq(b.context(Context.MOVER), k.int_(2)), k.eq(k.field(moves_field(b)), k.int_(1)))
        with b.if_(second):
            b.emit(Offer(index, (), k.sites_(1)))

    def _twin(self, index: int) -> int | None:
        """The same piece of the other player."""
        component = self.facts.components[index]
        for other in self.facts.components[1:]:
            if other.owner == 3 - component.owner and other.base == component.base:
                return other.index
        for other in self.facts.components[1:]:
            if other.owner == 3 - component.owner:
                return other.index
        return None

    def _moves(self) -> None:
        b = self.b
        with b.procedure("moves", generator=True, outer={}, name="moves"):
            self._restricted()
        if HAS_MOVES in b.memo:
            self._moves_of()

    def _moves_of(self) -> None:
        """The moves that another player would have now: made only if a rule asks."""
        b = self.b
        if MOVES_OF in b.procs:
            return
        outer = {
            Context.MOVER: k.var("mover_", INT),
            Context.PREV: k.field(mover_field(b)),
            Context.NEXT: k.int_(0),
        }
        with b.procedure(MOVES_OF, generator=True, outer=outer, name=MOVES_OF) as captured:
            b.context(Context.MOVER)
            following_mover = following(b, b.context(Context.MOVER))
            with b.bind({Context.NEXT: following_mover}):
                self._restricted()
        assert captured == [Context.MOVER], captured

    # --- after a move ---------------------------------------------------------------------------------

    def _after(self) -> None:
        b = self.b
        mover, following_player = k.field(mover_field(b)), k.field(next_field(b))
        with b.procedure("after", outer={}, name="after"):
            with b.if_(k.ne(following_player, mover)):
                clear(b)
            b.routine("ends", self._ends)
            with b.if_(k.field(over_field(b))):
                self._ended()
                b.emit(Return())
            self._next_phase()
            b.emit(Adjust(counter_field(b), None, k.int_(1)))
            b.emit(Store(prev_field(b), None, mover))
            b.if_else(k.eq(following_player, mover), self._same_turn, self._new_turn)
            if self.facts.players > 2:
                # The player named may have left the game.
                with b.if_(k.elem(out_field(b), k.field(next_field(b)))):
                    b.emit(Store(next_field(b), None, following(b, k.field(next_field(b)))))
            b.emit(Store(mover_field(b), None, following_player))
            b.emit(Store(next_field(b), None, following(b, mover)))
        if HAS_MOVES in b.memo:
            self._moves_of()

    def _ended(self) -> None:
        """What the end of the game brings about."""

    def _same_turn(self) -> None:
        self.b.emit(Adjust(this_turn_field(self.b), None, k.int_(1)))

    def _new_turn(self) -> None:
        self.b.emit(Adjust(turns_field(self.b), None, k.int_(1)))
        self.b.emit(Store(this_turn_field(self.b), None, k.int_(0)))
        self.b.emit(Store(visited_field(self.b), None, k.EMPTY_SET))

    def _ends(self) -> None:
        b = self.b
        endings = self._end_rules()
        for end in endings:
            end()
        if endings and not self._can_end and not self.mistakes:
            place = self.game.rules.end or next(p.end for p in self.game.rules.phases or () if p.end)
            self.mistakes.append(
                MeaningError(
                    "E0415", "this game never ends", place.span, "none of these endings ever comes",
                    "add when it ends and how: (end (if (no Moves Next) (result Mover Win)))",
                ).diagnostic
            )  # fmt: skip
        if self._all_pass_draws():
            with b.if_(k.ge(k.field(passes_field(b)), k.int_(self.facts.players))):
                draw(b)
                b.emit(Return())
        too_long = k.or_(
            k.ge(k.field(moves_field(b)), k.int_(MOVE_LIMIT)),
            k.ge(k.field(turns_field(b)), k.int_(TURN_LIMIT * self.facts.players)),
        )
        with b.if_(too_long):
            draw(b)

    def _end_rules(self) -> list[Callable[[], None]]:
        b = self.b
        rules = self.game.rules
        result: list[Callable[[], None]] = []

        def emit(end: End) -> None:
            for rule in end.all():
                with noting(self.mistakes):
                    made = b.body(lambda rule=rule: rule.lower(b))  # type: ignore[misc]
                    self._can_end = self._can_end or bool(made)
                    for stmt in made:
                        b.emit(stmt)

        def of_phase(number: int, end: End) -> None:
            current = k.elem(self._phase_field(), k.field(mover_field(b)))
            with b.if_(k.eq(current, k.int_(number)) if len(rules.phases or ()) > 1 else k.TRUE):
                emit(end)

        for i, phase in enumerate(rules.phases or ()):
            if phase.end is not None:
                result.append(partial(of_phase, i, phase.end))
        if rules.end is not None:
            result.append(partial(emit, rules.end))
        return result

    def _all_pass_draws(self) -> bool:
        """Everybody passing draws: unless chance plays a part or the rules say otherwise."""
        ends = [rule.type for rule in self.meta if isinstance(rule, PassEnd)]
        if ends and ends[0] is PassEndType.NO_END:
            return False
        if any(isinstance(s, Draw) for proc in self.b.procs.values() for s in statements(proc.body)):
            return False
        # Where everybody's passing leads to another phase, the game goes on there.
        changes = tuple(phase.transitions() for phase in self.game.rules.phases or ())
        return not any(asks_all_passed(ludeme) for ludeme in ludemes_in(changes))

    @staticmethod
    def _no_phase(name: str, names: list[str], span: Span) -> MeaningError:
        near = nearest(name, names)
        listed = ", ".join(f'"{each}"' for each in names)
        advice = f'did you mean "{near[0]}"?' if near else f"the phases are {listed}"
        return MeaningError("E0407", f'there is no phase "{name}"', span, "", advice, subject=name)

    def _next_phase(self) -> None:
        b = self.b
        phases = self.game.rules.phases or ()
        if not any(phase.transitions() for phase in phases):
            return
        names = [phase.name for phase in phases]
        field = self._phase_field()
        for p in range(1, self.facts.players + 1):
            current = b.assign("phase", k.elem(field, k.int_(p)))
            for i, phase in enumerate(phases):
                transitions = phase.transitions()
                if not transitions:
                    continue
                with noting(self.mistakes), b.if_(k.eq(current, k.int_(i))):
                    moved = k.FALSE
                    for transition in transitions:
                        with b.at(transition):
                            if transition.name is not None and transition.name not in names:
                                raise self._no_phase(transition.name, names, transition.span)
                            target = (
                                (i + 1) % len(names)
                                if transition.name is None
                                else names.index(transition.name)
                            )
                            condition = (
                                k.TRUE if transition.condition is None else transition.condition.lower(b)
                            )
                            if transition.who is not None:
                                condition = k.and_(k.eq(player(b, transition.who), k.int_(p)), condition)
                            condition = k.and_(k.not_(moved), condition)
                            went = b.assign("went", condition)
                            with b.if_(went):
                                b.emit(Store(field, k.int_(p), k.int_(target)))
                            moved = k.or_(moved, went)

    # --- before a player moves ------------------------------------------------------------------------

    def _chance(self) -> None:
        """What chance does before a player moves."""
        b = self.b
        with b.procedure("chance", outer={}, name="chance"):
            self._by_phase(lambda moves: moves.chance(b))

    def _turn(self) -> None:
        """The position is remembered where the rules ask for repetitions; then chance has its say."""
        b = self.b
        with b.procedure("turn", outer={}, name="turn"):
            self._begin()
            self._remember()
            b.emit(Do("chance"))

    def _begin(self) -> None:
        """What comes before a turn."""

    def _forgetting(self) -> Expr | None:
        """Whether no position from before can come again."""
        return None

    def _remember(self) -> None:
        b = self.b
        forgetting = self._forgetting()
        if not any(e.op is Op.REPEATS for proc in b.procs.values() for e in block_exprs(proc.body)):
            return
        begins = k.eq(k.field(this_turn_field(b)), k.int_(0))
        if TURNS_ONLY in b.memo and not any(isinstance(rule, NoRepeat) for rule in self.meta):
            with b.if_(begins):
                b.emit(Remember(forgetting, turn=k.TRUE))
        else:
            b.emit(Remember(forgetting, turn=begins))
