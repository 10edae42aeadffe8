# `make demo` and `make test` serve a machine that has Debian 12, a Rust toolchain and root (or
# sudo): what else is needed they install, if it is missing. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

CARGO ?= cargo
# Where rustup puts cargo, should the shell that calls make not know it.
export PATH := $(PATH):$(HOME)/.cargo/bin
# A program's output is for whoever called make: cargo's own goes to standard error.
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release/voltsight

# With AVX2 and what came with it the solver takes 5 to 10 % less time: used where this machine has it.
# RUSTFLAGS, if set, wins. `cargo build` as such builds for every x86-64.
ifneq ($(shell /lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | grep 'x86-64-v3 .supported'),)
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS ?= -C target-cpu=x86-64-v3
endif

# A C linker: all that the program needs without the feature `live`.
LINKER := gcc libc6-dev
# What capturing windows (xcap) needs when it is built.
BUILD := $(LINKER) pkg-config libclang-dev libxcb1-dev libegl-dev libwayland-dev \
         libpipewire-0.3-dev libgbm-dev
# What opens the window of `voltsight app`, drawn without a graphics card if need be.
GRAPHICS := libgl1 libegl1 libgl1-mesa-dri libx11-6 libxcursor1 libxi6 libxkbcommon-x11-0
# What the tests of real windows run: an X server without a screen, a window manager, a stand-in for
# the user's hand, and real emulators.
DESKTOP := xvfb openbox x11-utils x11-xkb-utils xcompmgr desmume retroarch libretro-desmume mgba-sdl \
           sway xwayland foot gnome-mines kmines sgt-puzzles xdemineur dbus-daemon pipewire wireplumber
# What makes and reads the videos that stand in for a camera.
VIDEO := ffmpeg
# What the looks that chance draws are written in.
FONTS := fonts-dejavu fonts-liberation fonts-roboto-unhinted
# What compiles the test ROMs.
ROM := gcc-arm-none-eabi binutils-arm-none-eabi

.PHONY: help demo web test-web lighthouse windows test-windows check-windows mac check compile test soak soak-mines soak-retroarch record pictures build install uninstall package core needs-build needs-test rom bench format lint doc clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

# The demo needs no window. Until the program is built it is played by one that is built in less time: without
# what captures windows, and optimised less.
demo: ## Play the built-in game (ARGS="--rounds 3 --seed 7" for others)
ifneq ($(wildcard $(RELEASE)),)
	@$(MAKE) --no-print-directory $$($(RELEASE) doctor --help >/dev/null 2>&1 && echo build || echo core)
	@$(RELEASE) demo $(ARGS)
else
	@tools/need $(LINKER)
	@$(CARGO) build --locked --profile demo --no-default-features --bin voltsight
	@$(subst /release/,/demo/,$(RELEASE)) demo $(ARGS)
endif

# For each change: what is quick, of the library alone.
check: needs-build ## Check the formatting, that all compiles, and run the library's own tests
	$(CARGO) fmt --all --check
	$(CARGO) check --locked --release --all-targets
	$(CARGO) test --locked --release --lib

compile: needs-test ## Compile what make test runs
	$(CARGO) test --locked --release --no-run

# What plays in real windows mostly waits.
test: export RUST_TEST_THREADS ?= $(shell echo $$((4 * $$(nproc))))
test: needs-test ## Run all tests but long play, those of real windows included
	$(CARGO) test --locked --release --no-fail-fast

# Long play is left out of `make test`: it is ignored there, and has `soak` in its name.
SOAK := $(CARGO) test --locked --release --no-fail-fast
soak: export ROUNDS ?= 300
soak: export WALKS ?= 10
soak: export MINES_GAMES ?= 50
soak: export SIGNALS ?= 100
soak: export FUZZ ?= 300
soak: needs-test ## Play for hours, also in RetroArch, sway and Wine (ROUNDS=300 WALKS=10 MINES_GAMES=50 SIGNALS=100 FUZZ=300)
	$(CARGO) check --locked --release --no-default-features --features window
	rustup target add aarch64-apple-darwin
	$(CARGO) check --locked --release --target aarch64-apple-darwin
	$(SOAK) -- --ignored --nocapture soak
	$(MAKE) --no-print-directory test-windows ROUNDS=20

soak-mines: export MINES_GAMES ?= 50
soak-mines: needs-test ## Play MINES_GAMES=50 Expert games in GNOME Mines, KMines and sgt-mines, and compare with their truth
	$(SOAK) --test desktop -- --ignored --nocapture --test-threads=1 soak_expert_games

soak-retroarch: export RETROARCH_ROUNDS = $(or $(ROUNDS),20)
soak-retroarch: needs-test ## Play ROUNDS=20 in RetroArch, and compare with the game's truth
	$(SOAK) --test desktop -- --ignored --nocapture soak::rounds_in_retroarch

record: needs-test ## Take the pictures of real emulator windows under fixtures/ anew
	$(CARGO) test --locked --release --test desktop play::record -- --ignored --nocapture
	$(CARGO) test --locked --release --test desktop ice::record -- --ignored --nocapture

pictures: build ## Draw the pictures of README and docs/ anew
	@tools/need xvfb xdotool ffmpeg $(GRAPHICS)
	@$(CARGO) build --locked --release --example moving_picture
	@tools/pictures

build: needs-build ## Build the program as it is to be used: target/release/voltsight
	@$(CARGO) build --locked --release

