"""Composes two layouts: HEDDLE_LIBRARY=/where/it/is/libheddle.so python3 compose.py '(10,2):(16,4)' '(5,4):(1,5)'"""

import sys

from heddle import HeddleError, Layout


def main(first, second):
    try:
        a, b = Layout(first), Layout(second)
        result = a @ b
    except HeddleError as error:
        print(error, file=sys.stderr)
        if error.hint:
            print(f"  hint: {error.hint}", file=sys.stderr)
        return 1
    assert all(result(i) == a(b(i)) for i in range(len(b)))
    print(f"{a} o {b} = {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
