# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values of graphs as numpy has them, and what a judge can say instead of one."""

import pathlib
import sys
from typing import NamedTuple

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test" / "Execution" / "Inputs"))
from onnx_case import INFINITIES, NUMBERS, PART_BYTES, random_array  # noqa: E402

SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["u8", "u16", "u32", "u64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f16", "bf16", "f32", "f64"]
COMPLEX = ["complex64", "complex128"]
NUMERIC = INTEGERS + FLOATS
ALL_TYPES = NUMERIC + COMPLEX + ["bool", "string"]

# How far the result of a call may be from a value: all bits are the same; one
# NaN is any other; some units in the last place.
EXACT, ANY_NAN, NEAR = range(3)

# What is larger is not computed: it says nothing that small values do not.
MOST_ELEMENTS = 20000
MOST_IN_SEQUENCE = 60
MOST_ITERATIONS = 40
NO_MEMORY = 2**40  # elements that no machine has room for


class Fails(Exception):
    """The call must fail."""


class Unjudged(Exception):
    """Nothing says what the call must give, or it is too large to be computed."""


class Tensor(NamedTuple):
    type_name: str
    array: np.ndarray  # the storage: bf16 is uint16, strings are bytes
    nearness: int = EXACT

    @property
    def shape(self):
        return self.array.shape

    @property
    def rank(self):
        return self.array.ndim


class Sequence(NamedTuple):
    type_name: str
    elements: tuple  # of Tensor


def storage(type_name):
    return np.dtype(NUMBERS[type_name][1])


def make(type_name, array, *sources):
    """The tensor that an operator makes of `sources`, as near as these are."""
    array = np.asarray(array, storage(type_name))
    return Tensor(type_name, array, max((s.nearness for s in sources), default=EXACT))


def check_size(shape):
    """Ends what would take too long, or must fail for lack of memory."""
    count = 1
    for size in shape:
        count *= int(size)
    if count > NO_MEMORY or any(size > 2**40 for size in shape):
        raise Unjudged("memory") if count == 0 else Fails("memory")
    if count > MOST_ELEMENTS:
        raise Unjudged("too many elements")


def round_to_bf16(array):
    """To nearest, ties to even; NaN stays one."""
    array = np.asarray(array, "<f4")
    bits = array.view("<u4").astype("<i8")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(array), (bits >> 16) | 0x40, rounded).astype("<u2")


def widen(type_name, array):
    """The numbers of bf16 as f32; of other types the array."""
    if type_name != "bf16":
        return array
    return np.asarray(array.astype("<u4") << np.uint32(16), "<u4").view("<f4")


def narrow(type_name, array):
    return round_to_bf16(array) if type_name == "bf16" else np.asarray(array, storage(type_name))


def random_tensor(rng, type_name, shape):
    """Any bits at all, or, of floats, mostly numbers whose sums stay exact."""
    if type_name in FLOATS and rng.random() < 0.7:
        numbers = rng.integers(-400, 400, shape) / 8
        return Tensor(type_name, narrow(type_name, np.asarray(numbers, "<f8")))
    return Tensor(type_name, random_array(rng, type_name, shape).copy())
