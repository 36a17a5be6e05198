# Thin: each target is one script or one CMake call.
#
#   make verify    install what is missing, build, check every bundled claim
#   make test      everything that must hold before a change is taken; what CI runs
#   make prove     every theorem at every case up to its quick bound, and that each can fail
#   make deep      the same questions asked for longer, and what other tools say of the code
#   make coverage  how much of the library the suites run: at least 98 % of the lines, 90 % of the branches
#   make mutation  whether the suites notice small faults in the library (docs/mutation.md)
#   make bench     measurements
#   make docs      the C API reference, into build/docs/html
#   make install   into PREFIX (default /usr/local); DESTDIR is honoured
#   make amalgamation   the library as two files, build/amalgamation/heddle.c and heddle.h
#   make clean     remove build/

PREFIX ?= /usr/local

.PHONY: verify test deep coverage mutation prove bench docs install amalgamation clean

verify:
	@cmake/verify.sh

test:
	@cmake/gate.sh

deep:
	@cmake/gate.sh deep

coverage:
	@cmake/coverage.sh

mutation:
	@tests/mutation/run.sh

prove:
	@cmake/prove.sh

bench:
	@cmake/dependencies.sh build
	@cmake/build.sh release -DHEDDLE_TESTS=OFF
	@BUILD_DIR=build/release bench/run.sh

docs:
	@cmake/dependencies.sh docs
	@cmake/docs.sh

install:
	@cmake/dependencies.sh build
	@cmake/build.sh release -DHEDDLE_TESTS=OFF
	@cmake --install build/release --prefix "$(PREFIX)"

amalgamation:
	@cmake/amalgamate.sh build/amalgamation

clean:
	@rm -rf build
