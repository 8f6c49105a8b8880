"""Finishing: elites as games for people. Shorter rules, a name, a story, scenarios, fresh measures.

What the search measured chose the game, so it flatters it. All that is told of a finished game comes from
games that the search never saw: other seeds, more of them, and another player who thinks longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from random import Random
from textwrap import wrap
from typing import Any

from gdl.format import formatted
from gdl.parse.forms import one_line as written_out
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.invent.archive import Elite
from interpreter.invent.genome import taken_apart
from interpreter.invent.including import with_includes
from interpreter.invent.shorter import shortened
from interpreter.invent.thinking import LONGEST, game_of, score_of
from interpreter.invent.trial import oddities
from interpreter.search.solver import Solver
from interpreter.statistics.intervals import wilson
from interpreter.study.measures.random_play import Games, RandomPlay
from interpreter.study.searching.games import ALPHA_BETA, UCT, Lookahead, Plays, Watched, Watching, seeds_of
from interpreter.support.numbers import seed_for
from interpreter.support.stopping import StoppedError, within

#: Fresh games: at random, and between searches of so many simulations.
RANDOM_GAMES, SEARCHED, THOUGHT, LESS = 1000, 24, 256, 64
#: Of them so many between more and less thought.
LADDER = 24
#: So many games of the other family, which looks so many plies ahead.
OTHERS, DEPTH, SHALLOW = 12, 3, 1
#: A proof looks at so many positions at most; what it finds is a game that is settled soon.
POSITIONS, _PROOF_MEMORY = 20_000, 16 << 20
#: Seconds that the other family, and a proof, may take.
PATIENCE = 60.0
_WIDTH = 106


@frozen
class Finished:
    """A game as its file has it, and what is told of it."""

    name: str
    text: str
    story: tuple[str, ...]
    dropped: tuple[str, ...]
    niche: Mapping[str, str]
    #: what the search measured
    searched: Mapping[str, float]
    quality: float
    #: by a key: value, low, high
    fresh: Mapping[str, tuple[float, float, float]]
    #: a game between searches, move by move, and how it ended
    moves: tuple[str, ...]
    outcome: str
    #: its number; 0: nobody
    winner: int
    warnings: tuple[str, ...]
    #: whose games the search measured it by first: `random` or `greedy`
    by: str = "random"
    #: what a proof says of it within a budget: nothing where it is not proved
    proved: str = ""

    def as_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "name": self.name, "text": self.text, "story": list(self.story), "dropped": list(self.dropped),
            "niche": dict(self.niche), "searched": dict(self.searched), "quality": self.quality,
            "fresh": {key: list(each) for key, each in self.fresh.items()}, "moves": list(self.moves),
            "outcome": self.outcome, "winner": self.winner, "warnings": list(self.warnings),
            "by": self.by, "proved": self.proved,
        }  # fmt: skip

    @classmethod
    def of_json(cls, row: Mapping[str, Any]) -> Finished:
        """From JSON."""
        fresh = {key: (float(a), float(b), float(c)) for key, (a, b, c) in row["fresh"].items()}
        return cls(
            row["name"], row["text"], tuple(row["story"]), tuple(row["dropped"]), row["niche"],
            row["searched"], row["quality"], fresh, tuple(row["moves"]), row["outcome"], row["winner"],
            tuple(row["warnings"]), row["by"], row["proved"],
        )  # fmt: skip


def _told(thinkers: str, more: str, less: str, others: str) -> Mapping[str, tuple[str, str]]:
    return {
        "first": ("first seat", f"score of the first seat between {thinkers} of {more}"),
        "drawn": ("drawn", "drawn or given up, of the same games"),
        "other": ("first seat, by others", f"the same between {others}"),
        "length": ("length", "plies of the same games"),
        "pays": ("more thought", f"score of {more} against {less}, seats in turn"),
        "random first": (
            "first seat, at random",
            f"of {RANDOM_GAMES:,} random games that are won, those by it",
        ),
        "random drawn": ("drawn, at random", "drawn or given up, of the same games"),
        "branching": ("branching", "mean legal moves of a ply, at random"),
    }


#: What is told of fresh games, each with its definition: of games that random play ends by UCT, of others by
#: alpha-beta, which is the other family of the first ones.
TOLD: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "random": _told(
        "searches (UCT)", UCT.spent(THOUGHT), UCT.spent(LESS), f"alpha-beta searches {DEPTH} plies deep"
    ),
    "greedy": _told(
        "alpha-beta searches", ALPHA_BETA.spent(DEPTH), ALPHA_BETA.spent(SHALLOW),
        f"searches (UCT) of {UCT.spent(THOUGHT)}",
    ),
}  # fmt: skip


def finish(elite: Elite, name: str, seed: int, by: str) -> Finished | None:
    """An elite as a game for people; None where it is none after all."""
    try:
        short = shortened(elite.text, seed_for(seed, 0, "invent: random games"))
        text = file_text(short.text, name, elite.story, short.dropped, by)
        game = game_of(text)
        fresh, best = _fresh(game, seed, elite.by)
        moves, outcome, winner = _written(game, best)
        return Finished(
            name, text, elite.story, short.dropped, elite.niche, elite.thought, elite.quality, fresh, moves,
            outcome, winner, _warnings(text), elite.by, _proved(game),
        )  # fmt: skip
    except (LanguageError, UserError):
        return None


def file_text(genome: str, name: str, story: Sequence[str], dropped: Sequence[str], by: str) -> str:
    """The text of a file: how the game came about, what it includes, its definitions, the game, what it says
    of itself."""
    game = taken_apart(Source("genome", genome)).game
    included = with_includes(genome)
    old = game.items[1]
    body = written_out(game).replace(written_out(old), f'"{name}"', 1)
    first, *changes = story
    lines = [f"{name}: bred from {first} by a machine ({by}). What was changed, in order:"]
    lines += [f"- {each}" for each in changes]
    if dropped:
        lines.append("Then what no one missed was left out:")
        lines += [f"- {each}" for each in dropped]
    comment = "".join(
        f"// {row}\n"
        for line in lines
        for row in wrap(one_line(line), _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    )
    about = one_line(f"A game bred by a machine from {first}.").replace('"', "'")
    metadata = f'(metadata (info {{ (description "{about}") (credit "Ludwright, gdl invent") }}))'
    files = "\n".join(f'(include "{each}")' for each in included.files)
    definitions = "\n\n".join(each.whole for each in included.definitions)
    whole = "\n\n".join(part for part in (comment.rstrip(), files, definitions, body, metadata) if part)
    return formatted(Source("invented", whole + "\n"))


def _fresh(game: Game, seed: int, by: str) -> tuple[dict[str, tuple[float, float, float]], Watched]:
    """Fresh games counted, and one of them to be shown: of middle length, with a winner if there is one."""
    play = RandomPlay(game, seed_for(seed, 1, "invent: fresh games"), 2_000 if by == "random" else 200)
    tally = play.tally(0, RANDOM_GAMES)
    games = Games(dict(tally.ended), tally.given_up, tuple(play.sample(0, 64)))
    won = sum(n for (_, who), n in games.ended.items() if who == 1)
    decided = sum(n for (_, who), n in games.ended.items() if who in (1, 2))
    uct, alpha_beta = Watching(game, 2 * LONGEST), Lookahead(game, LONGEST)
    if by == "random":
        equals = _equals(uct, THOUGHT, seed, SEARCHED, "equals")
        ladder = _ladder(uct, THOUGHT, LESS, seed, LADDER)
        others = _others(lambda: _equals(alpha_beta, DEPTH, seed, OTHERS, "others"))
    else:
        equals = _equals(alpha_beta, DEPTH, seed, OTHERS, "equals")
        ladder = _ladder(alpha_beta, DEPTH, SHALLOW, seed, OTHERS)
        others = _others(lambda: _equals(uct, THOUGHT, seed, OTHERS, "others"))
    first = sum(score_of(each, 0) for each in equals)
    drawn = sum(score_of(each, 0) == 0.5 for each in equals)
    plies = sorted(len(each.plies) for each in equals)
    moves, length = sum(s.moves for s in games.sample), max(1, sum(s.plies for s in games.sample))
    fresh = {
        "first": _share(first, len(equals)),
        "drawn": _share(drawn, len(equals)),
        "other": _share(sum(score_of(each, 0) for each in others), len(others)),
        "length": (sum(plies) / len(plies), float(plies[0]), float(plies[-1])),
        "pays": _share(sum(ladder), len(ladder)),
        "random first": _share(won, max(1, decided)),
        "random drawn": _share(RANDOM_GAMES - decided, RANDOM_GAMES),
        "branching": (moves / length,) * 3,
    }
    decisive = [each for each in equals if score_of(each, 0) != 0.5] or equals
    best = sorted(decisive, key=lambda each: (len(each.plies), each.fingerprint))[len(decisive) // 2]
    return fresh, best


def _equals(plays: Plays, budget: int, seed: int, count: int, what: str) -> list[Watched]:
    """Games between equals."""
    return [plays.play((budget, budget), *_seeds(seed, number, what)) for number in range(count)]


def _ladder(plays: Plays, more: int, less: int, seed: int, count: int) -> list[float]:
    """What more thought scores against less, seats in turn."""
    scores = []
    for number in range(count):
        budgets = (more, less) if number % 2 == 0 else (less, more)
        watched = plays.play(budgets, *_seeds(seed, number // 2, "ladder"))
        scores.append(score_of(watched, number % 2))
    return scores


def _others(games: Callable[[], list[Watched]]) -> list[Watched]:
    """Games of the other family of players; none where these cannot play it in time."""
    try:
        return within(PATIENCE, games)
    except (StoppedError, UserError, LanguageError):
        return []


def _proved(game: Game) -> str:
    """Who wins by proof, if that can be found within the budget."""
    solver = Solver(game, _PROOF_MEMORY)
    solver.most = POSITIONS
    try:
        solution = within(PATIENCE, lambda: solver.solve(game.start(0), line=False))
    except (StoppedError, UserError):
        return ""
    soon = f" within {solution.plies} plies" if solution.plies else ""
    who = "nobody wins" if not solution.value else f"{game.players[solution.value < 0]} wins{soon}"
    return f"Between perfect players {who}: proved by looking at {solver.looked:,} positions."


def _seeds(seed: int, number: int, what: str) -> tuple[int, int]:
    return seeds_of(seed_for(seed, 1, "invent: fresh searches"), number, what)


def _share(total: float, count: int) -> tuple[float, float, float]:
    """A share with Wilson's interval; halves are counted as half of a success, which makes it no narrower."""
    interval = wilson(total, count)
    return interval.value, interval.low, interval.high


