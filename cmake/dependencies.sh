#!/bin/sh
# What must be on this machine? Installs what is missing, and says so.
#
#   cmake/dependencies.sh build   what `make verify` needs: CMake, a C compiler, a build tool, GMP, bash
#   cmake/dependencies.sh test    also what `make test` needs: a C++ compiler, Check, pkg-config, Doxygen
#   cmake/dependencies.sh docs    what `make docs` needs: bash, Doxygen
#
# Nothing is installed when nothing is missing. Where installing is not possible (no known package manager, neither root
# nor sudo without a password) it prints the command to run by hand and ends non-zero.
# Written for plain sh: bash is among the things that may be missing.
set -eu

purpose=${1:-build}
least_cmake=3.22
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

have() { command -v "$1" >/dev/null 2>&1; }

compiler() {
  for name in ${CC:+"$CC"} cc gcc clang; do
    if have "$name"; then
      echo "$name"
      return
    fi
  done
}

# Whether a program that includes $1 and links with $2 can be built: the only question that matters of a library.
links() {
  cc=$(compiler)
  [ -n "$cc" ] || return 1
  printf '#include <stddef.h>\n#include <stdio.h>\n#include <stdarg.h>\n#include <%s>\nint main(void) { return 0; }\n' "$1" >"$scratch/probe.c"
  # shellcheck disable=SC2046
  "$cc" $(flags "$3") "$scratch/probe.c" "$2" -o "$scratch/probe" >/dev/null 2>&1
}
flags() {
  if have pkg-config && pkg-config --exists "$1" 2>/dev/null; then pkg-config --cflags --libs-only-L "$1"; fi
}

is_new_enough() {
  have cmake || return 1
  version=$(cmake --version | sed -n 's/^cmake version \([0-9]*\.[0-9]*\).*/\1/p')
  [ "${version%%.*}" -gt "${least_cmake%%.*}" ] ||
    { [ "${version%%.*}" -eq "${least_cmake%%.*}" ] && [ "${version#*.}" -ge "${least_cmake#*.}" ]; }
}

# What is missing, in words that name no package manager.
list_missing() {
  have bash || echo bash
  [ "$purpose" = build ] || have doxygen || echo doxygen
  [ "$purpose" != docs ] || return 0
  is_new_enough || echo cmake
  [ -n "$(compiler)" ] || echo cc
  have make || have ninja || echo make
  links gmp.h -lgmp gmp || echo gmp
  [ "$purpose" = test ] || return 0
  have c++ || have g++ || have clang++ || echo c++
  have pkg-config || echo pkg-config
  links check.h -lcheck check || echo check
}

manager() {
  for name in apt-get dnf apk pacman brew; do
    if have "$name"; then
      echo "$name"
      return
    fi
  done
}

# The package that provides $2 under the package manager $1.
package() {
  case $1:$2 in
    *:cmake | *:make | *:bash | *:doxygen) echo "$2" ;;
    brew:cc | brew:c++ | *:cc) echo gcc ;;
    apt-get:c++) echo g++ ;;
    dnf:c++) echo gcc-c++ ;;
    apk:c++) echo g++ ;;
    pacman:c++) echo gcc ;;
    apt-get:gmp) echo libgmp-dev ;;
    dnf:gmp) echo gmp-devel ;;
    apk:gmp) echo gmp-dev ;;
    *:gmp) echo gmp ;;
    dnf:check) echo check-devel ;;
    apk:check) echo check-dev ;;
    *:check) echo check ;;
    dnf:pkg-config | pacman:pkg-config) echo pkgconf ;;
    *:pkg-config) echo pkg-config ;;
  esac
  # Distributions that keep the C library's headers apart.
  case $1:$2 in
    apt-get:cc | apt-get:c++) echo libc6-dev ;;
    apk:cc | apk:c++) echo musl-dev ;;
  esac
}

# The command lines that install packages $2.. with the package manager $1, one a line.
install_commands() {
  name=$1
  shift
  case $name in
    apt-get)
      echo "apt-get update"
      echo "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $*"
      ;;
    dnf) echo "dnf install -y $*" ;;
    apk) echo "apk add --no-cache $*" ;;
    pacman) echo "pacman -Sy --noconfirm --needed $*" ;;
    brew) echo "brew install $*" ;;
  esac
}

missing=$(list_missing)
[ -n "$missing" ] || exit 0
# shellcheck disable=SC2086
echo "missing:" $missing

with=$(manager)
if [ -z "$with" ]; then
  echo "No known package manager here (apt-get, dnf, apk, pacman, brew): install these by hand and run again." >&2
  exit 1
fi

packages=$(for item in $missing; do package "$with" "$item"; done | sort -u)
# shellcheck disable=SC2086
install_commands "$with" $packages >"$scratch/commands"

as=
if [ "$with" != brew ] && [ "$(id -u)" -ne 0 ]; then
  if have sudo && sudo -n true 2>/dev/null; then
    as="sudo -n"
  else
    echo "Installing needs root, which is not to be had here. Run this and try again:" >&2
    sed 's/^/  sudo /' "$scratch/commands" >&2
    exit 1
  fi
fi

# shellcheck disable=SC2086
echo "installing with $with:" $packages
while read -r line; do
  echo "+ ${as:+$as }$line"
  # shellcheck disable=SC2086
  if ! $as $line </dev/null >"$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    echo "This failed; run it by hand and try again:" >&2
    echo "  ${as:+sudo }$line" >&2
    exit 1
  fi
done <"$scratch/commands"

missing=$(list_missing)
if [ -n "$missing" ]; then
  # shellcheck disable=SC2086
  echo "still missing after installing:" $missing >&2
  exit 1
fi
