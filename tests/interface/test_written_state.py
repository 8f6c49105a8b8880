"""A position as one line of text: it names any position of any game, and is read back exactly."""

from __future__ import annotations

import random
from functools import cache

import pytest

from gdl import Game, PositionError, State, load, loads
from interpreter.engines.native.hashing import position_hash
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.game.shipped import shipped_games
from tests.quick import few

#: How many plies of a game are looked at where not all are.
SOME = 60


@cache
def game(name: str, engine: str) -> Game:
    return load(name).on(engine)


def reads_back(state: State, *others: Game) -> None:
    text = state.text
    assert "\n" not in text
    for each in (state.game, *others):
        assert isinstance(each, Game)
        again = each.state(text)
        assert again == state and (again.ply, again.text) == (state.ply, text)


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_every_position_reads_back_on_both_engines(name: str) -> None:
    native, python = game(name, "native"), game(name, "python")
    for seed in (1, 2):
        state = native.start(seed)
        reads_back(state, python)
        while not state.is_over and state.ply < SOME:
            state = state.play(state.random_move())
            reads_back(state, *([python] if state.ply % 8 == 1 or state.is_over else []))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_position_of_200_games_reads_back(name: str) -> None:
    native = game(name, "native")
    for seed in range(200):
        state = native.start(seed)
        while not state.is_over and state.ply < 2_000:
            state = state.play(state.random_move())
            assert native.state(state.text) == state


@pytest.mark.parametrize("name", ["chess", "backgammon", "lasca", "oware", "go", "triad-series"])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_game_goes_on_as_it_would_have(name: str, engine: str) -> None:
    """Same legal moves, same texts of them, same states after them: nothing that rules look at was lost."""
    choose = random.Random(name)
    state = game(name, engine).start(3)
    for _ in range(12):
        state = state.play(state.random_move())
    again = game(name, engine).state(state.text)
    for _ in range(12):
        assert [str(move) for move in again.legal_moves] == [str(move) for move in state.legal_moves]
        if state.is_over or state.game.has_chance:
            break
        move = choose.choice(state.legal_moves)
        state, again = state.play(move), again.play(str(move))
        assert again == state


def test_what_a_text_looks_like() -> None:
    rows = "r(s1)nbqk(s1)bnr(s1)/pppppppp/8/8/8/8/PPPPPPPP/R(s1)NBQK(s1)BNR(s1)"  # what has not moved has s1
    assert load("chess").start(1).text == f"{rows} 1 0 var_Quiet=0"
    assert load("oware").start(1).text == "/".join(["*(4)" * 6] * 2) + " 1 0"
    assert load("tic-tac-toe").start(1).play("b2").text == "3/1C1/3 2 1 last_to=b2"
    assert load("connect-four").state("7/7/7/7/7/3R3 2 1 last_to=d1") == load("connect-four").start(1).play(
        "d1"
    )


def test_a_text_from_a_hand_is_a_position_too() -> None:
    """The mover's win is there, whoever came to it."""
    state = load("tic-tac-toe").state("CC1/NN1/3 1 4")
    assert state.mover == 1 and state.ply == 4 and not state.is_over
    outcome = state.play("c3").outcome
    assert outcome is not None and outcome.ranks == (1.0, 2.0)


def test_the_seed_decides_what_chance_does() -> None:
    text = load("backgammon").start(1).text
    once, again, other = (load("backgammon").state(text, seed) for seed in (4, 4, 5))
    assert once == again == other
    assert once.random_move() == again.random_move()


