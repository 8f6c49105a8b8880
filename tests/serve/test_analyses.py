"""Analyses over HTTP: trees of moves, what is thought of them, records in and out, and who may do what."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from interpreter.serve.workers.strangers import WARMING
from tests.serve.client import Client
from tests.serve.running import Server, serving

Json = dict[str, Any]


def posted(client: Client, path: str, status: int = 200, **body: object) -> Json:
    answer = client.http.post(path, json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def got(client: Client, path: str) -> Json:
    answer = client.http.get(path)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def begun(client: Client, **of: object) -> str:
    return f"/api/analyses/{posted(client, '/api/analyses', 201, **of)['analysis']}"


def words(tree: Json) -> dict[int, list[str]]:
    """The moves behind each number."""
    found: dict[int, list[str]] = {}
    for number, parent, move, *_ in sorted(tree["nodes"], key=lambda node: node[0]):
        found[number] = [*found.get(parent, []), move]
    return found


def test_variations_grow_are_found_again_and_are_cut_off(server: Server) -> None:
    host = Client(server.address)
    path = begun(host, game="tic-tac-toe")
    first = posted(host, f"{path}/moves", node=0, moves=["b2", "a1"])["node"]
    other = posted(host, f"{path}/moves", node=0, text="b2 c3 { a comment } b1")["node"]
    again = posted(host, f"{path}/moves", node=0, moves=["B2", "a1"])["node"]
    lines = words(got(host, path))
    assert again == first and lines[first] == ["b2", "a1"] and lines[other] == ["b2", "c3", "b1"]
    assert len(lines) == 4

    here = got(host, f"{path}/positions/{other}")
    assert (here["ply"], here["mover"], here["over"]) == (3, 2, None)
    assert {move["text"] for move in here["moves"]} == {"a1", "a2", "a3", "b3", "c1", "c2"}
    assert "board" not in got(host, f"{path}/positions/{first}?board={here['board']['id']}")

    wrong = posted(host, f"{path}/moves", 400, node=first, moves=["a1"])
    assert wrong["error"]["code"] == "E0502"
    middle = next(number for number, line in lines.items() if line == ["b2", "c3"])
    posted(host, f"{path}/cut", node=middle)
    assert set(words(got(host, path))) == {first, first - 1}
    assert host.http.get(f"{path}/positions/{other}").status_code == 404


def test_a_position_is_proved_and_thought_about(server: Server) -> None:
    host = Client(server.address)
    path = begun(host, game="tic-tac-toe")
    # cross has two in a row and is to move: c3 wins at once
    node = posted(host, f"{path}/moves", node=0, moves=["a1", "a2", "b2", "b1"])["node"]
    thought = posted(host, f"{path}/think", node=node, seconds=0.2)
    best = thought["candidates"][0]
    assert (best["move"], best["value"], best["proved"], best["plies"]) == ("c3", 1.0, True, 1)
    assert thought["of"] == 5 and thought["expected"] == ["c3"] and thought["mover"] == 1
    solved = posted(host, f"{path}/think", node=0, seconds=10, solve=True)
    assert (solved["value"], solved["proved"], solved["plies"]) == (0.0, True, None)
    kept = got(host, path)["thoughts"]
    assert kept["0"]["proved"] and kept[str(node)]["candidates"][0] == best
    assert posted(host, f"{path}/think", 400, node=node, seconds=3600)["error"]["code"] == "E0785"


def test_a_proof_leads_the_candidates_that_were_thought_of_before(server: Server) -> None:
    host = Client(server.address)
    path = begun(host, game="troika")
    thought = posted(host, f"{path}/think", node=0, seconds=0.2)
    assert not thought["proved"] and thought["of"] == 64
    solved = posted(host, f"{path}/think", node=0, seconds=10, solve=True)
    first = solved["candidates"][0]
    assert (first["move"], first["proved"], first["value"]) == (solved["expected"][0], True, solved["value"])
    assert first["plies"] == solved["plies"]
    moves = [each["move"] for each in solved["candidates"]]
    assert len(moves) == len(set(moves))


def test_followers_are_told_and_change_nothing(server: Server) -> None:
    host, guest = Client(server.address), Client(server.address)
    path = begun(host, game="breakthrough")
    link = posted(host, f"{path}/links", 201)["url"]
    name, _, secret = link.removeprefix("/a/").partition("#")
    assert guest.http.get(path).status_code == 403
    posted(guest, f"{path}/enter", secret=secret)
    cookies = "; ".join(f"{each.name}={each.value}" for each in guest.http.cookies.jar if name in each.path)
    url = f"{server.address.replace('http', 'ws')}{path}/news"
    with connect(url, additional_headers={"origin": server.address, "cookie": cookies}) as socket:
        assert json.loads(socket.recv(10))["nodes"] == []
        node = posted(host, f"{path}/moves", node=0, moves=["a2-a3"])["node"]
        told = json.loads(socket.recv(10))
        assert told["at"] == node and told["nodes"] == [[node, 0, "a2-a3", 1, None]] and told["may"] is False
    for does in ("moves", "cut", "show", "think", "value", "links", "revoke"):
        refused = posted(guest, f"{path}/{does}", 403, node=0, moves=["b2-b3"])
        assert refused["error"]["code"] == "E0781"
    posted(host, f"{path}/revoke")
    assert guest.http.get(path).status_code == 403


def test_records_go_in_and_out(server: Server) -> None:
    host = Client(server.address)
    path = begun(host, game="troika", options={"Line": "Straight"})
    node = posted(host, f"{path}/moves", node=0, moves=["d4", "e5"])["node"]
    text = got(host, f"{path}/records/{node}")["text"]
    assert '[option "Line" "Straight"]' in text and text.rstrip().endswith("1. d4 2. e5 *")
    again = begun(host, record=text)
    assert list(words(got(host, again)).values())[-1] == ["d4", "e5"]
    for record, code, said in (
        ('[game "no-such"]\n\n1. a1 *', "E0514", "no game called `no-such`"),
        ('[game "/etc/passwd"]\n\n1. a1 *', "E0514", "no game called `/etc/passwd`"),
        ("nothing", "E0514", "no record"),
        ('[game "tic-tac-toe"]\n\n1. b2 2. b2 *', "E0545", "move 2"),
    ):
        wrong = posted(host, "/api/analyses", 400, record=record)["error"]
        assert wrong["code"] == code and said in wrong["message"]


@pytest.mark.slow
def test_moves_are_told_as_players_write_them_and_the_lines_that_are_expected_too(server: Server) -> None:
    """Chess's are standard algebraic notation (FIDE's laws, appendix C); the opening is the Ruy Lopez."""
    host = Client(server.address)
    room = host.make("chess", "person")["room"]
    for move in ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5", "a7-a6", "b5xc6"):
        assert host.do(room, "moves", move=move).status_code == 200
    path = f"/api/analyses/{posted(host, f'/api/rooms/{room}/analysis', 201)['analysis']}"
    written = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6"]
    assert [node[4] for node in got(host, path)["nodes"]] == written
    last = posted(host, f"{path}/moves", node=7, moves=["d7xc6"])["node"]
    assert [node[4] for node in got(host, path)["nodes"]] == [*written, "dxc6"]
    thought = posted(host, f"{path}/think", node=last, seconds=0.5)
    for each in thought["candidates"]:
        san = each["written"][0]
        assert re.fullmatch(r"(O-O(-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?)[+#]?", san), san
        assert san.rstrip("+#")[-2:] == each["move"][-2:] or san.startswith("O-O")
        assert len(each["written"]) == max(1, len(each.get("line") or ()))


def test_a_game_that_goes_on_is_analysed_but_not_where_dice_would_be_told(server: Server) -> None:
    host, stranger = Client(server.address), Client(server.address)
    room = host.make("breakthrough", "person")["room"]
    host.do(room, "moves", move="a2-a3")
    made = posted(host, f"/api/rooms/{room}/analysis", 201)["analysis"]
    assert words(got(host, f"/api/analyses/{made}")) == {1: ["a2-a3"]}
    posted(host, f"/api/analyses/{made}/moves", node=1, moves=["h7-h6"])
    assert host.look(room)["ply"] == 1
    posted(stranger, f"/api/rooms/{room}/analysis", 403)

    dice = host.make("backgammon", "person")["room"]
    refused = posted(host, f"/api/rooms/{dice}/analysis", 400)
    assert "when it is over" in refused["error"]["message"]
    host.do(dice, "resign")
    posted(host, f"/api/rooms/{dice}/analysis", 201)


def test_all_is_there_again_after_the_server_was_killed(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    with serving(tmp_path / "games.sqlite") as first:
        host = Client(first.address)
        path = begun(host, game="tic-tac-toe")
        node = posted(host, f"{path}/moves", node=0, moves=["b2", "a1", "c3"])["node"]
        posted(host, f"{path}/cut", node=node)
        posted(host, f"{path}/think", node=0, seconds=0.1)
        first.process.kill()
        first.process.wait()
    with serving(tmp_path / "games.sqlite") as second:
        host.http.base_url = second.address
        host.http.headers["origin"] = second.address
        tree = got(host, path)
        assert list(words(tree).values()) == [["b2"], ["b2", "a1"]] and tree["thoughts"]["0"]["candidates"]
        assert posted(host, f"{path}/moves", node=2, moves=["a2"])["node"] == 4


def test_rules_that_somebody_sent_are_analysed_where_they_are_confined(server: Server) -> None:
    host = Client(server.address)
    made = host.http.post("/api/rooms", json={"game": "mine.lud", "text": WARMING, "seats": ["person"]})
    assert made.status_code == 201, made.text
    room = made.json()["room"]
    for move in ("a1", "a2", "b1", "b2"):
        assert host.do(room, "moves", move=move).status_code == 200
    path = f"/api/analyses/{posted(host, f'/api/rooms/{room}/analysis', 201)['analysis']}"
    # three in a row: the first player completes a1, b1, c1
    thought = posted(host, f"{path}/think", node=4, seconds=0.3)
    assert (thought["candidates"][0]["move"], thought["value"], thought["proved"]) == ("c1", 1.0, True)
    assert posted(host, f"{path}/think", node=4, seconds=5, solve=True)["plies"] == 1
    text = got(host, f"{path}/records/4")["text"]
    assert '[game "mine.lud"]' in text and "a1 2. a2" in text
