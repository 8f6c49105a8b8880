"""Solving: what it answers, what it refuses, and that the command says so."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gdl import load
from interpreter.cli.main import cli
from interpreter.errors.user_errors import UnsolvedError
from interpreter.game.state import State
from interpreter.search.bounded_proof import ENDLESS
from interpreter.search.solver import Size, Solution, Solver
from tests.quick import one_in


def test_lines_are_played_out() -> None:
    """The line of a solution is as long as it says, and its end is what it says."""
    game = load("cornered").on("native")
    state = game.start(1)
    solution = Solver(game, 1 << 24).solve(state)
    assert solution.plies == len(solution.line)
    for move in solution.line:
        assert not state.is_over
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.winner == (1 if solution.value == 1.0 else 2)


def test_a_short_mate_is_found_in_a_game_without_end() -> None:
    """Two kings' steps from the rook's mate: fool's mate, one ply before its end."""
    game = load("chess").on("native")
    state = game.start(1)
    for text in ("f2-f3", "e7-e5", "g2-g4"):
        state = state.play(text)
    solution = Solver(game, 1 << 26).solve(state, 60)
    assert (solution.value, solution.plies) == (1.0, 1)
    assert str(solution.line[0]).startswith("d8-h4")


@pytest.mark.parametrize(
    ("name", "why"), [("triad", "3 players: only games for one or two"), ("backgammon", "chance")]
)
def test_what_cannot_be_solved_is_refused(name: str, why: str) -> None:
    with pytest.raises(UnsolvedError, match=why):
        Solver(load(name).on("native"), 1 << 22)


def test_time_and_memory_are_limits() -> None:
    game = load("connect-four").on("native")
    with pytest.raises(UnsolvedError, match="not solved in time"):
        Solver(game, 1 << 24).solve(game.start(1), 0.2)
    with pytest.raises(UnsolvedError, match="too small"):
        Solver(game, 1 << 16).solve(game.start(1), 600)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["solve", *words], catch_exceptions=True)
    return result.exit_code, result.output


def test_the_command_tells_who_wins() -> None:
    code, text = run("tic-tac-toe", "--position", "a1 a2 b1 b2")
    assert code == 0
    assert text.splitlines()[0] == "Cross, to move, wins in 1 ply."


def test_the_command_tells_of_every_move() -> None:
    """In the corner and a side taken, Cross to move: c1 wins at once; else Nought draws or wins."""
    code, text = run("tic-tac-toe", "--position", "a1,a2,b1,b2", "--all")
    assert code == 0
    found = {line.split()[0]: line.split(maxsplit=1)[1] for line in text.splitlines()[:5]}
    assert found["c1"] == "wins in 1 ply"
    assert set(found) == {"c1", "a3", "b3", "c2", "c3"}
    assert found["a3"] == "loses in 2 plies"  # c2 completes Nought's row


def test_the_command_tells_programs() -> None:
    code, text = run("tic-tac-toe", "--position", "a1,a2,b1,b2", "--all", "--json")
    told = {each["move"]: (each["value"], each["plies"]) for each in json.loads(text)["moves"]}
    assert code == 0 and told["c1"] == (1.0, 1) and told["a3"] == (-1.0, 2)
    code, text = run("tic-tac-toe", "--json")
    assert (code, json.loads(text)["value"], "-0.0" in text) == (0, 0.0, False)


def test_a_game_too_large_is_told_beforehand() -> None:
    """Hex on eleven by eleven; Tic-Tac-Toe is none."""
    code, text = run("hex", "--time", "100ms", "--memory", "16M")
    assert code == 1 and "note: from here games at random take about" in text
    assert "note:" not in run("tic-tac-toe")[1]


def test_one_can_do_something_meanwhile() -> None:
    game = load("connect-four", {"Size": "5x4"}).on("native")
    solver = Solver(game, 1 << 24)
    seen: list[int] = []
    solver.meanwhile = lambda: seen.append(solver.looked)
    solver.solve(game.start(1))
    assert seen == sorted(seen) and 0 < seen[-1] <= solver.looked


