#!/usr/bin/env bash
# The C API reference from the headers' comments, into build/docs: html/ to read, xml/ for the test that looks for what
# has no comment. A warning is an error. Usage: docs.sh [FOLDER]
#
# The headers are those that are installed, except for what is internal to the device layer.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/docs}

if ! command -v doxygen >/dev/null 2>&1; then
  echo "doxygen is not here; cmake/dependencies.sh test installs it" >&2
  exit 1
fi
mkdir -p "$folder"
headers=$(grep -LE 'not installed|installed as a source' algebra/*.h tmem/*.h)
manual='kernels/device.h kernels/copies.h kernels/instructions.h kernels/launch.h kernels/host.h kernels/bfloat16.h'
version=$(sed -n 's/^project(heddle VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
{
  cat docs/Doxyfile
  echo "PROJECT_NUMBER = $version"
  echo "OUTPUT_DIRECTORY = \"$folder\""
  # shellcheck disable=SC2086
  echo "INPUT = docs/reference.dox" $headers $manual
} | doxygen -
echo "the C API reference: $folder/html/index.html"
