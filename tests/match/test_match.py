"""Matches on the command line and in processes: the same whatever the jobs, and what is left when stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from gdl import load
from interpreter.errors.user_errors import CannotPlayError, PlayerError
from interpreter.match.job import play_match
from interpreter.match.play import Match, Played, play_game
from interpreter.players.kinds import KINDS
from interpreter.players.naming import read_players
from interpreter.players.player import Choice, Kind, Line
from interpreter.records.reading import read_file
from interpreter.records.replaying import Replayer
from interpreter.work.runners import Place
from tests.cli.conftest import Gdl
from tests.players.doubles import Thinker, of, only_for_two, thinker


def match_of(players: str, games: int, name: str = "tic-tac-toe", longest: int = 5000) -> Match:
    return Match(load(name), read_players(players), games, 7, longest, recorded=True)


def told(played: Played) -> tuple[object, ...]:
    """All of a game that does not depend on the time it took."""
    assert played.record is not None
    return played.number, played.entrants, played.ranks, played.plies, played.record.seed, played.record.turns


def test_a_game_of_a_match_depends_on_its_number_alone() -> None:
    match = match_of("random,random", 6, "backgammon", 60)
    games = [told(each) for each in play_match(match)]
    assert [game[0] for game in games] == list(range(6))
    assert told(play_game(match, 4)) == games[4]
    assert len({game[5] for game in games}) == 6


def test_processes_play_the_same_games() -> None:
    match = match_of("random,random", 20)
    assert [told(each) for each in play_match(match, Place(3))] == [told(each) for each in play_match(match)]


def test_what_players_are_told_and_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Thinker] = []
    monkeypatch.setitem(KINDS, "mcts", thinker(made))
    one, two = play_match(match_of("mcts,random", 2))
    assert one.entrants == (0, 1) and two.entrants == (1, 0)
    first, second = made  # a new one for each game, each with its own seed
    assert first.seed != second.seed
    assert [len(line.moves) for line in first.asked] == [0, 2, 4, 6][: len(first.asked)]
    assert one.decisions[0] == len(first.asked) and two.decisions[1] == len(second.asked)
    assert all(len(line.state.legal_moves) > 1 for line in first.asked + second.asked)
    assert one.record is not None and one.record.players == ("mcts", "random")
    assert two.record is not None and two.record.players == ("random", "mcts")


def test_long_games_are_left_and_counted_apart(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    words = [
        "match",
        "tic-tac-toe",
        "-p",
        "random,random",
        "-n",
        "4",
        "--longest",
        "3",
        "--records",
        str(path),
    ]
    found = json.loads(gdl(*words, "--json").out)
    assert (found["games"], found["finished"], found["draws"], found["length"]) == (4, 0, 4, 3.0)
    assert [each["mean"] for each in found["seats"]] == [0.5, 0.5]
    assert [each["draws"] for each in found["players"]] == [4, 4]
    for entry in read_file(path):
        assert entry.record is not None and entry.record.result is not None
        assert (entry.record.result.ranks, entry.record.result.end) == ((1.5, 1.5), "length")
        assert Replayer().replay(entry.record).fits
    told = gdl(*words).out
    assert "; draws 4;" in told and "4 games were left after 3 decisions" in told


@pytest.mark.parametrize("game", ["triad", pytest.param("troke --option players=3", marks=pytest.mark.long)])
def test_records_are_in_order_and_replay(gdl: Gdl, tmp_path: Path, game: str) -> None:
    words = ["match", *game.split(), "-p", "random,random,random", "-n", "3", "--seed", "3"]
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.rec"
        assert gdl(*words, "--jobs", jobs, "--records", str(path)).code == 0
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    entries = read_file(path)
    assert [entry.record.round for entry in entries if entry.record] == [1, 2, 3]
    assert all(Replayer().replay(entry.record).fits for entry in entries if entry.record)


def test_the_score_is_told(gdl: Gdl) -> None:
    ran = gdl("match", "tic-tac-toe", "-p", "random,random", "-n", "10", "--seed", "1")
    assert ran.code == 0 and ran.err == ""
    head, columns, one, two, rating, seats = ran.out.splitlines()
    assert head == "Tic-Tac-Toe: 10 of 10 games, seed 1"
    assert columns.split() == ["player", "won", "95", "%", "wins", "draws", "losses", "s/move"]
    wins, draws, losses = (int(word) for word in one.split()[-4:-1])
    assert wins + draws + losses == 10
    assert [int(word) for word in two.split()[-4:-1]] == [losses, draws, wins]
    assert f"{(wins + draws / 2) * 10:.1f} %" in one
    assert rating.startswith("Elo difference: ")
    assert seats.startswith("seats: Cross ") and "; draws " in seats
    odd = gdl("match", "tic-tac-toe", "-p", "random,random", "-n", "3", "--seed", "1").out
    assert "3 is no multiple of 2" in odd
    three = gdl("match", "triad", "-p", "random,random,random", "-n", "3", "--seed", "1").out
    assert "if equal" in three and three.count("33.3 %") >= 3 and "Elo" not in three


def test_the_clock_is_no_seed(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "mcts", thinker([]))
    note = "do not play the same again"
    assert note in gdl("match", "tic-tac-toe", "-p", "mcts:1s,random", "-n", "2").out
    assert note not in gdl("match", "tic-tac-toe", "-p", "mcts:iterations=5,random", "-n", "2").out


def test_mistakes(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    for players, message in [
        ("human,random", "a match is played without humans"),
        ("randm", "there is no player called `randm`"),
        (" , ", "no player is named"),
    ]:
        ran = gdl("match", "tic-tac-toe", "-p", players)
        assert ran.code == 1 and message in ran.err and ran.out == ""
    assert gdl("match", "tic-tac-toe").code == 2
    with pytest.raises(PlayerError):
        match_of("human", 1)
    monkeypatch.setitem(KINDS, "alphabeta", only_for_two())
    with pytest.raises(CannotPlayError):
        list(play_match(match_of("alphabeta", 1, "triad")))
    unwritable = gdl("match", "tic-tac-toe", "-p", "random", "-n", "2", "--records", "no/such/file")
    assert unwritable.code == 1 and "cannot write" in unwritable.err


def test_ctrl_c_leaves_with_what_was_played(
    gdl: Gdl, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Though a player takes Ctrl-C as a wish to hear its move."""
    asked: list[int] = []

    def choose(line: Line) -> Choice:
        asked.append(1)
        try:
            if len(asked) == 12:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(5)
        except KeyboardInterrupt:
            pass
        return Choice(line.state.legal_moves[0])

    monkeypatch.setitem(KINDS, "slow", Kind("slow", "waits", lambda *_: of(choose)))
    before = signal.getsignal(signal.SIGINT)
    path = tmp_path / "games.rec"
    ran = gdl("match", "tic-tac-toe", "-p", "slow", "-n", "9", "--seed", "1", "--records", str(path))
    assert ran.code == 130 and "1 of 9 games" in ran.out  # seven decisions make a game
    assert len(asked) == 12
    assert [entry.complete for entry in read_file(path)] == [True]
    assert signal.getsignal(signal.SIGINT) is before


