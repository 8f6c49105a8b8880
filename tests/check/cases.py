"""Files with mistakes, and what `gdl check` says of each.

They stand by what they are about in `cases/`: a case has the `text` of a file and what is `said` of it, to be
read as an author would read it. A case `NAME.def` is a file that others include. The files of `made.txt` are
such as no editor would save (bytes, huge texts), and made here. `python -m tests.check.cases` writes what is
said anew: read the difference before keeping it.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from attrs import frozen

from tests.cases import read_cases, write_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
_FOLLOWERS = re.compile(r"(is followed by) .*")
_TEXTS = {name: case for path in FILES for name, case in read_cases(path).items()}
#: What is said of each file, by its name.
EXPECTED = {name: case["said"] for name, case in _TEXTS.items() if "said" in case}


def _folder() -> Path:
    """A folder with the files whose texts are kept, as long as the process lasts."""
    folder = Path(tempfile.mkdtemp()).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, case in _TEXTS.items():
        if "text" in case:
            path = folder / (name if name.endswith(".def") else f"{name}.lud")
            path.parent.mkdir(exist_ok=True)
            path.write_text(case["text"], encoding="utf-8")
    return folder


BROKEN = _folder()

THREE = (BROKEN / "ludeme-misspelt.lud").read_text(encoding="utf-8").replace("sitez", "sites")

#: What is typed behind the file's name, for mistakes in the command rather than in the file.
ARGUMENTS = {
    "option-unknown": ("--option", "Sise=Five"),
    "option-unknown-value": ("--option", "Size=Seven"),
    "option-outside-its-range": ("--option", "Size=12"),
    "option-text-that-is-no-board": ("--option", "Board=1a 9z / 3a 4a"),
    "option-text-of-another-shape": ("--option", "Board=1a 2a 3a 4a"),
    "option-text-random-without-a-seed": ("--option", "Board=random"),
    "option-text-with-a-tile-twice": ("--option", "Board=1a 2a / 1b@90 4a"),
}


@frozen
class Case:
    """A file to check, and what makes it where it is not kept."""

    name: str
    make: Callable[[], bytes] | None = None

    @property
    def words(self) -> list[str]:
        """The command line."""
        return ["check", f"{self.name}.lud", *ARGUMENTS.get(self.name, ())]


def _deep() -> bytes:
    inner = "(is Full)"
    for _ in range(150):
        inner = f"(not {inner})"
    return THREE.replace("(is Full)", inner).encode()


def _long_line() -> bytes:
    """All on one line of 150,000 characters, with a slip in the middle."""
    many = " ".join(f"(if (is Line {n}) (result Mover Win))" for n in range(3, 2000))
    slip = f"{many} (if (is Lien 3) (result Mover Win)) {many}"
    return " ".join(THREE.replace("(if (is Line 3) (result Mover Win))", slip).split()).encode()


def _many_mistakes() -> bytes:
    many = "\n".join(f"            (if (is Lien {n}) (result Mover Win))" for n in range(3, 1000))
    return THREE.replace("            (if (is Line 3) (result Mover Win))", many).encode()


def _many_warnings() -> bytes:
    unused = "".join(f'(define "Unused {n}" (is Full))\n' for n in range(100))
    return (unused + THREE).encode()


MADE: dict[str, Callable[[], bytes]] = {
    "made/not-utf8": lambda: THREE.replace("Three", "Café").encode("latin-1"),
    "made/utf16": lambda: THREE.encode("utf-16"),
    "made/byte-order-mark": lambda: THREE.replace("sites", "sitez").encode("utf-8-sig"),
    "made/line-ends-of-windows": lambda: THREE.replace("sites", "sitez").replace("\n", "\r\n").encode(),
    "made/tabs": lambda: THREE.replace("sites", "sitez").replace("    ", "\t").encode(),
    "made/wide-letters": lambda: THREE.replace('"Cross" P1', '"十字" P1 二').encode(),
    "made/nul-bytes": lambda: THREE.replace("Cross", "Cr\0ss").encode(),
    "made/picture": lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0" + bytes(range(256)),
    "made/ten-megabytes-of-brackets": lambda: b"(" * 10_000_000,
    "made/as-many-brackets-as-are-read": lambda: b"(" * 999_999,
    "made/brackets-closed": lambda: b")" * 90_000,
    "made/brackets-of-all-kinds": lambda: b"({<)}>" * 15_000,
    "made/quotes": lambda: b'"' * 90_001,
    "made/nested-too-deeply": _deep,
    "made/very-long-line": _long_line,
    "made/very-many-mistakes": _many_mistakes,
    "made/very-many-warnings": _many_warnings,
    "made/noise": lambda: bytes(33 + (n * n * 31 + n * 7) % 94 for n in range(100_000)),
}  # fmt: skip


def cases() -> list[Case]:
    """All of them, by name."""
    return [Case(name, MADE.get(name)) for name in sorted(_TEXTS) if not name.endswith(".def")]


def check(case: Case) -> tuple[int, str]:
    """Run `gdl check` on a case, in the folder of its file: the exit code and all that it printed."""
    if case.make is None:
        return _run(BROKEN, case.words)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{case.name}.lud")
        path.parent.mkdir(parents=True)
        path.write_bytes(case.make())
        return _run(Path(folder), case.words)


def _run(folder: Path, words: list[str]) -> tuple[int, str]:
    from interpreter.cli.main import run

    out, err = StringIO(), StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = run(words)
    text = f"$ gdl {' '.join(words)}\n{err.getvalue()}{out.getvalue()}exit code {code}\n"
    # Which words there are grows with the language, and is no matter of the message.
    return code, _FOLLOWERS.sub(r"\1 ...", text)


def write_all() -> None:
    """Write anew what is said of each file."""
    said = {case.name: {"said": check(case)[1]} for case in cases()}
    for path in FILES:
        write_cases(path, {name: case | said.get(name, {}) for name, case in read_cases(path).items()})


if __name__ == "__main__":
    write_all()
