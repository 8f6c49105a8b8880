"""What breeding games costs, and what comes of it: `python -m benchmarks.inventing yield`.

`yield` breeds and tries offspring in one process, without games between searches (every candidate is taken
to meet all wishes of these, so that the archive fills), and tells processor time an offspring, the table of
where they fell, and the memory that is in use as the archive grows.

`shrinkage` plays the games of an archive between searches anew, by seeds that the breeding did not use: what
was kept was also what was lucky (the winner's curse), and it tells by how much.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import IO

import click

from gdl import load
from interpreter.cli.output import say_table
from interpreter.invent.archive import read_elites
from interpreter.invent.evolution import CHUNKS, SIZE, Breed, Evolution, Think
from interpreter.invent.experiment import setup_of
from interpreter.invent.gallery import fallen_table
from interpreter.invent.niches import USUAL
from interpreter.invent.quality import RUNGS, THINKING
from interpreter.invent.thinking import game_of, thought_of
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome

PARENTS = "troika,isolation,congress,tic-tac-toe,hex"
_MIB = 1 << 20


def content(think: Think) -> list[Outcome]:
    """Outcomes of games between searches that are as all are wished for."""
    outcomes = list[Outcome]()
    for _, _, by, rung in think.candidates:
        values = {wish.key: (wish.low + wish.high) / 2 for wish in THINKING[by][rung]}
        values |= {f"{RUNGS[by][rung].name}.{what}": 12.0 for what in ("ladder", "equals")}
        outcomes.append({"thought": {"values": values, "games": 24}, "shorter": None})
    return outcomes


def resident() -> int:
    """The bytes of memory that this process has in use now; 0 where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * 4096


@click.group()
def main() -> None:
    """Measure inventing."""


@main.command("yield")
@click.option("--from", "parents", default=PARENTS, show_default=True, metavar="GAME,GAME")
@click.option("--offspring", default=640, show_default=True, help="How many are bred, in rounds of 32.")
@click.option("--seed", default=1, show_default=True)
@click.option("--playable", type=click.File("w"), help="Write the playable ones to this file, as JSON lines.")
def yields(parents: str, offspring: int, seed: int, playable: IO[str] | None) -> None:
    """Offspring an hour of one core through check, lints and random play; where they fell; memory."""
    rounds = -(-offspring // (CHUNKS * SIZE))
    setup = setup_of([load(name) for name in parents.split(",")], seed, USUAL, ())
    evolution = Evolution(setup, rounds)
    job, seconds, each = evolution.next([]), 0.0, max(1, rounds // 10)
    while job is not None:
        if isinstance(job, Breed):
            began = time.process_time()
            done = [job.do(number) for number in range(job.chunks)]
            seconds += time.process_time() - began
            for row in (row for chunk in done for row in chunk["tried"]):
                if playable is not None and row["fell"] == "playable":
                    playable.write(json.dumps(row) + "\n")
            if job.number % each == each - 1:
                tried = CHUNKS * SIZE * (job.number + 1)
                click.echo(
                    f"{tried:7,} offspring {resident() / _MIB:6.0f} MiB {1000 * seconds / tried:5.0f} ms"
                )
        else:
            assert isinstance(job, Think)
            done = content(job)
        job = evolution.next(done)
    archive = evolution.archive
    say_table(fallen_table(archive))
    for what, count, of in archive.yields():
        click.echo(f"{what}: {count:,} ({count / max(1, of):.1%})")
    click.echo(f"{1000 * seconds / archive.tried:.0f} ms of processor time an offspring: "
               f"{3600 * archive.tried / seconds:,.0f} an hour and core")  # fmt: skip


@main.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", default=100, show_default=True, help="Of so many, the best first.")
@click.option("--seed", default=1, show_default=True)
def shrinkage(archive: Path, games: int, seed: int) -> None:
    """What the first rung of searches told of the games of an ARCHIVE, and what fresh games tell."""
    _, elites = read_elites(archive)
    kept = sorted((each for each in elites if each.rung), key=lambda each: -each.quality)[:games]
    pairs: dict[str, list[tuple[float, float]]] = {}
    for elite in kept:
        rung = RUNGS[elite.by][0]
        fresh = thought_of(game_of(elite.text), seed_for(seed, 0, "shrinkage"), elite.length, rung).values
        for what in ("pays", "drawn", "trivial"):
            key = f"{rung.name}.{what}"
            pairs.setdefault(what, []).append((elite.thought[key], fresh[key]))
    for what, values in pairs.items():
        believed, now = (sum(column) / len(values) for column in zip(*values, strict=True))
        click.echo(f"{what}: {believed:.3f} believed, {now:.3f} by fresh games, of {len(values)} games")


if __name__ == "__main__":
    main()
