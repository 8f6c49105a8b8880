"""The measures of searching play: their definitions and where they come from."""

from __future__ import annotations

from attrs import frozen

from interpreter.study.measures.definitions import BROWNE, OURS
from interpreter.study.measures.measure import Definition

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
    "give it 60 % against the one before (odds of 3 to 2 with each of several)",
    "F. Lantz and others, Depth in Strategic Games, 2017; AiAi's skill ladders",
    "rungs",
)
TOP = Definition(
    "ladder.top",
    "thought pays up to",
    "the most simulations of which it is seen, at 95 %, that they win over half as many",
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
            "ratings give it 60 % against the one before",
            RUNGS.source,
            "rungs",
        ),
        Definition(
            "ladder.top",
            "looking ahead pays up to",
            "the most plies ahead of which it is seen, at 95 %, that they win over one ply less",
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