#: Texts, where the mistake begins, and what is said to be expected there.
WRONG = (
    ("", 1, "expected what stands where"),
    ("3/3/3", 6, "expected the number of the player to move"),
    ("3/3/3 1", 8, "expected how many moves have been made"),
    ("3/3 1 0", 1, "expected 3 rows"),
    ("3/4/3 1 0", 3, "expected the end of the row: it has 3 sites"),
    ("3/2/3 1 0", 4, "expected 1 site more in this row"),
    ("3/0/3 1 0", 3, "expected a piece or how many sites are empty"),
    ("3/1Q1/3 1 0", 4, "expected a piece (C, N) or how many sites are empty, not `Q`"),
    ("3/1[Cros1]1/3 1 0", 4, "expected a piece"),
    ("3/1[Cross1/3 1 0", 4, "expected a piece"),
    ("3/1C(x)1/3 1 0", 5, "expected how many, and s, v or r"),
    ("3/1{CN}1/3 1 0", 4, "expected no stack in this game"),
    ("3/3/3|3 1 0", 1, "expected a board alone, not 2 parts"),
    ("3/3/3 3 0", 7, "expected the number of the player to move, 1 to 2, not `3`"),
    ("3/3/3 1 x", 9, "expected how many moves have been made"),
    ("3/3/3 1 0 over", 11, "expected a field with its value"),
    ("3/3/3 1 0 last_too=1", 11, "expected a field of the state, not `last_too`"),
    ("3/3/3 1 0 over=0 over=1", 18, "expected another field"),
    ("3/3/3 1 0 over=2", 16, "expected 0 or 1"),
    ("3/3/3 1 0 last_to=zz", 19, "expected a site, not `zz`"),
    ("3/3/3 1 0 last_to=99", 19, "for `last_to`, not 99"),
    ("3/3/3 1 0 rank=1", 16, "expected which of rank and its value"),
    ("3/3/3 1 0 rank=1:1,7:1", 20, "expected a number, 0 to 2"),
    ("3/3/3 1 0 rank=1:x", 18, "expected a number, not `x`"),
    ("3/3/3 1 0 owned=1:a1+d9", 22, "expected a site"),
    ("3/3/3 1 0 owned=1:0xfff", 17, "expected sites of the board for `owned`"),
    ("3/3/3 1 0 past=0.!!", 16, "expected the positions before"),
)


@pytest.mark.parametrize(("text", "column", "wanted"), WRONG)
def test_mistakes_are_told_by_column(text: str, column: int, wanted: str) -> None:
    with pytest.raises(PositionError) as told:
        load("tic-tac-toe").state(text)
    assert told.value.code == "E0517"
    assert f"column {column} of the position: " in told.value.message and wanted in told.value.message


def test_near_names_are_suggested() -> None:
    with pytest.raises(PositionError) as told:
        load("tic-tac-toe").state("3/1[Cros1]1/3 1 0")
    assert "[Cross1]" in told.value.suggestions


@pytest.mark.parametrize("name", ["tic-tac-toe", "lasca", "oware", "backgammon", "go"])
def test_no_text_leads_to_anything_but_a_state_or_a_message(name: str) -> None:
    """Texts with a few characters changed, left out or put in."""
    choose = random.Random(name)
    state = game(name, "native").start(1)
    for _ in range(5):
        state = state.play(state.random_move())
    text = state.text
    for _ in range(400):
        made = [*text]
        for _ in range(choose.randrange(1, 4)):
            at = choose.randrange(len(made))
            made[at : at + choose.randrange(2)] = choose.choice(
                ["", " ", "/", "9", "x", "=", "-", ":", "{", "(", "0"]
            )
        try:
            again = game(name, "native").state("".join(made))
        except PositionError:
            continue
        assert again.legal_moves is not None and game(name, "native").state(again.text) == again


def test_pieces_without_a_letter_have_names() -> None:
    """Three players, whose pieces drawings show with two characters."""
    kinds = " ".join(f'(piece "{name}" Each)' for name in ("Rook", "Rose", "Ram", "Rat", "Rib"))
    made = loads(
        f"""(game "Letters" (players 3) (equipment {{(board (square 3)) {kinds}}})
        (rules (start {{(place "Ram2" 4) (place "Rose3" 0)}}) (play (move Remove (sites Occupied by:All)))
            (end (if (no Moves Mover) (result Mover Loss)))))"""
    )
    text = made.start(1).text
    assert text.startswith("3/1[Ram2]1/[Rose3]2 1 0")
    assert made.state(text) == made.start(1)


@pytest.mark.parametrize("name", few(["chess", "go", "lasca", "katarenga", "oware", "hnefatafl"]))
def test_hashes_of_positions_are_those_of_emitted_code(name: str) -> None:
    state = game(name, "native").start(2)
    for _ in range(25):
        state = state.play(state.random_move())
    engine, raw = state.game.engine, state.raw
    memory, history = engine.layout, raw.history  # type: ignore[attr-defined]
    count = memory.remembered(len(history))  # type: ignore[attr-defined]
    assert count
    for number in range(count):
        at = HISTORY_ENTRY * count + memory.position_size * number
        wanted = int.from_bytes(history[HISTORY_ENTRY * number : HISTORY_ENTRY * (number + 1)], "little")
        assert position_hash(memory, history[at : at + memory.position_size]) == wanted  # type: ignore[arg-type]
