"""From causes to sentences: the verdict, each reason at the author's words, and what a legal move will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.compile.probes import Probe, ProbeKind
from gdl.source.text import NOWHERE
from gdl.support.values import evolve
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.runtime import Bundle, members
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.why.answers import Part, Reason, Why
from interpreter.why.causes import Cause, Causes, parts_of
from interpreter.why.changes import Changes, changed_pieces
from interpreter.why.observer import Compared, Entry, Evaluated, Offered
from interpreter.why.question import Question, Seen, ends_of, held, innermost, played
from interpreter.why.words import Words, listed, via_of

#: The most reasons that are told.
_REASONS = 4


class Explainer:
    """Tells about one move in one position."""

    def __init__(self, state: State, question: Question | None, text: str, plain: bool = False) -> None:
        self.state = state
        self.text = text
        self._question = question
        if question is not None:
            self.words = Words(state.game, question.observer, question.state, plain, state.seat)

    @property
    def question(self) -> Question:
        """What is asked."""
        assert self._question is not None
        return self._question

    def _why(self, legal: bool, words: str, reasons: Sequence[Reason] = (), together: bool = False,
             conditions: Sequence[Reason] = (), effects: Sequence[str] = ()) -> Why:  # fmt: skip
        return Why(self.state.game.name, self.text, legal, self.state.mover_name, words, tuple(reasons),
                   together, tuple(conditions), tuple(effects))  # fmt: skip

    # --- Legal moves -----------------------------------------------------------------------------------

    def legal(self, move: Move) -> Why:
        """Why it is legal, and what it will do."""
        base = self.question.base
        rules = self._offering(base)
        reasons = [
            self._at(probe, "offered", f"this rule offers {self.text}", "offers it") for probe in rules
        ]
        if not reasons:
            words = f"{self.text} is legal: there is no other move" if move.decision == "pass" else ""
            return self._why(True, words or f"{self.text} is legal", effects=self._effects(move))
        conditions = self._held(base, rules[0])
        return self._why(True, f"{self.text} is legal", reasons, False, conditions, self._effects(move))

    def _offering(self, seen: Seen) -> list[Probe]:
        """The innermost rules that offer the move."""
        return list(innermost(seen.log, lambda entry: self._offers(entry, seen)))

    def _offers(self, entry: Offered, seen: Seen) -> bool:
        return any(
            kind == offer.move.kind and args == offer.move.args and sites >> offer.move.site & 1
            for kind, args, sites, _ in entry.bundles
            for offer in seen.offers
        )

    def _held(self, seen: Seen, rule: Probe) -> list[Reason]:
        """The conditions that had to hold for the move, whole ones only."""
        result: dict[Probe, Reason] = {}
        for log, entry in held(self.question, seen, rule):
            probe = entry.probe
            if probe not in result:
                value = self.words.value(probe.kind, entry.value)
                said = self.words.english(probe, entry.names, no=not entry.value)
                words = said or f"{self.words.text(probe)} is {value}"
                parts = self.words.parts(log, entry)
                result[probe] = self._at(probe, "condition", words, f"this is {value}", parts)
        return list(result.values())

    def _effects(self, move: Move) -> list[str]:
        """What the move will do, a sentence each."""
        after = self.state.before_the_next(move)
        sentences = list(changed_pieces(self.words, self.state.contents, after.contents))
        question = self.question
        raw, _ = played(question, self.state, move)
        changes = Changes(self.words, question.state, question.observer.settle(question.state, raw))
        sentences += [*changes.sentences(), *changes.phases()]
        if after.is_over and after.outcome is not None:
            sentences.append(f"the game is over: {after.outcome}")
        elif after.mover == self.state.mover:
            sentences.append(f"{after.mover_name} moves again")
        else:
            sentences.append(f"{after.mover_name} is to move")
        return sentences

    # --- Moves that are refused ------------------------------------------------------------------------

    def over(self) -> Why:
        """Nothing is legal any more."""
        words = f"{self.text} is not legal: the game is over ({self.state.outcome})"
        return self._why(False, words, [Reason("over", f"the game is over: {self.state.outcome}")])

    def refused(self, forced: bool = False) -> Why:
        """What refuses the move."""
        plain = self._plain_fact()
        if plain is not None:
            return self._why(False, f"{self.text} is not legal: {plain.words}", [plain])
        causes, together = Causes(self.question).find()
        reasons = [self._reason(cause) for cause in causes[:_REASONS]]
        if not reasons:
            reasons = [*self._unreached(forced)][:_REASONS]
            together = False
        said = reasons[0].words if reasons else "no rule offers it here"
        if together:
            said = f"{len(reasons)} things refuse it together"
        return self._why(False, f"{self.text} is not legal: {said}", reasons, together)

    def _plain_fact(self) -> Reason | None:
        """That there is no piece to move, or another player's."""
        origin = self.question.wanted.origin
        if origin is None:
            return None
        site, piece = self.words.site(origin), self.state.contents[origin]
        if piece is None:
            return Reason("empty", f"there is no piece on {site}")
        mine = (self.state.seat, *(each for each in (piece.owner,) if each == 0))
        if piece.owner in mine or piece.owner > len(self.state.game.seats):
            return None
        if any(level.owner == self.state.seat for level in piece.below):
            return None
        turn = self.words.player(self.state.seat)
        return Reason("theirs", f"on {site} is {self.words.piece(piece)}, and it is {turn}'s turn")

    def _reason(self, cause: Cause) -> Reason:
        words, seen = self.words, cause.seen
        match cause.kind:
            case "condition" if cause.asked is not None and cause.probe is not None:
                return self._condition(cause, cause.asked, cause.probe)
            case "region" if cause.asked is not None and cause.probe is not None and cause.site is not None:
                return self._region(cause, cause.asked, cause.probe, cause.site)
            case "priority" if cause.probe is not None:
                return self._priority(cause, cause.probe)
            case "most":
                return self._most(cause)
            case "occupied" if cause.site is not None:
                return self._occupied(cause, cause.site)
            case "repeat" | "condition":
                span = self.question.observer.filters.get(cause.name, NOWHERE)
                said = (
                    "the position after it was there before"
                    if cause.kind == "repeat"
                    else "a check refuses it"
                )
                return Reason(cause.kind, said, span, "this refuses it", via=words.via(span))
            case "phase":
                return self._phase(cause)
        player = words.player(cause.number)
        reasons = self._offering(seen)
        span = reasons[0].span if reasons else NOWHERE
        said = f"it is {words.player(self.state.seat)}'s turn; {player} could play it"
        return Reason("theirs", said, span, f"this rule lets {player}", via=words.via(span))

    def _condition(self, cause: Cause, asked: Evaluated, probe: Probe) -> Reason:
        log, text = self._log_with(cause, asked), self.words.text(probe)
        label = "this holds, and must not" if asked.value else "this does not hold"
        said = f"{text} holds" if asked.value else f"{text} does not hold"
        clause = self.words.english(probe, asked.names, no=not asked.value)
        inner = [e for e in parts_of(log, asked) if e.probe.kind is ProbeKind.CONDITION]
        false = [e for e in inner if not e.value and e.probe.only_in(probe) and e.probe.parent is probe]
        if not asked.value and len(false) == 1 and len(inner) > 1:
            said = f"{text} does not hold: {self.words.text(false[0].probe)} is false"
        if clause is not None:
            said = f"after it {clause}" if probe.whole().asked_after else clause
        reason = self._at(probe, "condition", said, label, self.words.parts(log, asked))
        return evolve(reason, notes=self._without(cause))

    def _without(self, cause: Cause) -> tuple[str, ...]:
        """Of what is asked after the move: the pieces without which it would be legal."""
        if cause.probe is None or not cause.probe.whole().asked_after:
            return ()
        pieces = [each.site for each in Causes(self.question).pieces_in_the_way() if each.site is not None]
        theirs = [s for s in pieces if (piece := self.state.contents[s]) and piece.owner != self.state.seat]
        without = [
            f"without {self.words.piece(self.state.contents[s])} on {self.words.site(s)}"
            for s in theirs or pieces
        ]
        return (f"it would be legal {' or '.join(without[:3])}",) if without else ()

    def _log_with(self, cause: Cause, asked: Evaluated) -> Sequence[Entry]:
        """The log that an entry stands in."""
        base = self.question.base
        logs = (base.judging, base.log, cause.asked_in)
        return next((log for log in logs if any(e is asked for e in log)), ())

    def _region(self, cause: Cause, asked: Evaluated, probe: Probe, site: int) -> Reason:
        words, name = self.words, self.words.site(site)
        inside = bool(asked.value >> site & 1)
        log = self._log_with(cause, asked)
        parts = words.parts(log, asked, site)
        rule = None if words.saying(probe) is not None else words.rule_around(probe)
        if rule is not None:
            # neither this region nor its parts are shown as what definitions stand for
            said = f"{name} is not where this leads: {words.english(rule, asked.names)}"
            parts = tuple(part for part in parts if "#" not in part.span.text)
        else:
            said = f"{name} is {'' if inside else 'not '}{self._one_of(probe, asked, log)}"
        piece = self.state.contents[site]
        if piece is not None and Causes(self.question).is_freed(site):
            said += f": on {name} is {words.piece(piece)}"
        here = f"these are {words.sites(asked.value)}" if asked.value else "no site is in it"
        return self._at(probe, "region", said, here, parts)

    def _one_of(self, probe: Probe, asked: Evaluated, log: Sequence[Entry]) -> str:
        """What it is to be in a region: in the author's words for it, or for what it is the deciding part of,
        with the conditions by which it is that part."""
        words, names = self.words, asked.names
        own = probe if words.has_own(probe) else words.spoken_around(probe)
        if own is None or own.kind is not ProbeKind.REGION:
            one = words.one_of(probe, names)
            return f"in {words.text(probe)}" if one is None else one
        one = words.one_of(own, names) or ""
        if own is probe:
            return one
        chosen = self._chosen_by(probe, own, asked, log)
        because = f"as {listed(chosen)}, these are" if chosen else "here these are"
        return f"{one}: {because} {words.region(probe, names)}"

    def _chosen_by(self, probe: Probe, outer: Probe, asked: Evaluated, log: Sequence[Entry]) -> list[str]:
        """The conditions by which a part of a region is all of it: those that hold, else those that fail."""
        holds: list[str] = []
        fails: list[str] = []
        conditions = (e for e in log if isinstance(e, Evaluated) and e.probe.kind is ProbeKind.CONDITION)
        known = {
            e.probe.parent: e for e in conditions
            if e.probe.argument == "condition"
            and all(asked.names.get(name, value) == value for name, value in e.names.items())
        }  # fmt: skip
        here = probe
        while here is not outer and here.parent is not None:
            around = here.parent
            condition = known.get(around)
            if condition is not None and here.argument in around.ludeme.branches:
                said = self.words.english(condition.probe, condition.names, no=not condition.value)
                if said is None:
                    said = f"{self.words.text(condition.probe)} is {'true' if condition.value else 'false'}"
                (holds if condition.value else fails).insert(0, said)
            here = around
        return holds or fails

    def _priority(self, cause: Cause, probe: Probe) -> Reason:
        logs = (self.question.base.log, cause.seen.log)
        asked = [e for log in logs for e in log if isinstance(e, Offered) and e.probe is probe]
        moves = self._legal_among(bundle for entry in asked for bundle in entry.bundles)
        said = f"other moves go first: {listed(moves)}" if moves else "other moves go first"
        return self._at(probe, "priority", said, "as long as this offers a move, nothing after it does")

    def _legal_among(self, bundles: object) -> list[str]:
        """The texts of the legal moves that some bundles offer."""
        offered = {
            (kind, args, site)
            for kind, args, sites, _ in bundles  # type: ignore[attr-defined]
            for site in members(sites)
        }
        observer, state = self.question.observer, self.question.state
        ends = {ends_of(observer.endpoints(state, RawMove(*move))) for move in offered}
        engine, raw = self.state.game.engine, self.state.raw
        return [str(m) for m in self.state.legal_moves if ends_of(engine.endpoints(raw, m.raw)) in ends]

    def _most(self, cause: Cause) -> Reason:
        observer, state = self.question.observer, self.question.state
        span = observer.filters[cause.name]
        compared = next(e for e in self.question.base.log if isinstance(e, Compared) and e.name == cause.name)
        value = observer.module.function(cause.name)
        offer = cause.seen.offers[0].move

        def worth(move: RawMove) -> int:
            after = state.copy()
            observer.stepper.plays[move.kind](after, *move.args, move.site)
            return int(value(after, *compared.values))

        best = [RawMove(k, a, s) for k, a, sites, _ in compared.kept for s in members(sites)]
        names = self._legal_among(compared.kept)
        mine, most = worth(offer), worth(best[0]) if best else 0
        said = f"{listed(names)} {'counts' if len(names) == 1 else 'count'} {most} here, and it only {mine}"
        return Reason("most", said, span, "only the most is allowed", via=self.words.via(span))

    def _occupied(self, cause: Cause, site: int) -> Reason:
        words, name = self.words, self.words.site(site)
        piece = self.state.contents[site]
        there = site == self.question.wanted.target
        said = f"{words.piece(piece)} stands on {name}" + ("" if there else ", in its way")
        rules = self._offering(cause.seen)
        if not rules:
            return Reason("occupied", said)
        label = f"this would let it if {name} were empty"
        return Reason("occupied", said, rules[0].span, label, via=via_of(rules[0]))

    def _phase(self, cause: Cause) -> Reason:
        phases = self.question.observer.probed.game.rules.phases or ()
        other, now = phases[cause.number], self.question.observer.value(self.question.state, "phase")
        current = phases[now[self.state.seat]]
        said = f'it belongs to the phase "{other.name}", and this is "{current.name}"'
        rules = self._offering(cause.seen)
        span = rules[0].span if rules else other.span
        return Reason("phase", said, span, "not in this phase", via=self.words.via(span))

    def _unreached(self, forced: bool) -> Iterator[Reason]:
        """The rules that were asked for the piece, and where they lead."""
        wanted, words = self.question.wanted, self.words
        if forced:
            yield Reason(
                "unreached", "no rule offers a pass, and one is made only where there is no other move"
            )
            return
        result: dict[Probe, int] = {}
        for probe, entries in innermost(self.question.base.log, lambda entry: True).items():
            for entry in entries:
                reached = self._reached(entry.bundles)
                if reached or entry.names.get("from") == wanted.origin is not None:
                    result[probe] = result.get(probe, 0) | reached
        leaves = sorted(result, key=lambda probe: not result[probe])  # those that lead somewhere come first
        everywhere = 0
        for probe in leaves:
            everywhere |= result[probe]
        what = self._what()
        if not leaves or not everywhere:
            said = f"{what} has no move here" if wanted.origin is not None else "no rule offers it"
        else:
            said = f"{what} can only go to {words.sites(everywhere)}"
            if wanted.origin is None:
                said = f"only {words.sites(everywhere)} can be chosen"
        if not leaves:
            others = innermost(self.question.base.log, lambda entry: True)
            for probe, entries in others.items():
                moves = sum(sites.bit_count() for entry in entries for _, _, sites, _ in entry.bundles)
                label = f"this is asked here, and offers {moves} other {'move' if moves == 1 else 'moves'}"
                yield self._at(probe, "unreached", said, label)
            if not others:
                yield Reason("unreached", said)
        for probe in [p for p in leaves if result[p]] or leaves:
            to = f"leads to {words.sites(result[probe])}" if result[probe] else "leads nowhere here"
            yield self._at(probe, "unreached", said, to)

    def _what(self) -> str:
        origin = self.question.wanted.origin
        if origin is None:
            return "it"
        piece = self.state.contents[origin]
        return f"the {piece.name} on {self.words.site(origin)}" if piece is not None else "it"

    def _reached(self, bundles: Sequence[Bundle]) -> int:
        """Where some offers lead that start where the wanted move does."""
        observer, state, wanted = self.question.observer, self.question.state, self.question.wanted
        reached = 0
        for kind, args, sites, _ in bundles:
            for number, site in enumerate(members(sites)):
                ends = observer.endpoints(state, RawMove(kind, args, site))
                origin = ends.origin if ends.origin not in self.question.hands else -1
                if (wanted.origin is None) == (origin < 0 or origin == ends.target):
                    if wanted.origin in (None, origin) and ends.target >= 0:
                        reached |= 1 << ends.target
                        continue
                if number == 0:
                    break  # all of a bundle start alike
        return reached

    def _at(self, probe: Probe, cause: str, said: str, label: str, parts: tuple[Part, ...] = ()) -> Reason:
        return Reason(cause, said, probe.span, label, parts, via=via_of(probe))