def _written(game: Game, watched: Watched) -> tuple[tuple[str, ...], str, int]:
    """The moves of a game as people write them, and who won: in words, and by number."""
    state = game.start(0)
    moves: list[str] = []
    for ply in watched.plies:
        move = next(each for each in state.legal_moves if each.raw == ply.move)
        moves.append(str(move))
        state = state.play(move)
    if state.outcome is None:
        return tuple(moves), "", 0
    return tuple(moves), str(state.outcome), state.outcome.winner or 0


def positions(game: Game, moves: Sequence[str]) -> list[State]:
    """Telling positions of a game: a third and two thirds of the way, and the end."""
    states = [game.start(0)]
    for text in moves:
        states.append(states[-1].play(_move(states[-1], text)))
    last = len(states) - 1
    return [states[at] for at in dict.fromkeys((last // 3, 2 * last // 3, last))]


def _move(state: State, text: str) -> Move:
    return next(each for each in state.legal_moves if str(each) == text)


def _warnings(text: str) -> tuple[str, ...]:
    """What `gdl check` says of a text."""
    return tuple(f"{each.code}: {each.message}" for each in oddities(text))


def scenarios(one: Finished, stem: str) -> str:
    """The scenario file of a game, made of one of its own games: how it begins, how it goes, how it ends."""
    third = len(one.moves) // 3
    rows = [f"game: {stem}", "scenarios:"]

    def listed(moves: Sequence[str]) -> str:
        return "[" + ", ".join(f'"{each}"' for each in moves) + "]"

    rows += [
        "  - name: an opening between searches",
        f"    source: one of its own games, {len(one.moves)} plies",
        f"    moves: {listed(one.moves[:third])}",
        f"    includes: {listed(one.moves[third : third + 1])}",
        "    outcome: none",
        "",
        "  - name: a whole game between searches",
        f"    source: the same game; {one.outcome or 'given up'}",
        f"    moves: {listed(one.moves)}",
        f"    outcome: {f'{{winner: {one.winner}}}' if one.winner else 'draw' if one.outcome else 'none'}",
    ]
    return "\n".join(rows) + "\n"


# --- Names --------------------------------------------------------------------------------------------------

_ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pr", "qu", "r", "s",
           "sk", "st", "t", "tr", "v", "w", "z")  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "a", "o", "ai", "ea")
_CODAS = ("l", "m", "n", "r", "s", "t", "nd", "rn", "sk", "x", "th", "")
_ENDINGS = ("a", "o", "ek", "in", "ora", "is", "ane", "el", "um", "ish")


def name_for(rules: str, taken: Set[str]) -> str:
    """A short word that can be said and is not taken yet (in lower case): the same from the same rules."""
    rng = Random(rules)
    while True:
        word = rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) + rng.choice(_ENDINGS)
        if word not in taken and len(word) > 3:
            return word.capitalize()
