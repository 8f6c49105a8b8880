"""What playing says of a game in a few numbers: lengths, choices, who wins, who passes, how games end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import asdict

from gdl.passes.profile import What
from gdl.source.text import Span
from gdl.support.values import frozen
from interpreter.coverage.finishes import endings_of
from interpreter.coverage.play import LONGEST_GAME, Observed, Places, Played
from interpreter.coverage.teller import MANY, between, called
from interpreter.statistics.intervals import clopper_pearson


@frozen
class Ending:
    """An ending, and in how many games it came."""

    span: Span
    games: int
    #: does it stand in the game's own file, not in an included one?
    own: bool

    @property
    def place(self) -> str:
        """Where it stands, for those who look for it."""
        name = self.span.source.name.rpartition("/")[2]
        return f"line {self.span.line}" if self.own else f"{name}:{self.span.line}"


@frozen
class Summary:
    """The numbers of one game."""

    random: Played
    searching: Played
    endings: tuple[Ending, ...]
    seconds: float
    seed: int
    #: whether there were enough games to say what never comes about
    enough: bool
    #: what the players are called, player 1 first
    players: tuple[str, ...]

    @property
    def mean_length(self) -> float:
        """The plies of a random game."""
        return self.random.plies / max(1, self.random.games)

    @property
    def mean_choices(self) -> float:
        """The legal moves of a ply of a random game."""
        return self.random.choices / max(1, self.random.plies)

    @property
    def first_share(self) -> float | None:
        """Of the random games that somebody won, the share that player 1 did; None if nobody won any."""
        won = sum(self.random.wins)
        return self.random.wins[0] / won if won else None

    def lines(self) -> tuple[tuple[str, str], ...]:
        """The same as words: what it is about, and what is said."""
        return tuple(_lines(self))

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "random": asdict(self.random),
            "searching": asdict(self.searching),
            "mean_length": round(self.mean_length, 2),
            "mean_choices": round(self.mean_choices, 2),
            "first_share": None if self.first_share is None else round(self.first_share, 4),
            "endings": [
                {"file": e.span.source.name, "line": e.span.line, "column": e.span.column, "games": e.games}
                for e in self.endings
            ],
            "seconds": round(self.seconds, 3),
            "seed": self.seed,
            "players": list(self.players),
            "enough": self.enough,
        }


def summary_of(observed: Observed, enough: bool) -> Summary:
    """The numbers of what was observed."""
    places = Places(observed)
    main = observed.compiled.expanded.sources[0]
    endings = []
    for each in endings_of(observed):
        if each.result is not None:
            count = places.of(What.RESULT, each.result)
            if count is not None:
                endings.append(Ending(each.span, count.games, each.span.source is main))
    return Summary(
        observed.random,
        observed.searching,
        tuple(endings),
        observed.seconds,
        observed.seed,
        enough,
        called(observed.compiled),
    )


def _lines(summary: Summary) -> Iterator[tuple[str, str]]:
    random, searching = summary.random, summary.searching
    played = f"{random.games:,} random and {searching.games:,} searching games"
    yield "played", f"{played} in {summary.seconds:.1f} s, seed {summary.seed}"
    if random.games:
        mean = f"{summary.mean_length:.0f} plies on average"
        yield "length", f"{random.shortest:,} to {random.longest:,}, {mean}"
        most = max(random.most_choices, searching.most_choices)
        yield "choices", f"{summary.mean_choices:.1f} moves on average, {most:,} at most"
    for name, part in (("random", random), ("searching", searching)):
        if part.finished:
            yield f"{name} games", _results(part, summary.players)
    if summary.first_share is not None and len(random.wins) > 1:
        share = between(clopper_pearson(random.wins[0], sum(random.wins)))
        yield "first mover", f"{summary.first_share:.1%} of the random games that somebody won ({share})"
    if passes := _passes(random + searching, summary.players):
        yield "passed", passes
    if summary.endings:
        endings = (f"{e.place}: {e.games:,}" for e in summary.endings)
        yield "endings", ", ".join(dict.fromkeys(endings))
    if unfinished := random.unfinished + searching.unfinished:
        yield "given up", f"{unfinished:,} games after {LONGEST_GAME:,} plies"
    if not summary.enough:
        yield "note", f"what never comes about is only told after {MANY} games: --seconds 10 plays more"


def _results(part: Played, players: tuple[str, ...]) -> str:
    wins = [f"{name} won {won / part.games:.1%}" for name, won in zip(players, part.wins, strict=True)]
    return ", ".join([*wins, f"nobody {part.draws / part.games:.1%}"])


def _passes(part: Played, players: tuple[str, ...]) -> str:
    passed = []
    for name, turns, passes in zip(players, part.turns, part.passes, strict=True):
        if passes:
            passed.append(f"{name} in {passes / turns:.1%} of the turns")
    return "for want of a move " + ", ".join(passed) if passed else ""
