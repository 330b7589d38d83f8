# `make run` starts a demo, `make test` runs all checks. Both install missing tools first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
export CARGO_TERM_COLOR ?= auto

BIN := target/debug/tala
# Runs a command quietly, with one line for its duration: $(STEP) "Building the client" npm run build
STEP := scripts/step

# What the client is built from.
WEB_FILES := $(shell find web/src web/public web/scripts -type f 2>/dev/null) $(wildcard web/*.html web/*.ts web/*.json)

.PHONY: FORCE help run check test soak package setup setup-run web bin everything generated rust-checks rust-tests web-checks end-to-end clean

help: ## List all targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: setup-run web bin ## Build and serve the demo; print its addresses and accounts.
	@exec $(BIN) demo

check: setup web/node_modules/.installed e2e/node_modules/.installed ## Run the quick checks (two minutes): format, lints, types, fast tests.
	@cargo fmt --all --check
	@cargo clippy --locked --workspace --all-targets -- -D warnings
	@cargo nextest run --locked --workspace --lib --bins --test architecture --status-level fail --final-status-level fail
	@cd e2e && npm run --silent lint
	@cd web && npm run --silent typecheck && npm run --silent lint && npm run --silent test:fast

test: setup web e2e/node_modules/.installed ## Run all checks, as CI does.
	@# The Rust tests wait for their databases a third of the time, which the client's checks use.
	@trap 'kill $$(jobs -p) 2>/dev/null || true' EXIT; $(MAKE) web-checks & client=$$!; \
	  $(MAKE) rust-checks rust-tests; \
	  wait $$client || { echo "error: the checks of the client failed; see make web-checks" >&2; exit 1; }
	@$(MAKE) generated end-to-end
	@echo "make test: all checks passed"

soak: setup web bin e2e/node_modules/.installed ## Run the long tests (one hour, SOAK_MINUTES): simulation, kills, outages, fuzzing, package, benchmarks.
	@scripts/soak

package: setup-run web ## Build the Debian package dist/tala_….deb.
	@scripts/package

setup: ## Check for required tools; install missing ones as root.
	@scripts/setup

setup-run:
	@scripts/setup --run-only

web: web/node_modules/.built ## Build the client, unless it is up to date.
	@:

web/node_modules/.built: web/node_modules/.installed $(WEB_FILES) $(if $(wildcard web/dist/index.html),,FORCE)
	@cd web && ../$(STEP) "Building the client" npm run --silent build
	@touch $@

web/node_modules/.installed: web/package-lock.json
	@cd web && ../$(STEP) "Installing the client's packages" npm ci --no-audit --no-fund --loglevel error
	@touch $@

e2e/node_modules/.installed: e2e/package-lock.json
	@cd e2e && ../$(STEP) "Installing the tests' packages" npm ci --no-audit --no-fund --loglevel error
	@touch $@

FORCE:

bin: ## Build the server (debug profile).
	@$(STEP) "Building the server" cargo build --locked -p tala

# Builds with the features that the tests enable in shared dependencies, so that the server is not built twice.
everything:
	@$(STEP) "Building everything" cargo build --locked --workspace --all-targets

rust-checks: ## Check Rust format, lints, documentation, dependency boundaries and licences.
	@cargo fmt --all --check
	@cargo clippy --locked --workspace --all-targets -- -D warnings
	@cargo check --locked --quiet -p tala # without the features that tests enable in shared dependencies
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
	@scripts/check-dependencies

generated: web/node_modules/.installed ## Check that generated files are up to date.
	@scripts/generated --check

rust-tests: everything ## Run all Rust tests, with a temporary PostgreSQL server.
	@# Two threads for each processor, because tests often wait for their database; at most twelve, because each may open 24 of 300 connections.
	@threads=$$(($$(getconf _NPROCESSORS_ONLN) * 2)); RUST_BACKTRACE=0 scripts/with-postgres cargo nextest run --locked \
	  --workspace --no-fail-fast --test-threads $${TALA_TEST_THREADS:-$$((threads < 12 ? threads : 12))}

web-checks: web e2e/node_modules/.installed ## Check types, lints, unit tests, dead code and size budgets of the client.
	@cd e2e && npm run --silent lint
	@cd web && npm run --silent check:built

end-to-end: web everything e2e/node_modules/.installed ## Run browser and interoperability tests against the binary.
	@cd e2e && ../scripts/with-postgres npm test

clean: ## Remove all build results.
	@cargo clean
	@rm -rf dist web/dist web/node_modules e2e/node_modules
