"""Why a move is legal in a position, or what refuses it: `why(state, "e2-e4")`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, TypeVar

from gdl.support.cpython import higher_recursion_limit
from gdl.support.values import evolve
from interpreter.errors.user_errors import IllegalMoveError, UnreadableFileError, WhyError
from interpreter.game.notation import PASS, word
from interpreter.game.reading import fold, sites_named
from interpreter.game.state import State
from interpreter.support.arguments import argument
from interpreter.support.stopping import StoppedError, within
from interpreter.why.answers import Reason, Why
from interpreter.why.convert import converted
from interpreter.why.observer import Observer
from interpreter.why.question import Question, Wanted
from interpreter.why.reasons import Explainer
from interpreter.why.words import listed

if TYPE_CHECKING:
    from gdl.source.consulted import Witness
    from interpreter.game.image import Recipe
    from interpreter.game.move import Move
    from interpreter.game.rules import Rules

T = TypeVar("T")

#: Seconds for one answer, once the game is compiled.
PATIENCE = 60.0


@lru_cache(maxsize=4)
def _observer(recipe: Recipe, made_from: Witness) -> Observer:
    from gdl.compile.weave_probes import compile_with_probes
    from gdl.source.text import Source

    if not made_from.holds():
        raise UnreadableFileError(f"{recipe.path} has changed since it was loaded: load it again")
    game = recipe.path if recipe.text is None else Source(recipe.path, recipe.text)
    return Observer(compile_with_probes(game, dict(recipe.options), recipe.definitions))


def observer_of(game: Rules) -> Observer:
    """The observer of a game, compiled when it is first asked for.

    Raises UnreadableFileError where the game's files have changed since it was loaded.
    """
    return _observer(evolve(game.recipe, position=None, engine="python", checked=False), game.image.made_from)


def why(state: State, move: Move | str, plain: bool = False) -> Why:
    """Why a move is legal in a position, or which condition of which rule refuses it; in `plain` English for
    who plays, where an author wants the words of the rules.

    Raises UnknownMoveError and AmbiguousMoveError as `State.parse` does, and WhyError where the position
    cannot be looked into.
    """
    argument("the position", state, State, "game.start() is one")
    text = str(move)
    try:
        moves = state.parse_turn(text)
    except IllegalMoveError as error:
        refusal = error
        return looking(lambda: _refused(state, text, refusal, plain))
    return looking(lambda: _allowed(state, moves, plain))


def _allowed(state: State, moves: Sequence[Move], plain: bool) -> Why:
    """Why the decisions of a turn are legal, each in the position that those before it lead to."""
    answers: list[Why] = []
    for number, move in enumerate(moves):
        answers.append(_decision(state, move, plain))
        if number + 1 < len(moves):
            state = state.play(move)
    first, *rest = answers
    return evolve(first, following=tuple(rest))


def looking(work: Callable[[], T]) -> T:
    """What is found out by running rules that may take long, or never end. Raises WhyError."""
    try:
        with higher_recursion_limit():
            return within(PATIENCE, work)
    except RecursionError:
        raise WhyError("the rules call themselves too often for this to be told") from None
    except StoppedError:
        raise WhyError(
            f"the rules take so long that after {PATIENCE:.0f} seconds nothing was found"
        ) from None


def question_of(state: State, move: Move) -> Question:
    """The question about one of the legal moves of a position. Raises WhyError."""
    engine = state.game.engine
    ends = engine.endpoints(state.raw, move.raw)
    if ends.target < 0:
        kind = engine.program.kinds[move.kind]
        wanted = Wanted(None, None, fold(word(kind.decision, kind.label)))
    elif ends.origin < 0 or ends.origin == ends.target or ends.origin in state.game.hands:
        wanted = Wanted(None, ends.target)
    else:
        wanted = Wanted(ends.origin, ends.target)
    return _asking(state, wanted)


def _asking(state: State, wanted: Wanted) -> Question:
    observer = observer_of(state.game)
    question = Question(observer, converted(state.game.engine, state.raw, observer), wanted, state.game.hands)
    if not state.is_over and len(observer.legal_moves(question.state)) != len(
        state.game.engine.legal_moves(state.raw)
    ):
        raise WhyError("this position cannot be looked into: what the rules remember of it cannot be told")
    return question


def _refused(state: State, text: str, error: IllegalMoveError, plain: bool) -> Why:
    """What refuses the first decision of a text that is not legal; those before it are told as legal ones."""
    sites = sites_named(state, text)
    if sites is None:
        raise error
    numbers = [state.game.site_names.index(site) for site in sites]
    if state.is_over:
        return Explainer(state, None, text.strip()).over()
    if not numbers:
        folded = fold(text)
        question = _asking(state, Wanted(None, None, folded))
        return Explainer(state, question, text.strip(), plain).refused(forced=folded == PASS)
    # of a whole turn, the decisions that can be made are made
    made: list[tuple[State, Move]] = []
    while len(numbers) > 2:
        step = next((m for m in state.legal_moves if _ends(state, m) == (numbers[0], numbers[1])), None)
        if step is None or state.play(step).seat != state.seat:
            break
        made.append((state, step))
        state, numbers = state.play(step), numbers[1:]
    origin, target = (numbers[0], numbers[1]) if len(numbers) > 1 else (None, numbers[0])
    customs, names = state.game.customs, [state.game.site_names[number] for number in numbers[:2]]
    asked = text.strip() if len(sites) <= 2 else "-".join(names)
    if customs.sites:  # as the players write it, whatever was pressed or typed
        asked = customs.step.join(customs.site(state.seat, name) for name in names)
    question = _asking(state, Wanted(origin, target))
    if question.base.legal:
        raise error  # it is legal but for what is written behind it
    answer = Explainer(state, question, asked, plain).refused()

    def allows(other: State) -> bool:
        ends = (_ends(other, move) for move in other.legal_moves)
        return any(end == target and origin in (None, start) for start, end in ends)

    answer = _with_rolls(state, answer, allows)
    return evolve(answer, earlier=tuple(_decision(before, step, plain) for before, step in made))


def _decision(state: State, move: Move, plain: bool) -> Why:
    """Why one legal decision is legal."""
    return evolve(Explainer(state, question_of(state, move), str(move), plain).legal(move), dice=state.dice)


def _with_rolls(state: State, answer: Why, allows: Callable[[State], bool]) -> Why:
    """What refuses a move, with the rolls of the dice that would not."""
    rolls = rolls_that_allow(state, allows)
    if not rolls:
        return evolve(answer, dice=state.dice)
    words = f"{showing(state.dice)}, and it would need {needing(state, rolls)}"
    reason = Reason("dice", words)
    return evolve(
        answer,
        words=f"{answer.move} is not legal: {words}",
        reasons=(reason, *answer.reasons),
        dice=state.dice,
        rolls=rolls,
        together=False,
    )


def _ends(state: State, move: Move) -> tuple[int, int]:
    ends = state.game.engine.endpoints(state.raw, move.raw)
    return ends.origin, ends.target


# --- Counterfactuals on chance: the roll that led to the position, tried as each other one ----------------

#: At most so many rolls are tried.
MOST_ROLLS = 500

#: Of rolls that have nothing in common so many are told.
_TOLD = 6

Roll = tuple[int, ...]


def showing(shown: Sequence[int]) -> str:
    """What the dice show, as a sentence."""
    if len(shown) == 1:
        return f"the die shows {shown[0]}"
    return f"the dice show {listed([str(pips) for pips in shown])}"


def rolls_that_allow(state: State, allows: Callable[[State], bool]) -> tuple[Roll, ...]:
    """The other rolls after which the same player could make the move; dice in any order."""
    dice = state.game.dice
    if not dice or state.is_over:
        return ()
    result: dict[Roll, None] = {}
    alike = len({(die.pips, die.weights) for die in dice}) == 1
    for roll in islice(product(*(dict.fromkeys(die.pips) for die in dice)), MOST_ROLLS):
        key = tuple(sorted(roll)) if alike else roll
        if key in result:
            continue
        other = state.had_rolled(roll)
        if other is None or not other.rolled:
            return ()
        if other.seat == state.seat and other.dice != state.dice and allows(other):
            result[key] = None
    return tuple(result)


def needing(state: State, rolls: Iterable[Roll]) -> str:
    """The rolls in words: a number that is enough by itself, then whole rolls: `a 5, or 1 and 4`."""
    left = list(rolls)
    parts: list[str] = []
    if len(state.game.dice) > 1:
        for pips in sorted({pips for roll in left for pips in roll}):
            if _always(state, pips, left):
                parts.append(f"a {pips}")
                left = [roll for roll in left if pips not in roll]
    else:
        parts += [f"a {roll[0]}" for roll in left]
        left = []
    parts += [" and ".join(map(str, roll)) for roll in left[:_TOLD]]
    if len(left) > _TOLD:
        parts.append(f"{len(left) - _TOLD} more rolls")
    return ", or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _always(state: State, pips: int, rolls: Sequence[Roll]) -> bool:
    """Whether each roll in which one die shows this number is among them, but for the one that came."""
    now = tuple(sorted(state.dice))
    with_it = {tuple(sorted(roll)) for roll in _every(state) if pips in roll} - {now}
    return bool(with_it) and with_it <= {tuple(sorted(roll)) for roll in rolls}


def _every(state: State) -> Iterator[Roll]:
    return islice(product(*(dict.fromkeys(die.pips) for die in state.game.dice)), MOST_ROLLS)
