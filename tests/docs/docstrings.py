"""Docstring coverage: the public functions and methods of the packages that say nothing of themselves.

python -m tests.docs.docstrings [FOLDER ...] [--own]

Public is what no underscore begins, neither its own name nor that of a class around it. Functions inside
of functions are nobody's business. A method without a docstring that overrides one with a docstring has that
one, as `help()` shows it; with `--own` only what a function says itself counts. What is written of a function
for the type checker (`@overload`) and the setters of a property are not counted beside it.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("gdl", "interpreter")


class Function(NamedTuple):
    """A public function: its module, its name in there, its file and line, and whether it has a docstring.

    `own` is whether the docstring, if there is one, stands in the function itself.
    """

    module: str
    name: str
    path: Path
    line: int
    own: bool
    inherited: bool

    @property
    def documented(self) -> bool:
        """Whether `help()` has something to say."""
        return self.own or self.inherited

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.name}"


def functions(root: Path) -> Iterator[Function]:
    """All public functions in the files of a folder (or in one file)."""
    for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
        parts = path.relative_to(ROOT).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] in ("__init__", "__main__") else parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in public(tree.body):
            own = bool(cleandoc(ast.get_docstring(node) or ""))
            inherited = not own and "." in name and _inherits(module, name)
            yield Function(module, name, path, node.lineno, own, inherited)


def public(
    body: Iterable[ast.stmt], around: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The public functions among some statements, by their names in the class that is `around` them."""
    for node in body:
        if isinstance(node, ast.If | ast.Try):
            yield from public([*node.body, *node.orelse], around)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{around}{node.name}"
            if node.name.startswith("_"):
                continue
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{name}.")
            elif not any(_word(each) in ("overload", "setter", "deleter") for each in node.decorator_list):
                yield name, node


def _word(decorator: ast.expr) -> str:
    """The last word of a decorator's name."""
    match decorator:
        case ast.Name(id=word) | ast.Attribute(attr=word):
            return word
    return ""


def _inherits(module: str, name: str) -> bool:
    """Whether a method overrides one that has a docstring."""
    found: Any = import_module(module)
    *classes, method = name.split(".")
    for each in classes:
        found = getattr(found, each, None)
    if not isinstance(found, type):
        return False
    overridden = (base.__dict__.get(method) for base in found.__mro__[1:] if base is not object)
    return any(getattr(each, "__doc__", None) for each in overridden)


def main() -> int:
    """Tell which have none, by folder and one by one; 1 if they are 5 % or more."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs.docstrings", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / each for each in PACKAGES])
    parser.add_argument("--own", action="store_true", help="what is inherited does not count")
    given = parser.parse_args()
    found = [each for folder in given.folders for each in functions(folder.resolve())]
    missing = [each for each in found if not (each.own if given.own else each.documented)]
    for each in missing:
        print(each)
    folders = [
        Counter("/".join(f.path.relative_to(ROOT).parts[:2]) for f in some) for some in (found, missing)
    ]
    for folder, count in sorted(folders[0].items()):
        print(f"{folder:28} {folders[1][folder]:5} of {count:5}")
    print(f"{len(missing)} of {len(found)} public functions have no docstring: {share(missing, found):.1%}")
    return 1 if share(missing, found) >= LIMIT else 0


#: So many may have none, of one.
LIMIT = 0.05


def share(missing: list[Function], found: list[Function]) -> float:
    """Which part of them, from 0 to 1."""
    return len(missing) / max(1, len(found))


if __name__ == "__main__":
    sys.exit(main())
