"""Neighbour sets as tables."""

from __future__ import annotations

from gdl.core.ops import Table
from gdl.lower.builder import Builder
from gdl.lower.directions import absolute_rows
from gdl.ludeme.words import AbsoluteDirection, RelationType, SiteType


def neighbour_table(b: Builder, relation: RelationType | AbsoluteDirection, type_: SiteType | None) -> Table:
    """Each site's neighbours in a relation or direction, as a table of sets."""
    return absolute_rows(b, AbsoluteDirection(relation.value), type_).steps(b)