def test_the_games_of_a_process_that_is_lost_are_played_again() -> None:
    match = match_of("random,random", 300)
    games = []
    for each in play_match(match, Place(2)):
        if not games:
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGKILL)
        games.append(told(each))
    assert games == [told(each) for each in play_match(match)]


def test_a_match_that_was_ended_goes_on_from_its_results(gdl: Gdl, tmp_path: Path) -> None:
    file = tmp_path / "results"
    words = ["match", "tic-tac-toe", "-p", "random", "-n", "200", "--seed", "5", "--results", str(file)]
    first = gdl(*words)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:20]) + lines[20][:30])
    assert first.code == 0 and gdl(*words).out == first.out
    strip = [[row[:6] + row[7:] for row in json.loads(line)["result"]["games"]] for line in lines[1:]]
    again = file.read_bytes().splitlines()
    assert strip == [[row[:6] + row[7:] for row in json.loads(line)["result"]["games"]] for line in again[1:]]
    other = gdl(*words[:-4], "--seed", "6", "--results", str(file))
    assert other.code == 1 and "E0801" in other.err and "of another match, or of other rules" in other.err
    assert gdl(*words[:-4], "--results", str(file)).code == 2  # without a seed it would be another match


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    words = ["match", "tic-tac-toe", "-p", "random", "-n", "1000000", "-j", "2", "--records", str(path)]
    child = subprocess.Popen(
        [sys.executable, "-m", "interpreter.cli.main", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        limit = time.monotonic() + 60
        while not (path.exists() and path.stat().st_size > 2000) and time.monotonic() < limit:
            time.sleep(0.1)
        os.killpg(child.pid, signal.SIGINT)  # to all of them, as a terminal does
        printed, complaints = child.communicate(timeout=30)
    finally:
        child.kill()
    assert child.returncode == 130 and complaints == ""
    count = int(printed.partition(": ")[2].partition(" of 1000000 games")[0])
    entries = read_file(path)
    assert len(entries) == count and all(entry.complete for entry in entries)
    with pytest.raises(ProcessLookupError):  # nobody of the session is left
        for _ in range(50):
            os.killpg(child.pid, 0)
            time.sleep(0.1)
