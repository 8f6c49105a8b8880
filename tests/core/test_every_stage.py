"""Exhaustiveness: each stage handles every operation and every kind of statement, or is named.

Stages that stop at what they do not know (verifier, printer and reader, passes, engines) are tried with a
specimen of each. Analyses take what they do not know for harmless: of each member that their text does not
name, it is said here that this is right. So whoever adds a member meets each stage that has to decide.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from gdl.analyses import live_fields, mod_ref, ranges, worst_case_steps
from gdl.core import operations
from gdl.core.evaluate import FUNCTIONS_OF_ARGUMENTS, folded
from gdl.core.ops import FLOAT, INT, Op, Program, Stmt
from gdl.core.printer import show_program
from gdl.core.reader import read_program
from gdl.core.verify import verify
from gdl.core.walk import program_exprs, statements
from gdl.passes.pipeline import prepare
from interpreter.engines.native import (
    boards,
    fields,
    folds,
    procedure_calls,
    scalars,
    search_intrinsics,
    sets,
)
from interpreter.engines.native.body import STATEMENTS
from interpreter.engines.native.compile import parse
from interpreter.engines.native.emit import emit
from interpreter.engines.native.expressions import OPERATIONS
from interpreter.engines.native.module import Target
from interpreter.engines.python import PythonEngine
from tests.core import specimens

KINDS = specimens.kinds_of_statements()
#: Of these nothing is left when all passes are done: no engine sees them.
ABSTRACT_OPS = {
    "WHAT", "WHO", "OF_KIND", "OWNED", "OCCUPIED", "COUNT_AT", "STATE_AT", "VALUE_AT", "ROTATION_AT",
    "HEIGHT", "WHAT_LEVEL", "WHO_LEVEL", "STATE_LEVEL", "VALUE_LEVEL", "ROTATION_LEVEL",
}  # fmt: skip
ABSTRACT_STATEMENTS = {
    "Put", "Take", "MovePiece", "SetAt", "Push", "MoveLevels", "TakeLevel", "Simultaneous",
}  # fmt: skip

# --- stages that stop at what they do not know ----------------------------------------------------------


def read_back(made: Program) -> None:
    text = show_program(made, whole=True)
    assert show_program(read_program(text), whole=True) == text


def offers(made: Program) -> bool:
    return any(p.generator for p in made.procs if p.name == "probe")


def emit_python(made: Program) -> None:
    PythonEngine(made, prepared=True).module.function("probe", "all" if offers(made) else "")


def emit_native(made: Program) -> None:
    """LLVM finds nothing wrong with what is emitted, for machines that deposit bits fast and for others."""
    for fast in (True, False):
        parse(emit(made, Target(fast), ("legal",), () if offers(made) else ("probe",)).text())


def failing(low: Program, lowered: bool) -> list[str]:
    """The stages that a program does not get through, each with what it says."""
    found: list[str] = []

    def tried(stage: str, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # whatever it is, it is this stage's
            found.append(f"{stage} ({type(error).__name__}: {error})")

    tried("verifier", lambda: verify(low))
    tried("printer and reader", lambda: read_back(low))
    tried("constant folding", lambda: [folded(expr, low.sites) for expr in program_exprs(low)])
    ready = [low] if lowered else []
    if not lowered:
        tried("passes", lambda: ready.append(prepare(low)))
        tried("passes that are needed", lambda: ready.append(prepare(low, simplified=False)))
    for made in ready:
        tried("Python emitter", lambda made=made: emit_python(made))  # type: ignore[misc]
        tried("native emitter", lambda made=made: emit_native(made))  # type: ignore[misc]
    return found


@pytest.mark.parametrize("op", Op, ids=lambda op: op.name)
def test_every_stage_handles_the_operation(op: Op) -> None:
    made = specimens.of_operation(op)
    assert any(expr.op is op for expr in program_exprs(made))
    assert not failing(made, op in specimens.LOWERED_OPS), op.name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_stage_handles_the_statement(kind: type[Stmt]) -> None:
    assert kind in specimens.STATEMENTS, f"specimens: there is none of {kind.__name__}"
    made = specimens.of_statement(kind)
    assert any(isinstance(s, kind) for p in made.procs for s in statements(p.body))
    assert not failing(made, kind in specimens.LOWERED_STATEMENTS), kind.__name__


def test_the_native_emitter_has_a_writer_of_each_member_that_passes_leave() -> None:
    assert {op.name for op in Op} - {op.name for op in OPERATIONS} == ABSTRACT_OPS
    assert {k.__name__ for k in KINDS} - {k.__name__ for k in STATEMENTS} == ABSTRACT_STATEMENTS


def test_no_operation_has_writers_in_two_families() -> None:
    families = (boards, fields, folds, procedure_calls, scalars, search_intrinsics, sets)
    written = [op.name for family in families for op in family.WRITERS]
    written += [op.name for op in procedure_calls.CONSUMER_WRITERS]
    assert len(written) == len({*written}) and {*written} == {op.name for op in OPERATIONS}


@pytest.mark.parametrize("op", [op for op in Op if op not in specimens.LOWERED_OPS], ids=lambda op: op.name)
def test_what_an_operation_comes_to_is_in_its_range(op: Op) -> None:
    made = specimens.of_operation(op)
    low, high = ranges.find_ranges(made).of(specimens.expression(op), "probe")
    engine = PythonEngine(made)
    value = engine.call(engine.start(1), "probe")
    if type(value) is not float and specimens.expression(op).type is INT:
        assert low <= value <= high
    else:
        assert (specimens.expression(op).type is FLOAT) == (type(value) is float)


# --- analyses, for which it is right to take these members as they take what they do not know -------------

#: Searches join a program when all passes are done, and look after themselves.
OF_SEARCHES = "FINGERPRINT PEEK ROOM STOPPED Poke"
#: Any number may come of it.
ANY_NUMBER = "POW COUNT_AT STATE_AT VALUE_AT ROTATION_AT HEIGHT STATE_LEVEL VALUE_LEVEL ROTATION_LEVEL"
_PLAIN = f"CONST VAR AND OR SELECT ONE TABLE {' '.join(sorted(op.name for op in FUNCTIONS_OF_ARGUMENTS))}"
_OF_PIECES = " ".join(ABSTRACT_OPS)
#: It reads no field and calls nothing; a piece is no field yet.
READS_NOTHING = f"{_PLAIN} FILTER EXISTS SUM GATHER GREATEST IMAGE RAY FILL RUN FLOOD OLD_ELEM {_OF_PIECES}"
#: It takes about one step, beside its arguments.
ONE_STEP = f"{_PLAIN} FIELD ELEM OLD_ELEM REPEATS {_OF_PIECES}"
_WRITES_OF_PIECES = " ".join(ABSTRACT_STATEMENTS)
#: It sets no number that has a range.
SETS_NO_NUMBER = f"""
    If While Break Continue Include Remember Apply Snapshot Restore Sandbox Priority PlayMove Begin Reseed
    SaveRecord Tally
    {_WRITES_OF_PIECES}
