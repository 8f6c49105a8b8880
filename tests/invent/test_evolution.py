"""The archive: a function of parents, seed and rounds; what is finished is a file that holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from gdl import load, loads
from interpreter.errors.user_errors import InventError
from interpreter.invent.archive import Archive, Elite, read_elites
from interpreter.invent.experiment import ARCHIVE, DONE, invent, setup_of
from interpreter.invent.niches import read_axes
from interpreter.scenarios.model import read_scenarios
from interpreter.scenarios.run import run_scenario


def elite(quality: float, goal: str, name: str) -> Elite:
    return Elite(name, "", name, {"goal": goal}, quality, (), {}, ("Line",), 0)


def test_a_niche_keeps_its_best() -> None:
    archive = Archive(("goal",))
    archive.challenge(
        [elite(0.5, "is Line", "a"), elite(0.25, "is Line", "b"), elite(0.125, "no Moves", "c")]
    )
    for each in archive.contenders({"random": 2}):
        archive.settle(each, evolve(each, rung=1))
    assert [each.name for each in archive.every] == ["a", "c"]
    archive.challenge([elite(0.5, "is Line", "no better"), elite(0.75, "is Line", "d")])
    d, a = archive.contenders({"random": 2})  # who challenges, and the best of those with a rung to climb
    assert (d.name, a.name) == ("d", "a")
    archive.settle(a, evolve(a, quality=0.4, rung=2))
    archive.settle(d, evolve(d, quality=0.6, rung=1))  # better so far, but of a rung less
    assert [each.name for each in archive.every] == ["a", "c"]
    assert [each.name for each in archive.pool] == ["a", "c", "d"]
    (d, c) = archive.contenders({"random": 2})
    archive.settle(d, evolve(d, quality=0.5, rung=2))
    archive.settle(c, None)  # searches cannot play it
    assert [each.name for each in archive.pool] == ["d"]
    assert archive.fallen["thinks"] == 1


def test_searches_play_first_what_may_add_most() -> None:
    archive = Archive(("goal",))
    archive.challenge([elite(0.8, "x", "a")])
    (a,) = archive.contenders({"random": 1})
    archive.settle(a, evolve(a, quality=0.7, rung=1))
    archive.challenge([elite(0.9, "x", "b"), elite(0.3, "y", "c")])
    assert [each.name for each in archive.contenders({"random": 1})] == ["c", "b"]  # 0.3 more, and 0.2


def test_of_those_that_play_alike_one_is_a_candidate() -> None:
    archive = Archive(("goal",))
    row = {"fell": "playable", "rules": "r", "play": "p", "niche": {"goal": "x"}, "quality": 0.5}
    assert archive.candidates([row, {**row, "rules": "s"}, {**row, "fell": "wins"}]) == [row]
    archive.plays.add("p")
    assert archive.candidates([row]) == []


@pytest.mark.parametrize(
    ("name", "said"), [("backgammon", "chance"), ("troke-series", "match"), ("isolation-solitaire", "two")]
)
def test_who_is_no_parent(name: str, said: str) -> None:
    with pytest.raises(InventError, match=said):
        setup_of([load(name)], 1, ("goal",), ())


def test_axes_by_name() -> None:
    assert read_axes("goal, length") == ("goal", "length")
    with pytest.raises(InventError, match="gaol"):
        read_axes("gaol")


@pytest.mark.slow
def test_the_same_seed_has_the_same_archive_wherever_and_when_it_is_resumed(
    tmp_path: Path,
) -> None:
    parents = [load("tic-tac-toe"), load("yavalath", {"Size": "3"})]
    for folder, workers in (("one", 1), ("two", 2)):
        invent(parents, rounds=2, seed=5, keep=1, workers=workers, out=tmp_path / folder)
    one = (tmp_path / "one" / ARCHIVE).read_bytes()
    assert one == (tmp_path / "two" / ARCHIVE).read_bytes()
    done = (tmp_path / "one" / DONE).read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / DONE).write_bytes(b"".join(done[:5]) + done[5][:20])  # killed in the middle of a line
    invent(parents, rounds=2, seed=5, keep=1, out=tmp_path / "cut")
    assert one == (tmp_path / "cut" / ARCHIVE).read_bytes()
    plan, elites = read_elites(tmp_path / "one" / ARCHIVE)
    assert plan["seed"] == 5 and elites and json.loads(one)["tried"] == 64


@pytest.mark.slow
def test_what_is_finished_checks_reads_and_holds(tmp_path: Path) -> None:
    found = invent([load("tic-tac-toe")], rounds=2, seed=2, keep=2, out=tmp_path)
    assert found.games and len(found.files) == len(found.games)
    for one, file in zip(found.games, found.files, strict=True):
        assert load(file).identity == loads(one.text).identity
        assert one.text.startswith(f"// {one.name}: bred from Tic-Tac-Toe")
        for scenario in read_scenarios(file.with_suffix(".yaml")).scenarios:
            run_scenario(file, scenario)
    page = (tmp_path / "gallery.html").read_text()
    assert all(one.name in page for one in found.games) and "http" not in page.replace(
        "http://www.w3.org", ""
    )
