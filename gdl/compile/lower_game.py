"""From a bound game to a core program: the procedures that make up a turn.

start   the starting position
turn    chance, before a player moves
moves   what the mover may do
after   what follows every move: removals, the end rules, the next phase, the next mover

Loops that take too long whatever happens, or lie too deep in loops, are refused before they run.
"""

from __future__ import annotations

from gdl.analyses.unavoidable_steps import UnavoidableSteps
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, noting
from gdl.compile.endings import Endings
from gdl.compile.equip import check_equipment, equip
from gdl.compile.phases import Phases
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Program, Put
from gdl.core.walk import block_exprs, blocks_of, statements
from gdl.equip.dice import dice_of
from gdl.equip.facts import Facts
from gdl.lower.memory import RepetitionAsked, counter_field, note_start
from gdl.lower.moving import clear
from gdl.lower.offer import note_move, offer_swap, run_then, visited_field
from gdl.lower.pieces import RulesAsked
from gdl.lower.results import has_lost, over_field, rank_field
from gdl.lower.tiles import lay_tiles
from gdl.lower.tracks import enter_tracks
from gdl.lower.turns import (
    MOVES_OF,
    MovesAsked,
    following,
    mover_field,
    next_field,
    out_field,
    passed_field,
    prev_field,
    repeats_after_move,
    stalemated_field,
    this_turn_field,
    turns_field,
)
from gdl.ludeme.categories import Moves
from gdl.ludemes.game import Game
from gdl.ludemes.meta import NoRepeat, PassEnd, RepetitionType, Swap
from gdl.source.budget import nested_too_deep, rounded, spend
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import NOWHERE, Span
from gdl.support.values import evolve

_REPEATS = {
    RepetitionType.SITUATIONAL: o.RepeatKind.SITUATIONAL,
    RepetitionType.POSITIONAL: o.RepeatKind.POSITIONAL,
    RepetitionType.SITUATIONAL_IN_TURN: o.RepeatKind.SITUATIONAL_IN_TURN,
    RepetitionType.POSITIONAL_IN_TURN: o.RepeatKind.POSITIONAL_IN_TURN,
}