@pytest.mark.parametrize("words", [("--time", "soon"), ("--memory", "1")])
def test_the_command_refuses_what_it_cannot_read(words: tuple[str, str]) -> None:
    code, text = run("tic-tac-toe", *words)
    assert code == 2 and words[1] in text


def test_how_soon_may_not_be_found_in_time() -> None:
    """Who wins is told all the same: the five rows of Breakthrough's 5x4 board are won by who is second."""
    game = load("breakthrough", {"Size": "5x4"}).on("native")
    solver = Solver(game, 1 << 26)
    state = game.start(1)
    exact = solver.ask

    def late(state: State, question: object, left: int, budget: int | None = None) -> int:
        if budget is None and left < ENDLESS:
            raise UnsolvedError("not solved in time")
        return exact(state, question, left, budget)  # type: ignore[arg-type]

    solver.ask = late  # type: ignore[method-assign, assignment]
    found = solver.solve(state)
    assert (found.value, found.plies, found.line) == (-1.0, None, ())


def test_who_wins_is_told_without_how_soon() -> None:
    """The seed's own opening on the second tile: `d1` wins."""
    code, text = run("cornered", "--position", "d1", "--who")
    assert code == 0
    assert text.splitlines()[0] == "Black, to move, loses."


#: Two stones side by side win: whoever begins takes the middle, and wins by his second stone. At an end he
#: only draws, as the other takes the middle.
ROW = """(game "Row" (players 2) (equipment {(board (rectangle 1 3)) (piece "S" Each)}) (rules
    (play (move Add (to (sites Empty))))
    (end {(if (is Line 2) (result Mover Win)) (if (is Full) (result Mover Draw))})))"""
#: Moves, and what the position after them is worth to who is to move: a value, and in how many plies.
IN_A_ROW = {(): (1.0, 3), (1,): (-1.0, 2), (0,): (0.0, None), (0, 1): (0.0, None), (0, 2): (1.0, 1)}


