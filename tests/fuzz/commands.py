"""Commands run within this process, as the shell would run them; what must hold of any of them."""

from __future__ import annotations

import re
from typing import Any

from attrs import frozen
from click.testing import CliRunner

import interpreter.cli.main as command_line
from tests.fuzz import signature
from tests.fuzz.kind import Wrong

CODES = (0, 1, 2)
#: What is printed about an input of up to so many bytes is at most so much.
SMALL, MOST = 100_000, 1_000_000
_INTERNAL = re.compile(r"internal error: \w+|Traceback \(most recent")
_RUNNER = CliRunner()


@frozen
class Told:
    """What a command did."""

    code: int
    text: str
    error: Exception | None

    def wrong(self, size: int) -> Wrong | None:
        """What must not be: an error of ours, a code that there is not, a flood of text from a small file."""
        if self.error is not None:
            return signature.of_exception(self.error)
        if self.code not in CODES:
            return Wrong(f"exit code {self.code}", self.text[-2000:])
        if match := _INTERNAL.search(self.text):
            return Wrong(match[0], self.text[match.start() :][:2000])
        if size < SMALL and len(self.text) > MOST:
            return Wrong("too much is printed", f"{len(self.text):,} characters for {size:,} bytes")
        return None


def invoke(words: list[str], typed: str = "") -> Told:
    """Run a command line. Our own errors are kept, with where they came from, before they are told."""
    kept: list[Exception] = []
    explain = command_line._explain

    def keep(error: Exception, *rest: Any) -> int:
        code = explain(error, *rest)
        if code == command_line.OUR_MISTAKE:
            kept.append(error)
        return code

    command_line._explain = keep
    try:
        with _RUNNER.isolation(input=typed) as streams:
            try:
                code = command_line.run(words)
            except SystemExit as error:
                code = error.code if isinstance(error.code, int) else 0
            text = b"".join(each.getvalue() for each in streams[:2] if each is not None)
    finally:
        command_line._explain = explain
    if kept and isinstance(kept[0], MemoryError):
        raise kept[0]
    return Told(code, text.decode("utf-8", errors="replace"), kept[0] if kept else None)
