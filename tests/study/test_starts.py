"""Many starts, proved: against a search of our own through the rules, and as a user asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdl import load
from interpreter.game.state import State
from interpreter.search.starts import FirstMove, Starts, proofs_in
from interpreter.work.perform import perform
from interpreter.work.runners import Place
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)

SHUFFLED = {"Tile": "Shuffled"}


def best(state: State, known: dict[State, tuple[int, int]]) -> tuple[int, int]:
    """Negamax over plain states: the value to the mover, and the plies if winners hurry and losers delay."""
    if state not in known:
        found = []
        for move in state.legal_moves:
            after = state.play(move)
            if after.outcome is not None:
                found.append((int(after.outcome.value(state.mover)), 1))
            else:
                value, plies = best(after, known)
                found.append((-value, plies + 1))
        value = max(each[0] for each in found)
        lengths = [plies for of, plies in found if of == value]
        known[state] = value, min(lengths) if value > 0 else max(lengths)
    return known[state]


@pytest.mark.long
@pytest.mark.parametrize("seed", [1])
def test_a_start_is_worth_what_a_search_through_all_positions_says(seed: int) -> None:
    game = load("cornered", options=SHUFFLED)
    proof = Starts(game, range(1, 9), True).prove(seed)
    start = game.on("auto").start(seed)
    known: dict[State, tuple[int, int]] = {}
    value, plies = best(start, known)
    assert (proof.value, proof.plies) == (value, plies)
    firsts = []
    for move in start.legal_moves:
        answer, more = best(start.play(move), known)
        firsts.append(FirstMove(str(move), -answer, more + 1))
    assert list(proof.moves) == firsts and len(firsts) == 16


def test_the_workers_do_not_matter(tmp_path: Path) -> None:
    job = Starts(load("cornered", options=SHUFFLED), range(25), True)
    for workers in (1, 2):
        for _ in perform(job, Place(workers), tmp_path / str(workers)):
            pass
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    proofs = proofs_in([done.outcome for done in perform(job, file=tmp_path / "1")])
    assert [proof.seed for proof in proofs] == list(range(25))


def test_as_a_user_asks(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    words = ["solve", "cornered", "-o", "Tile=Shuffled", "--starts", "1..12", "--all"]
    found = json.loads(gdl(*words, "--json", "--results", str(tmp_path / "r")).out)
    assert (found["starts"], found["open"], found["seeds"]) == (12, 0, [1, 12])
    assert found["won"] + found["drawn"] + found["lost"] == 12
    assert sum(count for *_, count in found["plies"]) == 12
    assert all(of == 12 and 0 <= wins <= 12 for _, wins, of in found["first_moves"])
    told = gdl(*words, "--results", str(tmp_path / "r"))  # from what was kept
    assert told.code == 0 and told.out.startswith("12 starts proved\n")


def test_mistakes(gdl: Gdl) -> None:  # noqa: F811
    for words, said in [
        (["cornered", "--starts", "1..3"], "every seed is the same start"),
        (["cornered", "-o", "Tile=Shuffled", "--starts", "3..1"], "is no range of seeds"),
        (["cornered", "-o", "Tile=Shuffled", "--starts", "1..x"], "is no range of seeds"),
        (["cornered", "-o", "Tile=Shuffled", "--starts", "1..3", "--who"], "without --position and --who"),
        (["cornered", "--workers", "2"], "are for --starts"),
    ]:
        ran = gdl("solve", *words)
        assert ran.code == 2 and said in ran.err, words
    ran = gdl("solve", "backgammon", "--starts", "1..3")
    assert ran.code == 1 and "Backgammon has chance" in ran.err
