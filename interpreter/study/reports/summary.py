"""A study in a few sentences for who made the game, each says by whose play; where it stands among others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from math import isfinite
from typing import TYPE_CHECKING

from gdl.support.values import frozen
from interpreter.study.measures.searched_games import HALF_WAY

if TYPE_CHECKING:
    from interpreter.study.measures.ablation import Worth
    from interpreter.study.measures.measure import Measure
    from interpreter.study.study import Study


def in_short(study: Study) -> Iterator[str]:
    """The sentences, what is proved first."""
    yield from _proved(study)
    yield from _seats(study)
    yield from _length(study)
    yield from _choice(study)
    yield from _decided(study)
    yield from _skill(study)
    yield from _worth(study)
    yield from _dead(study)


def _proved(study: Study) -> Iterator[str]:
    exact = study.exact
    if exact is None:
        return
    if exact.value is None:
        yield f"Who wins is {exact.why}."
        return
    if exact.value == 0.5:
        yield "Proved: nobody can force a win; between perfect players it is a draw."
        return
    winner = study.players[0] if exact.value == 1.0 else study.players[1]
    soon = "" if exact.plies is None else f" in {_plies(exact.plies)}"
    won = [move for move in exact.moves if move.value == 1.0]
    firsts = f" {len(won)} of {len(exact.moves)} first moves win." if won else ""
    yield f"Proved: {winner} wins{soon}, however the others play.{firsts}"


def _seats(study: Study) -> Iterator[str]:
    """Who is favoured, at random and by the longest searches; whoever plays alone wins so often."""
    if len(study.players) == 1:
        won = [each for each in study.measures if each.of.key == "won"]
        for each in dict.fromkeys(won[:1] + won[-1:]):
            yield f"{_by(each)} {_share(each)} of the games are won."
    seats = [each for each in study.measures if each.of.key == "seat.score"]
    by_setting = {
        setting: [each for each in seats if each.setting == setting]
        for setting in dict.fromkeys(each.setting for each in seats)
    }
    # at random, and of each family of players those who think most
    last = {setting.agent: setting for setting in by_setting}
    for setting in last.values():
        scores = by_setting[setting]
        best = max(scores, key=lambda each: each.value)
        fair = 1 / len(scores)
        seat, by = _seat(best), _by(best)
        if best.low > fair:
            yield f"{by} {seat} is favoured: it scores {_share(best)}, where {fair:.0%} is even."
        else:
            yield f"{by} no seat is seen to be favoured: {seat} scores {_share(best)}."
    families = [by_setting[setting] for agent, setting in last.items() if not agent.startswith("random")]
    if len(families) == 2:
        yield _compared(*families)


def _compared(one: list[Measure], other: list[Measure]) -> str:
    """Whether two families of players say the same of who is favoured."""
    fair = 1 / len(one)
    first, second = (next((each for each in seats if each.low > fair), None) for seats in (one, other))
    apart = next(((a, b) for a, b in zip(one, other, strict=True) if a.low > b.high or b.low > a.high), None)
    if first and second and _seat(first) != _seat(second):
        return (
            f"The two families of players differ in who is favoured: {_seat(first)} by UCT, {_seat(second)} "
            "by alpha-beta. So that is theirs, not yet the game's."
        )
    if apart:
        by_uct, by_depth = apart
        return (
            f"The two families of players differ in how much: {_seat(by_uct)} scores {_share(by_uct)} by "
            f"UCT, {_share(by_depth)} by alpha-beta. So that is theirs, not yet the game's."
        )
    if first and second:
        return f"Both families of players find {_seat(first)} favoured."
    return "The two families of players do not contradict each other."


def _seat(measure: Measure) -> str:
    """Which seat a measure is of."""
    return measure.about.partition(", ")[0]


def _length(study: Study) -> Iterator[str]:
    ended = _told(study, "completion")
    some = [each for each in dict.fromkeys(ended[:1] + ended[-1:]) if each.value < 1]
    for each in some:
        of = (
            f"only {_share(each)} of the games end" if each.value else f"no game ends (0% to {each.high:.0%})"
        )
        yield f"{_by(each)} {of}{_within(each)}."
    low, middle, high = (_of(study, f"length.quantile[{part}%]") for part in (5, 50, 95))
    if low and middle and high:
        games = "The random games that end last" if ended and ended[0].value < 1 else "Random games last"
        if low.value == high.value:
            yield f"{games} {_plies(low.value)} nine times of ten."
        else:
            yield (
                f"{games} {low.value:.0f} to {_plies(high.value)} nine times of ten, "
                f"{middle.value:.0f} in the middle."
            )
    lengths = _told(study, "length.mean")
    drawn = _told(study, "drawn") if len(study.players) > 1 else []
    alike = "drawn" if len(study.players) == 2 else "shared"
    if len(lengths) > 1:
        last = lengths[-1]
        shared = f"; {_share(drawn[-1])} are {alike}" if drawn else ""
        yield f"{_by(last)} a game lasts {_mean(last)} plies on average{shared}."
    elif drawn:
        yield f"{_share(drawn[-1])} of them are {alike}."


def _told(study: Study, key: str) -> list[Measure]:
    """What was measured at random and by the first family of players; the other one is asked about seats."""
    mine = [each for each in study.measures if each.of.key == key]
    agents = list(dict.fromkeys(each.setting.agent for each in mine))[:2]
    return [each for each in mine if each.setting.agent in agents]


def _choice(study: Study) -> Iterator[str]:
    branching, agency = _of(study, "branching"), _of(study, "agency")
    if branching and agency:
        yield (
            f"A turn has {_mean(branching)} moves on average, and {_share(agency)} of the turns have "
            "more than one."
        )


def _decided(study: Study) -> Iterator[str]:
    """When who wins in the end expects it, of the longest searches."""
    half = study.courses[-1].half_way if study.courses else None
    if half is None:
        return
    bounds = f"{half.low:,} or later" if half.high is None else f"{half.low:,} to {half.high:,}"
    yield (
        f"Between searches of {study.courses[-1].budget:,} simulations who wins in the end expects "
        f"{HALF_WAY:.0%} of the win by ply {half.ply:,} ({bounds}): half of it is decided then."
    )


def _skill(study: Study) -> Iterator[str]:
    rungs = _of(study, "ladder.rungs")
    if rungs is None or not rungs.games:
        return
    beyond = f"the ladder may go on beyond what was played, {_upto(rungs)}"
    if not isfinite(rungs.high):
        if not rungs.low:
            yield f"How many rungs of skill there are is not seen by {rungs.games:,} games; {beyond}."
            return
        are, plural = ("is", "") if rungs.low == 1 else ("are", "s")
        yield (
            f"There {are} at least {rungs.low:.0f} rung{plural} of skill for a searching player, each "
            f"beating the one below three times of five ({rungs.value:.0f} counted; {beyond})."
        )
        return
    if not rungs.high:
        yield "No rung of skill is seen: nobody who thinks more wins three times of five by it."
        return
    are, plural = ("is", "") if rungs.value == 1 else ("are", "s")
    yield (
        f"There {are} {_range(rungs)} rung{plural} of skill for a searching player, each beating the one "
        f"below three times of five, up to {_upto(rungs)}."
    )


def _upto(measure: Measure) -> str:
    """The largest budget of a ladder."""
    return measure.setting.budget.partition(";")[0].removeprefix("1 to ").removesuffix(" a decision")


def _worth(study: Study) -> Iterator[str]:
    sure = [
        each
        for each in study.restricted
        if each.elo is not None and isfinite(each.elo) and each.sure and not each.idle
    ]
    best = max(sure, key=lambda each: each.elo or 0.0, default=None)
    worst = min(sure, key=lambda each: each.elo or 0.0, default=None)
    if best is not None and (best.elo or 0.0) > 0:
        yield f"What carries the game most: {best.told_with_images} ({_elo(best)} to who has it)."
    if worst is not None and (worst.elo or 0.0) < 0:
        yield f"Who has it is the worse for it: {worst.told_with_images} ({_elo(worst)})."


def _elo(worth: Worth) -> str:
    """What a rule is worth to a seat, with its bounds; where all games went one way, the bound."""
    low, high = worth.low or 0.0, worth.high or 0.0
    if not isfinite(high):
        return f"more than {low:+z,.0f} Elo"
    if not isfinite(low):
        return f"less than {high:+z,.0f} Elo"
    return f"{worth.elo or 0.0:+z,.0f} Elo, {low:+z,.0f} to {high:+z,.0f}"


def _dead(study: Study) -> Iterator[str]:
    never = [rule for rule in study.rules if rule.state == "never"]
    if never:
        lines = ", ".join(dict.fromkeys(study.place(rule.file, rule.line) for rule in never[:5]))
        more = f" and {len(never) - 5} more" if len(never) > 5 else ""
        yield f"Never seen to come about in {never[0].of:,} games: {lines}{more}."


def _of(study: Study, key: str) -> Measure | None:
    try:
        return study[key]
    except KeyError:
        return None


def _by(measure: Measure) -> str:
    """By whose play it is: the beginning of a sentence."""
    if measure.setting.agent.startswith("random"):
        return "Between players at random"
    return f"Between searches of {measure.setting.budget.partition(';')[0].removesuffix(' a decision')}"


def _within(measure: Measure) -> str:
    """How long they might last: the last thing that is said of a budget."""
    *_, last = measure.setting.budget.split("; ")
    return f", of {last.removeprefix('games of ')}" if "plies" in last else ""


def _plies(count: float) -> str:
    return f"{count:.0f} {'ply' if count == 1 else 'plies'}"


def _share(measure: Measure) -> str:
    return f"{measure.value:.0%} ({measure.low:.0%} to {measure.high:.0%})"


def _mean(measure: Measure) -> str:
    return f"{measure.value:.1f} ({measure.low:.1f} to {measure.high:.1f})"


def _range(measure: Measure) -> str:
    if measure.low == measure.high:
        return f"{measure.value:.0f}"
    return f"{measure.value:.0f} ({measure.low:.0f} to {measure.high:.0f})"


# --- Where a game stands among others: percentile ranks among the shipped games, by random play -------------
#
# A number says little alone. The table is made by `python -m benchmarks.shipped --write`, with a seed.

#: What is compared, by the key of the measure: what a game with more of it is, and one with less.
COMPARED = {
    "length.mean": ("longer", "shorter"),
    "branching": ("more moves to choose from", "fewer moves to choose from"),
    "seat.advantage": ("more uneven between its seats", "more even between its seats"),
    "decisiveness": ("more decisive", "more often drawn"),
    "coverage": ("uses more of its board", "uses less of its board"),
}


@frozen
class Table:
    """Measures of the shipped games."""

    seed: int
    games: int
    #: by measure: by game's name
    measures: dict[str, dict[str, float]]


def shipped_table() -> Table:
    """The table that is shipped."""
    text = files("interpreter.study").joinpath("shipped.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Table(data["seed"], data["games"], data["measures"])


@frozen
class Rank:
    """Where a measure of a game stands among those of other games."""

    key: str
    #: how many others there are, and how many of them have surely less of it, and surely more
    of: int
    below: int
    above: int

    @property
    def sentence(self) -> str:
        """`longer than 80 % of the shipped games`; nothing where it lies in the middle."""
        more, less = COMPARED[self.key]
        words, count = (more, self.below) if self.below >= self.above else (less, self.above)
        verb = "" if words.startswith("uses") else "has " if "moves to" in words else "is "
        return f"{verb}{words} than {count / self.of:.0%}"


def ranks(study: Study, table: Table) -> Iterator[Rank]:
    """The ranks of a study's measures of random play, beside the games of other names."""
    for key, values in table.measures.items():
        mine = next(
            (m for m in study.measures if m.of.key == key and m.setting.agent.startswith("random")), None
        )
        others = [value for name, value in values.items() if name != study.game]
        if mine is None or not others:
            continue
        below, above = sum(value < mine.low for value in others), sum(value > mine.high for value in others)
        yield Rank(key, len(others), below, above)


def placed(study: Study) -> Iterator[str]:
    """One sentence; none where nothing can be compared."""
    ranked = list(ranks(study, shipped_table()))
    if not ranked:
        return
    sentences = [rank.sentence for rank in ranked if 2 * max(rank.below, rank.above) >= rank.of]
    if sentences:
        listed = sentences[0] if len(sentences) == 1 else f"{'; '.join(sentences[:-1])}; {sentences[-1]}"
        games = max(rank.of for rank in ranked)
        yield f"Of the {games} other shipped games, between players at random, it {listed}."
