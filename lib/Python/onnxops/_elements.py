# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types and their names in ONNX, NumPy and DLPack."""

import numpy

STRING, BFLOAT16 = 8, 16

# By ONNX's number: our name, NumPy's, and DLPack's code and bits.
_TYPES = {
    1: ("f32", "float32", (2, 32)),
    2: ("ui8", "uint8", (1, 8)),
    3: ("i8", "int8", (0, 8)),
    4: ("ui16", "uint16", (1, 16)),
    5: ("i16", "int16", (0, 16)),
    6: ("i32", "int32", (0, 32)),
    7: ("i64", "int64", (0, 64)),
    STRING: ("string", "object", None),
    9: ("bool", "bool", (6, 8)),
    10: ("f16", "float16", (2, 16)),
    11: ("f64", "float64", (2, 64)),
    12: ("ui32", "uint32", (1, 32)),
    13: ("ui64", "uint64", (1, 64)),
    14: ("complex64", "complex64", (5, 64)),
    15: ("complex128", "complex128", (5, 128)),
    BFLOAT16: ("bf16", None, (4, 16)),
}

_BY_NUMPY = {numpy.dtype(n): k for k, (_, n, _) in _TYPES.items() if n}
_BY_DLPACK = {code: k for k, (_, _, code) in _TYPES.items() if code}


# Integers and floating-point numbers.
REAL = tuple(k for k, (_, _, code) in _TYPES.items() if code and code[0] < 5)


def name(element):
    return _TYPES[element][0]


def to_numpy(element):
    """NumPy's type; None for bf16, which it lacks."""
    numpy_name = _TYPES[element][1]
    return numpy.dtype(numpy_name) if numpy_name else None


def to_dlpack(element):
    """DLPack's code and bits; None for strings."""
    return _TYPES[element][2]


def size(element):
    """Bytes of one element; of a string, of the pointer to it."""
    code = to_dlpack(element)
    return code[1] // 8 if code else 8


def of_numpy(dtype):
    """None if it has no ONNX equivalent, or is in the other byte order."""
    return _BY_NUMPY.get(dtype)


def of_dlpack(code, bits):
    return _BY_DLPACK.get((code, bits))
