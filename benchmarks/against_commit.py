"""How fast this version is beside another commit, interleaved: `python -m benchmarks.against_commit REV`.

The other commit is installed into an environment of its own (kept by its hash, so that the second
comparison begins at once), this version runs as it stands. Each has one process that stays; in each round
both do the same work one right after the other, now the one first, now the other, so that a machine that
slows down slows both. Compared is the processor's time of the process, pair by pair: the median of the
ratios, with the interval that the order statistics give for it (95 %, no distribution assumed; Conover,
Practical Nonparametric Statistics, section 3.2), and the geometric mean over the games. 1.05 is: this
version plays 5 % more in the same time.

    python -m benchmarks.against_commit HEAD~5
    python -m benchmarks.against_commit 9852baa troke chess --rounds 31 --json result.json

The work: random games (`playouts`), sequences of moves (`perft`), or batches stepped at random (`batch`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from contextlib import ExitStack
from math import exp, log
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Self

import click
from attrs import asdict, frozen
from platformdirs import user_cache_path

#: The ten that are measured against C, and four whose rules ask more of the passes.
GAMES = (
    "tic-tac-toe", "connect-four", "breakthrough", "katarenga", "gomoku", "hex", "reversi",
    "english-draughts", "amazons", "triad", "troke", "go", "chess", "troika",
)  # fmt: skip
WORK = ("playouts", "perft", "batch")
#: Seconds of the processor's time that one measurement takes.
SLICE = 0.25

#: What a worker runs, with no more of the public face than all commits have: it reads lines of a game, what
#: to do, how much of it and a seed, and answers with the seconds that this took.
_WORKER = """
import sys, time
import gdl
games = {}

def game(name):
    if name not in games:
        games[name] = gdl.load(name).on("native")
        games[name].playouts(20, seed=1)
        warm = getattr(games[name].engine, "warm_up", None)
        if warm is not None:
            warm()
    return games[name]

def batch(game, size, seed):
    games = game.batch(max(1, size // 50), seed=seed)
    for _ in range(50):
        games.step_random()

print(gdl.__file__, flush=True)
for line in sys.stdin:
    name, work, amount, seed = line.split()
    one, amount, seed = game(name), int(amount), int(seed)
    began = time.process_time()
    if work == "playouts":
        one.playouts(amount, seed=seed)
    elif work == "perft":
        one.perft(amount)
    else:
        batch(one, amount, seed)
    print(time.process_time() - began, flush=True)
"""


@frozen
class Comparison:
    """One game: the other commit's time over this version's for the same work."""

    game: str
    ratio: float
    low: float
    high: float
    #: seconds of one measurement, of this version and of the other
    seconds: tuple[float, float]


class Version:
    """A process that runs some code with one version of the project, and answers lines with lines."""

    def __init__(self, python: str, code: str, folder: Path) -> None:
        # -P: nothing of this folder or of another checkout stands before the version that is installed
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, "-P", "-c", code], cwd=folder, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def answer(self, line: str) -> str:
        """What it answers to a line. Raises RuntimeError where it has ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.read()

    def read(self) -> str:
        """The next line that it says. Raises RuntimeError where it has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process of one version has ended: its messages stand above")
        return line.strip()


class Worker(Version):
    """A process that plays with one version of the project."""

    def __init__(self, python: str, folder: Path) -> None:
        super().__init__(python, _WORKER, folder)
        self.source = self.read()

    def seconds(self, game: str, work: str, amount: int, seed: int) -> float:
        """What some work takes, in seconds of the processor's time. Raises RuntimeError where it fails."""
        return float(self.answer(f"{game} {work} {amount} {seed}"))


def installed(commit: str) -> str:
    """The Python of an environment with a commit of this repository in it, made where there is none yet.

    Raises subprocess.CalledProcessError where there is no such commit, or it cannot be installed.
    """
    root = Path(__file__).parent.parent
    found = subprocess.run(
        ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    folder = user_cache_path("ludwright-benchmarks") / found
    python = folder / "environment" / "bin" / "python"
    if (folder / "installed").exists():
        return str(python)
    source = folder / "source"
    source.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(["git", "archive", found], cwd=root, stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "-x", "-C", str(source)], stdin=archive.stdout, check=True)
    venv.create(folder / "environment", with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", str(source)]
    subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)
    (folder / "installed").touch()
    return str(python)


def amount_for(worker: Worker, game: str, work: str) -> int:
    """How much work takes about a SLICE."""
    worker.seconds(game, "playouts", 1, 1)
    amount = 1
    while True:
        spent = worker.seconds(game, work, amount, 1)
        if work == "perft":
            if spent > SLICE / 8 or amount >= 9:
                return amount
            amount += 1
        elif spent > SLICE / 8:
            return max(1, int(amount * SLICE / spent))
        else:
            amount *= 4


def compare(ours: Worker, theirs: Worker, game: str, work: str, rounds: int) -> Comparison:
    """A game on both, in turns."""
    amount = amount_for(ours, game, work)
    theirs.seconds(game, work, amount, 0)
    pairs: list[tuple[float, float]] = []
    for number in range(rounds):
        order = (ours, theirs) if number % 2 else (theirs, ours)
        spent = {id(worker): worker.seconds(game, work, amount, number) for worker in order}
        pairs.append((spent[id(ours)], spent[id(theirs)]))
    ratios = sorted(other / own for own, other in pairs)
    low, high = median_interval(ratios)
    seconds = (median(own for own, _ in pairs), median(other for _, other in pairs))
    return Comparison(game, median(ratios), low, high, seconds)


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """A confidence interval of 95 % for the median of what the sorted `values` are drawn from.

    It ends at the order statistics between which the median lies by the binomial distribution; all values
    where there are fewer than six.
    """
    number, below = len(values), 0.0
    chance, first = 0.5**number, 0
    for rank in range(number // 2):
        below += chance
        if 2 * below > 0.05:
            break
        first = rank
        chance *= (number - rank) / (rank + 1)
    return values[first], values[number - 1 - first]


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean of ratios."""
    return exp(sum(map(log, values)) / len(values))


@click.command()
@click.argument("commit")
@click.argument("games", nargs=-1)
@click.option("--work", default="playouts", show_default=True, type=click.Choice(WORK))
@click.option(
    "--rounds", default=15, show_default=True, type=click.IntRange(3, 10_000), help="Pairs of each game."
)
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where all figures go.")
def main(commit: str, games: tuple[str, ...], work: str, rounds: int, file: Path | None) -> None:
    """Compare this version with COMMIT on GAMES, by default on fourteen."""
    try:
        python = installed(commit)
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"{commit} cannot be installed: {error.stderr or error}") from error
    here = Path(__file__).parent.parent
    found: list[Comparison] = []
    with ExitStack() as stack:
        ours = stack.enter_context(Worker(sys.executable, here))
        theirs = stack.enter_context(Worker(python, Path(python).parent))
        click.echo(f"{'game':<20} {'ratio':>6}  {'95 %':<12}  {work} of {commit} = 1")
        for game in games or GAMES:
            one = compare(ours, theirs, game, work, rounds)
            found.append(one)
            click.echo(f"{game:<20} {one.ratio:>6.3f}  {one.low:.3f}..{one.high:.3f}")
    click.echo(f"{'geometric mean':<20} {geometric_mean([one.ratio for one in found]):>6.3f}")
    if file is not None:
        games_ = [asdict(one) for one in found]
        file.write_text(json.dumps({"commit": commit, "work": work, "games": games_}, indent=1))


if __name__ == "__main__":
    main()
