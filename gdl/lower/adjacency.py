"""Adjacency tables: by site the set of its neighbours."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.core.ops import Table
from gdl.lower.directions import absolute_rows
from gdl.words.words import AbsoluteDirection, RelationType, SiteType


def neighbour_table(b: Builder, relation: RelationType | AbsoluteDirection, type_: SiteType | None) -> Table:
    """Each site's neighbours in a relation or direction, as a table of sets."""
    return absolute_rows(b, AbsoluteDirection(relation.value), type_).steps(b)
