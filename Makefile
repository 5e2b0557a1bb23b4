# make play      set up and play in the terminal     make test      the whole suite
# make compiled  fast modules in build/compiled      make bench     measure the engine
# make lint      ruff and mypy                       make docs      renew the generated tables
#
# A bare machine with make and Python 3.11+ is enough; PYTHON=… names another interpreter.
# GAME=gin ARGS="--seats 3" go to `upcard play`; ARGS go to the benchmark, too.

GAME ?= romme
ARGS ?=
PY := .venv/bin/python
COMPILED := $(CURDIR)/build/compiled
export PYTHON
MAKEFLAGS += --no-print-directory

.PHONY: help play test compiled bench lint docs clean venv
help:
	@sed -n 's/^# //p' Makefile | head -3

play:
	@tools/setup_venv play
	@if [ -d "$(COMPILED)" ]; then echo "Playing with the plain Python engine."; \
	else echo "Playing with the plain Python engine; 'make compiled' builds the fast one."; fi
	@.venv/bin/upcard play $(GAME) $(ARGS)

venv:
	@tools/setup_venv dev

test:
	@echo "Time budget on two cores: 2 minutes to set up (once), 1 for lint and types,"
	@echo "6 for the tests in plain Python, 3 to compile, 3 for the same tests compiled."
	@tools/setup_venv dev
	@$(MAKE) lint
	@echo "== Tests, plain Python"
	@UPCARD_EXPECT=pure $(PY) -m pytest -n auto $(ARGS)
	@echo "== Tests, compiled"
	@tools/compiled_tests -n auto $(ARGS)

lint: venv
	@echo "== Lint and types"
	@$(PY) -m ruff check .
	@$(PY) -m mypy

compiled: venv
	@$(PY) build_hooks/native.py build/compiled
	@echo "Use it with PYTHONPATH=$(COMPILED), e.g."
	@echo "    PYTHONPATH=$(COMPILED) .venv/bin/upcard play $(GAME)"

bench: venv
	@if $(PY) build_hooks/native.py --check; then $(PY) build_hooks/native.py build/compiled; \
	else echo "No C compiler: measuring plain Python only."; fi
	@$(PY) bench/engine.py $(ARGS)

docs: venv
	@$(PY) tools/generate_docs.py

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
