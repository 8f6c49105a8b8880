"""The files of docs/hosting.md: what they start answers. (Its proxies are tried by test_public.)"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from tests.docs.blocks import ROOT, blocks
from tests.serve.test_public import free_port


def shown(kind: str) -> str:
    return next(block.text for block in blocks(ROOT / "docs" / "hosting.md") if block.kind == kind)


def service() -> configparser.ConfigParser:
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(shown("ini"))
    return unit


def container() -> list[str]:
    """What the container starts."""
    command: list[str] = json.loads(re.findall(r"^CMD (.*)$", shown("dockerfile"), re.MULTILINE)[0])
    return command


@pytest.mark.slow
@pytest.mark.parametrize("made", [lambda: shlex.split(service()["Service"]["ExecStart"]), container])
def test_what_is_started_answers_under_its_name(made: object, tmp_path: Path) -> None:
    assert callable(made)
    program, *arguments = made()
    assert Path(program).name == "gdl"
    port = free_port()
    own = [
        str(port) if each == "8000" else str(tmp_path / "games.sqlite") if each.endswith(".sqlite") else each
        for each in arguments
    ]
    process = subprocess.Popen([sys.executable, "-m", "interpreter.cli.main", *own])
    try:
        address, told = f"http://127.0.0.1:{port}", {"host": "games.example.org"}
        for _ in range(200):
            try:
                answer = httpx.get(f"{address}/health", headers=told, timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        assert answer.status_code == 200
        assert httpx.get(address, headers=told).status_code == 200
        assert httpx.get(address, headers={"host": "elsewhere.example.org"}).status_code >= 400
        assert (tmp_path / "games.sqlite").exists()
    finally:
        process.terminate()
        assert process.wait(20) is not None


@pytest.mark.slow
def test_the_service_file_is_one(tmp_path: Path) -> None:
    command = shutil.which("systemd-analyze")
    if command is None:
        pytest.skip("there is no systemd-analyze")
    unit = tmp_path / "ludwright.service"
    unit.write_text(shown("ini").replace("/opt/ludwright/bin/gdl", sys.executable), encoding="utf-8")
    told = subprocess.run([command, "verify", str(unit)], capture_output=True, text=True, check=False)
    about = [line for line in told.stderr.splitlines() if "ludwright.service" in line]
    assert not about, about
    assert service()["Service"]["StateDirectory"] == "ludwright"


@pytest.mark.slow
def test_the_container_file_builds(tmp_path: Path) -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no container can be built here")
    if "LUDWRIGHT_PUBLISHED" not in os.environ:
        pytest.skip("Ludwright is on no package index yet")
    (tmp_path / "Containerfile").write_text(shown("dockerfile"), encoding="utf-8")
    build = [docker, "build", "-t", "ludwright-test", "-f", str(tmp_path / "Containerfile"), str(tmp_path)]
    subprocess.run(build, check=True)