"""
#: It writes no field, draws nothing, remembers nothing, and calls nothing: what is in it may.
TOUCHES_NOTHING = f"""
    Assign If While ForSites ForRange Break Continue Return Apply Sandbox Priority Snapshot Tally
    {_WRITES_OF_PIECES}
"""
#: It takes as long as its expressions and blocks, each once, and one step.
LASTS_AS_LONG = f"""
    Assign Store Adjust Include If Break Continue Return Draw Remember Apply Snapshot Restore Priority Tally
    {_WRITES_OF_PIECES}
"""
#: It writes no field; its expressions are read, and its block, if it has one, runs once.
PASSES_THROUGH = f"Assign Apply Draw Tally {_WRITES_OF_PIECES}"
#: Only searches have it, and they are no part of what is asked about a game.
IN_NO_RULE = "Ask ListMoves PlayMove PlayOut Begin Reseed SaveRecord"


def named(module: ModuleType) -> set[str]:
    """The operations and classes that the text of a module or package names, but for its imports."""
    found: set[str] = set()
    files = [each for folder in getattr(module, "__path__", ()) for each in Path(folder).rglob("*.py")]
    texts = [each.read_text() for each in files] or [inspect.getsource(module)]
    for node in ast.walk(ast.parse("\n".join(texts).replace("from __future__ import annotations", ""))):
        match node:
            case ast.Attribute(value=ast.Name(id="Op" | "Trait" | "o"), attr=name) | ast.Name(id=name):
                found.add(name)
    if "callees" in found:
        found.add("CALLS")
    groups = (getattr(operations, name, ()) for name in tuple(found) if name.isupper())
    return found | {op.name for group in groups if isinstance(group, tuple) for op in group}


WITH_NUMBERS = [op.name for op in Op if op.signature.result in "Ina="]


@pytest.mark.parametrize(
    ("stage", "members", "defaults"),
    [
        (ranges, WITH_NUMBERS, ANY_NUMBER),
        (mod_ref, [op.name for op in Op], READS_NOTHING),
        (live_fields, [op.name for op in Op], READS_NOTHING),
        (worst_case_steps, [op.name for op in Op], ONE_STEP),
        (ranges, [kind.__name__ for kind in KINDS], SETS_NO_NUMBER),
        (mod_ref, [kind.__name__ for kind in KINDS], TOUCHES_NOTHING),
        (worst_case_steps, [kind.__name__ for kind in KINDS], LASTS_AS_LONG),
        (live_fields, [kind.__name__ for kind in KINDS], PASSES_THROUGH + " " + IN_NO_RULE),
    ],
)
def test_an_analysis_names_each_member_or_may_do_without(
    stage: ModuleType, members: list[str], defaults: str
) -> None:
    undecided = set(members) - named(stage) - set(defaults.split()) - set(OF_SEARCHES.split())
    assert not undecided, (
        f"{stage.__name__} does not name {sorted(undecided)}, and nobody says that it need not"
    )


def test_what_is_excused_is_there() -> None:
    """Else the lists would outlive what they are about."""
    every = {op.name for op in Op} | {kind.__name__ for kind in KINDS}
    groups = ANY_NUMBER, READS_NOTHING, ONE_STEP, SETS_NO_NUMBER, TOUCHES_NOTHING, LASTS_AS_LONG
    for words in (*groups, PASSES_THROUGH, IN_NO_RULE, OF_SEARCHES):
        assert set(words.split()) <= every
