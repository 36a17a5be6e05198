"""Layouts from Python, through the shared library and ctypes alone.

A Layout is parsed from text, printed as text, composed with `@`, and called like the function that it is. What the
library refuses is a HeddleError, which says what the command says, with the status and the counter-example's text.

The library is HEDDLE_LIBRARY from the environment, or the one that the system finds.
"""

import ctypes
import ctypes.util
import os

MAX_LEAVES = 32  # HD_MAX_LEAVES of the library: what its structs are made for
MALFORMED = 1  # HD_MALFORMED
TEXT = 1 << 14  # more than HD_TEXT_MAX


class _Profile(ctypes.Structure):  # hd_profile
    _fields_ = [
        ("leaves", ctypes.c_uint8),
        ("open", ctypes.c_uint8 * MAX_LEAVES),
        ("close", ctypes.c_uint8 * MAX_LEAVES),
    ]


class _Tuple(ctypes.Structure):  # hd_tuple
    _fields_ = [
        ("profile", _Profile),
        ("on_axes", ctypes.c_bool),
        ("value", ctypes.c_int64 * MAX_LEAVES),
        ("axis", ctypes.c_uint64 * MAX_LEAVES),
    ]


class _Layout(ctypes.Structure):  # hd_layout
    _fields_ = [
        ("profile", _Profile),
        ("on_axes", ctypes.c_bool),
        ("shape", ctypes.c_int64 * MAX_LEAVES),
        ("stride", ctypes.c_int64 * MAX_LEAVES),
        ("axis", ctypes.c_uint64 * MAX_LEAVES),
    ]


class _Error(ctypes.Structure):  # hd_error
    _fields_ = [
        ("status", ctypes.c_int),
        ("operation", ctypes.c_char_p),
        ("caller", ctypes.c_char_p),
        ("reason", ctypes.c_char_p),
        ("hint", ctypes.c_char_p),
        ("leaf", ctypes.c_int),
        ("number", ctypes.c_int64 * 7),
        ("axis", ctypes.c_uint64),
        ("sample", ctypes.c_int64 * 8),
        ("samples", ctypes.c_int),
        ("position", ctypes.c_size_t),
        ("has_coordinate", ctypes.c_bool),
        ("has_other", ctypes.c_bool),
        ("coordinate", _Tuple),
        ("other", _Tuple),
    ]


def _load():
    path = os.environ.get("HEDDLE_LIBRARY") or ctypes.util.find_library("heddle")
    if not path:
        raise ImportError("libheddle is not found: install it, or set HEDDLE_LIBRARY to its path")
    library = ctypes.CDLL(path)
    pointer, text, size = ctypes.POINTER, ctypes.c_char_p, ctypes.c_size_t
    declarations = {
        "hd_parse_layout": (ctypes.c_int, [text, size, pointer(_Error), pointer(_Layout)]),
        "hd_print_layout": (size, [pointer(_Layout), text, size]),
        "hd_print_error": (size, [pointer(_Error), text, size]),
        "hd_print_hint": (size, [pointer(_Error), text, size]),
        "hd_status_name": (text, [ctypes.c_int]),
        "hd_composition": (ctypes.c_int, [pointer(_Layout), pointer(_Layout), pointer(_Error), pointer(_Layout)]),
        "hd_evaluate_index": (
            ctypes.c_int,
            [pointer(_Layout), ctypes.c_int64, pointer(_Error), pointer(ctypes.c_int64)],
        ),
        "hd_size": (ctypes.c_int64, [pointer(_Layout)]),
    }
    for name, (result, arguments) in declarations.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def _text(function, value):
    buffer = ctypes.create_string_buffer(TEXT)
    function(ctypes.byref(value), buffer, len(buffer))
    return buffer.value.decode()


class HeddleError(ValueError):
    """What the library refuses: `status` is its name ("undefined"), `hint` what to try, or ""."""

    def __init__(self, error):
        self.status = _library.hd_status_name(error.status).decode()
        self.hint = _text(_library.hd_print_hint, error)
        self.position = error.position if error.status == MALFORMED else None
        super().__init__(f"{self.status}: {_text(_library.hd_print_error, error)}")


def _call(function, *arguments):
    """The last argument, once the function has filled it in."""
    error = _Error()
    *inputs, result = arguments
    if function(*inputs, ctypes.byref(error), ctypes.byref(result)) != 0:
        raise HeddleError(error)
    return result


class Layout:
    """A function from coordinates to an index, written shape:stride."""

    def __init__(self, text):
        if isinstance(text, _Layout):
            self._layout = text
            return
        encoded = text.encode()
        self._layout = _call(_library.hd_parse_layout, encoded, len(encoded), _Layout())

    def __str__(self):
        return _text(_library.hd_print_layout, self._layout)

    def __repr__(self):
        return f"Layout({str(self)!r})"

    def __len__(self):
        return _library.hd_size(self._layout)

    def __call__(self, index):
        return _call(_library.hd_evaluate_index, self._layout, index, ctypes.c_int64()).value

    def __matmul__(self, other):
        """self o other: first the other, then this one."""
        return Layout(_call(_library.hd_composition, self._layout, other._layout, _Layout()))
