"""A worker: reads requests as lines of JSON from its standard input, and writes an answer for each.

{"id": 7, "do": "command", ...}
{"id": 7, "ok": {...}}          or      {"id": 7, "error": {"code": "E0502", "message": "..."}}
{"id": 7, "need": "actions"}    tell again with all actions
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from typing import BinaryIO

from gdl.source.diagnostics import LanguageError
from interpreter.errors.memory import want_of_memory
from interpreter.errors.user_errors import UserError
from interpreter.serve.messages.codec import decode, encode, object_in, to_line
from interpreter.serve.messages.worker import Answer, Problem, Request
from interpreter.serve.sandbox.kernel import PR_SET_PDEATHSIG, prctl
from interpreter.serve.workers.jobs import Jobs, UnknownActionsError

#: What is told of a mistake of ours.
INTERNAL = "E0789"


def answer(jobs: Jobs, request: Request) -> Answer:
    """The answer to one request."""
    try:
        return Answer(request.id, ok=encode(jobs(request)))
    except UnknownActionsError:
        return Answer(request.id, need="actions")
    except UserError as error:
        problem = Problem(error.code, error.message, error.suggestions)
    except LanguageError as error:
        first = error.diagnostics[0]
        problem = Problem(first.code, first.message)
    except (Exception, KeyboardInterrupt) as error:
        lacking = want_of_memory(error)
        if lacking is not None:
            problem = Problem(lacking.code, lacking.message)
        else:
            problem = Problem(INTERNAL, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    return Answer(request.id, error=problem)


def serve(requests: BinaryIO, answers: BinaryIO, ponders: bool = False) -> None:
    """Answer requests until there are no more; `ponders`: machines think on between them."""
    jobs = Jobs(ponders)
    for line in requests:
        answers.write(to_line(answer(jobs, decode(Request, object_in(line)))))
        answers.flush()


def main() -> None:
    """Answer over standard input and output; whatever prints something must not disturb the answers."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # many objects stay, and nearly none are cycles: looking for these would hold up moves
    gc.set_threshold(50_000, 20, 50)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if "--think" in sys.argv[1:]:
        with contextlib.suppress(AttributeError, OSError):
            os.nice(5)
    with contextlib.suppress(OSError, AttributeError):  # where there is such a thing: end with the server
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # Ctrl-C is meant for the server, which then closes the pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # beside the main thread nothing is interrupted, and so nobody has to attend to each bit of work
    ponders = "--ponder" in sys.argv[1:]
    working = threading.Thread(target=serve, args=(requests, answers, ponders), name="serve", daemon=True)
    working.start()
    working.join()


if __name__ == "__main__":
    main()
    sys.stdout.flush()
