"""The gallery over HTTP: rules that can be played, from whom they came, taken back by who put them there."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from tests.serve.client import Client
from tests.serve.running import Server, serving

pytestmark = pytest.mark.slow

RULES = (
    '(game "Mine <b>\u202e" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) '
    "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)


def test_a_server_keeps_no_gallery_unless_it_is_told_to(server: Server) -> None:
    visitor = Client(server.address)
    assert visitor.http.get("/api/gallery").json() == {"games": [], "kept": False}
    refused = visitor.http.post("/api/gallery", json={"name": "mine.lud", "text": RULES})
    assert refused.status_code == 403 and "no gallery" in refused.json()["error"]["message"]


def test_rules_are_shown_that_can_be_played_until_they_are_taken_back(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", "--gallery") as server:
        author, other = Client(server.address), Client(server.address)
        wish = {
            "name": "mine.lud",
            "text": RULES,
            "by": " Anna \u202e",
            "origin": {"title": "Hex", "at": "//evil"},
        }
        made = author.http.post("/api/gallery", json=wish)
        assert made.status_code == 201
        (shown,) = other.http.get("/api/gallery").json()["games"]
        assert (shown["title"], shown["players"], shown["by"]) == ("Mine <b>", 2, "Anna")
        assert shown["origin"] == {"title": "Hex", "at": ""}  # no address of elsewhere
        at = f"/api/gallery/{shown['id']}"
        assert other.http.get(at).json()["text"] == RULES.replace("\u202e", "\ufffd")
        picture = other.http.get(f"{at}/picture.svg")
        assert picture.headers["content-type"].startswith("image/svg") and "<svg" in picture.text
        assert "script-src 'self'" in picture.headers["content-security-policy"]
        for wrong in ({**wish, "text": "(game"}, {**wish, "name": "../x.lud"}):
            refused = author.http.post("/api/gallery", json=wrong)
            assert refused.status_code == 400 and refused.json()["error"]["message"]
        assert other.http.post(f"{at}/report", json={"words": "a test"}).status_code == 200
        assert other.http.post(f"{at}/delete", json={"key": "no"}).status_code == 403
        assert author.http.post(f"{at}/delete", json={"key": made.json()["key"]}).status_code == 200
        assert other.http.get(at).status_code == 404
        assert other.http.get("/api/gallery").json()["games"] == []
