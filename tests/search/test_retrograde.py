"""Tables of positions: every value of small games is true, counts are others' too, and players go by them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from gdl import Game, load
from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import UnsolvedError
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.computer import ComputerPlayer, ComputerSettings
from interpreter.players.endgame import Endgames, keep_table, kept_table
from interpreter.players.player import Line
from interpreter.search import retrograde
from interpreter.search.retrograde import Budget, EndgameTable, tabulate
from interpreter.search.solver import Solver
from tests.cli.conftest import Gdl, gdl
from tests.quick import one_in
from tests.search.small_games.rules import SmallGame, small_game
from tests.search.small_games.truth import TooLargeError, Truth

__all__ = ["gdl"]
#: Positions of Hex on 3x3 that are not over: counted by hand-written code that fills the board in turns and
#: looks for chains. (It is by chance as many as Tic-Tac-Toe has: 5,478 positions, of which 958 are ends.)
HEX_3 = 4520


#: Stones are put on a row of three cells in turns; two side by side win. Who begins takes the middle and wins
#: with his second stone. With one stone there, who is to move has lost (it is in the middle) or draws (by
#: taking the middle himself). With two he wins at once where the middle is his, or free; else it fills up.
ROW = """(game "Row" (players 2) (equipment {(board (rectangle 1 3)) (piece "S" Each)}) (rules
    (play (move Add (to (sites Empty))))
    (end {(if (is Line 2) (result Mover Win)) (if (is Full) (result Mover Draw))})))"""


def test_a_row_of_three_worked_out_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the empty row, of three with one stone, and of six with two; and of those that there is room for."""
    file = tmp_path / "row.lud"
    file.write_text(ROW, encoding="utf-8")
    game = load(file).on("python")
    table = tabulate(game, Budget(10))
    assert sorted(table.worths) == [-2, 0, 0, 0, 0, 1, 1, 1, 1, 3]
    assert (table.counts, table.longest, table.which) == ((5, 4, 1), 3, "all positions of the game")
    assert table.is_whole and not table.alone and table.coverage == 1.0
    rounds, random_games = list[int](), retrograde._random_games
    with monkeypatch.context() as patched:
        patched.setattr(
            retrograde, "_random_games", lambda of, number: rounds.append(number) or random_games(of, number)
        )
        part = tabulate(game, Budget(9))
    assert rounds == [0, 1]  # the first tell what comes up, others how much of that is known
    assert sorted(part.worths) == [-2, 0, 0, 0, 0, 1, 1, 1, 1] and not part.is_whole and part.coverage == 1.0
    assert part.which.startswith(
        "positions with room for up to 1 more piece, as they come up in random games"
    )
    assert sorted(tabulate(game, Budget(8)).worths) == [0, 0, 1, 1, 1, 1]
    with pytest.raises(UnsolvedError, match=r"room for up to 0 more pieces, .* take more than 5 positions"):
        tabulate(game, Budget(5))


@pytest.fixture
def own_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))


@cache
def hex_3() -> Game:
    return load("hex", {"Size": "3"}).on("native")


@cache
def hex_table(positions: int = 10_000) -> EndgameTable:
    return tabulate(hex_3(), Budget(positions))


def _truth(small: SmallGame, folder: Path, engine: str) -> tuple[Game, Truth] | None:
    file = folder / "small.lud"
    file.write_text(small.text, encoding="utf-8")
    try:
        game = load(file)
        return game.on(engine), Truth(game.on("python"), small.endless, 200)
    except (LanguageError, TooLargeError):
        return None


@pytest.mark.parametrize("seed", one_in(20, range(60)))
@pytest.mark.usefixtures("own_cache_folder")
def test_every_value_of_a_small_game_is_true(seed: int, tmp_path: Path) -> None:
    """Of the truth that is found by trying everything, with the whole past where rules look at it."""
    small = small_game(seed)
    known = _truth(small, tmp_path, "python" if seed % 2 else "native")
    if known is None or len(known[0].players) > 2:
        return
    game, truth = known
    table = tabulate(game, Budget(50_000, 64 << 20, 60.0))
    assert table.is_whole
    keep_table(game, table)
    endgames = Endgames.of(game)
    assert endgames is not None
    line = Line((game.start(1),))
    nodes = {id(truth.start): truth.start}
    waiting = [(line, truth.start)]
    while waiting:
        line, node = waiting.pop()
        value = truth.value(node, node.mover)
        assert endgames.worth(line.state) is not None
        worth, plies = endgames.worth(line.state) or (None, None)
        assert worth == value, line.moves
        if worth and not table.alone:
            assert plies == truth.plies(node), line.moves
        choice = endgames.choose(line)
        assert choice is not None
        assert truth.value(node.children[choice.move.raw], node.mover) == value
        for move in line.state.legal_moves:
            child = node.children[move.raw]
            if child.ended is None and id(child) not in nodes and len(nodes) < 120:
                nodes[id(child)] = child
                waiting.append((line.then(move), child))


