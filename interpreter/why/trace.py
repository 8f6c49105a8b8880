"""What the rules evaluated at each ply, by the author's lines (a trace): `trace(states, moves)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.compile.probes import Probe, ProbeKind
from gdl.source.text import Span
from gdl.support.values import define, frozen
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.why.answers import Part, place_json
from interpreter.why.changes import Changes, changed_pieces
from interpreter.why.explain import looking, question_of
from interpreter.why.observer import NO_CHANGE, Done, Entry, Evaluated
from interpreter.why.question import Question, held, innermost, played
from interpreter.why.words import Words


@frozen
class RuleAsked:
    """A rule that was asked for moves: how often, and how many it offered."""

    text: str
    span: Span
    times: int
    moves: int


@frozen
class ConditionSeen:
    """A condition that was worked out: how often it was true and false, and its parts where it was once."""

    text: str
    span: Span
    true: int
    false: int
    parts: tuple[Part, ...] = ()


@frozen
class EffectDone:
    """An effect that was carried out."""

    text: str
    span: Span


@frozen
class Ply:
    """One decision: who made it, what was asked before it, and what it brought about.

    `rules` are those that were asked for moves, `rule` the one that offered this one; `conditions` are those
    that it hung on, `others` what was asked of other moves. `checks` are conditions worked out while it was
    carried out, `endings` those of endings, in order. `changes` are the fields in which the state before and
    after differ, whatever made them so.
    """

    number: int
    mover: str
    move: str
    rules: tuple[RuleAsked, ...]
    conditions: tuple[ConditionSeen, ...]
    rule: RuleAsked | None
    effects: tuple[EffectDone, ...]
    checks: tuple[ConditionSeen, ...]
    endings: tuple[ConditionSeen, ...]
    results: tuple[EffectDone, ...]
    changes: tuple[str, ...]
    phases: tuple[str, ...]
    then: str
    #: what the dice show; empty without dice
    dice: tuple[int, ...] = ()
    others: tuple[ConditionSeen, ...] = ()


@define
class _Count:
    true: int = 0
    false: int = 0
    last: Evaluated | None = None


def trace(state: State, move: Move) -> Ply:
    """What the rules evaluate for one move of a position. Raises WhyError where that cannot be seen."""
    return looking(lambda: _Tracing(state, move).ply())


def to_json(ply: Ply) -> dict[str, object]:
    """A ply as what JSON can hold."""
    return {
        "ply": ply.number,
        "mover": ply.mover,
        "move": ply.move,
        "rules": [_rule_json(rule) for rule in ply.rules],
        "conditions": [_condition_json(condition) for condition in ply.conditions],
        "others": [_condition_json(condition) for condition in ply.others],
        "rule": None if ply.rule is None else _rule_json(ply.rule),
        "effects": [{"text": effect.text, "place": place_json(effect.span)} for effect in ply.effects],
        "checks": [_condition_json(check) for check in ply.checks],
        "endings": [_condition_json(ending) for ending in ply.endings],
        "results": [{"text": result.text, "place": place_json(result.span)} for result in ply.results],
        "changes": list(ply.changes),
        "phases": list(ply.phases),
        "then": ply.then,
        "dice": list(ply.dice),
    }


def _rule_json(rule: RuleAsked) -> dict[str, object]:
    return {"text": rule.text, "place": place_json(rule.span), "times": rule.times, "moves": rule.moves}


def _condition_json(seen: ConditionSeen) -> dict[str, object]:
    parts = [{"text": p.text, "value": p.value, "place": place_json(p.span)} for p in seen.parts]
    return {"text": seen.text, "place": place_json(seen.span), "true": seen.true, "false": seen.false,
            "parts": parts}  # fmt: skip


class _Tracing:
    """Looks into one ply."""

    def __init__(self, state: State, move: Move) -> None:
        self.state, self.move = state, move
        self.question: Question = question_of(state, move)
        self.observer = self.question.observer
        self.words = Words(state.game, self.observer)

    def ply(self) -> Ply:
        """What happened."""
        log = self.question.base.log
        before = self.question.state
        raw, rule = played(self.question, self.state, self.move)
        new = before.copy()
        carried = self.observer.observe(new, NO_CHANGE, lambda: self.observer.stepper.settle(new, *raw))
        after = self.state.before_the_next(self.move)
        effects = [self._own(e.probe, rule) for e in _leaves(carried) if e.probe.kind is ProbeKind.RULE]
        changes = Changes(self.words, before, new)
        mine = {entry.key for _, entry in held(self.question, self.question.base, rule)}
        asked = [e for e in log if isinstance(e, Evaluated) and e.here]
        endings = {e.probe for e in carried if isinstance(e, Done) and e.probe.kind is ProbeKind.ENDING}
        ending_parts = [e for e in carried if isinstance(e, Evaluated) and _of_ending(e.probe, endings)]
        others = [
            e for e in carried if isinstance(e, Evaluated) and e.here and not _of_ending(e.probe, endings)
        ]
        return Ply(
            number=self.state.ply + 1,
            mover=self.state.mover_name,
            move=str(self.move),
            rules=tuple(self._rules(log)),
            conditions=tuple(self._conditions(log, [e for e in asked if e.key in mine])),
            others=tuple(self._conditions(log, [e for e in asked if e.key not in mine])),
            rule=None if rule is None else RuleAsked(self.words.text(rule), rule.span, 1, 1),
            effects=tuple(EffectDone(self.words.text(p), p.span) for p in effects),
            checks=tuple(self._conditions(carried, others)),
            endings=tuple(self._conditions(carried, ending_parts)),
            results=tuple(
                EffectDone(self.words.text(e.probe), e.probe.span)
                for e in carried if isinstance(e, Done) and e.probe.kind is ProbeKind.RESULT
            ),
            changes=(*changed_pieces(self.words, self.state.contents, after.contents), *changes.sentences()),
            phases=tuple(changes.phases()),
            then=self._then(after),
            dice=self.state.dice,
        )  # fmt: skip

    def _rules(self, log: Sequence[Entry]) -> Iterator[RuleAsked]:
        for probe, entries in innermost(log, lambda entry: True).items():
            moves = sum(sites.bit_count() for entry in entries for _, _, sites, _ in entry.bundles)
            yield RuleAsked(self.words.text(probe), probe.span, len(entries), moves)

    def _conditions(self, log: Sequence[Entry], asked: Sequence[Evaluated]) -> Iterator[ConditionSeen]:
        """Whole conditions, in the order in which they were first asked."""
        result: dict[Probe, _Count] = {}
        for entry in asked:
            if entry.probe.kind is ProbeKind.CONDITION and entry.probe.whole() is entry.probe:
                count = result.setdefault(entry.probe, _Count())
                count.true += bool(entry.value)
                count.false += not entry.value
                count.last = entry
        for probe, count in result.items():
            assert count.last is not None
            once = count.true + count.false == 1
            parts = self.words.parts(log, count.last) if once else ()
            text = self.words.text(probe, count.last.names if once else None)
            yield ConditionSeen(text, probe.span, count.true, count.false, parts)

    def _own(self, probe: Probe, rule: Probe | None) -> Probe:
        """Rules that say the same share their code: of these the one in the rule that was played."""
        if rule is None or probe.within(rule) or probe.form is None:
            return probe
        alike = (p for p in self.observer.probed.probes.all if p.kind is probe.kind and p.form == probe.form)
        return next((p for p in alike if p.within(rule)), probe)

    def _then(self, after: State) -> str:
        if after.is_over:
            return f"the game is over: {after.outcome}"
        again = after.mover == self.state.mover
        return f"{after.mover_name} {'moves again' if again else 'is to move'}"


def _of_ending(probe: Probe, endings: set[Probe]) -> bool:
    here = probe.parent
    while here is not None and here.kind is not ProbeKind.ENDING:
        here = here.parent
    return here in endings


def _leaves(log: Sequence[Entry]) -> Iterator[Done]:
    """The effects that were carried out and are not made of others, but for choices that chose nothing."""
    done = [e for e in log if isinstance(e, Done)]
    around = {parent for e in done if (parent := e.probe.parent) is not None}
    yield from (e for e in done if e.probe not in around and not e.probe.ludeme.branches)
