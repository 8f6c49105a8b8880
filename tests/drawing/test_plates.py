"""What boards without cells lie on, and boards whose sites are holes."""

from __future__ import annotations

import pytest

from gdl import load
from tests.drawing.games import of_class, parsed


@pytest.mark.parametrize(("name", "plates"), [("nine-mens-morris", 1), ("oware", 1), ("chess", 0)])
def test_points_and_holes_lie_on_a_plate_and_cells_do_not(name: str, plates: int) -> None:
    root = parsed(load(name).board_svg())
    found = [*of_class(root, "lw-plate")]
    assert len(found) == plates
    for plate in found:
        left, top, wide, high = (float(plate.attrib[key]) for key in ("x", "y", "width", "height"))
        for site in of_class(root, "lw-point"):
            assert left < float(site.attrib["cx"]) < left + wide
            assert top < float(site.attrib["cy"]) < top + high


def test_a_mancala_board_has_holes_and_no_lines() -> None:
    root = parsed(load("oware").board_svg())
    assert len([*of_class(root, "lw-pit")]) == 12
    assert not [*of_class(root, "lw-line")] and not [*of_class(root, "lw-point")]
    lines = parsed(load("nine-mens-morris").board_svg())
    assert [*of_class(lines, "lw-line")] and not [*of_class(lines, "lw-pit")]
