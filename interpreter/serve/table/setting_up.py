"""Setting a position up: what is to be known of one that somebody describes, or of one in a game, to change
it.

A position is described as scenarios describe theirs (docs/scenarios.md); JSON is YAML too.
"""

from __future__ import annotations

from gdl.support.values import evolve
from interpreter.errors.user_errors import PositionError
from interpreter.game.describing import described
from interpreter.game.position import position_from
from interpreter.serve.messages.analysis import Description, PalettePiece
from interpreter.serve.table.drawings import Sprites, board_of, sides
from interpreter.serve.table.snapshot import position
from interpreter.session.session import Session

#: So many pieces may be placed: much more than any shipped game has.
MOST = 1000


def checked(text: str) -> str:
    """The description of a position by somebody unknown, if it is no larger than what can be set up at once.

    Raises ScenarioError, PositionError.
    """
    if sum(len(sites) for _, sites in position_from(text, "the position").pieces) > MOST:
        raise PositionError(f"a position that is set up here has at most {MOST} pieces")
    return text


def description(session: Session, sprites: Sprites, turn: int = 0) -> Description:
    """The present position with what is needed to change it.

    Raises BadRequestError for a turn that the board does not take.
    """
    state, game = session.state, session.game
    text, shown = described(state), position(session, sprites)
    palette = [
        PalettePiece(game.program.names.components[kind.number], words, sprite, kind.owner)
        for kind, sprite, words in sprites.kinds(game)
    ]
    used = shown.sprites | {each.sprite for each in palette}
    return Description(
        shown=shown,
        position=text.position,
        text=text.text,
        lacks=text.lacks,
        palette=palette,
        stacked=game.program.stacks,
        choices=0 if session.is_over else len(session.legal_moves()),
        sprites={name: sprites.drawn[name] for name in used},
        board=evolve(board_of(game, state.plan, sprites, turn), sides=sides(session.line.states[0])),
    )
