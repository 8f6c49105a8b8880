"""Which arguments of ludemes declare or use names of which kinds: as the arguments themselves say."""

from __future__ import annotations

from gdl.ludeme.base import Ludeme, fields_of
from gdl.ludeme.kinds import Kind as Kind

#: Kinds of which a name is as good as declared wherever it is used.
UNDECLARED = frozenset({Kind.VARIABLE, Kind.REMEMBERED, Kind.EVENT, Kind.PROPOSAL})


class _Arguments(dict[type, dict[str, tuple[Kind, bool]]]):
    """By class, of the arguments that name something what that is, and whether this is its declaration."""

    def __missing__(self, cls: type) -> dict[str, tuple[Kind, bool]]:
        result = self[cls] = {}
        for each in fields_of(cls):
            declared, used = each.metadata.get("declares"), each.metadata.get("names")
            if declared is not None or used is not None:
                result[each.name] = (declared or used, declared is not None)
        return result


_arguments = _Arguments()


def of_argument(cls: type[Ludeme], attribute: str) -> tuple[Kind | None, bool]:
    """What an argument names, and whether that is its declaration."""
    return _arguments[cls].get(attribute, (None, False))


def declared_by(cls: type[Ludeme]) -> Kind | None:
    """What a ludeme of this class gives a name to, if to anything."""
    return next((kind for kind, declares in _arguments[cls].values() if declares), None)


def names_any(cls: type[Ludeme], kind: Kind) -> bool:
    """Does an argument of a class name something of a kind?"""
    return any(each is kind for each, _ in _arguments[cls].values())
