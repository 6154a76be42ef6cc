# Everything a person or the CI runs. Each target sets up what it needs; nothing is installed outside this folder.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Each test that starts a process would compile what it imports anew.
unexport PYTHONDONTWRITEBYTECODE

# E2E_SETUP=--install-packages lets make e2e install the Debian packages that it lacks; the CI does.
E2E_SETUP ?=

.PHONY: help demo test check package test-ray test-buckets test-servers test-tools ci-tools e2e-tools e2e pictures docs site bench replicate lint lint-python lint-typescript test-python test-typescript format clean

help:
	@echo "make demo    run the main job offline on the bundled example"
	@echo "make test    every check and test, but for the real editor"
	@echo "make test-ray the tests on a Ray cluster, which it installs"
	@echo "make test-servers the tests on real servers of models, which it installs"
	@echo "make test-tools the tests against other tools themselves, which it installs"
	@echo "make check   the linters, the types, and the tests of what you changed"
	@echo "make site    the documentation as a site, into dist/site/"
	@echo "make e2e     the tests in the real VS Code"
	@echo "make package build the .vsix into dist/"
	@echo "make pictures take over the pictures that make e2e took into docs/images"
	@echo "make docs    write docs/checks.md anew out of the docstrings of the checks"
	@echo "make bench   print the benchmarks"
	@echo "make replicate  print Tables 4 and 6 of the paper: published, its code, ours"
	@echo "make format  let ruff and prettier lay out the code"

# --- set-up: a stamp a step, so that what is there is not made again
# Installing builds the sandbox's guest as well, from these; see hatch_build.py.
GUEST := guest_linking.py $(shell find spade_core/checks spade_core/sandbox/guest -type f ! -name '*.pyc')

BUILT_FROM := pyproject.toml constraints.txt hatch_build.py $(GUEST)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(BUILT_FROM) | $(VENV)/bin/python
	$(PIP) -e .
	@touch $@

# What the tests need holds what the command needs: one installation, for each builds in an environment of its own.
$(VENV)/.dev: $(BUILT_FROM) | $(VENV)/bin/python
	$(PIP) -e '.[dev]'
	@touch $(VENV)/.runtime $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

# --- the main job
demo: $(VENV)/.runtime
	$(BIN)/spade demo

# --- checks
# pip and npm wait for the network, the linters need one core each, the tests in Python take all that there are.
test:
	$(MAKE) --no-print-directory --jobs=2 lint-python lint-typescript test-typescript
	$(MAKE) --no-print-directory test-python

# What was changed since the last commit, or ROOM=constraints: linters, types, and the tests of those rooms.
CHANGED = $(shell git status --porcelain | sed -nE 's!^.. (spade_core|tests)/([a-z_]+)/.*!\2!p; s!^.. server/.*!server!p' | sort -u)
ROOM ?= $(CHANGED)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(if $(wildcard $(ROOM:%=tests/%)),$(BIN)/pytest -q -n logical $(wildcard $(ROOM:%=tests/%)))

# A worker waits a quarter of its time; WORKERS=3 has two cores less idle.
WORKERS ?= logical

lint: lint-python lint-typescript

lint-python: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=.:server $(BIN)/lint-imports

lint-typescript: node_modules/.package-lock.json
	npm run --silent check

