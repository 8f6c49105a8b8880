"""Comparisons from the command line and from Python."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from gdl import StudyError, UserError, compare, load
from interpreter.cli.compare_table import show_comparison
from interpreter.errors.user_errors import MarginError
from interpreter.statistics.intervals import Interval
from interpreter.study.compare.experiment import Comparing
from interpreter.study.compare.measures import Compared, Tracked, by_random_play, in_words, known_margins
from interpreter.study.compare.play import Chunks, PairByRandomPlay, chunks_for
from interpreter.study.reports.comparison import html_comparison
from tests.cli.conftest import Gdl
from tests.cli.conftest import gdl as gdl
from tests.quick import one_in

PAIR = ("tic-tac-toe", "last-step")


def measures() -> tuple[Compared, ...]:
    """What is compared of two games on a board of nine, by a pilot of twenty games each."""
    pilot = {"ended": [[5, 1, 10], [7, 2, 10]], "given_up": 0, "sample": [[5, 10, 5, 1.0]] * 3}
    return by_random_play(("A", "B"), (9, 9), [pilot, pilot], 100)


def wide(key: str = "won", margin: float = 0.02) -> Tracked:
    """A measure of which nothing is known."""
    compared = next(each for each in measures() if each.key == key)
    return Tracked.of(compared, "random play", 0.99, margin)


def games(first: int, second: int, given_up: int = 0) -> dict[str, object]:
    """Games of which the first player has won some, and the second others."""
    rows = [[5, 1, first], [7, 2, second]]
    return {"ended": rows, "given_up": given_up, "sample": []}


# --- What is decided --------------------------------------------------------------------------------------


def test_a_large_difference_differs_and_none_is_the_same() -> None:
    tracked = wide()
    tracked.look({"a": games(100, 100), "b": games(110, 90)})
    assert tracked.finding.verdict == "undecided" and not tracked.decided
    tracked.look({"a": games(5000, 5000), "b": games(6000, 4000)})
    found = tracked.finding
    assert found.verdict == "differs" and found.decided_after == 10_200 == found.games
    assert 0 < found.low < 0.1 < found.high and found.a == pytest.approx(0.5)
    same = wide()
    same.look({"a": games(50_000, 50_000), "b": games(50_100, 49_900)})
    assert same.finding.verdict == "same" and -0.02 <= same.finding.low < 0 < same.finding.high <= 0.02


def test_a_difference_that_is_no_larger_than_the_margin_is_the_same() -> None:
    """Though it is not zero: ten points are none to who has said that twenty do not matter."""
    tracked = wide(margin=0.2)
    tracked.look({"a": games(5000, 5000), "b": games(6000, 4000)})
    assert tracked.finding.low > 0 and tracked.finding.verdict == "same"


def test_bounds_never_widen_and_what_was_decided_stays() -> None:
    tracked = wide()
    bounds = []
    for first in (620, 660, 610, 600, 590, 630):
        tracked.look({"a": games(500, 500), "b": games(first, 1000 - first)})
        bounds.append((tracked.finding.low, tracked.finding.high, tracked.finding.decided_after))
    assert [low for low, _, _ in bounds] == sorted(low for low, _, _ in bounds)
    assert [high for _, high, _ in bounds] == sorted((high for _, high, _ in bounds), reverse=True)
    assert len({after for _, _, after in bounds if after is not None}) == 1


def test_a_game_that_is_given_up_is_won_by_nobody_shared_by_all_and_as_long_as_can_be() -> None:
    outcome = games(3, 1, given_up=4)
    pilot = games(10, 10)
    sums = {each.name: each.sums(outcome) for each in by_random_play(("A", "B"), (0, 0), [pilot, pilot], 10)}
    assert sums["won[A]"] == (8, 3.0, 3.0) and sums["won[B]"] == (8, 1.0, 1.0)
    assert sums["drawn"] == (8, 0.0, 0.0) and sums["completion"] == (8, 4.0, 4.0)
    assert sums["score[A]"] == (8, 3 + 4 / 2, 3 + 4 / 4)
    assert sums["length"] == (8, 3 * 5 + 7 + 4 * 10, 3 * 25 + 49 + 4 * 100)
    assert "coverage" not in sums  # there is no board


def test_lengths_are_cut_at_twice_the_longest_of_the_pilot() -> None:
    pilot = games(10, 10)
    (length,) = (e for e in by_random_play(("A", "B"), (9, 9), [pilot, pilot], 100) if e.key == "length")
    assert length.most == 14 and length.guesses == (6.0, 6.0) and length.margin == pytest.approx(0.3)
    assert length.sums({"ended": [[20, 1, 2]], "given_up": 1}) == (3, 42.0, 3 * 14**2)
    assert "14" in length.definition


def test_chunks_grow_and_share_no_game() -> None:
    chunks = Chunks(16)
    assert [chunks.size(n) for n in (0, 3, 4, 8)] == [16, 16, 32, 48]
    assert [Chunks(16, 7).size(n) for n in (0, 1, 4, 5)] == [7, 16, 16, 32]
    assert all(chunks.first(n + 1) == chunks.first(n) + chunks.size(n) for n in range(20))
    assert [chunks.within(n) for n in (15, 16, 31, 64, 95, 96)] == [0, 1, 1, 4, 4, 5]


@pytest.mark.parametrize("chunks", [Chunks(16), Chunks(16, 8), Chunks(2)])
def test_what_chunks_leave_is_played_in_parts_of_its_own(chunks: Chunks) -> None:
    for wanted in (1, 2, 3, 15, 16, 31, 32, 50, 1000):
        whole, rest = chunks.within(wanted), chunks.rest(wanted)
        spans = [(chunks.first(n), chunks.size(n)) for n in range(whole)] + list(rest)
        assert [first + count for first, count in spans[:-1]] == [first for first, _ in spans[1:]]
        assert spans[0][0] == 0 and sum(spans[-1]) == wanted and all(count > 0 for _, count in spans)
        if chunks.pilot:  # which is no more than a quarter, and at least one game
            assert spans[0][1] <= -(-wanted // 4)


@pytest.mark.parametrize("games", [1, 2, 50, 700, 3001])
def test_no_more_games_are_played_than_are_wanted(games: int) -> None:
    one, other = map(load, PAIR)
    found = compare(one, other, games, search="random", search_games=5, rule_games=0, seed=1, precise=True)
    assert [(part.games, part.ended_by) for part in found.parts] == [(games, "games"), (5, "games")]
    assert found.games == 2 * (games + 5)
    # the pilot's games count for nothing else
    assert found["length"].games == games - (256 if games > 1024 else -(-games // 4))
    assert found["length by random"].games == 5


# --- In words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "bounds", "unit", "said"),
    [
        ("differs", (0.081, 0.05, 0.112), "share", "8.1 points more often (5.0 to 11)"),
        ("differs", (-0.25, -0.3, -0.2), "share", "25 points less often (20 to 30)"),
        ("same", (0.001, -0.004, 0.012), "share", "as often, within 1.2 points"),
        ("same", (0.01, 0.005, 0.015), "share", "as often, within 1.5 points (0.5 to 1.5 more often)"),
        ("same", (0.0, -1.0, 1.0), "plies", "as long, within 1.0 ply"),
        ("undecided", (0.01, -0.02, 0.04), "share", "from 2.0 points less often to 4.0 more often"),
        ("differs", (12.3, 8.0, 16.2), "plies", "12 plies longer (8.0 to 16)"),
        ("differs", (-3.1, -3.4, -2.8), "moves", "3.1 fewer (2.8 to 3.4)"),
    ],
)
def test_words(verdict: str, bounds: tuple[float, float, float], unit: str, said: str) -> None:
    key = {"share": "won", "plies": "length", "moves": "branching"}[unit]
    assert in_words(verdict, Interval(*bounds), unit, wide(key).compared.words) == said


# --- The command ------------------------------------------------------------------------------------------


def test_two_columns_and_what_to_believe(gdl: Gdl) -> None:
    ran = gdl("compare", *PAIR, "--games", "3000", "--search-games", "4", "--search", "random", "--seed", "1",
              "--rule-games", "0")  # fmt: skip
    assert ran.code == 0 and not ran.err
    rows = {" ".join(line.split()[:3]): line for line in ran.out.splitlines()}
    assert "plies shorter" in rows["differs length 7.6"]
    assert "random play: " in ran.out and "random for all seats: 4 games of each" in ran.out
    assert "Cross and Player 1" in ran.out or "by their seats" in ran.out
    assert "seed 1" in ran.out


def test_the_same_game_with_an_option_of_its_own(gdl: Gdl) -> None:
    words = ("--games", "200", "--search", "none", "--rule-games", "0", "--seed", "1")
    for sides in (("-b", "Row=13"), ("-o", "Row=13", "-a", "Row=9")):
        ran = gdl("compare", "last-step", *sides, *words)
        assert ran.code == 0 and "A  Last Step, Row=9\nB  Last Step, Row=13\n" in ran.out
    ran = gdl("compare", "last-step", "-a", "Row=9")
    assert ran.code == 0 and "no game was played" in ran.out


def test_files_of_the_same_rules_are_not_played(tmp_path: Path, gdl: Gdl) -> None:
    text = Path(load("tic-tac-toe").recipe.path).read_text()
    copy = tmp_path / "copy.lud"
    copy.write_text(f"// edited\n{text}")
    ran = gdl("compare", "tic-tac-toe", str(copy), "--json")
    found = json.loads(ran.out)
    assert ran.code == 0 and "comments" in found["same_rules"] and not found["parts"]
    assert found["a"]["label"] == "Tic-Tac-Toe, tic-tac-toe.lud"
    assert found["b"]["label"] == "Tic-Tac-Toe, copy.lud"
    words = ("--search", "none", "--rule-games", "0", "-n", "99", "--json")
    played = gdl("compare", "tic-tac-toe", str(copy), "--play-anyway", *words)
    assert json.loads(played.out)["findings"]


def test_json_has_what_python_has(gdl: Gdl) -> None:
    words = ("-n", "500", "--search", "none", "--seed", "3", "--rule-games", "30", "--json")
    ran = gdl("compare", *PAIR, *words)
    one, other = map(load, PAIR)
    found = compare(one, other, 500, search=None, rule_games=30, seed=3)
    assert json.loads(ran.out) == json.loads(json.dumps(found.as_json()))
    row = next(each for each in json.loads(ran.out)["findings"] if each["name"] == "length")
    assert (row["a"], row["verdict"]) == (found["length"].a, "differs")
    assert found["length"] in found.differs
    with pytest.raises(KeyError):
        found["depth"]


def test_margins(gdl: Gdl) -> None:
    one, other = map(load, PAIR)
    margins = {"": "50%", "won": "0.3", "length": "2", "branching": "10%"}
    found = compare(one, other, 300, search=None, rule_games=0, seed=3, margins=margins)
    assert found["drawn"].margin == 0.5 and found["length"].margin == 2.0
    assert {each.margin for each in found.findings if each.key == "won"} == {0.3}
    assert found["branching"].margin == pytest.approx(0.1 * found["branching"].a, rel=0.1)
    assert found["completion"].verdict == "same"


def test_shares_in_percent_and_margins_that_are_no_texts() -> None:
    for key in {each.key for each in measures() if each.unit == "share"}:
        with pytest.raises(MarginError, match="in percent"):
            known_margins({key: "2"})
        known_margins({key: "0.5"})
    known_margins({"length": "2", "branching": "1"})
    one, other = map(load, PAIR)
    with pytest.raises(MarginError, match="to be a text"):
        compare(one, other, 10, margins={"won": 1})  # type: ignore[dict-item]


def test_all_measures_share_the_risk() -> None:
    one, other = map(load, PAIR)
    alone = compare(one, other, 100, search=None, rule_games=0, seed=3)
    both = compare(one, other, 100, search="random", search_games=4, rule_games=0, seed=3)
    for found in (alone, both):
        assert {each.level for each in found.findings} == {1 - (1 - 0.95) / len(found.findings)}
    counted = compare(one, other, 100, search=None, rule_games=20, seed=3)
    questions = len(counted.findings) + 1  # all rules are one
    assert counted.findings[0].level == 1 - (1 - 0.95) / questions
    assert counted.rules is not None
    risk = sum(1 - each.level for each in counted.rules.both)
    assert risk == pytest.approx(0.05 / questions)
    assert len({each.name for each in both.findings}) == len(both.findings) > len(alone.findings)


def test_a_level_is_told_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = map(load, PAIR)
    found = compare(one, other, 20, search=None, rule_games=0, seed=3, level=0.999)
    show_comparison(found)
    assert "with 99.9% all of these are right together" in capsys.readouterr().out
    pytest.importorskip("matplotlib")
    page = html_comparison(found)
    assert "holds together with 99.9%," in page and "100% for all" not in page


def test_games_for_different_numbers_of_players() -> None:
    found = compare(load("tic-tac-toe"), load("triad"), 30, search=None, rule_games=0, seed=1)
    assert not any(each.key in ("won", "score", "drawn") for each in found.findings)
    assert found["length"] and any("different numbers of players" in note for note in found.notes)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("tic-tac-toe",), 2, "-b Board=Backs"),
        (("tic-tac-toe", "no-such-game"), 1, "E0510"),
        (("last-step", "-b", "Row=77x"), 1, "error["),
        (("last-step", "-b", "Row"), 2, "NAME=VALUE"),
        ((*PAIR, "--margin", "wins=1%"), 1, "E0810"),
        ((*PAIR, "--margin", "won=much"), 1, "E0810"),
        ((*PAIR, "--margin", "2"), 1, "E0810"),
        ((*PAIR, "--margin", "won=1"), 1, "is this a share in percent? write `won=1%`"),
        ((*PAIR, "--margin", "won=1%", "--margin", "won=2%"), 1, "E0810"),
        ((*PAIR, "--search", "mcts:1s"), 1, "E0800"),
        ((*PAIR, "--search", "human"), 1, "E0800"),
        ((*PAIR, "--search", "mcst"), 1, "E0513"),
        ((*PAIR, "--time", "soon"), 2, "--time"),
        ((*PAIR, "--games", "0"), 2, "--games"),
        ((*PAIR, "--results", "r.jsonl"), 2, "--seed"),
        ((*PAIR, "--on", "slurm:x"), 1, "E0800"),
    ],
)
def test_mistakes(words: tuple[str, ...], code: int, said: str, gdl: Gdl) -> None:
    ran = gdl("compare", *words)
    assert ran.code == code and said in ran.err and "Traceback" not in ran.err


def test_numbers_out_of_bounds_in_python() -> None:
    one, other = map(load, PAIR)
    for wrong in ({"games": 0}, {"seconds": 0.0}, {"level": 1.0}, {"search_games": 0}, {"longest": 0}):
        with pytest.raises(ValueError):
            compare(one, other, **wrong)  # type: ignore[arg-type]


def test_a_frame_takes_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    one, other = map(load, PAIR)
    with pytest.raises(UserError, match="pip install pandas"):
        compare(one, other, 20, search=None, rule_games=0, seed=1).to_frame()


# --- Use of the rules -------------------------------------------------------------------------------------

RULES = """(game "Fill"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (= LIMIT (count Moves)) (result Mover Draw))
        })
    )
)
"""


def test_rules_that_come_about_more_often_and_those_that_only_one_file_has(tmp_path: Path, gdl: Gdl) -> None:
    """After four moves nobody can have three in a row: the ending is dead. The limit is another rule."""
    for name, limit in (("short", "4"), ("long", "9")):
        (tmp_path / f"{name}.lud").write_text(RULES.replace("LIMIT", limit))
    files = [str(tmp_path / f"{name}.lud") for name in ("short", "long")]
    words = ("-n", "500", "--search", "none", "--seed", "1")
    ran = gdl("compare", *files, *words)
    assert ran.code == 0
    section = ran.out.split("use of the rules: 1,000 random games of each")[1]
    rows = [" ".join(line.split()) for line in section.splitlines()]
    for row in (
        "differs line 7: (result Mover Win) decided 0.0% 8",
        "differs line 7: (is Line 3) held 0.0% 8",
        "differs line 8: (result Mover Draw) decided 100.0% 1",
        "only A line 8: (= 4 (count Moves)) held 100.0%",
        "only B line 8: (= 9 (count Moves)) held",
    ):
        assert any(each.startswith(row) for each in rows), row
    told = json.loads(gdl("compare", *files, *words, "--json").out)
    dead = next(each for each in told["rules"]["both"] if each["title"] == "(is Line 3) held")
    assert dead["a"] == 0.0 and dead["verdict"] == "differs" and dead["low"] > 0.5


# --- The same wherever it is played -----------------------------------------------------------------------


@pytest.mark.parametrize(("several", "all_parts"), one_in(2, [(2, False), (8, True)]))
def test_one_and_several_workers_write_the_same_bytes(several: int, all_parts: bool, tmp_path: Path) -> None:
    one, other = load("last-step"), load("last-step", {"Row": "13"})
    search, rule_games, parts = ("random", 30, ("", ".rules", ".search")) if all_parts else (None, 0, ("",))
    found, files = [], []
    for workers in (1, several):
        file = tmp_path / str(workers)
        found.append(
            compare(
                one, other, 6_000, search=search, search_games=6, rule_games=rule_games, seed=1,
                workers=workers, file=file,
            )
        )  # fmt: skip
        files.append([Path(f"{file}{part}").read_bytes() for part in parts])
    assert found[0] == found[1]
    assert files[0] == files[1]


def test_more_games_go_on_from_the_file(tmp_path: Path) -> None:
    one, other = map(load, PAIR)
    file, whole = tmp_path / "kept", tmp_path / "whole"
    few = compare(one, other, 5_000, search=None, rule_games=0, seed=1, precise=True, file=file)
    kept = file.read_bytes()
    more = compare(one, other, 30_000, search=None, rule_games=0, seed=1, precise=True, file=file)
    at_once = compare(one, other, 30_000, search=None, rule_games=0, seed=1, precise=True, file=whole)
    assert more == at_once and more.games > few.games
    assert file.read_bytes() == whole.read_bytes() and file.read_bytes().startswith(kept)
    fewer = compare(one, other, 5_000, search=None, rule_games=0, seed=1, precise=True, file=file)
    assert fewer == few and file.read_bytes() == whole.read_bytes()
    with pytest.raises(StudyError):
        compare(one, other, 5_000, search=None, rule_games=0, seed=2, file=file)


def test_it_stops_when_all_is_decided_unless_it_is_to_be_precise() -> None:
    one, other = load("tic-tac-toe"), load("hex", {"Size": "3"})
    soon = compare(one, other, 60_000, search=None, rule_games=0, seed=1)
    assert soon.parts[0].ended_by == "decided" and soon.parts[0].games < 60_000
    late = compare(one, other, 60_000, search=None, rule_games=0, seed=1, precise=True)
    assert late.parts[0].ended_by == "games" and late.parts[0].games == 60_000
    for each in late.findings:
        assert each.high - each.low <= soon[each.name].high - soon[each.name].low


def test_who_looks_early_has_what_is_known_so_far() -> None:
    one, other = map(load, PAIR)
    seen: list[Comparing] = []

    def look(comparing: Comparing) -> None:
        assert seen or not comparing.result.findings
        seen.append(comparing)
        if comparing.decided[0]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(one, other, 100_000, rule_games=0, seed=1, progress=look)
    found = seen[-1].result
    assert found.parts[-1].ended_by == "interrupted" and found.differs


def test_time_ends_it() -> None:
    one = other = load("tic-tac-toe")
    found = compare(
        one, other, seconds=0.5, search=None, rule_games=0, seed=1, margins={"": "0%"}, even_if_same=True
    )
    assert found.parts[0].ended_by == "time"


def test_the_games_of_both_sides_are_others() -> None:
    """Else a game would never differ from itself, and differences of games alike would seem too sure."""
    game = load("tic-tac-toe")
    job = PairByRandomPlay((game, game), 1, 100, chunks_for((game, game), 1, 100), 1)
    outcome = job.do(0)
    assert outcome["a"] != outcome["b"] and outcome == job.do(0)
