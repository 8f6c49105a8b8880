"""A process is left fast, but never before all is done that was asked for its end."""

from __future__ import annotations

import subprocess
import sys

import pytest

ENDS = {
    "atexit": "import atexit; atexit.register(print, 'end')",
    "finalizer": "import weakref\nweakref.finalize(sys, print, 'end')",
    "thread": "import threading, time\n"
    "threading.Thread(target=lambda: (time.sleep(0.2), print('end'))).start()",
    "unflushed": "sys.stdout.write('end\\n')",
}


@pytest.mark.parametrize("what", ENDS)
@pytest.mark.parametrize("code", [0, 1, 70])
def test_the_end_of_a_process_waits_for_what_was_asked_of_it(what: str, code: int) -> None:
    script = f"import sys\n{ENDS[what]}\nfrom interpreter.cli.leaving import leave\nleave({code})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (code, "end\n", "")
