"""The measures of random play: their definitions and where they come from."""

from __future__ import annotations

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
