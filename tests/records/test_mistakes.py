"""What is wrong with a record is told with a code, at its place; what still plays goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.source.codes.registry import all_codes
from gdl.source.diagnostics import Diagnostic
from interpreter.errors.user_errors import RecordError
from interpreter.records.reading import find_entry, read_file, split_number
from interpreter.records.replaying import Replayer
from tests.cli.conftest import Gdl

REPLAYER = Replayer("python")
HEAD = '[game "tic-tac-toe"]\n[seed "1"]\n'


def mistakes_of(text: str, folder: Path, name: str = "games.rec") -> list[Diagnostic]:
    """All that is said of the games in a text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    found: list[Diagnostic] = []
    for entry in read_file(path):
        found += entry.mistakes
        if entry.record is not None and entry.usable:
            found += REPLAYER.replay(entry.record).mistakes
    return found


def said(mistake: Diagnostic) -> str:
    return " | ".join([mistake.message, mistake.label, *mistake.help, *mistake.notes])


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"),
    [
        ("Dear diary", "E0522", 1, 1, "is no record of games"),
        (f"so: {HEAD}\n*", "E0522", 1, 1, "is no record of games"),
        (f"so:\n{HEAD}\n*", "E0522", 1, 1, "no game begins here"),
        (f"{HEAD}\n1. b2 ] 2. a1 *", "E0522", 4, 7, "cannot be read"),
        (f'{HEAD}\n1. "b2\n2. a1 *\n', "E0522", 4, 4, "never closed"),
        (f"{HEAD}\n1. b2 * 2. a1\n", "E0522", 4, 9, "has ended before this"),
        (f'{HEAD}\n1. b2\n[round "2"]\n2. a1 *', "E0522", 5, 1, "a tag stands before the moves"),
        ('[game "tic-tac-toe"]\n[seed "x"]\n*', "E0523", 2, 1, "a whole number is wanted"),
        ('[game "tic-tac-toe"]\n[date "May 1"]\n*', "E0523", 2, 1, "a day is wanted, such as 2026-05-01"),
        ('[game "tic-tac-toe"]\n[result "won"]\n*', "E0523", 2, 1, "ranks are wanted, such as 1 2"),
        ('[game "tic-tac-toe"]\n[end "bang"]\n*', "E0523", 2, 1, "agreement, resignation, time, length"),
        ('[game "tic-tac-toe"]\n[seed "1" "2"]\n*', "E0523", 2, 1, "`seed` has 1 value in quotes, not 2"),
        ('[game "tic-tac-toe"]\n[option "Size"]\n*', "E0523", 2, 1, "`option` has 2 values in quotes, not 1"),
        ('[game "tic-tac-toe"]\n[seed "1"]\n[seed "1"]\n*', "E0523", 3, 1, "said twice"),
        ("[game]\n*", "E0523", 1, 1, "`game` has 1 value in quotes, not 0"),
        ('[game "tic-tac-toe"]\n[plyer "human"]\n*', "W0528", 2, 1, "did you mean `player`?"),
        ('[game "tic-tac-to"]\n\n*', "E0510", 1, 1, "did you mean `tic-tac-toe`?"),
        ('[game "own/mine.lud"]\n\n*', "E0510", 1, 1, "seen from the folder of the record"),
        ('[game "troika"]\n[seed "1"]\n[option "Lime" "Straight"]\n*', "E0304", 3, 1, 'did you mean "Line"?'),
        (
            '[game "troika"]\n[option "Board" "Backs"]\n[option "Line" "Strict"]\n*',
            "E0305", 3, 1, 'no value of "Line" called "Strict"',
        ),
        (f'{HEAD}[player "human"]\n*', "E0523", 3, 1, "Tic-Tac-Toe is played by 2, not by 1"),
        (f"{HEAD}\n1. b2 2. zz *", "E0501", 4, 10, "move 2 cannot be played: `zz` is no move of this game"),
        (f"{HEAD}\n1. b2 2. b2 *", "E0502", 4, 10, "move 2 cannot be played: `b2` is not legal here"),
        (f"{HEAD}\n1. a1 2. b1 3. a2 4. b2 5. a3 6. c3 *", "E0502", 4, 34, "after the end of the game"),
        (f"{HEAD}\n1. b2 3. a1 *", "E0524", 4, 7, "this is turn 2, not 3"),
        (f'{HEAD}[result "1 2"]\n\n1. b2 *', "E0525", 3, 1, "the rules have not ended the game"),
        (f'{HEAD}[result "1 2 3"]\n[end "length"]\n\n1. b2 *', "E0525", 3, 1, "ranks 3 players"),
        (
            f'{HEAD}[result "2 1"]\n\n1. a1 2. b1 3. a2 4. b2 5. a3 *',
            "E0525", 3, 1, 'the moves lead to this: Cross wins |  | [result "1 2"] would fit',
        ),
        (f'{HEAD}[result "*"]\n\n1. a1 2. b1 3. a2 4. b2 5. a3 *', "E0525", 3, 1, "Cross wins"),
        (f"{HEAD}\n1. b2 2. a1 3. c", "W0527", 1, 1, "interrupted after 2 moves"),
        (f"{HEAD}", "W0527", 1, 1, "interrupted before its first move | "),
    ],
)  # fmt: skip
def test_one_mistake(text: str, code: str, line: int, column: int, words: str, tmp_path: Path) -> None:
    (mistake,) = mistakes_of(text, tmp_path)
    assert (mistake.code, mistake.span.line, mistake.span.column) == (code, line, column)
    assert words in said(mistake)
    assert mistake.code in all_codes()
    assert mistake.severity == ("warning" if code.startswith("W") else "error")


