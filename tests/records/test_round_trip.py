"""What is written is read again: any games, also from files that were not written to their ends."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import gdl
from gdl import Game
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from interpreter.errors.user_errors import RecordError
from interpreter.game.position import Position
from interpreter.game.shipped import shipped_games, shipped_name
from interpreter.records.model import (
    AGREEMENT,
    ENDS,
    LENGTH,
    RESIGNATION,
    RULES,
    Record,
    Result,
    record_of,
    resigned,
    shared,
)
from interpreter.records.reading import Entry, read_file, read_records
from interpreter.records.replaying import Replayer
from interpreter.records.writing import append_record, record_text
from tests.quick import QUARTERS
from tests.records.played import game, random_line

REPLAYER = Replayer("native")


def read_back(text: str) -> list[Entry]:
    return list(read_records(Source("games.rec", text)))


def read_one(text: str) -> Record:
    (entry,) = read_back(text)
    assert entry.complete and not entry.mistakes, entry.mistakes
    assert entry.record is not None
    return entry.record


@st.composite
def games_and_options(draw: st.DrawFn) -> Game:
    """A shipped game, some of its options chosen."""
    played = game(draw(st.sampled_from(sorted(shipped_games()))))
    chosen = {}
    for option in played.available_options:
        values = [item.name for item in option.items]
        if option.open is not None and option.open.values is not None:
            values.append(str(option.open.values.low))
        if draw(st.booleans()):
            chosen[option.name] = draw(st.sampled_from(values))
    try:
        return game(shipped_name(played.recipe.path) or "", **chosen)
    except LanguageError:  # options that exclude each other
        return played


@pytest.mark.parametrize("part", QUARTERS)
@settings(max_examples=8, deadline=None)
@given(games_and_options(), st.integers(0, 2**62), st.integers(0, 30))
def test_random_games_of_shipped_games(part: int, played: Game, seed: int, plies: int) -> None:
    line = random_line(played, seed, plies)
    record = record_of(played, line, seed, ["random"] * len(played.players))
    again = read_one(record_text(record))
    assert again == record
    replayed = REPLAYER.replay(again)
    assert replayed.mistakes == () and replayed.line is not None
    assert [state._key for state in replayed.line.states] == [state._key for state in line.states]
    assert replayed.line.moves == line.moves


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "last-step", "cornered-match"])
def test_whole_games_with_their_results(name: str) -> None:
    played = game(name)
    for seed in range(3):
        line = random_line(played, seed, 10_000)
        record = read_one(record_text(record_of(played, line, seed)))
        assert line.state.outcome is not None
        assert record.result == Result(line.state.outcome.ranks, RULES)
        assert REPLAYER.replay(record).mistakes == ()


def test_both_engines_play_the_same_record() -> None:
    played = game("backgammon")
    record = record_of(played, random_line(played, 8, 60), 8)
    native, python = (Replayer(engine).replay(record).line for engine in ("native", "python"))
    assert native is not None and python is not None
    assert [str(state) for state in native.states] == [str(state) for state in python.states]


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
one_line = texts.map(lambda text: " ".join(text.split()))
words = one_line.filter(bool)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record, of games that there may not be."""
    ranks = draw(st.lists(st.sampled_from([1.0, 1.5, 2.0, 2.5, 3.0]), min_size=1, max_size=4))
    return Record(
        game=draw(words),
        rules=draw(st.sampled_from(["", "0123456789abcdef"])),
        options=tuple(draw(st.lists(st.tuples(one_line, one_line), max_size=3))),
        players=tuple(draw(st.lists(one_line, max_size=3))),
        seed=draw(st.integers(0, 2**63 - 1)),
        date=draw(st.sampled_from(["", "2026-05-01"])),
        round=draw(st.none() | st.integers(0, 10**6)),
        result=draw(st.none() | st.builds(Result, st.just(tuple(ranks)), st.sampled_from(ENDS))),
        turns=tuple(map(tuple, draw(st.lists(st.lists(words, min_size=1, max_size=3), max_size=12)))),
    )


@settings(deadline=None)
@given(st.lists(records(), max_size=4))
def test_any_records_in_one_text(several: list[Record]) -> None:
    entries = read_back("".join(map(record_text, several)))
    assert [entry.record for entry in entries] == several
    assert all(entry.complete and not entry.mistakes for entry in entries)


scraps = st.sampled_from(["[game ", *'"[]{}\n \\*', "1.", "a1", '[game "x"]', '[seed "', "result", "[end"])


