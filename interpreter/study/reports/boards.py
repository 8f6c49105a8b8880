"""Heat maps on the board itself: shares and values by site, over the drawing that games have everywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.drawing.svg.parts import ground_of
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line
from interpreter.search.tree import TreeSettings

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State

#: The ink of what is much, and widths of a board alone and of one of several, in pixels.
_INK, _WIDE, _NARROW = "#08306b", 460, 300
#: Boards of more sites are no picture to look at.
_MOST_SITES = 400


@frozen
class Mark:
    """A site, how much there is of something, 0 to 1, and what is written there."""

    site: str
    much: float
    label: str = ""


def on_board(state: State, marks: Sequence[Mark], title: str, several: bool = False) -> str:
    """Marks on the board of a position, as SVG; no text where the board is too large."""
    game = state.game
    if len(state.plan.every_spot) > _MOST_SITES:
        return ""
    ground = ground_of(state.plan, game.picture)
    stands = {stand.name: stand for stand in ground.stands}
    drawn = []
    for mark in marks:
        stand = stands.get(mark.site)
        if stand is None:
            continue
        part = max(0.0, min(mark.much, 1.0))
        radius = stand.room * 0.88 * (0.25 + 0.75 * part**0.5)
        drawn.append(
            f'<circle cx="{stand.x}" cy="{stand.y}" r="{radius:.1f}" fill="{_INK}" '
            f'fill-opacity="{0.25 + 0.65 * part:.2f}"/>'
        )
        if mark.label:
            ink = "#ffffff" if part > 0.3 else "#111111"
            drawn.append(
                f'<text x="{stand.x}" y="{stand.y}" text-anchor="middle" dominant-baseline="central" '
                f'font-size="{stand.room * 0.6:.1f}" fill="{ink}">{escape(one_line(mark.label))}</text>'
            )
    width = min(_NARROW if several else _WIDE, int(1.6 * ground.box[2]))
    label = escape(one_line(title), quote=True)
    opening = f'<svg role="img" aria-label="{label}" width="{width}" '
    return ground.svg.replace("<svg ", opening, 1).replace("</svg>", f"<g>{''.join(drawn)}</g></svg>")


# --- where pieces go, and by what kinds of moves --------------------------------------------------------


@frozen
class Traffic:
    """Moves of some games: by player the sites that they went to, and of which kinds they were."""

    games: int
    targets: Mapping[int, Counter[str]]
    kinds: Mapping[int, Counter[str]]

    def share(self, player: int, kind: str) -> float:
        """Which part of a player's moves is of a kind."""
        counts = self.kinds.get(player, Counter())
        return counts[kind] / max(1, counts.total())

    def marks(self, player: int) -> list[Mark]:
        """The shares of a player's moves that went to each site, beside the most."""
        counts = self.targets.get(player, Counter())
        total, most = sum(counts.values()), max(counts.values(), default=1)
        return [
            Mark(site, count / most, f"{100 * count / total:.0f}" if count >= total / 100 else "")
            for site, count in counts.items()
        ]


#: Games of random players and of searching ones, plies of each at most, and simulations for a decision.
RANDOM_GAMES, SEARCHED_GAMES, _PLIES, _SIMULATIONS = 200, 8, 200, 100
#: After so many moves of random games no more are played.
_ENOUGH = 10_000


def traffic_of(game: Game, seed: int, searching: bool) -> Traffic:
    """Where the pieces go in some games, at random or between short searches, by the seed."""
    generator = random.Random(seed)
    count = SEARCHED_GAMES if searching else RANDOM_GAMES
    targets: dict[int, Counter[str]] = {}
    kinds: dict[int, Counter[str]] = {}
    for number in range(count):
        player = MctsPlayer(MctsSettings(None, _SIMULATIONS, TreeSettings(1 << 24, seed=seed + number)))
        line = Line((game.start(generator.randrange(1 << 30)),))
        for _ in range(_PLIES):
            state = line.state
            if state.is_over:
                break
            move = player.choose(line).move if searching else state.random_move(generator)
            if move.target is not None:
                targets.setdefault(state.mover, Counter())[move.target] += 1
            kind = f"{move.decision}, taking" if move.is_capture else move.decision
            kinds.setdefault(state.mover, Counter())[kind] += 1
            line = line.then(move)
            line.states[-2].forget()
        if sum(map(Counter.total, kinds.values())) > _ENOUGH:
            return Traffic(number + 1, targets, kinds)
    return Traffic(count, targets, kinds)


# --- first moves ----------------------------------------------------------------------------------------

#: Simulations that value a first move, and so many first moves at most.
VALUING, MOST_FIRST = 500, 64


def first_move_shares(game: Game, seed: int) -> dict[str, float]:
    """What each first move is worth to who makes it, as a share of the win, by a search of what follows.

    Nothing in games that are not for two, that chance decides, or that begin with very many moves.
    """
    state = game.start(seed)
    moves = state.legal_moves
    if len(game.players) != 2 or game.has_chance or len(moves) > MOST_FIRST or game.is_match:
        return {}
    shares: dict[str, float] = {}
    for number, move in enumerate(moves):
        after = state.play(move)
        if after.outcome is not None:
            shares[str(move)] = (1 + after.outcome.value(state.mover)) / 2
            continue
        player = MctsPlayer(MctsSettings(None, VALUING, TreeSettings(1 << 24, seed=seed + number)))
        best = player.choose(Line((after,)), Limit(simulations=VALUING)).thought.candidates[0]
        mine = best.value if after.mover == state.mover else -best.value
        shares[str(move)] = (1 + mine) / 2
    return shares


def pie_advice(shares: Mapping[str, float], most: int = 3) -> str:
    """Which first moves are nearest to even, for a rule by which the second player may take the first one's
    side."""
    even = sorted(shares, key=lambda move: abs(shares[move] - 0.5))[:most]
    listed = ", ".join(f"{move} ({shares[move]:.0%})" for move in even)
    least, largest = min(shares.values()), max(shares.values())
    if largest <= 0.55:
        return f"No first move is worth much more than half ({largest:.0%}): a pie rule does little."
    if least >= 0.55:
        return f"Every first move is worth more than half ({least:.0%} or more): a pie rule turns that round."
    return f"With a pie rule (the second player may take over the first move) nearest to even are {listed}."
