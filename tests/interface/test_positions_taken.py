"""Where a position on one line is taken: games, records, scenarios."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from gdl import Line, PositionError, load, study
from gdl.source.text import Source
from interpreter.game.describing import begun_by_its_rules
from interpreter.game.written_state import is_written_state
from interpreter.records.model import record_of
from interpreter.records.reading import read_records
from interpreter.records.replaying import Replayer
from interpreter.records.writing import record_text
from interpreter.scenarios.model import read_scenarios
from interpreter.scenarios.run import run_scenario


def test_a_game_begins_with_a_text_and_stays_the_same_game() -> None:
    whole = load("tic-tac-toe")
    late = whole.starting_from("CC1/NN1/3 1 4")
    assert late == whole and late.start(1) == whole.state("CC1/NN1/3 1 4")
    assert late.on("native").start(1) == late.start(1)
    assert pickle.loads(pickle.dumps(late)).start(1) == late.start(1)
    assert late.starting_from("3/3/3 1 0").start(1) == whole.start(1)
    for wrong in ("3/3/4 1 0", "nonsense"):
        with pytest.raises(PositionError):
            whole.starting_from(wrong)
    assert [*late.batch(2)] == 2 * [whole.state("CC1/NN1/3 1 4").game.on("native").state("CC1/NN1/3 1 4")]


def test_random_games_of_a_game_that_begins_with_a_text() -> None:
    """They are those of the position: c3 wins at once, and no game lasts longer than five moves."""
    late = load("tic-tac-toe").starting_from("CC1/NN1/3 1 4")
    played = late.playouts(300, seed=2)
    assert played.games == 300 and 300 <= played.moves <= 5 * 300
    assert played.wins == tuple(late.start(1).playouts(300, seed=2).wins)


def test_a_study_begins_with_a_text() -> None:
    """Proved by hand: c3 wins in one; of the five moves each as likely it is one."""
    late = load("tic-tac-toe").starting_from("CC1/NN1/3 1 4")
    whole = begun_by_its_rules(late)
    assert whole.start(1).contents == late.start(1).contents and whole.start(1).ply == 4
    assert whole.playouts(50).moves <= 5 * 50
    assert begun_by_its_rules(whole) is whole
    assert begun_by_its_rules(load("tic-tac-toe")) == load("tic-tac-toe")
    assert 1 <= study(late, 200, seed=1, rule_games=0)["length.max"].value <= 5


def test_a_study_of_what_descriptions_cannot_say_is_refused() -> None:
    state = load("go").start(1)
    for move in ("c3", "d3", "c4"):
        state = state.play(move)
    with pytest.raises(PositionError, match="its rules cannot begin with the positions before it"):
        begun_by_its_rules(load("go").starting_from(state.text))


def test_a_record_has_the_text_and_is_replayed_from_it() -> None:
    late = load("tic-tac-toe").starting_from("CC1/NN1/3 1 4")
    line = Line((late.start(0),))
    line = line.then(line.state.parse("c3"))
    record = record_of(late, line, 0)
    assert record.position == "CC1/NN1/3 1 4"
    again = read_records(Source("one.rec", record_text(record)))[0].record
    assert again is not None
    replayed = Replayer().replay(again)
    assert replayed.fits and replayed.line is not None and replayed.line.state == line.state


def test_a_scenario_starts_from_a_text(tmp_path: Path) -> None:
    (tmp_path / "line.yaml").write_text(
        "game: tic-tac-toe\nscenarios:\n"
        '  - {name: a row, position: "CC1/NN1/3 1 4", moves: [c3], outcome: {winner: 1}}\n'
        '  - {name: wrong, position: "CC1/NQ1/3 1 4", moves: [c3], outcome: {winner: 1}}\n'
    )
    (tmp_path / "tic-tac-toe.lud").write_text(Path(load("tic-tac-toe").recipe.path).read_text())
    good, bad = read_scenarios(tmp_path / "line.yaml").scenarios
    run_scenario(tmp_path / "tic-tac-toe.lud", good)
    with pytest.raises(PositionError, match="column 6 of the position"):
        run_scenario(tmp_path / "tic-tac-toe.lud", bad)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("3/1C1/3 2 1", True), ("8+|* 1 3 over=1", True), ("{XO}2 1 4", True), ("1C1 1 0", True),
        ("{pieces: {Cross1: [a1]}}", False), ("a1 b2 c3", False), ("a1", False), ("12 13 14", False),
        ("here/position.yaml", False), ("", False), ("a1 2 3 x", True),
    ],
)  # fmt: skip
def test_what_looks_like_a_position(text: str, is_one: bool) -> None:
    assert is_written_state(text) is is_one
