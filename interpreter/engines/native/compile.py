"""From LLVM's textual language to functions in memory, by llvmlite: tiered compilation.

A module is compiled quickly where it is long (an author who has changed a rule is not to wait), in the usual
way where it is short or as soon as a thread has done it, and with all of LLVM's optimizations once it has run
for much longer than these take, as just-in-time compilers do it with what is hot.

LLVM ends the process on what it cannot do: so a module is parsed and verified first (both report what is
wrong), instructions of the processor are only used where it has them, a pass manager runs once, and it is
looked beforehand whether there is memory.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from functools import cache

import llvmlite
import llvmlite.binding as llvm

from gdl.support.values import frozen
from interpreter.engines.cache import Cache
from interpreter.engines.kept import code_version
from interpreter.engines.native.calls import PREFIX
from interpreter.engines.native.module import Target
from interpreter.errors.memory import expect_room

#: Modules of more lines are compiled quickly first, and in the usual way while the quick one runs.
LONG = 1200
#: So many bytes of the usual machine code take LLVM about a second to compile as well as it can.
BEST_BYTES_A_SECOND = 60_000
#: The addresses that compiling and loading a module take, in bytes: so many, and for each byte of its text.
ROOM, ROOM_BY_TEXT = 32 << 20, 160
#: LLVM's own state is not made for several threads.
_LOCK = threading.RLock()


#: llvmlite's own, for each call: objects of LLVM's are also let go where ours is not held.
_LLVMLITES: threading.RLock = llvm.ffi.lib._lock._lock

if hasattr(os, "register_at_fork"):
    # A forked process has this thread alone: what another was doing would hold the locks for ever. Ours is
    # taken first, for these go backwards before a fork. They are the locks' own methods: between the lines of
    # a function of ours an exception could arrive (Ctrl-C), and one lock would never be released.
    for _lock in (_LLVMLITES, _LOCK):
        os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class Tier(IntEnum):
    """How well a module is compiled."""

    #: a quarter of the usual time, half of the speed
    QUICK = 0
    #: a short list of passes; for the inlined, straight code of rules nearly all there is to gain
    USUAL = 1
    #: LLVM's own pipeline: two to six times the usual time, some 8 % more speed
    BEST = 2


@frozen
class Host:
    """The processor, and what compiles for it."""

    name: str
    features: str
    target: Target
    machine: llvm.TargetMachine
    #: compiles in less time, to slower code
    quick: llvm.TargetMachine


@cache
def host() -> Host:
    """The processor at hand."""
    with _LOCK:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        name = llvm.get_host_cpu_name()
        features = llvm.get_host_cpu_features()
        text = features.flatten()
        target = llvm.Target.from_default_triple()
        machine, quick = (
            target.create_target_machine(cpu=name, features=text, opt=level, jit=True) for level in (2, 0)
        )
        # the first two of AMD's Zen take some hundred steps for what others do in one
        deposits = bool(features.get("bmi2")) and name not in ("znver1", "znver2")
        return Host(name, text, Target(deposits), machine, quick)


class Compiled:
    """A module's functions in memory, for as long as this object lives: then until the next is made.

    LLVM's objects are disposed of by whoever makes the next, for that is no main thread: where Ctrl-C arrives
    between the lines of llvmlite that take its lock for a call, the lock is never released.
    """

    def __init__(
        self, image: bytes, names: tuple[str, ...], imports: tuple[tuple[str, int], ...] = ()
    ) -> None:
        """`imports` are the addresses of functions that it calls, beside those of the process."""
        with _LOCK:
            _dispose()
            expect_room(ROOM)
            jit = llvm.create_lljit_compiler(host().machine, use_jit_link=False, suppress_errors=True)
            builder = llvm.JITLibraryBuilder().add_object_img(image).add_current_process()
            for name in names:
                builder.export_symbol(PREFIX + name)
            for name, address in imports:
                builder.import_symbol(name, address)
            library = builder.link(jit, "game")
            self.addresses = {name: int(library[PREFIX + name]) for name in names}
            _loaded.append((weakref.ref(self), (library, jit)))


#: What LLVM has in memory for each, alive or not.
_loaded: list[tuple[weakref.ref[Compiled], tuple[object, ...]]] = []


def _dispose() -> None:
    """Let go of what was in memory for those that are no more."""
    _loaded[:] = [each for each in _loaded if each[0]() is not None]


@frozen
class Loaded:
    """A module that has been loaded: the best that there is of it for now."""

    tier: Tier
    #: bytes of machine code
    size: int
    #: what compiles it better; None where nothing does
    thread: threading.Thread | None = None

    @property
    def best_seconds(self) -> float:
        """About how long it takes to compile it as well as possible."""
        return self.size / BEST_BYTES_A_SECOND


def in_background(work: Callable[[], object]) -> threading.Thread | None:
    """A thread that compiles something better; None where there is no memory for one.

    Where there is no memory to compile, what is there already goes on running.
    """

    def if_there_is_room() -> None:
        with suppress(MemoryError):
            work()

    thread = threading.Thread(target=if_there_is_room, name="compiling", daemon=False)
    try:
        thread.start()
    except RuntimeError:
        return None
    return thread


@frozen
class Source:
    """What a module is made from, and where it is kept. `made_from` is all that its text depends on."""

    made_from: tuple[str, ...]
    emit: Callable[[], str]
    #: its functions
    names: tuple[str, ...]
    store: Cache
    #: functions that it calls, and where these are
    imports: tuple[tuple[str, int], ...] = ()

    def load(self, take: Callable[[Compiled], None], quickly: bool = False) -> Loaded:
        """Load the module from the cache, or emit and compile it; `take` is given what was made.

        A long module is compiled quickly first; then a thread compiles it in the usual way, and `take` is
        given that too. `quickly`: that is all.
        """
        for tier in (Tier.BEST, Tier.USUAL):
            key = self._key(tier)
            image = self.store.get(key)
            if image is not None:
                try:
                    take(Compiled(image, self.names, self.imports))
                except RuntimeError:  # not what was put there: make it anew
                    self.store.drop(key)
                else:
                    return Loaded(tier, len(image))
        text = self.emit()
        if quickly:
            return Loaded(Tier.BEST, self._compile(text, Tier.QUICK, take))
        if text.count("\n") < LONG:
            return Loaded(Tier.USUAL, self._compile(text, Tier.USUAL, take))
        image = build(text, Tier.QUICK)
        take(Compiled(image, self.names, self.imports))
        thread = in_background(lambda: self._compile(text, Tier.USUAL, take))
        return Loaded(Tier.QUICK, len(image), thread)

    def improve(self, take: Callable[[Compiled], None]) -> None:
        """Compile it as well as possible, and give that to `take`."""
        self._compile(self.emit(), Tier.BEST, take)

    def _compile(self, text: str, tier: Tier, take: Callable[[Compiled], None]) -> int:
        image = build(text, tier)
        self.store.put(self._key(tier), image)
        take(Compiled(image, self.names, self.imports))
        return len(image)

    def _key(self, tier: Tier) -> str:
        machine = host()
        made_from = (*self.made_from, code_version(), llvmlite.__version__, machine.name, machine.features)
        return self.store.key(*made_from, tier.name)


def build(text: str, tier: Tier = Tier.USUAL) -> bytes:
    """A module's object code."""
    with _LOCK:
        expect_room(ROOM + ROOM_BY_TEXT * len(text))
        machine = host().quick if tier is Tier.QUICK else host().machine
        module = parse(text)
        if tier is Tier.BEST:
            # loops of rules are short: to vectorise them takes much of the time, and they get slower by it
            options = llvm.create_pipeline_tuning_options(speed_level=3)
            options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
            builder = llvm.create_pass_builder(machine, options)
            manager = builder.getModulePassManager()
        else:
            builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
            manager = llvm.create_new_module_pass_manager()
            if tier is Tier.USUAL:
                manager.add_always_inliner_pass()
            manager.add_sroa_pass()
            if tier is Tier.USUAL:
                manager.add_simplify_cfg_pass()
                manager.add_sccp_pass()
                manager.add_simplify_cfg_pass()
                manager.add_dead_code_elimination_pass()
                manager.add_global_dead_code_eliminate_pass()
        manager.run(module, builder)
        return bytes(machine.emit_object(module))


def parse(text: str) -> llvm.ModuleRef:
    """The module, verified. Raises RuntimeError with what is wrong with it."""
    with _LOCK:
        module = llvm.parse_assembly(text)
        module.triple = host().machine.triple
        module.data_layout = str(host().machine.target_data)
        module.verify()
        return module
