"""An outside program plays in a seat, by lines of JSON."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.serve.client import Client, link_of, news_until
from tests.serve.running import Server

#: Plays the first legal move, after one that is none; the first answer that it hears of that is kept.
PROGRAM = """
import json, sys
wrong = True
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "error":
        open(sys.argv[1], "a").write(told["error"]["code"] + "\\n")
    if told["type"] == "position" and told["yours"]:
        print(json.dumps({"move": "nowhere" if wrong else told["moves"][0]["text"]}), flush=True)
        wrong = False
"""


def joined(link: str, *program: str) -> subprocess.Popen[str]:
    command = (sys.executable, "-m", "interpreter.cli.main", "join", link, *program)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_program_plays_to_the_end_and_is_told_of_its_mistakes(server: Server, tmp_path: Path) -> None:
    host = Client(server.address)
    made = host.make("tic-tac-toe", "person", "program")
    room = made["room"]
    (tmp_path / "bot.py").write_text(PROGRAM, encoding="utf-8")
    heard = tmp_path / "heard"
    link = f"{server.address}{link_of(made, 'play', 2)}"
    bot = joined(link, sys.executable, str(tmp_path / "bot.py"), str(heard))
    try:
        with host.news(room) as told:
            seen = news_until(told, lambda each: each["mover"] == 1)
            while not seen["over"]:
                host.do(room, "moves", move=seen["moves"][-1]["n"], version=seen["version"])
                seen = news_until(told, lambda each: bool(each["over"]) or each["mover"] == 1)
        out, err = bot.communicate(timeout=60)
    finally:
        bot.kill()
    assert (bot.returncode, out.strip(), err) == (0, seen["over"]["words"], "")
    assert heard.read_text(encoding="utf-8").split() == ["E0501"]


def test_what_is_no_link_and_what_is_no_program_is_told(server: Server) -> None:
    host = Client(server.address)
    link = f"{server.address}{link_of(host.make('tic-tac-toe', 'link'), 'play', 1)}"
    for words, code in (
        (("http://127.0.0.1:1/r/x", "true"), "E0785"),
        ((f"{server.address}/r/000000000000#wrong", "true"), "E0780"),
        ((link[:-3] + "AAA", "true"), "E0781"),
        ((link, "/no/such/program"), "E0512"),
    ):
        _, err = (bot := joined(*words)).communicate(timeout=60)
        assert bot.returncode == 1 and code in err and "Traceback" not in err
