"""What is written and does nothing: turning over what has one side, tracks that stay where they begin."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.rule import Rule
from gdl.lint.subject import Subject, finding
from gdl.lower.tracks import paths
from gdl.ludemes.effects import Flip
from gdl.ludemes.equipment import Piece
from gdl.source.diagnostics import Diagnostic


def _one_sided(subject: Subject) -> Iterator[Diagnostic]:
    """`(flip ...)` where no piece of the game has `flips`."""
    pieces = [c.ludeme for c in subject.facts.components[1:] if isinstance(c.ludeme, Piece)]
    if any(piece.flips is not None for piece in pieces) or subject.has_options:
        return
    for each in subject.each_written(subject.rules(Flip)):
        yield finding(
            "W0642", "no piece has another side, so nothing is ever turned over", each[0].span,
            "does nothing",
            "give the piece two sides, (piece ... (flips 1 2)), or change whose it is, "
            '(promote ... (piece "Disc") Mover)',
        )  # fmt: skip


def _standing_still(subject: Subject) -> Iterator[Diagnostic]:
    """Tracks with directions in their text that never leave their first site."""
    for track, path in zip(subject.facts.tracks, paths(subject.b), strict=True):
        if not isinstance(track.path, str) or track.span.source not in subject.own_sources:
            continue
        legs = [token.strip() for token in track.path.split(",") if token.strip()]
        if len(legs) < 2 or len(path.sites) != 1:
            continue
        start = subject.facts.site_name(path.sites[0])
        yield finding(
            "W0643", f"this track leads nowhere: {start} has no neighbour along it", track.span,
            f"only {start}, site {path.sites[0]}",
            "`gdl board` shows the numbers of the sites: begin with another",
            subject=track.path,
        )  # fmt: skip


RULES = (
    Rule("W0642", _one_sided),
    Rule("W0643", _standing_still),
)
