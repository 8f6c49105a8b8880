"""How long an author waits for the language server: `python -m benchmarks.editing [--rounds N]`.

A client asks over the server's standard input and output, as an editor does. Before each request the text
is changed, so that nothing of the answer is known from the one before; the change is small and right, or
leaves a bracket open. Shown are the median and the longest of some rounds as
the editor waits, and the median of the server's own processor time (where the system tells it, to ten), in
milliseconds: the rest is what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.lsp.editor import Editor

GAMES = Path(__file__).parents[1] / "games"
#: The largest file that is shipped.
LARGEST = GAMES / "troke" / "troke.lud"


def many_definitions(lines: int) -> str:
    """A text of so many lines, as authors of large games write: definitions, and a game that uses some."""
    text = LARGEST.read_text(encoding="utf-8")
    at = text.index('(game "Troke"')
    definitions, game = text[:at], text[at:]
    include, _, own = definitions.partition("\n")
    names = sorted(set(re.findall(r'\(define "(\w+)"', own)), key=len, reverse=True)
    parts = [include, own]
    number = 0
    while sum(part.count("\n") for part in parts) + game.count("\n") < lines:
        number += 1
        copy = own
        for name in names:
            copy = copy.replace(f'"{name}"', f'"{name}{number}"')
        parts.append(copy)
    return "\n".join([*parts, game])


def one_form(lines: int) -> str:
    """A text of so many lines that is one form: nothing of it can be read by itself."""
    regions = "\n".join(
        f'        (regions "Region{n}" {"P1" if n % 2 else "P2"} (sites {{{n % 64} {n % 63}}}))'
        for n in range(lines - 16)
    )
    return (
        f'(game "Large" (players 2)\n    (equipment {{\n        (board (square 8))\n'
        '        (piece "Disc" Each)\n'
        f"{regions}\n    }})\n    (rules\n        (play (move Add (to (sites Empty))))\n"
        '        (end {\n            (if (is In (last To) (sites Mover "Region1")) (result Mover Win))\n'
        "            (if (no Moves Next) (result Mover Draw))\n        })\n    )\n)\n"
    )


def texts() -> Iterator[tuple[str, str, str, int]]:
    """Name, text, a place to type at (behind this), and what each request may take (ms)."""
    yield "troke.lud", LARGEST.read_text(encoding="utf-8"), '(if "MayStop" (move Pass (then "', 100
    yield "definitions.lud", many_definitions(2000), '(if "MayStop" (move Pass (then "', 300
    yield "one-form.lud", one_form(2000), '(sites Mover "', 300


def requests(editor: Editor, name: str, where: types.Position) -> dict[str, tuple[str, Any]]:
    """Every request that an editor makes while somebody types."""
    document = editor.document(name)
    near = types.Range(types.Position(max(0, where.line - 40), 0), types.Position(where.line + 10, 0))
    return {
        "completion": ("text_document_completion", types.CompletionParams(document, where)),
        "hover": ("text_document_hover", types.HoverParams(document, where)),
        "signature help": ("text_document_signature_help", types.SignatureHelpParams(document, where)),
        "definition": ("text_document_definition", types.DefinitionParams(document, where)),
        "references": (
            "text_document_references",
            types.ReferenceParams(types.ReferenceContext(True), document, where),
        ),
        "rename": ("text_document_rename", types.RenameParams(document, where, "Other")),
        "colours": ("text_document_semantic_tokens_full", types.SemanticTokensParams(document)),
        "colours shown": (
            "text_document_semantic_tokens_range",
            types.SemanticTokensRangeParams(document, near),
        ),
        "outline": ("text_document_document_symbol", types.DocumentSymbolParams(document)),
        "folding": ("text_document_folding_range", types.FoldingRangeParams(document)),
        "hints": ("text_document_inlay_hint", types.InlayHintParams(document, near)),
        "lenses": ("text_document_code_lens", types.CodeLensParams(document)),
        "formatting": (
            "text_document_formatting",
            types.DocumentFormattingParams(document, types.FormattingOptions(4, True)),
        ),
    }


def edits(text: str, mark: str) -> dict[str, Callable[[int], str]]:
    """Changes of a text in front of `mark`: small and right ones, and ones that leave a bracket open."""
    at = text.rindex("(", 0, text.index(mark) + 1)

    def right(number: int) -> str:
        return text[:at] + " " * (number + 1) + text[at:]

    def broken(number: int) -> str:
        return text[:at] + " " * number + '(move "' + text[at:]

    return {"": right, "broken": broken}


def processor_time(editor: Editor) -> float:
    """The seconds that the server has worked so far; 0 where the system does not tell."""
    server = editor.client._server
    assert isinstance(server, asyncio.subprocess.Process)
    try:
        fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    folder = Path(tempfile.mkdtemp())
    for each in (GAMES / "troke").iterdir():
        (folder / each.name).write_bytes(each.read_bytes())
    editor = Editor(folder)
    try:
        for name, text, mark, most in texts():
            editor.open(name, text)
            for kind, edited in edits(text, mark).items():
                took: dict[str, list[float]] = {}
                worked: dict[str, list[float]] = {}
                for number in range(rounds):
                    changed = edited(number)
                    where_at = changed.index(mark) + len(mark)
                    kinds = requests(editor, name, types.Position(0, 0))
                    for each in kinds:
                        editor.open(name, changed + "\n" * (1 + list(kinds).index(each)))
                        asked = requests(editor, name, editor.position(name, where_at))[each]
                        before, start = processor_time(editor), time.perf_counter()
                        editor.ask(*asked)
                        took.setdefault(each, []).append(1000 * (time.perf_counter() - start))
                        worked.setdefault(each, []).append(1000 * (processor_time(editor) - before))
                lines = text.count("\n")
                sys.stdout.write(f"{name}, {lines} lines{', ' + kind if kind else ''} (at most {most} ms)\n")
                for each, times in took.items():
                    own = statistics.median(worked[each])
                    shown = f"{statistics.median(times):7.1f} {max(times):7.1f} {own:7.0f}"
                    slow = "  too slow" if own > most else ""
                    sys.stdout.write(f"    {each:16}{shown}{slow}\n")
                sys.stdout.flush()
    finally:
        editor.close()


if __name__ == "__main__":
    main()
