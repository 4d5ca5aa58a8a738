# What random cases take from outside: tensors and sequences of which the model
# knows everything, something or nothing; numbers that are constant or not.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import dataclasses
import pathlib
import sys

import numpy as np

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "test" / "Execution" / "Inputs"))
from onnx_case import NUMBERS, random_array  # noqa: E402

SIZES = [0, 1, 2, 3, 5, 17, 64, 130]
SIZE_ODDS = [0.08, 0.25, 0.2, 0.2, 0.12, 0.07, 0.05, 0.03]
LARGEST = 20000  # elements of a tensor


@dataclasses.dataclass
class Tensor:
    """`type_name` is None for that of the case."""
    name: str
    array: np.ndarray
    type_name: str = None


@dataclasses.dataclass
class Sequence:
    """All elements have the rank, also while there is none; the model may not
    know it."""
    name: str
    arrays: list
    rank: int
    is_ranked: bool = True


class Inputs:
    """Adds inputs and constants of one element type to a model."""

    def __init__(self, case, rng, type_name):
        self.case, self.rng, self.type_name = case, rng, type_name

    def chance(self, odds):
        return self.rng.random() < odds

    def pick(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def position_in(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def node(self, operator, *inputs, **attributes):
        return self.case.node(operator, list(inputs), **attributes)

    def integers(self, value, types=("i32", "i64")):
        """An operand that is constant or known at run time only."""
        make = self.pick(self.case.constant, self.case.input)
        return make(self.pick(*types), np.array(value))

    def hidden(self, value, types=("i32", "i64")):
        """An operand of which the model knows the rank alone."""
        value = np.array(value)
        return self.case.input(self.pick(*types), value, [None] * value.ndim)

    def shape(self, rank):
        while True:
            sizes = self.rng.choice(SIZES, rank, p=SIZE_ODDS)
            if np.prod(sizes, dtype=np.int64) <= LARGEST // 4:
                return [int(size) for size in sizes]

    def given(self, shape, is_known=True):
        """A constant, or an input whose sizes are known, or not, or in part."""
        array = random_array(self.rng, self.type_name, tuple(shape))
        if is_known and self.chance(0.15):
            return Tensor(self.case.constant(self.type_name, array), array)
        odds = self.pick(0, 0.5, 1) if is_known else 0
        declared = [size if self.chance(odds) else None for size in shape]
        return Tensor(self.case.input(self.type_name, array, declared), array)

    def received(self, shapes, rank, is_ranked=False):
        """A sequence from outside. The model knows its rank, or not even that."""
        arrays = [random_array(self.rng, self.type_name, tuple(shape)) for shape in shapes]
        forms = [["N"] * rank, [None] * rank] + ([] if is_ranked else [None])
        declared = self.pick(*forms)
        name = self.case.input_sequence(self.type_name, arrays, declared)
        # Rank 0 is read as an unknown one.
        return Sequence(name, arrays, rank, is_ranked=bool(declared))
