"""The fuzzer finds what is planted, goes on, and makes it small; the same seed gives the same inputs."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from interpreter.engines.cache import Cache
from interpreter.engines.move_words import RawMove
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from tests.fuzz import engines, grow, mutants, seeds
from tests.fuzz.__main__ import Report, fuzz, main
from tests.fuzz.forest import places, read, write
from tests.fuzz.kind import NAMES, Kind, Wrong, input_of, kind_of
from tests.fuzz.minimise import Minimiser, ddmin
from tests.fuzz.pool import run_many
from tests.fuzz.worker import Tally, Worker

COUNT = 60


def planted(name: str) -> tuple[Kind, list[int]]:
    """A kind, and the numbers of the inputs that must fail."""
    kind = kind_of(f"tests.fuzz.planted:{name}")
    return kind, [index for index in range(COUNT) if b"planted" in input_of(kind, 1, index)]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("WRONG", "ValueError in"),
        ("CRASH", "SIGSEGV in"),
        ("HANG", "takes too long in"),
        ("DEAF", "takes too long, outside of Python in"),
        ("HOARD", "takes too much memory in"),
    ],
)
def test_what_is_planted_is_found_and_made_small(name: str, what: str, tmp_path: Path) -> None:
    """One input after another fails; the others are run all the same."""
    _, wanted = planted(name)
    count = COUNT if name in ("WRONG", "CRASH") else wanted[1] + 1
    report = fuzz(f"tests.fuzz.planted:{name}", 1, count, None, 2, minimise=20, folder=tmp_path)
    assert [failed.index for failed in report.tally.failed] == [index for index in wanted if index < count]
    assert report.tally.inputs == count
    ((wrong, path),) = report.kept
    assert wrong.what.startswith(what)
    assert path.read_text() == "planted" and path.suffix == ".lud"


def test_it_goes_on_where_it_crashed() -> None:
    """What did not fail is counted, however many processes died."""
    _, wanted = planted("CRASH")
    tally = run_many("tests.fuzz.planted:CRASH", 1, COUNT, None, 1)
    assert (tally.inputs, tally.used, len(tally.failed)) == (COUNT, COUNT - len(wanted), len(wanted))


def test_the_number_of_processes_changes_nothing() -> None:
    _, wanted = planted("WRONG")
    for jobs in (1, 3):
        tally = run_many("tests.fuzz.planted:WRONG", 1, COUNT, None, jobs)
        assert [failed.index for failed in tally.failed] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_means_the_same_inputs(name: str) -> None:
    """In another process too: nothing hangs on the order of sets or on when a module was imported."""
    kind = kind_of(name)
    here = [blake2b(input_of(kind, 5, index)).hexdigest() for index in range(20)]
    assert here == [blake2b(input_of(kind, 5, index)).hexdigest() for index in range(20)]
    assert here != [blake2b(input_of(kind, 6, index)).hexdigest() for index in range(20)]
    worker = Worker("tests.fuzz.planted:INPUTS")
    try:
        told = worker.one(f"{name} 5 20".encode()).wrong
    finally:
        worker.close()
    assert told is not None and told.text.split() == here


# --- Differences between engines ---------------------------------------------------------------------------


class _Odd(NativeEngine):
    """A native engine with a mistake in it: on the fifth site pieces are not seen."""

    def legal_moves(self, state: Any) -> list[RawMove]:
        return [move for move in super().legal_moves(state) if move.site != 4]


def program(text: str) -> Program:
    return prepare(compile_game(Source("game.lud", text)).program)


def differs(engine: type[NativeEngine], data: bytes) -> bool:
    try:
        made = program(data.decode())
    except LanguageError:
        return False
    python = PythonEngine(made, prepared=True)
    game = engines.follow(python, 1, engines.watch(python, 1, engines.shared(python, python)), python)
    return bool(engines.compare(engine(made, prepared=True, cache=Cache(None)), 1, game))


SMALL = """
(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def test_a_planted_difference_is_found_and_made_small() -> None:
    """Of what the difference does not need nothing is left; a game must have an ending."""
    assert not differs(NativeEngine, SMALL.encode())
    assert differs(_Odd, SMALL.encode())
    small = Minimiser(lambda data: differs(_Odd, data), 30).minimise(SMALL.encode(), ".lud").decode()
    assert "move Add" in small and "swap" not in small and "Each" not in small


# --- Its parts ------------------------------------------------------------------------------------------


def test_ddmin_leaves_what_is_needed() -> None:
    assert ddmin(range(100), lambda items: {7, 50, 51} <= set(items)) == [7, 50, 51]
    assert ddmin("abc", lambda items: True) == []
    assert ddmin("abc", lambda items: len(items) == 3) == ["a", "b", "c"]


def test_trees_are_read_and_written() -> None:
    for text in seeds.shipped().values():
        tree = read(text)
        assert read(write(tree)) == tree
    assert write(read('(a {b "c d"} // no\n (e f: (g)))')) == '(a {b "c d"} (e f:(g)))'
    assert len(places(read("(a {b})"))) == 4


def test_seeds_are_games() -> None:
    for text in seeds.small_games():
        compile_game(Source("seed.lud", text))


def test_many_gentle_mutants_compile() -> None:
    """A third at least, or playing them finds too little."""
    compiled = 0
    for index in range(60):
        try:
            compile_game(Source("mutant.lud", input_of(mutants.KIND, 1, index).decode()))
            compiled += 1
        except LanguageError:
            pass
    assert compiled >= 20


def test_every_ludeme_is_grown() -> None:
    """What is grown for each class begins with its words."""
    for entry in grow.REGISTRY.entries():
        node = grow._form(entry, Random(1), 2)
        assert node[: 1 + len(entry.words)] == ["(", *entry.words]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1 and a file for what fails, 0 where nothing does; a table at the end."""
    words = ["--count", "30", "--jobs", "1", "--found", str(tmp_path), "--minimise", "5"]
    assert main(["--what", "tests.fuzz.planted:WRONG", *words]) == 1
    told = capsys.readouterr().out
    (path,) = tmp_path.iterdir()
    assert str(path) in told and "ValueError in" in told
    assert main(["--what", "rules", "--seed", "1", *words[:2], "--jobs", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[:2] == ["rules", "30"]
    with pytest.raises(SystemExit):
        main(["--what", "rulez"])


def test_failures_of_one_name_are_kept_once() -> None:
    report = Report("rules", Tally(3, 2), 1.0, ((Wrong("a"), Path("x")),))
    assert report.line.split()[:3] == ["rules", "3", "2"]
    assert Wrong("a", "here") == Wrong("a", "there")
