"""Each pass and each simplification by itself: core text before, core text after."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.core.ops import Program
from gdl.core.verify import verify
from gdl.passes.pipeline import PASSES, names
from gdl.passes.simplify import RULES, SIMPLIFICATIONS, Round
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.rewrite import Rewriter
from tests.cases import write_cases
from tests.passes.fixtures import LEAST, Case, cases, in_order, too_few, whole_program
from tests.passes.games import kept, shown, small_games

CASES = Path(__file__).parent / "cases"


def run(name: str, program: Program) -> Program:
    """One pass, or one simplification once."""
    for each in PASSES:
        if each.name == name:
            return each.run(program, ())
    (only,) = (each for each in SIMPLIFICATIONS if each.name == name)
    return only.run(program, Round(Rewriter(RULES, ConstantPool(program))))


@pytest.mark.parametrize("case", cases(CASES), ids=str)
def test_a_program_becomes(case: Case) -> None:
    texts = case.texts
    assert texts.keys() in ({"before", "after"}, {"unchanged"})
    before = whole_program(texts.get("before") or texts["unchanged"])
    wanted = whole_program(texts.get("after") or texts["unchanged"])
    assert ("unchanged" in texts) == (in_order(before) == in_order(wanted))
    assert in_order(verify(run(case.of, before))) == in_order(wanted)


@pytest.mark.parametrize("path", small_games(), ids=lambda path: path.stem)
def test_a_small_game_becomes(path: Path) -> None:
    """A change that is meant is written by `python -m tests.passes.games`, and read."""
    assert shown(path) == kept(path).read_text(encoding="utf-8")


def test_every_pass_has_its_cases() -> None:
    assert too_few(CASES, names()) == []


def test_what_has_too_few_cases_is_named(tmp_path: Path) -> None:
    for name, number in (("enough", LEAST), ("few", LEAST - 1), ("strange", LEAST)):
        write_cases(tmp_path / f"{name}.core", {str(case): {"": "why\n"} for case in range(number)})
    assert too_few(tmp_path, ("enough", "few", "none")) == ["few", "none", "strange"]
