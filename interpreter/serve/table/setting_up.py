"""Setting a position up: what is told of one that somebody describes, or of one in a game, to change it.

A position is described as scenarios describe theirs (docs/scenarios.md); JSON is YAML too.
"""

from __future__ import annotations

from typing import Any

from interpreter.engines.contents import Piece
from interpreter.errors.user_errors import BadRequestError, PositionError
from interpreter.game.describing import described
from interpreter.game.position import position_from
from interpreter.serve.table.board import board_of, sides
from interpreter.serve.table.looks import Looks
from interpreter.serve.table.snapshot import position, used_looks
from interpreter.session.session import Session

Json = dict[str, Any]
#: The longest description, and so many pieces may be placed: much more than any shipped game has.
LONGEST, MOST = 20_000, 1000


def checked(text: object) -> str:
    """The description of a position by somebody unknown, if it is no larger than what can be set up at once.

    Raises BadRequestError, ScenarioError, PositionError.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadRequestError(f"a position is a text of at most {LONGEST:,} letters")
    if sum(len(sites) for _, sites in position_from(text, "the position").pieces) > MOST:
        raise PositionError(f"a position that is set up here has at most {MOST} pieces")
    return text


def told(session: Session, looks: Looks, turn: int = 0) -> Json:
    """The present position with what is needed to change it.

    `position` and `text` describe it, `lacks` is what these do not say; `palette` are the pieces that there
    are. Raises BadRequestError for a turn that the board does not take.
    """
    state, game = session.state, session.game
    description, seen = described(state), position(session, looks)
    palette: list[Json] = [
        {"piece": name, "words": words, "look": look, "owner": owner}
        for index, (name, owner) in enumerate(
            zip(game.program.names.components, game.program.owners, strict=True)
        )
        if index > len(game.program.names.dice)  # they come first
        for look, words in [looks.of(-1, Piece(game.piece_names[index], owner, index))]
    ]
    used = used_looks(seen) | {each["look"] for each in palette}
    return {
        **seen,
        "position": description.position,
        "text": description.text,
        "lacks": list(description.lacks),
        "palette": palette,
        "stacked": game.program.stacks,
        "choices": 0 if session.is_over else len(session.legal_moves()),
        "looks": {name: looks.drawn[name] for name in used},
        "board": {**board_of(game, state.plan, turn), **sides(session.line.states[0])},
    }
