"""QR codes of links: the path that is told draws the modules that the library makes."""

from __future__ import annotations

import re

import pytest

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.web.codes import qr_code

segno = pytest.importorskip("segno", reason="the extra `serve` is not installed")

LINK = "https://games.example.org/r/c330f45f74b2#xIIfTXXn0Hc4Ze2lX9l2pQ"


def test_the_path_covers_the_dark_modules_with_four_light_ones_around() -> None:
    code = qr_code(LINK)
    covered = set()
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.path):
        covered |= {(int(x) + step, int(y)) for step in range(int(wide))}
    matrix = segno.make(LINK, error="m", micro=False).matrix
    assert code.size == len(matrix) + 8
    assert covered == {(x, y) for y, row in enumerate(matrix, 4) for x, dark in enumerate(row, 4) if dark}


def test_a_text_is_needed() -> None:
    with pytest.raises(BadRequestError):
        qr_code("")