@given(st.text(max_size=60) | st.lists(scraps, max_size=25).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    for entry in read_back(text):
        assert entry.record is not None or entry.mistakes


# --- Files ------------------------------------------------------------------------------------------------


@cache
def two_games() -> tuple[Record, Record]:
    """A short game with moves that are longer than they look when cut, and one that was given up."""
    played = game("gomoku")
    line = random_line(played, 3, 9)
    first = record_of(played, line, 3, ["human", "random"], resigned(2, 1))
    return first, evolve(first, round=2, turns=first.turns[:4], result=None)


def test_a_file_that_is_cut_anywhere(tmp_path: Path) -> None:
    first, second = two_games()
    path = tmp_path / "games.rec"
    append_record(path, first)
    begin = path.stat().st_size
    append_record(path, second)
    data = path.read_bytes()
    assert data.isascii()
    replayed = set()
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        entries = read_file(path)
        if size >= begin - 2:  # without the blank line behind
            assert entries[0].record == first and not entries[0].mistakes
        for entry, whole in zip(entries, (first, second), strict=False):
            if entry.complete:
                assert entry.record == whole
                continue
            assert [mistake.code for mistake in entry.mistakes] == ["W0527"]
            if entry.record is not None:
                moves = tuple(entry.record.moves)
                assert moves == tuple(whole.moves)[: len(moves)]
                assert evolve(entry.record, turns=(), result=None) == evolve(whole, turns=(), result=None)
                if moves not in replayed:
                    assert REPLAYER.replay(entry.record).mistakes == ()
                replayed.add(moves)
    cut = {size: read_file_of(path, data[:size]) for size in (begin // 2, begin - 4)}
    assert len(tuple(cut[begin - 4][0].moves)) == 8  # all but the last, of which there might be more


def read_file_of(path: Path, data: bytes) -> list[Record]:
    path.write_bytes(data)
    return [entry.record for entry in read_file(path) if entry.record is not None]


def test_games_after_one_that_was_cut_are_read(tmp_path: Path) -> None:
    first, second = two_games()
    path = tmp_path / "games.rec"
    append_record(path, first)
    data = path.read_bytes()
    for size in range(1, len(data)):
        path.write_bytes(data[:size])
        before = read_file(path)
        append_record(path, second)
        assert path.read_bytes()[:size] == data[:size]  # what was there is as it was
        *others, last = read_file(path)
        assert last.record == second and last.complete and not last.mistakes
        assert [each.record for each in others] == [each.record for each in before][: len(others)]


@cache
def small_record() -> bytes:
    played = game("tic-tac-toe")
    return record_text(record_of(played, random_line(played, 1, 5), 1)).encode()


@given(st.binary(max_size=40), st.integers(0, 200))
@settings(deadline=None)
def test_damaged_files_are_refused_or_read(junk: bytes, at: int) -> None:
    import tempfile

    data = small_record()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.rec"
        path.write_bytes(data[:at] + junk + data[at:])
        try:
            entries = read_file(path)
        except RecordError:
            return
    for entry in entries:
        assert entry.record is not None or entry.mistakes
        if entry.record is not None:
            REPLAYER.replay(entry.record)


def test_a_letter_cut_in_two(tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    path.write_bytes('[game "tic-tac-toe"]\n\n1. b2 2. \u00e9'.encode()[:-1])
    (entry,) = read_file(path)
    assert entry.record is not None and list(entry.record.moves) == []
    path.write_bytes(b'[game "tic-tac-toe"]\n\xff\n1. b2 *\n')
    with pytest.raises(RecordError, match="not a text in UTF-8"):
        read_file(path)


def test_windows_line_ends_comments_and_layout(tmp_path: Path) -> None:
    path = tmp_path / "games.rec"
    text = '{ mine }\n[game  "tic-tac-toe" ]\n[ event "the cup"]\n b2 {well\nplayed} a1{!}\n b1 * {a draw?}\n'
    path.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    (entry,) = read_file(path)
    assert not entry.mistakes and entry.record is not None
    assert entry.record.turns == (("b2", "a1", "b1"),)  # in one, for they have no numbers
    assert REPLAYER.replay(entry.record).mistakes == ()


# --- Ends that the rules do not know ----------------------------------------------------------------------


def test_results() -> None:
    assert resigned(2, 1) == Result((2.0, 1.0), RESIGNATION)
    assert resigned(3, 2) == Result((1.5, 3.0, 1.5), RESIGNATION)
    assert resigned(1, 1) == Result((0.0,), RESIGNATION)  # as where the rules say that it is lost
    assert shared(2, AGREEMENT) == Result((1.5, 1.5), AGREEMENT)
    assert shared(4, LENGTH).ranks == (2.5,) * 4


def test_a_game_from_a_position_is_recorded_with_it() -> None:
    position = Position(
        (("Cross1", ("b2",)), ("Nought2", ("a1",))), mover=2, ply=2, fields=(("last_to", "a1"),)
    )
    played = game("tic-tac-toe").starting_from(position)
    record = record_of(played, random_line(played, 1, 1), 1)
    text = record_text(record)
    assert '[position "{pieces: {Cross1: [b2], Nought2: [a1]}, mover: 2, ply: 2, last_to: a1}"]' in text
    entry = read_records(Source("a", text))[0]
    assert entry.record == record
    replayed = REPLAYER.replay(record)
    assert replayed.fits and replayed.game is not None and replayed.game.recipe.position == position
    # and what is wrong with it is told of its tag
    wrong = read_records(Source("a", text.replace("Cross1", "Crass1")))[0].record
    assert wrong is not None
    (mistake,) = REPLAYER.replay(wrong).mistakes
    assert (
        mistake.code == "E0517"
        and "position"
        in Source("a", text.replace("Cross1", "Crass1")).text[mistake.span.start : mistake.span.end]
    )


def test_the_fingerprint_is_that_of_the_rules() -> None:
    plain = game("tic-tac-toe").fingerprint
    text = Path(game("tic-tac-toe").recipe.path).read_text(encoding="utf-8")
    assert gdl_fingerprint(f"// a remark\n\n{text}") == plain
    assert gdl_fingerprint(text.replace("(is Line 3)", "(is Line  3 )")) == plain
    assert gdl_fingerprint(text.replace("(is Line 3)", "(is Line 2)")) != plain
    assert game("troika", Line="Straight").fingerprint != game("troika").fingerprint
    assert game("troika", Line="Any angle").fingerprint == game("troika").fingerprint
    assert game("cornered-match").fingerprint != game("cornered").fingerprint


def gdl_fingerprint(text: str) -> str:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.lud"
        path.write_text(text, encoding="utf-8")
        return gdl.load(path).fingerprint
