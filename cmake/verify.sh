#!/usr/bin/env bash
# Does every bundled claim hold? Installs what is missing, builds the command and asks it.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/dependencies.sh build
cmake/build.sh release -DHEDDLE_TESTS=OFF
build/release/bin/heddle check proofs/claims/*.hd