#: Stones go round on a ring of cells for ever; who has no move has lost.
ROUND = """(game "Round" (players 2) (equipment {(board (rectangle 2 SIZE))
    (piece "S" Each (move Step Orthogonal (to if:(is Empty (to)))))}) (rules
    (start {(place "S1" (sites {0})) (place "S2" (sites {1}))})
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def test_what_goes_round_for_ever_is_drawn(gdl: Gdl, tmp_path: Path) -> None:
    """On 2x3 one stone cannot shut another in. Two stand in 30 ways; by the colours of their cells, as of a
    chessboard, it is known whose turn it is."""
    file = tmp_path / "round.lud"
    file.write_text(ROUND.replace("SIZE", "3"), encoding="utf-8")
    game = load(file).on("native")
    table = tabulate(game)
    assert (len(table), table.counts) == (30, (0, 30, 0))
    with pytest.raises(UnsolvedError, match="all positions of the game take more than 20 positions"):
        tabulate(game, Budget(20))


@pytest.mark.slow
def test_positions_are_counted_as_by_others() -> None:
    table = hex_table()
    assert len(table) == HEX_3 and table.which == "all positions of the game"
    assert table.counts[1] == 0  # Hex has no draws
    assert len(tabulate(load("tic-tac-toe").on("native"))) == 5478 - 958


@pytest.mark.usefixtures("own_cache_folder")
def test_a_table_is_kept_and_says_what_the_solver_says() -> None:
    game = hex_3()
    assert kept_table(game) is None and Endgames.of(game) is None
    keep_table(game, hex_table())
    endgames, solver = Endgames.of(game), Solver(game, 1 << 22)
    assert endgames is not None and kept_table(load("hex", {"Size": "4"})) is None
    for text in ("", "b2", "a1 b2 c1", "a1 c3 a2 b1"):
        state = Line((game.start(1),)).play(*text.split()).state
        solution = solver.solve(state)
        assert endgames.worth(state) == (solution.value, solution.plies), text
        line = (endgames.solution(state) or solution).line
        assert len(line) == solution.plies  # who wins hurries, who loses delays
        for move in line:
            state = state.play(move)
        assert state.is_over


@pytest.mark.slow
@pytest.mark.usefixtures("own_cache_folder")
def test_what_is_too_large_is_tabulated_from_its_end_and_alphabeta_sees_it_beyond_its_depth() -> None:
    """All but the start is in the table: so the win of five plies is seen by looking three ahead."""
    game, part = hex_3(), hex_table(HEX_3 - 1)
    assert len(part) == HEX_3 - 1 and part.coverage == 1.0
    assert not part.is_whole and part.which.startswith("positions with room for up to")
    line = Line((game.start(1),))
    told = AlphaBetaPlayer(AlphaBetaSettings(None, 3, 1 << 22)).choose(line).thought
    assert not told.candidates[0].proved
    keep_table(game, part)
    endgames = Endgames.of(game)
    assert endgames is not None and endgames.worth(line.state) is None
    told = AlphaBetaPlayer(AlphaBetaSettings(None, 3, 1 << 22, tables=True)).choose(line).thought
    best = told.candidates[0]
    assert "plies ahead" in told.work and (best.proved, best.value, best.plies) == (True, 1.0, 5)


@pytest.mark.usefixtures("own_cache_folder")
def test_the_computer_goes_by_it_unless_told_otherwise() -> None:
    game = hex_3()
    keep_table(game, hex_table())
    line = Line((game.start(1),))
    told = ComputerPlayer(game, ComputerSettings(0.05, 1 << 22)).choose(line).thought
    assert told.work == "a table of 4,520 positions"
    assert (told.candidates[0].proved, told.candidates[0].plies) == (True, 5)
    assert [each.value for each in told.candidates].count(1.0) == 5  # of nine first cells (docs/players.md)
    without = ComputerPlayer(game, ComputerSettings(0.05, 1 << 22, known=False)).choose(line).thought
    assert "table" not in without.work


def test_what_cannot_be_tabulated_is_refused_plainly() -> None:
    for name, reason in (("backgammon", "has chance"), ("triad", "for 3 players")):
        with pytest.raises(UnsolvedError, match=reason):
            tabulate(load(name).on("native"))


@pytest.mark.usefixtures("own_cache_folder")
def test_the_command(gdl: Gdl) -> None:
    ran = gdl("solve", "tic-tac-toe", "--table", "--json")
    told = json.loads(ran.out)
    assert (told["positions"], told["kept"]) == (4520, True)
    assert sum(told[name] for name in ("won", "drawn", "lost")) == 4520
    assert "a table of 4,520 positions: all positions of the game" in gdl("players", "tic-tac-toe").out
    assert "draws" in gdl("solve", "tic-tac-toe").out
    assert gdl("solve", "tic-tac-toe", "--table", "--who").code == 2
