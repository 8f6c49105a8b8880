"""A PostgreSQL of one's own for tests, from Debian's packages, in a folder that goes with them."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

#: Where Debian's packages put what a path does not name.
_DEBIAN = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, reversed(_DEBIAN))))
    if found is None:
        pytest.skip(f"there is no {name}: apt-get install postgresql")
    return found


@contextmanager
def postgres() -> Iterator[str]:
    """Its address, as long as it runs; it listens at a socket in a folder, and at no port."""
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    initdb, server = _program("initdb"), _program("pg_ctl")
    own: dict[str, object] = {}
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a socket's path is short
    if os.geteuid() == 0:  # it does not run as root
        try:
            own["user"] = pwd.getpwnam("postgres").pw_name
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user `postgres`")
        shutil.chown(folder, "postgres")
        folder.chmod(0o755)
    data = folder / "data"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/", **own}
    try:
        made = [initdb, "-D", str(data), "-U", "games", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(made, **quiet)  # type: ignore[call-overload]
        options = f"-k {folder} -c listen_addresses= -c max_connections=40"
        begin = [server, "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options]
        subprocess.run([*begin, "start"], **quiet)  # type: ignore[call-overload]
        yield f"postgresql://games@/postgres?host={folder}"
    finally:
        if (data / "postmaster.pid").exists():
            end = [server, "-D", str(data), "-m", "immediate", "stop"]
            subprocess.run(end, **quiet)  # type: ignore[call-overload]
        shutil.rmtree(folder, ignore_errors=True)
