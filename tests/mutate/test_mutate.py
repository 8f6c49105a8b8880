"""Faults as text before and after, which tests claim what, and faults in a small project of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mutate import __main__ as command
from tests.mutate import claims, crew, results
from tests.mutate.claims import AREAS, Area
from tests.mutate.faults import faults_of


def changed(text: str, emits: bool = False) -> set[str]:
    """What the faults of a function's body make of its last line."""
    whole = f"def f():\n    {text}\n"
    return {fault.line_after(whole)[1] for fault in faults_of("f.py", whole, emits)}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("return a < b", {"return (a <= b)", "return (a >= b)"}),
        ("return a in b", {"return (a not in b)"}),
        ("return a and b", {"return (a or b)", "return a", "return b"}),
        ("return a - b", {"return (a + b)", "return (b - a)"}),
        ("return f'{a}' + b", set()),
        ("return 3", {"return 4", "return 2"}),
        ("return True", {"return False"}),
        ("return -a", {"return a"}),
        ("return not a", {"return a"}),
        ("return a if p else b", {"return a", "return b", "return a if not p else b"}),
        ("return max(a, b)", {"return min(a, b)"}),
        ("return g(a, b)", {"return g(b, a)"}),
        ("return g(a, a)", set()),
        ("return bits(a, b)", set()),
        ("return [a for a in b if p]", {"return [a for a in b if True]", "return [a for a in b if not p]"}),
        ("a.append(b)", {"pass"}),
        ("a.b = c", {"pass"}),
        ("a += b", {"pass", "a -= b"}),
        ("a: int = b", set()),
        ("assert a < 3, 'text'", set()),
        ("raise InternalError('no')", set()),
        ("raise LanguageError('no')", {"pass"}),
        ("return isinstance(a, B | C)", set()),
        ("return a if same(a) else b", {"return a", "return a if not same(a) else b"}),
        ("return f'{a + 1} < b'", {"return f'{a - 1} < b'", "return f'{a + 2} < b'"}),
        ("'a text by itself, 3'", set()),
    ],
)  # fmt: skip
def test_what_is_planted(text: str, faults: set[str]) -> None:
    assert changed(text) == faults


def test_operators_of_emitted_code() -> None:
    assert "return f'icmp slt i64 {a}, {b}'" not in changed("return f'icmp slt i64 {a}, {b}'")
    assert changed("return f'icmp slt i64 {a}, {b}'", emits=True) == {"return f'icmp sle i64 {a}, {b}'"}
    assert changed("return f'{a} < {b}'", emits=True) == {"return f'{a} <= {b}'"}
    assert changed("return '%add.1'", emits=True) == set()


def test_branches() -> None:
    text = "def f(a):\n    if a < 1:\n        return 1\n    elif g(a):\n        return 2\n    return 3\n"
    tests = {fault.line_after(text)[1] for fault in faults_of("f.py", text) if fault.kind == "branch"}
    assert tests == {"if False:", "if True:", "elif False:"}
    text = "def f(a):\n    match a:\n        case 1:\n            return 1\n    return 2\n"
    found = [fault.applied(text) for fault in faults_of("f.py", text) if fault.kind == "branch"]
    assert found == [text.replace("case 1:", "case 1 if False:")]


def test_faults_keep_lines_and_places() -> None:
    """A text over several lines stays as long, and a fault is known by the same key wherever it moves."""
    text = "A = 1\n\ndef f(a):\n    return (a +\n        1)\n"
    for fault in faults_of("f.py", text):
        assert fault.applied(text).count("\n") == text.count("\n")
        compile(fault.applied(text), "f.py", "exec")
    keys = {fault.key for fault in faults_of("f.py", text) if not fault.static}
    assert keys == {fault.key for fault in faults_of("f.py", "# more\n" + text) if not fault.static}


def test_every_area_has_files_and_tests() -> None:
    """No file is claimed twice, and what claims it is there."""
    files = [file for area in AREAS for file in area.files(crew.ROOT)]
    assert len(files) == len(set(files))
    for area in AREAS:
        assert area.files(crew.ROOT), area.name
        assert all((crew.ROOT / tests).exists() for tests in area.tests), area.name


def test_what_is_known_to_change_nothing_has_a_reason() -> None:
    """And it is a fault that can be planted, in the words of its file as it is now."""
    reasons = results.equivalent()
    files = {key.partition(" | ")[0] for key in reasons}
    areas = [area for area in AREAS if files & set(area.files(crew.ROOT))]
    there = {fault.key for area in areas for fault in command.candidates(area) if fault.file in files}
    assert set(reasons) <= there


# --- a project of its own --------------------------------------------------------------------------------

_CODE = """
from constants import FAR

LIMIT = 3


def noticed(a):
    return a + 1


def looked_at(a):
    return a * 2


def hangs(a):
    while a > 0:
        a -= 1
    return a


def limited(a):
    return a < LIMIT


def far():
    return FAR


def nobody_calls(a):
    return a - 5
"""
_TESTS = """
from code_of import far, hangs, limited, looked_at, noticed


def test_noticed():
    assert noticed(1) == 2


def test_looked_at():
    looked_at(1)


def test_hangs():
    assert hangs(3) == 0


def test_limited():
    assert limited(2) and not limited(3)


def test_far():
    assert far() == 7
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, whose only area is all of its code."""
    root = tmp_path / "project"
    (root / "tests").mkdir(parents=True)
    (root / "code_of.py").write_text(_CODE)
    (root / "constants.py").write_text("FAR = 7\n")
    (root / "tests" / "test_code.py").write_text(_TESTS)
    shutil.copytree(
        crew.ROOT / "tests" / "mutate", root / "tests" / "mutate", ignore=lambda *_: ["test_mutate.py"]
    )
    monkeypatch.setattr(crew, "ROOT", root)
    monkeypatch.setattr(command, "ROOT", root)
    monkeypatch.setattr(command, "KEPT", tmp_path / "kept")
    area = Area("all", ("*.py",), ("tests",))
    for module in (claims, crew, command):
        monkeypatch.setattr(module, "AREAS", (area,))
    monkeypatch.setattr(results, "equivalent", dict)
    monkeypatch.setattr(crew, "MORE", 0.5)
    return root


@pytest.mark.slow
def test_faults_are_tried(project: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Noticed in a function and in a constant, in vain, never run, without end; nothing is left of them."""
    before = (project / "code_of.py").read_text()
    words = ["--only", ".py", "--jobs", "1", "--results", str(tmp_path / "results")]
    assert command.main(words) == 1
    found = {
        key.partition(" | ")[2]: each.outcome for key, each in results.read(tmp_path / "results").items()
    }
    assert found["<module> | 7 -> 8"] == "noticed"  # in a file of which no test runs a line
    assert found["noticed | a + 1 -> a - 1"] == "noticed"
    assert found["<module> | 3 -> 4"] == "noticed"
    assert found["looked_at | a * 2 -> a + 2"] == "survived"
    assert found["nobody_calls | a - 5 -> 5 - a"] == "never run"
    assert found["hangs | a -= 1 -> pass"] == "hang"
    told = capsys.readouterr().out
    assert "code_of.py:12: survived (arithmetic)\n    - return a * 2\n    + return (a + 2)" in told
    assert (project / "code_of.py").read_text() == before
    assert command.main(words) == 1  # goes on, with nothing left to do
    assert capsys.readouterr().out == told
