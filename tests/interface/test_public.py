"""The public face: what `import gdl` gives, when it is loaded, and what type checkers see of it."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import gdl

#: A user's program, with the type of each expression as a type checker is to see it.
PROGRAM = """
import gdl

game = gdl.load("x")
state = game.start(0)
reveal_type(game)  # gdl: interpreter.game.game.Game
reveal_type(gdl.loads("(game ...)"))  # gdl: interpreter.game.game.Game
reveal_type(state.legal_moves)  # gdl: tuple[interpreter.game.move.Move, ...]
reveal_type(state.play("a1"))  # gdl: interpreter.game.state.State
reveal_type(state.outcome)  # gdl: interpreter.game.outcome.Outcome | None
reveal_type(gdl.read_player("mcts").make(game, 1))  # gdl: interpreter.players.player.Player | None
reveal_type(gdl.UnknownMoveError("x").suggestions)  # gdl: tuple[str, ...]
wrong: int = state.legal_moves
"""


@pytest.mark.parametrize("name", gdl.__all__)
def test_every_public_name_is_there(name: str) -> None:
    found = getattr(gdl, name)
    assert isinstance(found, str) or callable(found)
    assert name in dir(gdl)


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        gdl.lode  # noqa: B018


def test_importing_loads_nothing_yet() -> None:
    script = "import sys, gdl\nprint(*(name for name in sys.modules if name.split('.')[0] == 'interpreter'))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_both_packages_say_that_they_are_typed() -> None:
    here = Path(gdl.__file__).parent
    assert (here / "py.typed").is_file()
    assert (here.parent / "interpreter" / "py.typed").is_file()


def test_no_public_signature_says_any() -> None:
    found = []
    for name in gdl.__all__:
        value = getattr(gdl, name)
        members = {name: value}
        if inspect.isclass(value):
            members = {
                f"{name}.{key}": (
                    member.fget if isinstance(member, property) else getattr(member, "func", member)
                )
                for key, member in vars(value).items()
                if not key.startswith("_") or key == "__init__"
            }
        for shown, member in members.items():
            if inspect.isfunction(member) and "Any" in " ".join(map(str, member.__annotations__.values())):
                found.append(shown)
    assert found == []


def test_type_checkers_are_given_the_same_names() -> None:
    tree = ast.parse(Path(gdl.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    given = {
        alias.asname: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert given == gdl._HOMES


@pytest.mark.slow
def test_a_type_checker_sees_real_types(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is one of the developers' packages")
    program = tmp_path / "user.py"
    program.write_text(PROGRAM, encoding="utf-8")
    told, wrong, _ = api.run(["--strict", "--no-error-summary", "--cache-dir", str(tmp_path), str(program)])
    assert wrong == ""
    lines = PROGRAM.splitlines()
    wanted = {number: line.split("# gdl: ")[1] for number, line in enumerate(lines, 1) if "# gdl: " in line}
    seen = {int(line.split(":")[1]): line for line in told.splitlines() if "Revealed type" in line}
    for number, type_ in wanted.items():
        assert f'"{type_}"' in seen[number].replace("builtins.", ""), told
    (error,) = [line for line in told.splitlines() if ": error:" in line]
    assert error.split(":")[1] == str(len(lines)), told
