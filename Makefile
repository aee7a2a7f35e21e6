# `make train` and `make test` set up a virtual environment of their own, then do what they say.
PYTHON ?= python3
VENV ?= .venv
RLLIB_VENV ?= .venv-rllib
TORCH ?= torch==2.13.0
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help train test lint slow rllib boundscheck nojit bench clean

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make train         learn to play with seven players; ARGS="--players 5 --decisions 100000" passes more
train: $(VENV)/train.stamp
	$(BIN)/python -m train --players 7 $(ARGS)

## make test          linters, types, tests; ARGS="-k mine" passes more to pytest
test: lint
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/mypy

## make slow          the tests that take minutes
slow: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m slow $(ARGS)

## make rllib         the tests of training with RLlib, in a virtual environment of its own
rllib: $(RLLIB_VENV)/rllib.stamp
	$(RLLIB_VENV)/bin/python -m pytest tests/rllib $(ARGS)

## make boundscheck   a course through the core with every index checked
boundscheck: $(VENV)/dev.stamp
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest tests/core tests/agents/core -m course $(ARGS)

## make nojit         the same course in plain Python
nojit: $(VENV)/dev.stamp
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/core tests/agents/core -m course $(ARGS)

## make bench         speed, beside other environments; ARGS="--quick --json speed.json"
bench: $(VENV)/bench.stamp
	$(BIN)/python -m benchmarks $(ARGS)

## make clean         remove the virtual environments and everything that was built
clean:
	rm -rf $(VENV) $(RLLIB_VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# torch comes first and by itself: the extra is then content with the build that is there.
$(VENV)/train.stamp: pyproject.toml | $(VENV)/bin/python
	$(PIP) "$(TORCH)"
	$(PIP) --editable ".[train]"
	@touch $@

$(VENV)/dev.stamp: pyproject.toml $(VENV)/train.stamp
	$(PIP) --editable ".[dev]"
	@touch $@

$(VENV)/bench.stamp: pyproject.toml | $(VENV)/bin/python
	$(PIP) --editable ".[benchmarks,peers]"
	@touch $@

# RLlib pins gymnasium.
$(RLLIB_VENV)/bin/python:
	$(PYTHON) -m venv $(RLLIB_VENV)

$(RLLIB_VENV)/rllib.stamp: PIP = $(RLLIB_VENV)/bin/python -m pip install --quiet --disable-pip-version-check
$(RLLIB_VENV)/rllib.stamp: pyproject.toml | $(RLLIB_VENV)/bin/python
	$(PIP) "$(TORCH)"
	$(PIP) --editable ".[rllib]" "pytest>=8,<10" "hypothesis>=6.100,<7"
	@touch $@
