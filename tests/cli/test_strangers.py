"""What strangers wrote gives a terminal no orders, whichever command shows it.

Every name that a file or a command line can hold has an escape sequence of each kind in it: to colour, to set
a window's title, to make a link; in seven and in eight bits; and characters that turn the order of letters
round or are not seen. None of them may come out.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from unicodedata import category

import pexpect
import pytest

from tests.cli.conftest import Gdl, Ran

EVIL = (
    "\x1b[31m" "\x1b]0;title\x07" "\x1b]8;;http://x\x1b\\" "\x9b32m" "\x9d0;t\x9c" "\r\b\t\x00\x7f"
    "\u202egnp.exe" "\u2066\u200f\u200b\u00ad\ufeff\u2028\u2029\u061c\U000e0041"
    "[bold red]mark[/][link=http://x]up[/link] :smile:"
)  # fmt: skip
#: A file's text holds no NUL, and a return ends a line in it.
NAME = EVIL.replace("\x00", "").replace("\r", "")
#: How that is shown.
SHOWN = (
    "␛[31m" "␛]0;title␇" "␛]8;;http://x␛\\" "�32m" "�0;t�" "␈␉␡" "�gnp.exe" "���������"
    "[bold red]mark[/][link=http://x]up[/link] :smile:"
)  # fmt: skip

GAME = f"""
(option "Size{NAME}" <Size> args:{{<size>}} {{
    (item "Small{NAME}" <3> "three{NAME}")*
    (item "Large{NAME}" <4> "four{NAME}")
}})
(game "Game{NAME}"
    (players 2)
    (equipment {{
        (board (square <Size:size>))
        (piece "Man{NAME}" Each)
        (regions "Home{NAME}" P1 (sites Top))
    }})
    (rules
        phases:{{(phase "Opening{NAME}" (play (move Add (to (sites Empty)))))}}
        (end (if (is Line 3) (result Mover Win)))
    )
)
(metadata (info {{(description "Text{NAME}") (author "Author{NAME}")}}))
"""
PLAIN = f"""
(game "Game{NAME}"
    (players 2)
    (equipment {{(board (square 3)) (piece "Man{NAME}" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""
RECORD = f"""[game "game.lud"]
[rules "{NAME}"]
[player "random{NAME}"]
[player "random"]
[tagg{NAME} "x"]
[round "{NAME}"]

1. a1 2. "{NAME}" *

[game "no-such-{NAME}.lud"]

1. a1 *

[game "game.lud"]
[option "Size{NAME}" "None{NAME}"]
[player "random{NAME}"]
[player "{NAME}"]
[seed "1"]

1. "b2{NAME}" *

[game "game.lud"]
[player "random{NAME}"]
[player "{NAME}"]
[date "2026-05-01"]
[result "*"]

1. a1 2. b2 *
"""
SCENARIOS = "game: game\nscenarios:\n" + "".join(
    f"  - name: {json.dumps(f'scenario {NAME}{number}')}\n{body}"
    for number, body in enumerate(
        [
            "    legal_count: 9\n",
            "    legal_count: 1\n",
            f"    includes: [{json.dumps(NAME)}]\n    rule: {json.dumps(NAME)}\n",
            f"    legal_count: 0\n    rule: x\n    source: {json.dumps(NAME)}\n",
            f"    moves: [{json.dumps(NAME)}]\n",
            f"    options: {{{json.dumps(NAME)}: {json.dumps(NAME)}}}\n    legal: []\n",
            f"    position: {{pieces: {{{json.dumps(NAME)}: [a1]}}}}\n    legal: []\n",
        ]
    )
)

TYPED = "\n".join(
    ["moves", "board", "hint", "think", "hint", f"zz{EVIL}", f"moves {EVIL}", "save g.rec", f"load {EVIL}",
     "why a1", f"why {EVIL}",     "load games.rec", "a1", "draw", f"y{EVIL}", "resign", ""]
)  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of strangers' files, and the one where the commands run."""
    for name, text in (
        ("game.lud", GAME),
        ("plain.lud", PLAIN),
        ("broken.lud", f'(game "{NAME}" (playerz 2) "{NAME}" (foo{NAME}) ("Macro{NAME}"))'),
        ("include.lud", f'(include "{NAME}.def")\n{PLAIN}'),
        ("series.lud", f'(match "M{NAME}" (games (subgame "{NAME}")) (end (if (is Full) (result P1 Win))))'),
        ("games.rec", RECORD),
        ("no.rec", f"{NAME}\n"),
        ("game.yaml", SCENARIOS),
        ("wrong.yaml", f"scenarios:\n  - name: x\n    {json.dumps(NAME)}: 1\n"),
        ("bad.yaml", f"scenarios: [{{name: {json.dumps(NAME)}, {json.dumps(NAME)}\n"),
        ("trace.json", json.dumps({"game": NAME})),
    ):
        # as bytes: a return is no line's end here
        (tmp_path / name).write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def harmful(text: str) -> list[str]:
    """The characters in a text that a terminal would not show as they are."""
    wrong = ("Cc", "Cf", "Zl", "Zp", "Cs")
    return sorted({char for char in text if char != "\n" and category(char) in wrong})


def check(ran: Ran) -> str:
    text = ran.out + ran.err
    assert harmful(text) == []
    assert "internal error" not in text and "Traceback" not in text
    return text


COMMANDS: list[tuple[str, ...]] = [
    ("check", "game.lud"),
    ("check", "game.lud", "--coverage", "--games", "20"),
    ("check", "game.lud", "--coverage", "--games", "20", "--output-format", "json"),
    ("check", "broken.lud"),
    ("check", "include.lud"),
    ("check", "series.lud"),
    ("check", "broken.lud", "--output-format", "json"),
    ("check", f"no-such{NAME}.lud"),
    ("check", f"no-such{NAME}"),
    ("check", "game.lud", "--option", f"Size={NAME}"),
    ("check", "game.lud", "--option", NAME),
    ("format", "--diff", "game.lud"),
    ("format", "broken.lud"),
    ("import", "game.lud"),
    ("import", "broken.lud"),
    ("import", NAME),
    ("board", "game.lud"),
    ("board", "game.lud", "--format", "svg", "--show", "all"),
    ("board", "game.lud", "--show", NAME),
    ("board", "game.lud", "--moves", NAME),
    ("board", "game.lud", "--position", NAME),
    ("board", "game.lud", "--position", f"{{pieces: {{{json.dumps(NAME)}: [a1]}}}}"),
    ("board", "game.lud", "--svg", f"no-such/{NAME}/"),
    ("options", "game.lud"),
    ("options", "game.lud", "--json"),
    ("rules", "game.lud"),
    ("rules", "game.lud", "--format", "markdown"),
    ("rules", "game.lud", "--format", "html"),
    *(("show", "game.lud", "--stage", stage) for stage in ("forms", "ludemes", "core", "python", "llvm")),
    ("show", "game.lud", "--stage", NAME),
    ("perft", "game.lud", "2"),
    ("perft", "game.lud", "2", "--json"),
    ("perft", "game.lud", NAME),
    ("solve", "game.lud", "--time", "5s"),
    ("solve", "plain.lud", "--time", "5s", "--position", "a1 b2 c3 a2 b1"),
    ("solve", "plain.lud", "--position", NAME),
    ("solve", "plain.lud", "--json", "--all", "--position", "a1 b2 c3 a2 b1"),
    ("why", "plain.lud", "a1"),
    ("why", "plain.lud", NAME),
    ("why", "game.lud", "a1", "--output-format", "json"),
    ("why", "game.lud", "a1", "--moves", NAME),
    ("trace", "game.lud", "--moves", "a1 b2"),
    ("trace", "game.lud", "--moves", NAME),
    ("train", "game.lud", "--minutes", "0.01", "--workers", "1"),
    ("train", "game.lud", "--rounds", "0"),
    ("train", "game.lud", "--rounds", "1", "--workers", "1", "--out", NAME),
    ("bench", "game.lud", "--seconds", "0.05"),
    ("bench", "game.lud", "--seconds", "0.05", "--json", "--engine", "python"),
    ("bench", "game.lud", "--engine", NAME),
    ("match", "game.lud", "-p", "random,random", "-n", "2", "--records", "new.rec"),
    ("match", "game.lud", "-p", "random,random", "-n", "2", "--json"),
    ("match", "game.lud", "-p", NAME),
    ("match", "game.lud", "-p", f"mcts:{NAME}"),
    (
        "study",
        "game.lud",
        "-n",
        "20",
        "--rule-games",
        "5",
        "--seed",
        "1",
        "--simulations",
        "1",
        "--search-games",
        "1",
        "--doublings",
        "1",
        "--ablate-pairs",
        "1",
    ),
    (
        "study",
        "game.lud",
        "-n",
        "20",
        "--rule-games",
        "5",
        "--seed",
        "1",
        "--no-search",
        "--no-ablate",
        "--json",
    ),
    ("study", "game.lud", "--no-search", "--on", NAME),
    ("study", "game.lud", "-n", "20", "--seed", "1", "--no-search", "--results", f"no-such/{NAME}"),
    ("study", "game.lud", "-n", "20", "--seed", "1", "--no-search", "--no-ablate", "--results", "games.rec"),
    ("study", "game.lud", "-n", "20", "--seed", "1", "--no-search", "--results", "games.rec"),
    (
        "compare",
        "game.lud",
        "tic-tac-toe",
        "-n",
        "20",
        "--search",
        "none",
        "--seed",
        "1",
        "--rule-games",
        "9",
    ),
    ("compare", "game.lud", "tic-tac-toe", "-n", "20", "--search", "none", "--rule-games", "0", "--json"),
    ("compare", "game.lud", "game.lud", "--search", NAME),
    ("compare", "game.lud", "tic-tac-toe", "--margin", NAME),
    ("compare", "game.lud", "tic-tac-toe", "--margin", f"{NAME}=1%"),
    ("compare", "game.lud", "-b", f"{NAME}={NAME}"),
    ("vary", "game.lud", "-o", "Size=*", "-n", "32", "--seed", "1", "--second", "none", "--write", "out.lud"),
    ("vary", "game.lud", "-o", f"Size={NAME}*", "--want", NAME),
    ("vary", "game.lud", "--want", NAME),
    ("invent", "--from", "game.lud", "--rounds", "1", "--axes", NAME),
    ("invent", "--from", NAME, "--rounds", "1"),
    ("record", "games.rec"),
    ("record", "games.rec", "--boards"),
    ("record", "games.rec", "--json"),
    ("record", "no.rec"),
    ("record", f"{NAME}#2"),
    ("play", "--resume", "games.rec"),
    ("play", "game.lud", "-p", NAME),
    ("play", "game.lud", "-p", "random,random", "--seed", "1"),
    ("test", "game.yaml", "--verbose"),
    ("test", "wrong.yaml", "bad.yaml"),
    ("test", f"{NAME}.yaml"),
    ("new", "my-game", "--from", "game.lud"),
    ("new", NAME, "--from", "game.lud"),
    ("new", "your-game", "--from", "include.lud"),
    ("replay", "trace.json"),
    ("replay", "trace.json", "--json"),
    ("replay", NAME),
    ("explain", NAME),
    ("list", NAME),
    ("players", f"--{NAME}"),
    ("lsp", NAME),
    ("join", NAME, NAME),
    ("join", f"http://127.0.0.1:1/r/{NAME}#{NAME}", NAME),
    ("serve", NAME),
    ("serve", "--host", NAME),
    ("serve", "--database", f"no-such/{NAME}/"),
    ("serve", "--trusted-proxy", NAME),
    ("serve", "--port", "0", "--database", ":memory:", "--log", f"no-such/{NAME}/"),
    ("reports", "--database", f"no-such/{NAME}"),
    (NAME,),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: re.sub(r"[^\w. -]", "", " ".join(words))[:60])
def test_no_command_lets_it_through(words: tuple[str, ...], here: Path, gdl: Gdl) -> None:
    check(gdl(*words))


def test_every_command_is_tried() -> None:
    from interpreter.cli.main import COMMANDS as there

    assert {words[0] for words in COMMANDS} >= set(there)


def test_the_names_are_shown(here: Path, gdl: Gdl) -> None:
    """They are not left out: what would be an order is seen to be there, and markup is text."""
    assert f"Size{SHOWN}\n  * Small{SHOWN}  three␛[31m" in gdl("options", "game.lud").out
    # ends of lines and paragraphs are blanks in a game's name
    in_one_line = SHOWN.replace("�" * 9, "�" * 5 + "  " + "�" * 2)
    told = gdl("match", "game.lud", "-p", "random,random", "-n", "2").out
    assert f"Game{in_one_line}: 2 of 2 games" in told


def test_markup_in_tables_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    from interpreter.cli.output import say_table
    from interpreter.support.tables import Table

    say_table(Table.of(("[bold]head[/]",), [("[red]x[/] :smile:\x1b[1m",)]))
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "[bold]head[/]", "[red]x[/] :smile:␛[1m",
    ]  # fmt: skip


def test_a_name_of_several_lines_forges_none(here: Path, gdl: Gdl) -> None:
    forged = "error[E0203]: there is no ludeme"
    text = GAME.replace(NAME, f"\n{forged}")
    (here / "lines.lud").write_text(text, encoding="utf-8")
    both = ("-p", "random,random")
    for words in (("options",), ("match", *both, "-n", "2"), ("play", *both), ("bench", "--seconds", "0.05")):
        ran = gdl(words[0], "lines.lud", *words[1:])
        assert ran.code == 0 and not re.search(r"^error", ran.out + ran.err, re.MULTILINE), ran


@pytest.mark.parametrize("players", ["human,human", "human,random", "human,mcts:10", "random,human"])
def test_a_session(players: str, here: Path, gdl: Gdl) -> None:
    text = check(gdl("play", "game.lud", "-p", players, "--seed", "1", typed=TYPED))
    assert "Game␛[31m" in text


def test_a_session_at_a_terminal(here: Path) -> None:
    """With colours, only sequences of colours and movements that the names do not hold come out."""
    child = pexpect.spawn(
        sys.executable, ["-m", "interpreter.cli.main", "play", "game.lud", "-p", "human,random"],
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)},
        encoding="utf-8", timeout=60, dimensions=(40, 200), echo=False,
    )  # fmt: skip
    child.expect("> ")
    text = child.before
    for line in ("moves", "a1", "quit"):
        child.sendline(line)
        child.expect(["> ", pexpect.EOF])
        text += child.before
    child.close()
    left = re.sub(r"\x1b\[[0-9;]*m|\x1b\[\?2004[hl]|\r", "", text)
    assert harmful(left) == []
    assert "\x1b[31m" not in text and "Game␛[31m" in left


ROOT = Path(__file__).parents[2]


def test_mistakes_in_colours(here: Path) -> None:
    """The colours of a mistake are put around texts that are printable already."""
    from gdl.compile.compile import compile_game
    from gdl.source.diagnostics import LanguageError
    from gdl.source.render import render_all

    with pytest.raises(LanguageError) as raised:
        compile_game(here / "broken.lud")
    text = render_all(raised.value.diagnostics, colour=True)
    ours = re.sub(r"\x1b\[(?:1;31|1;33|1;34|1|0)m", "", text)
    assert harmful(ours) == []
    assert ours == render_all(raised.value.diagnostics)
    assert harmful(str(raised.value)) == []


def test_lists_of_shipped_games_are_shown_so_too(
    here: Path, gdl: Gdl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.game.shipped.shipped_games", lambda: {f"game{NAME}": here / "game.lud"})
    assert "Game␛[31m" in check(gdl("list"))
    check(gdl("list", "--json"))


def test_pytest_shows_scenarios_so_too(here: Path) -> None:
    import subprocess

    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "game.yaml"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, encoding="utf-8")
    assert "scenario ␛[31m" in ran.stdout
    assert harmful(ran.stdout) == []
