"""The author's own file, asked for without a browser: how it is read, saved and left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.serve.running import Server, serving

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

TEXT = '(game "Mine"\n    (players 2)\n)\n'


def post(address: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    request = Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(request) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def told(server: Server) -> tuple[str, str]:
    """The address of a server, and the key that it has told."""
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    assert "/workshop#" in line, line
    return server.address.partition("/?")[0], line.strip().partition("#")[2]


def test_a_file_is_saved_as_it_was_written_and_only_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    before = "\ufeff" + TEXT.replace("\n", "\r\n")
    path.write_bytes(before.encode())
    with serving(tmp_path / "games.sqlite", str(path)) as server:
        address, key = told(server)
        assert post(address, "/api/workshop/file", key="x")[0] == 403
        status, found = post(address, "/api/workshop/file", key=key)
        assert (status, found["name"], found["text"]) == (200, "mine.lud", TEXT)
        wanted = TEXT.replace("Mine", "Ours 🐎")
        assert post(address, "/api/workshop/save", key="", was=found["was"], text="x")[0] == 403
        assert post(address, "/api/workshop/save", key=key, was="x", text="x")[0] == 409
        for wrong in (None, 7, "a\0b", "\ud83d"):
            assert post(address, "/api/workshop/save", key=key, was=found["was"], text=wrong)[0] == 400
        assert path.read_bytes() == before.encode()
        status, saved = post(address, "/api/workshop/save", key=key, was=found["was"], text=wanted)
        assert status == 200
        assert path.read_bytes() == ("\ufeff" + wanted.replace("\n", "\r\n")).encode()
        assert post(address, "/api/workshop/save", key=key, was=saved["was"], text=TEXT)[0] == 200
        assert path.read_bytes() == before.encode()


def test_shipped_games_are_read_and_never_written(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", "breakthrough") as server:
        address = server.address.partition("/?")[0]
        with urlopen(f"{address}/api/games/breakthrough/text") as answer:
            found = json.load(answer)
        assert found["name"] == "breakthrough.lud" and found["text"].startswith('(game "Breakthrough"')
        for name in ("nothing", "..%2f..%2fpyproject.toml", "%00"):
            with pytest.raises(HTTPError):
                urlopen(f"{address}/api/games/{name}/text")
        for key in ("", None, "breakthrough"):
            assert post(address, "/api/workshop/save", key=key, was="", text="x", anyway=True)[0] == 403
