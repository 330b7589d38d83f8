# Two commands do everything: `make run` and `make test`. Both set up what is missing.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
export CARGO_TERM_COLOR ?= auto

BIN := target/debug/tala

.PHONY: help run check test prove package setup setup-run web bin everything generated rust-checks rust-tests web-checks end-to-end clean

help: ## Show this list.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: setup-run web bin ## Build, fill a demo school, serve it and print addresses and sign-ins.
	@$(BIN) demo

check: setup web/node_modules/.installed e2e/node_modules/.installed ## What changes often break, in two minutes: format, lints, types, fast tests.
	@cargo fmt --all --check
	@cargo clippy --locked --workspace --all-targets -- -D warnings
	@cargo nextest run --locked --workspace --lib --bins --test architecture --status-level fail --final-status-level fail
	@cd e2e && npm run --silent lint
	@cd web && npm run --silent typecheck && npm run --silent lint && npm run --silent test:fast

test: setup rust-checks web-checks everything generated rust-tests end-to-end ## Everything that CI checks.
	@echo "make test: all checks passed"

prove: setup web bin e2e/node_modules/.installed ## The long versions: simulation, kills, outages, fuzzing, the package, bench. An hour; PROVE_MINUTES.
	@scripts/prove

package: setup-run web ## Build the Debian package: dist/tala_….deb.
	@scripts/package

setup: ## Look for what is needed; install it where that is possible.
	@scripts/setup

setup-run:
	@scripts/setup --run-only

web: web/node_modules/.installed ## Build the client.
	@cd web && npm run --silent build

web/node_modules/.installed: web/package-lock.json
	@cd web && npm ci --no-audit --no-fund && touch node_modules/.installed

e2e/node_modules/.installed: e2e/package-lock.json
	@cd e2e && npm ci --no-audit --no-fund && touch node_modules/.installed

bin: ## Build the server (debug).
	@cargo build --locked -p tala

# The server with the features that the tests ask of its dependencies: built once for both, not twice.
everything:
	@cargo build --locked --workspace --all-targets

rust-checks: ## Format, lints, documentation, dependency walls, licences.
	@cargo fmt --all --check
	@cargo clippy --locked --workspace --all-targets -- -D warnings
	@cargo check --locked --quiet -p tala # as people build it, without what tests lend to its dependencies
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
	@scripts/walls

generated: web/node_modules/.installed ## Generated files must be what the code generates.
	@scripts/generated --check

rust-tests: everything ## All Rust tests, with a PostgreSQL that the run starts itself.
	@# Three for two processors: a test waits for its database half of the time. At most twelve: each may open 24 of the server's 300 connections.
	@threads=$$(($$(getconf _NPROCESSORS_ONLN) * 3 / 2)); RUST_BACKTRACE=0 scripts/with-postgres cargo nextest run --locked \
	  --workspace --no-fail-fast --test-threads $${TALA_TEST_THREADS:-$$((threads < 12 ? threads : 12))}

web-checks: web e2e/node_modules/.installed ## Types, lints, unit tests, dead code and size budgets of the client.
	@cd e2e && npm run --silent lint
	@cd web && npm run --silent check:built

end-to-end: web everything e2e/node_modules/.installed ## Browser and interoperability tests against the real binary.
	@cd e2e && ../scripts/with-postgres npm test

clean: ## Remove everything that was built.
	@cargo clean
	@rm -rf dist web/dist web/node_modules e2e/node_modules
