"""Scenario files: as tests of pytest in an author's own folder, and with `gdl test`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.errors.user_errors import ScenarioError, SlowRulesError
from interpreter.game.shipped import locate
from interpreter.scenarios.model import is_scenario_file, read_scenarios
from interpreter.scenarios.run import ScenarioFailure, describe, run_scenario
from tests.authors_folder import with_a_game, with_scenarios

pytest_plugins = ["pytester"]

#: The plug-in of pytest-lsp fails at tests that are no functions.
ALONE = ("-p", "no:cacheprovider", "-p", "no:pytest-lsp")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return with_a_game(tmp_path)


HOLDS = """\
  - name: three in a row win
    rule: "Three in a row, column or diagonal win"
    position: {pieces: {Cross: [a1, b1], Nought: [a2, b2]}, mover: 1, ply: 4}
    legal: [c1, c2, a3, b3, c3]
    includes: [c1]
    illegal: [a1]
    mover: Cross
    outcome: none
    after:
      - {move: c1, outcome: {winner: 1}, legal_count: 0, pieces: {Cross: [a1, b1, c1]}}
      - {move: c2, outcome: none, mover: 2}
  - name: a full board is drawn
    moves: b2 a1 a2 c2 c1 a3 b1 b3 c3
    outcome: draw
  - name: perft
    perft: [9, 72, 504]
    ended: [0, 0, 0]
