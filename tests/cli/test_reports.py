"""`gdl reports`: what visitors of a page have reported, beside a server that runs."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from interpreter.serve.messages.people import Said
from interpreter.serve.rooms import reports
from interpreter.serve.rooms.connecting import connected
from interpreter.serve.rooms.reports import Report
from interpreter.serve.rooms.tables import brought_up
from tests.cli.conftest import Gdl
from tests.serve.client import Client
from tests.serve.running import serving


def test_reports_are_listed_with_what_was_said_and_rooms_deleted_on_request(tmp_path: Path, gdl: Gdl) -> None:
    database = tmp_path / "games.sqlite"
    kept = connected(database)
    brought_up(kept)
    at = 1_800_000_000.0
    said = [Said(0, "aa", "Bo", 2, "you \x1b[31m\u202e again")]
    reports.add(kept, Report(0, at, "r1", "Troika", "Anna (bb)", "Bo (aa)", "rude", said, None))
    reports.add(kept, Report(0, at, "r2", "Hex", "Cleo (cc)", None, "", [], None))
    told = gdl("reports", "--database", str(database)).out.splitlines()
    assert [line.split("  ")[-1] for line in told if line[0] != " "] == ["Troika, room r1", "Hex, room r2"]
    assert "   by Anna (bb), about Bo (aa): rude" in told
    assert any(line.startswith("   | Bo (aa): you") and "\x1b" not in line for line in told)
    ran = gdl("reports", "--database", str(database), "--close", "2", "--delete", "1")
    assert (ran.code, ran.out) == (0, "there are no open reports\n")
    assert reports.to_delete(kept) == ["r1"] and reports.to_delete(kept) == []
    listed = json.loads(gdl("reports", "--database", str(database), "--all", "--json").out)
    assert [each["verdict"] for each in listed] == ["deleted", "closed"]
    for wrong in (["--close", "7"], ["--database", str(tmp_path / "none")]):
        assert gdl("reports", "--database", str(database), *wrong).code == 1
    kept.close()


@pytest.mark.slow
def test_a_running_server_deletes_what_the_operator_wants_deleted(tmp_path: Path, gdl: Gdl) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        host = Client(server.address)
        room = host.make("tic-tac-toe", "person")["room"]
        assert host.do(room, "report", words="a test").status_code == 200
        assert gdl("reports", "--database", str(database), "--delete", "1").code == 0
        end = time.monotonic() + 20
        while host.http.get(f"/api/rooms/{room}").status_code == 200:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert host.http.get(f"/api/rooms/{room}").status_code == 404
