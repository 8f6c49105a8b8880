# Short names for what one does often. `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install test lint types fuzz ci wheel clean

help:
	@echo "make install   the project with its development tools, into .venv"
	@echo "make test      all tests        make lint   style        make types   types"
	@echo "make fuzz      inputs at random, for MINUTES=10"
	@echo "make wheel     the distribution, into dist/"
	@echo "make ci        what must hold before a change lands"

$(BIN)/gdl: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

install: $(BIN)/gdl

test: install
	$(BIN)/pytest -n auto

lint: install
	$(BIN)/ruff check .
	$(BIN)/lint-imports

types: install
	$(BIN)/mypy --strict

MINUTES ?= 10
fuzz: install
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

wheel: install
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

ci:
	.ci/run

clean:
	rm -rf dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
