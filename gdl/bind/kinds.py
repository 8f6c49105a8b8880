"""The kinds of names that rules have, and which arguments of ludemes declare or use which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gdl.ludeme.base import Ludeme


class Kind(Enum):
    """What a name is of; its value is what it is called."""

    DEFINITION = "definition"
    OPTION = "option"
    PART = "part of an option"
    PIECE = "piece"
    REGION = "region"
    TRACK = "track"
    PHASE = "phase"
    VARIABLE = "variable"
    REMEMBERED = "remembered values"
    MAP = "map"
    CONTAINER = "hand"
    EVENT = "event"
    PROPOSAL = "proposal"
    FACE = "face of a tile"


#: Kinds of which a name is as good as declared wherever it is used.
UNDECLARED = frozenset({Kind.VARIABLE, Kind.REMEMBERED, Kind.EVENT, Kind.PROPOSAL})

#: Which argument of which class (by its name, and that of its field) declares what.
_DECLARING: Mapping[tuple[str, str], Kind] = {
    ("Piece", "name"): Kind.PIECE,
    ("Tile", "name"): Kind.PIECE,
    ("Regions", "name"): Kind.REGION,
    ("Colour", "name"): Kind.REGION,
    ("Track", "name"): Kind.TRACK,
    ("Phase", "name"): Kind.PHASE,
    ("Map", "name"): Kind.MAP,
    ("MapLists", "name"): Kind.MAP,
    ("Hand", "name"): Kind.CONTAINER,
    ("Face", "name"): Kind.FACE,
    ("SetVar", "name"): Kind.VARIABLE,
    ("RememberValue", "name"): Kind.REMEMBERED,
    ("SetStartRemember", "name"): Kind.REMEMBERED,
    ("Trigger", "event"): Kind.EVENT,
    ("Propose", "what"): Kind.PROPOSAL,
}
_USING: Mapping[tuple[str, str], Kind] = {
    ("CountPieces", "name"): Kind.PIECE,
    ("CountPips", "name"): Kind.PIECE,
    ("NoPieces", "name"): Kind.PIECE,
    ("ForEachPiece", "pieces"): Kind.PIECE,
    ("Id", "name"): Kind.PIECE,
    ("PieceArgument", "which"): Kind.PIECE,
    ("Place", "piece"): Kind.PIECE,
    ("PlaceMany", "piece"): Kind.PIECE,
    ("PlaceStack", "piece"): Kind.PIECE,
    ("PlaceStack", "items"): Kind.PIECE,
    ("PlaceRandom", "pieces"): Kind.PIECE,
    ("SitesOccupied", "component"): Kind.PIECE,
    ("SitesOccupied", "components"): Kind.PIECE,
    ("Where", "name"): Kind.PIECE,
    ("WhereLevel", "name"): Kind.PIECE,
    ("SitesNamed", "name"): Kind.REGION,
    ("CountSites", "name"): Kind.REGION,
    ("IsPuzzleRegion", "name"): Kind.REGION,
    ("SitesTrack", "name"): Kind.TRACK,
    ("CountStepsOnTrack", "who"): Kind.TRACK,
    ("FirstMoveOnTrack", "name"): Kind.TRACK,
    ("MaxDistance", "name"): Kind.TRACK,
    ("Slide", "track"): Kind.TRACK,
    ("Sow", "track"): Kind.TRACK,
    ("TrackSite", "name"): Kind.TRACK,
    ("TrackSiteMove", "who"): Kind.TRACK,
    ("NextPhase", "name"): Kind.PHASE,
    ("MapEntry", "name"): Kind.MAP,
    ("Expand", "container"): Kind.CONTAINER,
    ("ForEachPiece", "container"): Kind.CONTAINER,
    ("IsTarget", "container"): Kind.CONTAINER,
    ("Place", "container"): Kind.CONTAINER,
    ("PlaceStack", "container"): Kind.CONTAINER,
    ("SitesOccupied", "container"): Kind.CONTAINER,
    ("Var", "name"): Kind.VARIABLE,
    ("ForgetValue", "name"): Kind.REMEMBERED,
    ("ValuesRemembered", "name"): Kind.REMEMBERED,
    ("IsTriggered", "event"): Kind.EVENT,
    ("Vote", "what"): Kind.PROPOSAL,
    ("IsSaid", "text"): Kind.PROPOSAL,
}

_DECLARED_BY: Mapping[str, Kind] = {cls: kind for (cls, _), kind in _DECLARING.items()}

#: The classes of ludemes of which an argument names something of a kind.
NAMING: Mapping[Kind, frozenset[str]] = {
    kind: frozenset(
        cls for table in (_DECLARING, _USING) for (cls, _), known in table.items() if known is kind
    )
    for kind in Kind
}


def of_argument(cls: type[Ludeme], attribute: str) -> tuple[Kind | None, bool]:
    """What an argument names, and whether that is its declaration."""
    key = (cls.__name__, attribute)
    found = _DECLARING.get(key)
    return (found, True) if found is not None else (_USING.get(key), False)


def declared_by(cls: type[Ludeme]) -> Kind | None:
    """What a ludeme of this class gives a name to, if to anything."""
    return _DECLARED_BY.get(cls.__name__)