def test_an_ambiguous_move(tmp_path: Path) -> None:
    (mistake,) = mistakes_of('[game "troke"]\n\n1. b1-a2 *', tmp_path)
    assert mistake.code == "E0503" and mistake.span.text == "b1-a2"
    assert "did you mean `Moat b1-a2` or `Wall b1-a2`" in said(mistake)
    assert not mistakes_of('[game "troke"]\n\n1. "Moat b1-a2" *', tmp_path)


def test_each_game_has_its_own_mistakes(tmp_path: Path) -> None:
    good = f"{HEAD}\n1. b2 *\n\n"
    bad = '[game "tic-tac-toe"]\n[seed "?"]\n\n1. b2 *\n\n'
    found = mistakes_of(good + bad + good + f"{HEAD}\n1. z9 *\n" + good, tmp_path)
    assert [(each.code, each.span.line) for each in found] == [("E0523", 7), ("E0501", 19)]


def test_a_results_that_the_rules_do_not_know(tmp_path: Path) -> None:
    for end in ("agreement", "resignation", "length"):
        assert not mistakes_of(f'{HEAD}[result "1.5 1.5"]\n[end "{end}"]\n\n1. b2 *', tmp_path)
    over = "1. a1 2. b1 3. a2 4. b2 5. a3 *"
    (mistake,) = mistakes_of(f'{HEAD}[result "1.5 1.5"]\n[end "agreement"]\n\n{over}', tmp_path)
    assert mistake.code == "E0525"


# --- Games whose files change -----------------------------------------------------------------------------

