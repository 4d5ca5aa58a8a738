# Concats of many operands: inputs in any order and more than once, among them
# constants, slices and computed tensors, of sizes known and not. What is done
# for each of many inputs is done in loops, which must begin and end where that
# stops being the same.
#
# usage: many-inputs.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array


def add_concat(case, rng):
    type_name = str(rng.choice(["u8", "f32", "complex128"]))
    rank = int(rng.integers(1, 4))
    axis = int(rng.integers(rank))
    shape = [int(size) for size in rng.integers(1, 6, rank)]
    is_equal, is_dynamic = rng.random(2) < 0.5
    mix = rng.choice([0, 0.02, 0.5])
    inputs, operands = [], []

    def add_input():
        if not is_equal:
            shape[axis] = int(rng.integers(rng.random() > 0.1, 6))
        array = random_array(rng, type_name, shape)
        declared = [None] * rank if is_dynamic else list(shape)
        inputs.append((case.input(type_name, array, declared), array))
        return inputs[-1]

    def add_other():
        kind = rng.integers(3)
        if kind == 0 and inputs:
            return inputs[rng.integers(len(inputs))]
        name, array = add_input()
        if kind == 1:
            return case.constant(type_name, array), array
        ends = case.constant("i64", np.array([1], np.int64))
        begins = case.constant("i64", np.array([0], np.int64))
        axes = case.constant("i64", np.array([axis], np.int64))
        return (case.node("Slice", [name, begins, ends, axes]),
                array.take(range(min(1, array.shape[axis])), axis))

    for _ in range(rng.choice([15, 16, 17, 18, 40, 90])):
        operands.append(add_other() if rng.random() < mix else add_input())
    if rng.random() < 0.3:
        rng.shuffle(operands)
    if rng.random() < 0.3:
        operands.reverse()
    names, arrays = zip(*operands)
    case.expect(case.node("Concat", names, axis=axis), type_name,
                np.concatenate(arrays, axis), [None] * rank)


rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
for _ in range(8):
    add_concat(case, rng)
case.run(sys.argv[2])
