"""The measures of a study: their definitions and where they come from, of random play and of searches; and
what people call them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from gdl.source.suggest import bare
from gdl.support.values import frozen
from interpreter.study.measures.measure import Definition

BROWNE = "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008"
_COUNT = "a count"
#: Where nobody else is known to have defined it.
OURS = "defined here"

WON = Definition(
    "won", "won alone by", "games that this player alone has won / games that ended", _COUNT, "share"
)
SHARED = Definition(
    "drawn",
    "drawn",
    "games that ended without a single winner (drawn, tied, won or lost by nobody alone) / games that ended",
    _COUNT,
    "share",
)
SCORE = Definition(
    "seat.score",
    "score of seat",
    "the mean share of the win: 1 for who wins alone, 1/k for each of k who share the first place; a game "
    "that nobody has won is shared by all",
    f"advantage: {BROWNE}",
    "share",
)
ADVANTAGE = Definition(
    "seat.advantage",
    "seat advantage",
    "the largest difference between the scores of two seats",
    f"advantage: {BROWNE}",
    "share",
)
DECISIVENESS = Definition(
    "decisiveness", "decisiveness", "1 - drawn: games with a single winner / games that ended",
    f"drawishness: {BROWNE}", "share",
)  # fmt: skip
COMPLETION = Definition(
    "completion",
    "completion",
    "games that ended before the limit of plies / games",
    f"completion: {BROWNE}",
    "share",
)
LENGTH = Definition("length.mean", "length", "the mean plies of the games that ended",
                    f"duration: {BROWNE}", "plies")  # fmt: skip
SPREAD = Definition(
    "length.sd",
    "length, spread",
    "the standard deviation of the plies of the games that ended",
    _COUNT,
    "plies",
)
SHORTEST = Definition("length.min", "shortest", "the plies of the shortest game that ended", _COUNT, "plies")
LONGEST = Definition("length.max", "longest", "the plies of the longest game that ended", _COUNT, "plies")
QUANTILE = Definition(
    "length.quantile",
    "length, quantile",
    "the least number of plies that such a share of the games that ended do not exceed",
    _COUNT,
    "plies",
)
BRANCHING = Definition(
    "branching",
    "branching",
    "the sum of the numbers of legal moves / the sum of plies; a forced pass is a move, moves that are "
    "offered twice count once",
    "branching factor: D. E. Knuth, R. W. Moore, An Analysis of Alpha-Beta Pruning, 1975",
    "moves",
)
MOST_MOVES = Definition(
    "branching.max", "most moves", "the largest number of legal moves in any ply", _COUNT, "moves"
)
AGENCY = Definition(
    "agency",
    "agency",
    "plies with more than one legal move / plies",
    "G. Todd and others, GAVEL: Generating Games via Evolution and Language Models, 2024",
    "share",
)
COVERAGE = Definition(
    "coverage",
    "board coverage",
    "sites of the board on which a piece stood at any time of a game / sites of the board, on average",
    "G. Todd and others, GAVEL, 2024; Ludii's concept `Board Coverage`",
    "share",
)
TREE = Definition(
    "tree.games",
    "games there are",
    "log10 of the number of different games (leaves of the tree of moves), by the mean product of branching "
    "along random games",
    "D. E. Knuth, Estimating the Efficiency of Backtrack Programs, 1975",
    "log10",
)


EFFECTIVE = Definition(
    "choice.effective",
    "effective moves",
    "the exponential of the entropy of the visits that a search gives to the moves of its root, on average "
    "over plies; a forced move is one",
    "M. O. Hill, Diversity and Evenness, 1973 (number of order 1), of UCT's visits",
    "moves",
)
DISTINCT = Definition(
    "games.distinct", "distinct games", "games that took different ways / games", "a count", "share"
)
LEAD_CHANGES = Definition(
    "lead.changes",
    "lead changes",
    "how often another player than before expects most / comparisons of positions with the ones before, over "
    "the positions that were searched",
    f"lead change: {BROWNE}",
    "share",
)
DRAMA = Definition(
    "drama",
    "drama",
    "for games with a single winner: the mean root of (what the leader expects - what the winner does, both "
    "as scores from 0 to 1) over the searched positions in which the winner trails; 0 where he never does",
    f"drama: {BROWNE}",
    "score",
)
DECIDED = Definition(
    "decided",
    "decided after",
    "for games with a single winner: the part of its plies after which the winner expects most in all "
    "positions that were searched",
    OURS,
    "share",
)
BLUNDER = Definition(
    "blunder.cost",
    "cost of a blunder",
    "a player's share of the win between searches - the same with one of his moves, at a ply drawn among all "
    "with a choice, in place of the search's drawn at random; same seeds",
    "H. Brausen and others, Blunder Cost in Go and Hex, 2011",
    "share",
)
STEP = Definition(
    "ladder.step",
    "score of twice the thought",
    "the share of the win of one player with twice the simulations of the others, in each seat in turn",
    "F. Lantz and others, Depth in Strategic Games, 2017 (strategy ladders)",
    "share",
)
CLIMB = Definition(
    "ladder.climb",
    "climb of the ladder",
    "Elo of the most simulations over one simulation: the sum over doublings",
    "R. A. Bradley, M. E. Terry, 1952, along the chain of matches",
    "Elo",
)
DOUBLING = Definition(
    "ladder.doubling",
    "Elo per doubling",
    "the climb of the ladder, or of the last part of it, / the doublings of simulations",
    "strength by search: E. A. Heinz, Self-Play, Deep Search and Diminishing Returns, 2001",
    "Elo",
)
RUNGS = Definition(
    "ladder.rungs",
    "rungs",
    "how many players one finds, from one simulation up, each with the fewest doublings by which the ratings "
    "give it 60 % against the one before (odds of 3 to 2 with each of several); where the last four "
    "doublings may be a rung, at 95 %, the ladder goes on beyond what was played: no upper bound",
    "F. Lantz and others, Depth in Strategic Games, 2017; AiAi's skill ladders",
    "rungs",
)
TOP = Definition(
    "ladder.top",
    "more thought is seen to win up to",
    "the most simulations of which it is seen, at 95 %, that they win over half as many: more games show "
    "more",
    OURS,
    "simulations",
)


@frozen
class Ladder:
    """What is told of a ladder of players: by its steps, as a whole, by each step, and where it ends."""

    step: Definition
    climb: Definition
    each: Definition
    rungs: Definition
    top: Definition


#: By the names of searchers.
LADDERS = {
    "uct": Ladder(STEP, CLIMB, DOUBLING, RUNGS, TOP),
    "alpha-beta": Ladder(
        Definition(
            "ladder.step",
            "score of a ply more",
            "the share of the win of one player who looks a ply further ahead than the other, in each seat "
            "in turn, after two plies at random",
            "K. Thompson, Computer Chess Strength, 1982 (a program against itself, a ply deeper)",
            "share",
        ),
        Definition(
            "ladder.climb",
            "climb of the ladder",
            "Elo of who looks furthest ahead over who looks a ply ahead: the sum over plies",
            CLIMB.source,
            "Elo",
        ),
        Definition(
            "ladder.ply",
            "Elo per ply",
            "the climb of the ladder, or of the last part of it, / the plies",
            DOUBLING.source,
            "Elo",
        ),
        Definition(
            "ladder.rungs",
            "rungs",
            "how many players one finds, from one ply ahead up, each with the fewest plies more by which the "
            "ratings give it 60 % against the one before; where the last four plies may be a rung, at 95 %, "
            "the ladder goes on beyond what was played, and there is no upper bound",
            RUNGS.source,
            "rungs",
        ),
        Definition(
            "ladder.top",
            "looking further is seen to win up to",
            "the most plies ahead of which it is seen, at 95 %, that they win over one ply less: more games "
            "show more",
            OURS,
            "plies",
        ),
    ),
}
GAP = Definition(
    "skill.gap",
    "skill",
    "(the strong player's share of the win - a fair share) / (1 - a fair share), in each seat in turn, "
    "against weak ones",
    "T. S. Nielsen and others, General Video Game Evaluation Using Relative Algorithm Performance Profiles, "
    "2015",
    "share",
)
LUCK = Definition(
    "luck",
    "decided by the dice",
    "the intraclass correlation of the shares of the win of two games between equal players with the same "
    "dice at each ply and other searches",
    "R. A. Fisher, 1925 (intraclass correlation)",
    "share",
)
#: What random games alone tell.
OF_RANDOM_PLAY = (
    WON, SHARED, SCORE, ADVANTAGE, DECISIVENESS, COMPLETION, LENGTH, SPREAD, SHORTEST, LONGEST, QUANTILE,
    BRANCHING, MOST_MOVES, AGENCY, COVERAGE, TREE,
)  # fmt: skip


# --- What people call them ---------------------------------------------------------------------------------

_EVERYDAY: dict[str, Definition] = {
    "draws": SHARED, "draw": SHARED, "ties": SHARED, "drawn games": SHARED, "draw rate": SHARED,
    "decisive games": DECISIVENESS, "decisive": DECISIVENESS,
    "advantage": ADVANTAGE, "unfairness": ADVANTAGE, "first move advantage": ADVANTAGE,
    "finished games": COMPLETION, "games that end": COMPLETION, "finished": COMPLETION,
    "plies": LENGTH, "ply": LENGTH, "game length": LENGTH, "duration": LENGTH, "turns": LENGTH,
    "mean length": LENGTH, "average length": LENGTH,
    "spread": SPREAD, "spread of length": SPREAD,
    "shortest game": SHORTEST, "longest game": LONGEST,
    "choices": BRANCHING, "branching factor": BRANCHING, "legal moves": BRANCHING,
    "choice": AGENCY, "covered board": COVERAGE, "board covered": COVERAGE,
    "tree size": TREE, "games there are": TREE,
}  # fmt: skip
#: Of one seat each, with what may stand behind the player's name: that it wins alone, or how much of the win
#: it gets.
_BY_SEAT: dict[str, tuple[Definition, tuple[str, ...]]] = {
    "won": (WON, ("wins", "won", "win", "wins alone", "won alone", "to win")),
    "seat.score": (SCORE, ("", "score", "scores", "share", "result")),
}
#: How the first seats are called.
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_QUANTILE = re.compile(r"(?:length[., ]*)?(?:quantile\s*\[?\s*)?(\d{1,2})\s*%\s*\]?(?:\s*quantile)?")
_KEYED = re.compile(r"([a-z.]+)\[(.+)\]")

#: A measure, the seat that it is of, and what else it is about.
Named = tuple[Definition, int | None, str]


@cache
def _general() -> dict[str, Definition]:
    """The names without a seat or quantile in them."""
    general = [each for each in OF_RANDOM_PLAY if each.key not in _BY_SEAT and each is not QUANTILE]
    return {name: each for each in general for name in (each.key, each.title)} | _EVERYDAY


@cache
def _names(players: tuple[str, ...]) -> dict[str, Named]:
    """The names of all measures of a game for these players, bare; of two that are alike the first."""
    names: dict[str, Named] = {bare(name): (of, None, "") for name, of in _general().items()}
    names |= dict.fromkeys(("medianlength", "length.median", "median"), (QUANTILE, None, "50%"))
    seats = [(player, seat, player) for seat, player in enumerate(players)]
    for seat in range(len(players)):
        numbered = [f"{word} {seat + 1}" for word in ("player", "seat", "p")]
        if seat < len(ORDINALS):
            numbered += [f"{ORDINALS[seat]} {word}" for word in ("player", "seat", "mover")]
        seats += [(name, seat, "") for name in numbered]
    for name, seat, about in seats:
        for key, (of, words) in _BY_SEAT.items():
            for spelt in (f"{key}[{name}]", *(f"{name}{end}{w}" for w in words for end in ("", "'s"))):
                names.setdefault(bare(spelt), (of, seat, about))
    return names


def named(text: str, players: Sequence[str]) -> Named | None:
    """The measure of a name; None for no name."""
    known = _names(tuple(players)).get(bare(text))
    if known is not None:
        return known
    if match := _QUANTILE.fullmatch(text.casefold().strip()):
        return QUANTILE, None, f"{int(match[1])}%"
    keyed = _KEYED.fullmatch(text.strip())
    of = keyed and next((each for each in OF_RANDOM_PLAY if each.key == keyed[1]), None)
    return (of, None, keyed[2]) if keyed and of and of.key not in _BY_SEAT else None


def measure_names(players: Sequence[str]) -> tuple[str, ...]:
    """All that may be said, for whoever has misspelt it."""
    seats = [f"{ordinal} player" for ordinal, _ in zip(ORDINALS, players, strict=False)]
    own = [f"{each}{more}" for each in (*seats, *players) for more in ("", " wins")]
    return (*_general(), *own, "median length")
