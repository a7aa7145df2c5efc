# Farmstead: everything a player or a developer types. `make` alone lists it.

VENV   := .venv
BIN    := $(VENV)/bin
# Exact versions, also for what builds the package: before 25.3 pip asks PIP_CONSTRAINT for that, then PIP_BUILD_CONSTRAINT.
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
INSTALL := $(PINNED) $(BIN)/python scripts/install.py
ARGS   ?=
GAME   ?= walnut-grove
CHECKED = $(wildcard src tests scripts benchmarks examples hatch_build.py)
# Tests of the sources only need the command to exist; it runs what PYTHONPATH says.
COMMAND = $(if $(wildcard $(BIN)/farmstead),,$(VENV)/.playable)
SOURCES = pyproject.toml constraints.txt hatch_build.py $(wildcard README.md LICENSE) \
          $(shell find src -type f -not -name '*.pyc' -not -name '*.so')
# Tests by which both builds are known to be the same: laws, golden games, counted trees, referees, and what agents choose.
WHOLE_GAMES = tests/test_laws.py tests/test_golden.py tests/test_open_views.py tests/test_encodings.py $(wildcard tests/games/*/test_slow_referee.py)
SAME   = $(WHOLE_GAMES) tests/agents/test_choices.py
# Tests that think: `make test` runs them on the compiled build, which people run, `make test-more` on the sources, too.
AGENTS = tests/agents tests/examples $(wildcard tests/games/*/evaluator)
# Tests of what is never compiled: once is enough, on the build that people run.
ONCE   = tests/cli tests/client tests/in_page tests/render tests/scripts tests/server tests/test_architecture.py tests/test_constraints.py \
         tests/test_deploy.py tests/test_long_tests.py tests/test_luck.py tests/test_readme.py tests/test_words_of_trade.py \
         $(wildcard tests/games/*/pictures tests/test_rule*.py)
# Tests in a real browser, and those of deploy/ with what it is for.
BROWSER = tests/browser
DEPLOY = tests/deploy
# Tests that install as people do, with a network.
FRESH  = tests/install
# Tests of the docs: the site, which is built for them, and the commands that pages show.
DOCS   = tests/docs
# Tests of the environments for researchers, whose libraries are in an environment of their own.
RESEARCH = tests/research
RESEARCH_VENV := .venv-research
# All others are scenarios: `make test` runs them on the sources, `make test-more` on the compiled build, too.
SCENARIOS = $(addprefix --ignore ,$(SAME) $(AGENTS) $(ONCE) $(BROWSER) $(DEPLOY) $(FRESH) $(DOCS) $(RESEARCH))
# What is quick of them, and what is read of the sources.
FAST   = tests/engine tests/games tests/render/test_words.py tests/test_architecture.py tests/test_words_of_trade.py \
         $(addprefix --ignore ,$(SAME) $(wildcard tests/games/*/evaluator tests/games/*/pictures tests/games/*/test_*slow_scorer.py tests/games/*/test_positions.py))
# The two ways to run tests: on the sources as they are, and on what is installed.
ON_SOURCES = PYTHONPATH=src FARMSTEAD_BUILD=interpreted $(BIN)/python -m pytest -q --dist worksteal
INSTALLED = env -u PYTHONPATH FARMSTEAD_BUILD=compiled $(BIN)/python -m pytest -q --dist worksteal
QUICK  = -m "not more"
MORE   = -m more
COUNT  ?= 200
SEED   ?= 1

# The first Python that is new enough; PYTHON=… names another.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
            "$$p" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo "$$p" && break; done)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play terminal test test-more test-fast test-times steady more-interpreted more-compiled more-browser test-deploy test-install test-research more-research image-digest constraints check check-js test-browser test-interpreted test-compiled coverage docs test-docs screenshots pictures site rules-table bench bench-pages bench-site bench-start strength baselines load compare soak siege build golden mutants clean

help:  ## list what can be made
	@echo "Farmstead. Start with: make play"
	@sed -n 's/^\([a-z-]*\):.*## /  \1 \t/p' Makefile | expand -t 20

play: $(VENV)/.playable  ## open a place to play in the browser; make play ARGS="--host 0.0.0.0"
	@$(BIN)/python -m scripts.play serve $(ARGS)

terminal: $(VENV)/.playable  ## play in the terminal; make terminal GAME=sunflower-valley ARGS="--seats 2"
	@$(BIN)/python -m scripts.play play $(GAME) $(ARGS)

test: check test-interpreted test-compiled test-browser  ## all checks and tests but those of make test-more; meant to take at most nine minutes on two cores

test-more: more-interpreted more-compiled more-browser test-deploy test-docs test-install  ## what takes long and is seldom red: tests marked `more`, the other build, deploy/, the docs, installing as people do

test-fast: $(VENV)/.dev  ## after each change, a minute at most: lint, engine, scenarios of the games, layers and words
	@$(BIN)/ruff check --quiet $(CHECKED)
	@$(ON_SOURCES) -n 2 $(QUICK) $(FAST) $(ARGS)

test-times:  ## all tests: red where one takes more than three seconds and its docstring does not say why
	@$(MAKE) test test-more ARGS="--times 3"

steady: $(VENV)/.dev $(VENV)/.installed $(VENV)/.js  ## all of make test five times beside busy processes, what waits fifty times; goes on where it was stopped
	@CHROMIUM=$$(scripts/chromium) && export CHROMIUM && env -u PYTHONPATH $(BIN)/python -m scripts.steady $(ARGS)

check: $(VENV)/.dev check-js  ## format, lint and types
	@echo "Checking format, lint and types …"
	@$(BIN)/ruff format --check --quiet $(CHECKED) || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet $(CHECKED)
	@$(BIN)/mypy --no-error-summary $(CHECKED)

check-js: $(VENV)/.js  ## types of the scripts in the pages
	@echo "Checking the scripts …"
	@$(BIN)/node $(VENV)/js/node_modules/typescript/bin/tsc -p jsconfig.json

test-interpreted: $(VENV)/.dev $(COMMAND)  ## scenarios of engine and games on the sources
	@echo "Testing the interpreted build …"
	@$(ON_SOURCES) -n 2 $(QUICK) $(SCENARIOS) $(ARGS)

more-interpreted: $(VENV)/.dev $(COMMAND)  ## all scenarios with coverage, whole games and agents on the sources
	@echo "Testing more of the interpreted build …"
	@$(ON_SOURCES) -n 2 --cov $(SCENARIOS) $(ARGS)
	@$(ON_SOURCES) -n 3 $(SAME) $(AGENTS) $(ARGS)

coverage: $(VENV)/.dev $(VENV)/.installed  ## how much of everything the tests run through; takes longer than the tests
	@$(ON_SOURCES) -n 2 --cov --cov-config=tests/agents.ini $(addprefix --ignore ,$(WHOLE_GAMES) $(ONCE) $(BROWSER) $(DEPLOY) $(FRESH) $(DOCS) $(RESEARCH)) $(ARGS)
	@$(INSTALLED) -n 2 --cov --cov-config=tests/once.ini $(ONCE) $(ARGS)

test-compiled: $(VENV)/.dev $(VENV)/.installed  ## the compiled package: the same whole games, agents, command line, pictures and server
	@if [ "$$($(BUILD))" = compiled ]; then \
	  echo "Testing the compiled build …"; \
	  $(INSTALLED) -n 3 $(QUICK) $(SAME) $(AGENTS) $(ONCE) $(ARGS); \
	else \
	  $(NOT_COMPILED); \
	fi

more-compiled: $(VENV)/.dev $(VENV)/.installed $(VENV)/.pyodide
	@if [ "$$($(BUILD))" = compiled ]; then \
	  echo "Testing more of the compiled build …"; \
	  $(INSTALLED) -n 2 $(SCENARIOS) $(ARGS) && \
	  $(INSTALLED) -n 3 $(MORE) $(SAME) $(AGENTS) $(ONCE) $(ARGS); \
	else \
	  $(NOT_COMPILED); \
	fi

NOT_COMPILED = echo "NOT TESTED: the compiled build. The package could not be compiled here; is there a C compiler?"; \
	  echo "With one installed: make clean test"; \
	  [ "$$CI" != true ]

test-browser: $(VENV)/.dev $(VENV)/.installed $(VENV)/.js  ## the pages in a real browser, as installed; gets Chromium where it can
	@$(call IN_BROWSER,$(QUICK))

more-browser: $(VENV)/.dev $(VENV)/.installed $(VENV)/.js $(VENV)/.pyodide
	@$(call IN_BROWSER,$(MORE))

IN_BROWSER = if chromium=$$(scripts/chromium); then \
	  echo "Testing the pages in $$chromium …"; \
	  env -u PYTHONPATH CHROMIUM="$$chromium" FARMSTEAD_BUILD="$$($(BUILD))" $(BIN)/python -m pytest -q -n 3 --dist worksteal \
	    $(1) $(BROWSER) $(ARGS); \
	else \
	  echo "NOT TESTED: the pages in a browser."; \
	  [ "$$CI" != true ]; \
	fi

test-deploy: $(VENV)/.dev $(VENV)/.installed  ## deploy/: nginx and Caddy before a real server, the container's script, systemd
	@if scripts/proxies; then \
	  echo "Testing deploy/ …"; \
	  env -u PYTHONPATH FARMSTEAD_BUILD="$$($(BUILD))" $(BIN)/python -m pytest -q -n 2 --dist loadfile $(DEPLOY) $(ARGS); \
	else \
	  echo "NOT TESTED: deploy/ with nginx, Caddy and systemd."; \
	  [ "$$CI" != true ]; \
	fi

test-docs: $(VENV)/.dev $(VENV)/.installed $(VENV)/.docs  ## the site of the docs, its links, and every command that a page shows
	@echo "Testing the docs …"
	@env -u PYTHONPATH FARMSTEAD_BUILD="$$($(BUILD))" $(BIN)/python -m pytest -q -n 2 --dist loadfile $(DOCS) $(ARGS)

test-install: build $(VENV)/.dev $(COMMAND)  ## the wheel in an empty environment, and make play in a fresh clone; fetches packages
	@echo "Testing how it is installed …"
	@env -u PYTHONPATH $(BIN)/python -m pytest -q $(FRESH) $(ARGS)

test-research: $(RESEARCH_VENV)/.research  ## the environments for researchers, datasets and examples, with Gymnasium, PettingZoo, OpenSpiel, PyArrow and torch in .venv-research
	@echo "Testing the environments for researchers …"
	@PYTHONPATH=src FARMSTEAD_BUILD=interpreted $(RESEARCH_VENV)/bin/python -m pytest -q -n 2 --dist worksteal $(QUICK) $(RESEARCH) $(ARGS)

more-research: $(RESEARCH_VENV)/.research $(VENV)/.installed  ## a hundred games of each set-up under OpenSpiel's checker, the compiled package, the wheel in an empty environment, examples for a minute
	@echo "Testing more of the environments for researchers …"
	@PYTHONPATH=src FARMSTEAD_BUILD=interpreted $(RESEARCH_VENV)/bin/python -m pytest -q -n 2 --dist worksteal $(MORE) $(RESEARCH) $(ARGS)

docs: $(VENV)/.docs $(COMMAND)  ## the docs as a site in build/docs/, to read and to search without a network
	@PYTHONPATH=src $(BIN)/python -m scripts.docs_site

screenshots: $(VENV)/.dev $(VENV)/.installed  ## pictures of every page into screenshots/; ARGS="--only table"
	@CHROMIUM=$$(scripts/chromium) && export CHROMIUM && env -u PYTHONPATH $(BIN)/python -m scripts.screenshots $(ARGS)

pictures: $(VENV)/.dev $(VENV)/.installed  ## the pictures of README and docs, from this commit: tables, boards of two records, layers, the way of a move
	@CHROMIUM=$$(scripts/chromium) && export CHROMIUM && env -u PYTHONPATH $(BIN)/python -m scripts.screenshots --readme
	@env -u PYTHONPATH $(BIN)/farmstead replay docs/game.record --ply 170 --svg docs/game.svg
	@env -u PYTHONPATH $(BIN)/farmstead replay docs/valley.record --ply 112 --svg docs/valley.svg
	@PYTHONPATH=src $(BIN)/python -m scripts.layers
	@PYTHONPATH=src $(BIN)/python -m scripts.walk --draw

site: $(VENV)/.dev $(VENV)/.pyodide $(COMMAND)  ## the game as static files in site/, to play without a server
	@PYTHONPATH=src FARMSTEAD_BUILD=interpreted $(BIN)/python -m scripts.site $(ARGS)

rules-table: $(VENV)/.dev  ## which test shows which paragraph of the rules
	@PYTHONPATH=src $(BIN)/python -m pytest --rule-table

bench: $(VENV)/.dev $(VENV)/.installed $(VENV)/.yardsticks $(RESEARCH_VENV)/.yardsticks  ## how fast it is; writes benchmarks/results.md
	@env -u PYTHONPATH $(BIN)/python benchmarks/run.py $(ARGS)

bench-pages: $(VENV)/.dev $(VENV)/.installed  ## how fast the pages are in a real browser; writes benchmarks/pages.md; ARGS=--quick
	@scripts/chromium >/dev/null
	@env -u PYTHONPATH $(BIN)/python -m benchmarks.pages $(ARGS)

bench-site: $(VENV)/.dev $(VENV)/.pyodide $(COMMAND)  ## how fast the game is without a server, in a real browser; writes benchmarks/site.md
	@CHROMIUM=$$(scripts/chromium) && export CHROMIUM && PYTHONPATH=src FARMSTEAD_BUILD=interpreted $(BIN)/python -m benchmarks.site

bench-start: $(VENV)/.dev $(VENV)/.installed  ## how long it takes until one can play; writes benchmarks/start.md; ARGS="--fresh 1"
	@env -u PYTHONPATH $(BIN)/python -m benchmarks.start $(ARGS)

strength: $(VENV)/.dev $(VENV)/.installed  ## how strong the opponents are, for hours; goes on where it was stopped; ARGS=--list
	@env -u PYTHONPATH $(BIN)/python -m scripts.strength $(ARGS)

baselines: $(VENV)/.dev $(VENV)/.installed  ## points and wins of agents for researchers; writes benchmarks/baselines.md; ARGS="--add SPEC --label NAME"
	@env -u PYTHONPATH $(BIN)/python -m scripts.baselines $(ARGS)

load: $(VENV)/.dev $(VENV)/.installed  ## how much the table server stands; writes benchmarks/server.md; ARGS="--quick --postgres --workers 2"
	@env -u PYTHONPATH $(BIN)/python -m scripts.load $(ARGS)

compare: $(VENV)/.dev $(VENV)/.installed  ## bench, load and bench-pages of another commit and this one by turns; BEFORE=../checkout; writes benchmarks/compare.md
	@scripts/chromium >/dev/null
	@env -u PYTHONPATH $(BIN)/python -m scripts.compare $(BEFORE) $(ARGS)

soak: $(VENV)/.dev $(VENV)/.installed  ## kill the table server 200 times under load: is anything lost? writes benchmarks/server.md; ARGS="--postgres --workers 2"
	@env -u PYTHONPATH $(BIN)/python -m scripts.soak $(ARGS)

siege: $(VENV)/.dev $(VENV)/.installed  ## the dearest requests to every route while others play; goes on where it was stopped; writes benchmarks/server.md; ARGS=--quick
	@env -u PYTHONPATH $(BIN)/python -m scripts.siege $(ARGS)

build: $(VENV)/.dev  ## wheel and sdist in dist/
	@rm -rf dist
	@echo "Building dist/ …"
	@$(PINNED) $(BIN)/python -m build --outdir dist . >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@grep WARNING $(VENV)/build.log || true
	@ls dist

image-digest: $(VENV)/.dev  ## write the digest of the base image into deploy/Containerfile; asks its registry
	@PYTHONPATH=src $(BIN)/python -m scripts.image_digest $(ARGS)

constraints:  ## write constraints.txt anew: the newest versions that pyproject.toml allows; read the diff, then test
	@PYTHON="$(PYTHON)" scripts/constraints

golden: $(VENV)/.dev  ## write the golden files anew; read the diff before you commit it
	@PYTHONPATH=src $(BIN)/python -m scripts.golden $(ARGS)

mutants: $(VENV)/.dev  ## break each game in COUNT places, one at a time: do the tests notice?
	@PYTHONPATH=src $(BIN)/python -m scripts.mutants --count $(COUNT) --seed $(SEED) $(ARGS)

clean:  ## remove everything that was made
	rm -rf $(VENV) $(RESEARCH_VENV) dist build site screenshots .mutants .steady .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage .coverage.*
	find src tests scripts -name __pycache__ -prune -exec rm -rf {} +

# Which build is installed in the virtual environment.
BUILD = env -u PYTHONPATH $(BIN)/python -c 'from farmstead import _build; print(_build.build())'

$(VENV)/.made:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c '$(NEW_ENOUGH)' || { \
	  echo "Farmstead needs Python 3.11 or newer$(if $(PYTHON),; $(PYTHON) is not)."; \
	  echo "If you have one that was not found: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: its venv or ensurepip module is missing."; \
	  echo "On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Making $(VENV) with $$("$(PYTHON)" --version) …"
	@"$(PYTHON)" -m venv $(VENV)
	@touch $@

# For playing: as pure Python, which takes seconds; scripts/play.py has it compiled meanwhile, into the user's cache.
$(VENV)/.packages: $(VENV)/.made pyproject.toml constraints.txt
	@$(INSTALL) packages
	@touch $@

$(VENV)/.playable: $(VENV)/.packages $(SOURCES)
	@rm -f $(VENV)/.installed
	@$(INSTALL) later
	@touch $@

# For tests and measuring: compiled. That is as good for playing.
$(VENV)/.installed: $(VENV)/.made $(SOURCES)
	@rm -f $(VENV)/.playable
	@$(INSTALL) compiled
	@if [ "$$($(BUILD))" = compiled ]; then echo "Installed, compiled."; \
	 else echo "Installed as pure Python ($(if $(FARMSTEAD_PURE),as FARMSTEAD_PURE asks,no working C compiler)): all works, only slower."; fi
	@touch $(VENV)/.playable $@

# With the package's own dependencies, so that the sources run without the package being installed.
$(VENV)/.dev: $(VENV)/.made pyproject.toml constraints.txt
	@$(INSTALL) dev
	@test -e $(VENV)/.packages || touch $(VENV)/.packages
	@touch $@

# The package as pure Python with what researchers install, and what runs the tests; these run on the sources.
$(RESEARCH_VENV)/.research: $(VENV)/.made pyproject.toml constraints.txt
	@test -x $(RESEARCH_VENV)/bin/python || $(BIN)/python -m venv $(RESEARCH_VENV)
	@$(PINNED) $(RESEARCH_VENV)/bin/python scripts/install.py research
	@touch $@

# What builds the site.
$(VENV)/.docs: $(VENV)/.made pyproject.toml constraints.txt
	@$(INSTALL) docs
	@test -e $(VENV)/.packages || touch $(VENV)/.packages
	@touch $@

# Two engines that `make bench` is read beside; without them it goes on.
$(VENV)/.yardsticks: $(VENV)/.dev
	@$(INSTALL) yardsticks && touch $@ || \
	  echo "python-chess and open_spiel could not be installed: make bench goes on without them."

# PettingZoo's connect_four draws with pygame. It lies beside the libraries: with it among them the library's tests warn.
$(RESEARCH_VENV)/.yardsticks: $(RESEARCH_VENV)/.research
	@$(PINNED) $(RESEARCH_VENV)/bin/python scripts/install.py drawing && touch $@ || \
	  echo "pygame could not be installed: make bench goes on without connect_four."

# The runtime of the pages that need no server, pinned, with msgspec for it in the version that all of us use.
$(VENV)/.pyodide: $(VENV)/.js Makefile constraints.txt
	@echo "Fetching the runtime of the pages …"
	@$(BIN)/npm install --silent --no-audit --no-fund --prefix $(VENV)/pyodide pyodide@314.0.7
	@rm -f $(VENV)/pyodide/*.whl
	@$(BIN)/python -m pip --quiet download --no-deps --only-binary :all: --dest $(VENV)/pyodide --python-version 3.14 \
	  --platform pyemscripten_2026_0_wasm32 $$(grep '^msgspec==' constraints.txt)
	@touch $@

# Node comes from a wheel, the compiler and what looks for obstacles (axe) from npm; all of it is only for checking.
$(VENV)/.js: $(VENV)/.dev Makefile
	@echo "Installing what checks the scripts and the pages …"
	@$(BIN)/npm install --silent --no-audit --no-fund --prefix $(VENV)/js typescript@5.9.3 axe-core@4.10.3 || { \
	  echo "npm could not fetch TypeScript and axe-core. Is there a network? Try again when there is; npm's own log is in ~/.npm/_logs."; exit 1; }
	@touch $@
