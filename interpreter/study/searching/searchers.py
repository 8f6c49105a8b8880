"""Families of players by search, as studies name them: what they are, and how their budgets are told."""

from __future__ import annotations

from attrs import frozen

#: So many plies are drawn at random before alpha-beta thinks, which draws nothing else.
OPENING = 2


@frozen
class Searcher:
    """A family of players, each of which has a budget for every decision."""

    #: as it is asked for
    name: str
    #: who searches, for those who read of it
    agent: str
    #: the unit of budgets, of one and of several; what stands behind that
    unit: str
    units: str
    each: str
    #: does the next step of a ladder have twice the budget, or one more?
    doubles: bool
    #: do its players tell what they think of each move? Choices, leads, blunders and luck are known by that
    tells: bool
    #: what a player may use, in bytes: some tens of thousands of simulations fill the tree
    memory: int

    def told(self, budget: int) -> str:
        """A budget in words."""
        return f"{budget:,} {self.unit if budget == 1 else self.units}"

    def spent(self, budget: int) -> str:
        """What it is for, too: `16 simulations a decision`."""
        return f"{self.told(budget)} {self.each}"

    def above(self, budget: int) -> int:
        """The budget of the next step of the ladder, which begins with 1."""
        return 2 * budget if self.doubles else budget + 1


UCT = Searcher(
    "uct", "UCT, a new tree for each move", "simulation", "simulations", "a decision", True, True, 256 << 20
)
ALPHA_BETA = Searcher(
    "alpha-beta",
    f"alpha-beta, a new table for each move, games opened by {OPENING} plies at random",
    "ply",
    "plies",
    "ahead",
    False,
    False,
    2 << 20,
)
SEARCHERS = {each.name: each for each in (UCT, ALPHA_BETA)}