MINE = """\
(game "Mine" (players 2)
    (equipment { (board (square 3)) (piece "Cross" P1) (piece "Nought" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


@pytest.fixture
def recorded(gdl: Gdl, tmp_path: Path) -> Path:
    """A record beside a game of its own: three moves."""
    (tmp_path / "mine.lud").write_text(MINE, encoding="utf-8")
    record = tmp_path / "games.rec"
    gdl("play", str(tmp_path / "mine.lud"), "-p", "human", typed=f"b2\na1\nb1\nsave {record}\nquit\n")
    assert '[game "mine.lud"]' in record.read_text(encoding="utf-8")
    return record


def changed(record: Path, old: str, new: str) -> list[Diagnostic]:
    """What is said of a record after its game has changed."""
    assert old in MINE
    (record.parent / "mine.lud").write_text(MINE.replace(old, new), encoding="utf-8")
    return [
        m for entry in read_file(record) if entry.record for m in Replayer().replay(entry.record).mistakes
    ]


def test_a_game_that_is_as_it_was(recorded: Path) -> None:
    assert not changed(recorded, "Mine", "Mine")
    assert not changed(recorded, "(game", "// Remarks do not count.\n\n(game")


def test_a_game_that_has_changed_and_still_plays(recorded: Path) -> None:
    (mistake,) = changed(recorded, "(square 3)", "(square 4)")
    assert (mistake.code, mistake.severity, mistake.span.line) == ("W0526", "warning", 2)
    assert "all moves can still be played" in said(mistake)


def test_a_game_that_has_changed_and_plays_no_more(recorded: Path) -> None:
    (mistake,) = changed(recorded, "(sites Empty)", '(sites {"A1" "B1"})')
    assert (mistake.code, mistake.span.text) == ("E0502", "b2")
    assert "move 1 cannot be played" in said(mistake)
    assert "the rules of Mine have changed since this game was recorded" in mistake.notes


def test_a_game_that_is_broken_or_gone(recorded: Path) -> None:
    (mistake,) = changed(recorded, "(is Line 3)", "(is Lime 3)")
    assert mistake.code == "E0523" and "`gdl check mine.lud` shows them" in said(mistake)
    (recorded.parent / "mine.lud").unlink()
    (mistake,) = mistakes_of(recorded.read_text(encoding="utf-8"), recorded.parent)
    assert mistake.code == "E0510"


# --- On the command line ----------------------------------------------------------------------------------


def test_games_by_number(tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    path.write_text(f"{HEAD}\n1. b2 *\n\n{HEAD}\n1. c3 *\n", encoding="utf-8")
    assert split_number(f"{path}#2") == (str(path), 2)
    assert split_number(f"{path}") == (str(path), None)
    last, first = find_entry(str(path), None), find_entry(str(path), 1)
    assert last.record is not None and first.record is not None
    assert [list(each.record.moves) for each in (first, last) if each.record] == [["b2"], ["c3"]]
    for number in (0, 3):
        with pytest.raises(RecordError, match="holds 2 games"):
            find_entry(str(path), number)
    odd = tmp_path / "games#2"
    odd.write_text("", encoding="utf-8")
    assert split_number(str(odd)) == (str(odd), None)
    with pytest.raises(RecordError, match="holds no game"):
        find_entry(str(odd), None)


def test_listing(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    over = f'{HEAD}[player "human"]\n[player "random"]\n[result "1 2"]\n\n1. a1 2. b1 3. a2 4. b2 5. a3 *\n\n'
    path.write_text(
        f'{over}{HEAD}\n1. b2 *\n\n{HEAD}[result "2 1"]\n[end "resignation"]\n\n*\n', encoding="utf-8"
    )
    ran = gdl("record", str(path))
    assert ran.code == 0 and ran.err == ""
    assert ran.out.splitlines() == [
        "   1  tic-tac-toe  human - random  5 moves  Cross wins",
        "   2  tic-tac-toe  players unknown  1 move  not over",
        "   3  tic-tac-toe  players unknown  0 moves  Nought wins (resignation)",
        "3 games, none with errors",
    ]
    path.write_text(over[: over.index("5.")], encoding="utf-8")
    ran = gdl("record", str(path))
    assert ran.code == 0 and "3 moves  interrupted" in ran.out and "warning[W0527]" in ran.err
    path.write_text(over.replace("a3", "a2"), encoding="utf-8")
    ran = gdl("record", str(path))
    assert ran.code == 1 and "1 game, 1 with errors" in ran.out
    assert re.search(r"error\[E0502\].*\n *--> .*games.rec:7:28\n", ran.err) and "^^" in ran.err


def test_boards_and_json(gdl: Gdl, tmp_path: Path) -> None:
    import json

    path = tmp_path / "games.rec"
    path.write_text(f'{HEAD}\n1. b2 2. a1 *\n\n{HEAD}[round "7"]\n\n1. c3 *\n', encoding="utf-8")
    boards = gdl("record", f"{path}#1", "--boards").out
    assert "Cross: b2\n\n3  .  .  .\n2  .  C  .\n" in boards and "Nought: a1" in boards and "c3" not in boards
    first, second = json.loads(gdl("record", str(path), "--json").out)
    assert first["turns"] == [["b2"], ["a1"]] and second["round"] == 7 and second["mistakes"] == []


def test_resuming(gdl: Gdl, tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    names = '[player "human"]\n[player "random"]\n'
    path.write_text(f"{HEAD}{names}\n1. b2 2. a1 *\n\n{HEAD}\n1. c3 *\n", encoding="utf-8")
    ran = gdl("play", "--resume", f"{path}#1", typed=f"b1\nundo\nundo\nundo\nsave {path}\nquit\n")
    assert ran.code == 0
    assert ran.out.count("2  .  C  .\n1 (N) .  .") == 2 and "Nought: " in ran.out
    assert "This is the start of the game." in ran.out
    *_, last = read_file(path)
    assert last.record is not None and last.record.players == ("human", "random")
    assert gdl("play", "--resume", str(path) + "#2", "-p", "random").out.count("The game is over") == 1
    assert gdl("play", "--resume", str(path), "--seed", "2").code == 2
    assert gdl("play").code == 2
    path.write_text(f'{HEAD}[player "Anna"]\n[player "Otto"]\n\n1. b2 *\n', encoding="utf-8")
    people = gdl("play", "--resume", str(path))
    assert people.code == 1 and "--players says who is to go on" in people.err
    assert gdl("play", "--resume", str(path), "-p", "human", typed="quit\n").code == 0
    missing = gdl("play", "--resume", f"{path}#9")
    assert missing.code == 1 and "error[E0514]" in missing.err


def test_resuming_what_does_not_fit(gdl: Gdl, recorded: Path) -> None:
    changed(recorded, "(square 3)", "(square 4)")
    ran = gdl("play", "--resume", str(recorded), typed="quit\n")
    assert ran.code == 0 and "warning[W0526]" in ran.err and "4  .  .  .  ." in ran.out
    changed(recorded, "(sites Empty)", '(sites {"A1" "B1"})')
    ran = gdl("play", "--resume", str(recorded), typed="quit\n")
    assert ran.code == 1 and "error[E0502]: move 1 cannot be played" in ran.err
    other = recorded.parent / "other.lud"
    other.write_text(MINE, encoding="utf-8")
    ran = gdl("play", str(other), "--resume", str(recorded), typed="quit\n")
    assert ran.code == 0 and ran.err == ""
    recorded.write_text("nothing", encoding="utf-8")
    assert gdl("play", "--resume", str(recorded)).code == 1


@pytest.mark.parametrize(
    "text",
    [
        '"\\' * 20_000,
        '[game "tic-tac-toe"]\n' + '"\\' * 20_000,
        '[game "tic-tac-toe"]\n' + "] " * 20_000 + "*",
        '[game "tic-tac-toe"]\n' + '[plyer "x"]\n' * 4000 + "*",
        "[game]\n*\n" * 5000,
        f'[game "tic-tac-toe"]\n[seed "{"1" * 40_000}"]\n[round "{"x" * 40_000}"]\n*',
        f'[game "tic-tac-toe"]\n[result "{"9" * 40_000}"]\n*',
        f'[game "tic-tac-toe"]\n{"1" * 40_000}. a1 *',
        f'[game "{"9" * 40_000}"]\n\n1. a1 *',
    ],
    ids=range(9),
)
def test_what_is_said_of_a_damaged_file_has_an_end(text: str, tmp_path: Path, gdl: Gdl) -> None:
    path = tmp_path / "games.rec"
    path.write_text(text, encoding="utf-8")
    for words in ((), ("--json",)):
        ran = gdl("record", str(path), *words)
        assert ran.code == 1 and "internal error" not in ran.err
        assert len(ran.out) + len(ran.err) < 8 * len(text)
