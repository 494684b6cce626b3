# make demo    audit sample_logs/ into reports/demo/: a PDF and an HTML page for each casino, audit.json
# make test    every gate, in order
# make bench   speed and memory beside bare DuckDB (BENCH="--hands 1000000 --partitions 730": less, "--copies 10": 100,000,000 hands too), pandas, pandera, endplay, PokerKit, eval7
# make mutants change each rule and fact a little and count what the cases notice (MUTANTS="--norm BAC --sample 200": less)
# make quality precision and recall of every rule on simulated nights (QUALITY="--hands 10000 --game bridge": less)
# make figures write the README's table of proof from benchmarks/figures/
# make samples write reports/sample/ again from sample_logs/ (needs pdftoppm)
# make lock    write requirements.lock again from pyproject.toml
# make format  mend what the linter and the formatter can
# make clean   remove what the targets made
#
# Needs python3 >= 3.11 with venv, and make. Nothing is installed outside .venv but Pango, where it may be.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := reports/demo

.DEFAULT_GOAL := help
.PHONY: help setup pango demo test code rulebook bench mutants quality figures samples lock format clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

setup: $(VENV)/.installed

$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Hace falta Python 3.11 o posterior · Python 3.11 or later is needed"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

pango: setup
	@sh .ci/pango $(BIN)/python

demo: setup pango
	rm -rf $(DEMO)
	@sh .ci/demo $(BIN)/auditor $(DEMO)

test: setup pango
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target code rulebook
	$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --max-worker-restart=0

code:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

rulebook:
	$(BIN)/auditor rules check
	$(BIN)/auditor rules test
	$(BIN)/auditor rules coverage --strict

bench: setup
	$(BIN)/python -m benchmarks.run $(BENCH)
	$(BIN)/python -m benchmarks.others $(OTHERS)
	$(BIN)/python -m benchmarks.poker $(POKER)

mutants: setup
	$(BIN)/python -m benchmarks.mutants $(MUTANTS)

quality: setup
	$(BIN)/python -m benchmarks.quality $(QUALITY)

figures: setup
	$(BIN)/python -m benchmarks.readme

samples: setup pango
	@sh .ci/samples $(BIN)

lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet 'uv>=0.9'
	.venv-lock/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --no-config --quiet \
		--output-file requirements.lock

format: setup
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) .venv-lock $(DEMO) benchmarks/data build dist
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
