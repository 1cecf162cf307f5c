# `make` alone prints the targets. ARGS="..." goes to the command behind a target;
# PYTHON=... names the interpreter that a new .venv is made with.
# Modules are compiled once and kept, whatever the shell says: else each process of the tests would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play engine wheels test check screenshots bench load study torture simulate lock clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

play: web ## Play: takujo serve --browser $(ARGS)
	@scripts/engine & exec .venv/bin/takujo serve --browser $(ARGS) # exec: what stops make stops it; the page takes up its engine when it is there

engine: .venv/.wheels web ## Build the rules for the page to run, of every title, as WebAssembly
	@.venv/bin/python -m native --engine $(ARGS)

wheels: .venv/.wheels web ## Build the wheels, a library a title inside, for every system: python -m native $(ARGS)
	@.venv/bin/python -m native $(ARGS)

test: .venv/.dev .venv/.wheels web ## Run the tests, compiled and not; with ARGS (for pytest) no coverage is taken
	@scripts/test $(ARGS)

check: .venv/.dev web ## Check format, lint, types and layers
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy
	.venv/bin/lint-imports
	scripts/types --check
	.venv/bin/python hatch_build.py npm run --silent check

screenshots: .venv/.dev web ## Write pictures of every screen to screenshots/
	@.venv/bin/python -m tests.web.screenshots $(ARGS)

.PHONY: web
web: .venv/.play ## Build the page anew where its sources have changed; its rules: make engine
	@.venv/bin/python hatch_build.py

bench: .venv/.dev ## Measure speed, ours and the peers': python -m benchmarks $(ARGS)
	@.venv/bin/python -m benchmarks $(ARGS)

load: .venv/.dev ## Load a server on one core with 500 tables, then with all it takes; boardgame.io too: python -m benchmarks.load $(ARGS)
	@.venv/bin/python -m benchmarks.load $(ARGS)

study: .venv/.dev ## Play 100,000 random games a title and check them all: python -m tests.study $(ARGS)
	@.venv/bin/python -m tests.study $(ARGS)

torture: .venv/.dev ## Kill nodes, bus and database under load, hundreds of times: python -m tests.torture $(ARGS)
	@.venv/bin/python -m tests.torture $(ARGS)

simulate: .venv/.dev ## Simulate worlds, each from one seed, in which nodes die and disks tear: python -m tests.simulation $(ARGS)
	@.venv/bin/python -m tests.simulation $(ARGS)

lock: ## Write the lock files in requirements/ anew; ARGS=--upgrade for newer versions
	@PYTHON="$(PYTHON)" scripts/lock $(ARGS)

clean: ## Remove .venv and everything else that was made here
	rm -rf .venv .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf build dist benchmarks/out benchmarks/peers/*/node_modules lab-* screenshots torture web/node_modules src/takujo/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps hold the folder they were made for: a .venv moved or copied with its folder would still run
# the code of the old place, so it is made anew.
ifneq "$(shell cat .venv/.play 2>/dev/null)" "$(CURDIR)"
.PHONY: .venv/.play
endif

.venv/.play: requirements/uv.txt requirements/node.txt requirements/play.txt pyproject.toml
	@PYTHON="$(PYTHON)" scripts/prepare play

.venv/.wheels: .venv/.play requirements/wheels.txt
	@scripts/prepare wheels

.venv/.dev: .venv/.play requirements/dev.txt
	@scripts/prepare dev
