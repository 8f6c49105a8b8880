"""Size metrics of the source: lines, modules, the share of imports, small modules, functions, own words.

    python scripts/sizes.py [ROOT]

ROOT is the folder that holds `gdl/` and `interpreter/` (default: this repository), so that another commit can
be measured from a worktree. Counted as imports are the lines of `import` statements, wherever they stand.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

PACKAGES = ("gdl", "interpreter")
#: A module of fewer lines is a fragment, if it is neither a package's front nor a command.
FRAGMENT = 40
#: Words of the house that have a name in the field; `wish` is what `vary` calls what is wanted of a variant.
WORDS = re.compile(r"found|told|told_\w+|wish|deeds|looks|Asked|Together")
WISHING = "vary"


@frozen
class Module:
    """One module's measures; sizes in lines."""

    path: Path
    lines: int
    characters: int
    imports: int
    functions: tuple[int, ...]
    words: Counter[str] = field(factory=Counter)


def measured(path: Path, root: Path) -> Module:
    """The measures of the module at `path`."""
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    return Module(
        path.relative_to(root),
        text.count("\n"),
        len(text),
        sum(_lines(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)),
        tuple(_lines(node) for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)),
        Counter(_words(text, WISHING in path.parts)),
    )


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _words(text: str, wishing: bool) -> Iterator[str]:
    """The identifiers of a text that are words of the house."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and WORDS.fullmatch(token.string):
            if not (wishing and token.string == "wish"):
                yield token.string if not token.string.startswith("told_") else "told_*"


def report(modules: list[Module]) -> Iterator[tuple[str, str]]:
    """What is measured, and how much of it there is."""
    lines, imports = sum(m.lines for m in modules), sum(m.imports for m in modules)
    functions = [size for m in modules for size in m.functions]
    fragments = [
        m for m in modules
        if m.lines < FRAGMENT and m.path.name != "__init__.py" and "commands" not in m.path.parts
    ]  # fmt: skip
    words = sum((m.words for m in modules), Counter[str]())
    yield "lines", f"{lines:,}"
    yield "modules", f"{len(modules):,}, {lines / len(modules):.0f} lines in the mean"
    yield "imports", f"{imports:,} lines, {imports / lines:.1%}"
    yield f"modules under {FRAGMENT} lines", f"{len(fragments)}"
    yield "characters in a line", f"{sum(m.characters for m in modules) / lines:.1f}"
    yield (
        "lines in a function",
        f"{sum(functions) / len(functions):.2f} in the mean, {max(functions)} at most",
    )
    yield "words of the house", f"{words.total():,}: " + ", ".join(f"{w} {n}" for w, n in words.most_common())
    folders = Counter(m.path.parent for m in modules)
    yield "largest folders", ", ".join(f"{folder} {number}" for folder, number in folders.most_common(5))


def main() -> None:
    """Print the report."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
    modules = [
        measured(path, root) for package in PACKAGES for path in sorted((root / package).rglob("*.py"))
    ]
    for name, value in report(modules):
        print(f"{name:26} {value}")


if __name__ == "__main__":
    main()
