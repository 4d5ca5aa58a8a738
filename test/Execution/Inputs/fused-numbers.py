# Random graphs of Concat, Tile and arithmetic, of shapes that fuse and shapes that
# do not, some results read more than once: whatever is computed in place or never
# made, the numbers are numpy's.
#
# usage: fused-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

TYPE = "i32"
LARGEST = 40000
SIZES = [1, 1, 2, 3, 40, 64, 70]
rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
# Pairs of a name and what numpy has under that name.
tensors = []


def pick(choices):
    return choices[rng.integers(len(choices))]


# The last ones most often: chains fuse.
def pick_tensor():
    return tensors[-1] if rng.random() < 0.6 else pick(tensors)


def add(operator, inputs, array, **attributes):
    if array.size <= LARGEST:
        tensors.append((case.node(operator, inputs, **attributes), array))


def add_input(shape):
    array = random_array(rng, TYPE, shape)
    declared = [None if rng.random() < 0.3 else int(size) for size in shape]
    tensors.append((case.input(TYPE, array, declared), array))


def concat():
    name, array = pick_tensor()
    axis = int(rng.integers(2))
    fits = [pair for pair in tensors if pair[1].shape[1 - axis] == array.shape[1 - axis]]
    chosen = [(name, array)] + [pick(fits) for _ in range(rng.integers(1, 4))]
    rng.shuffle(chosen)
    add("Concat", [name for name, _ in chosen],
        np.concatenate([array for _, array in chosen], axis), axis=axis)


def tile():
    name, array = pick_tensor()
    repeats = rng.choice([1, 1, 2, 3, 40], 2)
    make = pick([case.constant, case.constant, case.input])
    add("Tile", [name, make("i64", repeats)], np.tile(array, repeats))


def negate():
    name, array = pick_tensor()
    add("Neg", [name], -array)


# With what has that shape, one of its dimensions, or none.
def combine():
    name, array = pick_tensor()
    fits = [pair for pair in tensors
            if all(a in (1, b) for a, b in zip(pair[1].shape, array.shape))]
    other, values = pick(fits)
    operator, compute = pick([("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply)])
    add(operator, [name, other], compute(array, values))


for _ in range(3):
    add_input(rng.choice(SIZES, 2))
add_input([1, 1])
for _ in range(12):
    pick([concat, concat, tile, negate, combine, combine, combine])()
results = {tensors[-1][0]: tensors[-1][1], **dict([pick(tensors), pick(tensors)])}
inputs = {info.name for info in case.inputs}
for name, array in results.items():
    if name not in inputs:
        case.expect(name, TYPE, array, [None] * 2)
if case.outputs:
    case.run(sys.argv[2])