@pytest.mark.parametrize("quick", [None, 0])
def test_a_row_of_three(quick: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answered for a few plies more and more, and by numbers alone."""
    if quick is not None:
        monkeypatch.setattr("interpreter.search.solver._QUICK", quick)
    file = tmp_path / "row.lud"
    file.write_text(ROW, encoding="utf-8")
    game = load(file).on("python")
    solver = Solver(game, 1 << 18)
    for moves, (value, plies) in IN_A_ROW.items():
        state = game.start(1)
        for site in moves:
            state = state.play(next(move for move in state.legal_moves if move.raw.site == site))
        assert solver.solve(state, length=False) == Solution(value, None, ())
        found = solver.solve(state, patience=60.0)
        assert (found.value, found.plies) == (value, plies), moves
        # a line that draws goes to the end, too
        assert len(found.line) == (3 - len(moves) if plies is None else plies)
        assert solver.solve(state, line=False).line == ()


def test_how_soon_is_left_open(tmp_path: Path) -> None:
    """Who wins is told all the same."""
    file = tmp_path / "row.lud"
    file.write_text(ROW, encoding="utf-8")
    game = load(file).on("python")
    solver = Solver(game, 1 << 18)
    exact = solver.ask

    def late(state: State, question: object, left: int, budget: int | None = None) -> int:
        if budget is None and left < ENDLESS:
            raise UnsolvedError("not solved in time")
        return exact(state, question, left, budget)  # type: ignore[arg-type]

    solver.ask = late  # type: ignore[method-assign, assignment]
    found = solver.solve(game.start(1))
    assert (found.value, found.plies, found.line) == (1.0, None, ())


def test_a_proof_looks_at_the_root_of_all_games() -> None:
    """Ten decisions among a hundred moves make 10 ** 20 games."""
    assert Size(10, 100).digits == 10


@pytest.fixture
def by_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is answered quickly, so that who wins is asked by numbers from the first position on."""
    monkeypatch.setattr("interpreter.search.solver._QUICK", 0)


def value(state: State) -> float:
    """What the mover gets, by trying everything."""
    found = -1.0
    for move in state.legal_moves:
        after = state.play(move)
        if after.outcome is None:
            result = value(after) * (1 if after.mover == state.mover else -1)
        else:
            winner = after.outcome.winner
            result = 0.0 if winner is None else 1.0 if winner == state.mover else -1.0
        found = max(found, result)
        if found == 1.0:
            break
    return found


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    one_in(4, [("hex", {"Size": "3"}, 2), ("tic-tac-toe", {}, 3), ("cornered", {}, 9), ("troika", {}, 5)]),
)
@pytest.mark.usefixtures("by_numbers")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**40))
def test_numbers_prove_what_trying_everything_finds(
    name: str, options: dict[str, str], plies: int, seed: int
) -> None:
    """Draws too, where one side has been shown not to win and the other might."""
    game = load(name, options).on("native")
    state = game.start(1)
    for number in range(plies):
        if not state.is_over:
            state = state.play(state.legal_moves[seed // 7**number % len(state.legal_moves)])
    assume(not state.is_over)
    assert Solver(game, 1 << 24).solve(state, length=False).value == value(state)


@pytest.mark.usefixtures("by_numbers")
@pytest.mark.parametrize(
    ("name", "options"), one_in(3, [("hex", {"Size": "3"}), ("hex", {"Size": "4"}), ("troika", {})])
)
def test_numbers_that_grow_too_high_prove_nothing(
    monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, str]
) -> None:
    """Each is won by who begins: with room for small numbers only that is found, or nothing is."""
    monkeypatch.setattr("interpreter.search.dfpn.INFINITE", 400)
    game = load(name, options).on("native")
    with suppress(UnsolvedError):
        assert Solver(game, 1 << 24).solve(game.start(1), 2, length=False).value == 1.0


BOTH_LOSE = """
(game "Both"
    (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result All Loss)))
    )
)
"""


@pytest.mark.usefixtures("by_numbers")
def test_that_one_cannot_win_is_no_win_of_the_other_where_both_lose(tmp_path: Path) -> None:
    file = tmp_path / "both.lud"
    file.write_text(BOTH_LOSE)
    game = load(file).on("native")
    assert Solver(game, 1 << 24).solve(game.start(1), 60).value == 0.0


@pytest.mark.parametrize(
    ("name", "size", "plies"), [("hex", "3", 0), ("connect-four", "4x4", 6), ("breakthrough", "5x4", 3)]
)
@pytest.mark.usefixtures("by_numbers")
def test_numbers_are_the_same_on_both_engines(name: str, size: str, plies: int) -> None:
    """As many positions are looked at, whatever their fingerprints."""
    looked = []
    for engine in ("native", "python"):
        game = load(name, {"Size": size}).on(engine)
        state = game.start(1)
        for number in range(plies):
            state = state.play(state.legal_moves[number * number % len(state.legal_moves)])
        solver = Solver(game, 1 << 24)
        looked.append((solver.solve(state, length=False).value, solver.looked))
    assert looked[0] == looked[1]


ROUND = """
(game "Round"
    (players 2)
    (equipment {
        (board (square 2))
        (piece "Stone" Each (move Step Orthogonal (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Stone1" {"A1"}) (place "Stone2" {"B2"}) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


def test_what_goes_round_in_circles_is_not_called_a_draw(tmp_path: Path) -> None:
    """On a board of four cells nobody is ever stuck: that is not proved by going on for ever."""
    file = tmp_path / "round.lud"
    file.write_text(ROUND)
    game = load(file).on("native")
    with pytest.raises(UnsolvedError, match="come again"):
        Solver(game, 1 << 24).solve(game.start(1), 60)


TURNING = """
(game "Turning"
    (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" {0}) (place "Man2" {3})})
        (play (forEach Piece "Man" (move Step Orthogonal (to if:(is Empty (to))) (then (moveAgain)))))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_turn_without_end_is_not_solved_and_told_so(tmp_path: Path, engine: str) -> None:
    """The first player moves again and again: deeper than can be looked, on either engine."""
    file = tmp_path / "turning.lud"
    file.write_text(TURNING)
    game = load(file).on(engine)
    with pytest.raises(UnsolvedError, match="not solved"):
        Solver(game, 1 << 22).solve(game.start(1), 10)
