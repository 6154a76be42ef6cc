# Everything a person or the CI runs. Each target sets up what it needs; nothing is installed outside this folder.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# E2E_SETUP=--install-packages lets make e2e install the Debian packages that it lacks; the CI does.
E2E_SETUP ?=

.PHONY: help demo test package e2e pictures bench replicate lint lint-python lint-typescript test-python test-typescript format clean

help:
	@echo "make demo    run the main job offline on the bundled example"
	@echo "make test    every check and test, but for the real editor"
	@echo "make e2e     the tests in the real VS Code"
	@echo "make package build the .vsix into dist/"
	@echo "make pictures take over the pictures that make e2e took into docs/images"
	@echo "make bench   print the benchmarks"
	@echo "make replicate  print Tables 4 and 6 of the paper: published, its code, ours"
	@echo "make format  let ruff and prettier lay out the code"

# --- set-up: a stamp a step, so that what is there is not made again
$(VENV)/.runtime: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	$(PIP) -e '.[dev]'
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

# --- the main job
demo: $(VENV)/.runtime
	$(BIN)/spade demo

# --- checks
# The linters need one core each, the tests in Python take all that there are.
test: $(VENV)/.dev node_modules/.package-lock.json
	$(MAKE) --no-print-directory --jobs=2 lint-python lint-typescript test-typescript
	$(MAKE) --no-print-directory test-python

lint: lint-python lint-typescript

lint-python: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=.:server $(BIN)/lint-imports

lint-typescript: node_modules/.package-lock.json
	npm run --silent check

test-python: $(VENV)/.dev
	$(BIN)/pytest -n logical --dist worksteal

test-typescript: node_modules/.package-lock.json
	npm run --silent build
	npm run --silent test

# --- the real editor
# The .vsix carries the server as a wheel and the versions that it was tested with; the extension installs them.
CARRIED := extension/dist/server

package: node_modules/.package-lock.json $(VENV)/.runtime
	rm -rf $(CARRIED) && mkdir -p $(CARRIED)
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $(CARRIED) .
	cp constraints.txt $(CARRIED)/
	npm run --silent package

e2e: package
	tests/e2e/setup.sh $(E2E_SETUP)
	npm run --silent e2e

# The pictures of the documentation, as the last make e2e took them; look at each before you commit it.
pictures:
	cp screenshots/pictures/*.png docs/images/

format: $(VENV)/.dev node_modules/.package-lock.json
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	npm run --silent format

bench: $(VENV)/.dev
	$(BIN)/python -m tests.benchmarks

replicate: $(VENV)/.dev
	@$(BIN)/python -m tests.benchmarks.bench_replication

clean:
	rm -rf $(VENV) node_modules .cache extension/dist dist .mypy_cache .ruff_cache .pytest_cache
