"""Write docs/python-reference.md: what `import gdl` gives, from its docstrings and signatures.

    python scripts/python_reference.py > docs/python-reference.md

A test holds the page to what this writes.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType

import gdl

HEAD = """\
# Python reference

Everything that `import gdl` gives, made of the docstrings (by `scripts/python_reference.py`).
[From Python](python.md) is the way in, with examples.
"""
#: The sections of the page with their names, in the order in which they are read.
GROUPS = {
    "Games and positions": "load loads Game State Move Outcome Piece PieceKind Position Board Geometry",
    "Many games": "Batch Cursor Playouts Sampled Depth",
    "Numbers for learning": "Action Actions Observation",
    "Players": "read_player read_players Player Line Choice Thought Candidate Limit",
    "Networks": "net NetPlayer NetSearch Searched read_network label_network",
    "Games being played": (
        "Session resume Moved GameOver Ended TakenBack DrawOffered DrawAnswered SeatTaken Overflowed"
    ),
    "Records": "records Record Replayed",
    "Matches": "match Score Standing",
    "Studies": "study SearchOptions Study Measure compare Comparison Finding vary Varied",
    "Rules": "rules Rulebook Point why Why trace Ply",
    "Mistakes of files": "LanguageError Diagnostic",
}
#: What takes an extra is not imported here: its own page tells of it.
ENVIRONMENTS = """\
## Environments

`PettingZooEnv`, `GymnasiumEnv`, `GymnasiumVectorEnv` and `OpenSpielGame` take an extra each:
[environments](environments.md).
"""
ERRORS = "What a caller may have got wrong"
#: What every value has, or what libraries ask for.
_UNTOLD = re.compile(r"_.*|pytestmark|metadata")


def reference() -> str:
    """The page."""
    parts = [HEAD]
    listed = [name for names in GROUPS.values() for name in names.split()]
    public = [name for name in gdl.__all__ if not name.startswith("_")]
    errors = [name for name in public if _is_error(name)]
    missing = {*public} - {*listed, *errors}
    assert not missing, f"no section has {sorted(missing)}"
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names.split():
            parts += [_class(name) if isinstance(getattr(gdl, name), type) else _function(name)]
    parts += [ENVIRONMENTS, f"## {ERRORS}\n", "| | code | |\n|---|---|---|"]
    parts += [_error(name) for name in errors]
    return "\n".join(parts).rstrip() + "\n"


def _is_error(name: str) -> bool:
    value = getattr(gdl, name)
    return isinstance(value, type) and issubclass(value, gdl.UserError)


def _error(name: str) -> str:
    error = getattr(gdl, name)
    base = "" if error.__base__ is Exception else f" ({error.__base__.__name__})"
    return f"| `{name}`{base} | {error.code} | {' '.join(_words(error).split())} |"


def _words(value: object) -> str:
    """A docstring, as Markdown."""
    return inspect.getdoc(value) or ""


def _function(name: str) -> str:
    function = getattr(gdl, name)
    return f"### {name}\n\n```text\n{_signature(function, f'gdl.{name}')}\n```\n\n{_words(function)}\n"


def _class(name: str) -> str:
    cls = getattr(gdl, name)
    rows = [f"| `{what}` | {words} |" for what, words in _members(cls)]
    table = "\n".join(("| | |\n|---|---|", *rows, "")) if rows else ""
    return f"### {name}\n\n{_words(cls)}\n\n{table}"


def _members(cls: type) -> Iterator[tuple[str, str]]:
    """What a class has: its fields, properties and methods, those of its bases among ours included."""
    seen: set[str] = set()
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] not in ("gdl", "interpreter"):
            continue
        for what, words in (*_fields(base), *_callables(base)):
            if (name := re.split(r"[(:]", what)[0]) not in seen:
                seen.add(name)
                yield what.replace("|", "\\|"), words.replace("|", "\\|")


def _fields(cls: type) -> Iterator[tuple[str, str]]:
    """The annotated fields of a class, with the comments (`#:`) above them."""
    lines = textwrap.dedent(inspect.getsource(cls)).splitlines()
    (tree,) = ast.parse("\n".join(lines)).body
    assert isinstance(tree, ast.ClassDef)
    for node in tree.body:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        if not _UNTOLD.fullmatch(node.target.id):
            above, at = [], node.lineno - 2
            while lines[at].lstrip().startswith("#:"):
                above.insert(0, lines[at].lstrip()[2:].strip())
                at -= 1
            yield f"{node.target.id}: {ast.unparse(node.annotation)}", " ".join(above)


def _callables(cls: type) -> Iterator[tuple[str, str]]:
    """The public properties and methods that a class defines, in the order of its text."""
    for name, value in vars(cls).items():
        if _UNTOLD.fullmatch(name):
            continue
        if isinstance(value, property | cached_property):
            getter = value.fget if isinstance(value, property) else value.func
            yield f"{name}: {_returns(getter)}", _short(getter)
        elif isinstance(value, classmethod | staticmethod):
            yield _signature(value.__func__, name), _short(value.__func__)
        elif isinstance(value, FunctionType):
            yield _signature(value, name), _short(value)


def _short(function: object) -> str:
    return " ".join(_words(function).split())


def _definition(function: object) -> ast.FunctionDef:
    """The text of a function, parsed."""
    source = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))  # type: ignore[arg-type]
    (tree,) = ast.parse(source).body
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _returns(function: object) -> str:
    returns = _definition(function).returns
    return "" if returns is None else ast.unparse(returns)


def _signature(function: object, name: str) -> str:
    """How it is called, and what it gives."""
    tree = _definition(function)
    for arguments in (tree.args.posonlyargs, tree.args.args):
        if arguments and arguments[0].arg in ("self", "cls"):
            del arguments[0]
            break
    given = _returns(function)
    return f"{name}({ast.unparse(tree.args)}){f' -> {given}' if given not in ('', 'None') else ''}"


if __name__ == "__main__":
    print(reference(), end="")
