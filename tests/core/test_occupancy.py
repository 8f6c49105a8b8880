"""What is known of the pieces: what is promised where they are written, and what is not."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    INT,
    Assign,
    Block,
    Do,
    Expr,
    Field,
    ForSites,
    If,
    MovePiece,
    Offer,
    Param,
    Proc,
    Program,
    Push,
    Put,
    Return,
    Simultaneous,
    Stmt,
    Store,
    Take,
)
from gdl.passes.occupancy import annotate_occupancy
from tests.core.core_programs import MOVER, SITE, program, site_kind

FULL = k.sites_((1 << 9) - 1)
EMPTY = k.diff(FULL, k.OCCUPIED)
FROM, OTHER = k.var("from", INT), k.var("other", INT)
LAST = Field("last", INT, None, -1)
ME = k.field(MOVER)


def played(offers: Block, play: Block, owners: tuple[int, ...] = (0, 1, 2, 1)) -> Block:
    """The play of a kind with a captured site `from` and a destination `s`."""
    return made(offers, play, owners)[1]


def made(offers: Block, play: Block, owners: tuple[int, ...] = (0, 1, 2, 1)) -> tuple[Program, Block]:
    kind = site_kind(1, "f", Param("from", INT))
    moves = Proc("moves", (), offers, generator=True)
    proc = Proc("f", (Param("from", INT), Param("s", INT)), play)
    found = annotate_occupancy(program([moves, proc], [kind], [LAST], owners=owners))
    name = found.kinds[1].play
    return found, next(p.body for p in found.procs if p.name == name)


def each(sites: Expr, targets: Expr) -> ForSites:
    return ForSites("from", sites, (Offer(1, (FROM,), targets),))


def test_an_empty_destination_is_fresh() -> None:
    assert played((Offer(1, (k.int_(0),), EMPTY),), (Put(SITE, k.int_(1)),)) == (
        Put(SITE, k.int_(1), fresh=True),
    )


def test_all_offers_count() -> None:
    offers = (Offer(1, (k.int_(0),), EMPTY), Offer(1, (k.int_(0),), k.union(EMPTY, k.of_kind(k.int_(2)))))
    (put,) = played(offers, (Put(SITE, k.int_(1)),))
    assert put == Put(SITE, k.int_(1), held=frozenset((0, 2)))


def test_what_moves_and_where_to() -> None:
    (move,) = played((each(k.owned(k.int_(1)), k.diff(FULL, k.owned(k.int_(1)))),), (MovePiece(FROM, SITE),))
    assert move == MovePiece(FROM, SITE, held=frozenset((1, 3)), over=frozenset((0, 2)), apart=True)


def test_the_owner_may_be_whoever_moves() -> None:
    (move,) = played((each(k.owned(ME), k.diff(FULL, k.owned(ME))),), (MovePiece(FROM, SITE),))
    assert isinstance(move, MovePiece)
    assert move.owner == ME
    assert move.apart
    assert move.held == frozenset((1, 2, 3))
    assert move.over is None


def test_it_ends_with_whoever_moves_next() -> None:
    body = (Store(MOVER, None, k.int_(2)), MovePiece(FROM, SITE))
    _, move = played((each(k.owned(ME), EMPTY),), body)
    assert isinstance(move, MovePiece)
    assert move.owner is None


def test_a_condition_tells_too() -> None:
    offer = If(k.has(k.of_kind(k.int_(3)), FROM), (Offer(1, (FROM,), EMPTY),))
    (move,) = played((ForSites("from", k.OCCUPIED, (offer,)),), (MovePiece(FROM, SITE),))
    assert isinstance(move, MovePiece)
    assert move.held == frozenset((3,))


def test_a_set_in_a_local_tells_while_it_is_so() -> None:
    there = k.var("there", k.OCCUPIED.type)
    offers = (Assign("there", EMPTY), Offer(1, (k.int_(0),), there))
    assert played(offers, (Put(SITE, k.int_(1)),)) == (Put(SITE, k.int_(1), fresh=True),)
    body = (Assign("there", EMPTY), Put(k.int_(3), k.int_(2)), Take(there))
    *_, take = played((Offer(1, (k.int_(0),), FULL),), body)
    assert take == Take(there)


def test_writes_end_it() -> None:
    offers = (Offer(1, (k.int_(0),), EMPTY),)
    _, put = played(offers, (Put(OTHER, k.int_(2)), Put(SITE, k.int_(1))))
    assert put == Put(SITE, k.int_(1), held=frozenset((0, 2)))
    _, put = played(offers, (Put(SITE, k.int_(2)), Put(SITE, k.int_(1))))
    assert put == Put(SITE, k.int_(1), held=frozenset((2,)))
    _, put = played(offers, (Put(SITE, k.int_(2), count=k.field(LAST)), Put(SITE, k.int_(1))))
    assert put == Put(SITE, k.int_(1), held=frozenset((0, 2)))
    _, put = played(offers, (Store(LAST, None, SITE), Put(k.field(LAST), k.int_(1))))
    assert put == Put(k.field(LAST), k.int_(1), fresh=True)


def test_a_capture_elsewhere_leaves_it() -> None:
    offers = (each(k.owned(k.int_(1)), EMPTY),)
    take = Take(k.owned(k.int_(2)))
    _, move = played(offers, (take, MovePiece(FROM, SITE)))
    assert move == MovePiece(FROM, SITE, held=frozenset((1, 3)), over=frozenset((0,)), apart=True)
    _, move = played(offers, (Take(k.OCCUPIED), MovePiece(FROM, SITE)))
    assert isinstance(move, MovePiece)
    assert move.held == frozenset((0, 1, 3))


def test_loops_are_walked_until_nothing_changes() -> None:
    offers = (each(k.owned(k.int_(1)), EMPTY),)
    loop = ForSites("other", k.owned(k.int_(2)), (Take(k.one(OTHER)),))
    _, move = played(offers, (loop, MovePiece(FROM, SITE)))
    assert move == MovePiece(FROM, SITE, held=frozenset((1, 3)), over=frozenset((0,)), apart=True)
    loop = ForSites("other", k.owned(k.int_(2)), (Put(OTHER, k.int_(1)),))
    changed, _ = played(offers, (loop, MovePiece(FROM, SITE)))
    assert isinstance(changed, ForSites)
    (put,) = changed.body
    assert isinstance(put, Put)
    assert put.held is not None
    assert {1, 2} <= put.held  # in a later round


def test_a_return_in_a_branch() -> None:
    offers = (each(k.OCCUPIED, FULL),)
    body = (If(k.has(k.OCCUPIED, SITE), (Return(),)), Put(SITE, k.int_(1)))
    assert played(offers, body)[1] == Put(SITE, k.int_(1), fresh=True)


def test_in_a_region_sets_are_as_at_entry() -> None:
    """The second statement takes from the sites that were empty at entry, and are no longer."""
    body: tuple[Stmt, ...] = (Put(k.int_(3), k.int_(1)), Take(EMPTY))
    (region,) = played((Offer(1, (k.int_(0),), FULL),), (Simultaneous(body),))
    assert isinstance(region, Simultaneous)
    assert region.body[1] == Take(EMPTY)


def test_stacks_are_left_alone() -> None:
    offers = (Offer(1, (k.int_(0),), EMPTY),)
    body = (Put(SITE, k.int_(1)), Push(SITE, k.int_(2)))
    assert played(offers, body) == body


def test_questions_with_known_answers_go() -> None:
    asked = If(k.has(k.OCCUPIED, FROM), (Offer(1, (FROM,), k.diff(k.one(FROM), k.owned(k.int_(2)))),))
    found, _ = made((ForSites("from", k.of_kind(k.int_(1)), (asked,)),), (Put(SITE, k.int_(1)),))
    loop = next(p for p in found.procs if p.name == "moves").body[0]
    assert loop == ForSites("from", k.of_kind(k.int_(1)), (If(k.TRUE, (Offer(1, (FROM,), k.one(FROM)),)),))


def followed(play: Block, after: Block, *more: Proc) -> dict[str, Block]:
    """What becomes of `after` and other procedures, of a game in which pieces come to empty sites."""
    kind = site_kind(1, "f")
    passing = Proc("play_pass", (Param("s", INT),), (Store(LAST, None, k.int_(-1)),))
    moves = Proc("moves", (), (Offer(1, (), EMPTY),), generator=True)
    proc = Proc("f", (Param("s", INT),), play)
    procs = [moves, proc, passing, Proc("after", (), after), *more]
    return {p.name: p.body for p in annotate_occupancy(program(procs, [kind], [LAST, SEEN])).procs}


SEEN = Field("seen", INT)
CAME = (Put(SITE, ME), Store(LAST, None, SITE))
THERE = k.has(k.OCCUPIED, k.field(LAST))


def test_what_comes_after_knows_what_was_played() -> None:
    """A pass leaves no site, so there the question remains."""
    whose = Store(SEEN, None, k.size(k.of_kind(k.what(k.field(LAST)))))
    found = followed(CAME, (If(THERE, (whose,)),))["after"]
    own = Store(SEEN, None, k.size(k.owned(ME)))
    assert found == (If(k.has(FULL, k.field(LAST)), (own,)),)


def test_not_if_one_kind_of_move_tells_otherwise() -> None:
    whose = Store(SEEN, None, k.who(k.field(LAST)))
    asked = (If(THERE, (whose,)),)
    assert followed((*CAME, Take(k.one(SITE))), asked)["after"] == asked
    assert followed((*CAME, Take(k.OCCUPIED)), asked)["after"] == asked
    assert followed((*CAME, Store(LAST, None, k.int_(3))), asked)["after"] == asked
    assert followed((*CAME, Do("other")), asked, Proc("other", (), (Take(k.OCCUPIED),)))["after"] == asked


def test_calls_tell_what_their_arguments_are() -> None:
    own = Proc("own", (Param("p", INT),), (Return(k.has(k.owned(ME), k.var("p", INT))),), BOOL)
    test = If(THERE, (Store(SEEN, None, k.to_int(k.call("own", BOOL, k.field(LAST)))),))
    assert followed(CAME, (test,), own)["own"] == (Return(k.TRUE),)
    other = Store(SEEN, None, k.to_int(k.call("own", BOOL, k.int_(3))))
    assert followed(CAME, (test, other), own)["own"] == own.body


def test_a_call_in_a_region_that_has_written_sees_another_state() -> None:
    own = Proc("own", (Param("p", INT),), (Return(k.has(k.owned(ME), k.var("p", INT))),), BOOL)
    ask = Store(SEEN, None, k.to_int(k.call("own", BOOL, k.field(LAST))))
    found = followed(CAME, (If(THERE, (Simultaneous((Put(k.int_(3), k.int_(2)), ask)),)),), own)
    assert found["own"] == own.body
