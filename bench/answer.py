"""pycute's side: answers requests on standard input, one a line, until it ends.

    REPETITIONS \t OPERATION \t OPERAND \t ..      ->      SECONDS \t RESULT     or     refused: REASON

An operand is `shape:stride`, an integer, or a tiler `<element,..>`. Operands are built before time is taken.
"""

import sys
import time

from pycute import (Layout, coalesce, complement, composition, left_inverse, logical_divide, logical_product,
                    right_inverse)

OPERATIONS = {
    "coalesce": coalesce,
    "complement": complement,
    "composition": composition,
    "evaluate_index": lambda layout, index: layout(index),
    "left_inverse": left_inverse,
    "logical_divide": logical_divide,
    "logical_product": logical_product,
    "prepared_at": lambda layout, index: layout(index),
    "right_inverse": right_inverse,
}


def elements(text):
    """The parts between commas that stand outside all brackets."""
    depth, start = 0, 0
    for at, letter in enumerate(text + ","):
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            yield text[start:at]
            start = at + 1


def operand(text):
    if text.startswith("<"):
        return tuple(operand(element) for element in elements(text[1:-1]))
    if ":" in text:
        shape, stride = text.split(":")
        return Layout(eval(shape), eval(stride))
    return None if text == "_" else int(text)


def measure(repetitions, operation, operands):
    result = operation(*operands)
    start = time.perf_counter()
    for _ in range(repetitions):
        operation(*operands)
    return time.perf_counter() - start, result


for line in sys.stdin:
    repetitions, name, *texts = line.rstrip("\n").split("\t")
    try:
        seconds, result = measure(int(repetitions), OPERATIONS[name], [operand(text) for text in texts])
        print(f"{seconds:.9f}\t{result}", flush=True)
    except Exception as problem:
        print("refused:", type(problem).__name__, *str(problem).split(), flush=True)
