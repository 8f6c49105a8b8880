"""Reports are true: each number of them is recounted from the games that were stored, by other code."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from math import isclose, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

import gdl
from gdl import load
from gdl.compile.weave_restrictions import RestrictionWeaver
from interpreter.game.image import compile_recipe
from interpreter.study.options import SearchOptions
from interpreter.study.study import Study
from tests.quick import one_in
from tests.study.recount import parts_of, recount
from tests.study.recount_basics import MILLION, Numbers, Report, finite, not_too_far, seed_of
from tests.study.recount_matches import corrected, taken
from tests.study.recount_page import Tables, read

SEED = 7


class Asked(NamedTuple):
    """How much is played of a game, and what its board has."""

    games: int
    rule_games: int
    simulations: int
    searched: int
    doublings: int
    #: for each thing that is taken from a seat; 0: nothing is
    pairs: int
    #: cells of four tiles of four by four; of a hexagon with a side of five; points
    sites: int


SMALL = {
    "troika": Asked(400, 20, 4, 12, 5, 8, 64),
    "triad": Asked(300, 5, 2, 6, 2, 2, 61),
    "backgammon": Asked(200, 2, 1, 4, 1, 0, 24),
}
LARGER = {
    "troika": Asked(4000, 100, 8, 60, 7, 11, 64),
    "triad": Asked(2500, 20, 4, 16, 4, 4, 61),
    "backgammon": Asked(500, 8, 2, 8, 3, 2, 24),
}
CASES = [
    *((name, False) for name in SMALL),
    *(
        pytest.param(name, True, marks=pytest.mark.slow if name == "troika" else pytest.mark.long)
        for name in LARGER
    ),
]


class Stored(NamedTuple):
    """A study, the lines of its file, and what it says of itself."""

    study: Study
    rows: list[Any]
    said: dict[str, Any]
    asked: Asked

    @property
    def players(self) -> int:
        return len(self.study.players)


@cache
def stored(name: str, larger: bool = False) -> Stored:
    asked = (LARGER if larger else SMALL)[name]
    wished = SearchOptions(asked.simulations, asked.searched, asked.doublings)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "results.jsonl"
        study = gdl.study(
            load(name), asked.games, seed=SEED, file=file, rule_games=asked.rule_games, search=wished,
            ablate=asked.pairs, ablate_simulations=2, exact=2000,
        )  # fmt: skip
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return Stored(study, rows, json.loads(json.dumps(study.as_json())), asked)


def names_of(found: Stored, name: str) -> dict[int, dict[str, Any]]:
    """For each candidate's number what the report says of it, told by where it stands in the rules; nothing
    of those that take the same moves as one before."""
    weaver = RestrictionWeaver()
    compile_recipe(load(name).recipe, weaver)
    told: dict[int, dict[str, Any]] = {}
    for number, each in enumerate(weaver.restrictions):
        rows = [
            row
            for row in found.said["restricted"]
            if row["what"] == each.what.value
            and (row["line"], row["column"]) == (each.span.line, each.span.column)
            and (row["text"] or row["told"] == told_of(each.what.value, each.name))
        ]
        if rows:
            (told[number],) = rows
        else:
            assert any(told_of(each.what.value, each.name) in row["same"] for row in told.values())
    return told


DIRECTIONS = {
    "E": "east", "W": "west", "N": "north", "S": "south",
    "NNE": "north-north-east", "NNW": "north-north-west",
    "SSE": "south-south-east", "SSW": "south-south-west",
}  # fmt: skip


def told_of(what: str, name: str) -> str:
    """Moves by what they are of, in the report's words; a direction's name is put into English there."""
    return {
        "captures": "moves that take or turn others' pieces",
        "piece": f"moves of the {name}",
        "direction": f"moves to the {DIRECTIONS.get(name)}",
        "onto": f"moves onto {name}",
        "leaving": f"moves away from {name}",
    }[what]


def about(row: dict[str, Any]) -> str:
    return f"{row['line']}:{row['column']} {row['told']}" if row["text"] else str(row["told"])


def recounted(name: str, larger: bool) -> Numbers:
    found = stored(name, larger)
    taken_ = {n: about(row) for n, row in names_of(found, name).items()} if found.asked.pairs else {}
    return recount(found.rows, Report(found.study.players, found.asked.sites, taken_))


def near(one: float | None, other: float | None) -> bool:
    """The same number, but for rounding."""
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize(("name", "larger"), CASES)
def test_every_number_of_a_report_comes_from_its_stored_games(name: str, larger: bool) -> None:
    found, own = stored(name, larger), recounted(name, larger)
    said = {(each["key"], each["about"] or ""): each for each in found.said["measures"]}
    assert len(said) == len(found.said["measures"])
    assert not set(said) - set(own), "measures that nobody recounts"
    assert not set(own) - set(said), "measures that are missing"
    wrong = [
        (key, (each["value"], each["low"], each["high"], each["games"]), tuple(own[key]))
        for key, each in said.items()
        if not all(near(each[which], finite(getattr(own[key], which))) for which in ("value", "low", "high"))
        or each["games"] != own[key].games
    ]
    assert not wrong
    # each kind of play is among these
    kinds = {"random play", "use of the rules", "self-play", "blunders", "ladder"}
    kinds |= {"restricted play"} if found.asked.pairs else set()
    kinds |= {"luck"} if name == "backgammon" else set()
    assert {plan["part"] for plan, _ in parts_of(found.rows)} >= kinds


@pytest.mark.parametrize(("name", "larger"), CASES)
def test_what_a_report_has_beside_its_measures(name: str, larger: bool) -> None:
    found = stored(name, larger)
    parts = {plan["part"]: (plan, mine) for plan, mine in parts_of(found.rows)}
    _, mine = parts["random play"]
    lengths: Counter[int] = Counter()
    for each in mine:
        for plies, _, times in each["ended"]:
            lengths[plies] += times
    assert found.said["lengths"] == sorted(map(list, lengths.items()))
    assert found.said["rules"] == parts["use of the rules"][1][0]["rules"]
    if "exact values" in parts:
        proof, exact = parts["exact values"][1][0], found.said["exact"]
        assert all(proof[key] == exact[key] for key in ("value", "plies", "line", "budget", "why"))
        assert [[each["move"], each["value"], each["plies"]] for each in exact["moves"]] == proof["moves"]
    plan, mine = parts["self-play"]
    for course in found.said["courses"]:
        games = [
            row
            for (budget, _, _), each in zip(plan["slices"], mine, strict=True)
            if budget == course["budget"]
            for row in each["games"]
            if row[0]
        ]
        assert course["games"] == len(games)
        for seat, scores in enumerate(course["expected"].values()):
            for place, score in enumerate(scores):
                column = 10 + len(scores) * seat + place
                assert near(score, sum(row[column] for row in games) / len(games) / MILLION)
        won = [row for row in games if row[3].bit_count() == 1 and row[7] != -MILLION]
        assert course["won"] == len(won)
        for moment in course["winner"]:
            found_ = [expected_by(row, moment["ply"]) for row in won]
            assert all(
                near(moment[key], value)
                for key, value in zip(("expected", "low", "high"), not_too_far(found_), strict=True)
            )


def expected_by(row: list[Any], ply: int) -> float:
    """What the winner of a game expected after so many plies: it is kept at 21 places of its course."""
    if row[2] <= ply:
        return 1.0
    place = max(place for place in range(21) if place * row[2] <= 20 * ply)
    return float(row[10 + 21 * (row[3].bit_length() - 1) + place] / MILLION)


@pytest.mark.parametrize(("name", "larger"), [case for case in CASES if case != ("backgammon", False)])
def test_what_taking_a_rule_away_did(name: str, larger: bool) -> None:
    found = stored(name, larger)
    plan, mine = {plan["part"]: (plan, mine) for plan, mine in parts_of(found.rows)}["restricted play"]
    rows, own = names_of(found, name), taken(plan, mine, found.players)
    assert len(rows) == len(found.said["restricted"])
    matter = [number for number in rows if own[number].elo is not None]
    chances = dict(zip(matter, corrected([own[number].chance for number in matter]), strict=True))
    for number, row in rows.items():
        each = own[number]
        assert not row["images"], "boards that are shuffled have no mirror images"
        elo = (None, None, None) if each.elo is None else tuple(map(finite, each.elo))
        assert all(near(row[key], value) for key, value in zip(("elo", "low", "high"), elo, strict=True))
        assert near(row["score"], each.score) and near(row["p_value"], each.chance)
        assert near(row["adjusted_p_value"], chances.get(number, 1.0))
        assert (row["games"], row["differing"], row["stuck"]) == (each.games, each.differing, each.stuck)
        assert (row["random_games"], row["random_differing"]) == each.random
        assert row["dead"] == (each.elo is None) and row["idle"] == (2 * each.stuck > each.games)


# --- The stored rows themselves ---------------------------------------------------------------------------

GOLDEN, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


def splitmix(x: int) -> int:
    """The output of splitmix64 after the state x (G. Steele and others, 2014)."""
    z = (x + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def drawn(x: int, bound: int) -> tuple[int, int]:
    """A number below the bound by the high half of the output, and the state after it (D. Lemire, 2019)."""
    while True:
        product = (splitmix(x) >> 32) * bound
        x = (x + GOLDEN) & MASK
        if product & 0xFFFFFFFF >= (1 << 32) % bound:
            return product >> 32, x


def games_of(name: str, larger: bool) -> tuple[dict[str, Any], list[Any]]:
    return next((dict(plan), mine) for plan, mine in parts_of(stored(name, larger).rows))


@pytest.mark.parametrize(("name", "larger"), CASES)
def test_sampled_games_were_played_like_that(name: str, larger: bool) -> None:
    """The first games of the sample, move by move on the engine that is plain Python."""
    _, mine = games_of(name, larger)
    engine, sites = load(name).on("python").engine, SMALL[name].sites
    count = {"troika": 12, "triad": 4, "backgammon": 2}[name] * (4 if larger else 1)
    for number, row in enumerate(mine[0]["sample"][:count]):
        state = engine.start(seed_of(SEED, 0, "sample"), number)
        branching, covered = [], set[int]()
        while True:
            contents = engine.contents(state)
            covered |= {site for site in range(sites) if contents[site] is not None}
            if engine.over(state):
                break
            moves = list(dict.fromkeys(engine.legal_moves(state)))
            branching.append(len(moves))
            generator = engine.rng(state)
            choice = 0
            if len(moves) > 1:
                choice, generator = drawn(generator, len(moves))
            state = engine.play(engine.with_rng(state, generator), moves[choice])
        choices = [each for each in branching if each > 1]
        assert row[:6] == [1, len(branching), sum(branching), len(choices), max(branching), len(covered)]
        assert isclose(row[6], sum(map(log, choices)), rel_tol=1e-12)


@pytest.mark.parametrize(("name", "larger"), CASES)
def test_playouts_ended_like_that(name: str, larger: bool) -> None:
    """All of a chunk's playouts, ply by ply on the engine that is plain Python; of Backgammon the first, of
    which it is known that they are among those that were counted."""
    plan, mine = games_of(name, larger)
    engine: Any = load(name).on("python").engine  # which draws a move by itself, too
    first = plan["games"] // plan["chunks"]
    count = {"troika": first, "triad": first if larger else 20, "backgammon": 3}[name]
    counted: Counter[tuple[int, int]] = Counter()
    for number in range(count):
        state, plies = engine.start(SEED, number), 0
        while not engine.over(state):
            state = engine.play(state, engine.random_move(state))
            plies += 1
        ranks = engine.ranks(state)
        firsts = sum(1 << seat for seat, rank in enumerate(ranks) if rank == min(ranks))
        # who shares the first place with everybody has not come first
        counted[plies, 0 if firsts == (1 << len(ranks)) - 1 else firsts] += 1
    said = {(plies, firsts): times for plies, firsts, times in mine[0]["ended"]}
    if count == first:
        assert counted == said
    assert all(times <= said.get(key, 0) for key, times in counted.items())


# --- The page ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", one_in(3, ["triad", "troika", "backgammon"]))
def test_the_page_says_the_numbers_of_the_study(name: str) -> None:
    pytest.importorskip("matplotlib")
    from interpreter.study.reports.page import html_page

    found = stored(name)
    rows = [row for row in Tables(html_page(found.study, load(name))).rows if len(row) == 5]
    # every table of measures has a row of heads
    cells = {row[0]: row for row in rows if row[4] != "played by"}
    for each in found.said["measures"]:
        row = cells.pop(f"{each['title']} {each['about'] or ''}".strip())
        # where all games went one way, only a bound is known
        of = {">": "low", "<": "high"}.get(row[1][0], "value")
        assert (of == "value") == (
            each["key"] != "restricted.worth" or None not in (each["low"], each["high"])
        )
        value, close = read(row[1].lstrip("<> "))
        assert abs(value - each[of]) <= close, row
        bounds = row[2].strip("[]").split(", ") if row[2] else []
        assert len(bounds) == (2 if each["low"] != each["high"] else 0), row
        for said, bound in zip(bounds, (each["low"], each["high"]), strict=False):
            if bound is None:
                assert said == "?", row
            else:
                value, close = read(said)
                assert abs(value - bound) <= close, row
        assert int(row[3].replace(",", "")) == each["games"]
        assert each["agent"] in row[4] and each["budget"] in row[4]
    assert not cells
