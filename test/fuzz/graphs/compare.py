# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether what a call gives is what the judge says."""

import numpy as np

from values import EXACT, INFINITIES, NEAR, PART_BYTES, Sequence, Tensor

# Units in the last place that functions may be away.
ULPS = {"f16": 1, "bf16": 1, "f32": 2, "f64": 2}
# The same of devices, where functions are polynomials in f32.
DEVICE_ULPS = ULPS | {"f32": 4}


def places(type_name, array):
    """The places of floats on a line on which adjacent ones are 1 apart, and which
    of them are NaN."""
    size = PART_BYTES[type_name]
    bits = np.ascontiguousarray(array).reshape(-1).view(f"<u{size}")
    sign = bits.dtype.type(1 << (8 * size - 1))
    magnitude = bits & ~sign
    is_nan = magnitude > bits.dtype.type(INFINITIES[type_name])
    signed = magnitude.astype(object if size == 8 else np.int64)
    return np.where(bits & sign != 0, -signed, signed), is_nan


def is_near(type_name, got, expected, ulps):
    at, is_nan = places(type_name, got)
    wanted, must_be_nan = places(type_name, expected)
    return bool(np.all(is_nan == must_be_nan) and
                np.all(is_nan | (abs(at - wanted) <= ulps)))


def describe_difference(got, expected, allowed):
    """Empty, or what differs between two tensors."""
    if got.type_name != expected.type_name:
        return f"expected element type {expected.type_name}, but got {got.type_name}"
    if got.shape != expected.shape:
        return f"expected shape {expected.shape}, but got {got.shape}"
    if expected.type_name == "string":
        same = list(got.array.reshape(-1)) == list(expected.array.reshape(-1))
    else:
        same = got.array.tobytes() == expected.array.tobytes()
    if not same and expected.nearness != EXACT:
        ulps = allowed[expected.type_name] if expected.nearness == NEAR else 0
        same = is_near(expected.type_name, got.array, expected.array, ulps)
    if same:
        return ""
    return (f"expected {shorten(expected.array)}, but got {shorten(got.array)} of "
            f"{expected.type_name}")


def shorten(array):
    text = np.array2string(array.reshape(-1), threshold=24, max_line_width=10**6)
    return f"{text[:400]} {array.shape}"


def compare(got, expected, allowed=ULPS):
    """Empty, or what differs between two values, of which results of functions may be
    so many units away."""
    if isinstance(expected, Tensor):
        return describe_difference(got, expected, allowed) if isinstance(got, Tensor) else "no tensor"
    if not isinstance(got, Sequence):
        return "no sequence"
    if len(got.elements) != len(expected.elements):
        return f"expected {len(expected.elements)} elements, but got {len(got.elements)}"
    for at, pair in enumerate(zip(got.elements, expected.elements)):
        difference = describe_difference(*pair, allowed)
        if difference:
            return f"element {at}: {difference}"
    return ""