"""

FAILS = [
    ("legal: [a1]", "missing none|unexpected"),
    ("legal: [a1, a2, a3, b1, b2, b3, c1, c2, c3, d4]", "missing d4"),
    ("legal_count: 8", "there should be 8 legal moves, not 9"),
    ("includes: [z1]", "z1 should be legal: `z1` is no move of this game"),
    ("illegal: [a1]", "a1 should not be legal"),
    ("illegal: [z1]", "z1 should be a move that is not legal"),
    ("mover: 2", "2 should be to move, not 1 (Cross)"),
    ("pieces: {Cross: [a1]}", "Cross should be on a1, not on none"),
    ("pieces: {Kross: [a1]}", "the game has no piece Kross"),
    ("outcome: draw", "the outcome should be a draw, not none: the game goes on"),
    ("outcome: {winner: Cross}", "the winner should be Cross, not none"),
    ("scores: [1, 0]", "the scores should be [1, 0], not []"),
    ("perft: [9, 70]", "perft should be [9, 70], not [9, 72]"),
    ("moves: [a1, a1]", "move 2 cannot be played: `a1` is not legal here: a1 is occupied"),
    ("after: {move: a4}", "after: `a4` is no move of this game"),
]


def test_what_holds_holds(folder: Path) -> None:
    file = read_scenarios(with_scenarios(folder, HOLDS))
    assert [scenario.line for scenario in file.scenarios] == [2, 13, 16]
    for scenario in file.scenarios:
        run_scenario(file.game, scenario)


@pytest.mark.parametrize(("promise", "complaint"), FAILS)
def test_what_does_not_hold_is_told_with_the_board(folder: Path, promise: str, complaint: str) -> None:
    file = read_scenarios(with_scenarios(folder, f"  - name: wrong\n    {promise}\n"))
    with pytest.raises(ScenarioFailure) as failure:
        run_scenario(file.game, file.scenarios[0])
    text = str(failure.value)
    assert any(part in text for part in complaint.split("|"))
    assert "a  b  c" in text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("  - rule: nameless\n", "mine.yaml:2: a scenario needs a `name:`"),
        ("  - name: x\n    leagl: [a1]\n", "there is no key `leagl` (did you mean legal?)"),
        ("  - name: x\n    legal: 3\n", "`legal:` is a list"),
        ("  - name: x\n", "x: it says nothing that must hold"),
        ("  - name: x\n    position: {pieces: {Cross: [a1]}}\n", "x: it says nothing that must hold"),
        ("  - name: x\n    moves: []\n", "x: it says nothing that must hold"),
        ("  - name: x\n    position: {peices: {}}\n    legal_count: 9\n", "(did you mean pieces:?)"),
        ("  - name: x\n    perft: [a]\n", "'a' in `perft:` is no whole number"),
        ("  - name: x\n    outcome: win\n", "an outcome is none, draw"),
        ("  - name: x\n    after: {legal: [a1]}\n", "`after:` needs a `move:`"),
        ("  - name: [x\n", "this is not YAML"),
    ],
)
def test_mistakes_in_a_file_are_told_with_their_line(folder: Path, text: str, complaint: str) -> None:
    with pytest.raises(ScenarioError) as error:
        read_scenarios(with_scenarios(folder, text))
    assert complaint in str(error.value)


def test_the_position_is_that_after_the_moves_that_were_played(folder: Path) -> None:
    file = read_scenarios(with_scenarios(folder, "  - name: twice\n    moves: [b2, a1, a1]\n"))
    with pytest.raises(ScenarioFailure) as failure:
        run_scenario(file.game, file.scenarios[0])
    assert "The position after b2, a1, Cross to move:" in str(failure.value)


def test_only_files_beside_games_are_scenarios(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert is_scenario_file(with_scenarios(folder, HOLDS))
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "mine.yaml"
    elsewhere.write_text("scenarios:\n", encoding="utf-8")
    assert not is_scenario_file(elsewhere)
    other = folder / "other.yaml"
    other.write_text("jobs: []\n", encoding="utf-8")
    assert not is_scenario_file(other)


def test_pytest_runs_them_in_an_authors_own_folder(pytester: pytest.Pytester) -> None:
    shutil.copy(locate("tic-tac-toe"), pytester.path / "mine.lud")
    with_scenarios(pytester.path, HOLDS + "  - name: wrong\n    rule: So it is written\n    legal_count: 8\n")
    result = pytester.runpytest_subprocess(*ALONE, ".")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*So it is written*", "*there should be 8 legal moves, not 9*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    only = pytester.runpytest_subprocess(*ALONE, "-k", "drawn")
    only.assert_outcomes(passed=1, deselected=3)


def test_a_broken_file_is_one_clear_error(pytester: pytest.Pytester) -> None:
    shutil.copy(locate("tic-tac-toe"), pytester.path / "mine.lud")
    with_scenarios(pytester.path, "  - name: x\n    leagl: [a1]\n")
    result = pytester.runpytest_subprocess(*ALONE, ".")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no key `leagl`*"])


HOSTILE = {
    "deep in braces": "  - name: x\n    legal: " + "[" * 100_000,
    "deep in dashes": "  " + "- " * 3000 + "x",
    "deep in keys": "  - name: x\n    position: " + "{a: " * 3000,
    "a value of many digits": f"  - name: x\n    seed: {'9' * 5000}\n",
    "a number of many digits": f"  - name: x\n    seed: {'9' * 500}\n",
    "aliases of aliases": "  - &a [" + "x, " * 9 + "]\n"
    + "".join(f"  - &{chr(98 + n)} [{f'*{chr(97 + n)}, ' * 9}]\n" for n in range(12))
    + "  - name: *m\n",
    "merged again and again": "  - &a {name: x}\n" + f"  - <<: [{'*a, ' * 60_000}]\n",
    "an alias in itself": "  - &a {name: x, rule: *a}\n",
    "a key twice": "  - name: x\n    seed: 1\n    seed: 2\n",
    "a site that is far away": "  - name: x\n    position: {pieces: {}, occupied: 99999999999}\n",
    "a player that is far away": "  - name: x\n    position: {pieces: {}, next: 77}\n",
    "a list as a key": "  - {[1]: 2}\n",
    "python": "  - !!python/object/apply:os.system [exit]\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_words(name: str, tmp_path: Path) -> None:
    from interpreter.errors.user_errors import UserError
    from interpreter.scenarios.model import read_scenarios
    from interpreter.scenarios.run import run_scenario

    (tmp_path / "g.lud").write_text(
        '(game "G" (players 2) (equipment {(board (square 3)) (piece "M" Each)})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))",
        encoding="utf-8",
    )
    path = tmp_path / "g.yaml"
    path.write_text(f"scenarios:\n{HOSTILE[name]}", encoding="utf-8")
    with pytest.raises(UserError) as raised:
        for scenario in read_scenarios(path).scenarios:
            run_scenario(tmp_path / "g.lud", scenario)
    assert len(str(raised.value)) < 400


TAGGED = ("bool", "int", "float", "timestamp", "binary", "null", "str", "set", "omap", "pairs", "map", "seq")
VALUES = ("x", "é", "''", "2020-99-99", "0x", ".", "[a]", "{a: 1}", "9" * 5000)


@pytest.mark.parametrize("tag", TAGGED)
@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_values_with_tags_are_read_or_refused_in_words(tag: str, value: str, folder: Path) -> None:
    """Conversions raise errors of all kinds, which PyYAML lets through."""
    path = with_scenarios(folder, f"  - name: x\n    legal: !!{tag} {value}\n")
    try:
        read_scenarios(path)
    except ScenarioError as error:
        assert len(str(error)) < 600
    else:
        assert tag not in ("bool", "timestamp", "omap")  # nothing here is one


@pytest.mark.parametrize(("tag", "value"), [("bool", "x"), ("timestamp", "x"), ("timestamp", "2020-99-99")])
def test_what_is_wrong_with_it_is_said(tag: str, value: str, folder: Path) -> None:
    path = with_scenarios(folder, f"  - name: !!{tag} {value}\n")
    with pytest.raises(ScenarioError, match=f":2: this is not YAML: `{value}` is no !!{tag}$"):
        read_scenarios(path)


def test_what_looks_like_a_date_is_a_text(tmp_path: Path) -> None:
    from interpreter.support.yaml_text import read_yaml

    assert read_yaml("2020-99-99: 2020-01-01", "x")[0] == {"2020-99-99": "2020-01-01"}
    assert read_yaml("a: &a {b: 1}\nc: {<<: *a, d: *a}", "x")[0]["c"] == {"b": 1, "d": {"b": 1}}


def test_counts_that_take_too_long_are_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine plies of chess are some 2.4 million million sequences: nobody waits for their count."""
    monkeypatch.setattr("interpreter.scenarios.run.PERFT_SECONDS", 0.2)
    shutil.copy(locate("chess"), folder / "mine.lud")
    for what in ("perft", "turns"):
        with_scenarios(folder, f"  - name: deep\n    {what}: [20, 400, 8902, 4, 5, 6, 7, 8, 9]\n")
        file = read_scenarios(folder / "mine.yaml")
        with pytest.raises(SlowRulesError, match=f"{what}: .*of up to 9 moves were not") as error:
            run_scenario(file.game, file.scenarios[0])
        assert "error[E0542]" in str(describe(error.value))
