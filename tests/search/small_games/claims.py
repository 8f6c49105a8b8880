"""What searches claim of a small game, held against its truth: every claim that is wrong, in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import define, field

from gdl import Game, load
from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import UnsolvedError
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.net import net
from interpreter.players.player import Candidate, Choice, Line, Player
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings
from tests.players.networks import pseudo_network
from tests.search.small_games.rules import SmallGame
from tests.search.small_games.truth import NEVER, Node, Truth

#: Games of more positions are left out, and of fewer say next to nothing.
MOST, FEWEST = 1500, 10
MEMORY = 1 << 20
#: So many plies of a game are played at most.
LONGEST = 24


@define
class Report:
    """What was compared of one game."""

    game: SmallGame
    #: why nothing was
    skipped: str = ""
    wrong: list[str] = field(factory=list)
    #: claims that were held against the truth, by the search that made them
    claims: dict[str, int] = field(factory=dict)


def compare(small: SmallGame, engine: str, most: int = MOST) -> Report:
    """Hold everything that the searches claim of a game against its truth."""
    from tests.search.small_games.truth import TooLargeError

    report = Report(small)
    with TemporaryDirectory() as folder:
        file = Path(folder, "small.lud")
        file.write_text(small.text, encoding="utf-8")
        try:
            game = load(file)
            truth = Truth(game.on("python"), small.endless, most)
        except LanguageError:
            report.skipped = "is refused"
            return report
        except TooLargeError:
            report.skipped = "too large"
            return report
        if truth.size < FEWEST:
            report.skipped = "too small"
            return report
        _Comparison(game.on(engine), truth, report).run()
    return report


@define
class _Comparison:
    """One game's searches, fresh and used."""

    game: Game
    truth: Truth
    report: Report
    random: random.Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.random = random.Random(f"claims {self.report.game.seed}")

    def run(self) -> None:
        if self.truth.players < 3:
            self.solved()
        makers = [("mcts", self.mcts)]
        if self.report.game.seed % 3 == 0:
            makers.append(("net", self.net))
        if self.truth.players == 2:
            makers.append(("alphabeta", self.alphabeta))
        for name, make in makers:
            player = make()
            for number in range(4):
                # one player over whole games; at the end fresh ones, each asked once in the middle of a game
                for place, (line, node) in enumerate(self.played(player if number < 3 else None)):
                    if number < 3 or place % 3 == self.report.game.seed % 3:
                        # one of these games is told by where it stands alone
                        told = Line((line.state,)) if number == 1 else line
                        self.thought(name, player if number < 3 else make(), told, node)

    def mcts(self) -> Player:
        count = self.random.choice((30, 200, 600))
        return MctsPlayer(MctsSettings(None, count, TreeSettings(MEMORY, seed=self.random.randrange(99))))

    def net(self) -> Player:
        """PUCT by a network that knows nothing: what it proves is true all the same."""
        count = self.random.choice((30, 200))
        return net(pseudo_network(self.game), count, memory=MEMORY, batch=self.random.choice((1, 16)))

    def alphabeta(self) -> Player:
        return AlphaBetaPlayer(AlphaBetaSettings(None, self.random.choice((2, 4, 6, 9)), MEMORY))

    def played(self, player: Player | None) -> Iterator[tuple[Line, Node]]:
        """A game, half at random and half as the player would; each of its positions."""
        line, node = Line((self.game.start(1),)), self.truth.start
        for _ in range(LONGEST):
            if node.ended is not None:
                return
            yield line, node
            move = self.random.choice(line.state.legal_moves)
            if player is not None and self.random.random() < 0.5:
                move = player.choose(line).move
            line, node = line.then(move), node.children[move.raw]

    def claimed(self, who: str) -> None:
        self.report.claims[who] = self.report.claims.get(who, 0) + 1

    def wrong(self, who: str, line: Line, what: str) -> None:
        moves = " ".join(str(move) for move in line.moves) or "at first"
        self.report.wrong.append(f"{who} ({moves}): {what}")

    # --- Players --------------------------------------------------------------------------------------

    def thought(self, who: str, player: Player, line: Line, node: Node) -> None:
        """Everything that a player says of a position."""
        choice = player.choose(line)
        for each in choice.thought.candidates:
            self.candidate(who, line, node, each)
        if {each.move for each in choice.thought.candidates} != set(line.state.legal_moves):
            self.wrong(who, line, "not every move is a candidate")
        self.expected(who, line, node, choice)

    def candidate(self, who: str, line: Line, node: Node, each: Candidate) -> None:
        after = node.children[each.move.raw]
        if not each.proved:
            return
        self.claimed(who)
        said = f"{each.move}: {each.value:+.1f} {'in' if each.exact else 'within'} {each.plies}"
        if each.at_most:
            self.wrong(who, line, f"{said} is proved and a bound")
        if self.truth.players > 2:
            self.among_more(who, line, node, each, said)
            return
        value = self.truth.value(after, node.mover)
        if each.value != value:
            self.wrong(who, line, f"{said}, is worth {value:+.1f}")
            return
        plies = self.truth.plies(after)
        if each.plies is None:
            return
        if plies is None or each.plies < plies + 1 or (each.exact and each.plies != plies + 1):
            self.wrong(who, line, f"{said}, lasts {None if plies is None else plies + 1}")

    def among_more(self, who: str, line: Line, node: Node, each: Candidate, said: str) -> None:
        """A claim among three: whatever anybody takes among equals."""
        after = node.children[each.move.raw]
        values = {worth[node.mover - 1] for worth in after.worths}
        if values != {each.value}:
            self.wrong(who, line, f"{said}, may be worth {sorted(values)}")
            return
        lasts = 1 + (0 if after.ended is not None else after.surely.get(node.mover, NEVER))
        if each.plies is not None and (each.plies < lasts or (each.exact and each.plies != lasts)):
            self.wrong(who, line, f"{said}, lasts {lasts}")

    def expected(self, who: str, line: Line, node: Node, choice: Choice) -> None:
        """The line that a player expects: legal, and where the end is proved, on the way there."""
        best = choice.thought.candidates[0]
        if best.move != choice.move or choice.thought.expected[:1] != (choice.move,):
            self.wrong(who, line, "what is chosen is not what is expected")
        state, mover = line.state, node.mover
        for number, move in enumerate(choice.thought.expected, 1):
            if move not in state.legal_moves:
                self.wrong(who, line, f"expects {move}, which is not legal")
                return
            state, node = state.play(move), node.children[move.raw]
            if self.truth.players == 2 and best.proved and self.truth.value(node, mover) != best.value:
                self.wrong(who, line, f"{best.move} is proved, and {move} at {number} gives that away")
                return
            if best.proved and best.exact and node.ended is not None and number != best.plies:
                self.wrong(who, line, f"expects an end after {number} plies, has told {best.plies}")

    # --- Solver ---------------------------------------------------------------------------------------

    def solved(self) -> None:
        """The solver, along a game, and after every move of its positions."""
        solver = Solver(self.game, MEMORY)
        for number in range(2):
            for line, node in self.played(None):
                if not self.solution(solver, line, node):
                    return
                if number == 0 and not self.report.game.endless:
                    for move in line.state.legal_moves:
                        after = node.children[move.raw]
                        if after.ended is None:
                            self.solution(solver, line.then(move), after)

    def solution(self, solver: Solver, line: Line, node: Node) -> bool:
        """Hold one; whether it is one. Where games go on for ever, that nobody can win need not be found."""
        try:
            found = solver.solve(line.state, 3 if self.report.game.endless else 600)
        except UnsolvedError as error:
            unwon = self.report.game.endless and all(plies == NEVER for plies in node.wins)
            if not unwon and "in time" not in str(error) and "more plies" not in str(error):
                self.wrong("solver", line, str(error))
            return False
        self.claimed("solver")
        value, plies = self.truth.value(node, node.mover), self.truth.plies(node)
        if found.value != value:
            self.wrong("solver", line, f"{found.value:+.1f}, is worth {value:+.1f}")
            return True
        winner = next((p for p in range(1, self.truth.players + 1) if node.wins[p] < NEVER), None)
        wanted = None if winner is None else plies
        if found.plies != wanted:
            self.wrong("solver", line, f"in {found.plies}, lasts {wanted}")
        left = plies
        for move in found.line:
            node = node.children[move.raw]
            if winner is None:
                right = self.truth.players == 1 or self.truth.value(node, 1) == 0.0
            else:
                left = (left or 0) - 1
                right = node.wins[winner] == left
            if not right:
                self.wrong("solver", line, f"{move} is not best in {' '.join(map(str, found.line))}")
                return True
        if winner is not None and (node.ended is None or len(found.line) != plies):
            self.wrong("solver", line, f"{' '.join(map(str, found.line))} is not the whole line")
        return True