def lower(game: Game, lenient: bool = False) -> Lowering:
    """Lower a game, so far as there is no mistake in it: `finish` tells which there are. Of a `lenient` one
    names that stand for nothing are warned of.

    Raises LanguageError where its equipment makes no game.
    """
    lowering = Lowering(game, equip(game, lenient=lenient))
    lowering.run()
    return lowering


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
        #: what it was lowered to; None before, and where a mistake left nothing
        self.lowered: Program | None = None
        #: one mistake does not keep the other rules from being looked at
        self.mistakes: list[Diagnostic] = []
        self.phases = Phases(self.b, game.rules, self.mistakes)
        self.endings = Endings(self.b, game.rules, rules, self.phases, self.mistakes)
        for mode in (game.mode, *(phase.mode for phase in game.rules.phases or ())):
            if mode is not None:
                with noting(self.mistakes):
                    mode.check()

    @property
    def name(self) -> str:
        """What is played."""
        return self.game.name

    def run(self) -> None:
        """Lower everything, noting mistakes."""
        with noting(self.mistakes):
            self.lowered = self.program()

    def finish(self) -> tuple[Program, Facts, tuple[Diagnostic, ...]]:
        """The core program, facts and warnings, once the equipment that no rule asks for was looked at, too.

        Called where nothing observes how ludemes are lowered. Raises LanguageError with every mistake of
        meaning found.
        """
        asked = self.b.side_table(RulesAsked).of
        check_equipment(self.game.equipment.items, self.facts, asked, self.mistakes)
        if self.lowered is not None:
            check_steps(self.lowered, self.mistakes)
            charge_puts(self.lowered, self.game.rules.span)
        if self.lowered is None or self.mistakes:
            raise LanguageError((*self.mistakes, *self.b.warnings))
        return self.lowered, self.facts, tuple(self.b.warnings)

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
        b.procs[self.starting] = evolve(start, body=(*start.body, *note_start(b)))
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
            names=o.Names(
                players=("", *(f"P{p}" for p in range(1, facts.players + 1))),
                components=tuple(c.name for c in facts.components),
                sites=tuple(facts.site_names()),
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
        self.endings.expect()

    # --- the starting position ------------------------------------------------------------------------

    def _start(self) -> None:
        b = self.b
        with b.procedure(self.starting, outer={}, name=self.starting):
            b.emit(o.Store(mover_field(b), None, k.int_(1)))
            for die in dice_of(self.facts):
                b.emit(o.Put(k.int_(die.site), k.int_(die.component)))
            lay_tiles(b)
            self.phases.start()
            start = self.game.rules.start
            if start is not None:
                rules = start.rules if isinstance(start.rules, tuple) else (start.rules,)
                for rule in rules:
                    with noting(self.mistakes), b.at(rule):
                        rule.lower(b)
            enter_tracks(b, k.inter(k.OCCUPIED, k.sites_(b.facts.sites_of(None))))
            b.emit(o.Store(next_field(b), None, following(b, k.int_(1))))

    # --- moves ----------------------------------------------------------------------------------------

    def _pass_kind(self) -> None:
        """The kind of move of a player who has none: it comes first."""
        b = self.b
        b.kinds.append(
            o.Kind(
                0,
                "pass",
                "play_pass",
                (o.Param("site_", o.INT),),
                k.NOWHERE_SITE,
                k.NOWHERE_SITE,
                decision="pass",
            )
        )
        with b.procedure("play_pass", outer={}, extra=(o.Param("site_", o.INT),), name="play_pass"):
            note_move(b, k.NOWHERE_SITE, k.NOWHERE_SITE, True)
            # Who has played some of the dice, and cannot play the others, was not without a move.
            with b.if_(k.eq(k.field(this_turn_field(b)), k.int_(0)) if b.facts.dice else k.TRUE):
                b.emit(o.Store(stalemated_field(b), k.field(mover_field(b)), k.TRUE))
            self.phases.by_phase(self._follow_pass)

    def _follow_pass(self, moves: Moves) -> None:
        """What follows whatever is played follows a forced pass, too; but not what follows moves that are
        judged by the position after them."""
        if not (moves.asks_after and getattr(moves, "condition", None) is not None):
            run_then(self.b, getattr(moves, "then", None))

    def _generate(self) -> None:
        """Offer the moves of the context's mover."""
        self.phases.by_phase(lambda moves: moves.lower(self.b))

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
            passed = k.field(passed_field(b))
            allowed = k.or_(passed, k.eq(repeats_after_move(b, kind), k.int_(0)))
            new = b.function("is_new", o.BOOL, lambda: allowed, key="is new")
            assert isinstance(new.data, str)
            b.emit(o.Provided(body, new.data, new.args, span=repeat.span))
        if any(isinstance(rule, Swap) for rule in self.meta):
            offer_swap(b)
        for rule in self.meta:
            if not isinstance(rule, NoRepeat | PassEnd | Swap):
                raise rule.refused("write it into the moves themselves")

    def _moves(self) -> None:
        b = self.b
        with b.procedure("moves", generator=True, outer={}, name="moves"):
            self._restricted()
        if b.side_table(MovesAsked).of_players:
            self._moves_of()

    def _moves_of(self) -> None:
        """The moves that another player would have now: made only if a rule asks."""
        b = self.b
        if MOVES_OF in b.procs:
            return
        outer = {
            Context.MOVER: k.var("mover_", o.INT),
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
            gone = k.FALSE
            if self.facts.players > 2:
                # Who wins by another's move, being next, still has that turn; who loses by it has not.
                gone = k.or_(k.elem(out_field(b), following_player), k.eq(following_player, mover))
                gone = b.assign("gone", gone)
            b.routine("ends", self.endings.lower)
            with b.if_(k.field(over_field(b))):
                self._ended()
                b.emit(o.Return())
            self.phases.go_on()
            b.emit(o.Adjust(counter_field(b, by_rules=False), None, k.int_(1)))
            b.emit(o.Store(prev_field(b), None, mover))
            b.if_else(k.eq(following_player, mover), self._same_turn, self._new_turn)
            if self.facts.players > 2:
                # The player named may have left the game.
                named = k.field(next_field(b))
                with b.if_(k.and_(k.elem(out_field(b), named), k.or_(gone, has_lost(b, named)))):
                    b.emit(o.Store(next_field(b), None, following(b, named)))
            b.emit(o.Store(mover_field(b), None, following_player))
            b.emit(o.Store(next_field(b), None, following(b, mover)))
        if b.side_table(MovesAsked).of_players:
            self._moves_of()

    def _ended(self) -> None:
        """What the end of the game brings about."""

    def _same_turn(self) -> None:
        self.b.emit(o.Adjust(this_turn_field(self.b), None, k.int_(1)))

    def _new_turn(self) -> None:
        self.b.emit(o.Adjust(turns_field(self.b), None, k.int_(1)))
        self.b.emit(o.Store(this_turn_field(self.b), None, k.int_(0)))
        self.b.emit(o.Store(visited_field(self.b), None, k.EMPTY_SET))

    # --- before a player moves ------------------------------------------------------------------------

    def _chance(self) -> None:
        """What chance does before a player moves."""
        b = self.b
        with b.procedure("chance", outer={}, name="chance"):
            self.phases.by_phase(lambda moves: moves.chance(b))

    def _turn(self) -> None:
        """The position is remembered where the rules ask for repetitions; then chance has its say."""
        b = self.b
        with b.procedure("turn", outer={}, name="turn"):
            self._begin()
            self._remember()
            b.emit(o.Do("chance"))

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
        if b.side_table(RepetitionAsked).at_turns and not any(
            isinstance(rule, NoRepeat) for rule in self.meta
        ):
            with b.if_(begins):
                b.emit(o.Remember(forgetting, turn=k.TRUE))
        else:
            b.emit(o.Remember(forgetting, turn=begins))


#: A procedure may take so many steps that nothing can save; of known games the most is some fifty.
MAX_STEPS = 1_000_000

#: Loops may lie so deep in each other, through all that is called. CPython compiles twenty blocks in each
#: other (CO_MAXBLOCKS), and inlining puts procedures where they are called; of known games the most is 17.
MAX_LOOPS = 18


#: What it takes for each component to put a piece where any may stand: it is taken out of the set of each.
PUT = 150


def charge_puts(program: Program, place: Span) -> None:
    """Charge what layout will make of the writes of pieces: as many for each as there are components. Raises
    TooLarge."""
    puts = sum(
        isinstance(stmt, Put) and not stmt.fresh for proc in program.procs for stmt in statements(proc.body)
    )
    spend(PUT * puts * len(program.owners), "the pieces put on sites", place)


def check_steps(program: Program, mistakes: list[Diagnostic]) -> None:
    """Note the first rule that cannot but take too long, and the first whose loops are nested too deep."""
    bounds = UnavoidableSteps(program)
    for proc in program.procs:
        steps = bounds.steps(proc.name)
        if steps > MAX_STEPS:
            mistakes.append(_too_long(steps, _longest(proc.body, bounds)))
            break
    for proc in program.procs:
        if bounds.depth(proc.name) > MAX_LOOPS:
            mistakes.append(nested_too_deep(_deepest(proc.body, bounds)))
            break


def _too_long(steps: int, place: Span) -> Diagnostic:
    about = f"{rounded(steps)} steps" if steps < 1 << 62 else "steps without number"
    return Diagnostic(
        "E0430",
        f"this takes too long: at least {about}, whatever is played",
        place,
        help=("count to less, or go through fewer sites in each other",),
        notes=(f"what a rule always does may take {rounded(MAX_STEPS)} steps",),
    )


def _longest(block: Block, bounds: UnavoidableSteps) -> Span:
    """Where the statement stands that takes most of a block's time, as far out as one has a place."""
    most = max(block, key=bounds.stmt)
    if most.span is not NOWHERE:
        return most.span
    inner = [inside for inside in blocks_of(most) if inside]
    return _longest(max(inner, key=bounds.block), bounds) if inner else NOWHERE


def _deepest(block: Block, bounds: UnavoidableSteps) -> Span:
    """The same, of the statement whose loops are nested most."""
    most = max(block, key=bounds.loops)
    if most.span is not NOWHERE:
        return most.span
    inner = [inside for inside in blocks_of(most) if inside]
    return _deepest(max(inner, key=lambda b: max(map(bounds.loops, b))), bounds) if inner else NOWHERE
