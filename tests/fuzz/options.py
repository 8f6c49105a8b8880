"""Random command lines: every command with words that fit its arguments, or nearly, or not at all.

An input is a list of words as JSON; the first is what is typed. What asks for much work is kept small: many
games, deep counts and long searches are no mistake.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random

import click

from interpreter.cli.main import COMMANDS, cli
from tests.fuzz import seeds
from tests.fuzz.commands import invoke
from tests.fuzz.kind import Kind, Ran
from tests.fuzz.mutate_text import CHARACTERS, NUMBERS

_GAMES = (
    "tic-tac-toe",
    "line.lud",
    "row.lud",
    "options.lud",
    "race.lud",
    "last-step",
    "series.lud",
    "alone.lud",
)
_FILES = (
    "played.rec", "by-hand.rec#2", "played.rec#99", "tic-tac-toe.yaml", "broken.lud", ".", "..", "/",
    "missing.lud", "/dev/null", "nowhere/x.lud", "x"*300, "", " ", "-", "--", "played.rec#0", "line.lud/x",
    "CON", "~",
)  # fmt: skip
_NAMES = (
    "Board",
    "Length",
    "Row",
    "Size",
    "Board/Small",
    "Ruleset",
    "Ruleset/Misère",
    "ruleset",
    "board",
    "",
)
_VALUES = ("Small", "Wide", "Round", "Three", "5", "Misère", "Ruleset/Misère", "small", "", "(square 3)", "=")
_PLAYERS = (
    "random", "mcts:5ms", "mcts:3", "mcts:5x", "alphabeta:depth=1", "alphabeta:1", "human",
    "mcts:time=5ms,seed=1", "random:1", "mcts:", ":", "mcts:memory=1M:5ms", "best", "alphabeta:depth=-1",
    "mcts:99999999999999999999",
)  # fmt: skip
_TYPED = (
    "",
    "a1\n",
    "a1\nb1\nc1\n",
    "help\nquit\n",
    "undo\nhint\nquit\n",
    "save x.rec\nquit\n",
    "\x04",
    "1\n2\n3\nquit\n",
)
#: Seconds that a command is asked to take.
_TIMES = ("10ms", "0.05", "5ms", "0", "-1", "1 hour ago", "1e-3", "nan", "soon", "")


def _text(random: Random) -> str:
    return random.choice(
        (random.choice(NUMBERS), "".join(random.choices(CHARACTERS, k=random.randrange(4))), "x" * 9)
    )


def _game(random: Random) -> str:
    return random.choice(_GAMES) if random.random() < 0.85 else random.choice(_FILES)


def _option(random: Random) -> str:
    if random.random() < 0.1:
        return _text(random)
    name, value = random.choice(_NAMES), random.choice(_VALUES)
    return f"{name}={value if random.random() < 0.8 else _text(random)}"


def _some(*choices: str) -> Callable[[Random], str]:
    return lambda random: random.choice(choices)


#: What stands for an argument or option, by its name in the command.
_BY_NAME: dict[str, Callable[[Random], str]] = {
    "game": _game,
    "games": _game,
    "options": _option,
    "depth": _some("1", "2", "0", "-1", "101", "two", "1.5"),
    "seconds": _some(*_TIMES),
    "memory": _some("1M", "16M", "0", "-1M", "1", "many", "1e9G"),
    "players": lambda random: ",".join(random.choices(_PLAYERS, k=random.randrange(1, 4))),
    "engine": _some("python", "native", "auto", "Python", "fast", ""),
    "resume": _some("played.rec", "by-hand.rec#3", "played.rec#x", "missing.rec", "tic-tac-toe.yaml"),
    "records": _some("out.rec", ".", "/dev/null", "nowhere/out.rec", "played.rec"),
    "rule_games": _some("0", "1", "-1", "x"),
    "workers": _some("1", "0", "x"),
    "on": _some("dask", "slurm:x", "", "dask:"),
    "results": _some("out.jsonl", ".", "/dev/null", "nowhere/out.jsonl", "played.rec"),
    "jobs": _some("1", "0", "x"),
    "threads": _some("1", "2", "0", "257"),
    "longest": _some("1", "20", "0", "-1"),
    "limit": _some("1", "0", "-5"),
    "position": _some("a1", "a1 b1", "a1,b1", "zz", ",", "a1 a1", "pass"),
    "name": _some(
        "mine", "mine.lud", "", ".", "../mine", "a/b", "x" * 300, "mine\n", "\x1b[0m", "tic-tac-toe"
    ),
    "code": _some("E0101", "e0512", "W0306", "E9999", "", "101"),
    "file": lambda random: random.choice(_FILES),
    "files": lambda random: random.choice((*_FILES, *_GAMES, "options.yaml")),
    "paths": lambda random: random.choice(("line.lud", "missing", "empty", "/dev/null")),
    "definitions": _some("empty", "missing", "line.lud"),
    "origin": _game,
}


@cache
def _command(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def make(random: Random) -> bytes:
    name = random.choice(COMMANDS)
    words = [name]
    for param in _command(name).params:
        if isinstance(param, click.Argument):
            share = 0.97 if param.required else 0.5
            if random.random() < share:
                words += [
                    _value(param, random) for _ in range(random.choice((1, 1, 2)) if param.nargs != 1 else 1)
                ]
        elif random.random() < (0.9 if param.required or _is_work(param) else 0.2):
            words.append(random.choice(param.opts))
            if not getattr(param, "is_flag", False):
                words.append(_value(param, random))
    if random.random() < 0.1:
        words.insert(
            random.randrange(len(words) + 1), random.choice((_text(random), "--help", "--debug", "--nothing"))
        )
    # An argument of a process has no NUL.
    return json.dumps([random.choice(_TYPED), *(word.replace("\0", "") for word in words)]).encode()


def _is_work(param: click.Parameter) -> bool:
    """Without it, a command takes its time."""
    return param.name in ("seconds", "memory", "games", "players", "longest")


def _value(param: click.Parameter, random: Random) -> str:
    if param.name == "games" and isinstance(param, click.Option):
        return random.choice(("1", "2", "0", "-1", "x"))
    if isinstance(param.type, click.Choice):
        return random.choice((*map(str, param.type.choices), _text(random)))
    make = _BY_NAME.get(param.name or "")
    return make(random) if make is not None else _text(random)


def prepare(folder: Path) -> None:
    seeds.put_beside(folder)
    for pattern in ("*.rec", "*.yaml"):
        seeds.put_seeds(folder, pattern)
    (folder / "broken.lud").write_text("(game")
    (folder / "empty").mkdir(exist_ok=True)


def run(data: bytes, folder: Path) -> Ran:
    try:
        typed, *words = json.loads(data)
    except (ValueError, TypeError):
        return Ran("refused")
    if _asks_too_much(words):
        return Ran("refused")
    before = set(folder.iterdir())
    with chdir(folder):
        told = invoke([str(word) for word in words], str(typed))
    for path in set(folder.iterdir()) - before:
        if path.is_file():
            os.unlink(path)
    return Ran("used" if told.code == 0 else "refused", told.wrong(0))


def _asks_too_much(words: list[str]) -> bool:
    """For what was made small: a command that has lost the word that keeps it short."""
    needed = {
        "bench": ["--seconds"],
        "solve": ["--time", "--memory"],
        "match": ["--games", "-n"],
        "study": ["--games", "-n"],
        "vary": ["--games", "-n"],
    }
    return bool(words) and words[0] in needed and not any(word in needed[words[0]] for word in words)


KIND = Kind("options", ".json", make, run, prepare, seconds=15.0, memory=3 << 30, chunk=20)
