#!/usr/bin/env bash
# Are the structs of examples/python/heddle.py those of the library, and its exceptions what the library says?
#
# Each ctypes.Structure is called as its struct is, with `_Layout` for hd_layout; its size, and the offset and size of
# each member, must be those of tests/structure/abi.txt. Where there is no python3, or pointers have not 64 bits, the
# test is left out and says so. Usage: python.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
leave_out() {
  echo "layouts from Python: left out, $1"
  exit 0
}
command -v python3 >/dev/null || leave_out 'there is no python3'
[ "$(getconf LONG_BIT)" = 64 ] || leave_out 'tests/structure/abi.txt is of a machine with 64-bit pointers'
library=$BUILD_DIR/libheddle.so
[ -f "$library" ] || library=$BUILD_DIR/libheddle.dylib
[ -f "$library" ] || { echo "there is no shared library in $BUILD_DIR"; exit 1; }
cd "$root"

HEDDLE_LIBRARY=$library PYTHONPATH=examples/python PYTHONDONTWRITEBYTECODE=1 python3 - <<'PYTHON'
import ctypes
import os
import re
import subprocess
import sys

import heddle
from heddle import HeddleError, Layout

# What abi.txt says: {struct: (size, {member: (offset, size)})}
structs = {}
constants = {}
with open("tests/structure/abi.txt") as lines:
    for line in lines:
        if match := re.fullmatch(r"struct (\w+) (\d+) \d+\n", line):
            members = {}
            structs[match[1]] = int(match[2]), members
        elif match := re.fullmatch(r"  (\d+) (\d+) .*?(\w+)((?:\[[^]]*\])*)\n", line):
            members[match[3]] = int(match[1]), int(match[2])
        elif match := re.fullmatch(r"(HD_\w+) (-?\d+)\n", line):
            constants[match[1]] = int(match[2])

compared = 0
for name, struct in vars(heddle).items():
    if not (isinstance(struct, type) and issubclass(struct, ctypes.Structure)):
        continue
    wanted = structs["hd" + name.lower()]
    fields = ((member, getattr(struct, member)) for member, _ in struct._fields_)
    found = ctypes.sizeof(struct), {member: (field.offset, field.size) for member, field in fields}
    assert found == wanted, f"{name}: {found}, not {wanted}"
    compared += 1
assert compared == 4, f"{compared} structs compared"
assert heddle.MALFORMED == constants["HD_MALFORMED"]
assert heddle.TEXT >= constants["HD_TEXT_MAX"]


def refused(what, status, words, position=None):
    try:
        what()
    except HeddleError as error:
        assert error.status == status and words in str(error) and error.position == position, error
    else:
        sys.exit(f"not refused: {words}")


a, b = Layout("(10,2):(16,4)"), Layout("(5,4):(1,5)")
composed = a @ b
assert str(composed) == "(5,(2,2)):(16,(80,4))" and repr(composed) == "Layout('(5,(2,2)):(16,(80,4))')"
assert len(composed) == 20 and [composed(i) for i in range(20)] == [a(b(i)) for i in range(20)]
refused(lambda: Layout("(4,,8)"), "malformed", "", 3)
refused(lambda: Layout("é:1"), "malformed", "", 0)
refused(lambda: Layout("(6,2):(1,7)") @ Layout("(3,2):(2,3)"), "undefined", "B's modes carry into each other")
refused(lambda: Layout("(" * 40 + "1" + ")" * 40), "capacity", "")

# Without a library, and where there is none, importing says so.
environment = {key: value for key, value in os.environ.items() if key != "HEDDLE_LIBRARY"}
absent = "import ctypes.util; ctypes.util.find_library = lambda name: None; import heddle"
said = subprocess.run([sys.executable, "-c", absent], env=environment, capture_output=True, text=True)
assert said.returncode != 0 and "libheddle is not found" in said.stderr, said.stderr
print(f"{compared} structs as the library has them, and its refusals as exceptions")
PYTHON