PREFIX ?= /usr/local
DESTDIR ?=
# What belongs to the program, below DESTDIR and PREFIX.
INSTALLED := bin/voltsight share/bash-completion/completions/voltsight \
             share/zsh/site-functions/_voltsight share/fish/vendor_completions.d/voltsight.fish \
             share/doc/voltsight
to = $(DESTDIR)$(PREFIX)

install: build ## Install the program, its completions and manual pages: PREFIX=/usr/local DESTDIR=
	install -D -m 755 $(RELEASE) $(to)/bin/voltsight
	install -d $(to)/share/bash-completion/completions $(to)/share/zsh/site-functions \
		$(to)/share/fish/vendor_completions.d $(to)/share/man/man1 $(to)/share/doc/voltsight/docs
	$(RELEASE) --generate completions-bash >$(to)/share/bash-completion/completions/voltsight
	$(RELEASE) --generate completions-zsh >$(to)/share/zsh/site-functions/_voltsight
	$(RELEASE) --generate completions-fish >$(to)/share/fish/vendor_completions.d/voltsight.fish
	$(RELEASE) --generate man >$(to)/share/man/man1/voltsight.1
	install -m 644 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE $(to)/share/doc/voltsight
	cp -R docs/. $(to)/share/doc/voltsight/docs

uninstall: ## Remove what `make install` installed
	rm -rf $(addprefix $(to)/,$(INSTALLED))
	rm -f $(to)/share/man/man1/voltsight*.1

# For every x86-64, not only for one with what this machine has.
package: needs-build windows web ## Make a Debian package, a tarball, an archive for Windows, and the page: target/package/
	@tools/need dpkg-dev fakeroot zip
	@CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS= tools/package
	@tools/package-windows
	@tools/package-web

web: ## Build the page that runs in a browser: web/dist, for any file server
	@tools/need $(LINKER)
	@tools/web

# What the page's tests take from others: fetched if other versions are asked for than are there.
NODE_MODULES := { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --prefer-offline --silent --no-audit --no-fund; }

# Node comes with npm in some systems, and in Debian without.
test-web: build web ## Test the page in a real browser, beside the native program (ROUNDS=1 ACTIONS=80 POSITIONS=10 PICTURES=80 SEED=1 ALL=1)
	@$(CARGO) test --locked --release --quiet --package voltsight-web-bindgen
	@tools/need chromium fonts-liberation xvfb openbox desmume $(VIDEO)
	@command -v npm >/dev/null || tools/need nodejs npm
	@cd web/tests && $(NODE_MODULES) && npm test

lighthouse: web ## Measure the page by Lighthouse on its phone preset: accessibility, best practices, performance
	@tools/need chromium
	@command -v npm >/dev/null || tools/need nodejs npm
	@cd web/tests && $(NODE_MODULES) && node lighthouse.js

windows: ## Build voltsight.exe for Windows: target/x86_64-pc-windows-gnu/release
	@tools/need $(LINKER) gcc-mingw-w64-x86-64
	@tools/windows

test-windows: windows ## Run it by Wine: compare it with the native program, and play in a window (ROUNDS=20)
	@tools/need $(BUILD) wine wine64 xvfb
	@built=$(or $(CARGO_TARGET_DIR),$(CURDIR)/target)/x86_64-pc-windows-gnu/release; \
	VOLTSIGHT_EXE=$$built/voltsight.exe VOLTSIGHT_STAND_IN=$$built/voltsight-stand-in.exe VOLTSIGHT_REQUIRE=all \
		$(CARGO) test --locked --release --test wine -- --nocapture

# All that differs from system to system is in one crate; `make soak` checks and builds the whole program for both.
OTHERS := --locked --release --package voltsight-desktop --features voltsight-desktop/live

# With the measurements, which nothing else lints where each crate of ours is linted as it is built (tools/lint-too).
check-windows: ## Check that what is the desktop's compiles for Windows, and lint it there
	@tools/need $(LINKER) gcc-mingw-w64-x86-64
	@rustup target add x86_64-pc-windows-gnu
	@$(CARGO) clippy $(OTHERS) --package voltsight-stand-in --package voltsight-benches \
		--lib --bins --bench '*' --target x86_64-pc-windows-gnu -- -D warnings

mac: ## Check that what is the desktop's compiles for macOS, and lint it there
	@rustup target add aarch64-apple-darwin
	@$(CARGO) clippy $(OTHERS) --target aarch64-apple-darwin -- -D warnings

core: ## Build without what captures windows and acts on them: needs a C linker only
	@tools/need $(LINKER)
	@$(CARGO) build --locked --release --no-default-features

rom: ## Compile the test ROMs
	@tools/need make $(ROM)
	@for folder in fixtures/rom/*/; do \
		if [ -f "$$folder/Makefile" ]; then $(MAKE) -C "$$folder"; fi; \
	done

bench: needs-build ## Measure
	$(CARGO) bench --locked --package voltsight-benches

format: ## Check the formatting, and the subjects of commits
	@tools/subjects
	$(CARGO) fmt --all --check

# With all features, of all packages.
lint: needs-build format ## Check the formatting, and for the usual mistakes
	$(CARGO) clippy --locked --release --workspace --all-targets -- -D warnings

doc: needs-build ## Build the library's documentation: target/doc/voltsight/index.html
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --release --workspace --no-deps

clean: ## Remove what was built
	$(CARGO) clean

needs-build:
	@tools/need $(BUILD) $(GRAPHICS)

needs-test:
	@tools/need make $(BUILD) $(GRAPHICS) $(DESKTOP) $(VIDEO) $(ROM) $(FONTS)
