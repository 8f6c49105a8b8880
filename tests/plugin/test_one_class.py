"""Ludemes of packages are one class each: compiled, told in English, linted, completed, explained."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugin.test_example import EXAMPLE, gdl

HERE = Path(__file__).parent
TWINS = HERE / "twins.lud"

#: Discs that keep to the squares of one colour.
DIAGONAL = """
(game "Diagonal" (players 2) (equipment {(board (square 5)) (piece "Disc" Each (move Rush Diagonal))})
    (rules (start {(place "Disc1" {"A1"}) (place "Disc2" {"A5"})}) (play (forEach Piece))
        (end (if (is In (last To) (sites {%s})) (result Mover Win)))))
"""
#: Pawns that cross from the first row to the last, and back.
CROSSING = """
(game "Crossing" (players 2) (equipment {(board (square 5)) (piece "Pawn" Each (move Cross (to)))})
    (rules (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))}) (play (forEach Piece))
        (end (if (is In (last To) (sites Row %s)) (result Mover Win)))))
"""
#: A beginning in the mirror, and moves to sites that a region and the mirror image of another have.
MIRRORED = """
(game "Mirrored" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (start {(place Mirrored "Disc1" (sites {%s})) (place "Disc2" {"E1" "E5"})})
        (play (move Add (to (sites Matched (sites Empty) (sites %s)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
#: What an editor offers in the place of a word, and what it says of it: a text, and where its word begins.
EDITOR = """
import json, sys
from gdl.assist import Document, complete, hover, names_of, project_of
from gdl.source.text import Source

class Files:
    def __init__(self, text):
        self.document = Document(Source("main", text))
    def read(self, key):
        return self.document
    def included(self, key, name):
        return None
    def including(self, key):
        return []
    can_include = including

text, words = json.load(sys.stdin)
answers = []
for word in words:
    at, files = text.index(word), Files(text)
    labels = [each.label for each in complete("main", files, at + len(word))]
    answers.append((labels, hover(names_of(project_of("main", files)), at + 1).text))
json.dump(answers, sys.stdout)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like `site-packages` with the example and with the package of `ludwright_twins.py`."""
    site = tmp_path_factory.mktemp("site")
    for module in (EXAMPLE / "ludwright_contagion.py", HERE / "ludwright_twins.py"):
        (site / module.name).write_text(module.read_text(encoding="utf-8"), encoding="utf-8")
        info = site / f"{module.stem}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.stem}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[gdl.ludemes]\n{module.stem} = {module.stem}\n")
    return site


def out(path: Path, *words: str) -> str:
    ran = gdl(*words, path=path)
    assert "internal error" not in ran.stderr
    return ran.stdout + ran.stderr


#: Twins by the rules written out: sites by column and row.
BEGINNING = {(0, 0): 1, (1, 2): 1, (0, 4): 2, (3, 3): 2}


def counted(discs: dict[tuple[int, int], int], player: int, depth: int) -> int:
    """How many sequences of moves of this length there are."""
    total = 0
    for after in positions(discs, player) if depth else ():
        twins = sum(after.get((4 - x, y)) == owner == player for (x, y), owner in after.items())
        over = twins >= 6 or not any(positions(after, 3 - player))
        total += 1 if depth == 1 else 0 if over else counted(after, 3 - player, depth - 1)
    return total


def positions(discs: dict[tuple[int, int], int], player: int) -> Iterator[dict[tuple[int, int], int]]:
    """The position after each move."""
    for (x, y), owner in discs.items():
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)) if owner == player else ():
            u, v = x, y
            while 0 <= u + dx < 5 and 0 <= v + dy < 5 and (u + dx, v + dy) not in discs:
                u, v = u + dx, v + dy
            if (u, v) not in ((x, y), (4 - x, y)):
                after = {site: each for site, each in discs.items() if site != (x, y)} | {(u, v): player}
                yield {(4 - u, v): player} | after


def test_they_are_bound_and_lowered(packages: Path) -> None:
    assert out(packages, "check", str(TWINS)) == f"{TWINS}: no mistakes\n"
    depths = json.loads(out(packages, "perft", str(TWINS), "4", "--json"))["depths"]
    assert [each["nodes"] for each in depths] == [counted(BEGINNING, 1, depth) for depth in (1, 2, 3, 4)]


def test_they_are_told_in_english(packages: Path) -> None:
    rules = " ".join(out(packages, "rules", str(TWINS)).split())
    assert (
        "Disc: it may rush orthogonally to the last empty cell that is not in the mirror image of its cell; "
        "then each piece on that cell gets a twin." in rules
    )
    assert "If there are at least six of your twins, you win." in rules


@pytest.mark.parametrize(("game", "never", "sometimes"), [(DIAGONAL, "1", "12"), (CROSSING, "2", "4")])
def test_lints_know_how_far_their_moves_lead(
    game: str, never: str, sometimes: str, packages: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.lud"
    file.write_text(game % never)
    assert "W0628" in out(packages, "check", str(file))
    file.write_text(game % sometimes)
    assert "W0628" not in out(packages, "check", str(file))


@pytest.mark.parametrize(
    ("sites", "region", "code", "said"),
    [
        ('"B2"', "Top", "", "no mistakes"),
        ('"A1"', "Top", "W0614", "another piece stands on e1 already"),
        ('"B2"', "Empty", "W0606", "this is said before"),
    ],
)
def test_lints_know_what_they_place_and_what_they_are_made_of(
    sites: str, region: str, code: str, said: str, packages: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.lud"
    file.write_text(MIRRORED % (sites, region))
    told = out(packages, "check", str(file))
    assert code in told and said in told


def test_lints_know_what_their_numbers_can_be(packages: Path, tmp_path: Path) -> None:
    file = tmp_path / "twins.lud"
    file.write_text(
        TWINS.read_text(encoding="utf-8").replace("(count Twins Mover) 6", "(count Twins Mover) 0")
    )
    assert "this always holds after a move" in out(packages, "check", str(file))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (TWINS, {
            "(move Rush": "as far as it goes", "(sites Mirrored": "seen in a mirror",
            "(count Twins": "mirrors theirs", "(twin": "gets a twin",
        }),
        (EXAMPLE / "contagion.lud", {"(sites Opposite": "through the centre", "(convert": "change sides"}),
        (EXAMPLE / "crossing.lud", {"(move Cross": "opposite to its own"}),
    ],
)  # fmt: skip
def test_editors_complete_and_explain_them(file: Path, words: dict[str, str], packages: Path) -> None:
    # in the games' own first comments they are named, too
    text = file.read_text(encoding="utf-8").partition("\n\n")[2]
    ran = subprocess.run(
        [sys.executable, "-c", EDITOR], input=json.dumps([text, list(words)]), capture_output=True, text=True,
        cwd=HERE.parents[1], env={**os.environ, "PYTHONPATH": str(packages)}, timeout=120, check=True,
    )  # fmt: skip
    for (word, said), (labels, hover) in zip(words.items(), json.loads(ran.stdout), strict=True):
        assert word.split()[-1].strip("(") in labels
        assert said in " ".join(hover.split())


def test_why_explains_them(packages: Path) -> None:
    refused = out(packages, "why", str(TWINS), "a1-e1")
    assert "a1-e1 is not legal" in refused
    assert "(sites Mirrored (sites {(from)})) is e1" in refused
    effects = out(packages, "why", str(TWINS), "a1-a4")
    assert "a1-a4 is legal" in effects and "on e4 comes a Disc of White" in effects
    crossing = out(packages, "why", str(EXAMPLE / "crossing.lud"), "a1-b4")
    assert "a1-b4 is not legal" in crossing and "(move Cross" in crossing
