"""The part of a study that asks what a random move costs, and when: each game is played twice, with and
without."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.match.score import WIN, shares_by
from interpreter.statistics.moments import moments_of
from interpreter.study.measures import search_definitions as s
from interpreter.study.measures.in_chunks import Pairs
from interpreter.study.measures.measure import Measure, Setting, measured
from interpreter.study.measures.self_play_measures import STUDENT, equals, scaled
from interpreter.study.searching.playing import seeds_of
from interpreter.study.searching.searchers import UCT
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

#: The plies are told in so many groups, of as many blunders each.
GROUPS = 5


@frozen
class ByBlunders(Pairs):
    """Games of equal players, and each once more from a ply on at which the mover plays at random."""

    part = "blunders"
    title = "blunders"
    games = 1.5  # one, and the rest of its twin

    def play(self, of: int, number: int) -> list[int] | None:
        """The ply of the blunder, and what it lost, in parts. None without a choice, or without an end."""
        watching, budgets = self.watching, [of] * self.seats
        seeds = seeds_of(self.seed, number, "blunders")
        sound = watching.play(budgets, *seeds)
        choices = [ply for ply, seen in enumerate(sound.plies) if seen.moves > 1]
        if not choices:
            return None
        ply = choices[seed_for(self.seed, number, "blunder") % len(choices)]
        mover = sound.plies[ply].player - 1
        blundered = watching.play(budgets, *seeds, replayed=ply, blunder=ply)
        if not all(each.ended and not each.overflowed for each in (sound, blundered)):
            return None
        before, after = (shares_by(each.ranks)[mover] for each in (sound, blundered))
        return [ply, before - after]

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What a blunder costs, on average and by ply."""
        rows, count = self.pairs(outcomes)
        pairs = sorted((ply, lost) for ply, lost in rows)
        if not pairs:
            return ()
        setting = equals(UCT, self.searching.middle, self.searching.longest, self.seed)
        missing = count - len(pairs)
        caution = (
            f"{missing} of {count} pairs had a game without a choice or without an end" if missing else ""
        )
        found = [_cost(pairs, setting, "", caution)]
        for first, last in groups([ply for ply, _ in pairs]):
            those = [pair for pair in pairs if first <= pair[0] <= last]
            about = f"at ply {first + 1:,}" if first == last else f"at plies {first + 1:,} to {last + 1:,}"
            found.append(_cost(those, setting, about))
        return tuple(found)


def groups(plies: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last ply of each group, of about as many of the plies (given in order) each."""
    count = len(plies)
    ends = sorted({plies[max(0, count * group // GROUPS - 1)] for group in range(1, GROUPS + 1)})
    starts = [plies[0], *(end + 1 for end in ends)]
    return list(zip(starts, ends, strict=False))


def _cost(pairs: Sequence[tuple[int, int]], setting: Setting, about: str, caution: str = "") -> Measure:
    found = scaled(moments_of(lost for _, lost in pairs).bounded_interval(-WIN, WIN), 1 / WIN)
    return measured(s.BLUNDER, setting, 2 * len(pairs), found, STUDENT, about, caution)