# With those of the tools below that are installed.
TOOLS := .cache/tools
empty :=
INSTALLED = $(patsubst %/.stamp,$(CURDIR)/%/bin,$(shell ls $(TOOLS)/*/.stamp 2>/dev/null))
WITH_TOOLS = SPADE_TOOLS=$(subst $(empty) $(empty),:,$(INSTALLED:%/promptfoo/bin=%/promptfoo/node_modules/.bin))

# What fails is run once more, by itself, and named by both runs: some tests have limits in seconds.
test-python: $(VENV)/.dev
	@$(WITH_TOOLS) $(BIN)/pytest -n $(WORKERS) --dist worksteal || { echo "once more, what failed:"; \
		$(WITH_TOOLS) $(BIN)/pytest --last-failed --last-failed-no-failures none; }

test-ray: $(VENV)/.dev $(TOOLS)/ray/.stamp
	$(WITH_TOOLS) $(BIN)/pytest -rs tests/bulk/test_ray.py

# A server that speaks S3, and what fsspec speaks with it.
$(TOOLS)/buckets/.stamp: | $(VENV)/.dev
	$(PYTHON) -m venv $(@D)
	$(BIN)/uv pip install --quiet --python $(@D)/bin/python 'moto[server]==5.2.5' 's3fs==2026.9.0'
	@touch $@

test-buckets: $(VENV)/.dev $(TOOLS)/buckets/.stamp
	$(WITH_TOOLS) $(BIN)/pytest -rs tests/bulk/test_buckets.py

# Real servers of models, each in an environment of its own: LiteLLM's proxy has 750 MB, and llama.cpp is compiled.
SERVERS := .cache/servers

$(SERVERS)/litellm/.stamp:
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check 'litellm[proxy]==1.108.7'
	@touch $@

$(SERVERS)/llama/.stamp:
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check 'llama-cpp-python[server]==0.3.36' 'gguf==0.19.0'
	@touch $@

test-servers: $(VENV)/.dev $(SERVERS)/litellm/.stamp $(SERVERS)/llama/.stamp
	SPADE_LITELLM=$(CURDIR)/$(SERVERS)/litellm/bin/litellm SPADE_LLAMA=$(CURDIR)/$(SERVERS)/llama/bin/python \
		$(BIN)/pytest tests/models/test_litellm_proxy.py tests/models/test_llama_cpp.py

# Other tools, each in an environment of its own; together they have 3 GB.
inspect-ai := 0.3.285
deepeval := 4.3.1
guardrails-ai := 0.11.0
langsmith := 0.15.1
langfuse := 5.0.4
ragas := 0.4.3
ray := 2.60.0
PYTHON_TOOLS := inspect-ai deepeval guardrails-ai langsmith langfuse ragas

LOCKS := tests/tools

$(patsubst %,$(TOOLS)/%/.stamp,$(PYTHON_TOOLS) ray): $(TOOLS)/%/.stamp: | $(VENV)/.dev
	$(PYTHON) -m venv $(@D)
	$(BIN)/uv pip install --quiet --python $(@D)/bin/python \
		$(patsubst %,--constraint %,$(wildcard $(LOCKS)/$*.txt)) '$*==$($*)'
	@touch $@

$(TOOLS)/promptfoo/.stamp: $(wildcard $(LOCKS)/promptfoo/*)
	mkdir -p $(@D) && cp $^ $(@D)
	npm ci --prefix $(@D) --engine-strict --ignore-scripts --no-fund --no-audit --loglevel=error
	@touch $@

test-tools: $(VENV)/.dev $(TOOLS)/promptfoo/.stamp $(PYTHON_TOOLS:%=$(TOOLS)/%/.stamp)
	$(WITH_TOOLS) $(BIN)/pytest -rs tests/export/test_tools.py tests/context/test_ragas.py

# What the CI has of them, by lock files. Each is tried twice; where a registry does not answer, the CI goes on without.
ci-tools: $(VENV)/.dev
	@for tool in promptfoo inspect-ai ray; do \
		try="timeout 150 $(MAKE) --no-print-directory $(TOOLS)/$$tool/.stamp"; \
		$$try || $$try || echo "$$tool could not be installed: its tests are skipped" >&2; \
	done

test-typescript: node_modules/.package-lock.json
	npm run --silent build
	npm run --silent test

# --- the real editor
# The .vsix carries the server as a wheel and what that needs, in the versions that it was tested with, each with the
# hashes of its files for every platform; the extension installs nothing else.
# The example is a bundle of its commits and its responses, so that git alone writes it.
CARRIED := extension/dist/server
EXAMPLE := extension/dist/example

package: node_modules/.package-lock.json $(VENV)/.runtime
	$(PIP) uv
	rm -rf $(CARRIED) && mkdir -p $(CARRIED)
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $(CARRIED) .
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --only-binary :all: --no-annotate \
		--no-header --generate-hashes --constraint constraints.txt --output-file $(CARRIED)/requirements.txt
	rm -rf $(EXAMPLE) && mkdir -p $(EXAMPLE)
	$(BIN)/python -c 'from pathlib import Path; from spade_core.demo import replay_demo; \
		replay_demo(Path("$(EXAMPLE)/written"), unlabelled=6)'
	git -C $(EXAMPLE)/written bundle create --quiet ../movie_note.bundle main
	mv $(EXAMPLE)/written/movie_note.examples.jsonl $(EXAMPLE)/ && rm -rf $(EXAMPLE)/written
	npm run --silent package

e2e-tools:
	tests/e2e/setup.sh $(E2E_SETUP)

e2e: e2e-tools package
	tests/e2e/install.sh
	npm run --silent e2e

# The pictures of the documentation, as the last make e2e took them, and the tour made of them; look at each before you
# commit it.
pictures:
	cp screenshots/pictures/*.png docs/images/
	tests/e2e/tour.sh

format: $(VENV)/.dev node_modules/.package-lock.json
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	npm run --silent format

# What is written from the code: the page of checks, the names of prompt files in the editor, and the JSON schemas.
docs: $(VENV)/.dev
	$(BIN)/python -m tests.checks.page > docs/checks.md
	$(BIN)/python -m tests.prompt_names
	$(BIN)/python -m tests.schemas.making

# The site, into dist/site; a link that leads nowhere stops it.
site: $(VENV)/.dev
	$(BIN)/mkdocs build --strict --quiet
	@echo "the site is in dist/site/index.html"

bench: $(VENV)/.dev
	$(BIN)/python -m tests.benchmarks

replicate: $(VENV)/.dev
	@$(BIN)/python -m tests.benchmarks.bench_replication

clean:
	rm -f spade_core/sandbox/guest.wasm.gz spade_core/sandbox/guest.json
	rm -rf $(VENV) node_modules .cache extension/dist dist .mypy_cache .ruff_cache .pytest_cache
