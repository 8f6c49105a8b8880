"""Machines that think on while a person does: they stop at once, and what they found is there afterwards."""

from __future__ import annotations

import threading
import time

import pytest
from attrs import evolve

from interpreter.game.game import load
from interpreter.players.kinds import KINDS
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Choice, Line
from interpreter.players.pondering import Pondering
from interpreter.search.tree import TreeSettings
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import ChooseMove, LookAtTable, Request
from interpreter.serve.workers.jobs import Jobs
from interpreter.session.session import Session
from interpreter.support.stopping import present


class Waiter:
    """Thinks on until it is stopped, and plays the first move."""

    limit: Limit | None = Limit(seconds=1.0)

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.threads: list[threading.Thread] = []
        self.began = threading.Event()
        self.ended = 0

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        assert self.ended == len(self.lines), "it is asked while it thinks on"
        return Choice(line.state.legal_moves[0])

    def accepts_draw(self, line: Line) -> bool:
        return False

    def ponder(self, line: Line, limit: Limit) -> None:
        self.lines.append(line)
        self.threads.append(threading.current_thread())
        self.began.set()
        while not present().raised:
            time.sleep(0.001)
        self.ended += 1


@pytest.fixture
def waiter(monkeypatch: pytest.MonkeyPatch) -> Waiter:
    made = Waiter()
    monkeypatch.setitem(KINDS, "mcts", evolve(KINDS["mcts"], make=lambda *_: made))
    return made


def test_the_machine_that_is_next_thinks_on_until_the_person_has_decided(waiter: Waiter) -> None:
    session = Session(load("tic-tac-toe"), "human,mcts", 1)
    with session.pondering():
        assert waiter.began.wait(10)
    assert waiter.ended == 1 and not waiter.threads[0].is_alive()
    assert waiter.threads[0] is not threading.main_thread()
    assert waiter.lines == [session.line]
    session.play("b2")
    with session.pondering():  # nobody is waited for
        pass
    session.advance()
    assert len(waiter.lines) == 1


def test_it_stops_when_the_person_is_interrupted(waiter: Waiter) -> None:
    session = Session(load("tic-tac-toe"), "human,mcts", 1)
    with pytest.raises(KeyboardInterrupt), session.pondering():
        assert waiter.began.wait(10)
        raise KeyboardInterrupt
    assert waiter.ended == 1


def test_where_people_play_alone_nobody_thinks(waiter: Waiter) -> None:
    with Session(load("tic-tac-toe"), "human", 1).pondering():
        pass
    assert waiter.lines == []


def test_a_worker_of_the_page_thinks_on_between_requests(waiter: Waiter) -> None:
    setup = Setup(game="tic-tac-toe", seed=1)
    jobs = Jobs(ponders=True)
    chosen = jobs(Request(1, "room", setup, 0, (), ChooseMove(1, "mcts")))
    assert waiter.began.wait(10) and len(waiter.lines[0].moves) == 1
    assert waiter.ended == 0
    jobs(Request(2, "room", setup, 0, (), LookAtTable((), 0)))
    assert waiter.ended == 1 and chosen is not None
    still = Jobs()
    still(Request(1, "room", setup, 0, (), ChooseMove(1, "mcts")))
    assert len(waiter.lines) == 1


@pytest.mark.slow
def test_a_tree_grows_and_is_found_again() -> None:
    """What was found behind the reply counts when that reply is made, in the same tree."""
    game = load("breakthrough").on("native")
    player = MctsPlayer(MctsSettings(0.05, None, TreeSettings(1 << 26, seed=1)))
    line = Line((game.start(1),))
    line = line.then(player.choose(line).move)
    before = _visits(player, line)
    thinking = Pondering(player, line)
    time.sleep(0.3)
    began = time.perf_counter()
    thinking.stop()
    assert time.perf_counter() - began < 1.0
    assert _visits(player, line) > before + 1000
    fixed = MctsPlayer(MctsSettings(None, 50, TreeSettings(1 << 24, seed=1)))
    fixed.choose(Line((game.start(1),)))
    thinking = Pondering(fixed, line)
    time.sleep(0.05)
    thinking.stop()
    assert _visits(fixed, line) <= 50  # by the number of its games it plays as its seed has it


def _visits(player: MctsPlayer, line: Line) -> int:
    candidates = player.choose(line, Limit(simulations=1)).thought.candidates
    return sum(each.visits or 0 for each in candidates)
