"""Inventing: parents made ready, rounds for as long as there is time, the best finished and written."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import LanguageError
from gdl.support.values import frozen
from gdl.version import __version__
from interpreter.errors.user_errors import InventError
from interpreter.game.shipped import shipped_games
from interpreter.invent.archive import Archive, Elite, write_archive
from interpreter.invent.evolution import Evolution, Parent, Setup
from interpreter.invent.finishing import Finished, finish, name_for, scenarios
from interpreter.invent.gallery import gallery
from interpreter.invent.genome import genome_of
from interpreter.invent.niches import USUAL, read_axes
from interpreter.invent.proposers import proposer
from interpreter.invent.quality import wishes_for
from interpreter.study.options import some_seed
from interpreter.support.files import write
from interpreter.work.job import Outcome
from interpreter.work.perform import perform, perform_rounds
from interpreter.work.runners import Place, place_for

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: Of the time that there is so much is kept for finishing what was found.
FINISHING = 0.25
#: Files in the folder: the archive, what was done so far, the page.
ARCHIVE, DONE, PAGE = "archive.json", "rounds.jsonl", "gallery.html"


@frozen
class Invention:
    """What came of it."""

    setup: Setup
    archive: Archive
    games: tuple[Finished, ...]
    files: tuple[Path, ...]
    page: Path | None
    #: seconds that breeding took, and how many offspring there were in these
    seconds: float
    tried: int
    #: bytes that the largest process had at most; 0 where that is not told
    memory: int


@frozen
class Finish:
    """The best as games for people, as a job with a chunk for each."""

    setup: Setup
    elites: tuple[Elite, ...]
    names: tuple[str, ...]
    by: str

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self.elites)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {**self.setup.plan(), "finishing": [each.name for each in self.elites]}

    def do(self, number: int) -> Outcome:
        """Finish one."""
        done = finish(self.elites[number], self.names[number], self.setup.seed, self.by)
        return {"finished": None if done is None else done.as_json()}


def setup_of(
    parents: Sequence[Game], seed: int, axes: Sequence[str], wanted: Sequence[str], proposing: str = "typed"
) -> Setup:
    """What decides an archive. Raises InventError for parents that cannot be bred, LanguageError for wishes
    that cannot be understood."""
    if not parents:
        raise InventError("games are bred from others: name one or more")
    for game in parents:
        if game.is_match:
            raise InventError(f"{game.name} is a match of several games: breed from the game that it plays")
        if len(game.players) != 2:
            raise InventError(f"{game.name} is no game for two: only these are bred")
        if game.has_chance:
            raise InventError(f"chance decides something in {game.name}: only games without are bred")
    wishes_for(wanted, parents[0].players)
    proposer(proposing)
    every = tuple(Parent(game.name, genome_of(game)) for game in parents)
    if len({each.name for each in every}) < len(every):
        raise InventError("two parents have the same name")
    return Setup(every, seed, read_axes(",".join(axes)), tuple(wanted), proposing)


def invent(
    parents: Sequence[Game],
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    axes: Sequence[str] = USUAL,
    want: Sequence[str] = (),
    keep: int = 12,
    proposing: str = "typed",
    workers: int = 1,
    on: str | None = None,
    out: str | Path | None = None,
    progress: Callable[[int, str], None] | None = None,
) -> Invention:
    """Breed new games from `parents` for some `minutes`, or so many `rounds`, and finish the best `keep`.

    The archive depends on parents, wishes, axes, seed and the number of rounds alone; of a round that is not
    done when the `minutes` are over what is known by then is taken. `out` is a folder: it takes what was done
    as it comes, and the same call goes on from there, with as many minutes more, or up to so many `rounds`.
    Ctrl-C (KeyboardInterrupt) ends breeding; what was found until then is finished all the same.

    Raises InventError, LanguageError for wishes, StudyError, and what files raise.
    """
    setup = setup_of(parents, some_seed(seed), axes, want, proposing)
    if rounds is None and minutes is None:
        minutes = 5.0
    place = place_for(workers, on)
    folder = None if out is None else Path(out)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    evolution = Evolution(setup, rounds)
    began, before = time.monotonic(), 0
    limit = None if minutes is None else 60 * minutes * (1 - FINISHING)
    file = None if folder is None else folder / DONE
    job, outcomes = 0, list[Outcome]()
    with suppress(KeyboardInterrupt), closing(perform_rounds(evolution, place, file)) as every:
        for done in every:
            if evolution.job_number != job:
                job, outcomes = evolution.job_number, []
            outcomes.append(done.outcome)
            if done.kept:  # time begins when something new is done
                began, before = time.monotonic(), evolution.archive.tried
            if progress is not None:
                progress(done.number + 1, evolution.doing)
            if limit is not None and time.monotonic() - began > limit:
                break
    if evolution.job_number == job:
        evolution.break_off(outcomes)
    seconds, tried = time.monotonic() - began, evolution.archive.tried - before
    if folder is not None:
        write_archive(evolution.archive, setup.plan(), folder / ARCHIVE)
    until = None if minutes is None else began + 60 * minutes
    games = _finished(setup, evolution.archive, keep, place, until, progress)
    files, page = _written(setup, evolution.archive, games, folder)
    return Invention(setup, evolution.archive, games, files, page, seconds, tried, _most_memory())


def _finished(
    setup: Setup,
    archive: Archive,
    keep: int,
    place: Place,
    until: float | None,
    progress: Callable[[int, str], None] | None,
) -> tuple[Finished, ...]:
    """The best, finished, as many as there is time for; one in any case."""
    best = _different(sorted(archive.every, key=lambda each: (-each.quality, each.name)), keep)
    taken = {name.casefold() for name in shipped_games()} | {each.name.casefold() for each in setup.parents}
    names: list[str] = []
    for elite in best:
        names.append(name_for(elite.name, taken | {name.casefold() for name in names}))
    by = f"Ludwright {__version__}, seed {setup.seed}, round {archive.rounds}"
    job = Finish(setup, tuple(best), tuple(names), by)
    done: list[Finished] = []
    with suppress(KeyboardInterrupt), closing(perform(job, place)) as every:
        for each in every:
            row = each.outcome["finished"]
            if row is not None:
                done.append(Finished.of_json(row))
            if progress is not None:
                progress(each.number + 1, f"finishing {len(best)} games")
            if until is not None and done and time.monotonic() > until:
                break
    return tuple(done)


def _different(elites: Sequence[Elite], keep: int) -> list[Elite]:
    """The best, but of one goal with one kind of movement no third before each of the others was there."""
    chosen: list[Elite] = []
    count: dict[tuple[str, str], int] = {}
    for most in (1, 2, len(elites)):
        for each in elites:
            kind = each.niche["goal"], each.niche["movement"]
            if each not in chosen and count.get(kind, 0) < most and len(chosen) < keep:
                chosen.append(each)
                count[kind] = count.get(kind, 0) + 1
    return sorted(chosen, key=lambda each: (-each.quality, each.name))


def _most_memory() -> int:
    try:
        import resource
    except ImportError:  # Windows has none
        return 0
    of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * max(resource.getrusage(each).ru_maxrss for each in of)


def _written(
    setup: Setup, archive: Archive, games: Sequence[Finished], folder: Path | None
) -> tuple[tuple[Path, ...], Path | None]:
    """The files and the page of games."""
    files: list[Path] = []
    page = None
    if folder is not None:
        for one in games:
            stem = one.name.casefold()
            files.append(folder / f"{stem}.lud")
            write(files[-1], one.text)
            write(folder / f"{stem}.yaml", scenarios(one, stem))
        page = folder / PAGE
        heading = f"Invented from {', '.join(each.name for each in setup.parents)}"
        with suppress(LanguageError):
            write(page, gallery(games, archive, heading, [each.name for each in files]))
    return tuple(files), page
