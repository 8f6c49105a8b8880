"""Where pieces get to: reachability over the bare board, from where they start.

For each piece the sites that its moves lead to whatever stands there, and so, step by step, all sites that it
can ever come to. That is more than it can really reach: what is not in it, the piece never reaches.
"""

from __future__ import annotations

from gdl.builder.context import Context
from gdl.compile.compile import within_budget
from gdl.core import make as k
from gdl.core.masks import members
from gdl.equip.facts import Component
from gdl.lint.subject import Subject
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import Moves
from gdl.ludemes.each_piece import ForEachPiece
from gdl.ludemes.hopping import Hop
from gdl.ludemes.placing import Add, Pass, Promote, Remove, Select
from gdl.ludemes.sliding import Slide
from gdl.ludemes.stepping import Leap, Step
from gdl.source.diagnostics import LanguageError
from gdl.support.values import frozen

#: What takes a piece along lines or steps of the board, from where it stands.
_ALONG = (Step, Slide, Leap, Hop)
#: Decisions that take no piece to another site.
_STAYING = (Pass, Remove, Select, Add, Promote)


@frozen
class Way:
    """What is known of a piece: where it may stand at first, and where it may ever come to."""

    starts: int
    #: by site where one move takes it
    steps: tuple[int, ...]
    reached: int

    @property
    def moves(self) -> bool:
        """Can it ever move?"""
        return any(self.steps[site] for site in members(self.starts) if site < len(self.steps))

    @property
    def arrived(self) -> int:
        """The sites on which some move can end."""
        found = 0
        for site in members(self.reached):
            found |= self.steps[site]
        return found


class Mobility:
    """How far the pieces of a game get, for those that move by rules simple enough to tell."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        #: do pieces move by such rules alone?
        self.simple = self._simple()
        self._known: dict[int, Way | None] = {}

    def _simple(self) -> bool:
        subject = self.subject
        if subject.match is not None or subject.facts.stacks or subject.facts.boardless:
            return False
        for each in subject.rules(Moves):
            if isinstance(each, _ALONG):
                if each.origin is not None and each.origin.where is not None:
                    return False
                if isinstance(each, Slide) and each.track is not None:
                    return False
            elif type(each).__module__.rsplit(".", 1)[-1] in _MOVING and not isinstance(each, _STAYING):
                return False
        return True

    def of(self, component: Component) -> Way | None:
        """How far a piece gets; None where that cannot be told."""
        if component.index not in self._known:
            self._known[component.index] = self._way(component) if self.simple else None
        return self._known[component.index]

    def _way(self, component: Component) -> Way | None:
        begun = self.subject.beginning
        if begun is None or component.index in self.subject.decisions.put_during_play:
            return None
        starts = begun.sites(component.index)
        masks = [0] * self.subject.facts.size
        asked = False
        b = self.subject.b
        before, b.piece = b.piece, component
        owned = 1 <= component.owner <= self.subject.facts.players
        try:
            with (
                within_budget(),
                b.procedure("lint"),
                b.bind({Context.MOVER: k.int_(component.owner)} if owned else {}),
            ):
                for rule in self.subject.rules(ForEachPiece):
                    moves = rule.moves if rule.moves is not None else component.moves
                    meant = {each.index for each in rule.components(b)}
                    if isinstance(moves, Moves) and component.index in meant:
                        asked = True
                        for each in along(moves):
                            more = each.reach(b)
                            masks = [mask | new for mask, new in zip(masks, more, strict=True)]
        except LanguageError:
            return None
        finally:
            b.piece = before
        if not asked:
            return None  # that no rule lets it move is told elsewhere
        reached, front = starts, starts
        while front:
            onward = 0
            for site in members(front):
                onward |= masks[site]
            front = onward & ~reached
            reached |= front
        return Way(starts, tuple(masks), reached)


#: Modules of ludemes that move pieces: what is in them and not named above may do so in ways of its own.
_MOVING = frozenset(
    {"from_to", "placing", "pushing", "sowing", "tracks", "sliding", "stepping", "hopping", "dice"}
)


def along(moves: Moves) -> list[Moves]:
    """The moves along lines or steps that rules are made of."""
    return [each for each in ludemes_in(moves) if isinstance(each, _ALONG)]
