"""Memos by identity: what is known of one object is never said of another."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

from gdl import load
from gdl.support.identity import IdentityMap, IdentitySet, Same

ROOT = Path(__file__).parents[2]
#: The file that says how.
HOME = ROOT / "gdl" / "support" / "identity.py"


def uses_of_id(path: Path) -> list[int]:
    """The lines that name the function `id`, whatever they do with it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "id" and isinstance(node.ctx, ast.Load)
    ]


@pytest.mark.parametrize("folder", ["gdl", "interpreter"])
def test_no_number_stands_for_an_object(folder: str) -> None:
    """`id` is called where the object is kept beside its number, and nowhere else."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert len(files) > 50
    found = {str(f.relative_to(ROOT)): uses_of_id(f) for f in files if f != HOME}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert uses_of_id(HOME)


class Thing:
    """Equal to every other, and told apart all the same."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 1


def test_what_is_known_of_objects_that_are_gone_is_not_said_of_others() -> None:
    known, members, keys = IdentityMap[Thing, int](), IdentitySet[Thing](), dict[Same[Thing], int]()
    for number in range(2000):
        thing = Thing()  # nobody else keeps it, so its number would be free again
        assert thing not in known and known.get(thing) is None
        assert thing not in members and Same(thing) not in keys
        known[thing] = number
        members.add(thing)
        keys[Same(thing)] = number
        assert (known[thing], keys[Same(thing)], thing in members) == (number, number, True)
        del thing
        gc.collect(0)
    assert len(known) == len(members) == len(keys) == 2000
    assert list(known.values()) == list(range(2000))


def test_maps_make_what_is_missing_once() -> None:
    known, thing, made = IdentityMap[Thing, list[int]](), Thing(), list[int]()

    def make() -> list[int]:
        made.append(1)
        return []

    known.setdefault(thing, make).append(3)
    known.setdefault(thing, make).append(4)
    assert known[thing] == [3, 4] and made == [1]
    assert [each is thing for each in known] == [True] and known.items().__next__()[1] == [3, 4]


DICE = """(game "Doubles"
    (players 2)
    (equipment {
        (board (square 3)) (dice d:6 num:2)
        (piece "Disc" Each)
    })
    (rules
        (play (do (roll) next:(if (is Mover P1)
            (forEach Die replayDouble:FIRST (move Add (to (sites Empty))))
            (forEach Die replayDouble:SECOND (move Add (to (sites Empty)))))))
        (end (if (is Full) (result Mover Draw)))
    )
)"""


@pytest.mark.parametrize(("first", "second", "rules"), [("True", "False", 2), ("True", "True", 1)])
def test_two_rules_that_differ_are_two_kinds_of_move(
    tmp_path: Path, first: str, second: str, rules: int
) -> None:
    """A doubles rule for one player only: the second must not be played by the first's."""
    for number in range(20):
        file = tmp_path / f"game{number}.lud"
        file.write_text(DICE.replace("FIRST", first).replace("SECOND", second))
        kinds = [kind for kind in load(file).program.kinds if kind.name != "pass"]
        assert len(kinds) == rules
