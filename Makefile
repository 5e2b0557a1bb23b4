# make play      set up and play in the browser      make play GAME=gin   in the terminal
# make test      the whole suite                     make browser  test the page in Chromium
# make test-all  both, and whole matches in the page
# make compiled  the fast engine, in build/compiled  make bench  measure the engine
# make lint      ruff and mypy                       make docs   renew the generated tables
# make web       check, test and build the page that `upcard serve` sends (needs Node 20.19+)
# make clean     remove all that the others made
#
# A bare machine with make and Python 3.11+ is enough; PYTHON=… names another interpreter.
# GAME=gin ARGS="--seats 3" go to `upcard play`; ARGS go to tests and benchmark, too.

GAME ?= romme
ARGS ?=
PY := .venv/bin/python
COMPILED := $(CURDIR)/build/compiled
export PYTHON
MAKEFLAGS += --no-print-directory

# Whatever is named is for the terminal: `make play` alone opens the page.
ifeq ($(origin GAME)$(ARGS),file)
PLAY_IN := browser
else
PLAY_IN := terminal
endif
# The fast engine, brought up to date where it has been built.
FAST = if [ -f "$(COMPILED)/stamp" ]; then \
	$(PY) build_hooks/native.py build/compiled || exit 1; export PYTHONPATH="$(COMPILED)"; \
	else echo "Playing in plain Python; 'make compiled' builds the fast engine (some minutes)."; fi

.PHONY: help play play-browser play-terminal test test-all browser compiled bench lint docs web clean venv
help:
	@sed -n 's/^# //p' Makefile | head -7

play: play-$(PLAY_IN)

play-browser:
	@tools/setup_venv play
	@if $(PY) build_hooks/page.py; then $(FAST); exec .venv/bin/upcard table; \
	else echo "Once that is mended, 'make play' opens the page. Until then, in the terminal:"; echo; \
	$(MAKE) play-terminal; fi

play-terminal:
	@tools/setup_venv play
	@$(FAST); exec .venv/bin/upcard play $(GAME) $(ARGS)

venv:
	@tools/setup_venv dev

test:
	@echo "Time budget on two cores: 2 minutes to set up (once), 1 for lint and types, 5 to compile and"
	@echo "for a sample of the tests in plain Python, 4 for all, compiled; without a C compiler 8 for all."
	@tools/setup_venv dev
	@$(MAKE) lint
	@echo "== Tests, plain Python, while the fast engine is compiled"
	@! $(PY) build_hooks/native.py --check || $(PY) build_hooks/native.py build/compiled & \
	tools/plain_tests -n auto --dist worksteal $(ARGS); status=$$?; wait; exit $$status
	@echo "== Tests, compiled"
	@tools/compiled_tests -n auto --dist worksteal $(ARGS)

lint: venv
	@echo "== Lint and types"
	@$(PY) -m ruff check .
	@$(PY) -m mypy

compiled:
	@tools/setup_venv build
	@$(PY) build_hooks/native.py build/compiled
	@echo "'make play' now uses it; so does any Python with PYTHONPATH=$(COMPILED)."

bench: venv
	@if $(PY) build_hooks/native.py --check; then $(PY) build_hooks/native.py build/compiled; \
	else echo "No C compiler: measuring plain Python only."; fi
	@$(PY) bench/engine.py $(ARGS)
	@echo; PYTHONPATH="$$(test -f $(COMPILED)/stamp && echo $(COMPILED) || echo src)" $(PY) bench/solver.py
	@echo; PYTHONPATH="$$(test -f $(COMPILED)/stamp && echo $(COMPILED) || echo src)" $(PY) bench/legality.py

docs: venv
	@$(PY) tools/generate_docs.py

browser:
	@tools/setup_venv browser
	@tools/browser_tests -m "not long" $(ARGS)

test-all: test
	@tools/setup_venv browser
	@tools/browser_tests $(ARGS)

web:
	@command -v npm >/dev/null || { echo "Install Node.js 20.19 or later: the page is built with npm."; exit 1; }
	@cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent check \
		&& npm test --silent && node scripts/wire.mjs --check && npm run --silent build

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
