"""Trials of offspring: a ladder of tests, the cheapest first; where each fell, and what was measured of it.

Read and compiled (`check`), the same rules as others (the fingerprint of the prepared program), a hundred
games at random (does it end, can everybody win), a sample of games whose moves are all listed; where random
games do not end, greedy ones. What falls on a step costs no further one. All is decided by seeds, so a trial
can be made anywhere, and again.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from gdl.analyses.mod_ref import Effects
from gdl.analyses.ranges import Ranges
from gdl.analyses.worst_case_steps import ENDLESS, Pace
from gdl.compile.compile import Compiled, compile_game
from gdl.core.ops import Program
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.ludeme.weaving import Observer
from gdl.passes.pipeline import prepare
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.support.cpython import gc_paused
from gdl.support.values import evolve, frozen
from interpreter.engines.cache import Cache
from interpreter.engines.interface import Engine, GameTally
from interpreter.engines.kept import fingerprint
from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.game.image import Recipe, image_of
from interpreter.invent.genome import source_of
from interpreter.invent.greedy import ENDING as GREEDY_ENDING
from interpreter.invent.greedy import greedy_play
from interpreter.study.measures.random_play import Games, RandomPlay, Sampled, board_sites
from interpreter.support.stopping import StoppedError, within

#: Larger boards take long to make, to play on and to look at.
MOST_SITES = 130
#: So many games at random tell whether a game is one; longer ones are given up: greedy players may end them.
GAMES, LONGEST = 100, 120
#: Of so many first games one is to end at least, or the others are not played.
FIRST = 12
#: So many of them are to end; each player is to win so many of those that do; so many may be drawn.
ENDING, WINNING, DRAWN = 0.9, 0.25, 0.5
#: So many tell whether one plays as another does: by a hundred, 4 of 100 pairs that differ were held alike.
COMPARED = 400
#: Shorter games on average are none.
SHORTEST = 5.0
#: So many games have all their moves listed.
SAMPLED = 64
#: Rules of which a move may take more steps are slow to play and slow to read: Chess has 200,000.
MOST_STEPS = 100_000
#: Seconds for a hundred games, which take a hundredth of that: only rules that no bound caught take longer.
PATIENCE = 20.0

#: The steps, in order, each with what it asks.
STEPS: Mapping[str, str] = {
    "seen": "the very text was tried before",
    "check": "rules that do not compile",
    "large": f"a board of more than {MOST_SITES} sites, or no two players",
    "same rules": "the prepared rules are those of another",
    "slow": "a move may take over a hundred thousand steps to work out, or rules ask themselves",
    "breaks": "rules that cannot be played to their end: they call themselves without end",
    "ends": f"of random games fewer than {ENDING:.0%} end within {LONGEST} plies, of greedy ones fewer than "
    f"{GREEDY_ENDING:.0%}",
    "short": f"games last fewer than {SHORTEST:g} plies",
    "wins": f"a seat wins less than {WINNING:.0%} of what is decided, or {DRAWN:.0%} are drawn",
    "same play": "it plays as another does",
    "playable": "all of that is passed",
}


@frozen
class Trial:
    """What became of a text."""

    #: the step on which it fell; `playable` where it fell on none
    fell: str
    #: what more is to be said of that
    why: str = ""
    #: of the prepared rules
    fingerprint: str = ""
    #: of how it is played: the same games from the same seeds
    behaviour: str = ""
    games: Games | None = None
    sites: int = 0
    players: tuple[str, ...] = ()
    compiled: Compiled | None = None
    #: whose games they are: `random` or `greedy`
    by: str = "random"


class Tried:
    """A game that was compiled for a trial, ready to be played for a while."""

    def __init__(self, text: str) -> None:
        """Raises LanguageError."""
        self.text = text
        self.compiled: Compiled = compile_game(source_of(text))

    @property
    def sites(self) -> int:
        """How many sites there are."""
        return self.compiled.program.sites

    def prepared(self) -> Program:
        """The program with all passes done."""
        with gc_paused():
            return prepare(self.compiled.program)

    def engine(self, program: Program, key: str) -> Engine:
        """What plays it: compiled quickly where there is a native engine."""
        return quick_engine(program, key)

    def game(self, engine: Engine) -> Game:
        """It as a game that players can be asked to play."""
        image = evolve(image_of(self.compiled), key=None)
        game = Game(Recipe("invented", (), (), text=self.text), image, self.compiled)
        game.engine = engine
        return game


def quick_engine(program: Program, key: str) -> Engine:
    """An engine for a prepared program that is played for a short time: nothing of it is kept on disk."""
    try:
        from interpreter.engines.native.engine import NativeEngine
    except (ImportError, OSError):
        from interpreter.engines.python import PythonEngine

        return PythonEngine(program, prepared=True)
    return NativeEngine(program, prepared=True, cache=Cache(None), key=key, quickly=True)


def try_text(
    text: str, seed: int, known: frozenset[str] = frozenset(), plays: frozenset[str] = frozenset()
) -> Trial:
    """Up the ladder with a genome. `known` are the fingerprints of rules that need no trial, `plays` those of
    behaviours."""
    try:
        tried = Tried(text)
    except LanguageError as error:
        first = next(each for each in error.diagnostics if each.severity == "error")
        return Trial("check", f"{first.code}: {first.message}")
    if tried.sites > MOST_SITES or tried.compiled.program.players != 2:
        return Trial("large", f"{tried.sites} sites")
    program = tried.prepared()
    key = fingerprint(program)
    if key in known:
        return Trial("same rules", fingerprint=key)
    if slowest(program) > MOST_STEPS:
        return Trial("slow", fingerprint=key)
    engine = tried.engine(program, key)
    game = tried.game(engine)
    try:
        tally = within(PATIENCE, lambda: engine.tally_games(FIRST, seed, 0, LONGEST))
        if tally.ended:
            tally = within(PATIENCE, lambda: engine.tally_games(GAMES, seed, 0, LONGEST))
    except StoppedError:
        return Trial("slow", fingerprint=key)
    except UserError as error:  # rules that call themselves without end, and the like
        return Trial("breaks", str(error), fingerprint=key)
    fell = judged(tally)
    greedy = greedy_play(game, seed) if fell == "ends" else None
    if greedy is not None:
        fell = judged(GameTally(greedy.games.ended, greedy.games.given_up), GREEDY_ENDING)
    if fell:
        return Trial(fell, fingerprint=key)
    by = "random" if greedy is None else "greedy"
    if greedy is not None:
        games = greedy.games
        behaviour = digest((tried.sites, greedy.ways))
    else:
        play = RandomPlay(game, seed, LONGEST)
        try:
            sample = within(PATIENCE, lambda: play.sample(0, SAMPLED))
            compared = within(PATIENCE, lambda: engine.tally_games(COMPARED, seed, 0, LONGEST))
        except StoppedError:
            return Trial("slow", fingerprint=key)
        games = Games(dict(sorted(tally.ended.items())), tally.given_up, tuple(sample))
        behaviour = behaviour_of(compared, sample, tried.sites)
    if behaviour in plays:
        return Trial("same play", fingerprint=key, behaviour=behaviour)
    sites = len(board_sites(game))
    return Trial("playable", "", key, behaviour, games, sites, game.players, tried.compiled, by)


def slowest(program: Program) -> int:
    """The steps that the slowest procedure of a game may take, at worst; what sets it up is not counted."""
    pace = Pace(program, Ranges(program), Effects(program), MOST_STEPS)
    if any(pace.recursive(each.name) for each in program.procs):
        return ENDLESS
    return max(pace.steps(each.name) for each in program.procs if each.name not in _ONCE)


#: Procedures that are run once in a game.
_ONCE = ("start",)


def judged(tally: GameTally, ending: float = ENDING) -> str:
    """The step on which its games make a game of two fall; nothing where they are as they should be."""
    ended = sum(tally.ended.values())
    if ended < ending * (ended + tally.given_up):
        return "ends"
    if sum(plies * count for (plies, _), count in tally.ended.items()) < SHORTEST * ended:
        return "short"
    wins = [sum(n for (_, who), n in tally.ended.items() if who == 1 << seat) for seat in range(2)]
    decided = sum(wins)
    if ended - decided > DRAWN * ended or min(wins) < WINNING * decided:
        return "wins"
    return ""


def behaviour_of(tally: GameTally, sample: list[Sampled], sites: int) -> str:
    """Stands for how a game is played by one seed: how long each game was, who won, among how many moves."""
    rows: Any = (
        tally.rows,
        tally.given_up,
        [(s.plies, s.moves, s.most, s.covered, s.log_product) for s in sample],
    )
    return digest((sites, rows))


def digest(value: object) -> str:
    """Stands for a value."""
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()


def oddities(text: str) -> list[Diagnostic]:
    """What `gdl check` finds odd in rules that compile."""

    def compiling(options: Mapping[str, str], observer: Observer) -> Compiled:
        return compile_game(source_of(text), options, observer=observer)

    return list(findings(Noted.by(compiling, {})))


def mean_length(games: Games) -> float:
    """The mean plies of games that ended."""
    ended = games.ended
    return sum(plies * n for (plies, _), n in ended.items()) / max(1, sum(ended.values()))
