"""Functions that are no procedures of the program: from the name of each helper and entry to what writes it.

Helpers are called by emitted code alone; which entries Python calls, calls.py says.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.support.values import frozen
from interpreter.engines.native.batches import Batches
from interpreter.engines.native.chance import Chance
from interpreter.engines.native.expressions import Expressions
from interpreter.engines.native.history import History
from interpreter.engines.native.looking import Choosing, Looking
from interpreter.engines.native.module import Module
from interpreter.engines.native.numbered import Numbered
from interpreter.engines.native.observing import Observing
from interpreter.engines.native.playing import Entries, Playing
from interpreter.engines.native.playouts import Playouts
from interpreter.engines.native.scope import Scope
from interpreter.engines.native.searching import Searching
from interpreter.engines.native.sequences import Sequences
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.steps import Steps
from interpreter.engines.native.trying import Trying
from interpreter.engines.native.writer import FunctionWriter


class Functions:
    """The families that write one function; `proc` is the procedure that it is written for, if any."""

    def __init__(self, module: Module, writer: FunctionWriter, proc: str = "") -> None:
        scope = Scope(module, writer, proc)
        to = Expressions(scope)
        fields, sets = to.fields, to.sets
        self.stacks = stacks = Stacks(scope)
        self.chance = chance = Chance(scope, stacks, sets)
        self.history = history = History(scope, fields, stacks)
        self.trying = trying = Trying(scope, stacks)
        self.looking = looking = Looking(scope, stacks, sets)
        self.choosing = Choosing(scope, stacks, sets, trying, looking)
        self.playing = playing = Playing(scope, fields, stacks, looking)
        self.sequences = Sequences(scope, fields, sets, stacks, trying, looking, playing)
        self.batches = Batches(scope, fields, sets, stacks, chance, looking, playing)
        self.searching = Searching(scope, fields, sets, stacks, chance, history, looking, playing)
        self.playouts = Playouts(scope, stacks, playing)
        self.entries = Entries(scope, stacks, trying, looking, playing)
        self.observing = observing = Observing(scope, fields, sets)
        self.numbered = numbered = Numbered(scope, sets, looking, playing)
        self.steps = Steps(scope, stacks, chance, playing, self.batches, observing, numbered)


@frozen
class Helper:
    """A function: result, parameters (SET is the type of sets) and attributes as LLVM writes them."""

    result: str
    params: str
    attributes: str
    write: Callable[[Functions], None]


HELPERS: dict[str, Helper] = {
    "stopped": Helper("i1", "ptr %C", "noinline cold", lambda to: to.stacks.write_stopped()),
    "halt": Helper("i1", "ptr %C", "noinline cold", lambda to: to.stacks.write_halt()),
    "power": Helper("i64", "i64 %a, i64 %b", "", lambda to: to.chance.write_power()),
    "choose": Helper("i64", "i64 %word, i64 %k", "alwaysinline", lambda to: to.chance.write_choose()),
    "draw": Helper("i64", "ptr %C, i64 %bound", "alwaysinline", lambda to: to.chance.write_draw()),
    "hash": Helper("i64", "ptr %S, ptr %C", "noinline", lambda to: to.history.write_hash()),
    "remember": Helper(
        "void",
        "ptr %S, ptr %C, i1 %irreversible, i1 %turn",
        "noinline",
        lambda to: to.history.write_remember(),
    ),
    "repeats": Helper(
        "i64",
        "ptr %S, ptr %C, i64 %mover, i1 %any_mover, i1 %in_turn",
        "noinline",
        lambda to: to.history.write_repeats(),
    ),
    "remembered": Helper(
        "i64",
        "ptr %S, ptr %C, i64 %wanted, i64 %mover, i64 %start",
        "",
        lambda to: to.history.write_remembered(),
    ),
    "remembered_by_any": Helper(
        "i64",
        "ptr %S, ptr %C, i64 %wanted, i64 %mover, i64 %start",
        "",
        lambda to: to.history.write_remembered(by_any=True),
    ),
    "drop_history": Helper("void", "ptr %C", "", lambda to: to.history.write_drop_history()),
    "grow_bundles": Helper("void", "ptr %C", "noinline cold", lambda to: to.stacks.write_grow_bundles()),
    "grow_checks": Helper("void", "ptr %C", "noinline cold", lambda to: to.stacks.write_grow_checks()),
    "grow_history": Helper("void", "ptr %C", "noinline cold", lambda to: to.stacks.write_grow_history()),
    "play": Helper("void", "ptr %S, ptr %C, ptr %B, i64 %site", "", lambda to: to.trying.write_play()),
    "holds": Helper(
        "i1", "ptr %S, ptr %C, i64 %check, i64 %upto", "noinline", lambda to: to.trying.write_holds()
    ),
    "legal": Helper(
        "i1",
        "ptr %S, ptr %C, i64 %offset, i64 %site, i64 %check, i64 %upto",
        "noinline",
        lambda to: to.trying.write_legal(),
    ),
    "any": Helper(
        "i1", "ptr %S, ptr %C, i64 %start, i64 %upto", "noinline", lambda to: to.looking.write_any()
    ),
    "any_to": Helper(
        "i1", "ptr %S, ptr %C, i64 %start, SET %targets", "noinline", lambda to: to.looking.write_any_to()
    ),
    "judge": Helper(
        "void", "ptr %S, ptr %C, i64 %start, i64 %upto", "noinline", lambda to: to.looking.write_judge()
    ),
    "to": Helper("SET", "ptr %S, ptr %C, i64 %start", "noinline", lambda to: to.looking.write_to()),
    "count": Helper("i64", "ptr %S, ptr %C, i64 %start", "noinline", lambda to: to.looking.write_count()),
    "pick": Helper("i64", "ptr %S, ptr %C, ptr %chosen", "", lambda to: to.choosing.write_pick()),
    "list_moves": Helper(
        "i64", "ptr %S, ptr %C, ptr %words, i64 %room", "noinline", lambda to: to.searching.write_list_moves()
    ),
    "play_out": Helper("i64", "ptr %S, ptr %C, i64 %most", "", lambda to: to.playouts.write_play_out()),
    "generator_of": Helper("i64", "i64 %seed, i64 %number", "", lambda to: to.searching.write_generator_of()),
    "row": Helper("i64", "ptr %C, ptr %B", "", lambda to: to.numbered.write_row()),
    "scan": Helper(
        "i64",
        "ptr %S, ptr %C, ptr %table, i64 %number, i64 %only, ptr %out",
        "noinline",
        lambda to: to.numbered.write_scan(),
    ),
    "play_number": Helper(
        "void", "ptr %S, ptr %C, ptr %D, i64 %number", "", lambda to: to.numbered.write_play_number()
    ),
    "spread": Helper("void", "SET %set, ptr %plane", "", lambda to: to.observing.write_spread()),
    "fill": Helper("void", "float %number, ptr %plane, i64 %kept", "", lambda to: to.observing.write_fill()),
    "fingerprint": Helper(
        "i64", "ptr %S, ptr %C, i1 %history", "noinline", lambda to: to.searching.write_fingerprint()
    ),
}

#: What writes an entry; what it takes and gives stands in calls.py.
ENTRY_WRITERS: dict[str, Callable[[Functions], None]] = {
    "start": lambda to: to.entries.enter_start(),
    "playout": lambda to: to.playouts.enter_playout(),
    "playouts": lambda to: to.entries.enter_procedure("playouts"),
    "tallied_playouts": lambda to: to.entries.enter_procedure("tallied_playouts"),
    "playouts_from": lambda to: to.entries.enter_procedure("playouts_from"),
    "set_up": lambda to: to.entries.enter_set_up(),
    "play": lambda to: to.entries.enter_play(),
    "settle": lambda to: to.entries.enter_settle(),
    "chance": lambda to: to.entries.enter_chance(),
    "effects": lambda to: to.entries.enter_effects(),
    "offers": lambda to: to.entries.enter_offers(),
    "legal": lambda to: to.entries.enter_legal(),
    "random": lambda to: to.entries.enter_random(),
    "count": lambda to: to.entries.enter_count(),
    "seen": lambda to: to.entries.enter_seen(),
    "perft": lambda to: to.sequences.enter_perft(),
    "batch_start": lambda to: to.batches.enter_batch_start(),
    "batch_wrong": lambda to: to.batches.enter_batch_wrong(),
    "batch_step": lambda to: to.batches.enter_batch_step(),
    "batch_random": lambda to: to.batches.enter_batch_random(),
    "batch_tell": lambda to: to.batches.enter_batch_tell(),
    "fresh": lambda to: to.playing.enter_fresh(),
    "anew": lambda to: to.playing.enter_anew(),
    "begin_another": lambda to: to.playing.enter_begin_another(),
    "begin": lambda to: to.playing.enter_begin(),
    "advance": lambda to: to.playing.enter_advance(),
    "pass": lambda to: to.playing.enter_pass(),
    "turn": lambda to: to.playing.enter_turn(),
    "finish": lambda to: to.playing.enter_finish(),
    "ply": lambda to: to.playing.enter_ply(),
    "game": lambda to: to.playouts.enter_game(),
    "sequences": lambda to: to.sequences.enter_sequences(),
    "stuck": lambda to: to.sequences.enter_stuck(),
    "moves": lambda to: to.batches.enter_moves(),
    "choose": lambda to: to.batches.enter_choose(),
    "distinct": lambda to: to.sequences.enter_distinct(),
    "rows_wrong": lambda to: to.steps.enter_rows_wrong(),
    "rows_look": lambda to: to.steps.enter_rows_look(),
    "rows_step": lambda to: to.steps.enter_rows_step(),
    "rows_begin": lambda to: to.steps.enter_rows_begin(),
    "rows_planes": lambda to: to.steps.enter_rows_planes(),
    "number": lambda to: to.numbered.enter_number(),
    "planes": lambda to: to.observing.enter_planes(),
}
